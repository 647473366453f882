//! Racing against other cars on a track.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_world::models::ModelInfo;
use skidpad_world::track::Track;
use skidpad_world::world::Site;

use super::race::{END_FINISHED, LapCount};
use super::{Observed, Outline, Quantity, Race, Scene, Situation, Start, Task, Term};
use crate::chance::Chance;
use crate::error::{TaskError, check};

/// The most cars of a race; there are two at least.
const MOST_CARS: usize = 64;
/// Distance along the track up to which a car at the start counts as beside another, m.
const BESIDE_M: f64 = 1e-6;
/// Largest share of a track that its grid takes.
const MOST_OF_TRACK: f64 = 0.9;

/// Grid from which cars start: one behind the other, in turn to the left and to the right of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Distance from a car to the one behind it, and from the start line to the first car, along the track's line, m.
    pub spacing_m: f64,
    /// Distance of the cars from the line, over the width of the road on that side, 0 to 0.9.
    pub lateral_share: f64,
    /// True where the grid is anywhere along the track by chance, false where it is behind the start line.
    pub anywhere: bool,
    /// True where cars have their slots by chance, false where the first car has the first slot.
    pub shuffled: bool,
    /// Range of the speed at the start, m/s; it is the same for all cars.
    pub speed_m_s: [f64; 2],
}

impl Default for Grid {
    /// Standing behind the start line, 8 m apart as in Formula 1, slots by chance.
    fn default() -> Self {
        Self { spacing_m: 8.0, lateral_share: 0.4, anywhere: false, shuffled: true, speed_m_s: [0.0; 2] }
    }
}

/// A race of several cars, which meet each other. The reward is that of a [`Race`], and a part for each place gained.
///
/// A car whose episode is over is out: it meets nothing any more, and no other car observes it after that step. The scene restarts when all of its cars are out.
///
/// Places are by the distance that cars have driven since the start, with that of the first slot as 0. Those that have finished are before all others, in
/// the order of their times; those that have retired are behind all that still drive.
#[derive(Clone, Debug)]
pub struct WheelToWheel {
    race: Race,
    cars: usize,
    grid: Grid,
}

impl WheelToWheel {
    /// A race of some cars on the tracks, the ground and by the rules of a race against the clock, whose start the grid replaces.
    ///
    /// # Errors
    /// Numbers out of their ranges, or a grid that does not fit on one of the tracks.
    pub fn new(race: Race, cars: usize, grid: Grid) -> Result<Self, TaskError> {
        check("agents", cars as f64, [2.0, MOST_CARS as f64])?;
        check("grid_lateral_share", grid.lateral_share, [0.0, 0.9])?;
        check("start_speed_m_s[0]", grid.speed_m_s[0], [0.0, 100.0])?;
        check("start_speed_m_s[1]", grid.speed_m_s[1], [grid.speed_m_s[0], 100.0])?;
        let room_m = race.tracks.iter().map(|track| MOST_OF_TRACK * drivable_m(track));
        let most_m = room_m.fold(f64::INFINITY, Real::min) / (cars + 1) as f64;
        check("grid_spacing_m", grid.spacing_m, [f64::MIN_POSITIVE, most_m])?;
        Ok(Self { race, cars, grid })
    }

    /// Distance along a track's line of the first slot of a grid, m.
    fn first_slot_m(&self, track: &Track, chance: &mut Chance) -> f64 {
        let Grid { spacing_m, anywhere, .. } = self.grid;
        let behind_m = (self.cars - 1) as f64 * spacing_m;
        // An open track is driven from its start line on: the last slot is on it.
        let range_m = if track.is_closed() {
            [0.0, track.length_m()]
        } else {
            [track.start_m() + behind_m, track.start_m() + MOST_OF_TRACK * track.lap_m()]
        };
        let drawn_m = chance.between(range_m);
        match (anywhere, track.is_closed()) {
            (true, _) => drawn_m,
            (false, true) => track.start_m() - spacing_m,
            (false, false) => range_m[0],
        }
    }

    /// Slot of a car: its place in an order of all cars, drawn with the scene's random numbers.
    fn slot(&self, car: usize, chance: &mut Chance) -> usize {
        let mut slots: Vec<usize> = (0..self.cars).collect();
        // By R. Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7 (1964).
        for last in (1..self.cars).rev() {
            let other = chance.below(last + 1);
            slots.swap(last, other);
        }
        if self.grid.shuffled { slots[car] } else { car }
    }
}

/// Length of a track that a car drives, m.
fn drivable_m(track: &Track) -> f64 {
    if track.is_closed() { track.length_m() } else { track.lap_m() }
}

