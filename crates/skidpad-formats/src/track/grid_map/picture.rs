//! Pictures of maps: PGM as text and as bytes, and PNG.

use std::io::Cursor;

use png::{ColorType, Transformations};

use crate::FileError;

/// The most cells of a picture.
pub(super) const MOST_CELLS: usize = 16_000_000;

/// A picture in shades of grey, by rows from the top.
pub(super) struct Picture {
    pub width: usize,
    pub height: usize,
    /// Brightness of each cell, from 0 to 1; NaN where it is transparent.
    pub cells: Vec<f32>,
}

/// Reads a picture.
pub(super) fn read(origin: &str, bytes: &[u8]) -> Result<Picture, FileError> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => portable_network(origin, bytes),
        [b'P', b'2', ..] => grey_map(origin, bytes, false),
        [b'P', b'5', ..] => grey_map(origin, bytes, true),
        [] => Err(refused(origin, "an empty file")),
        _ => Err(refused(origin, "a file of another kind")),
    }
}

fn refused(origin: &str, found: &str) -> FileError {
    FileError::whole(origin, found, "a picture as PGM (P2 or P5) or PNG")
}

fn sized(origin: &str, width: usize, height: usize) -> Result<usize, FileError> {
    let count = width.checked_mul(height).filter(|count| (1..=MOST_CELLS).contains(count));
    count.ok_or_else(|| {
        let found = format!("a picture of {width} by {height} cells");
        FileError::whole(origin, found, format!("one cell to {} million cells", MOST_CELLS / 1_000_000))
    })
}

/// GreyNumbers of a PGM between white space and comments.
struct GreyNumbers<'a> {
    rest: &'a [u8],
}

impl GreyNumbers<'_> {
    fn next(&mut self) -> Option<usize> {
        loop {
            match self.rest {
                [b'#', ..] => {
                    let end = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
                    self.rest = &self.rest[end..];
                }
                [byte, rest @ ..] if byte.is_ascii_whitespace() => self.rest = rest,
                _ => break,
            }
        }
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        str::from_utf8(digits).ok()?.parse().ok()
    }
}

fn grey_map(origin: &str, bytes: &[u8], is_binary: bool) -> Result<Picture, FileError> {
    let mut numbers = GreyNumbers { rest: &bytes[2..] };
    let head = [numbers.next(), numbers.next(), numbers.next()];
    let [Some(width), Some(height), Some(most @ 1..=65535)] = head else {
        return Err(FileError::whole(
            origin,
            "a PGM without its width, height and brightest value",
            "a head such as `P5 640 480 255`",
        ));
    };
    let count = sized(origin, width, height)?;
    let short = |found: usize| {
        FileError::whole(
            origin,
            format!("{found} cells"),
            format!("{count} cells, as {width} by {height} have"),
        )
    };
    let share = |value: usize| usize::min(value, most) as f32 / most as f32;
    let cells: Vec<f32> = if is_binary {
        // One blank follows the head.
        let data = numbers.rest.get(1..).unwrap_or_default();
        let size = if most > 255 { 2 } else { 1 };
        if data.len() < count * size {
            return Err(short(data.len() / size));
        }
        let value = |cell: &[u8]| cell.iter().fold(0, |value, byte| 256 * value + usize::from(*byte));
        data.chunks_exact(size).take(count).map(|cell| share(value(cell))).collect()
    } else {
        let mut cells = Vec::with_capacity(usize::min(count, bytes.len()));
        while cells.len() < count {
            let Some(value) = numbers.next() else { return Err(short(cells.len())) };
            cells.push(share(value));
        }
        cells
    };
    Ok(Picture { width, height, cells })
}

fn portable_network(origin: &str, bytes: &[u8]) -> Result<Picture, FileError> {
    let unreadable = |error: png::DecodingError| {
        FileError::whole(origin, format!("a PNG that cannot be read ({error})"), "a sound PNG")
    };
    let limits = png::Limits { bytes: 8 * MOST_CELLS };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let head = decoder.read_header_info().map_err(unreadable)?;
    let (width, height) = (head.width as usize, head.height as usize);
    let count = sized(origin, width, height)?;
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let size = reader.output_buffer_size().filter(|size| *size <= 8 * MOST_CELLS);
    let mut data = vec![0; size.ok_or_else(|| refused(origin, "a picture that is too large"))?];
    let info = reader.next_frame(&mut data).map_err(unreadable)?;
    let channels = info.color_type.samples();
    let has_alpha = matches!(info.color_type, ColorType::GrayscaleAlpha | ColorType::Rgba);
    let cell = |cell: &[u8]| {
        let colours = if has_alpha { &cell[..channels - 1] } else { cell };
        let is_clear = has_alpha && cell[channels - 1] < 128;
        let sum: u32 = colours.iter().map(|value| u32::from(*value)).sum();
        if is_clear { f32::NAN } else { sum as f32 / (255.0 * colours.len() as f32) }
    };
    let cells: Vec<f32> = data.chunks_exact(channels).take(count).map(cell).collect();
    if cells.len() < count {
        return Err(refused(origin, "a picture without all of its cells"));
    }
    Ok(Picture { width, height, cells })
}
