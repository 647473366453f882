//! What batches are measured with: fleets of different cars, and a run in each [`Mode`].
//!
//! There is no clock here: `cargo bench` and the command line bring their own.
//!
//! ```
//! use skidpad::batch::workload::{Mode, prepare};
//! let mut scalar = prepare("w1", false, Mode::Scalar, 20).unwrap();
//! let mut lanes = prepare("w1", false, Mode::Lanes, 20).unwrap();
//! scalar.steps(10);
//! lanes.steps(10);
//! assert_eq!(scalar.digest(), lanes.digest());
//! ```

mod commonroad;

pub use commonroad::{commonroad_ks, commonroad_kst, commonroad_st, commonroad_std};

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Batch, Fnv};
use crate::controls::Command;
use crate::dispatch::Number;
use crate::math::Real;
use crate::model::ackermann::{
    AckermannCar, AckermannMode, AckermannState, AsPrintedInput, AsPrintedState, HlavacsCar,
};
use crate::model::commonroad::{CommonRoadKs, CommonRoadKst, CommonRoadSt, CommonRoadStd};
use crate::model::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};
use crate::model::w1::workload::{start, uniform};
use crate::model::{
    Ackermann, AckermannAsPrinted, Fixed, Kinematic, KinematicCar, KinematicMode, KinematicState, Model,
    Motorcycle, MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState, PointMass, PointMassMode,
    PointMassState, StraightLine, StraightLineMode, StraightLineState, W1,
};
use crate::record::Record;
use crate::spec::{
    AxleSpec, BodySpec, ClutchSpec, CouplingSpec, DriveSpec, EngineSpec, GearboxKind, GearboxSpec,
    TorqueSpec, TyreLaw, Vehicle, VehicleSpec,
};
use crate::step::{Dt, sub_step};
use crate::surface::Surface;

/// After how many steps a measurement lets the cars begin anew, as many as workload W1 has: a car
/// whose controls are held for minutes comes to where no workload means to be, and may be
/// quarantined there.
pub const STEPS: u32 = 1000;

/// The models that [`prepare`] knows.
pub const MODELS: &[&str] = &[
    W1::NAME,
    PointMass::NAME,
    StraightLine::NAME,
    Kinematic::NAME,
    SlipVector::NAME,
    Motorcycle::NAME,
    Ackermann::NAME,
    AckermannAsPrinted::NAME,
    CommonRoadKs::NAME,
    CommonRoadKst::NAME,
    CommonRoadSt::NAME,
    CommonRoadStd::NAME,
];

/// How the cars are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One after the other.
    Scalar,
    /// Side by side, on one thread.
    Lanes,
    /// Side by side, on so many threads; 0: as many as the machine runs at once.
    #[cfg(feature = "threads")]
    Threads(usize),
}

/// A fleet that is ready to drive.
pub trait Run {
    /// Moves every car on by so many steps.
    fn steps(&mut self, count: u32);
    /// Puts every car back to where it was at first.
    fn restart(&mut self);
    /// How many cars there are: `steps(count)` is `count * cars()` car-steps.
    fn cars(&self) -> usize;
    /// A hash of the bits of all states and modes: equal in every [`Mode`].
    fn digest(&self) -> u64;
}

/// A fleet of a model of [`MODELS`], in `f32` (`single`) or `f64`; `None` where the model is not
/// known or there is no car. A step is one sub-step with the model's own integrator.
pub fn prepare(model: &str, single: bool, mode: Mode, cars: usize) -> Option<Box<dyn Run>> {
    match model {
        W1::NAME => w1(cars).prepare(single, mode),
        PointMass::NAME => point_mass(cars).prepare(single, mode),
        StraightLine::NAME => straight_line(cars).prepare(single, mode),
        Kinematic::NAME => kinematic(cars).prepare(single, mode),
        SlipVector::NAME => slip_vector(cars).prepare(single, mode),
        Motorcycle::NAME => motorcycle(cars).prepare(single, mode),
        CommonRoadKs::NAME => commonroad_ks(cars).prepare(single, mode),
        CommonRoadKst::NAME => commonroad_kst(cars).prepare(single, mode),
        CommonRoadSt::NAME => commonroad_st(cars).prepare(single, mode),
        CommonRoadStd::NAME => commonroad_std(cars).prepare(single, mode),
        Ackermann::NAME => ackermann(cars).prepare(single, mode),
        AckermannAsPrinted::NAME => ackermann_as_printed(cars).prepare(single, mode),
        _ => None,
    }
}

