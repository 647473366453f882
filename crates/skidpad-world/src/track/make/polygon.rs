//! Random closed layouts: a round of straights, into whose sides bends, fingers and chicanes are put.

use core::f64::consts::{PI, TAU};

use skidpad_core::math::Real;

use super::draw::Draw;
use super::layout::{CornerShape, Layout, SHARPEST_RAD, Vertex};
use super::options::MakeOptions;

/// The smallest angle of a corner, rad: 8 degrees.
const BLUNTEST_RAD: f64 = 0.14;
/// Tries to put something into a side, for each corner that is wanted.
const TRIES: usize = 25;
/// The largest radius of a corner over the length of a lap.
const LARGEST_RADIUS: f64 = 0.08;
/// Share of the spare length of a side that one corner may use.
const MOST_ROOM: f64 = 0.5;
/// Length of the shortest corners over the width, where there is room.
const SHORTEST: f64 = 1.5;
/// Radii are this much above the least one that was asked for, as lines through stations overshoot.
pub(super) const ABOVE: f64 = 1.04;

/// A layout of a number of corners or, where they do not fit, fewer, whose first side is the longest straight; `None` where not even its
/// beginning fits.
pub(super) fn layout(options: &MakeOptions, corners: usize, draw: &mut Draw) -> Option<Layout> {
    let mut layout = round(options, draw);
    if !is_sound(&layout, options) {
        return None;
    }
    for _ in 0..TRIES * corners {
        let left = corners.saturating_sub(layout.vertices.len());
        if left == 0 {
            break;
        }
        let side = longer_side(&layout, draw);
        let vertices = detail(&layout, side, left, draw);
        let mut next = layout.clone();
        next.vertices.splice(side + 1..=side, vertices);
        if is_sound(&next, options) {
            layout = next;
        }
    }
    let layout = layout.scaled(estimated_scale(&layout, options));
    Some(with_radii(&layout, options, draw))
}

/// Points around an ellipse, the longest side first.
fn round(options: &MakeOptions, draw: &mut Draw) -> Layout {
    let count = if draw.happens(0.4) { 4 } else { 5 };
    let aspect = draw.between(0.4, 0.9);
    let direction = draw.sign();
    let vertex = |place: i32| {
        let (sin, cos) =
            Real::sin_cos(TAU * (f64::from(place) + draw.between(-0.28, 0.28)) / f64::from(count));
        Vertex { position_m: [cos, direction * aspect * sin], radius_m: options.least_radius_m * ABOVE }
    };
    let mut layout = Layout { is_closed: true, vertices: (0..count).map(vertex).collect() };
    let longest = (0..layout.sides())
        .fold(0, |longest, side| if layout.side(side).1 > layout.side(longest).1 { side } else { longest });
    layout.vertices.rotate_left(longest);
    layout
}

/// A side but the first, a longer one more often.
fn longer_side(layout: &Layout, draw: &mut Draw) -> usize {
    let weight = |side: usize| layout.side(side).1 * layout.side(side).1;
    let sum: f64 = (1..layout.sides()).map(weight).sum();
    let mut rest = draw.between(0.0, sum);
    for side in 1..layout.sides() {
        rest -= weight(side);
        if rest < 0.0 {
            return side;
        }
    }
    layout.sides() - 1
}

/// Vertices to be put between the ends of a side, at most so many.
fn detail(layout: &Layout, side: usize, most: usize, draw: &mut Draw) -> Vec<Vertex> {
    let ([x, y], length_m) = layout.side(side);
    let from = layout.vertices[side];
    let (sign, kind) = (draw.sign(), draw.between(0.0, 1.0));
    // Along the side and to its left, over its length.
    let shares: Vec<[f64; 2]> = if most >= 4 && kind < 0.35 {
        finger(sign, draw)
    } else if most >= 2 && kind < 0.55 {
        // A chicane.
        let (middle, half) = (draw.between(0.35, 0.65), draw.between(0.05, 0.11));
        let out = sign * draw.between(0.025, 0.07);
        vec![[middle - half, out], [middle + half, -out]]
    } else if most >= 2 && kind < 0.7 {
        // Two bends to one side.
        let out = sign * draw.between(0.15, 0.5);
        vec![[draw.between(0.2, 0.4), out], [draw.between(0.6, 0.8), out * draw.between(0.7, 1.3)]]
    } else {
        vec![[draw.between(0.3, 0.7), sign * draw.between(0.12, 0.5)]]
    };
    let vertex = |[along, left]: [f64; 2]| Vertex {
        position_m: [
            from.position_m[0] + length_m * (along * x - left * y),
            from.position_m[1] + length_m * (along * y + left * x),
        ],
        ..from
    };
    shares.into_iter().map(vertex).collect()
}

