//! Track files in XML: the tree of a text within limits, and its numbers with their places.

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

use super::file::text_of;
use crate::document::shortened;
use crate::error::{Faults, FileError, Problem, bounded};

/// The most elements, attributes and texts between them.
const MOST_NODES: u32 = 2_000_000;

/// A text without what refers to other files.
pub(super) struct PlainXml {
    /// The text; blanks stand in the place of its document type and of references to entities, so that places stay.
    pub text: String,
    /// Notes on what was blanked.
    pub notes: Vec<String>,
}

/// The text of a file in XML.
pub(super) fn plain(origin: &str, bytes: &[u8], must: &str) -> Result<PlainXml, FileError> {
    let mut text = text_of(origin, bytes, must)?.to_owned();
    let mut notes = Vec::new();
    if let Some(range) = document_type(&text) {
        blank(&mut text, range);
    }
    let entities = entities(&text);
    let mut names: Vec<String> = entities.iter().map(|range| shortened(&text[range.clone()])).collect();
    names.sort();
    names.dedup();
    for name in names.iter().take(10) {
        notes.push(format!("{name} is ignored: other files and entities are not read"));
    }
    for range in entities {
        blank(&mut text, range);
    }
    Ok(PlainXml { text, notes })
}

/// Name of the first element of a text in XML, without its prefix: what stands before it is declarations and comments.
pub(super) fn first_element(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        rest = rest.strip_prefix('<')?;
        let end = match rest.get(..3) {
            Some("!--") => "-->",
            // A document type may have declarations in brackets.
            Some("!DO") => {
                let bracket = rest.find('[').unwrap_or(usize::MAX);
                if rest.find('>').is_some_and(|end| bracket < end) { "]>" } else { ">" }
            }
            Some(other) if other.starts_with('?') => "?>",
            _ => break,
        };
        rest = rest[rest.find(end)? + end.len()..].trim_start();
    }
    let name = rest.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next()?;
    Some(name.rsplit(':').next().unwrap_or(name))
}

/// The tree of a text, or its first mistake.
pub(super) fn tree<'a>(origin: &str, text: &'a str) -> Result<Document<'a>, FileError> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let problem = Problem {
            line: at.row as usize,
            column: at.col as usize,
            path: String::new(),
            value: String::new(),
            must: bounded(&format!("no well-formed XML: {error}")),
            hint: None,
        };
        FileError { origin: origin.to_owned(), problems: vec![problem] }
    })
}

/// A text within an attribute or element. What XML does not hold is a blank.
pub(super) fn escaped(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Leaves the first notes and the number of those that follow.
pub(super) fn shortened_notes(notes: &mut Vec<String>) {
    const MOST: usize = 50;
    if notes.len() > MOST {
        let more = format!("{} more notes are left out", notes.len() - MOST);
        notes.truncate(MOST);
        notes.push(more);
    }
}

/// Range of `<!DOCTYPE ...>`, with the declarations within its brackets.
fn document_type(text: &str) -> Option<Range<usize>> {
    let from = text.find("<!DOCTYPE")?;
    let bytes = &text.as_bytes()[from..];
    let (mut is_inside, mut quote) = (false, None);
    for (at, byte) in bytes.iter().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(*byte),
            (_, Some(open)) if *byte == open => quote = None,
            (b'[', None) => is_inside = true,
            (b']', None) => is_inside = false,
            (b'>', None) if !is_inside => return Some(from..from + at + 1),
            _ => {}
        }
    }
    None
}

/// References to entities of others: `&name;`. Those of XML itself and of characters stay.
fn entities(text: &str) -> Vec<Range<usize>> {
    const LONGEST: usize = 100;
    let mut found = Vec::new();
    for (from, _) in text.match_indices('&') {
        let rest = &text.as_bytes()[from + 1..];
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
        let length = rest.iter().take(LONGEST).take_while(|byte| is_name(byte)).count();
        let is_own = matches!(&rest[..length], b"amp" | b"lt" | b"gt" | b"quot" | b"apos");
        if length > 0 && rest.get(length) == Some(&b';') && !is_own {
            found.push(from..from + length + 2);
        }
    }
    found
}

