//! Description of a track, as files give it and generators make it.

use super::Station;

/// A track as it is written down: its line, and what stands and lies along it. [`Track::new`](super::Track::new) checks it and
/// makes the track of it.
///
/// Distances are along the line from its first station, in the plane, m. A stretch of a closed track whose end lies before its
/// beginning runs over the first station.
///
/// ```
/// use skidpad_world::track::{Side, Station, Strip, StripKind, Track, TrackSpec};
/// let station = |x: f64| Station { position_m: [x, 0.0], ..Station::flat([4.0, 4.0]) };
/// let spec = TrackSpec {
///     strips: vec![Strip { width_m: 1.5, ..Strip::new(StripKind::Kerb, Side::Left, [20.0, 60.0]) }],
///     ..TrackSpec::new("strip", false, (0..=10).map(|at| station(10.0 * f64::from(at))).collect())
/// };
/// let track = Track::new(&spec)?;
/// assert_eq!(track.length_m(), 100.0);
/// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TrackSpec {
    /// Name for people.
    pub name: String,
    /// True for a circuit, whose line goes on from its last station to its first.
    pub is_closed: bool,
    /// Places through which the line goes, in the direction of driving.
    pub stations: Vec<Station>,
    /// Distance of the start line, m; of an open track its laps begin there.
    pub start_m: f64,
    /// Distance of the finish line of an open track, m; `None`: the end of the line. A closed track finishes at its start line.
    pub finish_m: Option<f64>,
    /// Ends of all sectors but the last one, by the distance driven since the start line, m, ascending; empty: thirds.
    pub sectors_m: Vec<f64>,
    /// Kerbs and run-off beside the road. On each side, those of the same place lie beside each other in the list's order, the
    /// first one at the edge of the road.
    pub strips: Vec<Strip>,
    /// Walls along the road.
    pub walls: Vec<TrackWall>,
    /// The pit lane.
    pub pit_lane: Option<PitLane>,
}

impl TrackSpec {
    /// A track without anything along it, which starts at its first station.
    pub fn new(name: &str, is_closed: bool, stations: Vec<Station>) -> Self {
        Self {
            name: name.to_owned(),
            is_closed,
            stations,
            start_m: 0.0,
            finish_m: None,
            sectors_m: Vec::new(),
            strips: Vec::new(),
            walls: Vec::new(),
            pit_lane: None,
        }
    }
}

/// A side of the road, seen in the direction of driving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Positive lateral offsets.
    Left,
    /// Negative lateral offsets.
    Right,
}

impl Side {
    /// Both sides, in the order of [`Station::widths_m`].
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// 1 to the left, -1 to the right.
    pub fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    /// The opposite side.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Name in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// Kinds of ground beside a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StripKind {
    /// Painted concrete that rises outwards.
    Kerb,
    /// Asphalt, as on the road.
    Asphalt,
    /// Grass.
    Grass,
    /// Gravel bed.
    Gravel,
    /// Sand.
    Sand,
    /// Bare soil.
    Dirt,
}

impl StripKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Kerb, Self::Asphalt, Self::Grass, Self::Gravel, Self::Sand, Self::Dirt];

    /// Name in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kerb => "kerb",
            Self::Asphalt => "asphalt",
            Self::Grass => "grass",
            Self::Gravel => "gravel",
            Self::Sand => "sand",
            Self::Dirt => "dirt",
        }
    }

    /// Usual grip and rolling resistance over those of the road: of tyres on grass about half of the grip, in gravel as much
    /// rolling resistance as light braking (Wong, Theory of Ground Vehicles, tables 1.1 and 3.1: 0.012 on asphalt, 0.1 on soft
    /// soil, 0.3 in sand).
    pub fn friction(self) -> (f64, f64) {
        match self {
            Self::Kerb => (0.9, 1.0),
            Self::Asphalt => (1.0, 1.0),
            Self::Grass => (0.5, 5.0),
            Self::Gravel => (0.6, 15.0),
            Self::Sand => (0.6, 25.0),
            Self::Dirt => (0.65, 3.0),
        }
    }
}

/// A stretch of kerb or run-off along one side of the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// Kind of ground.
    pub kind: StripKind,
    /// Side of the road.
    pub side: Side,
    /// Distances of its beginning and its end, m.
    pub stretch_m: [f64; 2],
    /// Width, m.
    pub width_m: f64,
    /// Height of its outer edge over its inner one, m.
    pub rise_m: f64,
    /// Grip over the road's, [0, 3].
    pub grip: f64,
    /// Rolling resistance over the road's, [0, 50].
    pub rolling: f64,
}

impl Strip {
    /// A flat strip of 1 m with the usual friction of its kind.
    pub fn new(kind: StripKind, side: Side, stretch_m: [f64; 2]) -> Self {
        let (grip, rolling) = kind.friction();
        Self { kind, side, stretch_m, width_m: 1.0, rise_m: 0.0, grip, rolling }
    }
}

/// A wall along one side of the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackWall {
    /// Side of the road.
    pub side: Side,
    /// Distances of its beginning and its end, m.
    pub stretch_m: [f64; 2],
    /// Distance of its face from the line at its beginning and its end, m.
    pub offsets_m: [f64; 2],
}

/// A pit lane beside the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PitLane {
    /// Side of the road.
    pub side: Side,
    /// Distances at which it leaves the road and joins it again, m.
    pub stretch_m: [f64; 2],
    /// Distances between which its speed limit holds, m.
    pub limit_m: [f64; 2],
    /// Speed limit, m/s.
    pub speed_m_s: f64,
    /// Distance of its middle from the line beside the pits, m.
    pub offset_m: f64,
    /// Width, m.
    pub width_m: f64,
}
