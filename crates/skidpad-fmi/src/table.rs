//! The list of a unit's variables.

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::spec::{AxleSpec, Field, Quantity, Section};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_formats::vehicle::VehicleFile;
use skidpad_world::channel::{ChannelHandle, ChannelKind};
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::{Condition, Corner};

use crate::units;
use crate::variable::{Control, Role, Variable, VariableType};

/// Length of a step where the importer sets none, s: the longest sub-step of a car.
pub const USUAL_STEP_S: f64 = 0.002;
/// Shortest step, s.
const SHORTEST_STEP_S: f64 = 1e-6;

/// A control as a variable.
struct ControlRow {
    control: Control,
    name: &'static str,
    variable_type: VariableType,
    unit: &'static str,
    low: f64,
    high: f64,
    start: f64,
    meaning: &'static str,
}

/// Pedal of a driver.
const fn pedal(control: Control, name: &'static str, meaning: &'static str) -> ControlRow {
    let (variable_type, unit) = (VariableType::Float64, "-");
    ControlRow { control, name, variable_type, unit, low: 0.0, high: 1.0, start: 0.0, meaning }
}

/// All controls, in the order of the variables.
const CONTROLS: [ControlRow; 9] = [
    pedal(Control::Throttle, "throttle", "accelerator pedal"),
    pedal(Control::Brake, "brake", "brake pedal"),
    pedal(Control::Handbrake, "handbrake", "handbrake"),
    ControlRow {
        unit: "rad",
        low: -1.5,
        high: 1.5,
        ..pedal(Control::Steer, "steer_rad", "steering angle of the front wheels, positive to the left")
    },
    pedal(Control::Clutch, "clutch", "clutch pedal: 1 opens the clutch"),
    ControlRow {
        variable_type: VariableType::Int32,
        low: -1.0,
        high: 12.0,
        start: 1.0,
        ..pedal(
            Control::Gear,
            "requested_gear",
            "requested gear: -1 reverse, 0 neutral, 1 first; of no effect while automatic is true",
        )
    },
    ControlRow {
        variable_type: VariableType::Boolean,
        start: 1.0,
        ..pedal(Control::Automatic, "automatic", "true: the gearbox chooses the forward gear itself")
    },
    ControlRow {
        variable_type: VariableType::Boolean,
        ..pedal(Control::Starter, "starter", "true: the starter turns an engine that has stalled")
    },
    ControlRow {
        unit: "m/s^2",
        low: -30.0,
        high: 30.0,
        ..pedal(Control::Acceleration, "acceleration_m_s2", "acceleration along the longitudinal axis")
    },
];

/// All variables of a unit: time, inputs, parameters, channels, conditions and rates. `car` is the car at its start.
pub fn variables(model: &ModelInfo, file: Option<&VehicleFile>, car: &dyn Rolling) -> Vec<Variable> {
    let mut all = vec![number("time", Role::Time, channel_of("s", 0.0, 1e9), 0.0, "time".to_owned())];
    all.extend(inputs(model));
    all.extend(start(model));
    all.extend(road());
    all.extend(file.into_iter().flat_map(vehicle));
    all.extend(model.layout().handles().filter(|channel| channel.kind().is_computed()).map(channel));
    all.extend(conditions(model, car));
    all.extend(rates(model));
    let meaning = "hash of all of the car that changes: equal where the bits are equal".to_owned();
    let hash = number("hash", Role::Hash, channel_of("-", 0.0, f64::INFINITY), 0.0, meaning);
    all.push(Variable { variable_type: VariableType::UInt64, ..hash });
    all
}

/// Unit and range of a number without a channel.
fn channel_of(unit: &'static str, low: f64, high: f64) -> Channel {
    Channel::new("", unit, low, high)
}

fn number(name: &str, role: Role, channel: Channel, start: f64, meaning: String) -> Variable {
    let Channel { unit, low, high, .. } = channel;
    let variable_type = VariableType::Float64;
    let unit = unit.into();
    Variable { name: name.to_owned(), role, variable_type, unit, low, high, start, meaning }
}

/// The controls that the model has among its inputs; all pedals where it computes its inputs from them.
fn inputs(model: &ModelInfo) -> impl Iterator<Item = Variable> {
    let abilities = model.abilities;
    let names: Vec<&str> = model.inputs.iter().map(|input| input.name).collect();
    let takes_pedals = names.contains(&"throttle");
    CONTROLS.into_iter().filter_map(move |row| {
        let name_in_model = if row.control == Control::Gear { "gear" } else { row.name };
        let is_taken = match row.control {
            Control::Acceleration => abilities.acceleration,
            _ if takes_pedals => names.contains(&name_in_model),
            Control::Steer => abilities.steers,
            _ => abilities.pedals,
        };
        is_taken.then(|| Variable {
            name: row.name.to_owned(),
            role: Role::Input(row.control),
            variable_type: row.variable_type,
            unit: row.unit.into(),
            low: row.low,
            high: row.high,
            start: row.start,
            meaning: row.meaning.to_owned(),
        })
    })
}

