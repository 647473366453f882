//! A motorcycle: a single track that leans, with a rider who countersteers.
//!
//! The machine with its rider is a rigid body on two wheels in line, which roll; it moves over the
//! road, yaws and leans about the line of its tyres' contacts, and its front fork turns. Equations of
//! Newton and Euler about the centre of mass, in axes that yaw with the machine and do not lean
//! (x forward, y left, z from the road; lean phi positive to the right, l = h - rho with the tyres'
//! crown radius rho, z = rho + l cos(phi)):
//!
//! - m (dvx/dt - r vy) = sum F_x, m (dvy/dt + r vx) = sum F_y;
//! - (I_x + m l^2 sin^2(phi)) dp/dt = m g l sin(phi) - m l^2 sin(phi) cos(phi) p^2 + z F_y + gyroscopic
//!   torques: the moments of load and tyres about the centre of mass, the load being
//!   m (g + d2z/dt2);
//! - I_z dr/dt = a F_yf - b F_yr - l sin(phi) F_x + gyroscopic torques;
//! - I_s d2delta/dt2 = hands - damper - trail times the force across the front wheel's plane +
//!   gyroscopic torques.
//!
//! The inertias about both axes across the machine are taken as equal. What carries the centre of
//! mass up and down while the lean changes is the suspension's business and is left out of the tyres' load,
//! and so is the wheels' rotation out of the mass that is accelerated. Without slip and at small
//! angles the lean is that of the linear benchmark bicycle (Meijaard and others, 2007) without the
//! mass of its front fork; with slip and camber thrust it is Sharp's motorcycle (The stability and
//! control of motorcycles, J. Mech. Eng. Sci. 13, 1971), with the whole of the sines and cosines.

mod data;
mod geometry;
mod lean;
mod lengthwise;
mod limits;
mod records;
mod rider;
mod stand;
mod tyres;

pub use data::{
    CAMBER_1_RAD, CBR_RAKE_RAD, CBR_TRAIL_M, CBR_WHEELBASE_M, MotorcycleCar, MotorcycleData,
    TRUNK_MOMENT_KG_M, cornering_stiffness,
};
pub use geometry::{Fork, handlebar_for};
pub use lean::{
    Leaning, Turn, capsize_time, gyroscopic_lean_torque, point_mass_lean, shoulder_lean_effect, steady_lean,
    steer_rate_to_lean, steer_to_lean, tyre_width_lean,
};
pub use limits::Stance;
pub use records::{MotorcycleInput, MotorcycleMode, MotorcycleState, MotorcycleTrace};
pub use tyres::steady_across_over_load;

use super::point_mass::{coupled_speed, drive};
use super::{End, Model, Pose};
use crate::aero;
use crate::brakes::{released, stopped};
use crate::chassis::{LoadTransfer, TyreForces};
use crate::integrate::Method;
use crate::math::{Direction, Real, Vec2};
use crate::powertrain::{ShiftSpeeds, ShiftState};
use crate::surface::Surface;
use lengthwise::lengthwise;
use stand::Stand;
use tyres::{across_over_load, use_of_grip};

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Motorcycle;

impl<R: Real> Stand<R> {
    /// Load transfer of the leaning machine: the height of the centre of mass counts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load_transfer(&self, car: &MotorcycleCar<R>, gravity_m_s2: R) -> LoadTransfer<R> {
        let body = car.vehicle().body();
        LoadTransfer {
            weight_n: body.mass_kg * gravity_m_s2,
            front_share: body.front_share,
            height_over_wheelbase: self.height_m / body.wheelbase_m,
        }
    }
}

