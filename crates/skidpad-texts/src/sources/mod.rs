//! The five source texts: every figure that they print, recomputed, and where they are
//! wrong.
//!
//! [`figures`] lists them. Each is computed by calling the library's functions with the text's own
//! inputs, and its verdict by comparing the result with the digits in the text. [`errata`] lists
//! what the texts have wrong, with the functions that keep the printed and the corrected form.
//!
//! The texts: Marco Monster, *Car Physics for Games*, v1.4 (2002) and v1.9 (2003); Grant Palmer,
//! *Physics for Game Programmers*, chapter 8 (2005); Helmut Hlavacs, *A 2D Car Physics Model based
//! on Ackermann Steering*; the description of `move_car` in RARS, the Robot Auto Racing Simulator.
//!
//! # Palmer's equations
//!
//! | equation | function |
//! |---|---|
//! | 8.1 | [`chassis::normal_force`](skidpad_texts::chassis::normal_force) |
//! | 8.2 | [`gearing::drive_force`](skidpad_special::drive::drive_force) |
//! | 8.3 | [`crate::aero::palmer_drag_as_printed`](skidpad_texts::aero::palmer_drag_as_printed) of [`aero::drag_factor`](skidpad_core::aero::drag_factor); with its direction [`aero::drag`](skidpad_core::aero::drag) |
//! | 8.4 | [`chassis::palmer_rolling_friction`](skidpad_texts::chassis::palmer_rolling_friction) |
//! | 8.5 | [`PalmerCar::net_force_as_printed`](skidpad_texts::palmer::PalmerCar::net_force_as_printed) |
//! | 8.6 | [`PalmerCar::acceleration`](skidpad_texts::palmer::PalmerCar::acceleration) |
//! | 8.7 | [`palmer::boxster_torque`](skidpad_texts::palmer::boxster_torque); any engine: [`TorqueCurve::torque_nm`](skidpad_core::powertrain::TorqueCurve::torque_nm) |
//! | 8.8 | [`powertrain::power`](skidpad_core::powertrain::power) |
//! | 8.9 | [`units::rpm`](skidpad_core::units::rpm) |
//! | 8.10 | [`gearing::wheel_torque`](skidpad_special::drive::wheel_torque) |
//! | 8.11 | [`PalmerCar::acceleration_in_gear`](skidpad_texts::palmer::PalmerCar::acceleration_in_gear) |
//! | 8.12 | [`gearing::wheel_speed`](skidpad_texts::gearing::wheel_speed) |
//! | 8.13, 8.19 | [`gearing::road_speed`](skidpad_texts::gearing::road_speed) |
//! | 8.14, 8.15 | [`gearing::engine_speed_after_shift`](skidpad_texts::gearing::engine_speed_after_shift) |
//! | 8.16 | [`aero::frontal_area`](skidpad_core::aero::frontal_area) |
//! | 8.17 | [`palmer::boxster_line`](skidpad_texts::palmer::boxster_line), [`palmer::boxster_torque`](skidpad_texts::palmer::boxster_torque) |
//! | 8.18 | [`palmer::line_torque`](skidpad_texts::palmer::line_torque) |
//! | 8.20, 8.21, 8.24 | [`Coefficients::acceleration`](skidpad_texts::palmer::Coefficients::acceleration); solved in time by [`riccati`](skidpad_texts::riccati) |
//! | 8.22, 8.26a to c | [`Coefficients::new`](skidpad_texts::palmer::Coefficients::new) |
//! | 8.23, 8.27 | [`PalmerCar::speed_at`](skidpad_texts::palmer::PalmerCar::speed_at) |
//! | 8.25, 8.26d | [`Coefficients::equilibrium_speeds`](skidpad_texts::palmer::Coefficients::equilibrium_speeds), [`Coefficients::top_speed`](skidpad_texts::palmer::Coefficients::top_speed) |
//! | 8.28 | as 8.3 |
//! | 8.29 | as 8.4 |
//! | 8.30 | [`powertrain::palmer_engine_braking`](skidpad_texts::engine::palmer_engine_braking); its acceleration [`PalmerCar::engine_braking`](skidpad_texts::palmer::PalmerCar::engine_braking) |
//! | 8.31 | [`crate::brakes::deceleration_from_distance`](skidpad_texts::brakes::deceleration_from_distance) |
//! | 8.32 | [`turns::traction_force`](skidpad_texts::palmer::turns::traction_force) |
//! | 8.33 | [`turns::skidpad_speed`](skidpad_texts::palmer::turns::skidpad_speed), [`turns::skidpad_friction`](skidpad_texts::palmer::turns::skidpad_friction), [`turns::skidpad_acceleration`](skidpad_texts::palmer::turns::skidpad_acceleration) |
//! | 8.34 | [`turns::drive_force_within_traction`](skidpad_texts::palmer::turns::drive_force_within_traction) |
//! | 8.35 | [`turns::total_acceleration`](skidpad_texts::palmer::turns::total_acceleration), [`turns::acceleration_left_on_curve`](skidpad_texts::palmer::turns::acceleration_left_on_curve), [`turns::skid_speed_while_accelerating`](skidpad_texts::palmer::turns::skid_speed_while_accelerating) |
//! | 8.36, 8.39 | [`turns::turn_radius`](skidpad_texts::palmer::turns::turn_radius) |
//! | 8.37 | [`turns::turn_rate`](skidpad_texts::palmer::turns::turn_rate) |
//! | 8.38 | [`turns::turn_rate_as_printed`](skidpad_texts::palmer::turns::turn_rate_as_printed), [`turns::turn_rate_of_car`](skidpad_texts::palmer::turns::turn_rate_of_car) |
//! | 8.40 | [`turns::quarter_turn_time_as_printed`](skidpad_texts::palmer::turns::quarter_turn_time_as_printed), [`turns::quarter_turn_time`](skidpad_texts::palmer::turns::quarter_turn_time) |
//! | 8.41 | [`turns::lateral_excess_as_printed`](skidpad_texts::palmer::turns::lateral_excess_as_printed), [`turns::lateral_excess`](skidpad_texts::palmer::turns::lateral_excess) |
//! | 8.42 | [`contact::collision`](skidpad_world::contact::collision) |
//! | 8.43 | [`contact::inelastic_collision`](skidpad_world::contact::inelastic_collision) |
//!
//! ```
//! use skidpad_texts::sources::{Verdict, figures};
//! let figures = figures();
//! let top = figures.iter().find(|figure| figure.id == "palmer-8-26d").unwrap();
//! assert_eq!((top.printed, top.verdict), (Some(75.4), Verdict::Rounded));
//! assert!((top.computed - 75.339).abs() < 5e-4);
//! ```

