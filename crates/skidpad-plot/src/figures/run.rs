//! What was recorded on the road: standing start and braking.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::units::{self, STANDARD_GRAVITY_M_S2};
use skidpad_world::channel::{CarChannels, ChannelHandle, ChannelRow, RowLayout, WheelChannels};
use skidpad_world::roadtest::{RoadTest, Test, resistance_n};
use skidpad_world::telemetry::Recording;

use super::drawing::Drawing;
use super::drive::{force_curve, limit_name, traction_limit_n};
use super::gears::{gear_colour, gear_name, gears};
use super::points::steps;
use crate::svg::{Axis, Colour, Line, Plot, Rule, Stroke};

/// Travel that counts as first motion, m: times of the road test begin there.
const FIRST_MOTION_M: f64 = 1e-3;

/// A recorded run with the channels of its model.
struct Recorded<'a> {
    layout: RowLayout,
    channels: CarChannels,
    recording: &'a Recording,
}

impl<'a> Recorded<'a> {
    /// A recording of a road test; `None` where it is too short to be drawn.
    fn new(test: &RoadTest, recording: &'a Recording) -> Option<Self> {
        let layout = test.conditions.model.layout();
        let channels = CarChannels::resolve(&layout);
        (recording.rows.len() > 1).then_some(Self { layout, channels, recording })
    }

    fn time_s(&self) -> Vec<f64> {
        let rows = self.recording.rows.iter();
        rows.map(|row| ChannelRow::new(&self.layout, row).time_s()).collect()
    }

    /// Numbers of a channel; `None` where the model does not have it.
    fn column(&self, channel: Option<ChannelHandle>) -> Option<Vec<f64>> {
        let channel = channel?;
        let rows = self.recording.rows.iter();
        Some(rows.map(|row| ChannelRow::new(&self.layout, row).at(channel)).collect())
    }

    /// Spin of an axle, or of its left wheel where the model has single wheels, and slip of the axle.
    fn wheels(&self, is_rear: bool) -> Option<[Vec<f64>; 2]> {
        let [front, rear] = WheelChannels::axles(&self.layout);
        let [front_left, _, rear_left, _] = WheelChannels::four(&self.layout);
        let (axle, wheel) = if is_rear { (rear, rear_left) } else { (front, front_left) };
        Some([self.column(axle.spin.or(wheel.spin))?, self.column(axle.slip)?])
    }
}

fn over(x: &[f64], y: &[f64], scale: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    x.iter().zip(y).map(|(x, y)| (*x, scale(*y))).collect()
}

/// The time of first motion, s, between the rows around it.
fn first_motion(time: &[f64], position: &[f64]) -> f64 {
    let Some(index) = position.iter().position(|position| *position >= FIRST_MOTION_M) else { return 0.0 };
    if index == 0 {
        return time[0];
    }
    let (before, after) = (position[index - 1], position[index]);
    time[index - 1] + (time[index] - time[index - 1]) * (FIRST_MOTION_M - before) / (after - before)
}

/// Times from first motion on, with the rows that belong to them.
fn from_first_motion(time: &[f64], position: &[f64]) -> Vec<f64> {
    let first = first_motion(time, position);
    time.iter().map(|time| time - first).collect()
}

/// The value of a test; `None` where there is none.
fn value(test: &RoadTest, which: Test) -> Option<f64> {
    let outcome = test.outcomes.iter().find(|entry| entry.0 == which)?;
    outcome.1.value.as_ref().ok().copied().filter(|value| value.is_finite())
}

/// A value that changes in jumps, as a line with corners.
pub(crate) fn staircase(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners = Vec::with_capacity(points.len());
    let mut before: Option<(f64, f64)> = None;
    for point in points {
        if let Some(before) = before.filter(|before| before.1 != point.1) {
            corners.push((point.0, before.1));
        }
        corners.push(*point);
        before = Some(*point);
    }
    corners
}

