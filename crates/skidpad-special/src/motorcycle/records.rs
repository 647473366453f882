//! State, mode, input and trace of the model, and how it begins.

use crate::point_mass::PointMassMode;
use skidpad_core::controls::{Command, GearRequest};
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::Record;

record! {
    /// State of the motorcycle.
    pub struct MotorcycleState {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e7, 1e7],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e7, 1e7],
        /// Heading.
        yaw_rad: "rad" [-1e6, 1e6],
        /// Forward velocity of the centre of mass.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass to the left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-50.0, 50.0],
        /// Lean of the line from the tyres' contact to the centre of mass, positive to the right, as
        /// a rotation about the forward axis is.
        lean_rad: "rad" [-3.2, 3.2],
        /// Rate of the lean.
        lean_rate_rad_s: "rad/s" [-50.0, 50.0],
        /// Angle of the handlebar about the steering axis, positive to the left.
        handlebar_rad: "rad" [-1.5, 1.5],
        /// Rate of the handlebar's angle.
        handlebar_rate_rad_s: "rad/s" [-200.0, 200.0],
        /// Deflection of the front tyre across, as the slip angle that it stands for.
        front_deflection_rad: "rad" [-1e9, 1e9],
        /// Deflection of the rear tyre across, as the slip angle that it stands for.
        rear_deflection_rad: "rad" [-1e9, 1e9],
        /// Lean of the rider's shoulders against the machine, positive to the right.
        shoulder_rad: "rad" [-1.5, 1.5],
        /// Curvature of the rider's target path, positive to the left.
        rider_curvature_1_m: "1/m" [-10.0, 10.0],
        /// The torque that the rider holds the handlebar with in a steady turn, negated.
        rider_trim_nm: "N.m" [-1e6, 1e6],
    }

    /// Discrete state.
    pub struct MotorcycleMode {
        /// The gear that is in: -1 reverse, 0 neutral.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift.
        shift_timer_s: "s" [0.0, 5.0],
        /// Sense of the motion; 0 while the motorcycle stands.
        direction: "-" [-1.0, 1.0],
        /// Set once the engine is blown.
        blown: flag,
        /// Set once the motorcycle has fallen over.
        fallen: flag,
    }

    /// Commands to the rider, and his actions.
    pub struct MotorcycleInput {
        /// Throttle.
        throttle: "-" [0.0, 1.0],
        /// Both brakes.
        brake: "-" [0.0, 1.0],
        /// The parking brake of the rear wheel.
        handbrake: "-" [0.0, 1.0],
        /// Commanded turn, as the steering angle of a car of the same wheelbase,
        /// positive to the left: tan(steer) / wheelbase is the curvature of the path.
        steer_rad: "rad" [-1.5, 1.5],
        /// Clutch: 1 opens it.
        clutch: "-" [0.0, 1.0],
        /// Gear: -1 reverse, 0 neutral, 1 first.
        gear: "-" [-1.0, 12.0],
        /// Set where the gears are chosen automatically.
        automatic: flag,
        /// Share of the work that the rider does: 1 where he steers, balances and spares the tyres, 0 where the torque on
        /// the handlebar is given and nothing else holds the machine.
        rider: "-" [0.0, 1.0],
        /// Torque on the handlebar without a rider, positive to the left.
        steer_torque_nm: "N.m" [-1000.0, 1000.0],
        /// Shoulder lean against the machine beside what the rider does himself, positive to the right.
        shoulder_lean_rad: "rad" [-0.8, 0.8],
    }

    /// Everything computed on the way.
    pub struct MotorcycleTrace {
        /// Acceleration of the centre of mass forwards.
        acceleration_x_m_s2: "m/s^2" [-100.0, 100.0],
        /// Acceleration of the centre of mass to the left.
        acceleration_y_m_s2: "m/s^2" [-100.0, 100.0],
        /// Sideslip angle of the centre of mass: of its velocity to the vehicle's axis, ISO 8855,
        /// atan2(v_y, v_x); near +-pi in reverse, 0 at rest.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the front wheel.
        front_slip_angle_rad: "rad" [-1.6, 1.6],
        /// Slip angle of the rear wheel.
        rear_slip_angle_rad: "rad" [-1.6, 1.6],
        /// Effective steering angle of the front wheel on the road.
        front_steer_rad: "rad" [-1.6, 1.6],
        /// Lean of the machine's plane, without the rider's shoulders.
        machine_lean_rad: "rad" [-3.2, 3.2],
        /// Camber of the front wheel, positive to the right.
        front_camber_rad: "rad" [-1.6, 1.6],
        /// Target lean angle of the rider.
        wanted_lean_rad: "rad" [-1.6, 1.6],
        /// Longitudinal force of the front tyre.
        front_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the front tyre.
        front_force_y_n: "N" [-1e7, 1e7],
        /// Longitudinal force of the rear tyre.
        rear_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the rear tyre.
        rear_force_y_n: "N" [-1e7, 1e7],
        /// Load on the front wheel.
        front_load_n: "N" [0.0, 1e7],
        /// Load on the rear wheel.
        rear_load_n: "N" [0.0, 1e7],
        /// Friction utilisation of the front tyre: its force over the largest in its direction.
        front_use_of_grip: "-" [0.0, 1e3],
        /// Friction utilisation of the rear tyre: its force over the largest in its direction.
        rear_use_of_grip: "-" [0.0, 1e3],
        /// Speed of the engine.
        engine_rad_s: "rad/s" [0.0, 2e3],
        /// Torque of the engine.
        engine_torque_nm: "N.m" [-1e4, 1e4],
        /// Set while the engine turns at its redline or faster.
        over_redline: flag,
        /// Set where a wheel's longitudinal force is held at what its tyre or the rider allows.
        traction_limited: flag,
        /// Set where the drive is held at what would lift the front wheel.
        wheelie_limited: flag,
        /// Set where the front brake is held at what would lift the rear wheel.
        stoppie_limited: flag,
        /// All forces along the machine but those of brakes and rolling resistance.
        free_force_n: "N" [-1e7, 1e7],
        /// Most that brakes and rolling resistance can hold.
        holding_capacity_n: "N" [0.0, 1e8],
        /// Torque of the rider's hands, or the one given, on the handlebar.
        hands_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of the rider's feet on the ground about the road's line.
        feet_torque_nm: "N.m" [-1e7, 1e7],
        /// Gyroscopic torque of the wheels about the road's line.
        gyroscopic_torque_nm: "N.m" [-1e7, 1e7],
        /// Power of the rider's hands and feet.
        rider_power_w: "W" [-1e8, 1e8],
        /// Air drag along the machine.
        drag_x_n: "N" [-1e6, 1e6],
        /// Air drag across the machine.
        drag_y_n: "N" [-1e6, 1e6],
    }
}

