//! What is remembered of the cars' numbers: every channel, for a minute.

use std::collections::VecDeque;

use skidpad_core::record::Channel;

use crate::drive::Entrant;

/// Longest time that numbers are remembered, s, and interval at which they are kept, s.
pub const REMEMBERED_S: f64 = 60.0;
const EVERY_S: f64 = 1.0 / 60.0;
/// Numbers that all cars together have room for, 48 MB: of many cars less than a minute is remembered.
const MOST_NUMBERS: usize = 6_000_000;

/// The numbers of all cars over time. They are kept by simulated time and not by frames.
#[derive(Clone, Debug, Default)]
pub struct Past {
    series: Vec<Series>,
    rival: Option<Series>,
}

/// Car that a series is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Player's car.
    Player,
    /// Ghost, by its index among the cars.
    Ghost(usize),
    /// Car of the run that is raced against.
    Rival,
}

/// The numbers of a car over time.
#[derive(Clone, Debug, Default)]
pub struct Series {
    channels: Vec<Channel>,
    times_s: VecDeque<f64>,
    /// Row after row.
    numbers: VecDeque<f64>,
}

impl Past {
    /// Keeps this instant, if it is time to: of the cars of the world, and of the rival beside it.
    pub fn note(&mut self, entrants: &[Entrant], rival: Option<&Entrant>) {
        let Some(now_s) = entrants.first().map(Entrant::time_s) else { return };
        // Counted where an instant is kept, which is not in every step.
        let most = || {
            let columns = |entrant: &Entrant| entrant.seen().all().count();
            let all: usize = entrants.iter().chain(rival).map(columns).sum();
            ((REMEMBERED_S / EVERY_S) as usize).min(MOST_NUMBERS / all.max(1)).max(2)
        };
        self.note_rival(rival, most);
        let is_same = self.series.len() == entrants.len();
        if is_same && !self.series.first().is_some_and(|series| series.is_due(now_s)) {
            return;
        }
        self.series.resize_with(entrants.len(), Series::default);
        let most = most();
        for (series, entrant) in self.series.iter_mut().zip(entrants) {
            series.note(now_s, entrant, most);
        }
    }

    /// The rival has a clock of its own, with steps of its own run; at the end of the run it stops.
    fn note_rival(&mut self, rival: Option<&Entrant>, most: impl Fn() -> usize) {
        let Some(rival) = rival else {
            self.rival = None;
            return;
        };
        let series = self.rival.get_or_insert_default();
        if series.is_due(rival.time_s()) {
            series.note(rival.time_s(), rival, most());
        }
    }

    /// Time has gone back: what came after has not been.
    pub fn cut_after(&mut self, time_s: f64) {
        self.series.iter_mut().chain(&mut self.rival).for_each(|series| series.cut_after(time_s));
    }

    /// Everything restarts.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// A car is taken out.
    pub fn remove(&mut self, entrant: usize) {
        if entrant < self.series.len() {
            self.series.remove(entrant);
        }
    }

    /// The cars of the world, the player's first.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Series of every car, the player's first and the rival's last.
    pub fn cars(&self) -> impl DoubleEndedIterator<Item = (Whose, &Series)> {
        let whose = |index| if index == 0 { Whose::Player } else { Whose::Ghost(index) };
        let own = self.series.iter().enumerate().map(move |(index, series)| (whose(index), series));
        own.chain(self.rival.iter().map(|series| (Whose::Rival, series)))
    }
}

impl Series {
    fn is_due(&self, now_s: f64) -> bool {
        self.times_s.back().is_none_or(|then| now_s >= then + EVERY_S - 1e-9)
    }

    fn note(&mut self, now_s: f64, entrant: &Entrant, most: usize) {
        let seen = entrant.seen();
        let is_same =
            self.channels.iter().map(|own| own.name).eq(seen.all().map(|(channel, _)| channel.name));
        if !is_same {
            *self = Self { channels: seen.all().map(|(channel, _)| *channel).collect(), ..Self::default() };
        }
        self.times_s.push_back(now_s);
        self.numbers.extend(seen.all().map(|(_, number)| number));
        while self.times_s.len() > most {
            self.times_s.pop_front();
            self.numbers.drain(..self.channels.len());
        }
    }

