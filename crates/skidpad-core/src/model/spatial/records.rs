//! State, mode and input of the car in space.

use super::attitude::HeadingAndTilt;
use crate::controls::Command;
use crate::each_wheel;
use crate::math::{Real, Vec3};
use crate::model::two_track::kind::DrivelineOf;
use crate::model::two_track::parts::{channels_by_parts, record_by_parts};
use crate::model::two_track::{
    BodyMode, BodyState, DrivelineStateOf, Kind, Parts, SpringsStateOf, TwoTrackInput, TwoTrackMode,
    TwoTrackState, WheelState,
};
use crate::powertrain::driveline::Driveline;
use crate::record::{Record, StateVector, differs};
use crate::wheels::Wheels;
use crate::{joined_record, record, wheel_record};

record! {
    /// Motion of the body in space, and of the engine.
    pub struct SpaceBody {
        /// Position of the body's origin, which at rest on a level road lies on it below the centre of mass, along the road's x axis.
        x_m: "m" [-1e7, 1e7],
        /// Position of the body's origin along the road's y axis.
        y_m: "m" [-1e7, 1e7],
        /// Position of the body's origin along the road's normal.
        z_m: "m" [-1e7, 1e7],
        /// Heading of the body's longitudinal axis in the plan, counter-clockwise from the road's x axis; whole turns are counted.
        yaw_rad: "rad" [-1e6, 1e6],
        /// Scalar part of the unit quaternion that turns the axes of the heading into those of the body: its roll and pitch.
        tilt_w: "-" [-1.0, 1.0],
        /// Part of the tilt's unit quaternion about the heading's longitudinal axis.
        tilt_x: "-" [-1.0, 1.0],
        /// Part of the tilt's unit quaternion about the heading's lateral axis.
        tilt_y: "-" [-1.0, 1.0],
        /// Part of the tilt's unit quaternion about the road's normal.
        tilt_z: "-" [-1.0, 1.0],
        /// Velocity along the body of the point in which its centre of mass lies at rest.
        velocity_x_m_s: "m/s" [-300.0, 300.0],
        /// Velocity to the body's left of the point in which its centre of mass lies at rest.
        velocity_y_m_s: "m/s" [-300.0, 300.0],
        /// Velocity along the body's vertical axis of the point in which its centre of mass lies at rest.
        velocity_z_m_s: "m/s" [-300.0, 300.0],
        /// Angular velocity about the body's longitudinal axis, positive with the right side down.
        roll_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Angular velocity about the body's lateral axis, positive with the nose down.
        pitch_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Angular velocity about the body's vertical axis.
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Impulse of all forces on the car in the sub-step under way, along the road's x axis; 0 between sub-steps.
        impulse_x_n_s: "N.s" [-1e7, 1e7],
        /// Impulse of all forces in the sub-step under way, along the road's y axis; 0 between sub-steps.
        impulse_y_n_s: "N.s" [-1e7, 1e7],
        /// Impulse of all forces in the sub-step under way, along the road's normal; 0 between sub-steps.
        impulse_z_n_s: "N.s" [-1e7, 1e7],
        /// Angular impulse about the centre of mass in the sub-step under way, about the road's x axis; 0 between sub-steps.
        angular_impulse_x_nm_s: "N.m.s" [-1e7, 1e7],
        /// Angular impulse about the centre of mass in the sub-step under way, about the road's y axis; 0 between sub-steps.
        angular_impulse_y_nm_s: "N.m.s" [-1e7, 1e7],
        /// Angular impulse about the centre of mass in the sub-step under way, about the road's normal; 0 between sub-steps.
        angular_impulse_z_nm_s: "N.m.s" [-1e7, 1e7],
    }

    /// Discrete state of the body in space besides that of its planar motion.
    pub struct SpaceMode {
        /// Length of the sub-step.
        sub_step_s: "s" [0.0, 1.0],
        /// Set while standing tyres, or the body where it lies, can hold the car along the road.
        holds: flag,
    }
}

