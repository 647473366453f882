//! A car of any straight-road model, driven by a program.

use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::model::{StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::record::Channel;
use skidpad_core::spec::{TwoAxleCar, Vehicle};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_special::chassis::monster_axle_loads;
use skidpad_special::{DrivenAxles, PointMass, PointMassMode, PointMassState, TractionRule};

use crate::channel::RowLayout;
use crate::models::{self, Drivable, ModelInfo, Models, Refusal};
use crate::rolling::{Request, Rolling};
use crate::scenario::columns;

/// A model that drives along the road test's straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadModel(&'static ModelInfo);

impl RoadModel {
    /// [`StraightLine`].
    pub const STRAIGHT_LINE: Self = Self(&models::STRAIGHT_LINE);
    /// The four-wheel car.
    pub const TWO_TRACK: Self = Self(&models::TWO_TRACK);
    /// [`PointMass`].
    pub const POINT_MASS: Self = Self(&models::POINT_MASS);
    /// [`PointMassPalmer`](skidpad_special::PointMassPalmer).
    pub const POINT_MASS_PALMER: Self = Self(&models::POINT_MASS_PALMER);

    /// The model of the road test where none is named: the four-wheel car, and on a motorcycle, which has no width,
    /// [`StraightLine`].
    pub fn standard(vehicle: &Vehicle<f64>) -> Self {
        if vehicle.body().track_m > 0.0 { Self::TWO_TRACK } else { Self::STRAIGHT_LINE }
    }

    /// Those of a list.
    pub fn all(models: &Models) -> impl Iterator<Item = Self> + use<'_> {
        models.iter().filter_map(Self::find)
    }

    /// The model, where it drives along the road test's straight.
    pub fn find(model: &'static ModelInfo) -> Option<Self> {
        model.is_road_tested().then_some(Self(model))
    }

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Channels in the order of the rows of its recordings.
    pub fn layout(self) -> RowLayout {
        self.0.layout()
    }

    /// The integrator that it is meant to run with.
    pub fn integrator(self) -> Method {
        self.0.integrator
    }

    /// The model of a name in a list; `-` and `_` are the same.
    pub fn by_name(models: &Models, name: &str) -> Option<Self> {
        models.by_name(name).and_then(Self::find)
    }

    /// Whether the model is for a vehicle.
    ///
    /// # Errors
    /// One that is not, with why.
    pub fn takes(self, vehicle: &Vehicle<f64>) -> Result<(), Refusal> {
        self.0.takes(vehicle)
    }

    /// Mass that a coast-down decelerates, kg: with the inertia of the wheels, where the model has it.
    pub fn effective_mass_kg(self, vehicle: &Vehicle<f64>) -> f64 {
        self.0.road.map_or(vehicle.body().mass_kg, |road| (road.effective_mass_kg)(vehicle))
    }

    /// The largest drive force forwards that the tyres carry in this model, N.
    pub fn drive_limit_n(self, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> f64 {
        let entry = self.0.road.unwrap_or(RoadEntry::new::<StraightLine>());
        (entry.drive_limit_n)(vehicle, surface)
    }
}

type Begins = fn(&Vehicle<f64>, Start, Option<Method>) -> Box<dyn RoadCar>;

/// How a model drives the road test: its entry in [`ModelInfo`].
#[derive(Clone, Copy, Debug)]
pub struct RoadEntry {
    begin: Begins,
    effective_mass_kg: fn(&Vehicle<f64>) -> f64,
    drive_limit_n: fn(&TwoAxleCar<f64>, &Surface<f64>) -> f64,
}

impl RoadEntry {
    /// That of a model.
    pub const fn new<M: RoadTested>() -> Self {
        Self { begin: begin::<M>, effective_mass_kg: M::effective_mass_kg, drive_limit_n: M::drive_limit_n }
    }
}

/// A model that drives the road test.
pub trait RoadTested: Drivable {
    /// Mode and state at the start of a ride.
    fn road_start(car: &Self::Car<f64>, start: Start) -> (Self::Mode<f64>, Self::State<f64>);
    /// What the driver sees.
    fn view(car: &Simulation<Self>, command: &Command<f64>, surface: &Surface<f64>) -> View;
    /// Mass that a coast-down decelerates, kg.
    fn effective_mass_kg(vehicle: &Vehicle<f64>) -> f64 {
        [vehicle.front(), vehicle.rear()].iter().fold(vehicle.body().mass_kg, |mass, axle| {
            mass + axle.inertia_kg_m2 / (axle.radius_m * axle.radius_m)
        })
    }
    /// The largest drive force forwards that its tyres carry, N.
    fn drive_limit_n(car: &TwoAxleCar<f64>, surface: &Surface<f64>) -> f64 {
        let [_, forwards] = DrivenAxles::limits(car, surface);
        forwards
    }
}

/// A car of some model on the road test's straight.
trait RoadCar: Rolling {
    fn view(&self, command: &Command<f64>, surface: &Surface<f64>) -> View;
}

impl<M: RoadTested> RoadCar for Simulation<M> {
    fn view(&self, command: &Command<f64>, surface: &Surface<f64>) -> View {
        M::view(self, command, surface)
    }
}

fn begin<M: RoadTested>(vehicle: &Vehicle<f64>, start: Start, bare: Option<Method>) -> Box<dyn RoadCar> {
    let car = M::car(vehicle);
    let (mode, state) = M::road_start(&car, start);
    let car = Simulation::<M>::new(car, mode, state);
    Box::new(match bare {
        Some(method) => car.with_method(method).bare(),
        None => car,
    })
}

/// How a ride begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Speed along the road, m/s; wheels and engine turn with it.
    pub speed_m_s: f64,
    /// The gear that is in: -1 reverse, 0 neutral.
    pub gear: f64,
    /// Speed of the engine where it does not turn with the wheels, rad/s; `None`: idle.
    pub engine_rad_s: Option<f64>,
}

