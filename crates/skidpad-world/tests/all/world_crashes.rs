//! Crashes of driven cars: what Palmer's 8.42 and 8.43 say of them, and logs that replay.

use core::ops::ControlFlow;

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_world::contact::{Body, Met, Shape, Wall, collision, inelastic_collision};
use skidpad_world::ground::Ground;
use skidpad_world::log::{LogReplay, LogSettings, VerifyError, WorldChange, WorldLog};
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::CarChoice;
use skidpad_world::scenario::{
    Ending, Participant, Pilot, RunTime, Script, Seat, Surroundings, WorldRun, columns_of_participant, run,
    run_on, run_world,
};
use skidpad_world::world::{CarId, Member, Site, World, WorldError, body_of};

use crate::world_log_support::{every_hash, with_changes};

const W1: CarChoice = CarChoice::Own("w1");

fn model(name: &str) -> &'static ModelInfo {
    MODELS.by_name(name).expect("a model")
}

fn dt(seconds: f64) -> Dt {
    Dt::new(seconds).expect("a step")
}

/// Where a car of the model `w1` begins: x, y, heading, speed.
type Start = [f64; 4];

/// A car of the model `w1`: without steering and acceleration nothing but contact changes its motion.
fn member([x, y, yaw, speed]: Start, mass_kg: f64, restitution: f64) -> Member {
    let initial = [("x_m", x), ("y_m", y), ("yaw_rad", yaw), ("velocity_x_m_s", speed)];
    let begin = skidpad_world::rolling::Begin { gear: Gear::Forward(1), initial: &initial, method: None };
    let car = model("w1").begin(&W1, &begin).expect("its car");
    let shape = Shape::centred_box(4.4, 1.8);
    let body = Body { shape, mass_kg, yaw_inertia_kg_m2: 1.5 * mass_kg, restitution, friction: 0.5 };
    Member { car, body: Some(body) }
}

/// A world of cars and walls.
fn world(members: Vec<Member>, walls: Vec<Wall>) -> Result<World, WorldError> {
    let mut world = World::new(Site::asphalt().with_walls(walls)?);
    members.into_iter().try_for_each(|member| world.add(member).map(drop))?;
    Ok(world)
}

/// Velocities along x of all cars after so many steps of a hundredth of a second.
fn driven(world: &mut World, steps: u32) -> Vec<f64> {
    for _ in 0..steps {
        world.step(dt(0.01));
    }
    world.cars().map(|car| car.planar().expect("a motion").velocity_m_s.x).collect()
}

#[test]
fn a_head_on_crash_is_palmers_8_42_and_keeps_the_momentum() {
    let masses = [1500.0, 900.0];
    let speeds = [20.0, -12.0];
    for restitution in [0.0, 0.25, 0.6, 1.0] {
        let members = vec![
            member([0.0, 0.0, 0.0, speeds[0]], masses[0], restitution),
            member([10.0, 0.0, core::f64::consts::PI, -speeds[1]], masses[1], restitution),
        ];
        let mut world = world(members, Vec::new()).expect("a world");
        let after = driven(&mut world, 60);
        let expected = collision(masses, speeds, restitution);
        for (found, expected) in after.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "e = {restitution}: {found}, not {expected}");
        }
        let momentum = |speeds: &[f64]| masses[0] * speeds[0] + masses[1] * speeds[1];
        assert!((momentum(&after) - momentum(&speeds)).abs() < 1e-7, "e = {restitution}");
        // 1 - e^2 of the energy of the relative motion is lost.
        let energy =
            |speeds: &[f64]| 0.5 * (masses[0] * speeds[0] * speeds[0] + masses[1] * speeds[1] * speeds[1]);
        let reduced = masses[0] * masses[1] / (masses[0] + masses[1]);
        let relative = 0.5 * reduced * (speeds[0] - speeds[1]) * (speeds[0] - speeds[1]);
        let lost = (energy(&speeds) - energy(&after)) / relative;
        assert!((lost - (1.0 - restitution * restitution)).abs() < 1e-9, "e = {restitution}: {lost}");
        if restitution == 0.0 {
            let together = inelastic_collision(masses, speeds);
            assert!(after.iter().all(|speed| (speed - together).abs() < 1e-9), "8.43: {after:?}");
        }
    }
}

#[test]
fn a_wall_gives_back_the_lower_restitution_of_the_two() {
    for (body, wall, expected) in [(1.0, 0.5, 0.5), (0.25, 1.0, 0.25), (0.0, 1.0, 0.0), (1.0, 1.0, 1.0)] {
        let walls = Wall::line(&[[20.0, -5.0], [20.0, 5.0]], wall, 0.5);
        let mut world = world(vec![member([0.0, 0.0, 0.0, 30.0], 1200.0, body)], walls).expect("a world");
        // The step in which it is hit: at rest the model `w1`, whose slip angles are over the speed, is not of use.
        let after = driven(&mut world, 60)[0];
        assert!((after + expected * 30.0).abs() < 1e-9, "{body}, {wall}: {after}");
    }
}

