//! Pairs of key and value as the address of a page carries them.

use skidpad_world::names::shown;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters that stand in an address as they are, in any place (RFC 3986, unreserved).
const WRITTEN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Pairs, in their order.
#[derive(Default)]
pub(super) struct Pairs(pub(super) Vec<(String, String)>);

impl Pairs {
    pub(super) fn push(&mut self, key: &str, value: &str) {
        self.0.push((key.to_owned(), value.to_owned()));
    }

    pub(super) fn text(&self) -> String {
        let written = |text: &str| utf8_percent_encode(text, WRITTEN).to_string();
        let pair = |(key, value): &(String, String)| format!("{}={}", written(key), written(value));
        self.0.iter().map(pair).collect::<Vec<_>>().join("&")
    }

    pub(super) fn read(text: &str) -> Result<Self, String> {
        let parts = text.split('&').filter(|part| !part.is_empty());
        parts.map(pair).collect::<Result<_, _>>().map(Self)
    }

    /// Takes the value of a key that may stand once.
    pub(super) fn take(&mut self, key: &str) -> Result<Option<String>, String> {
        let mut values = self.take_all(key);
        if values.len() > 1 {
            return Err(format!("the link says `{key}` {} times; write it once", values.len()));
        }
        Ok(values.pop())
    }

    /// Takes all values of a key.
    pub(super) fn take_all(&mut self, key: &str) -> Vec<String> {
        let (taken, left) = core::mem::take(&mut self.0).into_iter().partition(|(other, _)| other == key);
        self.0 = left;
        Vec::into_iter(taken).map(|(_, value)| value).collect()
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let shown = shown(text);
    let no_pair = || format!("`{shown}` in the link is no pair; write key=value");
    let (key, value) = text.split_once('=').ok_or_else(no_pair)?;
    let decoded = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8();
        decoded.map(|text| text.into_owned()).map_err(|_| format!("`{shown}` in the link is no UTF-8"))
    };
    Ok((decoded(key)?, decoded(value)?))
}
