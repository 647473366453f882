//! Derivatives of lap times to figures of the car, against differences of whole laps.

use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::line::{LineOptions, fastest};
use skidpad_laptime::qss::{self, Options, Start};
use skidpad_laptime::{Envelope, ModelEnvelope, Parameter, Path, Point, Range, TradedCar, trades};
use skidpad_world::track::{Track, track_by_name};

fn track(name: &str) -> Track {
    Track::new(&track_by_name(name).unwrap()).unwrap()
}

/// A car of a power and a grip, with two gears of which the first one pulls harder, and a pause between them.
#[derive(Clone, Copy)]
struct Geared {
    grip_m_s2: f64,
    drag_1_m: f64,
    pulls_m_s2: [f64; 2],
    shift_m_s: f64,
}

const GEARED: Geared = Geared { grip_m_s2: 9.0, drag_1_m: 5e-4, pulls_m_s2: [6.0, 3.0], shift_m_s: 24.0 };

impl Envelope for Geared {
    fn range(&self, at: &Point) -> Option<Range> {
        let rest = self.grip_m_s2 * self.grip_m_s2 - at.lateral_m_s2 * at.lateral_m_s2;
        let drag_m_s2 = self.drag_1_m * at.speed_m_s * at.speed_m_s;
        (rest >= 0.0).then(|| Range {
            braking_m_s2: -rest.sqrt() - drag_m_s2,
            coasting_m_s2: -drag_m_s2,
            traction_m_s2: rest.sqrt() - drag_m_s2,
            power_m_s2: self.pulls_m_s2[self.gear(at.speed_m_s) - 1] - drag_m_s2,
        })
    }
    fn spare_m_s2(&self, at: &Point) -> f64 {
        self.grip_m_s2 - at.lateral_m_s2.abs()
    }
    fn top_speed_m_s(&self) -> f64 {
        100.0
    }
    fn gear(&self, speed_m_s: f64) -> usize {
        if speed_m_s <= self.shift_m_s { 1 } else { 2 }
    }
    fn shift_s(&self) -> f64 {
        0.4
    }
}

/// Derivatives of a lap of a car to what changes in others a little to either side, by the adjoint and by differences.
fn both(path: &Path, options: &Options, step: f64, of: &dyn Fn(f64) -> Geared) -> [f64; 2] {
    let lap = |car: &Geared| qss::lap(path, car, options).unwrap();
    let (car, below, above) = (of(0.0), of(-step), of(step));
    let known = lap(&car);
    let sensitivity = qss::sensitivity(path, &car, options, &known);
    let known = qss::KnownLap { car: &car, path, options, lap: &known, sensitivity: &sensitivity };
    let slope = qss::change_s(&known, [&below, &above]) / (2.0 * step);
    [slope, (lap(&above).time_s - lap(&below).time_s) / (2.0 * step)]
}

/// Name of a figure, its change, and the car with it.
type Change<'a> = (&'a str, f64, &'a dyn Fn(f64) -> Geared);

