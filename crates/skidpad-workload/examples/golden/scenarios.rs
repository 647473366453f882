//! The golden scenarios: what must have the same bits everywhere.
//!
//! - `fleet MODEL NUMBER`: the workload's cars of every model, one after the other and in lanes. A model that joins
//!   [`models`] is here.
//! - Stories: one car through [`Simulation`], with sub-steps and changing controls, hashed after each step. Another
//!   story is one line in [`stories`].
//! - `math`: the elementary functions over all magnitudes.

use skidpad_commonroad::{CommonRoadInput, CommonRoadStd, CommonRoadStdState, FromParameters, SETS};
use skidpad_core::batch::Level;
use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{
    Brushes, Curves, Kind, MagicTyres, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad_core::model::{
    Model, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState, StraightLine, StraightLineMode,
    StraightLineState,
};
use skidpad_core::record::{Empty, Flag, Record};
use skidpad_core::snapshot::StateHash;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_special::{
    Kinematic, KinematicCar, KinematicMode, KinematicState, PointMass, PointMassMode, PointMassState,
};
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{AckermannCar, AckermannMode, AckermannState};
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState,
};
use skidpad_texts::w1::{W1, W1Input, W1State};
use skidpad_workload::{Mode, models, prepare, prepare_at, vehicle};

/// How cars are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One after the other.
    Scalar,
    /// Side by side, with the instructions of a level.
    Lanes(Level),
}

impl Way {
    /// All of them; some processors lack some.
    pub const ALL: [Self; 4] =
        [Self::Scalar, Self::Lanes(Level::Baseline), Self::Lanes(Level::Avx2), Self::Lanes(Level::Avx512)];

    /// Its name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Lanes(level) => level.name(),
        }
    }
}

/// A scenario.
pub struct Scenario {
    /// Its name in the table.
    pub name: String,
    /// Its hash; `None` where it cannot be run so, or the processor lacks the instructions.
    pub hash: Box<dyn Fn(Way) -> Option<u64>>,
}

/// All scenarios, in the table's order.
pub fn all() -> Vec<Scenario> {
    let mut all = Vec::new();
    for model in models() {
        for (single, number) in [(false, "f64"), (true, "f32")] {
            let hash = Box::new(move |way| drive_fleet(model, single, way));
            all.push(Scenario { name: format!("fleet {model} {number}"), hash });
        }
    }
    let mut alone = |name: &str, hash: fn() -> u64| {
        let hash = Box::new(move |way| (way == Way::Scalar).then(hash));
        all.push(Scenario { name: name.to_owned(), hash });
    };
    alone("math f64", elementary::<f64>);
    alone("math f32", elementary::<f32>);
    for (name, hash) in stories() {
        alone(name, *hash);
    }
    all
}

const CARS: usize = 33;

/// Through the door without types: in release the equations are compiled where they are first named, and here they
/// would be once more.
fn drive_fleet(model: &str, single: bool, way: Way) -> Option<u64> {
    let mut run = match way {
        Way::Scalar => prepare(model, single, Mode::Scalar, CARS),
        Way::Lanes(level) => prepare_at(model, single, Mode::Lanes, level, CARS),
    }?;
    let mut hash = StateHash::default();
    for _ in 0..10 {
        run.steps(20);
        hash.word(run.digest());
    }
    Some(hash.value())
}

/// Sine to power at arguments of every magnitude and sign.
fn elementary<T: Real>() -> u64 {
    let mut hash = StateHash::default();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..4000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let fraction = 1.0 + (seed >> 12) as f64 / (1_u64 << 52) as f64;
        let magnitude = f64::from_bits((seed % 60 + 993) << 52);
        let sign = if seed & 64 == 0 { 1.0 } else { -1.0 };
        let (x, size) = (T::lit(sign * fraction * magnitude), T::lit(fraction * magnitude));
        let share = T::lit(sign * (fraction - 1.0));
        let values = [
            x.sin(),
            x.cos(),
            x.tan(),
            x.atan(),
            x.atan2(share),
            x.tanh(),
            x.exp(),
            size.ln(),
            size.sqrt(),
            share.asin(),
            share.acos(),
            share.sinh(),
            share.cosh(),
            size.powf(share),
            x.hypot(share),
        ];
        values.iter().for_each(|value| hash.number(value.lane(0)));
    }
    hash.value()
}

