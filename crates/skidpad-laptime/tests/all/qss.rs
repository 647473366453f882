//! Quasi-steady laps against closed forms.

use skidpad_laptime::qss::{self, Options, QssError, Start};
use skidpad_laptime::{Envelope, Limit, Path, PathPoint, Point, Range};

/// A point with friction: accelerations within a circle of friction times the load on the road, drag, and a power.
#[derive(Clone, Copy)]
struct Puck {
    friction: f64,
    drag_1_m: f64,
    power_w_kg: f64,
    top_m_s: f64,
    shift_s: f64,
}

impl Puck {
    const PLAIN: Self = Self { friction: 1.0, drag_1_m: 0.0, power_w_kg: 1e9, top_m_s: 100.0, shift_s: 0.0 };
}

impl Envelope for Puck {
    fn range(&self, at: &Point) -> Option<Range> {
        let grip = self.friction * at.normal_m_s2;
        let rest = grip * grip - at.lateral_m_s2 * at.lateral_m_s2;
        let drag_m_s2 = self.drag_1_m * at.speed_m_s * at.speed_m_s;
        (rest >= 0.0).then(|| Range {
            braking_m_s2: -rest.sqrt() - drag_m_s2,
            coasting_m_s2: -drag_m_s2,
            traction_m_s2: rest.sqrt() - drag_m_s2,
            power_m_s2: self.power_w_kg / at.speed_m_s.max(1e-3) - drag_m_s2,
        })
    }

    fn top_speed_m_s(&self) -> f64 {
        self.top_m_s
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        if speed_m_s < 20.0 { 1 } else { 2 }
    }

    fn shift_s(&self) -> f64 {
        self.shift_s
    }
}

const G: f64 = 9.80665;

/// A path of even points with what `of` makes of each.
fn path(length_m: f64, step_m: f64, is_closed: bool, of: impl Fn(f64) -> PathPoint) -> Path {
    let count = (length_m / step_m).round() as usize + usize::from(!is_closed);
    Path::new((0..count).map(|place| of(step_m * place as f64)).collect(), length_m, is_closed).unwrap()
}

fn standing() -> Options {
    Options { start: Start::At(0.0), ..Options::default() }
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
}

#[test]
fn a_circle_is_driven_at_the_root_of_friction_gravity_and_radius() {
    let circle = path(300.0, 1.0, true, |d| PathPoint::level(d, 1.0 / 47.0));
    let lap = qss::lap(&circle, &Puck::PLAIN, &Options::default()).unwrap();
    let speed_m_s = (G * 47.0_f64).sqrt();
    near(lap.time_s, 300.0 / speed_m_s, 1e-3);
    assert!(lap.samples.iter().all(|sample| sample.limit == Limit::Cornering));
    near(lap.samples[7].lateral_m_s2, G, 1e-3);
}

#[test]
fn a_banked_circle_has_the_textbook_speed() {
    // v^2 / (g R) = (tan b + mu) / (1 - mu tan b), inside low: a left turn falls to the left.
    for (banking, friction) in [(0.2_f64, 0.7), (0.35, 1.0), (-0.1, 0.5)] {
        let point = |d| PathPoint { banking_rad: -banking, ..PathPoint::level(d, 0.01) };
        let car = Puck { friction, ..Puck::PLAIN };
        let lap = qss::lap(&path(500.0, 5.0, true, point), &car, &Options::default()).unwrap();
        let square = G * 100.0 * (banking.tan() + friction) / (1.0 - friction * banking.tan());
        near(lap.samples[0].speed_m_s, square.sqrt(), 2e-3);
    }
}

#[test]
fn a_crest_is_left_where_its_curvature_takes_the_weight() {
    // The load vanishes at v^2 c = g; with the least lateral demand grip is needed before that.
    let point = |d| PathPoint { grade_rate_1_m: -0.02, ..PathPoint::level(d, 1e-9) };
    let lap = qss::lap(&path(200.0, 2.0, true, point), &Puck::PLAIN, &Options::default()).unwrap();
    near(lap.samples[0].speed_m_s, (G / 0.02_f64).sqrt(), 1e-2);
}

