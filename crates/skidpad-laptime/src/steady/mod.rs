//! The g-g-v envelope of a car by the equations of its model.
//!
//! [`ModelEnvelope`] finds, at some speeds and loads on the road, the ends of rays in the g-g diagram: quasi-steady states of the
//! model with its tyres, load transfer, differentials, brakes and aerodynamics, as far as it has them, up to the fold at which the
//! accelerations turn back. Between them it interpolates. What the engine gives in each gear is a curve of its own, so that grip
//! and power are told apart.
//!
//! The limits are those of a driver who holds each state: braking ends where the first wheel is about to lock or, in a car with an
//! anti-lock system, where all are kept at its threshold; traction ends where the first driven wheel spins, with the other
//! assists off. Turns to the left stand for both.

mod build;
mod diagram;
mod equations;
mod error;
mod follow;
mod four_wheels;
mod mending;
mod on_road;
mod power;
mod ray;
mod shared;
mod solve;
mod two_axles;
mod unknowns;

use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, TmeasyTyres};
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use crate::envelope::{Envelope, Point, Range, YawData};
use build::Parts;
use diagram::{Between, Column, Diagrams, Side};
use four_wheels::FourWheels;
use power::Power;
use two_axles::Axled;
use unknowns::{FOUR_WHEELS, TWO_AXLES};

pub(crate) use power::{gear, gears_m_s};

pub use error::{ENVELOPE_MODELS, EnvelopeError};
pub use on_road::CarOnRoad;

/// Envelope of a vehicle by a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelEnvelope {
    wheelbase_m: f64,
    yaw: YawData,
    lock_rad: f64,
    /// Specific force normal to the road under which the power was found, m/s^2.
    gravity_m_s2: f64,
    diagrams: Diagrams,
    power: Power,
}

impl ModelEnvelope {
    /// The envelope of a vehicle by the model of a name, on a level surface. Of the assists it
    /// has the anti-lock system alone; a car on springs has the envelope of the rigid car on the same tyres.
    ///
    /// # Errors
    /// A model without envelopes, a vehicle that it does not take, or one that has no steady states.
    pub fn new(model: &str, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Result<Self, EnvelopeError> {
        let car = CarOnRoad { vehicle: *vehicle, surface: *surface };
        let mut family = Self::family(model, &car, &[])?;
        family.pop().ok_or(EnvelopeError::NoDrive)
    }

    /// The envelope of a car, followed by those of cars near it: cars of slightly different figures, whose limit states are that of the first
    /// car and its derivatives to the figures. The envelopes of two cars, a little to either side, give the derivative of the
    /// envelope; they have the same grid of speeds and loads, and none of the noise with which each envelope is found anew.
    ///
    /// # Errors
    /// As for [`new`](Self::new), of any of the cars.
    pub fn family(model: &str, car: &CarOnRoad, near: &[CarOnRoad]) -> Result<Vec<Self>, EnvelopeError> {
        let level = |of: &CarOnRoad| CarOnRoad {
            surface: Surface { slope_rad: 0.0, bank_rad: 0.0, ..of.surface },
            ..of.clone()
        };
        let (of, others) = (level(car), near.iter().map(level).collect::<Vec<_>>());
        let parts = match model {
            "two_track" | "two_track_sprung" => build::parts::<FourWheels<Curves>, FOUR_WHEELS>(&of, &others),
            "two_track_brush" => build::parts::<FourWheels<Brushes>, FOUR_WHEELS>(&of, &others),
            "two_track_fiala" => build::parts::<FourWheels<FialaTyres>, FOUR_WHEELS>(&of, &others),
            "two_track_tmeasy" => build::parts::<FourWheels<TmeasyTyres>, FOUR_WHEELS>(&of, &others),
            "two_track_pacejka89" => build::parts::<FourWheels<Pacejka89Tyres>, FOUR_WHEELS>(&of, &others),
            "two_track_magic" | "two_track_sprung_magic" => {
                build::parts::<FourWheels<MagicTyres>, FOUR_WHEELS>(&of, &others)
            }
            "single_track" => build::parts::<Axled, TWO_AXLES>(&of, &others),
            other => Err(EnvelopeError::Model(other.to_owned())),
        }?;
        let envelope = |(parts, of): (Parts, &CarOnRoad)| {
            let body = of.vehicle.body();
            Self {
                wheelbase_m: body.wheelbase_m,
                yaw: YawData::new(&of.vehicle),
                lock_rad: body.largest_steer_rad,
                gravity_m_s2: of.surface.gravity_m_s2,
                diagrams: parts.diagrams,
                power: parts.power,
            }
        };
        Ok(parts.into_iter().zip([&of].into_iter().chain(&others)).map(envelope).collect())
    }

    /// Specific forces with closed throttle and at full throttle, as far as the tyres allow them, m/s^2.
    #[inline]
    fn pedals_m_s2(&self, at: &Point, column: Column, diagram: &Between<'_>) -> [f64; 2] {
        let drag_m_s2 = diagram.cornering_drag_m_s2(Real::abs(at.lateral_m_s2));
        let coasting_m_s2 = diagram.coasting_m_s2();
        // Rolling resistance grows with the load, and the power is that on the level.
        let rolling_m_s2 = self.diagrams.at_load(column, self.gravity_m_s2).coasting_m_s2() - coasting_m_s2;
        let full_m_s2 = self.power.full_m_s2(at.speed_m_s);
        [coasting_m_s2 - drag_m_s2, full_m_s2 - rolling_m_s2 - drag_m_s2]
    }

    /// Largest lateral specific force at a speed and a load on the road, m/s^2.
    pub fn lateral_m_s2(&self, at: &Point) -> f64 {
        self.diagrams.at(at.speed_m_s, at.normal_m_s2).lateral_m_s2()
    }
}

impl Envelope for ModelEnvelope {
    fn range(&self, at: &Point) -> Option<Range> {
        let column = self.diagrams.column(at.speed_m_s);
        let diagram = self.diagrams.at_load(column, at.normal_m_s2);
        let [braking_m_s2, traction_m_s2] = diagram.ends(Real::abs(at.lateral_m_s2))?;
        let [coasting_m_s2, power_m_s2] = self.pedals_m_s2(at, column, &diagram);
        Some(Range { braking_m_s2, coasting_m_s2, traction_m_s2, power_m_s2 })
    }

