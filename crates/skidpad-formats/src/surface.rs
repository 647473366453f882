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
    let mut read = |key: &str, range: (f64, f64), field: &mut f64| {
        let node = table.get(key).zip(measure_of(key));
        let value = node.and_then(|(node, measure)| r.quantity(&node, measure, range));
        *field = value.unwrap_or(*field);
    };
    read("grip", (0.0, 3.0), &mut surface.grip);
    read("rolling", (0.0, 50.0), &mut surface.rolling);
    read("slope", (-1.5, 1.5), &mut surface.slope_rad);
    read("bank", (-1.5, 1.5), &mut surface.bank_rad);
    read("headwind", (-100.0, 100.0), &mut surface.headwind_m_s);
    read("crosswind", (-100.0, 100.0), &mut surface.crosswind_m_s);
    read("air_density", (0.0, 2.0), &mut surface.air_density_kg_m3);
    read("gravity", (0.0, 30.0), &mut surface.gravity_m_s2);
    Some(surface)
}

/// The units of a key of the table.
pub(crate) fn measure_of(key: &str) -> Option<&'static Measure> {
    Some(match key {
        "grip" | "rolling" => quantity::measure(Quantity::Ratio),
        "headwind" | "crosswind" => quantity::measure(Quantity::Speed),
        "slope" | "bank" => &SLOPE,
        "air_density" => &DENSITY,
        "gravity" => &ACCELERATION,
        _ => return None,
    })
}
