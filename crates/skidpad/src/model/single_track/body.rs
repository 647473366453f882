//! Forces, moments and torques at an instant, and the rates that come of them.

use super::car::{SingleTrackCar, TrackAxle};
use super::drive::drive_torque;
use super::{SingleTrackMode, SingleTrackState};
use crate::aero;
use crate::brakes::holding_torque;
use crate::controls::Command;
use crate::math::Real;
use crate::powertrain::Axles;
use crate::surface::Surface;
use crate::tyre::{Contact, Plane};

/// Everything that acts on an axle.
pub(super) struct AxleInstant<R> {
    pub contact: Contact<R>,
    pub load_n: R,
    /// Force of the tyres in the wheel's frame, without the hysteresis of standing tyres.
    pub force: Plane<R>,
    /// What of a force along the car their hysteresis can hold, N.
    pub hysteresis_n: R,
    pub drive_nm: R,
    /// Torque without brakes and rolling resistance.
    pub free_nm: R,
    pub holding_nm: R,
    pub brake_nm: R,
}

/// What the hysteresis of standing tyres does to the body, or can do. (A standing wheel does not feel it
/// as a torque: it is held as one with what it stands on.)
pub(super) struct Hysteresis<R> {
    pub x_n: R,
    pub y_n: R,
    pub yaw_nm: R,
}

/// Everything that acts on the car.
pub(super) struct Instant<R> {
    pub rate: SingleTrackState<R>,
    pub front: AxleInstant<R>,
    pub rear: AxleInstant<R>,
    pub front_hub: Plane<R>,
    pub rear_hub: Plane<R>,
    pub hysteresis: Hysteresis<R>,
    /// What it holds.
    pub held: Hysteresis<R>,
    pub free_x_n: R,
    pub free_y_n: R,
    pub free_yaw_nm: R,
    pub drag_n: Plane<R>,
    pub linear_n: R,
    pub weight_n: Plane<R>,
}

/// The angle of the front wheels, rad: the command's, within the lock.
#[inline(always)]
pub(super) fn front_steer<R: Real>(car: &SingleTrackCar<R>, command: &Command<R>) -> R {
    let lock = car.body().largest_steer_rad;
    command.steer_rad.clamp(-lock, lock)
}

/// Velocities of both hubs in the frames of their wheels. That of the front wheels is Monster's
/// v_y + omega b across and v_x along, turned into the wheels' frame.
#[inline(always)]
pub(super) fn hubs<R: Real>(
    car: &SingleTrackCar<R>,
    state: &SingleTrackState<R>,
    (steer_sin, steer_cos): (R, R),
) -> (Plane<R>, Plane<R>) {
    let (vx, vy, yaw_rate) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
    let across = vy + car.body().to_front_m * yaw_rate;
    let front = Plane { x: vx * steer_cos + across * steer_sin, y: across * steer_cos - vx * steer_sin };
    (front, Plane { x: vx, y: vy - car.body().to_rear_m * yaw_rate })
}

/// Lengthwise hysteresis that a standing axle's tyres can add to their force, N.
///
/// The rubber's hysteresis, which on a rolling wheel is the rolling resistance, is dry friction on a
/// standing one. Only as far as the tyre grips: with the body held forwards and to the side by as much,
/// sqrt(1/2) of what is spare in the weaker direction of the tyre keeps the sum within the ellipse, at any
/// steering angle.
#[inline(always)]
fn hysteresis<R: Real>(
    axle: &TrackAxle<R>,
    direction: R,
    (load_n, spare_n): (R, R),
    surface: &Surface<R>,
) -> R {
    let weaker = R::lit(core::f64::consts::FRAC_1_SQRT_2) * axle.tyre().lateral_share.min(R::one());
    let most = (weaker * spare_n).min(axle.wheels().rolling_resistance * surface.rolling * load_n);
    R::select(direction.eq(R::zero()), most, R::zero())
}

