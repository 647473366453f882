//! The chassis that a specification describes: the rules of its derived fields, and its springs, dampers and anti-roll bars.

use super::bump_stops::BumpStopsSpec;
use super::chassis::{AssistsSpec, ChassisData, ChassisSpec, DifferentialsSpec, SteeringSpec};
use super::space::SpaceSpec;
use super::vehicle_spec::{GearboxKind, VehicleSpec};
use crate::math::Real;
use crate::record::Flag;
use crate::units::STANDARD_GRAVITY_M_S2;

impl<R: Real> VehicleSpec<R> {
    pub(super) fn derive_chassis(&mut self, name: &str) -> bool {
        let (body, mass) = (&self.body, self.test_mass_kg());
        let chassis = self.chassis.get_or_insert_with(ChassisSpec::unknown);
        match name {
            "front_track" => chassis.front_track_m = body.track_m,
            "rear_track" => chassis.rear_track_m = body.track_m,
            "roll_stiffness_front_share" => {
                chassis.roll_stiffness_front_share =
                    Real::min(body.front_weight_share + R::lit(0.05), R::one())
            }
            "roll_inertia" => {
                // A motorcycle without track is as wide as its tyres and engine.
                let width_m = R::select(body.track_m.gt(R::zero()), body.track_m, R::lit(0.5));
                let radius = R::lit(0.38) * width_m;
                chassis.roll_inertia_kg_m2 = mass * radius * radius
            }
            "pitch_inertia" => chassis.pitch_inertia_kg_m2 = R::lit(0.95) * body.yaw_inertia_kg_m2,
            _ => return false,
        }
        true
    }

    /// The specification with all sections: those that the file leaves out are derived by their rules.
    fn with_all_sections(&self) -> Self {
        let mut derived = self.clone();
        for (section, is_given) in [
            ("chassis", self.chassis.is_some()),
            ("steering", self.steering.is_some()),
            ("differentials", self.differentials.is_some()),
            ("assists", self.assists.is_some()),
            ("bump_stops", self.bump_stops.is_some()),
            ("space", self.space.is_some()),
        ] {
            if !is_given {
                derived.derive_section(section);
            }
        }
        derived
    }

    /// The chassis that a checked specification describes.
    pub(super) fn chassis_data(&self) -> ChassisData<R> {
        let all = self.with_all_sections();
        let chassis = all.chassis.unwrap_or_else(ChassisSpec::unknown);
        let steering = all.steering.unwrap_or_else(SteeringSpec::unknown);
        let differentials = all.differentials.unwrap_or_else(DifferentialsSpec::unknown);
        let assists = all.assists.unwrap_or_else(AssistsSpec::unknown);
        let stops = all.bump_stops.unwrap_or_else(BumpStopsSpec::unknown);
        let space = all.space.unwrap_or_else(SpaceSpec::unknown);
        let body = &self.body;
        let springs = SpringRates::new(self, &chassis);
        let area_m2 = body.frontal_area_m2;
        ChassisData {
            linkage: chassis,
            steering,
            differentials,
            space,
            sprung_mass_kg: springs.sprung_kg,
            front_spring_n_m: springs.front_n_m,
            rear_spring_n_m: springs.rear_n_m,
            front_damper_n_s_m: springs.front_damper_n_s_m,
            rear_damper_n_s_m: springs.rear_damper_n_s_m,
            front_bar_n_m: springs.front_bar_n_m,
            rear_bar_n_m: springs.rear_bar_n_m,
            front_downforce_area_m2: chassis.front_downforce * area_m2,
            rear_downforce_area_m2: chassis.rear_downforce * area_m2,
            width_m: body.width_m,
            height_m: body.height_m,
            abs: Flag::from_number(assists.abs),
            traction_control: Flag::from_number(assists.traction_control),
            stability_control: Flag::from_number(assists.stability_control),
            launch_control: Flag::from_number(assists.launch_control),
            brake_lag_s: assists.brake_lag_s,
            brake_fade: Flag::from_number(assists.brake_fade),
            dual_clutch: Flag::from(self.gearbox_kind == GearboxKind::DualClutch),
            front_stop_travel_m: stops.front_travel_m,
            rear_stop_travel_m: stops.rear_travel_m,
            stop_length_m: stops.length_m,
            stop_load: stops.load,
        }
    }
}

/// Springs, dampers and anti-roll bars from frequencies, damping and roll gradient.
struct SpringRates<R> {
    sprung_kg: R,
    front_n_m: R,
    rear_n_m: R,
    front_damper_n_s_m: R,
    rear_damper_n_s_m: R,
    front_bar_n_m: R,
    rear_bar_n_m: R,
}

impl<R: Real> SpringRates<R> {
    fn new(spec: &VehicleSpec<R>, chassis: &ChassisSpec<R>) -> Self {
        let body = &spec.body;
        let sprung_kg = (R::one() - chassis.unsprung_share) * spec.test_mass_kg();
        let shares = [body.front_weight_share, R::one() - body.front_weight_share];
        let turns = [chassis.front_ride_hz, chassis.rear_ride_hz];
        let corner_kg = shares.map(|share| R::lit(0.5) * share * sprung_kg);
        let omega = turns.map(|hz| R::lit(core::f64::consts::TAU) * hz);
        let spring = [0, 1].map(|axle| corner_kg[axle] * omega[axle] * omega[axle]);
        let damper = [0, 1].map(|axle| R::lit(2.0) * chassis.damping_ratio * corner_kg[axle] * omega[axle]);

        // Roll stiffness of both axles together, N.m/rad, for the roll gradient: the moment of 1 g at the
        // height above the roll axis over the angle; the springs' alone, k t^2 / 2 an axle, where it is more.
        let tracks = [chassis.front_track_m, chassis.rear_track_m];
        let by_springs = [0, 1].map(|axle| R::lit(0.5) * spring[axle] * tracks[axle] * tracks[axle]);
        let centre_m = shares[1] * chassis.rear_roll_centre_m + shares[0] * chassis.front_roll_centre_m;
        let arm_m = Real::max(body.cg_height_m - centre_m, R::zero());
        // Laterally all of the mass is at its centre, as on the rigid level.
        let moment_nm = spec.test_mass_kg() * R::lit(STANDARD_GRAVITY_M_S2) * arm_m;
        // Gravity tips what is on the springs further when it has rolled.
        let tips_nm = sprung_kg * R::lit(STANDARD_GRAVITY_M_S2) * arm_m;
        let asked = moment_nm / Real::max(chassis.roll_gradient, R::lit(1e-3)) + tips_nm;
        let front = chassis.roll_stiffness_front_share;
        let bar = [front, R::one() - front].map(|share| share * asked);
        let bars = [0, 1].map(|axle| {
            let square = tracks[axle] * tracks[axle];
            // A bar pushes each wheel by its stiffness times the difference of both travels, t phi.
            let bar_n_m = Real::max(bar[axle] - by_springs[axle], R::zero()) / square;
            R::select(square.gt(R::zero()), bar_n_m, R::zero())
        });
        Self {
            sprung_kg,
            front_n_m: spring[0],
            rear_n_m: spring[1],
            front_damper_n_s_m: damper[0],
            rear_damper_n_s_m: damper[1],
            front_bar_n_m: bars[0],
            rear_bar_n_m: bars[1],
        }
    }
}
