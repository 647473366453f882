//! Hlavacs' car (A 2D Car Physics Model based on Ackermann Steering): wheels that roll without slip
//! on concentric circles, with closed formulae for the forces that takes; and what becomes of it
//! beyond those forces, which the text leaves as future work.
//!
//! | the text | here |
//! |---|---|
//! | table 1, section 5 | [`TABLE_1`], [`STATIC_FRICTION`], [`KINETIC_FRICTION`], [`HlavacsCar::tyre_limit`] |
//! | (1) to (33) | [`equations`], one function each |
//! | (29) to (37), table 3 | [`HlavacsCar::solve_as_printed`]; in balance [`RollingCar::solve`], with its derivation |
//! | tables 2 and 3, figure 5 | [`GameLoop`] |
//! | figures 14 and 15, steering assistance | [`Assistance`] |
//! | sliding, section 8 | [`Ackermann`], a driven model |
//! | (37) as a driven model | [`AckermannAsPrinted`] |
//!
//! | equation | function |
//! |---|---|
//! | (1) | [`equations::way`] |
//! | (2) | [`equations::speed_gained`] |
//! | (3) | [`equations::accelerated_way`] |
//! | (4) | [`equations::mean_speed`] |
//! | (5), (6) | [`equations::speed_on_circle`], [`equations::acceleration_on_circle`] |
//! | (7), (8) | [`equations::torque`], [`equations::angular_acceleration`] |
//! | (9), (10) | [`equations::central_inertia`], [`equations::inertia_about`]; of a car [`HlavacsCar::yaw_inertia`], [`HlavacsCar::yaw_inertia_about_rear`] |
//! | (11), (12) | [`equations::front_force`], [`equations::rear_force`] |
//! | (13) | [`equations::speeds`] |
//! | (14), (15), (16) | [`equations::rear_radius`], [`equations::front_to_centre`], [`equations::mass_to_centre`] |
//! | (17), (18) | [`equations::centre_over_rear`], [`equations::rear_over_front`] |
//! | (19) | [`equations::centripetal_size`] |
//! | (20), (21), (22) | [`HlavacsCar::centripetal_force`], [`HlavacsCar::front_centripetal_force`], [`HlavacsCar::rear_centripetal_force`] |
//! | (23), (24) | [`equations::yaw_rate`], [`equations::yaw_acceleration`] |
//! | (25), (26) | [`HlavacsCar::front_rotation_x`], [`HlavacsCar::front_rotation_force`] |
//! | F_cp,B,y | [`HlavacsCar::force_about_rear`] |
//! | (27) | [`equations::rear_acceleration_by_rotation`] = [`equations::centre_acceleration_as_printed`]; in balance [`equations::centre_acceleration`] |
//! | (28) | [`HlavacsCar::rear_rotation_share_as_printed`]; by momentum [`HlavacsCar::rear_rotation_share`], [`RollingCar::rear_rotation_share`] |
//! | (29), (31) | [`equations::turning_torque`], [`equations::force_left`] |
//! | (30) | [`equations::front_traction_as_printed`] |
//! | (32) | [`HlavacsCar::front_traction_y_as_printed`] |
//! | (33) | [`HlavacsCar::rotating_mass`] |
//! | (34) | [`HlavacsCar::sum_along`] |
//! | (35), (36) | [`HlavacsCar::rear_turning_torque`], [`HlavacsCar::front_turning_torque_as_printed`] |
//! | (37) | [`HlavacsCar::total_force_as_printed`], near beta = 0 [`HlavacsCar::total_force_straight`]; in balance [`RollingCar::speed_rate`] |

mod as_printed;
mod assistance;
mod axles;
mod car;
mod contact;
mod corrected;
mod decide;
mod driven;
pub mod equations;
mod game_loop;
mod instant;
mod printed_model;
mod records;
mod regrip;
mod text;

pub use as_printed::{Situation, Solution};
pub use assistance::{Assistance, SteeredCar, Tyres};
pub use car::{AckermannAxle, AckermannCar, AckermannDrive};
pub use corrected::{RollingCar, RollingMotion};
pub use driven::Ackermann;
pub use game_loop::{Additions, Computed, GameLoop, PlayerInput, TorqueHold};
pub use printed_model::{AckermannAsPrinted, AsPrintedInput, AsPrintedState, AsPrintedTrace};
pub use records::{AckermannMode, AckermannState, AckermannTrace};
pub use text::{GRAVITY_M_S2, HlavacsCar, KINETIC_FRICTION, STATIC_FRICTION, StraightForces, TABLE_1};
