//! Road and air, as scenarios and vehicle files write them.

use skidpad_core::spec::Quantity;
use skidpad_core::surface::Surface;

use crate::quantity::{self, ACCELERATION, DENSITY, Measure, SLOPE};
use crate::reader::{Reader, Table};

/// What a table of road and air may hold.
pub(crate) const KEYS: &[&str] =
    &["grip", "rolling", "slope", "bank", "headwind", "crosswind", "air_density", "gravity"];

/// Reads the table of a name; what it leaves out is as on dry, level asphalt. `None` where there is
/// no such table.
pub(crate) fn read<'a>(r: &mut Reader<'a>, root: &Table<'a>, name: &str) -> Option<Surface<f64>> {
    let mut surface = Surface::asphalt();
    let must = "a table of the road and the air: grip, rolling, slope, bank, headwind, crosswind, air_density, gravity";
    let table = r.table(root, name, must)?;
    r.unknown(&table, KEYS, |_| None);
    let ratio = quantity::measure(Quantity::Ratio);
    let speed = quantity::measure(Quantity::Speed);
    let mut read = |key: &str, measure: &Measure, range: (f64, f64), field: &mut f64| {
        let value = table.get(key).and_then(|node| r.quantity(&node, measure, range));
        *field = value.unwrap_or(*field);
    };
    read("grip", ratio, (0.0, 3.0), &mut surface.grip);
    read("rolling", ratio, (0.0, 50.0), &mut surface.rolling);
    read("slope", &SLOPE, (-1.5, 1.5), &mut surface.slope_rad);
    read("bank", &SLOPE, (-1.5, 1.5), &mut surface.bank_rad);
    read("headwind", speed, (-100.0, 100.0), &mut surface.headwind_m_s);
    read("crosswind", speed, (-100.0, 100.0), &mut surface.crosswind_m_s);
    read("air_density", &DENSITY, (0.0, 2.0), &mut surface.air_density_kg_m3);
    read("gravity", &ACCELERATION, (0.0, 30.0), &mut surface.gravity_m_s2);
    Some(surface)
}
