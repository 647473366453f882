//! The law of a car's tyres: the one that its model steps with.

use skidpad_commonroad::CARS;
use skidpad_commonroad::{Camber, CommonRoadMb, CommonRoadStd, TyreSlip, parameters};
use skidpad_core::math::{Real, Vec2};
use skidpad_core::model::spatial::{SpatialCurves, SpatialMagicTyres};
use skidpad_core::model::two_track::{
    Brushes, Curves, Elastic, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres,
};
use skidpad_core::model::{Model as _, SingleTrack, StraightLine};
use skidpad_core::tyre::{CombinedTyre, Footprint, SteadyTyre};

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

/// The models on simple curves.
const WITH_CURVES: [&str; 5] =
    [Curves::NAME, SprungCurves::NAME, SpatialCurves::NAME, SingleTrack::NAME, StraightLine::NAME];

/// The law of a car's tyres, each of them; `None` for a model whose tyres have no law of slip.
pub fn law(choice: &Choice, is_front: bool) -> Option<Box<dyn Law>> {
    let name = choice.model.name;
    if name == CommonRoadStd::NAME || name == CommonRoadMb::NAME {
        let set = CARS.iter().position(|car| *car == choice.name)?;
        return Some(Box::new(Published(parameters(set as u32 + 1)?.tyre)));
    }
    let vehicle = &choice.vehicle.as_ref()?.1;
    Some(match name {
        _ if WITH_CURVES.contains(&name) => Box::new(Curves::tyre(vehicle, is_front)),
        Brushes::NAME => Box::new(Brushes::tyre(vehicle, is_front)),
        FialaTyres::NAME => Box::new(FialaTyres::tyre(vehicle, is_front)),
        TmeasyTyres::NAME => Box::new(TmeasyTyres::tyre(vehicle, is_front)),
        Pacejka89Tyres::NAME => Box::new(Pacejka89Tyres::tyre(vehicle, is_front)),
        _ if [MagicTyres::NAME, SprungMagicTyres::NAME, SpatialMagicTyres::NAME].contains(&name) => {
            Box::new(MagicTyres::tyre(vehicle, is_front))
        }
        _ => return None,
    })
}

/// The slip tangent of a slip angle: a tyre that moves to its left slips to its right.
fn tangent(slip_angle_rad: f64) -> f64 {
    -Real::tan(Real::clamp(slip_angle_rad, -1.5, 1.5))
}

impl Law for CombinedTyre<f64> {
    fn force_n(&self, at: &At, slip: f64, slip_angle_rad: f64) -> [f64; 2] {
        let slips = Vec2 { x: slip, y: tangent(slip_angle_rad) };
        let force = self.steady_force_over_load(at.grip, &self.over_peaks(&slips));
        [force.x * at.load_n, force.y * at.load_n]
    }
}

/// As [`Carcass::contact`](skidpad_core::tyre::Carcass::contact) asks a law: on the right a mirrored tyre is its own image,
/// one that rolls backwards front for rear, and what slides faster than the law is read for is read there.
impl<L: SteadyTyre<f64>> Law for Elastic<L, f64> {
    fn force_n(&self, at: &At, slip: f64, slip_angle_rad: f64) -> [f64; 2] {
        let side = if self.is_mirrored.is_set() { at.side } else { 1.0 };
        let way = if at.speed_m_s < 0.0 { -1.0 } else { 1.0 };
        let (most, slip_y) = (self.law.largest_slip(), side * tangent(slip_angle_rad));
        let travel = Real::max(Real::max(1.0, Real::abs(slip) / most.x), Real::abs(slip_y) / most.y);
        let footprint = Footprint {
            camber_rad: side * at.camber_rad,
            grip: at.grip,
            speed_m_s: Real::abs(at.speed_m_s),
            ..Footprint::plain(at.load_n, Vec2 { x: way * slip / travel, y: slip_y / travel })
        };
        let force = self.law.steady(&footprint).force;
        [way * force.x, side * force.y]
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
