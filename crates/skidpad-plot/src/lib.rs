//! Skidpad's pictures: SVG plots and the road test's report as text, and a run as an animated PNG.
//!
//! Nothing is read or written here: what comes out are strings and bytes, the same for the same input, and the
//! caller puts them where they belong.
//!
//! - [`figures`]: the figures of a road test, each after the source that first drew it.
//! - [`turning_figures`]: those of its manoeuvres.
//! - [`source_figures`]: the curves of the source texts.
//! - [`tyre_figure`]: the curves of a Magic Formula tyre.
//! - [`lap_figures`]: a lap on its track, over the distance, and in the g-g diagram.
//! - [`overlay_figures`]: two laps over each other by distance, and where time is lost.
//! - [`laps_over_figure`]: laps over each other; [`lap_sweep_figure`]: lap times over a figure of the car.
//! - [`track_figures`]: the plan of a track, and its curvature, height, banking and width.
//! - [`telemetry_figures`]: the channels of any recording over time.
//! - [`scene_figure`]: the top view of a run with further cars or walls.
//! - [`animation`]: a run with all its cars, at its own pace.
//! - [`comparison_figures`]: the same inputs through several models, one over the other.
//! - [`html`]: the report: one page that needs neither network nor script.
//! - [`svg`]: the small plotter below them all.
#![forbid(unsafe_code)]

mod animation;
mod arrows;
mod comparison;
mod figures;
mod lap;
mod manoeuvre_rows;
mod overlay;
mod report;
mod scene;
mod standards;
pub mod svg;
mod telemetry;
mod track;
mod turning;
mod tyre_curves;

pub use animation::{AnimationError, LONGEST_S, animation};
pub use comparison::{Compared, channel_figure, comparison_figures, comparison_page};
pub use figures::{Figure, figures, overview, source_figures};
pub use lap::{
    CornerMark, DrawnLap, LapLine, LapSweep, LapsOver, lap_figures, lap_sweep_figure, laps_over_figure,
};
pub use overlay::overlay_figures;
pub use report::{MISS_PERCENT, ReportRow, conditions_rows, decimals, html, vehicle_rows};
pub use scene::{Scene, SceneCar, scene_figure};
pub use telemetry::telemetry_figures;
pub use track::track_figures;
pub use turning::{turning_figures, turning_overview};
pub use tyre_curves::tyre_figure;
