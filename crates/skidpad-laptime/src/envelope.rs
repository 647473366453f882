//! Interface of a car to a quasi-steady lap: the longitudinal acceleration that it has while it corners.

use skidpad_core::spec::Vehicle;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

/// Operating point of a car in a steady state, in the axes of the road below it.
///
/// The accelerations are specific forces: the forces of tyres and air over the mass, without gravity. On a level road they are
/// the accelerations of the car, and `normal_m_s2` is that of gravity; on a slope, in a banked turn or over a crest they are what
/// the car feels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Speed along the road, m/s.
    pub speed_m_s: f64,
    /// Lateral specific force, positive to the left, m/s^2.
    pub lateral_m_s2: f64,
    /// Specific force normal to the road, m/s^2.
    pub normal_m_s2: f64,
    /// Distance along the path, m: for a car that is not the same everywhere, such as one with zones of reduced drag.
    pub distance_m: f64,
}

impl Point {
    /// An operating point on a level road, with standard gravity.
    pub fn level(speed_m_s: f64, lateral_m_s2: f64) -> Self {
        Self { speed_m_s, lateral_m_s2, normal_m_s2: STANDARD_GRAVITY_M_S2, distance_m: 0.0 }
    }
}

/// Cause that limits a car at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Grip of the tyres in the corner.
    Cornering,
    /// Grip of the driven tyres.
    Traction,
    /// Power of the engine.
    Power,
    /// Grip of the tyres or torque of the brakes in braking.
    Braking,
    /// Interrupted drive while a gear changes.
    Shift,
    /// Fastest speed of the gears.
    Revs,
}

impl Limit {
    /// Name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cornering => "cornering",
            Self::Traction => "traction",
            Self::Power => "power",
            Self::Braking => "braking",
            Self::Shift => "shift",
            Self::Revs => "rev limit",
        }
    }
}

/// Longitudinal specific forces of a car at an operating point, m/s^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The hardest braking.
    pub braking_m_s2: f64,
    /// With closed throttle and no brake.
    pub coasting_m_s2: f64,
    /// The strongest acceleration that the tyres allow.
    pub traction_m_s2: f64,
    /// Acceleration at full throttle where the tyres allow it, in the best gear.
    pub power_m_s2: f64,
}

impl Range {
    /// The strongest acceleration.
    pub fn most_m_s2(&self) -> f64 {
        if self.power_m_s2 < self.traction_m_s2 { self.power_m_s2 } else { self.traction_m_s2 }
    }
}

/// Figures of a car's motion about its vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YawData {
    /// Distance of the front axle from the centre of mass, m.
    pub to_front_m: f64,
    /// Distance of the rear axle from the centre of mass, m.
    pub to_rear_m: f64,
    /// Yaw inertia over mass, m^2.
    pub square_radius_m2: f64,
}

impl YawData {
    /// Figures of a vehicle.
    pub fn new(vehicle: &Vehicle<f64>) -> Self {
        let body = vehicle.body();
        let [to_front_m, to_rear_m] = body.axle_distances_m();
        Self { to_front_m, to_rear_m, square_radius_m2: body.yaw_inertia_kg_m2 / body.mass_kg }
    }
}

/// A car's g-g-v envelope: what it can do at a speed while it corners.
pub trait Envelope {
    /// Longitudinal specific forces at an operating point; `None` where the tyres cannot hold the lateral one.
    fn range(&self, at: &Point) -> Option<Range>;

    /// The hardest braking of [`range`](Self::range) alone, m/s^2: for a car that finds it with less work.
    fn braking_m_s2(&self, at: &Point) -> Option<f64> {
        self.range(at).map(|range| range.braking_m_s2)
    }

    /// Coasting and the strongest acceleration of [`range`](Self::range) alone, m/s^2: for a car that finds them with less work.
    fn driving_m_s2(&self, at: &Point) -> Option<[f64; 2]> {
        self.range(at).map(|range| [range.coasting_m_s2, range.most_m_s2()])
    }

    /// Lateral specific force that the tyres could bear besides, m/s^2; below 0 where they cannot hold the point. A car that does not
    /// know it may return the sign alone.
    fn spare_m_s2(&self, at: &Point) -> f64 {
        if self.range(at).is_some() { 1.0 } else { -1.0 }
    }

    /// The fastest speed of the car's gears, m/s.
    fn top_speed_m_s(&self) -> f64;

    /// The largest curvature that the car can follow at any speed, 1/m: that of its turning circle.
    fn sharpest_1_m(&self) -> f64 {
        f64::INFINITY
    }

    /// Gear in which the car accelerates at a speed, from 1.
    fn gear(&self, speed_m_s: f64) -> usize;

    /// Mean steering angle of the front wheels on a path of a curvature, 1/m, positive to the left, rad; `None` of a car without
    /// steering.
    fn steer_rad(&self, at: &Point, curvature_1_m: f64) -> Option<f64> {
        let _ = (at, curvature_1_m);
        None
    }

    /// Slip angle of the rear axle in a corner at constant speed, positive with a force to the left, rad; `None` of a car without axles.
    fn rear_slip_rad(&self, at: &Point) -> Option<f64> {
        let _ = at;
        None
    }

    /// Data of the car's yaw motion; `None` of a car without axles.
    fn yaw(&self) -> Option<YawData> {
        None
    }

    /// Time for which a change up interrupts the drive, s.
    fn shift_s(&self) -> f64 {
        0.0
    }
}
