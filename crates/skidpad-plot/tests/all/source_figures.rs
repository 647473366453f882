//! The curves of the source texts.
#![allow(clippy::disallowed_methods)]

use skidpad_plot::source_figures;
use skidpad_world::sources::{Curves, figures, hlavacs_curves};

fn value(curves: &Curves, line: &str, x: f64) -> f64 {
    let line = curves.lines.iter().find(|found| found.name == line).unwrap_or_else(|| panic!("{line}"));
    let (from, to) = (line.points[0].0, line.points[line.points.len() - 1].0);
    let place = (x - from) / (to - from) * (line.points.len() - 1) as f64;
    let point = line.points[place.round() as usize];
    assert!((point.0 - x).abs() < 1e-9, "{x} is no point of the line: {point:?}");
    point.1
}

/// The curves go through the figures that the list of figures has.
#[test]
fn curves_go_through_the_listed_figures() {
    let curves = hlavacs_curves();
    let all = figures();
    let listed = |id: &str| all.iter().find(|figure| figure.id == id).unwrap().computed;
    for (number, steer) in [(10, 1), (12, 3)] {
        let of = curves.iter().find(|found| found.file == format!("hlavacs-fig-{number}")).unwrap();
        for rate in [0, 1, 5, 10] {
            let found = value(of, &format!("{rate}°/s"), 30.0);
            assert!((found - listed(&format!("hlavacs-fig-{number}-{rate}"))).abs() < 1e-6, "{steer}");
        }
    }
    for number in [11, 13] {
        let of = curves.iter().find(|found| found.file == format!("hlavacs-fig-{number}")).unwrap();
        let front = value(of, "front, 10°/s", 30.0);
        assert!((front - listed(&format!("hlavacs-fig-{number}-10"))).abs() < 1e-6);
        let share = value(of, "rear, 10°/s", 30.0) / front;
        let tan = f64::to_radians(if number == 11 { 1.0 } else { 3.0 }).tan();
        assert!((share * (1.0 + tan * tan).sqrt() - 0.705_882).abs() < 1e-5, "{share}");
    }
    let angle = curves.iter().find(|found| found.file == "hlavacs-fig-14").unwrap();
    for speed in [20, 50] {
        let used = value(angle, "dry", f64::from(speed));
        assert!(used > value(angle, "dry, in balance", f64::from(speed)));
    }
    assert!((value(angle, "dry", 20.0) - listed("hlavacs-fig-14-dry-20")).abs() < 1e-9);
    let rate = curves.iter().find(|found| found.file == "hlavacs-fig-15").unwrap();
    for (line, id) in [
        ("1°, dry", "hlavacs-fig-15-dry-1-ends"),
        ("3°, dry", "hlavacs-fig-15-dry-3-ends"),
        ("1°, wet", "hlavacs-fig-15-wet-1-ends"),
        ("3°, wet", "hlavacs-fig-15-wet-3-ends"),
    ] {
        let line = rate.lines.iter().find(|found| found.name == line).unwrap();
        let last = line.points[line.points.len() - 1];
        assert!((last.0 - listed(id)).abs() < 1e-9 && last.1.abs() < 1e-3, "{id} {last:?}");
    }
}

#[test]
fn every_curve_is_a_well_formed_picture_with_units() {
    let figures = source_figures();
    let names: Vec<&str> = figures.iter().map(|figure| figure.file.as_str()).collect();
    let expected =
        ["9", "10", "11", "12", "13", "14", "15"].map(|number| format!("hlavacs-fig-{number}.svg"));
    assert_eq!(names, expected);
    for (figure, curves) in figures.iter().zip(hlavacs_curves()) {
        let tree = roxmltree::Document::parse(&figure.svg).unwrap();
        let texts: Vec<&str> = tree.descendants().filter_map(|node| node.text()).collect();
        for (quantity, unit) in [curves.across, curves.up] {
            let title = format!("{quantity} ({unit})");
            assert!(texts.contains(&title.as_str()), "{}: {title} in {texts:?}", figure.file);
        }
        assert!(!figure.svg.contains("NaN") && !figure.caption.is_empty());
    }
}
