//! How the wheels turn over the road: rolling, locked, spinning.

use skidpad_core::math::Real;
use skidpad_core::units;
use skidpad_world::channel::{ChannelHandle, WheelChannels, WheelSet};

use crate::seen::{Seen, WheelSeen, WheelsSeen};

/// The names of the wheels in sentences.
pub(super) const NAMES: [&str; 4] = ["front left", "front right", "rear left", "rear right"];

/// Below this speed along the car, m/s, the ratio of tread speed to road speed says nothing.
const SLOW_M_S: f64 = 2.0;
/// Yaw rate over forward speed, 1/m, above which the wheels of a car move at different speeds.
const SPINS_ROUND_1_M: f64 = 0.5;
/// No wheel is further from the middle of the car, m.
const HALF_TRACK_M: f64 = 1.0;
/// Tread speed over road speed below which a wheel counts as locked.
const LOCKED: f64 = 0.15;
/// Share of the road speed by which a spinning wheel's tread is faster, and the least slip speed, m/s.
const SPINNING: f64 = 0.15;
const SLIPS_M_S: f64 = 1.0;

/// Tread speed over road speed of a wheel that drives.
const DRIVING: f64 = 1.02;

/// Spin of a wheel, or of the wheels of an axle where the model computes no single wheels, against the road.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wheel {
    /// Its name; the axle's where it stands for both of its wheels.
    name: &'static str,
    /// Tread speed over road speed: 1 rolls, 0 is locked, below 0 it turns against the motion. `None`: the car is too
    /// slow, or moves too much sideways.
    ratio: Option<f64>,
    /// Tread speed less the highest road speed that a wheel of the car can have, both without their signs, m/s.
    excess_m_s: f64,
}

/// An axle.
#[derive(Clone, Debug, Default)]
pub(super) struct Axle {
    /// Friction utilisation; `None` where the model does not have it.
    pub use_of_grip: Option<f64>,
    /// Size of the slip angle, rad.
    pub slip_angle_rad: f64,
    /// Size of the largest slip ratio.
    slip: f64,
    wheels: Vec<Wheel>,
}

/// PlanarMotion of the car, to compare its wheels with.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanarMotion {
    pub forward_m_s: f64,
    pub lateral_m_s: f64,
    pub yaw_rate_rad_s: f64,
}

impl PlanarMotion {
    /// The speed over the ground that no wheel exceeds, m/s.
    fn fastest_m_s(&self) -> f64 {
        Real::hypot(self.forward_m_s, self.lateral_m_s) + Real::abs(self.yaw_rate_rad_s) * HALF_TRACK_M
    }

    /// True if all wheels move forwards or backwards over the road at about the car's own speed.
    fn is_straight(&self) -> bool {
        let forward = Real::abs(self.forward_m_s);
        forward > SLOW_M_S
            && Real::abs(self.lateral_m_s) < forward
            && Real::abs(self.yaw_rate_rad_s) < SPINS_ROUND_1_M * forward
    }
}

impl Wheel {
    fn new(seen: &WheelSeen, name: &'static str, motion: &PlanarMotion, radius_m: Option<f64>) -> Self {
        let road_m_s = motion.forward_m_s;
        // By the definition of the slip ratio; a model that has a wheel's spin has it also at rest.
        let by_slip = road_m_s + seen.slip * Real::abs(road_m_s);
        let tread_m_s = radius_m.map_or(by_slip, |radius_m| seen.spin_rad_s * radius_m);
        let sense = if road_m_s < 0.0 { -1.0 } else { 1.0 };
        let ratio = motion.is_straight().then_some(1.0 + sense * seen.slip);
        Self { name, ratio, excess_m_s: Real::abs(tread_m_s) - motion.fastest_m_s() }
    }

    /// Above 1 it is locked.
    fn locked(&self) -> f64 {
        self.ratio.map_or(0.0, |ratio| LOCKED / Real::max(Real::abs(ratio), 0.01))
    }

    /// Above 1 it spins: faster than the road, or against it.
    fn spins(&self) -> f64 {
        match self.ratio {
            Some(ratio) if ratio < 0.0 => -ratio / SPINNING,
            Some(ratio) => Real::min((ratio - 1.0) / SPINNING, self.excess_m_s / SLIPS_M_S),
            None => self.excess_m_s / SLIPS_M_S,
        }
    }
}

/// Wheels of which something is said: who they are, and the tread speed over road speed of the one that differs most.
pub(super) struct Which {
    /// "front wheels", "rear left wheel".
    pub names: String,
    /// True if they are all of the axle's.
    pub is_axle: bool,
    /// Tread speed over road speed.
    pub ratio: Option<f64>,
}

/// Use of grip from which tyres are at their limit.
const LIMIT: f64 = 0.96;
/// Slip angle, rad, and slip ratio at which tyres slide, whatever is left of their force: beyond the peak it falls.
const SLIDES_RAD: f64 = units::degrees(10.0);
const SLIDES: f64 = 0.25;
/// Use of grip below which tyres hold whatever their slip: those of a car that hardly moves.
const HOLDS: f64 = 0.5;

