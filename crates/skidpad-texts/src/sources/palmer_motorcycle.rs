//! The figures of Palmer's motorcycles: table 8-4's, and what follows for a motorcycle that leans.

use crate::palmer::COMPARISON;
use crate::units;
use skidpad_core::aero;
use skidpad_special::motorcycle::{
    CBR_RAKE_RAD, CBR_WHEELBASE_M, LiftLimits, gyroscopic_lean_torque, point_mass_lean, steer_rate_to_lean,
    steer_to_lean, tyre_width_lean,
};

use super::figure::{Figure, Row, row};

const TABLE: &str = "table 8-4";
const TURNING: &str = "Turning a Motorcycle";
/// A rider, fuel and fluids on the table's 180 kg.
const RIDDEN_KG: f64 = 281.0;
/// Height of the centre of mass with rider, m, and share of the weight in front: the preset's estimates.
const HEIGHT_M: f64 = 0.65;
const FRONT_SHARE: f64 = 0.47;
/// Inertia over rolling radius of the front wheel and of both, kg m: the preset's.
const FRONT_SPIN_KG_M: f64 = 0.45 / 0.291;
const SPIN_KG_M: f64 = FRONT_SPIN_KG_M + 0.65 / 0.302;
/// Drag area of a rider tucked in, m^2: the preset's.
const DRAG_AREA_M2: f64 = 0.36;

fn at(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, ("Palmer", location), quantity)
}

pub(super) fn figures() -> Vec<Figure> {
    let mut found = table();
    found.extend(turning());
    found
}

fn table() -> Vec<Figure> {
    let [bike, car] = COMPARISON;
    let mean = units::kmh(100.0) / bike.to_100_kmh_s;
    let cbr = LiftLimits { wheelbase_m: CBR_WHEELBASE_M, front_share: FRONT_SHARE, height_m: HEIGHT_M };
    let gravity = units::STANDARD_GRAVITY_M_S2;
    // Power against the air alone: P = k v^3.
    let air = aero::drag_factor(1.0, DRAG_AREA_M2, units::AIR_DENSITY_KG_M3);
    let fastest = skidpad_core::math::Real::powf(units::horsepower(bike.power.0) / air, 1.0 / 3.0);
    let per_mass = |hp: f64, mass: f64| units::horsepower(hp) / mass;
    vec![
        at(
            "palmer-bike-mean-acceleration",
            TABLE,
            "mean acceleration of the CBR1000RR from 0 to 100 km/h in 2.95 s",
        )
        .unit("m/s2")
        .gives(mean, "close to the limit at which its front wheel lifts"),
        at("palmer-bike-wheelie", TABLE, "acceleration at which the front wheel of the CBR1000RR lifts")
            .unit("m/s2")
            .gives(
                cbr.largest_acceleration(1.25, gravity),
                "g b / h by load transfer, with the estimated place of the centre of mass",
            ),
        at("palmer-bike-stoppie", TABLE, "deceleration at which its rear wheel lifts")
            .unit("m/s2")
            .gives(cbr.largest_deceleration(1.25, gravity), "g a / h by load transfer"),
        at("palmer-bike-top-speed", TABLE, "top speed of the CBR1000RR by its largest power and the air")
            .prints("225", "km/h")
            .gives(
                units::to_kmh(fastest),
                "225 km/h take less than half of its power; 140 mph is rather the speed after a quarter mile",
            ),
        at("palmer-bike-power-to-mass", TABLE, "power over mass of the CBR1000RR over that of the Boxster S")
            .unit("-")
            .gives(
                per_mass(bike.power.0, bike.mass_kg) / per_mass(car.power.0, car.mass_kg),
                "the reason for half the time to 100 km/h; the text names the engine's speed",
            ),
        at("palmer-bike-redline-share", TABLE, "redline of the CBR1000RR over that of the Boxster S")
            .unit("-")
            .gives(bike.redline_rpm / car.redline_rpm, "gears turn engine speed into force at the wheel"),
    ]
}

fn turning() -> Vec<Figure> {
    let gravity = units::STANDARD_GRAVITY_M_S2;
    let speed = units::kmh(100.0);
    let lean = point_mass_lean(speed, 100.0, gravity);
    let moment = RIDDEN_KG * HEIGHT_M;
    let all = steer_to_lean(moment, SPIN_KG_M, CBR_RAKE_RAD, CBR_WHEELBASE_M);
    let path = steer_to_lean(moment, 0.0, CBR_RAKE_RAD, CBR_WHEELBASE_M);
    // Torque over the handlebar's rate, N.m s/rad, and over its angle, N.m/rad.
    let precession = steer_rate_to_lean(FRONT_SPIN_KG_M, CBR_RAKE_RAD) * speed;
    let running_out = path * speed * speed;
    let torque = |speed: f64| gyroscopic_lean_torque(SPIN_KG_M * speed, speed / 100.0, lean);
    vec![
        at("palmer-bike-lean", "figure 8-11", "lean needed at 100 km/h on a radius of 100 m")
            .unit("deg")
            .gives(lean.to_degrees(), "tan(phi) = v^2 / (g R), of a point mass on thin tyres"),
        at("palmer-bike-lean-width", "figure 8-11", "what tyres with a tread 70 mm round add to it")
            .unit("deg")
            .gives(tyre_width_lean(lean, 0.07, HEIGHT_M).to_degrees(), ""),
        at("palmer-bike-gyroscopic-torque", TURNING, "gyroscopic torque against that lean")
            .unit("N.m")
            .gives(torque(speed), "S Omega cos(phi) of both wheels"),
        at(
            "palmer-bike-gyroscopic-share",
            TURNING,
            "share of the wheels' spin in what a held steering angle does to the lean",
        )
        .unit("-")
        .gives(
            (all - path) / all,
            "by the yaw rate; the text names the precession of a wheel that is being turned",
        ),
        at(
            "palmer-bike-precession",
            TURNING,
            "lean torque while the handlebar turns by 1 deg in 0.1 s, 100 km/h",
        )
        .unit("N.m")
        .gives(
            precession * units::degrees(10.0),
            "precession of the front wheel: goes with the steering rate",
        ),
        at("palmer-bike-running-out", TURNING, "lean torque while it is held at 1 deg")
            .unit("N.m")
            .gives(running_out * units::degrees(1.0), "tyres running out: goes with the steering angle"),
        at(
            "palmer-bike-precession-time",
            TURNING,
            "time in which the held angle leans the machine as much as turning it did",
        )
        .unit("ms")
        .gives(1e3 * precession / running_out, "however fast the handlebar was turned"),
        at("palmer-bike-standing-gyroscope", TURNING, "gyroscopic torque of the standing motorcycle")
            .unit("N.m")
            .gives(torque(0.0), "no spin, no precession"),
    ]
}
