//! One lap of a driver.

use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_core::math::{Direction, Real};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, Status};
use skidpad_world::channel::{CarChannels, Sampler};
use skidpad_world::ground::Ground;
use skidpad_world::laps::Lap;
use skidpad_world::line_driver::{DrivingLine, LineDriver};
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::track::Track;
use skidpad_world::world::{CarId, EventKind, Member, Site, World};

use super::options::{Drive, DrivenError, DrivenOptions};
use super::shares::Shares;
use crate::envelope::Envelope;

/// Way before the start line of a flying lap, m, and its share of a short circuit.
const RUN_UP_M: f64 = 600.0;
const RUN_UP_SHARE: f64 = 0.5;
/// A standing car begins this far before the start line, m.
const STANDING_M: f64 = 0.5;
/// Samples a second.
const SAMPLES_HZ: f64 = 100.0;
/// He has left the road where the car's side is farther than this beyond its edge, m; nearer, he has run wide.
const LOST_M: f64 = 3.0;
/// A lap takes no longer than this, in shares of the time at the line's speeds.
const MOST_TIME: f64 = 3.0;
/// Slower than this, m/s, for this time, s, he is stuck.
const STUCK: [f64; 2] = [0.5, 5.0];

/// Brake pedal from which he counts as braking, and time for which it upsets the car, s.
const BRAKED: f64 = 0.1;
const BRAKED_S: f64 = 1.5;

/// State of a driven car at a time of its lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivenSample {
    /// Time since the start line, s.
    pub time_s: f64,
    /// Distance along the line that he follows, m.
    pub distance_m: f64,
    /// Position, m.
    pub position_m: [f64; 2],
    /// Lateral offset from the reference line of the track, positive to the left, m.
    pub lateral_offset_m: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Longitudinal acceleration, m/s^2.
    pub along_m_s2: f64,
    /// Lateral acceleration, positive to the left, m/s^2.
    pub lateral_m_s2: f64,
    /// Steering angle that he asks for, rad.
    pub steer_rad: f64,
    /// Throttle, 0 to 1.
    pub throttle: f64,
    /// Brake, 0 to 1.
    pub brake: f64,
    /// Gear, from 1; 0 in neutral.
    pub gear: f64,
}

/// A stretch of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrivenStretch {
    /// Time that it took, s; `None` where he did not come to its end.
    pub time_s: Option<f64>,
    /// The least distance of the car's sides from the edges of the road, m.
    pub room_m: f64,
    /// True where he had braked just before he ran wide.
    pub braked: bool,
}

/// A round that was driven.
pub(super) struct Round {
    pub lap: Option<Lap>,
    pub samples: Vec<DrivenSample>,
    pub stretches: Vec<DrivenStretch>,
    /// Distance along the line at which he left the road, m.
    pub left_at_m: Option<f64>,
}

impl Round {
    pub fn is_clean(&self) -> bool {
        self.left_at_m.is_none() && self.stretches.iter().all(|stretch| stretch.room_m >= 0.0)
    }
}

/// A round under way.
struct Drivers<'a> {
    of: &'a Drive<'a>,
    track: &'a Track,
    world: World,
    id: CarId,
    driver: LineDriver,
    channels: CarChannels,
    sampler: Sampler,
    dt: Dt,
}

