//! The car of an instance: made from its settings, stepped, read.

use std::sync::Arc;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_formats::vehicle::VehicleFile;
use skidpad_world::ground::{Ground, Road};
use skidpad_world::linear::Linearisation;
use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};
use skidpad_world::track::TrackPosition;
use skidpad_world::world::ConditionSet;

use crate::design::{CarData, UnitDesign};
use crate::log::{Fault, joined};
use crate::variable::{Control, Role};

/// Values that change at events alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EventValues {
    /// Conditions.
    pub conditions: ConditionSet,
    /// The gear that is in.
    pub gear: i32,
    /// True while the car can drive.
    pub is_running: bool,
}

impl EventValues {
    /// Values of a car after those of a moment ago.
    pub fn read(car: &dyn Rolling, before: &Self) -> Self {
        let telltales = car.telltales();
        Self {
            conditions: ConditionSet::from_telltales(&telltales, before.conditions),
            gear: telltales.gear.map_or(0, |gear| gear as i32),
            is_running: car.status() == Status::Running,
        }
    }
}

impl EventValues {
    /// The values as the importer reads them: the gear, and the variables that are true.
    pub fn described(&self, design: &UnitDesign) -> String {
        let described = design.variables.iter().filter_map(|variable| {
            let is_true = match variable.role {
                Role::Gear => return Some(format!("{} = {}", variable.name, self.gear)),
                Role::Condition(condition) => self.conditions.contains(condition),
                Role::Running => self.is_running,
                _ => false,
            };
            is_true.then(|| variable.name.clone())
        });
        described.collect::<Vec<_>>().join(", ")
    }
}

/// Rates of the states; to be discarded where one is not finite.
pub fn finite_rates<'a>(car: &'a mut DrivenCar, design: &UnitDesign) -> Result<&'a [f64], Fault> {
    let rates = car.rates();
    if let Some(place) = rates.iter().position(|rate| !rate.is_finite()) {
        let name = design.model.states[place].name;
        return Err(Fault::discard(format!(
            "the rate of {name} is not finite in these states (try a shorter step)"
        )));
    }
    Ok(rates)
}

/// A car under way.
#[derive(Clone)]
pub struct DrivenCar {
    /// The car of the model.
    pub car: Box<dyn Rolling>,
    /// The vehicle that it is made of; `None` for a car of the model's own.
    pub vehicle: Option<Box<Vehicle<f64>>>,
    /// Request of the inputs.
    pub request: Request,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Ground: the unit's track, or the plane of the road.
    ground: Arc<Ground>,
    /// Position on the track at the beginning of the step; `None` without a track.
    pub on_track: Option<TrackPosition>,
    /// Length of a step.
    pub step: Dt,
    /// Settings that it was made from.
    pub made_from: Vec<f64>,
    row: Vec<f64>,
    rates: Vec<f64>,
    is_evaluated: bool,
    /// Equations linear about this instant, where they were computed.
    pub linear: Option<Linearisation>,
}

impl DrivenCar {
    /// The car at its start.
    pub fn begin(design: &UnitDesign, settings: &[f64]) -> Result<Self, Fault> {
        let gear = gear(design, settings);
        let mut initial = Vec::new();
        let mut step_s = 0.0;
        for (variable, value) in design.variables.iter().zip(settings) {
            match variable.role {
                Role::Initial(state) => initial.push((state, *value)),
                Role::Step => step_s = *value,
                _ => {}
            }
        }
        let begin = Begin { gear, initial: &initial, method: None };
        let vehicle = vehicle(design, settings)?;
        let car = match (&vehicle, &design.car) {
            (Some(vehicle), _) => design.model.begin(&CarChoice::Vehicle(vehicle), &begin),
            (None, CarData::Own(name)) => design.model.begin(&CarChoice::Own(name), &begin),
            (None, CarData::Vehicle(_)) => None,
        };
        let refused = || Fault::new(format!("the model {} does not take this car", design.model.name));
        let mut car = car.ok_or_else(refused)?;
        let ground = design.ground();
        if design.track.is_some() {
            car.lie_on(&ground);
        }
        let step = Dt::try_from(step_s).map_err(Fault::new)?;
        let surface = surface(design, settings);
        let request = request(design, settings);
        let (row, rates) = (Vec::new(), Vec::new());
        let made_from = settings.to_vec();
        let mut car = Self {
            car,
            vehicle,
            request,
            surface,
            ground,
            on_track: None,
            step,
            made_from,
            row,
            rates,
            is_evaluated: false,
            linear: None,
        };
        car.find_on_track();
        let is_finite =
            car.car.status() != Status::Quarantined && car.states().iter().all(|state| state.is_finite());
        is_finite.then_some(car).ok_or_else(|| {
            Fault::new("a number of the car at its start is not finite (check the parameters)")
        })
    }

    /// The car with other numbers of vehicle and road, where it is. Nothing changes on an error.
    pub fn retune(&mut self, design: &UnitDesign, settings: &[f64]) -> Result<(), Fault> {
        let mut changed = Self::begin(design, settings)?;
        changed.car.restore(&self.car.save()).map_err(Fault::new)?;
        (changed.request, changed.on_track) = (self.request, self.on_track);
        *self = changed;
        Ok(())
    }

