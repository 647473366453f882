//! The curves of tyres and engine, beside what the cars do.
#![allow(clippy::disallowed_methods)]

use core::f64::consts::PI;

use skidpad_app::choice::Choice;
use skidpad_app::curves::{Curve, Slip, TyreCurves, engine_curves, tyre_curves};
use skidpad_app::drive::Drive;
use skidpad_core::controls::{Controls, Gear};
use skidpad_core::powertrain::engine_torque;
use skidpad_models::MODELS;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::roadtest::{RoadModel, drive_force_n};
use skidpad_world::scene::{Place, Scene};

fn choice(model: &str) -> Choice {
    Choice::preset("two_track", "boxster-s").unwrap().in_model(model).unwrap()
}

/// Up to some 12 m/s, and then a bend at a constant, small throttle until all has settled.
fn bend(model: &str, throttle: f64, steer_rad: f64) -> Drive {
    let mut drive = Drive::new(Scene::straight(), &choice(model)).unwrap();
    let mut go = |seconds: f64, throttle: f64, steer_rad: f64| {
        let controls = Controls { throttle, steer_rad, gear: Gear::Automatic, ..Controls::default() };
        (0..(240.0 * seconds) as usize).for_each(|_| drive.single_step_with(&controls));
    };
    go(3.0, 0.5, 0.0);
    // A motorcycle leans into it by and by.
    let settles_s = if model == "motorcycle" && steer_rad != 0.0 { 12.0 } else { 2.5 };
    go(settles_s, throttle, steer_rad);
    drive
}

fn tyres(drive: &Drive) -> Vec<TyreCurves> {
    tyre_curves(drive.player(), drive.scene())
}

/// How far the force is from the curve of the present slips, over the largest on the pure one.
fn off(curve: &Curve) -> f64 {
    let largest = curve.pure.iter().map(|point| point[1].abs()).fold(0.0, f64::max);
    (curve.now[1] - curve.steady_n).abs() / largest
}

/// The models whose tyres have a law of slip.
const WITH_LAWS: [&str; 16] = [
    "straight_line",
    "single_track",
    "two_track",
    "two_track_sprung",
    "two_track_brush",
    "two_track_fiala",
    "two_track_tmeasy",
    "two_track_pacejka89",
    "two_track_magic",
    "two_track_sprung_magic",
    "spatial",
    "spatial_magic",
    "commonroad_std",
    "commonroad_mb",
    "motorcycle",
    "slip_vector",
];

#[test]
fn every_model_is_asked_and_those_with_laws_answer() {
    for model in MODELS.iter().filter(|model| model.name != "w1") {
        let car = choice(model.name);
        let drive = Drive::new(Scene::straight(), &car).unwrap();
        let curves = tyre_curves(drive.player(), drive.scene());
        assert_eq!(!curves.is_empty(), WITH_LAWS.contains(&model.name), "{}", model.name);
    }
}

/// A steady bend in every model: the live point is on the curve of the present combined slip, within 0.2 % of its
/// largest force (what is left is the distance over which a tyre builds its force up).
#[test]
fn the_live_point_is_on_the_curve_of_the_present_combined_slip() {
    for model in WITH_LAWS {
        let drive = bend(model, 0.15, 0.06);
        let curves = tyres(&drive);
        for tyre in &curves {
            for curve in &tyre.curves {
                assert!(off(curve) < 0.002, "{model} {}: {:?} {}", tyre.name, curve.now, curve.steady_n);
            }
        }
    }
}