/// Drives a lap along a line.
pub(super) fn drive_round(
    of: &Drive<'_>,
    track: &Arc<Track>,
    line: Arc<DrivingLine>,
    shares: &Shares,
    options: &DrivenOptions,
) -> Result<Round, DrivenError> {
    let dt = Dt::new(1.0 / options.rate_hz).ok_or(DrivenError::NoCar(of.model.name))?;
    let mut drivers = Drivers::start(of, track, &line, dt)?;
    let stretch = DrivenStretch { time_s: None, room_m: f64::INFINITY, braked: false };
    let mut round =
        Round { lap: None, samples: Vec::new(), stretches: vec![stretch; shares.count()], left_at_m: None };
    let every = Real::max((options.rate_hz / SAMPLES_HZ).round(), 1.0) as u64;
    let usual_s = usual_s(&line);
    let (mut before, mut entered_s) = (None, 0.0);
    let (mut slow_s, mut braked_s) = (0.0, f64::NEG_INFINITY);
    while drivers.world.time_s() < MOST_TIME * usual_s && slow_s < STUCK[1] {
        let request = drivers.step();
        let now = drivers.look();
        let is_timed = drivers.world.laps(drivers.id).is_some_and(|timer| timer.began_s().is_some());
        let ended = drivers.world.take_events().into_iter().find_map(|event| match event.kind {
            EventKind::Lap { lap, .. } => Some(lap),
            _ => None,
        });
        let here = shares.stretch(now.distance_m);
        let time_s = drivers.world.time_s();
        if request.command.brake > BRAKED {
            braked_s = time_s;
        }
        if is_timed || ended.is_some() {
            let stretch = &mut round.stretches[here];
            if stretch.room_m >= 0.0 && now.room_m < 0.0 {
                stretch.braked = time_s - braked_s < BRAKED_S;
            }
            stretch.room_m = Real::min(stretch.room_m, now.room_m);
        }
        // The stretch that is under way at the start line counts from its own beginning, before the line.
        if let Some(last) = before.replace(here).filter(|last| *last != here) {
            round.stretches[last].time_s = Some(time_s - entered_s);
            entered_s = time_s;
        }
        if let Some(lap) = ended {
            let time = &mut round.stretches[here].time_s;
            *time = time.or(Some(time_s - entered_s));
            round.lap = Some(lap);
            return Ok(round);
        }
        if now.room_m < -LOST_M || !now.is_running {
            round.left_at_m = Some(now.distance_m);
            return Ok(round);
        }
        slow_s = if now.speed_m_s < STUCK[0] { slow_s + dt.seconds() } else { 0.0 };
        if is_timed && drivers.world.steps().is_multiple_of(every) {
            let sample = drivers.sample(&request, now.distance_m);
            round.samples.push(sample);
        }
    }
    round.left_at_m = before.map(|_| drivers.look().distance_m);
    Ok(round)
}

/// Speeds at which the car has more acceleration in the next gear, m/s.
fn shifts_m_s(car: &dyn Envelope) -> Vec<f64> {
    let (mut shifts, mut speed_m_s) = (Vec::new(), 1.0);
    while speed_m_s < car.top_speed_m_s() {
        while car.gear(speed_m_s) > shifts.len() + 1 {
            shifts.push(speed_m_s);
        }
        speed_m_s += 0.1;
    }
    shifts
}

/// Time of the line at its own speeds, s.
fn usual_s(line: &DrivingLine) -> f64 {
    let count = Real::max((line.length_m() / 5.0).ceil(), 1.0);
    let step_m = line.length_m() / count;
    let time = |at: usize| step_m / Real::max(line.at(step_m * (at as f64 + 0.5)).speed_m_s, 2.0);
    (0..count as usize).map(time).sum::<f64>() + 60.0
}

/// A car as its round looks at it.
struct Look {
    distance_m: f64,
    room_m: f64,
    speed_m_s: f64,
    is_running: bool,
}

