//! The vehicle that a checked specification describes: what can be computed once is computed here.

use super::fitted::FittedTyres;
use super::step_limit::{longest_engine_step, longest_lateral_step, longest_step};
use super::{
    AxleData, BodyData, CouplingSpec, StallingSpec, TorqueSpec, TwoAxleCar, TyreLaw, Vehicle, VehicleSpec,
};
use crate::math::Real;
use crate::powertrain::driveline::ControlData;
use crate::powertrain::{
    CONVERTER_CAPACITY, CURVE_CAPACITY, ClutchGrip, Converter, EngineData, Gears, MAX_GEARS, ShiftData,
    TorqueCurve,
};
use crate::record::{Flag, Record};

/// Damping time of the tread, s: it damps the rocking of a car on its locked wheels to about a
/// fifth of critical, and acts only while the deflection changes.
const TREAD_DAMPING_S: f64 = 0.01;
/// Speed above which a lock-up clutch may be closed, over idle: as a clutch's bite, with a little
/// more room, since nobody presses a pedal.
const LOCK_UP_ABOVE_IDLE: f64 = 1.2;

impl<R: Real> VehicleSpec<R> {
    pub(super) fn build(&self) -> Vehicle<R> {
        let [front, rear] = [true, false].map(|is_front| self.axle(is_front));
        let body = BodyData {
            mass_kg: self.test_mass_kg(),
            wheelbase_m: self.body.wheelbase_m,
            front_share: self.body.front_weight_share,
            cg_height_m: self.body.cg_height_m,
            yaw_inertia_kg_m2: self.body.yaw_inertia_kg_m2,
            track_m: self.body.track_m,
            largest_steer_rad: self.body.largest_steer_rad,
            drag_area_m2: self.body.drag_coefficient * self.body.frontal_area_m2,
            linear_resistance_n_s_m: self.body.linear_resistance_n_s_m,
            drive_front_share: self.drive.front_share,
            centre_coupling_nm_s: self.drive.centre_coupling_nm_s,
            efficiency: self.gearbox.efficiency,
        };
        let longest_step_s = Real::min(
            Real::min(longest_step(&body, &front), longest_step(&body, &rear)),
            longest_engine_step(&self.engine),
        );
        let longest_lateral_s = Real::min(
            longest_lateral_step(&body, &front, (R::one() - body.front_share) * body.wheelbase_m),
            longest_lateral_step(&body, &rear, body.front_share * body.wheelbase_m),
        );
        let axles = TwoAxleCar {
            longest_step_s: [longest_step_s],
            longest_turning_step_s: [Real::min(longest_step_s, longest_lateral_s)],
            body,
            front,
            rear,
            engine: self.engine_data(),
            curve: self.curve(),
            clutch: self.clutch_grip(),
            converter: self.converter(),
            gears: self.gears(),
            shift: ShiftData {
                gears: R::lit(self.ratios.len() as f64),
                shift_time_s: self.gearbox.shift_time_s,
                torque_share: self.gearbox.shift_torque_share,
                shift_up_rad_s: self.gearbox.shift_up_rad_s,
                shift_down_rad_s: self.gearbox.shift_down_rad_s,
            },
        };
        Vehicle {
            axles,
            chassis: self.chassis_data(),
            stalling: self.stalling.as_ref().map_or_else(ControlData::plain, StallingSpec::control),
            tyres: self.tyres.as_ref().map(FittedTyres::new).unwrap_or_default(),
        }
    }

    fn axle(&self, is_front: bool) -> AxleData<R> {
        let spec = if is_front { &self.front } else { &self.rear };
        AxleData {
            radius_m: spec.radius_m,
            inertia_kg_m2: spec.wheel_inertia_kg_m2 * spec.wheels,
            friction: spec.friction,
            peak_slip: spec.peak_slip,
            stiffness: spec.stiffness,
            lateral_friction: spec.lateral_friction,
            peak_slip_angle_rad: self.peak_slip_angle_rad(is_front),
            sliding_share: spec.sliding_share,
            has_peak: Flag::from(self.tyre_law == TyreLaw::Peaked),
            is_capped: Flag::from(self.tyre_law == TyreLaw::LinearCapped),
            inverse_relaxation_1_m: R::one() / spec.relaxation_length_m,
            damping_s: R::lit(TREAD_DAMPING_S),
            rolling_resistance: spec.rolling_resistance,
            brake_torque_nm: spec.brake_torque_nm,
            handbrake_torque_nm: spec.handbrake_torque_nm,
        }
    }

