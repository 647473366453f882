//! The proving ground: its scenes by name, and the dimensions of what stands on it.

use skidpad_world::manoeuvre::CONES_APART_M;
use skidpad_world::scene::{Mark, Place, Scene};

#[test]
fn scenes_are_found_by_name_and_others_are_refused_with_a_list() {
    let names = ["straight", "skidpad", "slalom", "course", "wet", "split", "slope", "walls"];
    for name in names {
        let scene = Scene::by_name(name).unwrap();
        assert_eq!(scene.name, name);
        assert!(!scene.about.is_empty());
        // The same ground from another place.
        assert_eq!(scene.ground.hash(), Scene::by_name("straight").unwrap().ground.hash());
        let error = Scene::by_name("moon").unwrap_err().to_string();
        assert!(error.contains("`moon`") && error.contains(name), "{error}");
    }
    let all: Vec<_> = Scene::all().iter().map(|scene| scene.name).collect();
    assert_eq!(all, Scene::names());
    assert!(all.len() > names.len() && Scene::by_name("endless").unwrap().ground.is_plain());
}

#[test]
fn the_circle_and_the_cones_have_the_magazines_measures() {
    let scene = Scene::by_name("skidpad").unwrap();
    let circle = scene.marks.iter().find_map(|mark| match mark {
        Mark::Circle { centre_m, radius_m, width_m, .. } if *width_m < 1.0 => Some((*centre_m, *radius_m)),
        _ => None,
    });
    let (centre, radius) = circle.unwrap();
    assert!((2.0 * radius - 200.0 * 0.3048).abs() < 1e-12);
    // The car starts on the line, along it.
    let Place { position_m, heading_rad } = scene.start;
    let out = [position_m[0] - centre[0], position_m[1] - centre[1]];
    assert!((out[0].hypot(out[1]) - radius).abs() < 1e-12);
    assert!((out[0] * heading_rad.cos() + out[1] * heading_rad.sin()).abs() < 1e-12);
    let start = Scene::by_name("slalom").unwrap().start;
    let mut along: Vec<f64> = scene
        .cones
        .iter()
        .filter(|cone| cone.position_m[1] == start.position_m[1])
        .map(|cone| cone.position_m[0])
        .collect();
    along.sort_by(f64::total_cmp);
    assert_eq!(along.len(), 7);
    assert!(along.windows(2).all(|pair| (pair[1] - pair[0] - CONES_APART_M).abs() < 1e-9));
}

/// Curvature without steps, no bend too tight for a car, and closed.
#[test]
fn the_course_is_smooth_and_closed() {
    let course = Scene::by_name("course").unwrap().course.unwrap();
    let length = course.length_m();
    assert!((850.0..950.0).contains(&length), "{length}");
    assert_eq!(course.gates().len(), 3, "start line and two ends of sectors");
    let count = 1440;
    let way = length / f64::from(count);
    for index in 0..count {
        let distance_m = way * f64::from(index);
        let [point, next] = [distance_m, distance_m + way].map(|distance_m| course.at(distance_m));
        let [x, y] = [0, 1].map(|axis| next.position_m[axis] - point.position_m[axis]);
        assert!((x.hypot(y) / way - 1.0).abs() < 1e-3);
        // The heading changes as the curvature says.
        let turn = (next.heading_rad - point.heading_rad + 9.0).rem_euclid(std::f64::consts::TAU);
        let turned = turn - 9.0_f64.rem_euclid(std::f64::consts::TAU);
        let mean = 0.5 * (next.curvature_1_m + point.curvature_1_m);
        assert!((turned - mean * way).abs() < 1e-4, "{index}: {turned} {}", mean * way);
        assert!(point.curvature_1_m.abs() < 1.0 / 14.0);
        assert!((next.curvature_1_m - point.curvature_1_m).abs() < 0.006 * way.max(0.5));
        let found = course.locate(point.position_m, None);
        assert!((found.distance_m - point.distance_m).abs() < 1e-6 && found.lateral_offset_m.abs() < 1e-9);
        let at = course.at(point.distance_m + 0.3 * way);
        let beside = course.beside(at.distance_m, 3.0);
        let found = course.locate(beside, None);
        assert!(
            (found.lateral_offset_m - 3.0).abs() < 0.02 && (found.distance_m - at.distance_m).abs() < 0.05,
            "{index}: {found:?}"
        );
    }
}
