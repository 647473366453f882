//! Suspension geometry from a table, as a kinematics-and-compliance rig measures it: camber, toe and the displacement of the
//! contact over the travel of a wheel.

use std::sync::LazyLock;

use skidpad::core::math::{Direction, Real, Vec2};
use skidpad::core::model::two_track::{
    IndependentWheels, Suspension, SuspensionGeometry, SuspensionPosition, VehicleAlignment, WheelAlignment,
};
use skidpad::core::record::converted;
use skidpad::core::spec::Vehicle;
use skidpad::core::{compound_record, each_wheel};

use crate::table::{numbers, within_interval};

/// Nodes of the table.
pub const NODES: usize = 9;
/// Travels at which the rig measured, mm: inwards (jounce) positive.
pub const JOUNCE_MM: [f64; NODES] = [-80.0, -60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0, 80.0];
/// Heading of the file.
const HEADING: &str = "axle,jounce_mm,camber_deg,toe_deg,lateral_mm,longitudinal_mm";
/// The place of the wheel at rest, where every column is 0.
const AT_REST: usize = 4;
/// Distance of two nodes, m.
const SPACING_M: f64 = 0.02;

compound_record! {
    /// Measured kinematics of the left wheel of an axle, as changes from rest at each travel; the right one is its mirror image.
    pub struct AxleTable {
        /// Camber to the body, rad, negative with the top inwards.
        pub camber_rad: [R; NODES],
        /// Toe, rad, positive inwards.
        pub toe_rad: [R; NODES],
        /// Displacement of the contact outwards, m.
        pub lateral_m: [R; NODES],
        /// Displacement of the contact forwards, m.
        pub longitudinal_m: [R; NODES],
    }
}

compound_record! {
    /// Measured kinematics of a car. They are numbers of the car, so every car of a batch may have its own.
    pub struct KinematicsTable {
        /// Front axle.
        pub front: AxleTable<R>,
        /// Rear axle.
        pub rear: AxleTable<R>,
    }
}

/// The table of `data/kinematics.csv`. (It is made up, in the form in which a rig reports: put your own there.)
pub static MEASURED: LazyLock<KinematicsTable<f64>> = LazyLock::new(|| {
    KinematicsTable::read(include_str!("../data/kinematics.csv"))
        .expect("the table of this crate is complete")
});

impl KinematicsTable<f64> {
    /// The kinematics of a table with a line for each axle and travel, in any order.
    ///
    /// # Errors
    /// A line that is not an axle and five numbers, a travel that is missing or not one of the table's, and a wheel that is not
    /// at 0 at rest, each by its place.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, heading)| heading.trim()) != Some(HEADING) {
            return Err(format!("line 1: must be `{HEADING}`"));
        }
        let mut nodes = [[None; NODES]; 2];
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let at = |why: &str| format!("line {}: {why}", number + 1);
            let (name, cells) = line.split_once(',').ok_or_else(|| at("must be an axle and five numbers"))?;
            let axle = ["front", "rear"].iter().position(|axle| *axle == name.trim());
            let cells = numbers(cells);
            let (Some(axle), Some([jounce_mm, camber_deg, toe_deg, lateral_mm, longitudinal_mm])) =
                (axle, cells.as_deref())
            else {
                return Err(at("must be `front` or `rear` and five numbers"));
            };
            let Some(node) = JOUNCE_MM.iter().position(|node| node == jounce_mm) else {
                return Err(at(&format!("travels must be {JOUNCE_MM:?} mm")));
            };
            let values =
                [camber_deg.to_radians(), toe_deg.to_radians(), 1e-3 * lateral_mm, 1e-3 * longitudinal_mm];
            if node == AT_REST && values != [0.0; 4] {
                return Err(at("values are changes from rest: they must be 0 at travel 0"));
            }
            if nodes[axle][node].replace(values).is_some() {
                return Err(at("a second line for this axle and travel"));
            }
        }
        Ok(Self { front: AxleTable::of("front", &nodes[0])?, rear: AxleTable::of("rear", &nodes[1])? })
    }
}

