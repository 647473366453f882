//! A track from above: its road, what lies and stands beside it, its start line, sectors and corners.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_world::track::{Side, Strip, StripKind, Track, TrackCorner, TrackWall};

use super::sampling::{GAP, Point, distances_m, title, whole};
use crate::figures::Figure;
use crate::svg::{Axis, Colour, Line, Plot, Sheet, Stack, Stroke};

/// Width of the picture, and what stands around the frame, pixels.
const WIDTH_PX: f64 = 1200.0;
const BESIDE_PX: f64 = 90.0;
const AROUND_PX: f64 = 80.0;
/// Least and largest height of the picture, pixels.
const HEIGHTS_PX: [f64; 2] = [360.0, 1100.0];
/// Room around the track over its size.
const ROOM: f64 = 0.03;
/// Length of the arrow at the start line over the track's size, and of its head over its own length.
const ARROW: f64 = 0.045;
const HEAD: f64 = 0.35;

pub(super) fn figure(track: &Track, corners: &[TrackCorner]) -> Figure {
    let mut plot = Plot::new(Axis::new("x", "m"), Axis::new("y", "m")).map();
    strips(track, &mut plot);
    let middle = distances_m(track, whole(track)).map(|at_m| beside(track, at_m, 0.0)).collect();
    plot.lines.push(Line::new(middle, Colour::Quiet).stroke(Stroke::Dotted).named("line"));
    let [left, right] = Side::ALL.map(|side| edge(track, whole(track), side, |_| 0.0));
    let edges = [left, vec![GAP], right].concat();
    plot.lines.push(Line::new(edges, Colour::Ink).stroke(Stroke::Thin).named("road"));
    kerbs(track, &mut plot);
    walls(track, &mut plot);
    pit_lane(track, &mut plot);
    let view = PlanView::new(plot.lines.iter().flat_map(|line| &line.points));
    plot.x = plot.x.span(view.low[0], view.high[0]);
    plot.y = plot.y.span(view.low[1], view.high[1]);
    ends(track, &view, &mut plot);
    for corner in corners {
        plot.label(outside(track, corner), Colour::Ink, &corner.name);
    }
    let title = title(track, "plan");
    let caption =
        "The road from above, with the start line and its direction, sectors, corners, kerbs, run-off and \
                   walls. A metre is as long on both axes."
            .to_owned();
    let sheet = Sheet {
        title: title.clone(),
        subtitle: subtitle(track),
        width: WIDTH_PX,
        row_height: view.height_px(),
        columns: 1,
        cells: vec![Stack { title: String::new(), plots: vec![plot] }],
    };
    Figure { file: "track-plan.svg".to_owned(), title, svg: sheet.svg(), caption }
}

fn subtitle(track: &Track) -> String {
    let (kind, length_m) =
        if track.is_closed() { ("circuit", track.length_m()) } else { ("open road", track.lap_m()) };
    format!("{kind} of {length_m:.0} m; the arrow at the start line points in the direction of driving")
}

/// Position beside the line.
fn beside(track: &Track, distance_m: f64, offset_m: f64) -> Point {
    let [x, y] = track.beside(distance_m, offset_m);
    (x, y)
}

/// A line along one edge of the road, at a distance outside of it.
fn edge(track: &Track, stretch_m: [f64; 2], side: Side, outside_m: impl Fn(f64) -> f64) -> Vec<Point> {
    let at = |distance_m: f64| {
        let width_m = track.at(distance_m).widths_m[usize::from(side == Side::Right)];
        beside(track, distance_m, side.sign() * (width_m + outside_m(distance_m)))
    };
    distances_m(track, stretch_m).map(at).collect()
}

/// Colour of the ground of a kind.
fn colour(kind: StripKind) -> Colour {
    match kind {
        StripKind::Kerb => Colour::Series(1),
        StripKind::Grass => Colour::Series(2),
        StripKind::Gravel | StripKind::Sand => Colour::Series(3),
        StripKind::Dirt => Colour::Series(6),
        _ => Colour::Quiet,
    }
}

