//! Trim: the steady state at a speed and a lateral acceleration, by least squares on the model's own derivatives.
//!
//! The unknowns are all states but position, heading and the speed itself, the steering, and the drive: throttle, or the brake
//! where the car must be held back. The residuals are all rates (but for states on which nothing depends), the difference of the
//! lateral acceleration, and, while the clutch sticks, that of engine and gearbox speed, since their rates are one and the same.
//! The mode follows from the state, so it is renewed between solutions.

use core::fmt;

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_fit::{Parameter, Residuals, SolverOptions, least_squares};
use skidpad_linear::Linear;

use super::response::{is_cyclic, matters};
use crate::channel::{CarChannels, ChannelHandle, WheelChannels, place_of};
use crate::evaluate::Question;
use crate::models::ModelInfo;
use crate::rolling::{Begin, CarChoice, Request};

/// Steady state to be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// The speed, m/s.
    pub speed_m_s: f64,
    /// The lateral acceleration, m/s^2, positive to the left.
    pub lateral_m_s2: f64,
    /// The gear; `None`: the highest in which the engine is well above its idle.
    pub gear: Option<Gear>,
}

/// Why there is no steady state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoTrim {
    /// The model does not take the car.
    OtherCar,
    /// The model cannot turn, and the requested lateral acceleration is not 0.
    DoesNotTurn,
    /// The search ended where something still changes.
    Changes {
        /// Name of the state that changes.
        name: &'static str,
        /// Unit of the rate.
        unit: String,
        /// Rate of change, in that unit; for an engine that is joined to the gearbox, the difference of their speeds.
        rate: f64,
    },
    /// The search ended at another lateral acceleration, m/s^2.
    OtherAcceleration(f64),
}

impl fmt::Display for NoTrim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCar => f.write_str("the model does not take this car"),
            Self::DoesNotTurn => f.write_str("the model does not turn: its lateral acceleration must be 0"),
            Self::Changes { name, unit, rate } => write!(
                f,
                "no steady state found: at the nearest point {name} still changes by {rate:.3e} {unit} (less lateral \
                 acceleration, or another speed or gear)"
            ),
            Self::OtherAcceleration(found) => write!(
                f,
                "no steady state found: the lateral acceleration comes to {found:.3} m/s^2 at most (the car slides; ask for \
                 less)"
            ),
        }
    }
}

impl core::error::Error for NoTrim {}

/// Largest number of solutions, each with its mode held.
const ROUNDS: usize = 12;
/// Smallest pedal position in the search.
const JUST_TOUCHED: f64 = 1e-6;
/// Residual below which a state is steady; the rates among the residuals are weighted, see `Steady::new`.
const STEADY: f64 = 1e-7;
/// Time for which the car is driven before the search, s: tyres and body are then near their steady state.
const BEFORE_S: f64 = 1.5;

/// The steady state of a model at a speed and a lateral acceleration on a road.
///
/// # Errors
/// Why there is none, with what still changes.
pub fn trim(
    model: &ModelInfo,
    car: &CarChoice,
    wish: &Wish,
    surface: &Surface<f64>,
) -> Result<Question, NoTrim> {
    let channels = CarChannels::resolve(&model.layout());
    let input = |channel: Option<ChannelHandle>| channel.and_then(|channel| channel.input_place());
    let angle = channels.front_steer.and_then(|channel| channel.state_place());
    let steers =
        input(channels.requested_steer.or(channels.requested_slip_angle)).filter(|_| angle.is_none());
    let turns = model.abilities.steers && (steers.is_some() || angle.is_some());
    if wish.lateral_m_s2 != 0.0 && !turns {
        return Err(NoTrim::DoesNotTurn);
    }
    let start = start(model, car, wish, surface).ok_or(NoTrim::OtherCar)?;
    let (drives, brakes) = (input(channels.drive), input(channels.brake));
    let mut best: Option<NoTrim> = None;
    // First with the drive, and where that is not it, with the brake.
    for pedal in [drives, brakes].into_iter().flatten() {
        let mut question = start.clone();
        let inputs: Vec<usize> = steers.into_iter().chain([pedal]).collect();
        if Some(pedal) == brakes
            && let Some(drive) = drives
        {
            question.input[drive] = 0.0;
        }
        let search = Search { model, channels, car, wish, inputs, question };
        match search.run() {
            Ok(question) => return Ok(question),
            Err(why) => best = best.or(Some(why)),
        }
    }
    Err(best.unwrap_or(NoTrim::OtherCar))
}

