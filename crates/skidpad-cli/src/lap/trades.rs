//! Derivatives of the lap's time to figures of the car.

use serde::Serialize;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::surface::Surface;
use skidpad_core::units::to_kmh;
use skidpad_laptime::{Parameter, Path, REFERENCE_M_S, Trade, TradedCar, qss, trades};

use super::against::signed;
use super::options::LapOptions;
use crate::failure::Failure;
use crate::output;
use crate::table::{Align, Table};

/// Cost of a figure of the car.
#[derive(Clone, Serialize)]
pub struct TradeRow {
    figure: String,
    /// Unit of the change.
    unit: String,
    /// Change of the lap's time by one unit more, s.
    seconds_per_unit: f64,
    /// Change that the table shows, in the unit.
    #[serde(skip)]
    shown: f64,
}

impl TradeRow {
    /// Rows of a figure: forces of the air stand as such beside their areas.
    fn rows(trade: &Trade, pressure_pa: f64) -> Vec<Self> {
        let figure = trade.parameter.to_string();
        let row = |figure: &str, unit: &str, shown: f64, seconds_per_unit: f64| Self {
            figure: figure.to_owned(),
            unit: unit.to_owned(),
            seconds_per_unit,
            shown,
        };
        let speed_kmh = to_kmh(REFERENCE_M_S);
        let slope = trade.slope;
        match trade.parameter {
            Parameter::Mass => vec![row(&figure, "kg", 10.0, slope)],
            Parameter::CentreOfMassHeight => vec![row(&figure, "m", 0.01, slope)],
            Parameter::DragArea | Parameter::DownforceArea => {
                let force = figure.trim_end_matches(" area");
                let unit = format!("N at {speed_kmh:.0} km/h");
                vec![row(&figure, "m^2", 0.1, slope), row(force, &unit, 100.0, slope / pressure_pa)]
            }
            _ => vec![row(&figure, "%", 1.0, 0.01 * slope)],
        }
    }
}

/// The rows of a car on the path of its lap.
pub fn rows(
    options: &LapOptions,
    spec: &VehicleSpec,
    surface: &Surface<f64>,
    path: &Path,
    lap: &qss::Options,
) -> Result<Vec<TradeRow>, Failure> {
    let car = TradedCar { model: options.model(), spec, surface };
    let spinner = output::spinner("finding what changes of the car cost");
    let found = trades(&car, &Parameter::all(car.model, spec), path, lap);
    spinner.finish_and_clear();
    let found = found.map_err(|error| Failure::input(format!("--sensitivity: {error}")))?;
    let pressure_pa = 0.5 * surface.air_density_kg_m3 * REFERENCE_M_S * REFERENCE_M_S;
    Ok(found.iter().flat_map(|trade| TradeRow::rows(trade, pressure_pa)).collect())
}

/// The rows as a table.
pub fn table(rows: &[TradeRow]) -> String {
    let mut table = Table::new(&[
        ("change of the car", Align::Left),
        ("more", Align::Right),
        ("lap time (s)", Align::Right),
    ]);
    for row in rows {
        let TradeRow { figure, unit, seconds_per_unit, shown } = row;
        table.row([figure.clone(), format!("{shown} {unit}"), signed(seconds_per_unit * shown)]);
    }
    table.render()
}
