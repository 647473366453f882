//! Where texts go: near their point, off the lines, and not on each other.

use skidpad_core::math::Real;

use super::Frame;
use super::path::Point;

/// Side of a cell in which it is noted what is drawn there, pixels.
const CELL: f64 = 3.0;
/// What a cell costs that holds a line, and one that holds a text or a dot.
const LINE: u32 = 12;
const TEXT: u32 = 60;
/// What it costs to lead a line to the point, and to stand at another point than the best.
const LEADER: u32 = 30;
const OTHER_POINT: u32 = 12;
/// Distances from the point that are tried, pixels.
const RINGS: [f64; 7] = [5.0, 10.0, 17.0, 27.0, 40.0, 58.0, 80.0];
/// Directions that are tried, the best first: to the right and downwards.
const DIRECTIONS: [(f64, f64); 8] =
    [(0.7, -0.7), (1.0, 0.0), (0.0, -1.0), (-0.7, -0.7), (0.7, 0.7), (-1.0, 0.0), (0.0, 1.0), (-0.7, 0.7)];
/// From this distance on a line leads from the text to its point.
const LEADER_FROM: f64 = 17.0;

/// What is drawn where in a frame.
pub(super) struct Space {
    frame: Frame,
    columns: usize,
    cost: Vec<u32>,
}

/// A text that has found its place.
pub(super) struct Placed {
    /// The rectangle that it takes.
    pub frame: Frame,
    /// The line from it to its point, where it stands away from it.
    pub leader: Option<(Point, Point)>,
}

impl Space {
    pub fn new(frame: Frame) -> Self {
        let columns = (frame.width / CELL).ceil() as usize + 1;
        let rows = (frame.height / CELL).ceil() as usize + 1;
        Self { frame, columns, cost: vec![0; columns * rows] }
    }

    fn add(&mut self, point: Point, cost: u32) {
        let column = (point.0 - self.frame.left) / CELL;
        let row = (point.1 - self.frame.top) / CELL;
        if column < 0.0 || row < 0.0 || column >= self.columns as f64 {
            return;
        }
        if let Some(cell) = self.cost.get_mut(row as usize * self.columns + column as usize) {
            *cell = u32::max(*cell, cost);
        }
    }

    /// Notes a line.
    pub fn line(&mut self, piece: &[Point]) {
        for pair in piece.windows(2) {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let steps = (Real::max(Real::abs(dx), Real::abs(dy)) / 2.0).ceil();
            for step in 0..=(steps as u32) {
                let share = f64::from(step) / Real::max(steps, 1.0);
                self.add((pair[0].0 + share * dx, pair[0].1 + share * dy), LINE);
            }
        }
    }

    /// Notes a rectangle that no text may cover.
    pub fn block(&mut self, rect: &Frame) {
        for cell in cells(rect) {
            self.add(cell, TEXT);
        }
    }

    fn cost(&self, rect: &Frame) -> u32 {
        cells(rect)
            .map(|point| {
                let column = ((point.0 - self.frame.left) / CELL) as usize;
                let row = ((point.1 - self.frame.top) / CELL) as usize;
                self.cost.get(row * self.columns + column).copied().unwrap_or(0)
            })
            .sum()
    }

    /// Finds the place of a text of some size near one of some points, the best first, and takes it; `None`
    /// where none of them is in the frame or the text too large for it.
    pub fn place(&mut self, at: &[Point], size: (f64, f64)) -> Option<Placed> {
        let mut best: Option<(u32, Placed)> = None;
        for (index, at) in at.iter().enumerate().filter(|entry| self.holds(*entry.1)) {
            let later = OTHER_POINT * u32::from(index > 0) + index as u32;
            for ring in RINGS {
                for direction in DIRECTIONS {
                    let frame = pushed_into(rect_at(*at, direction, ring, size), &self.frame)?;
                    let foot = nearest(&frame, *at);
                    let away = Real::hypot(foot.0 - at.0, foot.1 - at.1);
                    // Pushed back by the edge it may cover its own point.
                    if away < RINGS[0] - 1.0 {
                        continue;
                    }
                    let led = away > LEADER_FROM;
                    // Twelve pixels away cost as much as a cell of line.
                    let cost = self.cost(&frame) + later + away as u32 + LEADER * u32::from(led);
                    if best.as_ref().is_none_or(|best| cost < best.0) {
                        best = Some((cost, Placed { frame, leader: led.then_some((foot, *at)) }));
                    }
                }
            }
        }
        let placed = best?.1;
        self.block(&placed.frame);
        Some(placed)
    }

