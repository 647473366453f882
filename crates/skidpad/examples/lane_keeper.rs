//! A lane keeper by linear quadratic regulation, designed on the car's own derivatives and driven on the full car: tyres,
//! springs, engine and stability control. The lane shifts to the left by 3.5 m, and a gust blows.

use skidpad::core::math::Real;
use skidpad::core::spec::Vehicle;
use skidpad::linear::Matrix;
use skidpad::prelude::*;
use skidpad::presets::preset;
use skidpad::world::linear::{Wish, trim};
use skidpad::world::models::TWO_TRACK_SPRUNG;
use skidpad::world::rolling::CarChoice;

const SPEED_M_S: f64 = 25.0;
/// What is fed back: offset from the lane, heading, lateral velocity, yaw rate.
const FELT: [&str; 4] = ["y_m", "yaw_rad", "velocity_y_m_s", "yaw_rate_rad_s"];
const DT_S: f64 = 0.01;

/// The car as the regulator knows it.
struct Plant {
    /// A of what is fed back.
    a: [[f64; 4]; 4],
    /// B of the steering.
    b: [f64; 4],
    /// Throttle of the steady state.
    throttle: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let vehicle = preset("boxster-s")?.spec.validate().map_err(CarError::from)?;
    let Plant { a, b, throttle } = plant(&vehicle)?;
    // A hundredth of a radian of steering costs as much as 1 m beside the lane; heading and rates are free.
    let gains = regulator(&a, &b, [1.0, 0.0, 0.0, 0.0], 1e4);
    println!(
        "steer_rad = -({:.4} y + {:.4} yaw + {:.4} v_y + {:.4} yaw rate)",
        gains[0], gains[1], gains[2], gains[3]
    );

    let start = Placement { speed_m_s: SPEED_M_S, ..Placement::default() };
    let mut car = Car::builder().model("two_track_sprung").at(start).preset("boxster-s")?;
    let (mut farthest_m, mut largest_m_s2): (f64, f64) = (0.0, 0.0);
    for step in 0..1200 {
        let time_s = f64::from(step) * DT_S;
        let lane_m = if time_s < 1.0 { 0.0 } else { 3.5 };
        let crosswind_m_s = if (6.0..8.0).contains(&time_s) { 15.0 } else { 0.0 };
        car.set_surface(Surface { crosswind_m_s, ..Surface::asphalt() });
        let outputs = car.outputs();
        let mut steer_rad = 0.0;
        for (name, gain) in FELT.iter().zip(gains) {
            let target = if *name == "y_m" { lane_m } else { 0.0 };
            steer_rad -= gain * (outputs.get(name)? - target);
        }
        largest_m_s2 = Real::max(largest_m_s2, outputs.get("acceleration_y_m_s2")?.abs());
        let offset_m = outputs.get("y_m")? - lane_m;
        if step % 100 == 0 {
            println!(
                "{time_s:5.1} s: {offset_m:7.3} m beside the lane, steered by {:6.3} deg",
                steer_rad.to_degrees()
            );
        }
        if time_s > 5.0 {
            farthest_m = Real::max(farthest_m, offset_m.abs());
        }
        // The speed is kept by a plain proportional pedal about the trim's throttle.
        let throttle = Real::clamp(throttle + 0.3 * (SPEED_M_S - car.speed_m_s()), 0.0, 1.0);
        car.step(&Controls { throttle, steer_rad, gear: Gear::Automatic, ..Controls::default() }, DT_S)?;
    }
    println!(
        "after the lane change at most {farthest_m:.3} m beside the lane, {largest_m_s2:.2} m/s^2 across"
    );
    assert!(farthest_m < 0.3, "the car is kept in its lane");
    Ok(())
}

