//! Interface of a car to minimum-time laps: the equations of its motion in the plane of the road.

use skidpad_core::math::{Real, Vec2};

/// Motion and commands of a car at a place of the road.
#[derive(Clone, Copy, Debug)]
pub struct PlaneMotion<R> {
    /// Velocity of the centre of mass along the body, m/s.
    pub velocity_x_m_s: R,
    /// Velocity of the centre of mass to the body's left, m/s.
    pub velocity_y_m_s: R,
    /// Yaw rate about the normal of the road, rad/s.
    pub yaw_rate_rad_s: R,
    /// Mean steering angle of the front wheels, positive to the left, rad.
    pub steer_rad: R,
    /// Pedals: above 0 the share of the engine's largest drive at this speed, below 0 the share of the brakes' full pressure, -1 to 1.
    pub pedal: R,
    /// Specific force normal to the road, m/s^2.
    pub normal_m_s2: R,
    /// Component of gravity along the road against the body's axes, m/s^2: positive uphill, and on a road that falls to the right.
    pub uphill_m_s2: Vec2<R>,
}

/// Rates of the motion in the body's axes.
#[derive(Clone, Copy, Debug)]
pub struct PlaneRates<R> {
    /// Rate of the velocity along the body, m/s^2.
    pub velocity_x_m_s2: R,
    /// Rate of the velocity to the body's left, m/s^2.
    pub velocity_y_m_s2: R,
    /// Yaw acceleration, rad/s^2.
    pub yaw_rate_rad_s2: R,
}

/// Range of one of a car's own unknowns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unknown {
    /// Value where a search begins.
    pub begin: f64,
    /// Least value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
    /// Change that counts as much as a change of 1 of a pedal.
    pub scale: f64,
}

/// A car as a minimum-time lap takes it.
///
/// W is the number of unknowns at a place of the road: seven of the motion and the commands ([`MOTION`]), and the car's own, such as
/// slip ratios, for each of which the car has an equation.
pub trait DynamicCar<const W: usize>: Sync {
    /// Parameters over a type of number.
    type Numbers<R: Real>;

    /// Parameters over a type of number, without derivatives.
    fn numbers<R: Real>(&self) -> Self::Numbers<R>;

    /// Rates of the motion. `own` are the car's own unknowns, and `residuals`, as many, are to be 0: numbers of the order of 1.
    fn rates<R: Real>(
        numbers: &Self::Numbers<R>,
        at: &PlaneMotion<R>,
        own: &[R],
        residuals: &mut [R],
    ) -> PlaneRates<R>;

    /// Range of one of the car's own unknowns, from 0.
    fn unknown(&self, place: usize) -> Unknown;

    /// Largest steering angle of the front wheels, rad.
    fn lock_rad(&self) -> f64;

    /// Distance between the axles, m.
    fn wheelbase_m(&self) -> f64;

    /// Fastest speed of the gears, m/s.
    fn top_speed_m_s(&self) -> f64;

    /// Gear in which the car has its largest drive at a speed, from 1.
    fn gear(&self, speed_m_s: f64) -> usize;
}

/// Number of the unknowns of the motion and the commands.
pub const MOTION: usize = 7;

/// Positive parts of a pedal and of its opposite, smooth about 0: drive and brake. At 0 each is half of `PEDAL_WIDTH`.
pub fn drive_and_brake<R: Real>(pedal: R) -> [R; 2] {
    let size = (pedal.square() + R::lit(PEDAL_WIDTH * PEDAL_WIDTH)).sqrt();
    let half = R::lit(0.5);
    [half * (size + pedal), half * (size - pedal)]
}

/// Width about 0 of the pedal over which drive goes over into brake.
const PEDAL_WIDTH: f64 = 0.02;
