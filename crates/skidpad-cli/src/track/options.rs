//! Values of options of tracks.

use skidpad_core::spec::Quantity;
use skidpad_formats::quantity;
use skidpad_formats::track::TrackFormat;
use skidpad_formats::track::geographic::Coordinates;

/// A format by its name.
pub fn format(name: &str) -> Result<TrackFormat, String> {
    TrackFormat::by_name(name)
}

/// A length above 0: a number in m, or with its unit.
pub fn length(text: &str) -> Result<f64, String> {
    let must = "must be a length above 0 in m, such as 12 or \"12 m\"";
    value(text, Quantity::Length).filter(|length_m| *length_m > 0.0).ok_or_else(|| must.to_owned())
}

/// A height of 0 or more: a number in m, or with its unit.
pub fn height(text: &str) -> Result<f64, String> {
    let must = "must be a height of 0 or more in m, such as 25 or \"25 m\"";
    value(text, Quantity::Length).filter(|height_m| *height_m >= 0.0).ok_or_else(|| must.to_owned())
}

/// A tolerance: above 0 and at most 10 m.
pub fn tolerance(text: &str) -> Result<f64, String> {
    let must = "must be a distance above 0 and at most 10 m, such as 0.25";
    value(text, Quantity::Length)
        .filter(|tolerance_m| *tolerance_m > 0.0 && *tolerance_m <= 10.0)
        .ok_or_else(|| must.to_owned())
}

/// An angle: a number in degrees, or with its unit; rad.
pub fn angle(text: &str) -> Result<f64, String> {
    let must = "must be an angle in degrees, such as 4 or \"4 deg\"".to_owned();
    let number: Option<f64> = text.trim().parse().ok();
    let value = number.map(f64::to_radians);
    let value = value.or_else(|| quantity::parse(text, quantity::measure(Quantity::Angle)).ok());
    value.filter(|angle_rad| angle_rad.is_finite()).ok_or(must)
}

/// Latitude and longitude, degrees.
pub fn place(text: &str) -> Result<Coordinates, String> {
    let must =
        "must be a latitude from -89 to 89 and a longitude from -180 to 180 in degrees, such as 50.335,6.947";
    let number = |text: &str, most: f64| {
        text.trim().parse().ok().filter(|number: &f64| (-most..=most).contains(number))
    };
    let (latitude, longitude) = text.split_once(',').ok_or(must)?;
    let places = number(latitude, 89.0).zip(number(longitude, 180.0));
    let (latitude_deg, longitude_deg) = places.ok_or(must)?;
    Ok(Coordinates { latitude_deg, longitude_deg })
}

fn value(text: &str, quantity: Quantity) -> Option<f64> {
    let number = text.trim().parse().ok();
    let value = number.or_else(|| quantity::parse(text, quantity::measure(quantity)).ok());
    value.filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::{angle, height, length, place, tolerance};

    #[test]
    fn lengths_may_have_units() {
        assert_eq!((length("12"), length("12 m"), length("1.2 km")), (Ok(12.0), Ok(12.0), Ok(1200.0)));
        assert_eq!((height("0"), tolerance("25 cm")), (Ok(0.0), Ok(0.25)));
        assert!((angle("4").unwrap() - angle("4 deg").unwrap()).abs() < 1e-15);
        for wrong in ["", "0", "-1", "NaN", "inf", "x", "12 s"] {
            assert!(length(wrong).unwrap_err().contains("above 0"), "{wrong}");
            assert!(tolerance(wrong).unwrap_err().contains("at most 10 m"), "{wrong}");
        }
        assert!(tolerance("10.1").is_err() && height("-1").is_err() && angle("NaN").is_err());
    }

    #[test]
    fn places_have_two_numbers() {
        let found = place("50.335, -6.947").unwrap();
        assert_eq!((found.latitude_deg, found.longitude_deg), (50.335, -6.947));
        for wrong in ["", "50", "50;6", "90,0", "0,181", "NaN,0", "a,b", "1,2,3"] {
            assert!(place(wrong).unwrap_err().contains("such as 50.335,6.947"), "{wrong}");
        }
    }
}
