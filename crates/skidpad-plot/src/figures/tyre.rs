//! The tyre's longitudinal curve.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::tyre::Grip;
use skidpad_texts::tyre::{linear, linear_capped, peaked};
use skidpad_world::roadtest::RoadTest;

use super::drawing::Drawing;
use super::points::steps;
use crate::svg::{Axis, Colour, Line, Plot, Rule, Stroke};

/// Force over load of a slip ratio.
type Law = fn(&Grip<f64>, f64) -> f64;

/// Monster's normalised slip curves of the driven axle's tyres.
pub(super) fn slip_curves(vehicle: &Vehicle<f64>, test: &RoadTest) -> Drawing {
    let rear_driven = vehicle.body().drive_front_share < 0.5;
    let axle = if rear_driven { vehicle.rear() } else { vehicle.front() };
    let grip = axle.grip(test.conditions.surface.grip);
    let reach = Real::min(5.0 * grip.peak_slip, 1.0);
    let curve = |law: Law| -> Vec<(f64, f64)> {
        steps(-reach, reach, 600).map(|slip| (100.0 * slip, law(&grip, slip))).collect()
    };
    let tall = 1.35 * grip.friction;
    let mut plot = Plot::new(
        Axis::new("slip ratio (ωR − v) / |v|", "%").span(-100.0 * reach, 100.0 * reach),
        Axis::new("force over load", "-").span(-tall, tall),
    );
    plot.rules = vec![Rule::Upright(0.0), Rule::Level(0.0)];
    let used = if axle.has_peak.is_set() {
        2
    } else if axle.is_capped.is_set() {
        1
    } else {
        0
    };
    let laws: [(&str, Law, usize); 3] =
        [("linear", linear, 3), ("linear, capped", linear_capped, 4), ("with a peak", peaked, 0)];
    // The car's own law last, above the others.
    for index in [0, 1, 2].into_iter().filter(|index| *index != used).chain([used]) {
        let (name, law, colour) = laws[index];
        let own = index == used;
        let stroke = if own { Stroke::Bold } else { Stroke::Dashed };
        let name = if own { format!("{name} (this car)") } else { name.to_owned() };
        plot.lines.push(Line::new(curve(law), Colour::Series(colour)).stroke(stroke).named(&name));
    }
    let peak = (100.0 * grip.peak_slip, grip.friction);
    plot.point(peak, Colour::Series(0), format!("{:.2} at {:.1} %", peak.1, peak.0));
    let end = (100.0 * reach, peaked(&grip, reach));
    if used == 2 {
        let text = format!("falls to {:.2} when sliding", grip.friction * grip.sliding_share);
        plot.label((0.8 * end.0, peaked(&grip, 0.8 * reach)), Colour::Series(0), text);
    }
    let which = if rear_driven { "rear" } else { "front" };
    let caption = format!(
        "After Monster v1.9, the slip ratio curve (force over load, with a peak near 6 % slightly above the load), \
         and its simple forms: linear in slip, and the same with a cap. Tyres of the {which} axle on the road of the test."
    );
    Drawing::new("slip-curve.svg", "Tyre force over slip ratio", vec![plot], caption)
}
