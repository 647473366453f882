//! Letters as strokes: enough for names, numbers and units, without a font file.

use skidpad_core::math::Real;

use super::canvas::{Canvas, Paint, Pixel};

/// Rows of the grid that the letters are drawn on: the base line and the height of capitals.
const BASE: f64 = 2.0;
const CAPITAL: f64 = 8.0;
/// Columns between two letters, and for a space.
const GAP: f64 = 1.6;
const SPACE: f64 = 3.0;
/// Width of the strokes, in rows of the grid.
const WEIGHT: f64 = 0.85;

/// A letter and its strokes, separated by `/`; each point is a column and a row from below.
const LETTERS: &[(char, &str)] = &[
    ('0', "12 03 07 18 38 47 43 32 12"),
    ('1', "07 28 22/02 42"),
    ('2', "07 18 38 47 46 02 42"),
    ('3', "07 18 38 47 46 35 15/35 44 43 32 12 03"),
    ('4', "32 38 04 44"),
    ('5', "48 08 05 35 44 43 32 12 03"),
    ('6', "47 38 18 07 03 12 32 43 44 35 15 04"),
    ('7', "08 48 12"),
    ('8', "15 06 07 18 38 47 46 35 15 04 03 12 32 43 44 35"),
    ('9', "03 12 32 43 47 38 18 07 06 15 35 46"),
    ('a', "05 16 36 45 42/44 14 03 12 32 43"),
    ('b', "08 02/03 12 32 43 45 36 16 05"),
    ('c', "45 36 16 05 03 12 32 43"),
    ('d', "48 42/43 32 12 03 05 16 36 45"),
    ('e', "04 44 45 36 16 05 03 12 32 43"),
    ('f', "38 28 17 12/06 36"),
    ('g', "46 41 30 10 01/43 32 12 03 05 16 36 45"),
    ('h', "08 02/05 16 36 45 42"),
    ('i', "06 02/08 08"),
    ('j', "16 11 00/18 18"),
    ('k', "08 02/46 04 42"),
    ('l', "08 03 12"),
    ('m', "06 02/05 16 26 35 32/35 46 56 65 62"),
    ('n', "06 02/05 16 36 45 42"),
    ('o', "12 03 05 16 36 45 43 32 12"),
    ('p', "06 00/03 12 32 43 45 36 16 05"),
    ('q', "46 40/43 32 12 03 05 16 36 45"),
    ('r', "06 02/05 16 36"),
    ('s', "45 36 16 05 14 34 43 32 12 03"),
    ('t', "18 13 22 32/06 36"),
    ('u', "06 03 12 32 43/46 42"),
    ('v', "06 22 46"),
    ('w', "06 12 26 32 46"),
    ('x', "06 42/46 02"),
    ('y', "06 22/46 10"),
    ('z', "06 46 02 42"),
    ('A', "02 28 42/14 34"),
    ('B', "02 08 38 47 46 35 05/35 44 43 32 02"),
    ('C', "47 38 18 07 03 12 32 43"),
    ('D', "02 08 28 46 44 22 02"),
    ('E', "48 08 02 42/05 35"),
    ('F', "48 08 02/05 35"),
    ('G', "47 38 18 07 03 12 32 43 45 25"),
    ('H', "08 02/48 42/05 45"),
    ('I', "08 02"),
    ('J', "38 33 22 12 03"),
    ('K', "08 02/48 05 42"),
    ('L', "08 02 42"),
    ('M', "02 08 25 48 42"),
    ('N', "02 08 42 48"),
    ('O', "12 03 07 18 38 47 43 32 12"),
    ('P', "02 08 38 47 46 35 05"),
    ('Q', "12 03 07 18 38 47 43 32 12/24 42"),
    ('R', "02 08 38 47 46 35 05/25 42"),
    ('S', "47 38 18 07 06 15 35 44 43 32 12 03"),
    ('T', "08 48/28 22"),
    ('U', "08 03 12 32 43 48"),
    ('V', "08 22 48"),
    ('W', "08 12 26 32 48"),
    ('X', "08 42/48 02"),
    ('Y', "08 25 48/25 22"),
    ('Z', "08 48 02 42"),
    ('.', "02 02"),
    (',', "02 01"),
    (':', "03 03/05 05"),
    ('-', "05 35"),
    ('−', "05 35"),
    ('+', "05 45/23 27"),
    ('_', "01 41"),
    ('=', "04 44/06 46"),
    ('/', "01 38"),
    ('(', "18 06 04 12"),
    (')', "08 16 14 02"),
    ('%', "02 48/07 08 18 17 07/32 33 43 42 32"),
];

/// Size and colour of a text.
#[derive(Clone, Copy)]
pub struct Style {
    /// Height of capitals, pixels.
    pub size: f64,
    pub paint: Paint,
}

/// Width of a text, pixels.
pub fn width(text: &str, size: f64) -> f64 {
    let columns: f64 = text.chars().map(advance).sum();
    columns * size / (CAPITAL - BASE)
}

/// Writes a text from the left end of its base line. A character without strokes leaves a space.
pub fn write(canvas: &mut Canvas, text: &str, from: Pixel, style: Style) {
    let scale = style.size / (CAPITAL - BASE);
    let mut column = 0.0;
    for letter in text.chars() {
        for stroke in strokes(letter) {
            let place = |(x, y): &(f64, f64)| [from[0] + (column + x) * scale, from[1] - (y - BASE) * scale];
            let line: Vec<Pixel> = stroke.iter().map(place).collect();
            match line.as_slice() {
                // A dot.
                [one, other] if one == other => canvas.disc(*one, 0.6 * WEIGHT * scale, style.paint),
                line => canvas.stroke(line, WEIGHT * scale, style.paint),
            }
        }
        column += advance(letter);
    }
}

/// Columns from a letter to the next.
fn advance(letter: char) -> f64 {
    let right = strokes(letter).flatten().map(|(x, _)| x).fold(f64::NEG_INFINITY, Real::max);
    if right.is_finite() { right + GAP } else { SPACE }
}

fn strokes(letter: char) -> impl Iterator<Item = Vec<(f64, f64)>> {
    let found = LETTERS.iter().find(|(known, _)| *known == letter).map(|(_, strokes)| *strokes);
    let digit = |letter: char| f64::from(letter.to_digit(10).unwrap_or_default());
    let point = move |pair: &str| {
        let mut digits = pair.chars().map(digit);
        (digits.next().unwrap_or_default(), digits.next().unwrap_or_default())
    };
    found
        .into_iter()
        .flat_map(|strokes| strokes.split('/'))
        .map(move |stroke| stroke.split(' ').map(point).collect())
}

#[cfg(test)]
mod tests {
    use super::{LETTERS, strokes, width};

    #[test]
    fn every_letter_and_digit_has_strokes_of_two_points_or_more() {
        let wanted = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(".,:-−+/()%=_".chars());
        for letter in wanted {
            let found: Vec<_> = strokes(letter).collect();
            assert!(!found.is_empty() && found.iter().all(|stroke| stroke.len() > 1), "{letter}");
        }
        assert!(
            LETTERS.iter().all(|(_, strokes)| strokes.bytes().all(|byte| b"0123456789 /".contains(&byte)))
        );
    }

    #[test]
    fn text_is_as_wide_as_its_letters() {
        assert_eq!(width("11", 12.0), 2.0 * width("1", 12.0));
        assert!(width("m", 12.0) > width("n", 12.0) && width(" ", 12.0) > 0.0);
    }
}
