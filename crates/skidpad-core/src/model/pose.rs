//! Position and attitude of a body in the world.

use crate::math::Real;
use crate::surface::Surface;

/// Position and attitude in the world frame (ISO 8855: x forward at heading 0, y left, z up).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<R> {
    /// x, y, z, m.
    pub position_m: [R; 3],
    /// w, x, y, z: turns the body's axes into the world's.
    pub quaternion: [R; 4],
}

impl<R: Real> Pose<R> {
    /// A pose on a road that is a plane, from position and heading in the road's axes.
    ///
    /// The road's axes are the world's, turned nose up by the slope and then to the right side down
    /// by the bank; the vehicle turns in them by its heading.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn on_road(position_m: [R; 2], yaw_rad: R, road: &Surface<R>) -> Self {
        let [x, y] = position_m;
        let (slope_sin, slope_cos) = road.slope_rad.sin_cos();
        let (bank_sin, bank_cos) = road.bank_rad.sin_cos();
        let half = R::lit(0.5);
        // Nose up is a negative rotation about y.
        let (sy, cy) = (-(half * road.slope_rad)).sin_cos();
        let (sx, cx) = (half * road.bank_rad).sin_cos();
        let (sz, cz) = (half * yaw_rad).sin_cos();
        // The product of the rotations about y, x and z.
        Self {
            position_m: [
                x * slope_cos - y * slope_sin * bank_sin,
                y * bank_cos,
                x * slope_sin + y * slope_cos * bank_sin,
            ],
            quaternion: [
                cy * cx * cz + sy * sx * sz,
                cy * sx * cz + sy * cx * sz,
                sy * cx * cz - cy * sx * sz,
                cy * cx * sz - sy * sx * cz,
            ],
        }
    }

    /// The pose of a body in space: lifted off its road along the road's normal, and turned by a unit quaternion (w, x, y, z) about
    /// the axes of this pose.
    ///
    /// ```
    /// use skidpad_core::model::Pose;
    /// use skidpad_core::surface::Surface;
    /// let on_road = Pose::on_road([1.0, 2.0], 0.0, &Surface::<f64>::asphalt());
    /// let on_its_roof = on_road.tilted(1.3, [0.0, 1.0, 0.0, 0.0]);
    /// assert_eq!(on_its_roof.position_m, [1.0, 2.0, 1.3]);
    /// assert_eq!(on_its_roof.to_world([0.0, 0.0, 1.0]), [0.0, 0.0, -1.0]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tilted(&self, height_m: R, [tw, tx, ty, tz]: [R; 4]) -> Self {
        let [w, x, y, z] = self.quaternion;
        let normal = self.to_world([R::zero(), R::zero(), height_m]);
        let [px, py, pz] = self.position_m;
        Self {
            position_m: [px + normal[0], py + normal[1], pz + normal[2]],
            quaternion: [
                w * tw - x * tx - y * ty - z * tz,
                w * tx + x * tw + y * tz - z * ty,
                w * ty + y * tw + z * tx - x * tz,
                w * tz + z * tw + x * ty - y * tx,
            ],
        }
    }

    /// The pose of a body on springs or on two wheels: lifted off its road, and turned by its pitch (nose down)
    /// and then its roll (right side down), both about its own axes.
    ///
    /// ```
    /// use skidpad_core::model::Pose;
    /// use skidpad_core::surface::Surface;
    /// let pose = Pose::on_road([1.0, 2.0], 0.0, &Surface::asphalt()).on_springs(0.1, 0.0, 0.2);
    /// assert_eq!(pose.position_m, [1.0, 2.0, 0.1]);
    /// assert!((pose.quaternion[2] - 0.1_f64.sin()).abs() < 1e-15); // half the angle, about the left axis
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn on_springs(&self, heave_m: R, roll_rad: R, pitch_rad: R) -> Self {
        let (half, two) = (R::lit(0.5), R::lit(2.0));
        let [w, x, y, z] = self.quaternion;
        let [px, py, pz] = self.position_m;
        // The road's normal is the third column of the turning matrix.
        let normal = [two * (x * z + w * y), two * (y * z - w * x), R::one() - two * (x * x + y * y)];
        let (sp, cp) = (half * pitch_rad).sin_cos();
        let (sr, cr) = (half * roll_rad).sin_cos();
        let (w, x, y, z) = (w * cp - y * sp, x * cp - z * sp, y * cp + w * sp, z * cp + x * sp);
        Self {
            position_m: [px + heave_m * normal[0], py + heave_m * normal[1], pz + heave_m * normal[2]],
            quaternion: [w * cr - x * sr, x * cr + w * sr, y * cr + z * sr, z * cr - y * sr],
        }
    }

    /// Components in the world of a vector whose components are given in the body's frame.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_world(&self, vector: [R; 3]) -> [R; 3] {
        rotated(self.quaternion, vector)
    }

    /// Components in the body's frame of a vector whose components are given in the world: the inverse of
    /// [`to_world`](Self::to_world).
    ///
    /// ```
    /// use skidpad_core::model::Pose;
    /// use skidpad_core::surface::Surface;
    /// // A body that heads along the world's y axis has the world's x axis on its right.
    /// let pose = Pose::on_road([0.0, 0.0], core::f64::consts::FRAC_PI_2, &Surface::asphalt());
    /// let [_, left, _] = pose.to_body([1.0, 0.0, 0.0]);
    /// assert!((left + 1.0).abs() < 1e-15);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_body(&self, vector: [R; 3]) -> [R; 3] {
        let [w, x, y, z] = self.quaternion;
        rotated([w, -x, -y, -z], vector)
    }

    /// The point of the body's frame at a place in the world.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn point_in_body(&self, place_m: [R; 3]) -> [R; 3] {
        let [x, y, z] = place_m;
        let [from_x, from_y, from_z] = self.position_m;
        self.to_body([x - from_x, y - from_y, z - from_z])
    }
}

/// A vector turned by a unit quaternion: v + 2 w (q x v) + 2 q x (q x v), with w the quaternion's scalar part and q its
/// vector part.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rotated<R: Real>([w, x, y, z]: [R; 4], [vx, vy, vz]: [R; 3]) -> [R; 3] {
    let axis = [x, y, z];
    let once = cross(axis, [vx, vy, vz]);
    let twice = cross(axis, once);
    let two = R::lit(2.0);
    [
        vx + two * (w * once[0] + twice[0]),
        vy + two * (w * once[1] + twice[1]),
        vz + two * (w * once[2] + twice[2]),
    ]
}

/// Vector product.
#[cfg_attr(not(debug_assertions), inline(always))]
fn cross<R: Real>([x, y, z]: [R; 3], [a, b, c]: [R; 3]) -> [R; 3] {
    [y * c - z * b, z * a - x * c, x * b - y * a]
}