/// A car in its race.
#[derive(Clone, Debug)]
pub struct Contender {
    lap: LapCount,
    /// Number of its track.
    track: usize,
    /// Distance of its start ahead of that of the first car, m: 0 or less.
    ahead_m: f64,
    /// Time at which it has finished, s.
    finished_s: Option<f64>,
    /// Place, 1 for the first.
    place: usize,
}

impl Contender {
    /// Distance in the race, m.
    fn distance_m(&self) -> f64 {
        self.ahead_m + self.lap.travelled_m - self.lap.began_m
    }

    /// Returns true where it is before another car. `have_ended`: whether the episode of each is over by an end.
    fn is_before(&self, other: &Self, have_ended: [bool; 2]) -> bool {
        let class = |contender: &Self, has_ended| match (contender.finished_s, has_ended) {
            (Some(_), _) => 0,
            (None, false) => 1,
            (None, true) => 2,
        };
        let classes = [class(self, have_ended[0]), class(other, have_ended[1])];
        match (self.finished_s, other.finished_s) {
            (Some(own_s), Some(others_s)) => own_s < others_s,
            _ if classes[0] != classes[1] => classes[0] < classes[1],
            _ => self.distance_m() > other.distance_m(),
        }
    }
}

/// Place of each car of a scene, the first of those that are equal before the others.
fn place(car: usize, contenders: &[Option<Contender>], have_ended: &[bool]) -> usize {
    let Some(own) = &contenders[car] else { return 1 };
    let is_before = |(number, other): &(usize, &Option<Contender>)| {
        let Some(other) = other else { return false };
        let (ended, own_ended) = (have_ended[*number], have_ended[car]);
        let is_behind = own.is_before(other, [own_ended, ended]);
        other.is_before(own, [ended, own_ended]) || (!is_behind && *number < car)
    };
    1 + contenders.iter().enumerate().filter(|other| other.0 != car).filter(is_before).count()
}

/// Number of the terms of a race against the clock, which come first.
const RACE_TERMS: usize = Race::TERMS.len();
const PLACES_GAINED: usize = RACE_TERMS;
const IMPACT: usize = 3;
const TERMS: usize = RACE_TERMS + 1;

/// Terms of a race against the clock, and that of places.
const fn terms() -> [Term; TERMS] {
    let gained = Quantity::new("places_gained", "-", "Places gained in the step; below 0: places lost");
    let mut terms = [Term { quantity: gained, weight: 5.0 }; TERMS];
    let mut number = 0;
    while number < RACE_TERMS {
        terms[number] = Race::TERMS[number];
        number += 1;
    }
    terms[IMPACT].quantity =
        Quantity::new("impact_m_s", "m/s", "Approach speed of an impact with another car or a wall");
    terms
}

