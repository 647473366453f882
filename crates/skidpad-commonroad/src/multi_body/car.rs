//! The car of MB, its constants combined, and how it begins.

use super::super::single_track::CommonRoadStState;
use super::super::tyre::{Camber, Tyre, TyreCurves};
use super::super::{Body, FromParameters, GRAVITY_M_S2, Limits, Missing, Parameters};
use super::parameters::{SprungAxle, Suspension};
use super::records::CommonRoadMbState;
use skidpad_core::compound_record;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::Record;

record! {
    /// Constants of an axle.
    pub struct MbAxle {
        /// How far ahead of the centre of mass: a, or -b.
        ahead_m: "m" [-20.0, 20.0],
        /// Half of the track.
        half_track_m: "m" [0.05, 2.5],
        /// Force of a spring at the height of the figures: m_s g b / (2 (a + b)), or with a.
        static_n: "N" [0.0, 1e6],
        /// Rate of a spring.
        spring_n_m: "N/m" [0.0, 1e7],
        /// Rate of a damper.
        damper_n_s_m: "N.s/m" [0.0, 1e6],
        /// Force by torsion: K_ts / T.
        torsion_n_rad: "N/rad" [-1e7, 1e7],
        /// Camber by travel.
        camber_rad_m: "rad/m" [-10.0, 10.0],
        /// Camber by the square of the travel.
        camber_rad_m2: "rad/m^2" [-100.0, 100.0],
        /// Height of the roll axis above the wheels' centres: h_ra - R_w.
        joint_arm_m: "m" [-3.0, 3.0],
        /// 1 / m_u.
        one_over_mass_1_kg: "1/kg" [0.0, 1.0],
        /// 1 / I_u.
        one_over_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 10.0],
        /// Share of the brake torque on one wheel.
        brake_share: "-" [0.0, 0.5],
        /// Share of the drive torque on one wheel.
        drive_share: "-" [0.0, 0.5],
        /// How deep `init_mb` has the axle sunk: (m_s g b / (a + b) + m_u g) / (2 K_zt).
        start_sink_m: "m" [0.0, 1.0],
    }

    /// Constants of body, joints and wheels.
    pub struct MbBody {
        /// Mass of the whole car, `m`.
        mass_kg: "kg" [20.0, 150000.0],
        /// 1 / m.
        one_over_mass_1_kg: "1/kg" [0.0, 0.1],
        /// 1 / m_s.
        one_over_sprung_mass_1_kg: "1/kg" [0.0, 0.1],
        /// 1 / I_y_s.
        one_over_pitch_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 1.0],
        /// 1 / (I_z - I_xz^2 / I_phi).
        one_over_yaw_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 1.0],
        /// I_xz / I_phi: what a roll moment turns.
        yaw_by_lean: "-" [-10.0, 10.0],
        /// 1 / (I_phi - I_xz^2 / I_z).
        one_over_lean_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 1.0],
        /// I_xz / I_z: how a yaw moment rolls.
        lean_by_yaw: "-" [-10.0, 10.0],
        /// Height of the sprung mass, `h_s`.
        height_m: "m" [0.0, 5.0],
        /// Effective radius of a wheel, `R_w`.
        wheel_radius_m: "m" [0.05, 2.0],
        /// R_w / I_y_w.
        turning_1_kg_m: "1/(kg.m)" [0.0, 1000.0],
        /// `K_zt`.
        tyre_spring_n_m: "N/m" [1e3, 1e7],
        /// `K_lt`.
        tyre_yield_m_n: "m/N" [0.0, 1e-3],
        /// `K_ras`.
        joint_spring_n_m: "N/m" [0.0, 1e8],
        /// `K_rad`.
        joint_damper_n_s_m: "N.s/m" [0.0, 1e7],
        /// b / (a + b).
        rear_share: "-" [0.0, 1.0],
        /// 1 / (a + b).
        one_over_wheelbase_1_m: "1/m" [0.01, 10.0],
    }
}

compound_record! {
    /// What MB needs of a car.
    pub struct MultiBodyCar {
        /// Limits of the inputs.
        limits: Limits<R>,
        /// Body, joints and wheels.
        body: MbBody<R>,
        /// The front axle.
        front: MbAxle<R>,
        /// The rear axle.
        rear: MbAxle<R>,
        /// The tyre's coefficients, for curves at any camber.
        tyre: Tyre<R>,
        /// The tyre upright.
        upright: TyreCurves<R>,
    }
}

/// Where an axle stands: how far ahead, the distance of the other axle over the wheelbase, and its shares of
/// brake and drive torque.
struct Place {
    ahead_m: f64,
    load_share: f64,
    brake_share: f64,
    drive_share: f64,
}

impl MbAxle<f64> {
    fn new(axle: &SprungAxle<f64>, from: &Suspension, wheel_radius_m: f64, place: &Place) -> Self {
        let load_n = from.body.mass_kg * GRAVITY_M_S2 * place.load_share;
        Self {
            ahead_m: place.ahead_m,
            half_track_m: 0.5 * axle.track_m,
            static_n: 0.5 * load_n,
            spring_n_m: axle.spring_n_m,
            damper_n_s_m: axle.damper_n_s_m,
            torsion_n_rad: axle.torsion_nm_rad / axle.track_m,
            camber_rad_m: axle.camber_rad_m,
            camber_rad_m2: axle.camber_rad_m2,
            joint_arm_m: axle.roll_axis_m - wheel_radius_m,
            one_over_mass_1_kg: 1.0 / axle.mass_kg,
            one_over_inertia_1_kg_m2: 1.0 / axle.lean_inertia_kg_m2,
            brake_share: 0.5 * place.brake_share,
            drive_share: 0.5 * place.drive_share,
            start_sink_m: (load_n + axle.mass_kg * GRAVITY_M_S2) / (2.0 * from.body.tyre_spring_n_m),
        }
    }
}

