//! The minimum-time lap of the program fastest-lap: Limebeer's Formula 1 car in Barcelona.

use roxmltree::Document;
use skidpad_core::math::Real;
use skidpad_formats::reference::{Data, Lack};
use skidpad_laptime::line::{LineOptions, RacingLine};
use skidpad_laptime::optimal::{self, LapGuess, OptimalLap, OptimalOptions};
use skidpad_world::track::{Station, Track};

use crate::Tally;
use crate::limebeer::LimebeerCar;

/// The lap of that program's test `Catalunya_discrete`.
pub const CATALUNYA: &str = "laps/fastest_lap_catalunya/f1_optimal_laptime_catalunya_discrete.xml";
/// Its circuit.
const CIRCUIT: &str = "laps/fastest_lap_catalunya/catalunya.xml";
/// Largest departure of a time or a speed, over it.
const BOUND: f64 = 0.01;
/// Distance from wheel to wheel: that program keeps the wheels on the road, m.
const WIDTH_M: f64 = 1.46;
/// Speed of the guess on the centre line, m/s.
const GUESS_M_S: f64 = 30.0;
/// Weights of the squared rates of steering and throttle over the distance in that test, s m per rad^2 and s m.
pub const WEIGHTS_S_M: [f64; 2] = [50.0, 20.0 * 8e-4];

fn document<'a>(file: &str, text: &'a str) -> Result<Document<'a>, Lack> {
    Document::parse(text).map_err(|error| Lack::broken(file, error))
}

/// Numbers of the element of a name within one of another name.
fn numbers(file: &str, document: &Document<'_>, [within, name]: [&str; 2]) -> Result<Vec<f64>, Lack> {
    let missing = || Lack::broken(file, format!("no element {name} in {within}"));
    let outer = document.descendants().find(|node| node.has_tag_name(within)).ok_or_else(missing)?;
    let inner = outer.descendants().find(|node| node.has_tag_name(name)).ok_or_else(missing)?;
    let parse = |cell: &str| {
        cell.trim().parse::<f64>().map_err(|error| Lack::broken(file, format!("{name}: {error}")))
    };
    inner.text().unwrap_or_default().split(',').map(parse).collect()
}

/// The circuit.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn circuit(data: &Data) -> Result<Track, Lack> {
    let text = data.text(CIRCUIT)?;
    let document = document(CIRCUIT, &text)?;
    let column = |within, name| numbers(CIRCUIT, &document, [within, name]);
    let (x, y) = (column("centerline", "x")?, column("centerline", "y")?);
    let (left, right) = (column("data", "nl")?, column("data", "nr")?);
    // That program's y axis points to the right.
    let stations: Vec<Station> = x
        .iter()
        .zip(&y)
        .zip(left.iter().zip(&right))
        .map(|((x, y), (left, right))| Station {
            position_m: [*x, -*y],
            ..Station::flat([left.abs(), right.abs()])
        })
        .collect();
    Track::closed(&stations).map_err(|faults| Lack::broken(CIRCUIT, format!("{faults:?}")))
}

/// A lap of the car with places at a spacing, after one at twice the spacing, and with weights of the rates of its commands.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn catalunya(data: &Data, spacing_m: f64, weights_s_m: [f64; 2]) -> Result<OptimalLap, Lack> {
    let track = circuit(data)?;
    let line = LineOptions { spacing_m, car_width_m: WIDTH_M, margin_m: 0.0 };
    let options = OptimalOptions {
        refinements: 0,
        steer_weight_s_m: weights_s_m[0],
        pedal_weight_s_m: weights_s_m[1],
        ..OptimalOptions::default()
    };
    let centre = RacingLine::beside(&track, 2.0 * spacing_m, &|_| 0.0)
        .map_err(|error| Lack::broken(CIRCUIT, error))?;
    let guess = LapGuess::at_speed(&centre, GUESS_M_S);
    optimal::lap(&track, &LimebeerCar, &guess, &line, &options).map_err(|error| Lack::broken(CIRCUIT, error))
}

/// Lap time and largest and least speed of that lap, on places as far apart and with its weights.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn fastest_lap_catalunya(data: &Data) -> Result<Tally, Lack> {
    let text = data.text(CATALUNYA)?;
    let document = document(CATALUNYA, &text)?;
    let column = |name| numbers(CATALUNYA, &document, ["optimal_laptime", name]);
    let (speeds_m_s, along_m) = (column("chassis.velocity.x")?, column("road.arclength")?);
    let lap_s = column("laptime")?[0];
    let found = catalunya(data, along_m.get(1).copied().unwrap_or(10.0), WEIGHTS_S_M)?;
    if !found.lap.converged {
        return Err(Lack::broken(CIRCUIT, "the search ended at no minimum"));
    }
    let ends = |speeds: &mut dyn Iterator<Item = f64>| {
        speeds
            .fold([f64::INFINITY, 0.0], |[low, high], speed| [Real::min(low, speed), Real::max(high, speed)])
    };
    let own = ends(&mut found.lap.samples.iter().map(|sample| sample.speed_m_s));
    let published = ends(&mut speeds_m_s.into_iter());
    let mut tally = Tally::new(BOUND, "of the time or speed");
    let pairs = [
        ("lap", found.lap.time_s, lap_s),
        ("top speed", own[1], published[1]),
        ("least speed", own[0], published[0]),
    ];
    for (name, found, published) in pairs {
        tally.meet((found / published - 1.0).abs(), || {
            format!("{name}: {found:.3}, published {published:.3}")
        });
    }
    Ok(tally)
}
