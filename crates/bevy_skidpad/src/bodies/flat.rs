//! Ground that is one flat face below a part of a car for a whole step, so that no further ray is needed.

use bevy_math::{DVec3, Vec2, Vec3};

use crate::bodies::solid::{Bounds, EngineRay, Face};

/// Room around the way of a ray in a step, m: for what the car does beyond its velocity at the beginning.
const ROOM_M: f32 = 0.05;

/// Distance behind a face from which on another one is hidden by it, m: above the rounding of their corners.
const BEHIND_M: f64 = 1e-3;

/// The rays of a part of a car in a step: those that begin in a box and, seen along the first one, within a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    /// Box around the rays.
    pub within: Bounds,
    /// Direction of the first ray.
    pub direction: Vec3,
    axes: [Vec3; 2],
    low: Vec2,
    high: Vec2,
}

impl Strip {
    /// Rays like a first one along a way, m.
    pub fn new(first: &EngineRay, way: Vec3) -> Self {
        let direction = *first.direction;
        // Along the way, so that the rectangle is a narrow one.
        let across = way - direction * way.dot(direction);
        let along = across.try_normalize().unwrap_or_else(|| direction.any_orthonormal_vector());
        let axes = [along, direction.cross(along)];
        let seen = |place: Vec3| Vec2::new(axes[0].dot(place), axes[1].dot(place));
        let (begin, end) = (seen(first.from), seen(first.from + way));
        Self {
            within: first.bounds().along(way).grown(ROOM_M),
            direction,
            axes,
            low: begin.min(end) - ROOM_M,
            high: begin.max(end) + ROOM_M,
        }
    }

    /// A place as it is seen along the rays.
    fn seen(&self, place: Vec3) -> Vec2 {
        Vec2::new(self.axes[0].dot(place), self.axes[1].dot(place))
    }

    /// The face that covers the strip and that its rays meet first, of all that may be in their way, with its collider; `None` where there is
    /// none. `faces`: calls its argument with each face and its collider, and returns false where there are other shapes.
    pub fn covered<C: Copy>(
        &self,
        faces: impl FnOnce(&mut dyn FnMut(Face, C)) -> bool,
    ) -> Option<(FlatGround, C)> {
        let (mut covers, mut others) = (FewFaces::none(), FewFaces::none());
        let is_flat = faces(&mut |face, collider| match self.overlap(&face) {
            Overlap::None => {}
            Overlap::Part => others.add(face, collider),
            Overlap::Whole => covers.add(face, collider),
        });
        if !is_flat || covers.is_full() || others.is_full() {
            return None;
        }
        covers.iter().enumerate().find_map(|(place, (face, collider))| {
            let flat = FlatGround::new(self, face)?;
            let below = covers.iter().enumerate().filter(|(other, _)| *other != place);
            let mut below = below.map(|(_, other)| other).chain(others.iter());
            below.all(|(other, _)| flat.hides(other)).then_some((flat, *collider))
        })
    }

    fn overlap(&self, face: &Face) -> Overlap {
        let mut seen = [Vec2::ZERO; 4];
        let corners = face.corners();
        seen.iter_mut().zip(corners).for_each(|(seen, corner)| *seen = self.seen(*corner));
        let seen = &seen[..corners.len()];
        let outline = |of: fn(Vec2, Vec2) -> Vec2| seen.iter().copied().reduce(of).unwrap_or_default();
        if outline(Vec2::min).cmpgt(self.high).any() || outline(Vec2::max).cmplt(self.low).any() {
            return Overlap::None;
        }
        let (middle, half) = (0.5 * (self.low + self.high), 0.5 * (self.high - self.low));
        let edges = || seen.iter().zip(seen.iter().cycle().skip(1)).map(|(from, to)| (*from, *to - *from));
        // Twice the area, whose sign is the sense of the corners.
        let sense = edges().map(|(from, edge)| from.perp_dot(edge)).sum::<f32>();
        let mut is_whole = sense != 0.0;
        for (from, edge) in edges() {
            let inside = sense.signum() * edge.perp_dot(middle - from);
            let reach = half.x * edge.y.abs() + half.y * edge.x.abs();
            if inside < -reach {
                return Overlap::None;
            }
            is_whole &= inside > reach;
        }
        if is_whole { Overlap::Whole } else { Overlap::Part }
    }
}

