//! Steps a second.

/// Steps a second that may be chosen.
pub const RATES_HZ: [u32; 6] = [30, 60, 120, 240, 500, 1000];
/// Steps a second where none are chosen.
pub const USUAL_RATE_HZ: u32 = 240;
