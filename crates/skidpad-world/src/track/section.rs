//! Cross-section of a track: the height of road, kerbs and run-off, with its derivatives, and their friction.
//!
//! At a distance s along the line and a lateral offset n the road has the height h(s) + n tan(b(s)), h the height of the line and b
//! the banking. The axes along and to the left of the line turn by the curvature k per distance, and a step ds along the line is one
//! of q ds at the offset, q = 1 - k n. So the rise of the height z along them is (z_s / q, z_n), and its change with the position,
//! the second derivatives in these axes, are
//!
//! z_tt = ((z_s / q)_s - k z_n) / q,  z_tn = (z_ns + k z_s / q) / q,  z_nn.

use skidpad_core::math::{Direction, Real, Vec2};

use super::Track;
use super::line::TrackPoint;
use super::locate::TrackPosition;
use super::spec::{Side, Strip, StripKind};
use crate::smooth_step::smooth_step;

/// Length over which a kerb rises at its beginning and falls at its end, m.
const RAMP_M: f64 = 3.0;
/// The least distance on the road over that along the line: further inside a bend than this the axes cross.
const LEAST_STRETCH: f64 = 0.2;

/// Ground of a track at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TrackSection {
    pub grip: f64,
    pub rolling: f64,
    /// Height, and its rise along the world's axes.
    pub height_m: f64,
    pub rise: Vec2<f64>,
    /// Second derivatives of the road's height in the axes of the line: along, across and lateral, 1/m. Kerbs are left out: they
    /// are narrower than a car.
    pub bend: [f64; 3],
    /// Direction of the line.
    pub along: Direction<f64>,
    /// Distance from the outer edge of the outermost strip, m; below 0 on the road and its strips.
    pub beyond_m: f64,
    /// Direction away from the line.
    pub outwards: Vec2<f64>,
}

/// Profile across a track beside the road.
#[derive(Clone, Copy)]
struct Verge {
    grip: f64,
    rolling: f64,
    /// Height over the road's plane, and its rise outwards and along the line.
    height_m: f64,
    outwards: f64,
    along: f64,
    /// Distance from the edge of the road to the outer edge of the strips, m.
    width_m: f64,
}

impl Verge {
    const ROAD: Self =
        Self { grip: 1.0, rolling: 1.0, height_m: 0.0, outwards: 0.0, along: 0.0, width_m: 0.0 };
}

impl Track {
    /// Ground at a position whose place on the track is known.
    pub(crate) fn section(&self, position: &TrackPosition) -> TrackSection {
        let place = position.piece;
        let along_m = position.distance_m - self.piece_m * place as f64;
        // Rounding at the ends of a piece, and distances that wrap around.
        let along_m = Real::clamp(along_m, 0.0, self.piece_m);
        let point = self.on_piece(place, along_m);
        let offset_m = position.lateral_offset_m;
        let left = offset_m >= 0.0;
        let outwards_m = Real::abs(offset_m) - point.widths_m[usize::from(!left)];
        let verge = if outwards_m <= 0.0 {
            Verge::ROAD
        } else {
            self.verge(Side::from_sign(offset_m), place, point.distance_m, outwards_m)
        };
        let along = Direction::at_angle(point.heading_rad);
        let sign = if left { 1.0 } else { -1.0 };
        let road = self.road(place, along_m, &point, offset_m);
        let slopes =
            Vec2 { x: road.slopes.x + verge.along / road.stretch, y: road.slopes.y + sign * verge.outwards };
        TrackSection {
            grip: verge.grip,
            rolling: verge.rolling,
            height_m: road.height_m + verge.height_m,
            rise: slopes.to_parent(along),
            bend: road.bend,
            along,
            beyond_m: outwards_m - verge.width_m,
            outwards: Vec2 { x: 0.0, y: sign }.to_parent(along),
        }
    }

