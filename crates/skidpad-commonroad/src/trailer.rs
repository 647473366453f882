//! KST: KS with a trailer hitched at the rear axle, `vehicle_dynamics_kst`.

use core::f64::consts::FRAC_PI_2;

use super::{
    CommonRoadInput, CommonRoadKs, CommonRoadKsState, CommonRoadKsTrace, FromParameters, KinematicCar,
    LONGEST_STEP_S, Missing, Parameters,
};
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;
use skidpad_core::{compound_record, joined_record, joined_state_vector, record};

record! {
    /// Angle between a car and its trailer.
    pub struct CommonRoadHitch {
        /// Heading of the trailer less that of the car.
        hitch_rad: "rad" [-3.2, 3.2],
    }
    /// Position of a trailer's axle.
    pub struct CommonRoadTrailerPlace {
        /// Position of the trailer's axle along the x axis.
        trailer_x_m: "m" [-1e6, 1e6],
        /// Position of the trailer's axle along the y axis.
        trailer_y_m: "m" [-1e6, 1e6],
    }
    /// Lengths of a trailer.
    pub struct TrailerLengths {
        /// Hitch to axle: CommonRoad's `trailer.l_wb`.
        wheelbase_m: "m" [0.1, 50.0],
        /// Its inverse.
        one_over_wheelbase_1_m: "1/m" [0.01, 10.0],
    }
}

joined_record! {
    /// State of KST, in CommonRoad's order.
    pub struct CommonRoadKstState {
        /// The car.
        car: CommonRoadKsState<R>,
        /// The hitch.
        trailer: CommonRoadHitch<R>,
    }
}

joined_state_vector!(CommonRoadKstState { car, trailer });

joined_record! {
    /// Quantities that follow from the motion of KST.
    pub struct CommonRoadKstTrace {
        /// The car.
        car: CommonRoadKsTrace<R>,
        /// The trailer.
        trailer: CommonRoadTrailerPlace<R>,
    }
}

compound_record! {
    /// Parameters of a car and its trailer for KST.
    pub struct TrailerCar {
        /// The car.
        car: KinematicCar<R>,
        /// The trailer.
        trailer: TrailerLengths<R>,
    }
}

impl FromParameters for TrailerCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        let wheelbase_m = from.trailer.ok_or(Missing::Trailer)?.wheelbase_m;
        let trailer = TrailerLengths { wheelbase_m, one_over_wheelbase_1_m: 1.0 / wheelbase_m };
        Ok(Self { car: KinematicCar::from_parameters(from)?, trailer })
    }
}

/// KST: the wheels roll, the trailer follows.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoadKst;

impl Model for CommonRoadKst {
    const NAME: &'static str = "commonroad_kst";
    const DESCRIPTION: &'static str =
        "CommonRoad's KST as published: KS with a trailer hitched at the rear axle, placed by that axle";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = TrailerCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadKstState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = CommonRoadKstTrace<R>;

    /// With alpha the hitch angle and lt the trailer's wheelbase:
    /// dalpha = -v (sin alpha / lt + tan d / l), and 0 beyond a right angle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &TrailerCar<R>,
        _: &Empty,
        state: &CommonRoadKstState<R>,
        input: &CommonRoadInput<R>,
        _: &Surface<R>,
    ) -> (CommonRoadKstState<R>, CommonRoadKstTrace<R>) {
        let hitch_rad = state.trailer.hitch_rad;
        let (rates, trace) = car.car.roll(&state.car, input);
        let follows = state.car.speed_m_s * car.trailer.one_over_wheelbase_1_m * hitch_rad.sin();
        let swings = hitch_rad.abs().le(R::lit(FRAC_PI_2));
        let hitch_rate = R::select(swings, -(follows + rates.yaw_rad), R::zero());
        let (trailer_sin, trailer_cos) = (state.car.yaw_rad + hitch_rad).sin_cos();
        let place = CommonRoadTrailerPlace {
            trailer_x_m: state.car.rear_x_m - car.trailer.wheelbase_m * trailer_cos,
            trailer_y_m: state.car.rear_y_m - car.trailer.wheelbase_m * trailer_sin,
        };
        (
            CommonRoadKstState { car: rates, trailer: CommonRoadHitch { hitch_rad: hitch_rate } },
            CommonRoadKstTrace { car: trace, trailer: place },
        )
    }

    /// The published function sets the hitch angle of its own argument back to the right angle; here
    /// that happens at the end of a step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &TrailerCar<R>,
        _: &Empty,
        _: &CommonRoadKstState<R>,
        after: &CommonRoadKstState<R>,
        _: &Self::Input<R>,
    ) -> (Empty, CommonRoadKstState<R>) {
        let right_angle = R::lit(FRAC_PI_2);
        let hitch_rad = after.trailer.hitch_rad;
        let beyond = hitch_rad.abs().gt(right_angle);
        let hitch_rad = R::select(beyond, right_angle.copysign(hitch_rad), hitch_rad);
        (Empty, CommonRoadKstState { trailer: CommonRoadHitch { hitch_rad }, ..*after })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &CommonRoadKstState<R>,
        positions: &CommonRoadKstState<R>,
    ) -> CommonRoadKstState<R> {
        CommonRoadKstState { car: CommonRoadKs::join(&velocities.car, &positions.car), ..*positions }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &TrailerCar<R>) -> R {
        R::lit(LONGEST_STEP_S)
    }

    /// The car's rear axle, as of KS.
    fn pose<R: Real>(state: &CommonRoadKstState<R>, road: &Surface<R>) -> Pose<R> {
        CommonRoadKs::pose(&state.car, road)
    }
}
