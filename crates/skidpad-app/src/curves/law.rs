//! The law of a car's tyres: the one that its model steps with.

use skidpad_commonroad::CARS;
use skidpad_commonroad::{Camber, CommonRoadMb, CommonRoadStd, TyreSlip, parameters};
use skidpad_core::math::Vec2;
use skidpad_core::model::Model as _;
use skidpad_core::tyre::Footprint;
use skidpad_world::models::{AnySteadyWheel, lateral_slip, steady_tyre};

use crate::choice::Choice;

/// Operating point of a tyre without its slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At {
    /// Load, N.
    pub load_n: f64,
    /// Camber, its top to the left, rad.
    pub camber_rad: f64,
    /// Speed of the hub along the wheel, m/s; below 0 it rolls backwards.
    pub speed_m_s: f64,
    /// Grip of the road over that of dry asphalt.
    pub grip: f64,
    /// The side of the car that it is on: 1 left, -1 right.
    pub side: f64,
}

/// A tyre that slips steadily.
pub trait Law {
    /// Force along and across the wheel, to the left, N, at a slip ratio and a slip angle, rad.
    fn force_n(&self, at: &At, slip: f64, slip_angle_rad: f64) -> [f64; 2];
}

/// The law of a car's tyres, each of them; `None` for a model whose tyres have no law of slip.
pub fn law(choice: &Choice, is_front: bool) -> Option<Box<dyn Law>> {
    let name = choice.model.name;
    if name == CommonRoadStd::NAME || name == CommonRoadMb::NAME {
        let set = CARS.iter().position(|car| *car == choice.name)?;
        return Some(Box::new(Published(parameters(set as u32 + 1)?.tyre)));
    }
    let tyre = steady_tyre(name, &choice.vehicle.as_ref()?.1, is_front)?;
    Some(Box::new(OfVehicle(tyre)))
}

/// A tyre of a vehicle.
struct OfVehicle(AnySteadyWheel);

impl Law for OfVehicle {
    fn force_n(&self, at: &At, slip: f64, slip_angle_rad: f64) -> [f64; 2] {
        let footprint = Footprint {
            camber_rad: at.camber_rad,
            grip: at.grip,
            speed_m_s: at.speed_m_s,
            ..Footprint::plain(at.load_n, Vec2 { x: slip, y: lateral_slip(slip_angle_rad) })
        };
        self.0.at_steady_slip(&footprint, at.side).force.into()
    }
}

/// The tyre of CommonRoad's package, whose slip is positive when it brakes.
struct Published(skidpad_commonroad::Tyre<f64>);

impl Law for Published {
    fn force_n(&self, at: &At, slip: f64, slip_angle_rad: f64) -> [f64; 2] {
        let slips = TyreSlip { braking_slip: -slip, slip_angle_rad };
        let forces = self.0.curves(Camber(at.camber_rad)).forces(at.load_n, &slips);
        [forces.x_n, forces.y_n]
    }
}