/// With simple curves the peak is friction times load, longitudinally and laterally.
#[test]
fn the_peak_is_friction_times_load() {
    for model in ["two_track", "two_track_sprung", "spatial", "single_track"] {
        let drive = bend(model, 0.2, 0.05);
        let vehicle = &drive.player().choice().vehicle.as_ref().unwrap().1;
        for tyre in tyres(&drive) {
            let axle = if tyre.name.starts_with("front") { vehicle.front() } else { vehicle.rear() };
            let [slip, most_n] = tyre.over(Slip::Ratio).unwrap().peak.unwrap();
            assert!((most_n / (axle.friction * tyre.at.load_n) - 1.0).abs() < 1e-6, "{model} {most_n}");
            assert!((slip - axle.peak_slip).abs() < 1e-3 * axle.peak_slip.abs().max(1.0), "{slip}");
            let [angle, most_n] = tyre.over(Slip::Angle).unwrap().peak.unwrap();
            assert!(
                (most_n / (axle.lateral_friction * tyre.at.load_n) - 1.0).abs() < 1e-6,
                "{model} {most_n}"
            );
            assert!((angle + axle.peak_slip_angle_rad).abs() < 1e-3, "{model} {angle}");
        }
    }
}

/// Throttle in a bend takes of the lateral grip: the combined curve lies below the pure one.
#[test]
fn combined_slip_lies_below_the_pure_curve() {
    for model in ["two_track", "two_track_magic", "two_track_tmeasy"] {
        let drive = bend(model, 1.0, 0.12);
        let curves = tyres(&drive);
        let rear = curves.iter().find(|tyre| tyre.name == "rear right").unwrap();
        let along = rear.over(Slip::Ratio).unwrap();
        assert!(along.now[0] > 0.005, "{model}: it is driven, {:?}", along.now);
        let across = rear.over(Slip::Angle).unwrap();
        let most = |points: &[[f64; 2]]| points.iter().map(|point| point[1]).fold(0.0, f64::max);
        assert!(most(&across.combined) < 0.999 * most(&across.pure), "{model}");
    }
}

/// Half the grip, half the peak, of each wheel where it stands: slippery under the right wheels, dry under the left. A
/// car that feels one place has the grip of that; the slip-vector car was told that of the dry road everywhere.
#[test]
fn curves_know_the_grip_under_the_wheel() {
    let size_m = [100.0, 4.0];
    let area = Area { centre_m: [0.0, -2.0], heading_rad: 0.0, shape: Shape::Rectangle { size_m } };
    let mut scene = Scene::straight();
    scene.ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.5), rolling: None }]);
    let peaks = |tyres: &[TyreCurves]| -> Vec<f64> {
        let peak = |tyre: &TyreCurves| tyre.over(Slip::Ratio).unwrap().peak.unwrap()[1] / tyre.at.load_n;
        tyres.iter().map(peak).collect()
    };
    let mut drive = Drive::new(scene.clone(), &choice("two_track")).unwrap();
    drive.single_step();
    let own = tyres(&drive);
    assert_eq!(own.iter().map(|tyre| tyre.at.grip).collect::<Vec<_>>(), [1.0, 0.5, 1.0, 0.5]);
    let own = peaks(&own);
    assert!((own[1] / own[0] - 0.5).abs() < 1e-6 && (own[3] / own[2] - 0.5).abs() < 1e-6, "{own:?}");
    scene.start.position_m = [0.0, -2.0];
    for model in ["slip_vector", "single_track"] {
        let mut drive = Drive::new(scene.clone(), &choice(model)).unwrap();
        drive.single_step();
        assert!(tyres(&drive).iter().all(|tyre| tyre.at.grip == 0.5), "{model}");
    }
}

/// A tread that knows no other direction has no second curve: the same one was drawn again as "combined slip".
#[test]
fn a_curve_is_not_drawn_twice() {
    let own = tyres(&bend("slip_vector", 0.2, 0.05));
    assert!(!own[0].curves[0].pure.is_empty() && own[0].curves[0].combined.is_empty());
    assert!(tyres(&bend("two_track", 0.2, 0.05)).iter().all(|tyre| !tyre.curves[0].combined.is_empty()));
}

