//! A diagram: axes with round numbers, lines, points.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

use super::look;

/// Room for the numbers: at the left and below, points. The longest at the left is as wide as "-1000k".
const ROOM: [f32; 2] = [46.0, 32.0];
/// Room at the top, for names, and at the right, for half of a number below.
const EDGE: [f32; 2] = [17.0, 14.0];
/// Numbers stand no closer than this, points.
const CLOSEST: [f32; 2] = [50.0, 26.0];

/// A field of the screen with an axis of numbers along each side.
#[derive(Clone)]
pub struct Diagram {
    painter: Painter,
    field: Rect,
    x: [f64; 2],
    y: [f64; 2],
}

/// The round numbers between two ends, at most so many.
pub fn round_numbers([low, high]: [f64; 2], most: usize) -> Vec<f64> {
    let least = (high - low) / most.max(1) as f64;
    if !(least.is_finite() && least > 0.0) {
        return Vec::new();
    }
    let ten = 10.0_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * ten).find(|step| *step >= least);
    let step = step.unwrap_or(ten);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number with as many digits as its step needs.
pub fn shown(number: f64, step: f64) -> String {
    let prefix = PREFIXES.iter().find(|(size, _)| number.abs() >= 10.0 * size);
    if let Some((size, prefix)) = prefix {
        return format!("{}{prefix}", digits(number / size, step / size));
    }
    digits(number, step)
}

/// The prefixes of large numbers, from the largest on.
const PREFIXES: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];

fn digits(number: f64, step: f64) -> String {
    let digits = if step > 0.0 { (-(step * 1.0001).log10().floor()).clamp(0.0, 6.0) as usize } else { 0 };
    format!("{number:.digits$}")
}

impl Diagram {
    /// In a rectangle, between the ends of its axes.
    pub fn new(painter: &Painter, rect: Rect, x: [f64; 2], y: [f64; 2]) -> Self {
        Self::with_room(painter, rect, x, y, ROOM)
    }

    /// One of several over each other; the last has the numbers of the x axis for all.
    pub fn stacked(painter: &Painter, rect: Rect, x: [f64; 2], y: [f64; 2], is_last: bool) -> Self {
        Self::with_room(painter, rect, x, y, [ROOM[0] + 8.0, if is_last { 20.0 } else { 1.0 }])
    }

    fn with_room(painter: &Painter, rect: Rect, x: [f64; 2], y: [f64; 2], room: [f32; 2]) -> Self {
        let field = Rect::from_min_max(
            rect.min + vec2(room[0], EDGE[0]),
            (rect.max - vec2(EDGE[1], room[1])).max(rect.min + vec2(room[0] + 2.0, EDGE[0] + 2.0)),
        );
        let wide = |[low, high]: [f64; 2]| {
            let is_wide = high - low > 1e-12 * (1.0 + low.abs()) && low.is_finite() && high.is_finite();
            if is_wide {
                [low, high]
            } else {
                [low - 1.0, low + 1.0].map(|end| if end.is_finite() { end } else { 0.0 })
            }
        };
        Self { painter: painter.with_clip_rect(rect), field, x: wide(x), y: wide(y) }
    }

    /// The rectangle between the axes.
    pub fn field(&self) -> Rect {
        self.field
    }

    /// The place of a point; what is far out is brought back.
    pub fn place(&self, [x, y]: [f64; 2]) -> Pos2 {
        let share = |value: f64, [low, high]: [f64; 2]| look::coordinate((value - low) / (high - low));
        pos2(
            self.field.left() + share(x, self.x).clamp(-10.0, 10.0) * self.field.width(),
            self.field.bottom() - share(y, self.y).clamp(-10.0, 10.0) * self.field.height(),
        )
    }

    /// The number of the x axis under a place.
    pub fn under(&self, place: Pos2) -> f64 {
        let share = f64::from((place.x - self.field.left()) / self.field.width().max(1.0));
        self.x[0] + share * (self.x[1] - self.x[0])
    }

    /// Frame, round numbers and names of both axes.
    pub fn axes(&self, x_name: &str, y_name: &str) {
        let grey = Color32::from_gray(165);
        self.painter.rect_filled(self.field, 0.0, Color32::from_gray(22));
        let most = |length: f32, closest: f32| ((length / closest) as usize).max(3);
        let (xs, ys) = (
            round_numbers(self.x, most(self.field.width(), CLOSEST[0])),
            round_numbers(self.y, most(self.field.height(), CLOSEST[1])),
        );
        let step = |numbers: &[f64]| numbers.windows(2).next().map_or(1.0, |pair| pair[1] - pair[0]);
        // Of plots over each other the lowest alone has the numbers of the time.
        let has_numbers = self.painter.clip_rect().bottom() > self.field.bottom() + look::SMALL;
        for x in &xs {
            let place = self.place([*x, self.y[0]]);
            self.grid_line([place, pos2(place.x, self.field.top())], *x);
            if has_numbers {
                self.text(place + vec2(0.0, 2.0), Align2::CENTER_TOP, &shown(*x, step(&xs)), grey);
            }
        }
        for y in &ys {
            let place = self.place([self.x[0], *y]);
            self.grid_line([place, pos2(self.field.right(), place.y)], *y);
            // Above stands the axis's name, and below the edge a number would be cut.
            let lowest = self.painter.clip_rect().bottom() - 0.7 * look::SMALL;
            if place.y > self.field.top() + 6.0 && place.y < lowest {
                self.text(place - vec2(3.0, 0.0), Align2::RIGHT_CENTER, &shown(*y, step(&ys)), grey);
            }
        }
        self.text(self.field.right_bottom() + vec2(4.0, 15.0), Align2::RIGHT_TOP, x_name, grey);
        self.text(
            pos2(self.painter.clip_rect().left() + 2.0, self.field.top() - 2.0),
            Align2::LEFT_BOTTOM,
            y_name,
            grey,
        );
    }

