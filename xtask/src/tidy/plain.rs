//! Plain words, as far as a machine can hold them: no long functions, no tuples as parameters, one type of a name in a
//! crate, functions that are named for what they give, and doc comments that stand alone.
//!
//! What was there before the rule is listed by room in `xtask/src/tidy/exceptions.txt`. The list only shrinks: a room
//! with more than its number fails, and one with fewer, too, until `cargo xtask tidy --lower` has written the number down.

use std::collections::BTreeMap;

use super::Problem;
use super::tokens::{Token, tokens, without_tests};
use super::tree::{File, Tree};

/// The list of what may stand.
pub const EXCEPTIONS: &str = "xtask/src/tidy/exceptions.txt";

/// The most lines of code of a function, from its name to its last brace. Comments do not count.
const MOST_LINES: usize = 60;

/// Beginnings of a doc comment that name no thing, or only with the comment before it.
const OPENINGS: &[&str] = &["What", "How", "Whether", "The same", "Of", "Those", "It", "Where"];

/// A rule, as the list names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rule {
    LongFunction,
    TupleParameter,
    TypeName,
    FunctionOf,
    DocOpening,
}

const RULES: &[(Rule, &str)] = &[
    (Rule::LongFunction, "long-function"),
    (Rule::TupleParameter, "tuple-parameter"),
    (Rule::TypeName, "type-name"),
    (Rule::FunctionOf, "function-of"),
    (Rule::DocOpening, "doc-opening"),
];

impl Rule {
    fn name(self) -> &'static str {
        RULES.iter().find(|(rule, _)| *rule == self).expect("every rule is listed").1
    }

    fn from_name(name: &str) -> Option<Self> {
        RULES.iter().find(|(_, known)| *known == name).map(|(rule, _)| *rule)
    }
}

/// Findings by rule and room.
type Found = BTreeMap<(Rule, String), Vec<Problem>>;

/// Counts of the list by rule and room.
type Allowed = BTreeMap<(Rule, String), usize>;

/// Compares the tree with the list.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let (mut allowed, mut problems) = allowed(tree);
    for (key, findings) in found(tree) {
        let most = allowed.remove(&key).unwrap_or(0);
        let (rule, room, count) = (key.0.name(), &key.1, findings.len());
        if count > most && most == 0 {
            problems.extend(findings);
        } else if count > most {
            let message = format!("{rule} in {room}: {count}, and the list has {most}; all of them follow");
            problems.push(Problem::new(EXCEPTIONS, 0, message));
            problems.extend(findings);
        } else if count < most {
            problems.push(too_high(rule, room, count, most));
        }
    }
    problems.extend(allowed.into_iter().map(|((rule, room), most)| too_high(rule.name(), &room, 0, most)));
    problems
}

fn too_high(rule: &str, room: &str, count: usize, most: usize) -> Problem {
    let message =
        format!("{rule} in {room}: {count}, and the list has {most}; lower it: cargo xtask tidy --lower");
    Problem::new(EXCEPTIONS, 0, message)
}

/// The text of the list, no number higher than before.
pub fn lowered(tree: &Tree) -> String {
    let (allowed, _) = allowed(tree);
    let least = |(key, findings): (&(Rule, String), &Vec<Problem>)| {
        let most = *allowed.get(key)?;
        Some(format!("{} {} {}\n", key.0.name(), key.1, findings.len().min(most)))
    };
    found(tree).iter().filter_map(least).collect()
}

/// The list, and its lines that are none.
fn allowed(tree: &Tree) -> (Allowed, Vec<Problem>) {
    let (mut allowed, mut problems) = (Allowed::new(), Vec::new());
    let text = tree.get(EXCEPTIONS).map_or("", |file| &file.text);
    for (at, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let entry = match words[..] {
            [rule, room, count] => Rule::from_name(rule).zip(count.parse().ok()).map(|entry| (entry, room)),
            _ => None,
        };
        match entry {
            Some(((rule, count), room)) => drop(allowed.insert((rule, room.to_owned()), count)),
            None => problems.push(Problem::new(EXCEPTIONS, at + 1, "must be: rule, room, number")),
        }
    }
    (allowed, problems)
}

fn found(tree: &Tree) -> Found {
    let mut found = Found::new();
    let mut names = BTreeMap::<(String, String), Vec<Problem>>::new();
    for file in tree.rust() {
        let Some((package, room)) = room(&file.path) else { continue };
        let tokens = without_tests(tokens(&file.text));
        let mut add = |rule: Rule, problem: Problem| {
            found.entry((rule, room.clone())).or_default().push(problem);
        };
        for at in 0..tokens.len() {
            if let Some(function) = Function::at(&tokens[at..]) {
                function.check(file, &mut add);
            }
            if let Some(name) = type_name(&tokens[at..]) {
                let problem = Problem::new(&file.path, tokens[at].line, format!("a second type `{name}`"));
                names.entry((package.to_owned(), name.to_owned())).or_default().push(problem);
            }
        }
        openings(file, &mut add);
    }
    // The first of a name is none too many.
    for ((package, _), mut problems) in names {
        problems.remove(0);
        if !problems.is_empty() {
            found.entry((Rule::TypeName, package)).or_default().append(&mut problems);
        }
    }
    found
}

