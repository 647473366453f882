//! The plane that touches the earth at a place.

use skidpad_core::math::Real;

/// The ellipsoid of WGS 84 (NIMA TR8350.2, table 3.1): half of its larger axis, m, and its flattening.
const AXIS_M: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;
/// Square of its eccentricity.
const ECCENTRICITY: f64 = FLATTENING * (2.0 - FLATTENING);
/// Rounds by which a place is found from a position; the error becomes a thousandth in each.
const ROUNDS: usize = 6;

/// A place on earth (WGS 84).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    /// Latitude, degrees, positive to the north.
    pub latitude_deg: f64,
    /// Longitude, degrees, positive to the east.
    pub longitude_deg: f64,
}

/// A plane that touches the ellipsoid of WGS 84, or one at a height above it, at an origin: x to the east, y to the north. Places are projected
/// onto it along its normal. Distances to the origin are too short by d³ / 6 R²: 4 mm at 10 km.
///
/// ```
/// use skidpad_formats::track::geographic::{LocalPlane, Coordinates};
/// let plane = LocalPlane::new(Coordinates { latitude_deg: 50.0, longitude_deg: 7.0 }, 0.0);
/// // A minute of latitude is about a sea mile.
/// let [x, y] = plane.position_m(Coordinates { latitude_deg: 50.0 + 1.0 / 60.0, longitude_deg: 7.0 });
/// assert!(x.abs() < 1e-6 && (y - 1853.7).abs() < 0.2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalPlane {
    origin: Coordinates,
    height_m: f64,
    /// Position of the origin in the frame of the earth, m.
    centre_m: [f64; 3],
    /// Sine and cosine of the origin's latitude.
    latitude: [f64; 2],
}

impl LocalPlane {
    /// The plane at a place and a height above the ellipsoid, m.
    pub fn new(origin: Coordinates, height_m: f64) -> Self {
        let (sin, cos) = Real::sin_cos(origin.latitude_deg.to_radians());
        let mut plane = Self { origin, height_m, centre_m: [0.0; 3], latitude: [sin, cos] };
        plane.centre_m = plane.earth_m(origin);
        plane
    }

    /// The place of the origin.
    pub fn origin(&self) -> Coordinates {
        self.origin
    }

    /// Position of a place at the plane's height, in a frame of the earth whose first axis lies in the origin's meridian, m.
    fn earth_m(&self, place: Coordinates) -> [f64; 3] {
        let (sin, cos) = Real::sin_cos(place.latitude_deg.to_radians());
        let (east, along) = Real::sin_cos((place.longitude_deg - self.origin.longitude_deg).to_radians());
        // Radius of curvature across the meridian.
        let across_m = AXIS_M / Real::sqrt(1.0 - ECCENTRICITY * sin * sin);
        let ring_m = (across_m + self.height_m) * cos;
        [ring_m * along, ring_m * east, (across_m * (1.0 - ECCENTRICITY) + self.height_m) * sin]
    }

    /// Position of a place, m.
    pub fn position_m(&self, place: Coordinates) -> [f64; 2] {
        let earth_m = self.earth_m(place);
        let [up, east, north] = [0, 1, 2].map(|axis: usize| earth_m[axis] - self.centre_m[axis]);
        let [sin, cos] = self.latitude;
        [east, north * cos - up * sin]
    }

    /// The place of a position.
    pub fn place(&self, position_m: [f64; 2]) -> Coordinates {
        let [sin, cos] = self.latitude;
        let square = 1.0 - ECCENTRICITY * sin * sin;
        let across_m = AXIS_M / Real::sqrt(square);
        // Radii of curvature along and across the meridian at the origin.
        let along_m = across_m * (1.0 - ECCENTRICITY) / square + self.height_m;
        let ring_m = Real::max((across_m + self.height_m) * cos, 1.0);
        let mut place = self.origin;
        for _ in 0..ROUNDS {
            let [x, y] = self.position_m(place);
            place.latitude_deg += ((position_m[1] - y) / along_m).to_degrees();
            place.longitude_deg += ((position_m[0] - x) / ring_m).to_degrees();
        }
        place
    }
}
