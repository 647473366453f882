//! Cars on springs on ground that rises evenly below their wheels, as a map of a hill does.

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{BodyState, CarTrace, TwoTrackInput, WheelRoad};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::cars::{self as four_wheels, steered};
use super::sprung_cars::{Car, again, moving, with_chassis};
use crate::support::{coast, dt, manual};

/// Rises of the ground along x and y, as tangents.
pub type Rises = [f64; 2];

/// Without dry friction in the suspension, so that loads have one value at rest, and with a centre of mass over roll centres.
pub fn car() -> VehicleSpec {
    let mut spec = with_chassis(&manual(), |chassis| {
        chassis.suspension_friction = 0.0;
        (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.08, 0.12);
        (chassis.anti_dive, chassis.anti_squat) = (0.3, 0.2);
    });
    // What the tyres' hysteresis holds at rest moves no load.
    (spec.front.rolling_resistance, spec.rear.rolling_resistance) = (0.0, 0.0);
    spec
}

/// A car that lies along the ground, heading along x.
pub fn lying(spec: &VehicleSpec, [x, y]: Rises, speed_m_s: f64) -> Car {
    let car = moving(spec, speed_m_s, 0.0);
    let mut state = *car.state();
    (state.body.pitch_rad, state.body.roll_rad) = (-x, y);
    state.body.heave_rate_m_s = x * speed_m_s;
    again(&car, state)
}

fn braked() -> Command<f64> {
    Command { brake: 1.0, ..steered(0.0) }
}

/// Input on a hill, with the road below the wheels where they are after a time.
pub fn on_hill(
    car: &Car,
    [rise_x, rise_y]: Rises,
    command: &Command<f64>,
    ahead_s: f64,
) -> TwoTrackInput<f64> {
    let body = &car.state().body;
    let ahead = BodyState { x_m: body.x_m + ahead_s * body.velocity_x_m_s, ..*body };
    let places_m = car.car().base.wheel_places_m(&ahead);
    let roads = places_m.map(|[x, y]| WheelRoad {
        height_m: rise_x * x + rise_y * y,
        rise_x,
        rise_y,
        ..WheelRoad::even()
    });
    TwoTrackInput { roads: Wheels::from_row(roads), ..TwoTrackInput::on_even_road(command) }
}

/// Drives for a time and returns the outputs at its end. The steps are short enough to be one sub-step each: the ground is read
/// in the middle of each.
pub fn drive(car: &mut Car, rises: Rises, command: &Command<f64>, duration_s: f64) -> CarOutputs {
    let (road, step_s) = (Surface::asphalt(), 1e-3);
    for _ in 0..(duration_s / step_s).round() as u64 {
        let input = on_hill(car, rises, command, 0.5 * step_s);
        assert_eq!(car.step(&input, &road, dt(step_s)), Status::Running, "{:?}", car.state());
    }
    let (_, trace) = car.look(&on_hill(car, rises, command, 0.0), &road);
    let loads_n = trace.wheels.in_a_row().map(|wheel| wheel.load_n);
    CarOutputs { car: trace.car, loads_n }
}

/// Outputs of a car.
pub struct CarOutputs {
    pub car: CarTrace<f64>,
    pub loads_n: [f64; 4],
}

/// Weight, N; distances from the centre of mass to the axles and its height, m.
fn figures(car: &Car) -> (f64, [f64; 2], f64) {
    let base = &car.car().base;
    let weight_n = base.body.mass_kg * Surface::<f64>::asphalt().gravity_m_s2;
    (weight_n, [base.body.to_front_m, base.body.to_rear_m], base.suspension.body.cg_height_m)
}

/// Grades on which each case is tried.
const GRADES: [f64; 4] = [0.05, 0.15, 0.3, -0.3];

/// A parked car on a map hill had the axle loads of the level: the push of the road's normal, which has no lever about the centre
/// of mass of a body that lies along the road, undid the moment of the tyres. With the rise r of the grade,
///
/// N_f = m g (b - h r) / L / (1 + r^2), N_r = m g (a + h r) / L / (1 + r^2)
///
/// (Gillespie, Fundamentals of Vehicle Dynamics, 1, loads on grades, times the cosine of the grade, as they are the vertical
/// components of those along the normal). Nothing else moves load, as the suspension has no dry friction and the tyres no
/// hysteresis. The loads were those of the weight without the tyres' forces, which hold a part of it.
#[test]
fn a_parked_car_has_the_axle_loads_of_the_grade() {
    for grade in GRADES {
        let mut car = lying(&car(), [grade, 0.0], 0.0);
        let parked = drive(&mut car, [grade, 0.0], &braked(), 4.0);
        let (weight_n, [a, b], h) = figures(&car);
        let on_road_n = weight_n / (1.0 + grade * grade);
        let front_n = on_road_n * (b - h * grade) / (a + b);
        let rear_n = on_road_n * (a + h * grade) / (a + b);
        let found = [parked.car.front_load_n, parked.car.rear_load_n];
        for (found_n, expected_n) in found.into_iter().zip([front_n, rear_n]) {
            assert!((found_n - expected_n).abs() < 1e-5 * weight_n, "{grade}: {found_n}, not {expected_n} N");
        }
        // Those of a car without springs there, in the gravity that presses on the road.
        let mut rigid = four_wheels::standing(&self::car(), 0.0);
        let input = on_hill(&car, [grade, 0.0], &braked(), 0.0);
        let level = Surface::<f64>::asphalt();
        let road = Surface { gravity_m_s2: level.gravity_m_s2 / (1.0 + grade * grade), ..level };
        for _ in 0..800 {
            rigid.step(&input, &road, dt(0.005));
        }
        let (_, trace) = rigid.look(&input, &road);
        assert!(
            (trace.car.front_load_n - front_n).abs() < 1e-3 * weight_n,
            "{grade}: {}",
            trace.car.front_load_n
        );
    }
}

