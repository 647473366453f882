//! The figures of the texts on turning without slip, on the skidpad, and with one slip vector.

use core::f64::consts::PI;

use crate::chassis::{front_radius, normal_force, yaw_rate_from_front, yaw_rate_from_rear};
use crate::palmer::{BOXSTER, BOXSTER_GEARS, boxster_torque, turns};
use crate::rars;
use crate::rars::{Friction, FrictionLaw};
use crate::slip_vector::{SlipVector, SlipVectorMode};
use crate::units;
use crate::{monster, slip_vector};
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Flag, Record};
use skidpad_core::surface::Surface;
use skidpad_special::chassis::{rear_radius, wheel_angles};
use skidpad_special::{KinematicMode, KinematicState};

use super::figure::{Figure, Row, row};

const GRAVITY_M_S2: f64 = 9.8;

fn palmer_row(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, ("Palmer", location), quantity)
}

/// Palmer's 8.32 to 8.41.
pub(super) fn palmer() -> Vec<Figure> {
    let mut found = skidpad_test();
    found.extend(low_speed_turn());
    found
}

/// 8.33 to 8.35 and 8.41: the tyres' limit on a curve of 50 m, where the text prints no radius.
fn skidpad_test() -> Vec<Figure> {
    let (grip, radius) = (turns::BOXSTER_SKIDPAD_G, 50.0);
    let largest = grip * GRAVITY_M_S2;
    let limit = turns::traction_force(grip, BOXSTER.mass_kg, GRAVITY_M_S2, 0.0);
    let steady = turns::skid_speed_while_accelerating(largest, 0.0, radius);
    let accelerating = turns::skid_speed_while_accelerating(largest, 5.0, radius);
    let (first, drive) = (BOXSTER_GEARS[0], BOXSTER.final_drive);
    let torque = boxster_torque(4600.0);
    vec![
        palmer_row("palmer-8-32-slope", "8.32", "traction limit at 0.91 g on a slope of 10 degrees")
            .unit("N")
            .gives(turns::traction_force(grip, BOXSTER.mass_kg, GRAVITY_M_S2, units::degrees(10.0)), ""),
        palmer_row("palmer-8-33", "8.33", "grip measured on a skidpad at the speed that it allows")
            .prints("0.91", "g")
            .gives(turns::skidpad_friction(steady, GRAVITY_M_S2, radius), "mu = v^2 / (r g), and back"),
        palmer_row("palmer-8-33-acceleration", "8.33", "0.91 g").unit("m/s2").gives(largest, ""),
        palmer_row("palmer-8-34-limited", "8.34", "drive force used in first gear at 4600 rpm")
            .unit("N")
            .gives(
                turns::drive_force_within_traction(torque, first, drive, BOXSTER.wheel_radius_m, limit),
                "the engine asks for 12 786 N: the wheels slide, and the limit is used",
            ),
        palmer_row("palmer-8-35", "8.35", "total acceleration at 5 m/s2 and 15 m/s on 50 m")
            .unit("m/s2")
            .gives(turns::total_acceleration(5.0, 15.0, radius), ""),
        palmer_row("palmer-8-35-steady", "8.35", "speed at which the Boxster S skids on 50 m")
            .unit("m/s")
            .gives(steady, "at constant speed"),
        palmer_row("palmer-8-35-accelerating", "8.35", "the same while accelerating by 5 m/s2")
            .unit("m/s")
            .gives(accelerating, "accelerating into a curve skids sooner, as the text concludes"),
        palmer_row("palmer-8-41", "8.41", "lateral force at 25 m/s on 50 m")
            .unit("N")
            .gives(turns::lateral_excess(BOXSTER.mass_kg, 25.0, radius, limit), "outwards"),
        palmer_row("palmer-8-41-at-limit", "8.41", "lateral force at the speed of the skidpad")
            .unit("N")
            .should_be(0.0)
            .gives(turns::lateral_excess(BOXSTER.mass_kg, 0.999 * steady, radius, limit), "none up to there"),
    ]
}

