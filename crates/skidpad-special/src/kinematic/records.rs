//! What the kinematic car is made of, its state, mode and trace.

use crate::drive::EnginePeaks;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::spec::Vehicle;

record! {
    /// Parameters of the model.
    pub struct KinematicCar {
        /// Mass as tested.
        mass_kg: "kg" [20.0, 150000.0],
        /// Mass with what the wheels' inertia adds while they roll.
        rolling_mass_kg: "kg" [20.0, 1e7],
        /// Distance between the axles.
        wheelbase_m: "m" [0.3, 20.0],
        /// Distance from the rear axle forward to the centre of mass.
        rear_to_centre_m: "m" [0.01, 20.0],
        /// Distance between the front wheels.
        track_m: "m" [0.0, 4.0],
        /// Steering angle at the lock.
        largest_steer_rad: "rad" [0.02, 1.5],
        /// Largest drive force forwards, in first gear.
        drive_force_n: "N" [0.0, 1e9],
        /// Largest drive force backwards.
        reverse_force_n: "N" [0.0, 1e9],
        /// Largest power at the wheels.
        power_w: "W" [0.0, 1e9],
        /// Force of the brakes at full pedal.
        brake_force_n: "N" [0.0, 1e9],
        /// Force of the handbrake at full pull.
        handbrake_force_n: "N" [0.0, 1e9],
        /// Rolling resistance over load.
        rolling_resistance: "-" [0.0, 0.3],
        /// Drag coefficient times frontal area.
        drag_area_m2: "m^2" [0.0, 60.0],
        /// Resistance proportional to speed.
        linear_resistance_n_s_m: "N.s/m" [0.0, 1000.0],
    }

    /// State of the car.
    pub struct KinematicState {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e7, 1e7],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e7, 1e7],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Speed of the middle of the rear axle, which is the speed along the car.
        speed_m_s: "m/s" [-150.0, 150.0],
    }

    /// Discrete state.
    pub struct KinematicMode {
        /// Sense of the motion; 0 while the car stands.
        direction: "-" [-1.0, 1.0],
    }

    /// Everything computed on the way.
    pub struct KinematicTrace {
        /// Velocity of the centre of mass, forward.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass, to the left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-1e4, 1e4],
        /// Acceleration of the centre of mass, forward.
        acceleration_x_m_s2: "m/s^2" [-1e4, 1e4],
        /// Acceleration of the centre of mass, to the left.
        acceleration_y_m_s2: "m/s^2" [-1e4, 1e4],
        /// Sideslip angle of the centre of mass: of its velocity to the vehicle's axis, ISO 8855,
        /// atan2(v_y, v_x); near +-pi in reverse, 0 at rest.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Steering angle of the wheel in the middle of the front axle.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Steering angle of the left front wheel.
        left_steer_rad: "rad" [-3.2, 3.2],
        /// Steering angle of the right front wheel.
        right_steer_rad: "rad" [-3.2, 3.2],
        /// Radius of the rear axle's circle, positive to the left; 1e9 stands for straight ahead.
        rear_radius_m: "m" [-1e9, 1e9],
        /// Radius of the circle of the centre of mass.
        centre_radius_m: "m" [-1e9, 1e9],
        /// Radius of the front wheel's circle.
        front_radius_m: "m" [-1e9, 1e9],
        /// Speed of the centre of mass along its path.
        centre_speed_m_s: "m/s" [-1e4, 1e4],
        /// Speed of the front wheel along its path.
        front_speed_m_s: "m/s" [-1e4, 1e4],
        /// Force that the tyres together would have to hold, over their load. Above the road's grip the
        /// motion is not that of a real car: this model does not slide.
        needed_grip: "-" [0.0, 1e9],
        /// Drive force.
        drive_force_n: "N" [-1e9, 1e9],
        /// Force of brakes and rolling resistance.
        holding_force_n: "N" [-1e9, 1e9],
        /// Longitudinal force without brakes and rolling resistance.
        free_force_n: "N" [-1e9, 1e9],
        /// Most that brakes and rolling resistance can hold.
        holding_capacity_n: "N" [0.0, 1e9],
        /// Air drag.
        drag_n: "N" [-1e9, 1e9],
        /// Resistance proportional to speed.
        linear_resistance_n: "N" [-1e9, 1e9],
        /// Weight along the car.
        slope_force_n: "N" [-1e9, 1e9],
    }
}

impl<R: Real> KinematicCar<R> {
    /// The car of a vehicle. The engine becomes its largest torque through first gear
    /// and its largest power, as if the gearbox always had the right ratio.
    pub fn new(vehicle: &Vehicle<R>) -> Self {
        let (body, front, rear) = (vehicle.body(), vehicle.front(), vehicle.rear());
        let EnginePeaks { torque_nm, power_w } = EnginePeaks::new(vehicle);
        let radius = if body.drive_front_share.lane(0) > 0.5 { front.radius_m } else { rear.radius_m };
        let force = |gear: R| Real::abs(vehicle.gears().overall(gear)) * torque_nm * body.efficiency / radius;
        let of_both = |torque: fn(&skidpad_core::spec::AxleData<R>) -> R| {
            torque(front) / front.radius_m + torque(rear) / rear.radius_m
        };
        Self {
            mass_kg: body.mass_kg,
            rolling_mass_kg: body.mass_kg + of_both(|axle| axle.inertia_kg_m2 / axle.radius_m),
            wheelbase_m: body.wheelbase_m,
            rear_to_centre_m: body.front_share * body.wheelbase_m,
            track_m: body.track_m,
            largest_steer_rad: body.largest_steer_rad,
            drive_force_n: force(R::one()),
            reverse_force_n: force(-R::one()),
            power_w: power_w * body.efficiency,
            brake_force_n: of_both(|axle| axle.brake_torque_nm),
            handbrake_force_n: of_both(|axle| axle.handbrake_torque_nm),
            rolling_resistance: front.rolling_resistance * body.front_share
                + rear.rolling_resistance * (R::one() - body.front_share),
            drag_area_m2: body.drag_area_m2,
            linear_resistance_n_s_m: body.linear_resistance_n_s_m,
        }
    }
}

impl KinematicState<f64> {
    /// At the origin, heading along x, with a speed.
    pub fn at_speed(speed_m_s: f64) -> Self {
        Self { x_m: 0.0, y_m: 0.0, yaw_rad: 0.0, speed_m_s }
    }
}
