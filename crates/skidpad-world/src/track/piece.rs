//! A piece of a line: a polynomial of the fifth degree in the distance along it, by what it is at both ends.

use skidpad_core::math::Real;

/// Number of coefficients.
pub(super) const TERMS: usize = 6;

/// Value, first and second derivative with respect to the distance.
pub(super) type Jet = [f64; 3];

/// A number along a piece: c0 + c1 d + ... + c5 d^5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quintic(pub [f64; TERMS]);

impl Quintic {
    /// The one with these ends, a distance apart: position, direction and curvature go on from piece to piece.
    pub fn between(from: Jet, to: Jet, length_m: f64) -> Self {
        let [p, v, a] = from;
        let l = length_m;
        // What a parabola from the beginning leaves at the end.
        let rest = to[0] - (p + l * (v + 0.5 * l * a));
        let slope = (to[1] - (v + l * a)) * l;
        let bend = (to[2] - a) * l * l;
        let third = 10.0 * rest - 4.0 * slope + 0.5 * bend;
        let fourth = -15.0 * rest + 7.0 * slope - bend;
        let fifth = 6.0 * rest - 3.0 * slope + 0.5 * bend;
        let cube = l * l * l;
        Self([p, v, 0.5 * a, third / cube, fourth / (cube * l), fifth / (cube * l * l)])
    }

    /// Value, first and second derivative at a distance from the beginning.
    pub fn at(&self, d: f64) -> Jet {
        jet(&self.0, d)
    }
}

/// Value, first and second derivative of c0 + c1 d + ... + c5 d^5.
#[inline(always)]
pub(super) fn jet<R: Real>(c: &[R; TERMS], d: R) -> [R; 3] {
    let [c0, c1, c2, c3, c4, c5] = *c;
    let times = R::lit;
    [
        c0 + d * (c1 + d * (c2 + d * (c3 + d * (c4 + d * c5)))),
        c1 + d * (times(2.0) * c2 + d * (times(3.0) * c3 + d * (times(4.0) * c4 + d * times(5.0) * c5))),
        times(2.0) * c2 + d * (times(6.0) * c3 + d * (times(12.0) * c4 + d * times(20.0) * c5)),
    ]
}