/// 8.36 to 8.40: 10 m/s at 10 degrees.
fn low_speed_turn() -> Vec<Figure> {
    let (speed, steer, wheelbase) = (10.0, units::degrees(10.0), turns::BOXSTER_WHEELBASE_M);
    let printed = turns::turn_rate_as_printed(speed, steer, wheelbase);
    let of_car = turns::turn_rate_of_car(speed, steer, wheelbase);
    let radius = turns::turn_radius(wheelbase, steer);
    vec![
        palmer_row("palmer-8-36", "8.36", "wheelbase over the turn's radius at 90 degrees")
            .unit("-")
            .should_be(1.0)
            .gives(wheelbase / turns::turn_radius(wheelbase, units::degrees(90.0)), "the sine of the angle"),
        palmer_row("palmer-8-37", "8.37", "angular velocity of the turn times its radius over the speed")
            .unit("-")
            .should_be(1.0)
            .gives(turns::turn_rate(speed, radius) * radius / speed, ""),
        palmer_row("palmer-8-38", "8.38", "angular velocity of the car at 10 m/s and 10 degrees")
            .unit("rad/s")
            .should_be(of_car)
            .gives(printed, "v sin(delta) / l has the speed of the car on the front wheel's circle"),
        palmer_row("palmer-8-39", "8.39", "radius of the turn at 10 degrees")
            .prints("13.9", "m")
            .gives(radius, ""),
        palmer_row("palmer-8-39-rear", "8.39", "radius of the rear axle's circle there")
            .unit("m")
            .gives(rear_radius(wheelbase, steer), "l / tan(delta); 13.88 m is the front wheel's"),
        palmer_row("palmer-8-40", "8.40", "time for the turn by 90 degrees")
            .prints("2.2", "s")
            .gives(turns::quarter_turn_time_as_printed(speed, steer, wheelbase), ""),
        palmer_row("palmer-8-40-car", "8.40", "the same with the rate of 8.38, unrounded")
            .unit("s")
            .should_be(turns::quarter_turn_time(speed, steer, wheelbase))
            .gives(
                turns::quarter_turn_time_as_printed(speed, steer, wheelbase),
                "2.147 s with the speed along the car; 1.5 % less",
            ),
    ]
}