impl AxleTable<f64> {
    fn of(axle: &str, nodes: &[Option<[f64; 4]>; NODES]) -> Result<Self, String> {
        if let Some(node) = nodes.iter().position(Option::is_none) {
            return Err(format!("no line for {axle}, travel {} mm", JOUNCE_MM[node]));
        }
        let column = |which: usize| nodes.map(|node| node.map_or(0.0, |values| values[which]));
        Ok(Self {
            camber_rad: column(0),
            toe_rad: column(1),
            lateral_m: column(2),
            longitudinal_m: column(3),
        })
    }
}

impl<R: Real> KinematicsTable<R> {
    /// The measured kinematics, over any kind of number.
    pub fn measured() -> Self {
        converted(&*MEASURED, R::lit)
    }
}

/// Weights of the nodes' values and slopes at a travel, for all columns of the table alike.
///
/// Between the nodes runs a cubic that has there the values of the table and the slopes of the parabola through the node
/// and its neighbours (Catmull and Rom, A class of local interpolating splines, 1974), beyond the ends the end's tangent.
/// So the slope is continuous, and the force of the links, which it gives, does not jump. Nothing branches on a number.
struct Place<R> {
    /// Of the value in each interval: of the step to the next node, of the slopes at its beginning and end.
    value: [[R; 3]; NODES - 1],
    /// Of the slope alike; 0 in each interval but the wheel's.
    slope: [[R; 3]; NODES - 1],
    /// How far the travel is before the first and beyond the last node, over the spacing.
    beyond: [R; 2],
    /// 1 where it is.
    is_beyond: [R; 2],
}

impl<R: Real> Place<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(jounce_m: R) -> Self {
        let (zero, one) = (R::zero(), R::one());
        let (two, three) = (R::lit(2.0), R::lit(3.0));
        let last = R::lit((NODES - 1) as f64);
        let along = jounce_m * R::lit(1.0 / SPACING_M) + R::lit(AT_REST as f64);
        let (mut value, mut slope) = ([[zero; 3]; NODES - 1], [[zero; 3]; NODES - 1]);
        let mut node = 0;
        while node < NODES - 1 {
            let from = along - R::lit(node as f64);
            let s = within_interval(from);
            let (square, cube) = (s * s, s * s * s);
            value[node] = [three * square - two * cube, cube - two * square + s, cube - square];
            let inside = R::select(from.ge(zero) & from.lt(one), one, zero);
            slope[node] = [
                inside * (R::lit(6.0) * (s - square)),
                inside * (three * square - R::lit(4.0) * s + one),
                inside * (three * square - two * s),
            ];
            node += 1;
        }
        Self {
            value,
            slope,
            beyond: [R::select(along.lt(zero), along, zero), R::select(along.ge(last), along - last, zero)],
            is_beyond: [R::select(along.lt(zero), one, zero), R::select(along.ge(last), one, zero)],
        }
    }

    /// Slopes of a column at its nodes, per spacing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slopes_at_nodes(column: &[R; NODES]) -> [R; NODES] {
        let (half, two) = (R::lit(0.5), R::lit(2.0));
        let mut slopes = [R::zero(); NODES];
        let mut node = 1;
        while node < NODES - 1 {
            slopes[node] = half * (column[node + 1] - column[node - 1]);
            node += 1;
        }
        slopes[0] = two * (column[1] - column[0]) - slopes[1];
        slopes[NODES - 1] = two * (column[NODES - 1] - column[NODES - 2]) - slopes[NODES - 2];
        slopes
    }

    /// Sum of a column by these weights.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum(weights: &[[R; 3]; NODES - 1], ends: &[R; 2], column: &[R; NODES]) -> R {
        let slopes = Self::slopes_at_nodes(column);
        let mut sum = ends[0] * slopes[0] + ends[1] * slopes[NODES - 1];
        let mut node = 0;
        while node < NODES - 1 {
            let [step, begin, end] = weights[node];
            sum += step * (column[node + 1] - column[node]) + begin * slopes[node] + end * slopes[node + 1];
            node += 1;
        }
        sum
    }

    /// Value of a column.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self, column: &[R; NODES]) -> R {
        column[0] + Self::sum(&self.value, &self.beyond, column)
    }

    /// Derivative of a column by the travel inwards, per m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn per_jounce(&self, column: &[R; NODES]) -> R {
        Self::sum(&self.slope, &self.is_beyond, column) * R::lit(1.0 / SPACING_M)
    }
}