/// Cars are driven to the limiter, beyond the redline, where the curves ended and the live point hung in the air. In
/// reverse the drive pushes the way that the car goes.
#[test]
fn curves_go_as_far_as_the_engine_does() {
    let mut drive = Drive::new(Scene::straight(), &choice("two_track")).unwrap();
    let first = Controls { throttle: 1.0, gear: Gear::Forward(1), ..Controls::default() };
    (0..960).for_each(|_| drive.single_step_with(&first));
    let curves = engine_curves(drive.player(), drive.scene()).unwrap();
    assert!(curves.now[0] > curves.redline_rad_s, "{curves:?}");
    assert!(curves.torque.last().unwrap()[0] >= curves.now[0]);
    let line = &curves.gears[0].force;
    assert!(line.last().unwrap()[0] > 0.995 * curves.drive.unwrap()[0]);
    let mut drive = Drive::new(Scene::straight(), &choice("two_track")).unwrap();
    let back = Controls { throttle: 0.5, gear: Gear::Reverse, ..Controls::default() };
    (0..480).for_each(|_| drive.single_step_with(&back));
    assert!(drive.player().seen().velocity_m_s()[0] < -1.0);
    let [speed, force] = engine_curves(drive.player(), drive.scene()).unwrap().drive.unwrap();
    assert!(speed > 1.0 && force > 500.0, "{speed} {force}");
}

/// The engine's point is the engine's torque at its speed and throttle, and on the curve at full throttle.
#[test]
fn the_engines_point_is_on_its_curve_at_full_throttle() {
    for model in ["point_mass", "straight_line", "single_track", "two_track", "two_track_magic", "motorcycle"]
    {
        for throttle in [0.4, 1.0] {
            let drive = bend(model, throttle, 0.0);
            let curves = engine_curves(drive.player(), drive.scene()).unwrap();
            let vehicle = &drive.player().choice().vehicle.as_ref().unwrap().1;
            let [speed, torque] = curves.now;
            let expected = engine_torque(vehicle.engine(), vehicle.torque_curve(), throttle, speed);
            // The single track carries fewer points of the curve.
            let near = if model == "single_track" { 5e-3 } else { 1e-6 };
            assert!(
                (torque - expected).abs() < near * expected.abs().max(1.0),
                "{model}: {torque} {expected}"
            );
        }
    }
}

/// Each gear's line is the road test's, and what the drive has over the resistance accelerates car and wheels.
#[test]
fn gear_lines_are_the_road_tests_and_the_drives_surplus_accelerates() {
    let mut drive = bend("two_track", 0.25, 0.0);
    let controls = Controls { throttle: 0.5, gear: Gear::Forward(3), ..Controls::default() };
    (0..3 * 240).for_each(|_| drive.single_step_with(&controls));
    let (vehicle, seen) = (&drive.player().choice().vehicle.as_ref().unwrap().1, drive.player().seen());
    let curves = engine_curves(drive.player(), drive.scene()).unwrap();
    for line in &curves.gears {
        let [speed, force] = line.force[40];
        assert_eq!(force, drive_force_n(vehicle, line.gear, speed));
        assert!(line.force.windows(2).all(|pair| pair[0][0] < pair[1][0]));
    }
    // What the drive has to move; wheels and driveline behind the engine with it.
    let mass_kg = RoadModel::TWO_TRACK.effective_mass_kg(vehicle);
    let [speed_m_s, force_n] = curves.drive.unwrap();
    assert_eq!(speed_m_s, seen.speed_m_s());
    let surplus_n = force_n - curves.resistance_n;
    let expected_n = mass_kg * seen.acceleration_m_s2()[0];
    assert!((surplus_n - expected_n).abs() < 0.02 * force_n, "{surplus_n} {expected_n}");
    // In gear, at half throttle: below the line of its gear.
    let at = drive_force_n(vehicle, curves.gear as usize, speed_m_s);
    assert!(force_n < at && force_n > 0.2 * at, "{force_n} {at}");
}