/// Cars with everything that a run needs.
#[derive(Clone, Debug)]
pub struct Fleet<M: Model> {
    /// The vehicles: one for all, or one per car.
    pub cars: Vec<M::Car<f64>>,
    /// Their modes.
    pub modes: Vec<M::Mode<f64>>,
    /// Their states.
    pub states: Vec<M::State<f64>>,
    /// Their inputs, held throughout.
    pub inputs: Vec<M::Input<f64>>,
    /// The surfaces: one for all, or one per car.
    pub surfaces: Vec<Surface<f64>>,
    /// The step.
    pub dt_s: f64,
}

/// Workload W1 with its first cars.
pub fn w1(count: usize) -> Fleet<W1> {
    let (states, inputs) = (0..count as u64).map(start).unzip();
    Fleet {
        cars: vec![Fixed],
        modes: vec![Fixed],
        states,
        inputs,
        surfaces: vec![Surface::asphalt()],
        dt_s: 0.01,
    }
}

/// Different cars on different roads, as points.
pub fn point_mass(count: usize) -> Fleet<PointMass> {
    let numbers = 0..count as u64;
    Fleet {
        cars: numbers.clone().map(vehicle).collect(),
        modes: numbers.clone().map(|car| PointMassMode::in_gear(gear(car))).collect(),
        states: numbers
            .clone()
            .map(|car| PointMassState { position_m: 0.0, speed_m_s: speed(car) })
            .collect(),
        inputs: numbers.clone().map(command).collect(),
        surfaces: numbers.map(road).collect(),
        dt_s: 0.002,
    }
}

/// Different cars on different roads, with wheels and powertrain.
pub fn straight_line(count: usize) -> Fleet<StraightLine> {
    let numbers = 0..count as u64;
    let cars: Vec<_> = numbers.clone().map(vehicle).collect();
    let state = |car: u64| {
        let vehicle = &cars[car as usize];
        if car.is_multiple_of(8) {
            StraightLineState::at_rest(vehicle)
        } else {
            StraightLineState::rolling(vehicle, speed(car), gear(car))
        }
    };
    Fleet {
        modes: numbers.clone().map(|car| StraightLineMode::in_gear(gear(car))).collect(),
        states: numbers.clone().map(state).collect(),
        inputs: numbers.clone().map(command).collect(),
        surfaces: numbers.map(road).collect(),
        dt_s: cars.iter().map(|car| car.longest_step_s()).fold(0.002, Real::min),
        cars,
    }
}

/// Different cars on different roads, turning without slip.
pub fn kinematic(count: usize) -> Fleet<Kinematic> {
    let numbers = 0..count as u64;
    let state = |car: u64| KinematicState { yaw_rad: heading(car), ..KinematicState::at_speed(speed(car)) };
    Fleet {
        cars: numbers.clone().map(|car| KinematicCar::new(&vehicle(car))).collect(),
        modes: vec![KinematicMode { direction: 0.0 }; count],
        states: numbers.clone().map(state).collect(),
        inputs: numbers.clone().map(turning).collect(),
        surfaces: numbers.map(road).collect(),
        dt_s: 0.002,
    }
}

/// Different cars on different roads as points that point, with all four friction functions.
pub fn slip_vector(count: usize) -> Fleet<SlipVector> {
    let numbers = 0..count as u64;
    let car = |car: u64| SlipVectorCar {
        friction_law: (car % 4) as f64,
        load_sensitivity: between(car, 19, 0.0, 0.2),
        ..SlipVectorCar::new(&vehicle(car))
    };
    let state = |car: u64| SlipVectorState { yaw_rad: heading(car), ..SlipVectorState::at_speed(speed(car)) };
    Fleet {
        cars: numbers.clone().map(car).collect(),
        modes: vec![SlipVectorMode { stands: 0.0 }; count],
        states: numbers.clone().map(state).collect(),
        inputs: numbers.clone().map(|car| SlipVectorInput::from_command(&turning(car))).collect(),
        surfaces: numbers.map(road).collect(),
        dt_s: 0.002,
    }
}

/// Different cars on different roads, steering; some of them slide.
pub fn ackermann(count: usize) -> Fleet<Ackermann> {
    let numbers = 0..count as u64;
    let cars: Vec<_> = numbers.clone().map(|car| AckermannCar::from_vehicle(&vehicle(car))).collect();
    let steer = |car: u64| between(car, 5, -0.1, 0.1);
    let state = |car: u64| AckermannState::rolling(&cars[car as usize], speed(car), steer(car));
    Fleet {
        modes: numbers.clone().map(|car| AckermannMode::grips(&state(car))).collect(),
        states: numbers.clone().map(state).collect(),
        inputs: numbers.clone().map(|car| Command { steer_rad: steer(car), ..command(car) }).collect(),
        surfaces: numbers.map(road).collect(),
        dt_s: 0.001,
        cars,
    }
}

