//! The coefficients of the three sections that are fitted, as a list: names and numbers.

use skidpad_core::math::Real;
use skidpad_core::record::{Channels, Record};
use skidpad_core::tyre::magic_formula::{
    Aligning, Coefficients, LateralCoefficients, LongitudinalCoefficients,
};

/// The names of all coefficients of the three sections, in their order.
pub fn names() -> Vec<&'static str> {
    let sections = [
        LongitudinalCoefficients::<f64>::CHANNELS,
        LateralCoefficients::<f64>::CHANNELS,
        Aligning::<f64>::CHANNELS,
    ];
    sections.into_iter().flatten().map(|channel| channel.name).collect()
}

/// All coefficients of the three sections that are fitted, in the order of their names.
pub fn numbers(c: &Coefficients<f64>) -> Vec<f64> {
    let mut all = Vec::new();
    let mut append = |count: usize, store: &dyn Fn(&mut &mut [f64])| {
        let start = all.len();
        all.resize(start + count, 0.0);
        store(&mut &mut all[start..]);
    };
    append(LongitudinalCoefficients::<f64>::LEN, &|sink| c.longitudinal.store(sink));
    append(LateralCoefficients::<f64>::LEN, &|sink| c.lateral.store(sink));
    append(Aligning::<f64>::LEN, &|sink| c.aligning.store(sink));
    all
}

/// The coefficients with those of the three sections replaced.
pub fn with_numbers<R: Real>(base: &Coefficients<f64>, all: &[R]) -> Coefficients<R> {
    let (longitudinal, rest) = all.split_at(LongitudinalCoefficients::<f64>::LEN);
    let (lateral, aligning) = rest.split_at(LateralCoefficients::<f64>::LEN);
    Coefficients {
        longitudinal: Record::load(&longitudinal),
        lateral: Record::load(&lateral),
        aligning: Record::load(&aligning),
        ..base.map(&mut R::lit)
    }
}
