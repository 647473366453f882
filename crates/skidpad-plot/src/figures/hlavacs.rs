//! The figures that a source text draws as curves: Hlavacs' experiments.

use skidpad_world::sources::{Curves, hlavacs_curves};

use super::{Drawing, Figure};
use crate::svg::{Axis, Colour, Line, Plot, Rule, Stroke};

/// Hlavacs' figures 9 to 15: the text's lines solid, the corrected ones dotted above them.
pub fn source_figures() -> Vec<Figure> {
    hlavacs_curves().iter().map(drawing).map(Drawing::finish).collect()
}

fn drawing(of: &Curves) -> Drawing {
    let mut plot =
        Plot::new(Axis::new(of.across.0, of.across.1).tight(), Axis::new(of.up.0, of.up.1).span(0.0, of.top));
    let mut colour = 0;
    for line in &of.lines {
        let shown: Vec<(f64, f64)> =
            line.points.iter().map(|(x, y)| (*x, if *y <= of.top { *y } else { f64::NAN })).collect();
        if line.is_printed {
            plot.lines.push(Line::new(shown, Colour::Series(colour)).named(&line.name));
            colour += 1;
        } else {
            // The corrected line of the one before it.
            let line = Line::new(shown, Colour::Ink).stroke(Stroke::Dotted);
            let first = plot.lines.iter().all(|line| line.stroke != Stroke::Dotted);
            plot.lines.push(if first { line.named("in balance") } else { line });
        }
    }
    let from = of.lines.first().and_then(|line| line.points.first()).map_or(0.0, |point| point.0);
    for (value, name) in &of.marks {
        plot.rules.push(Rule::Level(*value));
        plot.label((from, *value), Colour::Quiet, *name);
    }
    Drawing::new(&format!("{}.svg", of.file), of.title, vec![plot], of.caption)
}
