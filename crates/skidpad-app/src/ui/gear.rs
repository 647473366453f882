//! The gear that the player's car is asked for, and the one that is shown.

use skidpad_core::controls::Gear;

use super::Lever;
use crate::drive::Drive;

/// Gear that the car is asked for: the lever's, or reverse where auto-reverse has selected it; in a replay that of its run.
pub fn requested(lever: Lever, drive: &Drive) -> Gear {
    match drive.playback() {
        Some(_) => match drive.asked() {
            asked if asked.gear < 0.0 => Gear::Reverse,
            asked if asked.automatic.is_set() => Gear::Automatic,
            asked if asked.gear < 1.0 => Gear::Neutral,
            asked => Gear::Forward(asked.gear as u8),
        },
        None if drive.is_auto_reversing() => Gear::Reverse,
        None => lever.gear(),
    }
}

/// Gear that is shown: a model without gears has no neutral, and its throttle drives it whatever the lever says. `None`: it
/// drives forwards without one.
pub fn shown(lever: Lever, drive: &Drive) -> Option<Gear> {
    let has_gears = drive.player().choice().model.inputs.iter().any(|input| input.name == "gear");
    Some(requested(lever, drive)).filter(|gear| has_gears || *gear == Gear::Reverse)
}

/// Shifts the lever up or down from the gear that is shown: out of a reverse that auto-reverse selected, too.
pub fn shift(lever: &mut Lever, by: i8, drive: &Drive) {
    if drive.is_auto_reversing() {
        lever.gear = -1;
    }
    lever.shift(by, forward_gears(drive));
}

/// Number of forward gears of the player's car; 1, forwards, where its model has no gears.
fn forward_gears(drive: &Drive) -> i8 {
    if drive.player().seen().gear().is_none() {
        return 1;
    }
    let vehicle = drive.player().choice().vehicle.as_ref();
    vehicle.map_or(1, |own| own.1.shift().gears.clamp(1.0, 12.0) as i8)
}
