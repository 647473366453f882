//! The figures of the source texts: their curves, with the printed numbers as dots.

use skidpad_core::math::Real;
use skidpad_texts::sources::{Curves, Mark, Verdict, source_curves};

use super::Figure;
use crate::svg::{Axis, Colour, Line, Plot, Rule, Sheet, Stroke};
use crate::svg::{Label, Mark as Dot};

/// The colour of a number that the text has wrong, and of no line.
const WRONG: usize = 1;

/// Every curve of the texts: the text's lines solid, the corrected ones dotted.
pub fn source_figures() -> Vec<Figure> {
    source_curves().iter().map(figure).collect()
}

fn figure(of: &Curves) -> Figure {
    let sheet = Sheet::stacked(&of.title(), vec![plot(of)], 380.0).subtitle(&legend(of));
    Figure {
        file: format!("{}.svg", of.file),
        title: of.title(),
        svg: sheet.svg(),
        caption: of.caption.to_owned(),
    }
}

/// What the dots of a picture are.
fn legend(of: &Curves) -> String {
    let any = |is: fn(&Mark) -> bool| of.marks.iter().any(is);
    let kinds = [
        (any(|mark| mark.is_printed && !is_wrong(mark)), "black: printed in the text"),
        (any(|mark| mark.is_printed && is_wrong(mark)), "red: printed and wrong, see the errata"),
        (any(|mark| !mark.is_printed), "grey: computed from the text's inputs"),
    ];
    let there: Vec<&str> = kinds.into_iter().filter(|kind| kind.0).map(|kind| kind.1).collect();
    if there.is_empty() { String::new() } else { format!("Dots, {}", there.join("; ")) }
}

fn is_wrong(mark: &Mark) -> bool {
    mark.verdict == Verdict::Erratum
}

/// The lower axis: as far as the lines, and from 0 where they begin near it.
fn across(of: &Curves) -> Axis {
    let places = || of.lines.iter().flat_map(|line| &line.points).map(|point| point.0);
    let (low, high) = (places().fold(f64::INFINITY, Real::min), places().fold(0.0, Real::max));
    let axis = Axis::new(of.across.0, of.across.1).tight();
    if low > 0.0 && low < 0.1 * high { axis.from_zero() } else { axis }
}

/// The colours of the lines: a companion has that of its line, and corrected lines that the legend does not tell apart
/// have the text's.
fn colours(of: &Curves) -> Vec<Colour> {
    let corrected = of.lines.iter().filter(|line| !line.is_printed && !line.legend.is_empty()).count();
    let mut used = 0;
    let mut colours: Vec<Colour> = Vec::new();
    for (index, line) in of.lines.iter().enumerate() {
        let before = of.lines[..index].iter().zip(&colours).rev().find(|entry| entry.0.is_printed);
        colours.push(match before {
            Some((_, colour)) if line.is_companion => *colour,
            _ if !line.is_printed && corrected < 2 => Colour::Ink,
            _ => {
                used += usize::from(used == WRONG) + 1;
                Colour::Series(used - 1)
            }
        });
    }
    colours
}

fn plot(of: &Curves) -> Plot {
    let up = Axis::new(of.up.0, of.up.1);
    let up = of.span.map_or(up.clone(), |(low, high)| up.span(low, high));
    let mut plot = Plot::new(across(of), up);
    plot.right = of.right.map(|(quantity, unit)| Axis::new(quantity, unit).from_zero());
    let colours = colours(of);
    // The corrected lines above the text's, and after them in the legend.
    for is_printed in [true, false] {
        for (line, colour) in of.lines.iter().zip(&colours).filter(|entry| entry.0.is_printed == is_printed) {
            let mut drawn = Line::new(line.points.clone(), *colour).named(&line.legend);
            drawn.stroke = match (line.is_printed, line.is_companion) {
                (false, _) => Stroke::Dotted,
                (true, true) => Stroke::Thin,
                // The colours may begin again, dashed.
                (true, false) => drawn.stroke,
            };
            drawn.on_right = line.on_right;
            plot.lines.push(drawn);
        }
    }
    let from = of.lines.first().and_then(|line| line.points.first()).map_or(0.0, |point| point.0);
    for (value, name) in &of.levels {
        plot.rules.push(Rule::Level(*value));
        plot.label((from, *value), Colour::Quiet, *name);
    }
    // The printed numbers above the computed ones.
    let (printed, computed): (Vec<&Mark>, Vec<&Mark>) = of.marks.iter().partition(|mark| mark.is_printed);
    for mark in computed.into_iter().chain(printed) {
        let colour = match (mark.is_printed, is_wrong(mark)) {
            (true, true) => Colour::Series(WRONG),
            (true, false) => Colour::Ink,
            (false, _) => Colour::Quiet,
        };
        let on_right = of.lines.iter().any(|line| line.name == mark.line && line.on_right);
        plot.marks.push(Dot { at: mark.point, colour, on_right });
        plot.labels.push(Label { at: vec![mark.point], text: mark.text.clone(), colour, on_right });
    }
    plot
}
