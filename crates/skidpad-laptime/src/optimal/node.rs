//! Equations of motion of a car at a place of the road, over the distance along the reference line, and their derivatives.
//!
//! The road is the surface r(s, n) = p(s) + n N(s) + (h + n T) e_z over the distance s along the reference line p and the lateral offset
//! n, both in the plane: with the line's curvature k, its height h with the grade g and that one's rate c, and T = tan(b) of the banking b by which
//! it falls to the right. Dashes are derivatives to s. Along the line at an offset the road rises by z = (g + n T') / (1 - n k) per metre
//! in the plane, and its normal is u = (-z, -T, 1) / N in the axes of the line, N = sqrt(1 + z^2 + T^2).
//!
//! A car, whose heading is x from the direction r_s, has the velocities (v_t, v_l) along and square to it on the road, by its own (v_x, v_y)
//! turned by x. By v_t e_t + v_l e_l = r_s ds/dt + r_n dn/dt and with C = 1 / sqrt(1 + z^2) those are
//!
//! ds/dt = C (v_t - v_l T z / N) / (1 - n k),   dn/dt = v_l / (C N),   dx/dt = r - W,
//!
//! with the yaw rate r about the normal. W is the rate at which r_s turns about it: d(r_s)/dt is -P along the line, Q to its left, and R upwards,
//!
//! P = n k' ds/dt + k dn/dt,   Q = k (1 - n k) ds/dt,   R = (c + n T'') ds/dt + T' dn/dt,
//! W = (P T z + Q / C^2 + R T) C^2 / (N (1 - n k)).
//!
//! The car's acceleration along the normal is that of the surface's second fundamental form (do Carmo, Differential Geometry of Curves and
//! Surfaces, 3.2), and the normal specific force that and gravity's share:
//!
//! (G + ds/dt (P z - Q T + R) + ds/dt dn/dt (k z + T')) / N:
//!
//! the road bends where its grade or its banking change, and beside the line where its curvature does, since the same rise is a steeper one on the shorter
//! way inside of a bend. Gravity takes G C z along and G C T / N square to the line.

use skidpad_core::math::{Dual, Real, Vec2};

use super::car::{DynamicCar, MOTION, PlaneMotion};

/// Places of the unknowns of the motion and the commands; the car's own follow.
pub(super) const OFFSET: usize = 0;
pub(super) const HEADING: usize = 1;
pub(super) const FORWARDS: usize = 2;
pub(super) const LATERAL: usize = 3;
pub(super) const YAW_RATE: usize = 4;
pub(super) const STEER: usize = 5;
pub(super) const PEDAL: usize = 6;
/// Number of states: what has a rate.
pub(super) const STATES: usize = 5;
/// Place of the speed along the line among the outputs, after the rates of the states; the car's residuals follow.
pub(super) const PROGRESS: usize = 5;
pub(super) const RESIDUALS: usize = 6;

/// Columns of second derivatives that are found at once.
const COLUMNS: usize = 3;

/// The road at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoadSection {
    pub curvature_1_m: f64,
    /// Rate of the curvature over the distance, 1/m^2.
    pub curvature_rate_1_m2: f64,
    pub grade: f64,
    pub grade_rate_1_m: f64,
    pub banking_rad: f64,
    /// Rate of the tangent of the banking over the distance, 1/m.
    pub cross_rate_1_m: f64,
    /// Second derivative of the tangent of the banking to the distance, 1/m^2.
    pub cross_bend_1_m2: f64,
}

/// Outputs at a place: rates of offset, heading, half of the squared forward velocity, lateral velocity and yaw rate over the
/// distance; speed along the line; residuals of the car.
pub(super) type Outputs<R, const W: usize> = [R; W];

/// Values and first derivatives of the outputs to the scaled unknowns.
pub(super) struct Slopes<const W: usize> {
    pub values: [f64; W],
    pub slopes: [[f64; W]; W],
}

/// A car on a road.
pub(super) struct Node<'a, C, const W: usize> {
    pub car: &'a C,
    pub gravity_m_s2: f64,
    pub scales: [f64; W],
}