fn hold(_: f64) -> Controls {
    Controls { steer_rad: 0.01, ..Controls::default() }
}

fn turn(t_s: f64) -> Controls {
    Controls { steer_rad: if t_s < 0.5 { 0.0 } else { -0.02 }, ..Controls::default() }
}

/// Three cars that meet each other and a wall.
fn starts() -> Vec<[(&'static str, f64); 4]> {
    let start = |x: f64, y: f64, yaw: f64, speed: f64| {
        [("x_m", x), ("y_m", y), ("yaw_rad", yaw), ("velocity_x_m_s", speed)]
    };
    vec![start(0.0, 0.0, 0.0, 25.0), start(40.0, 1.0, 3.1, 20.0), start(20.0, -12.0, 1.4, 12.0)]
}

fn crash(order: [usize; 3], walls: &[Wall], log: Option<LogSettings>) -> (WorldRun, Vec<Vec<f64>>) {
    let starts = starts();
    let names = ["first", "ram", "side"];
    let participant = |at: usize| {
        let script = Script {
            method: None,
            dt: dt(0.01),
            duration_s: 3.0,
            initial: &starts[at],
            surface: Surface::asphalt(),
            ground: Ground::plain(),
            controls: if at == 1 { &turn } else { &hold },
            acceleration: &|_| 0.5,
            hands: None,
        };
        let body = body_of(model("w1"), &W1, 0.25 + 0.1 * at as f64, 0.5);
        let (model, car, car_name) = (model("w1"), W1, "w1".to_owned());
        Participant {
            name: names[at],
            model,
            car,
            car_name,
            vehicle: None,
            friction: None,
            driver: None,
            script,
            body,
        }
    };
    let participants: Vec<Participant> = order.into_iter().map(participant).collect();
    let mut rows = Vec::new();
    let run = run_world(&participants, Surroundings { walls, ..Surroundings::default() }, log, &mut |row| {
        rows.push(row.to_vec());
        ControlFlow::Continue(())
    });
    (run.expect("a run"), rows)
}

fn fence() -> Vec<Wall> {
    Wall::arena([-20.0, -15.0], [60.0, 15.0], 0.4, 0.3).to_vec()
}

#[test]
fn the_order_of_the_cars_does_not_change_a_bit() {
    let (straight, rows) = crash([0, 1, 2], &fence(), None);
    assert!(straight.contacts.listed.len() > 2, "{:?}", straight.contacts);
    assert_eq!((straight.finished.ending, straight.overlapped), (Ending::Complete, false));
    let first = columns_of_participant(model("w1"), None, true).len();
    let further = columns_of_participant(model("w1"), None, false).len();
    assert_eq!((rows.len(), rows[0].len(), first), (301, first + 2 * further, further + 1));
    for order in [[1, 0, 2], [2, 1, 0], [1, 2, 0]] {
        let (other, others) = crash(order, &fence(), None);
        assert_eq!(other.contacts.listed.len(), straight.contacts.listed.len());
        for (row, other) in rows.iter().zip(&others) {
            for (place, car) in order.into_iter().enumerate() {
                // Behind the time all cars have the same columns.
                let of = |row: &[f64], place: usize| -> Vec<u64> {
                    row[1 + place * further..][..further].iter().map(|number| number.to_bits()).collect()
                };
                assert_eq!(of(row, car), of(other, place), "{order:?}, car {car}");
            }
        }
    }
}

#[test]
fn a_car_that_meets_nothing_has_the_bits_that_it_has_alone() {
    let far = [Wall { friction: 0.5, ..fence()[0] }];
    let (_, with) = crash([0, 1, 2], &far, None);
    let starts = starts();
    let mut alone = Vec::new();
    let script = Script {
        method: None,
        dt: dt(0.01),
        duration_s: 3.0,
        initial: &starts[0],
        surface: Surface::asphalt(),
        ground: Ground::plain(),
        controls: &hold,
        acceleration: &|_| 0.5,
        hands: None,
    };
    run(model("w1"), &W1, &script, &mut |row| {
        alone.push(row.to_vec());
        ControlFlow::Continue(())
    });
    // Until the first car is hit.
    let hit = with.iter().position(|row| row[alone[0].len()] > 0.0).expect("a crash");
    assert!(hit > 20, "{hit}");
    for (row, alone) in with[..hit].iter().zip(&alone) {
        assert_eq!(row[..alone.len()], alone[..]);
    }
}

#[test]
fn a_logged_crash_replays_to_the_bit_and_names_the_car_that_differs() {
    let (run, _) = crash([0, 1, 2], &fence(), Some(every_hash(1)));
    let log = run.log.expect("a log");
    assert_eq!(LogReplay::new(log.clone()).verify().map(|verified| verified.steps), Ok(300));
    let divergence = |log: WorldLog| match LogReplay::new(log).verify() {
        Err(VerifyError::Diverged(divergence)) => *divergence,
        other => panic!("{other:?}"),
    };
    // A wall that is softer changes the run from the first time that it is hit.
    let hit = |wall: usize| {
        let met = run.contacts.listed.iter().find(|event| event.met == Met::Wall(wall));
        met.map(|event| event.time_s)
    };
    let (wall, time_s) =
        (0..4).find_map(|wall| hit(wall).map(|time_s| (wall, time_s))).expect("a wall is hit");
    let (mut contents, mut walls) = (log.contents().expect("parts"), fence());
    walls[wall].restitution = 0.1;
    contents.site = contents.site.with_walls(walls).expect("sound walls");
    let softer = divergence(WorldLog::from_contents(contents).expect("sound parts"));
    assert!((softer.time_s - time_s).abs() <= 0.0101, "{softer:?}");
    assert!(!softer.parties[0].differences.is_empty());
    // Another driver of a further car is named.
    let ram = CarId::from_number(1);
    let other = with_changes(&log, |_, change| {
        if let WorldChange::Requested { id, request } = change
            && *id == ram
        {
            request.command.steer_rad += 0.001;
        }
    });
    let error = divergence(other).to_string();
    assert!(error.contains("differs from the log after step 1 (0.01 s)"), "{error}");
    assert!(error.contains("of the car `ram` "), "{error}");
}

#[test]
fn a_logged_crash_has_the_rows_of_one_that_is_not_and_replays_to_the_bit() {
    let (_, plain) = crash([0, 1, 2], &fence(), None);
    let (run, rows) = crash([0, 1, 2], &fence(), Some(LogSettings::default()));
    let bits = |rows: &[Vec<f64>]| rows.iter().flatten().map(|number| number.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&rows), bits(&plain));
    let verified = LogReplay::new(run.log.expect("a log")).verify().expect("the same bits");
    assert_eq!(verified.steps, 300);
}

