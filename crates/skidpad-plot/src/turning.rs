//! The figures of the road test's manoeuvres.

use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::units::{self, STANDARD_GRAVITY_M_S2};
use skidpad_world::manoeuvre::{AtFrequency, CONES, InTurn, SKIDPAD_RADIUS_M, StepSteer, Turning, cone_x_m};
use skidpad_world::roadtest::{Manoeuvre, Shown, Turned};
use skidpad_world::telemetry::Recording;

use crate::arrows::{Arrows, Scene};
use crate::figures::{Drawing, Figure};
use crate::manoeuvre_rows::{degrees, figure, lateral_g, points, points_from};
use crate::standards;
use crate::svg::{Axis, Colour, Line, Mark, Plot, Rule, Sheet, Stack, Stroke};

/// The figures of the manoeuvres that were driven, in their order.
pub fn turning_figures(vehicle: &Vehicle<f64>, turned: &[Turned]) -> Vec<Figure> {
    turned.iter().filter_map(|turned| drawing(vehicle, turned)).map(Drawing::finish).collect()
}

/// The understeer curve and a path with forces, of the manoeuvres among these that have them, as one picture: an SVG
/// document, 1200 pixels wide.
pub fn turning_overview(title: &str, vehicle: &Vehicle<f64>, turned: &[Turned]) -> String {
    let drawings = turned.iter().filter_map(|turned| drawing(vehicle, turned));
    let cells: Vec<Stack> =
        drawings.map(|drawing| Stack { title: drawing.title, plots: drawing.plots }).collect();
    Sheet {
        title: title.to_owned(),
        subtitle: String::from("Manoeuvres computed by Skidpad"),
        width: 1200.0,
        row_height: 520.0,
        columns: 2,
        cells,
    }
    .svg()
}

fn drawing(vehicle: &Vehicle<f64>, turned: &Turned) -> Option<Drawing> {
    match &turned.shown {
        Shown::Envelope(all) => return Some(standards::envelope(all)),
        Shown::Spectra(yaw, lateral) => return Some(standards::spectra(turned, yaw, lateral)),
        Shown::Nothing | Shown::Lanes(_) | Shown::Linear(_) => {}
    }
    let recording = turned.recording.as_ref()?;
    let rows: Vec<Turning<f64>> = rows(recording);
    if rows.len() < 2 {
        return None;
    }
    Some(match turned.manoeuvre {
        Manoeuvre::Skidpad => understeer_curve(vehicle, &rows),
        Manoeuvre::RampSteer => ramp(turned, &rows),
        Manoeuvre::StepSteer => step(turned, &rows),
        Manoeuvre::SineSweep => sweep(turned),
        Manoeuvre::Slalom => slalom(turned, &rows),
        Manoeuvre::LiftOff => {
            let scene = Scene { file: "lift-off.svg", title: "Lift-off in a turn", event: "throttle off" };
            path_with_forces(vehicle, turned, &rows, &scene, InTurn::AT_S)
        }
        Manoeuvre::BrakingInATurn => {
            let scene =
                Scene { file: "braking-in-a-turn.svg", title: "Braking in a turn", event: "brake on" };
            path_with_forces(vehicle, turned, &rows, &scene, InTurn::AT_S)
        }
        Manoeuvre::HandbrakeTurn => {
            let scene =
                Scene { file: "handbrake-turn.svg", title: "Handbrake turn", event: "handbrake pulled" };
            path_with_forces(vehicle, turned, &rows, &scene, 1.3)
        }
        Manoeuvre::PowerOn => {
            let scene =
                Scene { file: "power-on.svg", title: "Power-on in a turn", event: "throttle fully open" };
            path_with_forces(vehicle, turned, &rows, &scene, InTurn::AT_S)
        }
        Manoeuvre::DriftHold => {
            let scene =
                Scene { file: "drift-hold.svg", title: "A drift that is held", event: "judged from here" };
            path_with_forces(vehicle, turned, &rows, &scene, 15.0)
        }
        _ => return standards::drawing(turned, &rows),
    })
}

fn rows(recording: &Recording) -> Vec<Turning<f64>> {
    recording.rows.iter().map(|row| Turning::load(&&row[..])).collect()
}

