//! State, mode and input of the model.

use super::car::TwoTrackBase;
use crate::assist::{Acts, AssistMode};
use crate::brakes::BrakeWheel;
use crate::chassis::PlanarSenses;
use crate::controls::Command;
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::powertrain::driveline::{DrivelineMode, DrivelineSpeeds};
use crate::record::Record;
use crate::wheels::Wheels;
use crate::{joined_record, joined_state_vector, record, wheel_record};

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
        /// Height of the body over where it stands at rest on the level; on springs only.
        heave_m: "m" [-1.0, 1.0],
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

    /// What changes in jumps, of body and steering: the sense of each motion, or 0 where friction holds it.
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
        /// What an accelerometer read forwards at the beginning of the sub-step.
        sensed_x_m_s2: "m/s^2" [-1e3, 1e3],
        /// What it read to the left.
        sensed_y_m_s2: "m/s^2" [-1e3, 1e3],
        /// 1 once the body has tipped over, by more than a radian; on springs only.
        fallen: "-" [0.0, 1.0],
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

    /// What changes in jumps at a wheel.
    pub struct WheelMode {
        /// Load at the beginning of the sub-step.
        load_before_n: "N" [0.0, 1e7],
        /// Grip of the road under it, over that of dry asphalt.
        road_grip: "-" [0.0, 9.0],
    }

    /// The road under a wheel, over what the surface says: patches, split grip, kerbs.
    pub struct WheelRoad {
        /// Grip over the surface's.
        grip: "-" [0.0, 3.0],
        /// Rolling resistance over the surface's.
        rolling: "-" [0.0, 50.0],
        /// Height over the plane of the surface; felt on springs only.
        height_m: "m" [-1.0, 1.0],
        /// How the height rises along the surface's x axis, as a tangent.
        rise_x: "-" [-2.0, 2.0],
        /// How it rises along the y axis.
        rise_y: "-" [-2.0, 2.0],
    }
}

impl<R: Real> BodyState<R> {
    /// Velocity of the centre of mass in the body's axes, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::model) fn velocity(&self) -> Vec2<R> {
        Vec2 { x: self.velocity_x_m_s, y: self.velocity_y_m_s }
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
    pub(super) fn with_senses(&self, senses: &PlanarSenses<R>) -> Self {
        Self { x_direction: senses.x, y_direction: senses.y, yaw_direction: senses.yaw, ..*self }
    }
}

joined_record! {
    /// State of the car.
    pub struct TwoTrackState {
        /// Body and engine.
        body: BodyState<R>,
        /// Wheels and tyres.
        wheels: Wheels<WheelState<R>>,
    }
}
joined_state_vector!(TwoTrackState { body, wheels });

joined_record! {
    /// What the model is given: the driver's controls and the road under each wheel.
    pub struct TwoTrackInput {
        /// Controls.
        command: Command<R>,
        /// Road under each wheel.
        roads: Wheels<WheelRoad<R>>,
    }
}

joined_record! {
    /// What changes in jumps.
    pub struct TwoTrackMode {
        /// Body and steering.
        body: BodyMode<R>,
        /// Wheels.
        wheels: Wheels<WheelMode<R>>,
        /// Driveline, and which wheels stand.
        driveline: DrivelineMode<R>,
        /// Pressure and temperature of the brakes.
        brakes: Wheels<BrakeWheel<R>>,
        /// What the assists do, and where.
        acts: Acts<R>,
        /// What they remember.
        assists: AssistMode<R>,
    }
}

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

impl TwoTrackState<f64> {
    /// At rest at the origin.
    pub fn at_rest() -> Self {
        Record::splat(0.0)
    }

    /// At rest at the origin with the engine idling.
    pub fn idling(base: &TwoTrackBase<f64>) -> Self {
        Self::rolling(base, 0.0, 0.0)
    }

    /// Rolling straight ahead at a speed in a gear: the wheels turn with the road, and the engine with the
    /// wheels, but not below its idle.
    pub fn rolling(base: &TwoTrackBase<f64>, speed_m_s: f64, gear: f64) -> Self {
        let mut state = Self::at_rest();
        state.body.velocity_x_m_s = speed_m_s;
        let spin = |radius_m: f64| WheelState { spin_rad_s: speed_m_s / radius_m, ..Record::splat(0.0) };
        state.wheels = Wheels::of_axles(spin(base.front.radius_m), spin(base.rear.radius_m));
        let output = base.driveline.output_rad_s(&state.speeds().wheels_rad_s);
        let turned = base.driveline.gears.overall(gear) * output;
        let is_rigid = base.driveline.clutch.is_rigid > 0.5;
        let idle = base.driveline.engine.idle_rad_s;
        state.body.engine_rad_s = if is_rigid { turned } else { Real::max(turned, idle) };
        state
    }
}

impl<R: Real> TwoTrackMode<R> {
    /// How it begins, in a gear with the engine running: what stands and what turns is found in the first
    /// sub-step.
    pub fn in_gear(base: &TwoTrackBase<R>, gear: R) -> Self {
        Self {
            body: Record::splat(R::zero()),
            wheels: Record::splat(R::zero()),
            driveline: DrivelineMode::in_gear(&base.driveline, gear),
            brakes: base.brakes.cold(),
            acts: Record::splat(R::zero()),
            assists: AssistMode::start(),
        }
    }
}

impl<R: Real> TwoTrackState<R> {
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
}
