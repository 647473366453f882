//! The page that is made of the errata.

use core::fmt::Write;

use super::{Erratum, errata};
use crate::sources::{Figure, figures};

/// The errata as a page in Markdown: a heading for each text and each entry.
pub fn errata_markdown() -> String {
    let figures = figures();
    let mut page = String::from(
        "# Errata of the source texts\n\n\
         What the texts that Skidpad began with have wrong. Where a form of theirs is \
         wrong, the library keeps it under its own name beside the corrected one, which is the default. The numbers \
         are computed by calling these functions with the texts' own inputs.\n\n\
         This page is written by `skidpad_texts::sources::errata_markdown`.\n",
    );
    let mut source = "";
    for erratum in errata() {
        if erratum.source != source {
            source = erratum.source;
            page.push_str(&format!("\n## {source}\n"));
        }
        entry(&mut page, &erratum, &figures);
    }
    page
}

fn entry(page: &mut String, erratum: &Erratum, figures: &[Figure]) {
    page.push_str(&format!("\n### {}\n\n", erratum.location));
    let mut line = |label: &str, text: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(page, "- {label}: {text}");
    };
    line("**It says**", erratum.says);
    line("**Right**", erratum.right);
    if !erratum.shown.is_empty() {
        line("**Shown by**", erratum.shown);
    }
    for id in erratum.figures {
        if let Some(figure) = figures.iter().find(|figure| figure.id == *id) {
            line("**Figure**", &shown(figure));
        }
    }
    if let Some(form) = erratum.printed_form {
        line("**As printed**", &format!("`{form}`"));
    }
    if let Some(form) = erratum.corrected_form {
        line("**Corrected**", &format!("`{form}`"));
    }
}

/// A figure in a line: what it is, what the text prints, what the library computes, and why.
fn shown(figure: &Figure) -> String {
    let (id, quantity, why) = (figure.id, figure.quantity, figure.why);
    let unit = if figure.unit == "-" { String::new() } else { format!(" {}", figure.unit) };
    let computed = number(figure.computed);
    let numbers = match figure.printed {
        Some(printed) => format!("printed {}, computed {computed}{unit}", number(printed)),
        None => format!("{computed}{unit}"),
    };
    format!("`{id}`, {quantity}: {numbers} ({why})")
}

/// Four significant digits, without the zeros at the end.
fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    let mut places = 3;
    let mut size = value.abs();
    while size >= 10.0 && places > 0 {
        size /= 10.0;
        places -= 1;
    }
    while size < 1.0 && places < 12 {
        size *= 10.0;
        places += 1;
    }
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_four_digits() {
        let cases = [
            (0.0, "0"),
            (2.2, "2.2"),
            (18.7287, "18.73"),
            (0.080_53, "0.08053"),
            (-10.5623, "-10.56"),
            (14_700.0, "14700"),
            (1055.31, "1055"),
            (-0.147, "-0.147"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
