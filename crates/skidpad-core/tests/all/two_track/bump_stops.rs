//! Bump stops: their force, what they store, and that nobody feels them who does not reach them.

use skidpad_core::integrate::Method;
use skidpad_core::model::two_track::{TwoTrackInput, TwoTrackMode, TwoTrackState, WheelRoad};
use skidpad_core::spec::{BumpStopsSpec, VehicleSpec};
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::sprung_cars::{Car, Sprung, SprungCar, hold, moving, sprung, with_chassis};
use crate::outlined;
use crate::support::{Numbers, coast, dt, manual};

const STOPS: BumpStopsSpec =
    BumpStopsSpec { front_travel_m: 0.05, rear_travel_m: 0.05, length_m: 0.03, load: 2.0 };

/// Both axles alike, without dry friction, with stops or without.
fn car_with(stops: Option<BumpStopsSpec>) -> VehicleSpec {
    let mut spec = with_chassis(&manual(), |chassis| {
        (chassis.front_ride_hz, chassis.rear_ride_hz) = (1.4, 1.4);
        (chassis.front_roll_centre_m, chassis.rear_roll_centre_m) = (0.08, 0.08);
        chassis.roll_stiffness_front_share = 0.5;
        chassis.suspension_friction = 0.0;
    });
    spec.bump_stops = stops;
    spec
}

fn sunk(depth_m: f64) -> TwoTrackState<f64> {
    let mut state = TwoTrackState::at_rest();
    state.body.heave_m = -depth_m;
    state
}

/// Load of each wheel with the body pressed down by a depth.
fn loads_n(car: &SprungCar, depth_m: f64) -> [f64; 4] {
    let mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let (_, trace) = outlined::evaluate::<Sprung, _>(car, &mode, &sunk(depth_m), &input, &Surface::asphalt());
    trace.wheels.in_a_row().map(|wheel| wheel.load_n)
}

/// What a stop adds: nothing up to its travel, a parabola over its length that ends at twice the spring's load at rest,
/// then a straight line with the parabola's last slope.
#[test]
fn pushes_by_its_formula() {
    let (with, without) = (sprung(&car_with(Some(STOPS))), sprung(&car_with(None)));
    let rest_n = with.base.suspension.front.preload_n;
    for (depth_m, over_rest) in [
        (0.0, 0.0),
        (0.04, 0.0),
        (0.05, 0.0),
        (0.065, 2.0 * 0.25),
        (0.08, 2.0),
        (0.095, 2.0 + 4.0 * 0.5),
        (0.11, 2.0 + 4.0),
    ] {
        for (with, without) in loads_n(&with, depth_m).into_iter().zip(loads_n(&without, depth_m)) {
            let more = (with - without) / rest_n;
            assert!((more - over_rest).abs() < 1e-9, "{depth_m} m: {more}, not {over_rest}");
        }
    }
}

/// Dropped onto its stops without dampers the car comes back as high as it fell from, and at each instant has the energy
/// of its closed form: m z'^2 / 2 + m g z + k z^2 / 2 - F_0 z at four wheels + the stops' c p^3 / 3.
#[test]
fn gives_back_what_it_took() {
    let mut car = sprung(&car_with(Some(STOPS)));
    let suspension = &mut car.base.suspension;
    (suspension.front.damper_n_s_m, suspension.rear.damper_n_s_m) = (0.0, 0.0);
    let (axle, mass) = (suspension.front, suspension.body.sprung_mass_kg);
    let energy = |state: &TwoTrackState<f64>| {
        let (z, rate) = (state.body.heave_m, state.body.heave_rate_m_s);
        let gives = (-z - 0.05).max(0.0);
        let stop = axle.stop_n_m2 * gives.powi(3) / 3.0;
        assert!(gives < 0.03, "the closed form ends here");
        0.5 * mass * rate * rate + 4.0 * (0.5 * axle.spring_n_m * z * z + stop)
    };
    // Without grip nothing but springs and stops moves it.
    let road = Surface { grip: 0.0, rolling: 0.0, ..Surface::asphalt() };
    let mut state = sunk(-0.01);
    state.body.heave_rate_m_s = -0.75;
    let begun = energy(&state);
    // By the method of fourth order, so that what is left is the equations' own.
    let mut car =
        Simulation::<Sprung>::new(car, TwoTrackMode::in_gear(&car.base, 0.0), state).with_method(Method::Rk4);
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let (mut lowest, mut worst) = (0.0_f64, 0.0_f64);
    for _ in 0..5000 {
        car.step(&input, &road, dt(0.001));
        lowest = lowest.min(car.state().body.heave_m);
        worst = worst.max((energy(car.state()) / begun - 1.0).abs());
    }
    println!("lowest {lowest} m, energy off by {worst:e}");
    assert!(lowest < -0.06, "it reaches its stops: {lowest}");
    assert!(worst < 1e-5, "{worst}");
}

