//! From points to a path: clipped to the frame, thinned to what a picture can show.

use skidpad_core::math::Real;

use super::Frame;
use super::text::pixels;

/// A point of a picture, in pixels.
pub(super) type Point = (f64, f64);

/// Deviation from the true line that nobody sees, pixels.
const TOLERANCE: f64 = 0.15;

/// The parts of a line that lie in the frame. A point that is not finite breaks the line.
pub(super) fn clip(points: &[Point], frame: &Frame) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    for pair in points.windows(2) {
        let finite = pair.iter().all(|point| point.0.is_finite() && point.1.is_finite());
        let Some((from, to)) = finite.then(|| clip_segment(pair[0], pair[1], frame)).flatten() else {
            continue;
        };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&from) => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
    }
    pieces
}

/// Liang and Barsky: the part of a segment within the frame.
fn clip_segment(from: Point, to: Point, frame: &Frame) -> Option<(Point, Point)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let edges = [
        (-dx, from.0 - frame.left),
        (dx, frame.right() - from.0),
        (-dy, from.1 - frame.top),
        (dy, frame.bottom() - from.1),
    ];
    let (mut enter, mut leave) = (0.0, 1.0);
    for (towards, room) in edges {
        if towards == 0.0 && room < 0.0 {
            return None;
        }
        if towards < 0.0 {
            enter = Real::max(enter, room / towards);
        } else if towards > 0.0 {
            leave = Real::min(leave, room / towards);
        }
    }
    let at = |share: f64| (from.0 + share * dx, from.1 + share * dy);
    let start = if enter == 0.0 { from } else { at(enter) };
    let end = if leave == 1.0 { to } else { at(leave) };
    (enter <= leave).then_some((start, end))
}

/// Keeps at most four points per half pixel of width: first, lowest, highest, last. For lines that run from
/// left to right; others pass unchanged.
pub(super) fn thin(points: &[Point], width: f64) -> Vec<Point> {
    let columns = 2.0 * width;
    let runs_right = points.windows(2).all(|pair| pair[0].0 <= pair[1].0 || pair[0].0.is_nan());
    if (points.len() as f64) < 4.0 * columns || !runs_right {
        return points.to_vec();
    }
    let column = |point: &Point| (2.0 * point.0).floor();
    let mut kept = Vec::new();
    for group in points.chunk_by(|a, b| column(a) == column(b)) {
        let low = (0..group.len()).min_by(|a, b| group[*a].1.total_cmp(&group[*b].1));
        let high = (0..group.len()).max_by(|a, b| group[*a].1.total_cmp(&group[*b].1));
        let mut indices = vec![0, low.unwrap_or(0), high.unwrap_or(0), group.len() - 1];
        indices.sort_unstable();
        indices.dedup();
        kept.extend(indices.into_iter().map(|index| group[index]));
    }
    kept
}

/// Douglas and Peucker: leaves out points that lie on the line through the others.
pub(super) fn simplify(points: &[Point]) -> Vec<Point> {
    let mut keep = vec![false; points.len()];
    let mut parts = vec![(0, points.len().saturating_sub(1))];
    while let Some((first, last)) = parts.pop() {
        if first >= points.len() {
            continue;
        }
        (keep[first], keep[last]) = (true, true);
        let distance = |index: &usize| distance(points[*index], points[first], points[last]);
        let Some(far) = (first + 1..last).max_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            continue;
        };
        if distance(&far) > TOLERANCE {
            parts.extend([(first, far), (far, last)]);
        }
    }
    points.iter().zip(keep).filter(|entry| entry.1).map(|entry| *entry.0).collect()
}

/// Distance of a point from a segment.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = (point.0 - from.0) * dx + (point.1 - from.1) * dy;
    let share = if length > 0.0 { Real::clamp(along / length, 0.0, 1.0) } else { 0.0 };
    let (ex, ey) = (point.0 - from.0 - share * dx, point.1 - from.1 - share * dy);
    (ex * ex + ey * ey).sqrt()
}

/// The attribute `d` of a path through the pieces.
pub(super) fn data(pieces: &[Vec<Point>]) -> String {
    let mut data = String::new();
    for piece in pieces {
        let mut before = String::new();
        for (index, point) in piece.iter().enumerate() {
            let place = format!("{} {}", pixels(point.0), pixels(point.1));
            if place == before && piece.len() > 2 {
                continue;
            }
            data.push(if index == 0 { 'M' } else { 'L' });
            data.push_str(&place);
            before = place;
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::super::Frame;
    use super::{clip, data, simplify, thin};

    const FRAME: Frame = Frame { left: 0.0, top: 0.0, width: 10.0, height: 10.0 };

    #[test]
    fn lines_stay_in_the_frame() {
        let out_and_in = [(-5.0, 5.0), (5.0, 5.0), (5.0, 15.0), (9.0, 15.0), (9.0, 9.0)];
        let pieces = clip(&out_and_in, &FRAME);
        assert_eq!(pieces, [vec![(0.0, 5.0), (5.0, 5.0), (5.0, 10.0)], vec![(9.0, 10.0), (9.0, 9.0)]]);
        assert!(clip(&[(-1.0, -1.0), (-1.0, 20.0)], &FRAME).is_empty());
    }

    #[test]
    fn a_point_that_is_not_finite_breaks_the_line() {
        let pieces = clip(&[(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (3.0, 1.0), (4.0, 1.0)], &FRAME);
        assert_eq!(pieces.len(), 2);
        assert_eq!(data(&pieces), "M1 1L2 1M3 1L4 1");
    }

    #[test]
    fn a_peak_survives_thinning() {
        let points: Vec<_> =
            (0..100_000).map(|i| (f64::from(i) * 1e-4, if i == 51_234 { 9.0 } else { 1.0 })).collect();
        let kept = thin(&points, 10.0);
        assert!(kept.len() <= 84, "{}", kept.len());
        assert!(kept.iter().any(|point| point.1 == 9.0));
    }

    #[test]
    fn straight_parts_need_two_points() {
        let bend: Vec<_> = (0..=100).map(f64::from).map(|x| (x, if x < 50.0 { x } else { 50.0 })).collect();
        assert_eq!(simplify(&bend), [(0.0, 0.0), (50.0, 50.0), (100.0, 50.0)]);
        assert!(simplify(&[]).is_empty());
    }
}
