//! The rider: how he steers, leans and puts his feet down.
//!
//! He wants the lean phi_w that is in balance with the turn asked of him. At speed he presses the
//! handlebar against the lean that is wanting,
//!
//! T = -I_s (K (phi - phi_w) + D phi' + C delta' + E (delta - delta_w) + Y (r - r_phi)) - trim,
//!
//! and the machine does the rest: a turn to the right asked of him while upright is phi_w > 0, a torque
//! and so an angle to the left, which throws the machine to the right; then its trail and its wheels'
//! spin turn the front wheel into the turn. The slow trim takes out what is left of phi - phi_w, so that
//! the balance of forces makes the path's curvature the one that he wants. One set of numbers is stable
//! from 5 to 80 m/s, upright and leaned (a linear analysis of this model, and the tests): C damps the
//! wobble of the front, at 9 Hz, which without hands on the handlebar grows above 45 m/s; Y, against a yaw
//! rate r that is not in balance with the lean, the weave of the whole, at 3 Hz.
//!
//! At walking pace he holds the handlebar in an angle. There forces follow from the path:
//! phi'' = (g phi + v^2 delta / L) / h' near upright with h' = I / (m h), and he steers
//!
//! delta = delta_w - u L / (v^2 + v_0^2) [(g + h' omega^2) (phi - phi_w) + 2 zeta omega h' phi'],
//!
//! into the turn and into a fall. His feet do the rest: u is 0 while they are down and 1 when they are
//! on the pegs.

use super::context::Context;
use super::data::MotorcycleCar;
use super::geometry::{Fork, handlebar_for};
use super::lean::{Leaning, Turn, steady_lean};
use super::stand::Stand;
use skidpad_core::math::{Direction, Real};
use skidpad_core::surface::Surface;

/// K, 1/s^2, D, 1/s, C, 1/s, E, 1/s^2, and Y, 1/s, over the inertia of the fork.
const PRESS_1_S2: f64 = 310.0;
const PRESS_DAMPING_1_S: f64 = 36.0;
const GRASP_DAMPING_1_S: f64 = 27.0;
const GRASP_1_S2: f64 = 70.0;
const YAW_1_S: f64 = 29.0;
/// The error of the lean beyond which he presses no harder, rad: with D, he leans the machine at up to
/// K / D times that, 74 degrees a second.
const LARGEST_ERROR_RAD: f64 = 0.15;
/// Error of the lean beyond which he trims no faster, rad.
const TRIM_ERROR_RAD: f64 = 0.03;
/// Rate of the trim, 1/s^3.
const TRIM_1_S3: f64 = 145.0;
/// Largest share of the hands' torque in the trim.
pub(crate) const TRIM_SHARE: f64 = 0.5;
/// Speeds from which he presses, and below which he holds the handlebar in an angle, m/s.
const PRESSES_M_S: f64 = 8.0;
const HOLDS_M_S: f64 = 3.0;
/// At walking pace: omega, 1/s, and zeta.
const LEAN_RATE_1_S: f64 = 3.5;
const LEAN_DAMPING: f64 = 0.7;
/// v_0, m/s: a walking pace.
const WALKING_M_S: f64 = 1.0;
/// Speed from which his feet are on the pegs, m/s.
const FEET_UP_M_S: f64 = 2.5;
/// Time in which he makes up his mind about a turn, s.
const DECISION_S: f64 = 0.25;
/// Time in which he moves his shoulders, s.
const SHOULDERS_S: f64 = 0.3;
/// Shoulder lean over the machine's lean: he leans with the turn.
const SHOULDER_SHARE: f64 = 0.2;
/// Natural frequency of his hands on the handlebar, rad/s, and its damping ratio.
const HANDS_1_S: f64 = 30.0;
const HANDS_DAMPING: f64 = 0.8;
/// Share of the lateral grip that he asks for at most.
const GRIP_SHARE: f64 = 0.8;
/// Share of the rear force over load that lifts the front wheel which he comes to at most: about a tenth of
/// the front wheel's load stays on it.
pub(crate) const WHEELIE_SHARE: f64 = 0.95;
/// Share of the braking force over load that lifts the rear wheel which he comes to at most: the rear wheel has to stay in
/// line by itself.
pub(crate) const STOPPIE_SHARE: f64 = 0.85;
/// Stiffness of his legs over what gravity asks for, and their damping ratio.
const LEGS: f64 = 4.0;
const LEGS_DAMPING: f64 = 0.7;

/// Intention and torques of the rider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rider<R> {
    /// The lean of the centre of mass that he is after, rad.
    pub lean_rad: R,
    /// Torque of his hands on the handlebar, N.m.
    pub hands_nm: R,
    /// Torque of his feet about the road's line, N.m.
    pub feet_nm: R,
    /// Rate of the curvature that he has in mind, 1/(m s).
    pub curvature_rate: R,
    /// Rate of his shoulder lean, rad/s.
    pub shoulder_rate: R,
    /// Rate of the trim of his hands, N.m/s.
    pub trim_rate: R,
}

