//! A world in which much happens, for the tests of its log.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Vec2;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_world::contact::Motion;
use skidpad_world::log::{CarLabel, LogSettings, LoggedWorld, WorldChange, WorldLog, packed};
use skidpad_world::rolling::Request;
use skidpad_world::scene::Cone;
use skidpad_world::world::{CarId, Site, World};

use crate::world_support::{dt, member, pack, request, walls};

/// Steps of the whole story.
pub const STEPS: u64 = 480;

pub fn id(number: u32) -> CarId {
    CarId::from_number(number)
}

/// Keyframes and hashes at intervals that do not divide each other, in as much memory as they take.
pub fn settings() -> LogSettings {
    LogSettings { keyframe_interval: 50, hash_interval: 7, keyframe_bytes: usize::MAX }
}

/// A hash after each step, and a state after each so many.
pub fn every_hash(keyframe_interval: u32) -> LogSettings {
    LogSettings { keyframe_interval, hash_interval: 1, keyframe_bytes: usize::MAX }
}

/// A log with other changes, but the hashes and states that it had.
pub fn with_changes(log: &WorldLog, mut change: impl FnMut(u64, &mut WorldChange)) -> WorldLog {
    let mut contents = log.contents().expect("it begins with its world");
    let changes = log.changes().map(|(step, mut made)| {
        change(step, &mut made);
        (step, made)
    });
    (contents.packed, contents.others) = packed(changes);
    WorldLog::from_contents(contents).expect("sound parts")
}

/// Eight cars that drive towards walls and cones.
pub fn start(settings: LogSettings) -> LoggedWorld {
    let cone = |number: usize| Cone { position_m: [10.0 + number as f64, 6.0 - 1.5 * number as f64] };
    let site = Site::asphalt().with_walls(walls()).expect("sound walls");
    let mut world = World::new(site.with_cones((0..9).map(cone).collect()));
    let ids: Vec<_> =
        pack("single_track", 8).into_iter().map(|(member, _)| world.add(member).expect("it joins")).collect();
    let mut world = LoggedWorld::new(world, settings);
    for id in ids {
        assert!(world.set_label(id, CarLabel::named(&format!("car {id}"))));
    }
    world
}

/// The length of a step: the rate changes in the middle of the crash.
pub fn dt_of(step: u64) -> Dt {
    dt(if (200..350).contains(&step) { 60.0 } else { 120.0 })
}

/// What the owner does before a step.
pub fn act(world: &mut LoggedWorld, step: u64) {
    if step.is_multiple_of(3) {
        assert!(world.set_request(id(1), stick(step)));
    }
    match step {
        0 => (0..8).for_each(|number| assert!(world.set_request(id(number), request(number as usize)))),
        40 => assert!(world.schedule_request(id(2), 90, request(6))),
        60 => {
            let late = member("two_track", [-40.0, 10.0], -0.2, 25.0);
            assert_eq!(world.add(late, CarLabel::named("late")).map(|id| id.index()), Ok(8));
        }
        // A step that is over: it holds from the next one on.
        130 => assert!(world.schedule_request(id(3), 70, request(2))),
        150 => assert!(world.remove(id(4)).is_some()),
        210 => world.reset_cones(),
        230 => world.set_surface(Surface { grip: 0.6, headwind_m_s: 4.0, ..Surface::asphalt() }),
        260 => {
            let other = member("two_track_sprung", [-20.0, -15.0], 0.3, 20.0);
            assert!(world.replace(id(5), other, CarLabel::named("other")).expect("it fits").is_some());
        }
        300 => {
            let motion = Motion { position_m: Vec2::new(0.0, 20.0), ..Motion::at_rest(0.0, 0.0, 0.0) };
            assert!(world.move_car(id(6), &motion.moving(12.0, -3.0, 0.1)));
        }
        330 => {
            let saved = world.world().car(id(7)).expect("it is here").save();
            assert_eq!(world.restore_car(id(7), &saved), Ok(true));
        }
        400 => {
            let saved = world.world().save();
            world.restore(&saved).expect("the same cars");
        }
        _ => {}
    }
}

/// The story from one step to another.
pub fn drive(world: &mut LoggedWorld, from: u64, to: u64) {
    for step in from..to {
        act(world, step);
        world.step(dt_of(step));
    }
}

/// A stick and pedals that never rest.
fn stick(step: u64) -> Request {
    let share = (step * 37 % 101) as f64 / 101.0;
    let controls = Controls {
        throttle: share,
        brake: 0.3 * (0.5 - share),
        steer_rad: 0.2 * (share - 0.5),
        gear: Gear::Automatic,
        ..Controls::default()
    };
    Request::from_command(sanitise(&controls).0)
}
