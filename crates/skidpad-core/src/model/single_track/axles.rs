//! The model as a kind of car with two axles.

use super::car::SingleTrackCar;
use super::records::{SingleTrackMode, SingleTrackState};
use crate::controls::Command;
use crate::friction::IN_TWO_DIRECTIONS;
use crate::math::{Direction, Real, Vec2};
use crate::model::planar::axle::{AxleMode, AxleParts, AxlePoint, TwoAxles};
use crate::model::planar::body::PlanarMotion;
use crate::model::planar::hub_velocities;
use crate::powertrain::{EngineSide, TrainMode, TrainSpeeds};
use crate::tyre::Contact;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct SingleTrack;

/// Angle of the front wheels, rad: the command's, within the lock.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn front_steer<R: Real>(car: &SingleTrackCar<R>, command: &Command<R>) -> R {
    let lock = car.body.largest_steer_rad;
    command.steer_rad.clamp(-lock, lock)
}

impl TwoAxles for SingleTrack {
    const TURNS: bool = true;
    type Car<R: Real> = SingleTrackCar<R>;
    type Mode<R: Real> = SingleTrackMode<R>;
    type State<R: Real> = SingleTrackState<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts<R: Real>(car: &SingleTrackCar<R>) -> AxleParts<'_, R> {
        // In the tyre's weaker direction, so that the sum stays within the ellipse at any steering angle.
        let share = R::lit(IN_TWO_DIRECTIONS);
        let ((front, rear), (front_share, rear_share)) = ((&car.front, &car.rear), car.weight_shares());
        AxleParts {
            body: car.body.planar(),
            drag_area_m2: car.body.drag_area_m2,
            to_axles_m: [car.body.to_front_m, car.body.to_rear_m],
            height_over_wheelbase: car.body.height_over_wheelbase,
            weight_shares: [front_share, rear_share],
            wheels: [front.wheels.planar(), rear.wheels.planar()],
            spare_shares: [
                share * front.tyre.lateral_share.min(R::one()),
                share * rear.tyre.lateral_share.min(R::one()),
            ],
            train: car.train(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn senses<R: Real>(car: &SingleTrackCar<R>, mode: &SingleTrackMode<R>) -> AxleMode<R> {
        AxleMode {
            train: mode.train(),
            drive: car.train().drive_of(mode.overall_ratio),
            directions: mode.directions(),
            body: mode.senses(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_senses<R: Real>(mode: &SingleTrackMode<R>, senses: &AxleMode<R>) -> SingleTrackMode<R> {
        SingleTrackMode {
            overall_ratio: senses.drive.overall_ratio,
            front_direction: senses.directions.front,
            rear_direction: senses.directions.rear,
            x_direction: senses.body.x,
            y_direction: senses.body.y,
            yaw_direction: senses.body.yaw,
            ..mode.with_train(&senses.train)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looked_up<R: Real>(at: &AxlePoint<Self, R>, mode: &SingleTrackMode<R>) -> SingleTrackMode<R> {
        let (car, speeds) = (at.car, at.state.speeds());
        let drive = car.train().drive_of(mode.overall_ratio);
        SingleTrackMode {
            front_steer_rad: front_steer(car, at.command),
            ..mode.looked_up(car, speeds.engine_rad_s, drive.input_speed(&speeds.axles()))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn motion<R: Real>(state: &SingleTrackState<R>) -> PlanarMotion<R> {
        let velocity_m_s = Vec2 { x: state.velocity_x_m_s, y: state.velocity_y_m_s };
        PlanarMotion::new(state.yaw_rad, velocity_m_s, state.yaw_rate_rad_s)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn speeds<R: Real>(state: &SingleTrackState<R>) -> TrainSpeeds<R> {
        state.speeds()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_speeds<R: Real>(
        state: &SingleTrackState<R>,
        motion: &PlanarMotion<R>,
        speeds: &TrainSpeeds<R>,
    ) -> SingleTrackState<R> {
        SingleTrackState {
            velocity_x_m_s: motion.velocity_m_s.x,
            velocity_y_m_s: motion.velocity_m_s.y,
            yaw_rate_rad_s: motion.yaw_rate_rad_s,
            front_spin_rad_s: speeds.front_rad_s,
            rear_spin_rad_s: speeds.rear_rad_s,
            engine_rad_s: speeds.engine_rad_s,
            ..*state
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steer<R: Real>(car: &SingleTrackCar<R>, command: &Command<R>) -> Direction<R> {
        Direction::at_angle(front_steer(car, command))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contacts<R: Real>(at: &AxlePoint<Self, R>, [front_hub, rear_hub]: &[Vec2<R>; 2]) -> [Contact<R>; 2] {
        let (front, rear, grip) = (&at.car.front, &at.car.rear, at.surface.grip);
        let [front_m_s, rear_m_s] = tread_speeds(at.car, at.state);
        [
            front.tyre.contact(grip, &at.state.front_tread(), front_m_s, front_hub),
            rear.tyre.contact(grip, &at.state.rear_tread(), rear_m_s, rear_hub),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn engine<R: Real>(at: &AxlePoint<Self, R>, train: &TrainMode<R>, input_rad_s: R) -> EngineSide<R> {
        at.mode.engine_side(
            at.car,
            at.car.train().throttle(train, at.command),
            at.state.engine_rad_s,
            input_rad_s,
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adhere<R: Real>(_: &SingleTrackCar<R>, state: &SingleTrackState<R>) -> [R::Mask; 2] {
        let one = R::one();
        [state.front_tread().norm_squared().lt(one), state.rear_tread().norm_squared().lt(one)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limited<R: Real>(
        car: &SingleTrackCar<R>,
        mode: &SingleTrackMode<R>,
        state: &SingleTrackState<R>,
    ) -> SingleTrackState<R> {
        let to_axles_m = [car.body.to_front_m, car.body.to_rear_m];
        let steer = Direction::at_angle(mode.front_steer_rad);
        let [front_hub, rear_hub] = hub_velocities(&to_axles_m, &Self::motion(state), steer);
        let [front_m_s, rear_m_s] = tread_speeds(car, state);
        let front = car.front.tyre.limited(&state.front_tread(), front_m_s, &front_hub);
        let rear = car.rear.tyre.limited(&state.rear_tread(), rear_m_s, &rear_hub);
        SingleTrackState {
            front_deflection_x: front.x,
            front_deflection_y: front.y,
            rear_deflection_x: rear.x,
            rear_deflection_y: rear.y,
            ..*state
        }
    }
}

/// Circumferential speeds of the tyres of both axles, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tread_speeds<R: Real>(car: &SingleTrackCar<R>, state: &SingleTrackState<R>) -> [R; 2] {
    [state.front_spin_rad_s * car.front.wheels.radius_m, state.rear_spin_rad_s * car.rear.wheels.radius_m]
}
