//! The four-wheel car, on the vehicles that everybody drives.

use skidpad::controls::{Command, Gear};
use skidpad::model::two_track::{Curves, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState};
use skidpad::spec::Vehicle;
use skidpad::step::Simulation;
use skidpad::surface::Surface;
use skidpad::tyre::CombinedTyre;

use super::Drivable;
use super::straight::first_gear;
use crate::ride::{RoadEntry, RoadTested, Start, View};

type Car = TwoTrackCar<CombinedTyre<f64>, f64>;

impl Drivable for TwoTrack<Curves> {
    fn car(vehicle: &Vehicle<f64>) -> Car {
        TwoTrackCar::from(vehicle)
    }
    fn start(car: &Car, speed_m_s: f64, gear: Gear) -> (TwoTrackMode<f64>, TwoTrackState<f64>) {
        let radius_m = skidpad::math::Real::min(car.base.front.radius_m, car.base.rear.radius_m);
        let driveline = &car.base.driveline;
        let gear = first_gear((&driveline.gears, &driveline.shift), speed_m_s / radius_m, gear);
        (TwoTrackMode::in_gear(&car.base, gear), TwoTrackState::rolling(&car.base, speed_m_s, gear))
    }
    fn input(command: &Command<f64>) -> TwoTrackInput<f64> {
        TwoTrackInput::on_even_road(command)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const ROAD: Option<RoadEntry> = Some(RoadEntry::of::<Self>());
}

impl RoadTested for TwoTrack<Curves> {
    fn road_start(car: &Car, start: Start) -> (TwoTrackMode<f64>, TwoTrackState<f64>) {
        let mut state = TwoTrackState::rolling(&car.base, start.speed_m_s, start.gear);
        state.body.engine_rad_s = start.engine_rad_s.unwrap_or(state.body.engine_rad_s);
        (TwoTrackMode::in_gear(&car.base, start.gear), state)
    }

    fn view(car: &Simulation<Self>, command: &Command<f64>, surface: &Surface<f64>) -> View {
        let (rate, trace) = car.look(&TwoTrackInput::on_even_road(command), surface);
        let (base, state, mode) = (&car.car().base, car.state(), &car.mode().driveline);
        let wheels = state.wheels.in_a_row();
        let slip =
            |wheel: usize, radius_m: f64| wheels[wheel].spin_rad_s * radius_m - state.body.velocity_x_m_s;
        let axle = |left: usize, radius_m: f64| 0.5 * (slip(left, radius_m) + slip(left + 1, radius_m));
        let engine = &base.driveline.engine;
        View {
            time_s: car.time_s(),
            position_m: state.body.x_m,
            speed_m_s: state.body.velocity_x_m_s,
            acceleration_m_s2: trace.car.acceleration_x_m_s2,
            engine_rad_s: state.body.engine_rad_s,
            input_rad_s: trace.driveline.gearbox_input_rad_s,
            engine_torque_nm: trace.driveline.engine_torque_nm,
            gear: mode.gear,
            target_gear: mode.target_gear,
            shifting: mode.shift_timer_s > 0.0,
            clutch_slips: mode.launching > 0.5
                && mode.engaged < 0.5
                && base.driveline.converter.is_fitted < 0.5,
            inertia_torque_nm: mode.engaged * engine.inertia_kg_m2 * rate.body.engine_rad_s,
            loads_n: [trace.car.front_load_n, trace.car.rear_load_n],
            slip_speeds_m_s: [axle(0, base.front.radius_m), axle(2, base.rear.radius_m)],
            has_anti_lock: base.assists.abs.abs_on > 0.5,
        }
    }
}
