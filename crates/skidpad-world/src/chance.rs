//! Numbers that look like chance, and are the same on every run.

/// A number between -1 and 1 that depends on its index alone, and looks like chance: the finaliser of
/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
pub fn chance(seed: u64, index: u64) -> f64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn chance_fills_its_range_evenly() {
        let values: Vec<f64> = (0..100_000).map(|index| chance(7, index)).collect();
        let mean = values.iter().sum::<f64>() / 1e5;
        let square = values.iter().map(|value| value * value).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.01 && (square - 1.0 / 3.0).abs() < 0.01, "{mean} {square}");
        assert!(values.iter().all(|value| (-1.0..1.0).contains(value)));
        assert_ne!(chance(7, 1), chance(8, 1));
    }
}
