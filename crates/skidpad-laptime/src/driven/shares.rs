//! Shares of the car's grip that a driver uses, corner by corner.

use skidpad_core::math::Real;

use crate::envelope::{Envelope, Point, Range, YawData};
use crate::qss::QssLap;

/// Lateral acceleration from which a bend counts as a corner of its own where the one before it goes to the other side, m/s^2.
const BEND_M_S2: f64 = 4.0;
/// A speed between two corners is a maximum if it is above both by this share.
const PROMINENCE: f64 = 0.03;
/// Least and largest share: beyond the whole grip the envelope has no room, but what it leaves out may give some.
const SHARE: [f64; 2] = [0.1, 1.1];
/// Share of the hardest braking that he leaves out where a corner takes all of the grip; in between it grows with the square of the
/// lateral force. Steady states brake there up to the limit, but to turn into a corner the rear wheels need grip to spare.
const LESS_BRAKING: f64 = 0.5;

/// Stretches of a path, each with a corner and what leads to it and from it, and the share of the grip that is used on each.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shares {
    /// Beginnings of the stretches along the path, m; the last one goes on to the first of a closed path.
    begins_m: Vec<f64>,
    /// Share of the grip.
    pub grip: Vec<f64>,
    /// Share of the braking that this grip allows.
    pub braking: Vec<f64>,
}

impl Shares {
    /// Stretches that begin where a lap is fastest between its corners, and where it turns to the other side between two.
    pub fn new(lap: &QssLap, is_closed: bool, share: f64) -> Self {
        let speeds: Vec<_> = lap.samples.iter().map(|sample| sample.speed_m_s).collect();
        let lateral: Vec<_> = lap.samples.iter().map(|sample| sample.lateral_m_s2).collect();
        let mut places = peaks(&speeds);
        let turns = turns(&lateral, &places);
        places.extend(turns);
        places.sort_unstable();
        let mut begins_m: Vec<_> = places.into_iter().map(|place| lap.samples[place].distance_m).collect();
        if begins_m.is_empty() || !is_closed {
            begins_m.retain(|begin_m| *begin_m > 0.0);
            begins_m.insert(0, 0.0);
        }
        let (grip, braking) = (vec![share; begins_m.len()], vec![1.0; begins_m.len()]);
        Self { begins_m, grip, braking }
    }

    /// Stretch of a distance along the path.
    pub fn stretch(&self, distance_m: f64) -> usize {
        let after = self.begins_m.partition_point(|begin_m| *begin_m <= distance_m);
        after.checked_sub(1).unwrap_or(self.begins_m.len() - 1)
    }

    pub fn count(&self) -> usize {
        self.grip.len()
    }

    /// Stretch that leads to another one.
    pub fn before(&self, stretch: usize) -> usize {
        (stretch + self.count() - 1) % self.count()
    }
}

/// Places of the fastest speeds between slow ones.
fn peaks(speeds_m_s: &[f64]) -> Vec<usize> {
    let (mut found, mut rising) = (Vec::new(), true);
    let (mut high, mut low) = (0, 0);
    for (place, speed_m_s) in speeds_m_s.iter().enumerate() {
        if rising {
            if *speed_m_s > speeds_m_s[high] {
                high = place;
            } else if *speed_m_s < (1.0 - PROMINENCE) * speeds_m_s[high] {
                found.push(high);
                (rising, low) = (false, place);
            }
        } else if *speed_m_s < speeds_m_s[low] {
            low = place;
        } else if *speed_m_s > (1.0 + PROMINENCE) * speeds_m_s[low] {
            (rising, high) = (true, place);
        }
    }
    found
}

