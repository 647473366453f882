//! The engine's torque over its speed, as straight segments.

use crate::compound_record;
use crate::math::{Mask, Real};

/// Largest number of segments of a curve.
pub const CURVE_CAPACITY: usize = 32;
/// Number of segments that most curves do not exceed.
const FEW: usize = 8;

compound_record! {
    /// Straight segments: from speed `start[i]` up, torque = `base[i]` + `slope[i]` (speed -
    /// `start[i]`). Points with linear interpolation (Monster) and Palmer's lines (8.17, 8.18) are
    /// both written so. Below the first segment the torque is `base[0]`.
    ///
    /// The table has a fixed capacity and is looked up by a chain of selects: cars with different
    /// curves run side by side in lanes without a gather. Unused places repeat the last segment.
    pub struct TorqueCurve<const N: usize = CURVE_CAPACITY> {
        /// Speed at which each segment starts, rad/s, rising.
        pub start_rad_s: [R; N],
        /// Torque at the start of each segment, N.m.
        pub base_nm: [R; N],
        /// Slope of each segment, N.m s.
        pub slope_nm_s: [R; N],
    }
}

impl<R: Real, const N: usize> TorqueCurve<R, N> {
    /// The torque at a speed, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_nm(&self, speed_rad_s: R) -> R {
        self.segment(speed_rad_s).torque_nm(speed_rad_s)
    }

    /// The segment that a speed falls into.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn segment(&self, speed_rad_s: R) -> CurveSegment<R> {
        self.beyond(self.lowest(speed_rad_s), 1, N, speed_rad_s)
    }

    /// The segment that a speed falls into, as [`segment`](Self::segment) returns it, but quicker where a car alone has
    /// few segments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn segment_of_few(&self, speed_rad_s: R) -> CurveSegment<R> {
        let mut segment = self.beyond(self.lowest(speed_rad_s), 1, FEW, speed_rad_s);
        // Asks only whether any car's speed is beyond: starts rise, and the others keep what they have.
        if self.start_rad_s[FEW].le(speed_rad_s).any() {
            segment = self.beyond(segment, FEW, N, speed_rad_s);
        }
        segment
    }

    /// The first segment, level below its start.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lowest(&self, speed_rad_s: R) -> CurveSegment<R> {
        let start = self.start_rad_s[0];
        let slope = R::select(start.le(speed_rad_s), self.slope_nm_s[0], R::zero());
        CurveSegment { start_rad_s: start, base_nm: self.base_nm[0], slope_nm_s: slope }
    }

    /// The last of the segments in a range of places that starts below a speed, or what was found before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn beyond(&self, found: CurveSegment<R>, from: usize, to: usize, speed_rad_s: R) -> CurveSegment<R> {
        let mut segment = found;
        let mut index = from;
        while index < to {
            let within = self.start_rad_s[index].le(speed_rad_s);
            segment = CurveSegment {
                start_rad_s: R::select(within, self.start_rad_s[index], segment.start_rad_s),
                base_nm: R::select(within, self.base_nm[index], segment.base_nm),
                slope_nm_s: R::select(within, self.slope_nm_s[index], segment.slope_nm_s),
            };
            index += 1;
        }
        segment
    }
}

impl<R: Real> TorqueCurve<R> {
    /// The curve in a table of M places, as models with small tables carry it: the same where it has no more
    /// segments, and otherwise without the joints that its shape misses least.
    ///
    /// A joint goes by drawing one line from the segment before to the end of the one behind; how much that changes
    /// is the torque between the line and the joint.
    pub fn in_places<const M: usize>(&self) -> TorqueCurve<R, M> {
        let (mut start, mut base, mut slope) = (self.start_rad_s, self.base_nm, self.slope_nm_s);
        let is_new = |place: usize| self.start_rad_s[place].lane(0) > self.start_rad_s[place - 1].lane(0);
        let mut count = 1 + (1..CURVE_CAPACITY).take_while(|place| is_new(*place)).count();
        while count > M {
            // One line over both segments: from where the first starts to where the second ends.
            let line = |at: usize| {
                let end = start[at + 2];
                let torque = base[at + 1] + slope[at + 1] * (end - start[at + 1]);
                (torque - base[at]) / (end - start[at])
            };
            let missed = |at: usize| {
                let span = start[at + 1] - start[at];
                let (before, behind) = (base[at] + slope[at] * span, base[at + 1]);
                let drawn = base[at] + line(at) * span;
                Real::max(Real::abs(before - drawn), Real::abs(behind - drawn))
            };
            let least = (1..count - 2)
                .fold(0, |best, at| if missed(at).lane(0) < missed(best).lane(0) { at } else { best });
            let joined = line(least);
            slope[least] = joined;
            for place in least + 1..count - 1 {
                (start[place], base[place], slope[place]) =
                    (start[place + 1], base[place + 1], slope[place + 1]);
            }
            count -= 1;
        }
        let place = |place: usize| place.min(count - 1);
        TorqueCurve {
            start_rad_s: core::array::from_fn(|at| start[place(at)]),
            base_nm: core::array::from_fn(|at| base[place(at)]),
            slope_nm_s: core::array::from_fn(|at| slope[place(at)]),
        }
    }
}

/// A straight piece of a torque curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveSegment<R> {
    /// Speed at which it starts, rad/s.
    pub start_rad_s: R,
    /// Torque there, N.m.
    pub base_nm: R,
    /// Slope, N.m s.
    pub slope_nm_s: R,
}

impl<R: Real> CurveSegment<R> {
    /// The torque at a speed, N.m, also beyond its ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_nm(&self, speed_rad_s: R) -> R {
        self.base_nm + self.slope_nm_s * (speed_rad_s - self.start_rad_s)
    }
}
