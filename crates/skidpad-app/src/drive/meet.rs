//! What the player's car meets: walls, and cones.

use skidpad_core::step::Dt;
use skidpad_world::contact::{Impact, Met, Motion, Mover};
use skidpad_world::scene::{ConeState, Vicinity};

use super::Drive;

/// The most that are kept until somebody asks, the latest.
const MOST_IMPACTS: usize = 1_000;

impl Drive {
    /// The cones of the scene, in its order.
    pub fn cones(&self) -> &[ConeState] {
        self.cones.states()
    }

    /// What the player's car and the cones have hit since this was asked last, the latest of them: body 0 is the player's car, body 1 + i
    /// the cone i.
    pub fn take_impacts(&mut self) -> Vec<Impact> {
        core::mem::take(&mut self.impacts)
    }

    /// Lets the player's car meet what stands in the scene, and the cones each other. Ghosts pass through everything.
    pub(super) fn collide(&mut self, before: Option<Motion>, dt: Dt) {
        let player = &mut self.entrants[0];
        let (Some(start), Some(proposed)) = (before, player.planar()) else {
            return;
        };
        let dt_s = dt.seconds();
        let car = Mover { body: player.body(), start, proposed };
        self.cones.find_awake(&[Vicinity::around(&car)], dt_s, &mut self.awake);
        let awake = &self.awake;
        if awake.is_empty() && self.scene.walls.is_empty() {
            return;
        }
        let gravity_m_s2 = self.scene.surface.gravity_m_s2;
        let mut movers = vec![car];
        movers.extend(awake.iter().map(|cone| self.cones.mover(*cone, gravity_m_s2, dt_s)));
        let Ok(outcome) = self.contacts.step(&movers, &self.scene.walls, dt_s) else {
            return;
        };
        if outcome.corrected[0] {
            player.correct(&outcome.motions[0]);
        }
        for (place, cone) in awake.iter().enumerate() {
            self.cones.set(*cone, outcome.motions[place + 1], outcome.corrected[place + 1]);
        }
        let mut impacts = outcome.impacts.clone();
        impacts.iter_mut().for_each(|impact| by_cone(impact, awake));
        keep_latest(&mut self.impacts, impacts);
    }
}

fn keep_latest<T>(kept: &mut Vec<T>, new: Vec<T>) {
    kept.extend(new);
    kept.drain(..kept.len().saturating_sub(MOST_IMPACTS));
}

/// Names the bodies of an impact among those that were awake by their places among all cones.
fn by_cone(impact: &mut Impact, awake: &[usize]) {
    let of = |body: usize| if body == 0 { 0 } else { awake[body - 1] + 1 };
    impact.body = of(impact.body);
    if let Met::Body(body) = &mut impact.met {
        *body = of(*body);
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_IMPACTS, keep_latest};

    /// Where nobody asked for what was hit, the list grew for hours.
    #[test]
    fn of_impacts_the_latest_are_kept() {
        let mut kept = Vec::new();
        (0..3000).for_each(|impact| keep_latest(&mut kept, vec![impact, impact]));
        assert_eq!((kept.len(), kept[0], kept.last()), (MOST_IMPACTS, 2500, Some(&2999)));
    }
}