/// What a driver sees of the car at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Time, s.
    pub time_s: f64,
    /// Distance along the road, m.
    pub position_m: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Acceleration, m/s^2.
    pub acceleration_m_s2: f64,
    /// Engine speed, rad/s.
    pub engine_rad_s: f64,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: f64,
    /// Torque of the engine, N.m.
    pub engine_torque_nm: f64,
    /// The gear that is in.
    pub gear: f64,
    /// The gear that is in or on its way in.
    pub target_gear: f64,
    /// Whether a shift runs.
    pub shifting: bool,
    /// Whether the clutch slips while it sets the car in motion.
    pub clutch_slips: bool,
    /// Torque that speeds up the engine, N.m, while it turns with the wheels; 0 otherwise.
    pub inertia_torque_nm: f64,
    /// Loads of the axles, front and rear, N.
    pub loads_n: [f64; 2],
    /// Slip speeds of the axles, tread over ground, front and rear, m/s.
    pub slip_speeds_m_s: [f64; 2],
    /// Whether an anti-lock system stands between the pedal and the brakes.
    pub has_anti_lock: bool,
    /// Largest drive force forwards, N, where a rule of the model sets it and not the load of the driven axles.
    pub drive_limit_n: Option<f64>,
}

/// A car under way.
pub struct Ride {
    car: Box<dyn RoadCar>,
    model: RoadModel,
    vehicle: Vehicle<f64>,
    /// Road and air.
    pub surface: Surface<f64>,
}

impl Ride {
    /// Sets a car on a dry, level road. With an integrator of its own (`bare`) each step is one step
    /// of that, without sub-steps of the car's.
    pub fn new(model: RoadModel, vehicle: &Vehicle<f64>, start: Start, bare: Option<Method>) -> Self {
        let entry = model.0.road.unwrap_or(RoadEntry::new::<StraightLine>());
        let car = (entry.begin)(vehicle, start, bare);
        Self { car, model, vehicle: *vehicle, surface: Surface::asphalt() }
    }

    /// Moves on by a step.
    pub fn step(&mut self, command: &Command<f64>, dt: Dt) -> Status {
        self.car.step(&Request::from_command(*command), (&self.surface).into(), dt)
    }

    /// The vehicle.
    pub fn vehicle(&self) -> &Vehicle<f64> {
        &self.vehicle
    }

    /// What the driver sees.
    pub fn view(&self, command: &Command<f64>) -> View {
        self.car.view(command, &self.surface)
    }

    /// Names of all that [`channels`](Self::channels) gives, with their units.
    pub fn channel_list(&self) -> Vec<Channel> {
        columns(self.model.0)
    }

