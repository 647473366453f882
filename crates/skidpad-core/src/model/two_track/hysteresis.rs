//! What stops a car that rocks on its standing tyres: the rubber's hysteresis.
//!
//! On a rolling wheel it is the rolling resistance, on a standing one dry friction, as in
//! [`SingleTrack`](crate::model::SingleTrack); the wheels of an axle act together.

use super::car::TwoTrackBase;
use super::records::WheelRoad;
use super::wheels::by_axle;
use crate::each_wheel;
use crate::math::Real;
use crate::surface::Surface;

/// What the hysteresis of standing tyres does to the body, or can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hysteresis<R> {
    pub x_n: R,
    pub y_n: R,
    pub yaw_nm: R,
}

/// What each standing wheel's tyre can hold of a force along the car, N: no more than its rolling
/// resistance, and no more than leaves its force within its grip.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn of_wheels<R: Real>(
    base: &TwoTrackBase<R>,
    directions: &[R; 4],
    loads_n: &[R; 4],
    spares_n: &[R; 4],
    (roads, surface): (&[WheelRoad<R>; 4], &Surface<R>),
) -> [R; 4] {
    let share = by_axle(base.front.rolling_resistance, base.rear.rolling_resistance);
    each_wheel!(W => of_wheel(
        directions[W],
        spares_n[W],
        share[W] * roads[W].rolling * surface.rolling * loads_n[W],
    ))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn of_wheel<R: Real>(direction: R, spare_n: R, rolling_n: R) -> R {
    let most = (R::lit(core::f64::consts::FRAC_1_SQRT_2) * spare_n).min(rolling_n);
    R::select(direction.eq(R::zero()), most, R::zero())
}

impl<R: Real> Hysteresis<R> {
    /// From what each axle can hold lengthwise, N. Of what it can hold sideways, one half is for the
    /// motion to the side, which shares out over the axles as their weights do, and the other for the
    /// yaw, a couple.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of(base: &TwoTrackBase<R>, wheels_n: &[R; 4]) -> Self {
        let half = R::lit(0.5);
        let (front_share, rear_share) = base.weight_shares();
        let front_n = wheels_n[0] + wheels_n[1];
        let rear_n = wheels_n[2] + wheels_n[3];
        Self {
            x_n: front_n + rear_n,
            y_n: (half / front_share * front_n).min(half / rear_share * rear_n),
            yaw_nm: half * base.wheelbase_m() * front_n.min(rear_n),
        }
    }
}
