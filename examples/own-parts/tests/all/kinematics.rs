//! The measured kinematics, alone and at the car.

use own_parts::ElectricQuad;
use own_parts::kinematics::{AxleTable, JOUNCE_MM, KinematicsTable, MEASURED, NODES};
use skidpad::core::controls::{Controls, Gear};
use skidpad::core::math::{Direction, Real, Vec2};
use skidpad::core::model::two_track::{
    AxleLinkage, AxleMotion, BodyOverAxle, Kind, Parts, StandardParts, SuspensionGeometry,
    SuspensionPosition, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState, TwoTrackTrace,
};
use skidpad::core::record::{Record, channel_place};
use skidpad::core::spec::Vehicle;
use skidpad::core::step::{Dt, Simulation};
use skidpad::core::surface::Surface;
use skidpad::linear::linearise;
use skidpad::presets::preset;

use crate::{Model, input, quad, rolling};

/// Declares a kind of car on the table's tyres that differs from the standard one in its geometry at most.
macro_rules! kind {
    ($kind:ident, $name:literal, $parts:ty) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct $kind;

        impl Kind for $kind {
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = "a car of a test";
            const SPRUNG: bool = true;
            type Parts = $parts;
            type Tyre<R: Real> = <ElectricQuad as Kind>::Tyre<R>;
            fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
                ElectricQuad::tyre(vehicle, is_front)
            }
            fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R, $parts> {
                TwoTrackCar::on_elastic(vehicle, Self::tyre(vehicle, true), Self::tyre(vehicle, false))
            }
        }
    };
}

kind!(Standard, "standard", StandardParts);
kind!(Led, "led", Led);

impl Parts for Led {
    type Geometry<R: Real> = KinematicsTable<R>;
    fn geometry<R: Real>(_: &Vehicle<R>) -> KinematicsTable<R> {
        KinematicsTable::measured()
    }
    skidpad::core::standard_parts!(aerodynamics, driveline, assists, springs);
}

type CarOf<K> = TwoTrackCar<<K as Kind>::Tyre<f64>, f64, <K as Kind>::Parts>;
type StateOf<K> = TwoTrackState<f64, <K as Kind>::Parts>;
type TraceOf<K> = TwoTrackTrace<f64, <K as Kind>::Parts>;

