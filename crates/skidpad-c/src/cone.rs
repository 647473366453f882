//! Cones as a site has them.

use skidpad::world::scene::Cone;

use crate::error::Fault;
use crate::state::within;

/// A traffic cone, half a metre high, that stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadCone {
    /// Centre, x and y on the road's axes, m, -1e6 to 1e6.
    pub position_m: [f64; 2],
}

/// Cones that stand.
pub(crate) fn standing(cones: &[SkidpadCone]) -> Result<Vec<Cone>, Fault> {
    let cone = |(index, cone): (usize, &SkidpadCone)| {
        let [x, y] = cone.position_m;
        within(&format!("site.cones[{index}].position_m[0]"), x, [-1e6, 1e6])?;
        within(&format!("site.cones[{index}].position_m[1]"), y, [-1e6, 1e6])?;
        Ok(Cone { position_m: cone.position_m })
    };
    cones.iter().enumerate().map(cone).collect()
}
