//! The figures of the standards' manoeuvres, and of the g-g-v envelope.

use skidpad_core::math::Real;
use skidpad_core::units::{self, STANDARD_GRAVITY_M_S2};
use skidpad_world::manoeuvre::spectrum::Transfer;
use skidpad_world::manoeuvre::{AtSpeed, FullStop, LaneChangeCourse, OnePeriodSine, SineWithDwell, Turning};
use skidpad_world::roadtest::{Manoeuvre, Shown, Turned};

use crate::figures::Drawing;
use crate::manoeuvre_rows::{degrees, figure, lateral_g, points, points_from};
use crate::svg::{Axis, Colour, Line, Mark, Plot, Rule, Stroke};

/// The figure of a manoeuvre that shows its recording; `None` where others say more.
pub(crate) fn drawing(turned: &Turned, rows: &[Turning<f64>]) -> Option<Drawing> {
    if let Shown::Lanes(course) = &turned.shown {
        return Some(lanes(turned, course, rows));
    }
    let speed = units::to_kmh(turned.speed_m_s);
    let answers = |file: &str, title: &str, from_s: f64, caption: String| {
        Some(figure(file, title, steering_and_answers(rows, from_s), caption))
    };
    match turned.manoeuvre {
        Manoeuvre::OnePeriodSine => {
            let caption = format!(
                "One period of a sine of the steering at {speed:.0} km/h, after ISO 7401: yaw rate and lateral acceleration \
                 follow each half-wave late."
            );
            answers("one-period-sine.svg", "One period of a sine", OnePeriodSine::AT_S, caption)
        }
        Manoeuvre::Fishhook => {
            let caption = "The fishhook of NHTSA's rollover test: 6.5 times the steering angle of 0.3 g to the left, then to \
                           the right, the throttle released.";
            answers("fishhook.svg", "Fishhook", 1.0, caption.to_owned() + &why_none(turned))
        }
        Manoeuvre::SineWithDwell => {
            let caption = "The sine with dwell of FMVSS 126 at 80 km/h, at the amplitude after which the car turned longest.";
            answers(
                "sine-with-dwell.svg",
                "Sine with dwell",
                SineWithDwell::AT_S,
                caption.to_owned() + &why_none(turned),
            )
        }
        Manoeuvre::ConstantSteer => Some(constant_steer(rows)),
        Manoeuvre::AbsStopDry => Some(stop(turned, rows, "abs-stop-dry.svg", "Full brake, dry")),
        Manoeuvre::AbsStopWet => Some(stop(turned, rows, "abs-stop-wet.svg", "Full brake, wet")),
        Manoeuvre::SplitMuBraking => {
            Some(stop(turned, rows, "split-mu-braking.svg", "Full brake, one side slippery"))
        }
        _ => None,
    }
}

/// Steering, yaw rate, lateral acceleration and sideslip over time.
fn steering_and_answers(rows: &[Turning<f64>], from_s: f64) -> Vec<Plot> {
    let plot = |name: &str, unit: &str, colour: usize, pick: fn(&Turning<f64>) -> f64| {
        let values = points_from(rows, from_s, pick);
        Plot::new(Axis::new("time from the steering", "s").tight(), Axis::new(name, unit).from_zero())
            .with(Line::new(values, Colour::Series(colour)))
    };
    vec![
        plot("steering", "°", 0, |now| degrees(now.front_steer_rad)),
        plot("yaw rate", "°/s", 2, |now| degrees(now.yaw_rate_rad_s)),
        plot("lateral acceleration", "g", 1, lateral_g),
        plot("sideslip", "°", 4, |now| degrees(now.sideslip_rad)),
    ]
}

