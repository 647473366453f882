//! Parts of the search of a lap: derivatives against differences, the road's means, restoration, and points on finer meshes.

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;
use skidpad_testing::Random;
use skidpad_world::track::{Station, Track};

use super::blocks::Row;
use super::car::{DynamicCar, MOTION, PlaneMotion, PlaneRates, Unknown};
use super::finer::{Beginning, on_mesh};
use super::lap;
use super::mesh::{LapGuess, begin, transcription};
use super::node::{FORWARDS, HEADING, OFFSET, PROGRESS, RoadSection, outputs};
use super::options::OptimalOptions;
use super::rows::gaps;
use super::single_track::{SINGLE_TRACK, SingleTrackLap};
use super::solve::{InteriorSearch, solve};
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

/// A car that does nothing, and tells what it feels: its forward rate is the normal specific force.
struct Scales;

impl DynamicCar<MOTION> for Scales {
    type Numbers<R: Real> = ();

    fn numbers<R: Real>(&self) {}

    fn rates<R: Real>((): &(), at: &PlaneMotion<R>, _: &[R], _: &mut [R]) -> PlaneRates<R> {
        PlaneRates { velocity_x_m_s2: at.normal_m_s2, velocity_y_m_s2: R::zero(), yaw_rate_rad_s2: R::zero() }
    }

    fn unknown(&self, _: usize) -> Unknown {
        Unknown { begin: 0.0, low: 0.0, high: 0.0, scale: 1.0 }
    }

    fn lock_rad(&self) -> f64 {
        0.5
    }

    fn wheelbase_m(&self) -> f64 {
        2.5
    }

    fn top_speed_m_s(&self) -> f64 {
        90.0
    }

    fn gear(&self, _: f64) -> usize {
        1
    }
}

/// On a straight, level line whose banking changes, z = n T(s), a body on a straight way in the plane has the vertical acceleration
/// n T'' u^2 + 2 T' u w, and the normal (-n T', -T, 1). Without these terms cars entered the banked turns of an oval as on a plane.
#[test]
fn a_road_that_twists_presses_and_relieves() {
    let [u, w, n, slope, rate, bend]: [f64; 6] = [60.0, -2.0, -6.0, 0.05, 0.003, 1e-4];
    let road = RoadSection {
        curvature_1_m: 0.0,
        curvature_rate_1_m2: 0.0,
        grade: 0.0,
        grade_rate_1_m: 0.0,
        banking_rad: Real::atan(slope),
        cross_rate_1_m: rate,
        cross_bend_1_m2: bend,
    };
    // The ways along the line and square to it in the plane are not square to each other on the road.
    let (rise, steep) = (n * rate, Real::hypot(1.0, n * rate));
    let (along, across) = (u * steep + w * slope * rise / steep, w * Real::hypot(steep, slope) / steep);
    let z = [n, 0.0, along, across, 0.0, 0.0, 0.0];
    let found = outputs::<Scales, f64, MOTION>(&(), &road, 9.81, &z);
    let felt_m_s2 = found[FORWARDS] * found[PROGRESS] / along;
    let vertical_m_s2 = 9.81 + n * bend * u * u + 2.0 * rate * u * w;
    let normal_m_s2 = vertical_m_s2 / Real::hypot(steep, slope);
    assert!((found[PROGRESS] - u).abs() < 1e-9 && (found[OFFSET] * u - w).abs() < 1e-9);
    assert!((felt_m_s2 - normal_m_s2).abs() < 1e-9, "{felt_m_s2} m/s^2, not {normal_m_s2}");
    assert!((normal_m_s2 - 9.81).abs() > 2.0, "most of a quarter of the weight");
}

