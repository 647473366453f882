//! State, mode and input of the model.

use super::parts::{
    ActsOf, AssistModeOf, DrivelineModeOf, DrivelineStateOf, Parts, SpringsModeOf, SpringsStateOf,
    channels_by_parts, record_by_parts,
};
use crate::brakes::BrakeWheel;
use crate::chassis::PlanarSenses;
use crate::controls::Command;
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::powertrain::driveline::{DrivelineSpeeds, DrivelineState};
use crate::record::{Record, StateVector};
use crate::wheels::Wheels;
use crate::{joined_record, record, wheel_record};

/// Largest height of the road below a wheel over the plane of the surface, and depth below it, m. In `f64` a spring's travel
/// is resolved to 2e-12 m at that height, in `f32` to 1 mm.
pub const MOST_HEIGHT_M: f64 = 1e4;
/// Steepest rise of the road below a wheel along an axis of the surface, as a tangent.
pub const MOST_RISE: f64 = 2.0;

record! {
    /// Motion of the body, and of the engine.
    pub struct BodyState {
        /// Position of the centre of mass along the road's x axis.
        x_m: "m" [-1e7, 1e7],
        /// Position of the centre of mass along the road's y axis.
        y_m: "m" [-1e7, 1e7],
        /// Heading, counter-clockwise from the x axis; whole turns are counted.
        yaw_rad: "rad" [-1e6, 1e6],
        /// Velocity of the centre of mass along the body.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass to the body's left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-50.0, 50.0],
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Height of the body over its height at rest on the plane of the surface, hills included; on springs only.
        heave_m: "m" [-MOST_HEIGHT_M, MOST_HEIGHT_M],
        /// Roll of the body, positive with the right side down.
        roll_rad: "rad" [-1.0, 1.0],
        /// Pitch of the body, positive with the nose down.
        pitch_rad: "rad" [-1.0, 1.0],
        /// Rate of the heave.
        heave_rate_m_s: "m/s" [-20.0, 20.0],
        /// Rate of the roll.
        roll_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Rate of the pitch.
        pitch_rate_rad_s: "rad/s" [-20.0, 20.0],
    }

    /// Discrete state of body and steering: the sense of each motion, or 0 where friction holds it.
    pub struct BodyMode {
        /// Sense of the body's motion forwards; 0 while standing tyres hold it.
        x_direction: "-" [-1.0, 1.0],
        /// Sense of the body's motion to the left; 0 while standing tyres hold it.
        y_direction: "-" [-1.0, 1.0],
        /// Sense of the body's rotation; 0 while standing tyres hold it.
        yaw_direction: "-" [-1.0, 1.0],
        /// Sense of the heave; 0 while friction in the suspension holds it.
        heave_direction: "-" [-1.0, 1.0],
        /// Sense of the roll; 0 while friction in the suspension holds it.
        roll_direction: "-" [-1.0, 1.0],
        /// Sense of the pitch; 0 while friction in the suspension holds it.
        pitch_direction: "-" [-1.0, 1.0],
        /// Angle of the front wheels, the mean of both, as far as the steering has followed.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Reading of a longitudinal accelerometer at the beginning of the sub-step, positive forwards.
        sensed_x_m_s2: "m/s^2" [-1e3, 1e3],
        /// Reading of a lateral accelerometer at the beginning of the sub-step, positive to the left.
        sensed_y_m_s2: "m/s^2" [-1e3, 1e3],
        /// Set once the body has tipped over, by more than a radian; on springs only.
        fallen: flag,
    }
}

wheel_record! {
    /// Motion of a wheel and of its tyre.
    pub struct WheelState {
        /// Spin.
        spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Longitudinal deflection of the tyre in the tyre's own measure, positive for a force forwards.
        deflection_x: "-" [-1e9, 1e9],
        /// Lateral deflection of the tyre, positive for a force to the left.
        deflection_y: "-" [-1e9, 1e9],
    }

    /// Discrete state of a wheel.
    pub struct WheelMode {
        /// Load at the beginning of the sub-step.
        load_before_n: "N" [0.0, 1e7],
        /// Grip of the road under the wheel, over that of dry asphalt.
        road_grip: "-" [0.0, 9.0],
    }

    /// The road under a wheel, over that of the surface: patches, split grip, kerbs.
    pub struct WheelRoad {
        /// Grip of the road below the wheel, as a factor on the surface's.
        grip: "-" [0.0, 3.0],
        /// Rolling resistance of the road below the wheel, as a factor on the surface's.
        rolling: "-" [0.0, 50.0],
        /// Height over the plane of the surface; used on springs only.
        height_m: "m" [-MOST_HEIGHT_M, MOST_HEIGHT_M],
        /// Slope of the height along the surface's x axis, as a tangent.
        rise_x: "-" [-MOST_RISE, MOST_RISE],
        /// Slope of the height along the surface's y axis, as a tangent.
        rise_y: "-" [-MOST_RISE, MOST_RISE],
    }
}