#[test]
fn what_cannot_meet_anything_is_refused() {
    let begin = skidpad_world::rolling::Begin { gear: Gear::Forward(1), initial: &[], method: None };
    let kinematic = || {
        let car = model("commonroad_ks").begin(&CarChoice::Own("commonroad-2"), &begin).expect("its car");
        Member { car, body: member([0.0; 4], 1000.0, 0.5).body }
    };
    let ghost = Member { body: None, ..kinematic() };
    assert!(world(vec![ghost], fence()).is_ok(), "a ghost meets nothing");
    let error = world(vec![member([0.0; 4], 1000.0, 0.5), kinematic()], Vec::new()).err();
    assert_eq!(error, Some(WorldError::CannotMeet(1)));
    let mut light = member([0.0; 4], 1000.0, 0.5);
    light.body.as_mut().expect("a body").mass_kg = -1.0;
    let error = world(vec![light], fence()).err().expect("refused").to_string();
    assert!(error.contains("bodies[0].mass_kg is -1"), "{error}");
}

/// Cars that are put on top of each other come apart, and the run says so.
#[test]
fn an_overlap_at_the_start_is_told() {
    let far = [[0.0, 0.0, 0.0, 0.0], [0.5, 0.2, 0.0, 0.0]];
    let members = far.map(|start| member(start, 1000.0, 0.5)).into();
    let mut world = world(members, Vec::new()).expect("a world");
    world.step(dt(0.01));
    assert!(world.pushed_m() > 0.0);
}

/// From a place of its log a run goes on with all that was asked of its cars later: the same rows to the bit, and the same log.
#[test]
fn a_run_that_goes_on_from_its_log_has_the_same_rows() {
    let settings = LogSettings { keyframe_interval: 0, hash_interval: 1, keyframe_bytes: 0 };
    let (run, rows) = crash([0, 1, 2], &fence(), Some(settings));
    let log = run.log.expect("a log");
    // Before the stick of the second car moves, as it moves, in contact, and at the end.
    for from in [0, 20, 50, 130, 300] {
        let mut replay = LogReplay::new(log.clone());
        replay.seek(from).expect("a sound log");
        replay.apply_changes().expect("a sound log");
        let taken = replay.take_over();
        let ids: Vec<CarId> = taken.world().ids().collect();
        let seats = ids.into_iter().map(|car| {
            let (now, later) =
                (*taken.world().request(car).expect("it is here"), log.requests_after(car, from));
            let pilot: Pilot = Box::new(move |_, _, time_s| *later.at(time_s).unwrap_or(&now));
            Seat { car, pilot }
        });
        let mut again = Vec::new();
        let time = RunTime { dt: dt(0.01), steps: 300 - from };
        let on = run_on(taken.clone(), seats.collect(), time, &mut |row| {
            again.push(row.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(again, rows[from as usize..], "from step {from}");
        assert_eq!(on.finished, run.finished, "from step {from}");
        let on = on.log.expect("the log of both");
        assert_eq!((on.steps(), on.end_hash()), (300, log.end_hash()), "from step {from}");
        assert!(LogReplay::new(on).verify().is_ok(), "from step {from}");
    }
}
