//! The figures of the texts as tables: each line that a text draws or whose equation it prints, computed by the
//! library's functions, with the numbers that the text prints as marks on it.
//!
//! A figure is a value of the table in one of the files below: its place in the text, its axes, its lines and the
//! [figures](super::figures) that are marked. [`source_figure_index`] says of every numbered figure of the texts which
//! of the tables draws it, or why none does.

mod curve;
mod draft;
mod hlavacs;
mod index;
mod monster;
mod monster_tyre;
mod palmer;
mod palmer_drive;
mod palmer_turns;
mod rars;

pub use curve::{Curve, Curves, Mark, Reading};
pub use index::{DrawnAs, IndexEntry, source_figure_index, source_figures_markdown};
pub use monster::{ALFA_TORQUE, LS1_TORQUE};

use super::figures;
use draft::Draft;

/// Every curve of the texts, text by text.
pub fn source_curves() -> Vec<Curves> {
    let figures = figures();
    drafts().into_iter().map(|draft| draft.finish(&figures)).collect()
}

fn drafts() -> Vec<Draft> {
    let mut drafts = monster::drafts();
    drafts.extend(monster_tyre::drafts());
    drafts.extend(palmer::drafts());
    drafts.extend(palmer_drive::drafts());
    drafts.extend(palmer_turns::drafts());
    drafts.extend(hlavacs::drafts());
    drafts.extend(rars::drafts());
    drafts
}
