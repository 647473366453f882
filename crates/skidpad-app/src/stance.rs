//! How a car stands on the road: nose-dive and squat, roll, the lean of a motorcycle, the load of each wheel.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear};
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_world::scene::Scene;
//! use skidpad_app::stance::Stance;
//!
//! let car = Choice::preset("two_track_sprung", "boxster-s").unwrap();
//! let mut drive = Drive::new(Scene::straight(), &car).unwrap();
//! let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
//! (0..90).for_each(|_| {
//!     drive.frame(1.0 / 60.0, &full);
//! });
//! let stance = Stance::new(drive.player(), &drive.player().drawn(drive.alpha()), drive.scene());
//! assert!(stance.pitch_rad < -0.005, "it squats");
//! ```

use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_world::scene::Scene;

use crate::drive::Entrant;
use crate::tread::{heading_rad, in_world, treads};

/// Attitude of a car against the plane that the scene's ground lies on, and the loads of its wheels.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// Pitch, rad: nose down above 0.
    pub pitch_rad: f64,
    /// Roll, rad: right side down above 0; of a motorcycle, its lean.
    pub roll_rad: f64,
    /// Heave: height of the body above that at rest, m.
    pub heave_m: f64,
    /// True if the body moves on springs, and is not fixed to the wheels.
    pub is_sprung: bool,
    /// True for a motorcycle, which leans.
    pub leans: bool,
    /// Height of the road under the wheels, m: front left, front right, rear left, rear right.
    pub roads_m: [f64; 4],
    /// Load of each of them as a share of the car's weight; half of an axle's where the model knows axles alone. `None`:
    /// it knows none.
    pub load_shares: Option<[f64; 4]>,
}

impl Stance {
    /// Stance of a car with a pose, such as that between two steps in which it is drawn.
    pub fn new(entrant: &Entrant, pose: &Pose<f64>, scene: &Scene) -> Self {
        let wheels_m = entrant.wheels_m();
        let roads_m = wheels_m.map(|place_m| scene.ground.under(in_world(pose, place_m)).height_m);
        let model = entrant.choice().model;
        let (is_sprung, leans) = (model.abilities.sprung, model.abilities.leans);
        let [pitch_rad, roll_rad] = turned_rad(pose, scene);
        let mut stance = Self {
            pitch_rad,
            roll_rad,
            heave_m: if is_sprung { pose.position_m[2] } else { 0.0 },
            is_sprung,
            leans,
            roads_m,
            load_shares: load_shares(entrant, scene.surface.gravity_m_s2),
        };
        if !is_sprung {
            stance.stand_on(wheels_m);
        }
        stance
    }

    /// A body that is fixed to its wheels stands as the road under them does.
    fn stand_on(&mut self, wheels_m: [[f64; 2]; 4]) {
        let [front_left, front_right, rear_left, rear_right] = self.roads_m;
        let wheelbase_m = wheels_m[0][0] - wheels_m[2][0];
        let track_m = wheels_m[0][1] - wheels_m[1][1];
        let rises_m = 0.5 * (front_left + front_right - rear_left - rear_right);
        let tilts_m = 0.5 * (front_left - front_right + rear_left - rear_right);
        self.heave_m = 0.25 * self.roads_m.iter().sum::<f64>();
        self.pitch_rad -= Real::atan2(rises_m, wheelbase_m);
        if track_m > 0.0 {
            self.roll_rad += Real::atan2(tilts_m, track_m);
        }
    }

    /// Pitch and roll of the body on its springs against the road under its wheels, rad.
    pub fn on_springs_rad(&self, wheels_m: [[f64; 2]; 4]) -> [f64; 2] {
        let mut fixed = Self { pitch_rad: 0.0, roll_rad: 0.0, ..self.clone() };
        fixed.stand_on(wheels_m);
        [self.pitch_rad - fixed.pitch_rad, self.roll_rad - fixed.roll_rad]
    }
}

/// Pitch and roll of a pose against the plane of the scene, rad.
fn turned_rad(pose: &Pose<f64>, scene: &Scene) -> [f64; 2] {
    let level = Pose::on_road([0.0, 0.0], heading_rad(pose), &scene.surface);
    let ([a, b, c, d], [e, f, g, h]) = (level.quaternion, pose.quaternion);
    // The plane's turn taken back, then the pose's: the product of the conjugate and the other.
    let (w, x, y, z) = (
        a * e + b * f + c * g + d * h,
        a * f - b * e - c * h + d * g,
        a * g - c * e - d * f + b * h,
        a * h - d * e - b * g + c * f,
    );
    let nose_up = Real::clamp(2.0 * (x * z - w * y), -1.0, 1.0);
    let (left_up, roof_up) = (2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y));
    [-Real::asin(nose_up), Real::atan2(left_up, roof_up)]
}

fn load_shares(entrant: &Entrant, gravity_m_s2: f64) -> Option<[f64; 4]> {
    let loads: Vec<f64> = treads(entrant).iter().map(|tread| tread.wheel.load_n).collect();
    let weight_n = entrant.choice().vehicle.as_ref().map(|own| gravity_m_s2 * own.1.body().mass_kg)?;
    let shares = match loads[..] {
        [front_left, front_right, rear_left, rear_right] => [front_left, front_right, rear_left, rear_right],
        [front, rear] => [0.5 * front, 0.5 * front, 0.5 * rear, 0.5 * rear],
        _ => return None,
    };
    Some(shares.map(|load_n| load_n / weight_n))
}
