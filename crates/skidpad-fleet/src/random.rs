//! Random numbers that depend on their place alone: not on the order in which they are drawn, nor on threads.

/// The place of a random number.
///
/// ```
/// use skidpad_fleet::RandomPlace;
/// let place = RandomPlace { seed: 1, environment: 7, step: 0, stream: 3 };
/// let number = place.within(-2.0, 2.0);
/// assert!((-2.0..2.0).contains(&number));
/// assert_eq!(number, place.within(-2.0, 2.0));
/// assert_ne!(number, RandomPlace { environment: 8, ..place }.within(-2.0, 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomPlace {
    /// Seed of the experiment.
    pub seed: u64,
    /// Number of the environment, such as a car of a group.
    pub environment: u64,
    /// Number of the step, or of the episode.
    pub step: u64,
    /// Number of the quantity that is drawn.
    pub stream: u64,
}

impl RandomPlace {
    /// The random bits of the place.
    pub fn bits(self) -> u64 {
        // Each word goes through a bijection, so that places that differ in one word differ in their bits.
        [self.environment, self.step, self.stream].into_iter().fold(mixed(self.seed, 0), mixed)
    }

    /// A number from `low` to `high`, without `high` but for rounding; every number is as likely as the others.
    pub fn within(self, low: f64, high: f64) -> f64 {
        let share = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * share
    }

    /// A number below `count`, which is above 0.
    pub fn below(self, count: usize) -> usize {
        // The upper half of a product of twice the length: no division, and even to within 2^-64 of count.
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }
}

/// A word mixed into bits by the finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom
/// number generators", 2014).
fn mixed(bits: u64, word: u64) -> u64 {
    let mut z = bits.wrapping_add(word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::RandomPlace;

    /// Mean 1/2 and variance 1/12, within 5 standard errors of 100,000 numbers, along each of the four words.
    #[test]
    fn numbers_fill_their_range_evenly_along_every_word() {
        let zero = RandomPlace { seed: 0, environment: 0, step: 0, stream: 0 };
        let along: [fn(RandomPlace, u64) -> RandomPlace; 4] = [
            |place, seed| RandomPlace { seed, ..place },
            |place, environment| RandomPlace { environment, ..place },
            |place, step| RandomPlace { step, ..place },
            |place, stream| RandomPlace { stream, ..place },
        ];
        for (word, along) in along.into_iter().enumerate() {
            let numbers: Vec<f64> = (0..100_000).map(|index| along(zero, index).within(0.0, 1.0)).collect();
            let mean = numbers.iter().sum::<f64>() / 1e5;
            let variance = numbers.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / 1e5;
            assert!((mean - 0.5).abs() < 5.0 * 0.289 / 316.0, "{word}: {mean}");
            assert!((variance - 1.0 / 12.0).abs() < 5.0 * 0.0745 / 316.0, "{word}: {variance}");
            // Neighbours do not depend on each other.
            let pairs = numbers.windows(2).map(|pair| (pair[0] - 0.5) * (pair[1] - 0.5));
            assert!((12.0 * pairs.sum::<f64>() / 1e5).abs() < 5.0 / 316.0, "{word}");
        }
    }

    #[test]
    fn whole_numbers_are_even() {
        let mut counts = [0; 7];
        for environment in 0..70_000 {
            counts[RandomPlace { seed: 3, environment, step: 1, stream: 2 }.below(7)] += 1;
        }
        // 5 standard deviations of a count of 10,000.
        assert!(counts.iter().all(|count| (10_000_i32 - count).abs() < 463), "{counts:?}");
    }
}
