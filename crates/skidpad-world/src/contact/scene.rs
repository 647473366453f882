//! The bodies and walls of one step, in an order of their own, and which of them may meet.

use core::cmp::Ordering;

use skidpad_core::math::{Real, Vec2};

use super::TOUCH_M;
use super::approach::{Outline, Path, meeting};
use super::area::Area;
use super::body::{Motion, Mover, Shape};
use super::broad::Sweep;
use super::pairs::PairsOfBodies;
use super::walls::Walls;

/// A body on its way through the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traveller {
    /// Its place in the caller's list.
    pub caller: usize,
    pub mover: Mover,
    pub path: Path,
    /// The farthest point from the centre of mass, m.
    pub reach: f64,
    /// Velocity and yaw rate where the path begins.
    pub now: (Vec2<f64>, f64),
    /// Velocity and yaw rate at the end of the step.
    pub end: (Vec2<f64>, f64),
    /// Accelerations by its own forces, m/s^2 and rad/s^2.
    pub own: (Vec2<f64>, f64),
    /// Number of turns by which its proposal is behind the path.
    pub turns_rad: f64,
    /// True where contact has changed its motion.
    pub corrected: bool,
    /// Area that it moves through within the step, with room.
    area: Area,
}

/// Room around a body's way, in which it may be thrown aside without a new search for what it meets, m.
const ROOM_M: f64 = 0.2;

/// Velocities that differ by no more than this share are the same.
const SAME: f64 = 1e-15;

/// The farthest point of an outline from the centre of mass, m.
fn reach_m(shape: &Shape) -> f64 {
    match shape {
        Shape::Box { length_m, width_m, ahead_m } => {
            Real::hypot(0.5 * length_m + ahead_m.abs(), 0.5 * width_m)
        }
        Shape::Circle { radius_m } => *radius_m,
    }
}

/// Area that a body moves through within the step, with room.
pub(super) fn swept(mover: &Mover) -> Area {
    Area::around(mover.start.position_m, mover.proposed.position_m, room_m(&mover.body.shape))
}

/// Room that a body has around the way of its centre of mass within a step, m: within it contact searches for what the body
/// may meet.
///
/// ```
/// use skidpad_world::contact::{Shape, room_m};
/// let room_m = room_m(&Shape::centred_box(4.0, 3.0));
/// assert!(room_m > 2.5 && room_m < 3.0);
/// ```
pub fn room_m(shape: &Shape) -> f64 {
    reach_m(shape) + TOUCH_M + ROOM_M
}

impl Traveller {
    fn new(caller: usize, mover: &Mover, area: Area, dt_s: f64) -> Self {
        let (start, to) = (&mover.start, &mover.proposed);
        // Models wrap their heading: of all headings that are the same, the one nearest to what the yaw rates say.
        let expected = start.yaw_rad + 0.5 * dt_s * (start.yaw_rate_rad_s + to.yaw_rate_rad_s);
        let turn = core::f64::consts::TAU;
        let turns_rad = turn * ((expected - to.yaw_rad) / turn + 0.5).floor();
        let velocity = (to.position_m - start.position_m).scale(1.0 / dt_s);
        let path = Path {
            from_s: 0.0,
            position: start.position_m,
            yaw: start.yaw_rad,
            velocity,
            turning: (to.yaw_rad + turns_rad - start.yaw_rad) / dt_s,
        };
        let faster = to.velocity_m_s - start.velocity_m_s;
        Self {
            caller,
            mover: *mover,
            path,
            reach: reach_m(&mover.body.shape),
            now: (start.velocity_m_s, start.yaw_rate_rad_s),
            end: (to.velocity_m_s, to.yaw_rate_rad_s),
            own: (faster.scale(1.0 / dt_s), (to.yaw_rate_rad_s - start.yaw_rate_rad_s) / dt_s),
            turns_rad,
            corrected: false,
            area,
        }
    }

    pub fn outline(&self) -> Outline {
        Outline::Moving { shape: self.mover.body.shape, path: self.path, reach: self.reach }
    }

    /// Velocity and yaw rate at a time: between those of the path's beginning and the step's end.
    pub fn velocity(&self, time_s: f64, dt_s: f64) -> (Vec2<f64>, f64) {
        let share = (time_s - self.path.from_s) / (dt_s - self.path.from_s);
        (self.now.0 + (self.end.0 - self.now.0).scale(share), self.now.1 + (self.end.1 - self.now.1) * share)
    }

    /// Goes on from a time, with `rest_s` to go, with a velocity there and one at the end of the step, along the mean of
    /// both. Whether that is another way than it is on: one that differs by rounding is not.
    pub fn redirect(
        &mut self,
        time_s: f64,
        rest_s: f64,
        now: (Vec2<f64>, f64),
        end: (Vec2<f64>, f64),
    ) -> bool {
        let old = self.velocity(time_s, time_s + rest_s);
        let way = (now.0 + end.0).scale(0.5);
        let turning = 0.5 * (now.1 + end.1);
        let same = |a: (Vec2<f64>, f64), b: (Vec2<f64>, f64)| {
            let off = (a.0.x - b.0.x).abs() + (a.0.y - b.0.y).abs();
            off <= SAME * (a.0.x.abs() + a.0.y.abs()) && (a.1 - b.1).abs() <= SAME * a.1.abs()
        };
        if same(old, now)
            && same(self.end, end)
            && same((self.path.velocity, self.path.turning), (way, turning))
        {
            return false;
        }
        let (position, yaw) = self.path.at(time_s);
        self.path = Path { from_s: time_s, position, yaw, velocity: way, turning };
        (self.now, self.end, self.corrected) = (now, end, true);
        true
    }

