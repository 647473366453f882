//! Coupling between engine and gearbox: a clutch that works by itself, or a torque converter.

use crate::math::Real;
use crate::record::Flag;
use crate::{compound_record, record};

record! {
    /// Conditions under which a converter's lock-up clutch closes.
    pub struct LockUp {
        /// Set where there is a converter.
        is_fitted: flag,
        /// Speed ratio from which the lock-up clutch closes.
        lock_up_ratio: "-" [0.0, 2.0],
        /// The lowest gear in which it may close.
        lock_up_from_gear: "-" [0.0, 99.0],
    }

    /// A clutch that works by itself, or a rigid joint.
    pub struct ClutchGrip {
        /// Set where engine and gearbox are joined rigidly, as with an electric motor.
        is_rigid: flag,
        /// Largest torque that the closed clutch carries.
        capacity_nm: "N.m" [0.0, 100000.0],
        /// Engine speed at which it begins to grip.
        bite_rad_s: "rad/s" [0.0, 5000.0],
        /// Engine speed at which it carries the engine's largest torque in a standing start.
        launch_rad_s: "rad/s" [0.0, 10000.0],
        /// 1 over the span of engine speed from the bite to full grip.
        inverse_span_s: "s" [0.0, 1000.0],
    }
}

impl<R: Real> ClutchGrip<R> {
    /// The torque that the clutch can carry at an engine speed, N.m, with `closed` in [0, 1] from
    /// the pedal. It rises with the square of the speed above the bite, as a centrifugal clutch's
    /// does: with the throttle open the engine settles where the clutch carries its torque, and
    /// that is the launch speed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_capacity(&self, engine_speed_rad_s: R, closed: R) -> R {
        let grip = ((engine_speed_rad_s - self.bite_rad_s) * self.inverse_span_s).clamp(R::zero(), R::one());
        self.capacity_nm * closed * grip * grip
    }

    /// The torque that the clutch can carry now, N.m: by its speed while it sets the vehicle in motion, and all that
    /// `closed` leaves of it afterwards. Without bound where the joint is rigid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn capacity(&self, launching: Flag<R>, closed: R, engine_rad_s: R, input_rad_s: R) -> R {
        let by_itself = self.torque_capacity(engine_rad_s.max(input_rad_s), closed);
        let capacity = R::select(launching.is_set(), by_itself, self.capacity_nm * closed);
        R::select(self.is_rigid.is_set(), R::lit(1e9), capacity)
    }

    /// Set while the clutch is setting the vehicle in motion: it begins when the gearbox turns more slowly than
    /// the clutch's bite, and ends when engine and gearbox turn together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn launching(&self, launching: Flag<R>, engaged: Flag<R>, input_rad_s: R) -> Flag<R> {
        let slow = input_rad_s.lt(self.bite_rad_s);
        launching.unless(engaged.is_set()).or(slow)
    }

    /// Returns true where the coupling may join engine and gearbox: a clutch above its bite; a converter's lock-up
    /// clutch too, from its gear on and with the speeds of both sides near each other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_lock(&self, lock_up: &LockUp<R>, gear: R, engine_rad_s: R, input_rad_s: R) -> R::Mask {
        let half = R::lit(0.5);
        let (slow, fast) = (input_rad_s.min(engine_rad_s), input_rad_s.max(engine_rad_s));
        let near = slow.ge(lock_up.lock_up_ratio * fast) & gear.gt(lock_up.lock_up_from_gear - half);
        let not_converter = lock_up.is_fitted.is_clear();
        input_rad_s.ge(self.bite_rad_s) & (not_converter | near)
    }
}

/// Largest number of rows of a converter's table.
pub const CONVERTER_CAPACITY: usize = 12;

compound_record! {
    /// A torque converter: torque ratio and capacity over the speed ratio turbine / pump, joined by
    /// straight lines.
    pub struct Converter<const N: usize = CONVERTER_CAPACITY> {
        /// Set where there is a converter.
        pub is_fitted: Flag<R>,
        /// Speed ratio from which the lock-up clutch closes.
        pub lock_up_ratio: R,
        /// The lowest gear in which it may close.
        pub lock_up_from_gear: R,
        /// Speed ratios, rising from 0; unused places repeat the last.
        pub speed_ratio: [R; N],
        /// Turbine torque over pump torque.
        pub torque_ratio: [R; N],
        /// Pump torque over pump speed squared, N.m s^2.
        pub capacity_nm_s2: [R; N],
    }
}

