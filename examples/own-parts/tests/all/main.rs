//! What the parts of this crate promise, and what Skidpad promises of a car made of them.

mod aero;
mod driving;
mod kinematics;
mod motors;
mod program;
mod springs;
mod tyre;

use own_parts::ElectricQuad;
use skidpad::core::controls::{Controls, sanitise};
use skidpad::core::model::two_track::{
    Kind, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad::core::spec::Vehicle;
use skidpad::core::step::{Dt, Simulation};
use skidpad::core::surface::Surface;
use skidpad::presets::preset;

/// The car over `f64`.
type Quad = TwoTrackCar<<ElectricQuad as Kind>::Tyre<f64>, f64, ElectricQuad>;
type Model = TwoTrack<ElectricQuad>;

fn vehicle() -> Vehicle<f64> {
    preset("tesla-model-s-60").unwrap().spec.validate().unwrap()
}

fn quad() -> Quad {
    ElectricQuad::car(&vehicle())
}

/// A car that rolls straight ahead in first gear.
fn rolling(car: Quad, speed_m_s: f64) -> Simulation<Model> {
    let gear = if speed_m_s < 0.0 { -1.0 } else { 1.0 };
    let mode = TwoTrackMode::in_gear(&car.base, gear);
    Simulation::new(car, mode, TwoTrackState::rolling(&car.base, speed_m_s, gear))
}

fn input(controls: &Controls) -> TwoTrackInput<f64> {
    TwoTrackInput::on_even_road(&sanitise(controls).0)
}

/// Drives on for so many seconds, in steps of 10 ms.
fn drive(car: &mut Simulation<Model>, controls: &Controls, seconds: f64) {
    drive_on(car, controls, seconds, &Surface::asphalt());
}

fn drive_on(car: &mut Simulation<Model>, controls: &Controls, seconds: f64, road: &Surface<f64>) {
    for _ in 0..(seconds / 0.01).round() as u32 {
        car.step(&input(controls), road, Dt::new(0.01).unwrap());
    }
}