    fn engine_data(&self) -> EngineData<R> {
        let (is_motor, motor_torque_nm, motor_power_w) = match self.torque {
            TorqueSpec::Motor { torque_nm, power_w } => (true, torque_nm, power_w),
            TorqueSpec::Points(_) | TorqueSpec::Lines(_) => (false, R::zero(), R::zero()),
        };
        EngineData {
            idle_rad_s: self.engine.idle_rad_s,
            redline_rad_s: self.engine.redline_rad_s,
            limiter_rad_s: self.engine.limiter_rad_s,
            blow_up_rad_s: self.engine.blow_up_rad_s,
            inertia_kg_m2: self.engine.inertia_kg_m2,
            braking_nm_s: self.engine.braking_nm_s,
            is_motor: Flag::from(is_motor),
            motor_torque_nm,
            motor_power_w,
        }
    }

    fn curve(&self) -> TorqueCurve<R> {
        let mut curve: TorqueCurve<R> = Record::splat(R::zero());
        let mut put = |index: usize, start: R, base: R, slope: R| {
            for place in index..CURVE_CAPACITY {
                curve.start_rad_s[place] = start;
                curve.base_nm[place] = base;
                curve.slope_nm_s[place] = slope;
            }
        };
        match &self.torque {
            TorqueSpec::Points(points) => {
                for (index, &(speed, torque)) in points.iter().enumerate() {
                    let slope =
                        points.get(index + 1).map_or(R::zero(), |next| (next.1 - torque) / (next.0 - speed));
                    put(index, speed, torque, slope);
                }
            }
            TorqueSpec::Lines(lines) => {
                for (index, line) in lines.iter().enumerate() {
                    put(
                        index,
                        line.from_rad_s,
                        line.intercept_nm + line.slope_nm_s * line.from_rad_s,
                        line.slope_nm_s,
                    );
                }
            }
            TorqueSpec::Motor { .. } => {}
        }
        curve
    }

    fn clutch_grip(&self) -> ClutchGrip<R> {
        match &self.coupling {
            CouplingSpec::Clutch(clutch) => {
                // The grip rises with the square of the speed above the bite; at the launch speed
                // it carries the engine's largest torque.
                let at_launch =
                    Real::sqrt(Real::min(self.largest_torque_nm() / clutch.capacity_nm, R::one()));
                ClutchGrip {
                    is_rigid: Flag::from(false),
                    capacity_nm: clutch.capacity_nm,
                    bite_rad_s: clutch.bite_rad_s,
                    launch_rad_s: clutch.launch_rad_s,
                    inverse_span_s: at_launch / (clutch.launch_rad_s - clutch.bite_rad_s),
                }
            }
            CouplingSpec::Direct => ClutchGrip { is_rigid: Flag::from(true), ..Record::splat(R::zero()) },
            CouplingSpec::Converter(_) => ClutchGrip {
                is_rigid: Flag::from(false),
                // The lock-up clutch. It opens before it would drag the engine below idle.
                capacity_nm: R::lit(1.5) * self.largest_torque_nm(),
                bite_rad_s: R::lit(LOCK_UP_ABOVE_IDLE) * self.engine.idle_rad_s,
                launch_rad_s: R::zero(),
                inverse_span_s: R::one() / Real::max(self.engine.idle_rad_s, R::one()),
            },
        }
    }

    fn converter(&self) -> Converter<R> {
        let mut converter = Converter {
            lock_up_ratio: R::lit(2.0),
            lock_up_from_gear: R::lit(99.0),
            torque_ratio: [R::one(); CONVERTER_CAPACITY],
            ..Record::splat(R::zero())
        };
        if let CouplingSpec::Converter(spec) = &self.coupling {
            converter.is_fitted = Flag::from(true);
            converter.lock_up_ratio = spec.lock_up_ratio;
            converter.lock_up_from_gear = R::lit(f64::from(spec.lock_up_from_gear));
            for place in 0..CONVERTER_CAPACITY {
                let row = spec.points[place.min(spec.points.len() - 1)];
                (
                    converter.speed_ratio[place],
                    converter.torque_ratio[place],
                    converter.capacity_nm_s2[place],
                ) = row;
            }
        }
        converter
    }

    fn gears(&self) -> Gears<R> {
        let mut forward = [R::zero(); MAX_GEARS];
        for (place, ratio) in forward.iter_mut().enumerate() {
            *ratio = self.ratios[place.min(self.ratios.len() - 1)];
        }
        Gears { forward, reverse: self.reverse, final_drive: self.gearbox.final_drive }
    }
}
