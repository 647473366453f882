//! Monster's high-speed turning to the letter: what it gives, and where it gives energy away.
#![allow(clippy::disallowed_methods)]

use crate::support;

use skidpad_texts::monster_turning::{
    FIGURE_LOAD_N, MonsterMotion, MonsterTurning, front_slip_angle, front_slip_angle_as_printed,
    lateral_capped, lateral_of_figure, power, radius_of_force, rear_slip_angle, rear_slip_angle_as_printed,
    rotation_angle,
};
use support::Numbers;

const CAR: MonsterTurning<f64> = MonsterTurning {
    mass_kg: 1500.0,
    yaw_inertia_kg_m2: 1500.0,
    to_front_m: 1.25,
    to_rear_m: 1.25,
    cornering_1_rad: 20.0,
    most_over_load: 1.0,
    gravity_m_s2: 9.8,
};

fn rolling(speed: f64) -> MonsterMotion<f64> {
    MonsterMotion { vx_m_s: speed, vy_m_s: 0.0, yaw_rate_rad_s: 0.0 }
}

/// Kinetic energy over that at the beginning, coasting from a speed with the wheels turned.
fn coasted(as_printed: bool, speed: f64, steer: f64, seconds: f64) -> f64 {
    let (mut motion, dt_s) = (rolling(speed), 1e-4);
    let before = CAR.kinetic_energy_j(&motion);
    for _ in 0..(seconds / dt_s) as u32 {
        let forces =
            if as_printed { CAR.cornering_as_printed(&motion, steer) } else { CAR.cornering(&motion, steer) };
        motion = CAR.euler_step(&motion, &forces, dt_s);
    }
    CAR.kinetic_energy_j(&motion) / before
}

/// Without the backward pull of the front tyres a car that only coasts, steered, speeds up, and with it slows
/// down.
#[test]
fn left_out_the_backward_pull_gives_energy() {
    let (printed, corrected) = (coasted(true, 5.0, 0.2, 10.0), coasted(false, 5.0, 0.2, 10.0));
    assert!((printed - 2.33).abs() < 0.01, "{printed} times the energy as printed");
    assert!((corrected - 0.91).abs() < 0.05 && corrected < 1.0, "{corrected} times the energy");
}

/// The demo's list splits the slip angles into three: from the sideslip, from the yaw rate ("rotation angle") and from
/// the steering. At small angles they add up.
#[test]
fn sideslip_rotation_and_steering_angle_add_up_to_the_slip_angles() {
    let motion = MonsterMotion { vx_m_s: 30.0, vy_m_s: -0.3, yaw_rate_rad_s: 0.2 };
    let (sideslip, rotation, steer) = ((-0.3_f64).atan2(30.0), rotation_angle(&motion, 2.5), 0.01);
    assert!((rotation - (1.25_f64 * 0.2 / 30.0).atan()).abs() < 1e-15, "{rotation}");
    let front = front_slip_angle_as_printed(&motion, CAR.to_front_m, steer);
    let rear = rear_slip_angle_as_printed(&motion, CAR.to_rear_m);
    assert!((front - (sideslip + rotation - steer)).abs() < 1e-5, "{front}");
    assert!((rear - (sideslip - rotation)).abs() < 1e-5, "{rear}");
    assert_eq!(rotation_angle(&rolling(0.0), 2.5), 0.0, "at rest");
}

/// At the same motion the difference is the power of that pull, sin(delta) F v_x.
#[test]
fn the_gain_is_the_power_of_the_pull() {
    let mut numbers = Numbers::new(1);
    let (mut gains, mut passes) = (0, 0);
    for _ in 0..100_000 {
        let motion = MonsterMotion {
            vx_m_s: numbers.between(-40.0, 40.0),
            vy_m_s: numbers.between(-10.0, 10.0),
            yaw_rate_rad_s: numbers.between(-2.0, 2.0),
        };
        let steer = numbers.between(-0.6, 0.6);
        let printed = power(&motion, &CAR.cornering_as_printed(&motion, steer));
        let corrected = power(&motion, &CAR.cornering(&motion, steer));
        assert!(corrected <= 1e-9, "{motion:?} {steer}: {corrected} W");
        gains += u32::from(printed > 1.0);
        passes += 1;
    }
    assert!(gains > passes / 50, "{gains} of {passes} states gain energy as printed");
}

/// Forwards, backwards and to either side both forms of the slip angle agree where it is small.
#[test]
fn slip_angles_agree_where_they_are_small() {
    for speed in [20.0_f64, -20.0] {
        let motion = MonsterMotion { vx_m_s: speed, vy_m_s: 0.4, yaw_rate_rad_s: 0.1 };
        let (printed, right): (f64, f64) =
            (front_slip_angle_as_printed(&motion, 1.25, 0.05), front_slip_angle(&motion, 1.25, 0.05));
        assert!((printed - right).abs() < 1e-12, "{speed} m/s: {printed} {right}");
        let rear: (f64, f64) = (rear_slip_angle_as_printed(&motion, 1.25), rear_slip_angle(&motion, 1.25));
        assert!((rear.0 - rear.1).abs() < 1e-15);
    }
    let rest = rolling(0.0);
    assert!(front_slip_angle_as_printed(&rest, 1.25, 0.1).is_nan());
    assert_eq!((front_slip_angle(&rest, 1.25, 0.1), rear_slip_angle(&rest, 1.25)), (0.0, 0.0));
    // More than a right angle: the wheel drives backwards in its own frame, and the printed form is far off.
    let spun = MonsterMotion { vx_m_s: 1.0, vy_m_s: -10.0, yaw_rate_rad_s: 0.0 };
    let printed = front_slip_angle_as_printed(&spun, 1.25, 0.5);
    assert!(printed < -core::f64::consts::FRAC_PI_2, "{printed}");
    assert!(front_slip_angle(&spun, 1.25, 0.5).abs() < core::f64::consts::FRAC_PI_2);
}

/// The figure's curve has its peak at 3 degrees, a little above the load; the capped form rises straight.
#[test]
fn the_figures_curve_peaks_at_three_degrees() {
    let force = |degrees: f64| lateral_of_figure(degrees.to_radians(), FIGURE_LOAD_N);
    let top = (1..2000).map(|step| f64::from(step) * 0.01).max_by(|a, b| force(*a).total_cmp(&force(*b)));
    assert!((top.unwrap() - 3.0).abs() < 0.011, "{top:?}");
    assert!(force(3.0) > 5000.0 && force(3.0) < 5500.0 && force(15.0) < force(3.0));
    assert_eq!(force(-2.0), -force(2.0));
    assert_eq!((lateral_capped(20.0, 1.0, 0.01), lateral_capped(20.0, 1.0, 1.0)), (0.2, 1.0));
    assert_eq!(radius_of_force(1500.0, 20.0, 6000.0), 100.0);
}
