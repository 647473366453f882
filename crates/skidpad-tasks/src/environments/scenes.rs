//! Seeds, cars and resets of environments that share a scene.

use crate::chance::Chance;
use crate::error::TaskError;
use crate::task::StartChoice;

/// Distance of the seeds of two cars of a scene: 2^64 over the golden ratio, so that small seeds and cars do not meet.
const SEEDS_APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// Seed of a car of a scene with a seed; that of the first car is the scene's.
pub(super) fn seed_of(scene: u64, car: usize) -> u64 {
    scene.wrapping_add(SEEDS_APART.wrapping_mul(car as u64))
}

/// Refuses environments that do not fill scenes, and cars that cannot be dealt to those of a scene.
pub(super) fn check(environments: usize, per_scene: usize, garage: usize) -> Result<(), TaskError> {
    if !environments.is_multiple_of(per_scene) {
        let message =
            format!("environments = {environments}: must be a multiple of {per_scene}, the cars of a scene");
        return Err(TaskError::Scene(message));
    }
    if garage != 1 && !garage.is_multiple_of(per_scene) {
        let message = format!(
            "cars: are {garage}, must be 1, or {per_scene} or a multiple of it, in turn for each agent"
        );
        return Err(TaskError::Scene(message));
    }
    Ok(())
}

/// Refuses a reset of some cars of a scene without the others, and starts of them on several tracks.
pub(super) fn check_reset(mask: &[bool], starts: &[StartChoice], per_scene: usize) -> Result<(), TaskError> {
    if mask.chunks(per_scene).any(|scene| scene.iter().any(|chosen| *chosen != scene[0])) {
        return Err(TaskError::Scene("reset: the cars of a scene are reset together".to_owned()));
    }
    if starts.chunks(per_scene).any(|scene| scene.iter().any(|start| start.track != scene[0].track)) {
        return Err(TaskError::Scene("track: must be the same for all cars of a scene".to_owned()));
    }
    Ok(())
}

/// The first car of an environment's own, by its number in the garage.
pub(super) fn first_car(environment: usize, per_scene: usize, garage: usize) -> usize {
    if garage == 1 { 0 } else { environment % per_scene }
}

/// One of an environment's own cars by chance. The cars of the garage are dealt to those of a scene in turn.
pub(super) fn car(environment: usize, per_scene: usize, garage: usize, chance: &mut Chance) -> usize {
    let drawn = chance.below(usize::max(garage / per_scene, 1));
    first_car(environment, per_scene, garage) + per_scene * drawn
}
