//! Splits Rust source into tokens, as far as the rules need them: comments are dropped, the insides of
//! strings are kept apart, and what is compiled for tests only can be left out.

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// An identifier, a keyword or a number.
    Word(String),
    /// The inside of a string.
    Text(String),
    /// `::`, or one character of punctuation.
    Sign(&'static str),
}

/// A token and its line, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The line that it begins on.
    pub line: usize,
}

impl Token {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        if let Kind::Word(word) = &self.kind { Some(word) } else { None }
    }

    /// Whether it is this punctuation.
    pub fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(known) if known == sign)
    }

    /// Whether it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }
}

const SIGNS: &[&str] = &[
    "::", "{", "}", "(", ")", "[", "]", "<", ">", ";", ",", "#", "!", "*", "=", "&", "|", "$", ":", ".", "?",
    "+", "-", "/", "%", "^", "@", "~", "\\",
];

/// All tokens of a file.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = next(rest, first);
        if let Some(kind) = kind {
            found.push(Token { kind, line });
        }
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The token at the beginning of `rest`, if it is one to keep, and the bytes that it takes.
fn next(rest: &str, first: char) -> (Option<Kind>, usize) {
    if rest.starts_with("//") {
        return (None, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (None, block_comment(rest));
    }
    if let Some((inside, length)) = string(rest) {
        return (Some(Kind::Text(inside.to_string())), length);
    }
    if first == '\'' {
        return (None, quote(rest));
    }
    if first.is_alphanumeric() || first == '_' {
        let name = rest.strip_prefix("r#").unwrap_or(rest);
        let length = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
        return (Some(Kind::Word(name[..length].to_string())), rest.len() - name.len() + length);
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (Some(Kind::Sign(sign)), sign.len()),
        None => (None, first.len_utf8()),
    }
}

/// The length of a block comment; they nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// A string of any kind: its inside, and the length of the whole.
fn string(rest: &str) -> Option<(&str, usize)> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        rest.strip_prefix(prefix).is_some_and(|tail| {
            tail.starts_with('"') || (prefix.ends_with('r') && tail.trim_start_matches('#').starts_with('"'))
        })
    })?;
    let body = &rest[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = body.len() - body.trim_start_matches('#').len();
        let open = hashes + 1;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = body[open..].find(&close).map_or(body.len(), |at| open + at);
        let length = (prefix.len() + end + close.len()).min(rest.len());
        return Some((&body[open..end], length));
    }
    let mut escaped = false;
    for (at, c) in body.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some((&body[1..at], prefix.len() + at + 1)),
            _ => {}
        }
    }
    Some((&body[1..], rest.len()))
}

/// The length of a character literal, or of a lifetime's mark.
fn quote(rest: &str) -> usize {
    let mut letters = rest.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), _) => {
            // The escaped character itself may be a quote: `'\''`.
            rest[3.min(rest.len())..].find('\'').map_or(rest.len(), |at| at + 4)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// The tokens without the items that are compiled for tests only.
pub fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match test_attribute(&tokens[at..]) {
            Some(length) => at += length + item(&tokens[at + length..]),
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// The length of an attribute `#[cfg(test)]`, `#[cfg(all(test, ...))]` or `#[test]` that stands here.
fn test_attribute(tokens: &[Token]) -> Option<usize> {
    if !(tokens.first()?.is("#") && tokens.get(1)?.is("[")) {
        return None;
    }
    let length = 1 + bracketed(&tokens[1..]);
    let inside = &tokens[2..length];
    let has = |word: &str| inside.iter().any(|token| token.is_word(word));
    let kind = inside.first()?.word()?;
    let only_tests = (kind == "test" && inside.len() == 2) || (kind == "cfg" && has("test"));
    (only_tests && !has("not") && !has("any")).then_some(length)
}

/// The length of a group from its opening bracket to its closing one.
fn bracketed(tokens: &[Token]) -> usize {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate() {
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
    }
    tokens.len()
}

const DECLARATIONS: &[&str] = &["fn", "impl", "mod", "struct", "enum", "trait", "type", "macro_rules"];

/// The length of the item that begins here: up to its `;`, or its body and that body's `;` if there is one.
///
/// A field, a variant or an arm of a match ends at its comma; the comma in `fn f<A, B>` ends nothing.
fn item(tokens: &[Token]) -> usize {
    let head = tokens.iter().take_while(|token| token.word().is_some() || token.is("(") || token.is(")"));
    let declared = head.filter_map(Token::word).any(|word| DECLARATIONS.contains(&word));
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if token.is(";") || (token.is(",") && !declared) {
            return at + 1;
        }
        if token.is("{") {
            let end = at + bracketed(&tokens[at..]);
            return end + usize::from(tokens.get(end).is_some_and(|token| token.is(";")));
        }
        at += if token.is("(") || token.is("[") { bracketed(&tokens[at..]) } else { 1 };
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens, without_tests};

    fn words(source: &str) -> Vec<String> {
        let kept = without_tests(tokens(source));
        kept.iter().filter_map(|token| token.word().map(str::to_string)).collect()
    }

    #[test]
    fn comments_and_strings_hide_their_words() {
        let source = "a /* b /* c */ d */ e // f\n\"g \\\" h\" br#\"i \" j\"# k r#type 'l' '\\'' &'m n";
        assert_eq!(words(source), ["a", "e", "k", "type", "m", "n"]);
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let found = tokens("/* 1\n2 */ \"3\n\" b\nlast");
        assert_eq!(found[0].kind, Kind::Text("3\n".to_string()));
        assert_eq!(found.last().map(|token| token.line), Some(4));
    }

    #[test]
    fn an_unclosed_string_or_comment_ends_with_the_file() {
        assert_eq!(words("a \"b c"), ["a"]);
        assert_eq!(words("a /* b"), ["a"]);
        assert_eq!(words("a r#\"b"), ["a"]);
        assert_eq!(words("a '\\"), ["a"]);
    }

    #[test]
    fn items_for_tests_only_are_left_out() {
        let source = "a #[cfg(test)] mod tests { fn b() {} } c
            #[cfg(all(test, feature = \"std\"))] use d::{e, f};
            #[test] fn g<G, H>(h: [u8; 3]) { i } #[cfg(not(test))] fn j() {}";
        assert_eq!(words(source), ["a", "c", "cfg", "not", "test", "fn", "j"]);
    }
}
