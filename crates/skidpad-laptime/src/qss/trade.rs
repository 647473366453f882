//! Changes of a lap's time by those of its car.

use super::driven;
use super::forces::Forces;
use super::options::Options;
use super::result::QssLap;
use super::sensitivity::{Sensitivity, whole};
use super::sources::{SHARE, corner_m_s, shift_m_s, values};
use crate::envelope::Envelope;
use crate::path::Path;

/// Range of speeds about a change up within which that of the other car is sought, over its speed.
const NEAR: [f64; 2] = [0.8, 1.25];

/// Shares of the speed at which both cars are compared, the first at which they can be. What a corner leaves for driving ends at its limit
/// like a root, whose slope is endless there. The adjoint takes the mean slope over the last 0.5 % of the speed, which that of a root
/// has at a quarter of them.
const SHARES: [f64; 6] = [1.0 - 0.25 * SHARE, 1.0 - 0.5 * SHARE, 1.0 - SHARE, 1.001, 1.005, 0.99];

/// A lap whose sensitivity is known.
#[derive(Clone, Copy)]
pub struct KnownLap<'a> {
    /// Car that drove it.
    pub car: &'a dyn Envelope,
    /// Path.
    pub path: &'a Path,
    /// Options that the lap was driven with.
    pub options: &'a Options,
    /// Lap.
    pub lap: &'a QssLap,
    /// Its sensitivity.
    pub sensitivity: &'a Sensitivity,
}

/// Change of a lap's time from one car to another one near it, on the same path, to first order, s: the derivatives of the time to what
/// the car has along the path, times the differences of both cars there. Two cars to either side of that of the lap make an error
/// of second order.
pub fn change_s(known: &KnownLap<'_>, cars: [&dyn Envelope; 2]) -> f64 {
    let KnownLap { car: lap_car, path, options, lap, sensitivity: of } = *known;
    let driven = driven(path, options);
    let forces = cars.map(|car| Forces::new(&driven, car, options.gravity_m_s2));
    let whole = whole(lap, driven.points().len());
    let mut change_s = 0.0;
    for (at, sample) in whole.samples.iter().enumerate() {
        let slopes = of.accelerations[at];
        if slopes != [0.0; 3] {
            // At a limit one of both cars may be beyond it, and where a gear ends one of them in the next one, which is counted below: a
            // little slower or faster they are not.
            let speed_m_s = sample.speed_m_s;
            let gear = lap_car.gear(speed_m_s);
            let ranges = SHARES.into_iter().find_map(|share| {
                let near_m_s = share * speed_m_s;
                let is_same = cars.iter().all(|car| car.gear(near_m_s) == gear);
                let [one, other] = [0, 1].map(|car| forces[car].range(at, near_m_s));
                if is_same { Some([one?, other?]) } else { None }
            });
            if let Some([one, other]) = ranges {
                let stretch = forces[0].slope(at).stretch;
                let rates = [values(&forces[0], at, &one), values(&forces[1], at, &other)];
                change_s += (0..3)
                    .map(|side| slopes[side] * (rates[1][side] - rates[0][side]) / stretch)
                    .sum::<f64>();
            }
        }
        if of.corners[at] != 0.0 {
            let limit_m_s = whole.corners_m_s[at] + options.corner_margin_m_s;
            let curvature_1_m = driven.points()[at].curvature_1_m;
            let corner =
                |car: usize| corner_m_s(&forces[car], at, curvature_1_m, [limit_m_s, 1.1 * limit_m_s]);
            if let (Some(one), Some(other)) = (corner(0), corner(1)) {
                change_s += of.corners[at] * (other - one);
            }
        }
    }
    for shift in &of.shifts {
        let range = NEAR.map(|share| share * shift.speed_m_s);
        if let [Some(one), Some(other)] = cars.map(|car| shift_m_s(car, shift.gear, range)) {
            change_s += shift.slope * (other - one);
        }
    }
    change_s + of.top * (cars[1].top_speed_m_s() - cars[0].top_speed_m_s())
}