#[test]
fn a_standing_start_with_friction_alone_is_uniform() {
    let straight = path(100.0, 1.0, false, |d| PathPoint::level(d, 0.0));
    let lap = qss::lap(&straight, &Puck::PLAIN, &standing()).unwrap();
    near(lap.time_s, (2.0 * 100.0 / G).sqrt(), 1e-9);
    let last = lap.samples.last().unwrap();
    near(last.speed_m_s, (2.0 * 100.0 * G).sqrt(), 1e-9);
    assert_eq!(last.limit, Limit::Traction);
}

#[test]
fn constant_power_gains_energy_in_proportion_to_time() {
    // From 10 m/s on: v^2 = v0^2 + 2 p t.
    let car = Puck { power_w_kg: 50.0, friction: 2.0, ..Puck::PLAIN };
    let straight = path(400.0, 1.0, false, |d| PathPoint::level(d, 0.0));
    let options = Options { start: Start::At(10.0), ..Options::default() };
    let lap = qss::lap(&straight, &car, &options).unwrap();
    for sample in &lap.samples {
        near(sample.speed_m_s * sample.speed_m_s, 100.0 + 100.0 * sample.time_s, 0.05);
        assert_eq!(sample.limit, Limit::Power);
    }
}

#[test]
fn drag_ends_the_acceleration_at_the_speed_where_it_takes_all_power() {
    let car = Puck { power_w_kg: 100.0, drag_1_m: 0.001, ..Puck::PLAIN };
    let straight = path(9000.0, 10.0, false, |d| PathPoint::level(d, 0.0));
    let lap = qss::lap(&straight, &car, &standing()).unwrap();
    near(lap.samples.last().unwrap().speed_m_s, (100.0_f64 / 0.001).cbrt(), 1e-3);
}

#[test]
fn a_slope_adds_its_gravity() {
    let grade = 0.1;
    let slope = |d| PathPoint { grade, ..PathPoint::level(d, 0.0) };
    let angle = f64::atan(grade);
    let lap = qss::lap(&path(100.0, 1.0, false, slope), &Puck::PLAIN, &standing()).unwrap();
    let rate = G * (angle.cos() - angle.sin());
    // The road is longer than its plan.
    near(lap.time_s, (2.0 * 100.0 / angle.cos() / rate).sqrt(), 1e-6);
}

#[test]
fn what_is_symmetric_in_time_is_driven_symmetrically() {
    // A car that brakes as it accelerates takes a symmetric path the same both ways.
    let bend = |d: f64| PathPoint::level(d, 0.02 * (-((d - 150.0) / 20.0_f64).powi(2)).exp());
    let forwards = path(300.0, 1.0, false, bend);
    let lap = qss::lap(&forwards, &Puck::PLAIN, &Options::default()).unwrap();
    let speeds: Vec<f64> = lap.samples.iter().map(|sample| sample.speed_m_s).collect();
    let count = speeds.len();
    for place in 0..count {
        near(speeds[place], speeds[count - 1 - place], 0.01);
    }
    assert!(speeds[150] < speeds[0] && lap.samples[120].limit == Limit::Braking);
    assert!(lap.samples[120].brake > 0.5 && lap.samples[180].throttle > 0.0);
}

#[test]
fn the_error_falls_with_the_square_of_the_spacing() {
    let bend = |d: f64| PathPoint::level(d, 0.01 * (1.0 + (d * core::f64::consts::TAU / 400.0).sin()));
    let time = |step_m: f64| {
        let car = Puck { power_w_kg: 200.0, drag_1_m: 0.002, ..Puck::PLAIN };
        qss::lap(&path(400.0, step_m, true, bend), &car, &Options::default()).unwrap().time_s
    };
    let exact = time(0.125);
    let [coarse, fine] = [time(4.0), time(2.0)].map(|time| (time - exact).abs());
    assert!(fine < 0.4 * coarse && coarse < 0.01, "{coarse} {fine}");
}