impl<R: Real> BodyState<R> {
    /// Velocity of the centre of mass in the body's axes, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn velocity(&self) -> Vec2<R> {
        Vec2 { x: self.velocity_x_m_s, y: self.velocity_y_m_s }
    }

    /// Velocity of a place of the body in its plane motion, in its frame, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn velocity_at(&self, place: &Vec2<R>) -> Vec2<R> {
        let yaw_rate = self.yaw_rate_rad_s;
        Vec2 { x: self.velocity_x_m_s - yaw_rate * place.y, y: self.velocity_y_m_s + yaw_rate * place.x }
    }
}

impl<R: Real> BodyMode<R> {
    /// Senses of the body's motion in the plane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn senses(&self) -> PlanarSenses<R> {
        PlanarSenses { x: self.x_direction, y: self.y_direction, yaw: self.yaw_direction }
    }
    /// The mode with other senses of the body's motion in the plane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn with_senses(&self, senses: &PlanarSenses<R>) -> Self {
        Self { x_direction: senses.x, y_direction: senses.y, yaw_direction: senses.yaw, ..*self }
    }
}

record_by_parts! {
    /// State of the car.
    pub struct TwoTrackState {
        /// Body and engine.
        pub body: BodyState<R>,
        /// Wheels and tyres.
        pub wheels: Wheels<WheelState<R>>,
        /// State of the driveline besides the speeds of engine and wheels; the standard one has none.
        pub driveline: DrivelineStateOf<P, R>,
        /// State of springs and dampers; linear ones have none.
        pub springs: SpringsStateOf<P, R>,
    }
}
channels_by_parts!(TwoTrackState {
    BodyState<R>,
    Wheels<WheelState<R>>,
    DrivelineStateOf<P, R>,
    SpringsStateOf<P, R>,
});

impl<R: Real, P: Parts> StateVector<R> for TwoTrackState<R, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn add_scaled(&self, h: R, k: &Self) -> Self {
        Self {
            body: self.body.add_scaled(h, &k.body),
            wheels: self.wheels.add_scaled(h, &k.wheels),
            driveline: self.driveline.add_scaled(h, &k.driveline),
            springs: self.springs.add_scaled(h, &k.springs),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn scaled(&self, h: R) -> Self {
        Self {
            body: self.body.scaled(h),
            wheels: self.wheels.scaled(h),
            driveline: self.driveline.scaled(h),
            springs: self.springs.scaled(h),
        }
    }
}

joined_record! {
    /// Inputs of the model: the driver's controls and the road under each wheel.
    pub struct TwoTrackInput {
        /// Controls.
        command: Command<R>,
        /// Road under each wheel.
        roads: Wheels<WheelRoad<R>>,
    }
}

record_by_parts! {
    /// Discrete state, which changes in jumps.
    pub struct TwoTrackMode {
        /// Body and steering.
        pub body: BodyMode<R>,
        /// Wheels.
        pub wheels: Wheels<WheelMode<R>>,
        /// Driveline, and which wheels are at rest.
        pub driveline: DrivelineModeOf<P, R>,
        /// Pressure and temperature of the brakes.
        pub brakes: Wheels<BrakeWheel<R>>,
        /// Actions of the assists.
        pub acts: ActsOf<P, R>,
        /// Memory of the assists.
        pub assists: AssistModeOf<P, R>,
        /// Discrete state of springs and dampers; nothing in linear ones.
        pub springs: SpringsModeOf<P, R>,
    }
}
channels_by_parts!(TwoTrackMode {
    BodyMode<R>,
    Wheels<WheelMode<R>>,
    DrivelineModeOf<P, R>,
    Wheels<BrakeWheel<R>>,
    ActsOf<P, R>,
    AssistModeOf<P, R>,
    SpringsModeOf<P, R>,
});

impl<R: Real> TwoTrackInput<R> {
    /// Controls on a road that is the same under every wheel.
    pub fn on_even_road(command: &Command<R>) -> Self {
        Self { command: *command, roads: Wheels::all(WheelRoad::even()) }
    }
}

impl<R: Real> WheelRoad<R> {
    /// The surface itself.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn even() -> Self {
        Self { grip: R::one(), rolling: R::one(), ..Record::splat(R::zero()) }
    }
}

impl<R: Real> WheelState<R> {
    /// Deflection of the tyre.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn deflection(&self) -> Vec2<R> {
        Vec2 { x: self.deflection_x, y: self.deflection_y }
    }
}

impl<R: Real, P: Parts> TwoTrackState<R, P> {
    /// Deflection of each tyre.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn deflections(&self) -> [Vec2<R>; 4] {
        let wheels = self.wheels.in_a_row();
        each_wheel!(W => wheels[W].deflection())
    }

    /// Angular speeds of the engine and the wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn speeds(&self) -> DrivelineSpeeds<R> {
        let wheels = self.wheels.in_a_row();
        DrivelineSpeeds {
            engine_rad_s: self.body.engine_rad_s,
            wheels_rad_s: Wheels::from_row(each_wheel!(W => wheels[W].spin_rad_s)),
        }
    }

    /// Everything that turns, with the driveline's own state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn driveline(&self) -> DrivelineState<R, DrivelineStateOf<P, R>> {
        DrivelineState { speeds: self.speeds(), own: self.driveline }
    }
}