/// Run-off by its outlines: the inner edge is that of what lies between it and the road.
fn strips(track: &Track, plot: &mut Plot) {
    for kind in StripKind::ALL.into_iter().filter(|kind| *kind != StripKind::Kerb) {
        let mut outlines = Vec::new();
        for (place, strip) in track.strips().iter().enumerate().filter(|(_, strip)| strip.kind == kind) {
            let inner = |distance_m: f64| inner_m(&track.strips()[..place], strip, distance_m);
            let outer = edge(track, strip.stretch_m, strip.side, |at_m| inner(at_m) + strip.width_m);
            let near = edge(track, strip.stretch_m, strip.side, inner);
            let (first, last) = (near.first().copied(), near.last().copied());
            outlines.extend(first.into_iter().chain(outer).chain(last).chain([GAP]));
        }
        push(plot, Line::new(outlines, colour(kind)).stroke(Stroke::Thin).named(kind.name()));
    }
}

/// Width of the strips between the road and one of them, m. `before`: those before it in the list.
fn inner_m(before: &[Strip], strip: &Strip, distance_m: f64) -> f64 {
    let is_inner = |of: &&Strip| of.side == strip.side && of.is_beside(distance_m);
    before.iter().filter(is_inner).map(|of| of.width_m).sum()
}

fn kerbs(track: &Track, plot: &mut Plot) {
    let mut lines = Vec::new();
    for kerb in track.strips().iter().filter(|strip| strip.kind == StripKind::Kerb) {
        lines.extend(edge(track, kerb.stretch_m, kerb.side, |_| 0.5 * kerb.width_m));
        lines.push(GAP);
    }
    let line = Line::new(lines, colour(StripKind::Kerb)).stroke(Stroke::Bold);
    push(plot, line.named(StripKind::Kerb.name()));
}

fn walls(track: &Track, plot: &mut Plot) {
    let mut lines = Vec::new();
    for wall in track.walls() {
        let all_m: Vec<f64> = distances_m(track, wall.stretch_m).collect();
        let last = usize::max(all_m.len() - 1, 1) as f64;
        let at = |(place, at_m): (usize, &f64)| beside(track, *at_m, offset_m(wall, place as f64 / last));
        lines.extend(all_m.iter().enumerate().map(at));
        lines.push(GAP);
    }
    push(plot, Line::new(lines, Colour::Series(4)).named("wall"));
}

/// Lateral offset of a wall's face at a share of its stretch, m.
fn offset_m(wall: &TrackWall, share: f64) -> f64 {
    let [from, to] = wall.offsets_m;
    wall.side.sign() * (from + share * (to - from))
}

/// The middle of the pit lane, which leaves and joins the road at its edge, and lies at its offset between the ends of its speed limit.
fn pit_lane(track: &Track, plot: &mut Plot) {
    let Some(pits) = track.pit_lane() else { return };
    let side = usize::from(pits.side == Side::Right);
    let ahead_m = |from_m: f64, to_m: f64| match to_m < from_m {
        true => to_m + track.length_m() - from_m,
        false => to_m - from_m,
    };
    let ([leave_m, join_m], [from_m, to_m]) = (pits.stretch_m, pits.limit_m);
    let at = |distance_m: f64| {
        let ramp = |since_m: f64, whole_m: f64| Real::clamp(since_m / Real::max(whole_m, 1.0), 0.0, 1.0);
        let out = ramp(distance_m - leave_m, ahead_m(leave_m, from_m));
        let back = ramp(leave_m + ahead_m(leave_m, join_m) - distance_m, ahead_m(to_m, join_m));
        let edge_m = track.at(distance_m).widths_m[side];
        let offset_m = edge_m + Real::min(out, back) * (pits.offset_m - edge_m);
        beside(track, distance_m, pits.side.sign() * offset_m)
    };
    let line = distances_m(track, pits.stretch_m).map(at).collect();
    push(plot, Line::new(line, Colour::Series(5)).stroke(Stroke::Dashed).named("pit lane"));
}

