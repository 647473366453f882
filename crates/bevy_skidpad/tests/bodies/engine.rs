//! Engines as tests see them, and scenes.

use bevy_app::prelude::*;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_skidpad::axes::to_bevy;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::math;
use bevy_skidpad::skidpad::prelude::Car;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::prelude::*;

/// Steps a second, of engine and cars.
pub const STEPS_HZ: f64 = 64.0;
pub const PRESET: &str = "mx5-nd-2016";

/// A box.
#[derive(Clone, Copy)]
pub struct Block {
    pub place: Transform,
    pub half_m: [f32; 3],
    /// `None`: it does not move.
    pub mass_kg: Option<f32>,
    pub friction: f32,
    pub is_sensor: bool,
}

impl Block {
    pub fn fixed(place: Transform, half_m: [f32; 3]) -> Self {
        Self { place, half_m, mass_kg: None, friction: 0.5, is_sensor: false }
    }
}

/// An engine of rigid bodies.
pub trait Engine {
    /// Adds the engine and the cars to an app.
    fn add(app: &mut App);
    fn spawn(app: &mut App, block: &Block) -> Entity;
    fn mesh(app: &mut App, vertices: Vec<Vec3>, indices: Vec<[u32; 3]>) -> Entity;
    /// A height field about the origin: heights along z, for each x.
    fn height_field(app: &mut App, heights_m: &[Vec<f32>], size_m: Vec3) -> Entity;
    /// Another collider of a body, as a child.
    fn collider(app: &mut App, body: Entity, place: Transform, half_m: [f32; 3]);
    fn velocity_m_s(app: &App, entity: Entity) -> Vec3;
    fn angular_velocity_rad_s(app: &App, entity: Entity) -> Vec3;
    fn has_collider(app: &App, entity: Entity) -> bool;
    /// Lengths of the box around an entity's collider, along its own axes, m.
    fn extents_m(app: &App, entity: Entity) -> Option<Vec3>;
    /// Gives an entity a box as its collider.
    fn insert_collider(app: &mut App, entity: Entity, half_m: [f32; 3]);
    /// Pauses the engine, or lets it go on.
    fn set_running(app: &mut App, is_running: bool);
    /// Sets the speed of the engine's clock over that of the game's.
    fn set_speed(app: &mut App, speed: f32);
}

/// An app without a window, with a step for each update.
pub fn bare_app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(STEPS_HZ))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

/// An app with an engine.
pub fn app<E: Engine>() -> App {
    let mut app = bare_app();
    app.add_plugins(SkidpadPlugin::default());
    E::add(&mut app);
    begin(&mut app);
    app
}

/// Starts an app: its clock has no step in the first update.
pub fn begin(app: &mut App) {
    app.finish();
    app.cleanup();
    app.update();
}

/// An app with an engine, and a plane at height 0.
pub fn plain<E: Engine>(grip: f64) -> App {
    let mut app = app::<E>();
    let floor = E::spawn(&mut app, &Block::fixed(Transform::from_xyz(0.0, -1.0, 0.0), [1000.0, 1.0, 1000.0]));
    app.world_mut().entity_mut(floor).insert(GroundMaterial { grip, ..GroundMaterial::default() });
    app
}

/// A car in space with a body.
pub fn spawn_car(app: &mut App, speed_m_s: f64, place: Transform) -> Entity {
    spawn_car_with(app, speed_m_s, place, VehicleBody::default())
}

pub fn spawn_car_with(app: &mut App, speed_m_s: f64, place: Transform, body: VehicleBody) -> Entity {
    let vehicle = Vehicle::preset(PRESET).with_model("spatial").with_speed(speed_m_s).in_space();
    app.world_mut().spawn((vehicle, body, place)).id()
}

pub fn control(app: &mut App, car: Entity, controls: VehicleControls) {
    app.world_mut().entity_mut(car).insert(controls);
}

/// Rolls freely.
pub fn coast(app: &mut App, car: Entity) {
    control(app, car, VehicleControls { gear: Gear::Neutral, ..VehicleControls::default() });
}

pub fn brake(app: &mut App, car: Entity) {
    control(app, car, VehicleControls { brake: 1.0, handbrake: 1.0, ..VehicleControls::default() });
}

pub fn seconds(app: &mut App, seconds: f64) {
    (0..(seconds * STEPS_HZ).round() as u64).for_each(|_| app.update());
}

pub fn world(app: &App) -> &SkidpadWorld {
    app.world().resource()
}

pub fn car(app: &App, entity: Entity) -> &Car {
    world(app).car(entity).expect("it joined")
}

/// The rigid body of a car.
pub fn body(app: &App, entity: Entity) -> Option<Entity> {
    app.world().get::<BodyOfVehicle>(entity).map(BodyOfVehicle::entity)
}

fn along(vector: math::Vec3<f64>) -> DVec3 {
    to_bevy([vector.x, vector.y, vector.z])
}

/// Place of a car's centre of mass, m.
pub fn place_m(app: &App, entity: Entity) -> DVec3 {
    along(car(app, entity).motion_in_space().expect("in space").position_m)
}

/// Velocity of a car, m/s.
pub fn velocity_m_s(app: &App, entity: Entity) -> DVec3 {
    along(car(app, entity).motion_in_space().expect("in space").velocity_m_s)
}

/// Angular velocity of a car, rad/s.
pub fn angular_velocity_rad_s(app: &App, entity: Entity) -> DVec3 {
    along(car(app, entity).motion_in_space().expect("in space").angular_velocity_rad_s)
}

pub fn mass_kg(app: &App, entity: Entity) -> f64 {
    car(app, entity).vehicle().body().mass_kg
}

pub fn translation(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).expect("a place").translation
}

/// Updates some times, and returns all messages on the way.
pub fn messages<M: Message + Clone>(app: &mut App, updates: usize) -> Vec<M> {
    let (mut cursor, mut all) = (MessageCursor::<M>::default(), Vec::new());
    for _ in 0..updates {
        app.update();
        all.extend(cursor.read(app.world().resource::<Messages<M>>()).cloned());
    }
    all
}
