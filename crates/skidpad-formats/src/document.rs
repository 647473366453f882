//! From bytes to a TOML tree, within limits.

use toml::Spanned;
use toml::de::DeTable;

use crate::error::{Faults, FileError};

/// The largest file that is read, bytes: 1 MiB. A vehicle file has about 5 kB.
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// Up to this size all mistakes in the syntax are reported, not only the first.
const SMALL_BYTES: usize = 1 << 16;
/// At most so many mistakes in the syntax are reported: most follow from the first.
const MOST_MISTAKES: usize = 10;

/// The error for a file that is too large, by its size.
pub(crate) fn too_large(origin: &str, bytes: u64, most: usize) -> FileError {
    let must = format!("at most {most} bytes ({} MiB)", most >> 20);
    FileError::whole(origin, format!("a file of {bytes} bytes"), must)
}

/// The text of a file: UTF-8, not too large, not empty; a byte order mark is left out.
pub(crate) fn text<'a>(origin: &str, bytes: &'a [u8]) -> Result<&'a str, FileError> {
    text_at_most(origin, bytes, MAX_FILE_BYTES)
}

/// [`text`] with another limit.
pub(crate) fn text_at_most<'a>(origin: &str, bytes: &'a [u8], most: usize) -> Result<&'a str, FileError> {
    if bytes.len() > most {
        return Err(too_large(origin, bytes.len() as u64, most));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let value = format!("the byte 0x{byte:02X} at byte offset {at}");
        FileError::whole(origin, value, "text in UTF-8; save the file in that encoding")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FileError::whole(
            origin,
            "an empty file",
            "a scenario or a vehicle in TOML; copy one from `scenarios` or `crates/skidpad-formats/presets`",
        ));
    }
    Ok(text)
}

/// The tree of a text, or what is wrong with its syntax.
pub(crate) fn tree<'a>(origin: &str, text: &'a str) -> Result<Spanned<DeTable<'a>>, FileError> {
    let first = match DeTable::parse(text) {
        Ok(tree) => return Ok(tree),
        Err(error) => error,
    };
    let errors = if text.len() <= SMALL_BYTES { DeTable::parse_recoverable(text).1 } else { vec![first] };
    let mut faults = Faults::default();
    for error in errors.iter().take(MOST_MISTAKES) {
        let offset = error.span().map_or(0, |span| span.start);
        faults.push(offset, "", near(text, offset), syntax(error.message()), None);
    }
    Err(faults.into_error(origin, text))
}

/// What stands at a place, up to the end of its line.
fn near(text: &str, offset: usize) -> String {
    let rest = text.get(offset..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    if rest.is_empty() {
        return "the end of the file".to_owned();
    }
    if line.is_empty() {
        return "the end of the line".to_owned();
    }
    format!("`{}`", shortened(line))
}

/// At most 60 characters of a text, on one line.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    let is_short = line.len() == text.len() && line.chars().nth(LONGEST).is_none();
    let mut short: String =
        line.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if !is_short {
        short.push('…');
    }
    short
}

fn syntax(message: &str) -> String {
    if message.contains("recursion") || message.contains("recurse") {
        return "nested less deeply: no file needs more than 5 levels, and 80 are read".to_owned();
    }
    format!("TOML: {message}")
}

#[cfg(test)]
mod tests {
    use super::{MAX_FILE_BYTES, shortened, text, tree};

    fn error(bytes: &[u8]) -> String {
        match text("f", bytes) {
            Err(error) => error.to_string(),
            Ok(text) => tree("f", text).expect_err("a mistake").to_string(),
        }
    }

    #[test]
    fn what_is_no_text_is_refused_with_the_place() {
        assert_eq!(
            error(b""),
            "f: got an empty file; must be a scenario or a vehicle in TOML; copy one from `scenarios` or `crates/skidpad-formats/presets`"
        );
        assert!(error(b" \n\t").contains("an empty file"));
        assert!(error(b"ab\xffc").contains("the byte 0xFF at byte offset 2; must be text in UTF-8"));
        assert!(error(b"ab\xc3").contains("the byte 0xC3 at byte offset 2"));
        let large = error(&vec![b' '; MAX_FILE_BYTES + 1]);
        assert_eq!(large, "f: got a file of 1048577 bytes; must be at most 1048576 bytes (1 MiB)");
    }

    #[test]
    fn byte_order_mark_and_carriage_returns_are_read() {
        let text = text("f", b"\xef\xbb\xbfa = 1\r\nb = 2\r\n").unwrap();
        assert_eq!(tree("f", text).unwrap().get_ref().len(), 2);
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        for (open, close) in [("[", "]"), ("{a=", "}"), ("[{a=", "}]")] {
            for depth in [100, 1000, 200_000] {
                let deep = format!("x = {}1{}", open.repeat(depth), close.repeat(depth));
                let error = error(&deep.as_bytes()[..deep.len().min(MAX_FILE_BYTES)]);
                assert!(error.contains("nested less deeply"), "{error}");
                let open = format!("x = {}", open.repeat(depth));
                assert!(self::error(&open.as_bytes()[..open.len().min(MAX_FILE_BYTES)]).contains("must be"));
            }
        }
        let dotted = format!("{}a = 1", "a.".repeat(200_000));
        assert!(error(dotted.as_bytes()).contains("nested less deeply"));
        assert!(error(format!("[{}a]", "a.".repeat(200_000)).as_bytes()).contains("nested less deeply"));
    }

    #[test]
    fn mistakes_in_the_syntax_have_places() {
        let error = error(b"a = 1\nb = = 2\nc = \"x\nd = 2");
        assert!(error.starts_with("f:2:5: got `= 2`; must be TOML: "), "{error}");
        assert!(error.contains("\nf:3:"), "{error}");
        assert!(super::tree("f", "a = 1\na = 2").unwrap_err().to_string().contains("duplicate key"));
    }

    #[test]
    fn long_values_are_shortened() {
        assert_eq!(shortened("abc"), "abc");
        assert_eq!(shortened("abc\ndef"), "abc…");
        assert_eq!(shortened(&"é".repeat(100)).chars().count(), 61);
    }
}
