//! A plain car on four wheels, for tests of what only single wheels show: split roads and wheels that lift.
//!
//! Brakes hold the share of each wheel's friction that the pedal asks for; lateral forces are linear up to the
//! friction; loads follow the lateral acceleration v r. So its results follow by hand.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::record;
use skidpad_core::record::{Empty, Record};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::braking::STOP_SPEED_M_S;
use super::no_result::NoResult;
use super::rollover::fishhook;
use super::session::Subject;
use super::split_mu::split_stop;
use crate::ground::Road;
use crate::models::{Cars, Drivable, ModelInfo};
use crate::rolling::CarChoice;
use crate::scene::dimensions::SLIPPERY_GRIP;

const MASS_KG: f64 = 1500.0;
const HALF_BASE_M: f64 = 1.3;
const HALF_TRACK_M: f64 = 0.8;
const G: f64 = skidpad_core::units::STANDARD_GRAVITY_M_S2;

record! {
    /// Data of the car.
    pub struct PlainCar {
        /// Lateral force over load per slip angle.
        stiffness_1_rad: "1/rad" [0.0, 100.0],
        /// Height of the centre of mass.
        height_m: "m" [0.0, 5.0],
        /// Moment of inertia about the vertical axis.
        yaw_inertia_kg_m2: "kg.m^2" [1.0, 1e9],
    }

    /// Inputs of the car.
    pub struct PlainInput {
        /// Throttle.
        throttle: "-" [0.0, 1.0],
        /// Brake.
        brake: "-" [0.0, 1.0],
        /// Steering angle.
        steer_rad: "rad" [-1.5, 1.5],
        /// Grip.
        front_left_grip: "-" [0.0, 3.0],
        /// Grip.
        front_right_grip: "-" [0.0, 3.0],
        /// Grip.
        rear_left_grip: "-" [0.0, 3.0],
        /// Grip.
        rear_right_grip: "-" [0.0, 3.0],
    }

    /// State of the car.
    pub struct PlainState {
        /// Place.
        x_m: "m" [-1e7, 1e7],
        /// Place.
        y_m: "m" [-1e7, 1e7],
        /// Heading.
        yaw_rad: "rad" [-1e6, 1e6],
        /// Velocity forward.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity to the left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-50.0, 50.0],
    }

    /// Outputs of the car.
    pub struct PlainTrace {
        /// Load.
        front_left_load_n: "N" [0.0, 1e6],
        /// Load.
        front_right_load_n: "N" [0.0, 1e6],
        /// Load.
        rear_left_load_n: "N" [0.0, 1e6],
        /// Load.
        rear_right_load_n: "N" [0.0, 1e6],
    }
}

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// Longitudinal and lateral force of a wheel, N.
fn wheel<R: Real>(
    car: &PlainCar<R>,
    (load, grip): (R, R),
    (brake, vx, vy): (R, R, R),
    slip_angle: R,
) -> [R; 2] {
    let most = grip * load;
    let along = (vx / R::lit(0.1)).clamp(R::lit(-1.0), R::one());
    // A braked wheel slides sideways, too.
    let across = car.stiffness_1_rad * load * slip_angle - brake * most * vy;
    [-(brake * most * along), across.clamp(-most, most)]
}

impl Model for Plain {
    const NAME: &'static str = "plain";
    const DESCRIPTION: &'static str = "four wheels";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = PlainCar<R>;
    type Input<R: Real> = PlainInput<R>;
    type State<R: Real> = PlainState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = PlainTrace<R>;

