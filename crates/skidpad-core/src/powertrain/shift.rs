//! The gearbox's discrete life: which gear is in, and how it changes. Advanced once per sub-step,
//! never inside the integrator.

use crate::controls::GearRequest;
use crate::math::Real;
use crate::{compound_record, record};

/// From this share of the engine's speed on the gearbox counts as turning with it.
const TOGETHER: f64 = 0.9;
/// Largest number of forward gears.
pub const MAX_GEARS: usize = 12;

record! {
    /// Shift points and shift times of the gearbox.
    pub struct ShiftData {
        /// Number of forward gears.
        gears: "-" [1.0, 12.0],
        /// Time without drive during a shift.
        shift_time_s: "s" [0.0, 5.0],
        /// Share of the torque that is transmitted during a shift.
        torque_share: "-" [0.0, 1.0],
        /// Engine speed at which the gearbox shifts up by itself at full throttle.
        shift_up_rad_s: "rad/s" [1.0, 20000.0],
        /// Engine speed below which the gearbox shifts down by itself.
        shift_down_rad_s: "rad/s" [0.0, 20000.0],
    }

    /// Speeds on both sides of the coupling.
    pub struct ShiftSpeeds {
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Speed of the gearbox's input.
        input_rad_s: "rad/s" [-5e3, 5e3],
        /// Set where the driven wheels spin, so that their speed is no measure of the car's.
        wheels_spin: flag,
    }

    /// State of the gearbox.
    pub struct ShiftState {
        /// The gear that is in: -1 reverse, 0 neutral, 1 first gear.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift; 0 when none runs.
        shift_timer_s: "s" [0.0, 5.0],
    }
}

compound_record! {
    /// Ratios of the gears.
    pub struct Gears {
        /// Ratio of reverse, positive.
        pub reverse: R,
        /// Ratio of the final drive.
        pub final_drive: R,
        /// Forward ratios, first gear first; unused places repeat the last.
        pub forward: [R; MAX_GEARS],
    }
}

impl<R: Real> Gears<R> {
    /// Ratio of a gear without the final drive: negative in reverse, 0 in neutral.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ratio(&self, gear: R) -> R {
        let half = R::lit(0.5);
        let mut ratio = R::select(gear.lt(-half), -self.reverse, R::zero());
        let mut index = 0;
        while index < MAX_GEARS {
            let is_in = gear.gt(R::lit(index as f64 + 0.5));
            ratio = R::select(is_in, self.forward[index], ratio);
            index += 1;
        }
        ratio
    }

    /// Engine speed over axle speed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn overall(&self, gear: R) -> R {
        self.ratio(gear) * self.final_drive
    }
}

impl<R: Real> ShiftData<R> {
    /// The gearbox one sub-step later.
    ///
    /// A request outside the gears that exist is ignored, as in Palmer's simulator. The automatic
    /// goes up one gear at its engine speed for shifting up, once engine and gearbox turn at about
    /// the same speed and the wheels do not spin, and down one when the gearbox turns more slowly than at that for
    /// shifting down (the gap between the two is its hysteresis); with less throttle it goes up earlier, in proportion,
    /// down to half the way between the two.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(
        &self,
        state: &ShiftState<R>,
        request: &GearRequest<R>,
        throttle: R,
        speeds: &ShiftSpeeds<R>,
        dt_s: R,
    ) -> ShiftState<R> {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        // The shift ends with the sub-step that ends nearest to its time, whatever the rounding of
        // the differences.
        let timer = state.shift_timer_s - dt_s;
        let running = timer.gt(half * dt_s);
        let gear = R::select(running, state.gear, state.target_gear);

        let lazy = self.shift_down_rad_s + half * (self.shift_up_rad_s - self.shift_down_rad_s);
        let up_at = lazy + throttle * (self.shift_up_rad_s - lazy);
        let up = (gear + one).min(self.gears);
        let down = (gear - one).max(one);
        let together = speeds.input_rad_s.ge(R::lit(TOGETHER) * speeds.engine_rad_s);
        let spins = speeds.wheels_spin.is_set();
        let up_now = speeds.engine_rad_s.ge(up_at) & together & !spins;
        let by_itself =
            R::select(up_now, up, R::select(speeds.input_rad_s.lt(self.shift_down_rad_s), down, gear));
        // From neutral or reverse the automatic goes to first gear.
        let by_itself = R::select(gear.lt(half), one, by_itself);
        let exists = request.gear.ge(-one) & request.gear.le(self.gears);
        let by_hand = R::select(exists, request.gear, gear);
        let wanted = R::select(request.automatic.is_set(), by_itself, by_hand);
        // In the sub-step in which a shift ends the speeds are still those of the old gear: the
        // next one is decided on after it.
        let wanted = R::select(state.shift_timer_s.gt(zero), gear, wanted);

        let starts = (wanted - gear).abs().gt(half);
        let begin = R::select(starts, self.shift_time_s, zero);
        let target = R::select(running, state.target_gear, wanted);
        let timer = R::select(running, timer, begin);
        ShiftState {
            // A shift that takes no time is done at once.
            gear: R::select(timer.gt(zero), gear, target),
            target_gear: target,
            shift_timer_s: timer,
        }
    }
}
