use core::f64::consts::{FRAC_PI_2, PI};

use super::{Camera, Chase, LOOK_AHEAD_S, Shot, Subject, USUAL_SCALE};

/// Sizes of the top view, points: in a window of 1280 x 720 and 1280 x 860, on phones, and a small rest.
const SIZES: [[f64; 2]; 5] = [[700.0, 640.0], [700.0, 790.0], [390.0, 500.0], [844.0, 340.0], [120.0, 90.0]];

/// A motion: heading and velocity over time.
type Motion = fn(f64) -> (f64, [f64; 2]);

fn along(course_rad: f64, speed_m_s: f64) -> [f64; 2] {
    [speed_m_s * course_rad.cos(), speed_m_s * course_rad.sin()]
}

/// Follows a motion in frames; what is called gets each frame's car and camera.
fn followed(motion: Motion, until_s: f64, rate_hz: f64, mut each: impl FnMut(&Subject, &Chase)) -> Chase {
    let mut chase = Chase::default();
    let mut position_m = [0.0; 2];
    for frame in 0..=(until_s * rate_hz).round() as usize {
        let time_s = frame as f64 / rate_hz;
        let (heading_rad, velocity_m_s) = motion(time_s);
        let subject = Subject { time_s, position_m, heading_rad, velocity_m_s };
        chase.follow(&subject);
        each(&subject, &chase);
        position_m = [0, 1].map(|axis| position_m[axis] + velocity_m_s[axis] / rate_hz);
    }
    chase
}

/// Where a place of the world is in a picture, points rightwards and upwards from its middle.
fn on_screen(shot: &Shot, place_m: [f64; 2]) -> [f64; 2] {
    let [x, y] = [0, 1].map(|axis| place_m[axis] - shot.centre_m[axis]);
    let (sin, cos) = (FRAC_PI_2 - shot.up_rad).sin_cos();
    [x * cos - y * sin, x * sin + y * cos].map(|part| part * shot.points_per_m)
}

fn is_in(size: [f64; 2], [right, up]: [f64; 2]) -> bool {
    right.abs() <= 0.5 * size[0] + 1e-6 && up.abs() <= 0.5 * size[1] + 1e-6
}

/// Asserts that the car and all of its way in the next 3 s are in every picture.
fn sees_ahead(motion: Motion, until_s: f64) {
    for turns in [true, false] {
        let camera = Camera { turns, ..Camera::default() };
        followed(motion, until_s, 60.0, |car, chase| {
            for size in SIZES {
                let shot = camera.shot(chase, size);
                for seconds in [0.0, 1.0, LOOK_AHEAD_S] {
                    let place = [0, 1].map(|axis| car.position_m[axis] + seconds * car.velocity_m_s[axis]);
                    let at = on_screen(&shot, place);
                    assert!(is_in(size, at), "{size:?} at {:.2} s, {seconds} s ahead: {at:?}", car.time_s);
                }
            }
        });
    }
}

/// The scale was fixed: at 200 km/h 0.4 s of the way were in the picture.
#[test]
fn three_seconds_ahead_are_in_the_picture_at_any_speed() {
    // A sprint at 10 m/s^2 to 360 km/h, round a bend at 200 km/h, an emergency stop, backwards, and a circle.
    sees_ahead(|time| (0.7, along(0.7, (10.0 * time).min(100.0))), 14.0);
    sees_ahead(|time| (0.18 * time, along(0.18 * time - 0.05, 55.6)), 20.0);
    sees_ahead(|time| (2.0, along(2.0, (60.0 - 10.0 * time).max(0.0))), 7.0);
    sees_ahead(|time| (-1.0, along(-1.0 + PI, (3.0 * time).min(10.0))), 6.0);
    sees_ahead(|time| (0.5 * time, along(0.5 * time, 18.0)), 20.0);
}

#[test]
fn at_rest_the_car_is_in_the_middle_and_its_heading_up() {
    let chase = followed(|_| (1.3, [0.0; 2]), 1.0, 60.0, |_, _| {});
    let shot = Camera::default().shot(&chase, SIZES[0]);
    assert_eq!((shot.centre_m, shot.points_per_m), ([0.0; 2], USUAL_SCALE));
    assert!((shot.up_rad - 1.3).abs() < 1e-12);
    let north = Camera { turns: false, ..Camera::default() }.shot(&chase, SIZES[0]);
    assert_eq!(north.up_rad, FRAC_PI_2);
}

