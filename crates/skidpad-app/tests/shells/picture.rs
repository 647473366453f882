//! Pictures, looked at.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Outcome, ensure};

/// A window has many colours, most of them of letters' edges; a blank one or a message has few.
const LEAST_COLOURS: usize = 100;
/// And no single colour is nearly all of it.
const LARGEST_SHARE: f64 = 0.9;

/// Fails where a picture shows nothing, or is not of the expected size.
pub fn shows_something(path: &Path, [width, height]: [u32; 2]) -> Outcome {
    let name = path.display();
    let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info()?;
    let info = reader.info();
    let (size, samples) = ((info.width, info.height), info.color_type.samples());
    ensure(size == (width, height), format!("{name} is {size:?}, not {width} by {height}"))?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("a picture without end")?];
    reader.next_frame(&mut bytes)?;
    let mut counts = BTreeMap::<&[u8], usize>::new();
    for pixel in bytes.chunks_exact(samples) {
        *counts.entry(&pixel[..3]).or_default() += 1;
    }
    let largest = counts.values().max().copied().unwrap_or_default();
    let share = largest as f64 / (bytes.len() / samples) as f64;
    let colours = counts.len();
    println!("{name}: {colours} colours, the commonest on {:.0} %", 100.0 * share);
    let is_picture = colours >= LEAST_COLOURS && share < LARGEST_SHARE;
    ensure(
        is_picture,
        format!("{name} shows nothing: {colours} colours, one of them on {:.0} %", 100.0 * share),
    )
}