/// On an inclined plane z = a x every line has a slope and a banking that change as it bends, and yet a car feels the plane's gravity alone,
/// G / sqrt(1 + a^2), at any offset and on any way. A line with the heading q turns in the plane by the change of atan2(sin q, cos q sqrt(1 + a^2)).
#[test]
fn on_an_inclined_plane_no_line_presses_a_car_and_each_turns_as_it_does_in_the_plane() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let [a, q] = [random.between(0.0, 0.3), random.between(-3.0, 3.0)];
        let [k, rate] = [random.between(-0.05, 0.05), random.between(-0.01, 0.01)];
        let (sin, cos) = Real::sin_cos(q);
        let (grade, slope) = (a * cos, -a * sin);
        let road = RoadSection {
            curvature_1_m: k,
            curvature_rate_1_m2: rate,
            grade,
            grade_rate_1_m: k * slope,
            banking_rad: Real::atan(slope),
            cross_rate_1_m: -k * grade,
            cross_bend_1_m2: -rate * grade - k * k * slope,
        };
        let [offset, heading] = [random.between(-6.0, 6.0), random.between(-1.0, 1.0)];
        let z = [offset, heading, 40.0, random.between(-5.0, 5.0), 0.0, 0.0, 0.0];
        let found = outputs::<Scales, f64, MOTION>(&(), &road, 9.81, &z);
        let stretch = Real::hypot(1.0, a);
        let felt_m_s2 = found[FORWARDS] * found[PROGRESS] / z[FORWARDS];
        assert!((felt_m_s2 * stretch - 9.81).abs() < 1e-9, "{felt_m_s2} m/s^2 on a slope of {a}");
        let turn_1_m = k * stretch / (1.0 + grade * grade);
        assert!((found[HEADING] + turn_1_m).abs() < 1e-12, "{} {turn_1_m}", found[HEADING]);
    }
}

