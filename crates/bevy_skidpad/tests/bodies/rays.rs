//! Rays of cars to colliders: few are cast, and none is saved that would have found other ground.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_skidpad::axes::to_bevy;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::prelude::Controls;
use bevy_skidpad::skidpad::world::ground::{GroundHit, GroundRay};
use bevy_transform::prelude::*;

use super::engine::{
    Block, Engine, STEPS_HZ, app, brake, car, coast, place_m, plain, seconds, spawn_car, velocity_m_s,
};

/// Rays of a car in a step of 1/64 s: eight for each of 14 sub-steps, and eight after the step.
const NEEDED: u32 = 120;

fn counts(app: &App) -> GroundRayCounts {
    *app.world().resource()
}

/// Rays cast for a car in steps of some time, for each step.
fn cast_a_step(app: &mut App, time_s: f64) -> f64 {
    let steps = (time_s * STEPS_HZ).round() as u32;
    let mut cast = 0;
    for _ in 0..steps {
        app.update();
        let counts = counts(app);
        assert_eq!((counts.needed, counts.cast_far), (NEEDED, 0));
        cast += counts.cast;
    }
    f64::from(cast) / f64::from(steps)
}

pub fn a_car_on_one_face_casts_no_rays<E: Engine>() {
    let mut app = plain::<E>(1.0);
    // Beside it a wall: near, and not in the way.
    E::spawn(&mut app, &Block::fixed(Transform::from_xyz(3.5, 1.0, 0.0), [0.5, 1.0, 500.0]));
    let driven = spawn_car(&mut app, 15.0, Transform::IDENTITY);
    coast(&mut app, driven);
    app.update();
    app.update();
    assert_eq!(cast_a_step(&mut app, 3.0), 0.0);
    // Braked, and steered into a slide.
    let controls = VehicleControls { brake: 0.6, steer_rad: -0.3, ..VehicleControls::default() };
    app.world_mut().entity_mut(driven).insert(controls);
    let cast = cast_a_step(&mut app, 2.0);
    assert!(cast > 0.0 && cast < 0.1 * f64::from(NEEDED), "beside the wall some are: {cast} of {NEEDED}");
}

/// On a height field with cells of 1 m, each of two triangles on other planes.
pub fn few_rays_are_cast_on_rolling_land<E: Engine>() {
    let mut app = app::<E>();
    let height_m = |x: u16, z: u16| 0.02 * f32::from((7 * x + 5 * z) % 3);
    let heights_m: Vec<Vec<f32>> = (0..201).map(|x| (0..201).map(|z| height_m(x, z)).collect()).collect();
    E::height_field(&mut app, &heights_m, Vec3::new(200.0, 1.0, 200.0));
    let driven = spawn_car(&mut app, 10.0, Transform::from_xyz(0.3, 0.02, 40.0));
    coast(&mut app, driven);
    app.update();
    app.update();
    let cast = cast_a_step(&mut app, 3.0);
    assert!((1.0..0.6 * f64::from(NEEDED)).contains(&cast), "{cast} of {NEEDED}");
}

/// Boxes of a scene: middle and half of each side, m.
type Boxes<'a> = &'a [(Vec3, Vec3)];

/// The ground of boxes in double precision, by rays that begin outside.
fn ground_of(boxes: Boxes<'_>) -> impl Fn(&GroundRay) -> Option<GroundHit> {
    move |ray: &GroundRay| {
        let (from, direction) = (to_bevy(ray.from_m), to_bevy(ray.direction));
        let top_m = |(middle, half): &(Vec3, Vec3)| f64::from(middle.y + half.y);
        let hits = boxes.iter().filter_map(|of| {
            let distance_m = (top_m(of) - from.y) / direction.y;
            let at = from + direction * distance_m;
            let off = (at - of.0.as_dvec3()).abs();
            let is_on = off.x <= f64::from(of.1.x) && off.z <= f64::from(of.1.z);
            (is_on && (0.0..=ray.reach_m).contains(&distance_m)).then_some(at)
        });
        let first = hits.min_by(|one, other| one.distance(from).total_cmp(&other.distance(from)))?;
        let [x, y, z] = bevy_skidpad::axes::to_skidpad(first);
        Some(GroundHit { point_m: [x, y, z], normal: [0.0, 0.0, 1.0], grip: 1.0, rolling: 1.0 })
    }
}

