//! Numbers that cannot be used are refused by name, all at once, and nothing happens.

use crate::contact_support;

use contact_support::{FRAME_S, car, wall_at};
use skidpad_core::math::Vec2;
use skidpad_world::contact::{Barrier, Contacts, Motion, Mover, Shape, Wall, Walls};

fn faults(movers: &[Mover], walls: &[Wall], dt_s: f64) -> Vec<String> {
    let walls = Walls::new(walls.to_vec());
    match walls.and_then(|walls| Contacts::new().step(movers, &walls, dt_s).cloned()) {
        Ok(_) => vec![],
        Err(faults) => faults.into_iter().map(|fault| fault.field).collect(),
    }
}

fn sound() -> Mover {
    Mover::coasting(car(), Motion::at_rest(0.0, 0.0, 0.0).moving(1.0, 2.0, 3.0), FRAME_S)
}

/// A way to spoil one number of a body.
type Spoil = (&'static str, fn(&mut Mover, f64));

const NUMBERS: [Spoil; 16] = [
    ("bodies[1].mass_kg", |m, v| m.body.mass_kg = v),
    ("bodies[1].yaw_inertia_kg_m2", |m, v| m.body.yaw_inertia_kg_m2 = v),
    ("bodies[1].restitution", |m, v| m.body.restitution = v),
    ("bodies[1].friction", |m, v| m.body.friction = v),
    ("bodies[1].start.position_m.x", |m, v| m.start.position_m.x = v),
    ("bodies[1].start.position_m.y", |m, v| m.start.position_m.y = v),
    ("bodies[1].start.yaw_rad", |m, v| m.start.yaw_rad = v),
    ("bodies[1].start.velocity_m_s.x", |m, v| m.start.velocity_m_s.x = v),
    ("bodies[1].start.velocity_m_s.y", |m, v| m.start.velocity_m_s.y = v),
    ("bodies[1].start.yaw_rate_rad_s", |m, v| m.start.yaw_rate_rad_s = v),
    ("bodies[1].proposed.position_m.x", |m, v| m.proposed.position_m.x = v),
    ("bodies[1].proposed.position_m.y", |m, v| m.proposed.position_m.y = v),
    ("bodies[1].proposed.yaw_rad", |m, v| m.proposed.yaw_rad = v),
    ("bodies[1].proposed.velocity_m_s.x", |m, v| m.proposed.velocity_m_s.x = v),
    ("bodies[1].proposed.velocity_m_s.y", |m, v| m.proposed.velocity_m_s.y = v),
    ("bodies[1].proposed.yaw_rate_rad_s", |m, v| m.proposed.yaw_rate_rad_s = v),
];

#[test]
fn every_number_of_a_body_is_checked() {
    assert!(faults(&[sound(), sound()], &[wall_at(9.0, 0.5, 0.5)], FRAME_S).is_empty());
    for (name, spoil) in NUMBERS {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
            let mut bad = sound();
            spoil(&mut bad, value);
            assert_eq!(faults(&[sound(), bad], &[], FRAME_S), [name], "{value}");
        }
    }
    let shapes = [
        (
            Shape::Box { length_m: 0.0, width_m: f64::NAN, ahead_m: f64::INFINITY },
            vec!["bodies[0].shape.length_m", "bodies[0].shape.width_m", "bodies[0].shape.ahead_m"],
        ),
        (Shape::Circle { radius_m: -1.0 }, vec!["bodies[0].shape.radius_m"]),
    ];
    for (shape, names) in shapes {
        let mut bad = sound();
        bad.body.shape = shape;
        assert_eq!(faults(&[bad], &[], FRAME_S), names);
    }
}

#[test]
fn every_number_of_a_wall_and_the_step_is_checked() {
    let (zero, bad) = (Vec2::new(0.0, 0.0), Vec2::new(f64::NAN, f64::INFINITY));
    let wall = |barrier| Wall { barrier, restitution: 0.5, friction: 0.5 };
    let cases = [
        (Barrier::Segment { from_m: zero, to_m: zero }, vec!["walls[0].length"]),
        (Barrier::HalfPlane { point_m: zero, normal: zero }, vec!["walls[0].normal's length"]),
        (
            Barrier::HalfPlane { point_m: bad, normal: Vec2::new(1.0, 0.0) },
            vec!["walls[0].point_m.x", "walls[0].point_m.y"],
        ),
        (Barrier::Post { centre_m: zero, radius_m: f64::INFINITY }, vec!["walls[0].radius_m"]),
    ];
    for (barrier, names) in cases {
        assert_eq!(faults(&[sound()], &[wall(barrier)], FRAME_S), names);
    }
    let surface = Wall { restitution: 1.5, friction: -1.0, ..wall_at(9.0, 0.5, 0.5) };
    assert_eq!(faults(&[], &[surface], FRAME_S), ["walls[0].restitution", "walls[0].friction"]);
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY, 2.0] {
        assert_eq!(faults(&[sound()], &[], dt), ["dt_s"]);
    }
}

/// All that is wrong is told at once, in words; and nothing at all to do is no fault.
#[test]
fn faults_say_what_must_be() {
    let mut bad = sound();
    bad.body.mass_kg = -3.0;
    bad.start.yaw_rad = f64::NAN;
    let found = Contacts::new().step(&[bad], &Walls::none(), FRAME_S).unwrap_err();
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "bodies[0].mass_kg is -3; it must be from 1e-6 to 1e12 kg",
            "bodies[0].start.yaw_rad is NaN; it must be from -1e12 to 1e12 rad",
        ]
    );
    assert!(Contacts::new().step(&[], &Walls::none(), FRAME_S).unwrap().motions.is_empty());
}

/// Bodies on top of each other, to the bit: finite, and apart after a while.
#[test]
fn bodies_in_the_same_place_come_apart() {
    let mut motions = vec![Motion::at_rest(0.0, 0.0, 0.0); 5];
    let mut contacts = Contacts::new();
    for _ in 0..120 {
        let movers: Vec<Mover> = motions.iter().map(|at| Mover::coasting(car(), *at, FRAME_S)).collect();
        motions.clone_from(&contacts.step(&movers, &Walls::none(), FRAME_S).unwrap().motions);
    }
    for (at, a) in motions.iter().enumerate() {
        assert!(a.velocity_m_s == Vec2::zero(), "pushed apart without speed");
        for b in &motions[at + 1..] {
            assert!((a.position_m - b.position_m).norm() > 1.0, "{motions:?}");
        }
    }
}