impl Axle {
    fn new(seen: &[WheelSeen], names: &[&'static str], motion: &PlanarMotion, radius_m: Option<f64>) -> Self {
        let most = |number: fn(&WheelSeen) -> f64| seen.iter().map(number).fold(0.0, Real::max);
        let wheels = seen.iter().zip(names).map(|(wheel, name)| Wheel::new(wheel, name, motion, radius_m));
        Self {
            use_of_grip: seen.iter().filter_map(|wheel| wheel.use_of_grip).reduce(Real::max),
            slip_angle_rad: most(|wheel| Real::abs(wheel.slip_angle_rad)),
            slip: most(|wheel| Real::abs(wheel.slip)),
            wheels: wheels.collect(),
        }
    }

    /// Friction utilisation or slip of its tyres over that at their limit.
    pub fn at_limit(&self) -> f64 {
        let slides = Real::max(self.slip_angle_rad / SLIDES_RAD, self.slip / SLIDES);
        match self.use_of_grip {
            Some(used) if used > HOLDS => Real::max(used / LIMIT, slides),
            Some(used) => used / LIMIT,
            None => slides,
        }
    }

    /// True if its tyres are beyond the peak of their force.
    pub fn is_beyond_peak(&self) -> bool {
        self.use_of_grip.is_none_or(|used| used < LIMIT) && self.at_limit() > 1.0
    }

    /// True if a tread is faster than the road, in its direction.
    pub fn drives(&self) -> bool {
        self.wheels.iter().any(|wheel| wheel.ratio.is_some_and(|ratio| ratio > DRIVING))
    }

    /// Above 1 a wheel is locked.
    pub fn locked(&self) -> f64 {
        self.wheels.iter().map(Wheel::locked).fold(0.0, Real::max)
    }

    /// Above 1 a wheel spins.
    pub fn spins(&self) -> f64 {
        self.wheels.iter().map(Wheel::spins).fold(0.0, Real::max)
    }

    /// The wheels that are locked by more than a limit.
    pub fn which_locked(&self, limit: f64) -> Which {
        self.which(|wheel| wheel.locked(), limit)
    }

    /// The wheels that spin by more than a limit.
    pub fn which_spin(&self, limit: f64) -> Which {
        self.which(|wheel| wheel.spins(), limit)
    }

    fn which(&self, measure: fn(&Wheel) -> f64, limit: f64) -> Which {
        let mut found: Vec<&Wheel> = self.wheels.iter().filter(|wheel| measure(wheel) > limit).collect();
        found.sort_by(|a, b| measure(b).total_cmp(&measure(a)));
        let ratio = found.first().and_then(|wheel| wheel.ratio);
        match found[..] {
            [only] if self.wheels.len() == 2 => {
                Which { names: format!("{} wheel", only.name), is_axle: false, ratio }
            }
            _ => {
                let axle =
                    found.first().map_or("", |wheel| wheel.name.split(' ').next().unwrap_or(wheel.name));
                Which { names: format!("{axle} wheels"), is_axle: true, ratio }
            }
        }
    }
}

/// Front and rear axle of a car.
pub(super) fn axles(seen: &Seen<'_>, motion: &PlanarMotion, radii_m: Option<[f64; 2]>) -> [Axle; 2] {
    // A model that does not compute the spin has the slip ratio alone.
    let has_spin = seen.channels().wheels.as_slice().iter().all(|wheel| wheel.spin.is_some());
    let radius = |axle: usize| radii_m.filter(|_| has_spin).map(|radii_m| radii_m[axle]);
    match seen.wheels() {
        WheelsSeen::Four(wheels) => [0, 1].map(|axle| {
            let own = 2 * axle..2 * axle + 2;
            Axle::new(&wheels[own.clone()], &NAMES[own], motion, radius(axle))
        }),
        WheelsSeen::Axles(axles) => [0, 1].map(|axle| {
            Axle::new(&axles[axle..=axle], &["front", "rear"][axle..=axle], motion, radius(axle))
        }),
        WheelsSeen::None => {
            // A car with one tyre for all.
            let used =
                Axle { use_of_grip: seen.find(seen.channels().car.friction_utilisation), ..Axle::default() };
            [used.clone(), used]
        }
    }
}

/// The wheels on which an assist acts, by its flag.
pub(super) fn acting(
    seen: &Seen<'_>,
    flag: fn(&WheelChannels) -> Option<ChannelHandle>,
) -> Vec<&'static str> {
    let WheelSet::Four(wheels) = &seen.channels().wheels else { return Vec::new() };
    wheels.iter().zip(NAMES).filter(|(wheel, _)| seen.is_on(flag(wheel))).map(|(_, name)| name).collect()
}
