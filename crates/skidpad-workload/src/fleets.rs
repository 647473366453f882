//! The fleets: different vehicles, each in a motion of its own.

use crate::Fleet;
use crate::vehicles::{
    between, command, curved, four_wheeled, gear, heading, road, speed, turning, two_wheeled, vehicle,
};
use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{Curves, Kind, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState};
use skidpad_core::model::{
    Model, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, StraightLine, StraightLineMode,
    StraightLineState,
};
use skidpad_core::record::{Empty, Flag, Record};
use skidpad_core::surface::Surface;
use skidpad_special::{
    Kinematic, KinematicCar, KinematicMode, KinematicState, Motorcycle, MotorcycleCar, MotorcycleInput,
    MotorcycleMode, MotorcycleState, PointMass, PointMassMode, PointMassPalmer, PointMassState, TractionRule,
};
use skidpad_texts::ackermann::{Ackermann, AckermannAsPrinted};
use skidpad_texts::ackermann::{
    AckermannCar, AckermannMode, AckermannState, AsPrintedInput, AsPrintedState, HlavacsCar,
};
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};
use skidpad_texts::w1::W1;
use skidpad_texts::w1::workload::start;

use skidpad_core::math::Real;

/// Workload W1 with its first cars.
pub fn w1(count: usize) -> Fleet<W1> {
    let (states, inputs) = (0..count as u64).map(start).unzip();
    Fleet {
        cars: vec![Empty],
        modes: vec![Empty],
        states,
        inputs,
        surfaces: vec![Surface::asphalt()],
        dt_s: 0.01,
    }
}

/// Different cars on different roads, as points.
pub fn point_mass(count: usize) -> Fleet<PointMass> {
    points(count)
}

/// The same with Palmer's traction limit.
pub fn point_mass_palmer(count: usize) -> Fleet<PointMassPalmer> {
    points(count)
}

fn points<T: TractionRule>(count: usize) -> Fleet<PointMass<T>> {
    let numbers = 0..count as u64;
    Fleet {
        cars: numbers.clone().map(|number| *vehicle(number).two_axles()).collect(),
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
    let cars: Vec<_> = numbers.clone().map(|number| *vehicle(number).two_axles()).collect();
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

/// Different cars with curved tyres on different roads, that steer: from gentle bends to spins.
pub fn single_track(count: usize) -> Fleet<SingleTrack> {
    let numbers = 0..count as u64;
    let cars: Vec<_> = numbers.clone().map(|car| SingleTrackCar::from(&curved(car))).collect();
    let state = |car: u64| SingleTrackState {
        yaw_rad: heading(car),
        ..SingleTrackState::rolling(&cars[car as usize], speed(car), gear(car))
    };
    let surface = |car: u64| Surface { bank_rad: between(car, 8, -0.05, 0.05), ..road(car) };
    let steered = |car: u64| Command { steer_rad: between(car, 5, -0.1, 0.1), ..command(car) };
    Fleet {
        modes: numbers.clone().map(|car| SingleTrackMode::in_gear(&cars[car as usize], gear(car))).collect(),
        states: numbers.clone().map(state).collect(),
        inputs: numbers.clone().map(steered).collect(),
        surfaces: numbers.map(surface).collect(),
        dt_s: 0.002,
        cars,
    }
}

/// Different cars with four curved tyres and a full driveline, that steer; each fourth has all assists.
pub fn two_track(count: usize) -> Fleet<TwoTrack<Curves>> {
    four_wheels(count)
}

/// The same vehicles as cars of any kind, on tyres by rules and springs of their own. They stand in no list: to compile
/// the kernels of them all takes minutes.
pub fn four_wheels<K: Kind>(count: usize) -> Fleet<TwoTrack<K>> {
    let numbers = 0..count as u64;
    let cars: Vec<_> = numbers.clone().map(|car| K::car(&four_wheeled(car))).collect();
    let shortest_s = cars.iter().map(TwoTrack::<K>::longest_step_s).fold(0.002, Real::min);
    let state = |car: u64| {
        let base = &cars[car as usize].base;
        let mut state = TwoTrackState::rolling(base, speed(car), gear(car));
        state.body.yaw_rad = heading(car);
        state
    };
    let surface = |car: u64| Surface { bank_rad: between(car, 8, -0.05, 0.05), ..road(car) };
    let input = |car: u64| {
        let steered = Command { steer_rad: between(car, 5, -0.1, 0.1), ..command(car) };
        let mut input = TwoTrackInput::on_even_road(&steered);
        input.roads.front_left.grip = between(car, 41, 0.6, 1.0);
        input.roads.rear_left.grip = input.roads.front_left.grip;
        input
    };
    Fleet {
        modes: numbers
            .clone()
            .map(|car| TwoTrackMode::in_gear(&cars[car as usize].base, gear(car)))
            .collect(),
        states: numbers.clone().map(state).collect(),
        inputs: numbers.clone().map(input).collect(),
        surfaces: numbers.map(surface).collect(),
        // On the rigid level, and without springs in the tyres, they all stand the same.
        dt_s: if K::SPRUNG || K::LAW.is_some() { shortest_s } else { 0.002 },
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
        modes: vec![SlipVectorMode { stands: Flag::from(false) }; count],
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
        modes: vec![Empty],
        states: numbers
            .clone()
            .map(|car| AsPrintedState { speed_m_s: speed(car), ..Record::splat(0.0) })
            .collect(),
        inputs: numbers.map(input).collect(),
        surfaces: vec![Surface::asphalt()],
        dt_s: 0.002,
    }
}

/// Different motorcycles in different turns, each with its rider.
pub fn motorcycle(count: usize) -> Fleet<Motorcycle> {
    let numbers = 0..count as u64;
    let cars: Vec<_> = numbers.clone().map(|car| MotorcycleCar::from_vehicle(&two_wheeled(car))).collect();
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
