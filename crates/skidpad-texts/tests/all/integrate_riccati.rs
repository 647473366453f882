//! The closed form of dv/dt = c1 v^2 + c2 v + c3 against integration in small steps and itself.
#![allow(clippy::disallowed_methods)]

use skidpad_core::integrate::{System, explicit, tableau};
use skidpad_texts::riccati::Riccati;

skidpad_core::record! {
    /// A car on a straight road.
    pub struct Car {
        /// Distance covered.
        distance_m: "m" [-1e9, 1e9],
        /// Speed.
        speed_m_s: "m/s" [-1e6, 1e6],
    }
}

struct Force([f64; 3]);

impl System<f64> for Force {
    type State = Car<f64>;
    fn derivative(&self, _time: f64, car: &Car<f64>) -> Car<f64> {
        let v = car.speed_m_s;
        Car { distance_m: v, speed_m_s: (self.0[0] * v + self.0[1]) * v + self.0[2] }
    }
}

impl Force {
    /// The state at a time, from 0 m at a speed: steps of a two-hundredth of the time in which the acceleration changes,
    /// so that near a pole they shrink as it comes nearer.
    fn integrated(&self, v0: f64, end_s: f64) -> Car<f64> {
        let mut car = Car { distance_m: 0.0, speed_m_s: v0 };
        let mut left_s = end_s;
        while left_s > 0.0 {
            let rate_1_s = (2.0 * self.0[0] * car.speed_m_s + self.0[1]).abs();
            let step_s = left_s.min(0.01 * end_s).min(0.005 / rate_1_s);
            car = explicit::step(&tableau::DORMAND_PRINCE, self, 0.0, &car, step_s);
            left_s -= step_s;
        }
        car
    }
}

const BOXSTER: [f64; 3] = [-2.5904e-4, -0.018045, 2.82978];

/// All cases and their neighbourhoods: c1 = 0, c1 = c2 = 0, each sign of the discriminant, tiny
/// c1, tiny discriminants of both signs, starts above, between and below the equilibria.
fn cases() -> Vec<([f64; 3], f64)> {
    let mut cases = Vec::new();
    let starts = [0.0, 30.0, -5.0, 100.0];
    let mut add = |c: [f64; 3]| starts.iter().for_each(|v0| cases.push((c, *v0)));
    add(BOXSTER);
    for c1 in [0.0, 1e-18, -1e-18, 1e-12, -1e-12, 1e-8, -1e-8, 1e-4, -1e-4] {
        for c2 in [0.0, 1e-17, -1e-9, 1e-4, -0.02, 0.3, -0.3] {
            for c3 in [0.0, 2.8, -5.0, 1e-6] {
                add([c1, c2, c3]);
            }
        }
    }
    // A double root at 20 m/s and its neighbours: (v - 20)^2 times c1.
    for c1 in [-1e-3, 1e-3] {
        for nudge in [0.0, 1e-15, -1e-15, 1e-10, -1e-10, 1e-5, -1e-5, 1e-2, -1e-2] {
            add([c1, -40.0 * c1, 400.0 * c1 * (1.0 + nudge)]);
        }
    }
    cases
}

#[test]
fn it_is_what_integration_gives() {
    let mut compared = 0;
    for (c, v0) in cases() {
        let exact = Riccati::new(c, v0);
        for time in [0.01, 1.0, 7.0, 60.0] {
            let (Some(velocity), Some(distance)) = (exact.velocity(time), exact.distance(time)) else {
                assert!(exact.interval().1 <= time, "{c:?} from {v0} at {time}");
                continue;
            };
            // Next to a pole nothing is well conditioned.
            if exact.interval().1 < 1.2 * time || velocity.abs() > 1e5 {
                continue;
            }
            let end = Force(c).integrated(v0, time);
            let speed_miss = (velocity - end.speed_m_s).abs() / (1.0 + velocity.abs());
            let distance_miss = (distance - end.distance_m).abs() / (1.0 + distance.abs());
            assert!(speed_miss < 1e-11, "{c:?} from {v0} at {time}: {velocity} but {}", end.speed_m_s);
            assert!(distance_miss < 1e-11, "{c:?} from {v0} at {time}: {distance} but {}", end.distance_m);
            compared += 1;
        }
    }
    assert!(compared > 3000, "{compared}");
}

#[test]
fn round_trips_come_home() {
    for (c, v0) in cases() {
        let exact = Riccati::new(c, v0);
        let (from, to) = exact.interval();
        for time in [-5.0, -0.1, 1e-6, 0.01, 1.0, 7.0, 60.0] {
            let Some(velocity) = exact.velocity(time) else {
                assert!(time <= from || time >= to, "{c:?} from {v0} at {time}");
                continue;
            };
            // What one rounding of the velocity, or of its change, is in time.
            let acceleration = (c[0] * velocity + c[1]) * velocity + c[2];
            let noise = 1e-14 * (velocity.abs().max(v0.abs())) / acceleration.abs();
            if noise.is_nan() || noise > 1e-3 || velocity == v0 {
                continue;
            }
            let back = exact.time_at(velocity).unwrap_or(f64::NAN);
            let allowed = noise + 1e-13 * (1.0 + time.abs());
            assert!((back - time).abs() < allowed, "{c:?} from {v0}: {time} came back as {back}");
            let there = exact.distance_at(velocity).unwrap();
            let distance = exact.distance(time).unwrap();
            let allowed = velocity.abs() * allowed + 1e-13 * distance.abs();
            assert!((there - distance).abs() <= allowed, "{c:?} from {v0}: {distance} or {there}");
        }
    }
}

