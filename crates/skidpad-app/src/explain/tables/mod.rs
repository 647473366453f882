//! The equations, model by model.

mod common;
mod four_wheels;
mod in_space;
mod row;
mod simple;
mod two_axles;

pub(super) use row::{Formula, Row};

/// Tables of a model; the first that has a channel counts.
pub(super) fn for_model(model: &str) -> &'static [&'static [Row]] {
    match model {
        "point_mass" | "point_mass_palmer" => &[simple::POINT_MASS],
        "kinematic" => &[simple::KINEMATIC, common::ROWS],
        "slip_vector" => &[simple::SLIP_VECTOR, common::ROWS],
        "ackermann" => &[two_axles::ACKERMANN, two_axles::AXLES, common::TURNING, common::ROWS],
        "single_track" => &[two_axles::SINGLE_TRACK, two_axles::AXLES, common::TURNING, common::ROWS],
        "two_track" => &[four_wheels::ROWS, common::TURNING, common::ROWS],
        "two_track_sprung" => &[four_wheels::SPRUNG, four_wheels::ROWS, common::TURNING, common::ROWS],
        "spatial" => &[in_space::ROWS, four_wheels::ROWS, common::TURNING, common::ROWS],
        name if name.starts_with("spatial") => {
            &[in_space::ROWS, four_wheels::OTHER_TYRES, four_wheels::ROWS, common::TURNING, common::ROWS]
        }
        // Some of these are on springs: what is said of those holds for all, and is not evaluated.
        name if name.starts_with("two_track") => {
            &[four_wheels::OTHER_TYRES, four_wheels::SPRUNG, four_wheels::ROWS, common::TURNING, common::ROWS]
        }
        _ => &[],
    }
}
