//! Every sentence is true of the car that it is said of: forwards, backwards, in neutral, at rest, with wheels that roll,
//! lock and spin. Each word is checked here against the state by a rule of its own, which knows nothing of how the
//! sentence was chosen.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeSet;

use skidpad_app::seen::Seen;
use skidpad_app::sentence::{Feet, Narrator};

use crate::made_up;

const NAMES: [&str; 4] = ["front left", "front right", "rear left", "rear right"];
const RADIUS_M: f64 = 0.31;
const HALF_TRACK_M: f64 = 0.75;
const G: f64 = 9.80665;

/// Random numbers from a fixed seed (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[(self.share() * of.len() as f64) as usize]
    }

    fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }
}

/// A car at one time, four wheels with their treads over the road.
#[derive(Debug)]
struct State {
    velocity: [f64; 2],
    acceleration: [f64; 2],
    yaw_rate: f64,
    steer: f64,
    gear: f64,
    feet: Feet,
    hubs: [f64; 4],
    treads: [f64; 4],
    slip_angles: [f64; 2],
    grips: [f64; 2],
    flags: Vec<&'static str>,
    cuts: Vec<&'static str>,
}

const FLAGS: [&str; 8] = [
    "blown",
    "stalled",
    "over_redline",
    "launching",
    "front_left_abs_acts",
    "rear_right_abs_acts",
    "rear_left_traction_acts",
    "front_right_stability_acts",
];
/// Shares of the throttle that assists take.
const CUTS: [&str; 3] = ["traction_cut", "stability_throttle_cut", "launch_cut"];

impl State {
    fn random(dice: &mut Dice) -> Self {
        let forward = match dice.one(&[0, 1, 1, 2, 2, 3]) {
            0 => 0.0,
            1 => dice.within(2.0, 40.0),
            2 => dice.within(-25.0, -0.05),
            _ => dice.within(-2.0, 2.0),
        };
        let is_moving = forward.abs() > 0.3;
        let lateral = if is_moving && dice.chance(0.3) { dice.within(-1.5, 1.5) * forward } else { 0.0 };
        let yaw_rate = if is_moving { dice.one(&[0.0, 1.0]) * dice.within(-1.5, 1.5) } else { 0.0 };
        let hubs = [-1.0, 1.0, -1.0, 1.0].map(|side| forward + side * yaw_rate * HALF_TRACK_M);
        let treads = hubs.map(|hub| match dice.one(&[0, 0, 0, 1, 2, 3]) {
            0 => hub,
            1 => 0.0,
            2 => hub + dice.within(-10.0, 30.0),
            _ => dice.within(-1.3, 1.3) * hub,
        });
        let pedal = |dice: &mut Dice| dice.one(&[0.0, 0.0, 0.03, 0.5, 1.0]);
        let flag = |dice: &mut Dice| FLAGS.into_iter().filter(|_| dice.chance(0.04)).collect();
        Self {
            velocity: [forward, lateral],
            acceleration: [dice.one(&[0.0, 0.3, 9.0]), dice.one(&[0.0, 0.0, 6.0])]
                .map(|most| dice.within(-most, most)),
            yaw_rate,
            steer: dice.within(-0.5, 0.5),
            gear: dice.one(&[-1.0, 0.0, 1.0, 2.0, 5.0]),
            feet: Feet { throttle: pedal(dice), brake: pedal(dice), handbrake: pedal(dice) },
            hubs,
            treads,
            slip_angles: [dice.within(-0.4, 0.4), dice.within(-0.4, 0.4)],
            grips: [dice.within(0.0, 1.1), dice.within(0.0, 1.1)],
            flags: flag(dice),
            cuts: CUTS.into_iter().filter(|_| dice.chance(0.03)).collect(),
        }
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let mut all: Vec<(String, f64)> = vec![
            ("velocity_x_m_s".into(), self.velocity[0]),
            ("velocity_y_m_s".into(), self.velocity[1]),
            ("acceleration_x_m_s2".into(), self.acceleration[0]),
            ("acceleration_y_m_s2".into(), self.acceleration[1]),
            ("yaw_rate_rad_s".into(), self.yaw_rate),
            ("front_steer_rad".into(), self.steer),
            ("gear".into(), self.gear),
        ];
        for (index, name) in NAMES.iter().enumerate() {
            let (hub, tread) = (self.hubs[index], self.treads[index]);
            let of = |what: &str| format!("{}_{what}", name.replace(' ', "_"));
            all.push((of("load_n"), 3000.0));
            all.push((of("spin_rad_s"), tread / RADIUS_M));
            all.push((of("slip"), (tread - hub) / hub.abs().max(1e-9)));
            all.push((of("slip_angle_rad"), self.slip_angles[index / 2]));
            all.push((of("use_of_grip"), self.grips[index / 2]));
        }
        all.extend(FLAGS.iter().map(|flag| ((*flag).to_owned(), f64::from(u8::from(self.is(flag))))));
        all.extend(CUTS.iter().map(|name| ((*name).to_owned(), if self.cut(name) { 0.4 } else { 0.0 })));
        all
    }

