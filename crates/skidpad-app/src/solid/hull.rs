//! Convex hulls of points in a plane.

/// Points that are nearer than this, m, are one: outlines whose corners coincide on a screen are drawn with spikes.
const NEAR_M: f64 = 1e-5;

/// Corners of the convex hull of points, m, counter-clockwise, by Andrew's monotone chain. Points that are not finite are left out.
pub fn hull(points: impl IntoIterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let is_finite = |point: &[f64; 2]| point.iter().all(|number| number.is_finite());
    let on_grid = |point: [f64; 2]| point.map(|number| (number / NEAR_M).round() * NEAR_M);
    let mut points: Vec<_> = points.into_iter().filter(is_finite).map(on_grid).collect();
    points.sort_by(|[x, y], [other_x, other_y]| x.total_cmp(other_x).then(y.total_cmp(other_y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut corners = chain(points.iter());
    corners.extend(chain(points.iter().rev()));
    corners
}

/// One side of the hull of points in order of x, without its last corner, which begins the other side.
fn chain<'a>(points: impl Iterator<Item = &'a [f64; 2]>) -> Vec<[f64; 2]> {
    let mut corners: Vec<[f64; 2]> = Vec::new();
    for point in points {
        while let [.., before, last] = corners[..]
            && turn(before, last, *point) <= 0.0
        {
            corners.pop();
        }
        corners.push(*point);
    }
    corners.pop();
    corners
}

/// Twice the area of a triangle, positive counter-clockwise.
fn turn([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [cx, cy]: [f64; 2]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}