/// Different cars in Hlavacs' equations as printed, driven and steered.
pub fn ackermann_as_printed(count: usize) -> Fleet<AckermannAsPrinted> {
    let numbers = 0..count as u64;
    let input = |car: u64| AsPrintedInput {
        steer_rad: between(car, 5, -0.1, 0.1),
        steer_rate_rad_s: between(car, 6, -0.1, 0.1),
        front_torque_nm: 0.0,
        rear_torque_nm: between(car, 7, -500.0, 1000.0),
    };
    Fleet {
        cars: numbers.clone().map(|car| HlavacsCar::from_vehicle(&vehicle(car))).collect(),
        modes: vec![Fixed],
        states: numbers
            .clone()
            .map(|car| AsPrintedState { speed_m_s: speed(car), ..Record::splat(0.0) })
            .collect(),
        inputs: numbers.map(input).collect(),
        surfaces: vec![Surface::asphalt()],
        dt_s: 0.002,
    }
}

fn heading(car: u64) -> f64 {
    between(car, 18, -3.0, 3.0)
}

/// The same with steering.
fn turning(car: u64) -> Command<f64> {
    Command { steer_rad: between(car, 9, -0.5, 0.5), ..command(car) }
}

/// Different motorcycles in different turns, each with its rider.
pub fn motorcycle(count: usize) -> Fleet<Motorcycle> {
    let numbers = 0..count as u64;
    let cars: Vec<_> = numbers.clone().map(|car| MotorcycleCar::of(&two_wheeled(car))).collect();
    let input = |car: u64| MotorcycleInput {
        steer_rad: between(car, 5, -0.02, 0.02),
        ..MotorcycleInput::ridden(&command(car))
    };
    Fleet {
        modes: numbers.clone().map(|car| MotorcycleMode::in_gear(gear(car))).collect(),
        states: numbers.clone().map(|car| MotorcycleState::upright(speed(car))).collect(),
        inputs: numbers.clone().map(input).collect(),
        surfaces: numbers.map(|car| Surface { slope_rad: 0.0, ..road(car) }).collect(),
        dt_s: cars.iter().map(|car| car.cycle().longest_step_s).fold(0.002, Real::min),
        cars,
    }
}

/// The vehicle of an index with the mass, the measures and the wheels of a motorcycle.
fn two_wheeled(car: u64) -> Vehicle<f64> {
    let mut spec = specification(car);
    spec.body = BodySpec {
        kerb_mass_kg: between(car, 10, 180.0, 240.0),
        wheelbase_m: between(car, 11, 1.38, 1.48),
        front_weight_share: between(car, 12, 0.46, 0.50),
        cg_height_m: between(car, 13, 0.60, 0.70),
        frontal_area_m2: 0.6,
        drag_coefficient: 0.6,
        ..spec.body
    };
    for axle in [&mut spec.front, &mut spec.rear] {
        axle.wheels = 1.0;
        axle.wheel_inertia_kg_m2 *= 0.5;
        axle.brake_torque_nm *= 0.2;
        axle.peak_slip_angle_rad = 0.13;
    }
    spec.drive = REAR_DRIVE;
    spec.validate().expect("the ranges of the fleet lie within those of a specification")
}

/// u(car, field), scaled to a range.
fn between(car: u64, field: u64, low: f64, high: f64) -> f64 {
    low + (high - low) * uniform(car, field)
}

/// One in eight starts from rest.
fn speed(car: u64) -> f64 {
    if car.is_multiple_of(8) { 0.0 } else { between(car, 0, 0.0, 60.0) }
}

/// The gear for the speed.
fn gear(car: u64) -> f64 {
    let changes = [12.0, 22.0, 32.0, 42.0, 52.0].iter().filter(|change| speed(car) > **change);
    1.0 + changes.count() as f64
}

/// Some accelerate, some coast, some brake.
fn command(car: u64) -> Command<f64> {
    let pedal = between(car, 1, -1.0, 1.5);
    Command {
        throttle: Real::clamp(pedal, 0.0, 1.0),
        brake: Real::clamp(-pedal, 0.0, 1.0),
        gear: gear(car),
        automatic: 1.0,
        ..Record::splat(0.0)
    }
}

fn road(car: u64) -> Surface<f64> {
    Surface {
        grip: between(car, 2, 0.3, 1.1),
        slope_rad: between(car, 3, -0.1, 0.1),
        headwind_m_s: between(car, 4, -10.0, 10.0),
        ..Surface::asphalt()
    }
}

