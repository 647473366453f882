//! The picture above his buttons: a car that stands still, and two markers that go by. Places in his pixels, 10 to the
//! metre, x to the right, y down.

use skidpad_texts::palmer::{BOXSTER, CarSimulator};

/// Pixels to a metre: of the markers' motion and of the picture of the car alike.
pub const PIXELS_PER_METRE: f64 = 10.0;
/// Width and height of the picture, pixels. The width is where markers are put back to 0; the height is chosen here.
pub const SIZE_PX: [f64; 2] = [401.0, 64.0];
/// Height of the ground, pixels from the top.
pub const GROUND_PX: f64 = 54.0;
/// A marker's top, width and height, pixels: above the car; the size is not printed.
const MARKER_PX: [f64; 3] = [10.0, 30.0, 8.0];
/// The car's front wheel: the car faces left, as markers that go to the right ask for.
const FRONT_WHEEL_PX: f64 = 188.0;
/// The wheelbase of 8.39, m.
const WHEELBASE_M: f64 = 2.41;
/// The height of 8.16, m.
const HEIGHT_M: f64 = 1.28;

/// A rectangle: left, top, right, bottom, pixels.
pub type Rectangle = [f64; 4];

/// The two markers.
pub fn markers(car: &CarSimulator) -> [Rectangle; 2] {
    let [top, width, height] = MARKER_PX;
    car.markers_px().map(|left| [left, top, left + width, top + height])
}

/// Middles of the wheels, front and rear, and their radius, pixels.
pub fn wheels() -> ([[f64; 2]; 2], f64) {
    let radius = PIXELS_PER_METRE * BOXSTER.wheel_radius_m;
    let y = GROUND_PX - radius;
    let rear = FRONT_WHEEL_PX + PIXELS_PER_METRE * WHEELBASE_M;
    ([[FRONT_WHEEL_PX, y], [rear, y]], radius)
}

/// A roadster's body from the side, convex: metres behind the front wheel and above the ground, from the nose over the
/// top to the tail and back below.
const BODY_M: [[f64; 2]; 10] = [
    [-0.92, 0.34],
    [-0.90, 0.52],
    [-0.60, 0.72],
    [0.40, 0.92],
    [2.50, 0.95],
    [3.20, 0.84],
    [3.40, 0.62],
    [3.38, 0.36],
    [3.00, 0.20],
    [-0.60, 0.20],
];

/// Its cabin likewise.
const CABIN_M: [[f64; 2]; 5] =
    [[0.50, 0.90], [1.20, HEIGHT_M - 0.03], [1.42, HEIGHT_M], [1.80, HEIGHT_M - 0.05], [2.50, 0.93]];

/// The cabin's glass likewise.
const GLASS_M: [[f64; 2]; 4] = [[0.78, 0.93], [1.24, 1.19], [1.72, 1.17], [1.98, 0.96]];

fn place([behind_m, above_m]: [f64; 2]) -> [f64; 2] {
    [FRONT_WHEEL_PX + PIXELS_PER_METRE * behind_m, GROUND_PX - PIXELS_PER_METRE * above_m]
}

/// Outlines of the car's body and cabin, pixels.
pub fn body() -> [Vec<[f64; 2]>; 2] {
    [BODY_M.into_iter().map(place).collect(), CABIN_M.into_iter().map(place).collect()]
}

/// The outline of its glass, pixels.
pub fn glass() -> Vec<[f64; 2]> {
    GLASS_M.into_iter().map(place).collect()
}

/// The picture in words.
pub fn says(car: &CarSimulator) -> String {
    let [one, two] = car.markers_px();
    let how = if car.is_running() { "markers move above it" } else { "markers at rest above it" };
    format!(
        "car simulator: the car stays in place, {how} at {one:.0} and {two:.0} of {:.0} pixels",
        SIZE_PX[0]
    )
}