/// Torque that brakes and rolling resistance of an axle can hold, N.m.
#[inline(always)]
fn holding_capacity<R: Real>(
    axle: &TrackAxle<R>,
    command: &Command<R>,
    load_n: R,
    surface: &Surface<R>,
) -> R {
    let wheels = axle.wheels();
    let brakes = command.brake * wheels.brake_torque_nm + command.handbrake * wheels.handbrake_torque_nm;
    brakes + wheels.rolling_resistance * surface.rolling * load_n * wheels.radius_m
}

impl<R: Real> Hysteresis<R> {
    /// From what each axle can hold lengthwise, N. Of what it can hold sideways, one half is for the
    /// motion to the side, which shares out over the axles as their weights do, and the other for the
    /// yaw, a couple.
    #[inline(always)]
    fn of(car: &SingleTrackCar<R>, front_n: R, rear_n: R) -> Self {
        let half = R::lit(0.5);
        let (front_share, rear_share) = car.weight_shares();
        Self {
            x_n: front_n + rear_n,
            y_n: (half / front_share * front_n).min(half / rear_share * rear_n),
            yaw_nm: half * car.wheelbase_m() * front_n.min(rear_n),
        }
    }
}

impl<R: Real> Instant<R> {
    /// What of the held forces each axle carries, in the body's frame: lengthwise as the weights are, as
    /// far as each can; the other has room for the rest.
    #[inline(always)]
    pub(super) fn held_by_axles(&self, car: &SingleTrackCar<R>) -> (Plane<R>, Plane<R>) {
        let (front_share, rear_share) = car.weight_shares();
        let couple = self.held.yaw_nm * car.inverse_wheelbase_1_m();
        let (front_n, rear_n) = (self.front.hysteresis_n, self.rear.hysteresis_n);
        let x_n = self.held.x_n;
        let front_x = (x_n * front_share).clamp((x_n - rear_n).max(-front_n), (x_n + rear_n).min(front_n));
        (
            Plane { x: front_x, y: front_share * self.held.y_n + couple },
            Plane { x: x_n - front_x, y: rear_share * self.held.y_n - couple },
        )
    }

