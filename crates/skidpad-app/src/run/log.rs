//! What is written down while a player drives.

use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_world::shaping::Hands;

use skidpad_core::record::Record;

use super::{Event, MOST_CARS, MOST_EVENTS, MOST_STEPS};
use crate::drive::Choice;

/// After each so many steps the car's hash is written down.
const CHECK_EVERY: u64 = 100;

/// What was asked for since the start.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    /// The player's car at the start.
    pub(crate) start: Choice,
    pub(crate) events: Vec<(u64, Event)>,
    pub(crate) checks: Vec<(u64, u64)>,
    steps: u64,
    cars: usize,
    /// True if the last car of the log is of the model that the one before it is of.
    is_tuned: bool,
    /// After how many steps it was full: what comes after is driven, and not kept.
    full_at: Option<u64>,
    asked: Option<Command<f64>>,
    hands: Option<Option<Hands<f64>>>,
    rate_hz: Option<u32>,
}

impl Log {
    pub(crate) fn begin(start: &Choice) -> Self {
        Self {
            start: start.clone(),
            events: Vec::new(),
            checks: Vec::new(),
            steps: 0,
            cars: 0,
            is_tuned: false,
            full_at: None,
            asked: None,
            hands: None,
            rate_hz: None,
        }
    }

    /// Steps since the start.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Steps that are written down.
    pub(crate) fn kept(&self) -> u64 {
        self.full_at.unwrap_or(self.steps)
    }

    /// A step is about to be made with these.
    pub(crate) fn note(&mut self, asked: &Command<f64>, hands: &Option<Hands<f64>>, rate_hz: u32) {
        if self.steps >= MOST_STEPS {
            self.is_full();
        }
        if self.rate_hz != Some(rate_hz) {
            self.rate_hz = Some(rate_hz);
            self.push(Event::Rate(rate_hz));
        }
        if !self.hands.as_ref().is_some_and(|before| same_hands(before, hands)) {
            self.hands = Some(*hands);
            self.push(Event::Hands(hands.map(Box::new)));
        }
        if !self.asked.as_ref().is_some_and(|before| same(before, asked)) {
            self.asked = Some(*asked);
            self.push(Event::Asked(*asked));
        }
    }

    /// The player drives another car from here on: the same model with other figures, or another model.
    pub(crate) fn tuned(&mut self, car: &Arc<Choice>, is_same_model: bool) {
        // While time stands, a slider is drawn over many figures: the last counts. Another model takes motion alone from the
        // one before, so that each counts.
        let is_drawn = is_same_model && self.is_tuned;
        if is_drawn && matches!(self.events.last(), Some((at, Event::Car(_))) if *at == self.steps) {
            self.events.pop();
            self.cars -= 1;
        }
        self.is_tuned = is_same_model;
        if self.cars >= MOST_CARS {
            self.is_full();
        } else if self.full_at.is_none() {
            self.cars += 1;
        }
        self.push(Event::Car(Arc::clone(car)));
    }

    fn push(&mut self, event: Event) {
        if self.events.len() >= MOST_EVENTS {
            self.is_full();
        }
        if self.full_at.is_none() {
            self.events.push((self.steps, event));
        }
    }

    fn is_full(&mut self) {
        self.full_at = self.full_at.or(Some(self.steps));
    }

    /// The step is made. Returns whether the car's hash is to be noted.
    pub(crate) fn stepped(&mut self) -> bool {
        self.steps += 1;
        self.full_at.is_none() && self.steps.is_multiple_of(CHECK_EVERY)
    }

    /// Notes the car's hash after the last step.
    pub(crate) fn check(&mut self, hash: u64) {
        self.checks.push((self.steps, hash));
    }

