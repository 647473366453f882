//! The point mass with Palmer's simplifications is his closed form; and what he leaves out.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::spec::{TorqueLine, TorqueSpec, Vehicle, VehicleSpec};
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::units::{rpm, to_rpm};
use skidpad_special::chassis::traction_limited;
use skidpad_special::{
    DrivenAxles, PointMass, PointMassMode, PointMassPalmer, PointMassState, TractionRule, WholeWeight,
};
use skidpad_texts::palmer::turns::traction_force;
use skidpad_texts::riccati::Riccati;
use support::{build, coast, dt, full_throttle, manual, slope};

type Mass = Simulation<PointMass>;

const RATIOS: [f64; 6] = [3.82, 2.20, 1.52, 1.22, 1.02, 0.84];
const FINAL_DRIVE: f64 = 3.44;
const RADIUS_M: f64 = 0.3186;
const MASS_KG: f64 = 1393.0;

/// His lines (8.17): from rpm, N.m, N.m per rpm.
const LINES: [(f64, f64, f64); 3] = [(0.0, 220.0, 0.0), (1000.0, 195.0, 0.025), (4600.0, 457.2, -0.032)];

/// The Boxster S of chapter 8, on tyres that hold everything.
fn boxster() -> VehicleSpec {
    let mut spec = manual();
    (spec.body.kerb_mass_kg, spec.body.load_mass_kg) = (1323.0, 70.0);
    (spec.body.frontal_area_m2, spec.body.drag_coefficient) = (1.94, 0.31);
    for axle in [&mut spec.front, &mut spec.rear] {
        (axle.radius_m, axle.rolling_resistance, axle.friction) = (RADIUS_M, 0.015, 3.0);
    }
    spec.body.cg_height_m = 0.05;
    spec.engine.idle_rad_s = rpm(1000.0);
    spec.engine.redline_rad_s = rpm(7200.0);
    spec.engine.limiter_rad_s = rpm(12_000.0);
    spec.engine.blow_up_rad_s = rpm(8000.0);
    let line = |(from, intercept_nm, slope): (f64, f64, f64)| TorqueLine {
        from_rad_s: rpm(from),
        intercept_nm,
        slope_nm_s: slope * to_rpm(1.0),
    };
    spec.torque = TorqueSpec::Lines(LINES.map(line).to_vec());
    if let skidpad_core::spec::CouplingSpec::Clutch(clutch) = &mut spec.coupling {
        clutch.bite_rad_s = rpm(1100.0);
    }
    spec.gearbox.final_drive = FINAL_DRIVE;
    spec.gearbox.efficiency = 1.0;
    spec.gearbox.shift_time_s = 0.0;
    spec.gearbox.shift_up_rad_s = rpm(7200.0);
    spec.ratios = RATIOS.to_vec();
    spec
}

/// His air and gravity.
fn his_road() -> Surface<f64> {
    Surface { gravity_m_s2: 9.8, air_density_kg_m3: 1.2, ..Surface::asphalt() }
}

fn at_speed(vehicle: &Vehicle<f64>, speed_m_s: f64, gear: f64) -> Mass {
    let state = PointMassState { position_m: 0.0, speed_m_s };
    Simulation::new(*vehicle.two_axles(), PointMassMode::in_gear(gear), state)
}

/// (8.26): c1, c2, c3 on a line of the torque curve in a gear.
fn coefficients(gear: usize, line: usize) -> [f64; 3] {
    let ratio = RATIOS[gear - 1] * FINAL_DRIVE;
    let (_, intercept, slope) = LINES[line];
    [
        -0.5 * 0.31 * 1.94 * 1.2 / MASS_KG,
        slope * to_rpm(1.0) * (ratio / RADIUS_M) * (ratio / RADIUS_M) / MASS_KG,
        intercept * ratio / (RADIUS_M * MASS_KG) - 0.015 * 9.8,
    ]
}

