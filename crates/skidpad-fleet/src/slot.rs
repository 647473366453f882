//! Cars in a step of contact: their ways, and the areas in which they meet nothing.

use skidpad_core::batch::Batch;
use skidpad_core::math::Real;
use skidpad_world::contact::{Body, Mover, motion_of, reach_m, room_m};
use skidpad_world::models::Drivable;
use skidpad_world::rolling::planar;
use skidpad_world::scene::Vicinity;
use skidpad_world::world::Site;

use crate::convert::Convert;
use crate::free_area::{FreeArea, Rectangle};
use crate::near::{Memory, Near};
use crate::places::Places;

/// Areas in which a car meets nothing. One without a body has neither area, as it meets nothing anywhere.
pub(crate) struct Slot {
    /// Area without walls; `None` on a site without walls.
    walls: Option<FreeArea>,
    /// Area without cones; `None` on a site without cones.
    cones: Option<FreeArea>,
    /// True where the car was near anything in the last step.
    pub is_near: bool,
    /// True where the car meets nothing for the time being.
    pub is_absent: bool,
}

/// A step, as each car sees it.
pub(crate) struct Step<'a, M: Drivable, T: Convert> {
    pub batch: &'a Batch<M, T>,
    pub places: &'a Places<M>,
    pub before: &'a [f64],
    pub in_space: &'a [Option<Mover>],
    pub channels: [usize; 6],
    pub dt_s: f64,
}

impl Slot {
    pub fn new(body: Option<&Body>, site: &Site) -> Self {
        let shape = body.map(|body| &body.shape);
        let walls = shape.filter(|_| !site.walls.is_empty());
        let cones = shape.filter(|_| !site.cones.is_empty());
        Self {
            walls: walls.map(|shape| FreeArea::new(room_m(shape))),
            cones: cones.map(|shape| FreeArea::new(Vicinity::room_m(shape))),
            is_near: false,
            is_absent: false,
        }
    }

    pub fn forget(&mut self) {
        self.walls.iter_mut().chain(&mut self.cones).for_each(FreeArea::forget);
        self.is_near = false;
    }

    /// Returns true where neither a wall nor a cone is near the way of a car within the step.
    pub fn is_free(&mut self, way: &Rectangle, site: &Site, near: &Near) -> bool {
        let [low, high] = way;
        // Cones take part within a circle about the start, which the way may leave by its length to any side.
        let comes_m = (high[0] - low[0]) + (high[1] - low[1]);
        let Self { walls, cones, .. } = self;
        let are_walls_far = walls
            .as_mut()
            .is_none_or(|area| area.encloses(way, 0.0, |low_m, high_m| site.walls.leave_free(low_m, high_m)));
        let are_cones_far = cones.as_mut().is_none_or(|area| {
            area.encloses(way, comes_m, |low_m, high_m| near.is_free_of_cones(low_m, high_m))
        });
        are_walls_far && are_cones_far
    }
}

impl<M: Drivable, T: Convert> Step<'_, M, T> {
    /// Lets a car meet the walls and cones of its site. Returns true where it is near one.
    pub fn meet(&self, car: usize, slot: &mut Slot, near: &mut Near, memory: &mut Memory) -> bool {
        if slot.is_absent || (slot.walls.is_none() && slot.cones.is_none()) {
            return false;
        }
        let was_near = core::mem::take(&mut slot.is_near);
        let site = self.places.site(car);
        // In space the way depends on the outline of the car's attitude.
        let in_space = if M::MOVES_IN_SPACE { self.moved(car, near) } else { None };
        let way = in_space.as_ref().map_or_else(|| self.way(car), way_in_space);
        if !slot.is_free(&way, site, near) {
            slot.is_near = true;
            let moved = in_space.or_else(|| self.moved(car, near));
            let have_cones_moved = near.meet(moved, site, self.dt_s, memory);
            if let Some(area) = slot.cones.as_mut().filter(|_| have_cones_moved) {
                area.forget();
            }
            return true;
        }
        if was_near {
            // As in a world: a car that is near nothing presses against nothing.
            near.part();
        }
        false
    }

    /// Site of a car.
    pub fn site(&self, car: usize) -> &Site {
        self.places.site(car)
    }

    /// Rectangle around the way of a car within the step.
    pub fn way_of(&self, car: usize, near: &Near) -> Rectangle {
        let in_space = if M::MOVES_IN_SPACE { self.moved(car, near) } else { None };
        in_space.as_ref().map_or_else(|| self.way(car), way_in_space)
    }

    /// A car at the beginning and the end of the step; `None` without a body.
    pub fn moved(&self, car: usize, near: &Near) -> Option<Mover> {
        let body = near.body()?;
        if M::MOVES_IN_SPACE {
            let began = self.in_space.get(car)?.as_ref()?;
            let (vehicle, state) = (&self.places.vehicles[car], T::widened::<M>(&self.batch.state(car)));
            let proposed = planar::<M>(vehicle, &state)?;
            return Some(began.proposing(proposed, M::in_contact(vehicle, &state, body)));
        }
        let start = motion_of(core::array::from_fn(|channel| self.start(car, channel)));
        let proposed = motion_of(self.channels.map(|place| self.batch.states(place)[car].lane(0)));
        Some(Mover::new(*body, start, proposed))
    }

    /// Rectangle around the positions of a car at the beginning and the end of the step.
    fn way(&self, car: usize) -> Rectangle {
        let axis = |channel: usize| {
            let (start, end) =
                (self.start(car, channel), self.batch.states(self.channels[channel])[car].lane(0));
            [Real::min(start, end), Real::max(start, end)]
        };
        let (x, y) = (axis(0), axis(1));
        [[x[0], y[0]], [x[1], y[1]]]
    }

    /// Number of a planar channel at the beginning of the step.
    fn start(&self, car: usize, channel: usize) -> f64 {
        self.before[channel * self.batch.len() + car]
    }
}

/// Rectangle around the way of a car in space, and as much more as its outline reaches further than on the level.
fn way_in_space(mover: &Mover) -> Rectangle {
    let (from, to) = (mover.start.position_m, mover.proposed.position_m);
    let (tilted, level) = (mover.outline(), &mover.body.shape);
    let further_m =
        Real::max(mover.reach_m() - reach_m(level), Vicinity::room_m(tilted) - Vicinity::room_m(level));
    let more_m = Real::max(further_m, 0.0);
    [
        [Real::min(from.x, to.x) - more_m, Real::min(from.y, to.y) - more_m],
        [Real::max(from.x, to.x) + more_m, Real::max(from.y, to.y) + more_m],
    ]
}

/// Takes the first items out of a slice.
pub(crate) fn take_first<'a, T>(items: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = core::mem::take(items).split_at_mut(count);
    *items = rest;
    first
}