/// Names of a figure in both versions of Monster's text.
type Names = [&'static str; 2];

/// Monster's low-speed cornering, the same in both versions. No numbers are printed; the wheelbase is
/// the 2.5 m of its example of load transfer.
pub(super) fn monster() -> Vec<Figure> {
    const PLACES: [(&str, &str); 2] = [("Monster v1.4", "Curves"), ("Monster v1.9", "Curves")];
    let (wheelbase, steer, speed) = (2.5, units::degrees(10.0), 5.0);
    let wide = units::degrees(30.0);
    let circle = front_radius(wheelbase, wide);
    let omega = yaw_rate_from_front(speed, wide, wheelbase);
    let [inner, outer] = wheel_angles(wide, wheelbase, 1.5).map(units::to_degrees);
    let mut found = Vec::new();
    for (version, place) in PLACES.into_iter().enumerate() {
        let name = |names: Names, quantity| row(names[version], place, quantity);
        found.extend([
            name(
                ["monster-1-4-turn-radius", "monster-1-9-turn-radius"],
                "R = L / sin(30 degrees), L = 2.5 m",
            )
            .unit("m")
            .gives(circle, "the circle of the front wheel, as the text says"),
            name(
                ["monster-1-4-rear-circle", "monster-1-9-rear-circle"],
                "the circle of the rear wheel there",
            )
            .unit("m")
            .gives(rear_radius(wheelbase, wide), "L / tan(delta), the third side of the text's triangle"),
            name(
                ["monster-1-4-circle-time", "monster-1-9-circle-time"],
                "time of a circle by 2 pi / omega over the circumference by the speed",
            )
            .unit("-")
            .should_be(1.0)
            .gives(monster::full_turn_time(omega) / (2.0 * PI * circle / speed), "omega = v / R"),
            name(
                ["monster-1-4-outer-wheel", "monster-1-9-outer-wheel"],
                "angle of the outside wheel over the inside one's, 30 degrees between, track 1.5 m",
            )
            .unit("-")
            .gives(outer / inner, "the outside wheel is turned less, so that all lines meet in one point"),
            name(
                ["monster-1-4-turn-rate", "monster-1-9-turn-rate"],
                "yaw rate at 5 m/s and 10 degrees with the speed of the car on R = L / sin",
            )
            .unit("rad/s")
            .should_be(yaw_rate_from_rear(speed, steer, wheelbase))
            .gives(
                yaw_rate_from_front(speed, steer, wheelbase),
                "the speed along the car is the rear axle's, whose circle is L / tan(delta)",
            ),
            name(
                ["monster-1-4-velocity-direction", "monster-1-9-velocity-direction"],
                "angle between the car and its velocity at 10 degrees of steering",
            )
            .unit("deg")
            .should_be(low_speed_sideslip(steer))
            .gives(
                0.0,
                "\"always\" none, which holds at the rear axle only: in the middle of the car it is 5.04",
            ),
        ]);
    }
    found.push(
        row("monster-1-9-straight", PLACES[1], "1 / R without steering: \"the circle radius is infinite\"")
            .unit("1/m")
            .should_be(0.0)
            .gives(1.0 / front_radius(wheelbase, 0.0), ""),
    );
    found
}

/// The sideslip of the kinematic car with its centre of mass in the middle, degrees.
fn low_speed_sideslip(steer_rad: f64) -> f64 {
    let car = skidpad_special::KinematicCar {
        wheelbase_m: 2.5,
        rear_to_centre_m: 1.25,
        largest_steer_rad: 1.0,
        ..Record::splat(1.0)
    };
    let command = skidpad_core::controls::Command { steer_rad, ..Record::splat(0.0) };
    let mode = KinematicMode { direction: 0.0 };
    let state = KinematicState::at_speed(5.0);
    let road = Surface::asphalt();
    let (_, trace) = skidpad_special::Kinematic::evaluate(&car, &mode, &state, &command, &road);
    units::to_degrees(trace.sideslip_rad)
}

fn rars_row(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, ("RARS", location), quantity)
}

/// RARS: its friction functions, the identity of power in a turn, and the car of the program.
pub(super) fn rars() -> Vec<Figure> {
    let mut found = friction_functions();
    found.extend(slip_vector_in_a_turn());
    found.extend(program());
    found
}

fn friction_functions() -> Vec<Figure> {
    let of = |law: FrictionLaw| Friction { law: law.number(), largest_n: 1.0, k_m_s: 1.0 };
    let place = "friction function";
    let text = of(FrictionLaw::Hyperbolic);
    // On a slope of 30 %, locked tread, FMAX of the weight.
    let weight = normal_force(1.0, GRAVITY_M_S2, 0.0);
    let slope = Real::atan(0.3_f64);
    let pull = weight * Real::sin(slope);
    let creeping =
        rars::slip_for_force(pull, normal_force(1.0, GRAVITY_M_S2, slope), slip_vector::rars::K_M_S);
    vec![
        rars_row("rars-slope-at-rest", place, "u(l) / l without slip over FMAX / K")
            .unit("-")
            .should_be(1.0)
            .gives(text.force_per_slip(0.0), "FMAX / (K + l) at l = 0"),
        rars_row("rars-levels-out", place, "u over FMAX at l = 99 K")
            .unit("-")
            .gives(text.force_n(99.0), "99 %: it levels out slowly"),
        rars_row("rars-exponential", place, "1 - exp(-l / K) at l = K")
            .unit("-")
            .gives(of(FrictionLaw::Exponential).force_n(1.0), "a function that rises and levels out"),
        rars_row("rars-piecewise", place, "two linear pieces at l = K")
            .unit("-")
            .gives(of(FrictionLaw::PiecewiseLinear).force_n(1.0), "\"with only two or three pieces\""),
        rars_row("rars-falling", place, "the function with a peak at l = 10 K, over its peak")
            .unit("-")
            .gives(of(FrictionLaw::Falling).force_n(10.0), "falls to three quarters"),
        rars_row(
            "rars-creeping",
            place,
            "speed of a car with locked tread on a slope of 30 %, FMAX its weight",
        )
        .unit("m/s")
        .should_be(0.0)
        .gives(creeping, "u(l) is 0 without slip: the tread has to creep to hold anything, with K = 2 ft/s"),
    ]
}