/// Steering and slip angles over lateral acceleration on a circle: ISO 4138.
fn understeer_curve(vehicle: &Vehicle<f64>, rows: &[Turning<f64>]) -> Drawing {
    const SETTLED_S: f64 = 8.0;
    let rising: Vec<Turning<f64>> = rows.iter().copied().filter(|now| now.time_s > SETTLED_S).collect();
    let kinematic = degrees(vehicle.body().wheelbase_m / SKIDPAD_RADIUS_M);
    let axis = || Axis::new("lateral acceleration", "g").from_zero();
    let steer = points(&rising, |now| (lateral_g(now), degrees(now.front_steer_rad)));
    let high = steer.iter().map(|point| point.1).fold(kinematic, Real::max);
    let shown = Real::min(high, 3.0 * kinematic);
    let mut upper = Plot::new(axis(), Axis::new("steering angle", "°").span(0.0, 1.1 * shown))
        .with(Line::new(steer, Colour::Series(0)));
    upper.rules.push(Rule::Level(kinematic));
    upper.label((0.1, kinematic), Colour::Quiet, format!("kinematic, L / R = {kinematic:.2}°"));
    let slip = |pick: fn(&Turning<f64>) -> f64| points(&rising, |now| (lateral_g(now), -degrees(pick(now))));
    let (front, rear) = (slip(|now| now.front_slip_angle_rad), slip(|now| now.rear_slip_angle_rad));
    let deep = rear.iter().map(|point| point.1).fold(0.0, Real::max);
    let mut lower = Plot::new(axis(), Axis::new("slip angle", "°").span(0.0, Real::max(2.0 * deep, 1.0)));
    lower.lines = vec![
        Line::new(front, Colour::Series(0)).named("front axle"),
        Line::new(rear, Colour::Series(1)).named("rear axle"),
    ];
    let caption = format!(
        "Understeer curve after ISO 4138: the steering angle that keeps a circle of {SKIDPAD_RADIUS_M:.2} m radius while the \
         speed rises, and the slip angles (turned outwards). The slope beyond the kinematic angle is the understeer gradient; \
         where the front axle can no more the curve turns up."
    );
    figure("understeer-curve.svg", "Understeer curve", vec![upper, lower], caption)
}

fn ramp(turned: &Turned, rows: &[Turning<f64>]) -> Drawing {
    let axis = || Axis::new("steering angle", "°").tight().from_zero();
    let over = |pick: fn(&Turning<f64>) -> f64| points(rows, |now| (degrees(now.front_steer_rad), pick(now)));
    let upper = Plot::new(axis(), Axis::new("lateral acceleration", "g").from_zero())
        .with(Line::new(over(lateral_g), Colour::Series(0)));
    let middle = Plot::new(axis(), Axis::new("yaw rate", "°/s").from_zero())
        .with(Line::new(over(|now| degrees(now.yaw_rate_rad_s)), Colour::Series(2)));
    let lower = Plot::new(axis(), Axis::new("sideslip", "°"))
        .with(Line::new(over(|now| degrees(now.sideslip_rad)), Colour::Series(1)));
    let speed = units::to_kmh(turned.speed_m_s);
    let caption = format!(
        "Steering that slowly rises at {speed:.0} km/h, up to the limit: ISO 4138 at constant speed."
    );
    figure("ramp-steer.svg", "Ramp steer", vec![upper, middle, lower], caption)
}

fn step(turned: &Turned, rows: &[Turning<f64>]) -> Drawing {
    const SHOWN_S: f64 = 3.0;
    let axis = || Axis::new("time from the step", "s").span(0.0, SHOWN_S);
    let over = |pick: fn(&Turning<f64>) -> f64| {
        let all = points_from(rows, StepSteer::AT_S, pick);
        all.into_iter().filter(|point| point.0 <= SHOWN_S + 0.02).collect::<Vec<_>>()
    };
    let plot = |name: &str, unit: &str, colour: usize, values: Vec<(f64, f64)>| {
        Plot::new(axis(), Axis::new(name, unit).from_zero()).with(Line::new(values, Colour::Series(colour)))
    };
    let yaw = over(|now| degrees(now.yaw_rate_rad_s));
    let steady = yaw.last().map_or(0.0, |last| last.1);
    let mut middle = plot("yaw rate", "°/s", 2, yaw);
    middle.rules.push(Rule::Level(steady));
    middle.rules.push(Rule::Level(0.9 * steady));
    middle.label((2.4, 0.9 * steady), Colour::Quiet, "90 %");
    let plots = vec![
        plot("steering", "°", 0, over(|now| degrees(now.front_steer_rad))),
        middle,
        plot("lateral acceleration", "g", 1, over(lateral_g)),
        plot("sideslip", "°", 4, over(|now| degrees(now.sideslip_rad))),
    ];
    let speed = units::to_kmh(turned.speed_m_s);
    let caption = format!(
        "A step of the steering at {speed:.0} km/h, after ISO 7401: yaw rate, lateral acceleration and sideslip, with the steady \
         yaw rate and 90 % of it."
    );
    figure("step-steer.svg", "Step steer", plots, caption)
}

