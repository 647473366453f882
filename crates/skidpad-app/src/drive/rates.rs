//! Steps a second.

use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_world::render::FixedStep;

/// Time that is simulated of one frame at most, s: a longer one, of a tab that slept, is dropped and does not jump.
pub(super) const LONGEST_FRAME_S: f64 = 0.1;

/// Steps at a rate.
pub(super) fn steps(rate_hz: u32) -> FixedStep {
    steps_of(Dt::new(1.0 / f64::from(rate_hz)).unwrap_or_else(|| unreachable!("1 to 10,000 a second")))
}

/// Steps of a length.
pub(super) fn steps_of(dt: Dt) -> FixedStep {
    // A log may have any step: no more are due in a frame than at 10,000 a second.
    let most = Real::min((LONGEST_FRAME_S / dt.seconds()).round(), 1000.0) as u32 + 1;
    FixedStep::new(dt).with_most_steps(most)
}

#[cfg(test)]
mod tests {
    use super::{Dt, steps, steps_of};
    use crate::setup::RATES_HZ;

    /// A log with steps of a picosecond was due hundreds of millions in a frame, and the window stood still.
    #[test]
    fn a_frame_of_any_log_has_no_more_steps_than_one_at_10_000_a_second() {
        let most = steps(RATES_HZ[RATES_HZ.len() - 1]).advance(10.0).steps;
        assert_eq!(most, 101);
        for dt_s in [1e-3, 1e-4] {
            assert_eq!(
                f64::from(steps_of(Dt::new(dt_s).unwrap()).advance(10.0).steps),
                (0.1 / dt_s).round() + 1.0
            );
        }
        assert_eq!(steps_of(Dt::new(1e-12).unwrap()).advance(10.0).steps, 1001);
    }
}
