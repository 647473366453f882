//! An electric powertrain: a motor at each wheel, with a controller that shares out the torque, and a battery.

use skidpad::core::math::Real;
use skidpad::core::powertrain::driveline::{
    Driveline, DrivelineDemand, DrivelineReadings, DrivelineSensors, DrivelineSpeeds, DrivelineState,
    DrivelineTorque, FreeWheels, WheelLoads,
};
use skidpad::core::record::Flag;
use skidpad::core::wheels::Wheels;
use skidpad::core::{compound_record, each_wheel, joined_record, record};

record! {
    /// A motor and its gears to a wheel.
    pub struct WheelMotor {
        /// Largest torque at the motor's shaft.
        torque_nm: "N.m" [0.0, 10000.0],
        /// Largest power at the shaft: beyond it the torque falls as 1 over the speed.
        power_w: "W" [0.0, 1e7],
        /// Speed at which there is no torque left.
        largest_rad_s: "rad/s" [1.0, 5000.0],
        /// Speed of the motor over that of the wheel.
        ratio: "-" [0.1, 50.0],
        /// Efficiency of inverter, motor and gears, either way.
        efficiency: "-" [0.3, 1.0],
        /// Moment of inertia of the wheel with its motor, about the wheel's axle.
        inertia_kg_m2: "kg.m^2" [0.01, 1000.0],
        /// Rolling radius of the wheel.
        radius_m: "m" [0.05, 2.0],
        /// Half the distance between the axle's wheels.
        half_track_m: "m" [0.05, 2.0],
    }

    /// The controller of the four motors, and the battery.
    pub struct QuadControl {
        /// Largest power that the battery gives.
        battery_w: "W" [0.0, 1e7],
        /// Largest power that it takes.
        charge_w: "W" [0.0, 1e7],
        /// Energy in it at the start.
        full_j: "J" [0.0, 1e10],
        /// Time constant with which a motor's torque follows its command.
        torque_lag_s: "s" [0.005, 1.0],
        /// Share of the largest torque that brakes with the accelerator released.
        lift_off_share: "-" [0.0, 1.0],
        /// The same with the brake pedal fully pressed.
        pedal_share: "-" [0.0, 1.0],
        /// Yaw moment per yaw rate that the car lacks.
        yaw_gain_nm_s: "N.m.s" [0.0, 1e6],
        /// Largest yaw moment that is asked for.
        largest_yaw_nm: "N.m" [0.0, 1e5],
        /// Wheelbase of the car that the driver is to feel.
        wheelbase_m: "m" [0.1, 20.0],
        /// Its understeer gradient: yaw rate = v delta / (L + K v^2).
        understeer_s2_m: "s^2/m" [0.0, 0.1],
        /// Lateral acceleration that the driver may ask for.
        largest_lateral_m_s2: "m/s^2" [0.0, 50.0],
    }
}

compound_record! {
    /// Four motors, two at the front and two at the rear, with their controller.
    pub struct QuadMotors {
        /// Each front wheel's.
        pub front: WheelMotor<R>,
        /// Each rear wheel's.
        pub rear: WheelMotor<R>,
        /// Controller and battery.
        pub control: QuadControl<R>,
    }
}

record! {
    /// Commands that the controller holds for a sub-step.
    pub struct QuadCommands {
        /// Gear: 1 forwards, -1 reverse, 0 neutral.
        gear: "-" [-1.0, 1.0],
        /// Set once the battery is empty.
        battery_empty: flag,
        /// Torque that is asked for at the front left wheel.
        front_left_command_nm: "N.m" [-1e5, 1e5],
        /// Torque that is asked for at the front right wheel.
        front_right_command_nm: "N.m" [-1e5, 1e5],
        /// Torque that is asked for at the rear left wheel.
        rear_left_command_nm: "N.m" [-1e5, 1e5],
        /// Torque that is asked for at the rear right wheel.
        rear_right_command_nm: "N.m" [-1e5, 1e5],
    }

