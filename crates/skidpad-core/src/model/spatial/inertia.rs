//! Masses in motion: the momentum of the car, and its accelerations under forces.
//!
//! The car is a rigid body with four wheels, each a mass m at r = r_0 + t e that slides along the path t of its suspension with the
//! travel e. With the velocity v of the body's reference point O, its angular velocity w, and S = sum m t e the first moment of all
//! masses about O, which is the centre of mass at rest,
//!
//! P = M v + w x S + sum m t e',
//! L_O = S x v + I w + sum m (r x t) e' + h,
//!
//! with the moment of inertia I of all masses and h = sum I_w omega a the angular momentum of the wheels' spins omega about their axles
//! a. Newton's and Euler's equations of the whole and of each wheel along its path are
//!
//! dP/dt = F, dL_O/dt = M_O - v x P, m t . a_wheel = Q, a_wheel = a + dw/dt x r + w x (w x r) + 2 w x t e' + t e''.
//!
//! With the last solved for e'' what is left is the articulated inertia of the body (Featherstone, Rigid Body Dynamics Algorithms, 7:
//! here with joints that slide): with b = r x t and u = m / |t|^2
//!
//! | M 1 - sum u t t^T     -S x - sum u t b^T |  | a     |   | f |
//! | (transposed)           I - sum u b b^T   |  | dw/dt | = | m |,
//!
//! of which the first block is constant. The right-hand sides have the forces less those of the wheels along their paths, and the
//! terms with products of velocities. `settle` puts the momentum of a sub-step's impulses back into velocities by the first two
//! equations, so that momentum and angular momentum are kept to rounding, whatever the integrator's error in the attitude.

use super::car::SpaceParts;
use super::freed::{FreedWheels, Matrix, Symmetric};
use crate::each_wheel;
use crate::math::{Real, Vec3};

/// Inertia of the body with its wheels free along their paths, eliminated.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArticulatedInertia<R> {
    /// Inverse of the first block.
    per_force: Symmetric<R>,
    /// Second block of the first row.
    coupling: Matrix<R>,
    /// The product of both.
    by_turning: Matrix<R>,
    /// Inverse of what is left of the last block.
    per_moment: Symmetric<R>,
}

/// Places of the masses at the travels of the wheels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masses<R> {
    mass_kg: R,
    inverse_mass_1_kg: R,
    /// Middles of the wheels, from O, m.
    pub hubs_m: [Vec3<R>; 4],
    /// Paths of the wheels.
    pub paths: [Vec3<R>; 4],
    /// Moments of the paths about O, m.
    levers_m: [Vec3<R>; 4],
    /// Masses of the wheels, kg.
    wheels_kg: [R; 4],
    /// 1 over them, 1/kg.
    inverse_wheels_1_kg: [R; 4],
    /// 1 / (squares of the paths).
    inverse_squares: [R; 4],
    /// Masses of the wheels over the squares of their paths, kg.
    along_kg: [R; 4],
    /// First moment, kg.m.
    first: Vec3<R>,
    /// Moment of inertia about O, kg.m^2.
    inertia: Symmetric<R>,
}

/// Momentum and angular momentum about the centre of mass, along one set of axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Momentum<R> {
    /// Momentum, kg.m/s.
    pub linear: Vec3<R>,
    /// Angular momentum about the centre of mass, kg.m^2/s.
    pub angular: Vec3<R>,
}

/// Velocities of the masses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Velocities<R> {
    /// Velocity of O along the body's axes, m/s.
    pub body_m_s: Vec3<R>,
    /// Angular velocity along the body's axes, rad/s.
    pub turn_rad_s: Vec3<R>,
    /// Rates of the travels, m/s.
    pub travels_m_s: [R; 4],
    /// Angular momentum of the wheels' spins, kg.m^2/s.
    pub spin: Vec3<R>,
}

/// Forces on the masses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<R> {
    /// Sum of all forces, N.
    pub force_n: Vec3<R>,
    /// Moment of all forces about O, N.m.
    pub moment_nm: Vec3<R>,
    /// Force on each wheel along its path, times the length of the path, N.
    pub along_n: [R; 4],
}

/// Accelerations of the masses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accelerations<R> {
    /// Acceleration of O along the body's axes, m/s^2.
    pub body_m_s2: Vec3<R>,
    /// Angular acceleration along the body's axes, rad/s^2.
    pub turn_rad_s2: Vec3<R>,
    /// Second rates of the travels, m/s^2.
    pub travels_m_s2: [R; 4],
}

