//! The body on springs: what closed forms say of its oscillations and its attitude.

use core::f64::consts::TAU;

use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::model::Model;
use skidpad_core::model::two_track::{TwoTrackInput, TwoTrackMode, TwoTrackState, TwoTrackTrace};
use skidpad_core::spec::{TyreLaw, VehicleSpec};
use skidpad_core::surface::Surface;

use super::cars::steered;
use super::sprung_cars::{Car, Sprung, SprungCar, again, hold, moving, sprung, with_chassis};
use crate::outlined;
use crate::support::{coast, dt, electric, manual};

const G: f64 = 9.80665;

/// Both axles alike, without linkages that carry and without dry friction.
fn plain() -> VehicleSpec {
    with_chassis(&manual(), |chassis| {
        (chassis.front_ride_hz, chassis.rear_ride_hz) = (1.4, 1.4);
        (chassis.anti_dive, chassis.anti_squat) = (0.0, 0.0);
        (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.08, 0.08);
        chassis.roll_stiffness_front_share = 0.5;
        chassis.damping_ratio = 0.2;
        chassis.suspension_friction = 0.0;
    })
}

/// Displacement and rate of a damped oscillator let go at 1.
fn let_go(omega: f64, ratio: f64, time_s: f64) -> f64 {
    let damped = omega * (1.0 - ratio * ratio).sqrt();
    (-ratio * omega * time_s).exp()
        * ((damped * time_s).cos() + ratio * omega / damped * (damped * time_s).sin())
}

/// The largest difference, over the beginning, of an oscillation to that of a damped oscillator: by the method of
/// fourth order, so that what is left is the equations' own, and by the model's within a tenth of a per mille.
fn off(car: &Car, of: impl Fn(&TwoTrackState<f64>) -> f64, (omega, ratio): (f64, f64)) -> f64 {
    // Without grip nothing but the springs moves it.
    let road = Surface { grip: 0.0, rolling: 0.0, ..Surface::asphalt() };
    let (input, begun) = (TwoTrackInput::on_even_road(&coast(0.0)), of(car.state()));
    let worst_by = |method: Method| {
        let mut car = again(car, *car.state()).with_method(method);
        let mut worst = 0.0_f64;
        for step in 1..=2000 {
            car.step(&input, &road, dt(0.001));
            let expected = let_go(omega, ratio, f64::from(step) * 0.001);
            worst = worst.max((of(car.state()) / begun - expected).abs());
        }
        worst
    };
    let own = worst_by(Sprung::INTEGRATOR);
    assert!(own < 1e-4, "{own} by the model's own method");
    worst_by(Method::Rk4)
}

/// Let go it heaves as its ride frequency and damping ratio say.
#[test]
fn heaves_at_its_ride_frequency_with_its_damping_ratio() {
    let mut car = moving(&plain(), 0.0, 0.0);
    let mut state = *car.state();
    state.body.heave_m = 0.02;
    car = again(&car, state);
    let worst = off(&car, |state| state.body.heave_m, (TAU * 1.4, 0.2));
    assert!(worst < 1e-8, "{worst}");
}

/// And pitches by the springs' levers and its inertia.
#[test]
fn pitches_as_springs_levers_and_inertia_say() {
    let mut car = moving(&plain(), 0.0, 0.0);
    let mut state = *car.state();
    state.body.pitch_rad = 0.01;
    car = again(&car, state);
    let inertia = 1.0 / car.car().base.suspension.body.inverse_pitch_inertia_1_kg_m2;
    let spring = car.car().base.suspension.front.spring_n_m;
    let damper = car.car().base.suspension.front.damper_n_s_m;
    let lever = 4.0 * 1.25 * 1.25;
    let omega = (lever * spring / inertia).sqrt();
    let worst = off(&car, |state| state.body.pitch_rad, (omega, 0.5 * lever * damper / inertia / omega));
    assert!(worst < 1e-8, "{worst}");
}

