//! The player's car: the vehicle, its bodywork and wheels, and its brake lamps.

use std::path::Path;

use bevy::prelude::*;
use bevy_skidpad::prelude::*;
use bevy_skidpad::skidpad::core::spec::Vehicle as VehicleData;
use bevy_skidpad::skidpad::prelude::Car;

use crate::car_mesh::CarShape;
use crate::course::Course;
use crate::options::Options;

/// The car that is driven, and that the camera follows.
#[derive(Component)]
pub struct Player;

/// Resource: the car that the player chose.
#[derive(Resource, Clone)]
pub struct ChosenCar {
    /// As an entity has it.
    pub vehicle: Vehicle,
    /// Its data.
    pub data: VehicleData<f64>,
    /// Its dimensions.
    pub shape: CarShape,
}

impl ChosenCar {
    /// The car of a vehicle file, or one that comes with Skidpad, on a model.
    ///
    /// # Errors
    /// No such file, car or model, or the faults of the file.
    pub fn open(file_or_name: &str, model: &str) -> Result<Self, String> {
        let builder = Car::builder().model(model);
        let (vehicle, car) = if Path::new(file_or_name).is_file() {
            let text =
                std::fs::read_to_string(file_or_name).map_err(|error| format!("{file_or_name}: {error}"))?;
            (Vehicle::toml(&text), builder.toml(&text))
        } else {
            (Vehicle::preset(file_or_name), builder.preset(file_or_name))
        };
        let data = *car.map_err(|error| error.to_string())?.vehicle();
        Ok(Self { vehicle: vehicle.with_model(model), shape: CarShape::new(&data), data })
    }
}

/// Brake lamps, as they are and as they shine.
#[derive(Component)]
pub struct BrakeLamps {
    dark: Handle<StandardMaterial>,
    bright: Handle<StandardMaterial>,
}

/// Spawns the player's car before the start line.
pub fn spawn(
    mut commands: Commands,
    options: Res<Options>,
    course: Res<Course>,
    chosen: Res<ChosenCar>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let shape = &chosen.shape;
    let paint = materials.add(StandardMaterial { perceptual_roughness: 0.35, reflectance: 0.6, ..default() });
    let rubber = materials.add(StandardMaterial { perceptual_roughness: 0.8, ..default() });
    let lamp = |materials: &mut Assets<StandardMaterial>, base_color: Color, emissive: LinearRgba| {
        materials.add(StandardMaterial { base_color, emissive, perceptual_roughness: 0.4, ..default() })
    };
    let red = Color::srgb(0.45, 0.02, 0.02);
    let dark = lamp(&mut materials, red, LinearRgba::BLACK);
    let bright = lamp(&mut materials, red, LinearRgba::rgb(6.0, 0.15, 0.1));
    let white = lamp(&mut materials, Color::WHITE, LinearRgba::rgb(0.6, 0.6, 0.5));
    let [front, rear] = [false, true].map(|is_rear| meshes.add(shape.wheel(is_rear).mesh()));
    let mut car = commands.spawn((Player, chosen.vehicle.clone(), course.start(), Visibility::default()));
    if !options.is_demo {
        car.insert(VehicleInput::default());
    }
    car.with_children(|car| {
        car.spawn((Mesh3d(meshes.add(shape.body().mesh())), MeshMaterial3d(paint)));
        car.spawn((Mesh3d(meshes.add(shape.lamps(false).mesh())), MeshMaterial3d(white)));
        car.spawn((
            Mesh3d(meshes.add(shape.lamps(true).mesh())),
            MeshMaterial3d(dark.clone()),
            BrakeLamps { dark, bright },
        ));
        for place in 0..4 {
            let mesh = if place < 2 { &front } else { &rear };
            car.spawn((VehicleWheel(place), Mesh3d(mesh.clone()), MeshMaterial3d(rubber.clone())));
        }
    });
}

/// Lights the brake lamps.
pub fn light_brakes(
    car: Single<&VehicleControls, With<Player>>,
    mut lamps: Query<(&BrakeLamps, &mut MeshMaterial3d<StandardMaterial>)>,
) {
    for (BrakeLamps { dark, bright }, mut material) in &mut lamps {
        let now = if car.brake > 0.02 { bright } else { dark };
        material.set_if_neq(MeshMaterial3d(now.clone()));
    }
}

/// Puts the car back on the road by the key R, or a pad's select button.
pub fn put_back(
    keys: Res<ButtonInput<KeyCode>>,
    pads: Query<&Gamepad>,
    course: Res<Course>,
    world: Res<SkidpadWorld>,
    car: Single<Entity, With<Player>>,
    mut places: MessageWriter<PlaceVehicle>,
) {
    let is_pressed = |pad: &Gamepad| pad.just_pressed(GamepadButton::Select);
    if !keys.just_pressed(KeyCode::KeyR) && !pads.iter().any(is_pressed) {
        return;
    }
    if let Some(now) = world.car(*car) {
        let [x, y, _] = now.pose().position_m;
        places.write(PlaceVehicle::at(*car, course.nearest([x, y])));
    }
}