/// A and B of the four quantities that are fed back, and the throttle of the steady state. What settles faster than they
/// change (tyres, body, wheels) is taken at rest: with x' = A x + B u parted into slow and fast, A_s = A_ss - A_sf A_ff^-1 A_fs.
fn plant(vehicle: &Vehicle<f64>) -> Result<Plant, Box<dyn std::error::Error>> {
    let (model, linear_car) = (&TWO_TRACK_SPRUNG, vehicle.linearisable());
    let car = CarChoice::Vehicle(&linear_car);
    let wish = Wish { speed_m_s: SPEED_M_S, lateral_m_s2: 0.0, gear: None };
    let point = trim(model, &car, &wish, &Surface::asphalt())?;
    let linear = model.linearise(&car, &point).ok_or("a vehicle of the model")?.linear;
    let place = |name: &str| model.states.iter().position(|channel| channel.name == name);
    let slow: Vec<usize> = FELT.iter().filter_map(|name| place(name)).collect();
    // Of the fast ones the car's lateral motion needs the tyres and the roll; of its longitudinal motion nothing follows the steering.
    let is_lateral =
        |name: &str| name.ends_with("deflection_y") || name == "roll_rad" || name == "roll_rate_rad_s";
    let fast: Vec<usize> =
        (0..model.states.len()).filter(|state| is_lateral(model.states[*state].name)).collect();
    let input = |name: &str| model.inputs.iter().position(|channel| channel.name == name).ok_or("an input");
    let (steer, throttle) = (input("steer_rad")?, input("throttle")?);

    // A_ff^-1 [A_fs B_f], column by column.
    let sources: Vec<Vec<f64>> = (slow.iter().map(|column| column_of(&linear.a, &fast, *column)))
        .chain([column_of(&linear.b, &fast, steer)])
        .collect();
    let followed: Vec<Vec<f64>> =
        sources.into_iter().map(|right| solve(&linear.a.part(&fast, &fast), right)).collect();
    let part = |row: usize, direct: f64, followed: &[f64]| {
        let through: f64 =
            fast.iter().zip(followed).map(|(column, value)| linear.a.at(row, *column) * value).sum();
        direct - through
    };
    let (mut a, mut b) = ([[0.0; 4]; 4], [0.0; 4]);
    for (i, row) in slow.iter().enumerate() {
        for (j, column) in slow.iter().enumerate() {
            a[i][j] = part(*row, linear.a.at(*row, *column), &followed[j]);
        }
        b[i] = part(*row, linear.b.at(*row, steer), &followed[4]);
    }
    Ok(Plant { a, b, throttle: point.input[throttle] })
}

fn column_of(matrix: &Matrix, rows: &[usize], column: usize) -> Vec<f64> {
    rows.iter().map(|row| matrix.at(*row, column)).collect()
}

/// Solves a small system by elimination with pivots.
fn solve(matrix: &Matrix, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    let mut rows: Vec<Vec<f64>> = (0..size).map(|row| matrix.row(row).to_vec()).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|one, other| rows[*one][column].abs().total_cmp(&rows[*other][column].abs()));
        let pivot = pivot.unwrap_or(column);
        rows.swap(pivot, column);
        right.swap(pivot, column);
        for row in column + 1..size {
            let factor = rows[row][column] / rows[column][column];
            let above = rows[column].clone();
            rows[row].iter_mut().zip(&above).skip(column).for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let above: f64 = (row + 1..size).map(|column| rows[row][column] * right[column]).sum();
        right[row] = (right[row] - above) / rows[row][row];
    }
    right
}

/// Gains that minimise the integral of x' Q x + R u^2: the Riccati equation P' = A' P + P A - P B B' P / R + Q, driven until it
/// stands still.
fn regulator(a: &[[f64; 4]; 4], b: &[f64; 4], q: [f64; 4], r: f64) -> [f64; 4] {
    let mut p = [[0.0; 4]; 4];
    let gains = |p: &[[f64; 4]; 4]| -> [f64; 4] {
        std::array::from_fn(|j| (0..4).map(|i| b[i] * p[i][j]).sum::<f64>() / r)
    };
    for _ in 0..200_000 {
        let k = gains(&p);
        let mut next = p;
        for i in 0..4 {
            for j in 0..4 {
                let flow: f64 = (0..4).map(|n| a[n][i] * p[n][j] + p[i][n] * a[n][j]).sum();
                let cost = if i == j { q[i] } else { 0.0 };
                next[i][j] += 2e-4 * (flow - k[i] * k[j] * r + cost);
            }
        }
        p = next;
    }
    gains(&p)
}