/// 20 m/s, alpha 0.1, tread at 20.5 m/s; 1000 kg with FMAX of the weight and K = 4 m/s.
fn slip_vector_in_a_turn() -> Vec<Figure> {
    let place = "power consumed";
    let (speed, alpha, commanded, largest, k) = (20.0, 0.1, 20.5, 9800.0, 4.0);
    let slip: [f64; 2] = rars::slip_vector(speed, alpha, commanded);
    let length = Real::hypot(slip[0], slip[1]);
    let [tangential, normal] = rars::force(slip, largest, k);
    let power = rars::power([tangential, normal], alpha, commanded);
    vec![
        rars_row("rars-turn-slip", "slip vector", "l at 20 m/s, alpha 0.1, tread at 20.5 m/s")
            .unit("m/s")
            .gives(length, ""),
        rars_row("rars-turn-ft", "slip vector", "Ft there, 1000 kg, K = 4 m/s")
            .unit("N")
            .gives(tangential, ""),
        rars_row("rars-turn-fn", "slip vector", "Fn there").unit("N").gives(normal, "to the driver's left"),
        rars_row("rars-turn-power", place, "power there").unit("W").gives(power, ""),
        rars_row("rars-turn-identity", place, "power over F . V + f l there").unit("-").should_be(1.0).gives(
            power / (tangential * speed + rars::friction(length, largest, k) * length),
            "in a turn, too",
        ),
    ]
}

/// The car of the program, flat out on the ground of its races, with a full tank.
fn program() -> Vec<Figure> {
    use slip_vector::rars::{DRAG_N_S2_M2, FULL_TANK_KG, Ground, K_M_S, POWER_W, car, road};
    let place = "move_car, constants of the program";
    let racer = car(Ground::Exponential, FULL_TANK_KG);
    let flat_out = |speed_ft_s: f64| {
        let state = crate::slip_vector::SlipVectorState::at_speed(units::feet(speed_ft_s));
        let input = crate::slip_vector::SlipVectorInput {
            commanded_m_s: 150.0,
            alpha_rad: 0.0,
            power_share: 1.0,
            brake: 0.0,
        };
        SlipVector::evaluate(&racer, &SlipVectorMode { stands: Flag::from(false) }, &state, &input, &road()).1
    };
    vec![
        rars_row("rars-car-mass", place, "75 slug and 150 lb of fuel").unit("kg").gives(racer.mass_kg, ""),
        rars_row("rars-car-power", place, "1e5 ft lb/s").unit("kW").gives(POWER_W * 1e-3, "182 hp"),
        rars_row("rars-car-k", place, "K, 2 ft/s").unit("m/s").gives(K_M_S, ""),
        rars_row("rars-car-drag", place, "drag over speed squared, 0.0065 lb s2/ft2")
            .unit("N.s2/m2")
            .gives(DRAG_N_S2_M2, ""),
        rars_row("rars-car-launch", place, "tread speed that the power allows at rest")
            .unit("ft/s")
            .gives(units::to_feet(flat_out(0.0).tread_m_s), "power over FMAX"),
        rars_row("rars-car-acceleration", place, "acceleration at 100 ft/s")
            .unit("ft/s2")
            .gives(units::to_feet(flat_out(100.0).acceleration_x_m_s2), ""),
    ]
}
