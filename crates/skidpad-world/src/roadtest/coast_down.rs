//! Coast-down from 120 to 40 km/h in neutral, and the road load that it shows.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::units;

use super::model::Start;
use super::run::{Conditions, Crossing, Crossings, Plan, drive};
use super::test::Outcome;
use crate::driver::Task;
use crate::manoeuvre::NoResult;

const FROM_M_S: f64 = units::kmh(120.0);
const TO_M_S: f64 = units::kmh(40.0);
/// Width of the speed windows whose times are taken, m/s.
const WINDOW_M_S: f64 = units::kmh(5.0);

/// Road load F = a + b v + c v^2, as SAE J1263 and J2263 fit it to coast-down times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadLoad {
    /// Constant part, N.
    pub a_n: f64,
    /// Part proportional to speed, N s/m.
    pub b_n_s_m: f64,
    /// Part proportional to its square, N s^2/m^2.
    pub c_n_s2_m2: f64,
}

/// A finished coast-down.
#[derive(Clone, Debug, PartialEq)]
pub struct CoastDown {
    /// Time from 120 to 40 km/h, s, or why there is none.
    pub time_s: Result<f64, NoResult>,
    /// Road load fitted to the times between the speeds, with the inertia of the wheels where the model has it; `None` if the
    /// car did not slow down to 40 km/h.
    pub road_load: Option<RoadLoad>,
}

impl CoastDown {
    /// As an outcome in s.
    pub fn outcome(&self) -> Outcome {
        Outcome { value: self.time_s.clone(), rollout_s: None }
    }
}

/// Coasts from 125 km/h in neutral. If the model is not for the vehicle, the time holds the reason.
pub fn coast_down(vehicle: &Vehicle<f64>, conditions: &Conditions) -> CoastDown {
    let windows = ((FROM_M_S - TO_M_S) / WINDOW_M_S + 0.5) as usize;
    let marks: Vec<Crossing> =
        (0..=windows).map(|index| Crossing::Speed(FROM_M_S - index as f64 * WINDOW_M_S)).collect();
    let plan = Plan {
        start: Start { speed_m_s: FROM_M_S + 1.5, gear: Gear::Neutral, engine_rad_s: None },
        task: Task::Coast,
        rolls_s: 0.0,
        longest_s: 1200.0,
        waits_for_distance: false,
        settled_m_s2: 1e-6,
    };
    let run = match drive(vehicle, conditions, &plan, Crossings::new(marks.iter().copied())) {
        Ok(run) => run,
        Err(refusal) => return CoastDown { time_s: Err(refusal.to_string().into()), road_load: None },
    };
    let times: Option<Vec<f64>> =
        marks.iter().map(|mark| run.crossings.find(*mark).map(|point| point.time_s)).collect();
    match times {
        Some(times) => CoastDown {
            time_s: Ok(times[windows] - times[0]),
            road_load: fit(&times, conditions.model.effective_mass_kg(vehicle)),
        },
        None => CoastDown { time_s: Err(run.end.reason("40 km/h").into()), road_load: None },
    }
}

/// Least squares of a + b v + c v^2 through mass dv/dt over the windows.
fn fit(times_s: &[f64], mass_kg: f64) -> Option<RoadLoad> {
    let mut normal = [[0.0; 4]; 3];
    for (index, pair) in times_s.windows(2).enumerate() {
        let speed = FROM_M_S - (index as f64 + 0.5) * WINDOW_M_S;
        let force = mass_kg * WINDOW_M_S / (pair[1] - pair[0]);
        let row = [1.0, speed, speed * speed];
        for (line, left) in normal.iter_mut().zip(row) {
            for (place, right) in line.iter_mut().zip([row[0], row[1], row[2], force]) {
                *place += left * right;
            }
        }
    }
    let [a_n, b_n_s_m, c_n_s2_m2] = solve(normal)?;
    Some(RoadLoad { a_n, b_n_s_m, c_n_s2_m2 })
}

/// Elimination with pivoting of three equations.
fn solve(mut rows: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    for column in 0..3 {
        let pivot =
            (column..3).max_by(|a, b| Real::abs(rows[*a][column]).total_cmp(&Real::abs(rows[*b][column])))?;
        rows.swap(column, pivot);
        if rows[column][column] == 0.0 {
            return None;
        }
        for row in 0..3 {
            if row != column {
                let factor = rows[row][column] / rows[column][column];
                let pivot = rows[column];
                for (place, from) in rows[row].iter_mut().zip(pivot) {
                    *place -= factor * from;
                }
            }
        }
    }
    Some([0, 1, 2].map(|index| rows[index][3] / rows[index][index]))
}