/// A model without an engine speed has one line, the most that its drive gives, and at full throttle is on it.
#[test]
fn an_ideal_drive_is_on_its_line_at_full_throttle() {
    let drive = bend("kinematic", 1.0, 0.0);
    let curves = engine_curves(drive.player(), drive.scene()).unwrap();
    assert!(curves.torque.is_empty() && curves.gears.len() == 1);
    let [speed, force] = curves.drive.unwrap();
    let line = &curves.gears[0].force;
    let after = line.partition_point(|point| point[0] <= speed);
    let (low, high) = (line[after - 1], line[after]);
    let at = low[1] + (speed - low[0]) / (high[0] - low[0]) * (high[1] - low[1]);
    assert!((force / at - 1.0).abs() < 0.005, "{force} {at}");
}

/// A motorcycle's tyre pushes with what the gear's line says, less what its wheels' rolling takes.
#[test]
fn a_motorcycles_drive_is_near_its_gears_line() {
    let drive = bend("motorcycle", 1.0, 0.0);
    let curves = engine_curves(drive.player(), drive.scene()).unwrap();
    let vehicle = &drive.player().choice().vehicle.as_ref().unwrap().1;
    let [speed, force] = curves.drive.unwrap();
    let at = drive_force_n(vehicle, curves.gear as usize, speed);
    assert!((force / at - 1.0).abs() < 0.05, "{force} {at}");
}

/// A car that stands at a place of the proving ground, as it heads.
fn standing(scene: &Scene, x_m: f64, y_m: f64, heading_rad: f64, gear: Gear) -> Drive {
    let start = Place { position_m: [x_m, y_m], heading_rad };
    let mut drive = Drive::new(Scene { start, ..scene.clone() }, &choice("two_track")).unwrap();
    let parked = Controls { brake: 1.0, gear, ..Controls::default() };
    (0..480).for_each(|_| drive.single_step_with(&parked));
    drive
}

fn resistance_n(drive: &Drive) -> f64 {
    engine_curves(drive.player(), drive.scene()).unwrap().resistance_n
}

/// On the slope of 30 % the resistance was that of the level road: 0.2 kN where the slope alone takes 4. Up it weighs,
/// down it pushes, across it does neither; backwards it is the other way round.
#[test]
fn the_resistance_is_that_of_the_slope() {
    let scene = Scene::by_name("slope").unwrap();
    let [x, y] = scene.start.position_m;
    let rise = |x_m: f64| scene.ground.under([x_m, y]).rise[0];
    let steep: Vec<f64> =
        (0..400).map(|step| x + 0.25 * f64::from(step)).filter(|x| rise(*x) > 0.299).collect();
    let middle = steep[steep.len() / 2];
    let at = |heading: f64, gear: Gear| resistance_n(&standing(&scene, middle, y, heading, gear));
    let drive = standing(&scene, middle, y, 0.0, Gear::Forward(1));
    let mass_kg = drive.player().choice().vehicle.as_ref().unwrap().1.body().mass_kg;
    let weight_n = mass_kg * scene.surface.gravity_m_s2 * 0.3_f64.atan().sin();
    let across = at(0.5 * PI, Gear::Forward(1));
    assert!(across > 0.0 && across < 0.05 * weight_n, "{across}");
    for (heading, gear, sign) in [
        (0.0, Gear::Forward(1), 1.0),
        (PI, Gear::Forward(1), -1.0),
        (0.0, Gear::Reverse, -1.0),
        (PI, Gear::Reverse, 1.0),
    ] {
        let slope_n = at(heading, gear) - across;
        assert!((slope_n / (sign * weight_n) - 1.0).abs() < 0.02, "{heading} {gear:?}: {slope_n} {weight_n}");
    }
}

/// On sand the wheels roll ten times as hard.
#[test]
fn the_resistance_is_that_of_the_ground_under_the_car() {
    let area = Area { centre_m: [50.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 10.0 } };
    let mut scene = Scene::straight();
    scene.ground = Ground::from_patches(vec![Patch::Even { area, grip: None, rolling: Some(10.0) }]);
    let at = |x_m: f64| resistance_n(&standing(&scene, x_m, 0.0, 0.3, Gear::Forward(1)));
    assert!((at(50.0) / at(0.0) - 10.0).abs() < 1e-3, "{} {}", at(50.0), at(0.0));
}
