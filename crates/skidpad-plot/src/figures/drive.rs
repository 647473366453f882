//! What the gears make of the engine: force and torque at the driven wheels.

use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;
use skidpad_special::PointMassPalmer;
use skidpad_world::roadtest::{Limit, RoadTest, drive_force_n, driven_radius_m, resistance_n};

use super::drawing::Drawing;
use super::engine::{full_load, largest, noun};
use super::gears::{gear_colour, gear_name, gears};
use super::points::steps;
use crate::svg::{Axis, Colour, Line, Plot, Stroke};

/// Engine speed over axle speed.
fn overall(vehicle: &Vehicle<f64>, gear: usize) -> f64 {
    vehicle.gears().overall(gear as f64)
}

/// Force at the wheels in a gear at full load, between idle and redline: (speed in m/s, N).
pub(super) fn force_curve(vehicle: &Vehicle<f64>, gear: usize) -> Vec<(f64, f64)> {
    let ratio = overall(vehicle, gear);
    let radius = driven_radius_m(vehicle);
    full_load(vehicle)
        .into_iter()
        .map(|(speed, torque)| (speed / ratio * radius, torque * ratio * vehicle.body().efficiency / radius))
        .collect()
}

/// The largest drive force that the tyres carry in the test's model, N.
pub(super) fn traction_limit_n(vehicle: &Vehicle<f64>, test: &RoadTest) -> f64 {
    test.conditions.model.drive_limit_n(vehicle, &test.conditions.surface)
}

/// Whether the test's model has Palmer's traction limit as printed.
fn is_by_whole_weight(test: &RoadTest) -> bool {
    test.conditions.model.name() == PointMassPalmer::NAME
}

/// The name of the line of the largest drive force.
pub(super) fn limit_name(test: &RoadTest) -> &'static str {
    if is_by_whole_weight(test) {
        "traction limit as printed: friction times the whole weight"
    } else {
        "most that the driven tyres carry"
    }
}

/// The highest speed at which the engine is below its redline, m/s.
pub(super) fn fastest_m_s(vehicle: &Vehicle<f64>) -> f64 {
    let radius = driven_radius_m(vehicle);
    largest((1..=gears(vehicle)).map(|gear| vehicle.engine().redline_rad_s / overall(vehicle, gear) * radius))
}

/// How far the axis of speed goes, m/s: a little further than the car.
pub(super) fn shown_m_s(vehicle: &Vehicle<f64>, test: &RoadTest) -> f64 {
    let top = test.top_speed.equilibrium_m_s;
    Real::max(Real::min(1.12 * top, Real::max(fastest_m_s(vehicle), 1.02 * top)), 1.0)
}

/// Force per gear with the resistances over it.
pub(super) fn wheel_force(vehicle: &Vehicle<f64>, test: &RoadTest) -> Drawing {
    let surface = test.conditions.surface;
    let top = shown_m_s(vehicle, test);
    let kilo = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
        points.iter().map(|(speed, force)| (units::to_kmh(*speed), force / 1000.0)).collect()
    };
    let mut plot = Plot::new(
        Axis::new("speed", "km/h").span(0.0, units::to_kmh(top)),
        Axis::new("force at the wheels", "kN").from_zero(),
    );
    let limit = traction_limit_n(vehicle, test) / 1000.0;
    let strongest = largest(force_curve(vehicle, 1).iter().map(|point| point.1)) / 1000.0;
    let limit_shown = limit < 1.6 * strongest;
    for gear in 1..=gears(vehicle) {
        let points = kilo(&force_curve(vehicle, gear));
        plot.label_line(&points, gear_colour(gear), gear_name(vehicle, gear));
        plot.lines.push(Line::new(points, gear_colour(gear)));
    }
    let resistance: Vec<(f64, f64)> =
        steps(0.0, top, 160).map(|speed| (speed, resistance_n(vehicle, &surface, speed))).collect();
    let line =
        Line::new(kilo(&resistance), Colour::Ink).stroke(Stroke::Bold).named("drag and rolling resistance");
    plot.lines.push(line);
    if limit_shown {
        let line = vec![(0.0, limit), (units::to_kmh(top), limit)];
        plot.lines.push(Line::new(line, Colour::Quiet).stroke(Stroke::Dashed).named(limit_name(test)));
    }
    let reached = test.top_speed.equilibrium_m_s;
    let force = drive_force_n(vehicle, test.top_speed.gear, reached) / 1000.0;
    let by = if test.top_speed.limit == Limit::Redline { ", at the redline" } else { "" };
    let text = format!("top speed {:.0} km/h{by}", units::to_kmh(reached));
    plot.point((units::to_kmh(reached), force), Colour::Ink, text);
    let rule = if is_by_whole_weight(test) {
        "as he prints it: from the whole weight."
    } else {
        "for the driven axle, with the load shifted by that force."
    };
    let caption = format!(
        "After Monster v1.9 (the torque curves per gear, here as forces over road speed). Where a gear's \
        line ends the engine is at its redline; what lies between it and the resistance accelerates the car. The \
        tyres' limit is Palmer's 8.32 {rule}"
    );
    Drawing::new("wheel-force.svg", "Wheel force in each gear, and the resistance", vec![plot], caption)
}

/// Torque at the driven axle over its own speed.
pub(super) fn axle_torque(vehicle: &Vehicle<f64>) -> Drawing {
    let axle = match vehicle.body().drive_front_share {
        share if share <= 0.0 => "rear axle",
        share if share >= 1.0 => "front axle",
        _ => "driven axles",
    };
    let (fastest, radius) = (fastest_m_s(vehicle), driven_radius_m(vehicle));
    let mut plot = Plot::new(
        Axis::new(&format!("speed of the {axle}"), "rpm").span(
            0.0,
            1.02 * Real::max(units::to_rpm(vehicle.engine().redline_rad_s), units::to_rpm(fastest / radius)),
        ),
        Axis::new(&format!("torque at the {axle}"), "N·m").from_zero(),
    );
    let per_rpm = units::to_kmh(units::rpm(1.0) * radius);
    // No further than the car can turn its axle.
    let road = Axis::new("road speed without slip", "km/h").span(0.0, units::to_kmh(fastest));
    plot.top_scale = Some((per_rpm, road));
    let engine = full_load(vehicle);
    for gear in 1..=gears(vehicle) {
        let ratio = overall(vehicle, gear);
        let points: Vec<(f64, f64)> =
            engine.iter().map(|(speed, torque)| (units::to_rpm(speed / ratio), torque * ratio)).collect();
        plot.label_line(&points, gear_colour(gear), gear_name(vehicle, gear));
        plot.lines.push(Line::new(points, gear_colour(gear)));
    }
    let own: Vec<(f64, f64)> =
        engine.iter().map(|(speed, torque)| (units::to_rpm(*speed), *torque)).collect();
    plot.lines.push(
        Line::new(own, Colour::Ink)
            .stroke(Stroke::Bold)
            .named(&format!("{}, over its own speed", noun(vehicle))),
    );
    let caption = "After Monster v1.9, torque curves per gear: the engine's curve magnified by each gear and the \
        final drive, without losses, over the speed of the axle, and the engine's own curve below them.";
    Drawing::new("axle-torque.svg", &format!("Torque at the {axle} in each gear"), vec![plot], caption)
}