/// Most faces in the way of a strip of which one is sought that hides the others.
const MOST_FACES: usize = 8;

/// Faces with their colliders, in memory of the stack.
struct FewFaces<C> {
    faces: [Option<(Face, C)>; MOST_FACES],
    count: usize,
}

impl<C: Copy> FewFaces<C> {
    fn none() -> Self {
        Self { faces: [None; MOST_FACES], count: 0 }
    }

    fn add(&mut self, face: Face, collider: C) {
        if let Some(place) = self.faces.get_mut(self.count) {
            *place = Some((face, collider));
        }
        self.count += 1;
    }

    /// Returns true where there was no room for all.
    fn is_full(&self) -> bool {
        self.count > MOST_FACES
    }

    fn iter(&self) -> impl Iterator<Item = &(Face, C)> {
        self.faces.iter().flatten()
    }
}

/// Share of a strip's rectangle that a face covers.
enum Overlap {
    None,
    Part,
    Whole,
}

/// A face that all rays of a strip meet first.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatGround {
    /// A corner of the face, m.
    corner: DVec3,
    /// Its normal against the rays, of length 1.
    pub normal: DVec3,
    /// Box of the strip, m.
    within: [DVec3; 2],
    /// Axes of the strip's rectangle, with its least and largest coordinate along each, m.
    axes: [(DVec3, f64, f64); 2],
}

impl FlatGround {
    fn new(strip: &Strip, face: &Face) -> Option<Self> {
        let [corner, one, other] = [0, 1, 2].map(|index| face.corners()[index].as_dvec3());
        let normal = (one - corner).cross(other - corner).try_normalize()?;
        let towards = if normal.dot(strip.direction.as_dvec3()) > 0.0 { -normal } else { normal };
        let axis = |axis: usize| {
            (strip.axes[axis].as_dvec3(), f64::from(strip.low[axis]), f64::from(strip.high[axis]))
        };
        Some(Self {
            corner,
            normal: towards,
            within: [strip.within.low, strip.within.high].map(|corner| corner.as_dvec3()),
            axes: [axis(0), axis(1)],
        })
    }

    /// Returns true where all of another face is behind this one, so that rays meet this one first.
    fn hides(&self, other: &Face) -> bool {
        let height_m = |corner: &Vec3| self.normal.dot(corner.as_dvec3() - self.corner);
        other.corners().iter().all(|corner| height_m(corner) < -BEHIND_M)
    }

    /// Returns true for a place in the box of the strip that is seen in its rectangle.
    #[inline]
    fn has(&self, place: DVec3) -> bool {
        let is_seen = |(axis, low, high): &(DVec3, f64, f64)| (*low..=*high).contains(&axis.dot(place));
        let [low, high] = self.within;
        low.cmple(place).all() && place.cmple(high).all() && self.axes.iter().all(is_seen)
    }

    /// Distance at which a ray of some length meets the face, m; `None` for one that is none of the strip's, or ends before.
    #[inline]
    pub fn distance_m(&self, from: DVec3, direction: DVec3, reach_m: f64) -> Option<f64> {
        let approach = -self.normal.dot(direction);
        let distance_m = self.normal.dot(from - self.corner) / approach;
        let is_met = approach > 0.0 && (0.0..=reach_m).contains(&distance_m);
        (is_met && self.has(from) && self.has(from + direction * distance_m)).then_some(distance_m)
    }
}

#[cfg(test)]
mod tests {
    use bevy_math::{Dir3, Vec3};

    use super::{EngineRay, Face, FlatGround, Strip};

    fn down(from: Vec3) -> EngineRay {
        EngineRay { from, direction: Dir3::NEG_Y, reach_m: 2.0 }
    }

    fn met(flat: &FlatGround, ray: &EngineRay) -> Option<f64> {
        flat.distance_m(ray.from.as_dvec3(), ray.direction.as_dvec3(), f64::from(ray.reach_m))
    }

