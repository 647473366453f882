//! The driveline of a car, its mode and its outputs.

use super::{ControlData, DifferentialData, MotorData};
use crate::math::{Mask, Real};
use crate::powertrain::clutch::{Clutch, ClutchState};
use crate::powertrain::{
    ClutchGrip, Converter, ConverterSegment, CurveSegment, EngineData, Gears, ShiftData, ShiftState,
    TorqueCurve,
};
use crate::record::Empty;
use crate::wheels::Wheels;
use crate::{compound_record, record};

record! {
    /// Losses of the driveline, inertia of the wheels, and the sub-step.
    pub struct LayoutData {
        /// Efficiency from crankshaft to wheels.
        efficiency: "-" [0.3, 1.0],
        /// Moment of inertia of each front wheel with what turns with it.
        front_wheel_kg_m2: "kg.m^2" [0.001, 2000.0],
        /// Moment of inertia of each rear wheel with what turns with it.
        rear_wheel_kg_m2: "kg.m^2" [0.001, 2000.0],
        /// The longest sub-step for which stiff parts are made stable.
        longest_step_s: "s" [1e-6, 0.1],
    }
}

compound_record! {
    /// The whole driveline of a four-wheel car as numbers. `DrivelineCar::from(&vehicle)` makes one of the data of a
    /// vehicle; its fields may then be replaced.
    pub struct DrivelineCar {
        /// The engine, or a motor in its place.
        pub engine: EngineData<R>,
        /// Torque curve of the engine at full load.
        pub curve: TorqueCurve<R>,
        /// Clutch, or the lock-up clutch of a converter.
        pub clutch: ClutchGrip<R>,
        /// Torque converter.
        pub converter: Converter<R>,
        /// Gears.
        pub gears: Gears<R>,
        /// Shift points and shift times of the gearbox.
        pub shift: ShiftData<R>,
        /// Stall, starter, limiter, pedals, kick-down.
        pub control: ControlData<R>,
        /// Wheels and losses.
        pub layout: LayoutData<R>,
        /// Differential between the axles: its share is that of the front axle, 1 or 0 where one axle is driven.
        pub centre: DifferentialData<R>,
        /// Differential between the front wheels; its first side is the left.
        pub front: DifferentialData<R>,
        /// Differential between the rear wheels; its first side is the left.
        pub rear: DifferentialData<R>,
        /// A motor at the front differential's carrier.
        pub front_motor: MotorData<R>,
        /// A motor at the rear differential's carrier.
        pub rear_motor: MotorData<R>,
        /// A motor at each front wheel.
        pub front_hub_motor: MotorData<R>,
        /// A motor at each rear wheel.
        pub rear_hub_motor: MotorData<R>,
    }
}

