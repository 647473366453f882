//! The curves of the source texts: every figure that the index promises, and the texts' numbers on their curves.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeSet;
use std::path::Path;

use skidpad_texts::sources::{
    Curves, DrawnAs, Mark, Reading, Verdict, errata, source_curves, source_figure_index,
    source_figures_markdown,
};

type Points = [(f64, f64)];

fn line<'a>(curves: &'a Curves, mark: &Mark) -> &'a Points {
    let found = curves.lines.iter().find(|line| line.name == mark.line);
    &found.unwrap_or_else(|| panic!("{}: {} has no line {}", curves.file, mark.figure, mark.line)).points
}

/// The value of a line at a place.
fn height(points: &Points, x: f64) -> f64 {
    let pair = points.windows(2).find(|pair| pair[0].0 <= x && x <= pair[1].0);
    pair.map_or(f64::NAN, |pair| {
        if pair[1].0 == x {
            return pair[1].1;
        }
        pair[0].1 + (pair[1].1 - pair[0].1) * (x - pair[0].0) / (pair[1].0 - pair[0].0)
    })
}

/// The places at which a line has a value.
fn places(points: &Points, y: f64) -> Vec<f64> {
    let crossed = points.windows(2).filter(|pair| (pair[0].1 - y) * (pair[1].1 - y) <= 0.0);
    let place = |pair: &Points| {
        let rise = pair[1].1 - pair[0].1;
        if rise == 0.0 { pair[0].0 } else { pair[0].0 + (pair[1].0 - pair[0].0) * (y - pair[0].1) / rise }
    };
    crossed.map(place).collect()
}

/// How far a mark is off its line, in the unit of the axis that its number is on.
fn off(points: &Points, mark: &Mark) -> f64 {
    let (x, y) = mark.point;
    let nearest = |found: &[f64]| found.iter().map(|place| (place - x).abs()).fold(f64::INFINITY, f64::min);
    match mark.reading {
        Reading::Height | Reading::Beside(_) => (height(points, x) - y).abs(),
        Reading::Place => nearest(&places(points, y)),
        Reading::Peak => {
            let top = points.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a point");
            (top.0 - x).abs()
        }
    }
}

/// How far the straight lines between a curve's points are off it, of its span: a place is read between two of them.
const BETWEEN_POINTS: f64 = 2e-5;

fn is_on(points: &Points, mark: &Mark) -> bool {
    let span = points.last().expect("a point").0 - points[0].0;
    let grid = match mark.reading {
        Reading::Place => BETWEEN_POINTS * span,
        // The largest of the points, and not of the curve.
        Reading::Peak => span / 160.0,
        _ => 0.0,
    };
    off(points, mark) <= mark.tolerance + grid
}

/// `sources --out` drew Hlavacs' seven figures and nothing of the other four texts.
#[test]
fn every_figure_that_the_index_promises_is_drawn_and_no_other() {
    let promised: BTreeSet<_> = source_figure_index()
        .filter_map(|entry| match entry.drawn {
            DrawnAs::File(file) => Some(file),
            DrawnAs::Nothing(_) => None,
        })
        .collect();
    let curves = source_curves();
    let drawn: BTreeSet<_> = curves.iter().map(|curves| curves.file).collect();
    assert_eq!(drawn, promised);
    assert_eq!(drawn.len(), curves.len(), "each has a name of its own");
    for text in ["v1.4", "v1.9", "Palmer", "Hlavacs", "RARS"] {
        assert!(curves.iter().any(|curves| curves.source.contains(text)), "{text}");
    }
    // Palmer numbers his figures 8-1 to 8-11, Hlavacs 1 to 15: each is once in the index.
    let named = |source: &str, figure: String| {
        source_figure_index().filter(|entry| entry.source == source && entry.location == figure).count()
    };
    assert!((1..=11).all(|number| named("Palmer", format!("figure 8-{number}")) == 1));
    assert!((1..=15).all(|number| named("Hlavacs", format!("figure {number}")) == 1));
}