impl<'a> Drivers<'a> {
    fn start(
        of: &'a Drive<'a>,
        track: &'a Arc<Track>,
        line: &Arc<DrivingLine>,
        dt: Dt,
    ) -> Result<Self, DrivenError> {
        let from_m = if line.is_closed() {
            line.length_m() - Real::min(RUN_UP_M, RUN_UP_SHARE * line.length_m())
        } else {
            0.0
        };
        let at = line.at(from_m);
        let speed_m_s = if line.is_closed() { at.speed_m_s } else { 0.0 };
        let (sin, cos) = Real::sin_cos(at.heading_rad);
        let back_m = if line.is_closed() { 0.0 } else { STANDING_M };
        let [x, y] = line.position_m(from_m);
        let initial = [
            ("x_m", x - back_m * cos),
            ("y_m", y - back_m * sin),
            ("yaw_rad", at.heading_rad),
            (of.model.speed, speed_m_s),
        ];
        let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
        // Who drives for the time switches stability control off, which the lap in theory does not have either.
        let vehicle = of.car.vehicle().map(Vehicle::without_stability_control);
        let choice = match (&of.car, &vehicle) {
            (CarChoice::Vehicle(_), Some(vehicle)) => CarChoice::Vehicle(vehicle),
            (CarChoice::WithFriction(_, friction), Some(vehicle)) => {
                CarChoice::WithFriction(vehicle, *friction)
            }
            _ => of.car,
        };
        let car = of.model.begin(&choice, &begin).ok_or(DrivenError::NoCar(of.model.name))?;
        if car.planar().is_none() {
            return Err(DrivenError::NoCar(of.model.name));
        }
        let ground = Ground::default().with_track(Arc::clone(track));
        let mut site = Site::new(of.surface).with_ground(ground);
        site.course = Some(Arc::clone(track));
        let mut world = World::new(site);
        let layout = car.layout();
        let id = world.add(Member { car, body: None }).map_err(|_| DrivenError::NoCar(of.model.name))?;
        let driver = LineDriver::new(of.model, &choice, Arc::clone(line));
        let driver = driver.with_shifts(shifts_m_s(of.envelope));
        let (channels, sampler) = (CarChannels::resolve(&layout), Sampler::new(layout));
        Ok(Self { of, track, world, id, driver, channels, sampler, dt })
    }

    /// Takes a step by the driver's request.
    fn step(&mut self) -> Request {
        let request = self.world.car(self.id).map_or_else(Request::untouched, |car| self.driver.request(car));
        self.world.set_request(self.id, request);
        self.world.step(self.dt);
        request
    }

    fn look(&self) -> Look {
        let motion = self.world.car(self.id).and_then(|car| car.planar());
        let (Some(motion), Some(on_track)) = (motion, self.world.on_track(self.id)) else {
            return Look { distance_m: 0.0, room_m: f64::NEG_INFINITY, speed_m_s: 0.0, is_running: false };
        };
        // The car's width across the road; its length is left out, which turns by the sideslip angle alone.
        let turned = Direction::at_angle(motion.yaw_rad - self.track.at(on_track.distance_m).heading_rad);
        let half_m = 0.5 * self.of.width_m * Real::abs(turned.cos);
        Look {
            distance_m: self.driver.on_line().map_or(0.0, |on_line| on_line.distance_m),
            room_m: self.track.inside_m(on_track) - half_m,
            speed_m_s: Real::hypot(motion.velocity_m_s.x, motion.velocity_m_s.y),
            is_running: self.world.car(self.id).is_some_and(|car| car.status() == Status::Running),
        }
    }

    fn sample(&mut self, request: &Request, distance_m: f64) -> DrivenSample {
        let time_s = self.world.laps(self.id).and_then(|timer| timer.time_s(self.world.time_s()));
        let motion = self.world.car(self.id).and_then(|car| car.planar());
        let (position_m, speed_m_s) = motion.map_or(([0.0; 2], 0.0), |motion| {
            (motion.position_m.into(), Real::hypot(motion.velocity_m_s.x, motion.velocity_m_s.y))
        });
        let lateral_offset_m = self.world.on_track(self.id).map_or(0.0, |at| at.lateral_offset_m);
        let row = self.world.sample(self.id, &mut self.sampler);
        let read = |channel: Option<skidpad_world::channel::ChannelHandle>| {
            row.as_ref().zip(channel).map_or(0.0, |(row, channel)| row.at(channel))
        };
        let CarChannels { acceleration_x, acceleration_y, gear, .. } = self.channels;
        DrivenSample {
            time_s: time_s.unwrap_or(0.0),
            distance_m,
            position_m,
            lateral_offset_m,
            speed_m_s,
            along_m_s2: read(acceleration_x),
            lateral_m_s2: read(acceleration_y),
            steer_rad: request.command.steer_rad,
            throttle: request.command.throttle,
            brake: request.command.brake,
            gear: read(gear),
        }
    }
}
