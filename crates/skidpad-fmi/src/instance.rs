//! An instance of a unit: its phase, its settings, its car.

use std::sync::Arc;

use skidpad_core::step::Status;

use crate::car::{DrivenCar, EventValues, finite_rates};
use crate::design::UnitDesign;
use crate::exchange::Exchange;
use crate::log::{EVENTS, Fault, Logger};
use crate::types::{Fmi3IntermediateUpdateCallback, Fmi3Status};
use crate::variable::{Role, Variable, VariableType};

/// Phase of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Made, and not begun.
    Instantiated,
    /// Between `fmi3EnterInitializationMode` and `fmi3ExitInitializationMode`.
    Initialization,
    /// At an event.
    Event,
    /// Between steps of co-simulation.
    Step,
    /// Within continuous time of model exchange.
    Continuous,
    /// Ended.
    Terminated,
}

impl Phase {
    /// All phases, by their number in files.
    pub const ALL: [Self; 6] = [
        Self::Instantiated,
        Self::Initialization,
        Self::Event,
        Self::Step,
        Self::Continuous,
        Self::Terminated,
    ];

    /// Name for people, as the standard has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Instantiated => "Instantiated",
            Self::Initialization => "Initialization Mode",
            Self::Event => "Event Mode",
            Self::Step => "Step Mode",
            Self::Continuous => "Continuous-Time Mode",
            Self::Terminated => "Terminated",
        }
    }
}

/// Interface by which the instance was made.
#[derive(Clone, Copy, Debug)]
pub enum Interface {
    /// Co-simulation.
    CoSimulation {
        /// True where the importer handles events.
        has_events: bool,
        /// True where a step may return early.
        returns_early: bool,
        /// Callback within a step.
        intermediate_update: Fmi3IntermediateUpdateCallback,
    },
    /// Model exchange.
    ModelExchange,
}

/// All of an instance that changes.
#[derive(Clone)]
pub struct Progress {
    /// Phase.
    pub phase: Phase,
    /// Values of inputs and parameters, by value reference.
    pub settings: Vec<f64>,
    /// Time at the start, s.
    pub start_time_s: f64,
    /// Time at the end, s, where the importer gave one.
    pub stop_time_s: Option<f64>,
    /// The car; `None` until it begins.
    pub car: Option<DrivenCar>,
    /// Values that the importer sees until the next event.
    pub shown: EventValues,
    /// Values of the car.
    pub latest: EventValues,
    /// Sub-step under way of model exchange.
    pub exchange: Option<Exchange>,
    /// True where settings were changed that the car does not have yet.
    pub is_stale: bool,
}

/// An instance.
pub struct Instance {
    /// Its name.
    pub name: String,
    /// Messages.
    pub logger: Arc<Logger>,
    /// The unit.
    pub design: Arc<UnitDesign>,
    /// Interface.
    pub interface: Interface,
    /// All that changes.
    pub now: Progress,
}

impl Instance {
    /// An instance before its start.
    pub fn new(name: String, logger: Logger, design: Arc<UnitDesign>, interface: Interface) -> Self {
        let now = Progress::before_start(&design);
        Self { name, logger: Arc::new(logger), design, interface, now }
    }

    /// Refuses a call in a phase that is not for it.
    pub fn must_be_in(&self, phases: &[Phase]) -> Result<(), Fault> {
        if phases.contains(&self.now.phase) {
            return Ok(());
        }
        let names: Vec<_> = phases.iter().map(|phase| phase.name()).collect();
        let phase = self.now.phase.name();
        Err(Fault::new(format!("called in {phase}: must be called in {}", names.join(" or "))))
    }

    /// Sets the times of start and end, s.
    pub fn set_times(&mut self, start_s: f64, stop_s: Option<f64>) -> Result<(), Fault> {
        if !start_s.is_finite() {
            return Err(Fault::new(format!("startTime = {start_s}: must be a finite number")));
        }
        if let Some(stop_s) = stop_s.filter(|stop_s| stop_s.is_nan() || *stop_s < start_s) {
            return Err(Fault::new(format!("stopTime = {stop_s}: must be at least startTime, {start_s}")));
        }
        (self.now.start_time_s, self.now.stop_time_s) = (start_s, stop_s);
        Ok(())
    }