/// A car that stands trembles in its last digits: its direction of travel is anything.
#[test]
fn a_car_that_trembles_at_rest_does_not_turn_the_picture() {
    let trembling: Motion = |time| (0.4, along(1e4 * time, 1e-3));
    followed(trembling, 2.0, 60.0, |_, chase| assert!((chase.up_rad() - 0.4).abs() < 1e-9));
}

/// Backwards the car still points up, and what it drives towards is below it.
#[test]
fn backwards_the_picture_stays_and_looks_behind() {
    let backwards: Motion = |time| (0.9, along(0.9 + PI, (2.0 * time).min(12.0)));
    let chase = followed(backwards, 10.0, 60.0, |_, chase| assert!((chase.up_rad() - 0.9).abs() < 1e-9));
    let [_, up] = on_screen(&Camera::default().shot(&chase, SIZES[0]), chase.position_m());
    assert!(up > 100.0, "{up} points above the middle");
}

/// Three turns in three seconds at 108 km/h: the picture would whirl with the heading.
#[test]
fn in_a_spin_the_picture_keeps_to_the_direction_of_travel() {
    let spin: Motion = |time| (0.5 + 2.0 * PI * (time - 1.0).clamp(0.0, 3.0), along(0.5, 30.0));
    followed(spin, 5.0, 60.0, |_, chase| {
        assert!((chase.up_rad() - 0.5).abs() < 1e-6, "{}", chase.up_rad());
    });
    // As the spin ends at rest, askew, the picture turns to the heading, evenly.
    let mut before = f64::NAN;
    let ends: Motion = |time| (0.5 + (2.0 * time).min(5.0), along(0.5, (30.0 - 8.0 * time).max(0.0)));
    let chase = followed(ends, 7.0, 60.0, |_, chase| {
        let turn = (chase.up_rad() - before + PI).rem_euclid(2.0 * PI) - PI;
        assert!(before.is_nan() || turn.abs() < 0.06, "{turn} rad in a frame");
        before = chase.up_rad();
    });
    assert!((chase.up_rad() - (5.5 - 2.0 * PI)).abs() < 0.01, "{}", chase.up_rad());
}

/// A reverse flick turn: the car goes on where it was going, and its nose comes round. It ends nose up.
#[test]
fn a_car_that_keeps_going_the_other_way_is_turned_round() {
    let flick: Motion = |time| (PI * (time - 1.0).clamp(0.0, 1.0), along(PI, 15.0));
    let chase = followed(flick, 8.0, 60.0, |_, _| {});
    assert!((chase.up_rad().abs() - PI).abs() < 0.01, "{}", chase.up_rad());
    let [_, up] = on_screen(&Camera::default().shot(&chase, SIZES[0]), chase.position_m());
    assert!(up < -100.0, "it drives up the picture: {up}");
}

/// The same drive at any frame rate ends in the same picture: bends, a stop, and a spin.
#[test]
fn the_frame_rate_does_not_matter() {
    let drive: Motion = |time| {
        let heading = (2.0 * time).sin() + 0.8 * (time - 3.0).clamp(0.0, 2.0);
        (heading, along(heading - 0.2 * time.cos(), 4.0 + 12.0 * (0.7 * time).sin().abs()))
    };
    for until_s in [1.0, 2.5, 4.0, 5.5] {
        let [slow, usual, fast] = [30.0, 60.0, 240.0].map(|rate_hz| {
            let chase = followed(drive, until_s, rate_hz, |_, _| {});
            let shot = Camera::default().shot(&chase, SIZES[0]);
            [shot.up_rad, shot.points_per_m, on_screen(&shot, chase.position_m())[1]]
        });
        for other in [slow, usual] {
            let off = [0, 1, 2].map(|part| (other[part] - fast[part]).abs());
            assert!(off[0] < 0.02 && off[1] < 0.02 * fast[1] && off[2] < 3.0, "{until_s} s: {off:?}");
        }
    }
}

