//! Draws a crash of seven cars and a truck at a crossing with walls and a tree: `crash_picture FILE`.
//!
//! Trails, outlines every half second, and blows as dots with their impulses.

use std::error::Error;

use skidpad_core::math::{Direction, Vec2};
use skidpad_plot::svg::{Axis, Colour, Line, Mark, Plot, Sheet, Stroke};
use skidpad_world::contact::{Barrier, Body, Contacts, Impact, Motion, Mover, Shape, Wall, Walls};

const STEP_S: f64 = 1.0 / 60.0;
const STEPS: usize = 240;
const GRAVITY_M_S2: f64 = 9.81;
/// Locked wheels on asphalt.
const SLIDING: f64 = 0.7;
/// Length of the line of an impulse, m per N s.
const M_PER_N_S: f64 = 1e-4;

/// Mass, length, width; place, heading, speed.
type Start = ([f64; 3], [f64; 3], f64);

const STARTS: [Start; 8] = [
    ([1500.0, 4.5, 1.8], [-32.0, -1.8, 0.0], 24.0),
    ([1300.0, 4.2, 1.7], [-42.0, -1.4, 0.03], 27.0),
    ([1700.0, 4.7, 1.9], [-53.0, -2.1, -0.02], 30.0),
    ([12_000.0, 9.0, 2.5], [2.5, -36.0, 1.57], 17.0),
    ([1100.0, 3.8, 1.7], [2.0, -50.0, 1.6], 24.0),
    ([1600.0, 4.6, 1.8], [30.0, 2.0, 3.13], 22.0),
    ([1400.0, 4.4, 1.8], [40.0, 2.4, 3.2], 25.0),
    ([1500.0, 4.5, 1.8], [-2.5, 34.0, -1.57], 15.0),
];

fn main() -> Result<(), Box<dyn Error>> {
    let Some(file) = std::env::args().nth(1) else {
        return Err("usage: crash_picture FILE".into());
    };
    std::fs::write(file, picture(&crash()?))?;
    Ok(())
}

struct Crash {
    bodies: Vec<Body>,
    /// The bodies at each step.
    motions: Vec<Vec<Motion>>,
    impacts: Vec<Impact>,
}

fn walls() -> Vec<Wall> {
    let mut walls = Wall::line(&[[7.0, 40.0], [7.0, 8.0], [40.0, 8.0]], 0.2, 0.4);
    walls.extend(Wall::line(&[[-40.0, 9.0], [-12.0, 9.0], [-8.0, 13.0], [-8.0, 40.0]], 0.2, 0.4));
    let tree = Barrier::Post { centre_m: Vec2::new(10.0, -7.0), radius_m: 0.4 };
    walls.push(Wall { barrier: tree, restitution: 0.1, friction: 0.6 });
    walls
}

fn crash() -> Result<Crash, Box<dyn Error>> {
    let body = |([mass, length, width], ..): &Start| Body {
        shape: Shape::centred_box(*length, *width),
        mass_kg: *mass,
        yaw_inertia_kg_m2: mass * (length * length + width * width) / 12.0,
        restitution: 0.2,
        friction: 0.4,
    };
    let motion = |(_, [x, y, yaw], speed): &Start| {
        let velocity = Vec2::new(*speed, 0.0).to_parent(Direction::at_angle(*yaw));
        Motion::at_rest(*x, *y, *yaw).moving(velocity.x, velocity.y, 0.0)
    };
    let bodies: Vec<Body> = STARTS.iter().map(body).collect();
    let mut motions: Vec<Vec<Motion>> = vec![STARTS.iter().map(motion).collect()];
    let walls = Walls::new(walls()).map_err(|faults| faults[0].clone())?;
    let (mut contacts, mut impacts) = (Contacts::new(), Vec::new());
    let mut crashed = vec![false; bodies.len()];
    for step in 0..STEPS {
        let all = bodies.iter().zip(&motions[step]).zip(&crashed);
        let movers: Vec<Mover> = all.map(|((body, at), crashed)| slide(body, at, *crashed)).collect();
        let outcome = contacts.step(&movers, &walls, STEP_S).map_err(|faults| faults[0].clone())?;
        for (crashed, corrected) in crashed.iter_mut().zip(&outcome.corrected) {
            *crashed |= corrected;
        }
        impacts.extend_from_slice(&outcome.impacts);
        motions.push(outcome.motions.clone());
    }
    Ok(Crash { bodies, motions, impacts })
}