    /// The variable of a value reference.
    pub fn variable(&self, reference: u32) -> Result<(usize, &Variable), Fault> {
        let place = reference as usize;
        let unknown = || {
            let count = self.design.variables.len();
            Fault::new(format!(
                "value reference {reference} is unknown: must be below {count} (see modelDescription.xml)"
            ))
        };
        self.design.variables.get(place).map(|variable| (place, variable)).ok_or_else(unknown)
    }

    /// Places of variables of a type.
    pub fn places(&self, references: &[u32], variable_type: VariableType) -> Result<Vec<usize>, Fault> {
        let place = |reference: &u32| {
            let (place, variable) = self.variable(*reference)?;
            if variable.variable_type == variable_type {
                return Ok(place);
            }
            let (name, found) = (&variable.name, variable.variable_type.name());
            Err(Fault::new(format!("{name} is {found}: call fmi3Get{found} or fmi3Set{found}")))
        };
        references.iter().map(place).collect()
    }

    /// Sets inputs and parameters, all or none.
    pub fn set(&mut self, places: &[usize], values: &[f64]) -> Result<(), Fault> {
        for (place, value) in places.iter().zip(values) {
            self.check(&self.design.variables[*place], *value)?;
        }
        let (mut has_parameter, mut has_input) = (false, false);
        for (place, value) in places.iter().zip(values) {
            // A value that is set again changes nothing.
            if self.now.settings[*place].to_bits() != value.to_bits() {
                self.now.settings[*place] = *value;
                let is_parameter = self.design.variables[*place].is_parameter();
                has_parameter |= is_parameter;
                has_input |= !is_parameter;
            }
        }
        if matches!(self.now.phase, Phase::Instantiated | Phase::Initialization) {
            self.now.car = None;
            return Ok(());
        }
        self.now.is_stale |= has_parameter;
        if has_input && let Some(car) = &mut self.now.car {
            // Inputs act even where parameters of the same call are refused later.
            car.set_inputs(&self.design, &self.now.settings);
            if let Some(exchange) = &mut self.now.exchange {
                exchange.note_inputs();
            }
        }
        Ok(())
    }

    fn check(&self, variable: &Variable, value: f64) -> Result<(), Fault> {
        let name = &variable.name;
        let (phase, fault) = (self.now.phase, |message: String| Err(Fault::new(message)));
        if !variable.is_setting() {
            return fault(format!("{name} cannot be set: it is no input and no parameter"));
        }
        if phase == Phase::Terminated {
            return fault(format!("{name} cannot be set after fmi3Terminate (call fmi3Reset)"));
        }
        let begins = matches!(phase, Phase::Instantiated | Phase::Initialization);
        if variable.is_fixed() && !begins {
            return fault(format!("{name} is fixed: set it before fmi3ExitInitializationMode"));
        }
        let jumps = variable.is_tunable() || variable.is_discrete();
        if phase == Phase::Continuous && jumps {
            return fault(format!("{name} cannot be set in Continuous-Time Mode: set it in Event Mode"));
        }
        if !value.is_finite() {
            return fault(format!("{name} = {value}: must be a finite number"));
        }
        if !variable.takes(value) {
            let (low, high, unit) = (variable.low, variable.high, &variable.unit);
            return fault(format!("{name} = {value}: must be {low} to {high}, unit {unit}"));
        }
        Ok(())
    }

    /// The car with the present settings.
    pub fn car(&mut self) -> Result<&mut DrivenCar, Fault> {
        let is_at_edge = self.is_at_edge();
        let now = &mut self.now;
        match &mut now.car {
            None => {
                let car = DrivenCar::begin(&self.design, &now.settings)?;
                now.latest = EventValues::read(car.car.as_ref(), &EventValues::default());
                now.shown = now.latest;
                now.car = Some(car);
                now.is_stale = false;
            }
            Some(car) if now.is_stale && !is_at_edge => {
                if let Err(fault) = car.retune(&self.design, &now.settings) {
                    // The car that was there stays, with the numbers that it has.
                    let parameters = self.design.variables.iter().zip(&car.made_from);
                    for ((variable, had), value) in parameters.zip(&mut now.settings) {
                        *value = if variable.is_parameter() { *had } else { *value };
                    }
                    now.is_stale = false;
                    return Err(fault);
                }
                car.set_inputs(&self.design, &now.settings);
                if let Some(exchange) = &mut now.exchange {
                    exchange.retune(car);
                }
                now.is_stale = false;
            }
            Some(_) => {}
        }
        now.car.as_mut().ok_or_else(|| Fault::new("there is no car (please report it)"))
    }