/// Returns true if a number of the mode only passes an input on to the equations, so that the search does not hold it.
fn follows_input(channels: &CarChannels, place: usize, name: &str) -> bool {
    let is_here =
        |channel: Option<ChannelHandle>| channel.is_some_and(|channel| channel.mode_place() == Some(place));
    name.ends_with("pressure")
        || name.ends_with("_brake")
        || name.contains("_command")
        || is_here(channels.assisted_throttle)
        || is_here(channels.steer_rate)
}

/// The highest gear in which the engine turns half as fast again as it idles; 1 below.
fn gear(vehicle: &Vehicle<f64>, speed_m_s: f64) -> Gear {
    let engine = |gear: f64| speed_m_s / vehicle.rear().radius_m * vehicle.gears().overall(gear);
    let least = 1.5 * vehicle.engine().idle_rad_s;
    let mut gear = vehicle.shift().gears;
    while gear > 1.0 && engine(gear) < least {
        gear -= 1.0;
    }
    Gear::Forward(gear as u8)
}

/// A state near the wish: the car after some time at about its speed, with the wheels at the kinematic angle.
fn start(model: &ModelInfo, car: &CarChoice, wish: &Wish, surface: &Surface<f64>) -> Option<Question> {
    let gear = match (wish.gear, car.vehicle()) {
        (Some(gear), _) => gear,
        (None, Some(vehicle)) if wish.speed_m_s >= 0.0 => gear(vehicle, wish.speed_m_s),
        (None, Some(_)) => Gear::Reverse,
        (None, None) => Gear::Forward(1),
    };
    let wheelbase_m = car.vehicle().map_or(2.5, |vehicle| vehicle.body().wheelbase_m);
    let square = Real::max(wish.speed_m_s * wish.speed_m_s, 0.01);
    let steer_rad = Real::clamp(wheelbase_m * wish.lateral_m_s2 / square, -0.5, 0.5);
    let initial = [(model.speed, wish.speed_m_s)];
    let mut rolling = model.begin(car, &Begin { gear, initial: &initial, method: None })?;
    let controls = Controls { steer_rad, gear, throttle: 0.1, ..Controls::default() };
    let command: Command<f64> = sanitise(&controls).0;
    let request = Request::from_command(command);
    let dt = Dt::new(0.005)?;
    for _ in 0..(BEFORE_S / dt.seconds()) as usize {
        rolling.step(&request, surface.into(), dt);
    }
    let mut row = Vec::new();
    rolling.row(&request, surface.into(), &mut row);
    let input = row[1..=model.inputs.len()].to_vec();
    let mut state = Vec::new();
    rolling.states(&mut state);
    let speed = place_of(model.states, model.speed).map_or(0.0, |place| state[place]);
    let layout = model.layout();
    let channels = CarChannels::resolve(&layout);
    let wheels = WheelChannels::four(&layout).into_iter().chain(WheelChannels::axles(&layout));
    let spins: Vec<usize> = wheels.filter_map(|wheel| wheel.spin?.state_place()).collect();
    let engine = channels.engine_speed.and_then(|channel| channel.state_place());
    let ratio = if speed == 0.0 { 1.0 } else { wish.speed_m_s / speed };
    for (place, (value, channel)) in state.iter_mut().zip(model.states).enumerate() {
        // Wheels and engine turn with the speed that is asked for.
        if spins.contains(&place) || engine == Some(place) {
            *value *= ratio;
        }
        if channel.name == model.speed {
            *value = wish.speed_m_s;
        } else if is_cyclic(&channels, place) {
            *value = 0.0;
        }
    }
    state.iter().all(|value| value.is_finite()).then_some(())?;
    Some(Question { state, input, mode: vec![None; model.modes.len()], surface: *surface })
}

/// A search from a state, over all its states and some inputs.
struct Search<'a> {
    model: &'a ModelInfo,
    channels: CarChannels,
    car: &'a CarChoice<'a>,
    wish: &'a Wish,
    inputs: Vec<usize>,
    question: Question,
}

/// The equations with the mode held.
struct Steady<'a> {
    search: &'a Search<'a>,
    states: Vec<usize>,
    /// Rows of the rates with their weights.
    rows: Vec<(usize, f64)>,
    question: Question,
}