/// The curvature that he dares, 1/m: within what the tyres hold and how far he leans.
#[cfg_attr(not(debug_assertions), inline(always))]
fn dared<R: Real>(car: &MotorcycleCar<R>, surface: &Surface<R>, asked: R, speed: R, left_m_s2: R) -> R {
    let vehicle = car.vehicle();
    let friction = vehicle.front().lateral_friction.min(vehicle.rear().lateral_friction) * surface.grip;
    let tangent = (R::lit(GRIP_SHARE) * friction).min(car.cycle().largest_lean_rad.tan());
    let most = tangent * surface.normal_gravity_m_s2();
    let speed2 = speed.square().max(R::lit(1e-3));
    asked.clamp((left_m_s2 - most) / speed2, (left_m_s2 + most) / speed2)
}

/// A smooth step from 0 to 1: 3 s^2 - 2 s^3.
#[cfg_attr(not(debug_assertions), inline(always))]
fn smooth<R: Real>(s: R) -> R {
    let s = s.clamp(R::zero(), R::one());
    s * s * (R::lit(3.0) - R::lit(2.0) * s)
}

/// The lean and the turn that the rider is after.
#[derive(Clone, Copy)]
struct Aim<R> {
    /// Curvature that he dares, 1/m.
    dared_1_m: R,
    /// Wheelbase times the curvature that he has in mind.
    bend: R,
    rake: Direction<R>,
    /// Lean that he is after, rad.
    lean_rad: R,
    /// The lean's distance from it, rad.
    error_rad: R,
}

impl<R: Real> Aim<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(at: &Context<'_, R>, stand: &Stand<R>, gravity: R, left_m_s2: R) -> Self {
        let Context { car, state, input, surface, .. } = *at;
        let (cycle, data) = (car.cycle(), car.vehicle().body());
        let speed = state.velocity_x_m_s;
        let asked = input.steer_rad.clamp(R::lit(-1.4), R::lit(1.4)).tan() / data.wheelbase_m;
        let dared_1_m = dared(car, surface, asked, speed, left_m_s2);
        let curvature = state.rider_curvature_1_m;
        let across = speed.square() * curvature - left_m_s2;
        // Positive to the right, where a turn to the left is positive.
        let rake = Direction::at_angle(cycle.rake_rad);
        let bend = data.wheelbase_m * curvature;
        let turned = Direction::at_angle(handlebar_for(bend, stand.fork.lean, rake));
        let drop = Fork { steer: turned, ..stand.fork }.drop().1;
        let turn = Turn {
            across_m_s2: across,
            gravity_m_s2: gravity,
            yaw_rate_rad_s: speed * curvature,
            trail_m2_s2: cycle.trail_m * data.front_share * gravity * drop,
        };
        let lean_rad = -steady_lean(&stand.body, &turn);
        Self { dared_1_m, bend, rake, lean_rad, error_rad: state.lean_rad - lean_rad }
    }
}

/// The feet: a spring towards the wanted lean, held to what legs can, lifted with the speed.
#[derive(Clone, Copy)]
struct Feet<R> {
    /// Share of them that is on the ground.
    down: R,
    torque_nm: R,
    /// Height at which the mass would have the moment of inertia about the road's line, m.
    lever_m: R,
}

impl<R: Real> Feet<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(at: &Context<'_, R>, body: &Leaning<R>, aim: &Aim<R>, gravity: R) -> Self {
        let Context { car, state, input, .. } = *at;
        let cycle = car.cycle();
        let inertia = cycle.roll_inertia_kg_m2 + body.mass_kg * body.height_m.square();
        let stiffness = R::lit(LEGS) * body.mass_kg * gravity * body.height_m;
        let damping = R::lit(2.0) * R::lit(LEGS_DAMPING) * (stiffness * inertia).sqrt();
        let legs = stiffness * aim.error_rad + damping * state.lean_rate_rad_s;
        let down = input.rider * (R::one() - smooth(state.velocity_x_m_s.abs() / R::lit(FEET_UP_M_S)));
        Self {
            down,
            torque_nm: -(down * legs.clamp(-cycle.feet_nm, cycle.feet_nm)),
            lever_m: inertia / (body.mass_kg * body.height_m),
        }
    }
}

