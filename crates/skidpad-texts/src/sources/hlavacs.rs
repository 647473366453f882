//! The figures of Hlavacs. The text prints inputs and curves but no results, so that nearly all of
//! these are computed from the printed inputs: as printed, and in balance where that differs.

use crate::ackermann::{
    Assistance, GRAVITY_M_S2, HlavacsCar, KINETIC_FRICTION, STATIC_FRICTION, Situation, SteeredCar, TABLE_1,
};
use crate::gearing;
use crate::units;

use super::figure::{Figure, Row, row};

const CAR: HlavacsCar<f64> = TABLE_1;
/// The rates of steering of figures 10 to 13, degrees a second.
const RATES: [f64; 4] = [0.0, 1.0, 5.0, 10.0];
/// The speeds of the rows of figures 14 and 15, m/s.
const SPEEDS: [f64; 4] = [10.0, 20.0, 30.0, 40.0];

fn at(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, ("Hlavacs", location), quantity)
}

/// All of them.
pub(super) fn figures() -> Vec<Figure> {
    let mut found = straight();
    found.extend(traction());
    found.extend(rotation());
    found.extend(largest_angles());
    found.extend(largest_rates());
    found.extend(balance());
    found
}

/// Table 1, section 5 and figure 9.
fn straight() -> Vec<Figure> {
    let car = TABLE_1;
    let [dry, wet] = STATIC_FRICTION.map(|friction| car.tyre_limit(friction, GRAVITY_M_S2));
    let [sliding_dry, sliding_wet] = KINETIC_FRICTION.map(|friction| car.tyre_limit(friction, GRAVITY_M_S2));
    let forces = car.straight_forces(1000.0, 0.0);
    let fig9 = "figure 9";
    vec![
        at("hlavacs-i-c", "table 1, (9)", "moment of inertia about the centre")
            .unit("kg.m2")
            .gives(car.yaw_inertia(), ""),
        at("hlavacs-i-b", "table 1, (10)", "moment of inertia about the rear tyre")
            .unit("kg.m2")
            .gives(car.yaw_inertia_about_rear(), ""),
        at("hlavacs-i-w", "table 1", "moment of inertia of two wheels of 75 kg, printed as 2 * 4.1")
            .prints("8.2", "kg.m2")
            .gives(2.0 * gearing::cylinder_inertia(75.0, car.wheel_radius_m), "Monster's wheel, twice"),
        at("hlavacs-f-max-dry", "section 5", "F_max of a tyre on dry ground, mu 1.0")
            .unit("N")
            .gives(dry, ""),
        at("hlavacs-f-max-wet", "section 5", "F_max of a tyre on wet ground, mu 0.3")
            .unit("N")
            .gives(wet, ""),
        at("hlavacs-kinetic-dry", "section 5", "force of a sliding tyre on dry ground, mu 0.8")
            .unit("N")
            .gives(sliding_dry, ""),
        at("hlavacs-kinetic-wet", "section 5", "force of a sliding tyre on wet ground, mu 0.25")
            .unit("N")
            .gives(sliding_wet, ""),
        at("hlavacs-fig-9-total", fig9, "F_tot at 1000 N.m on the rear tyre, straight ahead")
            .unit("N")
            .gives(forces.total_n, ""),
        at("hlavacs-fig-9-rear", fig9, "traction of the rear tyre there").unit("N").gives(forces.rear_n, ""),
        at("hlavacs-fig-9-front", fig9, "traction of the front tyre there")
            .unit("N")
            .gives(forces.front_n, "it only turns the front tyre"),
        at("hlavacs-fig-9-slides-dry", fig9, "rear torque from which the rear tyre slides, dry")
            .unit("N.m")
            .gives(car.sliding_torque(dry), ""),
        at("hlavacs-fig-9-slides-wet", fig9, "rear torque from which the rear tyre slides, wet")
            .unit("N.m")
            .gives(car.sliding_torque(wet), ""),
    ]
}

/// Steering alone at 30 m/s, as printed.
fn steering(steer_deg: f64, rate_deg: f64) -> Situation<f64> {
    Situation::coasting(30.0, units::degrees(steer_deg), units::degrees(rate_deg))
}