/// There and back, with a hairpin or two corners at its end.
fn finger(sign: f64, draw: &mut Draw) -> Vec<[f64; 2]> {
    let middle = draw.between(0.3, 0.7);
    let [root, tip] = [draw.between(0.06, 0.2), draw.between(0.06, 0.2)];
    let lean = draw.between(-0.25, 0.25);
    let [out, back] = [0, 1].map(|_| sign * draw.between(0.3, 0.9));
    let back = out + Real::clamp(back - out, -0.2, 0.2);
    vec![[middle - root, 0.0], [middle + lean - tip, out], [middle + lean + tip, back], [middle + root, 0.0]]
}

/// Scale by which the line becomes about as long as asked for.
fn estimated_scale(layout: &Layout, options: &MakeOptions) -> f64 {
    let sides: f64 = (0..layout.sides()).map(|side| layout.side(side).1).sum();
    1.06 * options.length_m / sides
}

/// Returns true where all corners have room for the least radius, and all sides are far enough from each other.
fn is_sound(layout: &Layout, options: &MakeOptions) -> bool {
    let layout = layout.scaled(estimated_scale(layout, options));
    let count = layout.sides();
    let angles: Vec<_> = (0..count).map(|vertex| Real::abs(layout.angle_rad(vertex))).collect();
    if !angles.iter().all(|angle| (BLUNTEST_RAD..0.97 * SHARPEST_RAD).contains(angle)) {
        return false;
    }
    let tangents: Vec<_> = angles
        .iter()
        .map(|angle| options.least_radius_m * ABOVE * CornerShape::turning(*angle).tangent)
        .collect();
    let has_room = |side: usize| {
        layout.side(side).1 > 1.05 * (tangents[side] + tangents[(side + 1) % count]) + options.width_m
    };
    if !(0..count).all(has_room) {
        return false;
    }
    let apart_m = |one: usize, other: usize| {
        let ends = |side: usize| [side, side + 1].map(|vertex| layout.vertices[vertex % count].position_m);
        distance_m(ends(one), ends(other))
    };
    (0..count).all(|one| {
        (one + 2..count).filter(|other| (other + 1) % count != one).all(|other| {
            // Beside the first side lie the pits.
            let pits_m = if one == 0 { options.pits_m() } else { 0.0 };
            apart_m(one, other) > options.apart_m() + pits_m
        })
    })
}

/// Distance between two straight lines, m; 0 where they cross.
fn distance_m(one: [[f64; 2]; 2], other: [[f64; 2]; 2]) -> f64 {
    let side = |[from, to]: [[f64; 2]; 2], at: [f64; 2]| {
        (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
    };
    let parts = |line: [[f64; 2]; 2], by: [[f64; 2]; 2]| side(by, line[0]) * side(by, line[1]) < 0.0;
    if parts(one, other) && parts(other, one) {
        return 0.0;
    }
    let to_line = |at: [f64; 2], [from, to]: [[f64; 2]; 2]| {
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let share = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / (x * x + y * y);
        let share = Real::clamp(share, 0.0, 1.0);
        Real::hypot(at[0] - from[0] - share * x, at[1] - from[1] - share * y)
    };
    let ends =
        [to_line(one[0], other), to_line(one[1], other), to_line(other[0], one), to_line(other[1], one)];
    ends.into_iter().fold(f64::INFINITY, Real::min)
}

/// The layout with radii between the least one and the largest for which there is room: slow corners, medium and fast ones.
fn with_radii(layout: &Layout, options: &MakeOptions, draw: &mut Draw) -> Layout {
    let count = layout.sides();
    let least_m = options.least_radius_m * ABOVE;
    let angles: Vec<_> = (0..count).map(|vertex| Real::abs(layout.angle_rad(vertex))).collect();
    let shapes: Vec<_> = angles.iter().map(|angle| CornerShape::turning(*angle)).collect();
    let spare_m = |side: usize| {
        let needed_m = least_m * (shapes[side].tangent + shapes[(side + 1) % count].tangent);
        0.95 * (layout.side(side).1 - needed_m)
    };
    let mut layout = layout.clone();
    for vertex in 0..count {
        let [before_m, after_m] = [(vertex + count - 1) % count, vertex].map(spare_m);
        let speed = draw.between(0.0, 1.0);
        let share = if speed < 0.3 || angles[vertex] > 0.6 * PI {
            draw.between(0.0, 0.1)
        } else if speed < 0.6 {
            draw.between(0.1, 0.28)
        } else {
            draw.between(0.3, MOST_ROOM)
        };
        // The corners at the ends of the longest straight leave it long.
        let share = if vertex < 2 { 0.3 * share } else { share };
        let room_m = Real::min(before_m, after_m) / shapes[vertex].tangent;
        // A short corner of a small angle would be a kink.
        let smooth_m = Real::min(SHORTEST * options.width_m / angles[vertex], least_m + MOST_ROOM * room_m);
        let radius_m = Real::max(least_m + share * room_m, smooth_m);
        layout.vertices[vertex].radius_m =
            Real::min(radius_m, Real::max(least_m, LARGEST_RADIUS * options.length_m));
    }
    layout
}
