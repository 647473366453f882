use super::{Channel, Channels, Record, Sink, Source, StateVector};
use crate::math::{Mask, Real};

/// Record without fields: the mode of a model in which nothing changes in jumps, or the car of one with fixed data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Empty;

impl<R: Real> Record<R> for Empty {
    const LEN: usize = 0;
    #[inline(always)]
    fn load<S: Source<R>>(_: &S) -> Self {
        Self
    }
    #[inline(always)]
    fn store<S: Sink<R>>(&self, _: &mut S) {}
    #[inline(always)]
    fn splat(_: R) -> Self {
        Self
    }
    #[inline(always)]
    fn choose(_: R::Mask, _: &Self, _: &Self) -> Self {
        Self
    }
    #[inline(always)]
    fn all_finite(&self) -> R::Mask {
        Mask::splat(true)
    }
}

impl<R: Real> StateVector<R> for Empty {
    #[inline(always)]
    fn add_scaled(&self, _: R, _: &Self) -> Self {
        Self
    }
    #[inline(always)]
    fn scaled(&self, _: R) -> Self {
        Self
    }
}

impl Channels for Empty {
    const CHANNELS: &'static [Channel] = &[];
}
