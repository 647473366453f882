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
pub(crate) trait Instruments: Clone {
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
    now: I::Reading,
    before: Before<I>,
    recording: Recording,
    /// Acts from one recorded row to the next; `None`: nothing is recorded.
    acts_per_row: Option<u64>,
    acts: u64,
}

/// The beginning of an act.
struct Before<I: Instruments> {
    car: Box<dyn Rolling>,
    /// Request of the act.
    request: Request,
    /// Instruments of their own: the others stay at the end of the act.
    instruments: I,
    /// The reading, where it has been taken.
    reading: Option<I::Reading>,
}

impl<I: Instruments> Before<I> {
    /// Evaluates the car, once for each act.
    fn read(&mut self, road: Road<'_>) -> I::Reading {
        let Self { car, request, instruments, reading } = self;
        *reading.get_or_insert_with(|| instruments.read(car.as_ref(), request, road))
    }
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
        let before =
            Before { car: car.clone(), request, instruments: instruments.clone(), reading: Some(now) };
        let Ok(car) = world.add(Member { car, body: None }) else {
            unreachable!("any car without a body joins a site without wind")
        };
        let acts_per_row = (1.0 / (ROWS_PER_S * pace.dt.seconds()) + 0.5) as u64;
        let acts_per_row = Some(u64::max(acts_per_row, 1));
        Self { world, car, pace, instruments, now, before, recording, acts_per_row, acts: 0 }
    }

    /// The test drive without a recording, for one that is long and looked at only as it goes.
    pub fn unrecorded(self) -> Self {
        Self { acts_per_row: None, ..self }
    }

    /// Drives on by one act of the driver, and returns the status of the car.
    pub fn act(&mut self, request: &Request) -> Status {
        self.world.set_request(self.car, *request);
        // A copy costs far less than the evaluation that is seldom wanted.
        the_car(&self.world, self.car).copy_to(&mut self.before.car);
        (self.before.request, self.before.reading) = (*request, None);
        if self.acts_per_row.is_some_and(|acts| self.acts.is_multiple_of(acts)) {
            let began = self.began();
            self.recording.push(self.before.instruments.recorded(&began));
        }
        self.advance(self.pace.dt.seconds());
        self.acts += 1;
        let Self { world, car, instruments, .. } = self;
        // The site has no weather: its surface is the one in force.
        self.now = instruments.read(the_car(world, *car), request, world.site().road());
        self.car().status()
    }

    /// Evaluates the car when the last act began, under its request: [`now`](Self::now) is the reading when it ended.
    pub fn began(&mut self) -> I::Reading {
        self.before.read(self.world.site().road())
    }

    /// Adds a row of the present reading to the recording.
    pub fn record_now(&mut self) {
        self.recording.push(self.instruments.recorded(&self.now));
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

#[cfg(test)]
mod tests {
    use super::{Instruments, Pace, TestDrive};
    use crate::ground::Road;
    use crate::models::STRAIGHT_LINE;
    use crate::rolling::{Begin, CarChoice, Request, Rolling};
    use core::cell::Cell;
    use skidpad_core::controls::Gear;
    use skidpad_core::record::Channel;
    use skidpad_core::step::Dt;
    use skidpad_core::surface::Surface;
    use std::rc::Rc;

    /// Reads the time of the car, ms, and the throttle that it is under, and counts the readings.
    #[derive(Clone, Default)]
    struct Clock(Rc<Cell<u32>>);

    impl Instruments for Clock {
        type Reading = (f64, f64);
        fn channels(&self) -> Vec<Channel> {
            vec![Channel::new("time_ms", "ms", 0.0, 1e6)]
        }
        fn read(&mut self, car: &dyn Rolling, request: &Request, _: Road<'_>) -> (f64, f64) {
            self.0.set(self.0.get() + 1);
            (1000.0 * car.time_s(), request.command.throttle)
        }
        fn recorded(&self, last: &(f64, f64)) -> Vec<f64> {
            vec![last.0]
        }
    }

    fn test_drive(dt_ms: f64, frame_ms: Option<f64>) -> TestDrive<Clock> {
        let (vehicle, initial) = (skidpad_workload::vehicle(5), [("speed_m_s", 10.0)]);
        let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
        let car = STRAIGHT_LINE.begin(&CarChoice::Vehicle(&vehicle), &begin).unwrap();
        let step = |ms: f64| Dt::new(ms / 1000.0).unwrap();
        let pace = Pace { dt: step(dt_ms), frame: frame_ms.map(step) };
        TestDrive::new(car, (&Surface::asphalt()).into(), pace, Clock::default(), Request::untouched())
    }

    fn at_throttle(throttle: f64) -> Request {
        let mut request = Request::untouched();
        request.command.throttle = throttle;
        request
    }

    /// The driver decides by what he read at the end of the last act; the act itself begins there, under his new request.
    #[test]
    fn an_act_begins_where_the_last_one_ended_under_its_own_request() {
        let mut test = test_drive(5.0, None);
        test.act(&at_throttle(0.25));
        test.act(&at_throttle(0.75));
        let ((began_ms, first), (now_ms, second)) = (test.began(), *test.now());
        assert!((began_ms - 5.0).abs() < 1e-9 && (now_ms - 10.0).abs() < 1e-9, "{began_ms} {now_ms}");
        assert_eq!((first, second), (0.75, 0.75));
    }

    /// Each reading costs an evaluation of the model: one at the end of each act, and one at its beginning where it is wanted.
    #[test]
    fn the_beginning_of_an_act_is_evaluated_once() {
        let mut test = test_drive(5.0, None);
        let mut readings_of = |wants_beginning: bool| {
            let before = test.instruments().0.get();
            test.act(&at_throttle(0.5));
            if wants_beginning {
                assert_eq!(test.began(), test.began());
            }
            test.instruments().0.get() - before
        };
        // The first act has a row, the second has none.
        assert_eq!([true, true].map(&mut readings_of), [2, 2]);
        assert_eq!([false, false].map(&mut readings_of), [2, 1]);
    }

    /// A drive without a recording takes the same readings, and none for rows.
    #[test]
    fn an_unrecorded_drive_has_no_rows() {
        let [mut recorded, mut unrecorded] = [test_drive(5.0, None), test_drive(5.0, None).unrecorded()];
        for _ in 0..10 {
            for test in [&mut recorded, &mut unrecorded] {
                test.act(&at_throttle(0.5));
            }
            assert_eq!(recorded.now(), unrecorded.now());
        }
        assert_eq!((recorded.recording().rows.len(), unrecorded.recording().rows.len()), (5, 0));
        let readings = |test: &TestDrive<Clock>| test.instruments().0.get();
        assert_eq!((readings(&recorded), readings(&unrecorded)), (16, 11));
    }

    /// Rows stand a hundredth of a second apart, or the nearest whole number of acts, and each act where acts are longer.
    #[test]
    fn a_recording_has_a_hundred_rows_a_second() {
        for (dt_ms, apart_ms) in
            [(1.0, 10.0), (2.0 / 3.0, 10.0), (3.0, 9.0), (6.0, 12.0), (5.0, 10.0), (20.0, 20.0)]
        {
            let mut test = test_drive(dt_ms, None);
            while test.now().0 < 100.0 {
                test.act(&Request::untouched());
            }
            for (row, numbers) in test.recording().rows.iter().enumerate() {
                assert!(
                    (numbers[0] - row as f64 * apart_ms).abs() < 1e-6,
                    "{dt_ms} ms: row {row} at {} ms",
                    numbers[0]
                );
            }
        }
    }

    /// A caller's frames cut acts into steps: the driver acts at the same times, and neither rows nor the end move.
    #[test]
    fn frames_move_no_act() {
        let [mut alone, mut in_frames] = [None, Some(7.0)].map(|frame_ms| test_drive(5.0, frame_ms));
        for _ in 0..30 {
            for test in [&mut alone, &mut in_frames] {
                test.act(&at_throttle(0.5));
            }
            assert!((alone.now().0 - in_frames.now().0).abs() < 1e-9);
        }
        assert_eq!(alone.recording().rows.len(), in_frames.recording().rows.len());
    }
}
