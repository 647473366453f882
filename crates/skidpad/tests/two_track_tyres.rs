//! The four-wheel car on tyres of other laws: it stands still on them, too, and drives like the same car.
#![allow(clippy::disallowed_methods)]

mod support;

use skidpad::controls::Command;
use skidpad::model::two_track::{
    Brushes, Curves, Kind, MagicTyres, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad::spec::VehicleSpec;
use skidpad::step::{Simulation, Status};
use skidpad::surface::Surface;
use support::{build, coast, dt, manual};

fn moving<K: Kind>(spec: &VehicleSpec, speed_m_s: f64, gear: f64) -> Simulation<TwoTrack<K>> {
    let car = K::car(&build(spec));
    let state = TwoTrackState::rolling(&car.base, speed_m_s, gear);
    Simulation::new(car, TwoTrackMode::in_gear(&car.base, gear), state)
}

fn hold<K: Kind>(
    car: &mut Simulation<TwoTrack<K>>,
    command: &Command<f64>,
    road: &Surface<f64>,
    hz: f64,
    s: f64,
) {
    for _ in 0..(s * hz).round() as u64 {
        let status = car.step(&TwoTrackInput::on_even_road(command), road, dt(1.0 / hz));
        assert_eq!(status, Status::Running, "{}: {:?}", K::NAME, car.state());
    }
}

/// Uphill and across on 30 % with the brake on: after the sag nothing moves to the last bit.
fn parks<K: Kind>() {
    let angle = 0.3_f64.atan();
    for (slope_rad, bank_rad) in [(angle, 0.0), (0.0, angle)] {
        let road = Surface { slope_rad, bank_rad, ..Surface::asphalt() };
        for hz in [20.0, 60.0, 240.0, 1000.0] {
            let mut car = moving::<K>(&manual(), 0.0, 0.0);
            let brake = Command { brake: 1.0, ..coast(0.0) };
            hold(&mut car, &brake, &road, hz, 5.0);
            let before = *car.state();
            let sag = before.body.x_m.hypot(before.body.y_m);
            assert!(sag > 1e-4 && sag < 0.05, "{}: the tyres give way by millimetres: {sag}", K::NAME);
            hold(&mut car, &brake, &road, hz, 10.0);
            let moved =
                (car.state().body.x_m - before.body.x_m).hypot(car.state().body.y_m - before.body.y_m);
            assert!(moved < 1e-12, "{} at {hz} Hz: {moved} m, {:?}", K::NAME, car.state());
            // Released, it rolls at once.
            if bank_rad == 0.0 {
                hold(&mut car, &coast(0.0), &road, hz, 0.5);
                assert!(car.state().body.velocity_x_m_s < -0.5, "{}: {:?}", K::NAME, car.state().body);
            }
        }
    }
}

/// Yaw rate of a bend, speed after a launch, and distance of a stop.
fn drives<K: Kind>() -> [f64; 3] {
    let road = Surface::asphalt();
    let mut bend = moving::<K>(&manual(), 20.0, 0.0);
    hold(&mut bend, &Command { steer_rad: 0.03, ..coast(0.0) }, &road, 100.0, 1.5);
    let mut launch = moving::<K>(&manual(), 0.0, 1.0);
    hold(&mut launch, &Command { throttle: 0.6, ..coast(1.0) }, &road, 100.0, 3.0);
    let mut stop = moving::<K>(&manual(), 25.0, 0.0);
    hold(&mut stop, &Command { brake: 0.4, ..coast(0.0) }, &road, 100.0, 10.0);
    assert_eq!(stop.state().body.velocity_x_m_s, 0.0, "{}: {:?}", K::NAME, stop.state().body);
    [bend.state().body.yaw_rate_rad_s, launch.state().body.velocity_x_m_s, stop.state().body.x_m]
}

#[test]
fn parked_on_brushes_nothing_moves() {
    parks::<Brushes>();
}

#[test]
fn parked_on_the_magic_formula_nothing_moves() {
    parks::<MagicTyres>();
}

/// With the same stiffness, peaks and sliding force the same car drives alike on each law, well below the
/// limit within a few per cent.
#[test]
fn the_same_car_drives_alike_on_every_law() {
    let reference = drives::<Curves>();
    for (name, found) in [(Brushes::NAME, drives::<Brushes>()), (MagicTyres::NAME, drives::<MagicTyres>())] {
        for (a, b) in reference.into_iter().zip(found) {
            assert!((b / a - 1.0).abs() < 0.05, "{name}: {found:?}, not {reference:?}");
        }
    }
}
