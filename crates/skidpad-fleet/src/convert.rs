//! Conversion between a fleet's numbers and those of sites, bodies and vehicles, which are in `f64`.

use skidpad_core::batch::Number;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Record, Sink};
use skidpad_core::surface::Surface;

/// A fleet's number, `f64` or `f32`. To `f64` it is converted exactly; from there it is rounded to the nearest, so that one that was
/// not changed between comes back as it was.
pub trait Convert: Number {
    /// A state in `f64`.
    fn widened<M: Model>(state: &M::State<Self>) -> M::State<f64>;
    /// A state from one in `f64`.
    fn state<M: Model>(state: &M::State<f64>) -> M::State<Self>;
    /// A mode from one in `f64`.
    fn mode<M: Model>(mode: &M::Mode<f64>) -> M::Mode<Self>;
    /// An input from one in `f64`.
    fn input<M: Model>(input: &M::Input<f64>) -> M::Input<Self>;
    /// A surface from one in `f64`.
    fn surface(surface: &Surface<f64>) -> Surface<Self>;
    /// Bounds in these numbers, low and high, between which no number is beyond those in `f64`.
    fn inside(range: [f64; 2]) -> [Self; 2];
}

impl Convert for f64 {
    #[inline(always)]
    fn widened<M: Model>(state: &M::State<Self>) -> M::State<f64> {
        *state
    }
    #[inline(always)]
    fn state<M: Model>(state: &M::State<f64>) -> M::State<Self> {
        *state
    }
    #[inline(always)]
    fn mode<M: Model>(mode: &M::Mode<f64>) -> M::Mode<Self> {
        *mode
    }
    #[inline(always)]
    fn input<M: Model>(input: &M::Input<f64>) -> M::Input<Self> {
        *input
    }
    #[inline(always)]
    fn surface(surface: &Surface<f64>) -> Surface<Self> {
        *surface
    }
    fn inside(range: [f64; 2]) -> [Self; 2] {
        range
    }
}

impl Convert for f32 {
    fn widened<M: Model>(state: &M::State<Self>) -> M::State<f64> {
        cast::<Self, f64, _, _>(state)
    }
    fn state<M: Model>(state: &M::State<f64>) -> M::State<Self> {
        cast::<f64, Self, _, _>(state)
    }
    fn mode<M: Model>(mode: &M::Mode<f64>) -> M::Mode<Self> {
        cast::<f64, Self, _, _>(mode)
    }
    fn input<M: Model>(input: &M::Input<f64>) -> M::Input<Self> {
        cast::<f64, Self, _, _>(input)
    }
    fn surface(surface: &Surface<f64>) -> Surface<Self> {
        cast::<f64, Self, _, _>(surface)
    }
    fn inside([low, high]: [f64; 2]) -> [Self; 2] {
        let (nearest_low, nearest_high) = (Self::lit(low), Self::lit(high));
        [
            if f64::from(nearest_low) < low { nearest_low.next_up() } else { nearest_low },
            if f64::from(nearest_high) > high { nearest_high.next_down() } else { nearest_high },
        ]
    }
}

/// The record over another type of number, without an allocation ([`skidpad_core::record::converted`] needs two).
fn cast<R: Real, Q: Real, A: Record<R>, B: Record<Q>>(record: &A) -> B {
    const { assert!(A::LEN <= 256, "too many numbers: give `cast` more room") };
    // Constant, so that only one of them is compiled.
    if const { A::LEN <= 32 } {
        cast_within::<R, Q, A, B, 32>(record)
    } else {
        cast_within::<R, Q, A, B, 256>(record)
    }
}

fn cast_within<R: Real, Q: Real, A: Record<R>, B: Record<Q>, const MOST: usize>(record: &A) -> B {
    let mut numbers = Cast([Q::zero(); MOST]);
    record.store(&mut numbers);
    B::load(&numbers.0)
}

/// Numbers that are rounded as they are written.
struct Cast<Q, const MOST: usize>([Q; MOST]);

impl<R: Real, Q: Real, const MOST: usize> Sink<R> for Cast<Q, MOST> {
    #[inline(always)]
    fn write(&mut self, index: usize, value: R) {
        self.0[index] = Q::lit(value.lane(0));
    }
}

#[cfg(test)]
mod tests {
    use skidpad_core::math::Real;
    use skidpad_testing::Random;

    use super::Convert;

    /// A car that keeps what it has anywhere between the bounds must not be beyond the edge of a patch by a rounding.
    #[test]
    fn bounds_in_single_precision_have_no_number_beyond_those_in_double() {
        let mut random = Random::new(3);
        for _ in 0..10_000 {
            let scale = random.magnitude(1e-6, 1e7);
            let low = scale * random.between(-1.0, 1.0);
            let high = low + scale * random.between(0.0, 1.0);
            let [inner_low, inner_high] = f32::inside([low, high]).map(f64::from);
            assert!(inner_low >= low && inner_high <= high, "{low} to {high}");
            // No more than two spacings of f32 are lost at either side.
            let spacing = 1.2e-7 * Real::max(low.abs(), high.abs());
            assert!(inner_low - low <= 2.0 * spacing && high - inner_high <= 2.0 * spacing);
        }
        assert_eq!(f32::inside([f64::NEG_INFINITY, f64::INFINITY]), [f32::NEG_INFINITY, f32::INFINITY]);
    }
}