    /// Time has gone back to after so many steps: what came then has not been, but for the cars that the player got into
    /// before the next step, if they are kept.
    pub(crate) fn go_back(&mut self, steps: u64, keeps_cars: bool) {
        self.events.retain(|(at, event)| {
            *at < steps || (*at == steps && keeps_cars && matches!(event, Event::Car(_)))
        });
        self.is_tuned = false;
        self.checks.retain(|(after, _)| *after <= steps);
        self.steps = steps;
        self.full_at = self.full_at.filter(|full| *full <= steps);
        (self.asked, self.hands, self.rate_hz, self.cars) = (None, None, None, 0);
        for (_, event) in &self.events {
            match event {
                Event::Asked(asked) => self.asked = Some(*asked),
                Event::Hands(hands) => self.hands = Some(hands.as_deref().copied()),
                Event::Rate(rate_hz) => self.rate_hz = Some(*rate_hz),
                Event::Car(_) => self.cars += 1,
            }
        }
    }
}

/// Whether two have the same bits: of zeros there are two, and hashes tell them apart.
fn same<T: Record<f64>>(a: &T, b: &T) -> bool {
    let bits = |record: &T| {
        let mut numbers = vec![0.0; T::LEN];
        record.store(&mut &mut numbers[..]);
        numbers.into_iter().map(f64::to_bits).collect::<Vec<_>>()
    };
    bits(a) == bits(b)
}

fn same_hands(a: &Option<Hands<f64>>, b: &Option<Hands<f64>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Log, MOST_CARS, MOST_EVENTS, MOST_STEPS};
    use crate::drive::Choice;
    use crate::run::Event;
    use skidpad_core::controls::{Controls, sanitise};

    /// Zero and minus zero are equal, and a car that is given the one does not have the bits of one that is given the other.
    #[test]
    fn zeros_are_told_apart() {
        let mut log = Log::begin(&Choice::preset("kinematic", "boxster-s").unwrap());
        for steer_rad in [0.0, -0.0, -0.0] {
            let mut asked = sanitise(&Controls::default()).0;
            asked.steer_rad = steer_rad;
            log.note(&asked, &None, 240);
            if log.stepped() {
                log.check(1);
            }
        }
        let asked = log.events.iter().filter(|(_, event)| matches!(event, Event::Asked(_))).count();
        assert_eq!(asked, 2);
    }

    /// A slider that is drawn while it drives leaves a car with every picture, and each has all its figures.
    #[test]
    fn of_cars_and_steps_no_more_are_kept_than_are_read() {
        let car = Arc::new(Choice::preset("kinematic", "boxster-s").unwrap());
        let asked = sanitise(&Controls::default()).0;
        let mut log = Log::begin(&car);
        for _ in 0..MOST_CARS + 10 {
            log.note(&asked, &None, 240);
            if log.stepped() {
                log.check(1);
            }
            log.tuned(&car, false);
        }
        assert_eq!((log.kept(), log.cars), (MOST_CARS as u64 + 1, MOST_CARS));
        let mut log = Log::begin(&car);
        for _ in 0..MOST_STEPS + 10 {
            log.note(&asked, &None, 240);
            if log.stepped() {
                log.check(1);
            }
        }
        assert_eq!((log.kept(), log.steps()), (MOST_STEPS, MOST_STEPS + 10));
    }

    /// A run without end does not fill the memory: its beginning is kept.
    #[test]
    fn what_is_too_long_is_cut() {
        let mut log = Log::begin(&Choice::preset("kinematic", "boxster-s").unwrap());
        for step in 0..MOST_EVENTS + 1000 {
            let controls = Controls { throttle: (step % 7) as f64 / 7.0, ..Controls::default() };
            log.note(&sanitise(&controls).0, &None, 240);
            if log.stepped() {
                log.check(1);
            }
        }
        assert_eq!(log.events.len(), MOST_EVENTS);
        // Rate and hands are events, too.
        assert_eq!(log.kept(), MOST_EVENTS as u64 - 2);
        assert!(log.checks.iter().all(|(after, _)| *after <= log.kept()));
        log.go_back(1000, false);
        assert_eq!((log.kept(), log.steps()), (1000, 1000));
    }
}
