//! Cars as they join a fleet.

use skidpad_world::contact::Body;
use skidpad_world::rolling::{Begin, CarChoice};

use crate::ids::SiteId;

/// A car that is to join a group of a fleet.
#[derive(Clone, Copy, Debug)]
pub struct Entrant<'a> {
    /// Its vehicle.
    pub car: CarChoice<'a>,
    /// Its start. All cars of a group have one integrator.
    pub begin: Begin<'a>,
    /// Site that it drives on.
    pub site: SiteId,
    /// Its body, by which it meets the walls and cones of its site; `None`: it passes through everything.
    pub body: Option<Body>,
}