impl Search<'_> {
    fn run(mut self) -> Result<Question, NoTrim> {
        let mut last = None;
        for _ in 0..ROUNDS {
            self.question.mode = vec![None; self.model.modes.len()];
            let linearised = self.model.linearise(self.car, &self.question).ok_or(NoTrim::OtherCar)?;
            let mut question = self.question.clone();
            let held = |place: usize| {
                let follows = follows_input(&self.channels, place, self.model.modes[place].name);
                (!follows).then_some(linearised.mode[place])
            };
            question.mode = (0..self.model.modes.len()).map(held).collect();
            let steady = Steady::new(&self, question, &linearised.linear);
            // The mode that belongs to the state is the one that it was solved with: it is the steady state.
            let left = steady.left(&linearised.linear);
            match left {
                None => return Ok(steady.question),
                Some(why) => last = Some(why),
            }
            // Equations that are no numbers here have no solution near.
            let Ok(found) = least_squares(&steady, &steady.unknown(), &SolverOptions::default()) else {
                break;
            };
            let found = self.with_unit_quaternion(steady.with(&found.parameters));
            self.question = steady.joined(found);
        }
        Err(last.unwrap_or(NoTrim::OtherCar))
    }

    /// A question whose unit quaternion, if the model has one, has the length 1: the search may scale it.
    fn with_unit_quaternion(&self, mut question: Question) -> Question {
        let places =
            self.model.unit_quaternion.map(|names| names.map(|name| place_of(self.model.states, name)));
        if let Some([Some(w), Some(x), Some(y), Some(z)]) = places {
            let square: f64 =
                [w, x, y, z].into_iter().map(|place| question.state[place] * question.state[place]).sum();
            [w, x, y, z].into_iter().for_each(|place| question.state[place] /= Real::sqrt(square));
        }
        question
    }
}

impl<'a> Steady<'a> {
    fn new(search: &'a Search<'a>, question: Question, linear: &Linear) -> Self {
        let states = search.model.states;
        let is_cyclic = |place: usize| is_cyclic(&search.channels, place);
        let is_unknown = |place: &usize| states[*place].name != search.model.speed && !is_cyclic(*place);
        // A state on which nothing depends need not be steady, such as the energy in a battery.
        let counts = |place: usize| matters(linear, place);
        let all: Vec<usize> =
            (0..states.len()).filter(|place| !is_cyclic(*place) && counts(*place)).collect();
        // Weighed by how fast a small change of the states it depends on would make it: so all count alike.
        let size = |place: usize| Real::max(Real::abs(question.state[place]), 0.01);
        let weight = |row: usize| {
            let sum: f64 =
                all.iter().map(|column| Real::abs(linear.a.at(row, *column)) * size(*column)).sum();
            1.0 / (1e-2 + sum)
        };
        let rows = all.iter().map(|row| (*row, weight(*row))).collect();
        Self { search, states: all.into_iter().filter(is_unknown).collect(), rows, question }
    }

    /// Values and ranges of all unknowns.
    fn unknown(&self) -> Vec<Parameter> {
        let of_states = self.states.iter().map(|place| Parameter {
            value: self.question.state[*place],
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        });
        let of_inputs = self.search.inputs.iter().map(|place| {
            let channel = &self.search.model.inputs[*place];
            // A pedal that is just touched: at the stop itself its slope may be that of an engine that idles.
            let low = if channel.low == 0.0 { JUST_TOUCHED } else { channel.low };
            Parameter { value: self.question.input[*place], low, high: channel.high }
        });
        of_states.chain(of_inputs).collect()
    }

    /// The input and the state of a steering that follows its input at a limited rate: in the steady state both are one.
    fn follower(&self) -> Option<(usize, usize)> {
        let CarChannels { requested_steer, front_steer, .. } = &self.search.channels;
        let input = requested_steer.and_then(|channel| channel.input_place());
        input.zip(front_steer.and_then(|channel| channel.state_place()))
    }

    fn with(&self, unknown: &[f64]) -> Question {
        let mut question = self.question.clone();
        let (states, inputs) = unknown.split_at(self.states.len());
        self.states.iter().zip(states).for_each(|(place, value)| question.state[*place] = *value);
        self.search.inputs.iter().zip(inputs).for_each(|(place, value)| question.input[*place] = *value);
        if let Some((input, state)) = self.follower() {
            question.input[input] = question.state[state];
        }
        question
    }

    /// The state with engine and gearbox at the same speed to the last bit, while the clutch sticks: the least difference would
    /// be a clutch that slips.
    fn joined(&self, mut question: Question) -> Question {
        for (row, _, engine) in self.outputs() {
            let answer = self.search.model.evaluate(self.search.car, &question);
            if let (Some(engine), Some(answer)) = (engine, answer) {
                question.state[engine] = answer.trace[row];
            }
        }
        question
    }