/// Figures 10 and 12.
fn traction() -> Vec<Figure> {
    let front =
        |steer_deg: f64, rate_deg: f64| CAR.solve_as_printed(&steering(steer_deg, rate_deg)).front_size();
    let mut found = Vec::new();
    let ids = ["hlavacs-fig-10-0", "hlavacs-fig-10-1", "hlavacs-fig-10-5", "hlavacs-fig-10-10"];
    let quantities = [
        "front traction at 1 deg, 30 m/s",
        "the same with the angle growing by 1 deg/s",
        "the same at 5 deg/s",
        "the same at 10 deg/s",
    ];
    for ((id, quantity), rate) in ids.into_iter().zip(quantities).zip(RATES) {
        found.push(at(id, "figure 10", quantity).unit("N").gives(front(1.0, rate), ""));
    }
    let ids = ["hlavacs-fig-12-0", "hlavacs-fig-12-1", "hlavacs-fig-12-5", "hlavacs-fig-12-10"];
    let quantities = [
        "front traction at 3 deg, 30 m/s",
        "the same with the angle growing by 1 deg/s",
        "the same at 5 deg/s",
        "the same at 10 deg/s",
    ];
    for ((id, quantity), rate) in ids.into_iter().zip(quantities).zip(RATES) {
        let why = "above the 7357.5 N of a dry tyre: it slides";
        found.push(at(id, "figure 12", quantity).unit("N").gives(front(3.0, rate), why));
    }
    found
}

/// Figures 11 and 13.
fn rotation() -> Vec<Figure> {
    let rotation = |steer_deg: f64, rate_deg: f64| {
        CAR.solve_as_printed(&steering(steer_deg, rate_deg)).front_rotation_size()
    };
    let quantities = [
        ("F_rot,f at 1 deg, 30 m/s", "F_rot,f at 3 deg, 30 m/s"),
        ("the same with the angle growing by 1 deg/s", "the same with the angle growing by 1 deg/s"),
        ("the same at 5 deg/s", "the same at 5 deg/s"),
        ("the same at 10 deg/s", "the same at 10 deg/s"),
    ];
    let ids = [
        ("hlavacs-fig-11-0", "hlavacs-fig-13-0"),
        ("hlavacs-fig-11-1", "hlavacs-fig-13-1"),
        ("hlavacs-fig-11-5", "hlavacs-fig-13-5"),
        ("hlavacs-fig-11-10", "hlavacs-fig-13-10"),
    ];
    let mut found = Vec::new();
    for ((id, quantity), rate) in ids.into_iter().zip(quantities).zip(RATES) {
        let slowing = "the speed falls by (37), which turns the car back; in balance it is 0";
        let why = if rate == 0.0 { slowing } else { "" };
        found.push(at(id.0, "figure 11", quantity.0).unit("N").gives(rotation(1.0, rate), why));
        found.push(at(id.1, "figure 13", quantity.1).unit("N").gives(rotation(3.0, rate), why));
    }
    found.push(
        at("hlavacs-28-share", "(28), figures 11 and 13", "F_rot,r over the lateral part of F_rot,f")
            .unit("-")
            .should_be(CAR.rear_rotation_share())
            .gives(
                CAR.rear_rotation_share_as_printed(),
                "both forces accelerate the centre of mass: (I_B - 2 I_C) / I_B is 0.41176",
            ),
    );
    found.push(
        at("hlavacs-28-share-balanced", "(28), figures 11 and 13", "the same in balance")
            .unit("-")
            .gives(CAR.rear_rotation_share(), "(I_B - 2 I_C) / I_B"),
    );
    found
}

fn watched(car: SteeredCar<f64>, friction: f64) -> Assistance<f64> {
    Assistance::of_text(car, CAR.tyre_limit(friction, GRAVITY_M_S2))
}

