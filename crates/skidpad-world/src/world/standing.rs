//! Heights of what moves in the plane, for contact with bodies in space.

use skidpad_core::math::Vec2;

use crate::contact::Mover;
use crate::ground::Ground;
use crate::scene::Cone;

/// Height of a body that moves in the plane, m: that of an ordinary car, as models in the plane have none.
const CAR_HEIGHT_M: f64 = 1.4;

/// Gives the cars in the plane and the cones of a step the heights between the ground below them and their tops, where a body in space
/// may pass over them; without one, everything meets at any height. The first `cars` of the movers are cars.
pub fn stand_on(movers: &mut [Mover], cars: usize, ground: &Ground) {
    if movers.iter().all(|mover| mover.in_space.is_none()) {
        return;
    }
    for (place, mover) in movers.iter_mut().enumerate().filter(|(_, mover)| mover.in_space.is_none()) {
        let Vec2 { x, y } = mover.proposed.position_m;
        let ground_m = ground.under([x, y]).height_m;
        let height_m = if place < cars { CAR_HEIGHT_M } else { Cone::HEIGHT_M };
        mover.heights_m = [ground_m, ground_m + height_m];
    }
}