const REAR_DRIVE: DriveSpec = DriveSpec { front_share: 0.0, centre_coupling_nm_s: 0.0 };
const FRONT_DRIVE: DriveSpec = DriveSpec { front_share: 1.0, ..REAR_DRIVE };
const ALL_WHEEL_DRIVE: DriveSpec = DriveSpec { front_share: 0.4, centre_coupling_nm_s: 400.0 };

/// A car like no real one: round numbers near those of a mid-engined sports car, varied by its
/// index; rear, front or all-wheel drive; tyres of all three laws.
pub fn vehicle(car: u64) -> Vehicle<f64> {
    specification(car).validate().expect("the ranges of the fleet lie within those of a specification")
}

fn specification(car: u64) -> VehicleSpec {
    let axle = |first: u64| AxleSpec {
        wheels: 2.0,
        radius_m: between(car, first, 0.28, 0.36),
        wheel_mass_kg: between(car, first + 1, 16.0, 24.0),
        wheel_inertia_kg_m2: between(car, first + 2, 0.8, 1.5),
        friction: between(car, first + 3, 0.8, 1.2),
        peak_slip: 0.08,
        stiffness: 25.0,
        lateral_friction: 0.9,
        peak_slip_angle_rad: 0.13,
        sliding_share: 0.75,
        relaxation_length_m: 0.15,
        rolling_resistance: between(car, first + 4, 0.010, 0.015),
        brake_torque_nm: between(car, first + 5, 1500.0, 4000.0),
        handbrake_torque_nm: 1000.0,
    };
    VehicleSpec {
        name: String::from("workload"),
        body: BodySpec {
            kerb_mass_kg: between(car, 10, 1000.0, 1700.0),
            load_mass_kg: 75.0,
            wheelbase_m: between(car, 11, 2.3, 2.8),
            front_weight_share: between(car, 12, 0.42, 0.60),
            cg_height_m: between(car, 13, 0.45, 0.60),
            yaw_inertia_kg_m2: 1800.0,
            track_m: 1.5,
            largest_steer_rad: 0.6,
            width_m: 1.8,
            height_m: 1.3,
            frontal_area_m2: 2.0,
            drag_coefficient: between(car, 14, 0.28, 0.36),
            linear_resistance_n_s_m: 0.0,
        },
        front: axle(20),
        rear: axle(30),
        front_tyre: None,
        rear_tyre: None,
        tyre_law: [TyreLaw::Peaked, TyreLaw::LinearCapped, TyreLaw::Linear][car as usize % 3],
        engine: EngineSpec {
            idle_rad_s: 80.0,
            redline_rad_s: 750.0,
            limiter_rad_s: 765.0,
            blow_up_rad_s: 900.0,
            inertia_kg_m2: between(car, 15, 0.1, 0.25),
            braking_nm_s: 0.1,
        },
        torque: TorqueSpec::Points(vec![
            (100.0, 180.0),
            (250.0, 250.0),
            (450.0, between(car, 16, 280.0, 330.0)),
            (650.0, 270.0),
            (760.0, 220.0),
        ]),
        coupling: CouplingSpec::Clutch(ClutchSpec {
            capacity_nm: 500.0,
            bite_rad_s: 95.0,
            launch_rad_s: 350.0,
        }),
        gearbox_kind: GearboxKind::Manual,
        gearbox: GearboxSpec {
            final_drive: between(car, 17, 3.2, 3.7),
            efficiency: 0.9,
            shift_time_s: 0.2,
            shift_torque_share: 0.0,
            shift_up_rad_s: 740.0,
            shift_down_rad_s: 260.0,
        },
        ratios: vec![3.8, 2.2, 1.5, 1.2, 1.0, 0.85],
        reverse: 3.5,
        drive: [REAR_DRIVE, FRONT_DRIVE, ALL_WHEEL_DRIVE][(car / 3) as usize % 3],
    }
}

impl<M: Model> Fleet<M> {
    /// The fleet as a batch that takes the workload's step as it is.
    ///
    /// # Panics
    /// If there is no car.
    pub fn batch<T: Number>(&self) -> Batch<M, T> {
        let batch = Batch::new(&self.cars, &self.modes, &self.states);
        let mut batch = batch.expect("a fleet has at least one car").bare();
        batch.set_inputs(&self.inputs);
        match &self.surfaces[..] {
            [one] => batch.set_surface(one),
            each => batch.set_surfaces(each),
        }
        batch
    }

