//! Laying out a stack of plots and drawing them.

use std::fmt::Write;

use skidpad_core::math::Real;

use super::Frame;
use super::labels::Space;
use super::path::{self, Point};
use super::plot::{Axis, Colour, Line, Plot, Rule, Stroke};
use super::scale::{Scale, Wish};
use super::stack::Stack;
use super::text::{self, Anchor, pixels};

/// Size of the letters at axes, pixels.
const LETTERS: f64 = 12.0;
const LINE_HEIGHT: f64 = 17.0;
const TICK: f64 = 5.0;
/// Height of an axis below or above a plot: ticks and title.
const LEVEL_AXIS: f64 = 38.0;
const GAP: f64 = 12.0;

/// The scales of a plot.
#[derive(Clone)]
struct Scales {
    x: Scale,
    y: Scale,
    right: Option<Scale>,
    top: Option<Scale>,
}

/// Draws plots one above the other.
pub(super) fn stack(svg: &mut String, stack: &Stack, frame: Frame) {
    let Some(bottom) = stack.plots.last() else { return };
    let mut top = frame.top;
    if !stack.title.is_empty() {
        text::write(svg, (frame.left + 4.0, top + 13.0), Anchor::Start, "h", &stack.title);
        top += 22.0;
    }
    let legends: Vec<Vec<Vec<&Line>>> =
        stack.plots.iter().map(|plot| legend(plot, frame.width - 60.0)).collect();
    let heads: Vec<f64> = stack
        .plots
        .iter()
        .zip(&legends)
        .map(|(plot, legend)| {
            legend.len() as f64 * LINE_HEIGHT + if plot.top_scale.is_some() { LEVEL_AXIS } else { 6.0 }
        })
        .collect();
    let gaps = GAP * (stack.plots.len() as f64 - 1.0);
    let free = frame.bottom() - top - LEVEL_AXIS - heads.iter().sum::<f64>() - gaps;
    let shares: f64 = stack.plots.iter().map(|plot| plot.share).sum();
    let heights: Vec<f64> =
        stack.plots.iter().map(|plot| Real::max(free * plot.share / shares, 20.0)).collect();

    // The margins depend on the labels of the ticks, and these on the height alone.
    let x = x_scale(stack, bottom, frame.width);
    let scales: Vec<Scales> =
        stack.plots.iter().zip(&heights).map(|(plot, height)| scales(plot, &x, *height)).collect();
    let margin = |scales: &[Scales]| 26.0 + widest(scales.iter().map(|scales| &scales.y));
    let mut left = margin(&scales);
    let has_right = scales.iter().any(|scales| scales.right.is_some());
    let right = if has_right {
        26.0 + widest(scales.iter().filter_map(|scales| scales.right.as_ref()))
    } else {
        18.0
    };

    let mut scales = scales;
    if let [Plot { is_map: true, .. }] = stack.plots[..] {
        let wide = |left: f64| Real::max(frame.width - left - right, 20.0);
        // The wider axis has labels of its own, and they may be longer.
        let mut tried = scales.clone();
        equalise(&mut tried[0], wide(left), heights[0]);
        left = Real::max(left, margin(&tried));
        equalise(&mut scales[0], wide(left), heights[0]);
    }
    for (index, plot) in stack.plots.iter().enumerate() {
        let inner = Frame {
            left: frame.left + left,
            top: top + heads[index],
            width: Real::max(frame.width - left - right, 20.0),
            height: heights[index],
        };
        draw_legend(svg, &legends[index], (inner.left, top));
        let is_last = index + 1 == stack.plots.len();
        draw_plot(svg, plot, &scales[index], &inner, is_last.then_some(&bottom.x));
        top = inner.bottom() + GAP;
    }
}

fn widest<'a>(scales: impl Iterator<Item = &'a Scale>) -> f64 {
    let labels = scales.flat_map(|scale| &scale.labels);
    labels.map(|label| text::width(label, LETTERS)).fold(0.0, Real::max)
}

/// Widens the axis that has more room, so that a unit is as long on both.
fn equalise(scales: &mut Scales, width: f64, height: f64) {
    let (x, y) = (scales.x.high - scales.x.low, scales.y.high - scales.y.low);
    let unit = Real::max(x / width, y / height);
    let widened = |scale: &Scale, length: f64, ticks: f64| {
        let more = 0.5 * (unit * length - (scale.high - scale.low));
        Scale::new(scale.low - more, scale.high + more, Wish { ticks, whole: false, round: false })
    };
    scales.x = widened(&scales.x, width, width / 75.0);
    scales.y = widened(&scales.y, height, Real::clamp(height / 32.0, 2.0, 8.0));
}

