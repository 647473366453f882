//! Tyres of wheels at steady slip: what their models step towards, for curves and tables.

use super::elastic::Elastic;
use crate::math::{Real, Vec2};
use crate::tyre::{CombinedTyre, Footprint, SteadyTyre, TyreForce};

/// A wheel's tyre that slips steadily.
pub trait SteadyWheel<R: Real> {
    /// Force and moments at an operating point, all in the wheel's frame; moments are 0 where the tyre has none. The speed of the point is
    /// below 0 for a wheel that rolls backwards. `side`: 1 on the left of the car, -1 on its right.
    fn at_steady_slip(&self, at: &Footprint<R>, side: R) -> TyreForce<R>;
}

impl<R: Real> SteadyWheel<R> for CombinedTyre<R> {
    fn at_steady_slip(&self, at: &Footprint<R>, _: R) -> TyreForce<R> {
        let per_load = self.steady_force_over_load(at.grip, &self.over_peaks(&at.slip));
        let (force, none) = (Vec2 { x: per_load.x * at.load_n, y: per_load.y * at.load_n }, R::zero());
        TyreForce { force, overturning_nm: none, rolling_nm: none, aligning_nm: none }
    }
}

/// As [`Carcass::contact`](crate::tyre::Carcass::contact) reads a law: on the right a mirrored tyre is its own image, one that rolls backwards
/// front for rear, and what slides faster than the law is read for is read there.
impl<R: Real, L: SteadyTyre<R>> SteadyWheel<R> for Elastic<L, R> {
    fn at_steady_slip(&self, at: &Footprint<R>, side: R) -> TyreForce<R> {
        let (zero, one) = (R::zero(), R::one());
        let side = R::select(self.is_mirrored.is_set(), side, one);
        let way = R::select(at.speed_m_s.lt(zero), -one, one);
        let (most, slip_y) = (self.law.largest_slip(), side * at.slip.y);
        let travel = one.max(at.slip.x.abs() / most.x).max(slip_y.abs() / most.y);
        let found = self.law.steady(&Footprint {
            slip: Vec2 { x: way * at.slip.x / travel, y: slip_y / travel },
            camber_rad: side * at.camber_rad,
            speed_m_s: at.speed_m_s.abs(),
            ..*at
        });
        TyreForce {
            force: Vec2 { x: way * found.force.x, y: side * found.force.y },
            overturning_nm: side * found.overturning_nm,
            rolling_nm: way * found.rolling_nm,
            aligning_nm: way * side * found.aligning_nm,
        }
    }
}