/// Rolling freely, the weight along the road becomes acceleration and moves no load but what the spinning wheels and the air take:
///
/// N_f = (m g + m_s z'' - r (X - D)) b / L - (h / L) X, z'' = r a, with the tyres' force X and the drag D.
///
/// The push of the normal had it transferred by h / L times the weight along the road.
#[test]
fn a_coasting_car_has_the_axle_loads_of_the_level() {
    for grade in GRADES {
        let mut car = lying(&car(), [grade, 0.0], 20.0);
        let coasting = drive(&mut car, [grade, 0.0], &coast(0.0), 1.5);
        let (weight_n, [a, b], h) = figures(&car);
        let sprung_kg = car.car().base.suspension.body.sprung_mass_kg;
        let along_n = coasting.car.front_force_x_n + coasting.car.rear_force_x_n;
        let slowing_n = coasting.car.drag_x_n + coasting.car.linear_resistance_n;
        let on_road_n =
            weight_n + sprung_kg * grade * coasting.car.acceleration_x_m_s2 - grade * (along_n + slowing_n);
        let front_n = (on_road_n * b - h * along_n) / (a + b);
        let rear_n = on_road_n - front_n;
        let found = [coasting.car.front_load_n, coasting.car.rear_load_n];
        for (found_n, expected_n) in found.into_iter().zip([front_n, rear_n]) {
            assert!((found_n - expected_n).abs() < 1e-3 * weight_n, "{grade}: {found_n}, not {expected_n} N");
        }
    }
}

/// Across a grade the load moves to the lower wheels by h tan(grade) over the track, of which only the part over the roll centre
/// did; and by the body's own roll, over which its weight tips.
#[test]
fn a_car_parked_across_a_grade_leans_on_its_lower_wheels() {
    for grade in GRADES {
        let mut car = lying(&car(), [0.0, grade], 0.0);
        let parked = drive(&mut car, [0.0, grade], &braked(), 4.0);
        let (weight_n, [a, b], h) = figures(&car);
        let base = &car.car().base;
        let suspension = &base.suspension;
        let arm_m = (suspension.front.roll_arm_m * b + suspension.rear.roll_arm_m * a) / (a + b);
        let gravity_m_s2 = Surface::<f64>::asphalt().gravity_m_s2;
        let on_road_n = weight_n / (1.0 + grade * grade);
        // What the springs carry: the tyres' forces up the road hold the rest of the weight on them.
        let sprung_n = on_road_n - weight_n + suspension.body.sprung_mass_kg * gravity_m_s2;
        let own_roll_rad = car.state().body.roll_rad - grade;
        let half_track_m = base.front.half_track_m;
        let moved_n = (on_road_n * h * grade + sprung_n * arm_m * own_roll_rad) / half_track_m;
        let [front_left, front_right, rear_left, rear_right] = parked.loads_n;
        let found_n = (front_right - front_left) + (rear_right - rear_left);
        assert!((found_n - moved_n).abs() < 1e-4 * weight_n, "{grade}: {found_n}, not {moved_n} N");
        assert!(own_roll_rad * grade > 0.0, "{grade}: {own_roll_rad} rad");
    }
}

/// The accelerometer of a car parked on a map hill read 0, as if it stood on the level. It reads the specific force along the
/// road, g sin(grade), as on a slope of the surface; rolling freely, only what tyres and air do.
#[test]
fn an_accelerometer_reads_the_grade() {
    let gravity = Surface::<f64>::asphalt().gravity_m_s2;
    for grade in GRADES {
        let along = f64::sin(f64::atan(grade)) * gravity;
        let mut parked = lying(&car(), [grade, 0.0], 0.0);
        drive(&mut parked, [grade, 0.0], &braked(), 4.0);
        let sensed = parked.mode().body;
        assert!(
            (sensed.sensed_x_m_s2 - along).abs() < 1e-3 && sensed.sensed_y_m_s2.abs() < 1e-3,
            "{grade}: {sensed:?}"
        );
        let mut across = lying(&car(), [0.0, grade], 0.0);
        drive(&mut across, [0.0, grade], &braked(), 4.0);
        let sensed = across.mode().body;
        assert!(
            (sensed.sensed_y_m_s2 - along).abs() < 1e-3 && sensed.sensed_x_m_s2.abs() < 1e-3,
            "{grade}: {sensed:?}"
        );
        let mut coasting = lying(&car(), [grade, 0.0], 20.0);
        let felt = drive(&mut coasting, [grade, 0.0], &coast(0.0), 1.5).car;
        let felt_n = felt.front_force_x_n + felt.rear_force_x_n + felt.drag_x_n + felt.linear_resistance_n;
        let felt = felt_n / coasting.car().base.body.mass_kg / f64::cos(f64::atan(grade));
        let sensed = coasting.mode().body.sensed_x_m_s2;
        assert!((sensed - felt).abs() < 5e-3, "{grade}: {sensed}, not {felt} m/s^2");
    }
}
