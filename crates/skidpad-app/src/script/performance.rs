//! A script that is driven in frames, and what came of it.

use skidpad_core::math::Real;
use skidpad_world::models::Models;

use super::Script;
use crate::choice::ChoiceError;
use crate::drive::{Drive, Pace};
use crate::hand::lock_rad;

/// A script under way.
#[derive(Clone, Debug)]
pub struct Performance {
    script: Script,
    step: u32,
    lock_rad: f64,
    frames: u32,
    late_frames: u32,
    worked_s: f64,
    longest_work_s: f64,
    clock: Option<fn() -> f64>,
    physics_s: f64,
}

/// Result of a script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Its name.
    pub script: String,
    /// Steps that were driven.
    pub steps: u32,
    /// Simulated time at its end, s.
    pub time_s: f64,
    /// Speed at its end, km/h.
    pub speed_km_h: f64,
    /// Text of the window about the speed, as a screen reader hears it.
    pub speed_said: String,
    /// Hash of all that moves.
    pub hash: u64,
    /// Frames that it took, and how many of them came so late that time was dropped.
    pub frames: u32,
    /// See `frames`.
    pub late_frames: u32,
    /// Own work in a frame, without what draws it: the mean and the longest, s.
    pub work_s: [f64; 2],
    /// Time that the cars' steps took, of a second of simulated time, s; 0 without a clock.
    pub physics_share: f64,
}

impl Performance {
    /// A script and the cars at its start, in models of a list.
    ///
    /// # Errors
    /// A scene or a car that there is not.
    pub fn new(models: &Models, script: Script) -> Result<(Self, Drive), ChoiceError> {
        let drive = script.stage(models)?;
        let lock_rad = lock_rad(drive.player().choice());
        let performance = Self {
            script,
            step: 0,
            lock_rad,
            frames: 0,
            late_frames: 0,
            worked_s: 0.0,
            longest_work_s: 0.0,
            clock: None,
            physics_s: 0.0,
        };
        Ok((performance, drive))
    }

    /// Measures by a clock, which tells seconds.
    pub fn measure_by(&mut self, clock: fn() -> f64) {
        self.clock = Some(clock);
    }

    /// A frame of it; time stands at its end.
    pub fn frame(&mut self, drive: &mut Drive, frame_s: f64) {
        let (script, lock_rad, step) = (self.script, self.lock_rad, &mut self.step);
        let (dropped_s, start_s) = (drive.dropped_s(), self.clock.map(|clock| clock()));
        drive.frame_by(frame_s, || {
            let controls = script.held(*step, lock_rad)?;
            *step += 1;
            Some(controls)
        });
        let took_s = self.clock.zip(start_s).map(|(clock, start_s)| clock() - start_s);
        self.physics_s += took_s.unwrap_or_default();
        self.frames += 1;
        self.late_frames += u32::from(drive.dropped_s() > dropped_s);
        if self.is_over() {
            drive.set_pace(Pace::Paused);
        }
    }

    /// True once all of it is driven.
    pub fn is_over(&self) -> bool {
        self.step >= self.script.steps
    }

    /// Steps that were driven.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// A frame of it took so much work.
    pub fn worked(&mut self, work_s: f64) {
        self.worked_s += work_s;
        self.longest_work_s = Real::max(self.longest_work_s, work_s);
    }

    /// Result of it. `said`: text of the window about the speed.
    pub fn report(&self, drive: &Drive, said: &str) -> Report {
        Report {
            script: self.script.name.to_owned(),
            steps: self.step,
            time_s: drive.time_s(),
            speed_km_h: drive.player().seen().speed_km_h(),
            speed_said: said.to_owned(),
            hash: drive.hash(),
            frames: self.frames,
            late_frames: self.late_frames,
            physics_share: self.physics_s / Real::max(drive.time_s(), f64::MIN_POSITIVE),
            work_s: [self.worked_s / f64::from(self.frames.max(1)), self.longest_work_s],
        }
    }
}

impl Report {
    /// As a line of JSON, with all digits; the hash as text, since numbers of JSON have fewer.
    pub fn json(&self) -> String {
        let [work_s, longest_work_s] = self.work_s;
        let json = serde_json::json!({
            "script": self.script,
            "steps": self.steps,
            "time_s": self.time_s,
            "speed_km_h": self.speed_km_h,
            "speed_said": self.speed_said,
            "hash": format!("{:#018x}", self.hash),
            "frames": self.frames,
            "late_frames": self.late_frames,
            "work_s": work_s,
            "longest_work_s": longest_work_s,
            "physics_share": self.physics_share,
        });
        json.to_string()
    }
}