    #[inline(always)]
    pub(super) fn of(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        state: &SingleTrackState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> Self {
        let (body, front, rear) = (car.body(), car.front(), car.rear());
        let (vx, vy, yaw_rate) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
        let (yaw_sin, yaw_cos) = state.yaw_rad.sin_cos();
        let (steer_sin, steer_cos) = front_steer(car, command).sin_cos();
        let (front_hub, rear_hub) = hubs(car, state, (steer_sin, steer_cos));

        let front_tread = state.front_spin_rad_s * front.wheels().radius_m;
        let rear_tread = state.rear_spin_rad_s * rear.wheels().radius_m;
        let ahead = front.tyre().contact(surface.grip, &state.front_tread(), front_tread, &front_hub);
        let behind = rear.tyre().contact(surface.grip, &state.rear_tread(), rear_tread, &rear_hub);

        // The whole force of the front tyres in the body's frame: their lateral force pulls backwards,
        // too. Loads and forces balance.
        let front_along = ahead.above.x * steer_cos - ahead.above.y * steer_sin;
        let front_across = ahead.above.x * steer_sin + ahead.above.y * steer_cos;
        let transfer = car.load_transfer(surface);
        let (front_scale, rear_scale) =
            transfer.solve_quotients((front_along, ahead.below), (behind.above.x, behind.below));
        let (front_load, rear_load) = (ahead.below * front_scale, behind.below * rear_scale);
        let (front_side, rear_side) = (front_across * front_scale, behind.above.y * rear_scale);
        let front_force = Plane { x: ahead.above.x * front_scale, y: ahead.above.y * front_scale };
        let rear_force = Plane { x: behind.above.x * rear_scale, y: rear_side };

        let [road_x, road_y] = surface.gravity_on_road();
        let (road_x, road_y) = (body.mass_kg * road_x, body.mass_kg * road_y);
        let weight = Plane { x: road_x * yaw_cos + road_y * yaw_sin, y: road_y * yaw_cos - road_x * yaw_sin };
        let air = aero::drag_factor(R::one(), body.drag_area_m2, surface.air_density_kg_m3);
        let wind = surface.headwind_m_s;
        let [drag_x, drag_y] = aero::monster_drag(air, [vx + wind * yaw_cos, vy - wind * yaw_sin]);
        let linear_n = aero::linear_resistance(body.linear_resistance_n_s_m, vx);
        let turning = body.mass_kg * yaw_rate;
        // What is known before the loads are stands together.
        let free_x_n =
            (front_along * front_scale + rear_force.x) + (drag_x + linear_n + (weight.x + turning * vy));
        let free_y_n = (front_side + rear_side) + (drag_y + (weight.y - turning * vx));
        let free_yaw_nm = body.to_front_m * front_side - body.to_rear_m * rear_side;

        let front_spare = (front_load, ahead.spare * front_scale);
        let rear_spare = (rear_load, behind.spare * rear_scale);
        let front_held = hysteresis(front, mode.front_direction, front_spare, surface);
        let rear_held = hysteresis(rear, mode.rear_direction, rear_spare, surface);
        let can_hold = Hysteresis::of(car, front_held, rear_held);
        let held_x = holding_torque(can_hold.x_n, mode.x_direction, free_x_n);
        let held_y = holding_torque(can_hold.y_n, mode.y_direction, free_y_n);
        let held_yaw = holding_torque(can_hold.yaw_nm, mode.yaw_direction, free_yaw_nm);
        let coupled = car.drive().centre_coupling_nm_s * (state.front_spin_rad_s - state.rear_spin_rad_s);
        let spins = Axles { front: state.front_spin_rad_s, rear: state.rear_spin_rad_s };
        let drive = drive_torque(car, command, &spins);
        let (drive_front, drive_rear) = (drive.front - coupled, drive.rear + coupled);
        let front_free = drive_front - front_force.x * front.wheels().radius_m;
        let rear_free = drive_rear - rear_force.x * rear.wheels().radius_m;
        let front_holding = holding_capacity(front, command, front_load, surface);
        let rear_holding = holding_capacity(rear, command, rear_load, surface);
        let front_brake = holding_torque(front_holding, mode.front_direction, front_free);
        let rear_brake = holding_torque(rear_holding, mode.rear_direction, rear_free);

        let inverse_mass = R::one() / body.mass_kg;
        let rate = SingleTrackState {
            x_m: vx * yaw_cos - vy * yaw_sin,
            y_m: vx * yaw_sin + vy * yaw_cos,
            yaw_rad: yaw_rate,
            velocity_x_m_s: (free_x_n + held_x) * inverse_mass,
            velocity_y_m_s: (free_y_n + held_y) * inverse_mass,
            yaw_rate_rad_s: (free_yaw_nm + held_yaw) * body.inverse_yaw_inertia_1_kg_m2,
            front_spin_rad_s: (front_free + front_brake) * front.wheels().mobility_1_kg_m2,
            rear_spin_rad_s: (rear_free + rear_brake) * rear.wheels().mobility_1_kg_m2,
            front_deflection_x: ahead.rate_1_s.x,
            front_deflection_y: ahead.rate_1_s.y,
            rear_deflection_x: behind.rate_1_s.x,
            rear_deflection_y: behind.rate_1_s.y,
        };
        Self {
            rate,
            front: AxleInstant {
                contact: ahead,
                load_n: front_load,
                force: front_force,
                hysteresis_n: front_held,
                drive_nm: drive_front,
                free_nm: front_free,
                holding_nm: front_holding,
                brake_nm: front_brake,
            },
            rear: AxleInstant {
                contact: behind,
                load_n: rear_load,
                force: rear_force,
                hysteresis_n: rear_held,
                drive_nm: drive_rear,
                free_nm: rear_free,
                holding_nm: rear_holding,
                brake_nm: rear_brake,
            },
            front_hub,
            rear_hub,
            hysteresis: can_hold,
            held: Hysteresis { x_n: held_x, y_n: held_y, yaw_nm: held_yaw },
            free_x_n,
            free_y_n,
            free_yaw_nm,
            drag_n: Plane { x: drag_x, y: drag_y },
            linear_n,
            weight_n: weight,
        }
    }
}
