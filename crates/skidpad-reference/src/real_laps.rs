//! Published laps of real cars, beside laps of their presets on the same circuits.
//!
//! The circuits are centre lines of open data (TUM's racetrack database), without heights and some 0.1 % short; grip follows from
//! each car's published skidpad. What is not known of a lap, such as temperature and wind, is unknown to the computed one, too.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_formats::reference::{Data, Lack};
use skidpad_formats::{presets, track};
use skidpad_laptime::driven::{Drive, DrivenOptions, ROOM_M, drive};
use skidpad_laptime::line::{FastestLine, LineOptions, fastest};
use skidpad_laptime::{ModelEnvelope, qss};
use skidpad_world::manoeuvre::Subject;
use skidpad_world::models::STANDARD;
use skidpad_world::rolling::CarChoice;
use skidpad_world::track::{Tolerance, Track, smooth_track};

/// A published lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RealLap {
    /// Preset of the car.
    pub car: &'static str,
    /// Circuit, and its file among the reference data.
    pub circuit: &'static str,
    file: &'static str,
    /// Published lap time, s.
    pub published_s: f64,
    /// Driver, and his standing.
    pub driver: &'static str,
    /// Tyres.
    pub tyres: &'static str,
    /// Address of the source.
    pub source: &'static str,
}

/// All published laps. None of the sources states the weather; that of Suzuka is of a February.
pub const REAL_LAPS: &[RealLap] = &[
    RealLap {
        car: "bmw-m8",
        circuit: "Hockenheim, Grand Prix",
        file: "tracks/tum/Hockenheim.csv",
        published_s: 113.1,
        driver: "Uwe Sener, test driver of sport auto",
        tyres: "Pirelli P Zero",
        source: "bmwblog.com/2020/01/10/video-bmw-m8-competition-laps-hockenheim-gp-track",
    },
    RealLap {
        car: "bmw-m4-competition-2022",
        circuit: "Hockenheim, Grand Prix",
        file: "tracks/tum/Hockenheim.csv",
        published_s: 113.9,
        driver: "Uwe Sener, test driver of sport auto",
        tyres: "Michelin Pilot Sport 4S",
        source: "autoevolution.com/news/awd-bmw-m4-competition-hits-the-track-for-a-timed-lap-puts-the-alpina-b3-to-shame-176394.html",
    },
    RealLap {
        car: "civic-type-r-2018",
        circuit: "Silverstone, Grand Prix",
        file: "tracks/tum/Silverstone.csv",
        published_s: 151.32,
        driver: "Matt Neal, champion of touring cars, for the maker",
        tyres: "road tyres",
        source: "paultan.org/2018/07/03/fk8-honda-civic-type-r-sets-new-record-at-silverstone",
    },
    RealLap {
        car: "civic-type-r-2018",
        circuit: "Hungaroring",
        file: "tracks/tum/Budapest.csv",
        published_s: 130.19,
        driver: "Jenson Button, champion of Formula 1, for the maker",
        tyres: "road tyres",
        source: "chuka-chuka.com/auto/honda-sets-five-new-lap-records-with-civic-type-r-challenge-46689",
    },
    RealLap {
        car: "civic-type-r-2018",
        circuit: "Spa",
        file: "tracks/tum/Spa.csv",
        published_s: 173.72,
        driver: "Bertrand Baguette, professional, for the maker",
        tyres: "road tyres",
        source: "autoblog.com/2018/06/19/honda-civic-type-r-sets-lap-record-at-spa-francorchamps",
    },
    RealLap {
        car: "civic-type-r-le-2020",
        circuit: "Suzuka",
        file: "tracks/tum/Suzuka.csv",
        published_s: 143.993,
        driver: "Takuya Izawa, professional of Super GT, for the maker",
        tyres: "Michelin Pilot Sport Cup 2",
        source: "tflcar.com/2020/07/2021-honda-civic-type-r-limited-clocks-record-at-suzuka-f1-circuit-video",
    },
];

/// Computed laps beside a published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RealLapFound {
    /// Quasi-steady lap on the fastest line, s.
    pub line_s: f64,
    /// Quasi-steady lap on the fastest line with the car's sides up to 0.8 m over the edges, as on kerbs, s.
    pub kerbs_s: f64,
    /// Driven lap, s; `None` where the driver did not come around.
    pub driven_s: Option<f64>,
}