/// Put back to the start, or in another scene, the car is found at once, and the picture does not sweep there.
#[test]
fn a_car_that_is_put_elsewhere_is_found_there() {
    let mut chase = followed(|time| (0.0, along(0.0, 10.0 * time)), 3.0, 60.0, |_, _| {});
    let start = Subject { heading_rad: 2.0, ..Subject::default() };
    chase.follow(&start);
    assert_eq!((chase.up_rad(), chase.velocity_m_s(), chase.position_m()), (2.0, [0.0; 2], [0.0; 2]));
    let elsewhere = Subject { position_m: [100.0, 5.0], heading_rad: -1.0, ..start };
    chase.follow(&elsewhere);
    assert_eq!((chase.up_rad(), chase.position_m()), (-1.0, [100.0, 5.0]));
}

/// Whoever zooms in still has the car in the picture, and at a fixed scale, too.
#[test]
fn no_zoom_loses_the_car() {
    let chase = followed(|time| (0.3, along(0.3, (12.0 * time).min(80.0))), 10.0, 60.0, |_, _| {});
    for zooms in [true, false] {
        let mut camera = Camera { zooms, ..Camera::default() };
        for factor in [1.0, 1e300, 1e-300, f64::NAN, 0.0, -3.0, f64::INFINITY] {
            camera.zoom(factor);
            assert!((0.5..=120.0).contains(&camera.points_per_m), "{factor}");
            for size in SIZES {
                let shot = camera.shot(&chase, size);
                let at = on_screen(&shot, chase.position_m());
                assert!(is_in([0.8 * size[0], 0.8 * size[1]], at), "{factor} {size:?}: {at:?}");
            }
        }
    }
}

/// The lead was the car's speed in the direction of the smoothed velocity, which turns round as it goes through 0:
/// off a wall the picture jumped by the whole lead, some hundred points. Straight into a wall and at an angle, it
/// moves and zooms evenly.
#[test]
fn off_a_wall_the_picture_does_not_jump() {
    let straight: Motion = |time| if time < 2.0 { (0.3, along(0.3, 20.0)) } else { (0.3, along(0.3, -6.0)) };
    let askew: Motion = |time| if time < 2.0 { (0.3, along(0.3, 20.0)) } else { (0.3, along(2.6, 8.0)) };
    for (motion, turns) in [(straight, true), (straight, false), (askew, true), (askew, false)] {
        let camera = Camera { turns, ..Camera::default() };
        for size in [SIZES[0], SIZES[2]] {
            let mut before: Option<(Shot, [f64; 2])> = None;
            followed(motion, 4.0, 60.0, |car, chase| {
                let shot = camera.shot(chase, size);
                let lead = [0, 1].map(|axis| shot.centre_m[axis] - car.position_m[axis]);
                if let Some((last, old)) = before {
                    let moved = (lead[0] - old[0]).hypot(lead[1] - old[1]) * shot.points_per_m;
                    let zoomed = (shot.points_per_m / last.points_per_m).ln().abs();
                    assert!(moved < 18.0 && zoomed < 0.1, "{size:?} at {} s: {moved} {zoomed}", car.time_s);
                }
                before = Some((shot, lead));
            });
        }
    }
}

/// Rewound into a spin, the car was found sliding backwards, taken for one that drives so, and the picture turned by
/// half a turn. It is followed from where the camera was then.
#[test]
fn rewinding_into_a_spin_does_not_turn_the_picture() {
    let spin: Motion = |time| (PI * (time - 2.0).clamp(0.0, 1.0), along(0.0, 25.0));
    let mut chase = followed(spin, 3.2, 60.0, |_, _| {});
    assert!(chase.up_rad().abs() < 1e-6);
    for back_s in [2.95, 2.7, 2.5, 1.0] {
        let (heading_rad, velocity_m_s) = spin(back_s);
        chase.follow(&Subject {
            time_s: back_s,
            position_m: [25.0 * back_s, 0.0],
            heading_rad,
            velocity_m_s,
        });
        assert!(chase.up_rad().abs() < 0.02, "{back_s}: {}", chase.up_rad());
        assert!((chase.velocity_m_s()[0] - 25.0).abs() < 0.5, "{back_s}");
    }
    // Nor does what was remembered of another drive come back.
    chase.follow(&Subject { time_s: 0.5, position_m: [12.5, 0.0], heading_rad: 2.0, velocity_m_s: [0.0; 2] });
    assert_eq!(chase.up_rad(), 2.0);
}