    /// Row of the lateral acceleration among the outputs.
    fn lateral(&self) -> Option<usize> {
        self.search.channels.acceleration_y.and_then(|channel| channel.output_place())
    }

    /// Rows of outputs that must have a value: the row, the value, and the state that is subtracted.
    fn outputs(&self) -> Vec<(usize, f64, Option<usize>)> {
        let CarChannels { engaged, gearbox_input, engine_speed, .. } = &self.search.channels;
        let lateral = self.lateral().map(|row| (row, self.search.wish.lateral_m_s2, None));
        let engaged = engaged.and_then(|channel| channel.mode_place());
        let is_joined =
            engaged.and_then(|place| self.question.mode[place]).is_some_and(|engaged| engaged > 0.5);
        let joint = gearbox_input.and_then(|channel| channel.output_place()).filter(|_| is_joined);
        let engine = engine_speed.and_then(|channel| channel.state_place());
        let joint = joint.zip(engine).map(|(row, engine)| (row, 0.0, Some(engine)));
        lateral.into_iter().chain(joint).collect()
    }

    fn residual(&self, question: &Question, rates: &[f64], outputs: &[f64]) -> Vec<f64> {
        let of_rates = self.rows.iter().map(|(row, weight)| weight * rates[*row]);
        let of_outputs = self.outputs().into_iter().map(|(row, value, state)| {
            outputs[row] - value - state.map_or(0.0, |state| question.state[state])
        });
        of_rates.chain(of_outputs).collect()
    }

    /// Returns the largest deviation from the steady state; `None` if the state is steady.
    fn left(&self, linear: &Linear) -> Option<NoTrim> {
        let outputs = self.outputs();
        let off = self.residual(&self.question, &linear.rates, &linear.outputs);
        let worst =
            (0..off.len()).fold(
                0,
                |worst, index| {
                    if Real::abs(off[index]) > Real::abs(off[worst]) { index } else { worst }
                },
            );
        if off.is_empty() || Real::abs(off[worst]) < STEADY {
            return None;
        }
        let channels = self.search.model.states;
        Some(match (self.rows.get(worst), worst.checked_sub(self.rows.len())) {
            (Some((row, _)), _) => {
                let channel = &channels[*row];
                NoTrim::Changes {
                    name: channel.name,
                    unit: rate_unit(channel.unit),
                    rate: linear.rates[*row],
                }
            }
            (None, Some(0)) if self.lateral() == Some(outputs[0].0) => {
                NoTrim::OtherAcceleration(linear.outputs[outputs[0].0])
            }
            _ => NoTrim::Changes {
                name: self.search.channels.engine_speed.map_or("engine", |channel| channel.name()),
                unit: "rad/s against the gearbox".into(),
                rate: off[worst],
            },
        })
    }
}

/// The unit of a rate: m/s of m, m/s^2 of m/s.
fn rate_unit(unit: &str) -> String {
    match unit.strip_suffix("/s") {
        Some(base) => format!("{base}/s^2"),
        None if unit == "-" => "1/s".into(),
        None => format!("{unit}/s"),
    }
}

impl Residuals for Steady<'_> {
    fn residuals(&self, parameters: &[f64]) -> Vec<f64> {
        let question = self.with(parameters);
        match self.search.model.evaluate(self.search.car, &question) {
            Some(answer) => self.residual(&question, &answer.derivative, &answer.trace),
            None => Vec::new(),
        }
    }

    fn derivatives(&self, parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let question = self.with(parameters);
        let Some(found) = self.search.model.linearise(self.search.car, &question) else {
            return (Vec::new(), Vec::new());
        };
        let linear = found.linear;
        let row = |of_states: &[f64], of_inputs: &[f64], weight: f64| -> Vec<f64> {
            let followed = |place: usize| match self.follower() {
                Some((input, state)) if state == place => of_inputs[input],
                _ => 0.0,
            };
            let states = self.states.iter().map(|place| weight * (of_states[*place] + followed(*place)));
            states.chain(self.search.inputs.iter().map(|place| weight * of_inputs[*place])).collect()
        };
        let mut slopes: Vec<Vec<f64>> =
            self.rows.iter().map(|(at, weight)| row(linear.a.row(*at), linear.b.row(*at), *weight)).collect();
        for (at, _, state) in self.outputs() {
            let mut slope = row(linear.c.row(at), linear.d.row(at), 1.0);
            if let Some(place) = self.states.iter().position(|place| Some(*place) == state) {
                slope[place] -= 1.0;
            }
            slopes.push(slope);
        }
        (self.residual(&question, &linear.rates, &linear.outputs), slopes)
    }
}
