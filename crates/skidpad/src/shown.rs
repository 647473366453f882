//! A car as it is drawn.

use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_world::render::{Between, WheelAngle};

use crate::{Car, Wheel};

/// A car as a renderer draws it: body and wheels between the last two steps, so that neither shakes at whatever rate
/// pictures come. [`FixedStep`](skidpad_world::render::FixedStep) says how many steps a picture is due, and `alpha`.
///
/// ```
/// use skidpad::core::step::Dt;
/// use skidpad::world::render::FixedStep;
/// use skidpad::{Shown, prelude::*};
///
/// let mut car = Car::preset("corvette-c5")?;
/// let (mut fixed, mut shown) = (FixedStep::new(Dt::try_from(1.0 / 60.0)?), Shown::new(&car));
/// let controls = Controls { throttle: 0.5, gear: Gear::Automatic, ..Controls::default() };
/// for frame_s in [0.0069, 0.0071, 0.0069] {
///     let due = fixed.advance(frame_s);
///     for _ in 0..due.steps {
///         car.step(&controls, fixed.dt().seconds())?;
///         shown.push(&car);
///     }
///     let (body, wheels) = (shown.body(due.alpha), shown.wheels(due.alpha));
///     assert_eq!(wheels.len(), 4);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shown {
    body: Between<f64>,
    before: Vec<Mounting>,
    now: Vec<Mounting>,
    angles: Vec<WheelAngle>,
}

/// A wheel as it is drawn: a child of the body in a scene graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownWheel {
    /// Its centre in the body's frame, whose origin is [`Car::pose`], m.
    pub in_body_m: [f64; 3],
    /// Steering angle to the body, rad, positive to the left.
    pub steer_rad: f64,
    /// Camber to the body, rad, positive where its top leans to the right: about the wheel's longitudinal axis, after the steering angle. 0 in
    /// models that do not compute camber.
    pub camber_rad: f64,
    /// Angle by which it has turned about its axle, rad; forwards is positive.
    pub spin_angle_rad: f64,
}

#[derive(Clone, Copy, Debug)]
struct Mounting {
    in_body_m: [f64; 3],
    steer_rad: f64,
    camber_rad: f64,
}

impl Shown {
    /// A car that stands, as far as one can see: at its start, and after it was put elsewhere.
    pub fn new(car: &Car) -> Self {
        let mountings = mountings(car);
        Self {
            body: Between::at(car.pose()),
            before: mountings.clone(),
            now: mountings,
            angles: car.spin_angles().to_vec(),
        }
    }

    /// Takes the car after a step.
    pub fn push(&mut self, car: &Car) {
        self.body.push(car.pose());
        core::mem::swap(&mut self.before, &mut self.now);
        self.now.clear();
        self.now.extend(mountings(car));
        self.angles.clear();
        self.angles.extend_from_slice(car.spin_angles());
    }

    /// The body at `alpha` from the last but one step to the last, [0, 1].
    pub fn body(&self, alpha: f64) -> Pose<f64> {
        self.body.pose(alpha)
    }

    /// The wheels there, in the order of [`Car::wheels`].
    pub fn wheels(&self, alpha: f64) -> Vec<ShownWheel> {
        let between = |from: f64, to: f64| from + alpha * (to - from);
        let wheels = self.before.iter().zip(&self.now).zip(&self.angles);
        let wheel = |((from, to), angle): ((&Mounting, &Mounting), &WheelAngle)| ShownWheel {
            in_body_m: [0, 1, 2].map(|axis| between(from.in_body_m[axis], to.in_body_m[axis])),
            steer_rad: between(from.steer_rad, to.steer_rad),
            camber_rad: between(from.camber_rad, to.camber_rad),
            spin_angle_rad: angle.angle_rad(alpha),
        };
        wheels.map(wheel).collect()
    }
}

fn mountings(car: &Car) -> Vec<Mounting> {
    let pose = car.pose();
    let mount = |(place, wheel): (usize, &Wheel)| Mounting {
        in_body_m: pose.point_in_body(wheel.position_m),
        steer_rad: wheel.steer_rad,
        camber_rad: car.normal_below(place).map_or(0.0, |normal| camber_to_body_rad(wheel, normal)),
    };
    car.wheels().iter().enumerate().map(mount).collect()
}

/// Camber to the body of a wheel whose camber is to the road, rad. `normal`: of the road, in the body's axes.
///
/// With the axle a = l cos(t) + k sin(t), where l is the wheel's left at the steering angle and k the body's vertical axis, the camber g to the
/// road is that of a . n = sin(g). So t = asin(sin(g) / r) - p, with l . n = r sin(p) and k . n = r cos(p).
fn camber_to_body_rad(wheel: &Wheel, normal: [f64; 3]) -> f64 {
    let [x, y, z] = normal;
    let length = Real::sqrt(x * x + y * y + z * z);
    let (steer_sin, steer_cos) = Real::sin_cos(wheel.steer_rad);
    let left = (steer_cos * y - steer_sin * x) / length;
    let up = z / length;
    let share = Real::sin(wheel.camber_rad) / Real::hypot(left, up);
    let angle_rad = Real::asin(Real::clamp(share, -1.0, 1.0)) - Real::atan2(left, up);
    // A body that lies on its side has no wheel on the road.
    if angle_rad.is_finite() { angle_rad } else { 0.0 }
}
