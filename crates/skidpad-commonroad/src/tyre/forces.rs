//! The forces of a tyre from its curves.

use super::{TyreCurves, TyreForces, TyreSlip, bent, cos2_of_arc};
use skidpad_core::math::Real;

/// The five curves of a tyre on their way: first arguments B x, then arc tangents, then forces over
/// load and weights.
#[derive(Clone, Copy)]
struct Five<R> {
    pure_x: R,
    pure_y: R,
    weight_x: R,
    weight_y: R,
    side: R,
}

impl<R: Real> Five<R> {
    /// The sizes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn abs(&self) -> Self {
        let Self { pure_x, pure_y, weight_x, weight_y, side } = *self;
        Self { pure_x: pure_x.abs(), pure_y: pure_y.abs(), weight_x, weight_y, side: side.abs() }
    }

    /// The arc tangents of sizes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn arcs(&self) -> Self {
        Self {
            pure_x: self.pure_x.atan_positive(),
            pure_y: self.pure_y.atan_positive(),
            weight_x: self.weight_x.atan_positive(),
            weight_y: self.weight_y.atan_positive(),
            side: self.side.atan_positive(),
        }
    }
}

/// cos^2 of the arcs by which slips fade each other's forces.
#[derive(Clone, Copy)]
struct Fading<R> {
    x: R,
    y: R,
    side: R,
}

impl<R: Real> TyreCurves<R> {
    /// The forces at a load, N, and a slip: `formula_longitudinal_comb` and `formula_lateral_comb`.
    ///
    /// A curve is a chain in which each function waits for the one before. The five of them abreast, each
    /// function of all before the next, give the processor something to do meanwhile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn forces(&self, load_n: R, slip: &TyreSlip<R>) -> TyreForces<R> {
        let fading = self.fading(slip);
        let arguments = self.arguments(slip, &fading);
        let sizes = arguments.abs();
        let arcs = self.outer(&sizes, &sizes.arcs());
        let waves = self.waves(load_n, &arguments, &arcs);
        self.combine(load_n, &fading, &waves)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fading(&self, slip: &TyreSlip<R>) -> Fading<R> {
        let (s, alpha) = (slip.braking_slip, slip.slip_angle_rad);
        Fading {
            x: cos2_of_arc(self.weight_x.fading * (s - self.weight_x.centre)),
            y: cos2_of_arc(self.weight_y.fading * (alpha - self.weight_y.centre)),
            side: cos2_of_arc(self.side.fading * alpha),
        }
    }

    /// B x of each curve; of the weights, which are even, the size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn arguments(&self, slip: &TyreSlip<R>, fading: &Fading<R>) -> Five<R> {
        let (s, alpha) = (slip.braking_slip, slip.slip_angle_rad);
        Five {
            pure_x: self.pure_x.stiffness * (self.pure_x.shift - s),
            pure_y: self.pure_y.stiffness * (alpha + self.pure_y.shift),
            weight_x: self.weight_x.argument(fading.x, alpha),
            weight_y: self.weight_y.argument(fading.y, s),
            side: self.side.steepness * s,
        }
    }

    /// The outer arc tangents; that of the side force is the inner one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer(&self, sizes: &Five<R>, arcs: &Five<R>) -> Five<R> {
        let bent = Five {
            pure_x: bent(self.pure_x.curvature, sizes.pure_x, arcs.pure_x),
            pure_y: bent(self.pure_y.curvature, sizes.pure_y, arcs.pure_y),
            weight_x: bent(self.weight_x.curvature, sizes.weight_x, arcs.weight_x),
            weight_y: bent(self.weight_y.curvature, sizes.weight_y, arcs.weight_y),
            side: sizes.side,
        };
        Five {
            pure_x: bent.pure_x.atan_positive(),
            pure_y: bent.pure_y.atan_positive(),
            weight_x: bent.weight_x.atan_positive(),
            weight_y: bent.weight_y.atan_positive(),
            side: arcs.side,
        }
    }

    /// Sines and cosines, of at most C pi/2. The vertical shift F_z p_vx1 is added to the angle, as
    /// published, and not to the force; the published tyre's takes the angle beyond the bound of 3/2 pi at
    /// 240 kN.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn waves(&self, load_n: R, arguments: &Five<R>, arcs: &Five<R>) -> Five<R> {
        let angle_x = self.pure_x.shape * arcs.pure_x.copysign(arguments.pure_x);
        Five {
            pure_x: (angle_x + load_n * self.pure_x.push).sin_bounded(),
            pure_y: (self.pure_y.shape * arcs.pure_y.copysign(arguments.pure_y)).sin_bounded(),
            weight_x: (self.weight_x.shape * arcs.weight_x).cos_bounded(),
            weight_y: (self.weight_y.shape * arcs.weight_y).cos_bounded(),
            side: (self.side.shape * arcs.side.copysign(arguments.side)).sin_bounded(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine(&self, load_n: R, fading: &Fading<R>, waves: &Five<R>) -> TyreForces<R> {
        let pure_x = self.pure_x.friction * waves.pure_x;
        let pure_y = self.pure_y.friction * waves.pure_y + self.pure_y.push;
        let weight_x = waves.weight_x * self.weight_x.one_over_rest(&self.rest_x, fading.x);
        let weight_y = waves.weight_y * self.weight_y.one_over_rest(&self.rest_y, fading.y);
        let side = self.side.amount * fading.side.sqrt() * waves.side;
        let (x, y) = (pure_x * weight_x, pure_y * weight_y + side);
        TyreForces { pure_x_n: load_n * pure_x, pure_y_n: load_n * pure_y, x_n: load_n * x, y_n: load_n * y }
    }
}
