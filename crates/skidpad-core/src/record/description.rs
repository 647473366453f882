//! Descriptions of channels.

/// The first sentence of a doc comment, without its full stop.
pub const fn first_sentence(doc: &'static str) -> &'static str {
    let doc = doc.trim_ascii();
    let bytes = doc.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let is_end = bytes[at] == b'.' && (at + 1 == bytes.len() || bytes[at + 1] == b' ');
        if is_end {
            return doc.split_at(at).0;
        }
        at += 1;
    }
    doc
}

#[cfg(test)]
#[path = "../../tests/inside/record_description.rs"]
mod tests;
