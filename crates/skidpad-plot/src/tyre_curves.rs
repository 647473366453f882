//! The curves of a Magic Formula tyre: forces over slip at several loads, and in combined slip.

use skidpad_core::math::Real;
use skidpad_core::tyre::magic_formula::{Answer, MagicFormula, Question};
use skidpad_core::units;

use crate::figures::Figure;
use crate::svg::{Axis, Colour, Line, Plot, Rule, Sheet, Stack, Stroke};

/// The slip ratios that are drawn, either way.
const KAPPA: f64 = 0.3;
/// The slip angles that are drawn, either way, degrees.
const ALPHA_DEG: f64 = 15.0;
/// The slip angles of the combined curves, degrees.
const COMBINED_DEG: [f64; 5] = [0.0, 2.0, 4.0, 8.0, 12.0];

/// Fx over slip ratio, Fy and Mz over slip angle at several loads, and Fy over Fx at several slip angles, all upright
/// at the tyre's own pressure and measuring speed, in the axes of its file.
///
/// `loads_n` are the loads; the combined curves are drawn at the one in their middle.
pub fn tyre_figure(title: &str, tyre: &MagicFormula<f64>, loads_n: &[f64]) -> Figure {
    let middle_n = loads_n.get(loads_n.len() / 2).copied().unwrap_or(1000.0);
    let cell = |title: &str, plot: Plot| Stack { title: title.to_owned(), plots: vec![plot] };
    let degrees = |name: &str| Axis::new(name, "°").span(-ALPHA_DEG, ALPHA_DEG);
    let kappa = || Axis::new("slip ratio κ", "%").span(-100.0 * KAPPA, 100.0 * KAPPA);
    let by_kappa = |asked: Question<f64>, part: f64| Question { kappa: part * KAPPA, ..asked };
    let by_alpha =
        |asked: Question<f64>, part: f64| Question { alpha_rad: part * units::degrees(ALPHA_DEG), ..asked };
    let family = |x: Axis,
                  y: Axis,
                  scale: f64,
                  at: &dyn Fn(Question<f64>, f64) -> Question<f64>,
                  of: fn(&Answer<f64>) -> f64| {
        let mut plot = Plot::new(x, y);
        plot.rules = vec![Rule::Upright(0.0), Rule::Level(0.0)];
        for (index, load_n) in loads_n.iter().enumerate() {
            let points = parts(200).map(|part| {
                let answer = tyre.answer(&at(tyre.plain_question(*load_n), part));
                (part * scale, of(&answer))
            });
            let name = format!("{:.1} kN", load_n / 1e3);
            plot.lines.push(Line::new(points.collect(), Colour::Series(index)).named(&name));
        }
        plot
    };
    let percent = 100.0 * KAPPA;
    let cells = vec![
        cell(
            "Longitudinal force",
            family(kappa(), Axis::new("Fx", "kN"), percent, &by_kappa, |a| a.fx_n / 1e3),
        ),
        cell(
            "Lateral force",
            family(degrees("slip angle α"), Axis::new("Fy", "kN"), ALPHA_DEG, &by_alpha, |a| a.fy_n / 1e3),
        ),
        cell(
            "Aligning moment",
            family(degrees("slip angle α"), Axis::new("Mz", "N m"), ALPHA_DEG, &by_alpha, |a| a.mz_nm),
        ),
        cell(&format!("Combined slip at {:.1} kN", middle_n / 1e3), combined(tyre, middle_n)),
    ];
    let sheet = Sheet {
        title: title.to_owned(),
        subtitle: "Upright, at its own pressure and measuring speed; axes ISO-W: a positive slip angle pushes to the right"
            .to_owned(),
        width: 1200.0,
        row_height: 440.0,
        columns: 2,
        cells,
    };
    let caption = "Force and aligning moment over slip at several loads, and lateral over longitudinal force from a \
                   locked to a spinning wheel at several slip angles (solid) and over slip angle at several slip \
                   ratios (dashed)."
        .to_owned();
    Figure { file: "tyre-curves.svg".to_owned(), title: title.to_owned(), svg: sheet.svg(), caption }
}

/// From -1 to 1.
fn parts(count: i32) -> impl Iterator<Item = f64> {
    (-count..=count).map(move |part| f64::from(part) / f64::from(count))
}

/// Fy over Fx: over slip ratio at several slip angles, and over slip angle at several slip ratios.
fn combined(tyre: &MagicFormula<f64>, load_n: f64) -> Plot {
    let mut plot = Plot::new(Axis::new("Fx", "kN"), Axis::new("Fy", "kN"));
    plot.rules = vec![Rule::Upright(0.0), Rule::Level(0.0)];
    let plain = tyre.plain_question(load_n);
    let point = |kappa: f64, alpha_rad: f64| {
        let answer = tyre.answer(&Question { kappa, alpha_rad, ..plain });
        (answer.fx_n / 1e3, answer.fy_n / 1e3)
    };
    for kappa in [-0.2, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.2] {
        let line = parts(100).map(|part| point(kappa, part * units::degrees(ALPHA_DEG)));
        plot.lines.push(Line::new(line.collect(), Colour::Quiet).stroke(Stroke::Dashed));
    }
    for (index, degrees) in COMBINED_DEG.into_iter().enumerate() {
        // Finer near no slip, where the force changes most; to the locked wheel and to as much the other way.
        let line = parts(200).map(|part| point(part * Real::abs(part), -units::degrees(degrees)));
        let sign = if degrees > 0.0 { "−" } else { "" };
        let name = format!("α = {sign}{degrees:.0}°");
        plot.lines.push(Line::new(line.collect(), Colour::Series(index)).named(&name));
    }
    plot
}
