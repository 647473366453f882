//! What a motorcycle has and a vehicle's file does not say.

use skidpad_core::compound_record;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::spec::{AxleData, TwoAxleCar, Vehicle};
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

use super::lean::shoulder_lean_effect;

record! {
    /// Parameters of a motorcycle besides the data of a vehicle.
    pub struct MotorcycleData {
        /// Moment of inertia about the longitudinal axis through the centre of mass, with the rider.
        roll_inertia_kg_m2: "kg.m^2" [0.001, 1e6],
        /// Moment of inertia about any axis across it, with the rider: yaw and pitch alike.
        yaw_inertia_kg_m2: "kg.m^2" [0.001, 1e7],
        /// Radius of the tread across the tyres, their mean.
        crown_m: "m" [0.0, 1.0],
        /// Angle of the steering axis from the upright.
        rake_rad: "rad" [0.0, 1.0],
        /// Distance of the front contact behind the steering axis, at right angles to the axis.
        trail_m: "m" [0.0, 1.0],
        /// Moment of inertia of fork and front wheel about the steering axis.
        steer_inertia_kg_m2: "kg.m^2" [1e-4, 1e4],
        /// Torque of the steering damper per rate.
        steer_damping_nm_s: "N.m.s" [0.0, 1e4],
        /// Angle of the handlebar at the lock.
        largest_handlebar_rad: "rad" [0.02, 1.5],
        /// Share of the wheels' gyroscopic torques that acts: 1 with them, 0 without.
        gyroscopic: "-" [0.0, 1.0],
        /// Force of the front tyre over load, per angle of camber.
        front_camber_1_rad: "1/rad" [0.0, 3.0],
        /// Force of the rear tyre over load, per angle of camber.
        rear_camber_1_rad: "1/rad" [0.0, 3.0],
        /// Damping time of the front tyre's tread across.
        front_damping_s: "s" [0.0, 1.0],
        /// Damping time of the rear tyre's tread across.
        rear_damping_s: "s" [0.0, 1.0],
        /// Lean that the machine saves per angle of shoulder lean.
        shoulder_effect: "-" [0.0, 1.0],
        /// Largest torque of the rider's hands about the steering axis.
        hands_nm: "N.m" [0.0, 1e6],
        /// Largest torque about the road's line of the rider's feet on the ground.
        feet_nm: "N.m" [0.0, 1e7],
        /// The furthest that the rider leans the machine.
        largest_lean_rad: "rad" [0.0, 1.5],
        /// The lean beyond which it has fallen.
        fallen_lean_rad: "rad" [0.1, 1.5],
        /// The longest sub-step at which the tyres' springs across are stable.
        longest_step_s: "s" [1e-9, 0.002],
    }
}

compound_record! {
    /// A vehicle on two wheels in line.
    pub struct MotorcycleCar {
        /// The vehicle.
        vehicle: TwoAxleCar<R>,
        /// Its parameters as a motorcycle.
        cycle: MotorcycleData<R>,
    }
}

/// Rake of the CBR1000RR of 2004: 23 degrees 45 minutes, as its maker quotes.
pub const CBR_RAKE_RAD: f64 = 0.414_515_697_348_653_3;
/// Trail of the CBR1000RR on the road, m, as its maker quotes.
pub const CBR_TRAIL_M: f64 = 0.102;
/// Its wheelbase, m, as commonly quoted: 1.410 to 1.412.
pub const CBR_WHEELBASE_M: f64 = 1.412;
/// Radius of gyration in roll over the height of the centre of mass: 0.28 m at 0.65 m, from the slender
/// shape of machine and crouched rider. An estimate.
pub const ROLL_GYRATION: f64 = 0.43;
/// Radius of gyration in yaw over the wheelbase: 0.42 m at 1.41 m, since engine and rider sit between the
/// wheels. An estimate; the rule for cars would give 0.72 m.
pub const YAW_GYRATION: f64 = 0.30;
/// Radius of the tread over the rolling radius: 70 mm, the mean of tyres 120 and 190 mm wide whose
/// tread is a little flatter than a half circle. An estimate.
pub const CROWN_OVER_RADIUS: f64 = 0.235;
/// Moment of inertia about the steering axis over the mass, m^2: 0.55 kg m^2 at 281 kg. An estimate.
pub const STEER_GYRATION2_M2: f64 = 0.00195;
/// Steering damper, N.m.s: what a hydraulic damper on sport machines gives. An estimate.
pub const STEER_DAMPING_NM_S: f64 = 3.0;
/// Camber stiffness over load, 1/rad: within 0.7 to 1.5, the range of motorcycle tyres (Cossalter, 2.5);
/// below 1, so that the camber thrust of a steady turn is never more than is asked for.
pub const CAMBER_1_RAD: f64 = 0.9;
/// Mass of the rider's trunk, arms and head over that of the whole rider (60 %, Winter,
/// Biomechanics and Motor Control, table 4.1: trunk, head and upper limbs 0.678 less the forearms, which
/// rest on the handlebar), times 75 kg, times the distance of its centre from the hips, 0.35 m: kg m.
pub const TRUNK_MOMENT_KG_M: f64 = 0.60 * 75.0 * 0.35;
/// Torque of hands on a handlebar 0.7 m wide: 290 N each way, N.m. An estimate.
pub const HANDS_NM: f64 = 200.0;
/// The lean at which the feet can still hold the machine: 11 degrees.
pub const FEET_SINE: f64 = 0.19;
/// The speed up to which steps are stable, m/s.
const FASTEST_M_S: f64 = 150.0;
/// Damping ratio of a tyre's tread across at rest.
const TREAD_DAMPING_RATIO: f64 = 0.2;

