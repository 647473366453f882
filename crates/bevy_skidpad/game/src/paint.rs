//! Colours of the ground.

use bevy_skidpad::skidpad::world::track::StripKind;

use crate::mesh_data::scatter;

/// Linear colours.
pub const ASPHALT: [f32; 3] = [0.060, 0.062, 0.068];
/// Lines on the road.
pub const LINE: [f32; 3] = [0.72, 0.72, 0.70];
/// Grass and land.
pub const GRASS: [f32; 3] = [0.085, 0.160, 0.040];
const GRAVEL: [f32; 3] = [0.42, 0.35, 0.24];
const KERB: [[f32; 3]; 2] = [[0.55, 0.03, 0.03], [0.75, 0.75, 0.73]];
/// Steel barriers.
pub const BARRIER: [f32; 3] = [0.42, 0.44, 0.46];

/// Colour of a kind of ground; `None` is the road. Kerbs alternate by rows.
pub fn ground(kind: Option<StripKind>, row: usize) -> [f32; 3] {
    match kind {
        None | Some(StripKind::Asphalt) => ASPHALT,
        Some(StripKind::Kerb) => KERB[row % 2],
        Some(StripKind::Gravel) => GRAVEL,
        _ => GRASS,
    }
}

/// A colour that is a little lighter or darker from place to place, so that motion over it is seen.
pub fn mottled(colour: [f32; 3], [x, y]: [f64; 2], amount: f32) -> [f32; 3] {
    let near = scatter((x * 1.5) as i64, (y * 1.5) as i64);
    let far = scatter((x / 17.0) as i64, (y / 17.0) as i64);
    let factor = 1.0 + amount * (near + 0.7 * far - 0.85);
    colour.map(|part| part * factor)
}
