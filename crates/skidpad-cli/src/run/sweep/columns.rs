//! The columns of a sweep's table, and their numbers from the rows of a run.

use std::ops::ControlFlow;

use skidpad_core::record::Channel;
use skidpad_world::channel::{CarChannels, ChannelHandle};
use skidpad_world::models::ModelInfo;
use skidpad_world::names;
use skidpad_world::world::IMPULSE;

/// A number that is made of a channel's values over a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The last value.
    Final,
    /// The least value.
    Min,
    /// The largest value.
    Max,
    /// The value with the largest magnitude, with its sign.
    Peak,
}

impl Statistic {
    const ALL: [(&str, Self); 4] =
        [("final", Self::Final), ("min", Self::Min), ("max", Self::Max), ("peak", Self::Peak)];

    /// Its name, as options and headings write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Final => "final",
            Self::Min => "min",
            Self::Max => "max",
            Self::Peak => "peak",
        }
    }
}

/// A column: a number of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepColumn {
    pub channel: String,
    pub statistic: Statistic,
}

impl SweepColumn {
    fn new(channel: &str, statistic: Statistic) -> Self {
        Self { channel: channel.to_owned(), statistic }
    }

    /// Its heading; the channel's name ends in its unit.
    pub fn name(&self) -> String {
        format!("{}_{}", self.statistic.name(), self.channel)
    }
}

/// The columns of `--column NAME` or `--column NAME:final`.
pub fn chosen(options: &[String]) -> Result<Vec<SweepColumn>, String> {
    let mut columns: Vec<SweepColumn> = Vec::new();
    for text in options {
        let (channel, word) = text.split_once(':').map_or((text.as_str(), None), |(c, word)| (c, Some(word)));
        let known = Statistic::ALL.map(|(name, _)| name);
        let statistics = match word {
            None => vec![Statistic::Final, Statistic::Min, Statistic::Max],
            Some(word) => {
                let found = Statistic::ALL.iter().find(|(name, _)| *name == word);
                let found = found.ok_or_else(|| names::unknown("number of a channel", word, &known));
                vec![found.map_err(|message| format!("--column {}: {message}", names::shown(text)))?.1]
            }
        };
        for statistic in statistics {
            let column = SweepColumn::new(channel, statistic);
            if columns.contains(&column) {
                return Err(format!("--column {}: this column is chosen twice", names::shown(text)));
            }
            columns.push(column);
        }
    }
    Ok(columns)
}

/// The usual columns of a run of a model: final speed, and the largest of what it has of acceleration, yaw rate, sideslip and,
/// where the run has them, impulses.
pub fn usual(channels: &[Channel], model: &ModelInfo) -> Vec<SweepColumn> {
    let own = CarChannels::resolve(&model.layout());
    let peaks =
        [own.requested_acceleration, own.acceleration_x, own.acceleration_y, own.yaw_rate, own.sideslip];
    let peaks = peaks.iter().flatten().map(ChannelHandle::name);
    let impulse = channels.iter().map(|channel| channel.name).filter(|name| *name == IMPULSE.name);
    let peaks = peaks.chain(impulse.take(1)).map(|name| SweepColumn::new(name, Statistic::Peak));
    std::iter::once(SweepColumn::new(model.speed, Statistic::Final)).chain(peaks).collect()
}

/// Numbers of the channels of a run, from its rows.
pub struct Watch<'c> {
    channels: &'c [Channel],
    /// Index of each column's channel, with its statistic and its number so far.
    columns: Vec<Option<(usize, Statistic, Option<f64>)>>,
    /// Indices of the position on the road; the second is missing where the road is a line.
    position: Option<(usize, Option<usize>)>,
    last_m: Option<[f64; 2]>,
    /// Distance driven, m: the lengths of the steps together.
    distance_m: f64,
    /// The channel that was not finite.
    pub broken: Option<&'static str>,
}

