//! The world around a vehicle as it acts on it: road and air, as values.

use crate::math::{Direction, Real, Vec2};
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

    /// Gravity along the road in the road's axes, m/s^2: -g sin(slope) and -g cos(slope) sin(bank).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gravity_on_road(&self) -> Vec2<R> {
        let (sin, cos) = self.slope_rad.sin_cos();
        Vec2 { x: -(self.gravity_m_s2 * sin), y: -(self.gravity_m_s2 * cos * self.bank_rad.sin()) }
    }

    /// Gravity along the road in the axes of a vehicle, m/s^2: forwards and to its left. `heading`: where the vehicle
    /// points on the road.
    ///
    /// ```
    /// use skidpad_core::math::Direction;
    /// use skidpad_core::surface::Surface;
    /// let hill = Surface::<f64> { slope_rad: 0.1, gravity_m_s2: 10.0, ..Surface::asphalt() };
    /// let across = Direction { sin: 1.0, cos: 0.0 }; // a heading of 90 degrees
    /// let gravity = hill.gravity(across);
    /// assert!(gravity.x.abs() < 1e-15 && (gravity.y - 10.0 * 0.1_f64.sin()).abs() < 1e-15);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gravity(&self, heading: Direction<R>) -> Vec2<R> {
        self.gravity_on_road().to_child(heading)
    }

    /// Wind against a vehicle in its axes, m/s: from its front and from its left. The sum of its velocity and this is
    /// its velocity through the air.
    ///
    /// ```
    /// use skidpad_core::math::{Direction, Vec2};
    /// use skidpad_core::surface::Surface;
    /// let windy = Surface::<f64> { crosswind_m_s: 10.0, ..Surface::asphalt() };
    /// // From the left; and from the front, once turned left by a quarter.
    /// assert_eq!(windy.wind(Direction { sin: 0.0, cos: 1.0 }), Vec2::new(0.0, 10.0));
    /// assert_eq!(windy.wind(Direction { sin: 1.0, cos: 0.0 }), Vec2::new(10.0, 0.0));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wind(&self, heading: Direction<R>) -> Vec2<R> {
        Vec2 { x: self.headwind_m_s, y: self.crosswind_m_s }.to_child(heading)
    }
}
