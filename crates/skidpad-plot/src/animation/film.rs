//! What an animation shows, row by row: where the cars are, what their tyres do, and what the driver does.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::units;
use skidpad_world::channel::{CarChannels, ChannelHandle, TIME, WheelChannels, WheelSet};
use skidpad_world::telemetry::Recording;

use crate::scene::{Scene, SceneCar};

/// Slip, of both directions together, from which a tyre slides and leaves a mark, and that at which the mark is darkest.
const FAINT_SLIP: f64 = 0.12;
const DARK_SLIP: f64 = 0.5;

/// The columns of a run.
pub struct Film<'a> {
    recording: &'a Recording,
    time: usize,
    cars: Vec<CarColumns>,
}

struct CarColumns {
    pose: [usize; 3],
    velocity: [Option<usize>; 2],
    yaw_rate: Option<usize>,
    /// Throttle, brake and handbrake.
    pedals: [Option<usize>; 3],
    wheels: Vec<WheelColumns>,
}

/// The columns of a wheel; of its axle, where the model has axles alone.
struct WheelColumns {
    place_m: Vec2<f64>,
    /// Share of the columns' force that is this wheel's: a half of an axle's, all of it where the axle has one wheel.
    share: f64,
    steer: Option<usize>,
    force: [Option<usize>; 2],
    slip: [Option<usize>; 2],
}

/// A car at an instant.
pub struct CarPose {
    pub position_m: Vec2<f64>,
    pub axes: Direction<f64>,
}

impl CarPose {
    /// A point of the car, forwards and to the left of its centre of mass, in the world.
    pub fn place_m(&self, from_centre_m: Vec2<f64>) -> Vec2<f64> {
        self.position_m + from_centre_m.to_parent(self.axes)
    }
}

/// A wheel at an instant.
pub struct WheelPose {
    pub position_m: Vec2<f64>,
    /// Its plane in the world.
    pub axes: Direction<f64>,
    /// Force of the road on the tyre, in the world, N.
    pub force_n: Vec2<f64>,
    /// Darkness of the mark that it leaves, 0 to 1: above 0 where it slides.
    pub mark: f64,
}

impl<'a> Film<'a> {
    /// Finds the columns; `None` where there is no time or a car has no position.
    pub fn new(recording: &'a Recording, scene: &Scene) -> Option<Self> {
        let time = place(recording, "", TIME.name)?;
        let cars: Option<Vec<_>> = scene.cars.iter().map(|car| CarColumns::new(recording, car)).collect();
        Some(Self { recording, time, cars: cars.filter(|cars| !cars.is_empty())? })
    }

    /// Seconds since the first row.
    pub fn seconds(&self, row: usize) -> f64 {
        self.number(row, self.time) - self.number(0, self.time)
    }

    pub fn rows(&self) -> usize {
        self.recording.rows.len()
    }

    /// The last row that is not later than a time.
    pub fn row_at(&self, time_s: f64) -> usize {
        let later = |row: &Vec<f64>| row[self.time] - self.number(0, self.time) <= time_s + 1e-9;
        self.recording.rows.partition_point(later).saturating_sub(1)
    }

    /// The pose of a car.
    pub fn pose(&self, row: usize, car: usize) -> CarPose {
        let [x, y, yaw] = self.cars[car].pose.map(|column| self.number(row, column));
        CarPose { position_m: Vec2::new(x, y), axes: Direction::at_angle(yaw) }
    }

    /// The wheels of a car.
    pub fn wheels(&self, row: usize, car: usize) -> Vec<WheelPose> {
        let pose = self.pose(row, car);
        self.cars[car].wheels.iter().map(|wheel| self.wheel(row, &pose, wheel)).collect()
    }

    fn wheel(&self, row: usize, pose: &CarPose, wheel: &WheelColumns) -> WheelPose {
        let number = |column: Option<usize>| column.map_or(0.0, |column| self.number(row, column));
        let steer = Direction::at_angle(number(wheel.steer));
        let forwards = Vec2::new(1.0, 0.0).to_parent(steer).to_parent(pose.axes);
        let axes = Direction { cos: forwards.x, sin: forwards.y };
        let [x, y] = wheel.force.map(|column| wheel.share * number(column));
        let slip = Real::clamp(number(wheel.slip[0]), -1.0, 1.0);
        let slide = Real::hypot(slip, Real::sin(number(wheel.slip[1])));
        WheelPose {
            position_m: pose.place_m(wheel.place_m),
            axes,
            force_n: Vec2::new(x, y).to_parent(axes),
            mark: Real::clamp((slide - FAINT_SLIP) / (DARK_SLIP - FAINT_SLIP), 0.0, 1.0),
        }
    }

    /// Speed of the first car, km/h.
    pub fn speed_km_h(&self, row: usize) -> f64 {
        let [x, y] =
            self.cars[0].velocity.map(|column| column.map_or(0.0, |column| self.number(row, column)));
        units::to_kmh(Real::hypot(x, y))
    }

    /// Column of the first car's yaw rate, rad/s, if it has one.
    pub fn yaw_rate(&self) -> Option<usize> {
        self.cars[0].yaw_rate
    }

    /// Columns of the first car's throttle, brake and handbrake, 0 to 1, if it has them.
    pub fn pedals(&self) -> [Option<usize>; 3] {
        self.cars[0].pedals
    }

    pub fn number(&self, row: usize, column: usize) -> f64 {
        self.recording.rows[row][column]
    }
}

impl CarColumns {
    fn new(recording: &Recording, car: &SceneCar) -> Option<Self> {
        let own = |channel: Option<ChannelHandle>| place(recording, &car.prefix, channel?.name());
        let channels = CarChannels::resolve(&car.layout);
        let places_m = car.wheels_m.as_ref().map_or(&[][..], |places_m| places_m);
        let wheel = |at: usize, channels: &WheelChannels, share: f64| WheelColumns {
            place_m: Vec2::from(places_m[at]),
            share,
            steer: own(channels.steer),
            force: [own(channels.force_x), own(channels.force_y)],
            slip: [own(channels.slip), own(channels.slip_angle)],
        };
        // A model without tyres has axles, which may steer.
        let wheels = match WheelSet::resolve(&car.layout) {
            WheelSet::Four(wheels) => (0..places_m.len()).map(|at| wheel(at, &wheels[at], 1.0)).collect(),
            _ => {
                let axles = WheelChannels::axles(&car.layout);
                // An axle without a track, a motorcycle's, is one wheel.
                let is_single = |at: usize| places_m[at] == places_m[at ^ 1];
                (0..places_m.len())
                    .filter(|at| !(is_single(*at) && at % 2 == 1))
                    .map(|at| wheel(at, &axles[at / 2], if is_single(at) { 1.0 } else { 0.5 }))
                    .collect()
            }
        };
        Some(Self {
            pose: [own(channels.position_x)?, own(channels.position_y)?, own(channels.yaw)?],
            velocity: [own(channels.velocity_x), own(channels.velocity_y)],
            yaw_rate: own(channels.yaw_rate),
            pedals: [own(channels.throttle), own(channels.brake), own(channels.handbrake)],
            wheels,
        })
    }
}

fn place(recording: &Recording, prefix: &str, name: &str) -> Option<usize> {
    let name = format!("{prefix}{name}");
    recording.channels.iter().position(|channel| channel.name == name)
}
