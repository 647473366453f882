use super::{Channel, Channels, StateVector};
use crate::math::Real;
use crate::record_of_parts;

/// Record without fields: the mode of a model in which nothing changes in jumps, or the car of one with fixed data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Empty;

record_of_parts!([R: Real] Empty {});

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
