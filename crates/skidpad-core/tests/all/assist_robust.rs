//! Assists together: whatever the sensors read the answer is finite and in range, off is off to the bit, a mirrored
//! car is treated as the car in the mirror, and lanes do what one car does.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::assist_support;

use assist_support::{NO_PEDALS, facts};
use skidpad_core::assist::{Acts, AssistMode, Assists, Pedals, Sensed};
use skidpad_core::math::Lanes;
use skidpad_core::record::{Channels, Flag, Record, Source};
use skidpad_core::wheels::Wheels;
use skidpad_testing::Random;

const SEED: u64 = 0x5eed_0a55;

/// What a car's sensors and driver may do.
trait Draws {
    fn pedals(&mut self) -> Pedals<f64>;
    /// A plausible car, with wheels that slip and spin.
    fn plausible(&mut self) -> Sensed<f64>;
    /// Any finite bits.
    fn wild(&mut self) -> Sensed<f64>;
}

impl Draws for Random {
    fn pedals(&mut self) -> Pedals<f64> {
        let mut pedal = |share: f64| if self.chance(share) { self.unit() } else { 0.0 };
        Pedals { throttle: pedal(0.5), brake: pedal(0.5), handbrake: pedal(0.1), clutch: pedal(0.2) }
    }
    fn plausible(&mut self) -> Sensed<f64> {
        let speed = self.between(-15.0, 50.0);
        let mut wheel = || speed * self.between(0.5, 1.5);
        Sensed {
            wheel_speed_m_s: Wheels {
                front_left: wheel(),
                front_right: wheel(),
                rear_left: wheel(),
                rear_right: wheel(),
            },
            yaw_rate_rad_s: self.between(-1.5, 1.5),
            acceleration_x_m_s2: self.between(-12.0, 8.0),
            acceleration_y_m_s2: self.between(-12.0, 12.0),
            steer_rad: self.between(-0.7, 0.7),
            engine_rad_s: self.between(0.0, 700.0),
        }
    }
    fn wild(&mut self) -> Sensed<f64> {
        Sensed {
            wheel_speed_m_s: Wheels {
                front_left: self.finite(),
                front_right: self.finite(),
                rear_left: self.finite(),
                rear_right: self.finite(),
            },
            yaw_rate_rad_s: self.finite(),
            acceleration_x_m_s2: self.finite(),
            acceleration_y_m_s2: self.finite(),
            steer_rad: self.finite(),
            engine_rad_s: self.finite(),
        }
    }
}

fn assists() -> Assists<f64> {
    let mut assists = Assists::typical(facts(true, true));
    assists.launch.launch_on = Flag::from(true);
    assists
}

fn in_range(acts: &Acts<f64>) -> bool {
    let brake = acts.brake();
    let drive = &acts.drive;
    acts.all_finite()
        && brake.least() >= 0.0
        && brake.largest() <= 1.0
        && (0.0..=1.0).contains(&drive.assisted_throttle)
}

#[test]
fn any_finite_reading_gives_finite_acts_in_range() {
    for accelerometer in [false, true] {
        let (mut random, mut mode) = (Random::new(SEED), AssistMode::<f64>::start());
        let mut assists = assists();
        assists.reference.accelerometer = Flag::from(accelerometer);
        for step in 0..100_000 {
            let sensed = if random.unit() < 0.2 { random.wild() } else { random.plausible() };
            let acts;
            (mode, acts) = assists.advance(&mode, &sensed, &random.pedals(), random.between(1e-5, 2e-3));
            assert!(
                in_range(&acts) && mode.all_finite(),
                "step {step} of seed {SEED:#x}: {sensed:?} {acts:?}"
            );
        }
    }
}

#[test]
fn numbers_stay_within_the_ranges_of_their_channels() {
    let (mut random, mut mode) = (Random::new(SEED), AssistMode::<f64>::start());
    for _ in 0..20_000 {
        let acts;
        (mode, acts) = assists().advance(&mode, &random.plausible(), &random.pedals(), 0.002);
        check(&mode);
        check(&acts);
    }
    fn check<T: Record<f64> + Channels>(record: &T) {
        let mut numbers = vec![0.0; T::LEN];
        record.store(&mut numbers.as_mut_slice());
        assert_eq!(T::CHANNELS.len(), numbers.len());
        for (channel, number) in T::CHANNELS.iter().zip(numbers) {
            assert!(number >= channel.low && number <= channel.high, "{}: {number}", channel.name);
        }
    }
}