/// In each gear and on both sloping lines, speed and distance are those of the closed form.
#[test]
fn full_throttle_is_the_closed_form_in_each_gear() {
    let vehicle = build(&boxster());
    for gear in 1..=6 {
        let road_speed = |engine_rpm: f64| rpm(engine_rpm) * RADIUS_M / (RATIOS[gear - 1] * FINAL_DRIVE);
        for (line, from_rpm, to_rpm) in [(1, 1100.0, 4500.0), (2, 4650.0, 6200.0)] {
            let start = road_speed(from_rpm);
            let exact = Riccati::new(coefficients(gear, line), start);
            let mut car = at_speed(&vehicle, start, gear as f64);
            while car.state().speed_m_s < road_speed(to_rpm) && car.time_s() < 30.0 {
                assert_eq!(car.step(&full_throttle(gear as f64), &his_road(), dt(0.002)), Status::Running);
                let (speed, distance) =
                    (exact.velocity(car.time_s()).unwrap(), exact.distance(car.time_s()).unwrap());
                let state = car.state();
                assert!(
                    (state.speed_m_s - speed).abs() < 1e-9 * speed,
                    "gear {gear}: {} {speed}",
                    state.speed_m_s
                );
                assert!((state.position_m - distance).abs() < 1e-9 * distance, "gear {gear}");
            }
            assert!(car.time_s() > 0.3, "gear {gear} from {from_rpm} rpm");
        }
    }
}

/// Top speed in sixth gear: 75.34 m/s, the positive root of (8.26).
#[test]
fn top_speed_in_sixth() {
    let vehicle = build(&boxster());
    let mut car = at_speed(&vehicle, 60.0, 6.0);
    for _ in 0..30_000 {
        car.step(&full_throttle(6.0), &his_road(), dt(0.01));
    }
    let exact = Riccati::new(coefficients(6, 2), 60.0);
    let (now, end) = (exact.velocity(300.0).unwrap(), exact.final_velocity().unwrap());
    assert!((car.state().speed_m_s - now).abs() < 1e-9, "{} {now}", car.state().speed_m_s);
    assert!((end - 75.339).abs() < 1e-3);
    assert!((car.state().speed_m_s - 75.34).abs() < 0.01);
}

/// On a slope gravity is part of c3, in both directions.
#[test]
fn slope_is_part_of_the_closed_form() {
    let vehicle = build(&boxster());
    for percent in [5.0, -5.0] {
        let road = Surface { gravity_m_s2: 9.8, air_density_kg_m3: 1.2, ..slope(percent) };
        let (sin, cos) = (road.slope_rad.sin(), road.slope_rad.cos());
        let [c1, c2, c3] = coefficients(3, 1);
        let exact = Riccati::new([c1, c2, c3 + 0.015 * 9.8 * (1.0 - cos) - 9.8 * sin], 12.0);
        let mut car = at_speed(&vehicle, 12.0, 3.0);
        for _ in 0..1000 {
            car.step(&full_throttle(3.0), &road, dt(0.002));
        }
        let speed = exact.velocity(2.0).unwrap();
        assert!((car.state().speed_m_s - speed).abs() < 1e-9 * speed, "{percent} %");
    }
}

/// What he leaves out: rolling resistance and brakes hold a car and never push it; a coasting car ends
/// at rest and stays to the bit, forwards and backwards.
#[test]
fn resistance_holds_and_never_pushes() {
    let vehicle = build(&boxster());
    let mut car = at_speed(&vehicle, 0.0, 0.0);
    car.step(&coast(0.0), &his_road(), dt(1.0));
    assert_eq!(*car.state(), PointMassState { position_m: 0.0, speed_m_s: 0.0 });
    for direction in [1.0, -1.0] {
        let mut car = at_speed(&vehicle, 5.0 * direction, 0.0);
        let mut brake = Command { brake: 1.0, ..coast(0.0) };
        for _ in 0..300 {
            car.step(&brake, &his_road(), dt(0.01));
            assert!(car.state().speed_m_s * direction >= 0.0);
        }
        assert_eq!(car.state().speed_m_s, 0.0);
        let rest = *car.state();
        brake.brake = 0.0;
        for _ in 0..300 {
            car.step(&brake, &his_road(), dt(0.01));
        }
        assert_eq!(*car.state(), rest);
    }
}

/// The drive force is limited by what the driven axle carries with the load that the force itself
/// shifts: more for rear-wheel drive forwards, less backwards.
#[test]
fn traction_is_that_of_the_loaded_axle() {
    let mut spec = boxster();
    spec.body.cg_height_m = 0.5;
    (spec.front.friction, spec.rear.friction) = (0.6, 0.6);
    let vehicle = build(&spec);
    let weight = MASS_KG * 9.8;
    for (gear, lever) in [(1.0, 0.2), (-1.0, -0.2)] {
        let mut car = at_speed(&vehicle, 0.0, gear);
        car.step(&full_throttle(gear), &his_road(), dt(0.001));
        let trace = car.look(&full_throttle(gear), &his_road()).1;
        assert!(trace.traction_limited.is_set());
        let expected = gear * 0.6 * 0.5 * weight / (1.0 - 0.6 * lever);
        assert!((trace.drive_force_n - expected).abs() < 1e-6, "{} {expected}", trace.drive_force_n);
    }
}

