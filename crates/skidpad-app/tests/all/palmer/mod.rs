//! Palmer's Car Simulator does what chapter 8 and its listing say: each detail that is told of it, by its name.
#![allow(clippy::disallowed_methods)]

mod buttons;
mod figures;
mod pictures;

use skidpad_app::palmer::{Palmer, Press, texts};
use skidpad_texts::palmer::{Message, REDLINE_RPM};

/// A period of his timer by the clock, s, and what it moves the car by, s.
const TIMER_S: f64 = 0.05;
const STEP_S: f64 = 0.06;

fn started() -> Palmer {
    let mut palmer = Palmer::default();
    palmer.press(Press::Start);
    palmer
}

/// One call of his timer, or none where rounding leaves the frame a hair short: then the next has it.
fn tick(palmer: &mut Palmer) {
    let steps = palmer.frame(TIMER_S);
    assert!(steps <= 1, "{steps}");
}

/// Accelerates with shifts shortly before the redline.
fn drive_until(palmer: &mut Palmer, done: impl Fn(&Palmer) -> bool) {
    for _ in 0..20_000 {
        if done(palmer) {
            return;
        }
        tick(palmer);
        if palmer.car().engine_rpm() > REDLINE_RPM - 150.0 {
            palmer.press(Press::ShiftUp);
        }
        assert_ne!(palmer.car().message(), Message::BlownEngine);
    }
    panic!("not within 20 000 steps");
}

fn driving_at(speed_m_s: f64) -> Palmer {
    let mut palmer = started();
    drive_until(&mut palmer, |palmer| palmer.car().speed_m_s() >= speed_m_s);
    palmer
}

fn message(palmer: &Palmer) -> String {
    texts::message(palmer.car().message())
}

fn field(palmer: &Palmer, name: &str) -> String {
    let car = palmer.car();
    let fields = texts::fields(car, (3.6 * car.speed_m_s(), "km/h"), (car.distance_m(), "m"));
    fields.into_iter().find(|(own, _)| *own == name).unwrap().1
}
