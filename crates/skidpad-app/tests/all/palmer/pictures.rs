//! The markers, the car below them, and the diagram of its pull.

use skidpad_app::palmer::{Press, pull, stage};
use skidpad_texts::palmer::DriveMode;

use super::{STEP_S, TIMER_S, driving_at, tick};

/// 10 pixels a metre to the right, to 0 from 401 on; the car stands below them.
#[test]
fn two_markers_go_by_and_wrap_above_a_car_that_stands() {
    let (body, wheels) = (stage::body(), stage::wheels());
    let mut palmer = driving_at(12.0);
    palmer.press(Press::Mode(DriveMode::Cruise));
    let mut wraps = 0;
    for _ in 0..400 {
        let before = stage::markers(palmer.car());
        let steps = palmer.frame(TIMER_S);
        for (old, new) in before.iter().zip(stage::markers(palmer.car())) {
            let moved = old[0] + 10.0 * palmer.car().speed_m_s() * STEP_S * f64::from(steps);
            let expected = if moved > 401.0 { 0.0 } else { moved };
            assert!((new[0] - expected).abs() < 1e-9, "{new:?} {expected}");
            assert!(body.iter().flatten().all(|[_, y]| *y > new[3]), "above the car");
            wraps += usize::from(moved > 401.0);
        }
    }
    assert!(wraps > 10, "{wraps}");
    assert_eq!((stage::body(), stage::wheels()), (body, wheels));
    assert_eq!(stage::SIZE_PX[0], 401.0);
    let standing = stage::markers(palmer.car());
    palmer.press(Press::Stop);
    tick(&mut palmer);
    assert_eq!(stage::markers(palmer.car()), standing);
}

/// The picture has the markers' scale: 2.41 m from wheel to wheel, 1.28 m high, tyres of 0.3186 m.
#[test]
fn the_car_is_drawn_to_the_markers_scale() {
    let ([front, rear], radius) = stage::wheels();
    assert!((rear[0] - front[0] - 24.1).abs() < 1e-9 && (radius - 3.186).abs() < 1e-9);
    let points = stage::body().concat();
    let top = points.iter().map(|[_, y]| *y).fold(f64::INFINITY, f64::min);
    assert!((stage::GROUND_PX - top - 12.8).abs() < 1e-9);
    let nose = points.iter().map(|[x, _]| *x).fold(f64::INFINITY, f64::min);
    assert!(front[0] - nose < 12.0, "it faces left: the shorter end is there");
}

/// Up to the redline no gear pulls less than the next one does at the same speed: true for all five shifts.
#[test]
fn the_redline_is_the_best_shift_point() {
    let curves = pull::curves();
    for (index, pair) in curves.windows(2).enumerate() {
        for [speed, acceleration] in &pair[0] {
            let next = pair[1].windows(2).find(|ends| ends[0][0] <= *speed && *speed <= ends[1][0]).unwrap();
            let share = (speed - next[0][0]) / (next[1][0] - next[0][0]);
            let other = next[0][1] + share * (next[1][1] - next[0][1]);
            assert!(*acceleration > other, "gear {} at {speed}: {acceleration} {other}", index + 1);
        }
    }
    // 8.25: sixth pulls no more at the top speed, 75.3 m/s; fifth is past its redline there.
    let crosses = curves[5].windows(2).find(|ends| ends[0][1] > 0.0 && ends[1][1] <= 0.0).unwrap();
    assert!(crosses[0][0] < 75.34 && 75.34 < crosses[1][0] + 0.01, "{crosses:?}");
    assert!(curves[4].last().unwrap()[0] < 68.5);
    // More than the tyres' 0.91 g in first gear alone, at its best.
    let best = |gear: usize| curves[gear].iter().map(|[_, pull]| *pull).fold(0.0, f64::max);
    assert!((pull::tyre_limit_m_s2() - 0.91 * 9.81).abs() < 1e-9);
    assert!(best(0) > pull::tyre_limit_m_s2() && best(1) < pull::tyre_limit_m_s2());
}

/// The point in the diagram is what the next step does.
#[test]
fn the_point_of_the_diagram_is_the_cars_acceleration() {
    for mode in Press::MODES {
        let mut palmer = driving_at(26.8);
        palmer.press(Press::Mode(mode));
        let [speed, acceleration] = pull::point(palmer.car()).unwrap();
        while palmer.frame(TIMER_S) == 0 {}
        let gained = (palmer.car().speed_m_s() - speed) / STEP_S;
        assert!((gained - acceleration).abs() < 0.03, "{mode:?}: {gained} {acceleration}");
        palmer.press(Press::Stop);
        assert_eq!(pull::point(palmer.car()), None);
    }
}
