//! Options of `skidpad lap`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use skidpad_laptime::driven::ROOM_M;
use skidpad_laptime::line::LineOptions;
use skidpad_texts::SLIP_VECTOR;
use skidpad_world::models::{FRICTION_LAWS, FrictionChoice};

use crate::options::Reach;
use crate::track::TrackSource;

/// Range of the grip.
pub const GRIPS: core::ops::RangeInclusive<f64> = 0.05..=3.0;

/// Preset whose figures mean something with one model alone: it is no car of wheels and gears.
const RARS: &str = "rars";

/// Methods of finding a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Quasi-steady lap along the line of --line
    Qss,
    /// Quasi-steady lap along the fastest line within the edges of the road
    Line,
    /// Minimum-time lap of a dynamic model: line, steering and pedals found together
    Optimal,
    /// Lap of a driver on the full model, who follows the fastest line and pushes until he runs wide
    Driven,
}

/// Beginnings of a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Beginning {
    /// As fast as the lap ends; on an open road as fast as the road allows
    Flying,
    /// At rest
    Standing,
}

/// Options of the command.
#[derive(Args)]
pub struct LapOptions {
    #[command(flatten)]
    pub track: TrackSource,
    /// The car: a preset, or the path of a vehicle file
    #[arg(long, default_value = "boxster-s")]
    pub car: String,
    /// The model whose steady states the car has, or with --method optimal whose equations
    /// [default: two_track; with --method optimal single_track; for the car rars and with --friction slip_vector]
    #[arg(long)]
    pub model: Option<String>,
    /// Method by which the lap is found
    #[arg(long, value_enum, default_value = "line")]
    pub method: Method,
    /// With --method qss: `reference` for the track's own line, `shortest`, `least-curvature`, or the path of a race-line file
    /// [default: reference]
    #[arg(long)]
    pub line: Option<String>,
    /// Room that the car leaves to the edges of the road, m [default: 0.2; with --method driven 0.3 for the line, as the driver corrects]
    #[arg(long, value_name = "M")]
    pub margin: Option<f64>,
    /// Grip of the road over that of dry asphalt
    #[arg(long, default_value_t = 1.0)]
    pub grip: f64,
    /// Friction function of RARS's model slip_vector: hyperbolic, exponential, piecewise-linear or falling; with `--grip 1.05` the exponential
    /// one is that of the program's races
    #[arg(long, value_parser = PossibleValuesParser::new(FRICTION_LAWS))]
    pub friction: Option<String>,
    /// Beginning of the lap [default: flying on a circuit, standing on an open road]
    #[arg(long, value_enum)]
    pub start: Option<Beginning>,
    /// Spacing of the points of the lap, m
    #[arg(long, value_name = "M", default_value_t = 1.0)]
    pub step: f64,
    /// Compare with another lap, over the distance; repeatable: `fastest`, `reference`, `shortest` or `least-curvature` for the same car on that
    /// line, or a lap.json that --out wrote
    #[arg(long, value_name = "LINE_OR_JSON")]
    pub against: Vec<String>,
    /// Print what changes of the car gain or lose: seconds per kilogram, per newton of downforce and drag, per percent of grip, engine
    /// torque and each ratio
    #[arg(long)]
    pub sensitivity: bool,
    /// Find a lap for each of several values of a field of the vehicle, or of grip: FROM:TO:COUNT or A,B,C
    #[arg(long, value_name = "FIELD=VALUES", conflicts_with_all = ["against", "sensitivity"])]
    pub sweep: Option<String>,
    /// Write pictures and the lap as lap.json into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON document instead of the tables
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reach: Reach,
}

impl LapOptions {
    /// Room that the line leaves to the edges of the road, m.
    pub fn margin_m(&self) -> f64 {
        let is_driven = self.method == Method::Driven && !self.is_slip_vector();
        self.margin.unwrap_or(if is_driven { ROOM_M } else { LineOptions::default().margin_m })
    }

    /// Name of the model.
    pub fn model(&self) -> &str {
        let usual = match self.method {
            _ if self.friction.is_some() || self.car == RARS => SLIP_VECTOR.name,
            Method::Optimal => "single_track",
            _ => "two_track",
        };
        self.model.as_deref().unwrap_or(usual)
    }

    /// The friction function that is chosen.
    pub fn friction(&self) -> Option<FrictionChoice> {
        let chosen = self.friction.as_deref()?;
        FRICTION_LAWS.into_iter().find(|law| *law == chosen).map(FrictionChoice::new)
    }

    /// Returns true for the model of RARS.
    pub fn is_slip_vector(&self) -> bool {
        self.model().replace('-', "_") == SLIP_VECTOR.name
    }
}