    fn triangle(corners: [[f32; 3]; 3]) -> Face {
        Face::Triangle(corners.map(Vec3::from))
    }

    /// A floor of two triangles that meet along x = z, and what lies on it.
    fn ground(strip: &Strip, others: &[Face]) -> Option<FlatGround> {
        let floor = [
            triangle([[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 9.0]]),
            triangle([[-9.0, 0.0, -9.0], [9.0, 0.0, 9.0], [9.0, 0.0, -9.0]]),
        ];
        let covered = strip.covered(|found| {
            floor.iter().for_each(|face| found(*face, "floor"));
            others.iter().for_each(|face| found(*face, "other"));
            true
        });
        covered.filter(|(_, collider)| *collider == "floor").map(|(flat, _)| flat)
    }

    #[test]
    fn one_face_is_the_ground_of_all_rays_on_the_way() {
        let (first, way) = (down(Vec3::new(-3.0, 0.6, 2.0)), Vec3::new(0.3, 0.0, 0.0));
        let flat = ground(&Strip::new(&first, way), &[]).expect("one triangle");
        for ahead_m in [0.0, 0.2, 0.34] {
            let ray = down(first.from + Vec3::X * ahead_m);
            assert_eq!(met(&flat, &ray), Some(f64::from(0.6_f32)), "{ahead_m}");
        }
        for beyond in [Vec3::X * 0.36, Vec3::X * -0.06, Vec3::Z * 0.06, Vec3::Y * 0.06] {
            assert_eq!(met(&flat, &down(first.from + beyond)), None, "{beyond}");
        }
        let short = EngineRay { reach_m: 0.5, ..first };
        assert_eq!(met(&flat, &short), None);
    }

    #[test]
    fn what_comes_into_the_way_needs_rays() {
        let (first, way) = (down(Vec3::new(-3.0, 0.6, 2.0)), Vec3::new(0.3, 0.0, 0.0));
        let strip = Strip::new(&first, way);
        // A thin strip across the way, and one beside it.
        let across = |x_m: f32| triangle([[x_m, 0.05, 0.0], [x_m + 0.01, 0.05, 0.0], [x_m, 0.05, 4.0]]);
        assert!(ground(&strip, &[across(-2.9)]).is_none());
        assert!(ground(&strip, &[across(-2.5)]).is_some());
        // Where both triangles of the floor are in the way, and beyond the edge of the floor.
        let over_both = Strip::new(&down(Vec3::new(-0.1, 0.6, 0.0)), way);
        assert!(ground(&over_both, &[]).is_none());
        assert!(ground(&Strip::new(&down(Vec3::new(-8.9, 0.6, 0.0)), -way), &[]).is_none());
        // A shape that is not flat.
        assert!(strip.covered(|_: &mut dyn FnMut(Face, ())| false).is_none());
    }

    #[test]
    fn the_upper_one_of_faces_is_the_ground() {
        let strip = Strip::new(&down(Vec3::new(-3.0, 0.6, 2.0)), Vec3::new(0.3, 0.0, 0.0));
        let at =
            |height_m: f32| triangle([[-9.0, height_m, -9.0], [-9.0, height_m, 9.0], [9.0, height_m, 9.0]]);
        let found = |heights_m: [f32; 3]| {
            let covered = strip.covered(|found| {
                heights_m.iter().for_each(|height_m| found(at(*height_m), *height_m));
                true
            });
            covered.map(|(_, height_m)| height_m)
        };
        assert_eq!(found([0.0, 0.3, 0.1]), Some(0.3));
        assert_eq!(found([0.3, 0.1, 0.0]), Some(0.3));
        assert_eq!(found([0.3, 0.3, 0.0]), None, "two at one place");
        // A strip below the floor is hidden, one through it is not.
        let through =
            |low_m: f32, high_m: f32| triangle([[-3.0, low_m, 1.9], [-2.9, low_m, 1.9], [-2.9, high_m, 2.1]]);
        assert!(ground(&strip, &[through(-0.3, -0.1)]).is_some());
        assert!(ground(&strip, &[through(-0.3, 0.1)]).is_none());
    }
}
