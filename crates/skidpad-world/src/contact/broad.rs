//! Which outlines can meet at all: rectangles along the world's axes around their ways, swept from the left.

use super::area::Area;
use super::walls::Walls;

/// Pairs of bodies that may meet, and of bodies and walls: found again at each step, in memory that is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// The area of each body, in the caller's order.
    pub areas: Vec<Area>,
    /// Pairs of bodies, the first before the second.
    pub bodies: Vec<(usize, usize)>,
    /// Bodies with the walls near them.
    pub walls: Vec<(usize, usize)>,
    /// All bodies from the left to the right, as they were at the last step: they hardly change places.
    order: Vec<usize>,
    open: Vec<usize>,
}

impl Sweep {
    /// Finds the pairs of areas that meet, and the walls that they meet.
    pub fn find(&mut self, walls: &Walls) {
        self.sort();
        let Self { areas, bodies, order, open, .. } = self;
        bodies.clear();
        open.clear();
        for index in order.iter() {
            let area = &areas[*index];
            open.retain(|other| areas[*other].high.x >= area.low.x);
            let near = open.iter().filter(|other| areas[**other].meets(area));
            bodies.extend(near.map(|other| (usize::min(*other, *index), usize::max(*other, *index))));
            open.push(*index);
        }
        self.walls.clear();
        for (body, area) in areas.iter().enumerate() {
            walls.each_in(area, |wall| self.walls.push((body, wall)));
        }
    }

    fn sort(&mut self) {
        let Self { areas, order, open, .. } = self;
        if order.len() != areas.len() {
            order.clear();
            order.extend(0..areas.len());
            open.clear();
            open.reserve(areas.len());
        }
        order.sort_unstable_by(|a, b| areas[*a].low.x.total_cmp(&areas[*b].low.x));
    }
}