    fn braking_m_s2(&self, at: &Point) -> Option<f64> {
        self.diagrams.at(at.speed_m_s, at.normal_m_s2).end(Side::Braking, Real::abs(at.lateral_m_s2))
    }

    fn driving_m_s2(&self, at: &Point) -> Option<[f64; 2]> {
        let column = self.diagrams.column(at.speed_m_s);
        let diagram = self.diagrams.at_load(column, at.normal_m_s2);
        let traction_m_s2 = diagram.end(Side::Traction, Real::abs(at.lateral_m_s2))?;
        let [coasting_m_s2, power_m_s2] = self.pedals_m_s2(at, column, &diagram);
        Some([coasting_m_s2, if power_m_s2 < traction_m_s2 { power_m_s2 } else { traction_m_s2 }])
    }

    fn spare_m_s2(&self, at: &Point) -> f64 {
        self.lateral_m_s2(at) - Real::abs(at.lateral_m_s2)
    }

    fn top_speed_m_s(&self) -> f64 {
        self.power.top_m_s
    }

    /// The steering's lock without slip: the rear axle on a circle of wheelbase over tan(lock), the centre of mass ahead of it.
    fn sharpest_1_m(&self) -> f64 {
        1.0 / Real::hypot(self.wheelbase_m / Real::tan(self.lock_rad), self.yaw.to_rear_m)
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        self.power.gear(speed_m_s)
    }

    fn steer_rad(&self, at: &Point, curvature_1_m: f64) -> Option<f64> {
        let lateral_m_s2 = Real::abs(at.lateral_m_s2);
        let besides_rad = self.diagrams.at(at.speed_m_s, at.normal_m_s2).steer_rad(lateral_m_s2);
        let steer_rad = self.wheelbase_m * curvature_1_m + Real::copysign(besides_rad, at.lateral_m_s2);
        Some(Real::clamp(steer_rad, -self.lock_rad, self.lock_rad))
    }

    fn rear_slip_rad(&self, at: &Point) -> Option<f64> {
        let diagram = self.diagrams.at(at.speed_m_s, at.normal_m_s2);
        Some(Real::copysign(diagram.rear_slip_rad(Real::abs(at.lateral_m_s2)), at.lateral_m_s2))
    }

    fn yaw(&self) -> Option<YawData> {
        Some(self.yaw)
    }

    fn shift_s(&self) -> f64 {
        self.power.shift_s
    }
}