/// Over a closed lap the course turns by a whole turn, on hills too, and each place lies on the circle of its curvature: by the lateral
/// acceleration of the solution as well.
#[test]
fn the_curvature_of_a_lap_adds_up_to_a_turn_and_is_that_of_its_motion() {
    let (track, car) = (road(), car());
    let line = RacingLine::beside(&track, 4.0, &|_| 0.0).unwrap();
    let options = OptimalOptions { refinements: 0, ..OptimalOptions::default() };
    let found = lap(&track, &car, &LapGuess::at_speed(&line, 17.0), &spaced(4.0), &options).unwrap();
    assert!(found.lap.converged, "{:?}", found.optimality);
    let (points, count) = (found.path.points(), found.path.points().len());
    let cell_m = |at: usize| 0.5 * (found.path.step_m((at + count - 1) % count) + found.path.step_m(at));
    let turn_rad: f64 = points.iter().enumerate().map(|(at, point)| point.curvature_1_m * cell_m(at)).sum();
    assert!((turn_rad - core::f64::consts::TAU).abs() < 1e-6, "{turn_rad}");
    for (point, sample) in points.iter().zip(&found.lap.samples) {
        let (sin, cos) = Real::sin_cos(point.banking_rad);
        let steep = 1.0 + point.grade * point.grade;
        let square = sample.speed_m_s * sample.speed_m_s / steep;
        // As in quasi-steady laps, without gravity.
        let rise_1_m = point.grade_rate_1_m / Real::sqrt(steep);
        let lateral_m_s2 = square * (point.curvature_1_m * cos + rise_1_m * sin);
        assert!((lateral_m_s2 - sample.lateral_m_s2).abs() < 0.3, "{lateral_m_s2} {}", sample.lateral_m_s2);
    }
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

fn spaced(spacing_m: f64) -> LineOptions {
    LineOptions { spacing_m, ..LineOptions::default() }
}

#[test]
fn curvatures_and_grades_add_up_to_a_turn_and_to_no_height() {
    let (track, car) = (road(), car());
    for spacing_m in [3.0, 11.0, 20.0] {
        let program = transcription(&track, &car, &spaced(spacing_m), &OptimalOptions::default()).unwrap();
        let sum = |number: &dyn Fn(&super::node::RoadSection) -> f64| {
            program.step_m * program.sections.iter().map(number).sum::<f64>()
        };
        let turn = sum(&|of| of.curvature_1_m);
        assert!((turn - core::f64::consts::TAU).abs() < 1e-9, "{spacing_m}: {turn}");
        assert!(sum(&|of| of.grade).abs() < 1e-9 && sum(&|of| of.grade_rate_1_m).abs() < 1e-9, "{spacing_m}");
    }
}

#[test]
fn restoration_leads_to_a_point_with_less_infeasibility_within_the_bounds() {
    let (track, car) = (road(), car());
    let program = transcription(&track, &car, &spaced(10.0), &OptimalOptions::default()).unwrap();
    let (x, _) = point(&program, &track);
    let mut search = InteriorSearch::new(&program, &Beginning { x, multipliers: None, barrier: 0.1 });
    let linear = program.linear(&search.now.x);
    let before = search.merits(&search.now.x, &linear.values);
    let restored = search.restore(&linear).unwrap();
    let after = search.merits(&search.now.x, &restored.values);
    assert!(after.1 < 0.9 * before.1, "{before:?} {after:?}");
    // The barrier function of a point beyond a bound is no number.
    assert!(after.0.is_finite());
    // The point before is one to which the search does not return.
    assert!(!search.filter.allows(before) && search.filter.allows(after));
}

/// Between the places of the coarse mesh a state is not on the chord but on the parabola of the trapezoidal rule, and costates and multipliers
/// come along: the finer search begins nearer to its solution than by chords.
#[test]
fn a_finer_search_begins_near_its_solution() {
    let (track, car) = (road(), car());
    let options = OptimalOptions::default();
    let [coarse, fine] =
        [8.0, 4.0].map(|spacing_m| transcription(&track, &car, &spaced(spacing_m), &options).unwrap());
    let line = RacingLine::beside(&track, 8.0, &|_| 0.5).unwrap();
    let x = begin(&coarse, &LapGuess::at_speed(&line, 17.0), true);
    let solved = solve(&coarse, &Beginning { x, multipliers: None, barrier: 0.1 });
    assert!(solved.converged, "{:?}", solved.optimality);
    let centred = solved.centred.unwrap();
    let beginning = on_mesh(&coarse, &centred, &fine);
    let infeasibility =
        |x: &[Row<SINGLE_TRACK>]| fine.values(x).equations.numbers().map(f64::abs).sum::<f64>();
    let columns: Vec<Vec<f64>> = (0..SINGLE_TRACK)
        .map(|place| {
            let column: Vec<f64> = centred.x.iter().map(|row| row[place]).collect();
            super::mesh::resampled(&column, fine.places(), true)
        })
        .collect();
    let chords: Vec<Row<SINGLE_TRACK>> =
        (0..fine.places()).map(|at| core::array::from_fn(|place| columns[place][at])).collect();
    let (parabolas, chords) = (infeasibility(&beginning.x), infeasibility(&chords));
    assert!(parabolas < 0.7 * chords, "{parabolas} {chords}");
    // The first steps are not cut short by bounds.
    let least = |program: &Program<'_>, x: &[Row<SINGLE_TRACK>]| {
        gaps(program, x).iter().flatten().flatten().copied().fold(f64::INFINITY, f64::min)
    };
    let nearest = [least(&fine, &beginning.x), least(&coarse, &centred.x)];
    assert!(nearest[0] > 0.49 * nearest[1], "{nearest:?}");
    let cold = solve(
        &fine,
        &Beginning {
            x: begin(&fine, &LapGuess::at_speed(&line, 17.0), true),
            multipliers: None,
            barrier: 0.1,
        },
    );
    let warm = solve(&fine, &beginning);
    assert!(
        warm.converged && (warm.time_s / cold.time_s - 1.0).abs() < 1e-4,
        "{} {}",
        warm.time_s,
        cold.time_s
    );
    assert!(warm.steps < cold.steps, "{} {}", warm.steps, cold.steps);
}
