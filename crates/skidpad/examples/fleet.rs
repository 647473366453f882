//! Ten thousand cars, each alone on a wet strip between cones and walls, as environments of a learning algorithm: commands and
//! states are columns, and cars whose episodes are over set off anew with random speeds. `cargo run --release --example
//! fleet -- 100000` takes another number.

use std::time::Instant;

use skidpad::core::math::Real;
use skidpad::core::model::two_track::{Curves, TwoTrack};
use skidpad::core::step::Dt;
use skidpad::fleet::{DrawnState, Draws, Ending, Entrant, EpisodeRules, Fleet, FleetModel};
use skidpad::prelude::*;
use skidpad::presets::preset;
use skidpad::world::contact::Wall;
use skidpad::world::ground::{Area, Ground, Patch, Shape};
use skidpad::world::models::TWO_TRACK;
use skidpad::world::rolling::{Begin, CarChoice};
use skidpad::world::scene::Cone;
use skidpad::world::world::{Site, body_of};

/// The four-wheel car in lanes, compiled here.
static MODEL: FleetModel = FleetModel::new::<TwoTrack<Curves>>(&TWO_TRACK);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cars = std::env::args().nth(1).map_or(Ok(10_000), |count| count.parse::<usize>())?;
    let vehicle = preset("fr-s-2013")?.spec.validate().map_err(CarError::from)?;
    let car = CarChoice::Vehicle(&vehicle);

    // A wet strip 30 m ahead, in a lane of cones between walls.
    let strip = Shape::Rectangle { size_m: [20.0, 12.0] };
    let area = Area { centre_m: [40.0, 0.0], heading_rad: 0.0, shape: strip };
    let wet = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.5), rolling: None }]);
    let side = |y_m: f64| Wall::line(&[[-10.0, y_m], [500.0, y_m]], 0.2, 0.5);
    let row = |y_m: f64| (0..6).map(move |place| Cone { position_m: [30.0 + 4.0 * f64::from(place), y_m] });
    let cones = row(-2.5).chain(row(2.5)).collect();
    let site = Site::asphalt().with_ground(wet).with_cones(cones);
    let mut fleet = Fleet::new().with_threads(0);
    let site = fleet.add_site(site.with_walls([side(-6.0), side(6.0)].concat())?)?;

    let begin = Begin { gear: Gear::Forward(3), initial: &[("velocity_x_m_s", 20.0)], method: None };
    let body = Some(body_of(MODEL.info(), &car, 0.25, 0.5));
    let id = fleet.add(&MODEL, &vec![Entrant { car, begin, site, body }; cars])?;
    let group = fleet.group_mut(id);
    group.set_rules(EpisodeRules {
        time_limit_s: Some(2.0),
        hit_m_s: Some(2.0),
        cone_hit_m_s: Some(0.0),
        area: None,
    });
    let [lateral, yaw, speed] =
        ["y_m", "yaw_rad", "velocity_x_m_s"].map(|name| group.state(name).expect("a state of the model"));
    let [steer, brake] = ["steer_rad", "brake"].map(|name| group.command(name).expect("a command"));

    let (start, mut episodes, mut at_cones) = (Instant::now(), 0, 0);
    for _ in 0..300 {
        // Each driver steers to the middle, more or less well, and brakes before the wet strip.
        let group = fleet.group_mut(id);
        for car in 0..cars {
            let gain = 0.1 * car as f64 / cars as f64;
            let steer_rad = -gain * group.states(lateral)[car] - group.states(yaw)[car];
            group.command_mut(steer)[car] = Real::clamp(steer_rad, -0.3, 0.3);
            group.command_mut(brake)[car] = if group.states(speed)[car] > 15.0 { 0.3 } else { 0.0 };
        }
        fleet.step(Dt::try_from(1.0 / 60.0)?);
        let group = fleet.group_mut(id);
        let over: Vec<bool> = group.endings().iter().map(|endings| *endings != 0).collect();
        let is_at_cone = |endings: &&u8| *endings & Ending::HitCone.bit() != 0;
        at_cones += group.endings().iter().filter(is_at_cone).count();
        episodes += over.iter().filter(|over| **over).count();
        let drawn = [
            DrawnState { state: speed, low: 10.0, high: 30.0 },
            DrawnState { state: yaw, low: -0.3, high: 0.3 },
        ];
        group.reset_drawn(&over, &Draws { seed: 1, states: &drawn, vehicle: false });
    }
    let (spent_s, driven_s) = (start.elapsed().as_secs_f64(), 5.0 * cars as f64);
    println!(
        "{cars} cars for 5 s each in {spent_s:.2} s: {:.0} times real time; {episodes} episodes ended, {at_cones} of \
         them at a cone",
        driven_s / spent_s
    );
    Ok(())
}