fn constant_steer(rows: &[Turning<f64>]) -> Drawing {
    const SETTLED_S: f64 = 4.0;
    let rising: Vec<Turning<f64>> = rows.iter().copied().filter(|now| now.time_s > SETTLED_S).collect();
    let over = |pick: fn(&Turning<f64>) -> f64| points(&rising, |now| (lateral_g(now), pick(now)));
    let axis = || Axis::new("lateral acceleration", "g").from_zero();
    let upper = Plot::new(axis(), Axis::new("curvature of the path", "1/km"))
        .with(Line::new(over(|now| 1e3 * now.curvature_1_m()), Colour::Series(0)));
    let lower = Plot::new(axis(), Axis::new("sideslip", "°"))
        .with(Line::new(over(|now| degrees(now.sideslip_rad)), Colour::Series(1)));
    let caption = "A steering angle that is kept while the speed rises, ISO 4138: the path of an understeering car \
                   straightens, that of an oversteering one tightens.";
    figure("constant-steer.svg", "Constant steer", vec![upper, lower], caption.to_owned())
}

/// A stop over the time from the pedal, and of one on a split road what the driver did with the steering.
fn stop(turned: &Turned, rows: &[Turning<f64>], file: &str, title: &str) -> Drawing {
    let plot = |name: &str, unit: &str, colour: usize, pick: fn(&Turning<f64>) -> f64| {
        let values = points_from(rows, FullStop::AT_S, pick);
        Plot::new(Axis::new("time from the pedal", "s").tight(), Axis::new(name, unit).from_zero())
            .with(Line::new(values, Colour::Series(colour)))
    };
    let mut plots = vec![
        plot("speed", "km/h", 0, |now| units::to_kmh(now.speed_m_s())),
        plot("deceleration", "g", 1, |now| -now.acceleration_x_m_s2 / STANDARD_GRAVITY_M_S2),
    ];
    let is_split = turned.manoeuvre == Manoeuvre::SplitMuBraking;
    let mut caption = String::from("Full pedal from 100 km/h, the steering held.");
    if is_split {
        plots.push(plot("front steering angle", "°", 3, |now| degrees(now.front_steer_rad)));
        plots.push(plot("heading", "°", 2, |now| degrees(now.yaw_rad)));
        plots.push(plot("lateral offset", "m", 4, |now| now.y_m));
        caption = String::from(
            "Full pedal from 100 km/h with the right wheels on a slippery road: the driver steers against the pull to \
             keep each wheel on its side.",
        );
    }
    caption += &why_none(turned);
    figure(file, title, plots, caption)
}

/// A sentence on why a manoeuvre has no figures; empty where it has.
pub(crate) fn why_none(turned: &Turned) -> String {
    let why = turned.outcomes.first().and_then(|entry| entry.1.value.as_ref().err());
    why.map_or(String::new(), |why| format!(" No figures: {why}."))
}

/// The lanes of ISO 3888 with the path, the steering and the lateral acceleration.
fn lanes(turned: &Turned, course: &LaneChangeCourse, rows: &[Turning<f64>]) -> Drawing {
    /// Distance between two cones of a row, m; the standards' are closer still.
    const CONES_M: f64 = 3.0;
    let axis = || Axis::new("along the course", "m").tight();
    let mut upper = Plot::new(axis(), Axis::new("across", "m"));
    let path = points(rows, |now| (now.x_m, now.y_m));
    upper.lines.push(Line::new(path, Colour::Series(0)).named("centre of mass"));
    for lane in &course.lanes {
        for limit in [lane.left_m, lane.right_m] {
            let row = vec![(lane.from_m, limit), (lane.to_m, limit)];
            upper.lines.push(Line::new(row, Colour::Quiet).stroke(Stroke::Dotted));
            let parts = ((lane.to_m - lane.from_m) / CONES_M) as u32;
            upper.marks.extend((0..=parts).map(|part| {
                let x = lane.from_m + (lane.to_m - lane.from_m) * f64::from(part) / f64::from(parts);
                Mark { at: (x, limit), colour: Colour::Series(1), on_right: false }
            }));
        }
    }
    let over = |pick: fn(&Turning<f64>) -> f64| points(rows, |now| (now.x_m, pick(now)));
    let middle = Plot::new(axis(), Axis::new("lateral acceleration", "g"))
        .with(Line::new(over(lateral_g), Colour::Series(1)));
    let lower = Plot::new(axis(), Axis::new("steering", "°"))
        .with(Line::new(over(|now| degrees(now.front_steer_rad)), Colour::Series(2)));
    let (file, title, standard) = match turned.manoeuvre {
        Manoeuvre::MooseTest => ("moose-test.svg", "Moose test", "obstacle avoidance of ISO 3888-2"),
        _ => ("double-lane-change.svg", "Double lane change", "double lane change of ISO 3888-1"),
    };
    let first = turned.outcomes.first().and_then(|entry| entry.1.value.as_ref().ok());
    let speed = first.map_or(String::new(), |speed| format!(" at {speed:.1} km/h"));
    let caption = format!(
        "The fastest passage{speed} of the {standard} (dots: cones). The axes have different scales; the body is wider \
         than the line."
    );
    figure(file, title, vec![upper, middle, lower], caption)
}