/// A car under way, hashed after each step.
fn story<M: Model>(
    (car, mode, state): (M::Car<f64>, M::Mode<f64>, M::State<f64>),
    (steps, rate_hz): (u32, f64),
    surface: &Surface<f64>,
    input: impl Fn(f64) -> M::Input<f64>,
) -> u64 {
    let mut simulation = Simulation::<M>::new(car, mode, state);
    let dt = Dt::new(1.0 / rate_hz).expect("a rate");
    let mut hash = StateHash::default();
    for _ in 0..steps {
        let input = input(simulation.time_s());
        simulation.step(&input, surface, dt);
        hash.word(simulation.hash());
    }
    hash.value()
}

fn controls(throttle: f64, brake: f64, steer_rad: f64, gear: Gear) -> Command<f64> {
    sanitise(&Controls { throttle, brake, steer_rad, gear, ..Controls::default() }).0
}

/// A sine of Skidpad's own.
fn wave(time_s: f64, rate_hz: f64) -> f64 {
    Real::sin(core::f64::consts::TAU * rate_hz * time_s)
}

fn hill() -> Surface<f64> {
    Surface { slope_rad: 0.2, bank_rad: -0.1, headwind_m_s: 3.0, ..Surface::asphalt() }
}

type Story = (&'static str, fn() -> u64);

/// The stories.
fn stories() -> &'static [Story] {
    &[
        ("point_mass drives through its gears", || {
            let start = (
                *vehicle(3).two_axles(),
                PointMassMode::in_gear(1.0),
                PointMassState { position_m: 0.0, speed_m_s: 0.0 },
            );
            story::<PointMass>(start, (900, 60.0), &Surface::asphalt(), |t_s| {
                controls(
                    if t_s < 10.0 { 1.0 } else { 0.0 },
                    if t_s < 12.0 { 0.0 } else { 0.7 },
                    0.0,
                    Gear::Automatic,
                )
            })
        }),
        ("straight_line launches, brakes and stands", || {
            straight_line(4, Gear::Automatic, &Surface::asphalt())
        }),
        ("straight_line on a hill at 30 Hz", || straight_line(5, Gear::Forward(2), &hill())),
        ("straight_line backwards", || straight_line(6, Gear::Reverse, &Surface::asphalt())),
        ("single_track in a slalom", || {
            single_track(2, 20.0, 0.0, |t_s| controls(0.4, 0.0, 0.05 * wave(t_s, 0.5), Gear::Automatic))
        }),
        ("single_track spins by its handbrake", || {
            single_track(1, 22.0, 0.0, |t_s| Command {
                handbrake: if t_s > 1.0 { 1.0 } else { 0.0 },
                ..controls(0.0, 0.0, if t_s > 0.5 { 0.15 } else { 0.0 }, Gear::Neutral)
            })
        }),
        ("single_track parks across a hill", || {
            single_track(7, 0.0, 1.0, |_| controls(0.0, 1.0, 0.1, Gear::Neutral))
        }),
        ("kinematic in a slalom", || {
            let start = (
                KinematicCar::new(&vehicle(2)),
                KinematicMode { direction: 0.0 },
                KinematicState::at_speed(8.0),
            );
            story::<Kinematic>(start, (600, 60.0), &hill(), |t_s| {
                controls(0.5, 0.0, 0.4 * wave(t_s, 0.3), Gear::Automatic)
            })
        }),
        ("ackermann slides and grips again", || {
            let car = AckermannCar::from_vehicle(&vehicle(1));
            let state = AckermannState::rolling(&car, 25.0, 0.0);
            story::<Ackermann>(
                (car, AckermannMode::grips(&state), state),
                (600, 60.0),
                &Surface::asphalt(),
                |t_s| {
                    controls(0.2, if t_s > 6.0 { 0.8 } else { 0.0 }, 0.12 * wave(t_s, 0.4), Gear::Automatic)
                },
            )
        }),
        ("slip_vector drifts", || {
            let start = (
                SlipVectorCar::new(&vehicle(2)),
                SlipVectorMode { stands: Flag::from(false) },
                SlipVectorState::at_speed(20.0),
            );
            story::<SlipVector>(start, (600, 50.0), &Surface::asphalt(), |t_s| {
                SlipVectorInput::from_command(&controls(0.8, 0.0, 0.25 * wave(t_s, 0.25), Gear::Automatic))
            })
        }),
        ("commonroad_std drifts", || {
            type Car = <CommonRoadStd as Model>::Car<f64>;
            let car = Car::from_parameters(&SETS[1]).expect("a set with a tyre");
            let state = CommonRoadStdState { speed_m_s: 20.0, ..Record::splat(0.0) };
            let start = (car, Empty, car.rolling(&state));
            story::<CommonRoadStd>(start, (500, 100.0), &Surface::asphalt(), |t_s| CommonRoadInput {
                steer_rate_rad_s: 0.3 * wave(t_s, 0.6),
                acceleration_m_s2: 3.0,
            })
        }),
        ("two_track launches, turns and stops", || {
            four_wheels::<Curves>(4, (0.0, 1.0), &Surface::asphalt(), |t_s| {
                controls(
                    if t_s < 4.0 { 0.8 } else { 0.0 },
                    if t_s > 6.0 { 0.9 } else { 0.0 },
                    if t_s > 4.0 { 0.06 * wave(t_s, 0.4) } else { 0.0 },
                    Gear::Automatic,
                )
            })
        }),
        ("two_track parks across a hill and rolls off", || {
            four_wheels::<Curves>(7, (0.0, 0.0), &hill(), |t_s| {
                controls(0.0, if t_s < 5.0 { 1.0 } else { 0.0 }, 0.1, Gear::Neutral)
            })
        }),
        ("two_track_brush in a slalom", || {
            four_wheels::<Brushes>(2, (20.0, 3.0), &Surface::asphalt(), |t_s| {
                controls(0.3, 0.0, 0.05 * wave(t_s, 0.5), Gear::Automatic)
            })
        }),
        ("two_track_magic in a slalom", || {
            four_wheels::<MagicTyres>(2, (20.0, 3.0), &Surface::asphalt(), |t_s| {
                controls(0.3, 0.0, 0.05 * wave(t_s, 0.5), Gear::Automatic)
            })
        }),
        ("w1 in a slalom", || {
            let state = W1State { velocity_x_m_s: 25.0, ..Record::splat(0.0) };
            story::<W1>((Empty, Empty, state), (600, 60.0), &Surface::asphalt(), |t_s| W1Input {
                steer_rad: 0.05 * wave(t_s, 0.7),
                acceleration_m_s2: wave(t_s, 0.1),
            })
        }),
    ]
}

