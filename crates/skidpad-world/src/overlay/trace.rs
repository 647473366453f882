//! Laps by distance.

use skidpad_core::math::Real;

use crate::track::{Track, TrackPosition};

/// Share of a circuit that a lap must have to be whole.
const WHOLE: f64 = 0.995;
/// Farthest from the line of a track that a car may be and still be on it, m.
const FARTHEST_M: f64 = 100.0;

/// Motion of a car as it was recorded: times ascend, and all columns are as long.
#[derive(Clone, Copy, Debug)]
pub struct RecordedMotion<'a> {
    /// Times, s.
    pub times_s: &'a [f64],
    /// Positions, m: x and y in the frame of the track.
    pub positions_m: Option<[&'a [f64]; 2]>,
    /// Speeds, m/s.
    pub speeds_m_s: Option<&'a [f64]>,
    /// Distances that were driven, m.
    pub distances_m: Option<&'a [f64]>,
    /// Further channels by name.
    pub channels: &'a [(String, Vec<f64>)],
}

/// A lap, or a part of one, by its distance.
#[derive(Clone, Debug, PartialEq)]
pub struct LapTrace {
    distances_m: Vec<f64>,
    times_s: Vec<f64>,
    channels: Vec<(String, Vec<f64>)>,
    is_whole: bool,
}

impl LapTrace {
    /// A lap of samples, without those that do not advance. Channels are as long as the distances.
    pub fn new(distances_m: Vec<f64>, times_s: Vec<f64>, channels: Vec<(String, Vec<f64>)>) -> Self {
        let mut kept: Vec<usize> = Vec::with_capacity(distances_m.len());
        for (place, distance_m) in distances_m.iter().enumerate() {
            if kept.last().is_none_or(|last| *distance_m > distances_m[*last]) {
                kept.push(place);
            }
        }
        let pick = |values: &[f64]| kept.iter().map(|place| values[*place]).collect();
        let channels = channels.into_iter().map(|(name, values)| (name, pick(&values))).collect();
        Self { distances_m: pick(&distances_m), times_s: pick(&times_s), channels, is_whole: false }
    }

    /// Distance at which it begins, m.
    pub fn from_m(&self) -> Option<f64> {
        self.distances_m.first().copied()
    }

    /// Distance at which it ends, m.
    pub fn to_m(&self) -> Option<f64> {
        self.distances_m.last().copied()
    }

    /// Time from its beginning to its end, s.
    pub fn time_s(&self) -> f64 {
        match (self.times_s.first(), self.times_s.last()) {
            (Some(from_s), Some(to_s)) => to_s - from_s,
            _ => 0.0,
        }
    }

    /// Time of the recording at its beginning, s.
    pub fn begin_s(&self) -> f64 {
        self.times_s.first().copied().unwrap_or(0.0)
    }

    /// Returns true where it is a lap from the start line to the start line, or the whole of an open track.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    pub(super) fn times_s(&self) -> &[f64] {
        &self.times_s
    }

    pub(super) fn channels(&self) -> &[(String, Vec<f64>)] {
        &self.channels
    }

    pub(super) fn channel(&self, name: &str) -> Option<&[f64]> {
        self.channels.iter().find(|(known, _)| known == name).map(|(_, values)| values.as_slice())
    }

    /// Values at ascending distances; held from sample to sample or interpolated.
    pub(super) fn sampled(&self, values: &[f64], distances_m: &[f64], is_held: bool) -> Vec<f64> {
        let value = |distance_m: &f64| match is_held {
            false => interpolated(&self.distances_m, values, *distance_m),
            true => {
                let after = self.distances_m.partition_point(|known| known <= distance_m);
                values[after.saturating_sub(1)]
            }
        };
        distances_m.iter().map(value).collect()
    }

    /// The lap with its distances stretched to a length from 0, m.
    pub fn stretched(mut self, length_m: f64) -> Self {
        if let (Some(from_m), Some(to_m)) = (self.from_m(), self.to_m()) {
            let factor = if to_m > from_m { length_m / (to_m - from_m) } else { 1.0 };
            self.distances_m.iter_mut().for_each(|distance_m| *distance_m = (*distance_m - from_m) * factor);
        }
        self
    }
}

/// A value between samples, by a straight line; that of the nearer end beyond them.
pub(super) fn interpolated(places: &[f64], values: &[f64], at: f64) -> f64 {
    let after = usize::min(places.partition_point(|place| *place < at), places.len() - 1);
    let before = after.saturating_sub(1);
    let length = places[after] - places[before];
    let share = if length > 0.0 { Real::clamp((at - places[before]) / length, 0.0, 1.0) } else { 1.0 };
    values[before] + share * (values[after] - values[before])
}

