//! Areas in which a car needs no search for what it may meet.

/// Low and high corner of a rectangle along the world's axes, m.
pub(crate) type Rectangle = [[f64; 2]; 2];
/// A rectangle that encloses none.
const NOWHERE: Rectangle = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
/// Margins around a car's way that are tried as its area, m, the widest first.
const MARGINS_M: [f64; 4] = [64.0, 16.0, 4.0, 1.0];

/// Area of a car without obstacles of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeArea {
    rectangle: Rectangle,
    /// Room around the centre of mass of the car, m.
    room_m: f64,
}

impl FreeArea {
    /// Not found yet; `room_m`: room that the car needs around its centre of mass.
    pub fn new(room_m: f64) -> Self {
        Self { rectangle: NOWHERE, room_m }
    }

    /// Forgets the area: the car or the obstacles are put elsewhere.
    pub fn forget(&mut self) {
        self.rectangle = NOWHERE;
    }

    /// Returns true where no obstacle is near the way of a car within a step, with its room and `more_m` around it.
    /// `leave_free` returns true where the obstacles leave the rectangle between two corners free.
    pub fn encloses(
        &mut self,
        way: &Rectangle,
        more_m: f64,
        leave_free: impl Fn([f64; 2], [f64; 2]) -> bool,
    ) -> bool {
        let way = grown(way, self.room_m + more_m);
        if is_within(&way, &self.rectangle) {
            return true;
        }
        if !leave_free(way[0], way[1]) {
            return false;
        }
        let mut areas = MARGINS_M.into_iter().map(|margin_m| grown(&way, margin_m));
        self.rectangle = areas.find(|area| leave_free(area[0], area[1])).unwrap_or(way);
        true
    }
}

/// A rectangle with a margin around it.
pub(crate) fn grown([low, high]: &Rectangle, margin_m: f64) -> Rectangle {
    [low.map(|low| low - margin_m), high.map(|high| high + margin_m)]
}

/// Returns true where two rectangles have a point in common.
pub(crate) fn overlap([low, high]: &Rectangle, [other_low, other_high]: &Rectangle) -> bool {
    (0..2).all(|axis| low[axis] <= other_high[axis] && other_low[axis] <= high[axis])
}

/// Returns true where a rectangle lies in another.
fn is_within(inner: &Rectangle, [low, high]: &Rectangle) -> bool {
    low.iter().zip(inner[0]).all(|(outer, inner)| *outer <= inner)
        && high.iter().zip(inner[1]).all(|(outer, inner)| *outer >= inner)
}
