//! What of a car's articulated inertia is the same at all travels of its wheels; derived in [`inertia`](super::inertia).

use crate::math::{Real, Vec3};
use crate::record_of_parts;

/// A symmetric matrix, by its six components. Of moments of inertia those off the diagonal are the negative products of inertia: xy is the
/// integral of -x y dm.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Symmetric<R> {
    /// Row x, column x.
    pub xx: R,
    /// Row y, column y.
    pub yy: R,
    /// Row z, column z.
    pub zz: R,
    /// Row x, column y.
    pub xy: R,
    /// Row x, column z.
    pub xz: R,
    /// Row y, column z.
    pub yz: R,
}

record_of_parts!([R: Real] Symmetric<R> { xx: R, yy: R, zz: R, xy: R, xz: R, yz: R });

impl<R: Real> Symmetric<R> {
    /// On the diagonal alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn diagonal(xx: R, yy: R, zz: R) -> Self {
        let zero = R::zero();
        Self { xx, yy, zz, xy: zero, xz: zero, yz: zero }
    }

    /// With a multiple of v v^T besides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn plus_square(&self, factor: R, v: Vec3<R>) -> Self {
        let scaled = v.scale(factor);
        Self {
            xx: self.xx + scaled.x * v.x,
            yy: self.yy + scaled.y * v.y,
            zz: self.zz + scaled.z * v.z,
            xy: self.xy + scaled.x * v.y,
            xz: self.xz + scaled.x * v.z,
            yz: self.yz + scaled.y * v.z,
        }
    }

    /// With a mass at a place besides: m (|r|^2 1 - r r^T).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn plus_mass(&self, mass: R, r: Vec3<R>) -> Self {
        let square = mass * r.norm_squared();
        let all = Self { xx: self.xx + square, yy: self.yy + square, zz: self.zz + square, ..*self };
        all.plus_square(-mass, r)
    }

    /// Times a vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn times(&self, v: Vec3<R>) -> Vec3<R> {
        Vec3 {
            x: self.xx * v.x + self.xy * v.y + self.xz * v.z,
            y: self.xy * v.x + self.yy * v.y + self.yz * v.z,
            z: self.xz * v.x + self.yz * v.y + self.zz * v.z,
        }
    }

    /// The inverse, by cofactors, of a positive definite matrix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn inverse(&self) -> Self {
        let Self { xx, yy, zz, xy, xz, yz } = *self;
        let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy);
        let inverse = R::one() / (xx * a + xy * b + xz * c);
        Self {
            xx: inverse * a,
            xy: inverse * b,
            xz: inverse * c,
            yy: inverse * (xx * zz - xz * xz),
            yz: inverse * (xy * xz - xx * yz),
            zz: inverse * (xx * yy - xy * xy),
        }
    }
}

/// A matrix by its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<R> {
    pub x: Vec3<R>,
    pub y: Vec3<R>,
    pub z: Vec3<R>,
}

/// Parts of the articulated inertia that are the same at all travels: wheels slide along their paths, so that the moments of these
/// about O stay the same.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct FreedWheels<R> {
    /// Inverse of the first block.
    pub(super) per_force: Symmetric<R>,
    /// Rows of the sum of u t b^T.
    pub(super) coupling: [R; 9],
    /// Sum of u b b^T.
    pub(super) freed: Symmetric<R>,
}

record_of_parts!([R: Real] FreedWheels<R> { per_force: Symmetric<R>, coupling: [R; 9], freed: Symmetric<R> });

/// A wheel's path.
pub(super) struct PathOfWheel<R> {
    /// Way per travel.
    pub path: Vec3<R>,
    /// Its moment about O, m.
    pub lever_m: Vec3<R>,
    /// Mass of the wheel over the square of the path, kg.
    pub along_kg: R,
}

impl<R: Real> FreedWheels<R> {
    /// The parts of a car of a mass, kg, with these wheels.
    pub(super) fn new(m: R, wheels: &[PathOfWheel<R>; 4]) -> Self {
        let zero = R::zero();
        let (mut mass, mut freed) = (Symmetric::diagonal(m, m, m), Symmetric::diagonal(zero, zero, zero));
        let mut coupling = [zero; 9];
        for wheel in wheels {
            let PathOfWheel { path, lever_m: lever, along_kg } = *wheel;
            mass = mass.plus_square(-along_kg, path);
            freed = freed.plus_square(along_kg, lever);
            let (t, b) = ([path.x, path.y, path.z], [lever.x, lever.y, lever.z]);
            for place in 0..9 {
                coupling[place] += along_kg * t[place % 3] * b[place / 3];
            }
        }
        Self { per_force: mass.inverse(), coupling, freed }
    }
}

impl<R: Real> Matrix<R> {
    /// Times a vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn times(&self, v: Vec3<R>) -> Vec3<R> {
        (self.x.scale(v.x) + self.y.scale(v.y)) + self.z.scale(v.z)
    }
    /// The transpose times a vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn transposed_times(&self, v: Vec3<R>) -> Vec3<R> {
        Vec3 { x: self.x.dot(v), y: self.y.dot(v), z: self.z.dot(v) }
    }
}
