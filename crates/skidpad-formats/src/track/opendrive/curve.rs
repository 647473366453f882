//! Curves of a plan view in their own frame: u along the heading at their beginning, v to the left.

use skidpad_core::math::Real;
use skidpad_world::track::{Segment, trace};

/// Steps by which a parameter is followed along a polynomial curve between two places.
const STEPS: usize = 4;
/// Pieces of Gauss' rule for the length of a polynomial curve.
const PIECES: usize = 64;
/// Half width and nodes of Gauss' rule of two points, over [-1, 1].
const GAUSS: [f64; 2] = [-0.577_350_269_189_625_8, 0.577_350_269_189_625_8];
/// Speed along a polynomial curve below which it has no direction.
const SLOWEST: f64 = 1e-9;

/// Shape of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// A straight.
    Line,
    /// An arc by its curvature, or a spiral by those at its ends, 1/m, positive to the left.
    Spiral([f64; 2]),
    /// v as a cubic polynomial of u.
    Cubic([f64; 4]),
    /// u and v as cubic polynomials of a parameter.
    Parametric { u: [f64; 4], v: [f64; 4], is_normalized: bool },
}

/// A place on a curve, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub position_m: [f64; 2],
    pub heading_rad: f64,
}

/// Value and slope of a polynomial.
fn poly([a, b, c, d]: [f64; 4], p: f64) -> [f64; 2] {
    [a + p * (b + p * (c + p * d)), b + p * (2.0 * c + p * 3.0 * d)]
}

impl Shape {
    /// Places at ascending distances along the curve of a length, from 0 on.
    pub fn places(&self, distances_m: &[f64], length_m: f64) -> Vec<Placed> {
        match *self {
            Self::Line => distances_m
                .iter()
                .map(|along_m| Placed { position_m: [*along_m, 0.0], heading_rad: 0.0 })
                .collect(),
            Self::Spiral(curvatures_1_m) => spiral(Segment { length_m, curvatures_1_m }, distances_m),
            Self::Cubic(v) => {
                let u = [0.0, 1.0, 0.0, 0.0];
                Parametric { u, v }.places(distances_m, 1.0)
            }
            Self::Parametric { u, v, is_normalized } => {
                let curve = Parametric { u, v };
                if is_normalized {
                    // The distance is that along the curve: the parameter follows it.
                    let whole_m = curve.length_m(1.0);
                    return curve.places(distances_m, whole_m / length_m);
                }
                distances_m.iter().map(|along_m| curve.at(*along_m)).collect()
            }
        }
    }

    /// Largest curvature, about, 1/m.
    pub fn curvature_1_m(&self, length_m: f64) -> f64 {
        let largest = |numbers: [f64; 2]| Real::max(Real::abs(numbers[0]), Real::abs(numbers[1]));
        match *self {
            Self::Line => 0.0,
            Self::Spiral(curvatures) => largest(curvatures),
            Self::Cubic(_) | Self::Parametric { .. } => {
                const PLACES: usize = 33;
                let distances: Vec<f64> =
                    (0..=PLACES).map(|place| length_m * place as f64 / PLACES as f64).collect();
                let places = self.places(&distances, length_m);
                let turned = places.windows(2).map(|pair| {
                    let turned = pair[1].heading_rad - pair[0].heading_rad;
                    let (sin, cos) = Real::sin_cos(turned);
                    Real::abs(Real::atan2(sin, cos))
                });
                turned.fold(0.0, Real::max) * PLACES as f64 / length_m
            }
        }
    }

    /// Length of a normalised parametric curve by its polynomials, m.
    pub fn own_length_m(&self) -> Option<f64> {
        match *self {
            Self::Parametric { u, v, is_normalized: true } => Some(Parametric { u, v }.length_m(1.0)),
            _ => None,
        }
    }
}

/// Places on a spiral: traced from each to the next.
fn spiral(whole: Segment, distances_m: &[f64]) -> Vec<Placed> {
    let [from, to] = whole.curvatures_1_m;
    let curvature = |along_m: f64| from + (to - from) * along_m / whole.length_m;
    let mut here = Placed { position_m: [0.0; 2], heading_rad: 0.0 };
    let mut last_m = 0.0;
    let mut places = Vec::with_capacity(distances_m.len());
    for along_m in distances_m {
        let length_m = along_m - last_m;
        if length_m > 0.0 {
            let curvatures_1_m = [curvature(last_m), curvature(*along_m)];
            // Gauss' rule is exact to 1e-8 where a piece turns by less than half a radian: a quarter of it on the way.
            let end = trace(
                here.position_m,
                here.heading_rad,
                &[Segment { length_m, curvatures_1_m }],
                0.25 * length_m,
            );
            let end = end[end.len() - 1];
            here = Placed { position_m: end.position_m, heading_rad: end.heading_rad };
            last_m = *along_m;
        }
        places.push(here);
    }
    places
}

/// A curve by two polynomials of a parameter.
struct Parametric {
    u: [f64; 4],
    v: [f64; 4],
}

impl Parametric {
    fn at(&self, p: f64) -> Placed {
        let ([u, u1], [v, v1]) = (poly(self.u, p), poly(self.v, p));
        Placed { position_m: [u, v], heading_rad: Real::atan2(v1, u1) }
    }

    /// Length along the curve for each step of the parameter.
    fn speed(&self, p: f64) -> f64 {
        Real::max(Real::hypot(poly(self.u, p)[1], poly(self.v, p)[1]), SLOWEST)
    }

    /// Length from the parameter 0 to another, m.
    fn length_m(&self, to: f64) -> f64 {
        let half = 0.5 * to / PIECES as f64;
        let piece = |place: usize| {
            let middle = half * (2 * place + 1) as f64;
            GAUSS.iter().map(|at| half * self.speed(middle + half * at)).sum::<f64>()
        };
        (0..PIECES).map(piece).sum()
    }

    /// Places at ascending distances, of which each unit is `scale` units along the curve: the parameter is followed by
    /// Runge and Kutta's rule of the fourth order.
    fn places(&self, distances_m: &[f64], scale: f64) -> Vec<Placed> {
        let (mut p, mut last_m) = (0.0, 0.0);
        let mut places = Vec::with_capacity(distances_m.len());
        for along_m in distances_m {
            let step = scale * (along_m - last_m) / STEPS as f64;
            for _ in 0..STEPS {
                let rate = |p: f64| step / self.speed(p);
                let one = rate(p);
                let two = rate(p + 0.5 * one);
                let three = rate(p + 0.5 * two);
                let four = rate(p + three);
                p += (one + 2.0 * (two + three) + four) / 6.0;
            }
            last_m = *along_m;
            places.push(self.at(p));
        }
        places
    }
}
