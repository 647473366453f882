//! What contact costs: 100 cars that crash in an arena, per step of 1/60 s.
//!
//! `cargo bench --package skidpad-world --bench contact`
#![allow(clippy::disallowed_methods, reason = "a benchmark sets its scene as it likes")]

use std::time::Instant;

use skidpad::math::Vec2;
use skidpad_world::contact::{Body, Contacts, Motion, Mover, Shape, Wall};

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

fn main() {
    let (body, mut motions) = scene();
    let walls = Wall::arena([-60.0, -60.0], [60.0, 60.0], 0.3, 0.5);
    // The cars go on pressing towards the middle, so that the pile stays one.
    let movers = |motions: &[Motion]| -> Vec<Mover> {
        let mover = |start: &Motion| {
            let mut proposed = start.coasting(STEP_S);
            let far = start.position_m.norm() + 1e-9;
            proposed.velocity_m_s = proposed.velocity_m_s - start.position_m.scale(5.0 * STEP_S / far);
            Mover { body, start: *start, proposed }
        };
        motions.iter().map(mover).collect()
    };
    let mut contacts = Contacts::new();
    let mut times = Vec::new();
    let (mut impacts, mut events, mut cut) = (0, 0, 0);
    for _ in 0..STEPS {
        let movers = movers(&motions);
        let start = Instant::now();
        let outcome = contacts.step(&movers, &walls, STEP_S).expect("the scene is sound");
        times.push(start.elapsed().as_secs_f64() * 1e3);
        impacts += outcome.impacts.len();
        events += outcome.events;
        cut += usize::from(outcome.cut_short);
        motions = outcome.motions;
    }
    let resting = motions.iter().filter(|motion| motion.velocity_m_s.norm() < 1e-3).count();
    times.sort_by(f64::total_cmp);
    let middle: Vec2<f64> = motions.iter().fold(Vec2::zero(), |sum, motion| sum + motion.position_m);
    println!(
        "{CARS} cars, {STEPS} steps: median {:.3} ms, 90 % below {:.3} ms, longest {:.3} ms a step",
        times[STEPS / 2],
        times[STEPS * 9 / 10],
        times[STEPS - 1],
    );
    println!("{impacts} blows, {events} events, {cut} steps cut short, {resting} cars at rest at the end");
    println!("middle of the pile: {:?}", middle.scale(1.0 / CARS as f64));
}