/// Adds a line that has points: what a track does not have is not in the legend.
fn push(plot: &mut Plot, line: Line) {
    if !line.points.is_empty() {
        plot.lines.push(line);
    }
}

/// Start line with an arrow, finish line, and lines where sectors end.
fn ends(track: &Track, view: &PlanView, plot: &mut Plot) {
    let across = |distance_m: f64, over_m: f64| {
        let [left, right] = track.at(distance_m).widths_m;
        vec![beside(track, distance_m, left + over_m), beside(track, distance_m, -right - over_m)]
    };
    let over_m = 0.008 * view.size();
    let start_m = track.start_m();
    let sectors = track.sectors_m();
    for (number, end_m) in sectors.iter().enumerate().take(sectors.len() - 1) {
        let line = across(start_m + end_m, over_m);
        plot.label(line[0], Colour::Quiet, format!("S{}", number + 2));
        plot.lines.push(Line::new(line, Colour::Quiet));
    }
    let start = across(start_m, over_m);
    plot.label(start[0], Colour::Series(0), if track.is_closed() { "start and finish" } else { "start" });
    let arrow = arrow(track, start_m, view.size());
    let name = if track.is_closed() { "start line and direction" } else { "start, direction and finish" };
    let mut lines = [start, vec![GAP], arrow].concat();
    if !track.is_closed() {
        let finish = across(start_m + track.lap_m(), over_m);
        plot.label(finish[0], Colour::Series(0), "finish");
        lines.push(GAP);
        lines.extend(finish);
    }
    push(plot, Line::new(lines, Colour::Series(0)).stroke(Stroke::Bold).named(name));
}

fn arrow(track: &Track, distance_m: f64, size_m: f64) -> Vec<Point> {
    let at = track.at(distance_m);
    let ahead = Direction::at_angle(at.heading_rad);
    let length_m = ARROW * size_m;
    let [x, y] = at.position_m;
    let place = |forwards: f64, left: f64| {
        let point = Vec2::new(x, y) + Vec2::new(forwards * length_m, left * length_m).to_parent(ahead);
        (point.x, point.y)
    };
    let half = 0.5 * HEAD;
    vec![
        place(0.0, 0.0),
        place(1.0, 0.0),
        GAP,
        place(1.0 - HEAD, half),
        place(1.0, 0.0),
        place(1.0 - HEAD, -half),
    ]
}

/// Place at the outer edge of the road beside the apex of a corner.
fn outside(track: &Track, corner: &TrackCorner) -> Point {
    let [left, right] = track.at(corner.apex_m).widths_m;
    match corner.side {
        Side::Left => beside(track, corner.apex_m, -right),
        Side::Right => beside(track, corner.apex_m, left),
    }
}

/// Rectangle that is shown.
struct PlanView {
    low: [f64; 2],
    high: [f64; 2],
}

impl PlanView {
    /// A view of all points that are finite, with some room.
    fn new<'p>(points: impl Iterator<Item = &'p Point>) -> Self {
        let mut view = Self { low: [f64::INFINITY; 2], high: [f64::NEG_INFINITY; 2] };
        for (x, y) in points.filter(|point| point.0.is_finite() && point.1.is_finite()) {
            view.low = [Real::min(view.low[0], *x), Real::min(view.low[1], *y)];
            view.high = [Real::max(view.high[0], *x), Real::max(view.high[1], *y)];
        }
        let room = ROOM * view.size();
        view.low = view.low.map(|low| low - room);
        view.high = view.high.map(|high| high + room);
        view
    }

    fn size(&self) -> f64 {
        Real::max(self.high[0] - self.low[0], self.high[1] - self.low[1])
    }

    /// Height of a picture in which a metre is as long on both axes.
    fn height_px(&self) -> f64 {
        let aspect = (self.high[1] - self.low[1]) / (self.high[0] - self.low[0]);
        Real::clamp(AROUND_PX + (WIDTH_PX - BESIDE_PX) * aspect, HEIGHTS_PX[0], HEIGHTS_PX[1])
    }
}