    /// Height of the road itself, which goes on beyond its edges.
    fn road(&self, place: usize, along_m: f64, point: &TrackPoint, offset_m: f64) -> RoadHeight {
        let curvature_1_m = point.curvature_1_m;
        let [banking_rad, banking_1_m, banking_1_m2] = self.pieces[place].banking.at(along_m);
        let tan = Real::tan(banking_rad);
        let secant = 1.0 + tan * tan;
        // First and second derivative of tan(b).
        let tan_1_m = secant * banking_1_m;
        let tan_1_m2 = secant * (banking_1_m2 + 2.0 * tan * banking_1_m * banking_1_m);
        let stretch = Real::max(1.0 - curvature_1_m * offset_m, LEAST_STRETCH);
        let climb = point.grade + offset_m * tan_1_m;
        let along = climb / stretch;
        let change = point.grade_rate_1_m + offset_m * tan_1_m2;
        let along_rate_1_m =
            change / stretch + along * offset_m * self.curvature_rate_1_m2(place, along_m) / stretch;
        RoadHeight {
            height_m: point.height_m + offset_m * tan,
            slopes: Vec2 { x: along, y: tan },
            bend: [
                (along_rate_1_m - curvature_1_m * tan) / stretch,
                (tan_1_m + curvature_1_m * along) / stretch,
                0.0,
            ],
            stretch,
        }
    }

    /// Change of the curvature along the line, 1/m^2.
    fn curvature_rate_1_m2(&self, place: usize, along_m: f64) -> f64 {
        let plan = &self.plan[place];
        let third = |c: &[f64; 6]| 6.0 * c[3] + along_m * (24.0 * c[4] + along_m * 60.0 * c[5]);
        let ([_, x1, _], [_, y1, _]) = (plan.x.at(along_m), plan.y.at(along_m));
        // The line's parameter is its length, so that its speed is 1.
        x1 * third(&plan.y.0) - y1 * third(&plan.x.0)
    }

    /// Profile at a distance from the edge of the road, m, beside a piece.
    fn verge(&self, side: Side, place: usize, distance_m: f64, outwards_m: f64) -> Verge {
        let (mut inner_m, mut height_m, mut along) = (0.0, 0.0, 0.0);
        let mut found = None;
        for strip in self.along.strips_beside(place, side).filter(|strip| strip.is_beside(distance_m)) {
            let [ramp, ramp_1_m] = ramp(strip, distance_m, self.length_m());
            let share = (outwards_m - inner_m) / strip.width_m;
            let [step, slope] = smooth_step(share);
            height_m += ramp * strip.rise_m * step;
            along += ramp_1_m * strip.rise_m * step;
            if share > 0.0 && share <= 1.0 {
                found = Some((strip, ramp * strip.rise_m * slope / strip.width_m));
            }
            inner_m += strip.width_m;
        }
        let (grass_grip, grass_rolling) = StripKind::Grass.friction();
        let (grip, rolling, outwards) = found
            .map_or((grass_grip, grass_rolling, 0.0), |(strip, slope)| (strip.grip, strip.rolling, slope));
        Verge { grip, rolling, height_m, outwards, along, width_m: inner_m }
    }
}

/// Height and rises of the road in the axes of the line.
struct RoadHeight {
    height_m: f64,
    slopes: Vec2<f64>,
    bend: [f64; 3],
    stretch: f64,
}

/// Share of a strip's rise at a distance along the line, and its change: it begins and ends without a step.
fn ramp(strip: &Strip, distance_m: f64, length_m: f64) -> [f64; 2] {
    let ahead_m = |from: f64, to: f64| if to >= from { to - from } else { to - from + length_m };
    let [from, to] = strip.stretch_m;
    let [rise, rise_slope] = smooth_step(ahead_m(from, distance_m) / RAMP_M);
    let [fall, fall_slope] = smooth_step(ahead_m(distance_m, to) / RAMP_M);
    [rise * fall, (rise_slope * fall - rise * fall_slope) / RAMP_M]
}
