//! All models by name: what they are, and how a person's wishes start and steer them.

use skidpad::controls::{Command, Gear};
use skidpad::integrate::Method;
use skidpad::math::Real;
use skidpad::model::{
    Fixed, Model, Motorcycle, MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState, PointMass,
    PointMassMode, PointMassState, StraightLine, StraightLineMode, StraightLineState, W1, W1Input, W1State,
};
use skidpad::record::{Channel, Channels, Record};
use skidpad::spec::Vehicle;

use crate::scenario::{Finished, RowSink, Script, drive};

/// A model that drives by a person's controls and a vehicle's data. A new model implements this and
/// gets a line in [`MODELS`]; then it is listed, run and recorded.
pub trait Drivable: Model {
    /// What it takes of the vehicle.
    fn car(vehicle: &Vehicle<f64>) -> Self::Car<f64>;
    /// Mode and state at the start, in balance with the speed: wheels and engine turn with the
    /// road.
    fn start(car: &Self::Car<f64>, speed_m_s: f64, gear: Gear) -> (Self::Mode<f64>, Self::State<f64>);
    /// What it takes of the controls. Inputs that no control gives are 0.
    fn input(command: &Command<f64>) -> Self::Input<f64>;
    /// The state that is the speed at the start.
    const SPEED: &'static str = "speed_m_s";
    /// Inputs that no control gives.
    const INPUTS_AT_ZERO: &'static [&'static str] = &[];
}

/// A model as lists and commands see it.
#[derive(Clone, Copy, Debug)]
pub struct ModelInfo {
    /// Its name.
    pub name: &'static str,
    /// What it describes.
    pub description: &'static str,
    /// The integrator that it is meant to run with.
    pub integrator: Method,
    /// What is integrated.
    pub states: &'static [Channel],
    /// What the driver gives.
    pub inputs: &'static [Channel],
    /// What changes in jumps.
    pub modes: &'static [Channel],
    /// What is computed on the way.
    pub trace: &'static [Channel],
    /// Inputs that no control of a scenario gives: they stay 0.
    pub inputs_at_zero: &'static [&'static str],
    pub(crate) run: fn(&Vehicle<f64>, &Script, &mut RowSink) -> Finished,
}

/// All models.
pub const MODELS: &[ModelInfo] =
    &[info::<PointMass>(), info::<StraightLine>(), info::<Motorcycle>(), info::<W1>()];

impl ModelInfo {
    /// The model of a name; `-` and `_` are the same.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = name.replace('-', "_");
        MODELS.iter().find(|model| model.name == name)
    }
}

const fn info<M: Drivable>() -> ModelInfo {
    ModelInfo {
        name: M::NAME,
        description: M::DESCRIPTION,
        integrator: M::INTEGRATOR,
        states: M::State::<f64>::CHANNELS,
        inputs: M::Input::<f64>::CHANNELS,
        modes: M::Mode::<f64>::CHANNELS,
        trace: M::Trace::<f64>::CHANNELS,
        inputs_at_zero: M::INPUTS_AT_ZERO,
        run: drive::<M>,
    }
}

/// The gear that is in at the start. The automatic begins in the lowest gear in which it would not
/// shift up at full throttle; a gear that the vehicle does not have is not put in: neutral.
fn first_gear(car: &Vehicle<f64>, speed_m_s: f64, gear: Gear) -> f64 {
    let top = car.shift().gears;
    match gear {
        Gear::Reverse => -1.0,
        Gear::Neutral => 0.0,
        Gear::Forward(gear) if f64::from(gear) <= top => f64::from(gear),
        Gear::Forward(_) => 0.0,
        Gear::Automatic => {
            let radius = Real::min(car.front().radius_m, car.rear().radius_m);
            let engine = |gear: f64| speed_m_s / radius * car.gears().overall(gear);
            let mut gear = 1.0;
            while gear < top && engine(gear) >= car.shift().shift_up_rad_s {
                gear += 1.0;
            }
            gear
        }
    }
}

impl Drivable for PointMass {
    fn car(vehicle: &Vehicle<f64>) -> Vehicle<f64> {
        *vehicle
    }
    fn start(car: &Vehicle<f64>, speed_m_s: f64, gear: Gear) -> (PointMassMode<f64>, PointMassState<f64>) {
        let gear = first_gear(car, speed_m_s, gear);
        (PointMassMode::in_gear(gear), PointMassState { position_m: 0.0, speed_m_s })
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
}

impl Drivable for StraightLine {
    fn car(vehicle: &Vehicle<f64>) -> Vehicle<f64> {
        *vehicle
    }
    fn start(
        car: &Vehicle<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (StraightLineMode<f64>, StraightLineState<f64>) {
        let gear = first_gear(car, speed_m_s, gear);
        (StraightLineMode::in_gear(gear), StraightLineState::rolling(car, speed_m_s, gear))
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
}

impl Drivable for Motorcycle {
    fn car(vehicle: &Vehicle<f64>) -> MotorcycleCar<f64> {
        MotorcycleCar::of(vehicle)
    }
    fn start(
        car: &MotorcycleCar<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (MotorcycleMode<f64>, MotorcycleState<f64>) {
        let gear = first_gear(car.vehicle(), speed_m_s, gear);
        (MotorcycleMode::in_gear(gear), MotorcycleState::upright(speed_m_s))
    }
    fn input(command: &Command<f64>) -> MotorcycleInput<f64> {
        MotorcycleInput::ridden(command)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const INPUTS_AT_ZERO: &'static [&'static str] = &["steer_torque_nm", "shoulder_lean_rad"];
}

impl Drivable for W1 {
    fn car(_: &Vehicle<f64>) -> Fixed {
        Fixed
    }
    fn start(_: &Fixed, speed_m_s: f64, _: Gear) -> (Fixed, W1State<f64>) {
        (Fixed, W1State { velocity_x_m_s: speed_m_s, ..Record::splat(0.0) })
    }
    fn input(command: &Command<f64>) -> W1Input<f64> {
        W1Input { steer_rad: command.steer_rad, ..Record::splat(0.0) }
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const INPUTS_AT_ZERO: &'static [&'static str] = &["acceleration_m_s2"];
}

#[cfg(test)]
mod tests {
    use super::{MODELS, ModelInfo};

    #[test]
    fn names_are_found_and_unique() {
        for model in MODELS {
            assert_eq!(ModelInfo::by_name(model.name).unwrap().name, model.name);
            assert_eq!(MODELS.iter().filter(|other| other.name == model.name).count(), 1);
        }
        assert_eq!(ModelInfo::by_name("straight-line").unwrap().name, "straight_line");
        assert!(ModelInfo::by_name("").is_none());
    }
}
