//! A vehicle's numbers by its two axles: body, axles, engine and gearbox.

use crate::chassis::LoadTransfer;
use crate::compound_record;
use crate::math::{Real, Vec2};
use crate::powertrain::{ClutchGrip, Converter, Drive, EngineData, Gears, ShiftData, TorqueCurve};
use crate::record;
use crate::surface::Surface;
use crate::tyre::{CombinedTyre, Grip, LongitudinalLaw, Relaxation};

record! {
    /// The vehicle as a whole.
    pub struct BodyData {
        /// Mass as tested.
        mass_kg: "kg" [0.5, 150000.0],
        /// Distance between the axles.
        wheelbase_m: "m" [0.1, 20.0],
        /// Share of the weight on the front axle.
        front_share: "-" [0.05, 0.95],
        /// Height of the centre of mass.
        cg_height_m: "m" [0.01, 5.0],
        /// Moment of inertia about the vertical axis through the centre of mass.
        yaw_inertia_kg_m2: "kg.m^2" [0.001, 1e7],
        /// Distance between the wheels of an axle.
        track_m: "m" [0.0, 4.0],
        /// Steering angle of the front wheels at the lock.
        largest_steer_rad: "rad" [0.02, 1.5],
        /// Drag coefficient times frontal area.
        drag_area_m2: "m^2" [0.0, 60.0],
        /// Resistance proportional to speed.
        linear_resistance_n_s_m: "N.s/m" [0.0, 1000.0],
        /// Share of the drive torque on the front axle.
        drive_front_share: "-" [0.0, 1.0],
        /// Torque between the axles per difference of their speeds.
        centre_coupling_nm_s: "N.m.s" [0.0, 2000.0],
        /// Efficiency from crankshaft to wheels.
        efficiency: "-" [0.3, 1.0],
    }

    /// An axle with all its wheels.
    pub struct AxleData {
        /// Effective rolling radius.
        radius_m: "m" [0.015, 2.0],
        /// Moment of inertia of all wheels of the axle.
        inertia_kg_m2: "kg.m^2" [0.000001, 4000.0],
        /// Largest force over load.
        friction: "-" [0.05, 3.0],
        /// Slip ratio at the largest force.
        peak_slip: "-" [0.005, 0.5],
        /// Slope of force over load at slip 0.
        stiffness: "-" [1.0, 200.0],
        /// Largest lateral force over load.
        lateral_friction: "-" [0.05, 3.0],
        /// Slip angle at the largest lateral force.
        peak_slip_angle_rad: "rad" [0.01, 0.6],
        /// Sliding force over largest force.
        sliding_share: "-" [0.1, 1.0],
        /// Set where the tyre's law has a peak.
        has_peak: flag,
        /// Set where a linear law is capped.
        is_capped: flag,
        /// 1 / relaxation length.
        inverse_relaxation_1_m: "1/m" [0.5, 200.0],
        /// Damping time of the tread.
        damping_s: "s" [0.0, 0.1],
        /// Rolling resistance over load.
        rolling_resistance: "-" [0.0, 0.3],
        /// Torque of the brakes at full pedal.
        brake_torque_nm: "N.m" [0.0, 1000000.0],
        /// Torque of the handbrake at full pull.
        handbrake_torque_nm: "N.m" [0.0, 1000000.0],
    }
}

compound_record! {
    /// A vehicle by its two axles, engine and gearbox, as numbers only: what models along a line and of motorcycles run
    /// on, so that cars of every kind are side by side in the same lanes. [`Vehicle`](super::Vehicle) is all of it.
    pub struct TwoAxleCar {
        /// The vehicle as a whole.
        body: BodyData<R>,
        /// Front axle.
        front: AxleData<R>,
        /// Rear axle.
        rear: AxleData<R>,
        /// Engine.
        engine: EngineData<R>,
        /// Torque of the engine at full load.
        curve: TorqueCurve<R>,
        /// Clutch.
        clutch: ClutchGrip<R>,
        /// Converter, where one is fitted.
        converter: Converter<R>,
        /// Gears.
        gears: Gears<R>,
        /// Shift points and shift times of the gearbox.
        shift: ShiftData<R>,
        /// The longest sub-step at which the tyres' springs are stable, s.
        longest_step_s: [R; 1],
        /// Longest step at which the tyres' lateral springs are stable too, s.
        longest_turning_step_s: [R; 1],
    }
}

