//! What a vehicle feels of the world around it: road and air, as values.

use crate::math::Real;
use crate::record;
use crate::units;

record! {
    /// Road and air where the vehicle is.
    pub struct Surface {
        /// Grip of the road over that of dry asphalt.
        grip: "-" [0.0, 3.0],
        /// Rolling resistance of the road over that of asphalt.
        rolling: "-" [0.0, 50.0],
        /// Slope along the vehicle, positive uphill.
        slope_rad: "rad" [-1.5, 1.5],
        /// Density of the air.
        air_density_kg_m3: "kg/m^3" [0.0, 2.0],
        /// Wind against the vehicle.
        headwind_m_s: "m/s" [-100.0, 100.0],
        /// Gravity.
        gravity_m_s2: "m/s^2" [0.0, 30.0],
    }
}

impl<R: Real> Surface<R> {
    /// Dry, level asphalt, still air at 20 degrees C, standard gravity.
    pub fn asphalt() -> Self {
        Self {
            grip: R::one(),
            rolling: R::one(),
            slope_rad: R::zero(),
            air_density_kg_m3: R::lit(units::AIR_DENSITY_KG_M3),
            headwind_m_s: R::zero(),
            gravity_m_s2: R::lit(units::STANDARD_GRAVITY_M_S2),
        }
    }
}
