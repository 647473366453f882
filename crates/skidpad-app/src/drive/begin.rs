//! Cars as they begin to drive: at rest at a place, or from where another is.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::snapshot::Saved;
use skidpad_world::channel::{CarChannels, ChannelHandle};
use skidpad_world::rolling::{Begin, Rolling};
use skidpad_world::scene::Place;
use skidpad_world::world::Member;

use super::entrant::{Entrant, body};
use crate::choice::{Choice, ChoiceError};

/// A channel with a number; `None` where the model does not have the channel.
type Number = (Option<ChannelHandle>, f64);

/// A car with a body if it is solid and moves in the plane.
pub(super) fn member(choice: &Choice, car: Box<dyn Rolling>, is_solid: bool) -> Member {
    let meets = is_solid && car.planar().is_some();
    Member { car, body: meets.then(|| body(choice)) }
}

/// A car at rest at a place, on the plane of the surface: the world lays it along its ground.
pub(super) fn at_rest(choice: &Choice, place: Place) -> Result<Box<dyn Rolling>, ChoiceError> {
    let ([x, y], car) = (place.position_m, CarChannels::resolve(&choice.model.layout()));
    let mut states = vec![(car.yaw, place.heading_rad)];
    // One that drives straight on from its start has the distance alone, from 0.
    if car.yaw.is_some() {
        states.extend([(car.position_x, x), (car.position_y, y), (car.rear_axle_x, x), (car.rear_axle_y, y)]);
    }
    with_states(choice, Gear::Forward(1), &states)
}

/// A car with some states, as far as its model has them.
fn with_states(choice: &Choice, gear: Gear, states: &[Number]) -> Result<Box<dyn Rolling>, ChoiceError> {
    let named = |(channel, number): &Number| Some((channel.as_ref()?.state_name()?, *number));
    let initial: Vec<_> = states.iter().filter_map(named).collect();
    let begin = Begin { gear, initial: &initial, method: None };
    let not_taken = || {
        let why = format!("the model {} does not take the car {:?}", choice.model.name, choice.name);
        ChoiceError::NotTaken(why)
    };
    choice.model.begin(&choice.car(), &begin).ok_or_else(not_taken)
}

/// A car of another model with position, motion and clock of one that is under way. States that this does not give, the
/// spin of wheels and engine above all, are in balance with the speed.
pub(super) fn carrying_on(
    choice: &Choice,
    from: &Entrant,
    saved: &Saved,
) -> Result<Box<dyn Rolling>, ChoiceError> {
    let ([x, y, _], seen) = (from.pose().position_m, from.seen());
    let [velocity_x, velocity_y] = seen.velocity_m_s();
    let Place { position_m: [from_x, from_y], heading_rad } = from.start();
    let (sin, cos) = Real::sin_cos(heading_rad);
    // One that leans begins upright, and so straight on.
    let turns = if choice.model.abilities.leans { 0.0 } else { 1.0 };
    let gear = match seen.gear().unwrap_or(1.0) {
        reverse if reverse < 0.0 => Gear::Reverse,
        neutral if neutral < 1.0 => Gear::Neutral,
        // The one that fits the speed: the other's may be none here, or blow this engine.
        _ => Gear::Automatic,
    };
    let heading_now_rad = seen.find(seen.channels().car.yaw).unwrap_or(heading_rad);
    let car = CarChannels::resolve(&choice.model.layout());
    // A model without a heading has the distance from its start alone.
    let distance = (x - from_x) * cos + (y - from_y) * sin;
    let states = [
        (car.position_x, if car.yaw.is_some() { x } else { distance }),
        (car.position_y, y),
        // Models whose position is that of the rear axle.
        (car.rear_axle_x, x),
        (car.rear_axle_y, y),
        (car.yaw, heading_now_rad),
        (car.velocity_x, velocity_x),
        (car.velocity_y, turns * velocity_y),
        (car.speed, velocity_x),
        (car.sideslip, seen.sideslip_rad()),
        (car.yaw_rate, turns * seen.yaw_rate_rad_s()),
    ];
    let mut car = with_states(choice, gear, &states)?;
    let with_clock = Saved { clock: saved.clock, ..car.save() };
    car.restore(&with_clock).map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
    Ok(car)
}
