//! Tracks as maps of cells.

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use super::picture::MOST_CELLS;

/// Grey of free, occupied and unknown cells, as maps of ROS have them.
const FREE: u8 = 254;
const OCCUPIED: u8 = 0;
const UNKNOWN: u8 = 205;
/// Thickness of walls, cells, and cells around the track.
const WALL: f64 = 2.0;
const MARGIN: f64 = 4.0;

/// A map with its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The description, in YAML.
    pub yaml: String,
    /// The picture, as PGM.
    pub picture: Vec<u8>,
}

/// A closed track as a map with cells of a size, m: the road free, walls of two cells along it, all else unknown. `image`: the name of the picture in
/// the description.
///
/// # Errors
/// An open track, a size that is not between 1 mm and 100 m, and one by which the map has more than 16 million cells.
pub fn rasterise(track: &Track, image: &str, resolution_m: f64) -> Result<Raster, String> {
    if !track.is_closed() {
        return Err("an open track makes no map: its road has no walls at its ends".to_owned());
    }
    if !(1e-3..=100.0).contains(&resolution_m) {
        return Err(format!("resolution_m = {resolution_m}: must be 0.001 to 100"));
    }
    let [least, most] = bounds(track);
    let margin_m = MARGIN * resolution_m;
    let origin = least.map(|at_m| ((at_m - margin_m) / resolution_m).floor() * resolution_m);
    let cells = |axis: usize| ((most[axis] + margin_m - origin[axis]) / resolution_m).ceil();
    let [width, height] = [cells(0), cells(1)];
    if width * height > MOST_CELLS as f64 {
        return Err(format!(
            "{width} by {height} cells: must be at most {MOST_CELLS}; make the cells larger"
        ));
    }
    let [width, height] = [width as usize, height as usize];
    let mut picture = format!("P5\n{width} {height}\n255\n").into_bytes();
    for row in (0..height).rev() {
        for column in 0..width {
            let position_m = [
                origin[0] + (column as f64 + 0.5) * resolution_m,
                origin[1] + (row as f64 + 0.5) * resolution_m,
            ];
            picture.push(shade(track, position_m, resolution_m));
        }
    }
    let [x, y] = origin;
    let image = image.replace('\\', "\\\\").replace('"', "\\\"");
    let yaml = format!(
        "image: \"{image}\"\nresolution: {resolution_m:?}\norigin: [{x:?}, {y:?}, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    );
    Ok(Raster { yaml, picture })
}

/// Corners of a rectangle around the road.
fn bounds(track: &Track) -> [[f64; 2]; 2] {
    let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let steps = (track.length_m() / 0.5).ceil() as usize;
    for step in 0..=steps {
        let point = track.at(track.length_m() * step as f64 / steps as f64);
        let [left, right] = point.widths_m;
        for axis in 0..2 {
            let reach_m = Real::max(left, right);
            least[axis] = Real::min(least[axis], point.position_m[axis] - reach_m);
            most[axis] = Real::max(most[axis], point.position_m[axis] + reach_m);
        }
    }
    [least, most]
}

fn shade(track: &Track, position_m: [f64; 2], resolution_m: f64) -> u8 {
    let place = track.locate(position_m, None);
    let [left, right] = track.at(place.distance_m).widths_m;
    let beyond_m = Real::max(place.lateral_offset_m - left, -right - place.lateral_offset_m);
    if beyond_m <= 0.0 {
        FREE
    } else if beyond_m <= WALL * resolution_m {
        OCCUPIED
    } else {
        UNKNOWN
    }
}
