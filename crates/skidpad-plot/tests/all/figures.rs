//! What holds for every picture.

use crate::common;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use common::driven;
use skidpad_core::record::Channel;
use skidpad_plot::svg::{Axis, Colour, Line, Plot, Sheet, Stroke};
use skidpad_plot::{Figure, figures, overview, telemetry_figures};
use skidpad_world::telemetry::Recording;

/// With the name of its car.
static EVERY_FIGURE: LazyLock<Vec<(String, Figure)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for car in driven() {
        let of_test = figures(&car.vehicle, &car.test);
        let of_run = telemetry_figures(&car.test.standing_start);
        all.extend(of_test.into_iter().chain(of_run).map(|figure| (car.name.clone(), figure)));
    }
    all
});

/// The figures that a car's report must have.
const NEEDED: [&str; 9] = [
    "standing-start.svg",
    "acceleration-over-speed.svg",
    "wheel-force.svg",
    "axle-torque.svg",
    "traction-resistance.svg",
    "torque-and-power.svg",
    "torque-curve.svg",
    "slip-curve.svg",
    "braking.svg",
];

#[test]
fn every_car_has_its_figures_under_names_of_their_own() {
    for car in driven() {
        let names: Vec<String> =
            figures(&car.vehicle, &car.test).into_iter().map(|figure| figure.file).collect();
        for needed in NEEDED {
            assert!(names.iter().any(|name| name == needed), "{}: {needed}", car.name);
        }
        let of_run = telemetry_figures(&car.test.standing_start).into_iter().map(|figure| figure.file);
        let all: Vec<String> = names.into_iter().chain(of_run).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
        let plain =
            |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        assert!(all.iter().all(plain), "{all:?}");
    }
}

#[test]
fn pictures_are_well_formed_and_load_nothing() {
    for (car, figure) in EVERY_FIGURE.iter() {
        let place = format!("{car} {}", figure.file);
        let tree = roxmltree::Document::parse(&figure.svg).unwrap_or_else(|error| panic!("{place}: {error}"));
        for node in tree.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            let known =
                ["svg", "title", "style", "rect", "path", "polygon", "circle", "text"].contains(&name);
            assert!(known, "{place}: <{name}>");
            for attribute in node.attributes() {
                let numeric = ["d", "points", "x", "y", "cx", "cy", "r", "viewBox", "width", "height"];
                if numeric.contains(&attribute.name()) {
                    let value = attribute.value();
                    assert!(!value.is_empty() || attribute.name() == "d", "{place}: {attribute:?}");
                    assert!(!value.contains("NaN") && !value.contains("inf"), "{place}: {attribute:?}");
                }
            }
        }
        for odd in ["NaN", "inf ", "url(", "href", "@import"] {
            assert!(!figure.svg.contains(odd), "{place}: {odd}");
        }
    }
}

/// The lines and dots of a picture lie between its axes, and its texts within the picture.
#[test]
fn nothing_leaves_the_picture() {
    for (car, figure) in EVERY_FIGURE.iter() {
        let tree = roxmltree::Document::parse(&figure.svg).unwrap();
        let size = |name: &str| tree.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
        let (width, height) = (size("width"), size("height"));
        for node in tree.descendants().filter(roxmltree::Node::is_element) {
            let place = || format!("{car} {} {node:?}", figure.file);
            if let (Some(x), Some(y)) = (node.attribute("x"), node.attribute("y")) {
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{}", place());
            }
            for data in node.attribute("d").into_iter().filter(|data| !data.contains(['H', 'V', 'h', 'v'])) {
                for point in data.split(['M', 'L']).filter(|point| !point.is_empty()) {
                    let (x, y) = point.split_once(' ').unwrap();
                    let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                    assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{}", place());
                }
            }
        }
    }
}

