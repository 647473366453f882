//! Live telemetry of a car, for dashboards, motion rigs and telemetry programs: one record for cars of all models.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_models::MODELS;
//! use skidpad_world::live::LiveCar;
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_world::world::{Member, Site, World};
//!
//! let (model, car) = (MODELS.by_name("w1").unwrap(), CarChoice::Own("w1"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let mut world = World::new(Site::asphalt());
//! let id = world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
//! let mut live = LiveCar::new(model, None);
//! live.follow(&world, id);
//! for _ in 0..100 {
//!     world.step(Dt::new(0.01).unwrap());
//!     live.follow(&world, id);
//! }
//! let sample = live.sample(&world, id, None).unwrap();
//! assert!((sample.speed_m_s() - 20.0).abs() < 0.1 && (sample.distance_m - 20.0).abs() < 0.1);
//! ```

mod record;

use skidpad_core::math::{Real, Vec3};
use skidpad_core::model::Pose;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;

use crate::channel::{CarChannels, ChannelHandle, ChannelRow, RowLayout, WheelChannels, WheelSet};
use crate::laps::Laps;
use crate::models::ModelInfo;
use crate::rolling::{Rolling, pose_on};
use crate::world::{CarId, World};

pub use record::{LiveDriver, LiveEngine, LiveLamps, LiveLaps, LiveSample, LiveWheel};

/// Slip ratio and slip angle, rad, at the peak of a tyre of which they are not known.
const USUAL_PEAKS: [f64; 2] = [0.1, 0.14];
/// Lock of a car of which it is not known, rad.
const USUAL_LOCK_RAD: f64 = 0.6;

/// The number of a channel; 0 where the model does not have it.
type Numbers<'a> = &'a dyn Fn(Option<ChannelHandle>) -> f64;

/// Reads samples of one car of a world.
#[derive(Clone, Debug)]
pub struct LiveCar {
    layout: RowLayout,
    channels: CarChannels,
    vertical: Option<ChannelHandle>,
    pitch_rate: Option<ChannelHandle>,
    wheels: WheelSet,
    data: Data,
    row: Vec<f64>,
    /// The car at the last call.
    before: Option<LastSeen>,
    distance_m: f64,
}

/// Numbers of a car that are the same at all times.
#[derive(Clone, Copy, Debug, Default)]
struct Data {
    idle_rad_s: f64,
    redline_rad_s: f64,
    lock_rad: f64,
    front_drive_share: f64,
    /// Slip ratio and slip angle, rad, at the peaks of the front and the rear tyres.
    peaks: [[f64; 2]; 2],
}

impl Data {
    fn new(vehicle: Option<&Vehicle<f64>>) -> Self {
        let Some(vehicle) = vehicle else {
            return Self { lock_rad: USUAL_LOCK_RAD, peaks: [USUAL_PEAKS; 2], ..Self::default() };
        };
        let engine = vehicle.two_axles().engine();
        let peaks = [vehicle.front(), vehicle.rear()].map(|axle| [axle.peak_slip, axle.peak_slip_angle_rad]);
        let (idle_rad_s, redline_rad_s) = (engine.idle_rad_s, engine.redline_rad_s);
        let body = vehicle.body();
        let (lock_rad, front_drive_share) = (body.largest_steer_rad, body.drive_front_share);
        Self { idle_rad_s, redline_rad_s, lock_rad, front_drive_share, peaks }
    }
}

impl LiveCar {
    /// Reads a car of a model; without a vehicle some numbers are those of a usual car.
    pub fn new(model: &ModelInfo, vehicle: Option<&Vehicle<f64>>) -> Self {
        let layout = model.layout();
        Self {
            channels: CarChannels::resolve(&layout),
            vertical: layout.channel("acceleration_z_m_s2").ok(),
            pitch_rate: layout.channel("pitch_rate_rad_s").ok(),
            wheels: WheelSet::resolve(&layout),
            layout,
            data: Data::new(vehicle),
            row: Vec::with_capacity(layout.len()),
            before: None,
            distance_m: 0.0,
        }
    }

    /// Follows the car after a step and measures its distance, which restarts at 0 where the car was put elsewhere.
    pub fn follow(&mut self, world: &World, car: CarId) {
        let Some(rolling) = world.car(car) else { return };
        let (time_s, position_m) = (rolling.time_s(), rolling.pose(&world.site().surface).position_m);
        let now = LastSeen { time_s, position_m };
        self.distance_m = match self.before {
            Some(before) if before.leads_to(&now) => self.distance_m + before.way_m(&now),
            Some(_) => 0.0,
            None => self.distance_m,
        };
        self.before = Some(now);
    }