/// And rolls by springs and bars, less what gravity tips it.
#[test]
fn rolls_as_springs_bars_and_gravity_say() {
    let mut car = moving(&plain(), 0.0, 0.0);
    let mut state = *car.state();
    state.body.roll_rad = 1e-4;
    car = again(&car, state);
    let suspension = car.car().base.suspension;
    let inertia = 1.0 / suspension.body.inverse_roll_inertia_1_kg_m2;
    let axle = suspension.front;
    // Of both axles, alike: t = 1.5 m.
    let stiffness = 2.0 * 1.5 * 1.5 * (0.5 * axle.spring_n_m + axle.bar_n_m);
    let tips = suspension.body.sprung_mass_kg * G * axle.roll_arm_m;
    let omega = ((stiffness - tips) / inertia).sqrt();
    let damping = 1.5 * 1.5 * axle.damper_n_s_m / inertia;
    let worst = off(&car, |state| state.body.roll_rad, (omega, 0.5 * damping / omega));
    assert!(worst < 1e-6, "{worst}");
}

/// Held in its plane motion with its tyres' deflections, the body comes to rest on its springs.
fn at_rest_on_its_springs(
    car: &SprungCar,
    mut state: TwoTrackState<f64>,
    road: &Surface<f64>,
) -> (TwoTrackState<f64>, TwoTrackTrace<f64>) {
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let mut mode = TwoTrackMode::in_gear(&car.base, 0.0);
    mode.driveline = mode.driveline.with_wheel_directions(&skidpad_core::wheels::Wheels::all(1.0));
    for _ in 0..20_000 {
        let (rate, _) = outlined::evaluate::<Sprung, _>(car, &mode, &state, &input, road);
        let (body, rate) = (&mut state.body, &rate.body);
        body.heave_rate_m_s += 1e-3 * rate.heave_rate_m_s;
        body.roll_rate_rad_s += 1e-3 * rate.roll_rate_rad_s;
        body.pitch_rate_rad_s += 1e-3 * rate.pitch_rate_rad_s;
        body.heave_m += 1e-3 * body.heave_rate_m_s;
        body.roll_rad += 1e-3 * body.roll_rate_rad_s;
        body.pitch_rad += 1e-3 * body.pitch_rate_rad_s;
    }
    let body = &state.body;
    assert!(
        [body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s]
            .iter()
            .all(|rate| rate.abs() < 1e-13)
    );
    let (_, trace) = outlined::evaluate::<Sprung, _>(car, &mode, &state, &input, road);
    (state, trace)
}

/// A car whose tyres pull it to the left and backwards.
fn pulled(car: &SprungCar, lateral: f64, longitudinal: f64) -> TwoTrackState<f64> {
    let mut state = TwoTrackState::rolling(&car.base, 20.0, 0.0);
    let wheels = state.wheels.in_a_row().map(|mut wheel| {
        (wheel.deflection_x, wheel.deflection_y) = (longitudinal, lateral);
        wheel
    });
    state.wheels = skidpad_core::wheels::Wheels::from_row(wheels);
    state
}

/// At constant acceleration the loads are those of the rigid level: axle by axle as the moment of the
/// longitudinal forces says, and from side to side as roll centres and roll stiffnesses say; only that the
/// rolled body's weight has moved outwards.
#[test]
fn at_constant_acceleration_loads_are_those_of_the_rigid_level() {
    let spec = with_chassis(&manual(), |chassis| {
        (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.03, 0.11);
        chassis.suspension_friction = 0.0;
    });
    let car = sprung(&VehicleSpec { tyre_law: TyreLaw::Linear, ..spec });
    let road = Surface { air_density_kg_m3: 0.0, ..Surface::asphalt() };
    let (state, trace) = at_rest_on_its_springs(&car, pulled(&car, 0.5, -0.2), &road);
    let load = trace.wheels.in_a_row().map(|wheel| wheel.load_n);
    let weight = 1500.0 * G;
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-9 * weight, "{found}, not {expected}: {trace:?}")
    };
    near(load.iter().sum(), weight);
    let force = trace.wheels.in_a_row().map(|wheel| (wheel.force_x_n, wheel.force_y_n));
    let along: f64 = force.iter().map(|force| force.0).sum();
    near(load[0] + load[1], 0.5 * weight - 0.5 / 2.5 * along);
    let across = [force[0].1 + force[1].1, force[2].1 + force[3].1];
    assert!(across[0] > 1500.0 && along < -1000.0, "{trace:?}");
    // Rolling moment about the roll axis, with what gravity tips.
    let suspension = &car.base.suspension;
    let roll = state.body.roll_rad;
    let arms = [0.47, 0.39];
    let sprung = [load[0] + load[1], load[2] + load[3]].map(|n| n - 0.06 * weight);
    let carried = [
        sprung[0] - suspension.front.support * (force[0].0 + force[1].0),
        sprung[1] - suspension.rear.support * (force[2].0 + force[3].0),
    ];
    let tips = roll * (arms[0] * carried[0] + arms[1] * carried[1]);
    let moment = across[0] * arms[0] + across[1] * arms[1] + tips;
    let stiff = [suspension.front, suspension.rear].map(|axle| 0.5 * axle.spring_n_m + axle.bar_n_m);
    let front = stiff[0] / (stiff[0] + stiff[1]);
    assert!((front - 0.55).abs() < 1e-12, "the share of the roll stiffness is what was asked for");
    near(0.5 * 1.5 * (load[1] - load[0]), across[0] * 0.03 + front * moment);
    near(0.5 * 1.5 * (load[3] - load[2]), across[1] * 0.11 + (1.0 - front) * moment);
    // The rigid level has all but the tipping, here 6 % of the moment.
    assert!(tips > 0.03 * moment && tips < 0.08 * moment, "{tips} of {moment}");
}