#[test]
fn each_number_lies_on_its_curve_or_the_errata_name_it() {
    let errata = errata();
    let named: BTreeSet<_> = errata.iter().flat_map(|erratum| erratum.figures.iter().copied()).collect();
    let mut wrong = Vec::new();
    let (mut printed, mut computed) = (0, 0);
    for curves in source_curves() {
        for mark in &curves.marks {
            let points = line(&curves, mark);
            let is_on = is_on(points, mark);
            let explained = match (mark.reading, mark.verdict) {
                // Set beside the curve: with a reason, and truly beside it.
                (Reading::Beside(why), _) => !why.is_empty() && !is_on,
                (_, Verdict::Erratum) => named.contains(mark.figure),
                _ => is_on,
            };
            if !explained {
                wrong.push(format!(
                    "{}: {} at {:?} is {} off {}, allowed {}",
                    curves.file,
                    mark.figure,
                    mark.point,
                    off(points, mark),
                    mark.line,
                    mark.tolerance
                ));
            }
            if mark.is_printed { printed += 1 } else { computed += 1 }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(printed >= 30 && computed >= 50, "{printed} {computed}");
}

#[test]
fn every_table_can_be_drawn() {
    for curves in source_curves() {
        let file = curves.file;
        assert!(!curves.lines.is_empty() && !curves.marks.is_empty(), "{file}");
        assert!(!curves.caption.is_empty() && curves.caption.ends_with('.'), "{file}");
        for (quantity, unit) in [curves.across, curves.up].into_iter().chain(curves.right) {
            assert!(!quantity.is_empty() && !unit.is_empty(), "{file}");
        }
        let names: BTreeSet<_> = curves.lines.iter().map(|line| &line.name).collect();
        assert_eq!(names.len(), curves.lines.len(), "{file}");
        for line in &curves.lines {
            assert!(
                line.points.len() > 50 && line.points.is_sorted_by_key(|point| point.0),
                "{file}: {}",
                line.name
            );
            let finite = line.points.iter().all(|(x, y)| x.is_finite() && y.is_finite());
            assert!(finite, "{file}: {}", line.name);
        }
        // Every number is within the picture.
        if let Some((low, high)) = curves.span {
            assert!(curves.marks.iter().all(|mark| (low..=high).contains(&mark.point.1)), "{file}");
        }
    }
}

/// In balance Hlavacs' car needs less steering for the same force, and its rear force of rotation is smaller.
#[test]
fn hlavacs_corrected_lines_are_the_momentum_balance() {
    let curves = source_curves();
    let of = |file: &str| curves.iter().find(|curves| curves.file == file).expect("it is drawn");
    let value = |curves: &Curves, name: &str, x: f64| {
        height(&curves.lines.iter().find(|line| line.name == name).expect("a line").points, x)
    };
    for (file, tan) in [("hlavacs-fig-11", 1.0_f64), ("hlavacs-fig-13", 3.0)] {
        let (of, tan) = (of(file), tan.to_radians().tan());
        let share = |name| value(of, name, 30.0) / value(of, "front, 10°/s", 30.0);
        assert!((share("rear, 10°/s") * (1.0 + tan * tan).sqrt() - 0.705_882).abs() < 1e-5);
        assert!((share("rear, 10°/s, in balance") - 0.412).abs() < 2e-3);
    }
    let angle = of("hlavacs-fig-14");
    for speed in [20.0, 50.0] {
        assert!(value(angle, "dry", speed) > value(angle, "dry, in balance", speed));
    }
}

/// To write the page: `SKIDPAD_WRITE_DOCS=1 cargo test -p skidpad-texts --test all source_curves`.
#[test]
fn the_page_of_figures_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/source-figures.md");
    let page = source_figures_markdown();
    if std::env::var_os("SKIDPAD_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        committed == page,
        "docs/source-figures.md is out of date; write it with\n  \
         SKIDPAD_WRITE_DOCS=1 cargo test -p skidpad-texts --test all source_curves"
    );
}