#[test]
fn a_flying_lap_begins_as_it_ends() {
    let bend = |d: f64| PathPoint::level(d, 0.015 * (d * core::f64::consts::TAU / 500.0).cos());
    let car = Puck { power_w_kg: 120.0, drag_1_m: 0.001, ..Puck::PLAIN };
    let one = path(500.0, 1.0, true, bend);
    let lap = qss::lap(&one, &car, &Options::default()).unwrap();
    // Two laps in one take twice the time.
    let two = path(1000.0, 1.0, true, bend);
    let twice = qss::lap(&two, &car, &Options::default()).unwrap();
    near(twice.time_s, 2.0 * lap.time_s, 1e-6);
    near(lap.time_at_s(500.0), lap.time_s, 0.0);
    near(lap.time_at_s(250.5), 0.5 * (lap.samples[250].time_s + lap.samples[251].time_s), 1e-3);
}

#[test]
fn changing_gear_takes_time_once_in_each_acceleration() {
    let straight = path(400.0, 0.5, false, |d| PathPoint::level(d, 0.0));
    let time = |shift_s: f64| {
        let car = Puck { power_w_kg: 100.0, shift_s, ..Puck::PLAIN };
        qss::lap(&straight, &car, &standing()).unwrap()
    };
    let (without, with) = (time(0.0), time(0.4));
    // At constant power the energy of the time without drive is missing: 2 p (T - t) = v^2 as before.
    let end = |lap: &qss::QssLap| lap.samples.last().unwrap().speed_m_s;
    let missing_s = with.time_s - 0.5 * (end(&with).powi(2) - end(&without).powi(2)) / 100.0 - without.time_s;
    near(missing_s, 0.4, 0.01);
    let interrupted = with.samples.iter().filter(|sample| sample.limit == Limit::Shift).count();
    let interrupted_m = interrupted as f64 * 0.5;
    near(interrupted_m, 0.4 * 20.0, 1.5);
}

#[test]
fn a_margin_slows_every_corner_and_nothing_else() {
    let circle = path(300.0, 1.0, true, |d| PathPoint::level(d, 1.0 / 47.0));
    let options = Options { corner_margin_m_s: 0.5, ..Options::default() };
    let lap = qss::lap(&circle, &Puck::PLAIN, &options).unwrap();
    near(lap.samples[0].speed_m_s, (G * 47.0_f64).sqrt() - 0.5, 1e-3);
}

#[test]
fn places_that_cannot_be_driven_are_named() {
    let steep =
        |d: f64| PathPoint { banking_rad: if d > 40.0 { 1.0 } else { 0.0 }, ..PathPoint::level(d, 0.0) };
    let error = qss::lap(&path(100.0, 1.0, false, steep), &Puck::PLAIN, &standing()).unwrap_err();
    assert_eq!(error, QssError::NoSpeed { distance_m: 41.0 });
    let wall = |d: f64| PathPoint { grade: if d > 50.0 { 0.9 } else { 0.0 }, ..PathPoint::level(d, 0.0) };
    let weak = Puck { power_w_kg: 1.0, ..Puck::PLAIN };
    let error = qss::lap(&path(100.0, 1.0, false, wall), &weak, &standing()).unwrap_err();
    assert!(matches!(error, QssError::Stops { distance_m } if distance_m > 50.0), "{error}");
    assert!(error.to_string().contains("too weak for the road there"));
}

#[test]
fn paths_are_checked() {
    use skidpad_laptime::PathError;
    let level = |d| PathPoint::level(d, 0.0);
    let cases = [
        (vec![level(0.0), level(1.0)], 2.0, PathError::TooFew(2)),
        (vec![level(0.0), level(1.0), PathPoint::level(2.0, f64::NAN)], 3.0, PathError::NotFinite(2)),
        (vec![level(0.0), level(1.0), level(1.0)], 3.0, PathError::Distance(2)),
        (vec![level(0.0), level(1.0), level(2.0)], 2.0, PathError::Distance(2)),
        (vec![level(0.0), level(1.0), level(2.0)], f64::INFINITY, PathError::Distance(2)),
    ];
    for (points, length_m, expected) in cases {
        assert_eq!(Path::new(points, length_m, true).unwrap_err(), expected);
    }
}
