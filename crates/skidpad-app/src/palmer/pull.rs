//! Acceleration of his car over its speed in each gear, by his torque lines, and the operating point.
//! That the curves of two gears do not cross below the redline is why the redline is the best shift point.

use skidpad_core::units;
use skidpad_special::chassis::traction_limit;
use skidpad_texts::chassis::normal_force;
use skidpad_texts::palmer::{
    BOXSTER, BOXSTER_GEARS, BRAKING_M_S2, CarSimulator, DriveMode, PalmerRoad, REDLINE_RPM, boxster_torque,
};

/// Level ground with the gravity of the listing.
const ROAD: PalmerRoad<f64> = PalmerRoad { gravity_m_s2: 9.81, ..PalmerRoad::LEVEL };
/// The skidpad test's acceleration over gravity.
const SKIDPAD_G: f64 = 0.91;
/// Points of a curve.
const POINTS: u32 = 72;

/// Speed, m/s, and acceleration, m/s^2.
pub type Point = [f64; 2];

/// 8.11: the acceleration in a gear, 1 to 6, at full throttle at an engine speed, with 8.23's road speed.
fn at(gear: usize, engine_rpm: f64) -> Point {
    let ratio = BOXSTER_GEARS[gear - 1];
    let speed = BOXSTER.speed_at(units::rpm(engine_rpm), ratio);
    [speed, BOXSTER.acceleration_in_gear(boxster_torque(engine_rpm), ratio, speed, &ROAD)]
}

/// The curve of each gear from rest to the redline.
pub fn curves() -> [Vec<Point>; 6] {
    let rpm = |point: u32| REDLINE_RPM * f64::from(point) / f64::from(POINTS);
    core::array::from_fn(|gear| (0..=POINTS).map(|point| at(gear + 1, rpm(point))).collect())
}

/// Operating point of the car: on the curve of its gear, at zero, or at the braking of its mode. `None` while it is stopped.
pub fn point(car: &CarSimulator) -> Option<Point> {
    let speed = car.speed_m_s();
    let acceleration = match car.mode {
        DriveMode::Accelerate => at(car.gear(), car.engine_rpm())[1],
        DriveMode::Brake if speed > 0.1 => BRAKING_M_S2,
        DriveMode::Cruise | DriveMode::Brake => 0.0,
    };
    car.is_running().then_some([speed, acceleration])
}

/// 8.32 over the mass, m/s^2: what the tyres of the skidpad test hold, of the whole weight. His simulator leaves it out:
/// first gear pulls harder.
pub fn tyre_limit_m_s2() -> f64 {
    let weight = normal_force(BOXSTER.mass_kg, ROAD.gravity_m_s2, ROAD.slope_rad);
    traction_limit(SKIDPAD_G, weight) / BOXSTER.mass_kg
}

/// The picture in words.
pub fn says(car: &CarSimulator) -> String {
    match point(car) {
        Some([_, acceleration]) => {
            format!("acceleration by gear: {acceleration:.2} m/s² in gear {}", car.gear())
        }
        None => String::from("acceleration by gear: the car is stopped"),
    }
}
