//! The door: every number that contact is given, with what it must be.

use core::fmt;

use skidpad_core::model::spatial::Symmetric;

use super::body::{Barrier, Body, Motion, Shape, Wall};
use super::mover::{Mover, MoverInSpace};

/// Largest distance from the origin, m. At 1e7 m a double still tells 2 nm apart.
pub const FARTHEST_M: f64 = 1e7;
/// Largest speed, m/s. Beyond all sense, but a ton that strikes a gram throws it far.
pub const FASTEST_M_S: f64 = 1e9;
/// Largest yaw rate, rad/s.
pub const FASTEST_TURN_RAD_S: f64 = 1e9;

/// A number that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFault {
    /// Which one: `bodies[3].proposed.velocity_m_s.x`.
    pub field: String,
    /// Its value.
    pub value: f64,
    /// Its range, in words.
    pub must_be: &'static str,
}

impl fmt::Display for ContactFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; it must be {}", self.field, self.value, self.must_be)
    }
}

impl core::error::Error for ContactFault {}

/// Everything that is wrong with the bodies and their motions over a step, or nothing.
pub(crate) fn check(movers: &[Mover], dt_s: f64) -> Result<(), Vec<ContactFault>> {
    let mut found = Found { faults: Vec::new(), of: Of::Step };
    found.number("dt_s", dt_s, dt_s > 0.0 && dt_s <= 1.0, "above 0 and at most 1 s");
    for (index, mover) in movers.iter().enumerate() {
        found.of = Of::Body(index);
        found.body(&mover.body);
        found.motion(&mover.start, ["start.position_m.x", "start.position_m.y", "start.yaw_rad"]);
        found.rates(&mover.start, ["start.velocity_m_s.x", "start.velocity_m_s.y", "start.yaw_rate_rad_s"]);
        found.motion(&mover.proposed, ["proposed.position_m.x", "proposed.position_m.y", "proposed.yaw_rad"]);
        found.rates(
            &mover.proposed,
            ["proposed.velocity_m_s.x", "proposed.velocity_m_s.y", "proposed.yaw_rate_rad_s"],
        );
        found.space(mover);
    }
    found.result()
}

/// Checks a body, the caller's `index`th.
///
/// # Errors
/// Every number that is not finite or out of its range, by name.
pub fn check_body(index: usize, body: &Body) -> Result<(), Vec<ContactFault>> {
    let mut found = Found { faults: Vec::new(), of: Of::Body(index) };
    found.body(body);
    found.result()
}

/// Everything that is wrong with walls, or nothing.
pub(super) fn check_walls(walls: &[Wall]) -> Result<(), Vec<ContactFault>> {
    let mut found = Found { faults: Vec::new(), of: Of::Step };
    for (index, wall) in walls.iter().enumerate() {
        found.of = Of::Wall(index);
        found.wall(wall);
    }
    found.result()
}

/// Returns true for a motion that contact can use.
pub fn is_usable(motion: &Motion) -> bool {
    let mut found = Found { faults: Vec::new(), of: Of::Step };
    found.motion(motion, [""; 3]);
    found.rates(motion, [""; 3]);
    found.faults.is_empty()
}

/// Returns true for a body whose motions contact can use, those in space included.
pub fn is_usable_mover(mover: &Mover) -> bool {
    let mut found = Found { faults: Vec::new(), of: Of::Step };
    found.space(mover);
    found.faults.is_empty() && is_usable(&mover.start) && is_usable(&mover.proposed)
}

/// Owner of the numbers that are looked at. Its name is only written where there is a fault.
#[derive(Clone, Copy)]
enum Of {
    Step,
    Body(usize),
    Wall(usize),
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step => Ok(()),
            Self::Body(index) => write!(f, "bodies[{index}]."),
            Self::Wall(index) => write!(f, "walls[{index}]."),
        }
    }
}

struct Found {
    faults: Vec<ContactFault>,
    of: Of,
}