/// Blanks a range, lines kept.
fn blank(text: &mut String, range: Range<usize>) {
    let mut blanks = String::with_capacity(range.len());
    for c in text[range.clone()].chars() {
        (0..c.len_utf8()).for_each(|_| blanks.push(if c == '\n' { c } else { ' ' }));
    }
    text.replace_range(range, &blanks);
}

/// The problems found so far in a tree.
#[derive(Default)]
pub(super) struct XmlReader {
    pub faults: Faults,
}

impl XmlReader {
    /// A number that must be given. 0 or the nearest number of the range stands for one that is wrong.
    pub fn number(&mut self, node: Node, name: &str, range: [f64; 2]) -> f64 {
        match node.attribute_node(name) {
            Some(_) => self.number_or(node, name, 0.0, range),
            None => {
                self.missing(node, name, "given");
                skidpad_core::math::Real::clamp(0.0, range[0], range[1])
            }
        }
    }

    /// An optional number.
    pub fn number_or(&mut self, node: Node, name: &str, default: f64, [low, high]: [f64; 2]) -> f64 {
        let Some(attribute) = node.attribute_node(name) else { return default };
        let number = attribute.value().trim().parse().ok().filter(|number| (low..=high).contains(number));
        number.unwrap_or_else(|| {
            let value = format!("`{}`", shortened(attribute.value()));
            let must = format!("a number between {low} and {high}");
            self.faults.push(attribute.range_value().start, &path(node, name), value, must, None);
            default
        })
    }

    /// An attribute or element that is missing in an element.
    pub fn missing(&mut self, node: Node, name: &str, must: &str) {
        self.faults.push(node.range().start, &path(node, name), "nothing".to_owned(), must.to_owned(), None);
    }

    /// A fault of an element.
    pub fn fault(&mut self, node: Node, value: impl Into<String>, must: impl Into<String>) {
        let path = named(node);
        self.faults.push(node.range().start, &path, value.into(), must.into(), None);
    }
}

fn path(node: Node, name: &str) -> String {
    format!("{}.{name}", named(node))
}

/// An element by its tag and its name or number, where it has one.
fn named(node: Node) -> String {
    let name = node.attribute("id").or(node.attribute("name")).filter(|name| !name.is_empty());
    let tag = shortened(node.tag_name().name());
    name.map_or_else(|| tag.clone(), |name| format!("{tag} {}", shortened(name)))
}

/// Children of an element with a tag, whatever their namespace.
pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    tag: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == tag)
}

/// The first child of an element with a tag.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, tag: &'static str) -> Option<Node<'a, 'i>> {
    children(node, tag).next()
}

#[cfg(test)]
mod tests {
    use super::{plain, tree};

    #[test]
    fn document_types_and_entities_are_blanked_in_place() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE p [\n<!ENTITY s SYSTEM \"file:///etc/passwd\">\n<!ENTITY e \">]>é\">\n]>\n<p a=\"1 &lt; 2\">&s;&#65; é&s;</p>";
        let plain = plain("f", text.as_bytes(), "").unwrap();
        assert_eq!(plain.text.len(), text.len());
        assert_eq!(plain.text.lines().count(), text.lines().count());
        assert_eq!(plain.notes, ["&s; is ignored: other files and entities are not read"]);
        let tree = tree("f", &plain.text).unwrap();
        assert_eq!(tree.root_element().text().unwrap().trim(), "A é");
        assert_eq!(tree.root_element().attribute("a"), Some("1 < 2"));
    }

    #[test]
    fn mistakes_in_the_syntax_have_their_place() {
        let error = tree("f", "<a>\n  <b>\n</a>").unwrap_err().to_string();
        assert!(error.starts_with("f:3:") && error.contains("well-formed"), "{error}");
    }

    #[test]
    fn deep_nesting_ends() {
        let deep = "<a>".repeat(100_000);
        assert!(tree("f", &deep).is_err());
        let closed = deep + &"</a>".repeat(100_000);
        // Read or refused: no overflow of the stack.
        let _ = tree("f", &closed);
    }
}
