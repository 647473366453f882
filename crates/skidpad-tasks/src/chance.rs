//! Random numbers of an environment's episode.

use skidpad_core::math::Real;
use skidpad_fleet::RandomPlace;

/// Streams below this number are drawn once in an episode; those from it on once in a step.
const STREAMS_OF_STEPS: u64 = 1 << 32;

/// Random numbers of one episode of one environment, in the order in which they are drawn. They depend on the seed of the environment, on the
/// number of its episode since it was seeded, and on nothing else.
///
/// ```
/// use skidpad_tasks::Chance;
/// let draw = |seed, episode| Chance::new(seed, episode).between([0.0, 1.0]);
/// assert_eq!(draw(7, 0), draw(7, 0));
/// assert_ne!(draw(7, 0), draw(7, 1));
/// assert_ne!(draw(7, 0), draw(8, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Chance {
    seed: u64,
    episode: u64,
    step: u64,
    next: u64,
}

impl Chance {
    /// Numbers of an episode, the first after the seed being number 0.
    pub fn new(seed: u64, episode: u64) -> Self {
        Self { seed, episode, step: 0, next: 0 }
    }

    /// Numbers of a step within an episode: others than those of [`new`](Self::new). Each `source` has its own.
    pub fn in_step(seed: u64, episode: u64, step: u64, source: u64) -> Self {
        Self { seed, episode, step, next: STREAMS_OF_STEPS * (source + 1) }
    }

    fn place(&mut self) -> RandomPlace {
        let stream = self.next;
        self.next += 1;
        RandomPlace { seed: self.seed, environment: self.episode, step: self.step, stream }
    }

    /// A number between two bounds, each as likely as the others.
    pub fn between(&mut self, [low, high]: [f64; 2]) -> f64 {
        self.place().within(low, high)
    }

    /// A number below `count`, which is above 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.place().below(count)
    }

    /// A number of the normal distribution with mean 0 and variance 1, by the method of G. E. P. Box and M. E. Muller, "A note on the
    /// generation of random normal deviates", Annals of Mathematical Statistics 29 (1958).
    pub fn normal(&mut self) -> f64 {
        // Above 0, so that the logarithm is finite.
        let share = 1.0 - self.between([0.0, 1.0]);
        let angle_rad = self.between([0.0, core::f64::consts::TAU]);
        Real::sqrt(-2.0 * Real::ln(share)) * Real::cos(angle_rad)
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;

    /// Mean 0, variance 1 and fourth situation 3, each within 5 standard errors of 100,000 numbers.
    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut chance = Chance::new(1, 2);
        let numbers: Vec<f64> = (0..100_000).map(|_| chance.normal()).collect();
        let situation = |power: i32| {
            numbers.iter().map(|number| (0..power).map(|_| *number).product::<f64>()).sum::<f64>() / 1e5
        };
        assert!(situation(1).abs() < 5.0 / 316.0, "{}", situation(1));
        assert!((situation(2) - 1.0).abs() < 5.0 * 1.41 / 316.0, "{}", situation(2));
        assert!((situation(4) - 3.0).abs() < 5.0 * 9.8 / 316.0, "{}", situation(4));
    }

    #[test]
    fn numbers_of_steps_and_sources_are_their_own() {
        let first = |step, source| Chance::in_step(3, 0, step, source).between([0.0, 1.0]);
        let all = [first(0, 0), first(1, 0), first(0, 1), Chance::new(3, 0).between([0.0, 1.0])];
        for (place, number) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| other != number), "{all:?}");
        }
    }
}
