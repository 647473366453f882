//! A car at an instant.

use skidpad_core::math::Real;
use skidpad_core::model::Pose;

use crate::laps::Laps;

/// A car at an instant. A quantity that its model does not compute is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveSample {
    /// Time of the car, s.
    pub time_s: f64,
    /// True while the car drives on: its run has not ended.
    pub is_running: bool,
    /// Place and attitude in the world.
    pub pose: Pose<f64>,
    /// Velocity of the centre of mass in the world, m/s.
    pub velocity_m_s: [f64; 3],
    /// Acceleration of the centre of mass in the world, m/s^2: 0 at rest.
    pub acceleration_m_s2: [f64; 3],
    /// Angular velocity in the world, rad/s.
    pub angular_velocity_rad_s: [f64; 3],
    /// Share of the drive torque that goes to the front axle, [0, 1]; 0 where it is not known.
    pub front_drive_share: f64,
    /// Way since the car began, m.
    pub distance_m: f64,
    /// Engine.
    pub engine: LiveEngine,
    /// Gear that is in: -1 reverse, 0 neutral.
    pub gear: i32,
    /// Pedals and steering, as the driver has them.
    pub driver: LiveDriver,
    /// Lamps of the dashboard.
    pub lamps: LiveLamps,
    /// Front left, front right, rear left, rear right; both wheels of an axle alike where the model has axles alone.
    pub wheels: [LiveWheel; 4],
    /// Laps.
    pub laps: LiveLaps,
}

/// An engine at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveEngine {
    /// Speed, rad/s.
    pub speed_rad_s: f64,
    /// Idle speed, rad/s.
    pub idle_rad_s: f64,
    /// Redline, rad/s.
    pub redline_rad_s: f64,
    /// Torque, N.m.
    pub torque_nm: f64,
}

/// A driver's controls at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveDriver {
    /// Throttle, [0, 1].
    pub throttle: f64,
    /// Brake, [0, 1].
    pub brake: f64,
    /// Clutch, [0, 1]: 1 opens it.
    pub clutch: f64,
    /// Handbrake, [0, 1].
    pub handbrake: f64,
    /// Steering over the lock, [-1, 1], positive to the left.
    pub steer: f64,
}

/// Lamps of a dashboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveLamps {
    /// The engine turns faster than its redline.
    pub over_redline: bool,
    /// The car has anti-lock brakes.
    pub has_anti_lock: bool,
    /// Anti-lock brakes intervene.
    pub anti_lock: bool,
    /// The car has traction or stability control.
    pub has_traction: bool,
    /// Traction or stability control intervenes.
    pub traction: bool,
    /// The engine is stalled.
    pub stalled: bool,
}

/// A wheel at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveWheel {
    /// Spin, rad/s; forwards is positive.
    pub spin_rad_s: f64,
    /// Slip ratio.
    pub slip_ratio: f64,
    /// Slip angle, rad, positive where the wheel moves to its left.
    pub slip_angle_rad: f64,
    /// Slip ratio over that at the tyre's peak.
    pub slip_over_peak: f64,
    /// Slip angle over that at the tyre's peak.
    pub angle_over_peak: f64,
    /// Distance by which the body has risen from the wheel, m; negative where the suspension is compressed.
    pub travel_m: f64,
    /// Load, N.
    pub load_n: f64,
}

/// Laps of a car.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiveLaps {
    /// Laps that it has completed.
    pub completed: u32,
    /// Time of the lap under way, s.
    pub current_s: f64,
    /// Time of the last completed lap, s.
    pub last_s: f64,
    /// Time of the best, s.
    pub best_s: f64,
}

impl LiveSample {
    /// Speed over the ground, m/s.
    pub fn speed_m_s(&self) -> f64 {
        let [x, y, z] = self.velocity_m_s;
        Real::sqrt(x * x + y * y + z * z)
    }

    /// Power of the engine, W.
    pub fn power_w(&self) -> f64 {
        self.engine.torque_nm * self.engine.speed_rad_s
    }

    /// Heading, and pitch (nose down) and roll (right side down) about the car's own axes after it, rad.
    pub fn attitude_rad(&self) -> [f64; 3] {
        let (forward, left, up) = (
            self.pose.to_world([1.0, 0.0, 0.0]),
            self.pose.to_world([0.0, 1.0, 0.0]),
            self.pose.to_world([0.0, 0.0, 1.0]),
        );
        let flat = Real::hypot(forward[0], forward[1]);
        [Real::atan2(forward[1], forward[0]), Real::atan2(-forward[2], flat), Real::atan2(left[2], up[2])]
    }
}

impl LiveLaps {
    pub(super) fn new(laps: &Laps) -> Self {
        let driven = laps.driven();
        Self {
            completed: driven.len() as u32,
            current_s: laps.time_s().unwrap_or(0.0),
            last_s: driven.last().map_or(0.0, |lap| lap.time_s),
            best_s: laps.best().map_or(0.0, |lap| lap.time_s),
        }
    }
}