    /// The value of a variable.
    pub fn get(&mut self, place: usize) -> Result<f64, Fault> {
        let design = self.design.clone();
        let variable = &design.variables[place];
        if variable.is_setting() {
            return Ok(self.now.settings[place]);
        }
        if matches!(variable.role, Role::Time) {
            return Ok(self.time_s());
        }
        self.refresh()?;
        let car = self.car()?;
        Ok(match variable.role {
            Role::Channel(channel) => car.row()[channel.index()],
            Role::Rate(place) => finite_rates(car, &design)?[place],
            Role::Condition(condition) => f64::from(u8::from(self.now.shown.conditions.contains(condition))),
            Role::Gear => f64::from(self.now.shown.gear),
            _ => f64::from(u8::from(self.now.shown.is_running)),
        })
    }

    /// True in Event Mode at the edge of a sub-step of model exchange: what is set there acts from the next sub-step on.
    fn is_at_edge(&self) -> bool {
        self.now.phase == Phase::Event && self.now.exchange.as_ref().is_some_and(Exchange::is_at_next_edge)
    }

    /// Lets new inputs act on the sub-step of model exchange.
    pub fn refresh(&mut self) -> Result<(), Fault> {
        self.car()?;
        if self.is_at_edge() {
            return Ok(());
        }
        let now = &mut self.now;
        if let (Some(exchange), Some(car)) = (&mut now.exchange, &mut now.car) {
            exchange.refresh(car, &now.settings);
        }
        Ok(())
    }

    /// Ends the sub-step of model exchange at its edge, as the car that it began with, and begins the next one with all that was set
    /// meanwhile; false before the edge. Parameters that make no car are an error, and the next sub-step begins without them.
    pub fn pass_edge(&mut self) -> Result<bool, Fault> {
        if !self.is_at_edge() {
            self.refresh()?;
            return Ok(false);
        }
        if let (Some(exchange), Some(car)) = (&mut self.now.exchange, &mut self.now.car) {
            exchange.end(&self.design, car);
        }
        let taken = self.car().map(|_| true);
        let now = &mut self.now;
        if let (Some(exchange), Some(car)) = (&mut now.exchange, &mut now.car) {
            exchange.begin_next(&self.design, car, &now.settings);
        }
        taken
    }

    /// Time, s.
    pub fn time_s(&self) -> f64 {
        let own_s = self.now.car.as_ref().map_or(0.0, |car| car.car.time_s());
        self.now.exchange.as_ref().map_or(self.now.start_time_s + own_s, |exchange| exchange.clock().time_s)
    }

    /// Reads what begins and ends after a step; true where something has.
    pub fn look_for_events(&mut self) -> bool {
        let Some(car) = &self.now.car else { return false };
        self.now.latest = EventValues::read(car.car.as_ref(), &self.now.latest);
        self.now.latest != self.now.shown
    }

    /// Shows the importer what has begun and ended.
    pub fn show_events(&mut self) {
        if self.now.latest != self.now.shown {
            let (time_s, values) = (self.time_s(), self.now.latest.described(&self.design));
            self.logger.log(Fmi3Status::Ok, EVENTS, &format!("t = {time_s} s: {values}"));
        }
        self.now.shown = self.now.latest;
    }

    /// Status of the car.
    pub fn status(&self) -> Status {
        self.now.car.as_ref().map_or(Status::Running, |car| car.car.status())
    }
}

impl Progress {
    /// Before the start.
    pub fn before_start(design: &UnitDesign) -> Self {
        Self {
            phase: Phase::Instantiated,
            settings: design.variables.iter().map(|variable| variable.start).collect(),
            start_time_s: 0.0,
            stop_time_s: None,
            car: None,
            shown: EventValues::default(),
            latest: EventValues::default(),
            exchange: None,
            is_stale: false,
        }
    }
}
