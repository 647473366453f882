//! A run as an animation: the road from above with the cars, the forces at their tyres and the marks that these leave, and the
//! first car's speed and yaw rate over time.

mod camera;
mod canvas;
mod encode;
mod film;
mod font;
mod stage;
mod strip;
mod style;

use std::fmt;

use skidpad_core::math::Real;
use skidpad_core::units;
use skidpad_world::telemetry::Recording;

use crate::scene::Scene;
use camera::{Camera, Shot};
use canvas::Canvas;
use encode::Frames;
use film::Film;
use font::Style;
use stage::{Drawn, Marks};
use strip::{Curve, label};

/// Size of the picture, and of the road in it, pixels.
const SIZE: [usize; 2] = [800, 430];
const ROAD: [usize; 2] = [800, 320];
/// Frames per second of the run, which plays at its own pace.
const RATE_HZ: u16 = 20;
/// The last frame is shown so long, s.
const REST_S: f64 = 1.0;
/// The longest run, s.
pub const LONGEST_S: f64 = 60.0;
/// Force of the arrow that shows the scale, N.
const SHOWN_N: f64 = 5000.0;

/// A reason why a run cannot be animated.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnimationError {
    /// A run without rows, or with a car that has no position and heading.
    NoPosition,
    /// A run longer than [`LONGEST_S`], with its duration, s.
    TooLong(f64),
}

impl fmt::Display for AnimationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPosition => {
                write!(out, "no position and heading in the run; choose a model that moves in the plane")
            }
            Self::TooLong(seconds) => {
                write!(out, "the run lasts {seconds:.0} s; an animation shows at most {LONGEST_S:.0} s")
            }
        }
    }
}

impl std::error::Error for AnimationError {}

/// A run as an animated PNG, at its own pace: all cars of the scene in colour, forces at each wheel (of an axle, where the
/// model has axles alone, a half at each), red and with a hollow head where a tyre slides. Axles without a track, a
/// motorcycle's, have one wheel with the whole force.
///
/// # Errors
/// A run without positions, or longer than [`LONGEST_S`].
///
/// # Panics
/// Never: the encoder writes into memory, and the frames have the size that it is given.
pub fn animation(recording: &Recording, scene: &Scene, title: &str) -> Result<Vec<u8>, AnimationError> {
    let film =
        Film::new(recording, scene).filter(|film| film.rows() > 0).ok_or(AnimationError::NoPosition)?;
    let duration_s = film.seconds(film.rows() - 1);
    if duration_s > LONGEST_S {
        return Err(AnimationError::TooLong(duration_s));
    }
    let moving = (duration_s * f64::from(RATE_HZ)).floor() as usize + 1;
    let resting = (REST_S * f64::from(RATE_HZ)) as usize;
    let draw = || {
        let mut stage = Stage::new(&film, scene, title);
        let time_s = |frame: usize| Real::min(frame as f64 / f64::from(RATE_HZ), duration_s);
        (0..moving + resting).map(move |frame| stage.frame(time_s(frame)))
    };
    let frames = Frames { size: SIZE, rate_hz: RATE_HZ, count: moving + resting, draw };
    Ok(frames.encode().expect("an encoder that writes frames of its own size into memory"))
}

/// All that a frame is drawn from.
struct Stage<'a> {
    film: &'a Film<'a>,
    scene: &'a Scene,
    title: &'a str,
    camera: Camera,
    marks: Marks,
    curves: Vec<Curve>,
}

impl<'a> Stage<'a> {
    fn new(film: &'a Film<'a>, scene: &'a Scene, title: &'a str) -> Self {
        let camera = Camera::new(film, scene.cars.len(), ROAD.map(|side| side as f64));
        let over_time = |number: &dyn Fn(usize) -> f64| -> Vec<[f64; 2]> {
            (0..film.rows()).map(|row| [film.seconds(row), number(row)]).collect()
        };
        let mut curves = vec![Curve::new("speed, km/h", over_time(&|row| film.speed_km_h(row)))];
        if let Some(yaw) = film.yaw_rate() {
            let rate = |row| units::to_degrees(film.number(row, yaw));
            curves.push(Curve::new("yaw rate, deg/s", over_time(&rate)));
        }
        Self { film, scene, title, camera, marks: Marks::default(), curves }
    }

