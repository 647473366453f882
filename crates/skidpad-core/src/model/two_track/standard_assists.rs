//! Standard assists of a vehicle: which are fitted, and their tuning by its figures.

use crate::assist::{Assists, CarFacts};
use crate::math::Real;
use crate::record::Flag;
use crate::spec::{AxleData, Vehicle};
use crate::units::STANDARD_GRAVITY_M_S2;

/// Tangent of 15 degrees: most road tyres have their peaks below it, and the anti-lock system keeps up to it the slip
/// at which a car steers.
const LEAST_SLIDE_TANGENT: f64 = 0.27;

/// Tangent of the slip angle at the peak of an axle's lateral force.
fn peak_tangent<R: Real>(axle: &AxleData<R>) -> R {
    R::one() / axle.combined_tyre().inverse_peak_tangent
}

/// Largest growth of the yaw acceleration of a car that brakes on a split road, rad/s^3: with this a driver who keeps
/// each wheel on its side turns the steering wheel by less than the 120 degrees that UN Regulation 13-H, annex 6, 5.3,
/// allows in the first two seconds, in every preset.
const YAW_GROWTH_RAD_S3: f64 = 0.5;

/// Share of the lateral force of the rear tyre on the grippy side that the yaw moment of the front brakes may take up.
/// The rest is the driver's, and at 40 % of its largest force a tyre still has most of its cornering stiffness.
const REAR_SHARE: f64 = 0.4;

/// Rate at which the difference of the front pressures may grow, in full pressures a second, and the largest
/// difference, over the pressure at which the wheel on the grippy side locks.
///
/// A difference of one full pressure is a yaw moment M of a front wheel's brake force times half of the track: with the
/// yaw inertia Iz it may grow by [`YAW_GROWTH_RAD_S3`] Iz / M. A car of little inertia, or nose-heavy, is critical
/// (Bosch Automotive Handbook, ABS: delay of the yaw-moment build-up, in its second form): the moment is balanced by
/// lateral forces of M / L at both axles (wheelbase L), and at the rear one, which select-low brakes as the slippery
/// side allows, it is the wheel on the grippy side that has them. With the loads N of the axles at the deceleration of
/// mu g / 2 of a split road the balance mu_x c N_f t_f / 4 = s mu_y N_r L / 2 bounds the difference c by a share s of
/// that wheel's force.
fn yaw_moment_limits<R: Real>(vehicle: &Vehicle<R>) -> (R, R) {
    const LEAST: f64 = 1e-9;
    let (body, track_m) = (vehicle.body(), vehicle.chassis().front_track_m);
    let (front, rear) = (vehicle.front(), vehicle.rear());
    let full_nm = R::lit(0.25) * front.brake_torque_nm / front.radius_m * track_m;
    let growth_1_s = R::lit(YAW_GROWTH_RAD_S3) * body.yaw_inertia_kg_m2 / Real::max(full_nm, R::lit(LEAST));
    let mu = rear.lateral_friction;
    let rear_share = R::one() - body.front_share - R::lit(0.5) * mu * body.cg_height_m / body.wheelbase_m;
    let held = R::lit(REAR_SHARE) * mu * rear_share * body.wheelbase_m;
    let most =
        held / Real::max(R::lit(0.5) * front.friction * (R::one() - rear_share) * track_m, R::lit(LEAST));
    (Real::min(growth_1_s, R::lit(10.0)), Real::clamp(most, R::zero(), R::one()))
}

/// Share of its load that a wheel on the inside of a turn loses per lateral acceleration, on the mean of both axles,
/// s^2/m.
fn moved_load_s2_m<R: Real>(vehicle: &Vehicle<R>) -> R {
    let (body, chassis) = (vehicle.body(), vehicle.chassis());
    let track_m = R::lit(0.5) * (chassis.front_track_m + chassis.rear_track_m);
    let moved_s2_m = R::lit(2.0) * body.cg_height_m / (R::lit(STANDARD_GRAVITY_M_S2) * track_m);
    R::select(track_m.gt(R::zero()), moved_s2_m, R::zero())
}

/// Standard assists that are fitted to a vehicle, with typical tuning.
pub(super) fn assists<R: Real>(vehicle: &Vehicle<R>) -> Assists<R> {
    let (body, chassis) = (vehicle.body(), vehicle.chassis());
    let zero = R::zero();
    let mut assists = Assists::typical(CarFacts {
        wheelbase_m: body.wheelbase_m,
        to_front_m: (R::one() - body.front_share) * body.wheelbase_m,
        front_track_m: chassis.front_track_m,
        rear_track_m: chassis.rear_track_m,
        drives_front: Flag::new(body.drive_front_share.gt(zero)),
        drives_rear: Flag::new((R::one() - body.drive_front_share).gt(zero)),
        slide_tangent: Real::max(
            R::lit(LEAST_SLIDE_TANGENT),
            Real::max(peak_tangent(vehicle.front()), peak_tangent(vehicle.rear())),
        ),
        front_inverse_peak: vehicle.front().combined_tyre().inverse_peak_tangent,
        rear_inverse_peak: vehicle.rear().combined_tyre().inverse_peak_tangent,
        moved_load_s2_m: moved_load_s2_m(vehicle),
    });
    assists.abs.abs_on = chassis.abs;
    (assists.abs.yaw_growth_1_s, assists.abs.yaw_most) = yaw_moment_limits(vehicle);
    assists.traction.traction_on = chassis.traction_control;
    assists.traction.traction_brake_on = chassis.traction_control;
    assists.stability.stability_on = chassis.stability_control;
    assists.launch.launch_on = chassis.launch_control;
    assists
}
