//! What a car feels of road and air where it is: the scene's surface with the ground that lies there.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_app::felt::felt;
//! use skidpad_world::scene::Scene;
//! let car = Choice::preset("single_track", "boxster-s").unwrap();
//! let drive = Drive::new(Scene::straight(), &car).unwrap();
//! assert_eq!(felt(drive.player(), drive.scene()), drive.scene().surface);
//! ```

use skidpad_core::math::{Direction, Real};
use skidpad_core::surface::Surface;
use skidpad_world::ground::Spot;
use skidpad_world::scene::Scene;

use crate::drive::Entrant;
use crate::seen::Seen;
use crate::tread::heading_rad;

/// A car that is slower stands, m/s: which way it goes, its gear says.
const STANDS_M_S: f64 = 0.1;

/// The ground where the model takes it: under its own place; under its way, where it knows no more than that.
fn spot(entrant: &Entrant, scene: &Scene) -> Spot {
    let [x, y, _] = entrant.drawn(1.0).position_m;
    let (seen, channels) = (entrant.seen(), &entrant.seen().channels().car);
    let place_m = match (channels.yaw, seen.find(channels.position_x)) {
        (None, Some(way_m)) => [way_m, 0.0],
        _ => [x, y],
    };
    scene.ground.under(place_m)
}

/// The surface that a car's equations are given, all of it at one place. A model whose wheels stand on roads of their own
/// is given the scene's, and each wheel what its place has over that.
pub fn felt(entrant: &Entrant, scene: &Scene) -> Surface<f64> {
    let has_roads = entrant.seen().channels().wheels.as_slice().iter().any(|wheel| wheel.road_grip.is_some());
    if has_roads { scene.surface } else { under(entrant, scene) }
}

/// The surface with the ground under a car's middle, in the road's axes.
fn under(entrant: &Entrant, scene: &Scene) -> Surface<f64> {
    spot(entrant, scene).felt(&scene.surface)
}

/// Which way a car goes: 1 forwards, -1 backwards; standing, the way of its gear.
pub fn way(seen: &Seen<'_>) -> f64 {
    let ahead_m_s = seen.velocity_m_s()[0];
    let stands = Real::abs(ahead_m_s) < STANDS_M_S;
    let way = if stands { seen.gear().unwrap_or(1.0) } else { ahead_m_s };
    if way < 0.0 { -1.0 } else { 1.0 }
}

/// The surface under a car as its way goes: the slope is the rise ahead of it, the headwind comes from there. Level for a
/// model that feels no slope.
pub fn ahead(entrant: &Entrant, scene: &Scene) -> Surface<f64> {
    let (surface, way) = (under(entrant, scene), way(&entrant.seen()));
    let heading = Direction::at_angle(heading_rad(&entrant.drawn(1.0)));
    let over_g = way / Real::max(surface.gravity_m_s2, 1e-9);
    let feels = f64::from(u8::from(entrant.choice().model.abilities.slope));
    let (pull, wind) = (surface.gravity(heading), surface.wind(heading).scale(way));
    let rise = [pull.x, pull.y].map(|pull| Real::clamp(-pull * over_g * feels, -1.0, 1.0));
    let slope_rad = Real::asin(rise[0]);
    let bank_rad = Real::asin(Real::clamp(rise[1] / Real::max(Real::cos(slope_rad), 1e-9), -1.0, 1.0));
    Surface { slope_rad, bank_rad, headwind_m_s: wind.x, crosswind_m_s: wind.y, ..surface }
}