wheel_record! {
    /// Motion of a wheel along the path of its suspension.
    pub struct WheelTravel {
        /// Travel from rest on the level, positive outwards.
        travel_m: "m" [-2.0, 2.0],
        /// Rate of the travel.
        travel_rate_m_s: "m/s" [-100.0, 100.0],
    }

    /// Discrete state of a wheel's suspension.
    pub struct TravelMode {
        /// Sense of the travel; 0 while dry friction in the suspension holds it.
        travel_direction: "-" [-1.0, 1.0],
    }

    /// Deflection of the bodywork at a corner of the car where it rubs on the ground, along the road's axes.
    pub struct CornerDeflection {
        /// Deflection of the bodywork at the sill along the road's x axis.
        sill_deflection_x_m: "m" [-1.0, 1.0],
        /// Deflection of the bodywork at the sill along the road's y axis.
        sill_deflection_y_m: "m" [-1.0, 1.0],
        /// Deflection of the bodywork at the sill along the road's normal.
        sill_deflection_z_m: "m" [-1.0, 1.0],
        /// Deflection of the bodywork at the roof along the road's x axis.
        roof_deflection_x_m: "m" [-1.0, 1.0],
        /// Deflection of the bodywork at the roof along the road's y axis.
        roof_deflection_y_m: "m" [-1.0, 1.0],
        /// Deflection of the bodywork at the roof along the road's normal.
        roof_deflection_z_m: "m" [-1.0, 1.0],
    }

    /// The ground at a corner of the car: a plane below its wheel, and one below its bodywork, which is ahead of the wheel or behind it.
    pub struct CornerGround {
        /// Grip of the road below the wheel, as a factor on the surface's.
        grip: "-" [0.0, 3.0],
        /// Rolling resistance of the road below the wheel, as a factor on the surface's.
        rolling: "-" [0.0, 50.0],
        /// Point of the ground below the wheel, along the road's x axis.
        ground_x_m: "m" [-1e7, 1e7],
        /// Point of the ground below the wheel, along the road's y axis.
        ground_y_m: "m" [-1e7, 1e7],
        /// Point of the ground below the wheel, along the road's normal.
        ground_z_m: "m" [-1e7, 1e7],
        /// Component along the road's x axis of the normal of the ground below the wheel. Its length is 1, or 0 where there is no
        /// ground.
        normal_x: "-" [-1.0, 1.0],
        /// Component along the road's y axis of the normal of the ground below the wheel.
        normal_y: "-" [-1.0, 1.0],
        /// Component along the road's normal of the normal of the ground below the wheel.
        normal_z: "-" [-1.0, 1.0],
        /// Distance of the ground below the bodywork from the point below the wheel, along the normal below the bodywork.
        bodywork_rise_m: "m" [-1e4, 1e4],
        /// Component along the road's x axis of the normal of the ground below the bodywork. Its length is 1, or 0 where there is
        /// no ground.
        bodywork_normal_x: "-" [-1.0, 1.0],
        /// Component along the road's y axis of the normal of the ground below the bodywork.
        bodywork_normal_y: "-" [-1.0, 1.0],
        /// Component along the road's normal of the normal of the ground below the bodywork.
        bodywork_normal_z: "-" [-1.0, 1.0],
    }
}

joined_record! {
    /// Inputs of the model: the driver's controls and the ground at each corner of the car.
    pub struct SpatialInput {
        /// Controls.
        command: Command<R>,
        /// Ground at each corner.
        grounds: Wheels<CornerGround<R>>,
    }
}

record_by_parts! {
    /// State of the car in space.
    pub struct SpatialState {
        /// Body and engine.
        pub body: SpaceBody<R>,
        /// Wheels and tyres.
        pub wheels: Wheels<WheelState<R>>,
        /// Suspension of each wheel.
        pub travels: Wheels<WheelTravel<R>>,
        /// Bodywork at each corner.
        pub corners: Wheels<CornerDeflection<R>>,
        /// State of the driveline besides the speeds of engine and wheels; the standard one has none.
        pub driveline: DrivelineStateOf<P, R>,
        /// State of springs and dampers; linear ones have none.
        pub springs: SpringsStateOf<P, R>,
    }
}
channels_by_parts!(SpatialState {
    SpaceBody<R>,
    Wheels<WheelState<R>>,
    Wheels<WheelTravel<R>>,
    Wheels<CornerDeflection<R>>,
    DrivelineStateOf<P, R>,
    SpringsStateOf<P, R>,
});

