//! Curves made of the published coefficients.

use super::{AtRest, Camber, PureCurve, SideCurve, Tyre, TyreCurves, WeightCurve, bent};
use skidpad_core::math::Real;

impl WeightCurve<f64> {
    /// The polynomial through the five Chebyshev points of [0, 1], by divided differences.
    fn at_rest(&self) -> AtRest<f64> {
        const NODES: [f64; 5] =
            [0.024471741852423234, 0.2061073738537635, 0.5, 0.7938926261462366, 0.9755282581475768];
        let mut differences = NODES.map(|cos2| {
            let t = self.argument(cos2, 0.0);
            let arc = bent(self.curvature, t, t.atan_positive()).atan_positive();
            1.0 / Real::cos_bounded(self.shape * arc)
        });
        for order in 1..5 {
            for at in (order..5).rev() {
                differences[at] = (differences[at] - differences[at - 1]) / (NODES[at] - NODES[at - order]);
            }
        }
        // Newton's form, multiplied out from the innermost bracket.
        let mut series = [0.0; 5];
        for at in (0..5).rev() {
            for power in (1..5).rev() {
                series[power] = series[power - 1] - NODES[at] * series[power];
            }
            series[0] = differences[at] - NODES[at] * series[0];
        }
        series
    }
}

impl<R: Real> TyreCurves<R> {
    /// These curves at another camber: that changes the pure forces and the amount of the side force.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at_camber(&self, tyre: &Tyre<R>, camber: Camber<R>) -> Self {
        let pure_y = PureCurve::lateral(tyre, camber);
        let amount = pure_y.friction * (tyre.r_vy1 + tyre.r_vy3 * camber.0);
        Self {
            pure_x: PureCurve::longitudinal(tyre, camber),
            pure_y,
            side: SideCurve { amount, ..self.side },
            ..*self
        }
    }
}

impl Tyre<f64> {
    /// The tyre at a camber, its constants combined.
    pub fn curves(&self, camber: Camber<f64>) -> TyreCurves<f64> {
        let weight_x = WeightCurve {
            steepness: self.r_bx1,
            fading: self.r_bx2,
            centre: 0.0,
            shape: self.r_cx1,
            curvature: self.r_ex1,
            shift: self.r_hx1,
        };
        let weight_y = WeightCurve {
            steepness: self.r_by1,
            fading: self.r_by2,
            centre: self.r_by3,
            shape: self.r_cy1,
            curvature: self.r_ey1,
            shift: self.r_hy1,
        };
        let side = SideCurve { amount: 0.0, fading: self.r_vy4, shape: self.r_vy5, steepness: self.r_vy6 };
        let upright = TyreCurves {
            pure_x: PureCurve::longitudinal(self, Camber(0.0)),
            pure_y: PureCurve::lateral(self, Camber(0.0)),
            rest_x: weight_x.at_rest(),
            rest_y: weight_y.at_rest(),
            weight_x,
            weight_y,
            side,
        };
        upright.at_camber(self, camber)
    }

    /// This tyre on the other side of the car: left and right exchanged.
    pub fn mirrored(&self) -> Self {
        Self { r_hx1: -self.r_hx1, r_by3: -self.r_by3, r_vy1: -self.r_vy1, ..*self }
    }
}
