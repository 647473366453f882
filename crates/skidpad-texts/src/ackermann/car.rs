//! The vehicle as the driven model takes it.

use super::corrected::RollingCar;
use super::text::{HlavacsCar, KINETIC_FRICTION, STATIC_FRICTION};
use skidpad_core::compound_record;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::spec::{AxleData, Vehicle};
use skidpad_special::drive::EnginePeaks;

record! {
    /// An axle's tyres, brakes and rolling resistance.
    pub struct AckermannAxle {
        /// Static friction mu_s on the surface of grip 1.
        friction: "-" [0.05, 3.0],
        /// Kinetic over static friction, mu_k / mu_s.
        kinetic_share: "-" [0.1, 1.0],
        /// Rolling resistance over load.
        rolling_resistance: "-" [0.0, 0.3],
        /// Torque of the brakes at full pedal.
        brake_torque_nm: "N.m" [0.0, 1000000.0],
        /// Torque of the handbrake at full pull.
        handbrake_torque_nm: "N.m" [0.0, 1000000.0],
    }

    /// What drives, resists and steers.
    pub struct AckermannDrive {
        /// Largest torque at the wheels, both axles together.
        largest_torque_nm: "N.m" [0.0, 1e7],
        /// Largest power there.
        largest_power_w: "W" [0.0, 1e8],
        /// Spin of the wheels at which the torque ends.
        fastest_spin_rad_s: "rad/s" [1.0, 5000.0],
        /// Share of the torque on the front wheels.
        front_share: "-" [0.0, 1.0],
        /// Drag coefficient times frontal area.
        drag_area_m2: "m^2" [0.0, 60.0],
        /// Resistance proportional to speed.
        linear_resistance_n_s_m: "N.s/m" [0.0, 1000.0],
        /// Largest steering angle.
        largest_steer_rad: "rad" [0.02, 1.5],
        /// Largest rate of the steering angle.
        largest_steer_rate_rad_s: "rad/s" [0.01, 20.0],
    }
}

compound_record! {
    /// A car for [`Ackermann`](super::Ackermann).
    pub struct AckermannCar {
        /// Masses and lengths.
        rolling: RollingCar<R>,
        /// Front axle.
        front: AckermannAxle<R>,
        /// Rear axle.
        rear: AckermannAxle<R>,
        /// What drives, resists and steers.
        drive: AckermannDrive<R>,
    }
}

/// A quick driver turns the front wheels by about so much, rad/s: two turns of the steering wheel a
/// second through a ratio of 16 to 1 are 0.8.
const STEER_RATE_RAD_S: f64 = 0.8;

impl<R: Real> AckermannCar<R> {
    /// From its parts.
    pub fn new(
        rolling: RollingCar<R>,
        front: AckermannAxle<R>,
        rear: AckermannAxle<R>,
        drive: AckermannDrive<R>,
    ) -> Self {
        Self { rolling, front, rear, drive }
    }
    /// Masses and lengths.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rolling(&self) -> &RollingCar<R> {
        &self.rolling
    }
    /// The front axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front(&self) -> &AckermannAxle<R> {
        &self.front
    }
    /// The rear axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear(&self) -> &AckermannAxle<R> {
        &self.rear
    }
    /// What drives, resists and steers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drive(&self) -> &AckermannDrive<R> {
        &self.drive
    }
}

impl<R: Real> HlavacsCar<R> {
    /// What the text's equations take of a vehicle: a box as long as its wheelbase and as wide as
    /// gives its yaw inertia (9), with the mean of its axles' wheels and the centre of mass in the
    /// middle.
    pub fn from_vehicle(vehicle: &Vehicle<R>) -> Self {
        let (body, front, rear) = (vehicle.body(), vehicle.front(), vehicle.rear());
        let squares = R::lit(12.0) * body.yaw_inertia_kg_m2 / body.mass_kg - body.wheelbase_m.square();
        Self {
            width_m: Real::max(squares, R::lit(0.01)).sqrt(),
            length_m: body.wheelbase_m,
            mass_kg: body.mass_kg,
            wheel_radius_m: R::lit(0.5) * (front.radius_m + rear.radius_m),
            wheel_inertia_kg_m2: R::lit(0.5) * (front.inertia_kg_m2 + rear.inertia_kg_m2),
        }
    }
}

