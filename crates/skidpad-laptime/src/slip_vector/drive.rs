//! Laps that a driver drives with the model of the slip-vector car.

use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_texts::SLIP_VECTOR;
use skidpad_texts::slip_vector::{SlipVector, SlipVectorCar, rars};
use skidpad_world::channel::{CarChannels, ChannelHandle, Sampler};
use skidpad_world::ground::Ground;
use skidpad_world::laps::Lap;
use skidpad_world::line_driver::{DrivingLine, LinePoint};
use skidpad_world::models::{Drivable, FrictionChoice};
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::track::Track;
use skidpad_world::world::{CarId, EventKind, Member, Site, World};

use super::driver::{Motion, SlipVectorDriver};
use super::envelope::SlipVectorEnvelope;
use crate::driven::{DrivenError, DrivenLap, DrivenSample};
use crate::path::Path;
use crate::qss::{self, QssLap};

/// Shares of the grip for which he takes the speeds of the line, one after the other until a lap stays on the road.
const SHARES: [f64; 9] = [0.999, 0.997, 0.994, 0.99, 0.98, 0.96, 0.93, 0.9, 0.85];
/// A lap that is no slower than its line's speeds by more than this share of the time is as fast as he can with that share of the grip.
const NEAR: f64 = 5e-4;
/// Steps of the world and of the driver a second.
const RATE_HZ: f64 = 500.0;
/// Steps between samples.
const SAMPLED: u64 = 5;
/// Way before the start line at which he begins, m.
const RUN_UP_M: f64 = 30.0;
/// He has left the road where he is farther than this beyond its edge, m.
const LOST_M: f64 = 3.0;
/// Two laps take no longer than this, in times of the lap at the line's speeds.
const MOST_LAPS: f64 = 3.0;

/// A slip-vector car to be driven: a vehicle, its friction function, and the road.
#[derive(Clone, Copy, Debug)]
pub struct SlipVectorRun<'a> {
    /// The vehicle, with the figures of its file.
    pub vehicle: &'a Vehicle<f64>,
    /// Friction function; `None` for the model's own, the hyperbolic one.
    pub friction: Option<FrictionChoice>,
    /// Road and air.
    pub surface: Surface<f64>,
}

impl<'a> SlipVectorRun<'a> {
    /// A vehicle on surface 1 of RARS, on which that program races: 1.05 (1 - exp(-l / 2 ft/s)) of the weight, under its gravity.
    pub fn rars(vehicle: &'a Vehicle<f64>) -> Self {
        let car = rars::car(rars::Ground::Exponential, 0.0);
        let largest = Some(car.friction);
        let friction = FrictionChoice { law: "exponential", largest, k_m_s: Some(car.k_m_s) };
        Self { vehicle, friction: Some(friction), surface: rars::road() }
    }

    /// The car of the model. A friction function of an unknown name leaves the model's own.
    pub fn car(&self) -> SlipVectorCar<f64> {
        let car = <SlipVector as Drivable>::car(self.vehicle);
        self.friction.and_then(|friction| SlipVector::with_friction(car, &friction)).unwrap_or(car)
    }

    /// Its envelope.
    pub fn envelope(&self) -> SlipVectorEnvelope {
        SlipVectorEnvelope::new(self.car(), self.surface)
    }
}

/// Finds the fastest lap that the driver drives along a closed path on a track, from a lap before on: at the speeds of a quasi-steady lap with
/// the largest share of the car's grip at which its centre stays on the road.
///
/// # Errors
/// Reasons for which there is no lap.
pub fn drive(
    of: &SlipVectorRun<'_>,
    track: &Arc<Track>,
    path: &Path,
    options: &qss::Options,
) -> Result<DrivenLap, DrivenError> {
    if !path.is_closed() {
        return Err(DrivenError::NoPath("must be closed: he begins with a lap before".to_owned()));
    }
    let envelope = of.envelope();
    let mut fastest: Result<DrivenLap, DrivenError> = Err(DrivenError::OffRoad { distance_m: 0.0 });
    for (round, share) in SHARES.into_iter().enumerate() {
        let car = SlipVectorCar { friction: share * envelope.car().friction, ..*envelope.car() };
        let cautious = SlipVectorEnvelope::new(car, of.surface);
        let lap = qss::lap(path, &cautious, options).map_err(DrivenError::Lap)?;
        let mut laps = DrivenLaps::start(of, &envelope, track, driving_line(path, &lap)?)?;
        let found = laps.second(MOST_LAPS * lap.time_s);
        let is_near = found.as_ref().is_ok_and(|found| found.lap.time_s < (1.0 + NEAR) * lap.time_s);
        fastest = match (fastest, found) {
            (Ok(before), Ok(found)) if found.lap.time_s < before.lap.time_s => Ok(found),
            (Ok(before), _) => Ok(before),
            (Err(_), found) => found,
        };
        fastest = fastest.map(|lap: DrivenLap| DrivenLap { rounds: round + 1, ..lap });
        if is_near {
            break;
        }
    }
    fastest
}