record! {
    /// Discrete state of the driveline, which changes once per sub-step; with the segments that are looked up in tables
    /// once per sub-step, and the torques of the motors, whose controllers hold them for as long.
    pub struct DrivelineMode {
        /// The gear that is in: -1 reverse, 0 neutral.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift.
        shift_timer_s: "s" [0.0, 5.0],
        /// Engine speed over gearbox output, in the gear that is in.
        overall_ratio: "-" [-100.0, 100.0],
        /// Engine speed over gearbox output, in the gear that the second clutch of a dual-clutch gearbox hands over to;
        /// 0 without.
        second_ratio: "-" [-100.0, 100.0],
        /// Set while engine and gearbox turn together.
        engaged: flag,
        /// Set while the clutch is slipping to set the vehicle in motion.
        launching: flag,
        /// Sense of the clutch's slip: 1 while the engine is the faster.
        clutch_direction: "-" [-1.0, 1.0],
        /// Sense of the slip of a dual-clutch gearbox's second clutch: 1 while the engine is the faster, 0 while the
        /// clutch carries nothing.
        second_direction: "-" [-1.0, 1.0],
        /// Share to which a dual-clutch gearbox has closed the coming gear's clutch.
        second_closed: "-" [0.0, 1.0],
        /// Set from when the second clutch has all the torque until the shift ends.
        handed_over: flag,
        /// Set while both axles turn together.
        centre_locked: flag,
        /// Sense of the slip in the centre: 1 while the front axle is the faster.
        centre_direction: "-" [-1.0, 1.0],
        /// Sense of the torque through the centre.
        centre_torque_sign: "-" [-1.0, 1.0],
        /// Set while both front wheels turn together.
        front_locked: flag,
        /// Sense of the slip in the front differential: 1 while the left wheel is the faster.
        front_direction: "-" [-1.0, 1.0],
        /// Sense of the torque through the front differential.
        front_torque_sign: "-" [-1.0, 1.0],
        /// Set while both rear wheels turn together.
        rear_locked: flag,
        /// Sense of the slip in the rear differential: 1 while the left wheel is the faster.
        rear_direction: "-" [-1.0, 1.0],
        /// Sense of the torque through the rear differential.
        rear_torque_sign: "-" [-1.0, 1.0],
        /// Sense of the front left wheel's rotation; 0 while it is held.
        front_left_direction: "-" [-1.0, 1.0],
        /// Sense of the front right wheel's rotation; 0 while it is held.
        front_right_direction: "-" [-1.0, 1.0],
        /// Sense of the rear left wheel's rotation; 0 while it is held.
        rear_left_direction: "-" [-1.0, 1.0],
        /// Sense of the rear right wheel's rotation; 0 while it is held.
        rear_right_direction: "-" [-1.0, 1.0],
        /// Sense of the engine's rotation; 0 while it is at rest.
        engine_direction: "-" [-1.0, 1.0],
        /// Set while the engine is stalled.
        stalled: flag,
        /// Set while the starter turns the engine.
        starting: flag,
        /// Set while the limiter has cut the ignition.
        cut: flag,
        /// Set once the engine is blown.
        blown: flag,
        /// Start of the segment of the engine's curve that is in use.
        curve_start_rad_s: "rad/s" [0.0, 20000.0],
        /// Torque at the start of the engine curve's segment.
        curve_base_nm: "N.m" [-1e6, 1e6],
        /// Slope of the engine curve's segment.
        curve_slope_nm_s: "N.m.s" [-1e6, 1e6],
        /// Start of the segment of the converter's table that is in use, a speed ratio.
        converter_start: "-" [0.0, 1.0],
        /// Torque ratio at the start of the converter table's segment.
        converter_ratio: "-" [0.0, 10.0],
        /// Capacity at the start of the converter table's segment.
        converter_capacity_nm_s2: "N.m.s^2" [0.0, 100.0],
        /// Slope of the torque ratio in the converter table's segment.
        converter_ratio_slope: "-" [-1e6, 1e6],
        /// Slope of the capacity in the converter table's segment.
        converter_capacity_slope_nm_s2: "N.m.s^2" [-1e6, 1e6],
        /// Torque with which a motor in the engine's place feeds back.
        engine_back_nm: "N.m" [0.0, 1e5],
        /// Torque of the front axle's motor behind its gears.
        front_motor_nm: "N.m" [-1e6, 1e6],
        /// Torque of the rear axle's motor behind its gears.
        rear_motor_nm: "N.m" [-1e6, 1e6],
        /// Torque of the front left wheel's motor behind its gears.
        front_left_motor_nm: "N.m" [-1e6, 1e6],
        /// Torque of the front right wheel's motor behind its gears.
        front_right_motor_nm: "N.m" [-1e6, 1e6],
        /// Torque of the rear left wheel's motor behind its gears.
        rear_left_motor_nm: "N.m" [-1e6, 1e6],
        /// Torque of the rear right wheel's motor behind its gears.
        rear_right_motor_nm: "N.m" [-1e6, 1e6],
    }

