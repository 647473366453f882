//! Forces and moments on the machine: from outside, of the road on its tyres, of wheels and rider.

use super::context::Context;
use super::longitudinal::{Demand, Longitudinal, longitudinal};
use super::rider::{Rider, ride};
use super::stand::{Gyroscopic, Stand};
use super::tyres::lateral_over_load;
use crate::point_mass::{DriveForce, drive};
use skidpad_core::aero;
use skidpad_core::chassis::TyreForces;
use skidpad_core::math::{Direction, Real, Vec2};

/// Gravity, air and resistance, in the machine's axes.
#[derive(Clone, Copy)]
pub(crate) struct Outside<R> {
    pub heading: Direction<R>,
    /// Gravity onto the road, m/s^2.
    pub gravity_m_s2: R,
    /// Gravity along the road, m/s^2.
    pub downhill_m_s2: Vec2<R>,
    pub drag_n: Vec2<R>,
    pub linear_n: R,
}

impl<R: Real> Outside<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(at: &Context<'_, R>) -> Self {
        let Context { car, state, surface, .. } = *at;
        let data = car.vehicle().body();
        let heading = Direction::at_angle(state.yaw_rad);
        let velocity = Vec2 { x: state.velocity_x_m_s, y: state.velocity_y_m_s };
        let air = aero::drag_factor(R::one(), data.drag_area_m2, surface.air_density_kg_m3);
        Self {
            heading,
            gravity_m_s2: surface.normal_gravity_m_s2(),
            downhill_m_s2: surface.gravity(heading),
            drag_n: aero::monster_drag(air, velocity + surface.wind(heading)),
            linear_n: aero::linear_resistance(data.linear_resistance_n_s_m, velocity.x),
        }
    }
}

/// Forces of the road on the tyres, and the engine that drives one of them.
#[derive(Clone, Copy)]
pub(crate) struct Contacts<R> {
    pub engine: DriveForce<R>,
    pub longitudinal: Longitudinal<R>,
    /// All longitudinal forces but those of the wheels' brakes, N.
    pub free_n: R,
    /// Load of the front wheel at rest, N.
    pub front_static_n: R,
    pub front_load_n: R,
    pub rear_load_n: R,
    /// Force on the front wheel in its own axes, N.
    pub front_n: Vec2<R>,
    /// Force on the front wheel in the machine's axes, N.
    pub front_on_machine_n: Vec2<R>,
    pub rear_n: Vec2<R>,
}

impl<R: Real> Contacts<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(at: &Context<'_, R>, stand: &Stand<R>, outside: &Outside<R>) -> Self {
        let Context { car, mode, state, input, surface } = *at;
        let (vehicle, cycle, zero) = (car.vehicle(), car.cycle(), R::zero());
        let (front, rear) = (vehicle.front(), vehicle.rear());
        let transfer = stand.load_transfer(car, outside.gravity_m_s2);
        let engine = drive(vehicle, &mode.drive_mode(), stand.rear.along_m_s, input.throttle);
        let drive_n = engine.force_n * (R::one() - input.clutch);

        // Longitudinal forces first, beside the front tyre's lateral force without them.
        let front_slip = stand.front.damped(front, cycle.front_damping_s, state.front_deflection_rad);
        let rear_slip = stand.rear.damped(rear, cycle.rear_damping_s, state.rear_deflection_rad);
        let front_lateral = lateral_over_load(front, surface.grip, zero, front_slip);
        let front_static_n = transfer.front_share * transfer.weight_n;
        let turning = state.yaw_rate_rad_s * state.velocity_y_m_s;
        let free_n = drive_n
            + outside.drag_n.x
            + outside.linear_n
            + vehicle.body().mass_kg * (outside.downhill_m_s2.x + turning)
            - front_lateral * front_static_n * stand.steer.sin;
        let demand = Demand { drive_n, free_n, front_lateral };
        let longitudinal = longitudinal(at, stand, &transfer, &demand);

        // Then the lateral forces that they leave room for, and the loads in balance with both.
        let Longitudinal { front_over_load, rear_over_load, .. } = longitudinal;
        let front_lateral = lateral_over_load(front, surface.grip, front_over_load, front_slip);
        let rear_lateral = lateral_over_load(rear, surface.grip, rear_over_load, rear_slip);
        let on_machine = Vec2 { x: front_over_load, y: front_lateral }.to_parent(stand.steer);
        let TyreForces { front_load_n, rear_load_n, .. } = transfer.solve(on_machine.x, rear_over_load);
        let front_n = Vec2 { x: front_over_load, y: front_lateral }.scale(front_load_n);
        Self {
            engine,
            longitudinal,
            free_n,
            front_static_n,
            front_load_n,
            rear_load_n,
            front_n,
            front_on_machine_n: front_n.to_parent(stand.steer),
            rear_n: Vec2 { x: rear_over_load, y: rear_lateral }.scale(rear_load_n),
        }
    }

    /// Both wheels' force on the machine, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn sum_n(&self) -> Vec2<R> {
        self.front_on_machine_n + self.rear_n
    }
}

/// Moments about the road's line, about the vertical axis and about the steering axis, and the rider's part in them.
#[derive(Clone, Copy)]
pub(crate) struct Moments<R> {
    pub gyroscopic: Gyroscopic<R>,
    pub rider: Rider<R>,
    /// Mass times the distance of the contact line from the centre of mass, kg.m.
    pub bob_kg_m: R,
    pub roll_nm: R,
    pub yaw_nm: R,
    pub steer_nm: R,
}

impl<R: Real> Moments<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(
        at: &Context<'_, R>,
        stand: &Stand<R>,
        outside: &Outside<R>,
        contacts: &Contacts<R>,
    ) -> Self {
        let Context { car, state, .. } = *at;
        let cycle = car.cycle();
        let (front_y, front_static) = (contacts.front_n.y, contacts.front_static_n);
        let gyro = stand.gyroscopic(state);
        // The front comes down as the fork turns into the lean: a spring of the weight at rest.
        let (_, drop_by_lean) = stand.fork.drop();
        let bob = car.vehicle().body().mass_kg * stand.aside_m;
        let arm_cos = stand.height_m - stand.body.crown_m;
        let tipping = bob * (outside.gravity_m_s2 - arm_cos * state.lean_rate_rad_s.square()) + gyro.roll_nm
            - cycle.trail_m * front_static * drop_by_lean;
        let by_trail = -(cycle.trail_m * (front_y * stand.camber.cos + front_static * stand.camber.sin));
        let damper = -(cycle.steer_damping_nm_s * state.handlebar_rate_rad_s);
        let passive = by_trail + damper + gyro.steer_nm;
        let rider = ride(at, stand, outside.downhill_m_s2.y, passive);
        let sum = contacts.sum_n();
        let (front_arm, rear_arm) = stand.arms_m;
        Self {
            gyroscopic: gyro,
            rider,
            bob_kg_m: bob,
            roll_nm: tipping + stand.height_m * sum.y + rider.feet_nm,
            yaw_nm: front_arm * contacts.front_on_machine_n.y
                - rear_arm * contacts.rear_n.y
                - stand.aside_m * sum.x
                + gyro.yaw_nm,
            steer_nm: rider.hands_nm + passive,
        }
    }
}