    fn cut_after(&mut self, time_s: f64) {
        while self.times_s.back().is_some_and(|then| *then > time_s) {
            self.times_s.pop_back();
        }
        self.numbers.truncate(self.times_s.len() * self.channels.len());
    }

    /// The channels of its model.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Number of rows that are remembered.
    pub fn len(&self) -> usize {
        self.times_s.len()
    }

    /// True if nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.times_s.is_empty()
    }

    /// The first and the last time that is remembered, s.
    pub fn ends_s(&self) -> Option<[f64; 2]> {
        Some([*self.times_s.front()?, *self.times_s.back()?])
    }

    /// Times of the rows, s.
    pub fn times_s(&self) -> impl Iterator<Item = f64> + '_ {
        self.times_s.iter().copied()
    }

    /// The place of a channel in a row; `None` where the model has none of that name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.channels.iter().position(|channel| channel.name == name)
    }

    fn number(&self, index: usize, place: usize) -> f64 {
        self.numbers[index * self.channels.len() + place]
    }

    /// All that is remembered of a channel, by its place: time, s, and number.
    pub fn all(&self, place: usize) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.times_s.iter().enumerate().map(move |(index, time_s)| [*time_s, self.number(index, place)])
    }

    /// A channel's number at a time: the last that was kept until then, or the first.
    pub fn at(&self, place: usize, time_s: f64) -> Option<f64> {
        let index = self.times_s.partition_point(|then| *then <= time_s + 1e-9).max(1) - 1;
        (index < self.len()).then(|| self.number(index, place))
    }

    /// A channel's number at a time as [`at`](Self::at); `None` before the first that is remembered, and where the last has been
    /// kept for longer than the one before it: the car's run is over.
    pub fn during(&self, place: usize, time_s: f64) -> Option<f64> {
        let [first_s, last_s] = self.ends_s()?;
        let before_last = self.len().checked_sub(2);
        let kept_s = before_last.map_or(EVERY_S, |index| last_s - self.times_s[index]);
        let range_s = first_s - 1e-9..=last_s + kept_s + 1e-9;
        if range_s.contains(&time_s) { self.at(place, time_s) } else { None }
    }

    /// A line through a channel between two times for so many columns of a screen, with one instant beyond either end:
    /// of the numbers in a column its least and its largest, in their order. No peak is lost, and there are at most two
    /// points to a column.
    pub fn thinned(&self, place: usize, [from_s, to_s]: [f64; 2], columns: usize) -> Vec<[f64; 2]> {
        let first = self.times_s.partition_point(|then| *then < from_s).max(1) - 1;
        let end = (self.times_s.partition_point(|then| *then <= to_s) + 1).min(self.len());
        let width_s = (to_s - from_s) / columns.max(1) as f64;
        let mut line: Vec<[f64; 2]> = Vec::with_capacity(2 * columns + 4);
        let mut column: Option<(f64, [f64; 2], [f64; 2])> = None;
        for index in first..end {
            let point = [self.times_s[index], self.number(index, place)];
            let of = ((point[0] - from_s) / width_s).floor();
            match &mut column {
                Some((own, low, high)) if *own == of => {
                    if point[1] < low[1] {
                        *low = point;
                    }
                    if point[1] > high[1] {
                        *high = point;
                    }
                }
                _ => {
                    close(&mut line, column.take());
                    column = Some((of, point, point));
                }
            }
        }
        close(&mut line, column);
        line
    }
}

/// Ends a column.
fn close(line: &mut Vec<[f64; 2]>, column: Option<(f64, [f64; 2], [f64; 2])>) {
    let Some((_, low, high)) = column else { return };
    let (first, second) = if low[0] <= high[0] { (low, high) } else { (high, low) };
    line.push(first);
    if second[0] > first[0] {
        line.push(second);
    }
}
