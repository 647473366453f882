//! Springs, dampers, anti-roll bars and linkages between body and wheels of the sprung car.

use crate::compound_record;
use crate::math::Real;
use crate::record;
use crate::spec::{ChassisData, Vehicle};

record! {
    /// The body on its springs.
    pub struct SprungBody {
        /// Mass that rides on the springs.
        sprung_mass_kg: "kg" [10.0, 150000.0],
        /// 1 over it.
        inverse_sprung_mass_1_kg: "1/kg" [1e-6, 0.1],
        /// 1 / moment of inertia about the longitudinal axis through the centre of mass; 0 without width.
        inverse_roll_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 20.0],
        /// 1 / moment of inertia about the transverse axis through the centre of mass.
        inverse_pitch_inertia_1_kg_m2: "1/(kg.m^2)" [1e-6, 20.0],
        /// Height of the centre of mass.
        cg_height_m: "m" [0.01, 10.0],
        /// Dry friction of the suspension over the weight on it.
        suspension_friction: "-" [0.0, 0.2],
        /// Inclination of a wheel per roll of the body.
        camber_gain: "-" [0.0, 1.0],
        /// The longest sub-step on springs.
        longest_sprung_step_s: "s" [1e-5, 0.002],
    }

    /// The suspension of an axle, each wheel's.
    pub struct AxleSuspension {
        /// Stiffness of the spring at its wheel.
        spring_n_m: "N/m" [100.0, 1e8],
        /// 1 over it.
        inverse_spring_m_n: "m/N" [1e-8, 0.01],
        /// Damping.
        damper_n_s_m: "N.s/m" [0.0, 1e7],
        /// Stiffness of the anti-roll bar: force at each wheel per difference of their travels.
        bar_n_m: "N/m" [0.0, 1e8],
        /// 1 / (stiffness of spring and bar together).
        inverse_spring_and_bar_m_n: "m/N" [1e-9, 0.01],
        /// Force of the spring at rest on the level.
        preload_n: "N" [0.0, 1e7],
        /// Mass that does not ride on the spring.
        unsprung_kg: "kg" [0.0, 50000.0],
        /// Height of the centre of mass over the roll centre.
        roll_arm_m: "m" [-1.0, 10.0],
        /// Twice the height of the roll centre over the track; 0 without width.
        geometric_share: "-" [-100.0, 100.0],
        /// Force with which the linkage lifts the body per force of the axle's tyres forwards.
        support: "-" [-1.0, 1.0],
        /// Bump travel of a wheel from rest to its stop.
        stop_travel_m: "m" [0.0, 1.0],
        /// Compression of a stop beyond which its stiffness stays constant.
        stop_length_m: "m" [0.005, 0.5],
        /// Force of a stop over the square of its compression; 0 without stop.
        stop_n_m2: "N/m^2" [0.0, 1e13],
    }
}

compound_record! {
    /// Masses, springs and linkages of a car.
    pub struct Suspension {
        /// The body.
        pub body: SprungBody<R>,
        /// Front axle.
        pub front: AxleSuspension<R>,
        /// Rear axle.
        pub rear: AxleSuspension<R>,
    }
}

/// No linkage is steeper than 45 degrees.
const STEEPEST: f64 = 1.0;

impl<R: Real> Suspension<R> {
    /// Suspension of a vehicle.
    pub fn new(vehicle: &Vehicle<R>) -> Self {
        Self::with_roll_centres(vehicle, vehicle.chassis().roll_centres_m())
    }

    /// Suspension of a vehicle whose linkages have roll centres of these heights, front and rear, m.
    pub fn with_roll_centres(vehicle: &Vehicle<R>, roll_centres_m: [R; 2]) -> Self {
        let (body, chassis) = (vehicle.body(), vehicle.chassis());
        let has_width = chassis.front_track_m.gt(R::zero()) & chassis.rear_track_m.gt(R::zero());
        let rolls = R::select(has_width, R::one() / chassis.roll_inertia_kg_m2, R::zero());
        let (front_support, rear_support) = supports(vehicle);
        Self {
            body: SprungBody {
                sprung_mass_kg: chassis.sprung_mass_kg,
                inverse_sprung_mass_1_kg: R::one() / chassis.sprung_mass_kg,
                inverse_roll_inertia_1_kg_m2: rolls,
                inverse_pitch_inertia_1_kg_m2: R::one() / chassis.pitch_inertia_kg_m2,
                cg_height_m: body.cg_height_m,
                suspension_friction: chassis.suspension_friction,
                camber_gain: chassis.camber_gain,
                longest_sprung_step_s: vehicle.longest_sprung_step_s(),
            },
            front: AxleSuspension::new(
                vehicle,
                &SuspendedAxle {
                    is_front: true,
                    weight_share: body.front_share,
                    support: front_support,
                    roll_centre_m: roll_centres_m[0],
                },
            ),
            rear: AxleSuspension::new(
                vehicle,
                &SuspendedAxle {
                    is_front: false,
                    weight_share: R::one() - body.front_share,
                    support: rear_support,
                    roll_centre_m: roll_centres_m[1],
                },
            ),
        }
    }
}

