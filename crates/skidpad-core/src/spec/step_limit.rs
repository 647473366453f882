//! The longest sub-step that a vehicle allows.

use super::chassis::ChassisData;
use super::two_axle_car::{AxleData, BodyData, TwoAxleCar};
use super::vehicle_spec::EngineSpec;
use crate::math::Real;

/// The longest sub-step that any car takes, s.
pub const LONGEST_STEP_S: f64 = 0.002;
/// The speed up to which steps are stable, m/s, for vehicles with a wheelbase of a metre and more.
const FASTEST_M_S: f64 = 150.0;

/// The speed up to which steps are stable, m/s: in proportion to the wheelbase below a metre, 50 m/s for a car of 1:10, which drives 20 m/s.
fn fastest_m_s<R: Real>(body: &BodyData<R>) -> R {
    R::lit(FASTEST_M_S) * Real::min(R::one(), body.wheelbase_m)
}

/// The longest sub-step at which an explicit step stays well within stability: 2 ms, or less for
/// wheels that are light for the load they carry, for a short relaxation length at high speed, or
/// for a stiff coupling between light axles.
///
/// With K = C W R^2 / I the wheel and its tread at the speed v have the characteristic
/// s^2 + (K a + v / sigma) s + K / sigma = 0, a = tau / (sigma + tau v): what is fastest is bounded
/// by the middle term, largest at one of the ends of the range of speeds, or the root of the last.
pub(super) fn longest_step<R: Real>(body: &BodyData<R>, axle: &AxleData<R>) -> R {
    let load = body.mass_kg * R::lit(crate::units::STANDARD_GRAVITY_M_S2);
    let (slip, radius) = (axle.inverse_relaxation_1_m, axle.radius_m);
    let spring = axle.stiffness * load * slip * radius * radius / axle.inertia_kg_m2;
    let at_rest = spring * axle.damping_s;
    let fast = fastest_m_s(body) * slip + at_rest / (R::one() + axle.damping_s * fastest_m_s(body) * slip);
    let coupling = R::lit(2.0) * body.centre_coupling_nm_s / axle.inertia_kg_m2;
    let rate = Real::max(Real::max(at_rest, Real::sqrt(spring)), fast) + coupling;
    Real::min(R::lit(LONGEST_STEP_S), R::lit(1.8) / rate)
}

/// The longest stable sub-step of the lateral motion, by the characteristic of [`longest_step`] with k = C r^2 W /
/// sigma (1/m + l^2/I) for an axle at the distance l from the centre of mass, the lateral over the longitudinal
/// friction r, and the lateral relaxation length sigma kappa_p / (r lambda_p) (see
/// [`CombinedTyre`](crate::tyre::CombinedTyre)).
pub(super) fn longest_lateral_step<R: Real>(body: &BodyData<R>, axle: &AxleData<R>, arm_m: R) -> R {
    let load = body.mass_kg * R::lit(crate::units::STANDARD_GRAVITY_M_S2);
    let share = axle.lateral_friction / axle.friction;
    let slip = axle.inverse_relaxation_1_m * share * Real::tan(axle.peak_slip_angle_rad) / axle.peak_slip;
    let mobility = R::one() / body.mass_kg + arm_m * arm_m / body.yaw_inertia_kg_m2;
    let spring = axle.stiffness * share * share * load * axle.inverse_relaxation_1_m * mobility;
    let at_rest = spring * axle.damping_s;
    let fast = fastest_m_s(body) * slip + at_rest / (R::one() + axle.damping_s * fastest_m_s(body) * slip);
    // All of the motion may go into a spin; in its frame the velocity then turns at that rate.
    let spin = fastest_m_s(body) * Real::sqrt(body.mass_kg / body.yaw_inertia_kg_m2);
    let rate = Real::max(Real::max(at_rest, Real::sqrt(spring)), Real::max(fast, spin));
    Real::min(R::lit(LONGEST_STEP_S), R::lit(1.8) / rate)
}