    /// Torques inside the driveline.
    pub struct DrivelineTrace {
        /// Torque of the engine.
        engine_torque_nm: "N.m" [-1e4, 1e4],
        /// Torque that the clutch or converter takes from the engine.
        coupling_torque_nm: "N.m" [-1e5, 1e5],
        /// Torque that the clutch or converter gives to the gearbox.
        gearbox_torque_nm: "N.m" [-1e5, 1e5],
        /// Torque of a dual-clutch gearbox's second clutch.
        second_torque_nm: "N.m" [-1e5, 1e5],
        /// Torque that would keep engine and gearbox together.
        engaged_torque_nm: "N.m" [-1e5, 1e5],
        /// Most that the clutch can carry.
        clutch_capacity_nm: "N.m" [0.0, 1e9],
        /// Speed of the gearbox's input.
        gearbox_input_rad_s: "rad/s" [-5e3, 5e3],
        /// Torque of the gearbox into the centre.
        centre_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque through the front differential, its motor's included.
        front_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque through the rear differential, its motor's included.
        rear_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque that the centre moves from the front to the rear beyond its fixed split.
        centre_moved_nm: "N.m" [-1e6, 1e6],
        /// Torque that the front differential moves from the left to the right wheel.
        front_moved_nm: "N.m" [-1e6, 1e6],
        /// Torque that the rear differential moves from the left to the right wheel.
        rear_moved_nm: "N.m" [-1e6, 1e6],
        /// Torque at the shaft of the front axle's motor.
        front_motor_shaft_nm: "N.m" [-1e5, 1e5],
        /// Torque at the shaft of the rear axle's motor.
        rear_motor_shaft_nm: "N.m" [-1e5, 1e5],
        /// Power of the engine.
        engine_power_w: "W" [-1e8, 1e8],
        /// Power at the shafts of all motors beside the engine.
        motor_power_w: "W" [-1e8, 1e8],
        /// Power lost in clutches and converter.
        coupling_loss_w: "W" [0.0, 1e8],
        /// Power lost in the gears, those of the motors included.
        gear_loss_w: "W" [0.0, 1e8],
        /// Power lost in the differentials.
        differential_loss_w: "W" [0.0, 1e8],
    }
}

/// Speeds of engine and wheels: the driveline's part of a car's state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivelineSpeeds<R> {
    /// The engine's speed, rad/s.
    pub engine_rad_s: R,
    /// The wheels' spins, rad/s.
    pub wheels_rad_s: Wheels<R>,
}

/// Torques on the wheels from outside the driveline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelLoads<R> {
    /// Torque of the tyres and all else but brakes and rolling resistance, N.m.
    pub torque_nm: Wheels<R>,
    /// Torque that brakes and rolling resistance can hold, N.m, at least 0.
    pub holding_nm: Wheels<R>,
}

/// Torques and accelerations of a driveline in one evaluation. `S` is its own state, `O` its derived quantities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivelineTorque<R, S = Empty, O = DrivelineTrace<R>> {
    /// Angular acceleration of the engine, rad/s^2.
    pub engine_rate_rad_s2: R,
    /// Angular accelerations of the wheels, brakes included, rad/s^2.
    pub wheel_rate_rad_s2: Wheels<R>,
    /// Torque on each wheel from the driveline and its own motor, N.m.
    pub drive_nm: Wheels<R>,
    /// Torque on each wheel of brakes and rolling resistance, N.m.
    pub brake_nm: Wheels<R>,
    /// Rate of the driveline's own state.
    pub own_rate: S,
    /// Torques and powers inside.
    pub inside: O,
}

impl<R: Real> DrivelineCar<R> {
    /// Moment of inertia of each wheel with its motor, kg m^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wheel_inertia_kg_m2(&self) -> Wheels<R> {
        Wheels::of_axles(
            self.layout.front_wheel_kg_m2 + self.front_hub_motor.reflected_kg_m2(),
            self.layout.rear_wheel_kg_m2 + self.rear_hub_motor.reflected_kg_m2(),
        )
    }

    /// The clutch with the conditions under which it closes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn clutch_with_conditions(&self) -> Clutch<'_, R> {
        Clutch {
            grip: &self.clutch,
            lock_up: self.converter.lock_up(),
            by_pedal: self.control.clutch_by_pedal,
        }
    }

    /// Speed of the gearbox's output, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn output_rad_s(&self, wheels_rad_s: &Wheels<R>) -> R {
        self.shafts(wheels_rad_s).output_rad_s()
    }
}