impl<R: Real> MotorcycleInput<R> {
    /// A rider who is asked for what a driver's command says.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ridden(command: &Command<R>) -> Self {
        Self {
            throttle: command.throttle,
            brake: command.brake,
            handbrake: command.handbrake,
            steer_rad: command.steer_rad,
            clutch: command.clutch,
            gear: command.gear,
            automatic: command.automatic,
            rider: R::one(),
            steer_torque_nm: R::zero(),
            shoulder_lean_rad: R::zero(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn gear_request(&self) -> GearRequest<R> {
        GearRequest { gear: self.gear, automatic: self.automatic }
    }
}

impl<R: Real> MotorcycleMode<R> {
    /// Mode of the drive of a point mass, whose wheels roll, too.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn drive_mode(&self) -> PointMassMode<R> {
        PointMassMode {
            gear: self.gear,
            target_gear: self.target_gear,
            shift_timer_s: self.shift_timer_s,
            direction: self.direction,
            blown: self.blown,
        }
    }
}

impl MotorcycleMode<f64> {
    /// In a gear.
    pub fn in_gear(gear: f64) -> Self {
        Self { gear, target_gear: gear, ..Record::splat(0.0) }
    }
}

impl MotorcycleState<f64> {
    /// Upright and straight ahead at a speed.
    pub fn upright(speed_m_s: f64) -> Self {
        Self { velocity_x_m_s: speed_m_s, ..Record::splat(0.0) }
    }
}
