//! Rollback, as online games do it: the other player's input comes late, so the car goes back to the step at which it
//! differs from what was guessed, and drives on from there to the present. The result is that of a game without delay, to
//! the bit.

use std::collections::VecDeque;

use skidpad::prelude::*;

const DELAY: usize = 8;
const DT_S: f64 = 1.0 / 60.0;

/// What the other player really does at a step.
fn pressed(step: usize) -> Controls {
    let steer_rad = if (step / 40).is_multiple_of(2) { 0.08 } else { -0.05 };
    Controls { throttle: 0.6, steer_rad, gear: Gear::Automatic, ..Controls::default() }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut there = Car::preset("fr-s-2013")?; // on the other player's machine
    let mut here = there.clone();
    // For each step that is not sure yet: how the car was before it, and what was guessed for it.
    let mut unsure: VecDeque<(SavedCar, Controls)> = VecDeque::new();
    let (mut guess, mut rolled_back) = (pressed(0), 0);

    for step in 0..600 {
        there.step(&pressed(step), DT_S)?;
        unsure.push_back((here.save(), guess));
        here.step(&guess, DT_S)?;

        // The input of some steps ago arrives.
        if step < DELAY {
            continue;
        }
        let arrived = pressed(step - DELAY);
        let Some((before, guessed)) = unsure.pop_front() else { continue };
        if arrived != guessed {
            guess = arrived;
            rolled_back += 1;
            here.restore(&before)?;
            here.step(&arrived, DT_S)?;
            for (saved, controls) in &mut unsure {
                (*saved, *controls) = (here.save(), guess);
                here.step(&guess, DT_S)?;
            }
        }
    }
    // The last inputs arrive.
    if let Some((before, _)) = unsure.front() {
        here.restore(before)?;
        for step in 600 - unsure.len()..600 {
            here.step(&pressed(step), DT_S)?;
        }
    }
    println!("{rolled_back} rollbacks; the same bits on both machines: {}", here.hash() == there.hash());
    Ok(())
}