impl<R: Real> AxleData<R> {
    /// The tyres' curve on a road of some grip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn grip(&self, road_grip: R) -> Grip<R> {
        Grip {
            friction: self.friction * road_grip,
            peak_slip: self.peak_slip,
            stiffness: self.stiffness,
            sliding_share: self.sliding_share,
        }
    }

    /// Largest longitudinal and lateral force of the tyres under a load, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn largest_n(&self, road_grip: R, load_n: R) -> Vec2<R> {
        Vec2 { x: self.friction * road_grip * load_n, y: self.lateral_friction * road_grip * load_n }
    }

    /// The tyres' law.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn law(&self) -> LongitudinalLaw<R> {
        LongitudinalLaw { has_peak: self.has_peak, is_capped: self.is_capped }
    }

    /// The tyres in combined slip.
    pub fn combined_tyre(&self) -> CombinedTyre<R> {
        let one = R::one();
        let lateral_share = self.lateral_friction / self.friction;
        let peak_tangent = self.peak_slip_angle_rad.tan();
        CombinedTyre {
            friction: self.friction,
            lateral_share,
            inverse_peak_slip: one / self.peak_slip,
            inverse_peak_tangent: one / peak_tangent,
            rise: self.stiffness * self.peak_slip,
            sliding_share: self.sliding_share,
            has_peak: self.has_peak,
            is_capped: self.is_capped,
            inverse_relaxation_1_m: self.inverse_relaxation_1_m,
            // sigma_y = sigma_x kappa_p / (r lambda_p), or the tyre would give energy.
            inverse_lateral_relaxation_1_m: self.inverse_relaxation_1_m * lateral_share * peak_tangent
                / self.peak_slip,
            damping_s: self.damping_s,
        }
    }

    /// Build-up of the tyres' slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn relaxation(&self) -> Relaxation<R> {
        Relaxation {
            inverse_length_1_m: self.inverse_relaxation_1_m,
            damping_s: self.damping_s,
            peak_slip: self.peak_slip,
        }
    }
}

impl<R: Real> BodyData<R> {
    /// Distances of the front and of the rear axle from the centre of mass, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn axle_distances_m(&self) -> [R; 2] {
        let to_front_m = (R::one() - self.front_share) * self.wheelbase_m;
        [to_front_m, self.wheelbase_m - to_front_m]
    }
}

impl<R: Real> TwoAxleCar<R> {
    /// The vehicle as a whole.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn body(&self) -> &BodyData<R> {
        &self.body
    }
    /// The front axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn front(&self) -> &AxleData<R> {
        &self.front
    }
    /// The rear axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rear(&self) -> &AxleData<R> {
        &self.rear
    }
    /// The engine.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn engine(&self) -> &EngineData<R> {
        &self.engine
    }
    /// The engine's torque at full load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque_curve(&self) -> &TorqueCurve<R> {
        &self.curve
    }
    /// The gears.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gears(&self) -> &Gears<R> {
        &self.gears
    }
    /// Shift points and shift times of the gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shift(&self) -> &ShiftData<R> {
        &self.shift
    }
    /// The clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn clutch(&self) -> &ClutchGrip<R> {
        &self.clutch
    }
    /// The torque converter.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn converter(&self) -> &Converter<R> {
        &self.converter
    }
    /// The longest sub-step that the vehicle allows, s: at most 2 ms, less for very light wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn longest_step_s(&self) -> R {
        self.longest_step_s[0]
    }
    /// The longest sub-step that the vehicle allows a model that turns, s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn longest_turning_step_s(&self) -> R {
        self.longest_turning_step_s[0]
    }

    /// Ratio, losses and torque split of the drivetrain in a gear.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drive(&self, gear: R) -> Drive<R> {
        Drive {
            overall_ratio: self.gears.overall(gear),
            efficiency: self.body.efficiency,
            front_share: self.body.drive_front_share,
        }
    }

    /// Load transfer on a road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn load_transfer(&self, road: &Surface<R>) -> LoadTransfer<R> {
        LoadTransfer {
            weight_n: self.body.mass_kg * road.normal_gravity_m_s2(),
            front_share: self.body.front_share,
            height_over_wheelbase: self.body.cg_height_m / self.body.wheelbase_m,
        }
    }
}