impl<R: Real> AxleTable<R> {
    /// Changes of camber and toe at a travel inwards.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn camber_and_toe_rad(&self, jounce_m: R) -> [R; 2] {
        let place = Place::new(jounce_m);
        [place.value(&self.camber_rad), place.value(&self.toe_rad)]
    }

    /// Displacement of the contact at a travel inwards, forwards and outwards, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn displacement_m(&self, jounce_m: R) -> Vec2<R> {
        let place = Place::new(jounce_m);
        Vec2 { x: place.value(&self.longitudinal_m), y: place.value(&self.lateral_m) }
    }

    /// Its derivative by the travel inwards.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn displacement_per_jounce(&self, jounce_m: R) -> Vec2<R> {
        let place = Place::new(jounce_m);
        Vec2 { x: place.per_jounce(&self.longitudinal_m), y: place.per_jounce(&self.lateral_m) }
    }

    /// Both wheels of the axle at their travels outwards. The right one is the mirror image of the left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn linkage(&self, [left_m, right_m]: [R; 2]) -> IndependentWheels<R> {
        let left = self.displacement_per_jounce(-left_m);
        let right = self.displacement_per_jounce(-right_m);
        IndependentWheels { per_travel: [-left, Vec2 { x: -right.x, y: right.y }] }
    }
}

impl<R: Real> SuspensionGeometry<R> for KinematicsTable<R> {
    type Linkage = IndependentWheels<R>;

    /// A wheel that moves outwards by b per travel inwards turns about a roll centre of the height b t / 2.
    fn roll_centres_m(&self, vehicle: &Vehicle<R>) -> [R; 2] {
        let (chassis, half) = (vehicle.chassis(), R::lit(0.5));
        [
            self.front.displacement_per_jounce(R::zero()).y * (half * chassis.front_track_m),
            self.rear.displacement_per_jounce(R::zero()).y * (half * chassis.rear_track_m),
        ]
    }

    /// Camber of the table is to the body, which leans with its right side down by the roll; toe of the table turns the left
    /// wheels to the right and the right ones to the left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn alignment(
        &self,
        vehicle: &VehicleAlignment<R>,
        steer: Direction<R>,
        position: &SuspensionPosition<R>,
    ) -> [WheelAlignment<R>; 4] {
        let (directions, axles) =
            (vehicle.steering.directions(steer), [&self.front, &self.front, &self.rear, &self.rear]);
        let [front, rear] = vehicle.camber_rad;
        let (fixed, sides) = ([front, front, rear, rear], [R::one(), -R::one(), R::one(), -R::one()]);
        each_wheel!(W => {
            let [camber_rad, toe_rad] = axles[W].camber_and_toe_rad(-position.travel_m[W]);
            WheelAlignment {
                direction: directions[W].plus(Direction::at_angle(-(sides[W] * toe_rad))),
                camber_rad: sides[W] * (fixed[W] + camber_rad) - position.roll_rad,
            }
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn linkages(&self, _: &Suspension<R>, position: &SuspensionPosition<R>) -> [IndependentWheels<R>; 2] {
        let [front_left, front_right, rear_left, rear_right] = position.travel_m;
        [self.front.linkage([front_left, front_right]), self.rear.linkage([rear_left, rear_right])]
    }
}