impl<R: Real, P: Parts> StateVector<R> for SpatialState<R, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn add_scaled(&self, h: R, k: &Self) -> Self {
        Self {
            body: self.body.add_scaled(h, &k.body),
            wheels: self.wheels.add_scaled(h, &k.wheels),
            travels: self.travels.add_scaled(h, &k.travels),
            corners: self.corners.add_scaled(h, &k.corners),
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
            travels: self.travels.scaled(h),
            corners: self.corners.scaled(h),
            driveline: self.driveline.scaled(h),
            springs: self.springs.scaled(h),
        }
    }
}

record_by_parts! {
    /// Discrete state, which changes in jumps.
    pub struct SpatialMode {
        /// Everything of the car that is discrete in the plane, too: the senses of its motion (heave is that along the body's
        /// vertical axis), steering, driveline, brakes and assists.
        pub car: TwoTrackMode<R, P>,
        /// Body in space.
        pub space: SpaceMode<R>,
        /// Suspension of each wheel.
        pub travels: Wheels<TravelMode<R>>,
    }
}
channels_by_parts!(SpatialMode { TwoTrackMode<R, P>, SpaceMode<R>, Wheels<TravelMode<R>> });

impl<R: Real> SpatialInput<R> {
    /// Controls on the plane of the surface.
    pub fn on_plane(command: &Command<R>) -> Self {
        Self { command: *command, grounds: Wheels::all(CornerGround::plane()) }
    }

    /// Input as the planar car takes it, on an even road: what assists and driveline see of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn planar(&self) -> TwoTrackInput<R> {
        TwoTrackInput::on_even_road(&self.command)
    }
}

impl<R: Real> CornerGround<R> {
    /// One plane below wheel and bodywork, through a point along the road's axes, m, with a normal of any length but 0.
    pub fn through(point_m: [R; 3], normal: [R; 3]) -> Self {
        let [ground_x_m, ground_y_m, ground_z_m] = point_m;
        let [x, y, z] = normal;
        let inverse = R::one() / ((x * x + y * y) + z * z).sqrt();
        let [normal_x, normal_y, normal_z] = [x * inverse, y * inverse, z * inverse];
        Self {
            ground_x_m,
            ground_y_m,
            ground_z_m,
            normal_x,
            normal_y,
            normal_z,
            bodywork_normal_x: normal_x,
            bodywork_normal_y: normal_y,
            bodywork_normal_z: normal_z,
            ..Self::plane()
        }
    }

    /// The plane of the surface.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn plane() -> Self {
        let (none, one) = (Record::splat(R::zero()), R::one());
        Self { grip: one, rolling: one, normal_z: one, bodywork_normal_z: one, ..none }
    }
}

impl<R: Real> SpaceBody<R> {
    /// Position of the origin, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn position_m(&self) -> Vec3<R> {
        Vec3 { x: self.x_m, y: self.y_m, z: self.z_m }
    }
    /// Heading, rad, and tilt, w, x, y, z.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn attitude(&self) -> HeadingAndTilt<R> {
        let tilt = [self.tilt_w, self.tilt_x, self.tilt_y, self.tilt_z];
        HeadingAndTilt { yaw_rad: self.yaw_rad, tilt }
    }
    /// Velocity along the body's axes, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn velocity_m_s(&self) -> Vec3<R> {
        Vec3 { x: self.velocity_x_m_s, y: self.velocity_y_m_s, z: self.velocity_z_m_s }
    }
    /// Angular velocity along the body's axes, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn turn_rad_s(&self) -> Vec3<R> {
        Vec3 { x: self.roll_rate_rad_s, y: self.pitch_rate_rad_s, z: self.yaw_rate_rad_s }
    }
    /// Impulse in the sub-step, N.s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn impulse_n_s(&self) -> Vec3<R> {
        Vec3 { x: self.impulse_x_n_s, y: self.impulse_y_n_s, z: self.impulse_z_n_s }
    }
    /// Angular impulse in the sub-step, N.m.s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn angular_impulse_nm_s(&self) -> Vec3<R> {
        Vec3 {
            x: self.angular_impulse_x_nm_s,
            y: self.angular_impulse_y_nm_s,
            z: self.angular_impulse_z_nm_s,
        }
    }
    /// The body with another attitude.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn turned_to(self, attitude: &HeadingAndTilt<R>) -> Self {
        let HeadingAndTilt { yaw_rad, tilt: [tilt_w, tilt_x, tilt_y, tilt_z] } = *attitude;
        Self { yaw_rad, tilt_w, tilt_x, tilt_y, tilt_z, ..self }
    }
    /// The body with another velocity, m/s, and angular velocity, rad/s, both along its axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn moving(self, velocity_m_s: Vec3<R>, turn_rad_s: Vec3<R>) -> Self {
        Self {
            velocity_x_m_s: velocity_m_s.x,
            velocity_y_m_s: velocity_m_s.y,
            velocity_z_m_s: velocity_m_s.z,
            roll_rate_rad_s: turn_rad_s.x,
            pitch_rate_rad_s: turn_rad_s.y,
            yaw_rate_rad_s: turn_rad_s.z,
            ..self
        }
    }
}