impl<R: Real> AckermannCar<R> {
    /// What the model takes of a vehicle.
    ///
    /// The text's one coefficient of friction is the smaller of a tyre's two. The torque at the wheels
    /// is the largest in first gear as far as the largest power allows, up to the limiter in the highest
    /// gear: the text leaves the engine open.
    pub fn from_vehicle(vehicle: &Vehicle<R>) -> Self {
        let (body, front, rear) = (vehicle.body(), vehicle.front(), vehicle.rear());
        let rolling = RollingCar {
            mass_kg: body.mass_kg,
            wheelbase_m: body.wheelbase_m,
            rear_m: body.front_share * body.wheelbase_m,
            yaw_inertia_kg_m2: body.yaw_inertia_kg_m2,
            front_radius_m: front.radius_m,
            rear_radius_m: rear.radius_m,
            front_inertia_kg_m2: front.inertia_kg_m2,
            rear_inertia_kg_m2: rear.inertia_kg_m2,
        };
        let EnginePeaks { torque_nm, power_w } = EnginePeaks::new(vehicle);
        let fastest = vehicle.engine().limiter_rad_s / vehicle.gears().overall(vehicle.shift().gears);
        let drive = AckermannDrive {
            largest_torque_nm: torque_nm * vehicle.gears().overall(R::one()) * body.efficiency,
            largest_power_w: power_w * body.efficiency,
            fastest_spin_rad_s: Real::clamp(fastest, R::one(), R::lit(5000.0)),
            front_share: body.drive_front_share,
            drag_area_m2: body.drag_area_m2,
            linear_resistance_n_s_m: body.linear_resistance_n_s_m,
            largest_steer_rad: body.largest_steer_rad,
            largest_steer_rate_rad_s: R::lit(STEER_RATE_RAD_S),
        };
        Self::new(rolling, axle(front), axle(rear), drive)
    }
}

impl AckermannCar<f64> {
    /// The car of table 1 with the friction of section 5 on dry concrete, without drag or rolling
    /// resistance. The torques are figure 9's: up to 1000 N.m, and brakes that can lock the wheels.
    pub fn table_1() -> Self {
        let car: HlavacsCar<f64> = super::text::TABLE_1;
        let axle = AckermannAxle {
            friction: STATIC_FRICTION[0],
            kinetic_share: KINETIC_FRICTION[0] / STATIC_FRICTION[0],
            rolling_resistance: 0.0,
            brake_torque_nm: 3000.0,
            handbrake_torque_nm: 3000.0,
        };
        let drive = AckermannDrive {
            largest_torque_nm: 1000.0,
            largest_power_w: 1e8,
            fastest_spin_rad_s: 5000.0,
            front_share: 0.0,
            drag_area_m2: 0.0,
            linear_resistance_n_s_m: 0.0,
            largest_steer_rad: 0.6,
            largest_steer_rate_rad_s: STEER_RATE_RAD_S,
        };
        Self::new(car.rolling(), AckermannAxle { handbrake_torque_nm: 0.0, ..axle }, axle, drive)
    }
}

fn axle<R: Real>(of: &AxleData<R>) -> AckermannAxle<R> {
    AckermannAxle {
        friction: Real::min(of.friction, of.lateral_friction),
        kinetic_share: of.sliding_share,
        rolling_resistance: of.rolling_resistance,
        brake_torque_nm: of.brake_torque_nm,
        handbrake_torque_nm: of.handbrake_torque_nm,
    }
}