/// Figure 14.
fn largest_angles() -> Vec<Figure> {
    let (printed, balanced) = (SteeredCar::AsPrinted(CAR), SteeredCar::Corrected(CAR.rolling()));
    let [dry, wet] = STATIC_FRICTION;
    let curves: [(_, _, [&str; 4], [&str; 4]); 4] = [
        (
            printed,
            dry,
            [
                "hlavacs-fig-14-dry-10",
                "hlavacs-fig-14-dry-20",
                "hlavacs-fig-14-dry-30",
                "hlavacs-fig-14-dry-40",
            ],
            [
                "largest steering angle at 10 m/s, dry",
                "largest steering angle at 20 m/s, dry",
                "largest steering angle at 30 m/s, dry",
                "largest steering angle at 40 m/s, dry",
            ],
        ),
        (
            printed,
            wet,
            [
                "hlavacs-fig-14-wet-10",
                "hlavacs-fig-14-wet-20",
                "hlavacs-fig-14-wet-30",
                "hlavacs-fig-14-wet-40",
            ],
            [
                "largest steering angle at 10 m/s, wet",
                "largest steering angle at 20 m/s, wet",
                "largest steering angle at 30 m/s, wet",
                "largest steering angle at 40 m/s, wet",
            ],
        ),
        (
            balanced,
            dry,
            [
                "hlavacs-fig-14-balanced-dry-10",
                "hlavacs-fig-14-balanced-dry-20",
                "hlavacs-fig-14-balanced-dry-30",
                "hlavacs-fig-14-balanced-dry-40",
            ],
            [
                "the same in balance, 10 m/s, dry",
                "the same in balance, 20 m/s, dry",
                "the same in balance, 30 m/s, dry",
                "the same in balance, 40 m/s, dry",
            ],
        ),
        (
            balanced,
            wet,
            [
                "hlavacs-fig-14-balanced-wet-10",
                "hlavacs-fig-14-balanced-wet-20",
                "hlavacs-fig-14-balanced-wet-30",
                "hlavacs-fig-14-balanced-wet-40",
            ],
            [
                "the same in balance, 10 m/s, wet",
                "the same in balance, 20 m/s, wet",
                "the same in balance, 30 m/s, wet",
                "the same in balance, 40 m/s, wet",
            ],
        ),
    ];
    let mut found = Vec::new();
    for (car, friction, ids, quantities) in curves {
        let why = if car == balanced { "without F_cp,f,y in the sum along the car" } else { "" };
        for ((id, quantity), speed) in ids.into_iter().zip(quantities).zip(SPEEDS) {
            let angle = units::to_degrees(watched(car, friction).largest_steer(speed));
            found.push(at(id, "figure 14", quantity).unit("deg").gives(angle, why));
        }
    }
    found
}

/// Figure 15.
fn largest_rates() -> Vec<Figure> {
    let place = "figure 15";
    let [dry, wet] = STATIC_FRICTION;
    let of = |friction: f64| watched(SteeredCar::AsPrinted(CAR), friction);
    let rates = [
        ("hlavacs-fig-15-dry-1-10", "largest steering rate at 1 deg, 10 m/s, dry", dry, 1.0, 10.0),
        ("hlavacs-fig-15-dry-1-20", "the same at 20 m/s", dry, 1.0, 20.0),
        ("hlavacs-fig-15-dry-1-30", "the same at 30 m/s", dry, 1.0, 30.0),
        ("hlavacs-fig-15-dry-1-40", "the same at 40 m/s", dry, 1.0, 40.0),
        ("hlavacs-fig-15-dry-3-10", "largest steering rate at 3 deg, 10 m/s, dry", dry, 3.0, 10.0),
        ("hlavacs-fig-15-dry-3-20", "the same at 20 m/s", dry, 3.0, 20.0),
        ("hlavacs-fig-15-wet-1-10", "largest steering rate at 1 deg, 10 m/s, wet", wet, 1.0, 10.0),
        ("hlavacs-fig-15-wet-1-20", "the same at 20 m/s", wet, 1.0, 20.0),
        ("hlavacs-fig-15-wet-3-10", "largest steering rate at 3 deg, 10 m/s, wet", wet, 3.0, 10.0),
    ];
    let ends = [
        ("hlavacs-fig-15-dry-1-ends", "speed at which the line of 1 deg, dry, ends", dry, 1.0),
        ("hlavacs-fig-15-dry-3-ends", "speed at which the line of 3 deg, dry, ends", dry, 3.0),
        ("hlavacs-fig-15-wet-1-ends", "speed at which the line of 1 deg, wet, ends", wet, 1.0),
        ("hlavacs-fig-15-wet-3-ends", "speed at which the line of 3 deg, wet, ends", wet, 3.0),
    ];
    let mut found = Vec::new();
    for (id, quantity, friction, steer_deg, speed) in rates {
        let rate = of(friction).largest_steer_rate(speed, units::degrees(steer_deg));
        found.push(at(id, place, quantity).unit("deg/s").gives(units::to_degrees(rate), ""));
    }
    for (id, quantity, friction, steer_deg) in ends {
        let speed = of(friction).sliding_speed(units::degrees(steer_deg), 100.0);
        found.push(at(id, place, quantity).unit("m/s").gives(speed, "the angle alone is too much there"));
    }
    found
}

