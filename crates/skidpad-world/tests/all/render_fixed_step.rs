//! Fixed steps along frames of any length: no drift, no spiral, no jitter.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::model::Pose;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_testing::Random;
use skidpad_world::render::{
    Between, FixedStep, FrameFault, WheelAngle, angle_between, hermite, rotation_between,
};

fn fixed(dt_s: f64) -> FixedStep {
    FixedStep::new(Dt::new(dt_s).unwrap())
}

/// The judge counts in whole units of 2^-90 s of its own: frames are exact multiples of 2^-40 s.
#[test]
fn the_steps_equal_the_time_after_a_million_frames() {
    for dt_s in [1.0 / 60.0, 0.01, 0.001, 1.0 / 144.0, 0.3] {
        let mut random = Random::new(0x1234_5678_9abc_def1);
        let mut clock = fixed(dt_s).with_most_steps(1000);
        let mut elapsed = 0_u128;
        let mut summed = 0.0;
        for frame in 0..1_000_000 {
            // 0 to 62 ms, some of them 0.
            let ticks = if frame % 10 == 0 { 0 } else { random.bits() >> 28 };
            elapsed += u128::from(ticks);
            let due = clock.advance(ticks as f64 / 2_f64.powi(40));
            assert!((0.0..1.0).contains(&due.alpha), "{}", due.alpha);
            assert_eq!((due.dropped_s, due.fault), (0.0, None));
            summed += f64::from(due.steps);
        }
        assert_eq!(summed, clock.steps() as f64);
        let units = elapsed << 50;
        let step = (dt_s * 2_f64.powi(90)) as u128;
        assert_eq!(u128::from(clock.steps()), units / step, "{dt_s}");
        let elapsed_s = elapsed as f64 / 2_f64.powi(40);
        assert!((elapsed_s - (clock.steps() as f64 + clock.alpha()) * dt_s).abs() < 1e-8, "{dt_s}");
    }
}

/// A sum of `f64`s from which steps are taken off does this for some steps and not for others.
#[test]
fn frames_of_exactly_a_step_give_exactly_a_step_each() {
    for dt_s in [1.0 / 60.0, 1.0 / 30.0, 0.1, 0.007] {
        let mut clock = fixed(dt_s);
        for _ in 0..100_000 {
            let due = clock.advance(dt_s);
            assert_eq!((due.steps, due.alpha), (1, 0.0), "{dt_s}");
        }
    }
}

#[test]
fn a_stall_of_a_second_does_not_explode() {
    let mut clock = fixed(1.0 / 60.0);
    clock.advance(0.010);
    let before = clock.alpha();
    let due = clock.advance(1.0);
    assert_eq!(due.steps, FixedStep::MOST_STEPS);
    assert!((due.dropped_s - 52.0 / 60.0).abs() < 1e-12, "{}", due.dropped_s);
    assert!((due.alpha - before).abs() < 1e-9, "the picture goes on from where it was between two steps");
    assert_eq!(clock.advance(1.0 / 60.0).steps, 1, "the next frame is as any");
    assert_eq!((clock.steps(), clock.dropped_steps()), (9, 52));
    // A machine that is too slow for good: each frame has the most steps, and never more.
    for _ in 0..1000 {
        assert!(clock.advance(0.5).steps <= FixedStep::MOST_STEPS);
    }
    assert_eq!(fixed(0.01).with_most_steps(0).advance(5.0).steps, 1);
}

#[test]
fn a_time_that_is_none_is_named_and_changes_nothing() {
    let mut clock = fixed(0.01);
    clock.advance(0.004);
    let before = clock;
    for (frame_s, fault) in [
        (f64::NAN, FrameFault::NotANumber),
        (-f64::NAN, FrameFault::NotANumber),
        (-1e-300, FrameFault::Negative),
        (f64::NEG_INFINITY, FrameFault::Negative),
    ] {
        let due = clock.advance(frame_s);
        assert_eq!((due.steps, due.dropped_s, due.fault), (0, 0.0, Some(fault)));
        assert_eq!(clock, before);
    }
    assert_eq!(clock.advance(-0.0).fault, None);
    for frame_s in [f64::INFINITY, 1e300, 86_400.1] {
        let due = clock.advance(frame_s);
        assert_eq!((due.steps, due.fault), (8, Some(FrameFault::TooLong)));
        assert!(due.dropped_s < 86_401.0 && due.alpha < 1.0);
    }
    assert!(FrameFault::TooLong.to_string().contains("86400 s"));
}

