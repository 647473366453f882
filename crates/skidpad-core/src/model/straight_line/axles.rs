//! The model as a kind of car with two axles.

use super::records::{StraightLineMode, StraightLineState};
use crate::chassis::PlanarSenses;
use crate::controls::Command;
use crate::math::{Direction, Real, Vec2};
use crate::model::planar::axle::{AxleMode, AxleParts, AxlePoint, AxleWheels, TwoAxles};
use crate::model::planar::body::{PlanarBody, PlanarMotion};
use crate::powertrain::{Axles, EngineSide, Train, TrainMode, TrainSpeeds, engine_torque, holds_train};
use crate::spec::{AxleData, TwoAxleCar};
use crate::tyre::{Contact, limited_slip};

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct StraightLine;

holds_train!(StraightLineMode, StraightLineState);

/// The parts of a car's driveline.
#[cfg_attr(not(debug_assertions), inline(always))]
fn train<R: Real>(car: &TwoAxleCar<R>) -> Train<'_, R> {
    let (body, one) = (car.body(), R::one());
    Train {
        engine: car.engine(),
        clutch: car.clutch(),
        lock_up: car.converter().lock_up(),
        gears: car.gears(),
        shift: car.shift(),
        efficiency: body.efficiency,
        front_share: body.drive_front_share,
        centre_coupling_nm_s: body.centre_coupling_nm_s,
        axle_mobility_1_kg_m2: Axles {
            front: one / car.front().inertia_kg_m2,
            rear: one / car.rear().inertia_kg_m2,
        },
    }
}

/// The wheels of an axle.
#[cfg_attr(not(debug_assertions), inline(always))]
fn wheels<R: Real>(axle: &AxleData<R>) -> AxleWheels<R> {
    AxleWheels {
        radius_m: axle.radius_m,
        rolling_resistance: axle.rolling_resistance,
        brake_torque_nm: axle.brake_torque_nm,
        handbrake_torque_nm: axle.handbrake_torque_nm,
    }
}

impl TwoAxles for StraightLine {
    const TURNS: bool = false;
    type Car<R: Real> = TwoAxleCar<R>;
    type Mode<R: Real> = StraightLineMode<R>;
    type State<R: Real> = StraightLineState<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts<R: Real>(car: &TwoAxleCar<R>) -> AxleParts<'_, R> {
        let (body, one) = (car.body(), R::one());
        let rear_share = one - body.front_share;
        AxleParts {
            body: PlanarBody {
                mass_kg: body.mass_kg,
                inverse_yaw_inertia_1_kg_m2: R::zero(),
                linear_resistance_n_s_m: body.linear_resistance_n_s_m,
            },
            drag_area_m2: body.drag_area_m2,
            to_axles_m: [rear_share * body.wheelbase_m, body.front_share * body.wheelbase_m],
            height_over_wheelbase: body.cg_height_m / body.wheelbase_m,
            weight_shares: [body.front_share, rear_share],
            wheels: [wheels(car.front()), wheels(car.rear())],
            // All that is left of the friction, as nothing holds to the side.
            spare_shares: [one, one],
            train: train(car),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn senses<R: Real>(car: &TwoAxleCar<R>, mode: &StraightLineMode<R>) -> AxleMode<R> {
        AxleMode {
            train: mode.train(),
            drive: car.drive(mode.gear),
            directions: mode.directions(),
            body: PlanarSenses { x: mode.body_direction, y: R::zero(), yaw: R::zero() },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_senses<R: Real>(mode: &StraightLineMode<R>, senses: &AxleMode<R>) -> StraightLineMode<R> {
        StraightLineMode {
            front_direction: senses.directions.front,
            rear_direction: senses.directions.rear,
            body_direction: senses.body.x,
            ..mode.with_train(&senses.train)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looked_up<R: Real>(_: &AxlePoint<Self, R>, mode: &StraightLineMode<R>) -> StraightLineMode<R> {
        *mode
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn motion<R: Real>(state: &StraightLineState<R>) -> PlanarMotion<R> {
        let (zero, one) = (R::zero(), R::one());
        PlanarMotion {
            heading: Direction { sin: zero, cos: one },
            velocity_m_s: Vec2 { x: state.speed_m_s, y: zero },
            yaw_rate_rad_s: zero,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn speeds<R: Real>(state: &StraightLineState<R>) -> TrainSpeeds<R> {
        state.speeds()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_speeds<R: Real>(
        state: &StraightLineState<R>,
        motion: &PlanarMotion<R>,
        speeds: &TrainSpeeds<R>,
    ) -> StraightLineState<R> {
        StraightLineState {
            speed_m_s: motion.velocity_m_s.x,
            front_spin_rad_s: speeds.front_rad_s,
            rear_spin_rad_s: speeds.rear_rad_s,
            engine_rad_s: speeds.engine_rad_s,
            ..*state
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steer<R: Real>(_: &TwoAxleCar<R>, _: &Command<R>) -> Direction<R> {
        Direction { sin: R::zero(), cos: R::one() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contacts<R: Real>(at: &AxlePoint<Self, R>, [front_hub, rear_hub]: &[Vec2<R>; 2]) -> [Contact<R>; 2] {
        let (front, rear, state) = (at.car.front(), at.car.rear(), at.state);
        let [front_m_s, rear_m_s] = tread_speeds(at.car, state);
        let front_curve = front.law().curve(&front.grip(at.surface.grip));
        let rear_curve = rear.law().curve(&rear.grip(at.surface.grip));
        [
            front.relaxation().contact(&front_curve, state.front_deflection, front_m_s, front_hub.x),
            rear.relaxation().contact(&rear_curve, state.rear_deflection, rear_m_s, rear_hub.x),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn engine<R: Real>(at: &AxlePoint<Self, R>, train: &TrainMode<R>, input_rad_s: R) -> EngineSide<R> {
        let (car, engine_rad_s) = (at.car, at.state.engine_rad_s);
        let throttle = self::train(car).throttle(train, at.command);
        EngineSide {
            engine_nm: engine_torque(car.engine(), car.torque_curve(), throttle, engine_rad_s),
            converter: car.converter().torque_within(car.clutch().capacity_nm, engine_rad_s, input_rad_s),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adhere<R: Real>(car: &TwoAxleCar<R>, state: &StraightLineState<R>) -> [R::Mask; 2] {
        [
            state.front_deflection.abs().lt(car.front().peak_slip),
            state.rear_deflection.abs().lt(car.rear().peak_slip),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limited<R: Real>(
        car: &TwoAxleCar<R>,
        _: &StraightLineMode<R>,
        state: &StraightLineState<R>,
    ) -> StraightLineState<R> {
        let ([front_m_s, rear_m_s], speed) = (tread_speeds(car, state), state.speed_m_s);
        let (front, rear) = (car.front().peak_slip, car.rear().peak_slip);
        StraightLineState {
            front_deflection: limited_slip(state.front_deflection, front, front_m_s, speed),
            rear_deflection: limited_slip(state.rear_deflection, rear, rear_m_s, speed),
            ..*state
        }
    }
}

/// Circumferential speeds of the tyres of both axles, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tread_speeds<R: Real>(car: &TwoAxleCar<R>, state: &StraightLineState<R>) -> [R; 2] {
    [state.front_spin_rad_s * car.front().radius_m, state.rear_spin_rad_s * car.rear().radius_m]
}