    fn holds(&self, at: Point) -> bool {
        let frame = self.frame;
        at.0 >= frame.left - 1.0
            && at.0 <= frame.right() + 1.0
            && at.1 >= frame.top - 1.0
            && at.1 <= frame.bottom() + 1.0
    }
}

/// The centres of the cells of a rectangle.
fn cells(rect: &Frame) -> impl Iterator<Item = Point> + use<> {
    let rect = *rect;
    let columns = (rect.width / CELL).ceil() as u32;
    let rows = (rect.height / CELL).ceil() as u32;
    (0..=rows).flat_map(move |row| {
        let y = Real::min(rect.top + f64::from(row) * CELL, rect.bottom());
        (0..=columns).map(move |column| (Real::min(rect.left + f64::from(column) * CELL, rect.right()), y))
    })
}

/// A rectangle that lies in a direction from a point, its nearest side or corner at a distance.
fn rect_at(at: Point, direction: (f64, f64), distance: f64, size: (f64, f64)) -> Frame {
    let (x, y) = (at.0 + direction.0 * distance, at.1 + direction.1 * distance);
    let place = |centre: f64, towards: f64, size: f64| {
        if towards > 0.0 {
            centre
        } else if towards < 0.0 {
            centre - size
        } else {
            centre - 0.5 * size
        }
    };
    Frame {
        left: place(x, direction.0, size.0),
        top: place(y, direction.1, size.1),
        width: size.0,
        height: size.1,
    }
}

/// A rectangle, pushed back where it reaches over an edge of the frame; `None` where it is too large.
fn pushed_into(rect: Frame, frame: &Frame) -> Option<Frame> {
    const EDGE: f64 = 3.0;
    let fits = rect.width + 2.0 * EDGE <= frame.width && rect.height + 2.0 * EDGE <= frame.height;
    let left = Real::min(Real::max(rect.left, frame.left + EDGE), frame.right() - EDGE - rect.width);
    let top = Real::min(Real::max(rect.top, frame.top + EDGE), frame.bottom() - EDGE - rect.height);
    fits.then_some(Frame { left, top, ..rect })
}

/// The point of a rectangle nearest to a point.
fn nearest(rect: &Frame, to: Point) -> Point {
    (Real::clamp(to.0, rect.left, rect.right()), Real::clamp(to.1, rect.top, rect.bottom()))
}

#[cfg(test)]
mod tests {
    use super::super::Frame;
    use super::Space;

    #[test]
    fn texts_at_one_point_do_not_cover_each_other() {
        let frame = Frame { left: 0.0, top: 0.0, width: 300.0, height: 200.0 };
        let mut space = Space::new(frame);
        space.line(&[(0.0, 100.0), (300.0, 100.0)]);
        let placed: Vec<Frame> =
            (0..5).map(|_| space.place(&[(150.0, 100.0)], (60.0, 14.0)).unwrap().frame).collect();
        for (index, a) in placed.iter().enumerate() {
            assert!(a.bottom() < 100.0 || a.top > 100.0, "on the line: {a:?}");
            for b in &placed[..index] {
                let apart =
                    a.right() <= b.left || b.right() <= a.left || a.bottom() <= b.top || b.bottom() <= a.top;
                assert!(apart, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_text_stays_in_the_frame() {
        let frame = Frame { left: 10.0, top: 10.0, width: 100.0, height: 50.0 };
        let mut space = Space::new(frame);
        let placed = space.place(&[(110.0, 10.0)], (60.0, 14.0)).unwrap().frame;
        assert!(placed.right() <= 110.0 && placed.top >= 10.0);
        assert!(space.place(&[(50.0, 30.0)], (200.0, 14.0)).is_none());
        assert!(space.place(&[(500.0, 30.0)], (20.0, 14.0)).is_none());
    }
}
