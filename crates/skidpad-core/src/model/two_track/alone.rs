//! Kinds for one car at a time: their tyres, and what a stage computes, are called and not written out everywhere.
//!
//! A law is long, and a sub-step asks four wheels a dozen times: written out at each place, as vectors of cars need it,
//! it takes the compiler a minute for each law. The bits are the same.

use super::car::TwoTrackCar;
use super::kind::Kind;
use super::tyre::{AffineForce, WheelContact, WheelMotion, WheelTyre};
use crate::math::{Real, Vec2};
use crate::record::{Record, Sink, Source};
use crate::spec::Vehicle;
use alloc::string::String;

/// A kind of car, for one car at a time: the model of the same name with the same bits.
#[derive(Clone, Copy, Debug)]
pub struct Alone<K>(K);

impl<K: Kind> Kind for Alone<K> {
    const NAME: &'static str = K::NAME;
    const DESCRIPTION: &'static str = K::DESCRIPTION;
    const SPRUNG: bool = K::SPRUNG;
    const LAW: Option<&'static str> = K::LAW;
    const IS_ALONE: bool = true;
    const ENDS: &'static [&'static str] = K::ENDS;
    type Parts = K::Parts;
    type Tyre<R: Real> = Called<K::Tyre<R>>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        Called(K::tyre(vehicle, is_front))
    }

    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R, K::Parts> {
        let TwoTrackCar { base, front_tyre, rear_tyre } = K::car(vehicle);
        TwoTrackCar { base, front_tyre: Called(front_tyre), rear_tyre: Called(rear_tyre) }
    }

    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        K::refuses(vehicle)
    }
}

/// A tyre whose contact is a call.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Called<T>(pub T);

impl<R: Real, T: Record<R>> Record<R> for Called<T> {
    const LEN: usize = T::LEN;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load<S: Source<R>>(source: &S) -> Self {
        Self(T::load(source))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store<S: Sink<R>>(&self, sink: &mut S) {
        self.0.store(sink);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn splat(value: R) -> Self {
        Self(T::splat(value))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        Self(T::choose(mask, &yes.0, &no.0))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all_finite(&self) -> R::Mask {
        self.0.all_finite()
    }
}

impl<R: Real, T: WheelTyre<R>> WheelTyre<R> for Called<T> {
    type Slip = T::Slip;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip(&self, state: &Vec2<R>, motion: &WheelMotion<R>) -> T::Slip {
        self.0.slip(state, motion)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn force_before_load(&self, slip: &T::Slip, state: &Vec2<R>) -> AffineForce<R> {
        self.0.force_before_load(slip, state)
    }
    #[inline(never)]
    fn contact(
        &self,
        slip: &T::Slip,
        load_n: R,
        state: &Vec2<R>,
        motion: &WheelMotion<R>,
    ) -> WheelContact<R> {
        self.0.contact(slip, load_n, state, motion)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_have_slid(&self, state: &Vec2<R>) -> R::Mask {
        self.0.may_have_slid(state)
    }
    #[inline(never)]
    fn limited(&self, load_n: R, state: &Vec2<R>, motion: &WheelMotion<R>) -> Vec2<R> {
        self.0.limited(load_n, state, motion)
    }
    #[inline(never)]
    fn adheres(&self, load_n: R, state: &Vec2<R>, grip: R) -> R::Mask {
        self.0.adheres(load_n, state, grip)
    }
}
