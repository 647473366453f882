//! The steering assistance that the text proposes (figures 14 and 15): the largest steering angle
//! and the largest rate of steering at which no tyre slides.

use super::as_printed::Situation;
use super::corrected::RollingCar;
use super::text::HlavacsCar;
use skidpad_core::math::Real;

/// Halvings of an interval: as many as a number has bits.
const HALVINGS: u32 = 60;
/// The largest steering angle that is asked about, rad.
const STEEPEST_RAD: f64 = 1.5;
/// The largest rate that is asked about, rad/s.
const FASTEST_RAD_S: f64 = 50.0;

/// Which tyres must not slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tyres {
    /// The front tyre alone, as figures 14 and 15 have it.
    Front,
    /// Both: the rear one may be the first to slide.
    Both,
}

/// Which equations give the forces, and the tyres' limits, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assistance<R> {
    /// The car.
    pub car: SteeredCar<R>,
    /// The largest force of the front tyre, N.
    pub front_limit_n: R,
    /// The largest force of the rear tyre, N.
    pub rear_limit_n: R,
    /// Which tyres must not slide.
    pub tyres: Tyres,
}

/// A car and the equations that it is computed with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SteeredCar<R> {
    /// As printed.
    AsPrinted(HlavacsCar<R>),
    /// With energy and momentum in balance.
    Corrected(RollingCar<R>),
}

impl<R: Real> Assistance<R> {
    /// The text's car with the static friction of section 5, watching the front tyre.
    pub fn of_text(car: SteeredCar<R>, limit_n: R) -> Self {
        Self { car, front_limit_n: limit_n, rear_limit_n: limit_n, tyres: Tyres::Front }
    }

    /// The larger share of its limit that a watched tyre uses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn used(&self, given: &Situation<R>) -> R {
        let (front, rear) = match &self.car {
            SteeredCar::AsPrinted(car) => {
                let found = car.solve_as_printed(given);
                (found.front_size(), found.rear_size())
            }
            SteeredCar::Corrected(car) => {
                let found = car.solve(given, R::zero());
                (found.front_size(), found.rear_size())
            }
        };
        let front = front / self.front_limit_n;
        match self.tyres {
            Tyres::Front => front,
            Tyres::Both => front.max(rear / self.rear_limit_n),
        }
    }

    /// Figure 14: the largest steering angle held at a speed without torques, rad; at most 1.5.
    pub fn largest_steer(&self, speed_m_s: R) -> R {
        let zero = R::zero();
        let (mut low, mut high) = (zero, R::lit(STEEPEST_RAD));
        for _ in 0..HALVINGS {
            let middle = R::lit(0.5) * (low + high);
            let holds = self.used(&Situation::coasting(speed_m_s, middle, zero)).le(R::one());
            low = R::select(holds, middle, low);
            high = R::select(holds, high, middle);
        }
        low
    }

    /// Figure 15: the largest rate at which the steering angle may grow from a value at a speed,
    /// without torques, rad/s; 0 where the angle alone is too much, at most 50.
    pub fn largest_steer_rate(&self, speed_m_s: R, steer_rad: R) -> R {
        let zero = R::zero();
        let (mut low, mut high) = (zero, R::lit(FASTEST_RAD_S));
        for _ in 0..HALVINGS {
            let middle = R::lit(0.5) * (low + high);
            let holds = self.used(&Situation::coasting(speed_m_s, steer_rad, middle)).le(R::one());
            low = R::select(holds, middle, low);
            high = R::select(holds, high, middle);
        }
        low
    }

    /// Where a line of figure 15 ends: the speed at which the steering angle alone makes a tyre
    /// slide, m/s; at most `fastest_m_s`.
    pub fn sliding_speed(&self, steer_rad: R, fastest_m_s: R) -> R {
        let zero = R::zero();
        let (mut low, mut high) = (zero, fastest_m_s);
        for _ in 0..HALVINGS {
            let middle = R::lit(0.5) * (low + high);
            let holds = self.used(&Situation::coasting(middle, steer_rad, zero)).le(R::one());
            low = R::select(holds, middle, low);
            high = R::select(holds, high, middle);
        }
        low
    }

    /// A wish brought down to what does not slide: the virtual assistance of section 7, rad.
    pub fn assisted_steer(&self, speed_m_s: R, wished_rad: R) -> R {
        let most = self.largest_steer(speed_m_s.abs());
        wished_rad.clamp(-most, most)
    }
}