/// What springs and stops together store is the rate of an energy of place alone: round a closed way through
/// heave, roll and pitch it comes to nothing, with anti-roll bars and wheels in the air.
#[test]
fn round_a_closed_way_nothing_is_left() {
    let car = sprung(&car_with(Some(BumpStopsSpec { rear_travel_m: 0.02, ..STOPS })));
    let mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let input = TwoTrackInput::on_even_road(&coast(0.0));
    let mut numbers = Numbers::new(5);
    for _ in 0..4 {
        let mut wave = || (numbers.between(0.02, 0.12), numbers.between(0.0, 6.3));
        let waves = [wave(), wave(), wave()];
        let at = |angle: f64| {
            let place = |which: usize, often: f64| {
                let (size, phase) = waves[which];
                (size * (often * angle + phase).sin(), size * often * (often * angle + phase).cos())
            };
            let mut state = TwoTrackState::at_rest();
            (state.body.heave_m, state.body.heave_rate_m_s) = place(0, 1.0);
            (state.body.roll_rad, state.body.roll_rate_rad_s) = place(1, 2.0);
            (state.body.pitch_rad, state.body.pitch_rate_rad_s) = place(2, 1.0);
            let (_, trace) =
                outlined::evaluate::<Sprung, _>(&car, &mode, &state, &input, &Surface::asphalt());
            trace.car.suspension_stored_power_w
        };
        let steps = 20_000;
        let step = core::f64::consts::TAU / f64::from(steps);
        let (sum, size) = (0..steps).fold((0.0, 0.0), |(sum, size), count| {
            let power = at(f64::from(count) * step);
            (sum + power * step, size + power.abs() * step)
        });
        assert!(sum.abs() < 1e-6 * size, "{sum} J of {size} J");
    }
}

/// A stop that is never met leaves every bit as it is.
#[test]
fn out_of_reach_it_is_as_if_there_were_none() {
    let far = BumpStopsSpec { front_travel_m: 1.0, rear_travel_m: 1.0, ..STOPS };
    let [mut with, mut without] = [Some(far), None].map(|stops| moving(&car_with(stops), 20.0, 3.0));
    // The stiffness that might come does not shorten the sub-step of such a car.
    assert_eq!(with.sub_steps(dt(0.01)), without.sub_steps(dt(0.01)));
    let command = skidpad_core::controls::Command { steer_rad: 0.04, throttle: 0.3, ..coast(3.0) };
    for car in [&mut with, &mut without] {
        hold(car, &command, &Surface::asphalt(), 0.01, 3.0);
    }
    assert_eq!(with.hash(), without.hash());
}

/// Over a kerb taken at speed the body comes down on its stops; the car goes on, and the same at any caller's rate.
#[test]
fn a_kerb_at_speed_is_survived_at_any_rate() {
    let over = |step_s: f64| {
        let mut car: Car = moving(&car_with(Some(STOPS)), 15.0, 0.0);
        let mut deepest = 0.0_f64;
        for step in 0..(2.0 / step_s).round() as u64 {
            let time_s = (step as f64 + 0.5) * step_s;
            // A plateau of 12 cm, reached and left within a tenth of a second.
            let up = ((time_s - 0.2) / 0.1).clamp(0.0, 1.0) - ((time_s - 0.8) / 0.1).clamp(0.0, 1.0);
            let road = WheelRoad { height_m: 0.12 * up, ..WheelRoad::even() };
            let input =
                TwoTrackInput { roads: Wheels::all(road), ..TwoTrackInput::on_even_road(&coast(0.0)) };
            car.step(&input, &Surface::asphalt(), dt(step_s));
            deepest = deepest.min(car.state().body.heave_m - 0.12 * up);
        }
        (deepest, car.state().body.heave_m)
    };
    let ((fine, end), (coarse, _)) = (over(0.0005), over(0.002));
    assert!(fine < -0.055 && end.abs() < 0.01, "{fine} {end}");
    assert!((coarse / fine - 1.0).abs() < 0.02, "{coarse} {fine}");
}

/// The hardest stops under the weakest dampers, met at speed, by the model's own method: no bounce brings up more than it
/// brought down.
#[test]
fn the_hardest_stops_give_nothing() {
    for (load, length_m) in [(20.0, 0.005), (20.0, 0.03), (5.0, 0.005), (2.0, 0.04)] {
        let mut spec =
            car_with(Some(BumpStopsSpec { front_travel_m: 0.01, rear_travel_m: 0.01, length_m, load }));
        spec.chassis.as_mut().unwrap().damping_ratio = 0.05;
        let car = sprung(&spec);
        let suspension = &car.base.suspension;
        let (axle, mass) = (suspension.front, suspension.body.sprung_mass_kg);
        let energy = |state: &TwoTrackState<f64>| {
            let (z, rate) = (state.body.heave_m, state.body.heave_rate_m_s);
            let gives = (-z - 0.01).max(0.0);
            let parabola = gives.min(length_m);
            // c p^3 / 3, and from the length L on the integral of c L (2 p - L).
            let stop = axle.stop_n_m2 * (parabola.powi(3) / 3.0 + length_m * (gives - parabola) * gives);
            0.5 * mass * rate * rate + 4.0 * (0.5 * axle.spring_n_m * z * z + stop)
        };
        let road = Surface { grip: 0.0, rolling: 0.0, ..Surface::asphalt() };
        let mut state = sunk(-0.01);
        state.body.heave_rate_m_s = -2.0;
        let mut car = Simulation::<Sprung>::new(car, TwoTrackMode::in_gear(&car.base, 0.0), state);
        let input = TwoTrackInput::on_even_road(&coast(0.0));
        let (mut most, mut worst, mut top) = (energy(&state), 0.0_f64, 0.0_f64);
        let begun = most;
        let mut before = -1.0;
        for _ in 0..1000 {
            car.step(&input, &road, dt(0.002));
            let state = car.state();
            // At the top of each flight.
            if before > 0.0 && state.body.heave_rate_m_s <= 0.0 {
                worst = worst.max(energy(state) / most);
                most = energy(state);
                top = top.max(state.body.heave_m);
            }
            before = state.body.heave_rate_m_s;
        }
        println!(
            "{load} {length_m}: {worst} {top} m, {} of {begun} J left, {:?}",
            most,
            car.sub_steps(dt(0.002))
        );
        assert!(worst < 1.0 && top > 0.0, "{load} {length_m}: {worst}");
    }
}
