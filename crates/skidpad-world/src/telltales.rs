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

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::record::{Record, Sink};

use crate::channel::{CarSources, RowLayout, Source, WheelSources, place_of};
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
    /// Engine speed, rad/s; `None` where it is not in the state.
    pub engine_rad_s: Option<f64>,
    /// Gear that is in: -1 reverse, 0 neutral; `None` where the model has none.
    pub gear: Option<f64>,
    /// True while the engine is stalled; false where the model's engine cannot stall.
    pub is_stalled: bool,
}

impl Telltales {
    /// Telltales of a car of which nothing is known: at rest, without wheels.
    pub const NONE: Self = Self {
        motion: BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 },
        spins_rad_s: None,
        loads_n: None,
        engine_rad_s: None,
        gear: None,
        is_stalled: false,
    };

    /// Telltales of a car of a model.
    pub(crate) fn read<M: Drivable>(state: &M::State<f64>, mode: &M::Mode<f64>) -> Self {
        let [engine_rad_s, spins @ ..] = pick(state, Places::<M>::TURNS);
        let [stalled, gear, loads @ ..] = pick(mode, Places::<M>::MODE);
        Self {
            motion: motion::<M>(state),
            spins_rad_s: all(spins),
            loads_n: all(loads),
            engine_rad_s,
            gear,
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

/// Velocity of a body along the axes of the road, m/s; 0 where its model has none.
pub(crate) fn velocity_m_s<M: Drivable>(state: &M::State<f64>) -> [f64; 2] {
    let motion = motion::<M>(state);
    let [yaw_rad] = pick(state, Places::<M>::YAW);
    let heading = Direction::at_angle(yaw_rad.unwrap_or(0.0));
    Vec2::new(motion.velocity_x_m_s, motion.velocity_y_m_s).to_parent(heading).into()
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

/// Places of a model's telltales in its state and mode, found as the program is compiled.
struct Places<M>(PhantomData<M>);

impl<M: Drivable> Places<M> {
    const LAYOUT: RowLayout = RowLayout::from_model::<M>();

    /// Forward and lateral velocity, yaw rate, and sideslip angle.
    const MOTION: [Option<usize>; 4] = [
        place_of(Self::LAYOUT.states, M::SPEED),
        Self::in_state("", CarSources::ALL.velocity_y),
        Self::in_state("", CarSources::ALL.yaw_rate),
        Self::in_state("", CarSources::ALL.sideslip),
    ];
    /// Heading.
    const YAW: [Option<usize>; 1] = [place_of(Self::LAYOUT.states, "yaw_rad")];
    /// Engine speed, and spins of the wheels or of their axles.
    const TURNS: [Option<usize>; 5] = [
        Self::in_state("", CarSources::ALL.engine_speed),
        Self::spin("front_left_", "front_"),
        Self::spin("front_right_", "front_"),
        Self::spin("rear_left_", "rear_"),
        Self::spin("rear_right_", "rear_"),
    ];
    /// The stalled engine, the gear, and the loads of the wheels.
    const MODE: [Option<usize>; 6] = [
        Self::in_mode("", CarSources::ALL.stalled),
        Self::in_mode("", CarSources::ALL.gear),
        Self::in_mode("front_left_", WheelSources::ALL.kept_load),
        Self::in_mode("front_right_", WheelSources::ALL.kept_load),
        Self::in_mode("rear_left_", WheelSources::ALL.kept_load),
        Self::in_mode("rear_right_", WheelSources::ALL.kept_load),
    ];

    const fn spin(wheel: &str, axle: &str) -> Option<usize> {
        match Self::in_state(wheel, WheelSources::ALL.spin) {
            None => Self::in_state(axle, WheelSources::ALL.spin),
            spin => spin,
        }
    }

    const fn in_state(prefix: &str, sources: &[Source]) -> Option<usize> {
        match Self::LAYOUT.first_of(prefix, sources) {
            Some(channel) => channel.state_place(),
            None => None,
        }
    }

    const fn in_mode(prefix: &str, sources: &[Source]) -> Option<usize> {
        match Self::LAYOUT.first_of(prefix, sources) {
            Some(channel) => channel.mode_place(),
            None => None,
        }
    }
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
