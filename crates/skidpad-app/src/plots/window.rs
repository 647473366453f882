//! Which channels are looked at, and over which time.

use skidpad_core::math::Real;
use skidpad_formats::telemetry::Table;
use skidpad_world::channel::CarChannels;

use super::past::REMEMBERED_S;
use super::{Past, Whose};

/// The shortest and the longest time that is shown, s.
const SPANS_S: [f64; 2] = [0.2, REMEMBERED_S];

/// Channels that are plotted, and the time over which.
#[derive(Clone, Debug, PartialEq)]
pub struct Plots {
    /// Channels by their names; a car whose model has none of a name has no line there.
    pub channels: Vec<String>,
    /// True if each channel has a plot of its own, one over the other.
    pub is_stacked: bool,
    /// Length of time that is shown, s.
    pub span_s: f64,
    /// The time at the right edge, s; `None`: the present.
    pub held_s: Option<f64>,
    /// Part of the names that are offered.
    pub find: String,
    /// The time under the pointer, s.
    pub pointed_s: Option<f64>,
}

impl Default for Plots {
    fn default() -> Self {
        Self {
            channels: Vec::new(),
            is_stacked: true,
            span_s: 10.0,
            held_s: None,
            find: String::new(),
            pointed_s: None,
        }
    }
}

impl Plots {
    /// The channels that are plotted at first, as far as a car has them.
    pub fn usual(car: &CarChannels) -> Self {
        let wanted = [
            car.velocity_x,
            car.acceleration_y.or(car.acceleration_x),
            car.yaw_rate.or(car.drag),
            car.engine_speed.or(car.engine_torque),
        ];
        let names = wanted.into_iter().flatten().map(|channel| channel.name().to_owned());
        Self { channels: names.collect(), ..Self::default() }
    }

    /// The times between which numbers are drawn, s: none after the latest, though the axis goes on.
    pub fn drawn_s(&self, now_s: f64) -> [f64; 2] {
        [self.edges_s(now_s)[0], self.latest_s(now_s)]
    }

    /// The times at the edges, s: what was before the start is not shown. Until so much time has passed as is shown, the
    /// right edge is later than the latest time.
    pub fn edges_s(&self, now_s: f64) -> [f64; 2] {
        let to_s = Real::max(self.latest_s(now_s), self.span_s);
        [to_s - self.span_s, to_s]
    }

    /// The latest time that is shown, s.
    pub fn latest_s(&self, now_s: f64) -> f64 {
        self.held_s.unwrap_or(now_s)
    }

    /// Holds the picture, or lets it follow the time again.
    pub fn hold(&mut self, is_held: bool, now_s: f64) {
        self.held_s = is_held.then(|| self.held_s.unwrap_or(now_s));
    }

    /// Shows more time by a factor above 1, less by one below; the time at a share of the width stays where it is
    /// when the picture is held.
    pub fn zoom(&mut self, factor: f64, share: f64) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let span_s = Real::clamp(self.span_s * factor, SPANS_S[0], SPANS_S[1]);
        if let Some(held_s) = &mut self.held_s {
            let edge_s = Real::max(*held_s, self.span_s);
            let to_s = edge_s + (1.0 - Real::clamp(share, 0.0, 1.0)) * (span_s - self.span_s);
            // Where the axis goes on beyond what is held, no more than that comes into sight.
            let most_s = if edge_s > *held_s { *held_s } else { f64::INFINITY };
            *held_s = Real::clamp(to_s, 0.0, most_s);
        }
        self.span_s = span_s;
    }

    /// Goes to later times, s, or to earlier ones, and holds the picture there; within what is remembered.
    pub fn go(&mut self, later_s: f64, past: &Past, now_s: f64) {
        let first_s = past.series().first().and_then(|series| series.ends_s()).map_or(now_s, |ends| ends[0]);
        let to_s = self.held_s.unwrap_or(now_s) + later_s;
        self.held_s =
            Some(Real::min(Real::max(to_s, first_s + 0.1 * self.span_s), Real::max(now_s, first_s)));
    }

    /// Looks at time that has gone back.
    pub fn follow_time(&mut self, now_s: f64) {
        self.held_s = self.held_s.map(|held_s| Real::min(held_s, now_s));
    }

    /// Shows a channel that was not, and the other way round.
    pub fn switch(&mut self, name: &str) {
        match self.channels.iter().position(|channel| channel == name) {
            Some(place) => {
                self.channels.remove(place);
            }
            None => self.channels.push(name.to_owned()),
        }
    }

    /// All that is remembered of the channels, as the command line writes tables: the unit ends the name; those of a
    /// ghost have `ghost_1_` before it, those of the rival `rival_`. A row stands for each time of the player's; a cell is empty
    /// where the car was not driving yet, or no longer.
    ///
    /// # Errors
    /// Nothing to write, or a number that is not finite, with where it stands.
    pub fn csv(&self, past: &Past) -> Result<String, String> {
        let times_s: Vec<f64> = past.series().first().map_or_else(Vec::new, |own| own.times_s().collect());
        let mut table = Table::new();
        table.push("time_s", times_s.clone());
        let mut is_known = vec![vec![true; times_s.len()]];
        for (whose, own) in past.cars().filter(|(_, own)| !own.is_empty()) {
            let begin = match whose {
                Whose::Player => String::new(),
                Whose::Ghost(index) => format!("ghost_{index}_"),
                Whose::Rival => String::from("rival_"),
            };
            for name in self.channels.iter().filter(|name| *name != "time_s") {
                if let Some(place) = own.place(name) {
                    let numbers = times_s.iter().map(|time_s| own.during(place, *time_s));
                    let numbers: Vec<Option<f64>> = numbers.collect();
                    is_known.push(numbers.iter().map(Option::is_some).collect());
                    let filled = numbers.into_iter().map(Option::unwrap_or_default);
                    table.push(format!("{begin}{name}"), filled.collect());
                }
            }
        }
        let mut bytes = Vec::new();
        table.write_csv(&mut bytes).map_err(|error| error.to_string())?;
        let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
        Ok(without_unknown(&text, &is_known))
    }
}

/// The text of a table without the numbers of cells that are not known, by column and row: a table has a number in every cell.
fn without_unknown(text: &str, is_known: &[Vec<bool>]) -> String {
    let (header, rows) = text.split_once('\n').unwrap_or((text, ""));
    let line = |(row, line): (usize, &str)| {
        let cells = line.split(',').zip(is_known);
        let cells: Vec<&str> = cells.map(|(cell, is_known)| if is_known[row] { cell } else { "" }).collect();
        cells.join(",") + "\n"
    };
    let rows = rows.lines().enumerate().map(line);
    core::iter::once(format!("{header}\n")).chain(rows).collect()
}