/// The vehicle with its roll centres at a height, without anti-dive and dry friction, and with a camber gain.
fn vehicle(roll_centre_m: f64, camber_gain: f64) -> Vehicle<f64> {
    let mut spec = preset("tesla-model-s-60").unwrap().spec;
    let chassis = spec.chassis.as_mut().unwrap();
    (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (roll_centre_m, roll_centre_m);
    (chassis.anti_dive, chassis.anti_squat, chassis.suspension_friction) = (0.0, 0.0, 0.0);
    chassis.camber_gain = camber_gain;
    spec.validate().unwrap()
}

fn at_speed<K: Kind>(car: CarOf<K>, speed_m_s: f64) -> Simulation<TwoTrack<K>> {
    let state = TwoTrackState::rolling(&car.base, speed_m_s, 1.0);
    Simulation::new(car, TwoTrackMode::in_gear(&car.base, 1.0), state)
}

/// A wheel that its table moves in proportion to its travel.
fn proportional(outwards: f64, camber_rad_m: f64) -> AxleTable<f64> {
    let per = |slope: f64| JOUNCE_MM.map(|jounce_mm| slope * 1e-3 * jounce_mm);
    AxleTable {
        camber_rad: per(camber_rad_m),
        toe_rad: per(0.0),
        lateral_m: per(outwards),
        longitudinal_m: per(0.0),
    }
}

#[test]
fn at_each_node_the_curve_is_the_measured_value() {
    let lines = include_str!("../../data/kinematics.csv").lines().skip(1);
    let mut count = 0;
    for line in lines {
        let (axle, cells) = line.split_once(',').unwrap();
        let cells: Vec<f64> = cells.split(',').map(|cell| cell.parse().unwrap()).collect();
        let table = if axle == "front" { &MEASURED.front } else { &MEASURED.rear };
        let [camber, toe] = table.camber_and_toe_rad(1e-3 * cells[0]);
        let moved = table.displacement_m(1e-3 * cells[0]);
        for (found, expected) in [
            (camber.to_degrees(), cells[1]),
            (toe.to_degrees(), cells[2]),
            (1e3 * moved.y, cells[3]),
            (1e3 * moved.x, cells[4]),
        ] {
            assert!((found - expected).abs() < 1e-12, "{line}: {found}");
        }
        count += 1;
    }
    assert_eq!(count, 2 * NODES);
}

/// The force of the links is by the slope, the velocity of the contact by the displacement: they must belong together, at and
/// between the nodes and beyond the ends.
#[test]
fn the_slope_is_the_derivative_of_the_displacement_and_does_not_jump() {
    for table in [&MEASURED.front, &MEASURED.rear] {
        let mut before = table.displacement_per_jounce(-0.12);
        for step in -1200..=1200 {
            let (jounce_m, d) = (1e-4 * f64::from(step), 1e-6);
            let slope = table.displacement_per_jounce(jounce_m);
            let (from, to) = (table.displacement_m(jounce_m - d), table.displacement_m(jounce_m + d));
            let found = (to - from).scale(0.5 / d);
            assert!(
                (found.x - slope.x).abs() < 1e-5 && (found.y - slope.y).abs() < 1e-5,
                "{jounce_m}: {found:?}"
            );
            assert!((slope.y - before.y).abs() < 2e-3 && (slope.x - before.x).abs() < 2e-3, "{jounce_m}");
            before = slope;
        }
    }
}

#[test]
fn wrong_tables_are_refused_by_line() {
    let text = include_str!("../../data/kinematics.csv");
    let error = |from: &str, to: &str| KinematicsTable::read(&text.replace(from, to)).unwrap_err();
    assert_eq!(error("front,20,", "middle,20,"), "line 7: must be `front` or `rear` and five numbers");
    assert_eq!(error("rear,-60,", "rear,-50,"), format!("line 12: travels must be {JOUNCE_MM:?} mm"));
    assert_eq!(error("rear,80,", "rear,60,"), "line 19: a second line for this axle and travel");
    let (without_last, _) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(KinematicsTable::read(without_last).unwrap_err(), "no line for rear, travel 80 mm");
    // A cell that was no number was left out, and the cells behind it moved up.
    assert_eq!(error("front,20,", "front,20,inwards,"), "line 7: must be `front` or `rear` and five numbers");
    assert_eq!(error("front,0,0.000", "front,0,nan"), "line 6: must be `front` or `rear` and five numbers");
    assert_eq!(
        error("front,0,0.000", "front,0,0.100"),
        "line 6: values are changes from rest: they must be 0 at travel 0"
    );
    assert!(error("axle,", "wheel,").starts_with("line 1: must be"));
}

/// Round any closed way of heave and roll the contact comes back to where it was: a table of slopes that are not those of a
/// displacement would let a parked car walk.
#[test]
fn round_a_closed_way_of_the_body_every_contact_comes_back() {
    let (steps, base) = (4000, Led::car(&vehicle(0.06, 0.3)).base);
    let step_rad = core::f64::consts::TAU / f64::from(steps);
    let (mut moved, mut way_m) = ([Vec2::<f64>::zero(); 2], 0.0);
    for step in 0..steps {
        let angle = f64::from(step) * step_rad;
        let (heave_m, rise) = (0.03 * Real::sin(angle), 0.03 * Real::cos(angle));
        let (roll_rad, roll_rate) = (0.05 * Real::cos(angle), -0.05 * Real::sin(angle));
        let over = BodyOverAxle {
            half_track_m: base.front.half_track_m,
            roll_arm_m: base.suspension.front.roll_arm_m,
            cg_height_m: base.suspension.body.cg_height_m,
            roll_rad,
        };
        let tip_m = heave_m + 0.5 * over.roll_arm_m * roll_rad * roll_rad;
        let (left_m, right_m) = (tip_m + over.half_track_m * roll_rad, tip_m - over.half_track_m * roll_rad);
        let position = SuspensionPosition { travel_m: [left_m, right_m, left_m, right_m], roll_rad };
        let [front, _] = MEASURED.linkages(&base.suspension, &position);
        let motion = AxleMotion { rise_m_s: rise, roll_rate_rad_s: roll_rate, pitching_m_s: 0.0 };
        let velocities = front.contact_velocities(&over, &motion);
        for (moved, velocity) in moved.iter_mut().zip(velocities) {
            *moved = *moved + velocity.scale(step_rad);
            way_m += velocity.norm_squared().sqrt() * step_rad;
        }
    }
    for moved in moved {
        assert!(moved.norm_squared().sqrt() < 1e-6 * way_m, "{moved:?} m of {way_m} m");
    }
}

/// A table whose wheels stay as they are on the body, and the standard geometry with the same figures: both cars drive alike.
#[test]
fn with_the_standard_numbers_it_is_the_standard_geometry() {
    let vehicle = vehicle(0.0, 1.0);
    let mut led = Led::car(&vehicle);
    led.base.geometry = Record::splat(0.0);
    // What the measured table gave the constants of the car.
    let standard = Standard::car(&vehicle);
    (led.base.suspension, led.base.stance) = (standard.base.suspension, standard.base.stance);
    let (mut led, mut standard) = (at_speed::<Led>(led, 20.0), at_speed::<Standard>(standard, 20.0));
    for step in 0..300 {
        let controls = Controls {
            steer_rad: 0.05 * f64::from(step % 60) / 60.0,
            brake: if step < 200 { 0.0 } else { 0.4 },
            gear: Gear::Forward(1),
            ..Controls::default()
        };
        led.step(&input(&controls), &Surface::asphalt(), Dt::new(0.01).unwrap());
        standard.step(&input(&controls), &Surface::asphalt(), Dt::new(0.01).unwrap());
        let (a, b) = (&led.state().body, &standard.state().body);
        let (_, led_trace) = led.look(&input(&controls), &Surface::asphalt());
        let (_, standard_trace) = standard.look(&input(&controls), &Surface::asphalt());
        for (a, b) in [
            (a.x_m, b.x_m),
            (a.y_m, b.y_m),
            (a.yaw_rad, b.yaw_rad),
            (a.heave_m, b.heave_m),
            (a.roll_rad, b.roll_rad),
            (a.pitch_rad, b.pitch_rad),
            (led_trace.wheels.front_left.camber_rad, standard_trace.wheels.front_left.camber_rad),
            (1e-4 * led_trace.wheels.rear_right.load_n, 1e-4 * standard_trace.wheels.rear_right.load_n),
        ] {
            assert!((a - b).abs() < 1e-7, "step {step}: {a} {b}");
        }
    }
    assert!(Real::abs(led.state().body.yaw_rad) > 0.1 && led.state().body.velocity_x_m_s < 19.0);
}

/// Rates and outputs of a car at 20 m/s whose tyres pull to the left, the right ones more.
fn pulling<K: Kind>(car: &CarOf<K>, change: impl FnOnce(&mut StateOf<K>)) -> (StateOf<K>, TraceOf<K>) {
    let mut car = at_speed::<K>(*car, 20.0);
    let mut state = *car.state();
    let wheels = &mut state.wheels;
    (wheels.front_left.deflection_y, wheels.front_right.deflection_y) = (0.004, 0.008);
    (wheels.rear_left.deflection_y, wheels.rear_right.deflection_y) = (0.004, 0.008);
    change(&mut state);
    car = Simulation::new(*car.car(), *car.mode(), state);
    car.look(&input(&Controls::default()), &Surface::asphalt())
}

/// Wheels that move outwards by 2 z_R / t per travel turn about the standard roll centre: cambers, loads that move from left to
/// right and the contacts' velocities in roll are the standard ones. Besides, they jack: the road carries
/// 2 z_R / t (Y_right - Y_left) more.
#[test]
fn in_roll_it_is_the_standard_geometry_about_the_same_roll_centre_and_it_jacks() {
    const ROLL_CENTRE_M: f64 = 0.1;
    const CAMBER_GAIN: f64 = 0.4;
    let vehicle = vehicle(ROLL_CENTRE_M, CAMBER_GAIN);
    let (standard, mut led) = (Standard::car(&vehicle), Led::car(&vehicle));
    let tracks_m = [vehicle.chassis().front_track_m, vehicle.chassis().rear_track_m];
    let [front, rear] = tracks_m
        .map(|track_m| proportional(2.0 * ROLL_CENTRE_M / track_m, -2.0 * (1.0 - CAMBER_GAIN) / track_m));
    led.base.geometry = KinematicsTable { front, rear };
    let heights_m = led.base.geometry.roll_centres_m(&vehicle);
    assert!(heights_m.iter().all(|height_m| (height_m - ROLL_CENTRE_M).abs() < 1e-12), "{heights_m:?}");
    (led.base.suspension, led.base.stance) = (standard.base.suspension, standard.base.stance);

    let rolls = |state: &mut TwoTrackState<f64>| state.body.roll_rate_rad_s = 0.4;
    let (_, expected) = pulling::<Standard>(&standard, rolls);
    let (_, found) = pulling::<Led>(&led, |state| state.body.roll_rate_rad_s = 0.4);
    let (found_wheels, expected_wheels) = (found.wheels.in_a_row(), expected.wheels.in_a_row());
    let spring_n =
        |y: f64| led.front_tyre.carcass.spring_n(&Vec2 { x: 0.0, y }).y * if y < 0.0 { -1.0 } else { 1.0 };
    for (axle, track_m) in tracks_m.into_iter().enumerate() {
        let (left, right) = (2 * axle, 2 * axle + 1);
        let moved = |wheels: &[skidpad::core::model::two_track::WheelTrace<f64>; 4]| {
            wheels[right].load_n - wheels[left].load_n
        };
        let carried = |wheels: &[skidpad::core::model::two_track::WheelTrace<f64>; 4]| {
            wheels[right].load_n + wheels[left].load_n
        };
        assert!((moved(&found_wheels) - moved(&expected_wheels)).abs() < 1e-6, "axle {axle}");
        assert!(moved(&found_wheels) > 300.0, "axle {axle}");
        if axle == 0 {
            let jacks_n = 2.0 * ROLL_CENTRE_M / track_m * (spring_n(0.008) - spring_n(0.004));
            let more_n = carried(&found_wheels) - carried(&expected_wheels);
            assert!((more_n - jacks_n).abs() < 1e-6 && jacks_n > 20.0, "{more_n} {jacks_n}");
        }
        for wheel in [left, right] {
            let (found, expected) = (&found_wheels[wheel], &expected_wheels[wheel]);
            assert!((found.slip_angle_rad - expected.slip_angle_rad).abs() < 1e-12, "wheel {wheel}");
        }
    }
    let (_, expected) = pulling::<Standard>(&standard, |state| state.body.roll_rad = 0.02);
    let (_, found) = pulling::<Led>(&led, |state| state.body.roll_rad = 0.02);
    for (found, expected) in found.wheels.in_a_row().into_iter().zip(expected.wheels.in_a_row()) {
        // But for what the body rises by as it rolls over its roll centre, H phi^2 / 2.
        assert!((found.camber_rad - expected.camber_rad).abs() < 1e-4, "{found:?} {expected:?}");
    }
}

/// Sprung in by 40 mm, front and rear wheels lean and point as the table says there.
#[test]
fn camber_gain_and_bump_steer_are_in_the_outputs() {
    let car = quad();
    let mut state = *rolling(car, 20.0).state();
    state.body.heave_m = -0.04;
    let car = Simulation::<Model>::new(car, *rolling(car, 20.0).mode(), state);
    let (_, trace) = car.look(&input(&Controls::default()), &Surface::asphalt());
    let (base, wheels) = (&car.car().base, &trace.wheels);
    let camber_deg = (wheels.front_left.camber_rad - base.front.camber_rad).to_degrees();
    assert!((camber_deg + 1.046).abs() < 1e-9, "{camber_deg}");
    assert!((wheels.front_right.camber_rad + wheels.front_left.camber_rad).abs() < 1e-15);
    let static_toe = Direction { sin: base.steering.front_toe_sin, cos: base.steering.front_toe_cos };
    let toe_deg = (-wheels.front_left.steer_rad - static_toe.angle_rad()).to_degrees();
    assert!((toe_deg + 0.129).abs() < 1e-9, "{toe_deg}");
    let rear_deg = (wheels.rear_right.camber_rad + base.rear.camber_rad).to_degrees();
    assert!((rear_deg - 0.824).abs() < 1e-9, "{rear_deg}");
}

/// Power that the car's motion gains, and what the forces give it, W.
fn balance_w(car: &Simulation<TwoTrack<Led>>, input: &TwoTrackInput<f64>) -> (f64, f64) {
    let (rate, trace) = car.look(input, &Surface::asphalt());
    let (body, grows, base) = (&car.state().body, &rate.body, &car.car().base);
    let springs = &base.suspension.body;
    let inertia = base.driveline.wheel_inertia_kg_m2().in_a_row();
    let spins = car.state().wheels.in_a_row().into_iter().zip(rate.wheels.in_a_row()).zip(inertia);
    let gains = base.body.mass_kg
        * (body.velocity_x_m_s * grows.velocity_x_m_s + body.velocity_y_m_s * grows.velocity_y_m_s)
        + body.yaw_rate_rad_s * grows.yaw_rate_rad_s / base.body.inverse_yaw_inertia_1_kg_m2
        + springs.sprung_mass_kg * body.heave_rate_m_s * grows.heave_rate_m_s
        + body.roll_rate_rad_s * grows.roll_rate_rad_s / springs.inverse_roll_inertia_1_kg_m2
        + body.pitch_rate_rad_s * grows.pitch_rate_rad_s / springs.inverse_pitch_inertia_1_kg_m2
        + spins.map(|((is, grows), kg_m2)| kg_m2 * is.spin_rad_s * grows.spin_rad_s).sum::<f64>();
    let power = &trace.car;
    // The books have no line for aligning moments.
    let aligning_nm: f64 = trace.wheels.in_a_row().iter().map(|wheel| wheel.aligning_nm).sum();
    let given = power.drive_power_w + power.brake_power_w + power.resistance_power_w + power.gravity_power_w
        - power.contact_power_w
        - power.suspension_power_w
        + aligning_nm * body.yaw_rate_rad_s;
    (gains, given)
}

/// The body heaves and rolls on undamped springs through a bend: at each instant the motion gains what the forces give. The table
/// takes part by its slopes alone, and they cancel.
#[test]
fn in_a_heave_and_roll_oscillation_the_table_makes_no_energy() {
    let mut car = Led::car(&vehicle(0.06, 0.3));
    let suspension = &mut car.base.suspension;
    (suspension.front.damper_n_s_m, suspension.rear.damper_n_s_m) = (0.0, 0.0);
    let mut car = at_speed::<Led>(car, 20.0);
    let mut state = *car.state();
    (state.body.heave_m, state.body.roll_rad, state.body.pitch_rad) = (0.03, 0.04, 0.01);
    car = Simulation::new(*car.car(), TwoTrackMode::in_gear(&car.car().base, 0.0), state);
    let input = input(&Controls { steer_rad: 0.04, gear: Gear::Neutral, ..Controls::default() });
    let (mut largest_roll, mut scrub_w): (f64, f64) = (0.0, 0.0);
    for step in 0..400 {
        car.step(&input, &Surface::asphalt(), Dt::new(0.005).unwrap());
        let (gains, given) = balance_w(&car, &input);
        let size = 1e5 + gains.abs();
        assert!((gains - given).abs() < 1e-9 * size, "step {step}: {gains} W, not {given} W");
        largest_roll = Real::max(largest_roll, car.state().body.roll_rad.abs());
        let (_, trace) = car.look(&input, &Surface::asphalt());
        let heave_w = trace.wheels.front_right.force_y_n * car.state().body.heave_rate_m_s;
        scrub_w = Real::max(scrub_w, heave_w.abs());
    }
    assert!(largest_roll > 0.03 && scrub_w > 100.0, "{largest_roll} rad, {scrub_w} W");
}

/// Steered the other way the car drives the mirror image, by the same numbers: both sides use one table.
#[test]
fn left_and_right_are_mirror_images() {
    let drive = |side: f64| {
        let mut car = rolling(quad(), 25.0);
        for step in 0..150 {
            let steer_rad = side * 0.06 * f64::from(step % 40) / 40.0;
            let controls =
                Controls { throttle: 0.3, steer_rad, gear: Gear::Forward(1), ..Controls::default() };
            car.step(&input(&controls), &Surface::asphalt(), Dt::new(0.01).unwrap());
        }
        car.state().body
    };
    let (left, right) = (drive(1.0), drive(-1.0));
    assert_eq!((left.x_m, left.heave_m, left.pitch_rad), (right.x_m, right.heave_m, right.pitch_rad));
    assert_eq!((left.y_m, left.yaw_rad, left.roll_rad), (-right.y_m, -right.yaw_rad, -right.roll_rad));
    assert!(left.roll_rad.abs() > 0.002 && left.yaw_rad > 0.1);
}

/// Bump steer is in the linear equations: to the front left contact, heave is a lateral velocity of the speed times the toe.
#[test]
fn derivatives_run_through_the_table() {
    let at = |change: fn(&mut KinematicsTable<f64>)| {
        let mut car = quad();
        change(&mut car.base.geometry);
        let state = TwoTrackState::rolling(&car.base, 30.0, 1.0);
        let mode = TwoTrackMode::in_gear(&car.base, 1.0);
        let linear =
            linearise::<Model>(&car, &mode, &state, &input(&Controls::default()), &Surface::asphalt());
        let place = |name| channel_place::<TwoTrackState<f64, ElectricQuad>>(name).unwrap();
        let contact = place("front_left_deflection_y");
        linear.a.at(contact, place("heave_m")) / linear.a.at(contact, place("velocity_y_m_s"))
    };
    let per_m = MEASURED.front.camber_and_toe_rad(1e-6)[1] * 1e6;
    assert!((at(|_| {}) / (-30.0 * per_m) - 1.0).abs() < 1e-3, "{} {per_m}", at(|_| {}));
    assert_eq!(at(|table| table.front.toe_rad = [0.0; NODES]), 0.0);
}