/// The roll angle per g is the roll gradient.
#[test]
fn rolls_by_its_roll_gradient() {
    for gradient in [0.03, 0.08] {
        let spec = with_chassis(&manual(), |chassis| {
            chassis.roll_gradient = gradient;
            (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.06, 0.06);
            chassis.suspension_friction = 0.0;
        });
        let car = sprung(&VehicleSpec { tyre_law: TyreLaw::Linear, ..spec });
        let (state, trace) = at_rest_on_its_springs(&car, pulled(&car, 0.1, 0.0), &Surface::asphalt());
        let across: f64 = trace.wheels.in_a_row().iter().map(|wheel| wheel.force_y_n).sum();
        let found = state.body.roll_rad / (across / (1500.0 * G));
        assert!((found / gradient - 1.0).abs() < 2e-3, "{found}, not {gradient}");
    }
}

/// Braked it dives; with all of the transfer on the linkage the front stays where it is, and with all of it on
/// the rear linkage too, it does not pitch.
#[test]
fn anti_dive_keeps_the_nose_up() {
    let dives = |anti_dive: f64, anti_squat: f64| {
        let mut spec = with_chassis(&electric(), |chassis| {
            (chassis.anti_dive, chassis.anti_squat) = (anti_dive, anti_squat);
            chassis.suspension_friction = 0.0;
        });
        // Wheels of little inertia brake as their brakes do.
        (spec.front.wheel_inertia_kg_m2, spec.rear.wheel_inertia_kg_m2) = (0.4, 0.4);
        let mut car = moving(&spec, 40.0, 0.0);
        let road = Surface { air_density_kg_m3: 0.0, rolling: 0.0, ..Surface::asphalt() };
        let brake = Command { brake: 0.3, ..coast(0.0) };
        hold(&mut car, &brake, &road, 0.01, 4.0);
        let (_, trace) = car.look(&TwoTrackInput::on_even_road(&brake), &road);
        assert!(trace.car.acceleration_x_m_s2 < -4.0, "{:?}", trace.car);
        let travel = trace.wheels.in_a_row().map(|wheel| wheel.suspension_travel_m);
        (travel[0], travel[2], car.state().body.pitch_rad)
    };
    let (front, rear, pitch) = dives(0.0, 0.0);
    assert!(front < -0.02 && rear > 0.01 && pitch > 0.01, "{front} {rear} {pitch}");
    let (held, free, _) = dives(1.0, 0.0);
    assert!(held.abs() < 0.02 * front.abs() && (free / rear - 1.0).abs() < 0.02, "{held} {free}");
    let (front_held, rear_held, level) = dives(1.0, 1.0);
    assert!(front_held.abs().max(rear_held.abs()) < 0.02 * rear && level.abs() < 0.02 * pitch, "{level}");
}