    /// Stays where it is at a time; its velocity remains.
    pub fn stop(&mut self, time_s: f64, dt_s: f64) {
        let now = self.velocity(time_s, dt_s);
        let (position, yaw) = self.path.at(time_s);
        self.path = Path { from_s: time_s, position, yaw, velocity: Vec2::zero(), turning: 0.0 };
        (self.now, self.corrected) = (now, true);
    }

    /// Motion at the end of the step.
    pub fn result(&self, dt_s: f64) -> Motion {
        if !self.corrected {
            return self.mover.proposed;
        }
        let (position_m, yaw) = self.path.at(dt_s);
        Motion {
            position_m,
            yaw_rad: yaw - self.turns_rad,
            velocity_m_s: self.end.0,
            yaw_rate_rad_s: self.end.1,
        }
    }
}

/// Two outlines that may meet: a body, and another or a wall (which count on from the last body).
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub first: usize,
    pub second: usize,
    /// When they meet, s after the beginning of the step; infinity for not within it.
    pub meets_s: f64,
    /// Number of times that they met in this step.
    pub hits: u32,
    /// True where they press against each other for the rest of the step, as far as is known. When one gets another way,
    /// the other does too, or the impulses would no longer come in pairs.
    pub held: bool,
}

/// Lists of a scene, kept from step to step for their memory.
#[derive(Debug, Default)]
pub(super) struct SceneLists {
    bodies: Vec<Traveller>,
    pairs: Vec<Pair>,
    of_body: PairsOfBodies,
    /// Place among the bodies of each of the caller's; [`ABSENT`] for one that nothing is near.
    place: Vec<usize>,
    found: Vec<(usize, usize)>,
    near: Vec<usize>,
}

/// Place of a body that is not in the scene.
const ABSENT: usize = usize::MAX;

/// Everything of one step that may meet something.
pub(super) struct Scene<'a> {
    pub dt_s: f64,
    pub bodies: &'a mut Vec<Traveller>,
    walls: &'a Walls,
    /// The areas of all bodies of the step, in the caller's order.
    areas: &'a [Area],
    pub pairs: &'a mut Vec<Pair>,
    /// The pairs of each body.
    pub of_body: &'a mut PairsOfBodies,
    /// True where a body was thrown to where it may meet one that is not among the bodies here.
    pub lacks_bodies: bool,
    /// Place among the bodies of each of the caller's.
    place: &'a mut Vec<usize>,
    /// Pairs that the sweep found, by their places here.
    found: &'a mut Vec<(usize, usize)>,
    /// Bodies and walls near a body that was thrown aside.
    near: &'a mut Vec<usize>,
}

impl<'a> Scene<'a> {
    /// The bodies that the sweep found near anything; all of them, where `has_all`.
    pub fn new(
        lists: &'a mut SceneLists,
        movers: &[Mover],
        walls: &'a Walls,
        sweep: &'a Sweep,
        dt_s: f64,
        has_all: bool,
    ) -> Self {
        let SceneLists { bodies, pairs, of_body, place, found, near } = lists;
        // Bodies that are here are marked first, and get their places when all are known.
        place.clear();
        place.resize(movers.len(), if has_all { 0 } else { ABSENT });
        sweep.bodies.iter().for_each(|(first, second)| (place[*first], place[*second]) = (0, 0));
        sweep.walls.iter().for_each(|(body, _)| place[*body] = 0);
        let here = (0..movers.len()).filter(|caller| place[*caller] != ABSENT);
        bodies.clear();
        bodies.extend(here.map(|caller| Traveller::new(caller, &movers[caller], sweep.areas[caller], dt_s)));
        bodies.sort_unstable_by(|a, b| by_itself(&a.mover, &b.mover).then(a.caller.cmp(&b.caller)));
        bodies.iter().enumerate().for_each(|(index, body)| place[body.caller] = index);
        pairs.clear();
        of_body.begin(bodies.len());
        let areas = &sweep.areas;
        let mut scene =
            Self { dt_s, bodies, walls, areas, pairs, of_body, lacks_bodies: false, place, found, near };
        scene.add_all(sweep);
        scene
    }

    /// Adds the pairs that the sweep found, in an order that does not depend on the caller's.
    fn add_all(&mut self, sweep: &Sweep) {
        let (place, count) = (&self.place, self.bodies.len());
        let ordered = |a: usize, b: usize| (usize::min(a, b), usize::max(a, b));
        let among = sweep.bodies.iter().map(|(first, second)| ordered(place[*first], place[*second]));
        let walls = sweep.walls.iter().map(|(body, wall)| (place[*body], count + wall));
        self.found.clear();
        self.found.extend(among.chain(walls));
        self.found.sort_unstable();
        for at in 0..self.found.len() {
            let (first, second) = self.found[at];
            self.add(first, second);
        }
    }