    fn grid_line(&self, ends: [Pos2; 2], number: f64) {
        let bright = if number == 0.0 { 90 } else { 42 };
        self.painter.line_segment(ends, Stroke::new(1.0, Color32::from_gray(bright)));
    }

    /// A line through points, within the field.
    pub fn line(&self, points: impl IntoIterator<Item = [f64; 2]>, stroke: Stroke) {
        let places: Vec<Pos2> = points.into_iter().map(|point| self.place(point)).collect();
        self.inside().line(places, stroke);
    }

    /// An upright line at a number of the x axis.
    pub fn upright(&self, x: f64, stroke: Stroke) {
        self.inside().line_segment([self.place([x, self.y[0]]), self.place([x, self.y[1]])], stroke);
    }

    /// The live point. Where it is beyond the ends of the axes, it stands at their edge, hollow.
    pub fn point(&self, point: [f64; 2], colour: Color32) {
        let place = self.place(point);
        let within = place.clamp(self.field.min, self.field.max);
        let fill = if within == place { colour } else { Color32::TRANSPARENT };
        self.painter.circle(
            within,
            4.0,
            fill,
            Stroke::new(1.5, if within == place { Color32::BLACK } else { colour }),
        );
    }

    /// A small cross.
    pub fn cross(&self, point: [f64; 2], colour: Color32) {
        let place = self.place(point);
        for arm in [vec2(3.5, 3.5), vec2(3.5, -3.5)] {
            self.inside().line_segment([place - arm, place + arm], Stroke::new(1.5, colour));
        }
    }

    /// A text at a place.
    pub fn text(&self, place: Pos2, anchor: Align2, text: &str, colour: Color32) {
        self.painter.text(place, anchor, text, FontId::proportional(look::SMALL), colour);
    }

    /// Several names side by side; as many of them as fit, and how many more there are.
    pub fn whole_text(&self, place: Pos2, anchor: Align2, names: &[String], colour: Color32) {
        let room = self.field.right() - place.x;
        let width = |text: &str| {
            let font = FontId::proportional(look::SMALL);
            self.painter.layout_no_wrap(text.to_owned(), font, colour).size().x
        };
        let text = |count: usize| match names.len() - count {
            0 => names.join("   "),
            more if count == 0 => format!("{more} channels"),
            more => format!("{}   and {more} more", names[..count].join("   ")),
        };
        let fits = (0..=names.len()).rev().map(text).find(|text| width(text) <= room);
        self.text(place, anchor, &fits.unwrap_or_default(), colour);
    }

    /// Painter that stays between the axes.
    fn inside(&self) -> Painter {
        self.painter.with_clip_rect(self.field.intersect(self.painter.clip_rect()))
    }

    /// The ends of an axis from 0, or from both sides of it, with some room.
    pub fn span(numbers: impl IntoIterator<Item = f64>) -> [f64; 2] {
        let (low, high) = numbers
            .into_iter()
            .filter(|number| number.is_finite())
            .fold((0.0_f64, 0.0_f64), |(low, high), number| (low.min(number), high.max(number)));
        let room = 0.08 * (high - low);
        [if low < 0.0 { low - room } else { 0.0 }, if high > 0.0 { high + room } else { 0.0 }]
    }
}

#[cfg(test)]
mod tests {
    use super::{round_numbers, shown};

    #[test]
    fn numbers_are_round_and_few() {
        assert_eq!(round_numbers([0.0, 100.0], 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(round_numbers([-0.3, 0.3], 3), [-0.2, 0.0, 0.2]);
        assert!(round_numbers([1.0, 1.0], 5).is_empty());
        assert!(round_numbers([0.0, f64::INFINITY], 5).is_empty());
        for high in [1e-9, 0.7, 3.0, 12345.0, 1e12] {
            let numbers = round_numbers([0.0, high], 6);
            assert!((3..=7).contains(&numbers.len()), "{high}: {numbers:?}");
        }
    }

    #[test]
    fn numbers_have_the_digits_that_their_step_needs() {
        assert_eq!([shown(0.25, 0.05), shown(3.0, 1.0), shown(12_500.0, 500.0)], ["0.25", "3", "12.5k"]);
        // Two prefixes stood one behind the other, as in "20kk".
        assert_eq!([shown(2e7, 1e7), shown(-2.5e10, 5e9), shown(1e6, 5e5)], ["20M", "-25G", "1000k"]);
    }
}