impl Task for WheelToWheel {
    type Memory = Contender;
    const NAME: &'static str = "wheel_to_wheel";
    const TERMS: &'static [Term] = &terms();
    const ENDS: &'static [&'static str] = Race::ENDS;
    const FIGURES: &'static [Quantity] = &[
        Race::FIGURES[0],
        Race::FIGURES[1],
        Race::FIGURES[2],
        Race::FIGURES[3],
        Quantity::new("place", "-", "Place in the race, 1 for the first"),
    ];
    const OBSERVED: &'static [Observed] =
        &[Observed::number("place", "-", "Place in the race, 1 for the first")
            .within([1.0, MOST_CARS as f32])];

    fn tracks(&self) -> &[Arc<Track>] {
        self.race.tracks()
    }

    fn site(&self) -> Site {
        self.race.site()
    }

    fn cars_per_scene(&self) -> usize {
        self.cars
    }

    fn meets(&self) -> bool {
        true
    }

    fn check_model(&self, model: &ModelInfo) -> Result<(), TaskError> {
        if model.lacks_for_contact().is_none() {
            return Ok(());
        }
        let name = model.name;
        Err(TaskError::Model(format!(
            "the model {name} has no lateral velocity among its states, so its cars cannot run into each other; \
             single_track and two_track have"
        )))
    }

    fn check_outline(&self, outline: &Outline) -> Result<(), TaskError> {
        check("grid_spacing_m", self.grid.spacing_m, [outline.front_m + outline.rear_m, f64::INFINITY])
    }

    fn start(&self, outline: &Outline, chance: &mut Chance) -> Start {
        self.start_in_scene(0, outline, chance)
    }

    fn start_in_scene(&self, car: usize, _: &Outline, chance: &mut Chance) -> Start {
        let number = chance.below(self.race.tracks.len());
        let track = &self.race.tracks[number];
        let first_m = self.first_slot_m(track, chance);
        let speed_m_s = chance.between(self.grid.speed_m_s);
        let slot = self.slot(car, chance);
        let along_m = first_m - slot as f64 * self.grid.spacing_m;
        let distance_m = if along_m < 0.0 { along_m + track.length_m() } else { along_m };
        let point = track.at(distance_m);
        let side = slot % 2;
        let beside_m = self.grid.lateral_share * point.widths_m[side];
        let lateral_m = if side == 0 { beside_m } else { -beside_m };
        Start {
            track: number,
            ..Start::at(track.beside(distance_m, lateral_m), point.heading_rad, speed_m_s)
        }
    }

    fn begin(&self, outline: &Outline, start: &Start, chance: &mut Chance) -> Contender {
        let lap = self.race.begin(outline, start, chance);
        Contender { lap, track: start.track, ahead_m: 0.0, finished_s: None, place: 1 }
    }

    /// The first car is the one with the longest free way ahead of it.
    fn begin_scene(&self, contenders: &mut [Option<Contender>]) {
        let ahead_m = |from: &Contender, to: &Contender| {
            let track = &self.race.tracks[from.track];
            let ahead_m = to.lap.began_m - from.lap.began_m;
            let is_behind = track.is_closed() && ahead_m < 0.0;
            let ahead_m = if is_behind { ahead_m + track.length_m() } else { ahead_m };
            if ahead_m < 0.0 { f64::INFINITY } else { ahead_m }
        };
        // A car beside is not in the way.
        let way_m = |from: &Contender, to: &Contender| {
            let track = &self.race.tracks[from.track];
            let ahead_m = ahead_m(from, to);
            let whole_m = if track.is_closed() { track.length_m() } else { f64::INFINITY };
            if ahead_m < BESIDE_M { whole_m } else { ahead_m }
        };
        let free_m = |car: usize| {
            let others = contenders.iter().enumerate().filter(|(number, _)| *number != car);
            let ways =
                others.filter_map(|(_, other)| Some(way_m(contenders[car].as_ref()?, other.as_ref()?)));
            ways.fold(f64::INFINITY, Real::min)
        };
        let longest = (0..contenders.len()).map(|car| (free_m(car), car));
        let first = longest.reduce(|longest, next| if next.0 > longest.0 { next } else { longest });
        let Some(leader) = first.and_then(|(_, car)| contenders[car].clone()) else { return };
        for contender in contenders.iter_mut().flatten() {
            let behind_m = ahead_m(contender, &leader);
            contender.ahead_m = if behind_m < f64::INFINITY { -behind_m } else { 0.0 };
            // On a grid across the start line, who is behind it has not almost done a lap.
            if contender.lap.began_m > leader.lap.began_m + BESIDE_M && behind_m < f64::INFINITY {
                contender.lap.count_from_before_the_line(self.race.tracks[contender.track].length_m());
            }
        }
        let none_ended = vec![false; contenders.len()];
        for car in 0..contenders.len() {
            let place = place(car, contenders, &none_ended);
            contenders[car].iter_mut().for_each(|contender| contender.place = place);
        }
    }

    #[inline]
    fn judge(
        &self,
        situation: &Situation<'_>,
        contender: &mut Contender,
        terms: &mut [f64],
    ) -> Option<usize> {
        let end = self.race.judge(situation, &mut contender.lap, &mut terms[..RACE_TERMS]);
        if end == Some(END_FINISHED) {
            // The last line that it has crossed is the finish.
            contender.finished_s = contender.lap.began_s.or(Some(situation.time_s));
        }
        end
    }

    fn judge_scene(&self, scene: Scene<'_, Contender>) {
        for car in 0..scene.memories.len() {
            let place = place(car, scene.memories, scene.have_ended);
            let Some(contender) = &mut scene.memories[car] else { continue };
            if !scene.were_out[car] {
                scene.terms[car * TERMS + PLACES_GAINED] = contender.place as f64 - place as f64;
            }
            contender.place = place;
        }
    }

    fn figures(&self, contender: &Contender, figures: &mut [f64]) {
        let (of_race, place) = figures.split_at_mut(Race::FIGURES.len());
        self.race.figures(&contender.lap, of_race);
        place[0] = contender.place as f64;
    }

    fn observe(&self, _: &Situation<'_>, contender: &Contender, out: &mut [f32]) {
        out[0] = contender.place as f32;
    }
}
