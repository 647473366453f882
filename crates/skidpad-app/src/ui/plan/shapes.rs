//! Colours of ground, outlines of areas, and distances of lines.

use egui::{Color32, Pos2};
use skidpad_world::ground::{Area, Shape};

use super::projection::Projection;
use crate::tread::turned;

/// The sides of what is drawn as a disc.
const SIDES: usize = 48;

/// The least of 1, 2, 5, 10, .. of a unit whose lines stand far enough apart, in units.
pub(super) fn spacing(points_per_unit: f64, closest: f64) -> f64 {
    let least = closest / points_per_unit;
    let ten = 10.0_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * ten).find(|step| *step >= least).unwrap_or(ten)
}

/// The corners of an area on the screen.
pub(super) fn outline(view: &Projection, area: &Area) -> Vec<Pos2> {
    let corners: Vec<[f64; 2]> = match area.shape {
        Shape::Rectangle { size_m: [length, width] } => [[0.5, 0.5], [0.5, -0.5], [-0.5, -0.5], [-0.5, 0.5]]
            .map(|[along, aside]| [along * length, aside * width])
            .to_vec(),
        Shape::Disc { radius_m } => (0..SIDES)
            .map(|side| turned([radius_m, 0.0], core::f64::consts::TAU * side as f64 / SIDES as f64))
            .collect(),
    };
    let place = |corner| {
        let [x, y] = turned(corner, area.heading_rad);
        view.at([area.centre_m[0] + x, area.centre_m[1] + y])
    };
    corners.into_iter().map(place).collect()
}

/// Slippery ground is blue, the more the more slippery; grippy ground is lighter than the road; what rolls heavily,
/// such as gravel, is brown.
pub(super) fn colour(grip: Option<f64>, rolling: Option<f64>) -> Color32 {
    if rolling.is_some_and(|rolling| rolling > 3.0) {
        return Color32::from_rgb(104, 88, 62);
    }
    match grip.unwrap_or(1.0) {
        less if less < 1.0 => {
            let share = (1.0 - less).clamp(0.0, 1.0);
            Color32::from_rgb(52, (60.0 + 70.0 * share) as u8, (75.0 + 130.0 * share) as u8)
        }
        _ => Color32::from_rgb(72, 75, 80),
    }
}

#[cfg(test)]
mod tests {
    use super::spacing;

    #[test]
    fn lines_stand_far_enough_apart_at_every_scale() {
        for points_per_m in [0.5, 1.7, 4.0, 18.0, 60.0, 120.0] {
            let step = spacing(points_per_m, 26.0);
            let apart = step * points_per_m;
            assert!((26.0..=26.0 * 2.6).contains(&apart), "{points_per_m}: {step}, {apart} points");
        }
    }
}
