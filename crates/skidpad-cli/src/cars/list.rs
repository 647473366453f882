//! `skidpad cars list`.

use serde::Serialize;
use skidpad_core::units;
use skidpad_formats::presets;
use skidpad_formats::vehicle::{VehicleFile, VehicleKind};

use super::fields::SMALL_MOTOR_W;
use crate::failure::Failure;
use crate::output::{self, finite};
use crate::table::{Align, Table};

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: String,
    year: Option<u16>,
    kind: &'static str,
    drive: &'static str,
    kerb_mass_kg: f64,
    power_w: Option<f64>,
    published_figures: usize,
}

/// The word for a kind.
pub fn kind_name(kind: VehicleKind) -> &'static str {
    match kind {
        VehicleKind::Car => "car",
        VehicleKind::Motorcycle => "motorcycle",
    }
}

/// The word for the driven wheels.
pub fn drive_name(front_share: f64) -> &'static str {
    if front_share <= 0.0 {
        "rear"
    } else if front_share >= 1.0 {
        "front"
    } else {
        "all"
    }
}

/// The largest power of the engine up to its redline, W.
pub fn power_w(file: &VehicleFile) -> Option<f64> {
    const PARTS: u32 = 1000;
    let vehicle = file.spec.validate().ok()?;
    let engine = vehicle.engine();
    let power = |part: u32| {
        let speed = engine.redline_rad_s * f64::from(part) / f64::from(PARTS);
        speed * engine.full_load_torque(vehicle.torque_curve(), speed)
    };
    (1..=PARTS).map(power).reduce(f64::max).and_then(finite)
}

fn row(name: &'static str) -> Result<Row, Failure> {
    let file = presets::preset(name).map_err(|error| Failure::input(error.to_string()))?;
    Ok(Row {
        name,
        kind: kind_name(file.kind),
        drive: drive_name(file.spec.drive.front_share),
        kerb_mass_kg: file.spec.body.kerb_mass_kg,
        power_w: power_w(&file),
        published_figures: file.published.len(),
        year: file.year,
        title: file.title,
    })
}

/// Prints the cars.
pub fn command(json: bool) -> Result<(), Failure> {
    let rows = presets::preset_names().map(row).collect::<Result<Vec<_>, _>>()?;
    if json {
        return output::json(&rows);
    }
    let mut table = Table::new(&[
        ("name", Align::Left),
        ("title", Align::Left),
        ("year", Align::Right),
        ("kind", Align::Left),
        ("drive", Align::Left),
        ("kerb mass", Align::Right),
        ("power", Align::Right),
        ("published figures", Align::Right),
    ]);
    for row in &rows {
        let power = row.power_w.map(|power| {
            let horsepower = power / units::METRIC_HORSEPOWER_W;
            if power < SMALL_MOTOR_W {
                return format!("{power:.0} W");
            }
            format!("{:.0} kW ({horsepower:.0} PS)", power / 1e3)
        });
        table.row([
            row.name.to_owned(),
            row.title.clone(),
            row.year.map_or(String::new(), |year| year.to_string()),
            row.kind.to_owned(),
            row.drive.to_owned(),
            format!("{:.*} kg", if row.kerb_mass_kg < 20.0 { 2 } else { 0 }, row.kerb_mass_kg),
            power.unwrap_or_default(),
            row.published_figures.to_string(),
        ]);
    }
    output::text(&table.render())
}
