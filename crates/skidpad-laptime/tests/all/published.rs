//! The published lap of TUM's `laptime-simulation` in Shanghai.

use skidpad_laptime::{AxleGrip, Combustion, Electric, EllipseCar, Gear, Path, PathPoint, qss};

pub fn car() -> EllipseCar {
    let ratios = [0.04, 0.070, 0.095, 0.117, 0.143, 0.172, 0.190, 0.206];
    let shifts = [10000.0, 11800.0, 11800.0, 11800.0, 11800.0, 11800.0, 11800.0, 13000.0];
    let inertia = [1.16, 1.11, 1.09, 1.08, 1.08, 1.08, 1.07, 1.07];
    let gear =
        |at: usize| Gear { ratio: ratios[at], shift_up_1_s: shifts[at] / 60.0, inertia_factor: inertia[at] };
    let grip = |friction| AxleGrip { friction, sensitivity_1_n: [-5e-5; 2], nominal_n: 3000.0 };
    EllipseCar {
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
        gears: (0..8).map(gear).collect(),
        efficiency: 0.96,
        inertia_on_force: true,
    }
}

#[test]
fn tum() {
    let folder = "../../../shared/data/laps/tum_shanghai";
    let text = std::fs::read_to_string(format!("{folder}/reference_lap_Shanghai_F1.csv")).unwrap();
    let rows: Vec<Vec<f64>> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN)).collect())
        .collect();
    let last = rows.len() - 1;
    let points: Vec<_> = rows[..last].iter().map(|row| PathPoint::level(row[0], row[1])).collect();
    let path = Path::new(points, rows[last][0], true).unwrap();
    let options = qss::Options { corner_margin_m_s: 0.5, gravity_m_s2: 9.81, ..qss::Options::default() };
    for on_force in [true, false] {
        let car = EllipseCar { inertia_on_force: on_force, ..car() };
        let started = std::time::Instant::now();
        let lap = qss::lap(&path, &car, &options).unwrap();
        println!("{on_force} {} {:?}", lap.time_s, started.elapsed());
        println!(
            "{:?}",
            [
                lap.time_at_s(276.0 * 4.9966562),
                lap.time_at_s(581.0 * 4.9966562) - lap.time_at_s(276.0 * 4.9966562),
                lap.time_s - lap.time_at_s(581.0 * 4.9966562)
            ]
        );
        let v: Vec<f64> = lap.samples.iter().map(|s| s.speed_m_s).collect();
        println!(
            "{} {}",
            v.iter().cloned().fold(f64::INFINITY, f64::min),
            v.iter().cloned().fold(0.0, f64::max)
        );
        let mut worst: Vec<(f64, usize)> = (0..last).map(|k| (v[k] - rows[k][3], k)).collect();
        worst.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        println!("{:?}", &worst[..20]);
        for k in (0..last).step_by(40) {
            println!("{k} {:.2} {:.2} {:?}", v[k], rows[k][3], lap.samples[k].limit);
        }
    }
}
