//! The manoeuvres of every preset, as a table.
#![allow(missing_docs, reason = "a part of a test")]

use std::fmt::Write;

use skidpad_core::surface::Surface;
use skidpad_formats::vehicle::VehicleFile;
use skidpad_world::roadtest::{Manoeuvre, Outcome, TurningConditions, TurningTest, turn};

/// Name of the result, heading, decimals.
const COLUMNS: &[(&str, &str, usize)] = &[
    ("skidpad", "skidpad, g", 2),
    ("skidpad: understeer gradient", "understeer gradient, deg/g", 2),
    ("ramp steer: understeer gradient", "at 100 km/h, deg/g", 2),
    ("ramp steer: characteristic speed", "characteristic speed, km/h", 0),
    ("step steer: yaw-rate gain", "yaw-rate gain, 1/s", 2),
    ("step steer", "response time, s", 2),
    ("step steer: peak time", "peak time, s", 2),
    ("step steer: overshoot", "overshoot, %", 1),
    ("step steer: sideslip", "sideslip, deg", 1),
    ("sine sweep", "bandwidth, Hz", 1),
    ("lift-off", "lift-off, ratio", 2),
    ("braking in a turn", "braking, ratio", 2),
    ("handbrake turn", "handbrake turn, deg", 0),
];

type Results = Vec<(&'static TurningTest, Outcome)>;

fn results(file: &VehicleFile) -> Results {
    let vehicle = file.spec.validate().expect("a preset is valid");
    let surface = file.conditions.unwrap_or_else(Surface::asphalt);
    let conditions = TurningConditions::standard(surface).expect("a model that turns");
    let wanted = |manoeuvre: &Manoeuvre| {
        COLUMNS.iter().any(|column| TurningTest::by_name(column.0).expect("a result").manoeuvre == *manoeuvre)
    };
    let driven = Manoeuvre::ALL.into_iter().filter(wanted);
    driven.flat_map(|manoeuvre| turn(&vehicle, &conditions, manoeuvre).outcomes).collect()
}

/// The results of all cars, over the machine's processors.
fn all(cars: &[&VehicleFile]) -> Vec<Results> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = cars.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let run = |part: &[&VehicleFile]| part.iter().map(|file| results(file)).collect::<Vec<_>>();
        let threads: Vec<_> = cars.chunks(part).map(|part| scope.spawn(move || run(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("the manoeuvres")).collect()
    })
}

/// The section of the page. A motorcycle leans and has none.
pub fn section(cars: &[VehicleFile]) -> String {
    let cars: Vec<&VehicleFile> =
        cars.iter().filter(|file| file.spec.body.track_m > 0.0 && file.spec.front.wheels > 1.0).collect();
    let mut text = String::from(
        "\n## Turning\n\nThe manoeuvres of every preset with the model `two_track`, computed; nothing was published for most of them. \
         Understeer gradient, gain, response, sideslip and bandwidth follow from the axles' cornering stiffnesses: where the last column \
         says \"by rule\", none was published, and they are no property of that car. \
         `skidpad roadtest CAR` says what each is. Sideslip is steady, in the step; the two ratios are yaw rates 1 s \
         after the pedals changed over those of the same circle. The understeer gradient is that of the skidpad's circle, \
         at 20 to 40 km/h; at 100 km/h air resistance moves load from the front tyres to the rear ones, and a locking differential \
         holds the rear wheels together: without both, the two gradients agree within 3 % on a rear-driven car and 6 % on a front-driven one. \
         The slalom is left to `skidpad roadtest`: its driver tries for some seconds a car.\n\n\
         `single_track` differs for two reasons, each measured by switching it off (the test `two_models`). \
         Without assists a handbrake turn ends 20 degrees earlier on four wheels (Bolt 163 degrees for 184; MX-5 160 for 183): \
         locked wheels beside each other drag against the yaw with the track as lever; without width it is 183 degrees again. \
         Stability control brakes against the yaw and ends it some 80 degrees earlier still. \
         The M8 turns half as far, as its centre coupling lets the locked rear wheels brake the front ones. \
         Lift-off changes the sideslip of both alike, of the MX-5 by 0.56 and 0.55 degrees, as both engines drag the rear tyres through their gears. \
         The yaw-rate gain of the MX-5 is 7.1 for 8.6 1/s: its limited-slip differential holds the rear wheels together with a moment \
         out of the turn; with an open one it is 8.4. Ackermann's share and the height of the centre of mass matter little in either.\n\n",
    );
    let headings: Vec<&str> = COLUMNS.iter().map(|column| column.1).collect();
    let _ = writeln!(
        text,
        "| car | {} | cornering stiffness |\n|---{}|",
        headings.join(" | "),
        "|---".repeat(COLUMNS.len() + 1)
    );
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for (file, results) in cars.iter().zip(all(&cars)) {
        let cells: Vec<String> = COLUMNS
            .iter()
            .map(|(name, _, decimals)| {
                let found = results.iter().find(|result| result.0.name == *name).expect("it was driven");
                match &found.1.value {
                    Ok(value) => format!("{value:.decimals$}"),
                    Err(why) => {
                        let why = format!("{name}: {why}");
                        match reasons.iter_mut().find(|reason| reason.0 == why) {
                            Some(reason) => reason.1.push(&file.title),
                            None => reasons.push((why, vec![&file.title])),
                        }
                        String::from("-")
                    }
                }
            })
            .collect();
        let from = if file.is_cornering_by_rule() { "by rule" } else { "published" };
        let _ = writeln!(text, "| {} | {} | {from} |", file.title, cells.join(" | "));
    }
    for (index, (why, cars)) in reasons.iter().enumerate() {
        let _ = write!(text, "{}- {why} ({})", if index == 0 { "\n" } else { "" }, cars.join("; "));
        text.push('\n');
    }
    text
}
