//! Minimum-time laps: the line and the commands of a dynamic car that drives a track in the least time.
//!
//! The car moves by the equations of a model in the plane of the road ([`DynamicCar`]), with its yaw inertia, its sideslip and the slip
//! of its tyres; line, speed, steering and pedals are found together as one nonlinear program (direct collocation over the distance along
//! the reference line; Perantoni and Limebeer, "Optimal control for a Formula One car with variable parameters", Vehicle System
//! Dynamics 52, 2014), by an interior-point method with the exact derivatives of the model's own equations. It is a local minimum near
//! a guess, such as the fastest line of quasi-steady laps. [`Optimality`] has the residuals of its conditions.

mod blocks;
mod car;
#[cfg(test)]
mod checks;
mod drive;
mod filter;
mod finer;
mod mesh;
mod newton;
mod node;
mod optimality;
mod options;
mod restore;
mod result;
mod rows;
mod single_track;
mod solve;
mod transcription;

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use crate::line::LineOptions;

use finer::Beginning;
use transcription::Transcription;

pub use car::{DynamicCar, MOTION, PlaneMotion, PlaneRates, Unknown, drive_and_brake};
pub use mesh::LapGuess;
pub use optimality::Optimality;
pub use options::{OptimalError, OptimalOptions};
pub use result::{MeshLap, OptimalLap};
pub use single_track::{SINGLE_TRACK, SingleTrackLap, SingleTrackNumbers};

/// Weight of the first barrier.
const BARRIER: f64 = 0.1;
/// Spacings of a first mesh over that of the options, of which the first one counts that is not wider than this, m.
const FIRST: [f64; 2] = [4.0, 2.0];
const WIDEST_M: f64 = 20.0;
/// The least spacing of places, m.
const FINEST_M: f64 = 0.5;

/// The fastest lap of a car near a guess, within the room of the options of a line. The search begins on a mesh with four
/// times the spacing of these options, or twice where that is more than 20 m, and halves it: down to that spacing, and on until the lap
/// changes little.
///
/// # Errors
/// A track without room for the car, a guess that is none, or a line that is no path. A search that ends at no minimum is no error: its
/// lap is not `converged`.
pub fn lap<C: DynamicCar<W>, const W: usize>(
    track: &Track,
    car: &C,
    guess: &LapGuess,
    line: &LineOptions,
    options: &OptimalOptions,
) -> Result<OptimalLap, OptimalError> {
    let (offsets, speeds) = (guess.offsets_m.len(), guess.speeds_m_s.len());
    if offsets != speeds || offsets < 3 {
        return Err(OptimalError::Guess { offsets, speeds });
    }
    let mut meshes: Vec<MeshLap> = Vec::new();
    let mut wider_m = FIRST.into_iter().map(|times| times * line.spacing_m);
    let mut spacing_m = wider_m.find(|spacing_m| *spacing_m <= WIDEST_M).unwrap_or(line.spacing_m);
    let finest_m = (0..options.refinements).fold(line.spacing_m, |spacing_m, _| 0.5 * spacing_m);
    let finest_m = Real::max(finest_m, FINEST_M);
    let mut before: Option<(Transcription<'_, C, W>, Beginning<W>)> = None;
    loop {
        let mesh = LineOptions { spacing_m, ..*line };
        let program = mesh::transcription(track, car, &mesh, options)?;
        let cold = || Beginning {
            x: mesh::begin(&program, guess, track.is_closed()),
            multipliers: None,
            barrier: BARRIER,
        };
        let warm = before.as_ref().map(|(coarse, centred)| finer::on_mesh(coarse, centred, &program));
        let is_warm = warm.is_some();
        let mut solved = solve::solve(&program, &warm.unwrap_or_else(cold));
        if !solved.converged && is_warm {
            solved = solve::solve(&program, &cold());
        }
        let last = meshes.last().copied();
        meshes.push(MeshLap {
            places: program.places(),
            time_s: solved.time_s,
            steps: solved.steps,
            converged: solved.converged,
        });
        // Where a search ended at no minimum, the change tells nothing.
        let settled = last.is_some_and(|last| {
            let change_s = Real::abs(solved.time_s - last.time_s);
            last.converged && solved.converged && change_s < options.change * last.time_s
        });
        // Two meshes in a row without a minimum: a finer one takes minutes to find none.
        let is_lost = !solved.converged && last.is_some_and(|last| !last.converged);
        // Coarser meshes than those of the options only lead there.
        if spacing_m <= line.spacing_m && (settled || is_lost || spacing_m <= finest_m) {
            let (path, lap) = result::lap(track, &program, &solved, spacing_m)?;
            let place = |at: usize| solved.x.iter().map(move |row| row[at] * program.node.scales[at]);
            let closing = usize::from(track.is_closed() && !program.is_closed);
            let count = program.places() - closing;
            let guess = LapGuess {
                offsets_m: place(node::OFFSET).take(count).collect(),
                speeds_m_s: place(node::FORWARDS).take(count).collect(),
            };
            return Ok(OptimalLap { path, lap, guess, optimality: solved.optimality, meshes });
        }
        before = solved.centred.map(|centred| (program, centred));
        spacing_m = Real::max(0.5 * spacing_m, Real::min(finest_m, line.spacing_m));
    }
}