#[test]
fn small_changes_keep_their_digits() {
    // From rest with c1 = c2 = 0 the form must be a t and a t^2 / 2 to rounding, and next to it too.
    for c1 in [0.0, 1e-20, -1e-17] {
        for c2 in [0.0, 1e-18, -1e-15] {
            let exact = Riccati::new([c1, c2, 3.0], 0.0);
            for time in [1e-9, 1e-3, 1.0, 10.0] {
                let (v, x) = (exact.velocity(time).unwrap(), exact.distance(time).unwrap());
                assert!((v / (3.0 * time) - 1.0).abs() < 1e-12, "{v}");
                assert!((x / (1.5 * time * time) - 1.0).abs() < 1e-12, "{x}");
            }
        }
    }
    // Exponential growth and decay: the distance from rest against its series.
    for c2 in [1e-3, -1e-3, 0.5, -0.5] {
        let exact = Riccati::new([0.0, c2, 2.0], 0.0);
        for time in [1e-4, 0.1, 1.0, 3.0] {
            let (mut term, mut sum) = (time * time, 0.0);
            for n in 3..40 {
                sum += term;
                term *= c2 * time / f64::from(n);
            }
            let x = exact.distance(time).unwrap();
            assert!((x / sum - 1.0).abs() < 4e-15, "{c2} {time}: {x} {sum}");
        }
    }
}

#[test]
fn it_blows_up_when_it_must_and_is_never_nan() {
    // dv/dt = 1 + v^2: the tangent.
    let tangent = Riccati::new([1.0, 0.0, 1.0], 0.0);
    let half_pi = core::f64::consts::FRAC_PI_2;
    let (from, to) = tangent.interval();
    assert!((from + half_pi).abs() < 1e-15 && (to - half_pi).abs() < 1e-15);
    assert!((tangent.velocity(1.0).unwrap() - 1f64.tan()).abs() < 1e-15);
    assert!((tangent.distance(1.0).unwrap() + 1f64.cos().ln()).abs() < 1e-15);
    assert!((tangent.time_at(-2.0).unwrap() + 2f64.atan()).abs() < 1e-15);
    assert_eq!((tangent.velocity(1.6), tangent.final_velocity()), (None, None));
    // dv/dt = v^2 from 2: 2 / (1 - 2 t), and for ever in the past.
    let pole = Riccati::new([1.0, 0.0, 0.0], 2.0);
    assert!((pole.interval().1 - 0.5).abs() < 1e-15);
    assert!((pole.velocity(0.25).unwrap() - 4.0).abs() < 1e-14);
    assert!((pole.distance(0.25).unwrap() - 2f64.ln()).abs() < 1e-14);
    assert_eq!((pole.velocity(0.5), pole.distance(1.0), pole.time_at(-1.0)), (None, None, None));
    // v^2 - 1 from above the upper equilibrium: the hyperbolic cotangent.
    let above = Riccati::new([1.0, 0.0, -1.0], 2.0);
    assert!((above.interval().1 - 0.5 * 3f64.ln()).abs() < 1e-15);
    // The Boxster after three years stands at its final speed, and has come a long way.
    let boxster = Riccati::new(BOXSTER, 0.0);
    let end = boxster.final_velocity().unwrap();
    let late = boxster.velocity(1e8).unwrap();
    assert!((late / end - 1.0).abs() < 1e-14);
    assert!((boxster.distance(1e8).unwrap() / (1e8 * end) - 1.0).abs() < 1e-6);
    assert_eq!(boxster.time_at(end + 1e-9), None);
    // Odd numbers: no NaN, no panic.
    let odd = [0.0, -0.0, 1.0, -1.0, 1e-308, 5e-324, 1e300, -1e300, f64::INFINITY, f64::NAN];
    for c1 in odd {
        for c2 in odd {
            for c3 in odd {
                for v0 in odd {
                    let exact = Riccati::new([c1, c2, c3], v0);
                    for x in odd {
                        for answer in [
                            exact.velocity(x),
                            exact.distance(x),
                            exact.time_at(x),
                            exact.distance_at(x),
                            exact.final_velocity(),
                        ] {
                            assert!(answer.is_none_or(f64::is_finite), "{c1} {c2} {c3} {v0} {x}: {answer:?}");
                        }
                    }
                }
            }
        }
    }
}
