//! Force over slip of each tyre, and where it is.

use skidpad_core::math::Real;
use skidpad_world::channel::ChannelHandle;
use skidpad_world::scene::Scene;

use super::{At, Law, Point};
use crate::drive::Entrant;
use crate::seen::Seen;
use crate::tread::{Tread, turned};

/// Points of a curve.
const POINTS: usize = 97;
/// Ranges of a curve, of which the first that holds the tyre's slip is shown. Slip ratios, slip angles, rad, and speeds, m/s.
const SLIPS: [f64; 3] = [0.3, 1.0, 4.0];
const ANGLES_RAD: [f64; 3] = [0.25, 0.6, 1.5];
const SPEEDS_M_S: [f64; 3] = [5.0, 20.0, 100.0];
/// Steps of the search for a peak between two points.
const STEPS: usize = 40;

/// Slip that a force is drawn over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The slip ratio; the force is that along the wheel.
    Ratio,
    /// The slip angle, rad; the force is that across the wheel.
    Angle,
    /// Sliding speed of the contact patch, m/s; the force is that against its sliding.
    Speed,
}

/// A force over a slip.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Slip of the horizontal axis.
    pub over: Slip,
    /// With this slip alone.
    pub pure: Vec<Point>,
    /// With the present slip in the other direction besides: what it takes of the grip is missing. Empty where there is
    /// none, or it takes nothing.
    pub combined: Vec<Point>,
    /// Slip and force of the tyre.
    pub now: Point,
    /// The steady force at the present slips.
    pub steady_n: f64,
    /// Slip and largest force, towards positive slip ratios or to the left, of the pure curve; `None`: it rises as far
    /// as it is shown.
    pub peak: Option<Point>,
    /// Slip up to which it is shown, to either side.
    pub range: f64,
}

/// The curves of a tyre.
#[derive(Clone, Debug, PartialEq)]
pub struct TyreCurves {
    /// Which it is.
    pub name: &'static str,
    /// Operating point that they hold at.
    pub at: At,
    /// Curves that the model's tyres have.
    pub curves: Vec<Curve>,
}

impl TyreCurves {
    /// The curve over a kind of slip; `None` where the tyre has none.
    pub fn over(&self, slip: Slip) -> Option<&Curve> {
        self.curves.iter().find(|curve| curve.over == slip)
    }
}

/// The grip of the road under a tyre, over that of dry asphalt: the wheel's own where the model knows it.
pub(super) fn grip(entrant: &Entrant, scene: &Scene, of_wheel: Option<ChannelHandle>) -> f64 {
    if !entrant.choice().model.abilities.grip {
        return 1.0;
    }
    let own = entrant.seen().find(of_wheel);
    let [x, y, _] = entrant.drawn(1.0).position_m;
    let share = own.unwrap_or_else(|| scene.ground.under([x, y]).grip);
    Real::clamp(scene.surface.grip * share, 0.0, 9.0)
}

/// Operating point of a tyre without its slip.
pub(super) fn at(entrant: &Entrant, scene: &Scene, tread: &Tread) -> At {
    let seen = entrant.seen();
    let channels = tread.channels(&seen);
    let [speed_m_s, _] = turned(tread.velocity_m_s(&seen), -tread.wheel.steer_rad);
    At {
        load_n: tread.wheel.load_n,
        camber_rad: seen.find(channels.camber).unwrap_or(0.0),
        speed_m_s,
        grip: grip(entrant, scene, channels.road_grip),
        side: if tread.name.ends_with("right") { -1.0 } else { 1.0 },
    }
}

/// The curves of a tyre of a law.
pub(super) fn curves(law: &dyn Law, at: &At, tread: &Tread, seen: &Seen<'_>) -> TyreCurves {
    let wheel = &tread.wheel;
    let (slip, angle) = (wheel.slip, wheel.slip_angle_rad);
    let along =
        curve(Slip::Ratio, [slip, wheel.force_x_n], angle, |own, other| law.force_n(at, own, other)[0]);
    let has_across = tread.channels(seen).slip_angle.is_some();
    let across = has_across.then(|| {
        curve(Slip::Angle, [angle, wheel.force_y_n], slip, |own, other| law.force_n(at, other, own)[1])
    });
    TyreCurves { name: tread.name, at: *at, curves: [Some(along), across].into_iter().flatten().collect() }
}

/// A curve of the force over its own slip, beside the slip in the other direction, with the operating point.
pub(super) fn curve(over: Slip, now: Point, other: f64, force: impl Fn(f64, f64) -> f64) -> Curve {
    let ranges = match over {
        Slip::Ratio => SLIPS,
        Slip::Angle => ANGLES_RAD,
        Slip::Speed => SPEEDS_M_S,
    };
    let within = |range: &&f64| Real::abs(now[0]) <= **range;
    let range = ranges.iter().find(within).copied().unwrap_or(ranges[2]);
    let points = |other: f64| -> Vec<Point> {
        let at = |index: usize| range * (2.0 * index as f64 / (POINTS - 1) as f64 - 1.0);
        (0..POINTS).map(|index| [at(index), force(at(index), other)]).collect()
    };
    let pure = points(0.0);
    let peak = peak(&pure, |slip| force(slip, 0.0));
    let combined = Some(points(other)).filter(|points| *points != pure).unwrap_or_default();
    Curve { over, peak, pure, combined, now, steady_n: force(now[0], other), range }
}

/// The highest point, by golden section between the neighbours of the highest that was computed (of several as high, the
/// one at the least slip).
fn peak(points: &[Point], force: impl Fn(f64) -> f64) -> Option<Point> {
    let top = points.iter().map(|point| point[1]).fold(f64::NEG_INFINITY, Real::max);
    let as_high = |point: &&Point| point[1] >= top - 1e-9 * Real::abs(top);
    let best = points.iter().filter(as_high).min_by(|a, b| Real::abs(a[0]).total_cmp(&Real::abs(b[0])))?;
    let place = points.iter().position(|point| point[0] == best[0])?;
    if place == 0 || place + 1 == points.len() || top <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (points[place - 1][0], points[place + 1][0]);
    let golden = 0.5 * (Real::sqrt(5.0) - 1.0);
    for _ in 0..STEPS {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if force(left) < force(right) {
            low = left;
        } else {
            high = right;
        }
    }
    let found = 0.5 * (low + high);
    Some([found, force(found)])
}

#[cfg(test)]
mod tests {
    use super::peak;

    #[test]
    fn a_peak_is_found_between_points_and_a_curve_that_rises_has_none() {
        let sample = |force: fn(f64) -> f64| -> Vec<_> {
            (0..41).map(|index| f64::from(index) / 20.0 - 1.0).map(|slip| [slip, force(slip)]).collect()
        };
        let bump = |slip: f64| 1.0 - (slip - 0.333) * (slip - 0.333);
        let [slip, force] = peak(&sample(bump), bump).unwrap();
        assert!((slip - 0.333).abs() < 1e-6 && (force - 1.0).abs() < 1e-12);
        assert_eq!(peak(&sample(|slip| 3.0 * slip), |slip| 3.0 * slip), None);
    }
}
