//! Other cars of a scene, as a car sees them.

use skidpad_core::math::Real;

use crate::error::{TaskError, check};
use crate::motion::Motion;

/// The most opponents that are observed.
const MOST: f64 = 64.0;
/// Name, unit and bounds of the numbers of an opponent; positions are within the range, too.
const CHANNELS: [(&str, &str, f32); NUMBERS] = [
    ("opponent_is_there", "-", 1.0),
    ("opponent_ahead_m", "m", 0.0),
    ("opponent_left_m", "m", 0.0),
    ("opponent_velocity_ahead_m_s", "m/s", 1e3),
    ("opponent_velocity_left_m_s", "m/s", 1e3),
    ("opponent_yaw_rad", "rad", core::f32::consts::PI),
];
/// Number of numbers of an opponent.
const NUMBERS: usize = 6;

/// The nearest other cars of the scene, the nearest first.
///
/// Each has six numbers: 1 where it is there; its position ahead and to the left, from the car's position to its own, m; its velocity less that of
/// the car, ahead and to the left, m/s; and its heading to that of the car, rad, -pi to pi. Where there is none within the range, the first number is 0 and it is
/// at rest relative to the car, as far ahead as the range. A car whose episode was over before the step is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponents {
    /// Number of cars that are observed.
    pub count: usize,
    /// Distance up to which cars are observed, m.
    pub range_m: f64,
}

impl Default for Opponents {
    /// Three cars within 50 m.
    fn default() -> Self {
        Self { count: 3, range_m: 50.0 }
    }
}

impl Opponents {
    pub(super) fn check(&self) -> Result<(), TaskError> {
        check("count", self.count as f64, [1.0, MOST])?;
        check("range_m", self.range_m, [0.01, 1e4])
    }

    /// Names, units and ranges of the numbers.
    pub(super) fn channels(&self) -> impl Iterator<Item = (&'static str, &'static str, [f32; 2])> {
        let range_m = self.range_m as f32;
        let channel = move |(name, unit, bound): (&'static str, &'static str, f32)| {
            let bound = if unit == "m" { range_m } else { bound };
            let low = if name == "opponent_is_there" { 0.0 } else { -bound };
            (name, unit, [low, bound])
        };
        (0..self.count).flat_map(move |_| CHANNELS.map(channel))
    }

    /// Writes the numbers of the nearest of some other cars, seen from a car.
    pub(crate) fn observe(&self, own: &Motion, others: impl Iterator<Item = Motion>, out: &mut [f32]) {
        let none = [0.0, self.range_m as f32, 0.0, 0.0, 0.0, 0.0];
        let slots = out.as_chunks_mut::<NUMBERS>().0;
        slots.fill(none);
        let distance_m = |seen: &[f32; NUMBERS]| Real::hypot(seen[1], seen[2]);
        for other in others {
            let seen = seen(own, &other);
            let nearer = |slot: &[f32; NUMBERS]| slot[0] == 1.0 && distance_m(slot) <= distance_m(&seen);
            let place = slots.iter().take_while(|slot| nearer(slot)).count();
            if f64::from(distance_m(&seen)) > self.range_m || place == slots.len() {
                continue;
            }
            slots[place..].rotate_right(1);
            slots[place] = seen;
        }
    }
}

/// The numbers of a car, seen from another one.
fn seen(own: &Motion, other: &Motion) -> [f32; NUMBERS] {
    let (sin, cos) = Real::sin_cos(own.yaw_rad);
    let [x_m, y_m] = [0, 1].map(|axis| other.position_m[axis] - own.position_m[axis]);
    let (turned_sin, turned_cos) = Real::sin_cos(other.yaw_rad - own.yaw_rad);
    let [forwards_m_s, left_m_s] = other.velocity_m_s;
    [
        1.0,
        (x_m * cos + y_m * sin) as f32,
        (y_m * cos - x_m * sin) as f32,
        (forwards_m_s * turned_cos - left_m_s * turned_sin - own.velocity_m_s[0]) as f32,
        (forwards_m_s * turned_sin + left_m_s * turned_cos - own.velocity_m_s[1]) as f32,
        Real::atan2(turned_sin, turned_cos) as f32,
    ]
}

#[cfg(test)]
mod tests {
    use super::Opponents;
    use crate::motion::Motion;

    /// A car that drives north at 10 m/s; cars 4 m ahead, 3 m to the left and 60 m behind it.
    #[test]
    fn opponents_are_seen_from_the_car_the_nearest_first() {
        let north = core::f64::consts::FRAC_PI_2;
        let at = |position_m, yaw_rad, velocity_m_s| Motion {
            position_m,
            yaw_rad,
            velocity_m_s,
            yaw_rate_rad_s: 0.7,
        };
        let own = at([100.0, 50.0], north, [10.0, 0.0]);
        let others = [
            at([100.0, -10.0], north, [0.0, 0.0]),
            at([100.0, 54.0], 3.0 * north, [5.0, 1.0]),
            at([97.0, 50.0], north + 4.0 * core::f64::consts::PI, [12.0, -0.5]),
        ];
        let opponents = Opponents { count: 3, range_m: 50.0 };
        let mut out = [7.0; 18];
        opponents.observe(&own, others.into_iter(), &mut out);
        let must = [
            [1.0, 0.0, 3.0, 2.0, -0.5, 0.0],
            [1.0, 4.0, 0.0, -15.0, -1.0, core::f32::consts::PI],
            [0.0, 50.0, 0.0, 0.0, 0.0, 0.0],
        ];
        for (found, must) in out.iter().zip(must.as_flattened()) {
            let off = (found - must).abs();
            assert!(off < 1e-5 || (off - 2.0 * core::f32::consts::PI).abs() < 1e-5, "{out:?}");
        }
        let mut nearest = [0.0; 6];
        Opponents { count: 1, range_m: 50.0 }.observe(&own, others.into_iter(), &mut nearest);
        assert_eq!(nearest, out[..6]);
    }
}
