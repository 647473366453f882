//! A driver who follows a line at its speeds.

use core::f64::consts::TAU;

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::line_driver::{DrivingLine, LineDriver, LineError, LinePoint};
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::world::{Member, Site, World};

const SPEED_M_S: f64 = 12.0;

/// Offsets from a line, m, and speed at the end, m/s, of a car that begins beside its first point at the speed of the line.
fn drive(points: &[LinePoint], is_closed: bool, offset_m: f64, time_s: f64, rate_hz: f64) -> (Vec<f64>, f64) {
    let line = DrivingLine::new(points, is_closed).unwrap();
    let (model, vehicle) = (MODELS.by_name("two_track").unwrap(), vehicle(5));
    let [x, y] = line.position_m(0.0);
    let heading_rad = line.at(0.0).heading_rad;
    let initial = [
        ("x_m", x - offset_m * heading_rad.sin()),
        ("y_m", y + offset_m * heading_rad.cos()),
        ("yaw_rad", heading_rad),
        ("velocity_x_m_s", points[0].speed_m_s),
    ];
    let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
    let car = CarChoice::Vehicle(&vehicle);
    let mut world = World::new(Site::asphalt());
    let id = world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
    let mut driver = LineDriver::new(model, &car, line.into());
    let mut offsets_m = Vec::new();
    for _ in 0..(time_s * rate_hz) as usize {
        let request = driver.request(world.car(id).unwrap());
        offsets_m.push(driver.on_line().unwrap().lateral_offset_m);
        world.set_request(id, request);
        world.step(Dt::new(1.0 / rate_hz).unwrap());
    }
    let velocity = world.car(id).unwrap().planar().unwrap().velocity_m_s;
    (offsets_m, Real::hypot(velocity.x, velocity.y))
}

fn circle(radius_m: f64) -> Vec<LinePoint> {
    let point = |at: u32| {
        let (sin, cos) = (f64::from(at) * TAU / 120.0).sin_cos();
        LinePoint {
            position_m: [radius_m * cos, radius_m * sin],
            speed_m_s: SPEED_M_S,
            ..LinePoint::default()
        }
    };
    (0..120).map(point).collect()
}

/// A line whose curvature is a function of the distance, with points every 2 m.
fn curved(length_m: f64, curvature_1_m: impl Fn(f64) -> f64) -> Vec<LinePoint> {
    const STEP_M: f64 = 0.05;
    let (mut points, mut position_m, mut heading_rad) = (Vec::new(), [0.0, 0.0], 0.0_f64);
    for at in 0..(length_m / STEP_M) as usize {
        if at % 40 == 0 {
            points.push(LinePoint { position_m, speed_m_s: SPEED_M_S, ..LinePoint::default() });
        }
        heading_rad += STEP_M * curvature_1_m(STEP_M * (at as f64 + 0.5));
        position_m[0] += STEP_M * heading_rad.cos();
        position_m[1] += STEP_M * heading_rad.sin();
    }
    points
}

fn most(offsets_m: &[f64]) -> f64 {
    offsets_m.iter().fold(0.0, |most, offset_m| f64::max(most, offset_m.abs()))
}

#[test]
fn he_follows_a_circle_at_its_speed() {
    let (offsets_m, speed_m_s) = drive(&circle(50.0), true, 0.0, 20.0, 100.0);
    assert!(most(&offsets_m[1000..]) < 0.15, "{}", most(&offsets_m[1000..]));
    assert!((speed_m_s - SPEED_M_S).abs() < 0.03 * SPEED_M_S, "{speed_m_s}");
}

/// A bend of 40 m between clothoids of 30 m, at 3.6 m/s^2.
#[test]
fn he_follows_a_bend_between_clothoids() {
    let curvature_1_m = |at_m: f64| {
        let inwards = ((at_m - 40.0) / 30.0).clamp(0.0, 1.0);
        let outwards = ((at_m - 100.0) / 30.0).clamp(0.0, 1.0);
        (inwards - outwards) / 40.0
    };
    let (offsets_m, _) = drive(&curved(260.0, curvature_1_m), false, 0.0, 18.0, 100.0);
    assert!(most(&offsets_m) < 0.2, "{}", most(&offsets_m));
}

#[test]
fn he_leads_an_offset_back_without_overshoot() {
    let (offsets_m, _) = drive(&curved(260.0, |_| 0.0), false, 2.0, 15.0, 100.0);
    let least_m = offsets_m.iter().fold(0.0, |least, offset_m| f64::min(least, *offset_m));
    assert!(least_m > -0.3, "{least_m}");
    assert!(most(&offsets_m[500..]) < 0.05, "{}", most(&offsets_m[500..]));
}

/// He keeps no sums: the rate of the steps changes little.
#[test]
fn he_drives_alike_at_any_rate() {
    let at = |rate_hz: f64| drive(&circle(50.0), true, 1.0, 6.0, rate_hz);
    let (fine, fine_m_s) = at(1000.0);
    for rate_hz in [30.0, 240.0] {
        let (coarse, speed_m_s) = at(rate_hz);
        assert!((speed_m_s - fine_m_s).abs() < 0.02, "{rate_hz} Hz: {speed_m_s} instead of {fine_m_s}");
        for at_s in [0.5, 1.0, 2.0, 4.0] {
            let [found, expected] =
                [(&coarse, rate_hz), (&fine, 1000.0)].map(|(of, hz)| of[(at_s * hz) as usize]);
            assert!((found - expected).abs() < 0.05, "{rate_hz} Hz: {found} instead of {expected}");
        }
    }
}

#[test]
fn points_that_make_no_line_are_refused() {
    let sound = circle(50.0);
    let broken = |place: usize, of: fn(&mut LinePoint)| {
        let mut points = sound.clone();
        of(&mut points[place]);
        DrivingLine::new(&points, true).unwrap_err()
    };
    assert_eq!(broken(3, |point| point.speed_m_s = -1.0), LineError::Number(3));
    assert_eq!(broken(7, |point| point.along_m_s2 = f64::NAN), LineError::Number(7));
    assert_eq!(broken(0, |point| point.steer_rad = f64::INFINITY), LineError::Number(0));
    assert!(matches!(broken(5, |point| point.position_m[0] = f64::NAN), LineError::NoCurve(_)));
    assert!(matches!(DrivingLine::new(&sound[..1], false).unwrap_err(), LineError::NoCurve(_)));
    let message = LineError::Number(3).to_string();
    assert_eq!(message, "points[3]: every number must be finite, and the speed 0 or more");
}