mod contradictions;
mod curves;
mod errata;
mod figure;
mod hlavacs;
mod monster;
mod monster_slip;
mod monster_turning;
mod monster_units;
mod monster_v1_9;
mod others;
mod palmer;
mod palmer_crash;
mod palmer_motorcycle;
mod turning;

pub use curves::{
    ALFA_TORQUE, Curve, Curves, DrawnAs, IndexEntry, LS1_TORQUE, Mark, Reading, source_curves,
    source_figure_index, source_figures_markdown,
};
pub use errata::{Erratum, errata, errata_markdown};
pub use figure::{Figure, Verdict};

/// The texts in the order in which they are listed.
const TEXTS: [&str; 5] = ["Monster v1.4", "Monster v1.9", "Palmer", "Hlavacs", "RARS"];

/// Every figure of the texts, text by text.
pub fn figures() -> Vec<Figure> {
    let mut found = monster::figures();
    found.extend(monster_v1_9::figures());
    found.extend(monster_slip::figures());
    found.extend(monster_turning::figures());
    found.extend(monster_units::figures());
    found.extend(turning::monster());
    found.extend(palmer::figures());
    found.extend(turning::palmer());
    found.extend(palmer_crash::figures());
    found.extend(hlavacs::figures());
    found.extend(palmer_motorcycle::figures());
    found.extend(others::rars());
    found.extend(turning::rars());
    found.extend(contradictions::figures());
    found.sort_by_key(|figure| TEXTS.iter().position(|text| *text == figure.source));
    found
}
