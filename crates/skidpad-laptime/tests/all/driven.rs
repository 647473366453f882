//! Driven laps against laps in theory along the same line.

use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::driven::{Drive, DrivenLap, DrivenOptions, drive, drive_at};
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::qss::{self, Start};
use skidpad_laptime::{ModelEnvelope, Path};
use skidpad_models::MODELS;
use skidpad_world::line_driver::{DrivingLine, LineDriver, LinePoint};
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::world::{Member, Site, World};

const WIDTH_M: f64 = 1.8;

/// A car on the fastest line of a track, 0.3 m from its edges.
struct OnTrack {
    model: &'static str,
    vehicle: skidpad_core::spec::Vehicle<f64>,
    envelope: Arc<ModelEnvelope>,
    track: Arc<Track>,
    path: Path,
    lap: qss::Options,
}

impl OnTrack {
    fn new(car: &str, track: &str) -> Self {
        Self::by_model("two_track", car, track)
    }

    fn by_model(model: &'static str, car: &str, track: &str) -> Self {
        let vehicle = preset(car).unwrap().spec.validate().unwrap();
        let envelope = ModelEnvelope::shared(model, &vehicle, &Surface::asphalt()).unwrap();
        let track = Arc::new(Track::new(&track_by_name(track).unwrap()).unwrap());
        let start = if track.is_closed() { Start::Flying } else { Start::At(0.0) };
        let lap = qss::Options { start, ..qss::Options::default() };
        let options = LineOptions { car_width_m: WIDTH_M, margin_m: 0.3, ..LineOptions::default() };
        let path = fastest(&track, &*envelope, &options, &lap).unwrap().line.path_with(&track, 2).unwrap();
        Self { model, vehicle, envelope, track, path, lap }
    }

    fn theory_s(&self) -> f64 {
        qss::lap(&self.path, &*self.envelope, &self.lap).unwrap().time_s
    }

    fn of(&self) -> Drive<'_> {
        Drive {
            model: MODELS.by_name(self.model).unwrap(),
            car: CarChoice::Vehicle(&self.vehicle),
            envelope: &*self.envelope,
            surface: Surface::asphalt(),
            width_m: WIDTH_M,
        }
    }

    fn at(&self, share: f64, rate_hz: f64) -> DrivenLap {
        let options = DrivenOptions { rate_hz, lap: self.lap, ..DrivenOptions::default() };
        drive_at(&self.of(), &self.track, &self.path, share, &options).unwrap()
    }

    fn fastest(&self) -> DrivenLap {
        let options = DrivenOptions { lap: self.lap, ..DrivenOptions::default() };
        drive(&self.of(), &self.track, &self.path, &options).unwrap()
    }
}

/// With less than its grip the car stays on the road, and nearly has the time of a lap in theory with that grip.
#[test]
fn a_lap_below_the_limit_is_clean_and_the_same_at_any_rate() {
    let car = OnTrack::new("boxster-s", "kart-track");
    let theory_s = car.theory_s();
    let lap = car.at(0.88, 240.0);
    assert!(lap.least_room_m > 0.0, "{}", lap.least_room_m);
    // Speeds of corners grow with the root of the grip.
    let expected_s = theory_s / 0.88_f64.sqrt();
    assert!((lap.lap.time_s / expected_s - 1.0).abs() < 0.03, "{} s of {expected_s} s", lap.lap.time_s);
    assert_eq!(lap, car.at(0.88, 240.0));
    let coarse = car.at(0.88, 30.0);
    assert!((coarse.lap.time_s / lap.lap.time_s - 1.0).abs() < 1e-3, "{} s", coarse.lap.time_s);
    let speeds = lap.samples.windows(2).map(|pair| pair[1].time_s - pair[0].time_s);
    assert!(speeds.into_iter().all(|step_s| step_s > 0.0));
}

/// Two axles without width, and without the vehicle's anti-lock system.
#[test]
fn a_lap_of_the_single_track_model_is_clean() {
    let car = OnTrack::by_model("single_track", "boxster-s", "kart-track");
    let expected_s = car.theory_s() / 0.88_f64.sqrt();
    let lap = car.at(0.88, 240.0);
    assert!(lap.least_room_m > 0.0, "{}", lap.least_room_m);
    assert!((lap.lap.time_s / expected_s - 1.0).abs() < 0.03, "{} s of {expected_s} s", lap.lap.time_s);
}