fn sweep(turned: &Turned) -> Drawing {
    let linear: &[AtFrequency] = if let Shown::Linear(all) = &turned.shown { all } else { &[] };
    let over = |all: &[AtFrequency], pick: fn(&AtFrequency) -> f64| -> Vec<(f64, f64)> {
        all.iter().map(|at| (at.frequency_hz, pick(at))).collect()
    };
    let axis = || Axis::new("frequency", "Hz").from_zero();
    // Dots are measured; the curve is that of the linear equations, or joins the dots where there are none.
    let curve =
        |plot: &mut Plot, colour: Colour, pick: fn(&AtFrequency) -> f64, name: Option<&'static str>| {
            let measured = over(&turned.response, pick);
            plot.marks.extend(measured.iter().map(|at| Mark { at: *at, colour, on_right: false }));
            let line = Line::new(if linear.is_empty() { measured } else { over(linear, pick) }, colour);
            plot.lines.push(match name {
                Some(name) => line.named(name),
                None => line,
            });
        };
    let level = turned.response.first().map_or(0.0, |first| first.yaw_rate_gain_1_s / Real::sqrt(2.0));
    let mut upper = Plot::new(axis(), Axis::new("yaw-rate gain", "1/s").from_zero());
    curve(&mut upper, Colour::Series(2), |at| at.yaw_rate_gain_1_s, None);
    upper.rules.push(Rule::Level(level));
    upper.label((3.0, level), Colour::Quiet, "−3 dB");
    let mut middle = Plot::new(axis(), Axis::new("lateral-acceleration gain", "g/°").from_zero());
    let per_degree = |at: &AtFrequency| units::degrees(at.lateral_gain_m_s2) / STANDARD_GRAVITY_M_S2;
    curve(&mut middle, Colour::Series(1), per_degree, None);
    let mut lower = Plot::new(axis(), Axis::new("phase", "°"));
    curve(&mut lower, Colour::Series(2), |at| degrees(at.yaw_rate_phase_rad), Some("yaw rate"));
    curve(&mut lower, Colour::Series(1), |at| degrees(at.lateral_phase_rad), Some("lateral acceleration"));
    lower.rules.push(Rule::Upright(1.0));
    let speed = units::to_kmh(turned.speed_m_s);
    let how = if linear.is_empty() {
        "measured with sines of the steering, after ISO 7401."
    } else {
        "dots: measured with sines of half the steering that holds 4 m/s², after ISO 7401; curves: from the car's linear \
         equations, by dual numbers. Where tyres are past their linear range the dots leave the curves; smaller sines lie on \
         them."
    };
    let caption = format!("Yaw rate and lateral acceleration over steering at {speed:.0} km/h, {how}");
    figure("frequency-response.svg", "Frequency response", vec![upper, middle, lower], caption)
}

fn slalom(turned: &Turned, rows: &[Turning<f64>]) -> Drawing {
    let axis = || Axis::new("along the course", "m").tight();
    let mut upper = Plot::new(axis(), Axis::new("across", "m"))
        .with(Line::new(points(rows, |now| (now.x_m, now.y_m)), Colour::Series(0)).named("centre of mass"));
    let cone = |index: usize| Mark { at: (cone_x_m(index), 0.0), colour: Colour::Series(1), on_right: false };
    upper.marks = (0..CONES).map(cone).collect();
    let over = |pick: fn(&Turning<f64>) -> f64| points(rows, |now| (now.x_m, pick(now)));
    let middle = Plot::new(axis(), Axis::new("lateral acceleration", "g"))
        .with(Line::new(over(lateral_g), Colour::Series(1)));
    let lower = Plot::new(axis(), Axis::new("steering", "°"))
        .with(Line::new(over(|now| degrees(now.front_steer_rad)), Colour::Series(2)));
    let first = turned.outcomes.first().and_then(|entry| entry.1.value.as_ref().ok());
    let speed = first.map_or(String::new(), |speed| format!(" at {speed:.1} km/h"));
    let caption = format!(
        "The fastest slalom{speed}: seven cones (dots), 100 ft apart. The axes have different scales."
    );
    figure("slalom.svg", "Slalom", vec![upper, middle, lower], caption)
}

/// The path from above with the forces of the road on the axles.
fn path_with_forces(
    vehicle: &Vehicle<f64>,
    turned: &Turned,
    rows: &[Turning<f64>],
    scene: &Scene,
    event_s: f64,
) -> Drawing {
    let shown: Vec<Turning<f64>> = rows
        .iter()
        .copied()
        .filter(|now| now.time_s >= event_s - 1.0 && now.time_s <= event_s + 4.0)
        .collect();
    let mut plot = Plot::new(Axis::new("x", "m").tight(), Axis::new("y", "m").tight()).map();
    plot.lines.push(Line::new(points(&shown, |now| (now.x_m, now.y_m)), Colour::Quiet).stroke(Stroke::Thin));
    let arrows = Arrows::new(vehicle, &shown);
    plot.lines.push(Line::new(arrows.bodies(), Colour::Ink).named("car, rear to front axle"));
    plot.lines.push(Line::new(arrows.front(), Colour::Series(0)).named("force on the front axle"));
    plot.lines.push(Line::new(arrows.rear(), Colour::Series(1)).named("force on the rear axle"));
    if let Some(at) = shown.iter().find(|now| now.time_s >= event_s) {
        plot.point((at.x_m, at.y_m), Colour::Series(2), scene.event);
    }
    let caption = format!(
        "The path of the centre of mass from above, from 1 s before to 4 s after ({}), with the car and the forces of the \
         road on its axles every {:.1} s, or later where they would overlap; an arrow as long as {:.1} m is the car's \
         weight.{}",
        scene.event,
        Arrows::EVERY_S,
        arrows.weight_m(),
        standards::why_none(turned)
    );
    Drawing { height: 520.0, ..figure(scene.file, scene.title, vec![plot], caption) }
}
