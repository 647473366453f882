//! Telltales of a car: quantities that its state and mode already hold, so that reading them costs no evaluation of its model.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_models::MODELS;
//! use skidpad_world::rolling::{Begin, CarChoice};
//!
//! let (model, car) = (MODELS.by_name("commonroad_mb").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let telltales = model.begin(&car, &begin).unwrap().telltales();
//! assert_eq!(telltales.motion.velocity_x_m_s, 20.0);
//! assert!(telltales.spins_rad_s.is_some() && telltales.loads_n.is_none());
//! ```

use core::marker::PhantomData;

use skidpad_core::math::Real;
use skidpad_core::record::{Channel, Channels, Record, Sink};

use crate::channel::place_of;
use crate::models::Drivable;
use crate::shaping::BodyMotion;

/// Quantities that warn of what a car does, as far as its model has them in its state and mode.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Telltales {
    /// Velocity in the body's axes, and yaw rate; 0 where the state has none.
    pub motion: BodyMotion<f64>,
    /// Spin of the wheels in the order of [`WHEELS`](crate::rolling::WHEELS), rad/s. Both wheels of an axle have the axle's
    /// where the model knows axles alone; `None` where it has no spin.
    pub spins_rad_s: Option<[f64; 4]>,
    /// Loads of the wheels at the beginning of the last sub-step, N; `None` where the model does not keep them.
    pub loads_n: Option<[f64; 4]>,
    /// True while the engine is stalled; false where the model's engine cannot stall.
    pub is_stalled: bool,
}

impl Telltales {
    /// Telltales of a car of which nothing is known: at rest, without wheels.
    pub const NONE: Self = Self {
        motion: BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 },
        spins_rad_s: None,
        loads_n: None,
        is_stalled: false,
    };

    /// Telltales of a car of a model.
    pub(crate) fn read<M: Drivable>(state: &M::State<f64>, mode: &M::Mode<f64>) -> Self {
        let spins = pick(state, Places::<M>::SPINS);
        let [stalled, loads @ ..] = pick(mode, Places::<M>::MODE);
        Self {
            motion: motion::<M>(state),
            spins_rad_s: all(spins),
            loads_n: all(loads),
            is_stalled: stalled.is_some_and(|stalled| stalled > 0.5),
        }
    }
}

/// Motion of a body, as far as the state of its model has it: 0 otherwise.
pub(crate) fn motion<M: Drivable>(state: &M::State<f64>) -> BodyMotion<f64> {
    let [forward, left, turning, sideslip] = pick(state, Places::<M>::MOTION);
    let [forward, turning] = [forward, turning].map(|value| value.unwrap_or(0.0));
    // Where the sideslip angle is a state, the speed is that along the motion.
    let [forward, left] = match (left, sideslip) {
        (None, Some(sideslip)) => {
            let (sin, cos) = Real::sin_cos(sideslip);
            [forward * cos, forward * sin]
        }
        (left, _) => [forward, left.unwrap_or(0.0)],
    };
    BodyMotion { velocity_x_m_s: forward, velocity_y_m_s: left, yaw_rate_rad_s: turning }
}

/// All four, or none of them.
fn all(wheels: [Option<f64>; 4]) -> Option<[f64; 4]> {
    match wheels {
        [Some(front_left), Some(front_right), Some(rear_left), Some(rear_right)] => {
            Some([front_left, front_right, rear_left, rear_right])
        }
        _ => None,
    }
}

/// Names of the spin of each wheel: by wheel, and by axle.
const SPINS: [[&str; 4]; 4] = [
    ["front_left_spin_rad_s", "front_left_wheel_rad_s", "front_spin_rad_s", "front_wheel_rad_s"],
    ["front_right_spin_rad_s", "front_right_wheel_rad_s", "front_spin_rad_s", "front_wheel_rad_s"],
    ["rear_left_spin_rad_s", "rear_left_wheel_rad_s", "rear_spin_rad_s", "rear_wheel_rad_s"],
    ["rear_right_spin_rad_s", "rear_right_wheel_rad_s", "rear_spin_rad_s", "rear_wheel_rad_s"],
];
/// Names of the load of each wheel.
const LOADS: [&str; 4] = [
    "front_left_load_before_n",
    "front_right_load_before_n",
    "rear_left_load_before_n",
    "rear_right_load_before_n",
];

/// Places of a model's telltales in its state and mode, found as the program is compiled.
struct Places<M>(PhantomData<M>);

impl<M: Drivable> Places<M> {
    /// Forward and lateral velocity, yaw rate, and sideslip angle.
    const MOTION: [Option<usize>; 4] = {
        let known = M::State::<f64>::CHANNELS;
        [
            place_of(known, M::SPEED),
            place_of(known, "velocity_y_m_s"),
            place_of(known, "yaw_rate_rad_s"),
            place_of(known, "sideslip_rad"),
        ]
    };
    /// Spins of the wheels.
    const SPINS: [Option<usize>; 4] = {
        let known = M::State::<f64>::CHANNELS;
        [place(known, &SPINS[0]), place(known, &SPINS[1]), place(known, &SPINS[2]), place(known, &SPINS[3])]
    };
    /// The stalled engine, and the loads of the wheels.
    const MODE: [Option<usize>; 5] = {
        let known = M::Mode::<f64>::CHANNELS;
        [
            place(known, &["stalled"]),
            place(known, &[LOADS[0]]),
            place(known, &[LOADS[1]]),
            place(known, &[LOADS[2]]),
            place(known, &[LOADS[3]]),
        ]
    };
}

/// Place of the first of some names that a record has.
const fn place(known: &[Channel], names: &[&str]) -> Option<usize> {
    let mut name = 0;
    while name < names.len() {
        let place = place_of(known, names[name]);
        if place.is_some() {
            return place;
        }
        name += 1;
    }
    None
}

/// Numbers at some places of a record.
fn pick<S: Record<f64>, const N: usize>(record: &S, places: [Option<usize>; N]) -> [Option<f64>; N] {
    let mut picked = Picked { places, values: [None; N] };
    record.store(&mut picked);
    picked.values
}

struct Picked<const N: usize> {
    places: [Option<usize>; N],
    values: [Option<f64>; N],
}

impl<const N: usize> Sink<f64> for Picked<N> {
    #[inline(always)]
    fn write(&mut self, index: usize, value: f64) {
        for (place, picked) in self.places.iter().zip(&mut self.values) {
            if *place == Some(index) {
                *picked = Some(value);
            }
        }
    }
}
