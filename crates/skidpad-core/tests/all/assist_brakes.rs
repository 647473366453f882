//! Brakes: bias and handbrake to the letter, a pressure that lags as the exponential does, discs that keep the energy.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::brakes::{BrakeWheel, Brakes, Braking, Disc, Hydraulics};
use skidpad_core::record::Flag;
use skidpad_core::wheels::Wheels;

fn brakes() -> Brakes<f64> {
    Brakes {
        hydraulics: Hydraulics::biased(5000.0, 0.7, 1600.0),
        front_disc: Disc::steady(),
        rear_disc: Disc::steady(),
    }
}

fn asked(pressure: f64) -> Braking<f64> {
    let zero = Wheels::all(0.0);
    Braking { demand: Wheels::all(pressure), handbrake: 0.0, spin_rad_s: zero, speed_m_s: 0.0 }
}

#[test]
fn bias_and_handbrake_share_the_torque() {
    let brakes = brakes();
    let mode = brakes.advance(&brakes.cold(), &asked(0.4), 0.001);
    let torque = brakes.torques_nm(&mode, 0.0);
    assert_eq!(torque, Wheels::of_axles(0.4 * 1750.0, 0.4 * 750.0));
    let handbrake = brakes.torques_nm(&brakes.cold(), 0.5);
    assert_eq!(handbrake, Wheels::of_axles(0.0, 400.0));
}

#[test]
fn without_delay_the_pressure_is_the_demand_exactly() {
    let brakes = brakes();
    let demand = Wheels { front_left: 0.1, front_right: 0.7, rear_left: 1.0 / 3.0, rear_right: 0.0 };
    let mode = brakes.advance(&brakes.cold(), &Braking { demand, ..asked(0.0) }, 0.002);
    assert_eq!(mode.front_left.pressure, 0.1);
    assert_eq!(mode.front_right.pressure, 0.7);
    assert_eq!(mode.rear_left.pressure, 1.0 / 3.0);
    assert_eq!(mode.rear_right.pressure, 0.0);
}

#[test]
fn the_pressure_lags_by_its_time_constant_whatever_the_sub_step() {
    let lagging = Hydraulics { lag_s: 0.05, ..Hydraulics::biased(1.0, 0.5, 0.0) };
    for steps in [10, 50, 200] {
        let mut pressure = 0.0;
        for _ in 0..steps {
            pressure = lagging.pressure(pressure, 0.8, 0.1 / f64::from(steps));
        }
        let exact = 0.8 * (1.0 - (-2.0_f64).exp());
        assert!((pressure - exact).abs() < 1e-13, "{steps}: {pressure} {exact}");
    }
}

#[test]
fn pump_and_valves_bound_the_rate() {
    let slow = Hydraulics { rise_1_s: 4.0, fall_1_s: 8.0, ..Hydraulics::biased(1.0, 0.5, 0.0) };
    let (mut up, mut down) = (0.0_f64, 1.0_f64);
    for _ in 0..50 {
        (up, down) = (slow.pressure(up, 1.0, 0.001), slow.pressure(down, 0.0, 0.001));
    }
    assert!((up - 0.2).abs() < 1e-12 && (down - 0.6).abs() < 1e-12, "{up} {down}");
}

#[test]
fn a_disc_without_cooling_keeps_all_the_heat() {
    let disc = Disc { share: 1.0, cooling_w_k: 0.0, cooling_at_1_m_s_w_k: 0.0, ..Disc::steady() };
    let brakes = Brakes { front_disc: disc, ..brakes() };
    let mut mode = brakes.advance(&brakes.cold(), &asked(0.5), 0.001);
    let (spin, steps, dt_s) = (60.0, 2000, 0.001);
    let now = Braking { spin_rad_s: Wheels::all(-spin), speed_m_s: 20.0, ..asked(0.5) };
    for _ in 0..steps {
        mode = brakes.advance(&mode, &now, dt_s);
    }
    // E = T omega t, in either sense of rotation.
    let energy = 0.5 * 1750.0 * spin * f64::from(steps) * dt_s;
    let warmer = mode.front_left.disc_k - disc.ambient_k;
    assert!((warmer * disc.capacity_j_k / energy - 1.0).abs() < 1e-12);
    assert_eq!(mode.front_left.disc_k, mode.front_right.disc_k);
}

#[test]
fn a_disc_cools_to_the_air_faster_at_speed() {
    let disc = Disc::<f64>::steady();
    let after = |speed: f64, dt_s: f64| {
        let (mut hot, steps) = (800.0, (60.0 / dt_s).round() as usize);
        for _ in 0..steps {
            hot = disc.warmed(hot, 0.0, disc.cooling_w_k(speed), dt_s);
        }
        hot - disc.ambient_k
    };
    for speed in [0.0_f64, 10.0, 40.0] {
        // dT/dt = -k/C (T - T_air), k = 5 + 2 v^0.8 W/K.
        let exact = (800.0 - disc.ambient_k) * (-(5.0 + 2.0 * speed.powf(0.8)) / 4000.0 * 60.0).exp();
        assert!((after(speed, 0.002) / exact - 1.0).abs() < 1e-4, "{speed}");
    }
    assert!(after(40.0, 1.0) > 0.0, "never below the air's, whatever the step");
}

#[test]
fn friction_follows_its_curve_and_only_where_it_fades() {
    let mut disc = Disc { fades: Flag::from(true), cold_friction: 0.8, ..Disc::steady() };
    let at = |disc: &Disc<f64>, kelvin: f64| disc.friction(kelvin);
    for (kelvin, friction) in [
        (200.0, 0.8),
        (293.15, 0.8),
        (333.15, 0.9),
        (373.15, 1.0),
        (600.0, 1.0),
        (673.15, 1.0),
        (798.15, 0.75),
        (923.15, 0.5),
        (2000.0, 0.5),
    ] {
        assert!((at(&disc, kelvin) - friction).abs() < 1e-12, "{kelvin}");
    }
    disc.fades = Flag::from(false);
    assert_eq!(at(&disc, 923.15), 1.0);
}

#[test]
fn ten_stops_from_speed_fade_the_brakes_and_a_pause_restores_them() {
    let fading = Disc { fades: Flag::from(true), ..Disc::steady() };
    let brakes = Brakes { front_disc: fading, rear_disc: fading, ..brakes() };
    let mut mode: Wheels<BrakeWheel<f64>> = brakes.cold();
    let mut drive = |pressure: f64, speed: f64, time_s: f64| {
        let spin_rad_s = Wheels::all(speed / 0.3);
        let now = Braking { spin_rad_s, speed_m_s: speed, ..asked(pressure) };
        for _ in 0..(time_s / 0.002) as usize {
            mode = brakes.advance(&mode, &now, 0.002);
        }
        brakes.torques_nm(&mode, 0.0).front_left
    };
    let first = drive(0.8, 30.0, 0.01);
    for _ in 0..10 {
        drive(0.8, 30.0, 4.0);
        drive(0.0, 20.0, 5.0);
    }
    let faded = drive(0.8, 30.0, 0.01);
    drive(0.0, 20.0, 900.0);
    let restored = drive(0.8, 30.0, 0.01);
    assert!(faded < 0.75 * first && faded > 0.4 * first, "{faded} {first}");
    assert!(restored > 0.98 * first, "{restored} {first}");
}
