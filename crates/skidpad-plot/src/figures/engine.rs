//! Torque and power of the engine over its speed.

use skidpad_core::math::Real;
use skidpad_core::powertrain::power;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;

use super::drawing::Drawing;
use super::points::{at, peak, steps};
use crate::svg::{Area, Axis, Colour, Label, Line, Mark, Plot, Rule, Stroke};

/// Points (engine speed in rad/s, torque in N.m) at full load, from idle to redline.
pub(super) fn full_load(vehicle: &Vehicle<f64>) -> Vec<(f64, f64)> {
    let engine = vehicle.engine();
    let mut speeds: Vec<f64> = steps(engine.idle_rad_s, engine.redline_rad_s, 240).collect();
    speeds.extend(corners(vehicle).iter().map(|corner| corner.0));
    if engine.is_motor.is_set() {
        speeds.push(engine.motor_power_w / engine.motor_torque_nm);
    }
    speeds.retain(|speed| (engine.idle_rad_s..=engine.redline_rad_s).contains(speed));
    speeds.sort_by(f64::total_cmp);
    let torque = |speed: f64| engine.full_load_torque(vehicle.torque_curve(), speed);
    speeds.into_iter().map(|speed| (speed, torque(speed))).collect()
}

/// The points between which the torque curve is straight.
fn corners(vehicle: &Vehicle<f64>) -> Vec<(f64, f64)> {
    let engine = vehicle.engine();
    if engine.is_motor.is_set() {
        return Vec::new();
    }
    let curve = vehicle.torque_curve();
    let mut starts: Vec<f64> = curve.start_rad_s.to_vec();
    starts.dedup();
    // A hair is granted for the rounding of units.
    starts.retain(|start| {
        *start >= engine.idle_rad_s * (1.0 - 1e-9) && *start <= engine.redline_rad_s * (1.0 + 1e-9)
    });
    starts.into_iter().map(|start| (start, curve.torque_nm(start))).collect()
}

/// Where a curve is at its highest: both ends of the stretch, rounding aside.
fn plateau(points: &[(f64, f64)]) -> Option<((f64, f64), (f64, f64))> {
    let top = peak(points)?.1;
    let mut high = points.iter().filter(|point| point.1 >= (1.0 - 1e-6) * top);
    let first = *high.next()?;
    let last = *high.next_back().unwrap_or(&first);
    // A round top is a point.
    let is_level = last.0 - first.0 > 0.08 * last.0;
    let point = peak(points)?;
    Some(if is_level { (first, last) } else { (point, point) })
}

/// The curve by straight lines as Palmer simplifies one (8.17): level up to idle, to the peak, to the redline; a
/// level peak has both its ends. None for a motor.
fn straight_lines(vehicle: &Vehicle<f64>) -> Option<Vec<(f64, f64)>> {
    let points = full_load(vehicle);
    let (first, last) = (*points.first()?, *points.last()?);
    let (top, end) = plateau(&points)?;
    let is_curve = !vehicle.engine().is_motor.is_set() && first.0 < top.0 && end.0 < last.0;
    let mut lines = vec![(0.5 * first.0, first.1), first, top, end, last];
    lines.dedup();
    is_curve.then_some(lines)
}

/// What turns the wheels.
pub(super) fn noun(vehicle: &Vehicle<f64>) -> &'static str {
    if vehicle.engine().is_motor.is_set() { "motor" } else { "engine" }
}

fn in_rpm(points: &[(f64, f64)], value: impl Fn(f64, f64) -> f64) -> Vec<(f64, f64)> {
    points.iter().map(|(speed, torque)| (units::to_rpm(*speed), value(*speed, *torque))).collect()
}

fn kilowatts(speed_rad_s: f64, torque_nm: f64) -> f64 {
    power(torque_nm, speed_rad_s) / 1000.0
}

