//! Cars that share a scene: their comparison, and those that are out.

use super::Environments;
use crate::task::{Scene, Task};

impl<K: Task> Environments<K> {
    /// Compares the cars of the scenes of a mask, and brings those that were out back into them.
    pub(super) fn begin_scenes(&mut self, mask: &[bool]) {
        if self.per_scene == 1 {
            return;
        }
        let group = self.fleet.group_mut(self.id);
        for first in (0..mask.len()).step_by(self.per_scene).filter(|first| mask[*first]) {
            let scene = first..first + self.per_scene;
            self.task.begin_scene(&mut self.memories[scene.clone()]);
            scene.for_each(|car| group.set_absent(car, false));
        }
    }

    /// Compares the cars of each scene after each was judged alone, and takes those whose episodes are over now out of it.
    pub(super) fn judge_scenes(&mut self) {
        if self.per_scene == 1 {
            return;
        }
        let (terms_width, figures_width) = (self.buffers.terms_width, self.buffers.figures_width);
        let mut were_out = vec![false; self.per_scene];
        let mut have_ended = vec![false; self.per_scene];
        for first in (0..self.episodes.len()).step_by(self.per_scene) {
            let scene = first..first + self.per_scene;
            for (place, environment) in scene.clone().enumerate() {
                let episode = &self.episodes[environment];
                // An episode that ended in this step has the number of its end.
                were_out[place] = episode.is_over && self.buffers.ends[environment] == 0;
                have_ended[place] = episode.has_ended;
            }
            let terms = &mut self.buffers.terms[first * terms_width..][..self.per_scene * terms_width];
            let memories = &mut self.memories[scene.clone()];
            let (were_out, have_ended) = (&were_out[..], &have_ended[..]);
            self.task.judge_scene(Scene { memories, terms, were_out, have_ended });
            for (_, environment) in scene.enumerate().filter(|(place, _)| !were_out[*place]) {
                let terms = &self.buffers.terms[environment * terms_width..][..terms_width];
                let weighed = terms.iter().zip(&self.weights).map(|(term, weight)| term * weight);
                self.buffers.rewards[environment] = weighed.sum();
                let figures = &mut self.buffers.figures[environment * figures_width..][..figures_width];
                if let Some(memory) = &self.memories[environment] {
                    self.task.figures(memory, figures);
                }
                if self.episodes[environment].is_over {
                    self.fleet.group_mut(self.id).set_absent(environment, true);
                }
            }
        }
    }
}