impl MbBody<f64> {
    fn new(body: &Body, from: &Suspension, [front_m, rear_m]: [f64; 2]) -> Self {
        let sprung = &from.body;
        let (lean, yaw, product) = (sprung.lean_inertia_kg_m2, body.yaw_inertia_kg_m2, sprung.product_kg_m2);
        Self {
            mass_kg: body.mass_kg,
            one_over_mass_1_kg: 1.0 / body.mass_kg,
            one_over_sprung_mass_1_kg: 1.0 / sprung.mass_kg,
            one_over_pitch_inertia_1_kg_m2: 1.0 / sprung.pitch_inertia_kg_m2,
            one_over_yaw_inertia_1_kg_m2: 1.0 / (yaw - product * product / lean),
            yaw_by_lean: product / lean,
            one_over_lean_inertia_1_kg_m2: 1.0 / (lean - product * product / yaw),
            lean_by_yaw: product / yaw,
            height_m: body.cg_height_m,
            wheel_radius_m: body.wheel_radius_m,
            turning_1_kg_m: body.wheel_radius_m / body.wheel_inertia_kg_m2,
            tyre_spring_n_m: sprung.tyre_spring_n_m,
            tyre_yield_m_n: sprung.tyre_yield_m_n,
            joint_spring_n_m: sprung.joint_spring_n_m,
            joint_damper_n_s_m: sprung.joint_damper_n_s_m,
            rear_share: rear_m / (front_m + rear_m),
            one_over_wheelbase_1_m: 1.0 / (front_m + rear_m),
        }
    }
}

impl FromParameters for MultiBodyCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        let body = from.body.ok_or(Missing::Body)?;
        let suspension = from.suspension.ok_or(Missing::Suspension)?;
        let (front_m, rear_m) = (from.front_m, from.rear_m);
        let wheelbase = front_m + rear_m;
        let front = Place {
            ahead_m: front_m,
            load_share: rear_m / wheelbase,
            brake_share: body.brake_front_share,
            drive_share: body.drive_front_share,
        };
        let rear = Place {
            ahead_m: -rear_m,
            load_share: front_m / wheelbase,
            brake_share: 1.0 - body.brake_front_share,
            drive_share: 1.0 - body.drive_front_share,
        };
        Ok(Self {
            limits: from.limits,
            body: MbBody::new(&body, &suspension, [front_m, rear_m]),
            front: MbAxle::new(&suspension.front, &suspension, body.wheel_radius_m, &front),
            rear: MbAxle::new(&suspension.rear, &suspension, body.wheel_radius_m, &rear),
            tyre: from.tyre,
            upright: from.tyre.curves(Camber(0.0)),
        })
    }
}

impl<R: Real> MultiBodyCar<R> {
    /// The state that the package begins with, `init_mb`: axles move with the body, wheels turn with its
    /// speed, tyres carry the car. It is not at rest, for the springs are longer by what the tyres yield,
    /// and the axles fall until body and axles have found their heights: [`standing`](Self::standing).
    ///
    /// ```
    /// use skidpad_commonroad::{CommonRoadStState, FromParameters, MultiBodyCar, parameters};
    /// let car = MultiBodyCar::from_parameters(parameters(2).unwrap()).unwrap();
    /// let begin = car.init(&CommonRoadStState { speed_m_s: 20.0, ..CommonRoadStState::at_rest() });
    /// assert_eq!((begin.velocity_x_m_s, begin.sink_m), (20.0, 0.0));
    /// assert!(begin.front_sink_m > 0.015);
    /// ```
    pub fn init(&self, core: &CommonRoadStState<R>) -> CommonRoadMbState<R> {
        let (sin, cos) = core.sideslip_rad.sin_cos();
        let (forward, left) = (core.speed_m_s * cos, core.speed_m_s * sin);
        let wheel = forward / self.body.wheel_radius_m;
        CommonRoadMbState {
            x_m: core.x_m,
            y_m: core.y_m,
            front_steer_rad: core.front_steer_rad,
            velocity_x_m_s: forward,
            yaw_rad: core.yaw_rad,
            yaw_rate_rad_s: core.yaw_rate_rad_s,
            velocity_y_m_s: left,
            front_velocity_y_m_s: left + self.front.ahead_m * core.yaw_rate_rad_s,
            front_sink_m: self.front.start_sink_m,
            rear_velocity_y_m_s: left + self.rear.ahead_m * core.yaw_rate_rad_s,
            rear_sink_m: self.rear.start_sink_m,
            front_right_wheel_rad_s: wheel,
            front_left_wheel_rad_s: wheel,
            rear_right_wheel_rad_s: wheel,
            rear_left_wheel_rad_s: wheel,
            ..Record::splat(R::zero())
        }
    }

    /// [`init`](Self::init) with the body at the height and angle in which its weight is in balance: the
    /// springs at the length of their figures, the body as deep as the axles below it.
    pub fn standing(&self, core: &CommonRoadStState<R>) -> CommonRoadMbState<R> {
        let (front, rear) = (self.front.start_sink_m, self.rear.start_sink_m);
        let nose_up_rad = (rear - front) * self.body.one_over_wheelbase_1_m;
        let sink_m = front + self.front.ahead_m * nose_up_rad;
        CommonRoadMbState { nose_up_rad, sink_m, ..self.init(core) }
    }
}