fn rpm_axis(vehicle: &Vehicle<f64>) -> Axis {
    let redline = units::to_rpm(vehicle.engine().redline_rad_s);
    Axis::new(&format!("{} speed", noun(vehicle)), "rpm").span(0.0, 1.03 * redline)
}

fn redline(plot: &mut Plot, vehicle: &Vehicle<f64>) {
    plot.rules.push(Rule::Upright(units::to_rpm(vehicle.engine().redline_rad_s)));
}

/// Marks the highest point, or the middle of a level top, as in `310 N·m at 4600 rpm`.
fn mark_peak(plot: &mut Plot, points: &[(f64, f64)], unit: &str, colour: Colour) {
    let on_right = plot.right.is_some() && unit == "kW";
    let Some((first, last)) = plateau(points) else { return };
    let text = if first.0 < last.0 {
        format!("{:.0} {unit} from {:.0} to {:.0} rpm", last.1, first.0, last.0)
    } else {
        format!("{:.0} {unit} at {:.0} rpm", first.1, first.0)
    };
    let at = (0.5 * (first.0 + last.0), 0.5 * (first.1 + last.1));
    if first.0 < last.0 {
        // No dot: it would look like a given point.
        plot.labels.push(Label { at: vec![at], text, colour, on_right });
        return;
    }
    if on_right {
        plot.point_on_right(at, colour, text);
    } else {
        plot.point(at, colour, text);
    }
}

/// Palmer's figures 8-2 and 8-7.
pub(super) fn torque_curve(vehicle: &Vehicle<f64>) -> Drawing {
    let torque = in_rpm(&full_load(vehicle), |_, torque| torque);
    let mut plot = Plot::new(rpm_axis(vehicle), Axis::new("torque at full load", "N·m").from_zero());
    plot.areas.push(Area { points: torque.clone(), colour: Colour::Series(0) });
    if let Some(lines) = straight_lines(vehicle) {
        let lines = in_rpm(&lines, |_, torque| torque);
        let line = Line::new(lines, Colour::Series(1)).named("by straight lines, as Palmer 8.17");
        plot.lines.push(line.stroke(Stroke::Dashed));
    }
    plot.lines.push(Line::new(torque.clone(), Colour::Series(0)).named(&format!("this {}", noun(vehicle))));
    let dots = corners(vehicle).into_iter().map(|(speed, torque)| (units::to_rpm(speed), torque));
    plot.marks.extend(dots.map(|at| Mark { at, colour: Colour::Series(0), on_right: false }));
    mark_peak(&mut plot, &torque, "N·m", Colour::Series(0));
    redline(&mut plot, vehicle);
    let caption = "After Palmer, figures 8-2 (a torque curve) and 8-7 (the same by straight lines). Dots are the \
        given points; the upright line is the redline.";
    let title = format!("Torque of the {}", noun(vehicle));
    Drawing::new("torque-curve.svg", &title, vec![plot], caption)
}

/// Palmer's figure 8-4.
pub(super) fn power_curve(vehicle: &Vehicle<f64>) -> Drawing {
    let output = in_rpm(&full_load(vehicle), kilowatts);
    let mut plot = Plot::new(rpm_axis(vehicle), Axis::new("power at full load", "kW").from_zero());
    plot.areas.push(Area { points: output.clone(), colour: Colour::Series(4) });
    if let Some(lines) = straight_lines(vehicle) {
        // The power over a straight line of torque is a parabola.
        let along = lines.windows(2).flat_map(|pair| {
            let slope = (pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0);
            let start = pair[0];
            steps(start.0, pair[1].0, 40).map(move |speed| (speed, start.1 + slope * (speed - start.0)))
        });
        let lines = in_rpm(&along.collect::<Vec<_>>(), kilowatts);
        let line = Line::new(lines, Colour::Series(1)).named("from the straight lines");
        plot.lines.push(line.stroke(Stroke::Dashed));
    }
    plot.lines.push(Line::new(output.clone(), Colour::Series(4)).named(&format!("this {}", noun(vehicle))));
    mark_peak(&mut plot, &output, "kW", Colour::Series(4));
    plot.right_scale = Some((1000.0 / units::HORSEPOWER_W, Axis::new("power", "hp")));
    redline(&mut plot, vehicle);
    let caption = "After Palmer, figure 8-4. What the straight lines lose is seen here: they cut the corner \
        between the peaks of torque and power.";
    let title = format!("Power of the {}", noun(vehicle));
    Drawing::new("power-curve.svg", &title, vec![plot], caption)
}

