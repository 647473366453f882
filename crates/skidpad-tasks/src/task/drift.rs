//! Holding a drift on a circle.

use core::f64::consts::{FRAC_PI_2, TAU};

use skidpad_core::math::Real;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_world::models::ModelInfo;

use super::{Observed, Outline, Quantity, Situation, Start, Task, Term, first_end, one_if};
use crate::chance::Chance;
use crate::error::{TaskError, check};

/// Lateral acceleration at the start over gravity, unless a speed is given.
const AT_START: f64 = 0.8;
/// Share of the radius by which the path may be off, and the error of the sideslip angle, rad, within which the drift counts as held.
const RADIUS_SHARE: f64 = 0.2;
const SIDESLIP_RAD: f64 = 0.1;
/// Speed below which the drift is over, over that at the start.
const STOPPED_SHARE: f64 = 0.2;

/// A drift to the left on a circle about the origin: a sideslip angle is held by opposite lock and throttle, as
/// [`drift_hold`](skidpad_world::manoeuvre::drift_hold) does.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    radius_m: f64,
    sideslip_rad: f64,
    speed_m_s: f64,
    /// Largest part by which sideslip and speed at the start are off.
    spread: f64,
}

impl Drift {
    /// A drift on a circle of a radius, m, at a magnitude of the sideslip angle, rad. `speed_m_s`: speed at the start; `None`: that at which the lateral
    /// acceleration is 0.8 of gravity.
    ///
    /// # Errors
    /// Numbers out of their ranges.
    pub fn new(radius_m: f64, sideslip_rad: f64, speed_m_s: Option<f64>) -> Result<Self, TaskError> {
        check("radius_m", radius_m, [0.1, 1e3])?;
        check("sideslip_rad", sideslip_rad, [0.05, 1.2])?;
        let usual_m_s = Real::sqrt(AT_START * STANDARD_GRAVITY_M_S2 * radius_m);
        let speed_m_s = speed_m_s.unwrap_or(usual_m_s);
        check("speed_m_s", speed_m_s, [0.1, 100.0])?;
        Ok(Self { radius_m, sideslip_rad, speed_m_s, spread: 0.1 })
    }

    /// The drift with other differences at the start: the part by which sideslip and speed may be off, 0.1 by default.
    ///
    /// # Errors
    /// A number out of its range.
    pub fn with_spread(self, spread: f64) -> Result<Self, TaskError> {
        check("spread", spread, [0.0, 0.9])?;
        Ok(Self { spread, ..self })
    }

    /// Errors of the sideslip angle, rad, and of the radius, m: positive where the angle is too large and the car outside of the circle.
    fn errors(&self, situation: &Situation<'_>) -> [f64; 2] {
        let [x_m, y_m] = situation.motion.position_m;
        [-situation.motion.sideslip_rad() - self.sideslip_rad, Real::hypot(x_m, y_m) - self.radius_m]
    }
}

/// A drift under way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drifting {
    held_s: f64,
    driven_s: f64,
    sideslip_integral: f64,
}

const END_SPUN: usize = 0;
const END_STOPPED: usize = 1;
const END_LEFT: usize = 2;

