//! What a scenario's car can hit: the tables `[contact]`, `[[wall]]` and `[[traffic]]`.

use skidpad_core::math::{Real, Vec2};
use skidpad_core::spec::Quantity;
use skidpad_world::contact::{Barrier, Wall};
use skidpad_world::path_driver::DriverTask;
use skidpad_world::world::{BODY_FRICTION, BODY_RESTITUTION, MOST_CARS, MOST_WALLS};

use super::held::Held;
use super::reader::{FARTHEST_M, ScenarioReader};
use super::track::{ControlTrack, Interpolation};
use crate::quantity;
use crate::reader::{Node, Table};

pub(super) const CONTACT: &[&str] = &["restitution", "friction"];
pub(super) const WALL: &[&str] =
    &["name", "from", "to", "point", "normal", "x", "y", "radius", "restitution", "friction"];
pub(super) const TRAFFIC: &[&str] = &[
    "name", "vehicle", "model", "x", "y", "heading", "speed", "restitution", "friction", "driver", "controls",
];
/// The shortest wall and the smallest post, m.
const SHORTEST_M: f64 = 1e-3;
/// The largest post, m.
const LARGEST_M: f64 = 1e4;
const NAME: &str =
    "a name of at most 40 letters, digits, `_` or `-` that begins with a letter, given to nothing else";
/// The most characters of a name.
const LONGEST_NAME: usize = 40;

/// How bodies bounce and rub where they touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Coefficient of restitution, 0 to 1: Palmer's e of 8.42. Of two that meet the lower counts.
    pub restitution: f64,
    /// Coefficient of friction. Of two that meet the geometric mean counts.
    pub friction: f64,
}

impl Touch {
    /// What bodies and walls have where a file gives nothing else.
    pub const USUAL: Self = Self { restitution: BODY_RESTITUTION, friction: BODY_FRICTION };
}

/// A wall with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedWall {
    /// Its name; `wall[0]` and so on where the file gives none.
    pub name: String,
    /// The wall.
    pub wall: Wall,
}

/// A further car.
#[derive(Clone, Debug, PartialEq)]
pub struct Traffic {
    /// Its name; `traffic0` and so on where the file gives none.
    pub name: String,
    /// The vehicle as written: a preset's name, a path, or one of the model's own cars.
    pub vehicle: String,
    /// The model's name.
    pub model: String,
    /// Position of its centre of mass at the start, m.
    pub position_m: [f64; 2],
    /// Its heading at the start, rad.
    pub heading_rad: f64,
    /// Its speed at the start, m/s.
    pub speed_m_s: f64,
    /// Its body's surface.
    pub touch: Touch,
    /// Its driver; `None`: the controls have all.
    pub driver: Option<DriverTask>,
    /// Its controls over time.
    pub controls: ControlTrack,
}

impl<'a> ScenarioReader<'a> {
    /// The table `[contact]`.
    pub(super) fn contact(&mut self, root: &Table<'a>) -> Touch {
        let must = "a table: { restitution = 0.25, friction = 0.5 }";
        let Some(table) = self.r.table(root, "contact", must) else { return Touch::USUAL };
        self.r.unknown(&table, CONTACT, |_| None);
        self.touch(&table, Touch::USUAL)
    }

    fn touch(&mut self, table: &Table<'a>, usual: Touch) -> Touch {
        let ratio = quantity::measure(Quantity::Ratio);
        let mut read = |key: &str, high: f64, usual: f64| {
            let value = table.get(key).and_then(|node| self.r.quantity(&node, ratio, (0.0, high)));
            value.unwrap_or(usual)
        };
        Touch {
            restitution: read("restitution", 1.0, usual.restitution),
            friction: read("friction", 10.0, usual.friction),
        }
    }

    /// The walls.
    pub(super) fn walls(&mut self, root: &Table<'a>, usual: Touch) -> Vec<NamedWall> {
        let must = "a wall: { from = [0, -5], to = [0, 5] }";
        let rows = self.rows(root, "wall", MOST_WALLS, must);
        let mut walls: Vec<NamedWall> = Vec::new();
        for (at, (node, table)) in rows.iter().enumerate() {
            self.r.unknown(table, WALL, |_| None);
            let name = self.name(table, |name| !walls.iter().any(|wall| wall.name == name));
            let touch = self.touch(table, usual);
            if let Some(barrier) = self.barrier(node, table) {
                let wall = Wall { barrier, restitution: touch.restitution, friction: touch.friction };
                walls.push(NamedWall { name: name.unwrap_or(format!("wall[{at}]")), wall });
            }
        }
        walls
    }