/// Step and place at the start.
fn start(model: &ModelInfo) -> impl Iterator<Item = Variable> {
    let step = number(
        "step_s",
        Role::Step,
        channel_of("s", SHORTEST_STEP_S, Dt::LARGEST_S),
        USUAL_STEP_S,
        "step of the car, over which its inputs are held; a communication step is a whole number of such steps".to_owned(),
    );
    let is_placed = |state: &&Channel| {
        matches!(state.name, "x_m" | "y_m" | "yaw_rad" | "position_m") || state.name == model.speed
    };
    let initial = |state: &Channel| {
        let turning = if state.name == model.speed { "; wheels and engine turn with the road" } else { "" };
        let meaning = format!("At the start: {}{turning}", state.description);
        number(&format!("initial.{}", state.name), Role::Initial(state.name), *state, 0.0, meaning)
    };
    let initial: Vec<Variable> = model.states.iter().filter(is_placed).map(initial).collect();
    std::iter::once(step).chain(initial)
}

/// Road and air.
fn road() -> impl Iterator<Item = Variable> {
    let mut usual = [0.0; <Surface<f64> as Record<f64>>::LEN];
    Surface::<f64>::asphalt().store(&mut usual);
    let channels = <Surface<f64> as Channels>::CHANNELS.iter().zip(usual).enumerate();
    channels.map(|(place, (channel, usual))| {
        let meaning = channel.description.to_owned();
        number(&format!("road.{}", channel.name), Role::Road(place), *channel, usual, meaning)
    })
}

/// Numbers of the vehicle.
fn vehicle(file: &VehicleFile) -> impl Iterator<Item = Variable> {
    let places = file.places().into_iter().filter_map(|place| Some((place, place.get(&file.spec)?)));
    places.filter(|(place, _)| is_given(file, place.section, place.field.name)).map(|(place, value)| {
        let field = place.field;
        let range = channel_of(field_unit(&field), field.low, field.high);
        number(&place.path(), Role::Vehicle(place), range, value, field.doc.to_owned())
    })
}

/// Unit of a field. Files write these three as bare numbers, so that their quantity has none.
fn field_unit(field: &Field) -> &'static str {
    match (field.quantity, field.name) {
        (Quantity::Ratio, "front_ride_frequency" | "rear_ride_frequency") => "Hz",
        (Quantity::Ratio, "largest_rate") => "rad/s",
        (quantity, _) => quantity.si_unit(),
    }
}

/// True for a number that is given: the other one of two fields of which exactly one is given follows from it and is no parameter.
fn is_given(file: &VehicleFile, section: &str, name: &str) -> bool {
    let axle = match section {
        "front" => &file.spec.front,
        "rear" => &file.spec.rear,
        _ => return true,
    };
    let is_one_of_two = AxleSpec::EITHER.is_some_and(|either| either.contains(&name));
    let place = AxleSpec::FIELDS.iter().position(|field| field.name == name);
    !is_one_of_two || place.is_some_and(|place| axle.get(place) != 0.0)
}

fn channel(channel: ChannelHandle) -> Variable {
    let kind = match channel.kind() {
        ChannelKind::State => "state",
        ChannelKind::Mode => "discrete state, which changes at the edges of sub-steps",
        _ => "computed from states and inputs",
    };
    let meaning = format!("{} ({kind})", channel.description());
    let range = *channel.channel();
    number(channel.name(), Role::Channel(channel), range, 0.0, meaning)
}

/// Variables that change at events alone, as far as the model knows them.
fn conditions(model: &ModelInfo, car: &dyn Rolling) -> impl Iterator<Item = Variable> {
    let telltales = car.telltales();
    let flag = |name: String, role, meaning: String| Variable {
        name,
        role,
        variable_type: VariableType::Boolean,
        unit: "-".into(),
        low: 0.0,
        high: 1.0,
        start: 0.0,
        meaning,
    };
    let mut all = vec![flag(
        "event.running".to_owned(),
        Role::Running,
        "true while the car can drive: its engine is not blown, it has not fallen over, its numbers are finite".to_owned(),
    )];
    let meaning = "true while the car slides tail first".to_owned();
    all.push(flag("event.spun".to_owned(), Role::Condition(Condition::Spun), meaning));
    if telltales.gear.is_some() {
        let meaning = "gear that is in: -1 reverse, 0 neutral, 1 first".to_owned();
        let gear = flag("event.gear".to_owned(), Role::Gear, meaning);
        all.push(Variable { variable_type: VariableType::Int32, low: -1.0, high: 12.0, ..gear });
    }
    if model.modes.iter().any(|mode| mode.name == "stalled") {
        let meaning = "true while the engine is stalled".to_owned();
        all.push(flag("event.stalled".to_owned(), Role::Condition(Condition::Stalled), meaning));
    }
    for corner in Corner::ALL {
        let name = corner.name().replace(' ', "_");
        if telltales.spins_rad_s.is_some() {
            let meaning =
                format!("true while the {corner} wheel is locked: it does not turn while the car moves");
            let role = Role::Condition(Condition::WheelLocked(corner));
            all.push(flag(format!("event.{name}_locked"), role, meaning));
        }
        if telltales.loads_n.is_some() {
            let meaning = format!("true while the {corner} wheel is lifted: it carries no load");
            let role = Role::Condition(Condition::WheelLifted(corner));
            all.push(flag(format!("event.{name}_lifted"), role, meaning));
        }
    }
    all.into_iter()
}

/// Rates of the states.
fn rates(model: &ModelInfo) -> impl Iterator<Item = Variable> {
    model.states.iter().enumerate().map(|(place, state)| {
        let meaning = format!("Rate of change: {}", state.description);
        let range = channel_of("-", f64::NEG_INFINITY, f64::INFINITY);
        let rate = number(&format!("der({})", state.name), Role::Rate(place), range, 0.0, meaning);
        Variable { unit: units::rate(state.unit).into(), ..rate }
    })
}
