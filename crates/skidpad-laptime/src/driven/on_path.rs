//! A driven lap as a lap along the path that the car took.

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use super::DrivenLap;
use super::options::DrivenError;
use super::round::DrivenSample;
use crate::envelope::Limit;
use crate::line::RacingLine;
use crate::path::Path;
use crate::qss::{QssLap, Sample};

/// Shortest distance between two points of the path, m.
const SPACING_M: f64 = 2.0;
/// Pedals from which on the engine or the brakes limit the car; between them it is the corner.
const FULL_THROTTLE: f64 = 0.95;
const BRAKING: f64 = 0.05;

impl DrivenLap {
    /// The path of the car's centre of mass on a track, and the lap along it. Its samples have the pedals of the driver; where he neither
    /// brakes nor has the throttle open, the corner limits the car.
    ///
    /// # Errors
    /// A lap whose way is no smooth line along the track.
    pub fn on_path(&self, track: &Track) -> Result<(Path, QssLap), DrivenError> {
        let no_path = |why: String| DrivenError::NoPath(why);
        let mut points: Vec<[f64; 2]> = Vec::new();
        for sample in &self.samples {
            let is_far = |last: &[f64; 2]| {
                let [x, y] = sample.position_m;
                Real::hypot(x - last[0], y - last[1]) >= SPACING_M
            };
            if points.last().is_none_or(is_far) {
                points.push(sample.position_m);
            }
        }
        let line = RacingLine::through(track, &points).map_err(|error| no_path(error.to_string()))?;
        let path = line.path(track).map_err(|error| no_path(error.to_string()))?;
        let along = self.along_m(track);
        let samples: Vec<Sample> = path
            .points()
            .iter()
            .map(|point| {
                let place = track.locate(point.position_m, None);
                self.sample(&along, track.since_start_m(place.distance_m), point.distance_m)
            })
            .collect();
        let mut samples = samples;
        // A lap begins at its start line.
        let mut before_s = 0.0;
        for (at, sample) in samples.iter_mut().enumerate() {
            sample.time_s = if at == 0 { 0.0 } else { Real::max(sample.time_s, before_s + 1e-6) };
            before_s = sample.time_s;
        }
        let lap = QssLap {
            time_s: self.lap.time_s,
            length_m: path.length_m(),
            end_m_s: self.samples.last().map_or(0.0, |sample| sample.speed_m_s),
            converged: self.converged,
            corners_m_s: samples.iter().map(|sample| sample.speed_m_s).collect(),
            interrupted: vec![0.0; samples.len()],
            samples,
        };
        Ok((path, lap))
    }

    /// Distance of each sample along the track since its start line, m, not falling.
    fn along_m(&self, track: &Track) -> Vec<f64> {
        let (mut before, mut largest_m) = (None, 0.0);
        self.samples
            .iter()
            .map(|sample| {
                let place = track.locate(sample.position_m, before.as_ref());
                before = Some(place);
                let along_m = track.since_start_m(place.distance_m);
                // Just before the start line of a circuit it is a whole lap.
                let is_behind = largest_m == 0.0 && along_m > 0.9 * track.lap_m();
                largest_m = if is_behind { 0.0 } else { Real::max(largest_m, along_m) };
                largest_m
            })
            .collect()
    }

    /// The sample at a distance along the track, m, interpolated.
    fn sample(&self, along_m: &[f64], at_m: f64, distance_m: f64) -> Sample {
        let last = self.samples.len() - 1;
        let after = along_m.partition_point(|along| *along <= at_m).clamp(1, usize::max(last, 1));
        let (from, to) = (&self.samples[after - 1], &self.samples[usize::min(after, last)]);
        let (low, high) = (along_m[after - 1], along_m[usize::min(after, last)]);
        let share = if high > low { Real::clamp((at_m - low) / (high - low), 0.0, 1.0) } else { 0.0 };
        let mix = |of: fn(&DrivenSample) -> f64| of(from) + share * (of(to) - of(from));
        let (throttle, brake) = (mix(|sample| sample.throttle), mix(|sample| sample.brake));
        Sample {
            distance_m,
            time_s: mix(|sample| sample.time_s),
            speed_m_s: mix(|sample| sample.speed_m_s),
            along_m_s2: mix(|sample| sample.along_m_s2),
            lateral_m_s2: mix(|sample| sample.lateral_m_s2),
            steer_rad: Some(mix(|sample| sample.steer_rad)),
            throttle,
            brake,
            gear: Real::max(from.gear, 1.0) as usize,
            limit: match (throttle, brake) {
                (_, brake) if brake > BRAKING => Limit::Braking,
                (throttle, _) if throttle > FULL_THROTTLE => Limit::Power,
                _ => Limit::Cornering,
            },
        }
    }
}
