//! The matrices of every model: against differences of numbers of twice the precision, and finite and bounded where equations
//! have guards, kinks and constraints: at rest, with locked wheels, on two wheels, in the air.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod double_double;

use skidpad_commonroad::{CommonRoadKs, CommonRoadKst, CommonRoadMb, CommonRoadSt, CommonRoadStd};
use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::spatial::{Spatial, SpatialCurves, SpatialMagicTyres};
use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres, TwoTrack,
};
use skidpad_core::model::{Model, SingleTrack, StraightLine};
use skidpad_core::record::{Channel, Channels, Record, converted};
use skidpad_core::step::{advance_alone, evaluate_alone, sub_step_alone};
use skidpad_core::surface::Surface;
use skidpad_linear::{Linear, Matrix, linearise};
use skidpad_models::MODELS;
use skidpad_special::{Kinematic, Motorcycle, PointMass, PointMassPalmer};
use skidpad_texts::ackermann::{Ackermann, AckermannAsPrinted};
use skidpad_texts::slip_vector::SlipVector;
use skidpad_texts::w1::W1;
use skidpad_workload::vehicle;
use skidpad_world::models::{Cars, Drivable};
use skidpad_world::rolling::Request;

use double_double::DoubleDouble;

/// Runs a test for every model of the list.
macro_rules! each_model {
    ($check:ident) => {
        [
            $check::<PointMass>(),
            $check::<PointMassPalmer>(),
            $check::<StraightLine>(),
            $check::<SingleTrack>(),
            $check::<TwoTrack<Curves>>(),
            $check::<TwoTrack<SprungCurves>>(),
            $check::<TwoTrack<Alone<Brushes>>>(),
            $check::<TwoTrack<Alone<FialaTyres>>>(),
            $check::<TwoTrack<Alone<TmeasyTyres>>>(),
            $check::<TwoTrack<Alone<Pacejka89Tyres>>>(),
            $check::<TwoTrack<Alone<MagicTyres>>>(),
            $check::<TwoTrack<Alone<SprungMagicTyres>>>(),
            $check::<Spatial<SpatialCurves>>(),
            $check::<Spatial<Alone<SpatialMagicTyres>>>(),
            $check::<Kinematic>(),
            $check::<Ackermann>(),
            $check::<AckermannAsPrinted>(),
            $check::<SlipVector>(),
            $check::<Motorcycle>(),
            $check::<CommonRoadKs>(),
            $check::<CommonRoadKst>(),
            $check::<CommonRoadSt>(),
            $check::<CommonRoadStd>(),
            $check::<CommonRoadMb>(),
            $check::<W1>(),
        ]
    };
}

fn car<M: Drivable>() -> M::Car<f64> {
    match M::CARS {
        Cars::Vehicles => M::car(&vehicle(5)),
        Cars::Own(names) => M::own_car(names[0]).expect("the first of its names"),
        Cars::Fixed => M::own_car(M::NAME).expect("its only car"),
    }
}

/// Mode, state and input at an instant of a drive.
struct Instant<M: Model> {
    what: String,
    mode: M::Mode<f64>,
    state: M::State<f64>,
    input: M::Input<f64>,
    surface: Surface<f64>,
}

/// What a driver does, from which speed, on which road, and for how many milliseconds.
struct Drive {
    what: &'static str,
    speed_m_s: f64,
    gear: Gear,
    controls: Controls,
    surface: Surface<f64>,
    milliseconds: usize,
}