    fn speed(&self) -> f64 {
        self.velocity[0].hypot(self.velocity[1])
    }

    /// Power per mass: above 0 the car gains speed.
    fn gains(&self) -> f64 {
        self.velocity[0] * self.acceleration[0] + self.velocity[1] * self.acceleration[1]
    }

    fn is(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    fn cut(&self, name: &str) -> bool {
        self.cuts.contains(&name)
    }

    fn feet_off(&self) -> bool {
        self.feet.throttle < 0.02 && self.feet.brake < 0.02 && self.feet.handbrake < 0.02
    }

    /// The wheels that a sentence names at its beginning.
    fn named(&self, sentence: &str) -> Vec<usize> {
        let of = |name: &str| sentence.starts_with(&format!("{name} wheel"));
        (0..4).filter(|index| of(NAMES[*index]) || of(NAMES[*index][..5].trim_end())).collect()
    }

    /// What is wrong with a sentence about this car; `None`: it is true.
    fn objection(&self, sentence: &str) -> Option<&'static str> {
        let has = |words: &str| sentence.contains(words);
        let [vx, _] = self.velocity;
        let sideslip = self.velocity[1].atan2(vx);
        let rules: Vec<(&'static str, bool, bool)> = vec![
            ("engine blown", has("engine blown"), self.is("blown")),
            ("engine stalled", has("engine stalled"), self.is("stalled")),
            ("redline", has("redline"), self.is("over_redline")),
            ("spinning: fast", has("spinning:"), self.speed() > 2.0 && self.yaw_rate.abs() > 0.2),
            ("spinning: sideways", has("of sideslip"), {
                let said = format!("{:.0}°", sideslip.abs().to_degrees());
                has(&said) && sideslip.abs().to_degrees() > 4.0
            }),
            ("sliding sideways", has("sideways"), sideslip.tan().abs() > 0.8 && self.speed() > 2.0),
            (
                "drift",
                has("drifting"),
                vx > 0.0 && sideslip * self.yaw_rate < 0.0 && self.feet.throttle > 0.0,
            ),
            ("opposite lock", has("opposite lock"), self.steer * self.yaw_rate < 0.0),
            (
                "locked",
                has("locked"),
                self.named(sentence).iter().all(|index| {
                    self.treads[*index].abs() < 0.26 * self.hubs[*index].abs()
                        && self.hubs[*index].abs() > 1.0
                }),
            ),
            ("locked names a wheel", has("locked") || has(" spin"), {
                !self.named(sentence).is_empty() || has("spinning")
            }),
            ("cannot steer", has("cannot steer"), vx > 0.0),
            ("tail", has("tail"), vx > 0.0),
            (
                "spin",
                has(" spin"),
                self.named(sentence).iter().any(|index| {
                    let (hub, tread) = (self.hubs[*index], self.treads[*index]);
                    tread.abs() > hub.abs() || tread * hub < 0.0
                }),
            ),
            (
                "against",
                has("against"),
                self.named(sentence).iter().any(|index| self.treads[*index] * self.hubs[*index] < 0.0),
            ),
            (
                "faster",
                has("faster"),
                self.named(sentence).iter().any(|index| {
                    let share = self.treads[*index] / self.hubs[*index] - 1.0;
                    share > 0.0 && has(&format!(" {:.0} % faster", 100.0 * share))
                }),
            ),
            ("ABS", has("ABS"), self.is("front_left_abs_acts") || self.is("rear_right_abs_acts")),
            ("ABS of one", has("ABS") && has("front left"), self.is("front_left_abs_acts")),
            ("ABS of two", has("ABS") && has("2 wheels"), {
                self.is("front_left_abs_acts") && self.is("rear_right_abs_acts")
            }),
            ("traction", has("traction control takes"), self.cut("traction_cut")),
            ("traction brakes", has("traction control brakes"), self.is("rear_left_traction_acts")),
            ("stability", has("stability control takes"), self.cut("stability_throttle_cut")),
            ("stability brakes", has("stability control brakes"), self.is("front_right_stability_acts")),
            ("launch", has("launch control"), self.cut("launch_cut")),
            ("oversteer", has("oversteer"), {
                vx > 0.0 && self.slip_angles[1].abs() > self.slip_angles[0].abs() && self.grips[1] > 0.4
            }),
            ("power", has("power over"), {
                let drives = |index: usize| self.treads[index] / self.hubs[index] > 1.0;
                self.feet.throttle > 0.05 && self.gear != 0.0 && (drives(2) || drives(3))
            }),
            ("lift-off", has("lift-off"), self.feet_off() && self.gear != 0.0),
            ("under braking", has("under braking"), self.feet.brake.max(self.feet.handbrake) > 0.05),
            ("understeer", has("understeer"), {
                vx > 0.0 && self.slip_angles[0].abs() > self.slip_angles[1].abs() && self.grips[0] > 0.4
            }),
            ("at rest", has("at rest") || has("revving"), self.speed() < 0.25),
            ("pulling away", has("pulling away"), {
                let with = if self.gear < 0.0 { -1.0 } else { 1.0 };
                self.gear != 0.0 && with * vx > -0.11 && self.feet.throttle > 0.05 && self.feet.brake < 0.05
            }),
            ("backwards", has("backwards") || has("reversing"), vx < 0.0),
            ("cornering", has("cornering"), {
                let inwards =
                    (vx * self.acceleration[1] - self.velocity[1] * self.acceleration[0]) * vx.signum();
                inwards * if has("left") { 1.0 } else { -1.0 } > 0.0
            }),
            ("accelerating", has("accelerating") || has("gaining"), {
                self.gains() > 0.0 || self.speed() < 0.1 && self.acceleration[0] != 0.0
            }),
            ("losing speed", has("losing") || has("braking hard"), self.gains() < 0.0 || self.speed() < 0.1),
            (
                "steady",
                has("steady"),
                self.gains().abs() < 0.06 * G * self.speed().max(0.1) || self.speed() < 0.1,
            ),
            ("braking", sentence.starts_with("braking") || has(", brake on"), self.feet.brake > 0.05),
        ];
        let more = [
            ("handbrake", has("handbrake on"), self.feet.handbrake > 0.05),
            ("coasting", has("coasting"), self.feet_off() && self.speed() > 0.05),
            ("neutral", has("in neutral"), self.gear == 0.0),
            ("gear", has("in gear"), has(&format!("in gear {:.0}", self.gear))),
            ("reverse gear", has("in reverse gear"), self.gear < 0.0),
        ];
        let all = || rules.iter().chain(&more);
        if !all().any(|(_, is_said, _)| *is_said) {
            return Some("no rule knows this sentence");
        }
        all().find(|(_, is_said, is_true)| *is_said && !is_true).map(|(name, ..)| *name)
    }
}