impl<R: Real> CornerDeflection<R> {
    /// Deflections at the sill and at the roof, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn points_m(&self) -> [Vec3<R>; 2] {
        [
            Vec3 { x: self.sill_deflection_x_m, y: self.sill_deflection_y_m, z: self.sill_deflection_z_m },
            Vec3 { x: self.roof_deflection_x_m, y: self.roof_deflection_y_m, z: self.roof_deflection_z_m },
        ]
    }
    /// From deflections, or their rates, at the sill and at the roof.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn from_points([sill, roof]: [Vec3<R>; 2]) -> Self {
        Self {
            sill_deflection_x_m: sill.x,
            sill_deflection_y_m: sill.y,
            sill_deflection_z_m: sill.z,
            roof_deflection_x_m: roof.x,
            roof_deflection_y_m: roof.y,
            roof_deflection_z_m: roof.z,
        }
    }
}

impl<R: Real, P: Parts> SpatialState<R, P> {
    /// The state as a planar car would have it, along the body's axes: what assists and driveline measure of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn planar(&self) -> TwoTrackState<R, P> {
        let body = &self.body;
        TwoTrackState {
            body: BodyState {
                x_m: body.x_m,
                y_m: body.y_m,
                yaw_rad: body.yaw_rad,
                velocity_x_m_s: body.velocity_x_m_s,
                velocity_y_m_s: body.velocity_y_m_s,
                yaw_rate_rad_s: body.yaw_rate_rad_s,
                engine_rad_s: body.engine_rad_s,
                ..Record::splat(R::zero())
            },
            wheels: self.wheels,
            driveline: self.driveline,
            springs: self.springs,
        }
    }

    /// Spins of the wheels, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn speeds_rad_s(&self) -> [R; 4] {
        let wheels = self.wheels.in_a_row();
        each_wheel!(W => wheels[W].spin_rad_s)
    }

    /// Travels, m, and their rates, m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn travels(&self) -> ([R; 4], [R; 4]) {
        let travels = self.travels.in_a_row();
        (each_wheel!(W => travels[W].travel_m), each_wheel!(W => travels[W].travel_rate_m_s))
    }
}

impl<R: Real, P: Parts> SpatialMode<R, P> {
    /// Mask of lanes whose rates may differ between two modes of one sub-step. Sensor readings, wheel loads and grip are ignored: they
    /// are used only at the end of the sub-step or in the next one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn moves_otherwise<K: Kind<Parts = P>>(&self, other: &Self) -> R::Mask {
        let (own, others) = (&self.car, &other.car);
        let sensed = BodyMode {
            sensed_x_m_s2: own.body.sensed_x_m_s2,
            sensed_y_m_s2: own.body.sensed_y_m_s2,
            ..others.body
        };
        let driveline = <DrivelineOf<K, R>>::solves_otherwise(&own.driveline, &others.driveline);
        (differs(&own.body, &sensed) | driveline)
            | (differs(&own.springs, &others.springs) | differs(&self.travels, &other.travels))
    }

    /// Sense of each wheel's rotation; 0 where it stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn wheel_directions<K: Kind<Parts = P>>(&self) -> [R; 4] {
        <DrivelineOf<K, R>>::wheel_directions(&self.car.driveline).in_a_row()
    }
}
