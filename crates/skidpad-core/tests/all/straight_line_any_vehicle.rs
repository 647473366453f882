//! Any vehicle that is accepted, any controls, any step: no panic, and never a number that is not
//! finite in a car that is said to run.
#![allow(clippy::disallowed_methods)]

use crate::any_vehicle;
use crate::support;

use any_vehicle::{any_controls, any_road, any_vehicle};
use skidpad_core::controls::sanitise;
use skidpad_core::model::{Model, StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::record::Record;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_special::{PointMass, PointMassMode, PointMassState};
use support::Numbers;

/// Drives a car with controls that change every few steps; answers how it ended.
fn drive<M>(numbers: &mut Numbers, mut car: Simulation<M>, steps: u32) -> Status
where
    M: Model<Input<f64> = skidpad_core::controls::Command<f64>>,
{
    let road = any_road(numbers);
    let mut command: skidpad_core::controls::Command<f64> = sanitise(&any_controls(numbers)).0;
    let mut dt = Dt::new(0.001).unwrap();
    for step in 0..steps {
        if step % 10 == 0 {
            command = sanitise(&any_controls(numbers)).0;
            assert!(command.all_finite());
            dt = Dt::new(numbers.spread(1e-6, 0.02)).unwrap();
        }
        let before = (*car.state(), car.time_s());
        match car.step(&command, &road, dt) {
            Status::Quarantined => {
                let mut after = vec![0.0; M::State::<f64>::LEN];
                car.state().store(&mut &mut after[..]);
                let mut good = vec![0.0; M::State::<f64>::LEN];
                before.0.store(&mut &mut good[..]);
                assert_eq!((after, car.time_s()), (good, before.1), "put back to where it was");
                return Status::Quarantined;
            }
            status => {
                assert!(car.state().all_finite() && car.mode().all_finite());
                if status == Status::ENGINE_BLOWN {
                    return status;
                }
            }
        }
    }
    Status::Running
}

/// Counts how the drives of so many vehicles ended: running, engine blown, quarantined.
fn drive_all(vehicles: u64, steps: u32, seed: u64) -> [u32; 3] {
    let mut ends = [0; 3];
    for index in 0..vehicles {
        let mut numbers = Numbers::new(seed.wrapping_mul(1 << 32).wrapping_add(index));
        let car = any_vehicle(&mut numbers);
        let (gear, speed) = (numbers.pick(&[-1.0, 0.0, 1.0]), numbers.between(-40.0, 60.0));
        let state = StraightLineState::rolling(&car, speed, gear);
        let straight =
            Simulation::<StraightLine>::new(*car.two_axles(), StraightLineMode::in_gear(gear), state);
        let state = PointMassState { position_m: 0.0, speed_m_s: speed };
        let mass = Simulation::<PointMass>::new(*car.two_axles(), PointMassMode::in_gear(gear), state);
        for end in [drive(&mut numbers, straight, steps), drive(&mut numbers, mass, steps)] {
            ends[usize::from(end.code())] += 1;
        }
    }
    ends
}

#[test]
#[ignore = "soak: fifty thousand vehicles"]
fn any_vehicle_with_any_controls_soak() {
    for seed in 2..7 {
        let ends = drive_all(10_000, 300, seed);
        println!("seed {seed}: running, blown, quarantined: {ends:?}");
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn any_vehicle_with_any_controls() {
        let ends = drive_all(1000, 100, 1);
        // Monster's linear tyre has no limit: a vehicle three times as high as long may be thrown out of
        // this world by it, and is then said to be.
        assert!(ends[0] > 2 * ends[1] && ends[2] * 500 < ends[0], "running, blown, quarantined: {ends:?}");
    }
}
