//! What the slip-vector car is made of, its input, state, mode and trace.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::Record;

record! {
    /// A car in RARS's sense: a point with a pointing direction.
    pub struct SlipVectorCar {
        /// Mass.
        mass_kg: "kg" [20.0, 150000.0],
        /// FMAX over load on dry asphalt.
        friction: "-" [0.05, 3.0],
        /// The friction function, by [number](crate::rars::FrictionLaw::number).
        friction_law: "-" [0.0, 3.0],
        /// K, the slip speed that the friction function is scaled with.
        k_m_s: "m/s" [0.1, 50.0],
        /// By how much of itself the friction falls for each doubling of the load.
        load_sensitivity: "-" [0.0, 0.5],
        /// By how much of itself the friction falls for each m/s of speed, at first.
        speed_sensitivity_s_m: "s/m" [0.0, 0.1],
        /// Largest power at the tread.
        power_w: "W" [0.0, 1e9],
        /// Drag coefficient times frontal area.
        drag_area_m2: "m^2" [0.0, 60.0],
        /// Downforce coefficient times area.
        downforce_area_m2: "m^2" [0.0, 60.0],
        /// Rolling resistance over load.
        rolling_resistance: "-" [0.0, 0.3],
        /// Largest angle between pointing direction and velocity.
        largest_alpha_rad: "rad" [0.0, 1.5],
        /// Largest rate of that angle.
        largest_alpha_rate_rad_s: "rad/s" [0.1, 100.0],
        /// Speed above which the tread is not turned backwards, but stopped.
        reverse_limit_m_s: "m/s" [0.0, 1000.0],
    }

    /// What the driver commands.
    pub struct SlipVectorInput {
        /// Commanded speed of the tread vc, positive to drive forwards. What needs more power than there is, is reduced.
        commanded_m_s: "m/s" [-150.0, 150.0],
        /// Angle alpha at which the car points off its velocity, positive to the left.
        alpha_rad: "rad" [-1.5, 1.5],
        /// The share of the power that may be used; 0 lets the tread roll with the car.
        power_share: "-" [0.0, 1.0],
        /// The share of the tread's speed that the brakes take: 1 stops it.
        brake: "-" [0.0, 1.0],
    }

    /// State of the car.
    pub struct SlipVectorState {
        /// Position along the x axis.
        x_m: "m" [-1e7, 1e7],
        /// Position along the y axis.
        y_m: "m" [-1e7, 1e7],
        /// Pointing direction.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Velocity along the pointing direction.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity to the left of the pointing direction.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
    }

    /// What changes in jumps.
    pub struct SlipVectorMode {
        /// Set while the tread holds the car where it is.
        stands: flag,
    }

    /// Everything computed on the way.
    pub struct SlipVectorTrace {
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-1e3, 1e3],
        /// Acceleration along the pointing direction.
        acceleration_x_m_s2: "m/s^2" [-1e3, 1e3],
        /// Acceleration to the left of the pointing direction.
        acceleration_y_m_s2: "m/s^2" [-1e3, 1e3],
        /// Sideslip angle of the centre of mass: of its velocity to the vehicle's axis, ISO 8855,
        /// atan2(v_y, v_x); near +-pi in reverse, 0 at rest.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// The speed of the tread: vc after power limit and brakes.
        tread_m_s: "m/s" [-300.0, 300.0],
        /// Slip velocity L along the pointing direction.
        slip_x_m_s: "m/s" [-500.0, 500.0],
        /// Slip velocity L to the left of the pointing direction.
        slip_y_m_s: "m/s" [-500.0, 500.0],
        /// Slip speed l, the length of L.
        slip_m_s: "m/s" [0.0, 500.0],
        /// Force F of the tyres along the pointing direction.
        force_x_n: "N" [-1e8, 1e8],
        /// Force F of the tyres to the left of the pointing direction.
        force_y_n: "N" [-1e8, 1e8],
        /// Force Ft: F along the velocity; 0 at rest, where there is no such direction.
        tangential_force_n: "N" [-1e8, 1e8],
        /// Force Fn: F to the left of the velocity.
        normal_force_n: "N" [-1e8, 1e8],
        /// Largest force FMAX at this load and speed on this road.
        largest_force_n: "N" [0.0, 1e8],
        /// Force of the tyres over the largest, f over FMAX.
        grip_used: "-" [0.0, 1.0],
        /// Load on the road.
        load_n: "N" [0.0, 1e8],
        /// Power consumed, vc (F . P).
        power_w: "W" [-1e9, 1e9],
        /// Power that becomes heat at the tread, f l.
        heat_w: "W" [0.0, 1e9],
        /// Air drag along the pointing direction.
        drag_x_n: "N" [-1e8, 1e8],
        /// Air drag to the left of the pointing direction.
        drag_y_n: "N" [-1e8, 1e8],
        /// Rolling resistance, along the pointing direction.
        rolling_n: "N" [-1e8, 1e8],
        /// Weight along the pointing direction.
        slope_force_x_n: "N" [-1e8, 1e8],
        /// Weight to the left of the pointing direction.
        slope_force_y_n: "N" [-1e8, 1e8],
    }
}

/// More than any tread speed that is wanted: leaves it to the power.
const FLAT_OUT_M_S: f64 = 150.0;

impl<R: Real> SlipVectorInput<R> {
    /// What a driver's controls mean here: the throttle is the share of the power, as far as the clutch
    /// is closed, with the tread as fast as that allows; the brakes slow the tread; the steering angle
    /// is alpha. There are no gears but forwards, backwards and none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_command(command: &Command<R>) -> Self {
        let sense = command.gear.sign();
        Self {
            commanded_m_s: sense * R::lit(FLAT_OUT_M_S),
            alpha_rad: command.steer_rad,
            power_share: command.throttle * (R::one() - command.clutch) * sense.abs(),
            brake: command.brake.max(command.handbrake),
        }
    }
}

impl SlipVectorState<f64> {
    /// At the origin, heading along x, with a speed.
    pub fn at_speed(speed_m_s: f64) -> Self {
        Self { velocity_x_m_s: speed_m_s, ..Record::splat(0.0) }
    }
}