fn straight_line(car: u64, gear: Gear, surface: &Surface<f64>) -> u64 {
    let car = *vehicle(car).two_axles();
    let start = (car, StraightLineMode::in_gear(0.0), StraightLineState::at_rest(&car));
    story::<StraightLine>(start, (450, 30.0), surface, |t_s| {
        controls(if t_s < 7.0 { 1.0 } else { 0.0 }, if t_s < 8.0 { 0.0 } else { 0.9 }, 0.0, gear)
    })
}

/// A four-wheel car of a kind at a speed in a gear.
fn four_wheels<K: Kind>(
    car: u64,
    (speed_m_s, gear): (f64, f64),
    surface: &Surface<f64>,
    input: impl Fn(f64) -> Command<f64>,
) -> u64 {
    let car = K::car(&vehicle(car));
    let state = TwoTrackState::rolling(&car.base, speed_m_s, gear);
    let start = (car, TwoTrackMode::in_gear(&car.base, gear), state);
    story::<TwoTrack<K>>(start, (480, 60.0), surface, |t_s| TwoTrackInput::on_even_road(&input(t_s)))
}

/// A car with curved tyres, on the flat or at a heading across a hill.
fn single_track(car: u64, speed_m_s: f64, hill_yaw_rad: f64, input: impl Fn(f64) -> Command<f64>) -> u64 {
    let car = SingleTrackCar::from(&vehicle(car));
    let surface = if hill_yaw_rad == 0.0 { Surface::asphalt() } else { hill() };
    let gear = input(0.0).gear;
    let state =
        SingleTrackState { yaw_rad: hill_yaw_rad, ..SingleTrackState::rolling(&car, speed_m_s, gear) };
    let start = (car, SingleTrackMode::in_gear(&car, gear), state);
    story::<SingleTrack>(start, (480, 60.0), &surface, input)
}