/// A car rolls on until it has crashed; then its wheels are locked, and it slides to a stop.
fn slide(body: &Body, start: &Motion, crashed: bool) -> Mover {
    let mut mover = Mover::coasting(*body, *start, STEP_S);
    if crashed {
        let speed = start.velocity_m_s.norm();
        let slower = SLIDING * GRAVITY_M_S2 * STEP_S;
        let keep = |value: f64, less: f64| if value > less { 1.0 - less / value } else { 0.0 };
        let spin = start.yaw_rate_rad_s.abs() * 1.5;
        let now = start.velocity_m_s.scale(keep(speed, slower));
        mover.proposed.velocity_m_s = now;
        mover.proposed.yaw_rate_rad_s = start.yaw_rate_rad_s * keep(spin, slower);
        let mean = (start.velocity_m_s + now).scale(0.5 * STEP_S);
        mover.proposed.position_m = start.position_m + mean;
        let turn = 0.5 * STEP_S * (start.yaw_rate_rad_s + mover.proposed.yaw_rate_rad_s);
        mover.proposed.yaw_rad = start.yaw_rad + turn;
    }
    mover
}

fn outline(body: &Body, at: &Motion) -> Vec<(f64, f64)> {
    let Shape::Box { length_m, width_m, ahead_m } = body.shape else { return vec![] };
    let (x, y) = (0.5 * length_m, 0.5 * width_m);
    // The bonnet is pointed, so that the heading shows.
    let corners = [(-x, -y), (0.7 * x, -y), (x, 0.0), (0.7 * x, y), (-x, y), (-x, -y)];
    let turned = |(x, y): (f64, f64)| {
        let p = at.position_m + Vec2::new(ahead_m + x, y).to_parent(Direction::at_angle(at.yaw_rad));
        (p.x, p.y)
    };
    corners.into_iter().map(turned).collect()
}

fn picture(crash: &Crash) -> String {
    let mut plot = Plot::new(Axis::new("x", "m").span(-26.0, 26.0), Axis::new("y", "m").span(-26.0, 20.0));
    for wall in walls() {
        if let Barrier::Segment { from_m, to_m } = wall.barrier {
            let ends = vec![(from_m.x, from_m.y), (to_m.x, to_m.y)];
            plot.lines.push(Line::new(ends, Colour::Ink).stroke(Stroke::Bold));
        }
        if let Barrier::Post { centre_m, .. } = wall.barrier {
            plot.point((centre_m.x, centre_m.y), Colour::Ink, "tree");
        }
    }
    for (index, body) in crash.bodies.iter().enumerate() {
        let colour = Colour::Series(index % Colour::SERIES);
        let trail = crash.motions.iter().map(|all| (all[index].position_m.x, all[index].position_m.y));
        plot.lines.push(Line::new(trail.collect(), colour).stroke(Stroke::Thin));
        for step in (0..STEPS).step_by(30) {
            let shape = outline(body, &crash.motions[step][index]);
            plot.lines.push(Line::new(shape, colour).stroke(Stroke::Thin));
        }
        let last = Line::new(outline(body, &crash.motions[STEPS][index]), colour);
        plot.lines.push(last.stroke(Stroke::Bold));
    }
    for impact in &crash.impacts {
        let (at, along) = (impact.position_m, impact.normal.scale(M_PER_N_S * impact.normal_impulse_n_s));
        let ends = vec![(at.x - along.x, at.y - along.y), (at.x + along.x, at.y + along.y)];
        plot.lines.push(Line::new(ends, Colour::Ink).stroke(Stroke::Solid));
        if impact.normal_impulse_n_s > 2000.0 {
            plot.marks.push(Mark { at: (at.x, at.y), colour: Colour::Ink, on_right: false });
        }
    }
    let largest = crash.impacts.iter().max_by(|a, b| a.normal_impulse_n_s.total_cmp(&b.normal_impulse_n_s));
    if let Some(blow) = largest {
        let at = (blow.position_m.x, blow.position_m.y);
        plot.label(at, Colour::Ink, format!("{:.0} kN·s", blow.normal_impulse_n_s / 1000.0));
    }
    let energy = |all: &Vec<Motion>| -> f64 {
        all.iter().zip(&crash.bodies).map(|(at, body)| at.kinetic_energy_j(body)).sum()
    };
    let lost: f64 = crash.impacts.iter().map(|impact| impact.energy_lost_j).sum();
    let subtitle = format!(
        "{} blows take {:.2} of {:.2} MJ in {} s. Outlines every half second; lines through the blows: their impulses",
        crash.impacts.len(),
        lost / 1e6,
        energy(&crash.motions[0]) / 1e6,
        STEPS / 60
    );
    let mut sheet =
        Sheet::stacked("Eight vehicles meet at a crossing", vec![plot], 800.0).subtitle(&subtitle);
    sheet.width = 900.0;
    sheet.svg()
}
