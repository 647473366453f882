//! The ideal lap of a car on a track: the fastest line of its model's envelope, the pedals along it, and the line that a driver
//! follows. It takes seconds to find, [beside](crate::beside) the frames.

mod text;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_core::surface::Surface;
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::qss::{self, QssLap, Start};
use skidpad_laptime::{ENVELOPE_MODELS, ModelEnvelope, Path, driven};
use skidpad_world::line_driver::DrivingLine;
use skidpad_world::manoeuvre::Subject;
use skidpad_world::track::Track;

use crate::choice::Choice;

/// Model whose envelope stands for models that have none.
const USUAL_MODEL: &str = "two_track";

/// Share of the grip that a driver uses: at more, the corrections of one who follows a line find none left.
const SHARE: f64 = 0.88;

/// A place of an ideal lap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdealPoint {
    /// Distance since the start line along the track's reference line, m.
    pub distance_m: f64,
    /// Time since the start line, s.
    pub time_s: f64,
    /// Position, m.
    pub position_m: [f64; 2],
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Throttle, [0, 1].
    pub throttle: f64,
    /// Brake, [0, 1].
    pub brake: f64,
    /// Mean steering angle of the front wheels, positive to the left, rad.
    pub steer_rad: f64,
}

/// The ideal lap of a car on a track: quasi-steady, along its fastest line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "text::IdealText", into = "text::IdealText")]
pub struct IdealLap {
    points: Vec<IdealPoint>,
    is_closed: bool,
    time_s: f64,
    line: Arc<DrivingLine>,
}

impl IdealLap {
    /// Finds the ideal lap of a car. A model without an envelope of its own has that of the four-wheel model with the same vehicle.
    ///
    /// # Errors
    /// A car without a vehicle, a road that is too narrow for it, or along which it drives no lap.
    pub fn find(choice: &Choice, track: &Track, surface: &Surface<f64>) -> Result<Self, String> {
        let own = choice.vehicle.as_ref();
        let (_, vehicle) =
            &**own.ok_or_else(|| format!("{} has no vehicle file, and no ideal line", choice.name))?;
        let name = choice.model.name;
        let model = if ENVELOPE_MODELS.contains(&name) { name } else { USUAL_MODEL };
        let car = ModelEnvelope::shared(model, vehicle, surface).map_err(|error| error.to_string())?;
        let start = if track.is_closed() { Start::Flying } else { Start::At(0.0) };
        let options = qss::Options { start, ..qss::Options::default() };
        let car_width_m = Subject::vehicle(choice.model, vehicle).width_m();
        let line_options = LineOptions { car_width_m, ..LineOptions::default() };
        let found = fastest(track, &*car, &line_options, &options).map_err(|error| error.to_string())?;
        let path = found.line.path(track).map_err(|error| error.to_string())?;
        let lap = qss::lap(&path, &*car, &options).map_err(|error| error.to_string())?;
        let line = driven::careful_line(&path, &*car, SHARE, &options).map_err(|error| error.to_string())?;
        Ok(Self {
            points: points(track, &path, &lap),
            is_closed: track.is_closed(),
            time_s: lap.time_s,
            line: Arc::new(line),
        })
    }

    /// Places along the lap; that of a closed track ends with its start line again.
    pub fn points(&self) -> &[IdealPoint] {
        &self.points
    }

    /// Lap time, s.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// The line for a driver, at speeds that leave him some grip.
    pub fn line(&self) -> &Arc<DrivingLine> {
        &self.line
    }

    /// Time at which the lap reaches a distance since the start line along the track's reference line, s.
    pub fn time_at_s(&self, distance_m: f64) -> f64 {
        let (from, to, share) = self.around(|point| point.distance_m, distance_m);
        from.time_s + share * (to.time_s - from.time_s)
    }

