//! The wheels of a car, for a renderer and a telemetry screen.

use skidpad_core::model::Pose;
use skidpad_core::spec::Vehicle;
use skidpad_world::render::WheelAngle;
use skidpad_world::rolling::WHEELS;

use super::outputs::Layout;

/// A wheel of a car that has just stepped. A model without width has one wheel per axle, in the middle of it.
///
/// A quantity that the model does not compute has the value that the model assumes: suspension travel of a rigid car and
/// steering angle on a straight road are 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// The wheel's centre in the world, m: a radius above its road.
    pub position_m: [f64; 3],
    /// Steering angle of this wheel to the body, rad, positive to the left.
    pub steer_rad: f64,
    /// Camber of this wheel to the road, rad, positive where its top leans to the right.
    pub camber_rad: f64,
    /// Angle by which it has turned about its axle, rad, [0, 2 pi); forwards is positive.
    pub spin_angle_rad: f64,
    /// Spin, rad/s; forwards is positive.
    pub spin_rad_s: f64,
    /// Distance by which the body has risen from the wheel against the car at rest, m; negative where the suspension is
    /// compressed.
    pub suspension_travel_m: f64,
    /// Load, N.
    pub load_n: f64,
    /// Slip ratio: (circumferential speed - speed) / |speed|; -1 is locked.
    pub slip_ratio: f64,
    /// Slip angle, rad: of the wheel's velocity, positive where it moves to its left.
    pub slip_angle_rad: f64,
    /// Longitudinal and lateral force of the road on the tyre, N: forwards and to the left of the wheel.
    pub force_n: [f64; 2],
    /// The tyre's force over the largest in its direction; `None` where the model does not compute it.
    pub friction_utilisation: Option<f64>,
}

/// Places of a wheel's numbers in a row of outputs.
#[derive(Clone, Copy, Debug)]
struct Columns {
    steer: Option<usize>,
    camber: Option<usize>,
    spin: Option<usize>,
    travel: Option<usize>,
    load: Option<usize>,
    slip: Option<usize>,
    slip_angle: Option<usize>,
    force_x: Option<usize>,
    force_y: Option<usize>,
    utilisation: Option<usize>,
}

impl Columns {
    fn new(wheel: &str, layout: &Layout) -> Self {
        let find = |what: &str| layout.find(&format!("{wheel}_{what}"));
        Self {
            steer: find("steer_rad"),
            camber: find("camber_rad"),
            spin: find("spin_rad_s"),
            travel: find("suspension_travel_m"),
            load: find("load_n"),
            slip: find("slip"),
            slip_angle: find("slip_angle_rad"),
            // A model of a straight road knows no other direction.
            force_x: find("force_x_n").or(find("force_n")),
            force_y: find("force_y_n"),
            utilisation: find("use_of_grip"),
        }
    }
}

/// A wheel of a car: where it is fixed, and where its numbers are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mounted {
    columns: Columns,
    /// Place of its spin in the state; `None`: it rolls without slip.
    spin_state: Option<usize>,
    radius_m: f64,
    /// From the centre of mass, forwards and to the left, m.
    pub from_centre_m: [f64; 2],
}

impl Mounted {
    /// The wheels that a model computes: four, one per axle, or none.
    pub fn all(layout: &Layout, states: &[&str], vehicle: &Vehicle<f64>) -> Vec<Self> {
        let mount = |name: &str, from_centre_m: [f64; 2]| Self {
            columns: Columns::new(name, layout),
            spin_state: states.iter().position(|state| *state == format!("{name}_spin_rad_s")),
            radius_m: if name.starts_with("front") {
                vehicle.front().radius_m
            } else {
                vehicle.rear().radius_m
            },
            from_centre_m,
        };
        if layout.find("front_left_load_n").is_some() {
            let places = WHEELS.iter().zip(vehicle.wheel_places_m());
            return places.map(|(name, place)| mount(name, place)).collect();
        }
        if layout.find("front_load_n").is_some() {
            let [to_front_m, to_rear_m] = vehicle.body().axle_distances_m();
            return vec![mount("front", [to_front_m, 0.0]), mount("rear", [-to_rear_m, 0.0])];
        }
        Vec::new()
    }

    /// Spin, rad/s, from a car's states and its speed.
    pub fn spin_rad_s(&self, states: &[f64], speed_m_s: f64) -> f64 {
        self.spin_state.map_or(speed_m_s / self.radius_m, |index| states[index])
    }

    /// The wheel of a row of outputs. `rolling_rad_s`: its spin where the model computes none. `contact`: its place on
    /// the road, turned as the road is.
    pub fn wheel(&self, row: &[f64], angle: &WheelAngle, rolling_rad_s: f64, contact: &Pose<f64>) -> Wheel {
        let at = |index: Option<usize>| index.map_or(0.0, |index| row[index]);
        let columns = &self.columns;
        Wheel {
            position_m: above(contact, self.radius_m),
            steer_rad: at(columns.steer),
            camber_rad: at(columns.camber),
            spin_angle_rad: within_a_turn(angle.angle_rad(1.0)),
            spin_rad_s: columns.spin.map_or(rolling_rad_s, |index| row[index]),
            suspension_travel_m: at(columns.travel),
            load_n: at(columns.load),
            slip_ratio: at(columns.slip),
            slip_angle_rad: at(columns.slip_angle),
            force_n: [at(columns.force_x), at(columns.force_y)],
            friction_utilisation: columns.utilisation.map(|index| row[index]),
        }
    }
}

/// A place at a height above the road, along its normal.
fn above(contact: &Pose<f64>, height_m: f64) -> [f64; 3] {
    contact.on_springs(height_m, 0.0, 0.0).position_m
}

fn within_a_turn(angle_rad: f64) -> f64 {
    let turn = core::f64::consts::TAU;
    let rest = angle_rad % turn;
    if rest < 0.0 { rest + turn } else { rest }
}