/// Outputs of a car at a section of the road.
pub(super) fn outputs<C: DynamicCar<W>, R: Real, const W: usize>(
    numbers: &C::Numbers<R>,
    of: &RoadSection,
    gravity_m_s2: f64,
    z: &[R; W],
) -> Outputs<R, W> {
    let (lit, one, gravity) = (R::lit, R::one(), R::lit(gravity_m_s2));
    let (curvature_1_m, slope) = (lit(of.curvature_1_m), lit(Real::tan(of.banking_rad)));

    let (offset, width) = (z[OFFSET], one - z[OFFSET] * curvature_1_m);
    let rise = (lit(of.grade) + offset * lit(of.cross_rate_1_m)) / width;
    let steep = one + rise.square();
    let cosine = one / steep.sqrt();
    let upright = one / (steep + slope.square()).sqrt();
    let (sin, cos) = z[HEADING].sin_cos();
    let (vx, vy, yaw) = (z[FORWARDS], z[LATERAL], z[YAW_RATE]);
    let along = vx * cos - vy * sin;
    let aside = vx * sin + vy * cos;
    let progress = cosine * (along - aside * slope * rise * upright) / width;
    let across = aside * upright / cosine;
    // The change of the line's direction: backwards, to the left, upwards.
    let backwards = offset * lit(of.curvature_rate_1_m2) * progress + curvature_1_m * across;
    let leftwards = curvature_1_m * width * progress;
    let upwards = (lit(of.grade_rate_1_m) + offset * lit(of.cross_bend_1_m2)) * progress
        + lit(of.cross_rate_1_m) * across;
    let turn_rad_s =
        (backwards * slope * rise + leftwards * steep + upwards * slope) * upright / (width * steep);
    let bend_m_s2 = progress * (backwards * rise - leftwards * slope + upwards)
        + progress * across * (curvature_1_m * rise + lit(of.cross_rate_1_m));
    let uphill = [gravity * rise * cosine, gravity * slope * cosine * upright];
    let motion = PlaneMotion {
        velocity_x_m_s: vx,
        velocity_y_m_s: vy,
        yaw_rate_rad_s: yaw,
        steer_rad: z[STEER],
        pedal: z[PEDAL],
        normal_m_s2: (gravity + bend_m_s2) * upright,
        uphill_m_s2: Vec2 { x: uphill[0] * cos + uphill[1] * sin, y: uphill[1] * cos - uphill[0] * sin },
    };
    let mut found = [R::zero(); W];
    let own = W - MOTION;
    let rates = C::rates(numbers, &motion, &z[MOTION..], &mut found[RESIDUALS..RESIDUALS + own]);
    let slowness = one / progress;
    found[OFFSET] = across * slowness;
    found[HEADING] = (yaw - turn_rad_s) * slowness;
    found[FORWARDS] = vx * rates.velocity_x_m_s2 * slowness;
    found[LATERAL] = rates.velocity_y_m_s2 * slowness;
    found[YAW_RATE] = rates.yaw_rate_rad_s2 * slowness;
    found[PROGRESS] = progress;
    found
}

impl<C: DynamicCar<W>, const W: usize> Node<'_, C, W> {
    /// Values of the outputs at scaled unknowns.
    pub fn values(&self, numbers: &C::Numbers<f64>, of: &RoadSection, z: &[f64; W]) -> [f64; W] {
        let physical = core::array::from_fn(|at| z[at] * self.scales[at]);
        outputs::<C, f64, W>(numbers, of, self.gravity_m_s2, &physical)
    }

    /// Values and first derivatives.
    pub fn slopes(&self, numbers: &C::Numbers<Dual<f64, W>>, of: &RoadSection, z: &[f64; W]) -> Slopes<W> {
        let variables = core::array::from_fn(|at| {
            let mut dual = Dual::constant(z[at] * self.scales[at]);
            dual.derivative[at] = self.scales[at];
            dual
        });
        let found = outputs::<C, Dual<f64, W>, W>(numbers, of, self.gravity_m_s2, &variables);
        Slopes { values: found.map(|output| output.value), slopes: found.map(|output| output.derivative) }
    }

    /// Second derivatives of the outputs' sum with weights.
    pub fn curvature(
        &self,
        numbers: &C::Numbers<Dual<Dual<f64, W>, COLUMNS>>,
        of: &RoadSection,
        z: &[f64; W],
        weights: &[f64; W],
    ) -> [[f64; W]; W] {
        let mut matrix = [[0.0; W]; W];
        for first in (0..W).step_by(COLUMNS) {
            let variables: [Dual<Dual<f64, W>, COLUMNS>; W] = core::array::from_fn(|at| {
                let mut value = Dual::constant(z[at] * self.scales[at]);
                value.derivative[at] = self.scales[at];
                let mut dual = Dual::constant(value);
                if (first..first + COLUMNS).contains(&at) {
                    dual.derivative[at - first] = Dual::constant(self.scales[at]);
                }
                dual
            });
            let found = outputs::<C, _, W>(numbers, of, self.gravity_m_s2, &variables);
            for (output, weight) in found.iter().zip(weights) {
                // The last columns of the last pass are none of the matrix.
                for (column, second) in matrix[first..].iter_mut().zip(&output.derivative) {
                    let entries = column.iter_mut().zip(&second.derivative);
                    entries.for_each(|(entry, second)| *entry += weight * second);
                }
            }
        }
        matrix
    }
}