/// Torque by which the hands hold the handlebar at the angle of the turn, with what corrects the lean, N.m. `steady_rad`:
/// the angle of the turn alone; `passive_nm`: the torque that turns the handlebar without hands.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hold<R: Real>(
    at: &Context<'_, R>,
    aim: &Aim<R>,
    feet: &Feet<R>,
    gravity: R,
    steady_rad: R,
    passive_nm: R,
) -> R {
    let Context { car, state, .. } = *at;
    let (cycle, two) = (car.cycle(), R::lit(2.0));
    let length = car.vehicle().body().wheelbase_m;
    let omega = R::lit(LEAN_RATE_1_S);
    let restoring =
        omega.square() * aim.error_rad + two * R::lit(LEAN_DAMPING) * omega * state.lean_rate_rad_s;
    let speed = state.velocity_x_m_s;
    let per_error = (R::one() - feet.down) * length / (speed.square() + R::lit(WALKING_M_S).square());
    let lock = R::lit(0.95) * cycle.largest_handlebar_rad;
    let angle = steady_rad - per_error / aim.rake.cos * (gravity * aim.error_rad + feet.lever_m * restoring);
    let angle = angle.clamp(-lock, lock);
    let hands = R::lit(HANDS_1_S);
    let turn = hands.square() * (angle - state.handlebar_rad)
        - R::lit(2.0 * HANDS_DAMPING) * hands * state.handlebar_rate_rad_s;
    cycle.steer_inertia_kg_m2 * turn - passive_nm
}

/// Torque by which the hands press the handlebar towards the wanted lean, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn press<R: Real>(
    at: &Context<'_, R>,
    stand: &Stand<R>,
    aim: &Aim<R>,
    gravity: R,
    steady_rad: R,
    left_m_s2: R,
) -> R {
    let Context { car, state, .. } = *at;
    // The yaw rate that is in balance with the lean is (g_y - g tan(phi)) / v.
    let tangent = stand.lean.sin / stand.lean.cos.abs().max(R::lit(0.2));
    let speed = state.velocity_x_m_s.abs();
    let in_balance = (left_m_s2 - gravity * tangent) / speed.max(R::lit(HOLDS_M_S));
    let most = R::lit(LARGEST_ERROR_RAD);
    let press = -(R::lit(PRESS_1_S2) * aim.error_rad.clamp(-most, most))
        - R::lit(PRESS_DAMPING_1_S) * state.lean_rate_rad_s
        - R::lit(GRASP_DAMPING_1_S) * state.handlebar_rate_rad_s
        - R::lit(GRASP_1_S2) * (state.handlebar_rad - steady_rad)
        - R::lit(YAW_1_S) * (state.yaw_rate_rad_s - in_balance);
    car.cycle().steer_inertia_kg_m2 * press - state.rider_trim_nm
}

/// Torques and decisions of the rider. `left_m_s2`: gravity along the road to the left of the machine;
/// `passive_nm`: the torque that turns the handlebar without hands (trail, gyroscopic torque, damper).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn ride<R: Real>(at: &Context<'_, R>, stand: &Stand<R>, left_m_s2: R, passive_nm: R) -> Rider<R> {
    let Context { car, state, input, .. } = *at;
    let (one, cycle, gravity) = (R::one(), car.cycle(), at.surface.normal_gravity_m_s2());
    let aim = Aim::new(at, stand, gravity, left_m_s2);
    let shoulders = input.shoulder_lean_rad + input.rider * R::lit(SHOULDER_SHARE) * aim.lean_rad;
    let feet = Feet::new(at, &stand.body, &aim, gravity);
    let machine = aim.lean_rad - cycle.shoulder_effect * state.shoulder_rad;
    let steady = handlebar_for(aim.bend, Direction::at_angle(machine), aim.rake);
    let hold = hold(at, &aim, &feet, gravity, steady, passive_nm);
    let press = press(at, stand, &aim, gravity, steady, left_m_s2);

    // He holds it at walking speed, and presses above.
    let speed = state.velocity_x_m_s.abs();
    let presses = smooth((speed - R::lit(HOLDS_M_S)) / R::lit(PRESSES_M_S - HOLDS_M_S));
    let torque = (hold + presses * (press - hold)).clamp(-cycle.hands_nm, cycle.hands_nm);
    let small = R::lit(TRIM_ERROR_RAD);
    let trim = R::lit(TRIM_1_S3) * cycle.steer_inertia_kg_m2 * aim.error_rad.clamp(-small, small);
    Rider {
        lean_rad: aim.lean_rad,
        hands_nm: input.rider * torque + (one - input.rider) * input.steer_torque_nm,
        feet_nm: feet.torque_nm,
        curvature_rate: (aim.dared_1_m - state.rider_curvature_1_m) / R::lit(DECISION_S),
        shoulder_rate: (shoulders - state.shoulder_rad) / R::lit(SHOULDERS_S),
        trim_rate: input.rider * presses * trim - (one - input.rider * presses) * state.rider_trim_nm,
    }
}

/// The share of the possible longitudinal force that he uses: 1 - 1.1 tan(phi) / mu_y with the lean, at least a
/// tenth. The tyres would allow the root of 1 minus the square, but he brakes less the further he leans, so
/// that the rear wheel keeps a load to be guided by. 1 without a rider.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn longitudinal_share<R: Real>(rider: R, lateral_grip: R, lean: Direction<R>) -> R {
    let needed = R::lit(1.1) * lean.sin.abs() / lean.cos.abs().max(R::lit(0.05));
    let left = (R::one() - needed / lateral_grip.max(R::lit(1e-9))).max(R::lit(0.1));
    R::one() - rider + rider * left
}
