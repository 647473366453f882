//! The Formula 1 car of Perantoni and Limebeer, by its published equations.
//!
//! "Optimal control for a Formula One car with variable parameters", Vehicle System Dynamics 52, 2014: a body in the plane on four wheels
//! whose loads balance at once, tyres with a friction, and slips at the peak, that are linear in the load, and a viscous differential.
//! Figures are those of the file `limebeer-2014-f1.xml` of the program fastest-lap, whose wheels have no inertia either.
//!
//! Drag opposes the velocity, so that it has a lateral component where the car slips, and a yaw moment about the centre of mass from the
//! centre of pressure. Loads move by the sum of all forces at the height of the centre of mass, that of drag included. That is how that program has it: the
//! states of its published lap leave residuals of these equations below 0.003 m/s and 0.0003 rad/s per step, and 10 N of load.

use core::f64::consts::{FRAC_PI_2, PI};

use skidpad_core::math::Real;
use skidpad_laptime::optimal::{DynamicCar, MOTION, PlaneMotion, PlaneRates, Unknown, drive_and_brake};

/// Unknowns of the car at a place: those of the motion, four slip ratios, and the sums of the tyres' forces along and across the car.
pub const LIMEBEER: usize = MOTION + 6;

const MASS_KG: f64 = 660.0;
const YAW_INERTIA_KG_M2: f64 = 450.0;
/// From the centre of mass to both axles, m.
const TO_AXLES_M: [f64; 2] = [1.8, 1.6];
const HEIGHT_M: f64 = 0.3;
const TRACK_M: f64 = 1.46;
const RADIUS_M: f64 = 0.33;
/// Front share of the difference between right and left loads.
const ROLL_BALANCE: f64 = 0.5;
const AIR_KG_M3: f64 = 1.2;
const AREA_M2: f64 = 1.5;
const DRAG: f64 = 0.9;
const DOWNFORCE: f64 = 3.0;
/// From the centre of mass to that of pressure behind it, m.
const PRESSURE_M: f64 = 0.1;
const POWER_W: f64 = 735_499.0;
/// Largest brake torque, of which each front wheel has the bias and each rear wheel the rest, N.m.
const BRAKE_NM: f64 = 5000.0;
const BRAKE_BIAS: f64 = 0.6;
/// Torque of the differential per difference of speeds, N.m.s/rad.
const DIFFERENTIAL_NM_S: f64 = 10.47;
/// Loads between which the tyres' figures are linear, N.
const LOADS_N: [f64; 2] = [2000.0, 6000.0];
/// Longitudinal and lateral friction, slip ratio and slip angle, rad, at the peak, at these loads.
const FRICTIONS: [[f64; 2]; 2] = [[1.75, 1.40], [1.80, 1.45]];
const PEAKS: [[f64; 2]; 2] = [[0.11, 0.10], [9.0 * PI / 180.0, 8.0 * PI / 180.0]];
/// Shape of the curve of force.
const SHAPE: f64 = 1.9;
/// Load and squared slip over which their floors are smooth, N and -.
const LEAST_N: f64 = 20.0;
const LEAST_SLIP: f64 = 1e-8;
/// Acceleration of gravity by which residuals of forces are divided, m/s^2.
const GRAVITY_M_S2: f64 = skidpad_core::units::STANDARD_GRAVITY_M_S2;
/// Largest sums of forces over the weight.
const LARGEST: f64 = 7.0;

/// The car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimebeerCar;

fn linear<R: Real>([low, high]: [f64; 2], load_n: R) -> R {
    let slope = (high - low) / (LOADS_N[1] - LOADS_N[0]);
    R::lit(low) + R::lit(slope) * (load_n - R::lit(LOADS_N[0]))
}

/// Force of a tyre at a load and at slips, along and across its wheel, N.
fn tyre<R: Real>(load_n: R, slips: [R; 2]) -> [R; 2] {
    let [x, y] = [0, 1].map(|axis| slips[axis] / linear(PEAKS[axis], load_n));
    let size = (x.square() + y.square() + R::lit(LEAST_SLIP)).sqrt();
    let stretch = FRAC_PI_2 / Real::atan(SHAPE);
    let share = (R::lit(SHAPE) * (R::lit(stretch) * size).atan()).sin() / size;
    [linear(FRICTIONS[0], load_n) * load_n * share * x, linear(FRICTIONS[1], load_n) * load_n * share * y]
}

/// Loads of the wheels, front left, front right, rear left, rear right, from the sums of the forces, N.
fn loads_n<R: Real>(normal_m_s2: R, downforce_n: R, along_n: R, across_n: R) -> [R; 4] {
    let wheelbase_m = TO_AXLES_M[0] + TO_AXLES_M[1];
    let weight_n = R::lit(MASS_KG) * normal_m_s2;
    let moved_n = R::lit(HEIGHT_M / wheelbase_m) * along_n;
    let front_n = R::lit(TO_AXLES_M[1] / wheelbase_m) * weight_n
        + R::lit((TO_AXLES_M[1] - PRESSURE_M) / wheelbase_m) * downforce_n
        - moved_n;
    let rear_n = weight_n + downforce_n - front_n;
    // The moment of the forces is that of half of the track and the difference of the loads.
    let difference_n = R::lit(2.0 * HEIGHT_M / TRACK_M) * across_n;
    let half = R::lit(0.5);
    let floor = |load_n: R| half * (load_n + (load_n.square() + R::lit(LEAST_N * LEAST_N)).sqrt());
    let [front, rear] = [ROLL_BALANCE, 1.0 - ROLL_BALANCE].map(|share| R::lit(0.5 * share) * difference_n);
    [half * front_n - front, half * front_n + front, half * rear_n - rear, half * rear_n + rear].map(floor)
}

