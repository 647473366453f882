//! Cars as solids for pictures: convex parts, a direction of view, and which faces are seen from there.
//!
//! ```
//! use skidpad_app::solid::{CarSolid, ViewAxes};
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_world::scene::Scene;
//!
//! let scene = Scene::straight();
//! let drive = Drive::new(scene.clone(), &Choice::preset("spatial", "boxster-s").unwrap()).unwrap();
//! let player = drive.player();
//! let solid = CarSolid::new(player, &player.drawn(1.0), &scene).expect("a car in space");
//! // On its wheels its roof is seen from above, and not its floor.
//! let seen: Vec<_> = solid.body.seen_from(&ViewAxes::ABOVE).map(|face| face.material).collect();
//! assert!(!seen.contains(&skidpad_app::solid::Material::Floor));
//! ```

mod car;
mod hull;

#[cfg(feature = "panels")]
pub(crate) use car::BODY;
pub use car::CarSolid;
pub use hull::hull;

use skidpad_core::math::Real;

/// Direction of view of a picture without perspective: unit vectors along the road's axes, each across the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAxes {
    /// To the right in the picture.
    pub right: [f64; 3],
    /// Upwards in the picture.
    pub up: [f64; 3],
    /// Towards the eye.
    pub towards: [f64; 3],
}

/// Cosine of the angle between a face's normal and the direction to the eye below which the face is edge-on.
const EDGE_ON: f64 = 0.02;

/// Scalar product.
pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl ViewAxes {
    /// From above, the x axis to the right.
    pub const ABOVE: Self = Self { right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0], towards: [0.0, 0.0, 1.0] };

    /// From the left of a heading, rad, which points to the right.
    pub fn from_left(heading_rad: f64) -> Self {
        let (sin, cos) = Real::sin_cos(heading_rad);
        Self { right: [cos, sin, 0.0], up: [0.0, 0.0, 1.0], towards: [-sin, cos, 0.0] }
    }

    /// From behind along a heading, rad.
    pub fn from_behind(heading_rad: f64) -> Self {
        let (sin, cos) = Real::sin_cos(heading_rad);
        Self { right: [sin, -cos, 0.0], up: [0.0, 0.0, 1.0], towards: [-cos, -sin, 0.0] }
    }

    /// Place of a point in the picture: to the right and upwards, m.
    pub fn at(&self, point_m: [f64; 3]) -> [f64; 2] {
        [dot(self.right, point_m), dot(self.up, point_m)]
    }
}

/// Material of a face, by which it has its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Painted side.
    Side,
    /// Painted top: bonnet and boot.
    Top,
    /// Underside.
    Floor,
    /// Windscreen.
    Windscreen,
    /// Other windows.
    Glass,
    /// Roof.
    Roof,
    /// Side of a wheel.
    Rim,
    /// Tread of a tyre.
    Tread,
}

/// A plane face: its corners counter-clockwise as seen from outside, m.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Corners.
    pub corners_m: Vec<[f64; 3]>,
    /// Material.
    pub material: Material,
}

impl Face {
    /// Outward normal of length 1, by Newell's sum over the edges; of length 0 for a face without area.
    pub fn normal(&self) -> [f64; 3] {
        let corners = &self.corners_m;
        let mut sum = [0.0; 3];
        for (index, [x, y, z]) in corners.iter().enumerate() {
            let [next_x, next_y, next_z] = corners[(index + 1) % corners.len()];
            sum[0] += (y - next_y) * (z + next_z);
            sum[1] += (z - next_z) * (x + next_x);
            sum[2] += (x - next_x) * (y + next_y);
        }
        let length = Real::sqrt(dot(sum, sum));
        if length > 0.0 { sum.map(|component| component / length) } else { [0.0; 3] }
    }
}

/// A convex part: the faces that are seen from a direction do not hide each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// All faces.
    pub faces: Vec<Face>,
}

impl Part {
    /// Part between two outlines of as many corners, counter-clockwise as seen from the second, which lies further along the
    /// axis: the faces of the ends and those between them.
    pub fn between(
        ends: [&[[f64; 3]]; 2],
        materials: [Material; 2],
        side: impl Fn(usize) -> Material,
    ) -> Self {
        let [first, second] = ends;
        let count = first.len();
        let ring = (0..count).map(|index| {
            let next = (index + 1) % count;
            let corners_m = vec![first[index], first[next], second[next], second[index]];
            Face { corners_m, material: side(index) }
        });
        let end = |corners_m: Vec<[f64; 3]>, material| Face { corners_m, material };
        let mut faces: Vec<Face> = ring.collect();
        faces.push(end(first.iter().rev().copied().collect(), materials[0]));
        faces.push(end(second.to_vec(), materials[1]));
        Self { faces }
    }

    /// The part with its points moved.
    #[must_use]
    pub fn moved(mut self, place: impl Fn([f64; 3]) -> [f64; 3]) -> Self {
        let corners = self.faces.iter_mut().flat_map(|face| &mut face.corners_m);
        corners.for_each(|corner| *corner = place(*corner));
        self
    }

    /// Faces that are turned towards the eye. Those that are nearly edge-on are left out: they have no area on a screen, and their
    /// corners coincide.
    pub fn seen_from<'a>(&'a self, view: &ViewAxes) -> impl Iterator<Item = &'a Face> + use<'a> {
        let towards = view.towards;
        self.faces.iter().filter(move |face| dot(face.normal(), towards) > EDGE_ON)
    }

    /// All corners, m: each as often as faces have it.
    pub fn corners_m(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        self.faces.iter().flat_map(|face| face.corners_m.iter().copied())
    }
}

#[cfg(test)]
mod tests;