/// Speed after 3 s of coasting at 10 degrees from 5 m/s, as printed, m/s.
fn coasted() -> f64 {
    let rate = |speed: f64| {
        let given = Situation::coasting(speed, units::degrees(10.0), 0.0);
        CAR.solve_as_printed(&given).acceleration_m_s2
    };
    // Heun's method: the rate goes as the square of the speed.
    let dt = 1e-3;
    (0..3000).fold(5.0, |speed, _| {
        let first = rate(speed);
        speed + 0.5 * dt * (first + rate(speed + dt * first))
    })
}

/// Where (37) is not in balance.
fn balance() -> Vec<Figure> {
    let car = CAR.rolling();
    let slow = Situation::coasting(5.0, units::degrees(10.0), 0.0);
    let lost = car.moved_mass(slow.steer_rad) * 5.0 * CAR.solve_as_printed(&slow).acceleration_m_s2;
    let mut found = vec![
        at("hlavacs-37-circle", "(37)", "speed after coasting for 3 s at 10 deg from 5 m/s")
            .unit("m/s")
            .should_be(5.0)
            .gives(coasted(), "without torque and slip no force does work, so that the speed stays at 5"),
        at("hlavacs-37-circle-power", "(37)", "power that the car gains there at first")
            .unit("W")
            .should_be(0.0)
            .gives(lost, "F_cp,f,y stands in the sum along the car, and its power goes nowhere"),
    ];
    let front = [
        ("hlavacs-37-front-10", "acceleration by 1000 N.m at the front tyre, 10 deg, from rest"),
        ("hlavacs-37-front-20", "the same at 20 deg"),
        ("hlavacs-37-front-30", "the same at 30 deg"),
    ];
    let shares = [
        ("hlavacs-37-power-10", "power that (37) accounts for, of that put in, at 10 deg"),
        ("hlavacs-37-power-20", "the same at 20 deg"),
        ("hlavacs-37-power-30", "the same at 30 deg"),
    ];
    let right = ["in balance 1.8431", "in balance 1.8630", "in balance 1.8886"];
    let in_balance = [
        ("hlavacs-37-balanced-10", "the same in balance, 10 deg"),
        ("hlavacs-37-balanced-20", "the same in balance, 20 deg"),
        ("hlavacs-37-balanced-30", "the same in balance, 30 deg"),
    ];
    for ((((front, share), right), balance), steer_deg) in
        front.into_iter().zip(shares).zip(right).zip(in_balance).zip([10.0, 20.0, 30.0])
    {
        let given = Situation::coasting(0.0, units::degrees(steer_deg), 0.0).driven(0.0, 1000.0);
        let text = CAR.solve_as_printed(&given).acceleration_m_s2;
        let balanced = car.speed_rate(&given, 0.0);
        found.push(at(front.0, "(37)", front.1).unit("m/s2").should_be(balanced).gives(text, right));
        found.push(at(balance.0, "(37)", balance.1).unit("m/s2").gives(balanced, ""));
        found.push(at(share.0, "(37)", share.1).unit("%").should_be(100.0).gives(
            100.0 * text / balanced,
            "by power the torque enters as T_e,f / cos(beta), and the front wheel's inertia as I_w / cos^2(beta)",
        ));
    }
    found
}
