//! A car of any straight-road model, driven by a program.

use skidpad::chassis::monster_axle_loads;
use skidpad::controls::Command;
use skidpad::integrate::Method;
use skidpad::model::{
    Model, PointMass, PointMassMode, PointMassState, StraightLine, StraightLineMode, StraightLineState,
};
use skidpad::record::{Channel, Record};
use skidpad::spec::Vehicle;
use skidpad::step::{Dt, Simulation, Status};
use skidpad::surface::Surface;

use crate::models::ModelInfo;
use crate::scenario::columns;

/// The models that drive along a straight road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadModel {
    /// [`PointMass`].
    PointMass,
    /// [`StraightLine`].
    StraightLine,
}

impl RoadModel {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::PointMass, Self::StraightLine];

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::PointMass => PointMass::NAME,
            Self::StraightLine => StraightLine::NAME,
        }
    }

    /// The model of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }
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
}

#[derive(Clone, Copy, Debug)]
enum Car {
    PointMass(Simulation<PointMass>),
    StraightLine(Simulation<StraightLine>),
}

/// A car under way.
#[derive(Clone, Copy, Debug)]
pub struct Ride {
    car: Car,
    vehicle: Vehicle<f64>,
    /// Road and air.
    pub surface: Surface<f64>,
}

impl Ride {
    /// Sets a car on a dry, level road.
    pub fn new(model: RoadModel, vehicle: &Vehicle<f64>, start: Start) -> Self {
        let car = match model {
            RoadModel::PointMass => {
                let state = PointMassState { position_m: 0.0, speed_m_s: start.speed_m_s };
                Car::PointMass(Simulation::new(*vehicle, PointMassMode::in_gear(start.gear), state))
            }
            RoadModel::StraightLine => {
                let mut state = StraightLineState::rolling(vehicle, start.speed_m_s, start.gear);
                if let Some(speed) = start.engine_rad_s {
                    state.engine_rad_s = speed;
                }
                let mode = StraightLineMode::in_gear(start.gear);
                Car::StraightLine(Simulation::new(*vehicle, mode, state))
            }
        };
        Self { car, vehicle: *vehicle, surface: Surface::asphalt() }
    }

    /// The same with another integrator, and without sub-steps of the car's own: each step is one
    /// step of the integrator.
    pub fn bare(mut self, method: Method) -> Self {
        self.car = match self.car {
            Car::PointMass(car) => Car::PointMass(car.with_method(method).bare()),
            Car::StraightLine(car) => Car::StraightLine(car.with_method(method).bare()),
        };
        self
    }

    /// Moves on by a step.
    pub fn step(&mut self, command: &Command<f64>, dt: Dt) -> Status {
        match &mut self.car {
            Car::PointMass(car) => car.step(command, &self.surface, dt),
            Car::StraightLine(car) => car.step(command, &self.surface, dt),
        }
    }

    /// The vehicle.
    pub fn vehicle(&self) -> &Vehicle<f64> {
        &self.vehicle
    }

    /// What the driver sees.
    pub fn view(&self, command: &Command<f64>) -> View {
        match &self.car {
            Car::PointMass(car) => point_mass_view(car, command, &self.surface),
            Car::StraightLine(car) => straight_line_view(car, command, &self.surface),
        }
    }

    /// Names of all that [`channels`](Self::channels) gives, with their units.
    pub fn channel_list(&self) -> Vec<Channel> {
        let name = match self.car {
            Car::PointMass(_) => PointMass::NAME,
            Car::StraightLine(_) => StraightLine::NAME,
        };
        ModelInfo::by_name(name).map(columns).unwrap_or_default()
    }

    /// Everything about the car at this instant: time, input, state, mode, trace.
    pub fn channels(&self, command: &Command<f64>) -> Vec<f64> {
        match &self.car {
            Car::PointMass(car) => channel_values(car, command, &self.surface),
            Car::StraightLine(car) => channel_values(car, command, &self.surface),
        }
    }
}

fn channel_values<M>(car: &Simulation<M>, command: &Command<f64>, surface: &Surface<f64>) -> Vec<f64>
where
    M: Model<Input<f64> = Command<f64>>,
{
    let mut values = vec![car.time_s()];
    append(&mut values, command);
    append(&mut values, car.state());
    append(&mut values, car.mode());
    append(&mut values, &car.look(command, surface).1);
    values
}

fn append<T: Record<f64>>(values: &mut Vec<f64>, record: &T) {
    let start = values.len();
    values.resize(start + T::LEN, 0.0);
    record.store(&mut &mut values[start..]);
}

fn point_mass_view(car: &Simulation<PointMass>, command: &Command<f64>, surface: &Surface<f64>) -> View {
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
        clutch_slips: car.mode().launching > 0.5
            && car.mode().engaged < 0.5
            && vehicle.converter().is_fitted < 0.5,
        inertia_torque_nm: car.mode().engaged * vehicle.engine().inertia_kg_m2 * rate.engine_rad_s,
        loads_n: [trace.front_load_n, trace.rear_load_n],
        slip_speeds_m_s: [
            state.front_spin_rad_s * vehicle.front().radius_m - state.speed_m_s,
            state.rear_spin_rad_s * vehicle.rear().radius_m - state.speed_m_s,
        ],
    }
}