/// The line of a lap in theory, with its speeds and accelerations.
fn driving_line(path: &Path, lap: &QssLap) -> Result<Arc<DrivingLine>, DrivenError> {
    let points = path.points().iter().zip(&lap.samples);
    let points: Vec<_> = points
        .map(|(at, sample)| LinePoint {
            position_m: at.position_m,
            speed_m_s: sample.speed_m_s,
            along_m_s2: sample.along_m_s2,
            ..LinePoint::default()
        })
        .collect();
    DrivingLine::new(&points, path.is_closed()).map(Arc::new).map_err(DrivenError::Line)
}

/// Laps under way.
struct DrivenLaps<'a> {
    track: &'a Track,
    world: World,
    id: CarId,
    driver: SlipVectorDriver<'a>,
    channels: CarChannels,
    sampler: Sampler,
    dt: Dt,
    samples: Vec<DrivenSample>,
    least_room_m: f64,
}

impl<'a> DrivenLaps<'a> {
    fn start(
        of: &SlipVectorRun<'_>,
        envelope: &'a SlipVectorEnvelope,
        track: &'a Arc<Track>,
        line: Arc<DrivingLine>,
    ) -> Result<Self, DrivenError> {
        let no_car = || DrivenError::NoCar(SLIP_VECTOR.name);
        let dt = Dt::new(1.0 / RATE_HZ).ok_or_else(no_car)?;
        let from_m = line.length_m() - RUN_UP_M;
        let (at, [x, y]) = (line.at(from_m), line.position_m(from_m));
        let initial =
            [("x_m", x), ("y_m", y), ("yaw_rad", at.heading_rad), (SLIP_VECTOR.speed, at.speed_m_s)];
        let begin = Begin { gear: Gear::Forward(1), initial: &initial, method: None };
        let choice = CarChoice::Vehicle(of.vehicle).with_friction(of.friction);
        let car = SLIP_VECTOR.begin(&choice, &begin).ok_or_else(no_car)?;
        let mut site = Site::new(of.surface).with_ground(Ground::default().with_track(Arc::clone(track)));
        site.course = Some(Arc::clone(track));
        let layout = car.layout();
        let mut world = World::new(site);
        let id = world.add(Member { car, body: None }).map_err(|_| no_car())?;
        let driver = SlipVectorDriver::new(envelope, of.surface.gravity_m_s2, line, dt.seconds());
        let (channels, sampler) = (CarChannels::resolve(&layout), Sampler::new(layout));
        let samples = Vec::new();
        Ok(Self { track, world, id, driver, channels, sampler, dt, samples, least_room_m: f64::INFINITY })
    }

    /// The second lap, within a time, s: it begins as the first one ends.
    fn second(&mut self, most_s: f64) -> Result<DrivenLap, DrivenError> {
        let mut laps = 0;
        while self.world.time_s() < most_s {
            let request =
                self.world.car(self.id).map_or_else(Request::untouched, |car| self.driver.request(car));
            if laps == 1 && self.world.steps().is_multiple_of(SAMPLED) {
                self.sample(&request);
            }
            self.world.set_request(self.id, request);
            self.world.step(self.dt);
            let room_m = self.world.on_track(self.id).map_or(f64::NEG_INFINITY, |at| self.track.inside_m(at));
            let is_running = self.world.car(self.id).is_some_and(|car| car.status() == Status::Running);
            if room_m < -LOST_M || !is_running {
                break;
            }
            if laps == 1 {
                self.least_room_m = Real::min(self.least_room_m, room_m);
            }
            let ended = self.world.take_events().into_iter().find_map(|event| match event.kind {
                EventKind::Lap { lap, .. } => Some(lap),
                _ => None,
            });
            if let Some(lap) = ended {
                laps += 1;
                if laps == 2 || !lap.is_clean {
                    return self.found(lap);
                }
            }
        }
        Err(DrivenError::OffRoad { distance_m: self.driver.distance_m() })
    }

    fn found(&mut self, lap: Lap) -> Result<DrivenLap, DrivenError> {
        if !lap.is_clean {
            return Err(DrivenError::OffRoad { distance_m: self.driver.distance_m() });
        }
        let samples = core::mem::take(&mut self.samples);
        Ok(DrivenLap { lap, samples, least_room_m: self.least_room_m, rounds: 1, converged: true })
    }

    fn sample(&mut self, request: &Request) {
        let time_s = self.world.laps(self.id).and_then(|timer| timer.time_s(self.world.time_s()));
        let Some(motion) = self.world.car(self.id).and_then(Motion::read) else { return };
        let lateral_offset_m = self.world.on_track(self.id).map_or(0.0, |at| at.lateral_offset_m);
        let row = self.world.sample(self.id, &mut self.sampler);
        let read = |channel: Option<ChannelHandle>| {
            row.as_ref().zip(channel).map_or(0.0, |(row, channel)| row.at(channel))
        };
        // From the axes of the car to those of its velocity.
        let (ahead, left) = (read(self.channels.acceleration_x), read(self.channels.acceleration_y));
        let (sin, cos) = Real::sin_cos(motion.alpha_rad);
        self.samples.push(DrivenSample {
            time_s: time_s.unwrap_or(0.0),
            distance_m: self.driver.distance_m(),
            position_m: motion.position_m,
            lateral_offset_m,
            speed_m_s: motion.speed_m_s,
            along_m_s2: ahead * cos - left * sin,
            lateral_m_s2: ahead * sin + left * cos,
            steer_rad: request.command.steer_rad,
            throttle: request.command.throttle,
            brake: request.command.brake,
            gear: 1.0,
        });
    }
}
