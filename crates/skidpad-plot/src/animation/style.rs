//! Colours: paper, ink and curves are those of the figures on a light ground; the road, the forces and the cars have their own.

use super::canvas::Rgb;
use crate::svg::LIGHT;

pub const PAPER: Rgb = rgb(LIGHT.ground);
pub const INK: Rgb = rgb(LIGHT.ink);
pub const QUIET: Rgb = rgb(LIGHT.quiet);
pub const EDGE: Rgb = rgb(LIGHT.edge);
pub const LINE: Rgb = rgb(LIGHT.series[0]);
pub const THROTTLE: Rgb = rgb(LIGHT.series[2]);
/// The road, and the lines on it: darker than the figures' grid, as the road is grey.
pub const ROAD: Rgb = [0xec, 0xee, 0xf1];
pub const GRID: Rgb = [0xda, 0xde, 0xe4];
/// The force of a tyre, and of one that slides: brighter than the figures' series, as the arrows lie on cars and marks. A
/// sliding tyre's arrow differs in shape as well, for those who do not tell red from green.
pub const FORCE: Rgb = [0x0c, 0x8a, 0x55];
pub const SLIDING: Rgb = [0xd8, 0x2a, 0x1a];
pub const BRAKE: Rgb = SLIDING;
/// The cars, in their order: light enough that arrows and windows stand out.
pub const CARS: [Rgb; 4] = [[0x2f, 0x6d, 0xf0], [0xf0, 0xa0, 0x20], rgb(LIGHT.series[2]), [0xa1, 0x4c, 0x9d]];

/// The colour that `#rrggbb` names.
const fn rgb(text: &str) -> Rgb {
    let text = text.as_bytes();
    assert!(text.len() == 7 && text[0] == b'#', "a colour is #rrggbb");
    [byte(text[1], text[2]), byte(text[3], text[4]), byte(text[5], text[6])]
}

const fn byte(high: u8, low: u8) -> u8 {
    16 * digit(high) + digit(low)
}

const fn digit(letter: u8) -> u8 {
    match letter {
        b'0'..=b'9' => letter - b'0',
        b'a'..=b'f' => letter - b'a' + 10,
        _ => panic!("a digit is 0 to 9 or a to f"),
    }
}
