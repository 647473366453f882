//! The controls of a scenario at any time.

use skidpad_core::controls::{Controls, Gear};

/// Course of the controls from row to row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Each value is held until the next one.
    Hold,
    /// Straight lines from value to value; gears are held.
    Linear,
}

/// Controls over time: for each control the times and values that the file gives.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlTrack {
    interpolation: Interpolation,
    pub(super) throttle: Vec<(f64, f64)>,
    pub(super) brake: Vec<(f64, f64)>,
    pub(super) handbrake: Vec<(f64, f64)>,
    pub(super) steer_rad: Vec<(f64, f64)>,
    pub(super) clutch: Vec<(f64, f64)>,
    pub(super) starter: Vec<(f64, f64)>,
    pub(super) gear: Vec<(f64, Gear)>,
    /// Time of the first row that gives a gear, s.
    pub(super) gear_from_s: f64,
    /// Empty where no row gives it.
    pub(super) acceleration_m_s2: Vec<(f64, f64)>,
}

impl ControlTrack {
    /// Nobody touches the controls: no pedal, and neutral.
    pub fn untouched() -> Self {
        let zero = || vec![(0.0, 0.0)];
        Self {
            throttle: zero(),
            brake: zero(),
            handbrake: zero(),
            steer_rad: zero(),
            clutch: zero(),
            starter: zero(),
            gear: vec![(0.0, Gear::Neutral)],
            gear_from_s: 0.0,
            ..Self::empty(Interpolation::Hold)
        }
    }

    /// The gearbox drives by itself, and nobody touches the rest.
    pub fn in_gear() -> Self {
        Self { gear: vec![(0.0, Gear::Automatic)], ..Self::untouched() }
    }

    /// A track to which a reader adds what the rows give.
    pub(super) fn empty(interpolation: Interpolation) -> Self {
        Self {
            interpolation,
            throttle: Vec::new(),
            brake: Vec::new(),
            handbrake: Vec::new(),
            steer_rad: Vec::new(),
            clutch: Vec::new(),
            starter: Vec::new(),
            gear: Vec::new(),
            gear_from_s: f64::INFINITY,
            acceleration_m_s2: Vec::new(),
        }
    }

    /// The controls at a time; before the first row those of the first row.
    pub fn at(&self, t_s: f64) -> Controls {
        let value = |knots: &[(f64, f64)]| self.value(knots, t_s);
        Controls {
            throttle: value(&self.throttle),
            brake: value(&self.brake),
            handbrake: value(&self.handbrake),
            steer_rad: value(&self.steer_rad),
            clutch: value(&self.clutch),
            starter: value(&self.starter),
            gear: self.gear[last(&self.gear, t_s)].1,
        }
    }

    /// True where a row gives the gear at a time; before, [`at`](Self::at) has a gear to begin with.
    pub fn gives_gear_at(&self, t_s: f64) -> bool {
        t_s >= self.gear_from_s
    }

    /// The acceleration asked for at a time, m/s^2, of a model that takes it instead of pedals; `None`
    /// where no row gives it.
    pub fn acceleration_at(&self, t_s: f64) -> Option<f64> {
        (!self.acceleration_m_s2.is_empty()).then(|| self.value(&self.acceleration_m_s2, t_s))
    }

    /// The times at which something changes, s, in order.
    pub fn times(&self) -> Vec<f64> {
        let numbers = [
            &self.throttle,
            &self.brake,
            &self.handbrake,
            &self.steer_rad,
            &self.clutch,
            &self.starter,
            &self.acceleration_m_s2,
        ];
        let mut times: Vec<f64> = numbers.into_iter().flatten().map(|knot| knot.0).collect();
        times.extend(self.gear.iter().map(|knot| knot.0));
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// The times of what is asked for too late to be done before an end, s, in order. Between rows on
    /// straight lines the first after the end still counts.
    pub fn idle_after(&self, end_s: f64) -> Vec<f64> {
        let times = self.times();
        let late = times.partition_point(|t_s| *t_s <= end_s);
        let counted = match self.interpolation {
            Interpolation::Hold => 0,
            Interpolation::Linear => 1,
        };
        times.into_iter().skip(late + counted).collect()
    }

    fn value(&self, knots: &[(f64, f64)], t_s: f64) -> f64 {
        let index = last(knots, t_s);
        let (start_s, value) = knots[index];
        match (self.interpolation, knots.get(index + 1)) {
            (Interpolation::Linear, Some(&(end_s, next))) if t_s > start_s => {
                value + (next - value) * ((t_s - start_s) / (end_s - start_s))
            }
            _ => value,
        }
    }
}

/// The index of the last knot at or before a time, or the first.
fn last<T>(knots: &[(f64, T)], t_s: f64) -> usize {
    knots.partition_point(|(knot_s, _)| *knot_s <= t_s).saturating_sub(1)
}