/// The torques of a converter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConverterTorque<R> {
    /// Torque that the converter takes from the engine, N.m.
    pub pump_nm: R,
    /// Torque that the converter gives to the gearbox, N.m.
    pub turbine_nm: R,
}

impl<R: Real, const N: usize> Converter<R, N> {
    /// Conditions under which the lock-up clutch closes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lock_up(&self) -> LockUp<R> {
        LockUp {
            is_fitted: self.is_fitted,
            lock_up_ratio: self.lock_up_ratio,
            lock_up_from_gear: self.lock_up_from_gear,
        }
    }

    /// The torques at the speeds of engine (pump) and gearbox (turbine), rad/s.
    ///
    /// T_pump = lambda(nu) omega_p^2 and T_turbine = mu(nu) T_pump with nu = omega_t / omega_p.
    /// When the turbine overruns the pump the roles change: the torque of the coupling at the
    /// mirrored speed ratio, with torque ratio 1, brakes the turbine.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque(&self, pump_rad_s: R, turbine_rad_s: R) -> ConverterTorque<R> {
        let zero = R::zero();
        let tiny = R::lit(1e-3);
        let pump = pump_rad_s.max(zero);
        let turbine = turbine_rad_s.max(zero);
        let overrun = pump.lt(turbine);
        let slow = pump.min(turbine);
        let fast = pump.max(turbine);
        let (torque_ratio, capacity) = self.look_up(slow / fast.max(tiny));
        let torque = capacity * fast * fast;
        ConverterTorque {
            pump_nm: R::select(overrun, -torque, torque),
            turbine_nm: R::select(overrun, -torque, torque * torque_ratio),
        }
    }

    /// The segment of the table that is in use at the speeds of engine and gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn segment(&self, pump_rad_s: R, turbine_rad_s: R) -> ConverterSegment<R> {
        let zero = R::zero();
        let (pump, turbine) = (pump_rad_s.max(zero), turbine_rad_s.max(zero));
        let speed_ratio = pump.min(turbine) / pump.max(turbine).max(R::lit(1e-3));
        // The rows on both sides; places that repeat the last row leave what stands.
        let mut low = (zero, self.torque_ratio[0], self.capacity_nm_s2[0]);
        let mut high = low;
        let mut index = 1;
        while index < N {
            let (left, right) = (self.speed_ratio[index - 1], self.speed_ratio[index]);
            let within = left.le(speed_ratio) & left.lt(right);
            low = (
                R::select(within, left, low.0),
                R::select(within, self.torque_ratio[index - 1], low.1),
                R::select(within, self.capacity_nm_s2[index - 1], low.2),
            );
            high = (
                R::select(within, right, high.0),
                R::select(within, self.torque_ratio[index], high.1),
                R::select(within, self.capacity_nm_s2[index], high.2),
            );
            index += 1;
        }
        // Beyond the last row the table is level.
        let per_span = R::one() / (high.0 - low.0).max(R::lit(1e-9));
        let beyond = high.0.le(speed_ratio);
        ConverterSegment {
            speed_ratio: R::select(beyond, high.0, low.0),
            torque_ratio: R::select(beyond, high.1, low.1),
            capacity_nm_s2: R::select(beyond, high.2, low.2),
            torque_ratio_slope: R::select(beyond, zero, (high.1 - low.1) * per_span),
            capacity_slope_nm_s2: R::select(beyond, zero, (high.2 - low.2) * per_span),
        }
    }

    /// Torques of the converter with at most `held_nm` at the pump: right after a shift at high speed a converter would
    /// carry more than the gearbox's clutches transmit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_within(&self, held_nm: R, pump_rad_s: R, turbine_rad_s: R) -> ConverterTorque<R> {
        let torque = self.torque(pump_rad_s, turbine_rad_s);
        let scale = (held_nm / torque.pump_nm.abs().max(R::lit(1e-3))).min(R::one());
        ConverterTorque { pump_nm: torque.pump_nm * scale, turbine_nm: torque.turbine_nm * scale }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up(&self, speed_ratio: R) -> (R, R) {
        let mut torque_ratio = self.torque_ratio[0];
        let mut capacity = self.capacity_nm_s2[0];
        let mut index = 1;
        while index < N {
            let left = self.speed_ratio[index - 1];
            let span = self.speed_ratio[index] - left;
            let share = ((speed_ratio - left) / span.max(R::lit(1e-9))).clamp(R::zero(), R::one());
            let share = R::select(span.gt(R::zero()), share, R::zero());
            torque_ratio += share * (self.torque_ratio[index] - self.torque_ratio[index - 1]);
            capacity += share * (self.capacity_nm_s2[index] - self.capacity_nm_s2[index - 1]);
            index += 1;
        }
        (torque_ratio, capacity)
    }
}