    /// A piece from one point to another, everything behind a line, or a post.
    fn barrier(&mut self, node: &Node<'a>, table: &Table<'a>) -> Option<Barrier> {
        let forms: [&[&str]; 3] = [&["from", "to"], &["point", "normal"], &["x", "y", "radius"]];
        let form = forms.iter().position(|form| form.iter().any(|key| table.has(key)));
        let Some(form) = form else {
            let must = "given: from and to (two points), point and normal (everything behind a line is solid), or \
                        x, y and radius (a post)";
            self.r.missing(table, "from", must);
            return None;
        };
        for key in forms.iter().enumerate().filter(|(other, _)| *other != form).flat_map(|(_, keys)| *keys) {
            if let Some(node) = table.get(key) {
                self.r.wrong(&node, format!("left out where `{}` is given", forms[form][0]), None);
            }
        }
        match form {
            0 => {
                let (from_m, to_m) = (self.point(table, "from"), self.point(table, "to"));
                let (from_m, to_m) = (from_m?, to_m?);
                if (to_m - from_m).norm() < SHORTEST_M {
                    self.r.wrong(node, format!("a wall of at least {SHORTEST_M} m"), None);
                    return None;
                }
                Some(Barrier::Segment { from_m, to_m })
            }
            1 => {
                let (point_m, normal) = (self.point(table, "point"), self.direction(table));
                Some(Barrier::HalfPlane { point_m: point_m?, normal: normal? })
            }
            _ => {
                let far = (-FARTHEST_M, FARTHEST_M);
                let (x, y) = (self.length(table, "x", far), self.length(table, "y", far));
                let radius_m = self.length(table, "radius", (SHORTEST_M, LARGEST_M));
                Some(Barrier::Post { centre_m: Vec2::new(x?, y?), radius_m: radius_m? })
            }
        }
    }

    /// The direction out of the solid side, of length 1.
    fn direction(&mut self, table: &Table<'a>) -> Option<Vec2<f64>> {
        let must = "the direction that points out of the solid side: two numbers that are not both 0, such as [0, -1]";
        let Some(node) = table.get("normal") else {
            self.r.missing(table, "normal", format!("given: {must}"));
            return None;
        };
        let parts: Option<Vec<f64>> =
            node.elements().and_then(|parts| parts.iter().map(|part| part.number()).collect());
        let normal = match parts.as_deref() {
            Some([x, y]) => Vec2::new(*x, *y),
            _ => Vec2::zero(),
        };
        let length = Real::hypot(normal.x, normal.y);
        if (1e-6..=1e6).contains(&length) {
            return Some(normal.scale(1.0 / length));
        }
        self.r.wrong(&node, must, None);
        None
    }

    /// The further cars. `model` is the scenario's.
    pub(super) fn traffic(
        &mut self,
        root: &Table<'a>,
        model: Option<&str>,
        usual: Touch,
        interpolation: Interpolation,
    ) -> Vec<Traffic> {
        let must = "a further car: { vehicle = \"boxster-s\", x = 40, y = 0 }";
        let rows = self.rows(root, "traffic", MOST_CARS - 1, must);
        let mut cars: Vec<Traffic> = Vec::new();
        for (at, (_, table)) in rows.iter().enumerate() {
            self.r.unknown(table, TRAFFIC, |key| {
                (key == "car").then(|| "the car of [[traffic]] is its `vehicle`".to_owned())
            });
            let name = self.name(table, |name| !cars.iter().any(|car| car.name == name));
            let vehicle = self.r.text_of(
                table,
                "vehicle",
                "the name of a preset or the path of a vehicle file, in quotes",
            );
            let own = self.r.optional_text(table, "model", "the name of a model, in quotes");
            let far = (-FARTHEST_M, FARTHEST_M);
            let (x, y) = (self.length(table, "x", far), self.length(table, "y", far));
            let heading_rad = self.or_zero(table, "heading", Quantity::Angle, (-7.0, 7.0));
            let speed_m_s = self.or_zero(table, "speed", Quantity::Speed, (-150.0, 150.0));
            let touch = self.touch(table, usual);
            let driver = self.driver(table);
            let controls = match table.has("controls") {
                true => self.controls(table, interpolation, Held::by(driver.as_ref())),
                false if driver.is_some() => Some(ControlTrack::in_gear()),
                false => Some(ControlTrack::untouched()),
            };
            let read = (vehicle, own.or(model), x.zip(y), heading_rad, speed_m_s, controls);
            if let (
                Some(vehicle),
                Some(model),
                Some((x, y)),
                Some(heading_rad),
                Some(speed_m_s),
                Some(controls),
            ) = read
            {
                cars.push(Traffic {
                    name: name.unwrap_or(format!("traffic{at}")),
                    vehicle: vehicle.to_owned(),
                    model: model.to_owned(),
                    position_m: [x, y],
                    heading_rad,
                    speed_m_s,
                    touch,
                    driver,
                    controls,
                });
            }
        }
        cars
    }

    fn or_zero(&mut self, table: &Table<'a>, key: &str, what: Quantity, range: (f64, f64)) -> Option<f64> {
        table.get(key).map_or(Some(0.0), |node| self.r.quantity(&node, quantity::measure(what), range))
    }

    /// The name of a table, where it has one: it begins the names of columns.
    fn name(&mut self, table: &Table<'a>, is_free: impl Fn(&str) -> bool) -> Option<String> {
        let name = self.r.optional_text(table, "name", NAME)?;
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let is_name = name.len() <= LONGEST_NAME
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(is_letter);
        if is_name && is_free(name) {
            return Some(name.to_owned());
        }
        if let Some(node) = table.get("name") {
            self.r.wrong(&node, NAME, None);
        }
        None
    }
}
