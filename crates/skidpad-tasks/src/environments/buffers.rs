//! Results of a step.

/// Number of the end that a model gives a run, and of the time limit; those of the task follow the next one. 0: the episode goes on.
pub const END_CAR: u8 = 1;
/// Number of the end by the time limit, which truncates an episode.
pub const END_TIME_LIMIT: u8 = 2;
/// Number of the task's first end.
pub(super) const FIRST_OF_TASK: u8 = 3;

/// Results of a step, a row for each environment.
pub(super) struct Buffers {
    pub width: usize,
    pub terms_width: usize,
    pub figures_width: usize,
    pub observations: Vec<f32>,
    /// Observations at the ends of episodes that a step reset at once.
    pub final_observations: Vec<f32>,
    pub rewards: Vec<f64>,
    pub terms: Vec<f64>,
    pub figures: Vec<f64>,
    /// Figures of the episodes that a step reset at once.
    pub final_figures: Vec<f64>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub ends: Vec<u8>,
    /// True for each environment that the last call reset.
    pub reset: Vec<bool>,
}

impl Buffers {
    pub fn new(count: usize, width: usize, [terms_width, figures_width]: [usize; 2]) -> Self {
        Self {
            width,
            terms_width,
            figures_width,
            observations: vec![0.0; count * width],
            final_observations: vec![0.0; count * width],
            rewards: vec![0.0; count],
            terms: vec![0.0; count * terms_width],
            figures: vec![0.0; count * figures_width],
            final_figures: vec![0.0; count * figures_width],
            terminated: vec![false; count],
            truncated: vec![false; count],
            ends: vec![0; count],
            reset: vec![false; count],
        }
    }
}

impl Buffers {
    /// Keeps observations and figures of the environments of a mask as those of the ends of their episodes.
    pub fn keep_final(&mut self, mask: &[bool]) {
        keep(mask, &self.observations, &mut self.final_observations, self.width);
        keep(mask, &self.figures, &mut self.final_figures, self.figures_width);
    }
}

fn keep<T: Copy>(mask: &[bool], from: &[T], to: &mut [T], width: usize) {
    for environment in (0..mask.len()).filter(|environment| mask[*environment]) {
        let row = environment * width..(environment + 1) * width;
        to[row.clone()].copy_from_slice(&from[row]);
    }
}