    /// Number of bodies of the step, also of those that nothing is near.
    pub fn count(&self) -> usize {
        self.areas.len()
    }

    fn add(&mut self, first: usize, second: usize) {
        self.pairs.push(Pair { first, second, meets_s: f64::INFINITY, hits: 0, held: false });
        self.of_body.add(first, self.as_body(second));
    }

    /// The body of an index, unless it is a wall.
    pub fn as_body(&self, index: usize) -> Option<usize> {
        (index < self.bodies.len()).then_some(index)
    }

    pub fn outline(&self, index: usize) -> Outline {
        match self.bodies.get(index) {
            Some(body) => body.outline(),
            None => Outline::Standing(*self.walls.placed(index - self.bodies.len())),
        }
    }

    /// Restitution and friction of two surfaces together.
    pub fn surfaces(&self, pair: &Pair) -> (f64, f64) {
        let of = |index: usize| match self.bodies.get(index) {
            Some(body) => (body.mover.body.restitution, body.mover.body.friction),
            None => {
                let wall = &self.walls.list()[index - self.bodies.len()];
                (wall.restitution, wall.friction)
            }
        };
        let (a, b) = (of(pair.first), of(pair.second));
        (Real::min(a.0, b.0), Real::sqrt(a.1 * b.1))
    }

    /// Forgets which pairs of some bodies press against each other.
    pub fn release(&mut self, bodies: &[usize]) {
        for pair in bodies.iter().flat_map(|body| self.of_body.pairs(*body)) {
            self.pairs[pair].held = false;
        }
    }

    /// Finds out again when each pair of a body meets.
    pub fn foresee_all(&mut self, body: usize, now_s: f64) {
        let mut at = self.of_body.first(body);
        while let Some(entry) = at {
            self.foresee(entry.pair(), now_s);
            at = self.of_body.after(entry);
        }
    }

    /// Finds out again when a pair meets.
    pub fn foresee(&mut self, pair: usize, now_s: f64) {
        let Pair { first, second, .. } = self.pairs[pair];
        let meets = meeting(&self.outline(first), &self.outline(second), now_s, self.dt_s);
        self.pairs[pair].meets_s = meets.unwrap_or(f64::INFINITY);
    }

    /// Looks for what a body may meet on its new way, if that leads out of the area that was searched.
    pub fn look_around(&mut self, body: usize) {
        let traveller = &self.bodies[body];
        let path = traveller.path;
        let way = Area::around(path.position, path.at(self.dt_s).0, traveller.reach + TOUCH_M);
        if traveller.area.holds(&way) {
            return;
        }
        let area = traveller.area.with(&way);
        self.bodies[body].area = area;
        let is_near = |(other, place): (&Area, &usize)| *place == ABSENT && other.meets(&area);
        self.lacks_bodies |= self.areas.iter().zip(&*self.place).any(is_near);
        let count = self.bodies.len();
        let bodies = self.bodies.iter().enumerate();
        let near = bodies.filter(|(other, found)| *other != body && found.area.meets(&area));
        self.near.clear();
        self.near.extend(near.map(|(other, _)| other));
        let first_wall = self.near.len();
        self.walls.each_in(&area, |wall| self.near.push(count + wall));
        self.near[first_wall..].sort_unstable();
        for at in 0..self.near.len() {
            let other = self.near[at];
            let (first, second) = if other < body { (other, body) } else { (body, other) };
            let known = |pair: usize| (self.pairs[pair].first, self.pairs[pair].second) == (first, second);
            if !self.of_body.pairs(body).any(known) {
                self.add(first, second);
            }
        }
    }

    /// The pair that meets first.
    pub fn next(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (index, pair) in self.pairs.iter().enumerate() {
            let earliest = best.map_or(f64::INFINITY, |best| self.pairs[best].meets_s);
            if pair.meets_s < earliest {
                best = Some(index);
            }
        }
        best
    }
}

/// An order that does not depend on the caller's.
fn by_itself(a: &Mover, b: &Mover) -> Ordering {
    let keys = |mover: &Mover| {
        let (motion, body) = (&mover.start, &mover.body);
        let shape = match body.shape {
            Shape::Box { length_m, width_m, ahead_m } => [length_m, width_m, ahead_m],
            Shape::Circle { radius_m } => [radius_m, 0.0, 0.0],
        };
        [
            motion.position_m.x,
            motion.position_m.y,
            motion.yaw_rad,
            motion.velocity_m_s.x,
            motion.velocity_m_s.y,
            motion.yaw_rate_rad_s,
            mover.proposed.position_m.x,
            mover.proposed.position_m.y,
            body.mass_kg,
            body.yaw_inertia_kg_m2,
            shape[0],
            shape[1],
            shape[2],
        ]
    };
    let (a, b) = (keys(a), keys(b));
    a.iter().zip(&b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
