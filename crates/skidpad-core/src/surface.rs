//! What a vehicle feels of the world around it: road and air, as values.

use crate::math::Real;
use crate::record;
use crate::units;

record! {
    /// Road and air where the vehicle is. The road is a plane; its axes are the world's x and y laid
    /// down on it, and positions and headings are measured in them.
    pub struct Surface {
        /// Grip of the road over that of dry asphalt.
        grip: "-" [0.0, 3.0],
        /// Rolling resistance of the road over that of asphalt.
        rolling: "-" [0.0, 50.0],
        /// Rise of the road along its x axis, the heading 0: positive uphill.
        slope_rad: "rad" [-1.5, 1.5],
        /// Rise of the road across, along its y axis: positive where the left side is higher.
        bank_rad: "rad" [-1.5, 1.5],
        /// Density of the air.
        air_density_kg_m3: "kg/m^3" [0.0, 2.0],
        /// Wind along the road's x axis, against a vehicle of heading 0.
        headwind_m_s: "m/s" [-100.0, 100.0],
        /// Gravity.
        gravity_m_s2: "m/s^2" [0.0, 30.0],
        /// Wind across the road, along its y axis: against a vehicle that moves to the left of heading 0, and so
        /// from its left. Models that move along a line do not feel it.
        crosswind_m_s: "m/s" [-100.0, 100.0],
    }
}

impl<R: Real> Surface<R> {
    /// Dry, level asphalt, still air at 20 degrees C, standard gravity.
    pub fn asphalt() -> Self {
        Self {
            grip: R::one(),
            rolling: R::one(),
            slope_rad: R::zero(),
            bank_rad: R::zero(),
            air_density_kg_m3: R::lit(units::AIR_DENSITY_KG_M3),
            headwind_m_s: R::zero(),
            gravity_m_s2: R::lit(units::STANDARD_GRAVITY_M_S2),
            crosswind_m_s: R::zero(),
        }
    }

    /// Gravity that presses on the road, m/s^2: g cos(slope) cos(bank).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn normal_gravity_m_s2(&self) -> R {
        self.gravity_m_s2 * self.slope_rad.cos() * self.bank_rad.cos()
    }

    /// Gravity along the road, in the road's axes, m/s^2: -g sin(slope) and -g cos(slope) sin(bank).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gravity_on_road(&self) -> [R; 2] {
        let (sin, cos) = self.slope_rad.sin_cos();
        [-(self.gravity_m_s2 * sin), -(self.gravity_m_s2 * cos * self.bank_rad.sin())]
    }

    /// Gravity along the road in the axes of a vehicle, m/s^2: forward and to its left.
    ///
    /// ```
    /// use skidpad_core::surface::Surface;
    /// let hill = Surface::<f64> { slope_rad: 0.1, gravity_m_s2: 10.0, ..Surface::asphalt() };
    /// let [forward, left] = hill.gravity_along(1.0, 0.0); // heading 90 degrees: across the slope
    /// assert!(forward.abs() < 1e-15 && (left - 10.0 * 0.1_f64.sin()).abs() < 1e-15);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gravity_along(&self, yaw_sin: R, yaw_cos: R) -> [R; 2] {
        let [x, y] = self.gravity_on_road();
        [x * yaw_cos + y * yaw_sin, y * yaw_cos - x * yaw_sin]
    }

    /// Wind against a vehicle in its axes, m/s: from its front and from its left. Its velocity and this are its
    /// velocity through the air.
    ///
    /// ```
    /// use skidpad_core::surface::Surface;
    /// let windy = Surface::<f64> { crosswind_m_s: 10.0, ..Surface::asphalt() };
    /// assert_eq!(windy.wind_against(0.0, 1.0), [0.0, 10.0]); // from the left
    /// assert_eq!(windy.wind_against(1.0, 0.0), [10.0, 0.0]); // turned left by a quarter: from the front
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wind_against(&self, yaw_sin: R, yaw_cos: R) -> [R; 2] {
        let (x, y) = (self.headwind_m_s, self.crosswind_m_s);
        [x * yaw_cos + y * yaw_sin, y * yaw_cos - x * yaw_sin]
    }
}