fn drives() -> Vec<Drive> {
    let plain = || Drive {
        what: "",
        speed_m_s: 20.0,
        gear: Gear::Forward(3),
        controls: Controls { gear: Gear::Forward(3), ..Controls::default() },
        surface: Surface::asphalt(),
        milliseconds: 400,
    };
    let controls = |throttle: f64, brake: f64, steer_rad: f64| Controls {
        throttle,
        brake,
        steer_rad,
        gear: Gear::Forward(3),
        ..Controls::default()
    };
    let ice = Surface { grip: 0.08, ..Surface::asphalt() };
    let hill = Surface { slope_rad: 0.05, bank_rad: 0.03, crosswind_m_s: 6.0, ..Surface::asphalt() };
    let first = |controls: Controls| Controls { gear: Gear::Forward(1), ..controls };
    vec![
        Drive { what: "straight ahead", controls: controls(0.3, 0.0, 0.0), ..plain() },
        Drive { what: "in a turn", controls: controls(0.3, 0.0, 0.03), ..plain() },
        Drive {
            what: "braking on a hill in a turn",
            controls: controls(0.0, 0.2, -0.02),
            surface: hill,
            ..plain()
        },
        Drive {
            what: "at the limit",
            controls: controls(0.6, 0.0, 0.12),
            speed_m_s: 27.0,
            milliseconds: 900,
            ..plain()
        },
        Drive {
            what: "at rest",
            speed_m_s: 0.0,
            controls: first(controls(0.0, 0.3, 0.0)),
            gear: Gear::Forward(1),
            ..plain()
        },
        Drive {
            what: "at rest on a hill, steered",
            speed_m_s: 0.0,
            controls: first(controls(0.0, 0.6, 0.2)),
            gear: Gear::Forward(1),
            surface: hill,
            ..plain()
        },
        Drive {
            what: "at rest, just set down",
            speed_m_s: 0.0,
            controls: first(controls(0.0, 0.0, 0.0)),
            gear: Gear::Neutral,
            milliseconds: 0,
            ..plain()
        },
        Drive {
            what: "with locked wheels on ice",
            controls: Controls { handbrake: 1.0, clutch: 1.0, ..controls(0.0, 1.0, 0.05) },
            surface: ice,
            milliseconds: 700,
            ..plain()
        },
        Drive {
            what: "with spinning wheels",
            speed_m_s: 3.0,
            gear: Gear::Forward(1),
            controls: first(controls(1.0, 0.0, 0.05)),
            surface: ice,
            ..plain()
        },
        Drive {
            what: "on no grip",
            surface: Surface { grip: 0.0, ..Surface::asphalt() },
            controls: controls(0.3, 0.0, 0.1),
            ..plain()
        },
        Drive {
            what: "launching",
            speed_m_s: 0.0,
            gear: Gear::Forward(1),
            controls: first(controls(0.7, 0.0, 0.0)),
            milliseconds: 300,
            ..plain()
        },
        Drive {
            what: "backwards",
            speed_m_s: -4.0,
            gear: Gear::Reverse,
            controls: Controls { gear: Gear::Reverse, ..controls(0.2, 0.0, 0.1) },
            ..plain()
        },
    ]
}

fn drive<M: Drivable>(car: &M::Car<f64>, drive: &Drive) -> Instant<M> {
    let (mut mode, mut state) = M::start(car, drive.speed_m_s, drive.gear);
    let request = Request { acceleration_m_s2: 1.0, ..Request::from_command(sanitise(&drive.controls).0) };
    let dt_s = 0.001_f64;
    for _ in 0..drive.milliseconds {
        let input = M::input_at(car, &state, &request);
        (mode, state) =
            sub_step_alone::<M, f64>(M::INTEGRATOR, car, (&mode, &state), &input, &drive.surface, dt_s);
    }
    let input = M::input_at(car, &state, &request);
    let mode = advance_alone::<M, f64>(car, (&mode, &state), &input, &drive.surface, 1e-12);
    Instant { what: drive.what.into(), mode, state, input, surface: drive.surface }
}

fn instants<M: Drivable>(car: &M::Car<f64>) -> Vec<Instant<M>> {
    let mut all: Vec<Instant<M>> = drives().iter().map(|way| drive::<M>(car, way)).collect();
    // Bodies on springs, thrown up, and on two wheels; where there are no such states nothing changes.
    let places = M::State::<f64>::CHANNELS;
    let with = |base: &Instant<M>, what: &str, changes: &[(&str, f64)]| {
        let mut numbers = numbers(&base.state);
        for (name, value) in changes {
            if let Some(place) = places.iter().position(|channel| channel.name == *name) {
                numbers[place] = *value;
            }
        }
        let state = Record::load(&numbers.as_slice());
        Instant { what: what.into(), mode: base.mode, state, input: base.input, surface: base.surface }
    };
    let more = vec![
        with(&all[1], "in the air", &[("heave_m", 0.5), ("heave_rate_m_s", 1.0)]),
        with(&all[1], "on two wheels", &[("roll_rad", 0.3), ("lean_rad", 0.5)]),
        with(
            &all[1],
            "thrown sideways",
            &[("velocity_y_m_s", -18.0), ("yaw_rate_rad_s", 2.0), ("sideslip_rad", -0.7)],
        ),
    ];
    all.extend(more);
    all
}

fn numbers<R: Real, T: Record<R>>(record: &T) -> Vec<R> {
    let mut all = vec![R::zero(); T::LEN];
    record.store(&mut all.as_mut_slice());
    all
}