/// Package and room of a source file: `skidpad-core` and `skidpad-core/tyre`. Tests and examples are in no room.
fn room(path: &str) -> Option<(&str, String)> {
    let rest = path.strip_prefix("crates/")?;
    let (package, inner) = rest.split_once("/src/")?;
    if inner.split('/').any(|part| part == "tests" || part == "tests.rs" || part.ends_with("_tests.rs")) {
        return None;
    }
    let room = inner.split('/').next().unwrap_or(inner).trim_end_matches(".rs");
    Some((package, format!("{package}/{room}")))
}

/// A function with its body.
struct Function<'a> {
    name: &'a str,
    line: usize,
    parameters: &'a [Token],
    body: &'a [Token],
}

impl<'a> Function<'a> {
    fn at(tokens: &'a [Token]) -> Option<Self> {
        if !tokens.first()?.is_word("fn") {
            return None;
        }
        let name = tokens.get(1)?.word()?;
        let open = after_generics(tokens, 2)?;
        let close = open + group(&tokens[open..])?;
        let end = tokens[close..].iter().position(|token| token.is("{") || token.is(";"))? + close;
        let body = if tokens[end].is("{") { &tokens[end..=end + group(&tokens[end..])?] } else { &[] };
        Some(Self { name, line: tokens[0].line, parameters: &tokens[open + 1..close], body })
    }

    fn check(&self, file: &File, add: &mut impl FnMut(Rule, Problem)) {
        let problem = |message: String| Problem::new(&file.path, self.line, message);
        let lines = self.lines();
        if lines > MOST_LINES {
            let message = format!("`{}` has {lines} lines of code; at most {MOST_LINES}", self.name);
            add(Rule::LongFunction, problem(message));
        }
        if self.has_tuple() {
            let message = format!("`{}` has a tuple as a parameter; name its parts", self.name);
            add(Rule::TupleParameter, problem(message));
        }
        if self.name == "of" {
            add(Rule::FunctionOf, problem("`of` says nothing: `new`, `from_...`, or what it gives".into()));
        }
    }

    /// Lines with code from the name to the last brace.
    fn lines(&self) -> usize {
        let mut lines: Vec<usize> = self.parameters.iter().chain(self.body).map(|token| token.line).collect();
        lines.push(self.line);
        lines.sort_unstable();
        lines.dedup();
        lines.len()
    }

    /// Whether the type of a parameter is a tuple of two or more, also behind a reference.
    fn has_tuple(&self) -> bool {
        let mut depth = 0_i32;
        let mut begins = false;
        for (at, token) in self.parameters.iter().enumerate() {
            let is_type = begins && !token.is("&") && !token.is_word("mut");
            if is_type && token.is("(") {
                let end = at + group(&self.parameters[at..]).unwrap_or(0);
                return self.parameters[at..end].iter().any(|inner| inner.is(","));
            }
            if is_type {
                begins = false;
            }
            depth += i32::from(["(", "[", "{", "<"].iter().any(|open| token.is(open)));
            depth -= i32::from([")", "]", "}", ">"].iter().any(|close| token.is(close)));
            begins |= depth == 0 && token.is(":");
        }
        false
    }
}

/// The place of the parenthesis behind a name and its generics.
fn after_generics(tokens: &[Token], from: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        let is_arrow = at > 0 && token.is(">") && tokens[at - 1].is("-");
        match () {
            () if token.is("<") => depth += 1,
            () if token.is(">") && !is_arrow => depth -= 1,
            () if token.is("(") && depth == 0 => return Some(at),
            () if token.is(";") || token.is("{") => return None,
            () => {}
        }
    }
    None
}

