//! The engine's torque over its speed, as straight segments.

use crate::math::{Mask, Real};
use crate::record::{Record, Sink, SinkFrom, Source, SourceFrom};

/// How many segments a curve may have.
pub const CURVE_CAPACITY: usize = 32;
/// Most curves have no more.
const FEW: usize = 8;

/// Straight segments: from speed `start[i]` up, torque = `base[i]` + `slope[i]` (speed -
/// `start[i]`). Points with linear interpolation (Monster) and Palmer's lines (8.17, 8.18) are
/// both written so. Below the first segment the torque is `base[0]`.
///
/// The table has a fixed capacity and is looked up by a chain of selects: cars with different
/// curves run side by side in lanes without a gather. Unused places repeat the last segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorqueCurve<R> {
    /// Speed at which each segment starts, rad/s, rising.
    pub start_rad_s: [R; CURVE_CAPACITY],
    /// Torque there, N.m.
    pub base_nm: [R; CURVE_CAPACITY],
    /// Slope, N.m s.
    pub slope_nm_s: [R; CURVE_CAPACITY],
}

impl<R: Real> TorqueCurve<R> {
    /// The torque at a speed, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_nm(&self, speed_rad_s: R) -> R {
        self.segment(speed_rad_s).torque_nm(speed_rad_s)
    }

    /// The segment that a speed falls into.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn segment(&self, speed_rad_s: R) -> CurveSegment<R> {
        self.beyond(self.lowest(speed_rad_s), 1, CURVE_CAPACITY, speed_rad_s)
    }

    /// The same, quicker where a car alone has few segments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn segment_of_few(&self, speed_rad_s: R) -> CurveSegment<R> {
        let mut segment = self.beyond(self.lowest(speed_rad_s), 1, FEW, speed_rad_s);
        // Asks only whether any car's speed is beyond: starts rise, and the others keep what they have.
        if self.start_rad_s[FEW].le(speed_rad_s).any() {
            segment = self.beyond(segment, FEW, CURVE_CAPACITY, speed_rad_s);
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

impl<R: Real> Record<R> for TorqueCurve<R> {
    const LEN: usize = 3 * CURVE_CAPACITY;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load<S: Source<R>>(source: &S) -> Self {
        Self {
            start_rad_s: Record::load(source),
            base_nm: Record::load(&SourceFrom(source, CURVE_CAPACITY)),
            slope_nm_s: Record::load(&SourceFrom(source, 2 * CURVE_CAPACITY)),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store<S: Sink<R>>(&self, sink: &mut S) {
        self.start_rad_s.store(sink);
        self.base_nm.store(&mut SinkFrom(sink, CURVE_CAPACITY));
        self.slope_nm_s.store(&mut SinkFrom(sink, 2 * CURVE_CAPACITY));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn splat(value: R) -> Self {
        let all = [value; CURVE_CAPACITY];
        Self { start_rad_s: all, base_nm: all, slope_nm_s: all }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            start_rad_s: Record::choose(mask, &yes.start_rad_s, &no.start_rad_s),
            base_nm: Record::choose(mask, &yes.base_nm, &no.base_nm),
            slope_nm_s: Record::choose(mask, &yes.slope_nm_s, &no.slope_nm_s),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all_finite(&self) -> R::Mask {
        R::Mask::splat(true)
            & self.start_rad_s.all_finite()
            & self.base_nm.all_finite()
            & self.slope_nm_s.all_finite()
    }
}
