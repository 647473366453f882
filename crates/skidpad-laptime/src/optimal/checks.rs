//! Derivatives of the program of a lap against differences.

use skidpad_core::surface::Surface;
use skidpad_testing::Random;
use skidpad_world::track::{Station, Track};

use super::blocks::Row;
use super::mesh::{LapGuess, begin, transcription};
use super::options::OptimalOptions;
use super::single_track::{SINGLE_TRACK, SingleTrackLap};
use super::transcription::{ByEquation, Transcription};
use crate::line::{LineOptions, RacingLine};

const STEP: f64 = 1e-6;

/// A banked road over a hill.
fn road() -> Track {
    let station = |at: i32| {
        let turn = f64::from(at) * core::f64::consts::TAU / 60.0;
        Station {
            position_m: [90.0 * turn.cos(), 60.0 * turn.sin()],
            height_m: 5.0 * turn.sin(),
            banking_rad: 0.1 * turn.cos(),
            ..Station::flat([6.0, 5.0])
        }
    };
    Track::closed(&(0..60).map(station).collect::<Vec<_>>()).unwrap()
}

fn car() -> SingleTrackLap {
    // The files of cars are of a crate above.
    let vehicle = skidpad_formats::presets::preset("boxster-s").unwrap().spec.validate().unwrap();
    SingleTrackLap::new(&vehicle, &Surface::asphalt())
}

type Program<'a> = Transcription<'a, SingleTrackLap, SINGLE_TRACK>;

/// A point at random near a guess, and multipliers.
fn point(program: &Program<'_>, track: &Track) -> (Vec<Row<SINGLE_TRACK>>, ByEquation<SINGLE_TRACK>) {
    let mut random = Random::new(8);
    let line = RacingLine::beside(track, 10.0, &|_| 0.5).unwrap();
    let mut x = begin(program, &LapGuess::at_speed(&line, 17.0), true);
    x.iter_mut().flatten().for_each(|number| *number += random.between(-0.1, 0.1));
    let mut multipliers = ByEquation::zero(program.spaces(), program.places());
    multipliers.defects.iter_mut().flatten().for_each(|number| *number = random.between(-1.0, 1.0));
    multipliers.own.iter_mut().for_each(|row| row[..2].fill(random.between(-1.0, 1.0)));
    (x, multipliers)
}

#[test]
fn derivatives_are_those_of_differences() {
    let (track, car) = (road(), car());
    let options = LineOptions { spacing_m: 10.0, ..LineOptions::default() };
    let program = transcription(&track, &car, &options, &OptimalOptions::default()).unwrap();
    let (x, multipliers) = point(&program, &track);
    let lagrangian = |x: &[Row<SINGLE_TRACK>]| {
        let values = program.values(x);
        let equations = values.equations.numbers().zip(multipliers.numbers());
        values.objective + equations.map(|(one, other)| one * other).sum::<f64>()
    };
    let slopes = |x: &[Row<SINGLE_TRACK>]| {
        let linear = program.linear(x);
        let mut slopes = linear.transposed(&multipliers);
        for (row, more) in slopes.iter_mut().zip(&linear.gradient) {
            row.iter_mut().zip(more).for_each(|(entry, number)| *entry += number);
        }
        slopes
    };
    let found = slopes(&x);
    let matrix = program.curvature(&x, &program.linear(&x), &multipliers);
    for at in [0, 7, program.places() - 1] {
        for place in 0..SINGLE_TRACK {
            let moved = |by: f64| {
                let mut moved = x.clone();
                moved[at][place] += by;
                moved
            };
            let [behind, ahead] = [moved(-STEP), moved(STEP)];
            let difference = (lagrangian(&ahead) - lagrangian(&behind)) / (2.0 * STEP);
            let scale = 1.0 + difference.abs();
            assert!((found[at][place] - difference).abs() < 1e-5 * scale, "{at} {place}");
            let mut unit = vec![[0.0; SINGLE_TRACK]; x.len()];
            unit[at][place] = 1.0;
            let column = matrix.times(&unit);
            let (behind, ahead) = (slopes(&behind), slopes(&ahead));
            for near in 0..x.len() {
                for row in 0..SINGLE_TRACK {
                    let difference = (ahead[near][row] - behind[near][row]) / (2.0 * STEP);
                    let scale = 10.0 + difference.abs();
                    let off = (column[near][row] - difference).abs();
                    assert!(
                        off < 1e-5 * scale,
                        "{at} {place} {near} {row}: {} {difference}",
                        column[near][row]
                    );
                }
            }
        }
    }
}
