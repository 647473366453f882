//! The report's page.

use crate::common;

use common::driven;
use skidpad_plot::{Figure, ReportRow, conditions_rows, figures, html, vehicle_rows};
use skidpad_world::roadtest::{Conditions, RoadModel};

const HOSTILE: &str = "<script>alert(\"x\")</script> & 'co'";

fn row(test: &str, value: f64, published: f64, note: Option<&str>) -> ReportRow {
    ReportRow {
        test: test.to_owned(),
        value: Some(value),
        unit: String::from("s"),
        published: Some(published),
        difference_percent: Some(100.0 * (value / published - 1.0)),
        source: Some(String::from("a magazine, https://example.org/test?a=1&b=2.")),
        note: note.map(str::to_owned),
    }
}

fn absent(test: &str) -> ReportRow {
    ReportRow { test: test.to_owned(), unit: String::from("s"), ..ReportRow::default() }
}

/// The start of each element that could load something, and of each reference.
fn references(page: &str) -> Vec<&str> {
    ["src=", "href=", "url(", "@import", "<link", "<script", "<iframe", "<object", "<img", "srcset="]
        .iter()
        .flat_map(|start| page.match_indices(start).map(|(at, _)| &page[at..page.len().min(at + 40)]))
        .collect()
}

#[test]
fn the_page_loads_nothing() {
    let car = &driven()[0];
    let conditions = Conditions::standard(RoadModel::STRAIGHT_LINE, &car.vehicle);
    let description: Vec<_> =
        vehicle_rows(&car.vehicle).into_iter().chain(conditions_rows(&conditions)).collect();
    let rows = [row("0-100 km/h", 6.0, 5.7, Some("the tyres")), absent("top speed")];
    let page = html("Boxster", &description, &rows, &figures(&car.vehicle, &car.test));
    for reference in references(&page) {
        let is_citation = reference.starts_with("href=\"https://example.org/");
        assert!(is_citation || reference.starts_with("href=\"#remark-"), "{}: {reference}", car.name);
    }
    let citations = page.matches("https://example.org/test?a=1&amp;b=2").count();
    assert_eq!(page.matches("http").count(), citations);
    assert_eq!(page.matches("<svg ").count(), figures(&car.vehicle, &car.test).len());
    assert!(!page.contains("NaN"));
}

#[test]
fn hostile_text_stays_text() {
    let mut odd = row(HOSTILE, 6.0, 5.7, Some(HOSTILE));
    odd.unit = HOSTILE.to_owned();
    odd.source = Some(format!("https://{HOSTILE}"));
    let figure = Figure {
        file: String::from("x.svg"),
        title: HOSTILE.to_owned(),
        svg: String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"),
        caption: HOSTILE.to_owned(),
    };
    let description = [(HOSTILE.to_owned(), HOSTILE.to_owned())];
    let page = html(HOSTILE, &description, &[odd], &[figure]);
    assert!(!page.contains("<script"));
    assert!(page.contains("&lt;script&gt;alert(&quot;x&quot;)"));
}

#[test]
fn misses_are_named_and_counted() {
    let rows = [
        row("0-100 km/h", 5.8, 5.7, None),
        row("quarter mile", 15.0, 14.0, Some("the clutch slips longer")),
        row("1000 m", 30.0, 26.0, None),
        absent("top speed"),
        ReportRow { note: Some(String::from("engine blown before")), ..absent("coast-down") },
    ];
    let page = html("car", &[], &rows, &[]);
    assert!(page.contains("1 of 3 published figures is met within 3 %."), "{page}");
    assert!(page.contains("quarter mile: the clutch slips longer"));
    assert!(page.contains("1000 m: Misses the published figure; no reason is known."));
    assert!(page.contains("coast-down: engine blown before"));
    assert!(!page.contains("0-100 km/h: "));
    assert_eq!(page.matches("class=\"n bad\"").count(), 2);
}

#[test]
fn numbers_that_are_not_finite_are_absent() {
    let rows = [row("0-100 km/h", f64::NAN, 5.7, None), row("60 ft", 2.0, 0.0, None)];
    let page = html("car", &[], &rows, &[]);
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
    assert!(page.contains("No published figures to compare with."));
}

/// Who opens the report wants to see the car's run: the pictures stood below some eighty rows of numbers.
#[test]
fn pictures_come_first() {
    let car = &driven()[0];
    let page = html("Boxster", &[], &[row("0-100 km/h", 5.6, 5.7, None)], &figures(&car.vehicle, &car.test));
    assert!(page.find("<figure>").expect("a picture") < page.find("<table>").expect("a table"));
}

/// What rounds to nothing had a sign: "-0.0" degrees, "-0.0 %".
#[test]
fn nothing_has_no_sign() {
    let mut none = row("skidpad", 0.99996, 1.0, None);
    none.difference_percent = Some(-0.004);
    let rows = [none, ReportRow { value: Some(-0.0004), unit: String::from("deg"), ..absent("lift-off") }];
    let page = html("car", &[], &rows, &[]);
    assert!(page.contains(">0.0 deg<") && page.contains(">0.0 % ✓<"), "{page}");
    assert!(!page.contains("−0.0"), "{page}");
}