    /// The picture at a time.
    fn frame(&mut self, time_s: f64) -> Canvas {
        let row = self.film.row_at(time_s);
        self.marks.add_until(row, self.film, self.scene.cars.len());
        let view = self.camera.view(self.film, row);
        let mut canvas = Canvas::new(SIZE[0], SIZE[1], style::ROAD);
        stage::road(&mut canvas, &view, self.scene, &self.marks);
        let wheels: Vec<_> = (0..self.scene.cars.len()).map(|car| self.film.wheels(row, car)).collect();
        for (at, (car, wheels)) in self.scene.cars.iter().zip(&wheels).enumerate() {
            let colour = style::CARS[at % style::CARS.len()];
            let pose = self.film.pose(row, at);
            stage::car(&mut canvas, &view, &Drawn { pose, wheels, outline_m: car.outline_m, colour });
        }
        wheels.iter().for_each(|wheels| stage::forces(&mut canvas, &view, wheels));
        self.captions(&mut canvas, &view, row);
        self.panel(&mut canvas, time_s);
        canvas
    }

    /// Title, time, pedals and scales, over the road.
    fn captions(&self, canvas: &mut Canvas, view: &Shot, row: usize) {
        font::write(canvas, self.title, [16.0, 26.0], Style { size: 11.0, paint: style::INK.into() });
        let time = format!("{:.1} s", self.film.seconds(row));
        let from = [SIZE[0] as f64 - 16.0 - font::width(&time, 11.0), 26.0];
        font::write(canvas, &time, from, Style { size: 11.0, paint: style::INK.into() });
        let labels = [("throttle", style::THROTTLE), ("brake", style::BRAKE), ("handbrake", style::BRAKE)];
        let pedals = labels.into_iter().zip(self.film.pedals());
        let pedals = pedals
            .filter_map(|((name, colour), column)| Some((name, self.film.number(row, column?), colour)));
        strip::pedals(canvas, [16.0, 38.0], &pedals.collect::<Vec<_>>());
        let base = ROAD[1] as f64 - 16.0;
        let length = stage::GRID_M * view.scale;
        let ends = [[16.0, base], [16.0 + length, base]];
        canvas.stroke(&ends, 2.0, style::INK);
        font::write(
            canvas,
            &format!("{:.0} m", stage::GRID_M),
            [24.0 + length, base + 4.5],
            label(style::INK),
        );
        let arrow = SHOWN_N * stage::ARROW_M_N * view.scale;
        let mut right = SIZE[0] as f64 - 16.0;
        for (text, slides) in [("sliding", true), ("tyre force 5 kN", false)] {
            let from = right - font::width(text, strip::LETTERS);
            font::write(canvas, text, [from, base + 4.5], label(style::INK));
            stage::arrow(canvas, [[from - 10.0 - arrow, base], [from - 10.0, base]], slides);
            right = from - 30.0 - arrow;
        }
    }

    /// The curves below the road.
    fn panel(&self, canvas: &mut Canvas, time_s: f64) {
        let [width, height] = SIZE.map(|side| side as f64);
        let top = ROAD[1] as f64;
        canvas.fill(&[[0.0, top], [width, top], [width, height], [0.0, height]], style::PAPER);
        canvas.stroke(&[[0.0, top + 0.5], [width, top + 0.5]], 1.0, style::EDGE);
        let each = width / self.curves.len() as f64;
        for (at, curve) in self.curves.iter().enumerate() {
            curve.draw(canvas, [each * at as f64, top, each, height - top], time_s);
        }
    }
}
