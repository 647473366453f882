//! A step: what is near each other is found, and its contacts are solved.

use super::broad::Sweep;
use super::check::{ContactFault, check};
use super::mover::Mover;
use super::outcome::Outcome;
use super::pressing::Pressing;
use super::run::{Run, RunMemory};
use super::scene::{Scene, SceneLists};
use super::traveller::swept;
use super::walls::Walls;

/// Contact among bodies from step to step. It remembers how hard they press against each other, as a first guess.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    pressing: Pressing,
    sweep: Sweep,
    outcome: Outcome,
    memory: Memory,
}

/// Working memory of steps: none of its contents outlasts a step.
#[derive(Debug, Default)]
struct Memory {
    scene: SceneLists,
    run: RunMemory,
}

impl Clone for Memory {
    /// Memory of its own: there is nothing to copy.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Contacts {
    /// Nothing touches yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Outcome of the last step.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The forces that are remembered.
    pub(crate) fn pressing(&self) -> &Pressing {
        &self.pressing
    }

    /// Goes on with forces remembered before.
    pub(crate) fn restore_pressing(&mut self, pressing: &Pressing) {
        self.pressing.restore(pressing);
    }

    /// Exchanges the forces that are remembered. So one `Contacts`, with its memory, serves several scenes in turn, each with
    /// the bits that it would have alone.
    ///
    /// ```
    /// use skidpad_world::contact::{Contacts, Pressing};
    /// let mut contacts = Contacts::new();
    /// let mut scenes = [Pressing::default(), Pressing::default()];
    /// for pressing in &mut scenes {
    ///     contacts.swap_pressing(pressing);
    ///     // contacts.step(...) with the bodies of this scene
    ///     contacts.swap_pressing(pressing);
    /// }
    /// ```
    pub fn swap_pressing(&mut self, pressing: &mut Pressing) {
        core::mem::swap(&mut self.pressing, pressing);
    }

    /// Says that bodies have other places in the caller's list than at the last step: `new` has the place of each old one,
    /// `None` where it is gone. What is remembered of them goes with them, so that the others go on with the same bits.
    pub fn renumber(&mut self, new: impl Fn(usize) -> Option<usize>) {
        self.pressing.renumber(new);
    }

    /// Corrects the bodies' motions over one step of `dt_s` by what they meet. Nothing is allocated once the working memory has
    /// the size that the step needs: it grows in steps with more bodies or contacts than any before.
    ///
    /// # Errors
    /// Every number that is not finite or out of its range, by name. Nothing has happened then.
    pub fn step(
        &mut self,
        movers: &[Mover],
        walls: &Walls,
        dt_s: f64,
    ) -> Result<&Outcome, Vec<ContactFault>> {
        check(movers, dt_s)?;
        let Self { pressing, sweep, outcome, memory: Memory { scene: lists, run: memory } } = self;
        sweep.areas.clear();
        sweep.areas.extend(movers.iter().map(swept));
        sweep.find(walls);
        outcome.begin(movers);
        if sweep.bodies.is_empty() && sweep.walls.is_empty() {
            pressing.clear();
            return Ok(outcome);
        }
        // First only the bodies near anything; all of them, if one of those is thrown to where others are.
        for has_all in [false, true] {
            memory.begin();
            let scene = Scene::new(lists, movers, walls, sweep, dt_s, has_all);
            let mut run = Run::new(scene, memory, pressing);
            run.go();
            if has_all || !run.scene.lacks_bodies {
                run.finish(outcome);
                break;
            }
        }
        pressing.take_step(&memory.forces);
        Ok(outcome)
    }
}