/// Each plot has two axes at least, and each axis says what it counts and in what unit.
#[test]
fn axes_have_units() {
    for (car, figure) in EVERY_FIGURE.iter() {
        let tree = roxmltree::Document::parse(&figure.svg).unwrap();
        let texts: Vec<&str> = tree
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
            .filter_map(|node| node.text())
            .collect();
        let upright = tree.descendants().filter(|node| node.attribute("transform").is_some());
        let with_unit = |text: &str| text.ends_with(')') && text.contains(" (");
        for node in upright.clone() {
            assert!(with_unit(node.text().unwrap()), "{car} {}: {node:?}", figure.file);
        }
        assert!(upright.count() >= 1, "{car} {}", figure.file);
        let level = ["(s)", "(km/h)", "(m/s)", "(rpm)", "(%)"];
        assert!(
            texts.iter().any(|text| level.iter().any(|unit| text.ends_with(unit))),
            "{car} {}",
            figure.file
        );
        assert!(!figure.caption.is_empty() && figure.caption.ends_with('.'), "{car} {}", figure.file);
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let car = &driven()[0];
    assert_eq!(figures(&car.vehicle, &car.test), figures(&car.vehicle, &car.test));
    assert_eq!(overview("x", &car.vehicle, &car.test), overview("x", &car.vehicle, &car.test));
    let picture = overview("<script>alert(1)</script>", &car.vehicle, &car.test);
    assert!(!picture.contains("<script"));
    assert!(roxmltree::Document::parse(&picture).is_ok());
}

/// A picture of a known line: from 26 pixels and two digits to the right of the margin, to 18 before the other.
#[test]
fn a_small_picture_is_what_it_was() {
    let plot = Plot::new(Axis::new("time", "s").span(0.0, 2.0), Axis::new("speed", "m/s").from_zero())
        .with(Line::new(vec![(0.0, 0.0), (1.0, 10.0), (2.0, 10.0)], Colour::Series(0)).stroke(Stroke::Solid));
    let svg = Sheet::single("A start", plot).svg();
    let line = svg.lines().find(|line| line.starts_with("<path class=\"s c0\"")).unwrap();
    assert_eq!(line, "<path class=\"s c0\" d=\"M52.9 374L371.4 44L690 44\"/>");
    assert!(svg.contains(">time (s)</text>") && svg.contains(">speed (m/s)</text>"));
}

/// A run that ended before it began has no figures, and one with odd numbers has no odd picture.
#[test]
fn any_recording_can_be_drawn() {
    let channel = |name, unit| Channel::new(name, unit, -1e9, 1e9);
    let channels = vec![channel("time_s", "s"), channel("speed_m_s", "m/s"), channel("odd", "m^3/s")];
    let mut recording = Recording::new(channels);
    assert!(telemetry_figures(&recording).is_empty());
    recording.push(vec![0.0, 1.0, f64::NAN]);
    assert!(telemetry_figures(&recording).is_empty());
    for row in [[1.0, f64::INFINITY, f64::NAN], [2.0, 1e300, f64::NAN], [3.0, -1e300, 5.0]] {
        recording.push(row.to_vec());
    }
    let figures = telemetry_figures(&recording);
    assert_eq!(figures.len(), 2);
    for figure in figures {
        assert!(roxmltree::Document::parse(&figure.svg).is_ok());
        assert!(!figure.svg.contains("NaN") && !figure.svg.contains("inf"), "{}", figure.svg);
    }
    assert!(telemetry_figures(&Recording::new(Vec::new())).is_empty());
}

#[test]
fn a_long_recording_makes_a_small_picture() {
    let channel = |name, unit| Channel::new(name, unit, -1e9, 1e9);
    let mut recording = Recording::new(vec![channel("time_s", "s"), channel("load_n", "N")]);
    let mut noise: u32 = 1;
    for index in 0..300_000 {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        recording.push(vec![f64::from(index) * 1e-3, f64::from(noise >> 16)]);
    }
    let svg = &telemetry_figures(&recording)[0].svg;
    assert!(svg.len() < 80_000, "{}", svg.len());
}

/// The points of the first line of a colour in a picture.
fn line(svg: &str, class: &str) -> Vec<(f64, f64)> {
    let path = svg.split(&format!("<path class=\"{class}\" d=\"M")).nth(1).expect("a line");
    let data = path.split('"').next().expect("its points");
    let point = |text: &str| {
        let (x, y) = text.split_once(' ')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    data.split(['L', 'M']).map(|text| point(text).expect("a point")).collect()
}

/// The picture of the stop began half a second before the pedal, under an axis that counts from the pedal, and the dot of
/// the distance hung 13 m below the end of its curve, which had the way before the pedal in it.
#[test]
fn the_stop_begins_at_the_pedal_and_ends_at_its_dot() {
    for car in driven() {
        let all = figures(&car.vehicle, &car.test);
        let svg = &all.iter().find(|figure| figure.file == "braking.svg").expect("a stop").svg;
        let speed = line(svg, "s c0");
        let (first, last) = (speed[0], speed[speed.len() - 1]);
        let tenth = first.0 + 0.1 * (last.0 - first.0);
        let then = speed.iter().find(|point| point.0 >= tenth).expect("a point").1;
        let fallen = (then - first.1) / (last.1 - first.1);
        assert!(fallen > 0.05, "{}: after a tenth of the time {fallen:.3} of the speed is gone", car.name);
        let distance = line(svg, "s c2");
        let end = distance[distance.len() - 1];
        let dot = svg.split("<circle class=\"c2\" cx=\"").nth(1).expect("a dot");
        let numbers: Vec<f64> = dot.split('"').step_by(2).take(2).map(|text| text.parse().unwrap()).collect();
        let off = (numbers[0] - end.0).hypot(numbers[1] - end.1);
        assert!(off < 1.0, "{}: the dot is {off:.1} pixels off its curve", car.name);
    }
}