impl<'c> Watch<'c> {
    /// Before the first row of a run with these channels. `position`: their indices of the position along the road's axes.
    pub fn new(channels: &'c [Channel], position: [Option<usize>; 2], columns: &[SweepColumn]) -> Self {
        let index = |name: &str| channels.iter().position(|channel| channel.name == name);
        let column =
            |column: &SweepColumn| index(&column.channel).map(|index| (index, column.statistic, None));
        let [x, y] = position;
        Self {
            channels,
            columns: columns.iter().map(column).collect(),
            position: x.map(|x| (x, y)),
            last_m: None,
            distance_m: 0.0,
            broken: None,
        }
    }

    /// Takes a row; ends the run at a number that is not finite.
    pub fn push(&mut self, row: &[f64]) -> ControlFlow<()> {
        if let Some(index) = row.iter().position(|value| !value.is_finite()) {
            self.broken = Some(self.channels[index].name);
            return ControlFlow::Break(());
        }
        for (index, statistic, number) in self.columns.iter_mut().flatten() {
            let value = row[*index];
            *number = Some(match (*statistic, *number) {
                (Statistic::Min, Some(least)) if least <= value => least,
                (Statistic::Max, Some(most)) if most >= value => most,
                (Statistic::Peak, Some(peak)) if peak.abs() >= value.abs() => peak,
                _ => value,
            });
        }
        if let Some((x, y)) = self.position {
            let now_m = [row[x], y.map_or(0.0, |y| row[y])];
            if let Some(last_m) = self.last_m {
                let [dx, dy] = [now_m[0] - last_m[0], now_m[1] - last_m[1]];
                // Products and a root: their bits do not vary by platform, as `hypot` would.
                self.distance_m += (dx * dx + dy * dy).sqrt();
            }
            self.last_m = Some(now_m);
        }
        ControlFlow::Continue(())
    }

    /// Distance driven, m; `None` of a model without a position.
    pub fn distance_m(&self) -> Option<f64> {
        self.position.map(|_| self.distance_m)
    }

    /// The number of each column; `None` where the run has no such channel.
    pub fn numbers(&self) -> Vec<Option<f64>> {
        self.columns.iter().map(|column| column.and_then(|column| column.2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use skidpad_core::record::Channel;

    use super::{Statistic, SweepColumn, Watch, chosen};

    #[test]
    fn numbers_are_those_of_the_rows() {
        let channels = ["x_m", "y_m", "a"].map(|name| Channel::new(name, "m", -1.0, 1.0));
        let mut columns = chosen(&["a".to_owned(), "a:peak".to_owned()]).unwrap();
        columns.push(SweepColumn::new("none", Statistic::Max));
        let mut watch = Watch::new(&channels, [Some(0), Some(1)], &columns);
        for row in [[0.0, 0.0, 1.0], [3.0, 4.0, -5.0], [3.0, 5.0, 2.0]] {
            assert!(watch.push(&row).is_continue());
        }
        assert_eq!(watch.numbers(), [Some(2.0), Some(-5.0), Some(2.0), Some(-5.0), None]);
        assert_eq!(watch.distance_m(), Some(6.0));
        assert!(watch.push(&[3.0, f64::NAN, 2.0]).is_break());
        assert_eq!((watch.broken, watch.distance_m()), (Some("y_m"), Some(6.0)));
    }

    #[test]
    fn columns_have_names_and_are_chosen_once() {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let names: Vec<String> =
            chosen(&own(&["x_m", "y_m:peak"])).unwrap().iter().map(SweepColumn::name).collect();
        assert_eq!(names, ["final_x_m", "min_x_m", "max_x_m", "peak_y_m"]);
        for (texts, says) in [
            (&["x_m:most"][..], "--column x_m:most: unknown number of a channel `most`"),
            (&["x_m", "x_m:max"], "--column x_m:max: this column is chosen twice"),
        ] {
            assert!(chosen(&own(texts)).unwrap_err().contains(says), "{texts:?}");
        }
    }
}
