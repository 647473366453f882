//! What holds the car back.

use skidpad_core::aero;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::units;
use skidpad_world::roadtest::{Limit, RoadTest, drive_force_n, driven_radius_m, resistance_n};

use super::drawing::Drawing;
use super::drive::{shown_m_s, traction_limit_n};
use super::gears::gears;
use super::points::{at, steps};
use crate::svg::{Area, Axis, Colour, Line, Plot, Stroke};

/// Drag of the air, N.
fn drag_n(vehicle: &Vehicle<f64>, surface: &Surface<f64>, speed_m_s: f64) -> f64 {
    let factor = aero::drag_factor(1.0, vehicle.body().drag_area_m2, surface.air_density_kg_m3);
    -aero::drag(factor, speed_m_s + surface.headwind_m_s)
}

/// The largest drive force of all gears that the tyres carry, N; NaN above the redline of the highest.
fn traction_n(vehicle: &Vehicle<f64>, limit_n: f64, speed_m_s: f64) -> f64 {
    let radius = driven_radius_m(vehicle);
    let redline = vehicle.engine().redline_rad_s * (1.0 + 1e-9);
    let usable = (1..=gears(vehicle))
        .filter(|gear| speed_m_s / radius * vehicle.gears().overall(*gear as f64) <= redline)
        .map(|gear| drive_force_n(vehicle, gear, speed_m_s));
    usable.reduce(Real::max).map_or(f64::NAN, |force| Real::min(force, limit_n))
}

/// Monster's figure of traction against drag, rolling resistance and their sum.
pub(super) fn traction_and_resistance(vehicle: &Vehicle<f64>, test: &RoadTest) -> Drawing {
    let surface = test.conditions.surface;
    let shown = shown_m_s(vehicle, test);
    let over = |force: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        steps(0.0, shown, 400).map(|speed| (speed, force(speed) / 1000.0)).collect()
    };
    let drag = over(&|speed| drag_n(vehicle, &surface, speed));
    let sum = over(&|speed| resistance_n(vehicle, &surface, speed));
    let rolling = over(&|speed| resistance_n(vehicle, &surface, speed) - drag_n(vehicle, &surface, speed));
    let limit = traction_limit_n(vehicle, test);
    let mut traction = over(&|speed| traction_n(vehicle, limit, speed));
    let top = test.top_speed.equilibrium_m_s;
    traction.push((top, traction_n(vehicle, limit, top) / 1000.0));
    traction.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at_top = resistance_n(vehicle, &surface, top) / 1000.0;

    let rest = if surface.slope_rad == 0.0 { "rolling resistance" } else { "rolling resistance and slope" };
    let crossing = sum.iter().zip(&drag).find(|(sum, drag)| drag.1 >= sum.1 - drag.1).map(|pair| *pair.1);
    let last = at(&traction, top).map_or(0.0, |point| point.1);
    let mut plot = Plot::new(
        Axis::new("speed", "m/s").span(0.0, shown),
        // Of the low gears' force only what fits is shown, so that the crossing can be seen.
        Axis::new("force", "kN").span(0.0, Real::max(2.8 * at_top, 1.3 * Real::max(last, 1e-3))),
    );
    plot.top_scale = Some((3.6, Axis::new("speed", "km/h")));
    plot.areas.push(Area { points: sum.clone(), colour: Colour::Quiet });
    plot.lines = vec![
        Line::new(traction.clone(), Colour::Series(0)).named("traction, best gear"),
        Line::new(vec![(0.0, at_top), (shown, at_top)], Colour::Series(0))
            .stroke(Stroke::Dotted)
            .named("constant traction for this top speed"),
        Line::new(rolling, Colour::Series(4)).named(rest),
        Line::new(drag, Colour::Series(3)).named("drag"),
        Line::new(sum, Colour::Series(5)).stroke(Stroke::Bold).named("their sum"),
    ];
    if let Some(at) = crossing.filter(|point| point.0 > 0.0) {
        plot.point(at, Colour::Series(3), format!("drag overtakes rolling at {:.0} m/s", at.0));
    }
    let text = format!("top speed {top:.1} m/s = {:.0} km/h", units::to_kmh(top));
    let end = if test.top_speed.limit == Limit::Redline { (top, last) } else { (top, at_top) };
    plot.point(end, Colour::Ink, text);
    let how = match test.top_speed.limit {
        Limit::Drag => "They cross at the top speed.",
        Limit::Redline => "Here the engine reaches its redline before they cross.",
    };
    let caption = format!(
        "After Monster v1.9, traction against drag and rolling resistance. Monster's traction is a constant (dotted); \
         the solid line is what this car's best gear gives and its tyres carry. {how}"
    );
    Drawing::new(
        "traction-resistance.svg",
        "Traction against drag and rolling resistance",
        vec![plot],
        caption,
    )
}

/// The road load found by coasting beside what the car is made of.
pub(super) fn road_load(vehicle: &Vehicle<f64>, test: &RoadTest) -> Option<Drawing> {
    let load = test.road_load?;
    let surface = test.conditions.surface;
    let fitted = |speed: f64| load.a_n + load.b_n_s_m * speed + load.c_n_s2_m2 * speed * speed;
    let over = |from: f64, to: f64, force: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        steps(from, to, 120).map(|kmh| (kmh, force(units::kmh(kmh)))).collect()
    };
    let mut plot =
        Plot::new(Axis::new("speed", "km/h").span(0.0, 140.0), Axis::new("resistance", "N").from_zero());
    plot.lines = vec![
        Line::new(over(0.0, 140.0, &|speed| resistance_n(vehicle, &surface, speed)), Colour::Series(5))
            .stroke(Stroke::Broad)
            .named("put into the model"),
        Line::new(over(40.0, 120.0, &fitted), Colour::Series(1))
            .stroke(Stroke::Dashed)
            .named("fit to the coast-down from 120 to 40 km/h"),
        Line::new(over(0.0, 140.0, &fitted), Colour::Series(1))
            .stroke(Stroke::Dotted)
            .named("the same beyond it"),
    ];
    let signed = |value: f64, digits: usize| {
        let sign = if value < 0.0 { '−' } else { '+' };
        format!("{sign} {:.digits$}", Real::abs(value))
    };
    let formula = format!(
        "F = {:.1} N {} N·s/m v {} N·s²/m² v²",
        load.a_n,
        signed(load.b_n_s_m, 2),
        signed(load.c_n_s2_m2, 4)
    );
    plot.label((80.0, fitted(units::kmh(80.0))), Colour::Series(1), formula);
    let caption = "Road load F = a + b v + c v², fitted to the times of the coast-down as SAE J1263 and J2263 do, \
        beside the resistance that the vehicle was given. They agree when the coast-down is understood right.";
    Some(Drawing::new("road-load.svg", "Road load from the coast-down", vec![plot], caption))
}
