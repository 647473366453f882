//! Braking for an obstacle.

use skidpad_core::math::Real;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_world::channel::WheelSet;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::models::ModelInfo;
use skidpad_world::world::Site;

use super::{Observed, Outline, Quantity, Situation, Start, Task, Term, first_end, one_if};
use crate::chance::Chance;
use crate::error::{TaskError, check};

/// Speed below which the car has stopped, m/s.
const STOPPED_M_S: f64 = 0.1;
/// Half of the lane's width, m: the centre of mass must not leave it.
const HALF_LANE_M: f64 = 1.75;
/// Length and width of the slippery side, m.
const SIDE_M: [f64; 2] = [4000.0, 1000.0];

/// Braking along the x axis from a speed, in a lane, before an obstacle.
#[derive(Clone, Debug, PartialEq)]
pub struct Braking {
    speed_m_s: [f64; 2],
    room: [f64; 2],
    /// Grip to the left of the lane's middle, over that to its right.
    left_grip: f64,
}

impl Braking {
    /// Braking from speeds between two bounds, m/s. `room`: bounds of the obstacle's distance over the distance of a stop at a deceleration of
    /// 1 g. `left_grip`: grip to the left of the lane's middle over that to its right, 1 for the same on both sides.
    ///
    /// # Errors
    /// Numbers out of their ranges.
    pub fn new(speed_m_s: [f64; 2], room: [f64; 2], left_grip: f64) -> Result<Self, TaskError> {
        check("speed_m_s[0]", speed_m_s[0], [1.0, 100.0])?;
        check("speed_m_s[1]", speed_m_s[1], [speed_m_s[0], 100.0])?;
        check("room[0]", room[0], [0.1, 100.0])?;
        check("room[1]", room[1], [room[0], 100.0])?;
        check("left_grip", left_grip, [0.05, 1.0])?;
        Ok(Self { speed_m_s, room, left_grip })
    }
}

/// A stop under way.
#[derive(Clone, Copy, Debug)]
pub struct Stopping {
    obstacle_m: f64,
    began_m: f64,
    x_m: f64,
    front_m: f64,
    hit_m_s: f64,
}

const END_STOPPED: usize = 0;
const END_HIT: usize = 1;
const END_LEFT_LANE: usize = 2;

impl Task for Braking {
    type Memory = Stopping;
    const NAME: &'static str = "braking";
    const TERMS: &'static [Term] = &[
        Term { quantity: Quantity::new("distance_m", "m", "Distance driven"), weight: -0.1 },
        Term {
            quantity: Quantity::new("hit_m_s", "m/s", "Speed at which the obstacle was hit"),
            weight: -1.0,
        },
        Term { quantity: Quantity::new("left_lane", "-", "1 where the car left the lane"), weight: -10.0 },
        Term { quantity: Quantity::new("stopped", "-", "1 where the car stopped in its lane"), weight: 10.0 },
    ];
    const ENDS: &'static [&'static str] = &["stopped", "hit", "left_lane"];
    const FIGURES: &'static [Quantity] = &[
        Quantity::new("stopping_distance_m", "m", "Distance driven so far"),
        Quantity::new("obstacle_m", "m", "Distance of the car's front from the obstacle"),
        Quantity::new("hit_m_s", "m/s", "Speed at which the obstacle was hit"),
    ];
    const OBSERVED: &'static [Observed] = &[
        Observed::number("obstacle_m", "m", "Distance of the car's front from the obstacle"),
        Observed::number("lane_offset_m", "m", "Distance from the lane's middle, positive to the left"),
        Observed::number("lane_yaw_rad", "rad", "Heading from the lane's direction").within([-7.0, 7.0]),
    ];

    fn site(&self) -> Site {
        if self.left_grip == 1.0 {
            return Site::asphalt();
        }
        let area = Area {
            centre_m: [0.25 * SIDE_M[0], 0.5 * SIDE_M[1]],
            heading_rad: 0.0,
            shape: Shape::Rectangle { size_m: SIDE_M },
        };
        let side = Patch::Even { area, grip: Some(self.left_grip), rolling: None };
        Site::asphalt().with_ground(Ground::from_patches(vec![side]))
    }

    fn check_model(&self, model: &ModelInfo) -> Result<(), TaskError> {
        if self.left_grip == 1.0 || matches!(WheelSet::resolve(&model.layout()), WheelSet::Four(_)) {
            return Ok(());
        }
        let name = model.name;
        Err(TaskError::Model(format!(
            "left_grip: the model {name} has no left and right wheels; two_track has"
        )))
    }

    fn start(&self, _: &Outline, chance: &mut Chance) -> Start {
        Start::at([0.0; 2], 0.0, chance.between(self.speed_m_s))
    }

    fn begin(&self, outline: &Outline, start: &Start, chance: &mut Chance) -> Stopping {
        let ([x_m, _], [speed_m_s, _]) = (start.position_m, start.velocity_m_s);
        let stop_m = speed_m_s * speed_m_s / (2.0 * STANDARD_GRAVITY_M_S2);
        let obstacle_m = x_m + outline.front_m + chance.between(self.room) * stop_m;
        Stopping { obstacle_m, began_m: x_m, x_m, front_m: x_m + outline.front_m, hit_m_s: 0.0 }
    }

    fn judge(&self, situation: &Situation<'_>, stopping: &mut Stopping, terms: &mut [f64]) -> Option<usize> {
        let [x_m, y_m] = situation.motion.position_m;
        let speed_m_s = situation.motion.speed_m_s();
        stopping.front_m = front_m(situation);
        let ends = [
            (stopping.front_m >= stopping.obstacle_m, END_HIT),
            (Real::abs(y_m) > HALF_LANE_M, END_LEFT_LANE),
            (speed_m_s < STOPPED_M_S, END_STOPPED),
        ];
        let end = first_end(ends);
        let is = |wanted: usize| one_if(end == Some(wanted));
        stopping.hit_m_s = is(END_HIT) * speed_m_s;
        terms.copy_from_slice(&[x_m - stopping.x_m, stopping.hit_m_s, is(END_LEFT_LANE), is(END_STOPPED)]);
        stopping.x_m = x_m;
        end
    }

    fn figures(&self, stopping: &Stopping, figures: &mut [f64]) {
        let left_m = stopping.obstacle_m - stopping.front_m;
        figures.copy_from_slice(&[stopping.x_m - stopping.began_m, left_m, stopping.hit_m_s]);
    }

    fn observe(&self, situation: &Situation<'_>, stopping: &Stopping, out: &mut [f32]) {
        let numbers = [
            stopping.obstacle_m - stopping.front_m,
            situation.motion.position_m[1],
            situation.motion.yaw_rad,
        ];
        out.copy_from_slice(&numbers.map(|number| number as f32));
    }
}

/// The farthest point of the car along the lane, m.
fn front_m(situation: &Situation<'_>) -> f64 {
    situation
        .outline
        .corners_m(&situation.motion)
        .into_iter()
        .map(|corner| corner[0])
        .fold(f64::MIN, Real::max)
}