impl Found {
    fn result(self) -> Result<(), Vec<ContactFault>> {
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults) }
    }

    fn number(&mut self, name: &str, value: f64, right: bool, must_be: &'static str) {
        if !right {
            self.faults.push(ContactFault { field: format!("{}{name}", self.of), value, must_be });
        }
    }

    fn size(&mut self, name: &str, value: f64) {
        self.number(name, value, (1e-3..=1e4).contains(&value), "from 0.001 to 10000 m");
    }

    fn coordinate(&mut self, name: &str, value: f64) {
        self.number(name, value, value.abs() <= FARTHEST_M, "from -1e7 to 1e7 m");
    }

    fn surface(&mut self, restitution: f64, friction: f64) {
        self.number("restitution", restitution, (0.0..=1.0).contains(&restitution), "from 0 to 1");
        self.number("friction", friction, (0.0..=10.0).contains(&friction), "from 0 to 10");
    }

    fn body(&mut self, body: &Body) {
        match body.shape {
            Shape::Box { length_m, width_m, ahead_m } => {
                self.size("shape.length_m", length_m);
                self.size("shape.width_m", width_m);
                self.number("shape.ahead_m", ahead_m, ahead_m.abs() <= 1e4, "from -10000 to 10000 m");
            }
            Shape::Circle { radius_m } => self.size("shape.radius_m", radius_m),
        }
        let heavy = (1e-6..=1e12).contains(&body.mass_kg);
        self.number("mass_kg", body.mass_kg, heavy, "from 1e-6 to 1e12 kg");
        let inertia = (1e-9..=1e18).contains(&body.yaw_inertia_kg_m2);
        self.number("yaw_inertia_kg_m2", body.yaw_inertia_kg_m2, inertia, "from 1e-9 to 1e18 kg m^2");
        self.surface(body.restitution, body.friction);
    }

    fn motion(&mut self, motion: &Motion, [x, y, yaw]: [&str; 3]) {
        self.coordinate(x, motion.position_m.x);
        self.coordinate(y, motion.position_m.y);
        self.number(yaw, motion.yaw_rad, motion.yaw_rad.abs() <= 1e12, "from -1e12 to 1e12 rad");
    }

    fn rates(&mut self, motion: &Motion, [x, y, turning]: [&str; 3]) {
        for (name, value) in [(x, motion.velocity_m_s.x), (y, motion.velocity_m_s.y)] {
            self.number(name, value, value.abs() <= FASTEST_M_S, "from -1e9 to 1e9 m/s");
        }
        let rate = motion.yaw_rate_rad_s;
        self.number(turning, rate, rate.abs() <= FASTEST_TURN_RAD_S, "from -1e9 to 1e9 rad/s");
    }

    /// Additions of a body in space.
    fn space(&mut self, mover: &Mover) {
        let Some(MoverInSpace { start_rad_s, proposed }) = &mover.in_space else { return };
        let rates = [("start_rad_s", start_rad_s), ("proposed.rates_rad_s", &proposed.rates_rad_s)];
        for (name, rate) in rates.into_iter().flat_map(|(name, rates)| rates.map(|rate| (name, rate))) {
            let right = rate.abs() <= FASTEST_TURN_RAD_S;
            self.number(name, rate, right, "from -1e9 to 1e9 rad/s");
        }
        for (name, place) in [
            ("heights_m[0]", mover.heights_m[0]),
            ("heights_m[1]", mover.heights_m[1]),
            ("proposed.centre_m", proposed.centre_m),
            ("proposed.left_m", proposed.left_m),
        ] {
            self.coordinate(name, place);
        }
        let Symmetric { xx, yy, zz, xy, xz, yz } = proposed.inverse_inertia;
        let minor = xx * yy - xy * xy;
        let determinant = zz * minor + xz * (xy * yz - yy * xz) - yz * (xx * yz - xy * xz);
        let right = xx > 0.0 && minor > 0.0 && determinant > 0.0 && determinant.is_finite();
        let name = "proposed.inverse_inertia's determinant";
        self.number(name, determinant, right, "above 0, as of a body");
    }

    fn wall(&mut self, wall: &Wall) {
        match wall.barrier {
            Barrier::Segment { from_m, to_m } => {
                let ends =
                    [("from_m.x", from_m.x), ("from_m.y", from_m.y), ("to_m.x", to_m.x), ("to_m.y", to_m.y)];
                for (name, value) in ends {
                    self.coordinate(name, value);
                }
                let length = (to_m - from_m).norm();
                self.number("length", length, length >= 1e-3, "at least 0.001 m");
            }
            Barrier::HalfPlane { point_m, normal } => {
                self.coordinate("point_m.x", point_m.x);
                self.coordinate("point_m.y", point_m.y);
                for (name, value) in [("normal.x", normal.x), ("normal.y", normal.y)] {
                    self.number(name, value, value.is_finite(), "finite");
                }
                let length = normal.norm();
                let usable = (1e-100..=1e100).contains(&length);
                self.number("normal's length", length, usable, "above 0 and finite");
            }
            Barrier::Post { centre_m, radius_m } => {
                self.coordinate("centre_m.x", centre_m.x);
                self.coordinate("centre_m.y", centre_m.y);
                self.size("radius_m", radius_m);
            }
        }
        self.surface(wall.restitution, wall.friction);
    }
}