/// A car at 60 m/s over the edges of a plate, and over a strip of 20 cm: it takes each of them in the sub-step in which a car does whose rays
/// are cast one by one, in double precision.
pub fn a_fast_car_meets_each_edge_where_it_is<E: Engine>() {
    let boxes = [
        (Vec3::new(0.0, -1.0, 0.0), Vec3::new(500.0, 1.0, 500.0)),
        (Vec3::new(0.0, 0.015, -50.0), Vec3::new(20.0, 0.015, 10.0)),
        (Vec3::new(0.0, 0.0, -75.0), Vec3::new(20.0, 0.02, 0.1)),
    ];
    let mut app = app::<E>();
    for (middle, half) in boxes {
        E::spawn(&mut app, &Block::fixed(Transform::from_translation(middle), half.to_array()));
    }
    let fast = spawn_car(&mut app, 60.0, Transform::IDENTITY);
    let controls = VehicleControls { gear: Gear::Neutral, ..VehicleControls::default() };
    app.world_mut().entity_mut(fast).insert(controls);
    app.update();
    let mut alone = car(&app, fast).clone();
    let (mut highest_m, mut cast) = (0.0_f64, 0);
    for step in 0..110 {
        app.update();
        let released = Controls { gear: Gear::Neutral, ..Controls::default() };
        alone.step_over(&ground_of(&boxes), &released, 1.0 / STEPS_HZ).expect("a step");
        let motion = alone.motion_in_space().expect("in space").position_m;
        let (expected, found) = (to_bevy([motion.x, motion.y, motion.z]), place_m(&app, fast));
        assert!(found.distance(expected) < 1e-3, "{step}: {found} {expected}");
        highest_m = highest_m.max(found.y);
        cast += counts(&app).cast;
    }
    assert!(place_m(&app, fast).z < -95.0 && highest_m > place_m(&app, fast).y + 0.01, "{highest_m}");
    assert!(cast > 20 && cast < 110 * NEEDED / 10, "{cast}");
}

/// Distance by which a car has fallen half a second after its platform went.
fn fall_m<E: Engine>(go: impl FnOnce(&mut App, Entity)) -> f64 {
    let mut app = app::<E>();
    let place = Transform::from_xyz(0.0, -1.0, 0.0);
    let platform = E::spawn(&mut app, &Block::fixed(place, [10.0, 1.0, 10.0]));
    let standing = spawn_car(&mut app, 0.0, Transform::IDENTITY);
    brake(&mut app, standing);
    seconds(&mut app, 2.0);
    let began_m = place_m(&app, standing).y;
    assert!(velocity_m_s(&app, standing).length() < 0.01 && counts(&app).cast == 0);
    go(&mut app, platform);
    seconds(&mut app, 0.5);
    began_m - place_m(&app, standing).y
}

/// Ground that goes is gone in the next step, and not only when the car has moved.
pub fn a_car_falls_when_its_platform_goes<E: Engine>() {
    let free_m = 0.5 * 9.80665 * 0.5 * 0.5;
    let away = |app: &mut App, platform: Entity| {
        let mut place = app.world_mut().get_mut::<Transform>(platform).expect("a platform");
        *place = Transform::from_xyz(60.0, -1.0, 0.0).with_rotation(Quat::IDENTITY);
    };
    let despawned = |app: &mut App, platform: Entity| assert!(app.world_mut().despawn(platform));
    for fall_m in [fall_m::<E>(away), fall_m::<E>(despawned)] {
        // The springs push for a moment, and a step passes before the engine knows.
        assert!((0.8 * free_m..1.05 * free_m).contains(&fall_m), "{fall_m} m of {free_m} m");
    }
}
