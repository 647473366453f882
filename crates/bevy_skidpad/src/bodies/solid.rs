//! Colliders as rays and flat ground see them: shapes at their places, and their faces.

use bevy_math::{DVec3, Dir3, Vec3};

/// A ray in an engine's world, along Bevy's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineRay {
    pub from: Vec3,
    pub direction: Dir3,
    pub reach_m: f32,
}

impl EngineRay {
    /// Point at a distance, m: from the ray as the engine had it, so that its rounding does not move the ground.
    pub fn at(&self, distance_m: f32) -> DVec3 {
        self.from.as_dvec3() + self.direction.as_dvec3() * f64::from(distance_m)
    }

    /// Box around the ray.
    pub fn bounds(&self) -> Bounds {
        let end = self.from + *self.direction * self.reach_m;
        Bounds { low: self.from.min(end), high: self.from.max(end) }
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub low: Vec3,
    pub high: Vec3,
}

impl Bounds {
    /// The box around all places between this one and the one at which it is after a way.
    pub fn along(&self, way: Vec3) -> Self {
        Self { low: self.low.min(self.low + way), high: self.high.max(self.high + way) }
    }

    /// The box with room on all sides, m.
    pub fn grown(&self, room_m: f32) -> Self {
        Self { low: self.low - room_m, high: self.high + room_m }
    }

    pub fn contains(&self, place: Vec3) -> bool {
        self.low.cmple(place).all() && place.cmple(self.high).all()
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

/// A flat face: the corners of a convex polygon, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Face {
    Triangle([Vec3; 3]),
    Quadrangle([Vec3; 4]),
}

impl Face {
    pub fn corners(&self) -> &[Vec3] {
        match self {
            Self::Triangle(corners) => corners,
            Self::Quadrangle(corners) => corners,
        }
    }
}

/// A shape of an engine at its place.
pub(super) trait Solid {
    /// Distance and normal of the first face that a ray meets, also from within.
    fn cast(&self, ray: &EngineRay) -> Option<(f32, Vec3)>;

    fn bounds(&self) -> Bounds;

    /// Calls `found` with each face that may meet a box and that a ray of a direction may meet from outside; others may be among them. Returns
    /// false for a shape that is not made of flat faces.
    fn faces(&self, within: &Bounds, direction: Vec3, found: &mut dyn FnMut(Face)) -> bool;
}

/// Sides of a box: the axis across each, and the sign along it.
pub(super) const SIDES: [(usize, f32); 6] = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)];

/// Corners of a side of a box about the origin.
pub(super) fn side(half_m: Vec3, axis: usize, sign: f32) -> [Vec3; 4] {
    [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|[one, other]| {
        let mut corner = Vec3::ZERO;
        corner[axis] = sign * half_m[axis];
        corner[(axis + 1) % 3] = one * half_m[(axis + 1) % 3];
        corner[(axis + 2) % 3] = other * half_m[(axis + 2) % 3];
        corner
    })
}

/// Implements [`Solid`] for a type with the methods `shape` and `pose` of an engine's own version of Parry.
macro_rules! solid_by_parry {
    ($solid:ty, $parry:path) => {
        const _: () = {
            use $parry as parry;

            impl $crate::bodies::solid::Solid for $solid {
                fn cast(&self, ray: &$crate::bodies::solid::EngineRay) -> Option<(f32, bevy_math::Vec3)> {
                    let cast = parry::query::Ray::new(ray.from, *ray.direction);
                    let hit =
                        self.shape().cast_ray_and_get_normal(&self.pose(), &cast, ray.reach_m, false)?;
                    Some((hit.time_of_impact, hit.normal))
                }

                fn bounds(&self) -> $crate::bodies::solid::Bounds {
                    let bounds = self.shape().compute_aabb(&self.pose());
                    $crate::bodies::solid::Bounds { low: bounds.mins, high: bounds.maxs }
                }

                fn faces(
                    &self,
                    within: &$crate::bodies::solid::Bounds,
                    direction: bevy_math::Vec3,
                    found: &mut dyn FnMut($crate::bodies::solid::Face),
                ) -> bool {
                    use $crate::bodies::solid::{Face, SIDES, side};
                    let pose = self.pose();
                    let own = parry::bounding_volume::Aabb::new(within.low, within.high);
                    let own = own.transform_by(&pose.inverse());
                    let mut triangle = |triangle: &parry::shape::Triangle| {
                        found(Face::Triangle(
                            [triangle.a, triangle.b, triangle.c].map(|corner| pose * corner),
                        ));
                    };
                    match self.shape().as_typed_shape() {
                        parry::shape::TypedShape::HeightField(field) => {
                            field.map_elements_in_local_aabb(&own, &mut |_, element| triangle(element));
                        }
                        parry::shape::TypedShape::TriMesh(mesh) => {
                            mesh.bvh().intersect_aabb(&own).for_each(|index| triangle(&mesh.triangle(index)));
                        }
                        parry::shape::TypedShape::Cuboid(cuboid) => {
                            let ahead = pose.rotation.inverse() * direction;
                            for (axis, sign) in
                                SIDES.into_iter().filter(|(axis, sign)| sign * ahead[*axis] < 0.0)
                            {
                                let corners = side(cuboid.half_extents, axis, sign);
                                found(Face::Quadrangle(corners.map(|corner| pose * corner)));
                            }
                        }
                        _ => return false,
                    }
                    true
                }
            }
        };
    };
}

pub(super) use solid_by_parry;
