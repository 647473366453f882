//! Size of a tyre by the code on its sidewall.

use crate::units::INCH_M;

/// The size in a tyre code such as `225/40ZR18`: width in mm, height of the side wall in per cent
/// of the width, diameter of the rim in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TyreSize {
    /// Section width, mm, [20, 500].
    pub width_mm: f64,
    /// Side-wall height over section width, %, [15, 110].
    pub aspect_percent: f64,
    /// Rim diameter, in, [4, 30].
    pub rim_in: f64,
}

impl TyreSize {
    /// The radius of the unloaded tyre, m: half the rim and one side wall (Palmer, "Determining
    /// Wheel Radius").
    ///
    /// ```
    /// use skidpad_core::tyre::TyreSize;
    /// let boxster = TyreSize { width_mm: 225.0, aspect_percent: 40.0, rim_in: 18.0 };
    /// assert_eq!(boxster.unloaded_radius_m(), 0.3186);
    /// ```
    pub fn unloaded_radius_m(&self) -> f64 {
        self.rim_in * INCH_M / 2.0 + self.width_mm * 1e-3 * self.aspect_percent * 1e-2
    }

    /// The effective rolling radius, m: the standards give a rolling circumference of 3.05
    /// unloaded diameters for radial tyres (DIN 70020-5), 2.9 % less than 2 pi times the unloaded
    /// radius.
    pub fn rolling_radius_m(&self) -> f64 {
        self.unloaded_radius_m() * 3.05 / core::f64::consts::PI
    }
}
