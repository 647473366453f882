//! Definitions that hold at each instant of any run, by the names of the channels: so they hold for every model that has
//! them.

use skidpad_core::record::{Channel, Channels, Record};

use super::scales::numbers;

/// Numbers by name.
struct Named<'a> {
    channels: &'a [Channel],
    values: Vec<f64>,
}

impl<'a> Named<'a> {
    fn of<X: Record<f64> + Channels>(record: &X) -> Self {
        Named { channels: X::CHANNELS, values: numbers(record) }
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.channels.iter().position(|channel| channel.name == name).map(|place| self.values[place])
    }
}

/// The model's name, and what of its trace is not by the book: `None` where a definition holds.
fn near(found: f64, expected: f64, size: f64, what: &str) -> Option<String> {
    let off = (found - expected).abs() > 1e-9 * (1.0 + size.abs() + expected.abs());
    off.then(|| format!("{what} is {found} and not {expected}"))
}

/// Kinematics in the body's axes (ISO 8855): the position moves with the velocity turned by the heading, the acceleration is
/// the rate of the velocity and what the turning axes add, and the sideslip angle is that of the velocity. What is told of
/// an axle is the sum over its wheels, or their mean.
pub fn broken<S, T>(state: &S, rate: &S, trace: &T) -> Option<String>
where
    S: Record<f64> + Channels,
    T: Record<f64> + Channels,
{
    let (state, rate, trace) = (Named::of(state), Named::of(rate), Named::of(trace));
    let mut found = None;
    let mut check = |fault: Option<String>| {
        if found.is_none() {
            found = fault;
        }
    };
    let motion = [state.get("velocity_x_m_s"), state.get("velocity_y_m_s"), state.get("yaw_rad")];
    let turning = state.get("yaw_rate_rad_s").or_else(|| trace.get("yaw_rate_rad_s"));
    // Where nothing moves, what a standing car would do if it were let go is no motion.
    let moves = |turning: &f64| *turning != 0.0 || motion.iter().take(2).any(|speed| *speed != Some(0.0));
    if let ([Some(vx), Some(vy), Some(yaw)], Some(turning)) = (motion, turning.filter(moves)) {
        let size = vx.abs() + vy.abs();
        let [x, y, heading] = ["x_m", "y_m", "yaw_rad"].map(|name| rate.get(name).expect("a position"));
        check(near(x, vx * yaw.cos() - vy * yaw.sin(), size, "the rate of x"));
        check(near(y, vx * yaw.sin() + vy * yaw.cos(), size, "the rate of y"));
        check(near(heading, turning, 1.0, "the rate of the heading"));
        if let (Some(ax), Some(ay)) = (trace.get("acceleration_x_m_s2"), trace.get("acceleration_y_m_s2")) {
            let [vx_rate, vy_rate] =
                ["velocity_x_m_s", "velocity_y_m_s"].map(|name| rate.get(name).expect("a velocity"));
            let size = vx_rate.abs() + vy_rate.abs() + size * turning.abs();
            check(near(ax, vx_rate - turning * vy, size, "the longitudinal acceleration"));
            check(near(ay, vy_rate + turning * vx, size, "the lateral acceleration"));
        }
        if let Some(sideslip) = trace.get("sideslip_rad") {
            check(near(sideslip, vy.atan2(vx), 1.0, "the sideslip angle"));
        }
    }
    for axle in ["front", "rear"] {
        let sides = |name: &str| {
            let side = |side: &str| trace.get(&format!("{axle}_{side}_{name}"));
            side("left").zip(side("right"))
        };
        if let (Some((left, right)), Some(load)) = (sides("load_n"), trace.get(&format!("{axle}_load_n"))) {
            check(near(load, left + right, load, "the load of an axle"));
        }
        if let (Some((left, right)), Some(slip)) = (sides("slip"), trace.get(&format!("{axle}_slip"))) {
            check(near(slip, 0.5 * (left + right), left.abs() + right.abs(), "the slip of an axle"));
        }
    }
    found
}