/// Monster's pair of curves in SI.
pub(super) fn torque_and_power(vehicle: &Vehicle<f64>) -> Drawing {
    let points = full_load(vehicle);
    let torque = in_rpm(&points, |_, torque| torque);
    let output = in_rpm(&points, kilowatts);
    let mut plot = Plot::new(rpm_axis(vehicle), Axis::new("torque", "N·m").from_zero());
    plot.right = Some(Axis::new("power", "kW").from_zero());
    plot.lines.push(Line::new(torque.clone(), Colour::Series(0)).named("torque"));
    plot.lines.push(Line::new(output.clone(), Colour::Series(4)).named("power (right)").on_right());
    mark_peak(&mut plot, &torque, "N·m", Colour::Series(0));
    mark_peak(&mut plot, &output, "kW", Colour::Series(4));
    redline(&mut plot, vehicle);
    let caption =
        "After Monster v1.9, the torque and power curves in SI units. The upright line is the redline.";
    Drawing::new("torque-and-power.svg", "Torque and power at full load", vec![plot], caption)
}

/// Monster's pair of curves in his first units, in which they cross.
pub(super) fn torque_and_horsepower(vehicle: &Vehicle<f64>) -> Drawing {
    let points = full_load(vehicle);
    let torque = in_rpm(&points, |_, torque| torque / units::FOOT_POUND_NM);
    let output = in_rpm(&points, |speed, torque| power(torque, speed) / units::HORSEPOWER_W);
    let mut plot = Plot::new(rpm_axis(vehicle), Axis::new("torque (lb·ft), power", "hp").from_zero());
    plot.lines.push(Line::new(torque.clone(), Colour::Series(0)).named("torque (lb·ft)"));
    plot.lines.push(Line::new(output, Colour::Series(4)).named("power (hp)"));
    // A horsepower is 550 ft.lb/s, and so 5252.1 = 60 * 550 / (2 pi).
    let crossing = units::to_rpm(550.0);
    let ends = (units::to_rpm(vehicle.engine().idle_rad_s), units::to_rpm(vehicle.engine().redline_rad_s));
    let value = at(&torque, crossing).filter(|_| ends.0 < crossing && crossing < ends.1);
    if let Some((_, value)) = value {
        plot.point((crossing, value), Colour::Ink, format!("both {value:.0} at 5252 rpm"));
    }
    redline(&mut plot, vehicle);
    let caption = "After Monster v1.9, the same curves in pound-feet and horsepower: hp = torque rpm / 5252, so that \
        the two cross at 5252 rpm, whatever the engine.";
    Drawing::new(
        "torque-and-horsepower.svg",
        "Torque and power in pound-feet and horsepower",
        vec![plot],
        caption,
    )
}

/// The largest of some values.
pub(super) fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.filter(|value| value.is_finite()).fold(0.0, Real::max)
}

/// A speed in rad/s and what is reached at it.
type Peak = (f64, f64);

/// The largest torque, N.m, and the largest power, W, each with its engine speed in rad/s.
pub(crate) fn peak_output(vehicle: &Vehicle<f64>) -> (Peak, Peak) {
    let torque = full_load(vehicle);
    let output: Vec<Peak> = torque.iter().map(|(speed, torque)| (*speed, power(*torque, *speed))).collect();
    (peak(&torque).unwrap_or_default(), peak(&output).unwrap_or_default())
}
