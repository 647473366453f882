//! Frames as an animated PNG of 255 colours, in which each frame holds what differs from the one before.

use std::collections::BTreeMap;

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError};

use super::canvas::{Canvas, Rgb};

/// The colour that leaves what was there.
const KEPT: u8 = 255;
/// Colours are told apart by this many steps of each channel.
const STEP: u8 = 4;

/// A rectangle of pixels that changed: left, top, width, height.
type Changed = [usize; 4];

/// Writes frames of one size. They are drawn twice, for the colours and for the file: all frames of a minute at once would take
/// more than a gigabyte.
pub struct Frames<F> {
    pub size: [usize; 2],
    /// Frames per second.
    pub rate_hz: u16,
    pub count: usize,
    /// Draws the frames from the first on.
    pub draw: F,
}

impl<I: Iterator<Item = Canvas>, F: Fn() -> I> Frames<F> {
    /// The file, which plays again and again.
    pub fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        let palette = Palette::new((self.draw)());
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.size[0] as u32, self.size[1] as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        // Neighbours in a palette are not neighbours in colour.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(palette.bytes());
        let mut opacity = vec![255; usize::from(KEPT)];
        opacity.push(0);
        encoder.set_trns(opacity);
        encoder.set_animated(self.count as u32, 0)?;
        encoder.set_frame_delay(1, self.rate_hz)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_blend_op(BlendOp::Over)?;
        let mut writer = encoder.write_header()?;
        let mut shown: Option<Vec<u8>> = None;
        for frame in (self.draw)() {
            let indices = palette.indices(frame.pixels());
            let [left, top, width, height] = shown
                .as_ref()
                .map_or([0, 0, self.size[0], self.size[1]], |shown| self.changed(shown, &indices));
            let part: Vec<u8> = (top..top + height)
                .flat_map(|row| (left..left + width).map(move |column| (row, column)))
                .map(|(row, column)| {
                    let at = row * self.size[0] + column;
                    let is_kept = shown.as_ref().is_some_and(|shown| shown[at] == indices[at]);
                    if is_kept { KEPT } else { indices[at] }
                })
                .collect();
            if shown.is_some() {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(width as u32, height as u32)?;
                writer.set_frame_position(left as u32, top as u32)?;
            }
            writer.write_image_data(&part)?;
            shown = Some(indices);
        }
        writer.finish()?;
        Ok(bytes)
    }

    /// The smallest rectangle around all that changed; one pixel where nothing did.
    fn changed(&self, before: &[u8], now: &[u8]) -> Changed {
        let [width, height] = self.size;
        let row_differs = |row: &usize| before[row * width..][..width] != now[row * width..][..width];
        let Some(top) = (0..height).find(row_differs) else { return [0, 0, 1, 1] };
        let bottom = (top..height).rfind(row_differs).unwrap_or(top);
        let column_differs = |column: &usize| {
            (top..=bottom).any(|row| before[row * width + column] != now[row * width + column])
        };
        let left = (0..width).find(column_differs).unwrap_or(0);
        let right = (left..width).rfind(column_differs).unwrap_or(left);
        [left, top, right + 1 - left, bottom + 1 - top]
    }
}

/// The most frequent colours, and for every other the nearest of them.
struct Palette {
    colours: Vec<Rgb>,
    index: BTreeMap<Rgb, u8>,
}

impl Palette {
    fn new(frames: impl Iterator<Item = Canvas>) -> Self {
        let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
        for frame in frames {
            // Pixels of one colour stand in rows.
            for run in frame.pixels().chunk_by(|one, other| one == other) {
                *counts.entry(coarse(run[0])).or_default() += run.len() as u64;
            }
        }
        let mut colours: Vec<Rgb> = counts.keys().copied().collect();
        colours.sort_by_key(|colour| (std::cmp::Reverse(counts[colour]), *colour));
        colours.truncate(usize::from(KEPT));
        let nearest = |wanted: &Rgb| {
            let distance = |colour: &Rgb| {
                colour
                    .iter()
                    .zip(wanted)
                    .map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2))
                    .sum::<u32>()
            };
            let found = colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
            found.map_or(0, |(at, _)| at as u8)
        };
        let index = counts.keys().map(|colour| (*colour, nearest(colour))).collect();
        Self { colours, index }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    fn indices(&self, pixels: &[Rgb]) -> Vec<u8> {
        let mut indices = Vec::with_capacity(pixels.len());
        for run in pixels.chunk_by(|one, other| one == other) {
            let index = self.index.get(&coarse(run[0])).copied().unwrap_or_default();
            indices.resize(indices.len() + run.len(), index);
        }
        indices
    }
}

/// A colour on the grid of those that are told apart; black and white stay.
fn coarse(colour: Rgb) -> Rgb {
    colour.map(|channel| {
        let steps = (u16::from(channel) + u16::from(STEP) / 2) / u16::from(STEP);
        (steps * u16::from(STEP)).min(255) as u8
    })
}