/// Speed, engine speed and gear over time.
pub(super) fn standing_start(test: &RoadTest) -> Option<Drawing> {
    let run = Recorded::new(test, &test.standing_start)?;
    let CarChannels { position_x, velocity_x, engine_speed, gear, .. } = run.channels;
    let [position, speed] = [run.column(position_x)?, run.column(velocity_x)?];
    let (time, engine, gear) = (run.time_s(), run.column(engine_speed)?, run.column(gear)?);
    let time = from_first_motion(&time, &position);
    let axis = || Axis::new("time from first motion", "s").span(0.0, time.last().copied().unwrap_or(1.0));

    let mut upper = Plot::new(axis(), Axis::new("speed", "km/h").from_zero())
        .with(Line::new(over(&time, &speed, units::to_kmh), Colour::Series(0)));
    for (which, speed) in [(Test::To100, 100.0), (Test::To160, 160.0), (Test::To200, 200.0)] {
        if let Some(time) = value(test, which) {
            upper.point((time, speed), Colour::Series(0), format!("{}: {time:.2} s", which.name()));
        }
    }
    if let (Some(time), Some(speed)) = (value(test, Test::QuarterMile), value(test, Test::TrapSpeed)) {
        let text = format!("quarter mile: {time:.2} s at {speed:.0} km/h");
        upper.point((time, speed), Colour::Series(1), text);
    }
    upper.share = 1.7;
    let middle = Plot::new(axis(), Axis::new("engine speed", "rpm").from_zero())
        .with(Line::new(over(&time, &engine, units::to_rpm), Colour::Series(4)));
    let highest = gear.iter().copied().fold(1.0, Real::max);
    let mut lower = Plot::new(axis(), Axis::new("gear", "-").span(0.0, highest + 0.5).whole())
        .with(Line::new(staircase(&over(&time, &gear, |gear| gear)), Colour::Series(2)));
    lower.share = 0.7;
    let caption = "Standing start at full load, up to the last of its speeds and distances. Times count from the first \
        millimetre of travel.";
    let title = "Standing start: speed, engine speed and gear";
    Some(Drawing::new("standing-start.svg", title, vec![upper, middle, lower], caption))
}

/// The first seconds: how the driven wheels slip.
pub(super) fn launch(vehicle: &Vehicle<f64>, test: &RoadTest) -> Option<Drawing> {
    const SHOWN_S: f64 = 4.0;
    let rear = vehicle.body().drive_front_share < 0.5;
    let axle = if rear { vehicle.rear() } else { vehicle.front() };
    let run = Recorded::new(test, &test.standing_start)?;
    let CarChannels { position_x, velocity_x, engine_speed, .. } = run.channels;
    let [position, speed] = [run.column(position_x)?, run.column(velocity_x)?];
    let (time, [spin, slip], engine) = (run.time_s(), run.wheels(rear)?, run.column(engine_speed)?);
    let time = from_first_motion(&time, &position);
    let end = Real::min(time.last().copied().unwrap_or(SHOWN_S), SHOWN_S);
    let axis = || Axis::new("time from first motion", "s").span(0.0, end);
    let shown = |points: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
        points.into_iter().filter(|point| point.0 <= end + 0.05).collect()
    };

    let mut upper = Plot::new(axis(), Axis::new("speed", "km/h").from_zero());
    let tread = over(&time, &spin, |spin| units::to_kmh(spin * axle.radius_m));
    upper.lines = vec![
        Line::new(shown(tread), Colour::Series(1)).named("wheel speed of the driven wheels"),
        Line::new(shown(over(&time, &speed, units::to_kmh)), Colour::Series(0)).named("car"),
    ];
    upper.share = 1.3;
    let peak = 100.0 * axle.peak_slip;
    let mut middle = Plot::new(axis(), Axis::new("slip ratio", "%").span(0.0, 4.0 * peak))
        .with(Line::new(shown(over(&time, &slip, |slip| 100.0 * slip)), Colour::Series(1)));
    middle.rules.push(Rule::Level(peak));
    middle.label((0.75 * end, peak), Colour::Quiet, format!("most force at {peak:.0} %"));
    let lower = Plot::new(axis(), Axis::new("engine speed", "rpm").from_zero())
        .with(Line::new(shown(over(&time, &engine, units::to_rpm)), Colour::Series(4)));
    let caption = "The start of the standing start. After Monster v1.9: a wheel grips best with a little slip (the level \
        line); the slip ratio is very large while the car hardly moves.";
    Some(Drawing::new("launch.svg", "Launch: slip of the driven wheels", vec![upper, middle, lower], caption))
}