    /// What is integrated besides the speeds of the wheels.
    pub struct QuadState {
        /// Torque of the front left motor at its wheel.
        front_left_motor_nm: "N.m" [-1e5, 1e5],
        /// Torque of the front right motor at its wheel.
        front_right_motor_nm: "N.m" [-1e5, 1e5],
        /// Torque of the rear left motor at its wheel.
        rear_left_motor_nm: "N.m" [-1e5, 1e5],
        /// Torque of the rear right motor at its wheel.
        rear_right_motor_nm: "N.m" [-1e5, 1e5],
        /// Energy in the battery.
        battery_j: "J" [-1e10, 1e10],
    }

    /// What is computed for a reader.
    pub struct QuadOutputs {
        /// Power that the battery gives; negative while it is charged.
        battery_power_w: "W" [-1e7, 1e7],
        /// Power of the motors at the wheels.
        motor_power_w: "W" [-1e7, 1e7],
        /// Power lost in inverters, motors and gears.
        motor_loss_w: "W" [0.0, 1e7],
        /// Share of the motors' torque that the battery's limits leave.
        power_share: "-" [0.0, 1.0],
        /// Yaw moment of the motors: of the right ones' torque over the left ones'.
        torque_vectoring_nm: "N.m" [-1e5, 1e5],
    }
}

joined_record! {
    /// What changes in jumps: which wheels stand, and the commands.
    pub struct QuadMode {
        /// Senses of the wheels' rotation.
        wheels: FreeWheels<R>,
        /// Commands.
        commands: QuadCommands<R>,
    }
}

/// Torques of the motors at an instant, within all limits.
struct Limited<R> {
    wheels_nm: [R; 4],
    outputs: QuadOutputs<R>,
}

/// Speed of a motor, over its largest, from which its torque fades.
const FADES_FROM: f64 = 0.95;
/// Speed of a wheel below which regeneration fades, rad/s: a motor cannot hold a car, its brakes do.
const HOLDS_BELOW_RAD_S: f64 = 5.0;
/// Speed below which torque vectoring fades, m/s.
const VECTORS_FROM_M_S: f64 = 3.0;

impl<R: Real> WheelMotor<R> {
    /// The largest torque at the wheel, N.m, while it turns at `wheel_rad_s`: constant torque, then constant power, then none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn largest_nm(&self, wheel_rad_s: R) -> R {
        let speed = (self.ratio * wheel_rad_s).abs();
        let by_power = self.power_w / speed.max(R::lit(1e-3));
        let left = (R::one() - speed / self.largest_rad_s) * R::lit(1.0 / (1.0 - FADES_FROM));
        self.ratio * self.torque_nm.min(by_power) * left.clamp(R::zero(), R::one())
    }
}