/// The place of the bracket that closes the one that stands here.
fn group(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate() {
        depth += i32::from(["(", "[", "{"].iter().any(|open| token.is(open)));
        depth -= i32::from([")", "]", "}"].iter().any(|close| token.is(close)));
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The name of a type that is declared here.
fn type_name(tokens: &[Token]) -> Option<&str> {
    let declares = ["struct", "enum", "union", "trait"].iter().any(|word| tokens[0].is_word(word));
    let name = tokens.get(1).filter(|_| declares)?.word()?;
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Doc comments whose first words name no thing.
fn openings(file: &File, add: &mut impl FnMut(Rule, Problem)) {
    let mut before = "";
    for (at, line) in file.text.lines().enumerate() {
        let line = line.trim_start();
        let text = line.strip_prefix("///").filter(|_| !before.starts_with("///")).map(str::trim_start);
        if let Some(opening) = text.and_then(|text| OPENINGS.iter().find(|opening| begins(text, opening))) {
            let message = format!("a doc comment begins with what the thing is, not with \"{opening}\"");
            add(Rule::DocOpening, Problem::new(&file.path, at + 1, message));
        }
        before = line;
    }
}

fn begins(text: &str, opening: &str) -> bool {
    text.strip_prefix(opening).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::{EXCEPTIONS, check, lowered};

    const PATH: &str = "crates/skidpad-core/src/tyre/a.rs";

    fn messages(source: &str, list: &str) -> Vec<String> {
        let tree = Tree::sample(&[(PATH, source), (EXCEPTIONS, list)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    fn count(source: &str) -> usize {
        messages(source, "").len()
    }

    #[test]
    fn a_function_over_sixty_lines_is_found_and_comments_do_not_count() {
        let function =
            |lines: usize| format!("fn long<F: Fn(u8) -> u8>(f: F)\n{{\n{}}}\n", "g();\n".repeat(lines));
        assert_eq!(count(&function(57)), 0);
        assert!(messages(&function(58), "")[0].contains("`long` has 61 lines"));
        assert_eq!(count(&function(57).replace("g();\n", "// why\n\ng();\n")), 0);
        assert_eq!(count(&format!("#[cfg(test)]\nmod tests {{ {} }}", function(90))), 0);
    }

    #[test]
    fn a_tuple_as_a_parameter_is_found() {
        for tuple in
            ["fn f((a, b): (u8, u8)) {}", "fn f(x: u8, at: &mut (u8, u8)) {}", "fn f<T>(a: &(T, T));"]
        {
            assert_eq!(count(tuple), 1, "{tuple}");
        }
        for fine in [
            "fn f(a: impl Fn(u8, u8) -> (u8, u8)) {}",
            "fn f(a: ()) -> (u8, u8) { g((1, 2)) }",
            "fn f([a, b]: [u8; 2], c: Vec<(u8, u8)>) {}",
            "fn f(Pair(a, b): Pair) {}",
        ] {
            assert_eq!(count(fine), 0, "{fine}");
        }
    }

    #[test]
    fn a_second_type_of_a_name_in_a_crate_is_found() {
        let files = [
            (PATH, "struct Axle; impl Car { type Wheel = u8; }"),
            ("crates/skidpad-core/src/model/b.rs", "trait Axle { type Wheel; }"),
            ("crates/skidpad-world/src/c.rs", "enum Axle { Front }"),
        ];
        assert_eq!(check(&Tree::sample(&files)).len(), 1);
    }

    #[test]
    fn a_function_that_is_called_of_is_found() {
        assert_eq!(count("impl Axle { fn of(car: &Car) -> Self { new(car) } }"), 1);
        assert_eq!(count("fn of_wheel() {} fn f(of: u8) {}"), 0);
    }

    #[test]
    fn a_doc_comment_that_does_not_stand_alone_is_found() {
        for opening in
            ["What it is.", "How far.", "The same of the rear axle.", "Of a wheel.", "Whether it slides."]
        {
            assert_eq!(count(&format!("/// {opening}\nfn f() {{}}")), 1, "{opening}");
        }
        let fine =
            "/// Load, N.\n/// What follows is no opening.\nfn f() {}\n/// Offset.\nfn g() {}\n//// What\n";
        assert_eq!(count(fine), 0);
    }

    #[test]
    fn the_list_only_shrinks() {
        let two = "fn of() {} mod a { fn of() {} }";
        assert_eq!(messages(two, "function-of skidpad-core/tyre 2\n").len(), 0);
        assert_eq!(messages(two, "function-of skidpad-core/tyre 1\n").len(), 3);
        let lower = messages(two, "function-of skidpad-core/tyre 3\n");
        assert!(lower[0].contains("2, and the list has 3") && lower.len() == 1);
        assert!(messages("", "function-of skidpad-core/tyre 1\n")[0].contains("0, and the list has 1"));
        assert!(messages("", "of skidpad-core/tyre 1\n")[0].contains("must be: rule, room, number"));
        let list = |number: u8| format!("function-of skidpad-core/tyre {number}\n");
        let lowered = |number: u8| lowered(&Tree::sample(&[(PATH, two), (EXCEPTIONS, &list(number))]));
        assert_eq!((lowered(9), lowered(1)), (list(2), list(1)));
    }
}