/// Palmer 8.32 to the letter: the drive force of (8.34), or mu m g cos(theta) where that is less, with either axle driven,
/// forwards and backwards, on a slope and on ice; the driven axle's load gives less in each case.
#[test]
fn palmers_printed_limit_is_that_of_the_whole_weight() {
    let mut spec = boxster();
    spec.body.cg_height_m = 0.5;
    (spec.front.friction, spec.rear.friction) = (0.91, 0.91);
    for front_share in [0.0, 1.0] {
        spec.drive.front_share = front_share;
        let vehicle = build(&spec);
        for (percent, grip, gear) in [(0.0, 1.0, 1.0), (8.0, 1.0, 1.0), (0.0, 0.2, -1.0), (-8.0, 0.2, 2.0)] {
            let road = Surface { grip, ..slope(percent) };
            let limit = traction_force(0.91 * grip, MASS_KG, road.gravity_m_s2, road.slope_rad);
            let [backwards, forwards] = WholeWeight::limits(&vehicle, &road);
            assert!((forwards - limit).abs() < 1e-9 && backwards == -forwards, "{forwards} {limit}");
            assert!(DrivenAxles::limits(&vehicle, &road)[1] < 0.9 * forwards);

            let state = PointMassState { position_m: 0.0, speed_m_s: 0.0 };
            let car =
                Simulation::<PointMassPalmer>::new(*vehicle.two_axles(), PointMassMode::in_gear(gear), state);
            let unlimited = Simulation::<PointMass>::new(
                *build(&boxster()).two_axles(),
                PointMassMode::in_gear(gear),
                state,
            );
            let command = full_throttle(gear);
            let trace = car.look(&command, &road).1;
            let asked = unlimited.look(&command, &Surface { grip: 1.0, ..road }).1.drive_force_n;
            let expected = traction_limited(asked, limit);
            assert!((trace.drive_force_n - expected).abs() < 1e-9, "{} {expected}", trace.drive_force_n);
            assert_eq!(trace.traction_limited.is_set(), asked.abs() > limit);
        }
    }
}

/// Past the redline he warns, past 8000 rpm the engine is blown; a down-shift does it.
#[test]
fn redline_and_blown_engine() {
    let vehicle = build(&boxster());
    let mut car = at_speed(&vehicle, 18.0, 1.0);
    assert!(!car.look(&full_throttle(1.0), &his_road()).1.over_redline.is_set());
    while car.step(&full_throttle(1.0), &his_road(), dt(0.005)) == Status::Running {
        assert!(car.time_s() < 5.0);
    }
    assert_eq!(car.status(), Status::ENGINE_BLOWN);
    assert!((car.state().speed_m_s - 20.31).abs() < 0.05, "{}", car.state().speed_m_s);
    assert!(car.look(&full_throttle(1.0), &his_road()).1.over_redline.is_set());
    let mut car = at_speed(&vehicle, 31.0, 2.0);
    car.step(&coast(2.0), &his_road(), dt(0.005));
    assert_eq!(car.step(&coast(1.0), &his_road(), dt(0.005)), Status::ENGINE_BLOWN);
}

/// The clutch was once ignored: now an open one leaves the drive nothing and half of one half of it, in either
/// sense, and the wheels do not over-rev an engine that they do not turn.
#[test]
fn the_clutch_opens() {
    let vehicle = build(&manual());
    let force = |throttle: f64, clutch: f64| {
        let command = Command { throttle, clutch, ..coast(3.0) };
        at_speed(&vehicle, 20.0, 3.0).look(&command, &Surface::asphalt()).1.drive_force_n
    };
    for throttle in [0.0, 0.3] {
        assert!(force(throttle, 0.0) != 0.0);
        assert_eq!(force(throttle, 0.5), 0.5 * force(throttle, 0.0));
        assert_eq!(force(throttle, 1.0), 0.0);
    }
    for (clutch, expected) in [(0.0, Status::ENGINE_BLOWN), (1.0, Status::Running)] {
        let mut mass = at_speed(&vehicle, 60.0, 1.0);
        assert_eq!(mass.step(&Command { clutch, ..coast(1.0) }, &Surface::asphalt(), dt(0.01)), expected);
    }
}
