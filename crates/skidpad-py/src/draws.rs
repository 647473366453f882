//! Random numbers of sweeps: each depends on its place alone, and has the same bits on every platform.

use numpy::ndarray::Array1;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use skidpad::core::math::Real;
use skidpad::fleet::RandomPlace;

/// The most draws of a number until it is within its bounds: with 1 % within them, the chance that none is is below 1e-43.
const MOST_DRAWS: u64 = 10_000;

/// Rows of one parameter.
#[derive(Clone, Copy)]
struct Rows {
    seed: u64,
    stream: u64,
    first: u64,
    count: usize,
}

impl Rows {
    fn draw<'py, T: numpy::Element>(
        self,
        py: Python<'py>,
        number: impl Fn(RandomPlace) -> T,
    ) -> Bound<'py, PyArray1<T>> {
        let Self { seed, stream, first, count } = self;
        let place = |row| RandomPlace { seed, environment: first.wrapping_add(row), step: 0, stream };
        (0..count as u64).map(|row| number(place(row))).collect::<Array1<T>>().into_pyarray(py)
    }
}

/// Numbers from 0 to 1, without 1, for rows from `first` on.
#[pyfunction]
pub fn uniform_draws<'py>(
    py: Python<'py>,
    seed: u64,
    stream: u64,
    first: u64,
    count: usize,
) -> Bound<'py, PyArray1<f64>> {
    Rows { seed, stream, first, count }.draw(py, |place| place.within(0.0, 1.0))
}

/// Numbers whose logarithm is uniform.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "rows and distribution are those of the other functions")]
pub fn log_uniform_draws<'py>(
    py: Python<'py>,
    seed: u64,
    stream: u64,
    first: u64,
    count: usize,
    low: f64,
    high: f64,
) -> Bound<'py, PyArray1<f64>> {
    let [from, to] = [low, high].map(Real::ln);
    Rows { seed, stream, first, count }
        .draw(py, |place| Real::clamp(Real::exp(place.within(from, to)), low, high))
}

/// Whole numbers from 0 to `most`.
#[pyfunction]
pub fn whole_draws<'py>(
    py: Python<'py>,
    seed: u64,
    stream: u64,
    first: u64,
    count: usize,
    most: u64,
) -> Bound<'py, PyArray1<u64>> {
    let number = |place: RandomPlace| ((u128::from(place.bits()) * (u128::from(most) + 1)) >> 64) as u64;
    Rows { seed, stream, first, count }.draw(py, number)
}

/// Normal numbers; those beyond the bounds are drawn again.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "rows and distribution are those of the other functions")]
pub fn normal_draws<'py>(
    py: Python<'py>,
    seed: u64,
    stream: u64,
    first: u64,
    count: usize,
    mean: f64,
    deviation: f64,
    low: f64,
    high: f64,
) -> Bound<'py, PyArray1<f64>> {
    let number = |place: RandomPlace| {
        let drawn = |step| {
            // Between 0 and 1, without both.
            let share = ((RandomPlace { step, ..place }.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
            mean + deviation * normal_quantile(share)
        };
        (0..MOST_DRAWS)
            .map(drawn)
            .find(|number| (low..=high).contains(number))
            .unwrap_or(Real::clamp(mean, low, high))
    };
    Rows { seed, stream, first, count }.draw(py, number)
}

/// Quantile of the standard normal distribution for a share between 0 and 1, to 1e-15 relative (M. J. Wichura, "Algorithm AS 241: The
/// percentage points of the normal distribution", Applied Statistics 37, 1988).
fn normal_quantile(share: f64) -> f64 {
    let middle = share - 0.5;
    if middle.abs() <= 0.425 {
        let r = 0.180_625 - middle * middle;
        return middle * ratio(r, &CENTRE);
    }
    let tail = if middle < 0.0 { share } else { 1.0 - share };
    let r = (-Real::ln(tail)).sqrt();
    let size = if r <= 5.0 { ratio(r - 1.6, &NEAR_TAIL) } else { ratio(r - 5.0, &FAR_TAIL) };
    if middle < 0.0 { -size } else { size }
}

/// A ratio of two polynomials, whose coefficients stand from the highest power down.
fn ratio(r: f64, [above, below]: &[[f64; 8]; 2]) -> f64 {
    let sum =
        |coefficients: &[f64; 8]| coefficients.iter().fold(0.0, |sum, coefficient| sum * r + coefficient);
    sum(above) / sum(below)
}

/// Coefficients for shares within 0.425 of the median.
const CENTRE: [[f64; 8]; 2] = [
    [
        2.509_080_928_730_122_7e3,
        3.343_057_558_358_813e4,
        6.726_577_092_700_87e4,
        4.592_195_393_154_987e4,
        1.373_169_376_550_946e4,
        1.971_590_950_306_551_3e3,
        1.331_416_678_917_843_8e2,
        3.387_132_872_796_366_5,
    ],
    [
        5.226_495_278_852_545e3,
        2.872_908_573_572_194_3e4,
        3.930_789_580_009_271e4,
        2.121_379_430_158_659_7e4,
        5.394_196_021_424_751e3,
        6.871_870_074_920_579e2,
        4.231_333_070_160_091e1,
        1.0,
    ],
];

/// Coefficients for shares down to 1.4e-11 of a tail.
const NEAR_TAIL: [[f64; 8]; 2] = [
    [
        7.745_450_142_783_414e-4,
        2.272_384_498_926_918_4e-2,
        2.417_807_251_774_506e-1,
        1.270_458_252_452_368_4,
        3.647_848_324_763_204_5,
        5.769_497_221_460_691,
        4.630_337_846_156_546,
        1.423_437_110_749_683_5,
    ],
    [
        1.050_750_071_644_416_9e-9,
        5.475_938_084_995_345e-4,
        1.519_866_656_361_645_7e-2,
        1.481_039_764_274_800_8e-1,
        6.897_673_349_851e-1,
        1.676_384_830_183_803_8,
        2.053_191_626_637_759,
        1.0,
    ],
];

/// Coefficients for the rest of a tail.
const FAR_TAIL: [[f64; 8]; 2] = [
    [
        2.010_334_399_292_288_1e-7,
        2.711_555_568_743_487_6e-5,
        1.242_660_947_388_078_4e-3,
        2.653_218_952_657_612_4e-2,
        2.965_605_718_285_048_7e-1,
        1.784_826_539_917_291_3,
        5.463_784_911_164_114,
        6.657_904_643_501_103,
    ],
    [
        2.044_263_103_389_939_8e-15,
        1.421_511_758_316_446e-7,
        1.846_318_317_510_054_8e-5,
        7.868_691_311_456_133e-4,
        1.487_536_129_085_061_5e-2,
        1.369_298_809_227_358e-1,
        5.998_322_065_558_88e-1,
        1.0,
    ],
];