/// Gain, phase and coherence over frequency.
pub(crate) fn spectra(turned: &Turned, yaw: &[Transfer], lateral: &[Transfer]) -> Drawing {
    let over = |all: &[Transfer], pick: fn(&Transfer) -> f64| -> Vec<(f64, f64)> {
        all.iter().map(|at| (at.frequency_hz, pick(at))).collect()
    };
    let axis = || Axis::new("frequency", "Hz").from_zero();
    let both = |y: Axis, pick: fn(&Transfer) -> f64| {
        let mut plot = Plot::new(axis(), y);
        plot.lines = vec![
            Line::new(over(yaw, pick), Colour::Series(2)).named("yaw rate"),
            Line::new(over(lateral, pick), Colour::Series(1)).named("lateral acceleration"),
        ];
        plot
    };
    let gain = over(yaw, |at| at.gain);
    let level = gain.first().map_or(0.0, |first| first.1 / Real::sqrt(2.0));
    let mut upper = Plot::new(axis(), Axis::new("yaw-rate gain", "1/s").from_zero())
        .with(Line::new(gain, Colour::Series(2)));
    upper.rules.push(Rule::Level(level));
    upper.label((3.0, level), Colour::Quiet, "−3 dB");
    let plots = vec![
        upper,
        both(Axis::new("phase", "°"), |at| degrees(at.phase_rad)),
        both(Axis::new("coherence", "-").span(0.0, 1.05), |at| at.coherence),
    ];
    let speed = units::to_kmh(turned.speed_m_s);
    let caption = format!(
        "The answer to steering at random at {speed:.0} km/h, after ISO 7401, by Welch's averages over twelve minutes. The \
         coherence is the share of the answer that follows the steering."
    );
    figure("random-steer.svg", "Random steer", plots, caption)
}

/// The envelope of each speed, both sides, over the lateral acceleration.
pub(crate) fn envelope(all: &[AtSpeed]) -> Drawing {
    let g = |value: f64| value / STANDARD_GRAVITY_M_S2;
    let mut plot = Plot::new(
        Axis::new("lateral acceleration", "g").tight(),
        Axis::new("longitudinal acceleration", "g"),
    )
    .map();
    for (index, at) in all.iter().enumerate() {
        let left = at.points.iter().map(|point| (g(point.lateral_m_s2), g(point.along_m_s2)));
        let right = at.points.iter().rev().map(|point| (-g(point.lateral_m_s2), g(point.along_m_s2)));
        let name = format!("{:.0} km/h", units::to_kmh(at.speed_m_s));
        plot.lines.push(Line::new(left.chain(right).collect(), Colour::Series(index)).named(&name));
    }
    let caption = "The largest lateral acceleration for each longitudinal one (drive above, brakes below) at each speed: steady \
                   states of the model itself. Above it is the engine that ends them, elsewhere the tyres.";
    let drawing = figure("ggv-envelope.svg", "g-g-v envelope", vec![plot], caption.to_owned());
    Drawing { height: 620.0, ..drawing }
}