    /// Pose of the car at a time of the lap, on a level road.
    pub fn pose_at(&self, time_s: f64) -> Pose<f64> {
        let (from, to, share) = self.around(|point| point.time_s, time_s);
        let [[x, y], [to_x, to_y]] = [from.position_m, to.position_m];
        let position_m = [x + share * (to_x - x), y + share * (to_y - y)];
        Pose::on_road(position_m, Real::atan2(to_y - y, to_x - x), &Surface::asphalt())
    }

    /// The two neighbours of a value of a number that grows along the lap, and the share of the way between them.
    fn around(&self, number: impl Fn(&IdealPoint) -> f64, at: f64) -> (&IdealPoint, &IdealPoint, f64) {
        let after = self.points.partition_point(|point| number(point) <= at).clamp(1, self.points.len() - 1);
        let (from, to) = (&self.points[after - 1], &self.points[after]);
        let room = number(to) - number(from);
        let share = if room > 0.0 { Real::clamp((at - number(from)) / room, 0.0, 1.0) } else { 0.0 };
        (from, to, share)
    }

    /// True if the lap ends where it begins.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }
}

/// Places of a lap along a path that has a point at each of evenly spaced stations of the track.
fn points(track: &Track, path: &Path, lap: &QssLap) -> Vec<IdealPoint> {
    let count = path.points().len();
    let spaces = if track.is_closed() { count } else { count - 1 };
    let step_m = track.lap_m() / spaces as f64;
    let both = path.points().iter().zip(&lap.samples).enumerate();
    let mut points: Vec<_> = both
        .map(|(at, (point, sample))| IdealPoint {
            distance_m: step_m * at as f64,
            time_s: sample.time_s,
            position_m: point.position_m,
            speed_m_s: sample.speed_m_s,
            throttle: sample.throttle,
            brake: sample.brake,
            steer_rad: sample.steer_rad.unwrap_or(0.0),
        })
        .collect();
    if track.is_closed() {
        points.push(IdealPoint { distance_m: track.lap_m(), time_s: lap.time_s, ..points[0] });
    }
    points
}

#[cfg(test)]
mod tests {
    use super::IdealLap;
    use crate::choice::Choice;
    use skidpad_core::math::Real;
    use skidpad_core::surface::Surface;
    use skidpad_world::track::{Track, track_by_name};

    #[test]
    fn an_ideal_lap_of_the_kart_track_is_on_the_road_and_faster_than_any_driver() {
        let track = Track::new(&track_by_name("kart-track").unwrap()).unwrap();
        let car = Choice::preset("two_track", "boxster-s").unwrap();
        let lap = IdealLap::find(&car, &track, &Surface::asphalt()).unwrap();
        assert!((35.0..75.0).contains(&lap.time_s()), "{} s", lap.time_s());
        for point in lap.points() {
            let place = track.locate(point.position_m, None);
            assert!(track.inside_m(&place) > 0.9, "half of the car and a margin: {point:?}");
            assert!((0.0..=1.0).contains(&point.throttle) && (0.0..=1.0).contains(&point.brake));
            let [x, y, _] = lap.pose_at(point.time_s).position_m;
            let off_m = Real::hypot(x - point.position_m[0], y - point.position_m[1]);
            assert!(off_m < 1e-6 && (lap.time_at_s(point.distance_m) - point.time_s).abs() < 1e-9);
        }
        // The driver's line is slower, as it leaves some grip.
        let fastest = lap.points().iter().map(|point| point.speed_m_s).fold(0.0, Real::max);
        let driven = (0..100).map(|at| lap.line().at(0.01 * f64::from(at) * lap.line().length_m()).speed_m_s);
        assert!(driven.fold(0.0, Real::max) < fastest);
        let none = Choice::preset("commonroad_ks", "commonroad-2").unwrap();
        let why = IdealLap::find(&none, &track, &Surface::asphalt()).unwrap_err();
        assert!(why.contains("commonroad-2"), "{why}");
    }
}
