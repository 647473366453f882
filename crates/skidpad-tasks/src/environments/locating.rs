//! Places of cars on their tracks, in lanes.

use skidpad_core::batch::Kernel;
use skidpad_core::math::Lanes;
use skidpad_world::track::{Track, TrackPosition, TrackPositions};

use super::Episode;
use crate::course::Course;

/// Finds where the cars of all environments have come to, those of one track beside each other in lanes.
pub(super) struct Locating<'a> {
    pub courses: &'a [Course],
    pub position_m: [&'a [f32]; 2],
    pub episodes: &'a mut [Episode],
}

impl Kernel for Locating<'_> {
    #[inline(always)]
    fn run<const N: usize, const TWICE: usize>(self) -> bool {
        let Self { courses, position_m: [x_m, y_m], episodes } = self;
        let mut first = 0;
        while first < episodes.len() {
            let end = usize::min(first + N, episodes.len());
            let some = &mut episodes[first..end];
            let [x_m, y_m] = [&x_m[first..end], &y_m[first..end]];
            if some.len() < N || !are_on_one_track(some) || !locate_block::<N>(courses, [x_m, y_m], some) {
                locate_each(courses, [x_m, y_m], some);
            }
            first = end;
        }
        true
    }
}

fn are_on_one_track(episodes: &[Episode]) -> bool {
    episodes.iter().all(|episode| episode.course == episodes[0].course)
}

/// Finds the places of N cars on one track. Returns false where one has none: then nothing has changed.
#[inline(always)]
fn locate_block<const N: usize>(
    courses: &[Course],
    [x_m, y_m]: [&[f32]; 2],
    episodes: &mut [Episode],
) -> bool {
    let Some(any) = episodes[0].place else { return false };
    let (mut before, mut x, mut y) = ([any; N], [0.0; N], [0.0; N]);
    let mut lane = 0;
    while lane < N {
        let Some(place) = episodes[lane].place else { return false };
        (before[lane], x[lane], y[lane]) = (place, f64::from(x_m[lane]), f64::from(y_m[lane]));
        lane += 1;
    }
    let track = courses[episodes[0].course].track();
    let found = track.locate_lanes([Lanes(x), Lanes(y)], &TrackPositions::from(before));
    let mut lane = 0;
    while lane < N {
        move_on(&mut episodes[lane], track, found.lane(lane));
        lane += 1;
    }
    true
}

fn locate_each(courses: &[Course], [x_m, y_m]: [&[f32]; 2], episodes: &mut [Episode]) {
    for (lane, episode) in episodes.iter_mut().enumerate() {
        let Some(before) = &episode.place else { continue };
        let track = courses[episode.course].track();
        let now = track.locate([f64::from(x_m[lane]), f64::from(y_m[lane])], Some(before));
        move_on(episode, track, now);
    }
}

/// Notes a car's place and the distance from the one before, the shorter way around a closed track.
#[inline(always)]
fn move_on(episode: &mut Episode, track: &Track, now: TrackPosition) {
    let Some(before) = &episode.place else { return };
    let length_m = track.length_m();
    let mut moved_m = now.distance_m - before.distance_m;
    if track.is_closed() {
        if moved_m > 0.5 * length_m {
            moved_m -= length_m;
        } else if moved_m < -0.5 * length_m {
            moved_m += length_m;
        }
    }
    (episode.place, episode.moved_m) = (Some(now), moved_m);
}