    /// Everything about the car at this instant: time, input, state, mode, trace.
    pub fn channels(&self, command: &Command<f64>) -> Vec<f64> {
        let mut row = Vec::new();
        self.car.row(&Request::from_command(*command), (&self.surface).into(), &mut row);
        row
    }
}

impl<T: TractionRule> RoadTested for PointMass<T> {
    fn road_start(_: &TwoAxleCar<f64>, start: Start) -> (PointMassMode<f64>, PointMassState<f64>) {
        let state = PointMassState { position_m: 0.0, speed_m_s: start.speed_m_s };
        (PointMassMode::in_gear(start.gear), state)
    }
    fn view(car: &Simulation<Self>, command: &Command<f64>, surface: &Surface<f64>) -> View {
        point_mass_view(car, command, surface)
    }
    fn effective_mass_kg(vehicle: &Vehicle<f64>) -> f64 {
        vehicle.body().mass_kg
    }
    fn drive_limit_n(car: &TwoAxleCar<f64>, surface: &Surface<f64>) -> f64 {
        let [_, forwards] = T::limits(car, surface);
        forwards
    }
}

impl RoadTested for StraightLine {
    fn road_start(
        vehicle: &TwoAxleCar<f64>,
        start: Start,
    ) -> (StraightLineMode<f64>, StraightLineState<f64>) {
        let mut state = StraightLineState::rolling(vehicle, start.speed_m_s, start.gear);
        state.engine_rad_s = start.engine_rad_s.unwrap_or(state.engine_rad_s);
        (StraightLineMode::in_gear(start.gear), state)
    }
    fn view(car: &Simulation<Self>, command: &Command<f64>, surface: &Surface<f64>) -> View {
        straight_line_view(car, command, surface)
    }
}

fn point_mass_view<T: TractionRule>(
    car: &Simulation<PointMass<T>>,
    command: &Command<f64>,
    surface: &Surface<f64>,
) -> View {
    let (_, trace) = car.look(command, surface);
    let weight = car.car().load_transfer(surface);
    let (front, rear) = monster_axle_loads(
        weight.weight_n,
        weight.front_share,
        weight.height_over_wheelbase,
        car.car().body().mass_kg,
        trace.acceleration_m_s2,
    );
    View {
        time_s: car.time_s(),
        position_m: car.state().position_m,
        speed_m_s: car.state().speed_m_s,
        acceleration_m_s2: trace.acceleration_m_s2,
        engine_rad_s: trace.engine_rad_s,
        input_rad_s: trace.engine_rad_s,
        engine_torque_nm: trace.engine_torque_nm,
        gear: car.mode().gear,
        target_gear: car.mode().target_gear,
        shifting: car.mode().shift_timer_s > 0.0,
        clutch_slips: false,
        inertia_torque_nm: 0.0,
        loads_n: [front, rear],
        slip_speeds_m_s: [0.0; 2],
        has_anti_lock: false,
        drive_limit_n: T::IS_PRINTED.then(|| PointMass::<T>::drive_limit_n(car.car(), surface)),
    }
}

fn straight_line_view(
    car: &Simulation<StraightLine>,
    command: &Command<f64>,
    surface: &Surface<f64>,
) -> View {
    let (rate, trace) = car.look(command, surface);
    let (vehicle, state) = (car.car(), car.state());
    View {
        time_s: car.time_s(),
        position_m: state.position_m,
        speed_m_s: state.speed_m_s,
        acceleration_m_s2: trace.acceleration_m_s2,
        engine_rad_s: state.engine_rad_s,
        input_rad_s: trace.gearbox_input_rad_s,
        engine_torque_nm: trace.engine_torque_nm,
        gear: car.mode().gear,
        target_gear: car.mode().target_gear,
        shifting: car.mode().shift_timer_s > 0.0,
        clutch_slips: car.mode().launching.is_set()
            && !car.mode().engaged.is_set()
            && !vehicle.converter().is_fitted.is_set(),
        inertia_torque_nm: car.mode().engaged.number() * vehicle.engine().inertia_kg_m2 * rate.engine_rad_s,
        loads_n: [trace.front_load_n, trace.rear_load_n],
        slip_speeds_m_s: [
            state.front_spin_rad_s * vehicle.front().radius_m - state.speed_m_s,
            state.rear_spin_rad_s * vehicle.rear().radius_m - state.speed_m_s,
        ],
        has_anti_lock: false,
        drive_limit_n: None,
    }
}