    /// The car as it is now, with its laps where it drives some; `None` where the world has no such car.
    pub fn sample(&mut self, world: &World, car: CarId, laps: Option<&Laps>) -> Option<LiveSample> {
        let (rolling, request) = (world.car(car)?, world.request(car)?);
        self.row.clear();
        world.row(car, request, &mut self.row);
        let row = ChannelRow::new(&self.layout, &self.row);
        let at = |channel: Option<ChannelHandle>| row.find(channel).unwrap_or(0.0);
        let (own, channels, command) = (&self.data, &self.channels, &request.command);
        let surface = &world.site().surface;
        let [velocity_m_s, acceleration_m_s2, angular_velocity_rad_s] = self.motion(rolling, &at, surface);
        Some(LiveSample {
            time_s: rolling.time_s(),
            is_running: rolling.status() == Status::Running,
            pose: pose_on(rolling, world.road_of(car, surface)),
            velocity_m_s,
            acceleration_m_s2,
            angular_velocity_rad_s,
            front_drive_share: own.front_drive_share,
            distance_m: self.distance_m,
            engine: LiveEngine {
                speed_rad_s: at(channels.engine_speed),
                idle_rad_s: own.idle_rad_s,
                redline_rad_s: own.redline_rad_s,
                torque_nm: at(channels.engine_torque),
            },
            gear: at(channels.gear) as i32,
            driver: LiveDriver {
                throttle: command.throttle,
                brake: command.brake,
                clutch: command.clutch,
                handbrake: command.handbrake,
                steer: Real::clamp(command.steer_rad / own.lock_rad, -1.0, 1.0),
            },
            lamps: self.lamps(&at),
            wheels: self.live_wheels(&at),
            laps: laps.map_or(LiveLaps::default(), LiveLaps::new),
        })
    }

    /// Velocity, acceleration and angular velocity in the world.
    fn motion(&self, car: &dyn Rolling, at: Numbers<'_>, surface: &Surface<f64>) -> [[f64; 3]; 3] {
        let channels = &self.channels;
        if let Some(motion) = car.in_space() {
            let (road, pose) = (Pose::on_road([0.0, 0.0], 0.0, surface), car.pose(surface));
            let body = [channels.acceleration_x, channels.acceleration_y, self.vertical].map(at);
            let along = |v: Vec3<f64>| road.to_world([v.x, v.y, v.z]);
            return [along(motion.velocity_m_s), pose.to_world(body), along(motion.angular_velocity_rad_s)];
        }
        let heading = Pose::on_road([0.0, 0.0], at(channels.yaw), surface);
        let velocity = [at(channels.velocity_x), at(channels.velocity_y), 0.0];
        let acceleration = [at(channels.acceleration_x), at(channels.acceleration_y), 0.0];
        let turn = [at(channels.roll_rate), at(self.pitch_rate), at(channels.yaw_rate)];
        [velocity, acceleration, turn].map(|vector| heading.to_world(vector))
    }

    fn lamps(&self, at: Numbers<'_>) -> LiveLamps {
        let (channels, wheels) = (&self.channels, self.wheels.as_slice());
        let is_on = |channel: Option<ChannelHandle>| at(channel) > 0.5;
        let cuts = [channels.traction_cut, channels.stability_cut];
        let is_braked = |wheel: &WheelChannels| is_on(wheel.traction_acts) || is_on(wheel.stability_acts);
        LiveLamps {
            over_redline: is_on(channels.over_redline),
            has_anti_lock: wheels.iter().any(|wheel| wheel.abs_acts.is_some()),
            anti_lock: wheels.iter().any(|wheel| is_on(wheel.abs_acts)),
            has_traction: channels.traction_cut.is_some(),
            traction: cuts.into_iter().any(|cut| at(cut) > 0.0) || wheels.iter().any(is_braked),
            stalled: is_on(channels.stalled),
        }
    }

    /// Four wheels; both of an axle alike where the model has axles alone.
    fn live_wheels(&self, at: Numbers<'_>) -> [LiveWheel; 4] {
        let wheels = self.wheels.as_slice();
        [0, 1, 2, 3].map(|index| match wheels.len() {
            4 => live_wheel(&wheels[index], at, self.data.peaks[index / 2]),
            2 => live_wheel(&wheels[index / 2], at, self.data.peaks[index / 2]),
            _ => LiveWheel::default(),
        })
    }
}

/// Fastest speed of a car, m/s: one that came farther was put there.
const FASTEST_M_S: f64 = 300.0;

/// A car at the last call.
#[derive(Clone, Copy, Debug)]
struct LastSeen {
    time_s: f64,
    position_m: [f64; 3],
}

impl LastSeen {
    fn way_m(&self, now: &Self) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|axis| now.position_m[axis] - self.position_m[axis]);
        Real::sqrt(x * x + y * y + z * z)
    }

    /// Returns true where the car may have driven to its place of now.
    fn leads_to(&self, now: &Self) -> bool {
        let passed_s = now.time_s - self.time_s;
        passed_s >= 0.0 && self.way_m(now) <= FASTEST_M_S * passed_s + 1.0
    }
}

fn live_wheel(channels: &WheelChannels, at: Numbers<'_>, [peak_slip, peak_angle_rad]: [f64; 2]) -> LiveWheel {
    let (slip_ratio, slip_angle_rad) = (at(channels.slip), at(channels.slip_angle));
    LiveWheel {
        spin_rad_s: at(channels.spin),
        slip_ratio,
        slip_angle_rad,
        slip_over_peak: slip_ratio / peak_slip,
        angle_over_peak: slip_angle_rad / peak_angle_rad,
        travel_m: at(channels.suspension_travel),
        load_n: at(channels.load),
    }
}
