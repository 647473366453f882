//! The pictures of the curves of the source texts.
#![allow(clippy::disallowed_methods)]

use skidpad_plot::source_figures;
use skidpad_texts::sources::{Reading, Verdict, source_curves};

/// Each picture names its text and place, has units on its axes and a dot for each number, and draws no line outside.
#[test]
fn every_curve_is_a_well_formed_picture_with_units() {
    let (figures, curves) = (source_figures(), source_curves());
    assert_eq!(figures.len(), curves.len());
    for (figure, curves) in figures.iter().zip(&curves) {
        assert_eq!(figure.file, format!("{}.svg", curves.file));
        assert!(figure.title.starts_with(curves.source) && figure.title.contains(curves.location));
        let tree = roxmltree::Document::parse(&figure.svg).unwrap();
        let texts: Vec<&str> = tree.descendants().filter_map(|node| node.text()).collect();
        for (quantity, unit) in [curves.across, curves.up].into_iter().chain(curves.right) {
            let title = format!("{quantity} ({})", if unit == "-" { "–" } else { unit });
            assert!(texts.contains(&title.as_str()), "{}: {title} in {texts:?}", figure.file);
        }
        assert!(!figure.svg.contains("NaN") && !figure.caption.is_empty());
        let dots =
            tree.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "circle")));
        assert_eq!(dots.count(), curves.marks.len(), "{}", figure.file);
        // Every number is written at its dot.
        for mark in &curves.marks {
            assert!(texts.contains(&mark.text.as_str()), "{}: {}", figure.file, mark.text);
        }
        // The title fits its picture: letters of 16 pixels are 8.6 wide in the mean.
        assert!(figure.title.chars().count() <= 80, "{}: {}", figure.file, figure.title);
    }
}

/// A number that a text has wrong is red and off its curve, and the picture says so.
#[test]
fn a_printed_number_that_is_wrong_is_shown_as_wrong() {
    let curves = source_curves();
    let of = |file: &str| curves.iter().position(|curves| curves.file == file).expect("it is drawn");
    let index = of("palmer-8-31");
    let mark = &curves[index].marks[0];
    assert_eq!((mark.verdict, mark.point), (Verdict::Erratum, (34.0, -10.4)));
    let svg = &source_figures()[index].svg;
    assert!(svg.contains("<circle class=\"c1\"") && svg.contains("see the errata"));
    // What stands beside the line of a simplified engine is not wrong.
    let power = &curves[of("palmer-fig-8-4")];
    assert!(power.marks.iter().any(|mark| matches!(mark.reading, Reading::Beside(why) if !why.is_empty())));
}