/// What a model does at an instant, with one number of its state or its input moved, over numbers of twice the precision.
fn moved<M: Model>(
    car: &M::Car<DoubleDouble>,
    at: &Instant<M>,
    variable: usize,
    by: f64,
) -> Vec<DoubleDouble> {
    let states = <M::State<f64> as Record<f64>>::LEN;
    let mut index = 0;
    let mut move_one = |value: f64| {
        let step = if index == variable { DoubleDouble::lit(by) } else { DoubleDouble::lit(0.0) };
        index += 1;
        DoubleDouble::lit(value) + step
    };
    let state: M::State<DoubleDouble> = converted(&at.state, &mut move_one);
    let input: M::Input<DoubleDouble> = converted(&at.input, &mut move_one);
    assert_eq!(index, states + <M::Input<f64> as Record<f64>>::LEN);
    let (held, surface) = (converted(&at.mode, DoubleDouble::lit), converted(&at.surface, DoubleDouble::lit));
    // What an input does to the mode at the beginning of a sub-step counts as well.
    let begun = |input: &M::Input<DoubleDouble>| {
        let dt_s = DoubleDouble::lit(M::longest_step_s(car).high);
        numbers(&advance_alone::<M, DoubleDouble>(car, (&held, &state), input, &surface, dt_s))
    };
    let mut mode: M::Mode<DoubleDouble> = held;
    if (states..index).contains(&variable) {
        let plain = begun(&converted(&at.input, DoubleDouble::lit));
        let mut changes = begun(&input).into_iter().zip(plain).map(|(moved, plain)| moved - plain);
        mode = converted(&at.mode, |value| DoubleDouble::lit(value) + changes.next().expect("as many"));
    }
    let (rates, outputs) = evaluate_alone::<M, DoubleDouble>(car, (&mode, &state), &input, &surface);
    let mut all = numbers(&rates);
    all.extend(numbers(&outputs));
    all
}

/// An entry of the matrices that are no derivative.
fn wrong_entries<M: Drivable>() -> (usize, usize, Vec<String>) {
    let car = car::<M>();
    let precise: M::Car<DoubleDouble> = converted(&car, DoubleDouble::lit);
    let (mut compared, mut kinks, mut wrong) = (0, 0, Vec::new());
    let states = <M::State<f64> as Channels>::CHANNELS;
    for at in instants::<M>(&car) {
        let linear = linearise::<M>(&car, &at.mode, &at.state, &at.input, &at.surface);
        let values: Vec<f64> = [numbers(&at.state), numbers(&at.input)].concat();
        let here = moved::<M>(&precise, &at, usize::MAX, 0.0);
        if !is_defined(&at, &linear) {
            continue;
        }
        let (mut differing, mut without) = (Vec::new(), vec![false; here.len()]);
        for (variable, value) in values.iter().enumerate() {
            let step = 1e-16 * value.abs().max(1e-2);
            let (ahead, behind) =
                (moved::<M>(&precise, &at, variable, step), moved::<M>(&precise, &at, variable, -step));
            // CommonRoad's tyre has |camber| sign(camber), which has a slope at 0 that neither factor has.
            let is_upright = M::NAME == "commonroad_mb" && at.what == "at rest, just set down";
            for row in 0..if is_upright { 0 } else { here.len() } {
                let entry = entry(&linear, states.len(), row, variable);
                let slope =
                    |there: &[DoubleDouble], by: f64| ((there[row] - here[row]) / DoubleDouble::lit(by)).high;
                let (forward, backward) = (slope(&ahead, step), slope(&behind, -step));
                let central = 0.5 * (forward + backward);
                let scale = largest_in_row(&linear, states.len(), row);
                let near = |slope: f64| (slope - entry).abs() <= 1e-6 * slope.abs() + 1e-9 * scale + 1e-9;
                compared += 1;
                if near(central) {
                    continue;
                }
                kinks += 1;
                // The direction of a velocity of 0 has no derivative, by whatever it changes.
                without[row] |= f64::max(forward.abs(), backward.abs()) > 1e7;
                // At a kink: that of a branch, or as near as the branches are to each other.
                let is_between = (central - entry).abs() <= (forward - backward).abs();
                if !near(forward) && !near(backward) && !is_between {
                    let (of, by) = names::<M>(row, variable);
                    let message = format!(
                        "{} {}: d {of} / d {by} is {entry:e} by duals, {forward:e} and {backward:e} by differences",
                        M::NAME,
                        at.what
                    );
                    differing.push((row, message));
                }
            }
        }
        wrong.extend(differing.into_iter().filter(|(row, _)| !without[*row]).map(|(_, message)| message));
    }
    (compared, kinks, wrong)
}