impl Task for Drift {
    type Memory = Drifting;
    const NAME: &'static str = "drift";
    const TERMS: &'static [Term] = &[
        Term {
            quantity: Quantity::new(
                "held_s",
                "s",
                "Time in which sideslip and radius were near those that are wanted",
            ),
            weight: 1.0,
        },
        Term {
            quantity: Quantity::new(
                "sideslip_error_integral",
                "rad.s",
                "Error of the sideslip angle over time",
            ),
            weight: -1.0,
        },
        Term {
            quantity: Quantity::new(
                "radius_error_integral",
                "s",
                "Error of the radius, over the radius, over time",
            ),
            weight: -1.0,
        },
        // Above all that errors take in 20 s, so that giving up does not pay.
        Term { quantity: Quantity::new("lost", "-", "1 where the drift was lost"), weight: -20.0 },
    ];
    const ENDS: &'static [&'static str] = &["spun", "stopped", "left_circle"];
    const FIGURES: &'static [Quantity] = &[
        Quantity::new("held_s", "s", "Time in which the drift was held"),
        Quantity::new("sideslip_rad", "rad", "Mean magnitude of the sideslip angle"),
    ];
    const OBSERVED: &'static [Observed] = &[
        Observed {
            quantity: Quantity::new(
                "sideslip_error_rad",
                "rad",
                "Magnitude of the sideslip angle less the one that is wanted",
            ),
            range: [-8.0, 8.0],
        },
        Observed {
            quantity: Quantity::new(
                "radius_error_m",
                "m",
                "Distance from the circle, positive outside of it",
            ),
            range: [-1e4, 1e4],
        },
        Observed {
            quantity: Quantity::new(
                "course_error_rad",
                "rad",
                "Angle of the velocity to the circle, positive inwards",
            ),
            range: [-3.2, 3.2],
        },
    ];

    fn check_model(&self, model: &ModelInfo) -> Result<(), TaskError> {
        if model.abilities.slides {
            return Ok(());
        }
        let name = model.name;
        Err(TaskError::Model(format!(
            "the wheels of the model {name} do not slide, so that its cars cannot drift"
        )))
    }

    fn start(&self, _: &Outline, chance: &mut Chance) -> Start {
        let around_rad = chance.between([0.0, TAU]);
        let near_1 = |chance: &mut Chance| 1.0 + self.spread * chance.between([-1.0, 1.0]);
        let sideslip_rad = self.sideslip_rad * near_1(chance);
        let speed_m_s = self.speed_m_s * near_1(chance);
        let (sin, cos) = Real::sin_cos(around_rad);
        let (slip_sin, slip_cos) = Real::sin_cos(sideslip_rad);
        // The velocity is along the circle, and the nose points inwards of it.
        let yaw_rad = around_rad + FRAC_PI_2 + sideslip_rad;
        Start {
            velocity_m_s: [speed_m_s * slip_cos, -speed_m_s * slip_sin],
            yaw_rate_rad_s: speed_m_s / self.radius_m,
            ..Start::at([self.radius_m * cos, self.radius_m * sin], yaw_rad, 0.0)
        }
    }

    fn begin(&self, _: &Outline, _: &Start, _: &mut Chance) -> Drifting {
        Drifting::default()
    }

    fn judge(&self, situation: &Situation<'_>, drifting: &mut Drifting, terms: &mut [f64]) -> Option<usize> {
        let [sideslip_rad, radius_m] = self.errors(situation);
        let radius_share = Real::abs(radius_m) / self.radius_m;
        let is_held = Real::abs(sideslip_rad) <= SIDESLIP_RAD && radius_share <= RADIUS_SHARE;
        let speed_m_s = situation.motion.speed_m_s();
        let ends = [
            (Real::abs(situation.motion.sideslip_rad()) > FRAC_PI_2, END_SPUN),
            (speed_m_s < STOPPED_SHARE * self.speed_m_s, END_STOPPED),
            (radius_share > 1.0, END_LEFT),
        ];
        let end = first_end(ends);
        let held_s = if is_held { situation.step_s } else { 0.0 };
        drifting.held_s += held_s;
        drifting.driven_s += situation.step_s;
        drifting.sideslip_integral += situation.step_s * Real::abs(situation.motion.sideslip_rad());
        terms.copy_from_slice(&[
            held_s,
            Real::abs(sideslip_rad) * situation.step_s,
            radius_share * situation.step_s,
            one_if(end.is_some()),
        ]);
        end
    }

    fn figures(&self, drifting: &Drifting, figures: &mut [f64]) {
        figures.copy_from_slice(&[drifting.held_s, drifting.sideslip_integral / drifting.driven_s]);
    }

    fn observe(&self, situation: &Situation<'_>, _: &Drifting, out: &mut [f32]) {
        let [sideslip_rad, radius_m] = self.errors(situation);
        let [x_m, y_m] = situation.motion.position_m;
        let tangent_rad = Real::atan2(y_m, x_m) + FRAC_PI_2;
        let course_rad = situation.motion.yaw_rad + situation.motion.sideslip_rad() - tangent_rad;
        let (sin, cos) = Real::sin_cos(course_rad);
        out.copy_from_slice(&[sideslip_rad, radius_m, Real::atan2(sin, cos)].map(|number| number as f32));
    }
}