/// Without matched revs the engine's drag in a lower gear locks the wheels that it drives.
#[test]
fn shifts_down_do_not_lock_the_driven_wheels() {
    let vehicle = preset("boxster-s").unwrap().spec.validate().unwrap().without_stability_control();
    // 4 m/s^2 from 35 m/s to 8 m/s, through three gears.
    let point = |at: u32| {
        let distance_m = 2.0 * f64::from(at);
        let square: f64 = 35.0 * 35.0 - 8.0 * distance_m;
        let is_slow = square < 64.0;
        LinePoint {
            position_m: [distance_m, 0.0],
            speed_m_s: if is_slow { 8.0 } else { square.sqrt() },
            along_m_s2: if is_slow { 0.0 } else { -4.0 },
            ..LinePoint::default()
        }
    };
    let line = DrivingLine::new(&(0..100).map(point).collect::<Vec<_>>(), false).unwrap();
    let model = MODELS.by_name("two_track").unwrap();
    let initial = [("velocity_x_m_s", 35.0)];
    let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
    let car = CarChoice::Vehicle(&vehicle);
    let mut world = World::new(Site::asphalt());
    let id = world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
    let mut driver = LineDriver::new(model, &car, line.into()).with_shifts(vec![15.0, 25.0, 33.0]);
    let radius_m = vehicle.rear().radius_m;
    let mut least_slip = 0.0;
    for _ in 0..1600 {
        let request = driver.request(world.car(id).unwrap());
        world.set_request(id, request);
        world.step(Dt::new(0.005).unwrap());
        let telltales = world.car(id).unwrap().telltales();
        let speed_m_s = telltales.motion.velocity_x_m_s;
        for spin_rad_s in &telltales.spins_rad_s.unwrap()[2..] {
            least_slip = f64::min(least_slip, spin_rad_s * radius_m / speed_m_s - 1.0);
        }
    }
    assert!(least_slip > -0.06, "{least_slip}");
}

/// A driver without a clutch shifts down on the straight, but in a corner, where the engine would be dragged up to its speed by the
/// wheels, he keeps his gear.
#[test]
fn a_car_with_a_converter_keeps_its_gear_in_a_corner() {
    let vehicle = preset("bmw-m8").unwrap().spec.validate().unwrap().without_stability_control();
    let model = MODELS.by_name("two_track").unwrap();
    let car = CarChoice::Vehicle(&vehicle);
    let gear_after = |radius_m: f64| {
        // Most of a circle, or of a circle so large that it is straight.
        let line = |speed_m_s: f64| {
            let point = |at: u32| {
                let (sin, cos) = (4.0 * f64::from(at) / radius_m).sin_cos();
                LinePoint { position_m: [radius_m * cos, radius_m * sin], speed_m_s, ..LinePoint::default() }
            };
            Arc::new(DrivingLine::new(&(0..110).map(point).collect::<Vec<_>>(), false).unwrap())
        };
        let initial =
            [("x_m", radius_m), ("yaw_rad", core::f64::consts::FRAC_PI_2), ("velocity_x_m_s", 26.0)];
        let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
        let mut world = World::new(Site::asphalt());
        let id = world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
        let mut driver = LineDriver::new(model, &car, line(26.0)).with_shifts(vec![16.0, 25.0, 37.0]);
        let mut gear = 0.0;
        for step in 0..1600 {
            if step == 200 {
                driver.set_line(line(22.0));
            }
            let request = driver.request(world.car(id).unwrap());
            gear = request.command.gear;
            world.set_request(id, request);
            world.step(Dt::new(0.005).unwrap());
        }
        gear
    };
    assert_eq!(gear_after(90.0), 3.0);
    assert_eq!(gear_after(1e5), 2.0);
}

/// He is never faster than theory, and at most 3 % slower.
fn check(car: &str, track: &str) {
    let on_track = OnTrack::new(car, track);
    let (theory_s, driven) = (on_track.theory_s(), on_track.fastest());
    let slower = driven.lap.time_s / theory_s - 1.0;
    println!("{car} on {track}: {theory_s:.3} s, driven {:.3} s, {slower:.4}", driven.lap.time_s);
    assert!((0.0..0.03).contains(&slower), "{car} on {track}: {slower} of {theory_s} s");
    assert!(driven.least_room_m >= 0.0 && driven.converged, "{car} on {track}");
}

mod long {
    #[test]
    #[ignore = "long: drives some twenty laps"]
    fn he_comes_near_theory_on_the_kart_track() {
        super::check("boxster-s", "kart-track");
    }
}

mod soak {
    use super::check;

    /// The law of the long test for a second car, for which every change once waited half a minute.
    #[test]
    #[ignore = "soak: drives some twenty laps"]
    fn a_heavy_car_comes_near_theory_on_the_kart_track() {
        check("bmw-m8", "kart-track");
    }

    #[test]
    #[ignore = "soak: drives some twenty laps of each of four cars"]
    fn he_comes_near_theory_on_the_handling_course() {
        for car in ["boxster-s", "bmw-m8", "tesla-model-3-rwd", "focus-st-2013"] {
            check(car, "handling-course");
        }
    }

    #[test]
    #[ignore = "soak: drives some twenty laps"]
    fn he_comes_near_theory_on_the_grand_prix_course() {
        check("boxster-s", "grand-prix");
    }

    #[test]
    #[ignore = "soak: drives some twenty runs"]
    fn he_comes_near_theory_from_a_standing_start_uphill() {
        check("boxster-s", "hill-climb");
    }
}