/// Whether a model's equations hold at an instant: the linear single track and CommonRoad's ST divide by the speed, as their
/// texts do, so that they have no rates at rest; and backwards ST's sideslip grows without end.
fn is_defined<M: Drivable>(at: &Instant<M>, linear: &Linear) -> bool {
    let channels = M::State::<f64>::CHANNELS;
    let states = || channels.iter().zip(numbers(&at.state));
    let is_at_rest = states().any(|(channel, value)| channel.name == M::SPEED && value.abs() < 0.1);
    let is_in_range = states().all(|(channel, value)| (channel.low..=channel.high).contains(&value));
    let has_gaps = matches!(M::NAME, "w1" | "commonroad_st");
    assert!(has_gaps || linear.rates.iter().all(|rate| rate.is_finite()), "{} {}", M::NAME, at.what);
    !has_gaps || (is_in_range && !is_at_rest)
}

fn entry(linear: &Linear, states: usize, row: usize, variable: usize) -> f64 {
    let (rows, column) = (row.checked_sub(states), variable.checked_sub(states));
    match (rows, column) {
        (None, None) => linear.a.at(row, variable),
        (None, Some(column)) => linear.b.at(row, column),
        (Some(row), None) => linear.c.at(row, variable),
        (Some(row), Some(column)) => linear.d.at(row, column),
    }
}

fn largest_in_row(linear: &Linear, states: usize, row: usize) -> f64 {
    let (one, other, row) = match row.checked_sub(states) {
        None => (&linear.a, &linear.b, row),
        Some(row) => (&linear.c, &linear.d, row),
    };
    one.row(row).iter().chain(other.row(row)).fold(0.0, |most, entry| f64::max(most, entry.abs()))
}

fn names<M: Model>(row: usize, variable: usize) -> (&'static str, &'static str) {
    let [states, inputs, outputs] = [
        <M::State<f64> as Channels>::CHANNELS,
        <M::Input<f64> as Channels>::CHANNELS,
        <M::Trace<f64> as Channels>::CHANNELS,
    ];
    let name = |list: &[Channel], other: &[Channel], place: usize| {
        if place < list.len() { list[place].name } else { other[place - list.len()].name }
    };
    (name(states, outputs, row), name(states, inputs, variable))
}

#[test]
fn matrices_are_those_of_differences_in_twice_the_precision() {
    let found = each_model!(wrong_entries);
    assert_eq!(found.len(), MODELS.len(), "a model is missing here");
    for (model, (compared, kinks, wrong)) in (&MODELS).into_iter().zip(found) {
        // Kinks: at rest, where a direction begins, and where a table's pieces meet.
        assert!(
            kinks * 50 < compared || kinks < 40,
            "{}: {kinks} of {compared} entries at kinks",
            model.name
        );
        assert!(
            wrong.is_empty(),
            "{} of {compared}: {}",
            wrong.len(),
            wrong[..wrong.len().min(20)].join("\n")
        );
    }
}

/// The largest entries of the matrices, and those that are not finite.
fn largest_entries<M: Drivable>() -> Vec<(f64, String)> {
    let car = car::<M>();
    let states = <M::State<f64> as Record<f64>>::LEN;
    let mut all = Vec::new();
    for at in instants::<M>(&car) {
        let linear = linearise::<M>(&car, &at.mode, &at.state, &at.input, &at.surface);
        if !is_defined(&at, &linear) {
            continue;
        }
        let rows = |matrix: &Matrix| matrix.rows();
        for row in 0..rows(&linear.a) + rows(&linear.c) {
            for variable in 0..states + linear.b.columns() {
                let entry = entry(&linear, states, row, variable);
                if !entry.is_finite() || entry.abs() > 1e8 {
                    let (of, by) = names::<M>(row, variable);
                    all.push((entry.abs(), format!("{} {}: d {of} / d {by} = {entry:e}", M::NAME, at.what)));
                }
            }
        }
    }
    all
}

/// What a guard against a division by 0 leaves is 1e9 and more; the stiffest thing of these cars is below 1e8.
#[test]
fn no_entry_is_beyond_what_the_physics_has() {
    let mut all = each_model!(largest_entries).concat();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    let lines: Vec<&str> = all.iter().take(40).map(|(_, line)| line.as_str()).collect();
    assert!(lines.is_empty(), "{} entries: {}", all.len(), lines.join("\n"));
}
