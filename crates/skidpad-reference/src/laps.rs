//! Lap times of other programs, with their own cars.

use skidpad_formats::reference::{Data, Lack};
use skidpad_laptime::qss::{self, Options, QssLap};
use skidpad_laptime::{
    AxleGrip, Combustion, Electric, EllipseCar, EllipseFault, EllipseFigures, Gear, Path, PathPoint,
};

use crate::Tally;

/// Channels of the lap of TUM's `laptime-simulation` in Shanghai, from that program's own test.
pub const SHANGHAI: &str = "laps/tum_shanghai/reference_lap_Shanghai_F1.csv";
/// Its lap time and sectors.
const SHANGHAI_META: &str = "laps/tum_shanghai/reference_lap_Shanghai_F1_meta.json";
/// Largest departure of a time or a speed, over it.
const BOUND: f64 = 0.005;
/// Speed by which that program's driver stays below the fastest one in corners, m/s.
const MARGIN_M_S: f64 = 0.5;
/// Acceleration of gravity in that program, m/s^2.
const GRAVITY_M_S2: f64 = 9.81;

/// The car of that lap: the figures of `F1_Shanghai.ini`, with the engine's power that the lap was computed with (567 kW); its
/// store of energy never runs out on this lap, so that its motor always helps. The growth of its tyres is that program's, 4.5 %
/// per 200 km/h from 60 km/h on, found from the engine speeds of the lap.
pub fn tum_f1_figures() -> EllipseFigures {
    let ratios = [0.04, 0.070, 0.095, 0.117, 0.143, 0.172, 0.190, 0.206];
    let shifts_rpm = [10000.0, 11800.0, 11800.0, 11800.0, 11800.0, 11800.0, 11800.0, 13000.0];
    let inertia = [1.16, 1.11, 1.09, 1.08, 1.08, 1.08, 1.07, 1.07];
    let gear = |at: usize| Gear {
        ratio: ratios[at],
        shift_up_1_s: shifts_rpm[at] / 60.0,
        inertia_factor: inertia[at],
    };
    let grip = |friction| AxleGrip { friction, sensitivity_1_n: [-5e-5; 2], nominal_n: 3000.0 };
    EllipseFigures {
        mass_kg: 733.0,
        axles_m: [1.968, 1.632],
        height_m: 0.335,
        tracks_m: [1.6; 2],
        rolling_resistance: 0.03,
        drag_area_m2: 1.56,
        downforce_areas_m2: [2.20, 2.68],
        air_kg_m3: 1.18,
        drag_reduction: 0.17,
        drag_zones_m: vec![[3930.0, 4590.0], [5165.0, 450.0]],
        grips: [grip([1.65, 1.85]), grip([1.95, 2.15])],
        driven: [false, true],
        engine: Combustion {
            peak_w: 567e3,
            drop_w: 41e3,
            speeds_1_s: [10500.0 / 60.0, 11400.0 / 60.0, 12200.0 / 60.0],
        },
        electric: Some(Electric { power_w: 120e3, torque_nm: 200.0, least_m_s: 27.777 }),
        circumference_m: 2.073,
        growth_s_m: 0.045 / 200.0 * 3.6,
        circumference_m_s: 60.0 / 3.6,
        gears: (0..ratios.len()).map(gear).collect(),
        efficiency: 0.96,
        inertia_on_force: true,
    }
}

/// A lap of a car on the line of that lap, whose curvatures stand beside its channels.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn shanghai(data: &Data, car: &EllipseCar) -> Result<QssLap, Lack> {
    let table = data.table(SHANGHAI)?;
    let rows: Vec<_> = table.rows().collect();
    let Some((last, rows)) = rows.split_last() else { return Err(Lack::broken(SHANGHAI, "no rows")) };
    // The last row closes the lap, and has no curvature.
    let length_m = last.number("s_m")?;
    let point = |row: &skidpad_formats::reference::NumberRow<'_>| {
        Ok(PathPoint::level(row.number("s_m")?, row.number("kappa_radpm")?))
    };
    let points = rows.iter().map(point).collect::<Result<Vec<_>, Lack>>()?;
    let path = Path::new(points, length_m, true).map_err(|error| Lack::broken(SHANGHAI, error))?;
    let options = Options { corner_margin_m_s: MARGIN_M_S, gravity_m_s2: GRAVITY_M_S2, ..Options::default() };
    qss::lap(&path, car, &options).map_err(|error| Lack::broken(SHANGHAI, error))
}

/// Lap time, sectors and top speed of that lap.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn tum_shanghai(data: &Data) -> Result<Tally, Lack> {
    let faults = |faults: Vec<EllipseFault>| Lack::broken(SHANGHAI, format!("{faults:?}"));
    let car = EllipseCar::new(tum_f1_figures()).map_err(faults)?;
    let lap = shanghai(data, &car)?;
    let meta = data.json(SHANGHAI_META)?;
    let number = |value: &serde_json::Value| skidpad_formats::reference::number(SHANGHAI_META, value);
    let zones = &meta["track"]["_Track__zone_inds"];
    let step_m = number(&meta["track"]["_Track__stepsize"])?;
    let ends = [number(&zones["s12"])? * step_m, number(&zones["s23"])? * step_m];
    let [first_s, second_s] = ends.map(|end_m| lap.time_at_s(end_m));
    let fastest_m_s =
        lap.samples.iter().map(|sample| sample.speed_m_s).fold(0.0, skidpad_core::math::Real::max);
    let found = [
        ("lap", lap.time_s, &meta["lap_time_s"]),
        ("sector 1", first_s, &meta["sectors_s"][0]),
        ("sector 2", second_s - first_s, &meta["sectors_s"][1]),
        ("sector 3", lap.time_s - second_s, &meta["sectors_s"][2]),
        ("top speed", fastest_m_s, &meta["v_max"]),
    ];
    let mut tally = Tally::new(BOUND, "of the time or speed");
    for (name, found, published) in found {
        let published = number(published)?;
        tally.meet((found / published - 1.0).abs(), || {
            format!("{name}: {found:.3}, published {published:.3}")
        });
    }
    Ok(tally)
}
