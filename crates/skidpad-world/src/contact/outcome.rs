//! What a step of contact found.

use skidpad_core::math::Vec2;

use super::body::Motion;
use super::mover::Mover;

/// A body's opposite in an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Met {
    /// Another body, by its place in the caller's list.
    Body(usize),
    /// A wall, by its place in the caller's list.
    Wall(usize),
}

/// A blow: two outlines met at a point faster than 1 um/s, or touched there and carried on a blow that fell elsewhere. Where one of both moves
/// in space each point has two, at the lower and the upper end of the heights that they share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The body, by its place in the caller's list.
    pub body: usize,
    /// The other of the two.
    pub met: Met,
    /// When, s after the beginning of the step.
    pub time_s: f64,
    /// Position in the world, m.
    pub position_m: Vec2<f64>,
    /// Unit vector from the body to what it met.
    pub normal: Vec2<f64>,
    /// Impulse along the normal, N s: on what was met; its opposite on the body.
    pub normal_impulse_n_s: f64,
    /// Impulse of friction, N s, along the normal turned by a quarter counter-clockwise: on what was met.
    pub friction_impulse_n_s: f64,
    /// Speed at which the two approached at the point, m/s; 0 or less where they carried a blow on.
    pub approach_speed_m_s: f64,
    /// Speed at which what was met slid along the body, in the direction of the friction impulse, m/s.
    pub slip_speed_m_s: f64,
    /// Kinetic energy that was lost at the point, J. Of several points that are struck at once one may gain what
    /// others lose; their sum is never negative.
    pub energy_lost_j: f64,
}

/// A step with contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Motion of each body at the end of the step, in the caller's order. One that met nothing has the bits that
    /// were proposed.
    pub motions: Vec<Motion>,
    /// Angular velocity of each body about x and y at the end of the step, rad/s; 0 of bodies in the plane.
    pub tilt_rates_rad_s: Vec<[f64; 2]>,
    /// Which bodies have other motions than were proposed.
    pub corrected: Vec<bool>,
    /// The blows, in order of time.
    pub impacts: Vec<Impact>,
    /// Number of times that contacts were solved.
    pub events: usize,
    /// By how much an overlapping body was moved at most, m; 0 in a step without overlaps.
    pub pushed_m: f64,
    /// True where there were more contacts than the step has room for: then bodies that would have met once more were stopped
    /// where they were, and move on with the next step. Their velocities are not touched by that.
    pub cut_short: bool,
}

impl Outcome {
    /// As if nothing met anything.
    pub(super) fn begin(&mut self, movers: &[Mover]) {
        self.motions.clear();
        self.motions.extend(movers.iter().map(|mover| mover.proposed));
        self.tilt_rates_rad_s.clear();
        self.tilt_rates_rad_s.extend(movers.iter().map(Mover::proposed_tilt_rates_rad_s));
        self.corrected.clear();
        self.corrected.resize(movers.len(), false);
        self.impacts.clear();
        (self.events, self.pushed_m, self.cut_short) = (0, 0.0, false);
    }
}