/// The smallest and largest of some values that are finite.
fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.filter(|value| value.is_finite()).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (Real::min(low, value), Real::max(high, value))
    })
}

fn fit(axis: &Axis, values: impl Iterator<Item = f64>, wish: (f64, f64)) -> Scale {
    let (ticks, room) = wish;
    let (low, high) = axis.span.unwrap_or_else(|| {
        let (low, high) = extent(values);
        if axis.from_zero { with_zero(low, room * high) } else { (low, high) }
    });
    Scale::new(low, high, Wish { ticks, whole: axis.whole, round: axis.round })
}

/// A span with 0 in it. What lies below 0 by less than a
/// hundredth, such as the speed of a car that has just stopped, does not open the axis downwards.
fn with_zero(low: f64, high: f64) -> (f64, f64) {
    let low = if low < 0.0 && -low < 0.01 * high { 0.0 } else { Real::min(low, 0.0) };
    (low, Real::max(high, 0.0))
}

fn x_scale(stack: &Stack, bottom: &Plot, width: f64) -> Scale {
    let values = stack.plots.iter().flat_map(|plot| {
        let lines = plot.lines.iter().flat_map(|line| &line.points);
        lines.map(|point| point.0).chain(plot.marks.iter().map(|mark| mark.at.0))
    });
    fit(&bottom.x, values, (width / 75.0, 1.0))
}

fn scales(plot: &Plot, x: &Scale, height: f64) -> Scales {
    let ticks = Real::clamp(height / 32.0, 2.0, if plot.y.whole { 13.0 } else { 8.0 });
    let ticks = if plot.y.whole { Real::max(ticks, height / 13.0) } else { ticks };
    let values = |on_right: bool| {
        let lines = plot.lines.iter().filter(move |line| line.on_right == on_right);
        let marks = plot.marks.iter().filter(move |mark| mark.on_right == on_right);
        lines.flat_map(|line| &line.points).map(|point| point.1).chain(marks.map(|mark| mark.at.1))
    };
    // A text needs room above the highest point.
    let room = if plot.labels.is_empty() { 1.0 } else { 1.06 };
    let y = fit(&plot.y, values(false), (ticks, room));
    let own = plot.right.as_ref().map(|axis| fit(axis, values(true), (ticks, room)));
    let right = own.or_else(|| plot.right_scale.as_ref().map(|(factor, _)| y.scaled(*factor, ticks)));
    let top = plot.top_scale.as_ref().map(|(factor, axis)| {
        let whole = Real::abs(x.high * factor);
        let shown = axis.span.map_or(whole, |span| span.1);
        x.scaled(*factor, 7.0 * Real::clamp(whole / shown, 1.0, 4.0)).only(axis.span)
    });
    Scales { x: x.clone(), y, right, top }
}

