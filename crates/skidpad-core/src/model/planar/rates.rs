//! Stage 6, rates: Newton's and Euler's equations of the body, and the rates of the whole state.

use super::body::{PlanarBody, PlanarMotion};
use super::contact::RoadContact;
use super::driveline::WheelDrive;
use super::external::{ExternalForces, weight_in_turning_axes};
use super::kinematics::Kinematics;
use super::point::EvaluationPoint;
use super::upward::mean;
use crate::chassis::PlanarForce;
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::model::two_track::{BodyState, Kind, Parts, Springs, SuspensionTravel, TwoTrackState, WheelState};
use crate::record::Record;
use crate::wheels::Wheels;

/// Rates of the state, and what follows from them.
pub(in crate::model) struct Rates<R: Real, P: Parts> {
    /// Rates of the state.
    pub state: TwoTrackState<R, P>,
    /// Specific force that an accelerometer at the centre of mass reads, the acceleration without gravity, m/s^2.
    pub sensed_m_s2: Vec2<R>,
}

/// Rates of body, engine, suspension, wheels and tyres.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn rates<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    kinematics: &Kinematics<R, K::Parts>,
    external: &ExternalForces<R>,
    contact: &RoadContact<R>,
    driveline: &WheelDrive<R, K::Parts>,
    travel: &SuspensionTravel<R>,
) -> Rates<R, K::Parts> {
    let body = at.car.base.planar();
    let (free, held) = (&contact.free, &contact.held);
    let planar = planar_rates(&body, &kinematics.body, free, held);
    let body_rate = BodyState {
        x_m: planar.velocity_on_road_m_s.x,
        y_m: planar.velocity_on_road_m_s.y,
        yaw_rad: at.state.body.yaw_rate_rad_s,
        velocity_x_m_s: planar.velocity_m_s2.x,
        velocity_y_m_s: planar.velocity_m_s2.y,
        yaw_rate_rad_s: planar.yaw_rate_rad_s2,
        engine_rad_s: driveline.torque.engine_rate_rad_s2,
        ..Record::splat(R::zero())
    };
    let body_rate = if K::SPRUNG { with_ride(at, contact, &body_rate) } else { body_rate };
    let spins = driveline.torque.wheel_rate_rad_s2.in_a_row();
    let wheels = each_wheel!(W => WheelState {
        spin_rad_s: spins[W],
        deflection_x: contact.tyres[W].rate_1_s.x,
        deflection_y: contact.tyres[W].rate_1_s.y,
    });
    let weight = weight_in_turning_axes(body.mass_kg, &external.weight_n, &kinematics.body);
    let sensed_m_s2 = sensed_m_s2(&body, contact, kinematics, &weight);
    let state = TwoTrackState {
        body: body_rate,
        wheels: Wheels::from_row(wheels),
        driveline: driveline.torque.own_rate,
        springs: at.car.base.springs.rates(&at.mode.springs, &at.state.springs, travel),
    };
    Rates { state, sensed_m_s2 }
}

/// Specific force that an accelerometer reads along a body that lies along the road below its wheels, m/s^2.
///
/// Mass times acceleration without gravity is the forces without weight and without the inertial force of the axes, `weight`.
/// On a road that rises by r, the push of its normal has no component along the body, and the other forces lie along the road:
/// of horizontal components F they are (F, r . F), and along the body, (1, r_x) / sqrt(1 + r_x^2), they come to
/// (F_x + r_x r . F) / sqrt(1 + r_x^2). Parked, F = r m g / (1 + r^2) is g sin(atan r) per mass.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sensed_m_s2<R: Real, P: Parts>(
    body: &PlanarBody<R>,
    contact: &RoadContact<R>,
    kinematics: &Kinematics<R, P>,
    weight: &Vec2<R>,
) -> Vec2<R> {
    let (free, held) = (&contact.free, &contact.held);
    let (x_n, y_n) = (free.x_n + held.x_n - weight.x, free.y_n + held.y_n - weight.y);
    let inverse_mass = R::one() / body.mass_kg;
    if !kinematics.is_hill {
        return Vec2 { x: x_n * inverse_mass, y: y_n * inverse_mass };
    }
    let (grades_n, rise, zero) = (sum(&contact.grades_n), mean(&kinematics.rises), R::zero());
    // From 0: on an even road what is taken away is +0, and the force keeps the sign of its own zero.
    let force_n = Vec2 { x: x_n - (zero + grades_n.x), y: y_n - (zero + grades_n.y) };
    let upward_n = rise.dot(force_n);
    Vec2 {
        x: along_road(force_n.x, upward_n, rise.x) * inverse_mass,
        y: along_road(force_n.y, upward_n, rise.y) * inverse_mass,
    }
}

/// Component along a road that rises by `rise` of a force with this horizontal component along it and this vertical one, N.
#[cfg_attr(not(debug_assertions), inline(always))]
fn along_road<R: Real>(force_n: R, upward_n: R, rise: R) -> R {
    let cosine = R::one() / (R::one() + rise * rise).sqrt();
    (force_n - (R::zero() - rise * upward_n)) * cosine
}

/// Sum over the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<R: Real>(of: &[Vec2<R>; 4]) -> Vec2<R> {
    (of[0] + of[1]) + (of[2] + of[3])
}

/// Rates of a body's motion in the plane.
pub(in crate::model) struct PlanarRates<R> {
    /// Velocity of the centre of mass in the road's axes, m/s.
    pub velocity_on_road_m_s: Vec2<R>,
    /// Rates of the velocity's components in the body's axes, m/s^2.
    pub velocity_m_s2: Vec2<R>,
    /// Yaw acceleration, rad/s^2.
    pub yaw_rate_rad_s2: R,
}

/// Newton's and Euler's equations in the plane, in axes that turn with the body: m dv/dt = F and I dr/dt = M, where F
/// contains the inertial force of these axes ([`free_force`](super::contact::free_force)).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn planar_rates<R: Real>(
    body: &PlanarBody<R>,
    motion: &PlanarMotion<R>,
    free: &PlanarForce<R>,
    held: &PlanarForce<R>,
) -> PlanarRates<R> {
    let inverse_mass = R::one() / body.mass_kg;
    PlanarRates {
        velocity_on_road_m_s: motion.velocity_m_s.to_parent(motion.heading),
        velocity_m_s2: Vec2 {
            x: (free.x_n + held.x_n) * inverse_mass,
            y: (free.y_n + held.y_n) * inverse_mass,
        },
        yaw_rate_rad_s2: (free.yaw_nm + held.yaw_nm) * body.inverse_yaw_inertia_1_kg_m2,
    }
}

/// Rates with those of heave, roll and pitch: their mass matrix is diagonal (module `ride` of `two_track`).
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_ride<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    contact: &RoadContact<R>,
    plane: &BodyState<R>,
) -> BodyState<R> {
    let (state, springs) = (&at.state.body, &at.car.base.suspension.body);
    let (free, held) = (&contact.free_ride, &contact.held_ride);
    BodyState {
        heave_m: state.heave_rate_m_s,
        roll_rad: state.roll_rate_rad_s,
        pitch_rad: state.pitch_rate_rad_s,
        heave_rate_m_s: (free.heave + held.heave) * springs.inverse_sprung_mass_1_kg,
        roll_rate_rad_s: (free.roll + held.roll) * springs.inverse_roll_inertia_1_kg_m2,
        pitch_rate_rad_s: (free.pitch + held.pitch) * springs.inverse_pitch_inertia_1_kg_m2,
        ..*plane
    }
}
