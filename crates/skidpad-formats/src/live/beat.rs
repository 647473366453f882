//! When the next packet is due.

/// The beat of packets to one target.
///
/// ```
/// use skidpad_formats::live::Beat;
/// let mut beat = Beat::new(50);
/// let sent = (0..=120).filter(|step| beat.is_due(f64::from(*step) / 120.0)).count();
/// assert_eq!(sent, 51);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    period_s: f64,
    /// Time of the next packet, s.
    due_s: f64,
}

impl Beat {
    /// A beat of a rate, packets a second; the first packet is due at once.
    pub fn new(rate_hz: u32) -> Self {
        Self { period_s: 1.0 / f64::from(rate_hz), due_s: 0.0 }
    }

    /// Returns true where a packet is to be sent at a time of the car, s: on the beat, whatever the steps, and at once where the car was put
    /// back to its start.
    pub fn is_due(&mut self, time_s: f64) -> bool {
        let (is_late, is_back) = (time_s >= self.due_s - 1e-9, time_s < self.due_s - self.period_s);
        if !is_late && !is_back {
            return false;
        }
        let next_s = self.due_s + self.period_s;
        let is_on_beat = !is_back && next_s - time_s > 0.0;
        self.due_s = if is_on_beat { next_s } else { time_s + self.period_s };
        true
    }
}
