//! Lines of a text with their places.

/// A line, or a part of it, with its byte offset and without blanks around it.
#[derive(Clone, Copy)]
pub(super) struct TextLine<'a> {
    pub offset: usize,
    pub text: &'a str,
}

/// Lines that are not blank.
pub(super) fn text_lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut end = 0;
    text.split_inclusive('\n')
        .map(move |whole| {
            let offset = end + (whole.len() - whole.trim_start().len());
            end += whole.len();
            TextLine { offset, text: whole.trim() }
        })
        .filter(|line| !line.text.is_empty())
}