/// Any bits as a frame, and the shortest step that there is.
#[test]
fn any_bits_give_a_sound_answer() {
    let mut random = Random::new(99);
    for dt_s in [5e-324, 1e-30, 1e-12, 0.01, 1.0] {
        let mut clock = fixed(dt_s);
        for _ in 0..20_000 {
            let due = clock.advance(random.any());
            assert!((0.0..1.0).contains(&due.alpha) && due.steps <= 8, "{dt_s} {due:?}");
            assert!(due.dropped_s >= 0.0 && due.dropped_s.is_finite(), "{dt_s} {due:?}");
        }
    }
}

fn distance(a: &Pose<f64>, b: &Pose<f64>) -> f64 {
    a.position_m.iter().zip(&b.position_m).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The angle between two attitudes.
fn turned(a: [f64; 4], b: [f64; 4]) -> f64 {
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let apart: f64 = a.iter().zip(&b).map(|(a, b)| (a - dot.signum() * b).powi(2)).sum::<f64>().sqrt();
    4.0 * (0.5 * apart).asin()
}

/// A car on a circle at 30 m/s, 60 steps a second, drawn 144 times a second: no picture jumps, and each is within the
/// arc's height of where the car was a step ago.
#[test]
fn a_car_at_60_steps_drawn_at_144_moves_without_a_jump() {
    let (speed, radius, dt_s, frame_s) = (30.0, 20.0, 1.0 / 60.0, 1.0 / 144.0);
    let at = |time_s: f64| {
        let yaw = speed / radius * time_s;
        Pose::on_road([radius * yaw.sin(), radius * (1.0 - yaw.cos())], yaw, &Surface::asphalt())
    };
    let mut clock = fixed(dt_s);
    let mut shown = Between::at(at(0.0));
    let mut last = shown.pose(0.0);
    let mut uneven = 0.0_f64;
    for frame in 1..2000 {
        let due = clock.advance(frame_s);
        for step in 0..due.steps {
            shown.push(at((clock.steps() - u64::from(due.steps) + 1 + u64::from(step)) as f64 * dt_s));
        }
        let pose = shown.pose(due.alpha);
        let true_time_s = f64::from(frame) * frame_s - dt_s;
        if true_time_s > 0.0 {
            let truth = at(true_time_s);
            // The height of the arc over its chord: (v dt)^2 / 8 R.
            let arc = (speed * dt_s).powi(2) / (8.0 * radius);
            assert!(distance(&pose, &truth) <= 1.01 * arc, "{frame}");
            assert!(turned(pose.quaternion, truth.quaternion) < 1e-7, "{frame}");
            if true_time_s > frame_s {
                uneven = uneven.max((distance(&pose, &last) / (speed * frame_s) - 1.0).abs());
            }
        }
        last = pose;
    }
    assert!(uneven < 2e-4, "each picture is as far from the last as from the next: {uneven}");
}

/// Where one step ends the next begins.
#[test]
fn interpolated_motion_is_continuous_where_steps_meet() {
    let mut random = Random::new(7);
    let mut pose = || {
        let quaternion = [0; 4].map(|_| random.unit() - 0.5);
        let length = quaternion.iter().map(|q: &f64| q * q).sum::<f64>().sqrt();
        let mut share = || 100.0 * random.unit();
        Pose { position_m: [share(), share(), share()], quaternion: quaternion.map(|q| q / length) }
    };
    let mut shown = Between::at(pose());
    let mut end = shown.pose(1.0);
    for _ in 0..1000 {
        shown.push(pose());
        let begin = shown.pose(0.0);
        assert!(distance(&begin, &end) < 1e-12);
        assert!(turned(begin.quaternion, end.quaternion) < 1e-7);
        for share in 0..=16 {
            let pose = shown.pose(f64::from(share) / 16.0);
            let length: f64 = pose.quaternion.iter().map(|q| q * q).sum();
            assert!((length - 1.0).abs() < 1e-14);
        }
        end = shown.pose(1.0);
    }
}

/// An even rate of turning on the shorter way, for small and large turns, whatever the signs.
#[test]
fn attitudes_turn_evenly_on_the_shorter_way() {
    let about_z = |angle: f64| [(0.5 * angle).cos(), 0.0, 0.0, (0.5 * angle).sin()];
    for turn in [1e-9, 1e-4, 0.0099, 0.0101, 0.3, 1.5, 3.1] {
        for sign in [1.0, -1.0] {
            let to = about_z(0.4 + turn).map(|q| sign * q);
            for share in 0..=10 {
                let alpha = f64::from(share) / 10.0;
                let [w, x, y, z] = rotation_between(about_z(0.4), to, alpha);
                let apart = 2.0 * z.atan2(w) - (0.4 + alpha * turn);
                assert!(
                    apart.sin().abs() <= 1e-6 * turn + 1e-15 && apart.cos() > 0.0,
                    "{turn} {alpha}: {apart}"
                );
                assert_eq!([x, y], [0.0, 0.0]);
            }
        }
    }
    // Opposite attitudes have no shorter way; the answer is still an attitude.
    let middle = rotation_between([1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], 0.5);
    assert!((middle.iter().map(|q: &f64| q * q).sum::<f64>() - 1.0).abs() < 1e-14);
    let nothing = rotation_between([0.0; 4], [0.0; 4], 0.5);
    assert!(nothing.iter().all(|q: &f64| q.is_finite()));
}

#[test]
fn yaw_takes_the_shorter_way_and_small_turns_keep_their_bits() {
    let degrees = f64::to_radians;
    for (from, to, half) in
        [(179.0, -179.0, 180.0), (-170.0, 170.0, -180.0), (10.0, 20.0, 15.0), (0.0, 720.0, 0.0)]
    {
        let found: f64 = angle_between(degrees(from), degrees(to), 0.5);
        assert!((found - degrees(half)).abs() < 1e-12, "{from} {to}: {}", found.to_degrees());
    }
    assert_eq!(angle_between(0.25_f64, 0.5, 0.5), 0.375);
    assert_eq!(angle_between(0.25_f64, 0.5, 0.0), 0.25);
}

/// A parked car is drawn with the same bits in every picture, whatever the rounding of its attitude.
#[test]
fn an_attitude_that_stays_has_the_same_bits_at_every_alpha() {
    for place in 0..200_u32 {
        let [w, x, y, z] = [1.0, 2.0, 3.0, 5.0].map(|prime: f64| f64::sin(prime * f64::from(place) + 0.3));
        let length = (w * w + x * x + y * y + z * z).sqrt();
        let attitude = [w, x, y, z].map(|part| part / length);
        let drawn = rotation_between(attitude, attitude, 0.0);
        for picture in 1..50_u32 {
            assert_eq!(rotation_between(attitude, attitude, f64::from(picture) / 50.0), drawn);
        }
    }
}

/// A cubic is drawn exactly; ends are exact.
#[test]
fn hermite_draws_cubics_exactly() {
    let place = |t: f64| 3.0 - 2.0 * t + 4.0 * t * t - 1.5 * t * t * t;
    let speed = |t: f64| -2.0 + 8.0 * t - 4.5 * t * t;
    for share in 0..=20 {
        let alpha = f64::from(share) / 20.0;
        let found = hermite([place(1.0), place(1.4)], [speed(1.0), speed(1.4)], 0.4, alpha);
        assert!((found - place(1.0 + 0.4 * alpha)).abs() < 1e-14, "{alpha}");
    }
    assert_eq!(hermite([1.0_f64, 2.0], [5.0, 7.0], 0.1, 0.0), 1.0);
}

/// A wheel that speeds up evenly from rest for ten minutes, over 200 rad/s: the angle is the integral at every share
/// of a step, and does not jerk.
#[test]
fn wheels_turn_as_far_as_they_spin() {
    let (dt_s, rate) = (1.0 / 60.0, 0.35);
    let mut wheel = WheelAngle::at(0.0);
    for step in 1..=36_000 {
        let time_s = f64::from(step) * dt_s;
        wheel.push(rate * time_s, dt_s);
        for alpha in [0.0, 0.3, 1.0] {
            let at = time_s - dt_s + alpha * dt_s;
            let apart = wheel.angle_rad(alpha) - 0.5 * rate * at * at;
            assert!((apart.sin().atan2(apart.cos())).abs() < 1e-7, "{step} {alpha}: {apart}");
        }
        assert!((-0.1..20.0).contains(&wheel.angle_rad(0.5)));
    }
    // Backwards too.
    let mut wheel = WheelAngle::at(-3.0);
    (0..100).for_each(|_| wheel.push(-3.0, 0.1));
    let apart = wheel.angle_rad(1.0) + 30.0;
    assert!((apart.sin().atan2(apart.cos())).abs() < 1e-12);
    assert!((0.0..7.0).contains(&wheel.angle_rad(0.0)));
}