    /// The step.
    pub fn dt(&self) -> Dt {
        Dt::new(self.dt_s).expect("a workload's step is a usable number")
    }

    fn prepare(&self, single: bool, mode: Mode) -> Option<Box<dyn Run>> {
        if self.states.is_empty() {
            return None;
        }
        Some(if single { self.run::<f32>(mode) } else { self.run::<f64>(mode) })
    }

    fn run<T: Number>(&self, mode: Mode) -> Box<dyn Run> {
        let batch = self.batch::<T>();
        match mode {
            Mode::Scalar => Box::new(Scalars::new(&batch, self.dt_s)),
            Mode::Lanes => Box::new(Stepped::new(batch, self.dt())),
            #[cfg(feature = "threads")]
            Mode::Threads(count) => Box::new(Stepped::new(batch.with_threads(count), self.dt())),
        }
    }
}

/// A batch with its step, and how its cars began.
struct Stepped<M: Model, T: Number> {
    batch: Batch<M, T>,
    dt: Dt,
    start: Vec<(M::Mode<T>, M::State<T>)>,
}

impl<M: Model, T: Number> Stepped<M, T> {
    fn new(batch: Batch<M, T>, dt: Dt) -> Self {
        let start = (0..batch.len()).map(|car| (batch.mode(car), batch.state(car))).collect();
        Self { batch, dt, start }
    }
}

impl<M: Model, T: Number> Run for Stepped<M, T> {
    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.batch.step(self.dt);
        }
    }
    fn restart(&mut self) {
        for (car, (mode, state)) in self.start.iter().enumerate() {
            self.batch.reset(car, mode, state);
        }
    }
    fn cars(&self) -> usize {
        self.batch.len()
    }
    fn digest(&self) -> u64 {
        self.batch.digest()
    }
}

/// Cars that are moved one after the other: what a batch is compared with, for speed and bits.
#[derive(Debug)]
pub struct Scalars<M: Model, T: Number> {
    /// Each car's state.
    pub states: Vec<M::State<T>>,
    /// Each car's mode.
    pub modes: Vec<M::Mode<T>>,
    start: Vec<(M::Mode<T>, M::State<T>)>,
    given: Vec<GivenTo<M, T>>,
    dt_s: T,
}

/// What a car is given: vehicle, input, surface.
type GivenTo<M, T> = (<M as Model>::Car<T>, <M as Model>::Input<T>, Surface<T>);

impl<M: Model, T: Number> Scalars<M, T> {
    /// The cars of a batch, as they are now.
    pub fn new(batch: &Batch<M, T>, dt_s: f64) -> Self {
        let all = 0..batch.len();
        Self {
            states: all.clone().map(|car| batch.state(car)).collect(),
            modes: all.clone().map(|car| batch.mode(car)).collect(),
            start: all.clone().map(|car| (batch.mode(car), batch.state(car))).collect(),
            given: all.map(|car| (batch.car(car), batch.input(car), batch.surface(car))).collect(),
            dt_s: T::lit(dt_s),
        }
    }

    /// Moves every car on by one sub-step, and stops those whose run has ended.
    pub fn step(&mut self) {
        let half = T::lit(0.5);
        for ((state, mode), (car, input, surface)) in
            self.states.iter_mut().zip(&mut self.modes).zip(&self.given)
        {
            if M::ended(mode).gt(half) {
                continue;
            }
            (*mode, *state) = alone::<M, T>(car, (mode, state), input, surface, self.dt_s);
        }
    }
}

/// One car's sub-step as a call of its own, which is how a program with one car comes by it. Inlined
/// into the loop over cars the compiler would make vectors across them, and the loop be no longer
/// what lanes are compared with.
#[inline(never)]
fn alone<M: Model, T: Number>(
    car: &M::Car<T>,
    before: (&M::Mode<T>, &M::State<T>),
    input: &M::Input<T>,
    surface: &Surface<T>,
    dt_s: T,
) -> (M::Mode<T>, M::State<T>) {
    sub_step::<M, T>(M::INTEGRATOR, car, before, input, surface, dt_s)
}

impl<M: Model, T: Number> Run for Scalars<M, T> {
    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }
    fn restart(&mut self) {
        for ((mode, state), start) in self.modes.iter_mut().zip(&mut self.states).zip(&self.start) {
            (*mode, *state) = *start;
        }
    }
    fn cars(&self) -> usize {
        self.states.len()
    }
    fn digest(&self) -> u64 {
        let mut hash = Fnv::default();
        for (state, mode) in self.states.iter().zip(&self.modes) {
            hash.add(state);
            hash.add(mode);
        }
        hash.0
    }
}