/// Forces on the body with its wheels free along their paths: the right-hand sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Articulated<R> {
    /// Force, N.
    pub force_n: Vec3<R>,
    /// Moment about O, N.m.
    pub moment_nm: Vec3<R>,
    /// Force that gives each wheel its acceleration along the path in a body at rest, over the square of the path, N.
    pub wheels_n: [R; 4],
}

impl<R: Real> Masses<R> {
    /// At travels, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(parts: &SpaceParts<R>, travels_m: &[R; 4]) -> Self {
        let wheels = parts.wheels.in_a_row();
        let paths = each_wheel!(W => wheels[W].path());
        let hubs_m = each_wheel!(W => wheels[W].at_rest_m() + paths[W].scale(travels_m[W]));
        let wheels_kg = each_wheel!(W => wheels[W].mass_kg);
        let moments = each_wheel!(W => paths[W].scale(wheels_kg[W] * travels_m[W]));
        let body = &parts.masses;
        let own = Symmetric {
            xz: -body.roll_yaw_product_kg_m2,
            ..Symmetric::diagonal(body.roll_inertia_kg_m2, body.pitch_inertia_kg_m2, body.yaw_inertia_kg_m2)
        };
        let inertia = own.plus_mass(wheels_kg[0], hubs_m[0]).plus_mass(wheels_kg[1], hubs_m[1]);
        let inertia = inertia.plus_mass(wheels_kg[2], hubs_m[2]).plus_mass(wheels_kg[3], hubs_m[3]);
        Self {
            mass_kg: body.mass_kg,
            inverse_mass_1_kg: body.inverse_mass_1_kg,
            hubs_m,
            paths,
            levers_m: each_wheel!(W => wheels[W].lever_m()),
            wheels_kg,
            inverse_wheels_1_kg: each_wheel!(W => wheels[W].inverse_mass_1_kg),
            inverse_squares: each_wheel!(W => wheels[W].inverse_path_square),
            along_kg: each_wheel!(W => wheels_kg[W] * wheels[W].inverse_path_square),
            first: (moments[0] + moments[1]) + (moments[2] + moments[3]),
            inertia,
        }
    }

    /// Moments of inertia about O, kg.m^2.
    pub fn inertia(&self) -> Symmetric<R> {
        self.inertia
    }

    /// Mass of the whole car, kg.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mass_kg(&self) -> R {
        self.mass_kg
    }

    /// Mass of a wheel, kg.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wheel_kg(&self, wheel: usize) -> R {
        self.wheels_kg[wheel]
    }

    /// Centre of mass, from O, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn centre_m(&self) -> Vec3<R> {
        self.first.scale(self.inverse_mass_1_kg)
    }

    /// Momentum of the wheels along their paths, and its moment about O.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_travels(&self, travels_m_s: &[R; 4]) -> [Vec3<R>; 2] {
        let own = each_wheel!(W => self.paths[W].scale(self.wheels_kg[W] * travels_m_s[W]));
        let moments = each_wheel!(W => self.levers_m[W].scale(self.wheels_kg[W] * travels_m_s[W]));
        [(own[0] + own[1]) + (own[2] + own[3]), (moments[0] + moments[1]) + (moments[2] + moments[3])]
    }

    /// Momentum of a motion, along the body's axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn momentum(&self, motion: &Velocities<R>) -> Momentum<R> {
        let [linear, moment] = self.of_travels(&motion.travels_m_s);
        let (v, w) = (motion.body_m_s, motion.turn_rad_s);
        let linear = (v.scale(self.mass_kg) + w.cross(self.first)) + linear;
        let about_origin = (self.first.cross(v) + self.inertia.times(w)) + (moment + motion.spin);
        Momentum { linear, angular: about_origin - self.centre_m().cross(linear) }
    }

    /// Velocity and angular velocity of the body that has a momentum while its wheels move along their paths and spin as given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn moving(&self, momentum: &Momentum<R>, travels_m_s: &[R; 4], spin: Vec3<R>) -> [Vec3<R>; 2] {
        let [linear, moment] = self.of_travels(travels_m_s);
        let inverse_mass = self.inverse_mass_1_kg;
        let about_centre = self.inertia.plus_mass(-inverse_mass, self.first);
        let others = (moment + spin) - self.centre_m().cross(linear);
        let turn = about_centre.inverse().times(momentum.angular - others);
        let velocity = ((momentum.linear - turn.cross(self.first)) - linear).scale(inverse_mass);
        [velocity, turn]
    }

    /// Twice the kinetic energy of a motion but for the wheels' spins about their axles, J, of which `spin` is the angular momentum.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn twice_energy_j(&self, motion: &Velocities<R>) -> R {
        let (v, w) = (motion.body_m_s, motion.turn_rad_s);
        let momentum = self.momentum(&Velocities { spin: Vec3::zero(), ..*motion });
        let about_origin = momentum.angular + self.centre_m().cross(momentum.linear);
        let rates = motion.travels_m_s;
        let along = each_wheel!(W => {
            let hub = (v + w.cross(self.hubs_m[W])) + self.paths[W].scale(rates[W]);
            self.wheels_kg[W] * rates[W] * self.paths[W].dot(hub)
        });
        let two = R::lit(2.0);
        (momentum.linear.dot(v) + about_origin.dot(w))
            + ((along[0] + along[1]) + (along[2] + along[3]))
            + two * motion.spin.dot(w)
    }

    /// Forces on the body with its wheels free along their paths.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn articulated(&self, motion: &Velocities<R>, load: &Load<R>) -> Articulated<R> {
        let (w, two) = (motion.turn_rad_s, R::lit(2.0));
        // Coriolis' accelerations of the wheels along their paths, and all of their accelerations with products of velocities.
        let turned = each_wheel!(W => w.cross(self.paths[W]).scale(two * motion.travels_m_s[W]));
        let drawn = each_wheel!(W => w.cross(w.cross(self.hubs_m[W])) + turned[W]);
        let wheels_n = each_wheel!(W => {
            let free = load.along_n[W] * self.inverse_squares[W];
            free - self.along_kg[W] * self.paths[W].dot(drawn[W])
        });
        let forces = each_wheel!(W => turned[W].scale(self.wheels_kg[W]) + self.paths[W].scale(wheels_n[W]));
        let moments = each_wheel!(W => self.hubs_m[W].cross(forces[W]));
        let inertial = w.cross(w.cross(self.first)) + ((forces[0] + forces[1]) + (forces[2] + forces[3]));
        let turning = w.cross(self.inertia.times(w) + motion.spin)
            + ((moments[0] + moments[1]) + (moments[2] + moments[3]));
        Articulated { force_n: load.force_n - inertial, moment_nm: load.moment_nm - turning, wheels_n }
    }

    /// The articulated inertia.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn articulated_inertia(&self, free: &FreedWheels<R>) -> ArticulatedInertia<R> {
        let (s, per_force) = (self.first, free.per_force);
        let [xx, yx, zx, xy, yy, zy, xz, yz, zz] = free.coupling;
        // Columns of -S x less those of the sum over the wheels.
        let coupling = Matrix {
            x: Vec3 { x: -xx, y: -s.z - yx, z: s.y - zx },
            y: Vec3 { x: s.z - xy, y: -yy, z: -s.x - zy },
            z: Vec3 { x: -s.y - xz, y: s.x - yz, z: -zz },
        };
        let by_turning = Matrix {
            x: per_force.times(coupling.x),
            y: per_force.times(coupling.y),
            z: per_force.times(coupling.z),
        };
        let (all, freed) = (&self.inertia, &free.freed);
        let left = Symmetric {
            xx: (all.xx - freed.xx) - coupling.x.dot(by_turning.x),
            yy: (all.yy - freed.yy) - coupling.y.dot(by_turning.y),
            zz: (all.zz - freed.zz) - coupling.z.dot(by_turning.z),
            xy: (all.xy - freed.xy) - coupling.x.dot(by_turning.y),
            xz: (all.xz - freed.xz) - coupling.x.dot(by_turning.z),
            yz: (all.yz - freed.yz) - coupling.y.dot(by_turning.z),
        };
        ArticulatedInertia { per_force, coupling, by_turning, per_moment: left.inverse() }
    }

    /// Accelerations by these forces.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn accelerations(
        &self,
        inertia: &ArticulatedInertia<R>,
        forces: &Articulated<R>,
    ) -> Accelerations<R> {
        let ArticulatedInertia { per_force, coupling, by_turning, per_moment } = inertia;
        let alone = per_force.times(forces.force_n);
        let turn_rad_s2 = per_moment.times(forces.moment_nm - coupling.transposed_times(alone));
        let body_m_s2 = alone - by_turning.times(turn_rad_s2);
        let travels_m_s2 = each_wheel!(W => {
            let carried = self.along_kg[W]
                * (self.paths[W].dot(body_m_s2) + self.levers_m[W].dot(turn_rad_s2));
            (forces.wheels_n[W] - carried) * self.inverse_wheels_1_kg[W]
        });
        Accelerations { body_m_s2, turn_rad_s2, travels_m_s2 }
    }
}
