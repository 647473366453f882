//! Palmer's car crashes, 8.42 and 8.43, and the same by contact in the plane.

use crate::palmer::{BOXSTER, COMPARISON};
use crate::units;

use super::figure::{Figure, Row, row};
use skidpad_world::contact::{
    Body, Contacts, F1_SPIRIT_RESTITUTION, Motion, Mover, Shape, Walls, collision, inelastic_collision,
};

fn at(id: &'static str, location: &'static str, quantity: &'static str) -> Row {
    row(id, ("Palmer", location), quantity)
}

/// Everything that Palmer prints on crashes.
pub(super) fn figures() -> Vec<Figure> {
    let place = "Modeling Car Crashes";
    let (game, speed) = (F1_SPIRIT_RESTITUTION, units::mph(60.0));
    let twice = [BOXSTER.mass_kg; 2];
    let parked = [speed, 0.0];
    let [bike, car] = COMPARISON;
    let crash = collision(twice, parked, game);
    let stuck = inelastic_collision(twice, parked);
    vec![
        at(
            "palmer-crash-restitution",
            place,
            "restitution of a game: speed of parting over speed of meeting",
        )
        .prints("0.25", "-")
        .gives(in_the_plane(game), "two Boxsters that meet bumper to bumper, by contact in the plane"),
        at("palmer-crash-restitution-8-42", "8.42", "the same by 8.42")
            .prints("0.25", "-")
            .gives((crash[1] - crash[0]) / speed, ""),
        at("palmer-crash-sticks", place, "parting speed without restitution")
            .prints("0", "m/s")
            .gives(in_the_plane(0.0), "they stick together"),
        at("palmer-8-43", "8.43", "8.42 without restitution, over 8.43")
            .prints("1", "-")
            .gives(collision(twice, parked, 0.0)[0] / stuck, "the same velocity for both"),
        at("palmer-8-42a", "8.42a", "a Boxster at 60 mph after it met one that stood, restitution 0.25")
            .unit("m/s")
            .gives(crash[0], "(1 - e) / 2 of the speed"),
        at("palmer-8-42b", "8.42b", "the one that stood")
            .unit("m/s")
            .gives(crash[1], "(1 + e) / 2 of the speed"),
        at("palmer-8-43-speed", "8.43", "both, if they stick together")
            .unit("m/s")
            .gives(stuck, "half the speed"),
        at(
            "palmer-8-42-motorcycle",
            "8.42b",
            "the Boxster S after the CBR1000RR met it at 60 mph, restitution 0.25",
        )
        .unit("m/s")
        .gives(collision([bike.mass_kg, car.mass_kg], parked, game)[1], "table 8-4's masses, without riders"),
    ]
}

/// Speed of parting over speed of meeting of two Boxsters that meet bumper to bumper.
fn in_the_plane(restitution: f64) -> f64 {
    let shape = Shape::centred_box(4.32, 1.78);
    let mass_kg = BOXSTER.mass_kg;
    let body = Body { shape, mass_kg, yaw_inertia_kg_m2: 1.5 * mass_kg, restitution, friction: 0.5 };
    let (speed, step_s) = (units::mph(60.0), 0.02);
    let first = Motion::at_rest(-2.4, 0.0, 0.0).moving(speed, 0.0, 0.0);
    let second = Motion::at_rest(2.4, 0.0, 0.0).moving(-speed, 0.0, 0.0);
    let movers = [Mover::coasting(body, first, step_s), Mover::coasting(body, second, step_s)];
    Contacts::new().step(&movers, &Walls::none(), step_s).map_or(f64::NAN, |outcome| {
        let [a, b] = [outcome.motions[0], outcome.motions[1]];
        (b.velocity_m_s.x - a.velocity_m_s.x) / (2.0 * speed)
    })
}