/// All that a car has along the path: grip, drag, the pull of both gears, and the speed of the change between them, on a flying lap and
/// on a standing one, which ends in another state than it begins in.
#[test]
fn the_adjoint_of_a_lap_agrees_with_differences() {
    let path = Path::along(&track("kart-track"), 0.25);
    let standing = Options { start: Start::At(0.0), ..Options::default() };
    let mut faults = Vec::new();
    for (name, options) in [("flying", Options::default()), ("standing", standing)] {
        let figures: [Change<'_>; 5] = [
            ("grip", 0.1, &|change| Geared { grip_m_s2: 9.0 + change, ..GEARED }),
            ("drag", 1e-4, &|change| Geared { drag_1_m: 5e-4 + change, ..GEARED }),
            ("first gear", 0.2, &|change| Geared { pulls_m_s2: [6.0 + change, 3.0], ..GEARED }),
            ("second gear", 0.2, &|change| Geared { pulls_m_s2: [6.0, 3.0 + change], ..GEARED }),
            ("change", 0.8, &|change| Geared { shift_m_s: 24.0 + change, ..GEARED }),
        ];
        for (figure, step, of) in figures {
            let [slope, difference] = both(&path, &options, step, of);
            println!("{name} {figure}: {slope:.5} {difference:.5} {:.4}", slope / difference);
            let ratio = slope / difference;
            // At the limit of a corner, what is left for driving ends like a root: its slope is known less well.
            let tolerance = if figure == "grip" { 0.1 } else { 0.03 };
            if (ratio - 1.0).abs() > tolerance {
                faults.push(format!("{name}, {figure}: {slope} by the adjoint, {difference} by differences"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

mod long {
    use super::*;

    /// Number of changes up in a lap.
    fn changes_up(lap: &qss::QssLap) -> usize {
        lap.interrupted.windows(2).filter(|pair| pair[0] == 0.0 && pair[1] > 0.0).count()
    }

    pub(super) fn compare(model: &str, name: &str, options: &Options) {
        let spec = preset(name).unwrap().spec;
        let surface = Surface::asphalt();
        let path = Path::along(&track("grand-prix"), 0.5);
        let car = TradedCar { model, spec: &spec, surface: &surface };
        let found = trades(&car, &Parameter::all(model, &spec), &path, options).unwrap();
        let mut faults = Vec::new();
        for trade in found {
            let size = match trade.parameter {
                Parameter::Mass => 30.0,
                Parameter::CentreOfMassHeight => 0.02,
                Parameter::DragArea => 0.05,
                Parameter::DownforceArea => 0.1,
                _ => 0.02,
            };
            let lap = |change: f64| {
                let car = trade.parameter.changed(&spec, &surface, change).unwrap();
                let envelope = ModelEnvelope::new(model, &car.vehicle, &car.surface).unwrap();
                qss::lap(&path, &envelope, options).unwrap()
            };
            // Whether a car has changed down for a corner and changes up after it is a jump of the time, which has no derivative: the largest
            // steps, by which changes of gear move over many points, but without such a jump between them.
            let mut step = size;
            let mut pair = [lap(-step), lap(step)];
            while changes_up(&pair[0]) != changes_up(&pair[1]) && step > 0.2 * size {
                step *= 0.5;
                pair = [lap(-step), lap(step)];
            }
            let whole = (pair[1].time_s - pair[0].time_s) / (2.0 * step);
            println!("{name}, {}: {:.5} {whole:.5} {:.3}", trade.parameter, trade.slope, trade.slope / whole);
            // 4 %; and for ratios, which gain in one place what they lose in another, 6 ms per percent.
            let little = if size == 0.02 { 0.6 } else { 0.0 };
            if (trade.slope - whole).abs() > 0.04 * whole.abs() + little {
                faults.push(format!(
                    "{}: {} by derivatives, {whole} by differences",
                    trade.parameter, trade.slope
                ));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// The envelope theorem: with a new line for each car the lap changes as it does on the old line, to first order.
    #[test]
    #[ignore = "long: a fastest line for each car"]
    fn the_fastest_line_need_not_follow_small_changes_of_the_car() {
        let spec = preset("boxster-s").unwrap().spec;
        let surface = Surface::asphalt();
        let track = track("kart-track");
        let (lines, options) = (LineOptions::default(), Options::default());
        let car = |change: f64| {
            let car = Parameter::Grip.changed(&spec, &surface, change).unwrap();
            ModelEnvelope::new("two_track", &car.vehicle, &car.surface).unwrap()
        };
        let found = |change: f64| fastest(&track, &car(change), &lines, &options).unwrap();
        let path = found(0.0).line.path(&track).unwrap();
        let traded = TradedCar { model: "two_track", spec: &spec, surface: &surface };
        let trade = trades(&traded, &[Parameter::Grip], &path, &options).unwrap()[0];
        let step = 0.08;
        let anew = (found(step).time_s - found(-step).time_s) / (2.0 * step);
        println!("{:.3} on the line, {anew:.3} with new lines", trade.slope);
        assert!(
            (trade.slope / anew - 1.0).abs() < 0.03,
            "{} on the line, {anew} with new lines",
            trade.slope
        );
    }
}

mod soak {
    use skidpad_laptime::qss::Options;

    #[test]
    #[ignore = "soak: an envelope to either side for each figure"]
    fn derivatives_agree_with_differences_of_whole_laps() {
        super::long::compare("two_track", "boxster-s", &Options::default());
    }

    #[test]
    #[ignore = "soak: an envelope to either side for each figure"]
    fn derivatives_agree_with_differences_of_the_single_track_model() {
        super::long::compare("single_track", "boxster-s", &Options::default());
    }
}