    fn evaluate<R: Real>(
        car: &PlainCar<R>,
        _: &Empty,
        state: &PlainState<R>,
        input: &PlainInput<R>,
        _: &Surface<R>,
    ) -> (PlainState<R>, PlainTrace<R>) {
        let (vx, vy, r) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
        let quarter = R::lit(0.25 * MASS_KG * G);
        // A turn to the left takes m h a / t off the left wheels, half of it at each axle.
        let moved = R::lit(0.25 * MASS_KG / HALF_TRACK_M) * car.height_m * (vx * r);
        let moved = moved.clamp(-quarter, quarter);
        let (left, right) = (quarter - moved, quarter + moved);
        let slow = vx.max(R::one());
        // At rest a steered wheel pushes nowhere.
        let front_angle = input.steer_rad * (vx / slow) - (vy + R::lit(HALF_BASE_M) * r) / slow;
        let rear_angle = -((vy - R::lit(HALF_BASE_M) * r) / slow);
        let rolling = (input.brake, vx, vy);
        let front_left = wheel(car, (left, input.front_left_grip), rolling, front_angle);
        let front_right = wheel(car, (right, input.front_right_grip), rolling, front_angle);
        let rear_left = wheel(car, (left, input.rear_left_grip), rolling, rear_angle);
        let rear_right = wheel(car, (right, input.rear_right_grip), rolling, rear_angle);
        let mass = R::lit(MASS_KG);
        let (left_x, right_x) = (front_left[0] + rear_left[0], front_right[0] + rear_right[0]);
        let (front_y, rear_y) = (front_left[1] + front_right[1], rear_left[1] + rear_right[1]);
        let yaw_nm = R::lit(HALF_BASE_M) * (front_y - rear_y) + R::lit(HALF_TRACK_M) * (right_x - left_x);
        let over_ground = Vec2::new(vx, vy).to_parent(Direction::at_angle(state.yaw_rad));
        let rate = PlainState {
            x_m: over_ground.x,
            y_m: over_ground.y,
            yaw_rad: r,
            velocity_x_m_s: (left_x + right_x) / mass + R::lit(6.0) * input.throttle + vy * r,
            velocity_y_m_s: (front_y + rear_y) / mass - vx * r,
            yaw_rate_rad_s: yaw_nm / car.yaw_inertia_kg_m2,
        };
        let trace = PlainTrace {
            front_left_load_n: left,
            front_right_load_n: right,
            rear_left_load_n: left,
            rear_right_load_n: right,
        };
        (rate, trace)
    }