/// Acceleration over speed, beside Palmer's for each gear.
pub(super) fn acceleration_over_speed(vehicle: &Vehicle<f64>, test: &RoadTest) -> Option<Drawing> {
    let run = Recorded::new(test, &test.standing_start)?;
    let CarChannels { velocity_x, acceleration_x, .. } = run.channels;
    let [speed, acceleration] = [run.column(velocity_x)?, run.column(acceleration_x)?];
    let kmh: Vec<f64> = speed.iter().copied().map(units::to_kmh).collect();
    let surface = test.conditions.surface;
    let mass = vehicle.body().mass_kg;
    let limit = traction_limit_n(vehicle, test);
    let fastest = kmh.iter().copied().fold(1.0, Real::max);
    let net = |speed: f64, force: f64| (force - resistance_n(vehicle, &surface, speed)) / mass;
    let largest = acceleration.iter().copied().filter(|value| value.is_finite()).fold(0.0, Real::max);
    let least = acceleration.iter().copied().filter(|value| value.is_finite()).fold(0.0, Real::min);
    // A shift falls to the coasting deceleration; what is harder is a jolt of the driveline.
    let deep = 1.15 * Real::clamp(least, -2.0, -0.2);
    let tall = 1.12 * Real::max(largest, net(0.0, limit));
    let mut plot = Plot::new(
        Axis::new("speed", "km/h").span(0.0, fastest),
        Axis::new("acceleration", "m/s²").span(deep, tall),
    );
    plot.right_scale = Some((1.0 / STANDARD_GRAVITY_M_S2, Axis::new("acceleration", "g")));
    for gear in 1..=gears(vehicle) {
        let points: Vec<(f64, f64)> = force_curve(vehicle, gear)
            .into_iter()
            .map(|(speed, force)| (units::to_kmh(speed), net(speed, force)))
            .collect();
        let visible: Vec<(f64, f64)> =
            points.iter().copied().filter(|point| point.0 < fastest && point.1 < tall).collect();
        plot.label_line(&visible, gear_colour(gear), gear_name(vehicle, gear));
        plot.lines.push(Line::new(points, gear_colour(gear)).stroke(Stroke::Thin));
    }
    let grip = steps(0.0, units::kmh(fastest), 60).map(|speed| (units::to_kmh(speed), net(speed, limit)));
    plot.lines.push(Line::new(grip.collect(), Colour::Quiet).stroke(Stroke::Dashed).named(limit_name(test)));
    let run: Vec<(f64, f64)> = over(&kmh, &acceleration, |value| value);
    plot.lines.push(Line::new(run, Colour::Ink).named("standing start"));
    let caption = "The standing start, over Palmer's 8.20 for each gear (thin): force at the wheels less the resistances, \
        over the mass. Where engine and wheels have inertia the run stays below it by what speeds \
        them up; each shift interrupts the drive.";
    let title = "Acceleration over speed";
    Some(Drawing::new("acceleration-over-speed.svg", title, vec![plot], caption))
}

/// Speed, distance and deceleration of the stop from 100 km/h, from the pedal on: the car may have rolled before.
pub(super) fn braking(test: &RoadTest) -> Option<Drawing> {
    let run = Recorded::new(test, &test.braking)?;
    let CarChannels { position_x, velocity_x, acceleration_x, brake, .. } = run.channels;
    let [position, speed] = [run.column(position_x)?, run.column(velocity_x)?];
    let (time, acceleration, brake) = (run.time_s(), run.column(acceleration_x)?, run.column(brake)?);
    // The car rolls for a moment before the pedal is pressed.
    let pedal = brake.iter().position(|brake| *brake > 0.0)?;
    let behind = |column: &[f64]| column[pedal..].to_vec();
    let [time, position, speed, acceleration] = [time, position, speed, acceleration].map(|all| behind(&all));
    let (from, start) = (time[0], position[0]);
    let time: Vec<f64> = time.iter().map(|time| time - from).collect();
    let end = time.last().copied().unwrap_or(1.0);
    let axis = || Axis::new("time from the pedal", "s").span(0.0, end);
    let upper = Plot::new(axis(), Axis::new("speed", "km/h").from_zero())
        .with(Line::new(over(&time, &speed, units::to_kmh), Colour::Series(0)));
    let mut middle = Plot::new(axis(), Axis::new("distance", "m").from_zero())
        .with(Line::new(over(&time, &position, |position| position - start), Colour::Series(2)));
    if let (Some(distance), Some(last)) = (value(test, Test::Braking100), position.last()) {
        middle.point((end, last - start), Colour::Series(2), format!("{distance:.1} m from 100 km/h"));
    }
    let mut lower = Plot::new(axis(), Axis::new("deceleration", "m/s²").from_zero())
        .with(Line::new(over(&time, &acceleration, |value| -value), Colour::Series(1)));
    lower.right_scale = Some((1.0 / STANDARD_GRAVITY_M_S2, Axis::new("deceleration", "g")));
    let caption = "The stop from 100 km/h: speed, distance and deceleration over time. The car is a little slower than \
        that when the pedal is pressed; the distance at the dot is brought to 100 km/h by the square of the speeds \
        (SAE J299). Palmer 8.31 takes the mean deceleration from such a distance.";
    Some(Drawing::new("braking.svg", "Braking from 100 km/h", vec![upper, middle, lower], caption))
}