impl<R: Real> MotorcycleData<R> {
    /// The rules for what a vehicle does not say, such that the CBR1000RR has its published rake
    /// and trail. `gyroscopic` is on.
    pub fn from_vehicle(vehicle: &Vehicle<R>) -> Self {
        let body = vehicle.body();
        let (mass, height) = (body.mass_kg, body.cg_height_m);
        let mean_radius = R::lit(0.5) * (vehicle.front().radius_m + vehicle.rear().radius_m);
        let rake_cos = Real::cos(R::lit(CBR_RAKE_RAD));
        let mut data = Self {
            roll_inertia_kg_m2: mass * Real::square(R::lit(ROLL_GYRATION) * height),
            yaw_inertia_kg_m2: mass * Real::square(R::lit(YAW_GYRATION) * body.wheelbase_m),
            crown_m: Real::min(R::lit(CROWN_OVER_RADIUS) * mean_radius, R::lit(0.5) * height),
            rake_rad: R::lit(CBR_RAKE_RAD),
            trail_m: R::lit(CBR_TRAIL_M) / R::lit(CBR_WHEELBASE_M) * body.wheelbase_m * rake_cos,
            steer_inertia_kg_m2: R::lit(STEER_GYRATION2_M2) * mass,
            steer_damping_nm_s: R::lit(STEER_DAMPING_NM_S),
            largest_handlebar_rad: body.largest_steer_rad,
            gyroscopic: R::one(),
            front_camber_1_rad: R::lit(CAMBER_1_RAD),
            rear_camber_1_rad: R::lit(CAMBER_1_RAD),
            front_damping_s: R::zero(),
            rear_damping_s: R::zero(),
            shoulder_effect: Real::min(
                shoulder_lean_effect(R::lit(TRUNK_MOMENT_KG_M), mass, height),
                R::lit(0.5),
            ),
            hands_nm: R::lit(HANDS_NM),
            feet_nm: R::lit(FEET_SINE) * mass * R::lit(STANDARD_GRAVITY_M_S2) * height,
            largest_lean_rad: R::lit(0.95),
            fallen_lean_rad: R::lit(1.2),
            longest_step_s: R::lit(0.002),
        };
        let (front, rear) = (data.tread_frequency(vehicle, true), data.tread_frequency(vehicle, false));
        data.front_damping_s = R::lit(2.0) * R::lit(TREAD_DAMPING_RATIO) / front;
        data.rear_damping_s = R::lit(2.0) * R::lit(TREAD_DAMPING_RATIO) / rear;
        let fastest = Real::max(Real::max(front, rear), data.nutation_frequency(vehicle));
        data.longest_step_s = Real::min(vehicle.longest_step_s(), R::one() / fastest);
        data
    }

    /// Frequency at which lean and steering, and lean and yaw, swing by the wheels' spin alone at 150 m/s, rad/s:
    /// S / sqrt(I_1 I_2).
    fn nutation_frequency(&self, vehicle: &Vehicle<R>) -> R {
        let spin = |axle: &AxleData<R>| R::lit(FASTEST_M_S) * axle.inertia_kg_m2 / axle.radius_m;
        let (front, rear) = (spin(vehicle.front()), spin(vehicle.rear()));
        let steering = front / Real::sqrt(self.roll_inertia_kg_m2 * self.steer_inertia_kg_m2);
        let across = front / Real::sqrt(self.yaw_inertia_kg_m2 * self.steer_inertia_kg_m2);
        let yaw = (front + rear) / Real::sqrt(self.roll_inertia_kg_m2 * self.yaw_inertia_kg_m2);
        Real::max(Real::max(steering, across), yaw)
    }

    /// Natural frequency of a tyre's spring across at rest, with the whole weight on it, rad/s: the
    /// stiffness over what the contact moves (mass, roll, yaw and, in front, steering).
    fn tread_frequency(&self, vehicle: &Vehicle<R>, is_front: bool) -> R {
        let body = vehicle.body();
        let share = if is_front { R::one() - body.front_share } else { body.front_share };
        let (axle, trail) =
            if is_front { (vehicle.front(), self.trail_m) } else { (vehicle.rear(), R::zero()) };
        let mobility = R::one() / body.mass_kg
            + Real::square(body.cg_height_m) / self.roll_inertia_kg_m2
            + Real::square(share * body.wheelbase_m) / self.yaw_inertia_kg_m2
            + Real::square(trail) / self.steer_inertia_kg_m2;
        let weight = body.mass_kg * R::lit(STANDARD_GRAVITY_M_S2);
        Real::sqrt(cornering_stiffness(axle) * weight * axle.inverse_relaxation_1_m * mobility)
    }
}

impl<R: Real> MotorcycleCar<R> {
    /// A vehicle as a motorcycle.
    pub fn new(vehicle: &Vehicle<R>, cycle: &MotorcycleData<R>) -> Self {
        Self { vehicle: *vehicle.two_axles(), cycle: *cycle }
    }

    /// A vehicle as a motorcycle by the rules of [`MotorcycleData::from_vehicle`].
    pub fn from_vehicle(vehicle: &Vehicle<R>) -> Self {
        Self::new(vehicle, &MotorcycleData::from_vehicle(vehicle))
    }
}

/// Slope of a tyre's lateral force over load against slip angle at 0, 1/rad: the lateral curve has
/// the shape of the longitudinal one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cornering_stiffness<R: Real>(axle: &AxleData<R>) -> R {
    axle.stiffness * axle.peak_slip / axle.friction * axle.lateral_friction / axle.peak_slip_angle_rad
}

impl<R: Real> MotorcycleCar<R> {
    /// The vehicle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn vehicle(&self) -> &TwoAxleCar<R> {
        &self.vehicle
    }
    /// Its parameters as a motorcycle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cycle(&self) -> &MotorcycleData<R> {
        &self.cycle
    }
}
