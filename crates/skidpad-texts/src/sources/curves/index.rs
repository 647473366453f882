//! Which table draws which figure of the texts, and why some figures are drawn by none.

use core::fmt::Write;

use super::source_curves;

/// A figure of a text, or an equation that is worth one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// The text.
    pub source: &'static str,
    /// The figure, or the equation or section there.
    pub location: &'static str,
    /// How it is drawn.
    pub drawn: DrawnAs,
}

/// How a figure of a text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnAs {
    /// By the table of this name.
    File(&'static str),
    /// Not at all, for this reason.
    Nothing(&'static str),
}

use DrawnAs::{File, Nothing};

const V1_4: &str = "Monster v1.4";
const V1_9: &str = "Monster v1.9";
const PALMER: &str = "Palmer";
const HLAVACS: &str = "Hlavacs";
const RARS: &str = "RARS";

const DRAWING: &str = "a drawing, no curve";
const PHOTOGRAPH: &str = "a photograph";
const SCREENSHOT: &str = "a picture of a screen";

/// Every figure of the texts, then the equations without one that are drawn as well, text by text.
const INDEX: [(&str, &str, DrawnAs); 67] = [
    (V1_4, "diagram of forces over speed", File("monster-resistance")),
    (V1_4, "Weight Transfer", File("monster-load-transfer")),
    (V1_4, "torque curves per gear", File("monster-1-4-axle-torque")),
    (V1_4, "slip ratio curve", File("monster-1-4-slip-ratio")),
    (V1_4, "diagram of the torques on a drive wheel", Nothing(DRAWING)),
    (V1_4, "triangle of the turn, R = L / sin(delta)", File("monster-turn-radius")),
    (V1_4, "High Speed Turning", File("monster-front-pull")),
    (V1_9, "diagram of forces over speed", File("monster-resistance")),
    (V1_9, "Weight Transfer", File("monster-load-transfer")),
    (V1_9, "torque curve of the LS1", File("monster-ls1-imperial")),
    (V1_9, "the same curves in SI units", File("monster-ls1-si")),
    (V1_9, "torque curves per gear", File("monster-1-9-axle-torque")),
    (V1_9, "slip ratio curve", File("monster-1-9-slip-ratio")),
    (V1_9, "slip ratio curve, linear and capped", File("monster-1-9-slip-ratio")),
    (V1_9, "diagram of the torques on a drive wheel", Nothing(DRAWING)),
    (V1_9, "wheels whose lines meet in one point", Nothing(SCREENSHOT)),
    (V1_9, "triangle of the turn, R = L / sin(delta)", File("monster-turn-radius")),
    (V1_9, "slip angle curve", File("monster-1-9-slip-angle")),
    (V1_9, "High Speed Turning", File("monster-front-pull")),
    (V1_9, "demo", Nothing(SCREENSHOT)),
    (PALMER, "figure 8-1", Nothing(DRAWING)),
    (PALMER, "figure 8-2", File("palmer-fig-8-7")),
    (PALMER, "figure 8-3", Nothing(PHOTOGRAPH)),
    (PALMER, "figure 8-4", File("palmer-fig-8-4")),
    (PALMER, "figure 8-5", Nothing(PHOTOGRAPH)),
    (PALMER, "figure 8-6", Nothing(DRAWING)),
    (PALMER, "figure 8-7", File("palmer-fig-8-7")),
    (PALMER, "figure 8-8", Nothing(SCREENSHOT)),
    (PALMER, "figure 8-9", Nothing(SCREENSHOT)),
    (PALMER, "figure 8-10", File("palmer-8-36")),
    (PALMER, "figure 8-11", File("palmer-fig-8-11")),
    (PALMER, "table 8-2", File("palmer-table-8-2")),
    (PALMER, "(8.14), (8.15)", File("palmer-8-14")),
    (PALMER, "(8.20), (8.26)", File("palmer-8-20")),
    (PALMER, "(8.20)", File("palmer-standing-start")),
    (PALMER, "(8.3), (8.4), (8.28), (8.29)", File("palmer-8-28")),
    (PALMER, "(8.30)", File("palmer-8-30")),
    (PALMER, "acceleration below (8.30)", File("palmer-8-30-acceleration")),
    (PALMER, "(8.31)", File("palmer-8-31")),
    (PALMER, "A Car Simulator", File("palmer-braking")),
    (PALMER, "(8.32)", File("palmer-8-32")),
    (PALMER, "(8.33)", File("palmer-8-33")),
    (PALMER, "(8.34)", File("palmer-8-34")),
    (PALMER, "(8.35)", File("palmer-8-35")),
    (PALMER, "(8.38), (8.40)", File("palmer-8-40")),
    (PALMER, "(8.41)", File("palmer-8-41")),
    (PALMER, "(8.42), (8.43)", File("palmer-8-42")),
    (HLAVACS, "figure 1", Nothing(DRAWING)),
    (HLAVACS, "figure 2", Nothing(DRAWING)),
    (HLAVACS, "figure 3", Nothing(DRAWING)),
    (HLAVACS, "figure 4", Nothing(DRAWING)),
    (HLAVACS, "figure 5", Nothing(DRAWING)),
    (HLAVACS, "figure 6", Nothing(DRAWING)),
    (HLAVACS, "figure 7", Nothing(DRAWING)),
    (HLAVACS, "figure 8", Nothing(DRAWING)),
    (HLAVACS, "figure 9", File("hlavacs-fig-9")),
    (HLAVACS, "figure 10", File("hlavacs-fig-10")),
    (HLAVACS, "figure 11", File("hlavacs-fig-11")),
    (HLAVACS, "figure 12", File("hlavacs-fig-12")),
    (HLAVACS, "figure 13", File("hlavacs-fig-13")),
    (HLAVACS, "figure 14", File("hlavacs-fig-14")),
    (HLAVACS, "figure 15", File("hlavacs-fig-15")),
    (RARS, "friction function", File("rars-friction")),
    (RARS, "slip vector L", File("rars-slip")),
    (RARS, "force F", File("rars-force")),
    (RARS, "power consumed", File("rars-power")),
    (RARS, "the text's figures", Nothing("it has none")),
];

/// The figures of the texts and how each is drawn.
pub fn source_figure_index() -> impl Iterator<Item = IndexEntry> {
    INDEX.iter().map(|(source, location, drawn)| IndexEntry { source, location, drawn: *drawn })
}

/// The index as a page in Markdown: what is drawn, and what is not.
pub fn source_figures_markdown() -> String {
    let curves = source_curves();
    let mut page = String::from(
        "# Figures of the source texts\n\n\
         `cargo run --release -- sources --out DIR` writes each as a picture (SVG) and a table (CSV) into `DIR`: every curve of \
         the five texts, and the equations that are worth one, computed by Skidpad's own functions from the texts' inputs. \
         Numbers that a text prints are marked on its curve; where they do not lie on it, [errata.md](errata.md) or the \
         picture's caption says why. The curves of some pictures are lost in all copies: the caption says what is the \
         text's and what is not.\n\n\
         This page is written by `skidpad_texts::sources::source_figures_markdown`.\n",
    );
    // Writing to a string does not fail.
    let mut before = "";
    for entry in source_figure_index() {
        if entry.source != before {
            before = entry.source;
            let _ = write!(
                page,
                "\n## {before}\n\n| figure or section | file | what it shows |\n|---|---|---|\n"
            );
        }
        let _ = match entry.drawn {
            File(file) => {
                let found = curves.iter().find(|curves| curves.file == file);
                let (shows, caption) = found.map_or(("", ""), |curves| (curves.shows, curves.caption));
                writeln!(page, "| {} | `{file}` | {shows}. {caption} |", entry.location)
            }
            Nothing(why) => writeln!(page, "| {} | - | not drawn: {why} |", entry.location),
        };
    }
    page
}
