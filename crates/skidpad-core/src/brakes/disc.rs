//! Brakes that warm up and fade.
//!
//! The disc is one body of one temperature: what braking turns into heat warms it, the air cools it (Limpert,
//! "Brake Design and Safety", chapter 3: C dT/dt = P - h A (T - T_air), and h A of a disc in a turbulent stream
//! growing with the speed to the power of 0.8).

use crate::math::{Mask, Real};
use crate::record::Flag;
use crate::{record, wheel_record};

record! {
    /// Disc and pads of one wheel.
    pub struct Disc {
        /// Set where the friction changes with temperature; clear leaves it as it is cold.
        fades: flag,
        /// Heat capacity of the disc: mass (4 to 12 kg) times that of cast iron (about 500 J/(kg K)).
        capacity_j_k: "J/K" [1.0, 1e6],
        /// Share of the heat that goes into the disc, not into the pads; typical 0.9 to 0.99.
        share: "-" [0.0, 1.0],
        /// Cooling at rest; typical 3 to 10 W/K.
        cooling_w_k: "W/K" [0.0, 1e4],
        /// Cooling that a speed of 1 m/s adds; it grows with the speed to the power of 0.8. Typical 1 to 4 W/K.
        cooling_at_1_m_s_w_k: "W/K" [0.0, 1e4],
        /// Temperature of the air.
        ambient_k: "K" [100.0, 400.0],
        /// Friction of a disc at the air's temperature over the nominal one.
        cold_friction: "-" [0.0, 2.0],
        /// Temperature from which on the friction is nominal; typical 350 to 400 K, race pads 600 K.
        warm_k: "K" [100.0, 2000.0],
        /// Temperature beyond which the friction falls; typical 600 to 700 K (organic pads).
        hot_k: "K" [100.0, 2000.0],
        /// Temperature at which the friction has fallen all the way; typical 850 to 1000 K.
        faded_k: "K" [100.0, 3000.0],
        /// Friction of a faded brake over the nominal one; typical 0.4 to 0.7.
        faded_friction: "-" [0.0, 2.0],
    }
}

wheel_record! {
    /// Pressure and temperature of one brake.
    pub struct BrakeWheel {
        /// Pressure over the full one.
        pressure: "-" [0.0, 1.0],
        /// Temperature of the disc.
        disc_k: "K" [100.0, 3000.0],
    }
}

impl<R: Real> Disc<R> {
    /// A brake that does not fade, with a disc of 8 kg of cast iron and organic pads for when it is to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn steady() -> Self {
        Self {
            fades: Flag::from(false),
            capacity_j_k: R::lit(4000.0),
            share: R::lit(0.95),
            cooling_w_k: R::lit(5.0),
            cooling_at_1_m_s_w_k: R::lit(2.0),
            ambient_k: R::lit(293.15),
            cold_friction: R::one(),
            warm_k: R::lit(373.15),
            hot_k: R::lit(673.15),
            faded_k: R::lit(923.15),
            faded_friction: R::lit(0.5),
        }
    }

    /// Heat that the air takes away for each kelvin that the disc is warmer, W/K.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cooling_w_k(&self, speed_m_s: R) -> R {
        let moving = speed_m_s.gt(R::zero());
        let power = R::select(moving, speed_m_s, R::one()).powf(R::lit(0.8));
        self.cooling_w_k + self.cooling_at_1_m_s_w_k * R::select(moving, power, R::zero())
    }

    /// The temperature a sub-step later, K, with cooling by the temperature at its end: never below the air's,
    /// whatever the step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn warmed(&self, disc_k: R, heat_w: R, cooling_w_k: R, dt_s: R) -> R {
        let share = dt_s / self.capacity_j_k;
        let gained = disc_k + share * (self.share * heat_w + cooling_w_k * self.ambient_k);
        gained / (R::one() + share * cooling_w_k)
    }

    /// Friction over the nominal one at a temperature: from cold to warm, level, from hot to faded, level;
    /// straight lines between.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn friction(&self, disc_k: R) -> R {
        let one = R::one();
        let fades = self.fades.is_set();
        let mut friction = one;
        // Asks only whether any car fades: each gets the same with either.
        if fades.any() {
            let warm = part(disc_k, self.ambient_k, self.warm_k);
            let faded = part(disc_k, self.hot_k, self.faded_k);
            let factor =
                self.cold_friction + (one - self.cold_friction) * warm + (self.faded_friction - one) * faded;
            friction = R::select(fades, factor, one);
        }
        friction
    }
}

/// Share of the way between two values that a value has covered, [0, 1]; 1 where there is no way.
#[cfg_attr(not(debug_assertions), inline(always))]
fn part<R: Real>(value: R, from: R, to: R) -> R {
    let way = to - from;
    let exists = way.gt(R::zero());
    let share = (value - from) / R::select(exists, way, R::one());
    let reached = R::select(value.ge(to), R::one(), R::zero());
    R::select(exists, share.clamp(R::zero(), R::one()), reached)
}