/// Laps of a recording on a track, in their order: parts before the first passing of the start line and after the last one, too.
///
/// # Errors
/// A recording without positions, or one that is not on the track.
pub fn on_track(motion: &RecordedMotion<'_>, track: &Track) -> Result<Vec<LapTrace>, String> {
    let Some([xs, ys]) = motion.positions_m else {
        return Err("it has no positions, x_m and y_m: compare it without a track".to_owned());
    };
    let lap_m = track.lap_m();
    let mut before: Option<TrackPosition> = None;
    let mut distances_m: Vec<f64> = Vec::with_capacity(xs.len());
    let mut farthest_m: f64 = f64::INFINITY;
    for (x, y) in xs.iter().zip(ys) {
        let found = track.locate([*x, *y], before.as_ref());
        before = Some(found);
        farthest_m = Real::min(farthest_m, Real::abs(found.lateral_offset_m));
        let mut distance_m = track.since_start_m(found.distance_m);
        if let (true, Some(last_m)) = (track.is_closed(), distances_m.last()) {
            distance_m += ((last_m - distance_m) / lap_m).round() * lap_m;
        }
        distances_m.push(distance_m);
    }
    if farthest_m > FARTHEST_M {
        return Err(format!(
            "it is {farthest_m:.0} m or more beside the track everywhere: are both in one frame? (a log by latitude and longitude needs \
             the place of the track's origin)"
        ));
    }
    if !track.is_closed() {
        let mut lap = LapTrace::new(distances_m, motion.times_s.to_vec(), motion.channels.to_vec());
        lap.is_whole =
            lap.to_m().zip(lap.from_m()).is_some_and(|(to_m, from_m)| to_m - from_m > WHOLE * lap_m);
        return Ok(vec![lap]);
    }
    Ok(split(&distances_m, motion, lap_m))
}

/// Parts between passings of the start line, at multiples of the lap.
fn split(distances_m: &[f64], motion: &RecordedMotion<'_>, lap_m: f64) -> Vec<LapTrace> {
    // Where it drives backwards over the line and forwards again, the passing that counts is the last one.
    let whole = LapTrace::new(distances_m.to_vec(), motion.times_s.to_vec(), motion.channels.to_vec());
    let (Some(from_m), Some(to_m)) = (whole.from_m(), whole.to_m()) else { return Vec::new() };
    let first = (from_m / lap_m).floor() as i64;
    let last = (to_m / lap_m).floor() as i64;
    let part = |lap: i64| {
        let [begin_m, end_m] = [lap, lap + 1].map(|lap| lap as f64 * lap_m);
        let [part_from_m, part_to_m] = [Real::max(begin_m, from_m), Real::min(end_m, to_m)];
        let inner = whole.distances_m.iter().copied().filter(|m| *m > part_from_m && *m < part_to_m);
        let places: Vec<f64> = std::iter::once(part_from_m).chain(inner).chain([part_to_m]).collect();
        let sampled = |values: &[f64], is_held: bool| whole.sampled(values, &places, is_held);
        let channels =
            whole.channels.iter().map(|(name, values)| (name.clone(), sampled(values, name == "gear")));
        let distances_m = places.iter().map(|place| place - begin_m).collect();
        let mut made = LapTrace::new(distances_m, sampled(&whole.times_s, false), channels.collect());
        made.is_whole = part_to_m - part_from_m > WHOLE * lap_m;
        made
    };
    (first..=last).map(part).filter(|lap| lap.distances_m.len() > 1).collect()
}

/// Laps of a recording by the distance that it drove, between times at which laps begin, s; the whole of it without such times.
///
/// # Errors
/// A recording with neither distances, speeds nor positions.
pub fn driven(motion: &RecordedMotion<'_>, beginnings_s: &[f64]) -> Result<Vec<LapTrace>, String> {
    let distances_m = match (motion.distances_m, motion.speeds_m_s, motion.positions_m) {
        (Some(distances_m), ..) if distances_m.windows(2).all(|pair| pair[1] >= pair[0]) => {
            distances_m.to_vec()
        }
        (_, Some(speeds_m_s), _) => {
            let mean = |at: usize| 0.5 * (speeds_m_s[at] + speeds_m_s[at + 1]);
            summed(motion.times_s.len(), |at| {
                Real::abs(mean(at)) * (motion.times_s[at + 1] - motion.times_s[at])
            })
        }
        (_, _, Some([xs, ys])) => {
            summed(xs.len(), |at| Real::hypot(xs[at + 1] - xs[at], ys[at + 1] - ys[at]))
        }
        _ => return Err("it has neither distances, speeds nor positions".to_owned()),
    };
    let (Some(first_s), Some(last_s)) = (motion.times_s.first(), motion.times_s.last()) else {
        return Ok(Vec::new());
    };
    let inner = beginnings_s.iter().copied().filter(|time_s| time_s > first_s && time_s < last_s);
    let ends: Vec<f64> = std::iter::once(*first_s).chain(inner).chain([*last_s]).collect();
    let has_laps = ends.len() > 2;
    let parts = ends.windows(2).enumerate().map(|(number, pair)| {
        let inner = motion.times_s.iter().copied().filter(|time_s| *time_s > pair[0] && *time_s < pair[1]);
        let times_s: Vec<f64> = std::iter::once(pair[0]).chain(inner).chain([pair[1]]).collect();
        let at = |values: &[f64]| -> Vec<f64> {
            times_s.iter().map(|at_s| interpolated(motion.times_s, values, *at_s)).collect()
        };
        let begin_m = interpolated(motion.times_s, &distances_m, pair[0]);
        let distances = at(&distances_m).into_iter().map(|distance_m: f64| distance_m - begin_m).collect();
        let channels = motion.channels.iter().map(|(name, values)| (name.clone(), at(values))).collect();
        let mut made = LapTrace::new(distances, times_s.clone(), channels);
        // The parts before the first beacon and after the last one are none.
        made.is_whole = !has_laps || number > 0 && number + 2 < ends.len();
        made
    });
    Ok(parts.filter(|lap| lap.distances_m.len() > 1).collect())
}

/// Sums of pieces from 0 on.
fn summed(count: usize, piece: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = (0..count.saturating_sub(1)).map(|at| {
        sum += piece(at);
        sum
    });
    std::iter::once(0.0).chain(sums).collect()
}