/// Way of the car's sides over the edges on kerbs, m: the wheels of the other side stay on the road.
const KERB_M: f64 = 0.8;
/// Largest distance of the smooth line from the measured points, m.
const TOLERANCE: Tolerance = Tolerance { plan_m: 0.25, height_m: 0.1 };
/// The model.
const MODEL: &str = "two_track";

/// A preset and the circuit of a published lap.
struct Prepared {
    file: &'static str,
    track: Arc<Track>,
    vehicle: Vehicle<f64>,
    surface: Surface<f64>,
    envelope: Arc<ModelEnvelope>,
    width_m: f64,
}

impl Prepared {
    fn new(data: &Data, real: &RealLap) -> Result<Self, Lack> {
        let broken = |error: &dyn core::fmt::Display| Lack::broken(real.file, error.to_string());
        let text = data.text(real.file)?;
        let file = track::parse(real.file, text.as_bytes(), None).map_err(|error| broken(&error))?;
        let faults = |faults: Vec<skidpad_world::track::TrackFault>| {
            broken(&faults.first().map_or_else(String::new, ToString::to_string))
        };
        let smoothed = smooth_track(&file.spec, TOLERANCE).map_err(faults)?;
        let track = Arc::new(Track::new(&smoothed.spec).map_err(faults)?);
        let preset = presets::preset(real.car).map_err(|error| broken(&error))?;
        let vehicle = preset
            .spec
            .validate()
            .map_err(|errors| broken(&errors.first().map_or_else(String::new, ToString::to_string)))?;
        let surface = Surface::asphalt();
        let envelope = ModelEnvelope::shared(MODEL, &vehicle, &surface).map_err(|error| broken(&error))?;
        let model = STANDARD.by_name(MODEL).ok_or_else(|| broken(&MODEL))?;
        let width_m = Subject::vehicle(model, &vehicle).width_m();
        Ok(Self { file: real.file, track, vehicle, surface, envelope, width_m })
    }

    fn broken(&self, error: &dyn core::fmt::Display) -> Lack {
        Lack::broken(self.file, error.to_string())
    }

    fn line(&self, car_width_m: f64, margin_m: f64) -> Result<FastestLine, Lack> {
        let options = LineOptions { car_width_m, margin_m, ..LineOptions::default() };
        fastest(&self.track, &*self.envelope, &options, &qss::Options::default())
            .map_err(|error| self.broken(&error))
    }

    /// Laps on the road and with kerbs, s.
    fn lines_s(&self) -> Result<[f64; 2], Lack> {
        // A car that is narrower by both kerbs has its line as near to the edges as one that is on them.
        let on_kerbs_m = Real::max(self.width_m - 2.0 * KERB_M, 0.0);
        Ok([self.line(self.width_m, 0.0)?.time_s, self.line(on_kerbs_m, 0.0)?.time_s])
    }
}

/// Quasi-steady laps beside a published one, s: on the road, and with kerbs.
///
/// # Errors
/// Reference data that is absent or broken.
pub fn real_lap_lines_s(data: &Data, real: &RealLap) -> Result<[f64; 2], Lack> {
    Prepared::new(data, real)?.lines_s()
}

/// Computes the laps beside a published one.
///
/// # Errors
/// Reference data that is absent or broken.
pub fn real_lap(data: &Data, real: &RealLap) -> Result<RealLapFound, Lack> {
    let prepared = Prepared::new(data, real)?;
    let [line_s, kerbs_s] = prepared.lines_s()?;
    let Prepared { track, vehicle, surface, envelope, width_m, .. } = &prepared;
    let line = prepared.line(*width_m, ROOM_M)?.line;
    let path = line.path_with(track, 2).map_err(|error| prepared.broken(&error))?;
    let model = STANDARD.by_name(MODEL).ok_or_else(|| prepared.broken(&MODEL))?;
    let car = CarChoice::Vehicle(vehicle);
    let of = Drive { model, car, envelope: &**envelope, surface: *surface, width_m: *width_m };
    let driven = drive(&of, track, &path, &DrivenOptions::default());
    Ok(RealLapFound { line_s, kerbs_s, driven_s: driven.ok().map(|driven| driven.lap.time_s) })
}
