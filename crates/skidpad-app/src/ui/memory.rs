//! What is kept of the frames before: marks on the road, the trail of the g-g diagram, how far the wheels have turned,
//! where the camera is, the sentence that is shown.

use std::collections::VecDeque;

use super::camera::{Chase, Subject};
use crate::drive::Drive;
use crate::sentence::{Feet, Narrator};
use crate::skid::SkidMarks;
use crate::tread::{Tread, in_world, treads};

/// Length of the trail of the g-g diagram, s, and interval at which a point is kept, s.
const TRAIL_S: f64 = 8.0;
const EVERY_S: f64 = 0.02;
/// Time that has gone back to before this, s, has restarted, on a clean road.
const RESTART_S: f64 = 0.25;

/// State of the picture that outlives a frame.
#[derive(Default)]
pub struct Memory {
    /// The player's marks on the road.
    pub marks: SkidMarks,
    trail: VecDeque<(f64, [f64; 2])>,
    /// Angle that each tyre of the player's has turned by, rad.
    pub turned_rad: Vec<f64>,
    /// The camera's way behind the player's car.
    pub chase: Chase,
    /// Sentence about what the player's car is doing.
    pub sentence: String,
    narrator: Narrator,
    time_s: f64,
}

impl Memory {
    /// Looks at the cars after a frame.
    pub fn note(&mut self, drive: &Drive) {
        let (player, now_s) = (drive.player(), drive.time_s());
        let gone_s = now_s - self.time_s;
        self.time_s = now_s;
        if gone_s < 0.0 {
            self.forget_after(now_s);
        }
        // A car that gives none has none, not those of the car before.
        let vehicle = player.choice().vehicle.as_ref();
        self.narrator.radii_m = vehicle.map(|own| [own.1.front(), own.1.rear()].map(|axle| axle.radius_m));
        self.chase.follow(&Subject::new(drive));
        self.sentence = self.narrator.say(&player.seen(), &Feet::from(drive.command()), now_s);
        if gone_s <= 0.0 {
            return;
        }
        let (pose, seen, treads) = (player.drawn(1.0), player.seen(), treads(player));
        let wheel = |tread: &Tread| (in_world(&pose, tread.place_m), tread.sliding(&seen));
        let wheels: Vec<_> = treads.iter().map(wheel).collect();
        self.marks.note(&wheels);
        self.turned_rad.resize(treads.len(), 0.0);
        for (angle, tread) in self.turned_rad.iter_mut().zip(&treads) {
            *angle = (*angle + tread.wheel.spin_rad_s * gone_s).rem_euclid(core::f64::consts::TAU);
        }
        if self.trail.back().is_none_or(|(then_s, _)| now_s >= then_s + EVERY_S) {
            self.trail.push_back((now_s, player.seen().acceleration_m_s2()));
        }
        while self.trail.front().is_some_and(|(then_s, _)| *then_s < now_s - TRAIL_S) {
            self.trail.pop_front();
        }
    }

    /// Time has gone back: what came after has not been.
    fn forget_after(&mut self, now_s: f64) {
        self.marks.lift();
        while self.trail.back().is_some_and(|(then_s, _)| *then_s > now_s) {
            self.trail.pop_back();
        }
        if now_s < RESTART_S {
            *self = Self { time_s: now_s, ..Self::default() };
        }
    }

    /// The accelerations of the last seconds, forwards and to the left, m/s^2, the oldest first.
    pub fn trail(&self) -> impl ExactSizeIterator<Item = [f64; 2]> + '_ {
        self.trail.iter().map(|(_, acceleration)| *acceleration)
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;
    use crate::choice::Choice;
    use crate::drive::Drive;
    use skidpad_world::scene::Scene;

    /// A car that gives no radii had those of the car before: its wheel speeds at rest were described with
    /// another's radius.
    #[test]
    fn radii_are_those_of_the_car_that_is_driven() {
        let own = Choice::preset("two_track", "boxster-s").unwrap();
        let name =
            skidpad_formats::choose::names(skidpad_models::MODELS.by_name("commonroad_std").unwrap())[0];
        let other = Choice::preset("commonroad_std", name).unwrap();
        let mut memory = Memory::default();
        let mut radii_of = |choice: &Choice| {
            memory.note(&Drive::new(Scene::straight(), choice).unwrap());
            memory.narrator.radii_m
        };
        assert!(radii_of(&own).is_some());
        assert!(other.vehicle.is_none());
        assert_eq!(radii_of(&other), None);
    }
}