/// Places between two bends to opposite sides at which the lateral acceleration, m/s^2, changes its sign, unless one of some other
/// places parts the two already.
fn turns(lateral_m_s2: &[f64], parted: &[usize]) -> Vec<usize> {
    let (mut found, mut bend, mut sign_from) = (Vec::new(), None::<(bool, usize)>, 0);
    for (place, lateral) in lateral_m_s2.iter().enumerate() {
        let is_left = *lateral > 0.0;
        if place > 0 && (lateral_m_s2[place - 1] > 0.0) != is_left {
            sign_from = place;
        }
        if Real::abs(*lateral) < BEND_M_S2 {
            continue;
        }
        if let Some((was_left, last)) = bend
            && was_left != is_left
            && !parted.iter().any(|parted| (last..=place).contains(parted))
        {
            found.push(sign_from);
        }
        bend = Some((is_left, place));
    }
    found
}

/// A car of whose grip a share is used: g-g diagrams that are scaled as a whole, with the whole power.
pub(super) struct Cautious<'a> {
    pub car: &'a dyn Envelope,
    pub shares: &'a Shares,
}

impl Cautious<'_> {
    fn share(&self, distance_m: f64) -> f64 {
        Real::clamp(self.shares.grip[self.shares.stretch(distance_m)], SHARE[0], SHARE[1])
    }
}

impl Envelope for Cautious<'_> {
    fn range(&self, at: &Point) -> Option<Range> {
        let share = self.share(at.distance_m);
        let whole = Point { lateral_m_s2: at.lateral_m_s2 / share, ..*at };
        let range = self.car.range(&whole)?;
        // A car that does not know what it has to spare brakes as it would without a corner.
        let lateral_m_s2 = Real::abs(whole.lateral_m_s2);
        let most_m_s2 = lateral_m_s2 + Real::max(self.car.spare_m_s2(&whole), 0.0);
        let used = if most_m_s2 > 0.0 { lateral_m_s2 / most_m_s2 } else { 0.0 };
        let braking = self.shares.braking[self.shares.stretch(at.distance_m)];
        let brakes = share * braking * (1.0 - LESS_BRAKING * used * used);
        let braking_m_s2 = range.coasting_m_s2 + brakes * (range.braking_m_s2 - range.coasting_m_s2);
        Some(Range {
            braking_m_s2: Real::min(braking_m_s2, range.coasting_m_s2),
            traction_m_s2: Real::max(range.traction_m_s2 * share, range.coasting_m_s2),
            ..range
        })
    }

    fn spare_m_s2(&self, at: &Point) -> f64 {
        let share = self.share(at.distance_m);
        share * self.car.spare_m_s2(&Point { lateral_m_s2: at.lateral_m_s2 / share, ..*at })
    }

    fn top_speed_m_s(&self) -> f64 {
        self.car.top_speed_m_s()
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        self.car.gear(speed_m_s)
    }

    fn steer_rad(&self, at: &Point, curvature_1_m: f64) -> Option<f64> {
        self.car.steer_rad(at, curvature_1_m)
    }

    fn rear_slip_rad(&self, at: &Point) -> Option<f64> {
        self.car.rear_slip_rad(at)
    }

    fn yaw(&self) -> Option<YawData> {
        self.car.yaw()
    }

    fn shift_s(&self) -> f64 {
        self.car.shift_s()
    }
}

#[cfg(test)]
mod tests {
    use super::{peaks, turns};

    #[test]
    fn stretches_begin_at_the_fastest_places() {
        let speeds = [40.0, 45.0, 50.0, 30.0, 20.0, 35.0, 34.9, 36.0, 60.0, 25.0, 45.0];
        assert_eq!(peaks(&speeds), [2, 8]);
        assert_eq!(peaks(&[30.0; 5]), [0; 0]);
    }

    #[test]
    fn stretches_begin_between_bends_to_both_sides() {
        let lateral = [0.0, 5.0, 8.0, 1.0, -1.0, -6.0, -2.0, 1.0, -5.0, -1.0, 3.0, 6.0];
        assert_eq!(turns(&lateral, &[]), [4, 10]);
        assert_eq!(turns(&lateral, &[3]), [10]);
    }
}
