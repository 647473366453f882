//! Random numbers that are the same in every run.

/// A generator of random numbers: the same seed gives the same numbers.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): every seed is a good one,
/// 0 and neighbours included.
///
/// ```
/// use skidpad_testing::Random;
///
/// let mut random = Random::new(7);
/// let speed_m_s = random.between(-10.0, 50.0);
/// assert!((-10.0..50.0).contains(&speed_m_s));
/// assert_eq!(Random::new(7).between(-10.0, 50.0), speed_m_s);
/// ```
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The seed of a generator that continues as this one does, to be printed with a failure.
    pub const fn seed(&self) -> u64 {
        self.state
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in [0, 1), evenly distributed.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from `low` to below `high`, evenly distributed.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number from `low` to `high`, both above 0, whose logarithm is evenly distributed. Its last bits depend on the platform's
    /// mathematical library.
    #[allow(
        clippy::disallowed_methods,
        reason = "below skidpad-math, and no result depends on the last bits"
    )]
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// A number with a mean of 0 and a standard deviation of 1, nearly normally distributed: the sum of twelve evenly distributed
    /// numbers, less 6.
    pub fn noise(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// A number of any bits: infinite and no number at all, too.
    pub fn any(&mut self) -> f64 {
        f64::from_bits(self.bits())
    }

    /// A finite number of any other bits.
    pub fn finite(&mut self) -> f64 {
        loop {
            let value = self.any();
            if value.is_finite() {
                return value;
            }
        }
    }

    /// An index below `end`; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end.max(1) as u64) as usize
    }

    /// True in this share of all cases, 0 to 1.
    pub fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// One element of a list that has some.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The published test vector of SplitMix64 with the seed 1234567.
    #[test]
    fn the_bits_are_those_of_split_mix_64() {
        let mut random = Random::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(published.map(|_| random.bits()), published);
    }

    #[test]
    fn a_seed_that_was_read_continues() {
        let mut random = Random::new(3);
        random.bits();
        let mut again = Random::new(random.seed());
        assert_eq!(random.bits(), again.bits());
    }

    fn share(is_so: bool) -> f64 {
        f64::from(u8::from(is_so))
    }

    fn square(number: f64) -> f64 {
        number * number
    }

    /// Four standard deviations are allowed: of 40,000 evenly distributed numbers the mean has one of 1 / sqrt(12 * 40,000) =
    /// 0.0014, and the variance of as many normally distributed ones sqrt(2 / 40,000) = 0.007.
    #[test]
    fn distributions_have_their_mean_and_spread() {
        let mut random = Random::new(11);
        let count = 40_000;
        let mut mean = |draw: fn(&mut Random) -> f64| {
            (0..count).map(|_| draw(&mut random)).sum::<f64>() / f64::from(count)
        };
        assert!((mean(Random::unit) - 0.5).abs() < 0.006);
        assert!((mean(|random| share(random.magnitude(0.01, 100.0) < 0.1)) - 0.25).abs() < 0.009);
        assert!((mean(|random| square(random.noise())) - 1.0).abs() < 0.028);
        assert!((mean(|random| share(random.chance(0.2))) - 0.2).abs() < 0.008);
        assert!((mean(|random| random.below(5) as f64) - 2.0).abs() < 0.03);
    }

    #[test]
    fn any_number_is_sometimes_none_and_a_finite_one_never() {
        let mut random = Random::new(5);
        assert!((0..100_000).any(|_| !random.any().is_finite()));
        assert!((0..100_000).all(|_| random.finite().is_finite()));
    }
}
