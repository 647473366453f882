//! Options of quasi-steady laps.

/// Beginning of a lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// On a closed path at the speed at which the lap ends; on an open one as fast as the road allows.
    Flying,
    /// At a speed, m/s; 0 for a standing start.
    At(f64),
}

/// Options of a quasi-steady lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Beginning of the lap.
    pub start: Start,
    /// Speed that the driver stays below the fastest one in every corner, m/s.
    pub corner_margin_m_s: f64,
    /// Acceleration of gravity, m/s^2.
    pub gravity_m_s2: f64,
}

impl Default for Options {
    /// A flying lap without a margin, at standard gravity.
    fn default() -> Self {
        Self {
            start: Start::Flying,
            corner_margin_m_s: 0.0,
            gravity_m_s2: skidpad_core::units::STANDARD_GRAVITY_M_S2,
        }
    }
}