impl<R: Real> QuadMotors<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn motors(&self) -> [&WheelMotor<R>; 4] {
        [&self.front, &self.front, &self.rear, &self.rear]
    }

    /// Yaw moment that brings the car to the yaw rate of the one that the driver is to feel, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vectoring_nm(&self, sensors: &DrivelineSensors<R>) -> R {
        let (control, speed) = (&self.control, sensors.velocity_m_s.x);
        let path = control.wheelbase_m + control.understeer_s2_m * speed * speed;
        let most = control.largest_lateral_m_s2 / speed.abs().max(R::one());
        let wanted = (speed * sensors.steer_rad / path).clamp(-most, most);
        let moment = control.yaw_gain_nm_s * (wanted - sensors.yaw_rate_rad_s);
        let share = (speed.abs() * R::lit(1.0 / VECTORS_FROM_M_S)).min(R::one());
        share * moment.clamp(-control.largest_yaw_nm, control.largest_yaw_nm)
    }

    /// Torque that is asked for at each wheel, N.m: accelerator, regeneration, and the yaw moment, half of it by each axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn commands_nm(
        &self,
        spins: &[R; 4],
        demand: &DrivelineDemand<R>,
        sensors: &DrivelineSensors<R>,
        sense: R,
    ) -> [R; 4] {
        let (one, control) = (R::one(), &self.control);
        let released = control.lift_off_share * (one - demand.throttle);
        let regeneration = released.max(control.pedal_share * sensors.brake) * sense.abs();
        let quarter_nm = R::lit(0.25) * self.vectoring_nm(sensors) * sense.abs();
        let (motors, sides) = (self.motors(), [-one, one, -one, one]);
        each_wheel!(W => {
            let (motor, spin) = (motors[W], spins[W]);
            let most = motor.largest_nm(spin);
            let turns = (spin * R::lit(1.0 / HOLDS_BELOW_RAD_S)).clamp(-one, one);
            let vectored = sides[W] * quarter_nm * motor.radius_m / motor.half_track_m;
            let asked = most * (sense * demand.throttle - regeneration * turns) + vectored;
            asked.clamp(-most, most)
        })
    }

    /// The motors' torques within their own limits and those of the battery. A motor takes its power over its efficiency from
    /// the battery, and gives back its power times its efficiency.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limited(&self, own: &QuadState<R>, spins: &[R; 4]) -> Limited<R> {
        let (zero, one) = (R::zero(), R::one());
        let (motors, asked) = (self.motors(), own.motors_nm());
        let within = each_wheel!(W => {
            let most = motors[W].largest_nm(spins[W]);
            asked[W].clamp(-most, most)
        });
        let at_wheel_w = each_wheel!(W => within[W] * spins[W]);
        let at_battery_w = each_wheel!(W => R::select(
            at_wheel_w[W].gt(zero),
            at_wheel_w[W] / motors[W].efficiency,
            at_wheel_w[W] * motors[W].efficiency,
        ));
        let (wheels_w, all_w) = (Wheels::from_row(at_wheel_w).sum(), Wheels::from_row(at_battery_w).sum());
        let least = R::lit(1e-3);
        let gives = self.control.battery_w / all_w.max(least);
        let takes = self.control.charge_w / (-all_w).max(least);
        let share = gives.min(takes).min(one);
        let wheels_nm = each_wheel!(W => within[W] * share);
        let pulls = each_wheel!(W => wheels_nm[W] / motors[W].radius_m * motors[W].half_track_m);
        Limited {
            wheels_nm,
            outputs: QuadOutputs {
                battery_power_w: share * all_w,
                motor_power_w: share * wheels_w,
                motor_loss_w: share * (all_w - wheels_w),
                power_share: share,
                torque_vectoring_nm: (pulls[1] - pulls[0]) + (pulls[3] - pulls[2]),
            },
        }
    }
}

impl<R: Real> QuadState<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn motors_nm(&self) -> [R; 4] {
        [
            self.front_left_motor_nm,
            self.front_right_motor_nm,
            self.rear_left_motor_nm,
            self.rear_right_motor_nm,
        ]
    }
}

impl<R: Real> QuadCommands<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheels_nm(&self) -> [R; 4] {
        [
            self.front_left_command_nm,
            self.front_right_command_nm,
            self.rear_left_command_nm,
            self.rear_right_command_nm,
        ]
    }
}

/// Number of the end "battery empty" in [`ENDS`](crate::ENDS).
const BATTERY_EMPTY: f64 = 3.0;

impl<R: Real> Driveline<R> for QuadMotors<R> {
    type Mode = QuadMode<R>;
    type State = QuadState<R>;
    type Outputs = QuadOutputs<R>;

    fn in_gear(&self, gear: R) -> QuadMode<R> {
        let zeros: QuadMode<R> = skidpad::core::record::Record::splat(R::zero());
        QuadMode { commands: QuadCommands { gear: gear.sign(), ..zeros.commands }, ..zeros }
    }

