//! Tyres that have no slip ratio: those of a motorcycle, whose longitudinal force is what is asked for, and the one tread of
//! the slip-vector car.

use skidpad_core::math::Real;
use skidpad_special::Motorcycle;
use skidpad_special::motorcycle::{MotorcycleData, steady_lateral_over_load};
use skidpad_texts::rars::Friction;
use skidpad_texts::slip_vector::{SlipVector, SlipVectorCar};
use skidpad_world::channel::{ChannelHandle, RowLayout};
use skidpad_world::scene::Scene;

use super::tyre::{curve, grip};
use super::{At, Slip, TyreCurves};
use crate::drive::Entrant;
use crate::tread::{Tread, treads};

/// Outputs of the slip-vector car.
const SLIP: RowLayout = RowLayout::from_model::<SlipVector>();
const SLIP_SPEED: ChannelHandle = SLIP.required_output("slip_m_s");
const FORCE: [ChannelHandle; 2] = [SLIP.required_output("force_x_n"), SLIP.required_output("force_y_n")];
const LOAD: ChannelHandle = SLIP.required_output("load_n");
const LARGEST_FORCE: ChannelHandle = SLIP.required_output("largest_force_n");
/// Lean of a motorcycle without its rider, which is that of the rear wheel.
const MACHINE_LEAN: ChannelHandle = RowLayout::from_model::<Motorcycle>().required_output("machine_lean_rad");

/// Force across over the slip angle, beside the present force along, and leaning.
pub(super) fn motorcycle(entrant: &Entrant, scene: &Scene) -> Vec<TyreCurves> {
    let Some(own) = &entrant.choice().vehicle else { return Vec::new() };
    let (vehicle, seen) = (&own.1, entrant.seen());
    let (cycle, speed_m_s) = (MotorcycleData::from_vehicle(vehicle), seen.velocity_m_s()[0]);
    let of = |tread: &Tread| {
        let is_front = tread.name == "front";
        let (axle, camber_1_rad, lean) = if is_front {
            (vehicle.front(), cycle.front_camber_1_rad, tread.channels(&seen).camber)
        } else {
            (vehicle.rear(), cycle.rear_camber_1_rad, Some(MACHINE_LEAN))
        };
        let (wheel, leans_rad) = (&tread.wheel, seen.find(lean).unwrap_or(0.0));
        let (load_n, road_grip) = (wheel.load_n, grip(entrant, scene, None));
        let along = wheel.force_x_n / Real::max(load_n, 1.0);
        let across = curve(Slip::Angle, [wheel.slip_angle_rad, wheel.force_y_n], along, |angle, along| {
            let angle = Real::clamp(angle, -1.5, 1.5);
            load_n * steady_lateral_over_load(axle, camber_1_rad, road_grip, along, [angle, leans_rad])
        });
        // Its lean is positive to the right.
        let at = At { load_n, camber_rad: -leans_rad, speed_m_s, grip: road_grip, side: 1.0 };
        TyreCurves { name: tread.name, at, curves: vec![across] }
    };
    treads(entrant).iter().map(of).collect()
}

/// Force against the sliding of the whole tread over how fast it slides.
pub(super) fn slip_vector(entrant: &Entrant, scene: &Scene) -> Vec<TyreCurves> {
    let Some(own) = &entrant.choice().vehicle else { return Vec::new() };
    let (car, seen) = (SlipVectorCar::new(&own.1), entrant.seen());
    let largest_n = seen.at(LARGEST_FORCE);
    let friction = Friction { law: car.friction_law, largest_n, k_m_s: car.k_m_s };
    let [force_x_n, force_y_n] = FORCE.map(|force| seen.at(force));
    let force_n = Real::hypot(force_x_n, force_y_n);
    let over_speed = curve(Slip::Speed, [seen.at(SLIP_SPEED), force_n], 0.0, |slip, _| {
        let [x, _] = friction.force([slip, 0.0]);
        -x
    });
    let load_n = seen.at(LOAD);
    let road_grip = grip(entrant, scene, None);
    let at = At { load_n, camber_rad: 0.0, speed_m_s: seen.velocity_m_s()[0], grip: road_grip, side: 1.0 };
    vec![TyreCurves { name: "tread", at, curves: vec![over_speed] }]
}