impl<R: Real> DrivelineMode<R> {
    /// In a gear, the engine running and nothing joined yet.
    pub fn in_gear(car: &DrivelineCar<R>, gear: R) -> Self {
        let overall_ratio = car.gears.overall(gear);
        let zeros: Self = crate::record::Record::splat(R::zero());
        let mode = Self { gear, target_gear: gear, overall_ratio, engine_direction: R::one(), ..zeros };
        mode.looked_up(car, car.engine.idle_rad_s, R::zero())
    }

    /// Returns the mode with the segments of the tables of engine and converter at the speeds of engine and gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn looked_up(self, car: &DrivelineCar<R>, engine_rad_s: R, input_rad_s: R) -> Self {
        let curve = car.curve.segment_of_few(engine_rad_s.max(car.engine.idle_rad_s));
        let mut converter = self.converter_segment();
        let is_fitted = car.converter.is_fitted.is_set();
        // Asks only whether any car has one: the others' stays what it was.
        if is_fitted.any() {
            let found = car.converter.segment(engine_rad_s, input_rad_s);
            converter = crate::record::Record::choose(is_fitted, &found, &converter);
        }
        Self {
            curve_start_rad_s: curve.start_rad_s,
            curve_base_nm: curve.base_nm,
            curve_slope_nm_s: curve.slope_nm_s,
            converter_start: converter.speed_ratio,
            converter_ratio: converter.torque_ratio,
            converter_capacity_nm_s2: converter.capacity_nm_s2,
            converter_ratio_slope: converter.torque_ratio_slope,
            converter_capacity_slope_nm_s2: converter.capacity_slope_nm_s2,
            ..self
        }
    }

    /// The segment of the engine's curve in use.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn curve_segment(&self) -> CurveSegment<R> {
        CurveSegment {
            start_rad_s: self.curve_start_rad_s,
            base_nm: self.curve_base_nm,
            slope_nm_s: self.curve_slope_nm_s,
        }
    }

    /// The segment of the converter's table in use.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn converter_segment(&self) -> ConverterSegment<R> {
        ConverterSegment {
            speed_ratio: self.converter_start,
            torque_ratio: self.converter_ratio,
            capacity_nm_s2: self.converter_capacity_nm_s2,
            torque_ratio_slope: self.converter_ratio_slope,
            capacity_slope_nm_s2: self.converter_capacity_slope_nm_s2,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shift_state(&self) -> ShiftState<R> {
        ShiftState { gear: self.gear, target_gear: self.target_gear, shift_timer_s: self.shift_timer_s }
    }

    /// State of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn clutch(&self) -> ClutchState<R> {
        let Self { engaged, launching, clutch_direction: direction, .. } = *self;
        ClutchState { engaged, launching, direction }
    }

    /// The mode with another state of the clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn with_clutch(self, clutch: &ClutchState<R>) -> Self {
        let ClutchState { engaged, launching, direction: clutch_direction } = *clutch;
        Self { engaged, launching, clutch_direction, ..self }
    }

    /// Torques of the wheels' own motors, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn hub_motors_nm(&self) -> Wheels<R> {
        Wheels {
            front_left: self.front_left_motor_nm,
            front_right: self.front_right_motor_nm,
            rear_left: self.rear_left_motor_nm,
            rear_right: self.rear_right_motor_nm,
        }
    }

    /// The wheels' senses of rotation; 0 for one that is held.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wheel_directions(&self) -> Wheels<R> {
        Wheels {
            front_left: self.front_left_direction,
            front_right: self.front_right_direction,
            rear_left: self.rear_left_direction,
            rear_right: self.rear_right_direction,
        }
    }

    /// Returns the mode with other senses of rotation of the wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn with_wheel_directions(self, directions: &Wheels<R>) -> Self {
        Self {
            front_left_direction: directions.front_left,
            front_right_direction: directions.front_right,
            rear_left_direction: directions.rear_left,
            rear_right_direction: directions.rear_right,
            ..self
        }
    }
}
