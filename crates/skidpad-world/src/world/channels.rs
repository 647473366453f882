//! Channels of the cars in a world.

use core::fmt;

use skidpad_core::math::Real;
use skidpad_core::record::Channel;

use super::party::{Party, WorldImpact};
use super::{CarId, World};
use crate::channel::{ChannelHandle, ChannelRow, Sampler, UnknownChannel};
use crate::rolling::Request;

/// Column of the impulse that a car received in a step.
pub const IMPULSE: Channel =
    Channel::new("contact_impulse_n_s", "N.s", 0.0, 1e12).described("Impulse of the contacts in the step");

/// Why a world has no such channel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoChannel {
    /// The car is not in the world.
    NoCar(CarId),
    /// The model of the car has no channel of the name.
    Unknown(UnknownChannel),
}

impl fmt::Display for NoChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCar(car) => write!(f, "the car {car} is not in the world"),
            Self::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

impl core::error::Error for NoChannel {}

impl World {
    /// Channel of a car by its name, to be read by [`sample`](Self::sample). It is valid for every car of the same model.
    ///
    /// ```
    /// use skidpad_core::controls::Gear;
    /// use skidpad_core::step::Dt;
    /// use skidpad_models::MODELS;
    /// use skidpad_world::channel::Sampler;
    /// use skidpad_world::rolling::{Begin, CarChoice};
    /// use skidpad_world::world::{Member, Site, World};
    ///
    /// let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
    /// let car = MODELS.by_name("w1").unwrap().begin(&CarChoice::Own("w1"), &begin).unwrap();
    /// let mut world = World::new(Site::asphalt());
    /// let id = world.add(Member { car, body: None })?;
    ///
    /// let slip_angle = world.channel(id, "front_slip_angle_rad")?;
    /// let mut sampler = Sampler::new(world.car(id).unwrap().layout());
    /// world.step(Dt::new(0.01).unwrap());
    /// assert_eq!(world.sample(id, &mut sampler).unwrap().at(slip_angle), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A car that is not here, or a name that no channel of its model has.
    pub fn channel(&self, car: CarId, name: &str) -> Result<ChannelHandle, NoChannel> {
        let car = self.car(car).ok_or(NoChannel::NoCar(car))?;
        car.layout().channel(name).map_err(NoChannel::Unknown)
    }

    /// Row of all channels of a car, evaluated at its present state under its request; `None` where the car is not here.
    ///
    /// # Panics
    /// If the sampler is of another model than the car.
    pub fn sample<'s>(&self, car: CarId, sampler: &'s mut Sampler) -> Option<ChannelRow<'s>> {
        let (rolling, request) = (self.car(car)?, self.request(car)?);
        let surface = self.surface();
        Some(sampler.sample(rolling, request, self.road_of(car, &surface)))
    }

    /// Appends the row of a car under a request, with the road and the weather where and when it is: see
    /// [`Rolling::row`](crate::rolling::Rolling::row). Returns false where the car is not here.
    pub fn row(&self, car: CarId, request: &Request, row: &mut Vec<f64>) -> bool {
        let Some(rolling) = self.car(car) else { return false };
        let surface = self.surface();
        rolling.row(request, self.road_of(car, &surface), row);
        true
    }

    /// Sum of the impulses on a car in the last step, N s, as [`IMPULSE`] has it; 0 where it touched nothing or is not here.
    pub fn impulse_on_n_s(&self, car: CarId) -> f64 {
        let concerns = |impact: &&WorldImpact| impact.concerns(Party::Car(car));
        let size = |WorldImpact { impact, .. }: &WorldImpact| {
            Real::hypot(impact.normal_impulse_n_s, impact.friction_impulse_n_s)
        };
        // The sum of nothing would be -0.
        self.impacts().iter().filter(concerns).map(size).fold(0.0, |sum, size| sum + size)
    }
}
