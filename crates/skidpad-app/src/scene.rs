//! Where one drives.

use skidpad::surface::Surface;
use skidpad_world::contact::Wall;
use skidpad_world::ground::{Ground, Road};

/// A place to start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counter-clockwise from the x axis.
    pub heading_rad: f64,
}

/// Ground, walls and a place to start from.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Where the road is otherwise.
    pub ground: Ground,
    /// What stands in the way.
    pub walls: Vec<Wall>,
    /// Where cars start.
    pub start: Place,
}

impl Scene {
    /// A straight without end.
    pub fn straight() -> Self {
        Self {
            name: "straight",
            about: "dry, level asphalt without end",
            surface: Surface::asphalt(),
            ground: Ground::default(),
            walls: Vec::new(),
            start: Place { position_m: [0.0, 0.0], heading_rad: 0.0 },
        }
    }

    /// Its road.
    pub fn road(&self) -> Road<'_> {
        Road { surface: &self.surface, ground: &self.ground }
    }
}
