//! Springs that stiffen as they are compressed, and dampers that a controller sets.

use skidpad::core::math::Real;
use skidpad::core::model::two_track::{
    CornerForces, Springs, Suspension, SuspensionSensors, SuspensionTravel,
};
use skidpad::core::wheels::Wheels;
use skidpad::core::{compound_record, each_wheel, record, wheel_record};

record! {
    /// Springs and dampers of an axle, each wheel's. Stiffness, anti-roll bar and load at rest are the vehicle's.
    pub struct SkyhookAxle {
        /// Growth of the stiffness per travel inwards.
        progression_1_m: "1/m" [0.0, 50.0],
        /// Damping at the least current.
        soft_n_s_m: "N.s/m" [0.0, 1e6],
        /// Damping at the largest current.
        hard_n_s_m: "N.s/m" [0.0, 1e6],
        /// Time constant with which the damping follows the current.
        valve_lag_s: "s" [0.004, 1.0],
        /// Half the distance between the wheels.
        damper_half_track_m: "m" [0.0, 2.0],
        /// From the centre of mass to the axle, positive forwards.
        damper_place_m: "m" [-20.0, 20.0],
    }
}

compound_record! {
    /// Springs and dampers of a car.
    pub struct SkyhookDampers {
        /// Front axle.
        pub front: SkyhookAxle<R>,
        /// Rear axle.
        pub rear: SkyhookAxle<R>,
    }
}

wheel_record! {
    /// What the controller asks of a damper.
    pub struct DamperCommand {
        /// Damping that is asked for.
        damping_command_n_s_m: "N.s/m" [0.0, 1e6],
    }

    /// A damper.
    pub struct Damper {
        /// Damping, as far as the valve has followed.
        damping_n_s_m: "N.s/m" [0.0, 1e6],
    }
}

/// Dampers of an axle around the vehicle's own figure.
pub fn axle<R: Real>(damper_n_s_m: R, track_m: R, place_m: R) -> SkyhookAxle<R> {
    SkyhookAxle {
        progression_1_m: R::lit(4.0),
        soft_n_s_m: R::lit(0.4) * damper_n_s_m,
        hard_n_s_m: R::lit(1.8) * damper_n_s_m,
        valve_lag_s: R::lit(0.012),
        damper_half_track_m: R::lit(0.5) * track_m,
        damper_place_m: place_m,
    }
}

impl<R: Real> SkyhookDampers<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn axles(&self) -> [&SkyhookAxle<R>; 4] {
        [&self.front, &self.front, &self.rear, &self.rear]
    }
}

impl<R: Real> Springs<R> for SkyhookDampers<R> {
    type Mode = Wheels<DamperCommand<R>>;
    type State = Wheels<Damper<R>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_mode(&self) -> Self::Mode {
        let axles = self.axles();
        Wheels::from_row(each_wheel!(W => DamperCommand { damping_command_n_s_m: axles[W].soft_n_s_m }))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start_state(&self) -> Self::State {
        let axles = self.axles();
        Wheels::from_row(each_wheel!(W => Damper { damping_n_s_m: axles[W].soft_n_s_m }))
    }

    /// Skyhook, switched (Karnopp, Crosby and Harwood, Vibration control using semi-active force generators, 1974): hard where the
    /// damper's force is against the body's own motion, soft where it would add to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(&self, _: &Self::Mode, _: &Self::State, sensors: &SuspensionSensors<R>, _: R) -> Self::Mode {
        let ([heave, roll, pitch], rate) = (sensors.attitude_rates, sensors.travel.rate_m_s);
        let (axles, one) = (self.axles(), R::one());
        let sides = [one, -one, one, -one];
        Wheels::from_row(each_wheel!(W => {
            let axle = axles[W];
            let body_m_s = heave + roll * sides[W] * axle.damper_half_track_m - pitch * axle.damper_place_m;
            let helps = (body_m_s * rate[W]).gt(R::zero());
            DamperCommand { damping_command_n_s_m: R::select(helps, axle.hard_n_s_m, axle.soft_n_s_m) }
        }))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forces(
        &self,
        suspension: &Suspension<R>,
        _: &Self::Mode,
        state: &Self::State,
        travel: &SuspensionTravel<R>,
    ) -> CornerForces<R> {
        let zero = R::zero();
        let (axles, dampers) = (self.axles(), state.in_a_row());
        let (front, rear) = (&suspension.front, &suspension.rear);
        let (linear, out) = ([front, front, rear, rear], &travel.travel_m);
        let other = [out[1], out[0], out[3], out[2]];
        // A wheel in the air hangs on its spring by its weight.
        let spring_n = each_wheel!(W => {
            let inwards = (-out[W]).max(zero);
            let stiffer = linear[W].spring_n_m * axles[W].progression_1_m * inwards * inwards;
            let force = linear[W].preload_n - linear[W].spring_n_m * out[W] + stiffer
                - linear[W].bar_n_m * (out[W] - other[W]);
            force.max(-travel.unsprung_n[W])
        });
        // A damper pushes the body down no further than to that.
        let damper_n = each_wheel!(W => {
            let most_down = -(spring_n[W] + travel.unsprung_n[W]);
            (-(dampers[W].damping_n_s_m * travel.rate_m_s[W])).max(most_down)
        });
        CornerForces { spring_n, damper_n }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rates(&self, mode: &Self::Mode, state: &Self::State, _: &SuspensionTravel<R>) -> Self::State {
        let (axles, asked, has) = (self.axles(), mode.in_a_row(), state.in_a_row());
        Wheels::from_row(each_wheel!(W => Damper {
            damping_n_s_m: (asked[W].damping_command_n_s_m - has[W].damping_n_s_m) / axles[W].valve_lag_s,
        }))
    }
}