impl Model for Motorcycle {
    const NAME: &'static str = "motorcycle";
    const DESCRIPTION: &'static str =
        "a leaning single track with camber thrust, gyroscopic wheels and a rider who countersteers";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = MotorcycleCar<R>;
    type Input<R: Real> = MotorcycleInput<R>;
    type State<R: Real> = MotorcycleState<R>;
    type Mode<R: Real> = MotorcycleMode<R>;
    type Trace<R: Real> = MotorcycleTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &MotorcycleCar<R>,
        mode: &MotorcycleMode<R>,
        state: &MotorcycleState<R>,
        input: &MotorcycleInput<R>,
        surface: &Surface<R>,
    ) -> (MotorcycleState<R>, MotorcycleTrace<R>) {
        let (zero, one) = (R::zero(), R::one());
        let (vehicle, cycle) = (car.vehicle(), car.cycle());
        let (data, front, rear) = (vehicle.body(), vehicle.front(), vehicle.rear());
        let (vx, vy) = (state.velocity_x_m_s, state.velocity_y_m_s);
        let (yaw_rate, lean_rate) = (state.yaw_rate_rad_s, state.lean_rate_rad_s);
        let heading = Direction::at_angle(state.yaw_rad);
        let stand = Stand::new(car, state);
        let gravity = surface.normal_gravity_m_s2();
        let down = surface.gravity(heading);
        let transfer = stand.load_transfer(car, gravity);
        let mass = data.mass_kg;

        let air = aero::drag_factor(one, data.drag_area_m2, surface.air_density_kg_m3);
        let drag = aero::monster_drag(air, Vec2 { x: vx, y: vy } + surface.wind(heading));
        let linear_n = aero::linear_resistance(data.linear_resistance_n_s_m, vx);

        // Wheels: what they are asked for lengthwise, and what is left across.
        let engine = drive(vehicle, &mode.drive_mode(), stand.rear.along_m_s, input.throttle);
        let drive_n = engine.force_n * (one - input.clutch);
        let front_slip = stand.front.damped(front, cycle.front_damping_s, state.front_deflection_rad);
        let rear_slip = stand.rear.damped(rear, cycle.rear_damping_s, state.rear_deflection_rad);
        let front_alone = across_over_load(front, surface.grip, zero, front_slip);
        let front_static = transfer.front_share * transfer.weight_n;
        let free_n = drive_n + drag.x + linear_n + mass * (down.x + yaw_rate * vy)
            - front_alone * front_static * stand.steer.sin;
        let asked =
            lengthwise((car, mode, input, surface), &stand, &transfer, front_alone, (drive_n, free_n));
        let front_across = across_over_load(front, surface.grip, asked.front_over_load, front_slip);
        let rear_across = across_over_load(rear, surface.grip, asked.rear_over_load, rear_slip);
        let front_over_load = Vec2 { x: asked.front_over_load, y: front_across }.to_parent(stand.steer);
        let TyreForces { front_load_n, rear_load_n, .. } =
            transfer.solve(front_over_load.x, asked.rear_over_load);
        let (front_x, front_y) = (asked.front_over_load * front_load_n, front_across * front_load_n);
        let (rear_x, rear_y) = (asked.rear_over_load * rear_load_n, rear_across * rear_load_n);
        let front_force = Vec2 { x: front_x, y: front_y }.to_parent(stand.steer);
        let (push, side) = (front_force.x + rear_x, front_force.y + rear_y);

        // Rider, handlebar and feet.
        let gyro = stand.gyroscopic(state);
        // The front comes down as the fork turns into the lean: a spring of the weight at rest.
        let (_, drop_by_lean) = stand.fork.drop();
        let bob = mass * stand.aside_m;
        let arm_cos = stand.height_m - stand.body.crown_m;
        let tipping = bob * (gravity - arm_cos * lean_rate.square()) + gyro.roll_nm
            - cycle.trail_m * front_static * drop_by_lean;
        let by_trail = -(cycle.trail_m * (front_y * stand.camber.cos + front_static * stand.camber.sin));
        let damper = -(cycle.steer_damping_nm_s * state.handlebar_rate_rad_s);
        let passive = by_trail + damper + gyro.steer_nm;
        let turning = rider::ride(car, state, input, surface, &stand, (down.y, passive));

        // The equations above.
        let acceleration_x = (push + drag.x + linear_n) / mass + down.x;
        let acceleration_y = (side + drag.y) / mass + down.y;
        let roll_nm = tipping + stand.height_m * side + turning.feet_nm;
        let lean_rate_rate = roll_nm / (cycle.roll_inertia_kg_m2 + bob * stand.aside_m);
        let (front_arm, rear_arm) = stand.arms_m;
        let yaw_nm = front_arm * front_force.y - rear_arm * rear_y - stand.aside_m * push + gyro.yaw_nm;

        let velocity = Vec2 { x: vx, y: vy }.to_parent(heading);
        let derivative = MotorcycleState {
            x_m: velocity.x,
            y_m: velocity.y,
            yaw_rad: yaw_rate,
            velocity_x_m_s: acceleration_x + yaw_rate * vy,
            velocity_y_m_s: acceleration_y - yaw_rate * vx,
            yaw_rate_rad_s: yaw_nm / cycle.yaw_inertia_kg_m2,
            lean_rad: lean_rate,
            lean_rate_rad_s: lean_rate_rate,
            handlebar_rad: state.handlebar_rate_rad_s,
            handlebar_rate_rad_s: (turning.hands_nm + passive) / cycle.steer_inertia_kg_m2,
            front_deflection_rad: stand.front.rate(front, state.front_deflection_rad),
            rear_deflection_rad: stand.rear.rate(rear, state.rear_deflection_rad),
            shoulder_rad: turning.shoulder_rate,
            rider_curvature_1_m: turning.curvature_rate,
            rider_trim_nm: turning.trim_rate,
        };
        let redline = engine.engine_rad_s.gt(vehicle.engine().redline_rad_s);
        let trace = MotorcycleTrace {
            acceleration_x_m_s2: acceleration_x,
            acceleration_y_m_s2: acceleration_y,
            sideslip_rad: vy.atan2(vx),
            front_slip_angle_rad: stand.front.slip_angle(),
            rear_slip_angle_rad: stand.rear.slip_angle(),
            front_steer_rad: stand.steer.sin.asin(),
            machine_lean_rad: stand.machine_lean_rad,
            front_camber_rad: stand.camber.sin.asin(),
            wanted_lean_rad: turning.lean_rad,
            front_force_x_n: front_x,
            front_force_y_n: front_y,
            rear_force_x_n: rear_x,
            rear_force_y_n: rear_y,
            front_load_n,
            rear_load_n,
            front_use_of_grip: use_of_grip(front, surface.grip, front_load_n, (front_x, front_y)),
            rear_use_of_grip: use_of_grip(rear, surface.grip, rear_load_n, (rear_x, rear_y)),
            engine_rad_s: engine.engine_rad_s,
            engine_torque_nm: engine.engine_nm,
            over_redline: R::select(redline, one, zero),
            traction_limited: asked.traction_limited,
            wheelie_limited: asked.wheelie_limited,
            stoppie_limited: asked.stoppie_limited,
            free_force_n: free_n,
            holding_capacity_n: asked.capacity_n,
            hands_torque_nm: turning.hands_nm,
            feet_torque_nm: turning.feet_nm,
            gyroscopic_torque_nm: gyro.roll_nm,
            rider_power_w: turning.hands_nm * state.handlebar_rate_rad_s + turning.feet_nm * lean_rate,
            drag_x_n: drag.x,
            drag_y_n: drag.y,
        };
        (derivative, trace)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &MotorcycleCar<R>,
        mode: &MotorcycleMode<R>,
        state: &MotorcycleState<R>,
        input: &MotorcycleInput<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> MotorcycleMode<R> {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let vehicle = car.vehicle();
        let before =
            ShiftState { gear: mode.gear, target_gear: mode.target_gear, shift_timer_s: mode.shift_timer_s };
        let engine = coupled_speed(vehicle, mode.gear, state.velocity_x_m_s).max(vehicle.engine().idle_rad_s);
        let speeds = ShiftSpeeds { engine_rad_s: engine, input_rad_s: engine, wheels_spin: zero };
        let shift = vehicle.shift().advance(&before, &input.gear_request(), input.throttle, &speeds, dt_s);
        // Behind an open clutch the wheels do not turn the engine.
        let over = input.clutch.lt(one) & engine.gt(vehicle.engine().blow_up_rad_s);
        let blown = over | mode.blown.gt(half);
        let mut next = MotorcycleMode {
            gear: shift.gear,
            target_gear: shift.target_gear,
            shift_timer_s: shift.shift_timer_s,
            direction: state.velocity_x_m_s.sign(),
            blown: R::select(blown, one, zero),
            fallen: mode.fallen,
        };
        let probe = Self::evaluate(car, &next, state, input, surface).1;
        next.direction = released(next.direction, probe.free_force_n, probe.holding_capacity_n);
        next
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &MotorcycleCar<R>,
        mode: &MotorcycleMode<R>,
        _: &MotorcycleState<R>,
        after: &MotorcycleState<R>,
    ) -> (MotorcycleMode<R>, MotorcycleState<R>) {
        let zero = R::zero();
        let (vehicle, cycle) = (car.vehicle(), car.cycle());
        let mut state = *after;
        state.velocity_x_m_s = stopped(mode.direction, after.velocity_x_m_s);
        // The fork stops at its lock; what turns it on is lost there.
        let lock = cycle.largest_handlebar_rad;
        let outwards = (after.handlebar_rate_rad_s * after.handlebar_rad).gt(zero);
        let hits = after.handlebar_rad.abs().ge(lock) & outwards;
        state.handlebar_rad = after.handlebar_rad.min(lock).max(-lock);
        state.handlebar_rate_rad_s = R::select(hits, zero, after.handlebar_rate_rad_s);
        let most = R::lit(rider::TRIM_SHARE) * cycle.hands_nm;
        state.rider_trim_nm = after.rider_trim_nm.min(most).max(-most);
        let stand = Stand::new(car, &state);
        state.front_deflection_rad = stand.front.limited(vehicle.front(), after.front_deflection_rad);
        state.rear_deflection_rad = stand.rear.limited(vehicle.rear(), after.rear_deflection_rad);
        let down = stand.machine_lean_rad.abs().max(after.lean_rad.abs()).gt(cycle.fallen_lean_rad);
        let fallen = R::select(down, R::one(), mode.fallen);
        (MotorcycleMode { fallen, ..*mode }, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &MotorcycleState<R>, positions: &MotorcycleState<R>) -> MotorcycleState<R> {
        MotorcycleState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            lean_rad: positions.lean_rad,
            handlebar_rad: positions.handlebar_rad,
            front_deflection_rad: positions.front_deflection_rad,
            rear_deflection_rad: positions.rear_deflection_rad,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &MotorcycleMode<R>) -> R {
        let half = R::lit(0.5);
        let blown = R::select(mode.blown.gt(half), R::one(), R::zero());
        R::select(mode.fallen.gt(half), R::lit(End::FALLEN_OVER.number()), blown)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &MotorcycleCar<R>) -> R {
        car.cycle().longest_step_s
    }

    fn pose<R: Real>(state: &MotorcycleState<R>, surface: &Surface<R>) -> Pose<R> {
        let mut pose = Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface);
        // Leans about its own forward axis.
        let [w, x, y, z] = pose.quaternion;
        let (sin, cos) = (R::lit(0.5) * state.lean_rad).sin_cos();
        pose.quaternion = [w * cos - x * sin, w * sin + x * cos, y * cos + z * sin, z * cos - y * sin];
        pose
    }
}
