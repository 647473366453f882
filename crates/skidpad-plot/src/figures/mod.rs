//! The figures of a road test, each after the source that first drew it.

mod drawing;
mod drive;
mod engine;
mod gears;
mod points;
mod resistance;
mod run;
mod sources;
mod tyre;

use skidpad_core::spec::Vehicle;
use skidpad_world::roadtest::RoadTest;

use crate::svg::{Sheet, Stack};

pub(crate) use drawing::Drawing;
pub use drawing::Figure;
pub(crate) use engine::peak_output;
pub(crate) use run::staircase;
pub use sources::source_figures;

/// All figures of a road test, on the road and in the air of its conditions, in the order of the report. One whose run recorded nothing
/// is left out.
pub fn figures(vehicle: &Vehicle<f64>, test: &RoadTest) -> Vec<Figure> {
    let drawings = [
        run::standing_start(test),
        run::launch(vehicle, test),
        run::acceleration_over_speed(vehicle, test),
        Some(drive::wheel_force(vehicle, test)),
        Some(drive::axle_torque(vehicle)),
        Some(resistance::traction_and_resistance(vehicle, test)),
        Some(engine::torque_and_power(vehicle)),
        Some(engine::torque_and_horsepower(vehicle)),
        Some(engine::torque_curve(vehicle)),
        Some(engine::power_curve(vehicle)),
        Some(tyre::slip_curves(vehicle, test)),
        run::braking(test),
        resistance::road_load(vehicle, test),
    ];
    drawings.into_iter().flatten().map(Drawing::finish).collect()
}

/// The four figures that say most, as one picture: an SVG document, 1200 pixels wide.
pub fn overview(title: &str, vehicle: &Vehicle<f64>, test: &RoadTest) -> String {
    let drawings = [
        run::standing_start(test),
        Some(drive::wheel_force(vehicle, test)),
        Some(drive::axle_torque(vehicle)),
        Some(tyre::slip_curves(vehicle, test)),
    ];
    let cells = drawings
        .into_iter()
        .flatten()
        .map(|drawing| Stack { title: drawing.title, plots: drawing.plots })
        .collect();
    Sheet {
        title: title.to_owned(),
        subtitle: String::from("Road test computed by Skidpad"),
        width: 1200.0,
        row_height: 480.0,
        columns: 2,
        cells,
    }
    .svg()
}