/// A road that rises under all wheels lifts the body; under one it twists the loads as the springs say.
#[test]
fn follows_the_road_under_each_wheel() {
    let mut car = moving(&plain(), 0.0, 0.0);
    let road = Surface::asphalt();
    let brake = Command { brake: 1.0, ..coast(0.0) };
    let raised = |heights: [f64; 4]| {
        let mut input = TwoTrackInput::on_even_road(&brake);
        let mut roads = input.roads.in_a_row();
        for (road, height) in roads.iter_mut().zip(heights) {
            road.height_m = height;
        }
        input.roads = skidpad_core::wheels::Wheels::from_row(roads);
        input
    };
    let even = raised([0.03; 4]);
    for _ in 0..1500 {
        car.step(&even, &road, dt(0.01));
    }
    assert!((car.state().body.heave_m - 0.03).abs() < 1e-9, "{:?}", car.state());
    let twisted = raised([0.02, 0.0, 0.0, 0.02]);
    for _ in 0..1500 {
        car.step(&twisted, &road, dt(0.01));
    }
    let (_, trace) = car.look(&twisted, &road);
    let body = &car.state().body;
    assert!((body.heave_m - 0.01).abs() < 1e-9 && body.roll_rad.abs() < 1e-9 && body.pitch_rad.abs() < 1e-9);
    // Each spring is 10 mm longer or shorter, each bar twisted by 20 mm.
    let axle = car.car().base.suspension.front;
    let more = 0.01 * axle.spring_n_m + 0.02 * axle.bar_n_m;
    for (wheel, side) in trace.wheels.in_a_row().iter().zip([1.0, -1.0, -1.0, 1.0]) {
        let expected = 0.25 * 1500.0 * G + side * more;
        assert!((wheel.load_n - expected).abs() < 1e-5 * expected, "{} {expected}", wheel.load_n);
    }
}

/// With a wheel in the air its spring carries it and no more, its neighbour has the axle's load; and the whole car
/// in the air falls.
#[test]
fn a_wheel_in_the_air_carries_nothing() {
    let car = sprung(&plain());
    let mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let weigh = |drop: [f64; 4]| {
        let mut input = TwoTrackInput::on_even_road(&coast(0.0));
        let mut roads = input.roads.in_a_row();
        for (road, drop) in roads.iter_mut().zip(drop) {
            road.height_m = -drop;
        }
        input.roads = skidpad_core::wheels::Wheels::from_row(roads);
        let (rate, trace) = outlined::evaluate::<Sprung, _>(
            &car,
            &mode,
            &TwoTrackState::at_rest(),
            &input,
            &Surface::asphalt(),
        );
        (trace.wheels.in_a_row().map(|wheel| wheel.load_n), rate.body)
    };
    let axle = car.base.suspension.front;
    let unsprung = 0.03 * 1500.0 * G;
    let preload = 0.22 * 1500.0 * G;
    // A pit under one wheel, deeper and deeper: from where it hangs, by its own spring and the bar, it does not matter.
    let hangs_at = (preload + unsprung) / (axle.spring_n_m + axle.bar_n_m);
    let ([fl, fr, ..], _) = weigh([0.5 * hangs_at, 0.0, 0.0, 0.0]);
    let pushed = 0.5 * hangs_at * axle.bar_n_m;
    assert!(
        (fl - 0.5 * (preload + unsprung)).abs() < 1e-9 && (fr - preload - unsprung - pushed).abs() < 1e-9
    );
    for depth in [1.0 + 1e-12, 2.0, 100.0] {
        let ([fl, fr, rl, _], rate) = weigh([depth * hangs_at, 0.0, 0.0, 0.0]);
        let expected = preload + unsprung + hangs_at * axle.bar_n_m;
        assert!(fl.abs() < 1e-8 && (fr - expected).abs() < 1e-8 && rl > 3000.0, "{fl} {fr} {expected}");
        let falls = (preload + unsprung - hangs_at * axle.bar_n_m) / (0.88 * 1500.0);
        assert!((rate.heave_rate_m_s + falls).abs() < 1e-9, "{rate:?}");
    }
    let (loads, rate) = weigh([1.0; 4]);
    assert_eq!(loads, [0.0; 4]);
    assert!((rate.heave_rate_m_s + G / 0.88).abs() < 1e-12, "its wheels hang on it: {rate:?}");
}

/// A tall car that grips tips over, and says so; nothing else of it ever does.
#[test]
fn a_tall_car_tips_over() {
    let mut spec = with_chassis(&manual(), |chassis| chassis.roll_gradient = 0.1);
    spec.body.cg_height_m = 1.2;
    let mut car = moving(&spec, 30.0, 0.0);
    let input = TwoTrackInput::on_even_road(&steered(0.3));
    let statuses = (0..500).map(|_| car.step(&input, &Surface::asphalt(), dt(0.01)));
    let ended = statuses.into_iter().find(|status| *status != skidpad_core::step::Status::Running);
    assert_eq!(ended.map(|status| status.name()), Some("fallen over"));
    assert!(car.state().body.roll_rad > 1.0, "outwards: {:?}", car.state().body);
}