/// The first words, without numbers: which sentence it is.
fn kind(sentence: &str) -> String {
    sentence
        .split([':', ',', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        .next()
        .unwrap_or("")
        .to_owned()
}

#[test]
fn every_sentence_is_true() {
    let mut dice = Dice(0x005e_ed0f_5e47);
    let mut kinds = BTreeSet::new();
    let numbers = State::random(&mut dice).numbers();
    let channels = made_up::channels(numbers.iter().map(|(name, _)| name.as_str()));
    // One forgets what was before, the other keeps to a situation up to its second limit.
    let mut keeps = Narrator::new([RADIUS_M; 2]);
    for count in 0..20_000 {
        let state = State::random(&mut dice);
        let row = made_up::row(state.numbers().into_iter().map(|(_, number)| number));
        let seen = Seen::new(&channels, &row);
        let mut fresh = Narrator::new([RADIUS_M; 2]);
        for sentence in [fresh.say(&seen, &state.feet, 0.0), keeps.say(&seen, &state.feet, f64::from(count))]
        {
            let objection = state.objection(&sentence);
            assert!(objection.is_none(), "{sentence:?}: {objection:?}\n{state:#?}");
            kinds.insert(kind(&sentence));
        }
    }
    assert!(kinds.len() > 35, "{}: {kinds:#?}", kinds.len());
}
