//! Variables of a unit.

use std::borrow::Cow;

use skidpad_formats::vehicle::Place;
use skidpad_world::channel::ChannelHandle;
use skidpad_world::world::Condition;

/// A control of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Accelerator pedal.
    Throttle,
    /// Brake pedal.
    Brake,
    /// Handbrake.
    Handbrake,
    /// Steering angle of the front wheels.
    Steer,
    /// Clutch pedal.
    Clutch,
    /// Starter.
    Starter,
    /// The gear that is requested.
    Gear,
    /// The gearbox chooses the forward gear itself.
    Automatic,
    /// Acceleration, for a model that takes it instead of pedals.
    Acceleration,
}

/// Type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableType {
    /// Float64.
    Float64,
    /// Int32.
    Int32,
    /// Boolean.
    Boolean,
    /// UInt64.
    UInt64,
}

impl VariableType {
    /// Name of the element in a description.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float64 => "Float64",
            Self::Int32 => "Int32",
            Self::Boolean => "Boolean",
            Self::UInt64 => "UInt64",
        }
    }
}

/// Source of the value of a variable.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// The independent variable.
    Time,
    /// Control of the driver.
    Input(Control),
    /// Length of a step.
    Step,
    /// State at the start, by its name.
    Initial(&'static str),
    /// Number of road and air, by its place.
    Road(usize),
    /// Number of the vehicle.
    Vehicle(Place),
    /// Channel of the model.
    Channel(ChannelHandle),
    /// Rate of a state, by its place.
    Rate(usize),
    /// Condition of the car.
    Condition(Condition),
    /// The gear that is in.
    Gear,
    /// True while the car can drive.
    Running,
    /// Hash of all of the car that changes.
    Hash,
}

/// Variable of a unit. Its value reference is its place in the unit's list.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, unique in the unit.
    pub name: String,
    /// Source of its value.
    pub role: Role,
    /// Its type.
    pub variable_type: VariableType,
    /// Its unit; `-` for a pure number.
    pub unit: Cow<'static, str>,
    /// Least value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
    /// Value at the start, of inputs and parameters.
    pub start: f64,
    /// Its meaning.
    pub meaning: String,
}

impl Variable {
    /// True for what the importer sets: inputs and parameters.
    pub fn is_setting(&self) -> bool {
        self.is_input() || self.is_parameter()
    }

    /// True for an input.
    pub fn is_input(&self) -> bool {
        matches!(self.role, Role::Input(_))
    }

    /// True for a parameter.
    pub fn is_parameter(&self) -> bool {
        self.is_fixed() || self.is_tunable()
    }

    /// True for a parameter that is set before the start alone.
    pub fn is_fixed(&self) -> bool {
        matches!(self.role, Role::Step | Role::Initial(_))
    }

    /// True for a parameter that may change while the car drives.
    pub fn is_tunable(&self) -> bool {
        matches!(self.role, Role::Road(_) | Role::Vehicle(_))
    }

    /// True for a value that the variable takes: finite, and within its range unless the car limits it, as it does the controls of a
    /// driver. Every number is taken by what is no input and no parameter.
    pub fn takes(&self, value: f64) -> bool {
        let is_limited = self.is_input() && !self.is_discrete();
        !self.is_setting() || (value.is_finite() && (is_limited || (self.low..=self.high).contains(&value)))
    }

    /// True for a number that changes at events alone.
    pub fn is_discrete(&self) -> bool {
        self.variable_type != VariableType::Float64
    }

    /// True for an output.
    pub fn is_output(&self) -> bool {
        matches!(self.role, Role::Channel(_) | Role::Condition(_) | Role::Gear | Role::Running)
    }

    /// Place among the model's states; `None` for what is no state.
    pub fn state_place(&self) -> Option<usize> {
        match self.role {
            Role::Channel(channel) => channel.state_place(),
            _ => None,
        }
    }
}
