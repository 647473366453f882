//! Ground that a program finds by rays, such as the casts of an engine of rigid bodies: bridges, loops, tunnels, things that move.

/// A ray to the ground below a corner of a car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundRay {
    /// The corner: its place in [`WHEELS`](crate::rolling::WHEELS).
    pub corner: usize,
    /// The part whose ground it finds.
    pub part: GroundPart,
    /// Its beginning along the road's axes, m: over the middle of the wheel, or over the corner of the bumper.
    pub from_m: [f64; 3],
    /// Its direction, of length 1: down the car's vertical axis, or straight down.
    pub direction: [f64; 3],
    /// Its length, m.
    pub reach_m: f64,
}

/// The part of a car at a corner that may touch the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundPart {
    /// The wheel.
    Wheel,
    /// The bodywork, below the corner of its bumper.
    Bodywork,
}

/// Ground that a ray has met: the plane along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// A point of the plane, along the road's axes, m.
    pub point_m: [f64; 3],
    /// Its normal towards the car, of any length from 1e-150 to 1e150. Without a direction, as engines return for a ray that begins inside
    /// a body, it quarantines the car: return the surface there, or `None`.
    pub normal: [f64; 3],
    /// Grip over the surface's, [0, 3].
    pub grip: f64,
    /// Rolling resistance over the surface's, [0, 50].
    pub rolling: f64,
}

/// Ground that is found by rays, for models that move in space. Rays are cast at each corner, for wheel and bodywork, before each of a
/// car's sub-steps and after each step; where none meets ground is air. Rays must not meet the car itself.
///
/// The road's axes are the world's while the [`Surface`](skidpad_core::surface::Surface) is level.
pub trait GroundCasts {
    /// The ground that a ray meets first; `None`: none within its reach.
    fn cast(&self, ray: &GroundRay) -> Option<GroundHit>;
}

impl<F: Fn(&GroundRay) -> Option<GroundHit>> GroundCasts for F {
    fn cast(&self, ray: &GroundRay) -> Option<GroundHit> {
        self(ray)
    }
}

/// The ground at a corner of a car; `None` where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CornerHits {
    /// Below its wheel.
    pub wheel: Option<GroundHit>,
    /// Below its bodywork.
    pub bodywork: Option<GroundHit>,
}

/// The ground at each corner of a car, in the order of [`WHEELS`](crate::rolling::WHEELS).
pub type FoundGround = [CornerHits; 4];

/// Ground that is found by rays, as a [`Road`](super::Road) has it.
#[derive(Clone, Copy)]
pub enum Casts<'a> {
    /// By rays at each sub-step.
    Rays(&'a dyn GroundCasts),
    /// As it was found at the end of the last step. Where a car was pushed since, its outputs are those on the same planes.
    Found(&'a FoundGround),
}

impl core::fmt::Debug for Casts<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Rays(_) => f.write_str("Rays"),
            Self::Found(found) => f.debug_tuple("Found").field(found).finish(),
        }
    }
}