    /// Takes the inputs.
    pub fn set_inputs(&mut self, design: &UnitDesign, settings: &[f64]) {
        self.request = request(design, settings);
        self.forget();
    }

    /// Moves on by a step.
    pub fn advance(&mut self) -> Status {
        self.forget();
        let road = Road::new(&self.surface, &self.ground).of_car_at(self.on_track);
        let status = self.car.step(&self.request, road, self.step);
        self.find_on_track();
        status
    }

    /// Finds the position on the track, from the one that was known before.
    fn find_on_track(&mut self) {
        let [x_m, y_m, _] = self.car.pose(&Surface::asphalt()).position_m;
        self.on_track = self.ground.position_on_track([x_m, y_m], self.on_track.as_ref());
    }

    /// Begins a sub-step that the importer's solver integrates.
    pub fn begin_sub_step(&mut self, part: Dt) {
        self.forget();
        if let Some(car) = self.car.integrated() {
            let road = Road::new(&self.surface, &self.ground).of_car_at(self.on_track);
            car.begin(&self.request, road, part);
        }
    }

    /// Ends a sub-step that began in the state `before`.
    pub fn end_sub_step(&mut self, before: &[f64], part: Dt) {
        self.forget();
        if let Some(car) = self.car.integrated() {
            let road = Road::new(&self.surface, &self.ground).of_car_at(self.on_track);
            car.end(before, &self.request, road, part);
        }
        self.find_on_track();
    }

    /// Sets the states; false where they are not finite.
    pub fn set_states(&mut self, states: &[f64]) -> bool {
        self.forget();
        self.car.integrated().is_some_and(|car| car.set_states(states))
    }

    /// All channels at this instant.
    pub fn row(&mut self) -> &[f64] {
        self.evaluate();
        &self.row
    }

    /// Rates of the states at this instant.
    pub fn rates(&mut self) -> &[f64] {
        self.evaluate();
        &self.rates
    }

    /// The states.
    pub fn states(&self) -> Vec<f64> {
        let mut states = Vec::new();
        self.car.states(&mut states);
        states
    }

    /// Forgets what was computed: the car has changed.
    fn forget(&mut self) {
        (self.is_evaluated, self.linear) = (false, None);
    }

    fn evaluate(&mut self) {
        if self.is_evaluated {
            return;
        }
        self.row.clear();
        self.rates.clear();
        let road = Road::new(&self.surface, &self.ground).of_car_at(self.on_track);
        self.car.row_and_rates(&self.request, road, &mut self.row, &mut self.rates);
        self.is_evaluated = true;
    }
}

fn of_control(design: &UnitDesign, settings: &[f64], control: Control) -> Option<f64> {
    design.inputs().find(|(_, found)| *found == control).map(|(place, _)| settings[place])
}

fn gear(design: &UnitDesign, settings: &[f64]) -> Gear {
    let of = |control| of_control(design, settings, control);
    match of(Control::Gear) {
        _ if of(Control::Automatic).is_none_or(|automatic| automatic != 0.0) => Gear::Automatic,
        Some(gear) if gear < -0.5 => Gear::Reverse,
        Some(gear) if gear > 0.5 => Gear::Forward(gear as u8),
        _ => Gear::Neutral,
    }
}

/// Request of the inputs' values.
fn request(design: &UnitDesign, settings: &[f64]) -> Request {
    let mut controls = Controls { gear: gear(design, settings), ..Controls::default() };
    let mut acceleration_m_s2 = 0.0;
    for (place, control) in design.inputs() {
        let value = settings[place];
        match control {
            Control::Throttle => controls.throttle = value,
            Control::Brake => controls.brake = value,
            Control::Handbrake => controls.handbrake = value,
            Control::Steer => controls.steer_rad = value,
            Control::Clutch => controls.clutch = value,
            Control::Starter => controls.starter = value,
            Control::Acceleration => acceleration_m_s2 = value,
            Control::Gear | Control::Automatic => {}
        }
    }
    Request { acceleration_m_s2, ..Request::from_command(sanitise(&controls).0) }
}

fn surface(design: &UnitDesign, settings: &[f64]) -> Surface<f64> {
    let mut numbers = [0.0; <Surface<f64> as Record<f64>>::LEN];
    for (variable, value) in design.variables.iter().zip(settings) {
        if let Role::Road(place) = variable.role {
            numbers[place] = *value;
        }
    }
    Record::load(&numbers)
}

/// The vehicle's file with the parameters' values; `None` for a car of the model's own.
pub fn tuned(design: &UnitDesign, settings: &[f64]) -> Option<VehicleFile> {
    let mut file = design.file()?.clone();
    for (variable, value) in design.variables.iter().zip(settings) {
        // What is as the file has it stays as the file has it, to the bit.
        if let Role::Vehicle(place) = variable.role
            && value.to_bits() != variable.start.to_bits()
        {
            file.set(&place, *value);
        }
    }
    Some(file)
}

/// The vehicle with the parameters' values.
fn vehicle(design: &UnitDesign, settings: &[f64]) -> Result<Option<Box<Vehicle<f64>>>, Fault> {
    let Some(file) = tuned(design, settings) else { return Ok(None) };
    let vehicle = file.spec.validate().map_err(|errors| Fault::new(joined(&errors)))?;
    design.model.takes(&vehicle).map_err(Fault::new)?;
    Ok(Some(Box::new(vehicle)))
}
