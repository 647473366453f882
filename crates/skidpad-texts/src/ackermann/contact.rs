//! Two tyres on the road as constraints: what forces keep those that grip from slipping, while those
//! that slide push with a given force.
//!
//! With the velocities of body and wheels, the slip velocities s of both contacts (along and across
//! each wheel) change by s' = W F + w, F the tyres' forces on the body and W their mobility. Gripping
//! means s' = 0. The same W turns impulses into changes of slip: with s in place of w the answer is
//! the impulse that stops the slip, the projection that takes the least kinetic energy to do it.

use skidpad_core::math::{Direction, Real, Vec2};

/// A symmetric matrix of two rows.
#[derive(Clone, Copy, Debug)]
struct Symmetric<R> {
    xx: R,
    xy: R,
    yy: R,
}

impl<R: Real> Symmetric<R> {
    /// What the matrix turns into `right`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn solve(self, right: Vec2<R>) -> Vec2<R> {
        let inverse = R::one() / (self.xx * self.yy - self.xy.square());
        Vec2::new(
            (self.yy * right.x - self.xy * right.y) * inverse,
            (self.xx * right.y - self.xy * right.x) * inverse,
        )
    }
}

/// The body and the wheels behind the contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bodies<R> {
    /// 1 / M, 1/kg.
    pub mass: R,
    /// 1 / I_C, 1/(kg m^2).
    pub yaw: R,
    /// Distances of the front and rear contact from the centre of mass, m.
    pub levers_m: [R; 2],
    /// R^2 / I of the front and rear wheels, 1/kg; 0 for wheels that stand.
    pub wheels: [R; 2],
    /// Direction of the front wheels in the body.
    pub steer: Direction<R>,
}

/// The mobility W.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contacts<R> {
    front: Symmetric<R>,
    rear: Symmetric<R>,
    // Front slip along and across (first letter) by rear force along and across (second).
    xx: R,
    xy: R,
    yx: R,
    yy: R,
}

impl<R: Real> Contacts<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(of: &Bodies<R>) -> Self {
        let [front_lever, rear_lever] = of.levers_m;
        let Direction { sin, cos } = of.steer;
        let (front_x, front_y) = (front_lever * sin, front_lever * cos);
        Self {
            front: Symmetric {
                xx: of.mass + front_x.square() * of.yaw + of.wheels[0],
                xy: front_x * front_y * of.yaw,
                yy: of.mass + front_y.square() * of.yaw,
            },
            rear: Symmetric {
                xx: of.mass + of.wheels[1],
                xy: R::zero(),
                yy: of.mass + rear_lever.square() * of.yaw,
            },
            xx: cos * of.mass,
            xy: sin * of.mass - front_x * rear_lever * of.yaw,
            yx: -(sin * of.mass),
            yy: cos * of.mass - front_y * rear_lever * of.yaw,
        }
    }

    /// The forces of both tyres: of one that grips what holds its slip at W F + w = 0, of one that
    /// slides what is given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve(&self, grips: [R::Mask; 2], free: [Vec2<R>; 2], sliding: [Vec2<R>; 2]) -> [Vec2<R>; 2] {
        let zero = Vec2::zero();
        // The front tyre's force without the rear one's, and what each newton there takes from it.
        let alone = -self.front.solve(free[0]);
        let alone = Vec2::select(grips[0], alone, sliding[0]);
        let by_x = Vec2::select(grips[0], self.front.solve(Vec2::new(self.xx, self.yx)), zero);
        let by_y = Vec2::select(grips[0], self.front.solve(Vec2::new(self.xy, self.yy)), zero);
        let reduced = Symmetric {
            xx: self.rear.xx - (self.xx * by_x.x + self.yx * by_x.y),
            xy: self.rear.xy - (self.xx * by_y.x + self.yx * by_y.y),
            yy: self.rear.yy - (self.xy * by_y.x + self.yy * by_y.y),
        };
        let slip = Vec2::new(
            free[1].x + self.xx * alone.x + self.yx * alone.y,
            free[1].y + self.xy * alone.x + self.yy * alone.y,
        );
        let rear = Vec2::select(grips[1], -reduced.solve(slip), sliding[1]);
        let front = Vec2::new(
            alone.x - by_x.x * rear.x - by_y.x * rear.y,
            alone.y - by_x.y * rear.x - by_y.y * rear.y,
        );
        [front, rear]
    }
}