    fn rolling(&self, wheels_rad_s: &Wheels<R>, _: R) -> DrivelineState<R, QuadState<R>> {
        let zeros: QuadState<R> = skidpad::core::record::Record::splat(R::zero());
        DrivelineState {
            speeds: DrivelineSpeeds { engine_rad_s: R::zero(), wheels_rad_s: *wheels_rad_s },
            own: QuadState { battery_j: self.control.full_j, ..zeros },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(
        &self,
        mode: &QuadMode<R>,
        now: &DrivelineState<R, QuadState<R>>,
        demand: &DrivelineDemand<R>,
        sensors: &DrivelineSensors<R>,
        _: R,
    ) -> QuadMode<R> {
        let (zero, one) = (R::zero(), R::one());
        let gear = R::select(demand.automatic.is_set(), one, demand.gear.sign());
        let is_empty = mode.commands.battery_empty.is_set() | now.own.battery_j.le(zero);
        let battery_empty = Flag::new(is_empty);
        let spins = now.speeds.wheels_rad_s.in_a_row();
        let sense = gear * (one - battery_empty.number());
        let [front_left, front_right, rear_left, rear_right] =
            self.commands_nm(&spins, demand, sensors, sense);
        QuadMode {
            wheels: FreeWheels::turning(&now.speeds.wheels_rad_s),
            commands: QuadCommands {
                gear,
                battery_empty,
                front_left_command_nm: front_left,
                front_right_command_nm: front_right,
                rear_left_command_nm: rear_left,
                rear_right_command_nm: rear_right,
            },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn solve(
        &self,
        mode: &QuadMode<R>,
        now: &DrivelineState<R, QuadState<R>>,
        loads: &WheelLoads<R>,
        _: &DrivelineDemand<R>,
    ) -> DrivelineTorque<R, QuadState<R>, QuadOutputs<R>> {
        let limited = self.limited(&now.own, &now.speeds.wheels_rad_s.in_a_row());
        let drive_nm = Wheels::from_row(limited.wheels_nm);
        let (wheel_rate_rad_s2, brake_nm) = mode.wheels.rates(&self.wheel_inertia_kg_m2(), &drive_nm, loads);
        let (asked, has) = (mode.commands.wheels_nm(), now.own.motors_nm());
        let follows = each_wheel!(W => (asked[W] - has[W]) / self.control.torque_lag_s);
        DrivelineTorque {
            engine_rate_rad_s2: R::zero(),
            wheel_rate_rad_s2,
            drive_nm,
            brake_nm,
            own_rate: QuadState {
                front_left_motor_nm: follows[0],
                front_right_motor_nm: follows[1],
                rear_left_motor_nm: follows[2],
                rear_right_motor_nm: follows[3],
                battery_j: -limited.outputs.battery_power_w,
            },
            inside: limited.outputs,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decide(
        &self,
        mode: &QuadMode<R>,
        _: &DrivelineState<R, QuadState<R>>,
        loads: &WheelLoads<R>,
        torque: &DrivelineTorque<R, QuadState<R>, QuadOutputs<R>>,
        _: &DrivelineDemand<R>,
    ) -> QuadMode<R> {
        QuadMode { wheels: mode.wheels.released(&torque.drive_nm, loads), ..*mode }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(
        &self,
        mode: &QuadMode<R>,
        after: &DrivelineState<R, QuadState<R>>,
    ) -> (QuadMode<R>, DrivelineState<R, QuadState<R>>) {
        let wheels_rad_s = mode.wheels.stopped(&after.speeds.wheels_rad_s);
        (*mode, DrivelineState { speeds: DrivelineSpeeds { wheels_rad_s, ..after.speeds }, ..*after })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheel_directions(mode: &QuadMode<R>) -> Wheels<R> {
        mode.wheels.directions()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheel_inertia_kg_m2(&self) -> Wheels<R> {
        Wheels::of_axles(self.front.inertia_kg_m2, self.rear.inertia_kg_m2)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended(mode: &QuadMode<R>) -> R {
        mode.commands.battery_empty.number() * R::lit(BATTERY_EMPTY)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn readings(&self, mode: &QuadMode<R>, _: R, _: &QuadOutputs<R>) -> DrivelineReadings<R> {
        let gear = mode.commands.gear;
        DrivelineReadings { gear, target_gear: gear, ..DrivelineReadings::none() }
    }
}
