//! A lap: its line on the track, its speed and pedals over the distance, and its g-g diagram.

mod drawn;
mod over;
mod plan;

use skidpad_core::units::{STANDARD_GRAVITY_M_S2, to_kmh};

use crate::figures::{Drawing, Figure};
use crate::svg::{Axis, Colour, Line, Plot, Rule, Stroke};

pub use drawn::DrawnLap;
pub use over::{CornerMark, LapLine, LapSweep, LapsOver, lap_sweep_figure, laps_over_figure};

/// The lap on the track by speed and by what limits it, over the distance, and in the g-g diagram.
pub fn lap_figures(lap: &DrawnLap<'_>) -> Vec<Figure> {
    vec![plan::by_speed(lap), plan::by_limit(lap), over_distance(lap), diagram(lap)]
}

fn over_distance(drawn: &DrawnLap<'_>) -> Figure {
    let samples = &drawn.lap.samples;
    let line = |colour: usize, of: &dyn Fn(usize) -> f64| {
        let points = (0..samples.len()).map(|place| (samples[place].distance_m, of(place))).collect();
        Line::new(points, Colour::Series(colour))
    };
    let distance = || Axis::new("distance", "m").span(0.0, drawn.path.length_m());
    let plot =
        |name: &str, unit: &str, share: f64| Plot { share, ..Plot::new(distance(), Axis::new(name, unit)) };
    let g = |acceleration: f64| acceleration / STANDARD_GRAVITY_M_S2;
    let zero = vec![Rule::Level(0.0)];
    let speed = Plot { y: Axis::new("speed", "km/h").from_zero(), ..plot("speed", "km/h", 2.0) }
        .with(line(0, &|place| to_kmh(samples[place].speed_m_s)));
    let accelerations = Plot { rules: zero, ..plot("acceleration", "g", 1.5) }
        .with(line(1, &|place| g(samples[place].along_m_s2)).named("longitudinal"))
        .with(line(2, &|place| g(samples[place].lateral_m_s2)).named("lateral"));
    let pedals = Plot { y: Axis::new("pedals", "%").span(0.0, 100.0), ..plot("pedals", "%", 1.0) }
        .with(line(3, &|place| 100.0 * samples[place].throttle).named("throttle"))
        .with(line(1, &|place| 100.0 * samples[place].brake).named("brake"));
    let gears = Plot { y: Axis::new("gear", "-").whole(), ..plot("gear", "-", 0.7) }
        .with(line(4, &|place| samples[place].gear as f64));
    Drawing {
        file: "lap-distance.svg".to_owned(),
        title: format!("{}: speed, accelerations, pedals and gear", drawn.title),
        plots: vec![speed, accelerations, pedals, gears],
        height: 720.0,
        caption: "Over the distance along the line from the start line. The brake is a share of the hardest braking there."
            .to_owned(),
    }
    .finish()
}

fn diagram(drawn: &DrawnLap<'_>) -> Figure {
    let g = |acceleration: f64| acceleration / STANDARD_GRAVITY_M_S2;
    let mut points: Vec<(f64, f64)> =
        drawn.lap.samples.iter().map(|sample| (g(sample.lateral_m_s2), g(sample.along_m_s2))).collect();
    if drawn.path.is_closed() {
        points.extend(points.first().copied());
    }
    let mut plot =
        Plot::new(Axis::new("lateral acceleration", "g"), Axis::new("longitudinal acceleration", "g")).map();
    plot.rules = vec![Rule::Upright(0.0), Rule::Level(0.0)];
    plot.lines.push(Line::new(points, Colour::Series(0)).stroke(Stroke::Thin));
    Drawing {
        file: "lap-gg.svg".to_owned(),
        title: format!("{}: g-g diagram", drawn.title),
        plots: vec![plot],
        height: 560.0,
        caption: "Longitudinal and lateral accelerations; to the left positive, braking below.".to_owned(),
    }
    .finish()
}