/// Longest stable step of a body on springs: its roll, pitch and heave with what the tyres' springs add to them.
///
/// In the coordinates in which all masses are 1 the stiffness of each motion is K / I; the sum over coupled
/// motions bounds the largest eigenvalue, for springs and for dampers. An axle's tyres join in at the height
/// of the roll centre laterally, and of the road, or of their linkage, longitudinally.
pub(super) fn longest_sprung_step<R: Real>(car: &TwoAxleCar<R>, chassis: &ChassisData<R>) -> R {
    let body = car.body();
    let arms = [(R::one() - body.front_share) * body.wheelbase_m, body.front_share * body.wheelbase_m];
    let stops = stop_stiffness(chassis, body);
    let springs = [chassis.front_spring_n_m + stops[0], chassis.rear_spring_n_m + stops[1]];
    let dampers = [chassis.front_damper_n_s_m, chassis.rear_damper_n_s_m];
    let bars = [chassis.front_bar_n_m, chassis.rear_bar_n_m];
    let tracks = [chassis.front_track_m, chassis.rear_track_m];
    let centres = [chassis.front_roll_centre_m, chassis.rear_roll_centre_m];
    let (roll, pitch) = (R::one() / chassis.roll_inertia_kg_m2, R::one() / chassis.pitch_inertia_kg_m2);
    let heave = R::one() / chassis.sprung_mass_kg;
    let (mut rolling, mut rolling_damped) = (R::zero(), R::zero());
    let (mut pitching, mut pitching_damped) = (R::zero(), R::zero());
    let (mut rolling_stopped, mut pitching_stopped) = (R::zero(), R::zero());
    for axle in 0..2 {
        let (square, arm) = (tracks[axle] * tracks[axle], arms[axle] * arms[axle]);
        rolling += (R::lit(0.5) * springs[axle] + bars[axle]) * square * roll;
        rolling_damped += R::lit(0.5) * dampers[axle] * square * roll;
        pitching += R::lit(2.0) * springs[axle] * (heave + arm * pitch);
        pitching_damped += R::lit(2.0) * dampers[axle] * (heave + arm * pitch);
        rolling_stopped += R::lit(0.5) * stops[axle] * square * roll;
        pitching_stopped += R::lit(2.0) * stops[axle] * (heave + arm * pitch);
    }
    let load = body.mass_kg * R::lit(crate::units::STANDARD_GRAVITY_M_S2);
    let mut rate = R::zero();
    for (axle, data) in [car.front(), car.rear()].into_iter().enumerate() {
        let share = data.lateral_friction / data.friction;
        let spring = data.stiffness * load * data.inverse_relaxation_1_m;
        let arm = body.cg_height_m - centres[axle];
        let yaw = arms[axle] * arms[axle] / body.yaw_inertia_kg_m2;
        let lateral = spring * share * share * (R::one() / body.mass_kg + yaw + arm * arm * roll);
        // No linkage is steeper than 45 degrees, and none lifts its own axle by more than what it passes on.
        let lever = body.cg_height_m + arms[axle];
        let longitudinal = spring * (R::one() / body.mass_kg + heave + lever * lever * pitch);
        for (stiff, damped, tyre) in
            [(rolling, rolling_damped, lateral), (pitching, pitching_damped, longitudinal)]
        {
            let springs = Real::sqrt(stiff + tyre);
            rate = Real::max(rate, Real::max(springs, damped + tyre * data.damping_s));
        }
    }
    let stopped = Real::sqrt(Real::max(rolling_stopped, pitching_stopped));
    let longest = Real::min(R::lit(LONGEST_STEP_S), R::lit(1.8) / rate);
    R::select(stopped.gt(R::zero()), Real::min(longest, R::lit(STOP_SHARE) / stopped), longest)
}

/// Step times the rate of a body on its stops, at most. Next to nothing damps it, and Heun's method gives a swing
/// without damping 1 + (w h)^4 / 8 a step: with this a thousandth, less than the weakest dampers take.
const STOP_SHARE: f64 = 0.3;

/// The most that the stops of the suspension add to the springs of the axles, N/m: 2 c L, with c L^2 the load that they
/// carry at the length L.
fn stop_stiffness<R: Real>(chassis: &ChassisData<R>, body: &BodyData<R>) -> [R; 2] {
    let weight_n = R::lit(0.5) * chassis.sprung_mass_kg * R::lit(crate::units::STANDARD_GRAVITY_M_S2);
    let stiffness = R::lit(2.0) * chassis.stop_load * weight_n / chassis.stop_length_m;
    let of = |travel_m: R, share: R| R::select(travel_m.gt(R::zero()), share * stiffness, R::zero());
    [
        of(chassis.front_stop_travel_m, body.front_share),
        of(chassis.rear_stop_travel_m, R::one() - body.front_share),
    ]
}

/// The longest stable sub-step by the drag of an engine, which may stop a light one within a step.
pub(super) fn longest_engine_step<R: Real>(engine: &EngineSpec<R>) -> R {
    Real::min(
        R::lit(LONGEST_STEP_S),
        R::lit(1.8) * engine.inertia_kg_m2 / Real::max(engine.braking_nm_s, R::lit(1e-9)),
    )
}
