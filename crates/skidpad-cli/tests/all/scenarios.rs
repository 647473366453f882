//! The scenarios that come with Skidpad: each runs, and shows what its first lines promise.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::common::{folder, success};

/// The columns of a run.
struct Rows {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Rows {
    fn of(scenario: &Path) -> Self {
        let stem = scenario.file_stem().expect("a name").to_string_lossy().into_owned();
        let out = folder(&format!("scenario_{stem}")).join("run.csv");
        let output =
            crate::common::skidpad(&["run", &scenario.to_string_lossy(), "--out", &out.to_string_lossy()]);
        assert!(output.status.success(), "{stem}: {}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(out).expect("the run's table");
        let mut lines = text.lines();
        let names = lines.next().expect("a heading").split(',').map(str::to_owned).collect();
        let row = |line: &str| line.split(',').map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
        Self { names, rows: lines.map(row).collect() }
    }

    /// A channel with its times, from a time on.
    fn from(&self, channel: &str, from_s: f64) -> Vec<f64> {
        let at = self.names.iter().position(|name| name == channel);
        let at = at.unwrap_or_else(|| panic!("no channel {channel}"));
        self.rows.iter().filter(|row| row[0] >= from_s - 1e-9).map(|row| row[at]).collect()
    }

    fn at(&self, channel: &str, time_s: f64) -> f64 {
        self.from(channel, time_s)[0]
    }

    fn last(&self, channel: &str) -> f64 {
        *self.from(channel, 0.0).last().expect("rows")
    }

    fn largest(&self, channel: &str, from_s: f64) -> f64 {
        self.from(channel, from_s).into_iter().fold(0.0, |most: f64, value| most.max(value.abs()))
    }
}

/// Ends at rest, exactly.
fn is_at_rest(run: &Rows) -> bool {
    ["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s"].iter().all(|name| run.last(name) == 0.0)
}

/// What a run of a scenario must show.
type Claim = fn(&Rows) -> bool;

/// The first lines of each scenario, as conditions.
const CLAIMS: &[(&str, Claim)] = &[
    ("coast-down", |run| {
        let loss = |from: f64| run.at("speed_m_s", from) - run.at("speed_m_s", from + 10.0);
        loss(0.0) > 1.5 * loss(60.0) && loss(60.0) > loss(110.0) && loss(110.0) > 0.5
    }),
    ("cones", |run| {
        let impulses = run.from("contact_impulse_n_s", 0.0);
        let blows = impulses.windows(2).filter(|pair| pair[0] == 0.0 && pair[1] > 0.0).count();
        // A cone of 1.6 kg leaves at most 1 + e times as fast as the car, 16 m/s.
        blows == 4 && impulses.iter().all(|impulse| *impulse < 50.0)
    }),
    ("crash", |run| {
        let impulses = |car: &str| run.from(&format!("{car}contact_impulse_n_s"), 0.0);
        let [car, parked, follower] = ["", "parked.", "follower."].map(impulses);
        let first = |hit: &dyn Fn(usize) -> bool| (0..car.len()).find(|row| hit(*row));
        let one = first(&|row| car[row] > 10_000.0 && parked[row] > 10_000.0);
        // Nothing but the wall is left to hit the parked one alone.
        let wall = first(&|row| parked[row] > 3000.0 && car[row] + follower[row] == 0.0);
        let behind = first(&|row| follower[row] > 5000.0 && car[row] > 5000.0);
        one.is_some() && one < wall && wall < behind
    }),
    ("emergency-stop", |run| {
        let distance = run.last("x_m") - run.at("x_m", 0.5);
        is_at_rest(run) && (30.0..40.0).contains(&distance)
    }),
    ("handbrake-turn", |run| is_at_rest(run) && run.last("yaw_rad") > core::f64::consts::FRAC_PI_2),
    ("hump", |run| run.largest("heave_m", 1.0) > 0.01 && run.last("heave_m").abs() < 1e-3),
    ("keyboard-slalom", |run| {
        let changes = run.from("asked_steer_rad", 0.0).windows(2).filter(|pair| pair[0] != pair[1]).count();
        let [steered, asked] = ["steer_rad", "asked_steer_rad"].map(|name| run.largest(name, 0.0));
        let lock = 35.0_f64.to_radians();
        changes == 5 && (asked - lock).abs() < 1e-9 && steered < 0.5 * lock && {
            // The tyres' grip is used, and the car does not slide.
            run.largest("acceleration_y_m_s2", 1.0) > 8.0 && run.largest("sideslip_rad", 1.0) < 0.1
        }
    }),
    ("launch", |run| {
        let time = run.from("velocity_x_m_s", 0.0).iter().position(|speed| *speed > 27.78);
        let slip = &run.from("rear_left_slip", 2.0)[..300];
        let mean = slip.iter().sum::<f64>() / slip.len() as f64;
        run.at("gear", 3.5) == 1.0
            && (0.05..0.15).contains(&mean)
            && run.largest("traction_cut", 0.5) > 0.1
            && time.is_some_and(|row| (4.0..7.0).contains(&(row as f64 * 0.005)))
    }),
    ("lift-off", |run| run.at("yaw_rate_rad_s", 6.5) > 1.05 * run.at("yaw_rate_rad_s", 5.9)),
    ("motorcycle-bend", |run| {
        run.from("handlebar_rad", 1.0).iter().any(|angle| *angle < 0.0) && run.last("lean_rad") < -0.3
    }),
    ("overtaking", |run| {
        let lane = run.from("y_m", 8.0);
        let has_met =
            run.largest("contact_impulse_n_s", 0.0) + run.largest("slow.contact_impulse_n_s", 0.0) > 0.0;
        let [own, slow] = [("velocity_x_m_s", 80.0), ("slow.velocity_x_m_s", 55.0)]
            .map(|(name, speed_km_h)| run.largest(name, 6.0) - speed_km_h / 3.6);
        // Gusts push the car about in its lane.
        let room = lane.iter().fold(0.0, |most: f64, y| most.max((y - 3.5).abs()));
        !has_met
            && (1e-4..0.1).contains(&room)
            && own.abs() < 0.3
            && slow.abs() < 0.3
            && run.last("x_m") > run.last("slow.x_m") + 10.0
            && run.largest("slow.y_m", 0.0) < 0.1
    }),
    ("parked-on-a-slope", |run| {
        let places = run.from("x_m", 5.0);
        places.iter().all(|place| *place == places[0]) && places[0].abs() < 0.005 && is_at_rest(run)
    }),
    ("power-on", |run| {
        let slide = run.largest("sideslip_rad", 2.5);
        run.at("sideslip_rad", 2.4).abs() < 0.05
            && (0.1..0.4).contains(&slide)
            && run.from("assisted_throttle", 2.6).iter().any(|throttle| *throttle < 0.9)
    }),
    ("split-grip-stop", |run| is_at_rest(run) && run.last("yaw_rad") > 0.1 && run.largest("y_m", 0.0) > 1.0),
    ("step-steer", |run| {
        run.at("yaw_rate_rad_s", 0.5) == 0.0 && (0.1..0.25).contains(&run.last("yaw_rate_rad_s"))
    }),
    ("there-and-back", |run| {
        let half_a_turn = run.at("yaw_rad", 3.1).abs() - core::f64::consts::PI;
        let way_back = run.largest("x_m", 0.0) - run.last("x_m");
        half_a_turn.abs() < 0.2
            && run.at("velocity_x_m_s", 3.1) < -1.0
            && run.last("velocity_x_m_s") > 10.0
            && way_back > 20.0
    }),
];

fn scenarios() -> Vec<PathBuf> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let listing = fs::read_dir(place).expect("the folder of scenarios").flatten();
    let mut paths: Vec<_> = listing.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

/// The README named a file `SCENARIO.toml`, and no scenario came with the tree.
#[test]
fn each_scenario_has_a_claim_and_a_short_one_shows_it() {
    let paths = scenarios();
    let names: Vec<_> = paths.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    let claimed: Vec<_> = CLAIMS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, claimed, "each scenario has its claim, in the order of the names");
    assert_shows(paths.iter().zip(CLAIMS).filter(|(_, (name, _))| *name == "step-steer"), 1);
}

#[test]
#[ignore = "soak: all scenarios, 6 s, part of `cargo xtask ci`"]
fn each_scenario_shows_what_its_first_lines_promise() {
    assert_shows(scenarios().iter().zip(CLAIMS), CLAIMS.len());
}

/// Runs scenarios and holds each to its claim; there must be as many as this.
fn assert_shows<'a>(claims: impl Iterator<Item = (&'a PathBuf, &'a (&'a str, Claim))>, count: usize) {
    let mut shown = 0;
    for (path, (name, claim)) in claims {
        assert!(claim(&Rows::of(path)), "{name} does not show what its first lines say");
        shown += 1;
    }
    assert_eq!(shown, count);
}

#[test]
fn a_scenario_is_compared_through_several_models() {
    let scenario =
        scenarios().into_iter().find(|path| path.ends_with("step-steer.toml")).expect("it is there");
    let models = "kinematic,single_track,two_track";
    let table = success(&["compare", &scenario.to_string_lossy(), "--models", models]);
    assert!(models.split(',').all(|model| table.contains(model)), "{table}");
}