    fn pose<R: Real>(state: &PlainState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}

impl Drivable for Plain {
    fn car<R: Real>(_: &Vehicle<R>) -> PlainCar<R> {
        Record::splat(R::zero())
    }
    fn start(_: &PlainCar<f64>, speed_m_s: f64, _: Gear) -> (Empty, PlainState<f64>) {
        (Empty, PlainState { velocity_x_m_s: speed_m_s, ..Record::splat(0.0) })
    }
    fn input(command: &Command<f64>) -> PlainInput<f64> {
        let (throttle, brake, steer_rad) = (command.throttle, command.brake, command.steer_rad);
        PlainInput { throttle, brake, steer_rad, ..Record::splat(1.0) }
    }
    fn on_ground(
        _: &PlainCar<f64>,
        state: &PlainState<f64>,
        input: &PlainInput<f64>,
        road: Road<'_>,
        _: [f64; 2],
    ) -> (PlainInput<f64>, Surface<f64>) {
        let axes = Direction::at_angle(state.yaw_rad);
        let grip = |ahead: f64, left: f64| {
            let place = Vec2::new(state.x_m, state.y_m) + Vec2::new(ahead, left).to_parent(axes);
            road.ground.under(place.into()).grip
        };
        let on = PlainInput {
            front_left_grip: grip(HALF_BASE_M, HALF_TRACK_M),
            front_right_grip: grip(HALF_BASE_M, -HALF_TRACK_M),
            rear_left_grip: grip(-HALF_BASE_M, HALF_TRACK_M),
            rear_right_grip: grip(-HALF_BASE_M, -HALF_TRACK_M),
            ..*input
        };
        (on, *road.surface)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const CARS: Cars = Cars::Own(&["sled", "light sled", "low", "high"]);
    fn own_car(name: &str) -> Option<PlainCar<f64>> {
        let car = |stiffness_1_rad, height_m, yaw_inertia_kg_m2| PlainCar {
            stiffness_1_rad,
            height_m,
            yaw_inertia_kg_m2,
        };
        match name {
            "sled" => Some(car(0.0, 0.0, 2.5e6)),
            "light sled" => Some(car(0.0, 0.0, 2.5e4)),
            "low" => Some(car(10.0, 0.3, 2500.0)),
            "high" => Some(car(10.0, 1.3, 2500.0)),
            _ => None,
        }
    }
}

static PLAIN: ModelInfo = ModelInfo::new::<Plain>();

fn subject(car: &'static str) -> Subject<'static> {
    Subject {
        model: &PLAIN,
        car: CarChoice::Own(car),
        wheelbase_m: 2.0 * HALF_BASE_M,
        largest_steer_rad: 0.5,
        track_m: 2.0 * HALF_TRACK_M,
        grip: 1.0,
        surface: Surface::asphalt(),
        dt: Dt::new(0.005).unwrap(),
        frame: None,
        method: None,
    }
}

fn near(value: f64, expected: f64, relative: f64) {
    assert!((value / expected - 1.0).abs() < relative, "{value}, expected {expected}");
}

/// A sled that slides on a grip of 1 on the left and less on the right: it stops by their mean, and turns to the side
/// that grips by the moment of their difference, half of M / Iz after a second.
#[test]
fn a_split_road_stops_by_the_mean_and_turns_by_the_difference() {
    let stop = split_stop(&subject("sled")).unwrap().figures.unwrap();
    let mean = 0.5 * (1.0 + SLIPPERY_GRIP) * G;
    near(stop.distance_m, STOP_SPEED_M_S * STOP_SPEED_M_S / (2.0 * mean), 1e-3);
    near(stop.developed_m_s2, mean, 1e-3);
    let turning = HALF_TRACK_M * 0.5 * MASS_KG * G * (1.0 - SLIPPERY_GRIP) / 2.5e6;
    near(stop.yaw_rate_rad_s, turning, 0.01);
    // It turns to the left: the driver steers to the right, in vain.
    assert!(stop.steering_rad < 0.0 && stop.early_steering_rad < 0.0 && stop.offset_m < HALF_TRACK_M);
}

/// The stop on a split road was driven with the steering held: cars spun through 180 degrees and rolled backwards for 16 s,
/// and the row showed a distance of 163 m and a lateral offset of 23 m as if they were valid. Now a driver balances the pull,
/// and the row shows the steering-wheel angle that he needs: in the end, the pull's moment over the front tyres' stiffness.
#[test]
fn split_mu_braking_was_driven_with_the_steering_held() {
    let stop = split_stop(&subject("low")).unwrap().figures.unwrap();
    let mean = 0.5 * (1.0 + SLIPPERY_GRIP) * G;
    near(stop.developed_m_s2, mean, 0.05);
    assert!(stop.offset_m < 0.5 && stop.yaw_rate_rad_s < 0.3, "{stop:?}");
    let steering = stop.steering_rad.abs() / super::session::STEERING_RATIO;
    assert!((0.03..0.3).contains(&steering) && stop.steering_rad < 0.0, "{stop:?}");
}

/// A sled that nobody can steer turns until it has spun, or leaves its lane: no row of it has a figure.
#[test]
fn a_car_that_is_lost_on_a_split_road_has_no_figures() {
    let lost = split_stop(&subject("light sled")).unwrap();
    let why = lost.figures.unwrap_err();
    assert!(matches!(why, NoResult::Spun { .. } | NoResult::LeftLane { .. }), "{why}");
    assert!(lost.recording.rows.len() > 300, "its picture shows how");
}

/// The wheels of the inner side keep 1 - 2 h a / (g t) of their load; where the centre of mass is higher than
/// t / (2 mu) they lift.
#[test]
fn a_fishhook_lifts_the_wheels_of_a_high_car() {
    let low = fishhook(&subject("low"), 22.0).unwrap();
    let column = |name: &str| low.recording.column(name).unwrap();
    let (speed, yaw_rate) = (column("velocity_x_m_s"), column("yaw_rate_rad_s"));
    let most = speed.iter().zip(&yaw_rate).map(|(v, r)| (v * r).abs()).fold(0.0, f64::max);
    let share = low.side_load_share.unwrap();
    let expected = 1.0 - 0.3 * most / (HALF_TRACK_M * G);
    assert!((share - expected).abs() < 0.01 && share > 0.1, "{share}, expected {expected}");
    let high = fishhook(&subject("high"), 22.0).unwrap();
    assert_eq!(high.side_load_share, Some(0.0));
}