impl DynamicCar<LIMEBEER> for LimebeerCar {
    type Numbers<R: Real> = ();

    fn numbers<R: Real>(&self) {}

    fn rates<R: Real>((): &(), at: &PlaneMotion<R>, own: &[R], residuals: &mut [R]) -> PlaneRates<R> {
        let (lit, one) = (R::lit, R::one());
        let (vx, vy, yaw) = (at.velocity_x_m_s, at.velocity_y_m_s, at.yaw_rate_rad_s);
        let pressure_n = lit(0.5 * AIR_KG_M3 * AREA_M2) * vx.square();
        let weight_n = MASS_KG * GRAVITY_M_S2;
        let (along_n, across_n) = (own[4] * lit(weight_n), own[5] * lit(weight_n));
        let speed_m_s = (vx.square() + vy.square()).sqrt();
        let drag_n = [vx, vy].map(|velocity| lit(0.5 * AIR_KG_M3 * AREA_M2 * DRAG) * speed_m_s * velocity);
        let downforce_n = lit(DOWNFORCE) * pressure_n;
        let loads_n = loads_n(at.normal_m_s2, downforce_n, along_n - drag_n[0], across_n - drag_n[1]);
        let (sin, cos) = at.steer_rad.sin_cos();
        let (mut sums_n, mut moment_nm) = ([R::zero(); 2], R::zero());
        let (mut spins, mut pulls_nm) = ([R::zero(); 4], [R::zero(); 4]);
        for wheel in 0..4 {
            let is_front = wheel < 2;
            let aside_m = if wheel % 2 == 0 { 0.5 * TRACK_M } else { -0.5 * TRACK_M };
            let ahead_m = if is_front { TO_AXLES_M[0] } else { -TO_AXLES_M[1] };
            let (sin, cos) = if is_front { (sin, cos) } else { (R::zero(), one) };
            let hub = [vx - lit(aside_m) * yaw, vy + lit(ahead_m) * yaw];
            let [forwards, left] = [hub[0] * cos + hub[1] * sin, hub[1] * cos - hub[0] * sin];
            let [fx, fy] = tyre(loads_n[wheel], [own[wheel], -(left / forwards)]);
            let [x_n, y_n] = [fx * cos - fy * sin, fx * sin + fy * cos];
            sums_n = [sums_n[0] + x_n, sums_n[1] + y_n];
            moment_nm += lit(ahead_m) * y_n - lit(aside_m) * x_n;
            spins[wheel] = (one + own[wheel]) * forwards * lit(1.0 / RADIUS_M);
            pulls_nm[wheel] = fx * lit(RADIUS_M);
        }
        let [drive, brake] = drive_and_brake(at.pedal);
        let engine_nm = lit(POWER_W) * drive / (lit(0.5) * (spins[2] + spins[3]));
        let differential_nm = lit(DIFFERENTIAL_NM_S) * (spins[2] - spins[3]);
        let driven_nm = [lit(0.5) * engine_nm - differential_nm, lit(0.5) * engine_nm + differential_nm];
        for wheel in 0..4 {
            let bias = if wheel < 2 { BRAKE_BIAS } else { 1.0 - BRAKE_BIAS };
            let drive_nm = if wheel < 2 { R::zero() } else { driven_nm[wheel - 2] };
            let torque_nm = drive_nm - lit(BRAKE_NM * bias) * brake - pulls_nm[wheel];
            residuals[wheel] = torque_nm * lit(1.0 / (weight_n * RADIUS_M));
        }
        residuals[4] = (along_n - sums_n[0]) * lit(1.0 / weight_n);
        residuals[5] = (across_n - sums_n[1]) * lit(1.0 / weight_n);
        moment_nm += lit(PRESSURE_M) * drag_n[1];
        PlaneRates {
            velocity_x_m_s2: (sums_n[0] - drag_n[0]) * lit(1.0 / MASS_KG) + yaw * vy - at.uphill_m_s2.x,
            velocity_y_m_s2: (sums_n[1] - drag_n[1]) * lit(1.0 / MASS_KG) - yaw * vx - at.uphill_m_s2.y,
            yaw_rate_rad_s2: moment_nm * lit(1.0 / YAW_INERTIA_KG_M2),
        }
    }

    fn unknown(&self, place: usize) -> Unknown {
        if place < 4 {
            Unknown { begin: 0.0, low: -0.4, high: 0.4, scale: PEAKS[0][0] }
        } else {
            Unknown { begin: 0.0, low: -LARGEST, high: LARGEST, scale: 1.0 }
        }
    }

    fn lock_rad(&self) -> f64 {
        0.35
    }

    fn wheelbase_m(&self) -> f64 {
        TO_AXLES_M[0] + TO_AXLES_M[1]
    }

    fn top_speed_m_s(&self) -> f64 {
        110.0
    }

    fn gear(&self, _: f64) -> usize {
        1
    }
}