#[test]
fn no_two_channels_are_called_alike() {
    let mut names: Vec<&str> =
        AssistMode::<f64>::CHANNELS.iter().chain(Acts::<f64>::CHANNELS).map(|c| c.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn switched_off_they_hand_on_the_pedals_to_the_bit() {
    let (mut random, mut mode) = (Random::new(SEED), AssistMode::<f64>::start());
    for _ in 0..10_000 {
        let pedals = random.pedals();
        let acts;
        (mode, acts) = assists().off().advance(&mode, &random.plausible(), &pedals, 0.002);
        assert_eq!(acts.brake(), Wheels::all(pedals.brake));
        assert_eq!(acts.drive.assisted_throttle.to_bits(), pedals.throttle.to_bits());
    }
}

type Pick = fn(&Acts<f64>) -> [f64; 3];

#[test]
fn each_can_be_switched_off_alone() {
    let (mut random, mut modes) = (Random::new(SEED), [AssistMode::<f64>::start(); 4]);
    let mut each = [assists(); 4];
    each[0].abs.abs_on = Flag::from(false);
    (each[1].traction.traction_on, each[1].traction.traction_brake_on) =
        (Flag::from(false), Flag::from(false));
    each[2].stability.stability_on = Flag::from(false);
    each[3].launch.launch_on = Flag::from(false);
    let mut acted = [false; 4];
    for _ in 0..10_000 {
        let (sensed, pedals) = (random.plausible(), random.pedals());
        let mut all = [Acts::splat(0.0); 4];
        for ((assists, mode), acts) in each.iter().zip(&mut modes).zip(&mut all) {
            (*mode, *acts) = assists.advance(mode, &sensed, &pedals, 0.002);
        }
        let of = |acts: &Acts<f64>, pick: Pick| pick(acts).iter().any(|value| *value > 0.0);
        let picks: [Pick; 4] = [
            |acts| {
                [
                    acts.wheels.front_left.abs_acts.number(),
                    acts.wheels.rear_left.abs_acts.number(),
                    acts.wheels.front_right.abs_acts.number(),
                ]
            },
            |acts| {
                [
                    acts.wheels.rear_left.traction_acts.number(),
                    acts.wheels.front_left.traction_acts.number(),
                    acts.drive.traction_cut,
                ]
            },
            |acts| {
                let wheels = &acts.wheels;
                [
                    wheels.rear_left.stability_acts.number(),
                    wheels.front_left.stability_acts.number(),
                    acts.drive.stability_throttle_cut,
                ]
            },
            |acts| [acts.drive.launch_cut; 3],
        ];
        for (index, pick) in picks.into_iter().enumerate() {
            assert!(!of(&all[index], pick), "{index} is off");
            acted[index] |= of(&all[(index + 1) % 4], pick);
        }
    }
    assert_eq!(acted[..3], [true; 3], "and acts where it is on");
}

#[test]
fn a_mirrored_car_is_treated_as_the_car_in_the_mirror() {
    let (mut random, mut left, mut right) =
        (Random::new(SEED), AssistMode::<f64>::start(), AssistMode::<f64>::start());
    for step in 0..20_000 {
        let (sensed, pedals) = (random.plausible(), random.pedals());
        let (one, other);
        (left, one) = assists().advance(&left, &sensed, &pedals, 0.002);
        (right, other) = assists().advance(&right, &sensed.mirrored(), &pedals, 0.002);
        assert_eq!(one.wheels, other.wheels.mirrored(), "step {step}");
        assert_eq!(one.drive, other.drive, "step {step}");
    }
}

#[test]
fn lanes_have_the_bits_of_one_car() {
    type L = Lanes<f64, 4>;
    struct Spread<'a>(&'a [Vec<f64>; 4]);
    impl Source<L> for Spread<'_> {
        fn read(&self, index: usize) -> L {
            Lanes([self.0[0][index], self.0[1][index], self.0[2][index], self.0[3][index]])
        }
    }
    fn numbers<T: Record<f64>>(record: &T) -> Vec<f64> {
        let mut numbers = vec![0.0; T::LEN];
        record.store(&mut numbers.as_mut_slice());
        numbers
    }
    let cars = [0, 1, 2, 3].map(|_| assists());
    let wide: Assists<L> = Record::load(&Spread(&cars.map(|car| numbers(&car))));
    let (mut random, mut modes) = (Random::new(SEED), [AssistMode::<f64>::start(); 4]);
    let mut wide_mode = AssistMode::<L>::start();
    for _ in 0..2000 {
        let sensed = [0; 4].map(|_| random.plausible());
        let pedals = [0; 4].map(|_| random.pedals());
        let lane = |pick: &dyn Fn(usize) -> f64| Lanes([pick(0), pick(1), pick(2), pick(3)]);
        let wide_sensed = Sensed {
            wheel_speed_m_s: Record::load(&Spread(&sensed.map(|s| numbers(&s.wheel_speed_m_s)))),
            yaw_rate_rad_s: lane(&|i| sensed[i].yaw_rate_rad_s),
            acceleration_x_m_s2: lane(&|i| sensed[i].acceleration_x_m_s2),
            acceleration_y_m_s2: lane(&|i| sensed[i].acceleration_y_m_s2),
            steer_rad: lane(&|i| sensed[i].steer_rad),
            engine_rad_s: lane(&|i| sensed[i].engine_rad_s),
        };
        let wide_pedals = Pedals {
            throttle: lane(&|i| pedals[i].throttle),
            brake: lane(&|i| pedals[i].brake),
            handbrake: lane(&|i| pedals[i].handbrake),
            clutch: lane(&|i| pedals[i].clutch),
        };
        let wide_acts;
        (wide_mode, wide_acts) = wide.advance(&wide_mode, &wide_sensed, &wide_pedals, L::splat(0.002));
        let mut answers = [L::splat(0.0); 21];
        wide_acts.store(&mut answers);
        for index in 0..4 {
            let acts;
            (modes[index], acts) = assists().advance(&modes[index], &sensed[index], &pedals[index], 0.002);
            for (one, lanes) in numbers(&acts).iter().zip(&answers) {
                assert_eq!(one.to_bits(), lanes.0[index].to_bits());
            }
        }
    }
}

#[test]
fn a_car_at_rest_asks_for_nothing() {
    let mut mode = AssistMode::<f64>::start();
    for _ in 0..1000 {
        let acts;
        (mode, acts) = assists().advance(&mode, &Sensed::at_rest(), &NO_PEDALS, 0.002);
        assert_eq!((acts.brake(), acts.drive.assisted_throttle), (Wheels::all(0.0), 0.0));
    }
}