/// The named lines, in rows that fit a width.
fn legend(plot: &Plot, width: f64) -> Vec<Vec<&Line>> {
    let mut rows: Vec<Vec<&Line>> = Vec::new();
    let mut used = f64::INFINITY;
    for line in plot.lines.iter().filter(|line| !line.name.is_empty()) {
        let needed = entry_width(line);
        if used + needed > width {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += needed;
        if let Some(row) = rows.last_mut() {
            row.push(line);
        }
    }
    rows
}

const SWATCH: f64 = 22.0;

fn entry_width(line: &Line) -> f64 {
    SWATCH + 6.0 + text::width(&line.name, LETTERS) + 12.0
}

fn draw_legend(svg: &mut String, rows: &[Vec<&Line>], place: (f64, f64)) {
    for (index, row) in rows.iter().enumerate() {
        let mut x = place.0;
        let y = place.1 + index as f64 * LINE_HEIGHT + 8.0;
        for line in row {
            let swatch = vec![vec![(x, y), (x + SWATCH, y)]];
            draw_path(svg, &path::data(&swatch), line.colour, line.stroke);
            text::write(svg, (x + SWATCH + 6.0, y + 4.0), Anchor::Start, "", &line.name);
            x += entry_width(line);
        }
    }
}

fn draw_path(svg: &mut String, data: &str, colour: Colour, stroke: Stroke) {
    let stroke = match stroke {
        Stroke::Solid => "s",
        Stroke::Bold => "b",
        Stroke::Broad => "w",
        Stroke::Thin => "n",
        Stroke::Dashed => "d",
        Stroke::Dotted => "o",
    };
    let _ = writeln!(svg, "<path class=\"{stroke} {}\" d=\"{data}\"/>", colour.class());
}

/// Draws what lies between the axes, and the axes. The lower one has labels where `lower` names it.
fn draw_plot(svg: &mut String, plot: &Plot, scales: &Scales, frame: &Frame, lower: Option<&Axis>) {
    let place = |point: (f64, f64), on_right: bool| -> Point {
        let y = scales.right.as_ref().filter(|_| on_right && plot.right.is_some()).unwrap_or(&scales.y);
        (frame.left + frame.width * scales.x.share(point.0), frame.bottom() - frame.height * y.share(point.1))
    };
    let pieces = |points: &[(f64, f64)], on_right: bool| -> Vec<Vec<Point>> {
        let placed: Vec<Point> = points.iter().map(|point| place(*point, on_right)).collect();
        let clipped = path::clip(&path::thin(&placed, frame.width), frame);
        clipped.iter().map(|piece| path::simplify(piece)).collect()
    };
    let mut space = Space::new(*frame);
    draw_grid(svg, scales, frame);
    for area in &plot.areas {
        let foot = Real::clamp(place((0.0, 0.0), false).1, frame.top, frame.bottom());
        for piece in pieces(&area.points, false) {
            draw_area(svg, &piece, foot, area.colour);
        }
    }
    for rule in &plot.rules {
        let ends = match *rule {
            Rule::Upright(x) => [(x, scales.y.low), (x, scales.y.high)],
            Rule::Level(y) => [(scales.x.low, y), (scales.x.high, y)],
        };
        let pieces = pieces(&ends, false);
        draw_path(svg, &path::data(&pieces), Colour::Quiet, Stroke::Thin);
        pieces.iter().for_each(|piece| space.line(piece));
    }
    for line in &plot.lines {
        let pieces = pieces(&line.points, line.on_right);
        draw_path(svg, &path::data(&pieces), line.colour, line.stroke);
        pieces.iter().for_each(|piece| space.line(piece));
    }
    draw_axes(svg, plot, scales, frame, lower);
    draw_marks(svg, plot, &mut space, place);
}

fn draw_area(svg: &mut String, piece: &[Point], foot: f64, colour: Colour) {
    let (Some(first), Some(last)) = (piece.first(), piece.last()) else { return };
    let mut points = String::new();
    for point in piece.iter().chain(&[(last.0, foot), (first.0, foot)]) {
        let _ = write!(points, "{},{} ", pixels(point.0), pixels(point.1));
    }
    let _ = writeln!(svg, "<polygon class=\"{}\" points=\"{}\"/>", colour.class(), points.trim_end());
}

/// Dots with their texts, and texts alone.
fn draw_marks(svg: &mut String, plot: &Plot, space: &mut Space, place: impl Fn((f64, f64), bool) -> Point) {
    const RADIUS: f64 = 4.0;
    for mark in &plot.marks {
        let at = place(mark.at, mark.on_right);
        let side = 2.0 * RADIUS;
        space.block(&Frame { left: at.0 - RADIUS, top: at.1 - RADIUS, width: side, height: side });
        let _ = writeln!(
            svg,
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            mark.colour.class(),
            pixels(at.0),
            pixels(at.1),
            pixels(RADIUS)
        );
    }
    for label in plot.labels.iter().filter(|label| !label.text.is_empty()) {
        let at: Vec<Point> = label.at.iter().map(|at| place(*at, label.on_right)).collect();
        let Some(placed) = space.place(&at, (text::width(&label.text, LETTERS), 14.0)) else { continue };
        if let Some((from, to)) = placed.leader {
            draw_path(svg, &path::data(&[vec![from, to]]), Colour::Quiet, Stroke::Thin);
        }
        let class = format!("lb {}", label.colour.class());
        // Centred, since the true width of the letters differs from the estimate.
        let middle = placed.frame.left + 0.5 * placed.frame.width;
        text::write(svg, (middle, placed.frame.top + 11.0), Anchor::Middle, &class, &label.text);
    }
}

fn draw_grid(svg: &mut String, scales: &Scales, frame: &Frame) {
    let mut data = String::new();
    for tick in &scales.x.ticks {
        let x = pixels(frame.left + frame.width * scales.x.share(*tick));
        let _ = write!(data, "M{x} {}V{}", pixels(frame.top), pixels(frame.bottom()));
    }
    for tick in &scales.y.ticks {
        let y = pixels(frame.bottom() - frame.height * scales.y.share(*tick));
        let _ = write!(data, "M{} {y}H{}", pixels(frame.left), pixels(frame.right()));
    }
    let _ = writeln!(svg, "<path class=\"gr\" d=\"{data}\"/>");
}

/// The colour of an axis's title: that of its lines where they have but one.
fn title_class(plot: &Plot, on_right: bool) -> String {
    let mut lines = plot.lines.iter().filter(|line| line.on_right == on_right);
    let first = lines.next().map(|line| line.colour);
    match first.filter(|colour| plot.right.is_some() && lines.all(|line| line.colour == *colour)) {
        Some(colour) => colour.class(),
        None => String::from("ci"),
    }
}

fn draw_axes(svg: &mut String, plot: &Plot, scales: &Scales, frame: &Frame, lower: Option<&Axis>) {
    let mut data = String::new();
    let (left, right, top, bottom) = (frame.left, frame.right(), frame.top, frame.bottom());
    let _ = write!(data, "M{} {}", pixels(left), pixels(top));
    let _ = write!(data, "H{}V{}H{}Z", pixels(right), pixels(bottom), pixels(left));
    let mut level = |scale: &Scale, y: f64, out: f64, svg: &mut String, title: Option<&Axis>| {
        let mut taken = f64::NEG_INFINITY;
        for (tick, label) in scale.ticks.iter().zip(&scale.labels) {
            let x = left + frame.width * scale.share(*tick);
            let _ = write!(data, "M{} {}v{}", pixels(x), pixels(y), pixels(out * TICK));
            let half = 0.5 * text::width(label, LETTERS);
            if title.is_some() && x - half > taken {
                let below = if out > 0.0 { 17.0 } else { -8.0 };
                text::write(svg, (x, y + below), Anchor::Middle, "q", label);
                taken = x + half + 4.0;
            }
        }
        if let Some(axis) = title {
            // Over the part that has ticks, where they do not fill the axis.
            let part = if axis.span.is_some() && out < 0.0 { scale.ticks.last() } else { None };
            let shown = frame.width * part.map_or(1.0, |last| scale.share(*last));
            let middle = left + 0.5 * Real::max(shown, text::width(&axis.title(), LETTERS));
            let below = if out > 0.0 { 34.0 } else { -24.0 };
            text::write(svg, (middle, y + below), Anchor::Middle, "ci", &axis.title());
        }
    };
    level(&scales.x, bottom, 1.0, svg, lower);
    if let (Some(scale), Some((_, axis))) = (&scales.top, &plot.top_scale) {
        level(scale, top, -1.0, svg, Some(axis));
    }
    let mut upright = |scale: &Scale, x: f64, out: f64, svg: &mut String, title: &Axis, class: &str| {
        let anchor = if out < 0.0 { Anchor::End } else { Anchor::Start };
        for (tick, label) in scale.ticks.iter().zip(&scale.labels) {
            let y = bottom - frame.height * scale.share(*tick);
            let _ = write!(data, "M{} {}h{}", pixels(x), pixels(y), pixels(out * TICK));
            text::write(svg, (x + out * 8.0, y + 4.0), anchor, "q", label);
        }
        let away = 8.0 + widest(std::iter::once(scale)) + if out < 0.0 { 7.0 } else { 14.0 };
        text::write_upwards(svg, (x + out * away, top + 0.5 * frame.height), class, &title.title());
    };
    upright(&scales.y, left, -1.0, svg, &plot.y, &title_class(plot, false));
    let axis = plot.right.as_ref().or(plot.right_scale.as_ref().map(|(_, axis)| axis));
    if let (Some(scale), Some(axis)) = (&scales.right, axis) {
        upright(scale, right, 1.0, svg, axis, &title_class(plot, true));
    }
    let _ = writeln!(svg, "<path class=\"ed\" d=\"{data}\"/>");
}
