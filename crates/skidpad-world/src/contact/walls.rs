//! Everything that stands still and can be met, in one place.

use skidpad_core::math::Vec2;

use super::area::{Area, HalfPlane};
use super::body::{Barrier, Wall};
use super::check::{ContactFault, check_walls};
use super::geometry::Placed;
use super::tree::Tree;

/// Walls and posts, checked once, with a search tree to find those near a body.
///
/// ```
/// use skidpad_world::contact::{Wall, Walls};
/// let walls = Walls::new(Wall::line(&[[0.0, 0.0], [50.0, 0.0], [80.0, 30.0]], 0.2, 0.5)).unwrap();
/// assert_eq!(walls.list().len(), 2);
/// let bad = Walls::new(Wall::line(&[[0.0, 0.0], [0.0, f64::NAN]], 0.2, 0.5)).unwrap_err();
/// assert_eq!(bad[0].to_string(), "walls[0].to_m.y is NaN; it must be from -1e7 to 1e7 m");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Walls {
    list: Vec<Wall>,
    placed: Vec<Placed>,
    /// Bounding rectangles of segments and posts.
    tree: Tree,
    endless: Vec<(HalfPlane, usize)>,
}

impl Walls {
    /// Walls in their order, by which impacts name them.
    ///
    /// # Errors
    /// Every number that is not finite or out of its range, by name.
    pub fn new(list: Vec<Wall>) -> Result<Self, Vec<ContactFault>> {
        check_walls(&list)?;
        let (mut within, mut endless) = (Vec::new(), Vec::new());
        for (index, wall) in list.iter().enumerate() {
            match wall.barrier {
                Barrier::Segment { from_m, to_m } => within.push((Area::around(from_m, to_m, 0.0), index)),
                Barrier::Post { centre_m, radius_m } => {
                    within.push((Area::around(centre_m, centre_m, radius_m), index));
                }
                Barrier::HalfPlane { point_m, normal } => {
                    endless.push((HalfPlane::new(point_m, normal), index))
                }
            }
        }
        let placed = list.iter().map(Placed::wall).collect();
        Ok(Self { list, placed, tree: Tree::new(within), endless })
    }

    /// No walls.
    pub fn none() -> Self {
        Self::default()
    }

    /// The walls, in the order in which they were given.
    pub fn list(&self) -> &[Wall] {
        &self.list
    }

    /// Returns true without walls.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns true where no wall's bounding rectangle meets the rectangle from `low_m` to `high_m`. A step that stays within it
    /// needs no contact: a step stays within the way of the centre of mass and [`room_m`](super::room_m) around it.
    ///
    /// ```
    /// use skidpad_world::contact::{Wall, Walls};
    /// let walls = Walls::new(Wall::line(&[[0.0, 10.0], [50.0, 10.0]], 0.2, 0.5)).unwrap();
    /// assert!(walls.leave_free([-5.0, -5.0], [5.0, 5.0]));
    /// assert!(!walls.leave_free([-5.0, -5.0], [5.0, 12.0]));
    /// ```
    pub fn leave_free(&self, low_m: [f64; 2], high_m: [f64; 2]) -> bool {
        let corner = |[x, y]: [f64; 2]| Vec2::new(x, y);
        let mut is_free = true;
        self.each_in(&Area { low: corner(low_m), high: corner(high_m) }, |_| is_free = false);
        is_free
    }

    pub(super) fn placed(&self, wall: usize) -> &Placed {
        &self.placed[wall]
    }

    /// Calls a function with the place of each wall that meets an area, in no order that means anything.
    pub(super) fn each_in(&self, area: &Area, mut found: impl FnMut(usize)) {
        self.endless.iter().filter(|(side, _)| side.meets(area)).for_each(|(_, wall)| found(*wall));
        self.tree.each_in(area, found);
    }
}
