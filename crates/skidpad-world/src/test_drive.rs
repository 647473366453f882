//! A test drive: a car alone in a world, driven from act to act of its driver, and recorded.
//!
//! The road test and the manoeuvres are test drives. They differ in their drivers, in the readings that they take, and in what
//! ends them.

use skidpad_core::record::Channel;
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;

use crate::ground::Road;
use crate::rolling::{Request, Rolling};
use crate::telemetry::Recording;
use crate::world::{CarId, Member, Site, World};

/// Rows per second of a recording.
const ROWS_PER_S: f64 = 100.0;

/// Reads from a car what its driver and its test need.
pub(crate) trait Instruments {
    /// A reading at one time.
    type Reading: Copy;
    /// Channels of a recorded row.
    fn channels(&self) -> Vec<Channel>;
    /// Evaluates a car at its present state under a request.
    fn read(&mut self, car: &dyn Rolling, request: &Request, road: Road<'_>) -> Self::Reading;
    /// Recorded row of the last reading.
    fn recorded(&self, last: &Self::Reading) -> Vec<f64>;
}

/// Steps of a test drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    /// Time between two acts of the driver.
    pub dt: Dt,
    /// Frames whose ends cut an act into more steps; `None`: a step for each act.
    pub frame: Option<Dt>,
}

/// A car alone in a world, with its driver's readings and a recording.
pub(crate) struct TestDrive<I: Instruments> {
    world: World,
    car: CarId,
    pace: Pace,
    instruments: I,
    /// The reading when the last act began, under its request.
    began: I::Reading,
    now: I::Reading,
    recording: Recording,
    acts: u64,
}

impl<I: Instruments> TestDrive<I> {
    /// Sets a car on a road. `request` holds for the first reading.
    pub fn new(
        car: Box<dyn Rolling>,
        road: Road<'_>,
        pace: Pace,
        mut instruments: I,
        request: Request,
    ) -> Self {
        let now = instruments.read(car.as_ref(), &request, road);
        let mut world = World::new(Site::new(*road.surface).with_ground(road.ground.clone()));
        let recording = Recording::new(instruments.channels());
        let Ok(car) = world.add(Member { car, body: None }) else {
            unreachable!("any car without a body joins a site without wind")
        };
        Self { world, car, pace, instruments, began: now, now, recording, acts: 0 }
    }

    /// Drives on by one act of the driver, and returns the status of the car.
    pub fn act(&mut self, request: &Request) -> Status {
        self.world.set_request(self.car, *request);
        self.began = self.read(request);
        let dt_s = self.pace.dt.seconds();
        let acts_per_row = (1.0 / (ROWS_PER_S * dt_s) + 0.5) as u64;
        if self.acts.is_multiple_of(u64::max(acts_per_row, 1)) {
            self.recording.push(self.instruments.recorded(&self.began));
        }
        self.advance(dt_s);
        self.acts += 1;
        self.now = self.read(request);
        self.car().status()
    }

    /// Moves the car on to the driver's next act: in one step, or cut where frames end.
    fn advance(&mut self, dt_s: f64) {
        /// Share of an act below which a remainder is rounding.
        const NOTHING: f64 = 1e-9;
        let Some(frame_s) = self.pace.frame.map(Dt::seconds) else {
            return self.world.step(self.pace.dt);
        };
        let (mut at_s, end_s) = (self.acts as f64 * dt_s, (self.acts + 1) as f64 * dt_s);
        while end_s - at_s > NOTHING * dt_s {
            let frame_end_s = ((at_s / frame_s + NOTHING).floor() + 1.0) * frame_s;
            let next_s = if end_s - frame_end_s > NOTHING * dt_s { frame_end_s } else { end_s };
            let Some(part) = Dt::new(next_s - at_s) else { return };
            self.world.step(part);
            at_s = next_s;
        }
    }

    fn read(&mut self, request: &Request) -> I::Reading {
        let Self { world, car, instruments, .. } = self;
        // The site has no weather: its surface is the one in force.
        instruments.read(the_car(world, *car), request, world.site().road())
    }

    /// Sets road and air from now on.
    pub fn set_surface(&mut self, surface: Surface<f64>) {
        self.world.set_surface(surface);
    }

    /// Road and air.
    pub fn surface(&self) -> &Surface<f64> {
        &self.world.site().surface
    }

    /// The car.
    pub fn car(&self) -> &dyn Rolling {
        the_car(&self.world, self.car)
    }

    /// The instruments after the last reading.
    pub fn instruments(&self) -> &I {
        &self.instruments
    }

    /// The reading when the last act began, under its request: [`now`](Self::now) is the reading when it ended.
    pub fn began(&self) -> &I::Reading {
        &self.began
    }

    /// The present reading, under the request of the last act.
    pub fn now(&self) -> &I::Reading {
        &self.now
    }

    /// The recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The recording at the end.
    pub fn into_recording(self) -> Recording {
        self.recording
    }
}

fn the_car(world: &World, car: CarId) -> &dyn Rolling {
    world.car(car).unwrap_or_else(|| unreachable!("the car of a test drive stays"))
}
