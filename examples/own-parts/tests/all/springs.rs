//! Springs that stiffen, and dampers that a controller sets.

use skidpad::core::controls::{Controls, Gear};
use skidpad::core::math::Real;
use skidpad::core::model::two_track::{Springs, SuspensionTravel};
use skidpad::core::surface::Surface;

use crate::{Quad, drive, drive_on, input, quad, rolling};

fn parked() -> Controls {
    Controls { brake: 1.0, gear: Gear::Neutral, ..Controls::default() }
}

#[test]
fn at_rest_the_springs_carry_the_car_where_it_stands() {
    let mut car = rolling(quad(), 0.0);
    drive(&mut car, &parked(), 3.0);
    let body = &car.state().body;
    assert!(body.heave_m.abs() < 1e-4 && body.pitch_rad.abs() < 1e-4, "{body:?}");
    let (_, trace) = car.look(&input(&parked()), &Surface::asphalt());
    let weight_n = car.car().base.body.mass_kg * Surface::<f64>::asphalt().gravity_m_s2;
    assert!(((trace.car.front_load_n + trace.car.rear_load_n) / weight_n - 1.0).abs() < 1e-3);
}

fn spring_n(travel_m: f64) -> f64 {
    let base = quad().base;
    let travel = SuspensionTravel { travel_m: [travel_m; 4], rate_m_s: [0.0; 4], unsprung_n: [500.0; 4] };
    base.springs
        .forces(&base.suspension, &base.springs.start_mode(), &base.springs.start_state(), &travel)
        .spring_n[0]
}

#[test]
fn the_springs_stiffen_inwards_and_let_the_wheel_hang_outwards() {
    let (k, load_n) = (quad().base.suspension.front.spring_n_m, spring_n(0.0));
    let inwards = (spring_n(-0.05) - load_n) / 0.05;
    assert!((inwards / k - (1.0 + 4.0 * 0.05)).abs() < 1e-9, "{inwards} {k}");
    assert!(((load_n - spring_n(0.02)) / 0.02 / k - 1.0).abs() < 1e-9);
    assert_eq!(spring_n(2.0), -500.0, "the wheel's weight");
}

/// Largest heave, m, while the car rides over waves of 20 mm at a frequency.
fn heave_on_waves(frequency_hz: f64, change: impl FnOnce(&mut Quad)) -> f64 {
    let mut car = quad();
    change(&mut car);
    let mut car = rolling(car, 15.0);
    let mut largest: f64 = 0.0;
    for step in 0..3000 {
        let mut input = input(&Controls { throttle: 0.05, gear: Gear::Forward(1), ..Controls::default() });
        // The road under all wheels at once: waves of that length, with their slope.
        let (along, phase) = (core::f64::consts::TAU * frequency_hz / 15.0, car.state().body.x_m);
        let (height_m, rise_x) = (0.02 * Real::sin(along * phase), 0.02 * along * Real::cos(along * phase));
        let roads = &mut input.roads;
        for road in
            [&mut roads.front_left, &mut roads.front_right, &mut roads.rear_left, &mut roads.rear_right]
        {
            (road.height_m, road.rise_x) = (height_m, rise_x);
        }
        car.step(&input, &Surface::asphalt(), skidpad::core::step::Dt::new(0.002).unwrap());
        if step > 1500 {
            largest = Real::max(largest, Real::abs(car.state().body.heave_m));
        }
    }
    largest
}

#[test]
fn the_controller_damps_the_resonance_as_hard_dampers_do_and_isolates_above_it_better() {
    let skyhook = [1.4, 4.0].map(|hz| heave_on_waves(hz, |_| {}));
    let soft = heave_on_waves(1.4, |car| {
        let springs = &mut car.base.springs;
        (springs.front.hard_n_s_m, springs.rear.hard_n_s_m) =
            (springs.front.soft_n_s_m, springs.rear.soft_n_s_m);
    });
    let hard = heave_on_waves(4.0, |car| {
        let springs = &mut car.base.springs;
        (springs.front.soft_n_s_m, springs.rear.soft_n_s_m) =
            (springs.front.hard_n_s_m, springs.rear.hard_n_s_m);
    });
    assert!(skyhook[0] < 0.5 * soft, "at the resonance: skyhook {}, soft {soft}", skyhook[0]);
    assert!(skyhook[1] < 0.8 * hard, "above it: skyhook {}, hard {hard}", skyhook[1]);
}

/// A damper that gave energy would shake a parked car for ever.
#[test]
fn dampers_take_energy_whatever_they_are_set_to() {
    let mut car = rolling(quad(), 20.0);
    let road = Surface { bank_rad: 0.05, ..Surface::asphalt() };
    for step in 0..300 {
        let steer_rad = 0.08 * f64::from(step % 60) / 60.0;
        let controls = Controls { throttle: 0.3, steer_rad, gear: Gear::Forward(1), ..Controls::default() };
        drive_on(&mut car, &controls, 0.01, &road);
        let (_, trace) = car.look(&input(&controls), &road);
        let lost_w = trace.car.suspension_power_w - trace.car.suspension_stored_power_w;
        assert!(lost_w >= -1e-6, "{lost_w} W in step {step}");
    }
}