/// Forces of the linkages on the body per force of their tyres forwards, front and rear.
///
/// With the share b of the braking that the front axle does, it carries the share p of the load transfer
/// (h / L) X if it takes p h / (L b) of its own force (Gillespie, Fundamentals of Vehicle Dynamics, 7:
/// anti-dive); and the rear one alike, with its share of the drive, or, where it is not driven, of the
/// braking.
fn supports<R: Real>(vehicle: &Vehicle<R>) -> (R, R) {
    let (body, chassis) = (vehicle.body(), vehicle.chassis());
    let brakes = [vehicle.front(), vehicle.rear()].map(|axle| axle.brake_torque_nm / axle.radius_m);
    let sum = brakes[0] + brakes[1];
    let front_brakes = R::select(sum.gt(R::zero()), brakes[0] / sum, R::lit(0.5));
    let rear_drives = R::one() - body.drive_front_share;
    let rear = R::select(rear_drives.gt(R::zero()), rear_drives, R::one() - front_brakes);
    let of = |carried: R, share: R| {
        // An axle that does nothing has nothing to take from.
        let per_force = carried * body.cg_height_m / body.wheelbase_m / Real::max(share, R::lit(0.05));
        Real::clamp(per_force, -R::lit(STEEPEST), R::lit(STEEPEST))
    };
    (-of(chassis.anti_dive, front_brakes), of(chassis.anti_squat, rear))
}

/// Axle of a car, and what of its suspension does not stand in the vehicle.
struct SuspendedAxle<R> {
    is_front: bool,
    /// Share of the car's weight on it.
    weight_share: R,
    /// Force of its linkages on the body per force of its tyres forwards.
    support: R,
    /// Height of its roll centre, m.
    roll_centre_m: R,
}

impl<R: Real> AxleSuspension<R> {
    /// Suspension of an axle.
    fn new(vehicle: &Vehicle<R>, axle: &SuspendedAxle<R>) -> Self {
        let (body, chassis) = (vehicle.body(), vehicle.chassis());
        let SuspendedAxle { is_front, weight_share, support, roll_centre_m: centre_m } = *axle;
        let (spring_n_m, damper_n_s_m, bar_n_m, track_m) = if is_front {
            (
                chassis.front_spring_n_m,
                chassis.front_damper_n_s_m,
                chassis.front_bar_n_m,
                chassis.front_track_m,
            )
        } else {
            (chassis.rear_spring_n_m, chassis.rear_damper_n_s_m, chassis.rear_bar_n_m, chassis.rear_track_m)
        };
        let wheel_share = R::lit(0.5) * weight_share;
        let preload_n = wheel_share * chassis.sprung_mass_kg * R::lit(crate::units::STANDARD_GRAVITY_M_S2);
        let stop_travel_m = if is_front { chassis.front_stop_travel_m } else { chassis.rear_stop_travel_m };
        let stop_n_m2 = stop_n_m2(chassis, preload_n, stop_travel_m);
        Self {
            spring_n_m,
            inverse_spring_m_n: R::one() / spring_n_m,
            damper_n_s_m,
            bar_n_m,
            inverse_spring_and_bar_m_n: R::one() / (spring_n_m + bar_n_m),
            preload_n,
            unsprung_kg: wheel_share * (body.mass_kg - chassis.sprung_mass_kg),
            roll_arm_m: body.cg_height_m - centre_m,
            geometric_share: R::select(track_m.gt(R::zero()), R::lit(2.0) * centre_m / track_m, R::zero()),
            support,
            stop_travel_m,
            stop_length_m: chassis.stop_length_m,
            stop_n_m2,
        }
    }
}

/// Force of a stop over the square of its compression, N/m^2, at a travel, m; 0 without stop.
fn stop_n_m2<R: Real>(chassis: &ChassisData<R>, preload_n: R, travel_m: R) -> R {
    let stop_n_m2 = chassis.stop_load * preload_n / (chassis.stop_length_m * chassis.stop_length_m);
    R::select(travel_m.gt(R::zero()), stop_n_m2, R::zero())
}

impl<R: Real> AxleSuspension<R> {
    /// Force of a stop on the body, N, where the body is so much farther than at rest from the road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn stop_n(&self, travel_m: R) -> R {
        self.compressed_n(self.stop_n_m2, -travel_m - self.stop_travel_m)
    }

    /// Force of a stop of a hardness, N/m^2, that is compressed, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn compressed_n(&self, n_m2: R, compressed_m: R) -> R {
        let gives = compressed_m.max(R::zero());
        let progressive = gives.min(self.stop_length_m);
        n_m2 * (progressive * (gives + gives - progressive))
    }

    /// Hardness of a stop of the axle at a travel, N/m^2; 0 without stop.
    pub(in crate::model) fn hard_stop_n_m2(&self, chassis: &ChassisData<R>, travel_m: R) -> R {
        stop_n_m2(chassis, self.preload_n, travel_m)
    }
}
