//! Tracks: a reference line with a height, a banking and a width to either side, closed or open.
//!
//! The line is a curve in the plane with a continuous curvature: pieces of equal length, each a polynomial of the fifth degree in
//! the distance along it, whose position, direction and curvature are those of its neighbours where they meet. Height goes on in
//! the same way, so that neither the grade nor its change has a step; banking and widths have no kink.
//!
//! Distances are in the plane, as positions are: a road with a grade of 10 % is 0.5 % longer than its plan.
//!
//! ```
//! use skidpad_world::track::{Station, Track};
//!
//! // A circle of 50 m, driven counterclockwise, by a station each 10 degrees.
//! let station = |at: i32| {
//!     let (sin, cos) = f64::to_radians(10.0 * f64::from(at)).sin_cos();
//!     Station { position_m: [50.0 * cos, 50.0 * sin], ..Station::flat([4.0, 5.0]) }
//! };
//! let track = Track::closed(&(0..36).map(station).collect::<Vec<_>>())?;
//! assert!((track.length_m() - core::f64::consts::TAU * 50.0).abs() < 0.01);
//! let place = track.locate([0.0, 48.0], None);
//! assert!((place.distance_m - 0.25 * track.length_m()).abs() < 0.01);
//! assert!((place.lateral_offset_m - 2.0).abs() < 0.001, "to the left, inside");
//! assert!((track.at(place.distance_m).curvature_1_m - 0.02).abs() < 1e-4);
//! # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
//! ```

mod accessors;
mod along;
mod banded;
mod check;
mod crossings;
mod figures;
mod follow;
mod gate;
mod inspect;
mod lap_gates;
mod line;
mod locate;
mod make;
mod measured;
mod outline;
mod piece;
mod section;
mod segments;
mod smooth;
mod smooth_track;
mod spec;
mod spline;
mod station;

pub use along::MOST_SECTORS;
pub use check::TrackFault;
pub use figures::{TrackCorner, TrackFigures};
pub use gate::Gate;
pub use inspect::{Finding, FindingKind};
pub use line::{Track, TrackPoint};
pub use locate::{TrackPosition, TrackPositions};
pub use make::{MakeOptions, make_track, track_by_name, track_names};
pub(crate) use section::TrackSection;
pub use segments::{Segment, TracedPoint, trace};
pub use smooth::{Smoothed, Tolerance, smooth};
pub use smooth_track::{SmoothedTrack, smooth_track};
pub use spec::{PitLane, Side, Strip, StripKind, TrackSpec, TrackWall};
pub use station::Station;
