//! What contact costs: 100 cars in an arena, per step of 1/60 s, in two crashes.
//!
//! `cargo bench --package skidpad-world --bench contact`
#![allow(clippy::disallowed_methods, reason = "a benchmark sets its scene as it likes")]

use std::time::Instant;

use skidpad_world::contact::{Body, Contacts, Motion, Mover, Shape, Wall, Walls};

const CARS: usize = 100;
const STEP_S: f64 = 1.0 / 60.0;
const STEPS: usize = 300;

fn scene() -> (Body, Vec<Motion>) {
    let body = Body {
        shape: Shape::centred_box(4.5, 1.8),
        mass_kg: 1500.0,
        yaw_inertia_kg_m2: 2900.0,
        restitution: 0.25,
        friction: 0.4,
    };
    let motion = |index: usize| {
        let angle = index as f64 * 2.399_963;
        let far = 4.0 + 4.2 * (index as f64).sqrt();
        let yaw = angle + 3.2;
        Motion::at_rest(far * angle.cos(), far * angle.sin(), yaw).moving(
            30.0 * yaw.cos(),
            30.0 * yaw.sin(),
            0.0,
        )
    };
    (body, (0..CARS).map(motion).collect())
}

/// Free cars that a pull keeps pressing towards the middle: the pile stays one, and swirls.
fn pulled(body: Body, start: &Motion) -> Mover {
    let mut mover = Mover::coasting(body, *start, STEP_S);
    let far = start.position_m.norm() + 1e-9;
    let faster = start.position_m.scale(-5.0 * STEP_S / far);
    mover.proposed.velocity_m_s = start.velocity_m_s + faster;
    mover
}

/// Cars that slide on locked wheels: they crash, and come to rest.
fn sliding(body: Body, start: &Motion) -> Mover {
    let mut mover = Mover::coasting(body, *start, STEP_S);
    let keep = |value: f64, less: f64| if value > less { 1.0 - less / value } else { 0.0 };
    let velocity = start.velocity_m_s.scale(keep(start.velocity_m_s.norm(), 7.0 * STEP_S));
    mover.proposed.velocity_m_s = velocity;
    let turning = start.yaw_rate_rad_s;
    mover.proposed.yaw_rate_rad_s = turning * keep(turning.abs(), 7.0 * STEP_S);
    mover
}

fn main() {
    run("pressed into one swirling pile", pulled);
    run("sliding to a stop", sliding);
}

fn run(name: &str, propose: fn(Body, &Motion) -> Mover) {
    let (body, mut motions) = scene();
    let walls = Wall::arena([-60.0, -60.0], [60.0, 60.0], 0.3, 0.5);
    let walls = Walls::new(walls.to_vec()).expect("the walls are sound");
    let mut contacts = Contacts::new();
    let mut times = Vec::new();
    let (mut impacts, mut events, mut cut) = (0, 0, 0);
    for _ in 0..STEPS {
        let movers: Vec<Mover> = motions.iter().map(|start| propose(body, start)).collect();
        let start = Instant::now();
        let outcome = contacts.step(&movers, &walls, STEP_S).expect("the scene is sound");
        times.push(start.elapsed().as_secs_f64() * 1e3);
        impacts += outcome.impacts.len();
        events += outcome.events;
        cut += usize::from(outcome.cut_short);
        motions.clone_from(&outcome.motions);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{CARS} cars {name}: median {:.3} ms, mean {:.3} ms, 90 % below {:.3} ms, longest {:.3} ms a step",
        times[STEPS / 2],
        times.iter().sum::<f64>() / STEPS as f64,
        times[STEPS * 9 / 10],
        times[STEPS - 1],
    );
    println!("  {impacts} blows, {events} times solved, {cut} of {STEPS} steps cut short");
}
