//! Collects the paths of a source file, `a::b::{c, d::e}` written out as `a::b::c` and `a::b::d::e`, with
//! `self` and `super` resolved from the module that they stand in.

use super::tokens::Token;

/// A path as it stands in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Its segments; a path from the crate's root begins with `crate`.
    pub segments: Vec<String>,
    /// Counted from 1.
    pub line: usize,
    /// The word after `as`: another name in an import.
    pub alias: Option<String>,
}

impl Use {
    /// As people write it.
    pub fn text(&self) -> String {
        self.segments.join("::")
    }
}

/// The module of a file, from its path below `src/`: `tyre/slip.rs` is `[tyre, slip]`.
pub fn module(inner: &str) -> Vec<String> {
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    let mut parts: Vec<String> = inner.split('/').map(str::to_string).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// All paths of two or more segments in a file whose module is `module`.
pub fn paths(tokens: &[Token], module: &[String]) -> Vec<Use> {
    let mut reader = Reader { tokens, found: Vec::new() };
    // The modules opened inside the file, each with the depth of its braces.
    let mut open: Vec<(String, i32)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if token.is("{") {
            depth += 1;
        } else if token.is("}") {
            depth -= 1;
            open.retain(|(_, opened_at)| *opened_at <= depth);
        } else if token.is_word("mod") && reader.sign(at + 2, "{") {
            let name = reader.word(at + 1).unwrap_or_default().to_string();
            open.push((name, depth + 1));
            at += 1;
        } else if token.word().is_some() && reader.begins_path(at) {
            let mut base = module.to_vec();
            base.extend(open.iter().map(|(name, _)| name.clone()));
            let known = reader.found.len();
            at = reader.path(at, &base);
            if reader.found.len() > known {
                at = reader.alias(at);
            }
            continue;
        }
        at += 1;
    }
    reader.found
}

struct Reader<'a> {
    tokens: &'a [Token],
    found: Vec<Use>,
}

impl<'a> Reader<'a> {
    fn sign(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(sign))
    }

    fn word(&self, at: usize) -> Option<&'a str> {
        self.tokens.get(at).and_then(Token::word)
    }

    /// Whether a word is followed by `::`; `f64` in `<f64>::sin` is as well.
    fn begins_path(&self, at: usize) -> bool {
        let in_brackets = || {
            // Not `Dual::<f64>::sin`, nor `Dual<f64>::sin`.
            let before = at.checked_sub(2).and_then(|at| self.tokens.get(at));
            let of_a_type = before.is_some_and(|token| token.is("::") || token.word().is_some());
            at > 0 && self.sign(at - 1, "<") && !of_a_type
        };
        self.sign(at + 1, "::") || (self.sign(at + 1, ">") && self.sign(at + 2, "::") && in_brackets())
    }

    /// Reads the path that begins at `at` in the module `base`; answers where to go on.
    fn path(&mut self, at: usize, base: &[String]) -> usize {
        let own = |base: &[String]| [&["crate".to_string()][..], base].concat();
        match self.word(at) {
            Some("crate") => self.rest(at + 1, &own(&[])),
            Some("self") => self.rest(at + 1, &own(base)),
            Some("super") => {
                let parent = &base[..base.len().saturating_sub(1)];
                if self.sign(at + 1, "::") && self.word(at + 2) == Some("super") {
                    self.path(at + 2, parent)
                } else {
                    self.rest(at + 1, &own(parent))
                }
            }
            Some(name) => {
                let end = if self.sign(at + 1, ">") { at + 2 } else { at + 1 };
                self.rest(end, &[name.to_string()])
            }
            None => at + 1,
        }
    }

    /// Goes on after the segments `before`, at a `::` or at the path's end.
    fn rest(&mut self, at: usize, before: &[String]) -> usize {
        let line = self.tokens[at.min(self.tokens.len()) - 1].line;
        if !self.sign(at, "::") {
            self.found.push(Use { segments: before.to_vec(), line, alias: None });
            return at;
        }
        if self.sign(at + 1, "{") {
            return self.group(at + 2, before);
        }
        let next = match self.tokens.get(at + 1) {
            Some(token) if token.is("*") => "*",
            Some(token) => token.word().unwrap_or_default(),
            None => "",
        };
        if next.is_empty() {
            // `Vec::<T>`: the path ends here for us.
            self.found.push(Use { segments: before.to_vec(), line, alias: None });
            return at + 1;
        }
        self.rest(at + 2, &[before, &[next.to_string()]].concat())
    }

    /// Reads the other name that the last path may have; answers the place after it.
    fn alias(&mut self, at: usize) -> usize {
        if self.word(at) != Some("as") {
            return at;
        }
        let name = self.word(at + 1).map(str::to_string);
        if let Some(last) = self.found.last_mut() {
            last.alias = name;
        }
        at + 2
    }

    /// Reads the inside of `{ ... }`; answers the place after the closing brace.
    fn group(&mut self, mut at: usize, before: &[String]) -> usize {
        while at < self.tokens.len() && !self.sign(at, "}") {
            let name = match self.word(at) {
                Some("self") => None,
                Some(name) => Some(name),
                None if self.sign(at, "*") => Some("*"),
                None => {
                    at += 1;
                    continue;
                }
            };
            let segments = [before, &name.map(str::to_string).into_iter().collect::<Vec<_>>()].concat();
            at = self.rest(at + 1, &segments);
            at = self.alias(at);
        }
        at + 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::{module, paths};

    fn found(source: &str, file: &str) -> Vec<String> {
        paths(&tokens(source), &module(file)).iter().map(super::Use::text).collect()
    }

    #[test]
    fn groups_are_written_out() {
        let source = "use crate::{math::{Real, Mask as M, self}, tyre::*};";
        let expected = ["crate::math::Real", "crate::math::Mask", "crate::math", "crate::tyre::*"];
        assert_eq!(found(source, "step.rs"), expected);
    }

    #[test]
    fn other_names_are_kept() {
        let source = "pub use slip::Slip as Kappa; pub use load::{Load as Weight, Share};";
        let aliases: Vec<_> =
            paths(&tokens(source), &module("tyre.rs")).into_iter().map(|path| path.alias).collect();
        assert_eq!(aliases, [Some("Kappa".to_string()), Some("Weight".to_string()), None]);
    }

    #[test]
    fn super_is_resolved_from_the_file() {
        assert_eq!(found("use super::super::brakes::torque;", "tyre/slip.rs"), ["crate::brakes::torque"]);
        assert_eq!(found("use super::brakes;", "tyre/mod.rs"), ["crate::brakes"]);
        assert_eq!(found("self::slip::kappa()", "tyre/mod.rs"), ["crate::tyre::slip::kappa"]);
    }

    #[test]
    fn super_is_resolved_from_a_module_inside_the_file() {
        let source = "mod inner { use super::a; mod deep { use super::super::super::b; } } use super::c;";
        assert_eq!(found(source, "tyre.rs"), ["crate::tyre::a", "crate::b", "crate::c"]);
    }

    #[test]
    fn an_argument_of_a_type_is_no_path() {
        assert_eq!(found("Dual::<f64>::sin(x)", "step.rs"), ["Dual"]);
    }

    #[test]
    fn paths_in_the_middle_of_code_are_found() {
        let source = "let y = f64::sin(x) + <f64>::cos(x) + Vec::<crate::math::Real>::new();";
        assert_eq!(found(source, "step.rs"), ["f64::sin", "f64::cos", "Vec", "crate::math::Real"]);
    }
}