impl<R: Real> Converter<R> {
    /// The converter with a table of M rows, as models with small tables carry it: the same where it has no more, and
    /// otherwise without the rows that a line between their neighbours misses least, by the share of their own numbers.
    pub fn in_rows<const M: usize>(&self) -> Converter<R, M> {
        let (mut at, mut ratio, mut capacity) = (self.speed_ratio, self.torque_ratio, self.capacity_nm_s2);
        let is_new = |row: usize| self.speed_ratio[row].lane(0) > self.speed_ratio[row - 1].lane(0);
        let mut count = 1 + (1..CONVERTER_CAPACITY).take_while(|row| is_new(*row)).count();
        while count > M {
            let missed = |row: usize| {
                let share = (at[row] - at[row - 1]) / (at[row + 1] - at[row - 1]);
                let off = |of: &[R; CONVERTER_CAPACITY]| {
                    let drawn = of[row - 1] + share * (of[row + 1] - of[row - 1]);
                    Real::abs(drawn - of[row]) / Real::max(of[row], R::lit(1e-9))
                };
                Real::max(off(&ratio), off(&capacity))
            };
            let least = (2..count - 1)
                .fold(1, |best, row| if missed(row).lane(0) < missed(best).lane(0) { row } else { best });
            for row in least..count - 1 {
                (at[row], ratio[row], capacity[row]) = (at[row + 1], ratio[row + 1], capacity[row + 1]);
            }
            count -= 1;
        }
        let row = |row: usize| row.min(count - 1);
        Converter {
            is_fitted: self.is_fitted,
            lock_up_ratio: self.lock_up_ratio,
            lock_up_from_gear: self.lock_up_from_gear,
            speed_ratio: core::array::from_fn(|place| at[row(place)]),
            torque_ratio: core::array::from_fn(|place| ratio[row(place)]),
            capacity_nm_s2: core::array::from_fn(|place| capacity[row(place)]),
        }
    }
}

compound_record! {
    /// A straight piece of a converter's table, from a speed ratio on.
    pub struct ConverterSegment {
        /// Speed ratio at which it starts.
        pub speed_ratio: R,
        /// Torque ratio there.
        pub torque_ratio: R,
        /// Capacity there, N.m s^2.
        pub capacity_nm_s2: R,
        /// Slope of the torque ratio over the speed ratio.
        pub torque_ratio_slope: R,
        /// Slope of the capacity, N.m s^2.
        pub capacity_slope_nm_s2: R,
    }
}

impl<R: Real> ConverterSegment<R> {
    /// [`Converter::torque`] on this segment, also beyond its ends, with no more than `held_nm` at the pump; and with
    /// no more at the turbine than the pump's power.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_within(&self, held_nm: R, pump_rad_s: R, turbine_rad_s: R) -> ConverterTorque<R> {
        let zero = R::zero();
        let (pump, turbine) = (pump_rad_s.max(zero), turbine_rad_s.max(zero));
        let overrun = pump.lt(turbine);
        let (slow, fast) = (pump.min(turbine), pump.max(turbine).max(R::lit(1e-3)));
        let ratio = slow / fast;
        let beyond = ratio - self.speed_ratio;
        let capacity = (self.capacity_nm_s2 + self.capacity_slope_nm_s2 * beyond).max(zero);
        let torque = (capacity * fast * fast).min(held_nm);
        let torque_ratio = (self.torque_ratio + self.torque_ratio_slope * beyond).max(zero);
        // mu nu <= 1.
        let out = R::select((torque_ratio * ratio).gt(R::one()), torque, torque * torque_ratio);
        ConverterTorque {
            pump_nm: R::select(overrun, -torque, torque),
            turbine_nm: R::select(overrun, -torque, out),
        }
    }
}
