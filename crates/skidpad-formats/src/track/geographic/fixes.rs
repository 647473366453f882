//! Points of a log, in the plane.

use skidpad_core::math::Real;

use super::plane::{Coordinates, LocalPlane};
use crate::track::check::apart_m;

/// The least distance of two points, m: a receiver at rest repeats its position.
const NEAREST_M: f64 = 0.3;
/// A point this much farther from its neighbours than they are from each other is an outlier, m.
const FAR_M: f64 = 50.0;
const FAR: f64 = 5.0;
/// Distances that are so many times the median are gaps, and the shortest gap, m.
const GAP: f64 = 10.0;
const SHORTEST_GAP_M: f64 = 50.0;

/// A logged place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fix {
    pub place: Coordinates,
    pub height_m: Option<f64>,
}

/// A point of a log in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub position_m: [f64; 2],
    pub height_m: f64,
}

/// The points of a log, without those that stand still or jump away, and the plane.
pub(super) fn points(fixes: &[Fix], notes: &mut Vec<String>) -> (Vec<Point>, LocalPlane) {
    let heights_m = heights_m(fixes, notes);
    let all: Vec<(Fix, f64)> = fixes.iter().copied().zip(heights_m).collect();
    let rough = projected(&all, &plane(&all));
    let mut moving: Vec<usize> = Vec::with_capacity(all.len());
    for (place, point) in rough.iter().enumerate() {
        let is_far = |last: &usize| apart_m(rough[*last].position_m, point.position_m) >= NEAREST_M;
        if moving.last().is_none_or(is_far) {
            moving.push(place);
        }
    }
    if moving.len() < all.len() {
        notes.push(format!(
            "{} points less than {NEAREST_M} m from those before them are left out",
            all.len() - moving.len()
        ));
    }
    let kept = without_outliers(&rough, &moving, notes);
    // The middle of the points that are left: an outlier must not move it.
    let kept: Vec<(Fix, f64)> = kept.iter().map(|place| all[*place]).collect();
    let plane = plane(&kept);
    let points = projected(&kept, &plane);
    gaps(&points, notes);
    (points, plane)
}

fn projected(fixes: &[(Fix, f64)], plane: &LocalPlane) -> Vec<Point> {
    let point =
        |(fix, height_m): &(Fix, f64)| Point { position_m: plane.position_m(fix.place), height_m: *height_m };
    fixes.iter().map(point).collect()
}

/// The plane in the middle of all places, at their mean height.
fn plane(fixes: &[(Fix, f64)]) -> LocalPlane {
    let first = fixes[0].0.place.longitude_deg;
    // Longitudes go on over 180 degrees.
    let east = |fix: &Fix| {
        let off = fix.place.longitude_deg - first;
        off - 360.0 * (off / 360.0).round()
    };
    let middle = |numbers: &mut dyn Iterator<Item = f64>| {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let ends =
            numbers.fold(start, |(least, most), number| (Real::min(least, number), Real::max(most, number)));
        0.5 * (ends.0 + ends.1)
    };
    let origin = Coordinates {
        latitude_deg: middle(&mut fixes.iter().map(|(fix, _)| fix.place.latitude_deg)),
        longitude_deg: first + middle(&mut fixes.iter().map(|(fix, _)| east(fix))),
    };
    LocalPlane::new(origin, fixes.iter().map(|(_, height_m)| height_m).sum::<f64>() / fixes.len() as f64)
}

/// Heights of all points; those that are missing lie on straight lines between the others.
fn heights_m(fixes: &[Fix], notes: &mut Vec<String>) -> Vec<f64> {
    let missing = fixes.iter().filter(|fix| fix.height_m.is_none()).count();
    if missing == fixes.len() {
        notes.push("heights are not given: taken as 0".to_owned());
        return vec![0.0; fixes.len()];
    }
    if missing > 0 {
        notes.push(format!("{missing} points have no height: taken from those before and after them"));
    }
    let mut heights_m: Vec<f64> = Vec::with_capacity(fixes.len());
    let mut open = 0;
    for fix in fixes {
        let Some(height_m) = fix.height_m else {
            open += 1;
            continue;
        };
        let before_m = heights_m.last().copied().unwrap_or(height_m);
        for place in 1..=open {
            heights_m.push(before_m + (height_m - before_m) * f64::from(place) / f64::from(open + 1));
        }
        heights_m.push(height_m);
        open = 0;
    }
    let last_m = heights_m[heights_m.len() - 1];
    heights_m.resize(fixes.len(), last_m);
    heights_m
}

/// Points that jump away from both of their neighbours and come back are left out. Of the points in some places.
fn without_outliers(points: &[Point], places: &[usize], notes: &mut Vec<String>) -> Vec<usize> {
    let at = |number: usize| places.get(number).map(|place| points[*place].position_m);
    let is_outlier = |number: usize| {
        let before = number.checked_sub(1).and_then(at);
        let (Some(before), Some(here), Some(after)) = (before, at(number), at(number + 1)) else {
            return false;
        };
        let away_m = Real::min(apart_m(before, here), apart_m(here, after));
        away_m > FAR * apart_m(before, after) + FAR_M
    };
    let kept: Vec<usize> =
        (0..places.len()).filter(|number| !is_outlier(*number)).map(|number| places[number]).collect();
    if kept.len() < places.len() {
        notes.push(format!("{} points far from their neighbours are left out", places.len() - kept.len()));
    }
    kept
}

/// Notes on gaps, which straight lines bridge.
fn gaps(points: &[Point], notes: &mut Vec<String>) {
    let spaces: Vec<f64> =
        points.windows(2).map(|pair| apart_m(pair[0].position_m, pair[1].position_m)).collect();
    let Some(median_m) = median(&spaces) else { return };
    let is_gap = |space_m: &&f64| **space_m > Real::max(GAP * median_m, SHORTEST_GAP_M);
    let count = spaces.iter().filter(is_gap).count();
    if count > 0 {
        let longest_m = spaces.iter().copied().fold(0.0, Real::max);
        notes.push(format!("{count} gaps of up to {longest_m:.0} m are bridged by straight lines"));
    }
}

/// The middle one of some numbers; `None` of none.
pub(super) fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}
