//! Equations of motion of a car at a place of the road, over the distance along the reference line, and their derivatives.
//!
//! The road at a distance s of the reference line, in the plane, has the curvature k, the grade g = tan(a), its rate c = dg/ds and
//! the banking b by which it falls to the right. Per s, its frame turns about the vertical by k and about the lateral axis by
//! c cos^2(a). On the road's own axes that is, as in the quasi-steady laps,
//!
//! about the normal  W = cos(a) (k cos(b) + c cos(a) sin(b)),
//! about the lateral axis  V = cos(a) (c cos(a) cos(b) - k sin(b)).
//!
//! A car at the lateral offset n, in the plane, whose heading is x from the line's, has the velocities (v_t, v_l) along and square to the
//! line, by its own (v_x, v_y) turned by x, and
//!
//! ds/dt = v_t cos(a) / (1 - n k),   dn/dt = v_l cos(b),   dx/dt = r - W ds/dt,
//!
//! with the yaw rate r about the road's normal. Gravity takes G sin(a) along and G cos(a) sin(b) square to the line. Beside the line
//! the grade is (g + n T') / (1 - n k), T = tan(b) over the distance. The normal specific force is
//!
//! G cos(a) cos(b) + v_t V ds/dt + cos(a) cos(b) (n T'' (ds/dt)^2 + 2 T' ds/dt dn/dt):
//!
//! where the banking changes, the road bends along the car's way, and the way crosses its twist. The change of a velocity to the left with a
//! twisted road is left out.

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
    let cos_slope = 1.0 / Real::hypot(1.0, of.grade);
    let (sin_bank, cos_bank) = Real::sin_cos(of.banking_rad);
    let turn_1_m = cos_slope * (of.curvature_1_m * cos_bank + of.grade_rate_1_m * cos_slope * sin_bank);
    let dip_1_m = cos_slope * (of.grade_rate_1_m * cos_slope * cos_bank - of.curvature_1_m * sin_bank);

    let share = one / (one - z[OFFSET] * lit(of.curvature_1_m));
    let grade = (lit(of.grade) + z[OFFSET] * lit(of.cross_rate_1_m)) * share;
    let cosine = one / (one + grade.square()).sqrt();
    let (sin, cos) = z[HEADING].sin_cos();
    let (vx, vy, yaw) = (z[FORWARDS], z[LATERAL], z[YAW_RATE]);
    let along = vx * cos - vy * sin;
    let aside = vx * sin + vy * cos;
    let progress = along * cosine * share;
    let across = aside * lit(cos_bank);
    // Vertical acceleration by the banking's change.
    let twist_m_s2 =
        progress * (progress * z[OFFSET] * lit(of.cross_bend_1_m2) + lit(2.0 * of.cross_rate_1_m) * across);
    let uphill = [gravity * grade * cosine, gravity * cosine * lit(sin_bank)];
    let motion = PlaneMotion {
        velocity_x_m_s: vx,
        velocity_y_m_s: vy,
        yaw_rate_rad_s: yaw,
        steer_rad: z[STEER],
        pedal: z[PEDAL],
        normal_m_s2: (gravity + twist_m_s2) * cosine * lit(cos_bank) + along * progress * lit(dip_1_m),
        uphill_m_s2: Vec2 { x: uphill[0] * cos + uphill[1] * sin, y: uphill[1] * cos - uphill[0] * sin },
    };
    let mut found = [R::zero(); W];
    let own = W - MOTION;
    let rates = C::rates(numbers, &motion, &z[MOTION..], &mut found[RESIDUALS..RESIDUALS + own]);
    let slowness = one / progress;
    found[OFFSET] = across * slowness;
    found[HEADING] = yaw * slowness - lit(turn_1_m);
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
