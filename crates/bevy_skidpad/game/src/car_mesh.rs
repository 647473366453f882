//! Meshes of a car of primitives, by the vehicle's own dimensions. Its origin is the point of the road below the centre of mass.

use bevy::math::ops;
use bevy::prelude::*;
use bevy_skidpad::skidpad::core::spec::{AxleData, Vehicle as VehicleData};

use crate::mesh_data::{MeshData, Vertex};

/// Linear colours.
const PAINT: [f32; 3] = [0.42, 0.004, 0.006];
const DARK: [f32; 3] = [0.012, 0.012, 0.014];
const GLASS: [f32; 3] = [0.02, 0.03, 0.04];
const LAMP: [f32; 3] = [0.9, 0.9, 0.8];
const TYRE: [f32; 3] = [0.022, 0.022, 0.023];
const RIM: [f32; 3] = [0.45, 0.46, 0.48];
/// Width of a tyre, and space around a wheel, m.
const TYRE_WIDTH_M: f32 = 0.22;
const ARCH_M: f32 = 0.07;
/// Overhang of the body beyond an axle, over the wheelbase: that of the outline with which Skidpad's cars meet walls.
const OVERHANG: f32 = 0.33;

/// Dimensions of a car as it is drawn, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarShape {
    /// Distances of the front and the rear axle from the centre of mass.
    pub axles: [f32; 2],
    /// Radii of the wheels of the front and the rear axle.
    pub radii: [f32; 2],
    /// Distance between the wheels of an axle.
    pub track: f32,
    /// Overall width and height.
    pub size: [f32; 2],
}

impl CarShape {
    /// Dimensions of a vehicle.
    pub fn new(vehicle: &VehicleData<f64>) -> Self {
        let body = vehicle.body();
        let [ahead, behind] =
            [body.wheelbase_m * (1.0 - body.front_share), body.wheelbase_m * body.front_share];
        let radius = |axle: &AxleData<f64>| axle.radius_m as f32;
        let chassis = vehicle.chassis();
        Self {
            axles: [ahead as f32, behind as f32],
            radii: [radius(vehicle.front()), radius(vehicle.rear())],
            track: body.track_m as f32,
            size: [chassis.width_m as f32, chassis.height_m as f32],
        }
    }

    fn overhang(&self) -> f32 {
        OVERHANG * (self.axles[0] + self.axles[1])
    }

    /// Height of the upper edge of the body.
    fn deck(&self) -> f32 {
        f32::max(0.60 * self.size[1], 2.0 * f32::max(self.radii[0], self.radii[1]) + 0.06)
    }

    /// Front and rear end, along Bevy's z axis.
    pub fn ends(&self) -> [f32; 2] {
        [-self.axles[0] - self.overhang(), self.axles[1] + self.overhang()]
    }

    /// Bodywork.
    pub fn body(&self) -> MeshData {
        let mut mesh = MeshData::default();
        let ([front, rear], [width, height]) = (self.ends(), self.size);
        let ([ahead, behind], [front_radius, rear_radius]) = (self.axles, self.radii);
        let (half, deck, floor) = (0.5 * width, self.deck(), 0.14);
        let inner = 0.5 * self.track - 0.5 * TYRE_WIDTH_M - 0.05;
        let front_arch = [-ahead - front_radius - ARCH_M, -ahead + front_radius + ARCH_M];
        let rear_arch = [behind - rear_radius - ARCH_M, behind + rear_radius + ARCH_M];
        let mut block = |z: [f32; 2], half: f32, y: [f32; 2], top: [f32; 3], colour| {
            add_block(&mut mesh, &Block { z, half, y, top }, colour);
        };
        let flush = [0.0, 0.0, 0.03];
        // Between the axles, between the wheels, before and behind them, and over them.
        block([front_arch[1], rear_arch[0]], half, [floor, deck], flush, PAINT);
        block([front + 0.1, rear - 0.1], inner, [floor + 0.03, deck - 0.02], flush, DARK);
        block([front, front_arch[0]], half - 0.04, [floor + 0.08, deck - 0.14], [0.12, 0.0, 0.06], PAINT);
        block([rear_arch[1], rear], half - 0.03, [floor + 0.24, deck], [0.0, 0.06, 0.05], PAINT);
        block([front_arch[0], front_arch[1]], half, [2.0 * front_radius, deck], [0.25, 0.0, 0.03], PAINT);
        block([rear_arch[0], rear_arch[1]], half, [2.0 * rear_radius, deck], flush, PAINT);
        // Glass with a roof on it, lamps, and a plate.
        let cabin = [-0.42 * ahead, 0.80 * behind];
        block(cabin, half - 0.12, [deck, height - 0.05], [0.55, 0.50, 0.14], GLASS);
        block(
            [cabin[0] + 0.55, cabin[1] - 0.50],
            half - 0.26,
            [height - 0.05, height],
            [0.05, 0.05, 0.04],
            PAINT,
        );
        block([rear - 0.03, rear + 0.02], 0.26, [floor + 0.27, floor + 0.38], [0.0; 3], LAMP);
        mesh
    }

    /// Headlamps and brake lamps as blocks of one colour.
    pub fn lamps(&self, is_rear: bool) -> MeshData {
        let mut mesh = MeshData::default();
        let [front, rear] = self.ends();
        let deck = self.deck();
        let (z, y) = if is_rear {
            ([rear - 0.08, rear + 0.025], [deck - 0.22, deck - 0.10])
        } else {
            ([front - 0.015, front + 0.25], [deck - 0.34, deck - 0.22])
        };
        for side in [-1.0, 1.0] {
            let block = Block { z, half: 0.17, y, top: [0.0; 3] };
            let mut lamp = MeshData::default();
            add_block(&mut lamp, &block, [1.0; 3]);
            let middle = side * (0.5 * self.size[0] - 0.28);
            lamp.vertices.iter_mut().for_each(|vertex| vertex.position.x += middle);
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(lamp.vertices);
            mesh.indices.extend(lamp.indices.iter().map(|index| first + index));
        }
        mesh
    }

    /// Wheel of an axle: its axle is the x axis.
    pub fn wheel(&self, is_rear: bool) -> MeshData {
        let radius = self.radii[usize::from(is_rear)];
        let (half, rim) = (0.5 * TYRE_WIDTH_M, 0.66 * radius);
        let mut mesh = MeshData::default();
        for side in 0..SIDES {
            // The tread, and on both sides the tyre's wall and the rim with its spokes.
            let tread = |side: usize, x: f32| {
                let position = around(side, radius, x);
                Vertex { position, normal: Vec3 { x: 0.0, ..position }.normalize_or(Vec3::Y), colour: TYRE }
            };
            mesh.quad([tread(side, half), tread(side, -half), tread(side + 1, -half), tread(side + 1, half)]);
            let is_spoke = side % SPOKE < SPOKE / 2;
            for x in [-half, half] {
                let ring = |mesh: &mut MeshData, [inner, outer]: [f32; 2], colour| {
                    let (near, far) = if x > 0.0 { (side, side + 1) } else { (side + 1, side) };
                    let corners = [(near, inner), (near, outer), (far, outer), (far, inner)];
                    mesh.face(corners.map(|(side, radius)| around(side, radius, x)), colour);
                };
                ring(&mut mesh, [rim, radius], TYRE);
                ring(&mut mesh, [0.88 * rim, rim], RIM);
                ring(&mut mesh, [0.22 * rim, 0.88 * rim], if is_spoke { RIM } else { DARK });
                ring(&mut mesh, [0.0, 0.22 * rim], RIM);
            }
        }
        mesh
    }

    /// Centre of a wheel of a car at rest: front left, front right, rear left, rear right.
    pub fn wheel_at(&self, place: usize) -> Vec3 {
        let is_rear = place >= 2;
        let z = if is_rear { self.axles[1] } else { -self.axles[0] };
        let x = if place.is_multiple_of(2) { -0.5 } else { 0.5 } * self.track;
        Vec3::new(x, self.radii[usize::from(is_rear)], z)
    }
}

/// Faces around a wheel, and those from spoke to spoke.
const SIDES: usize = 40;
const SPOKE: usize = 8;

/// Point around the x axis: forwards, at the top, is up and then ahead.
fn around(side: usize, radius: f32, x: f32) -> Vec3 {
    let (sin, cos) = ops::sin_cos(side as f32 / SIDES as f32 * core::f32::consts::TAU);
    Vec3::new(x, radius * cos, radius * sin)
}

/// A block symmetric to the car's middle.
struct Block {
    /// From front to rear.
    z: [f32; 2],
    /// Half of its width.
    half: f32,
    /// From below to above.
    y: [f32; 2],
    /// Distances by which its upper side is shorter at the front and at the rear, and narrower on each side.
    top: [f32; 3],
}

fn add_block(mesh: &mut MeshData, block: &Block, colour: [f32; 3]) {
    let Block { z: [front, rear], half, y: [low, high], top: [less_front, less_rear, narrower] } = *block;
    let corner = |right: bool, up: bool, back: bool| {
        let x = if up { half - narrower } else { half };
        let z = match (up, back) {
            (false, false) => front,
            (false, true) => rear,
            (true, false) => front + less_front,
            (true, true) => rear - less_rear,
        };
        Vec3::new(if right { x } else { -x }, if up { high } else { low }, z)
    };
    let c = corner;
    for face in [
        [c(false, true, true), c(true, true, true), c(true, true, false), c(false, true, false)],
        [c(false, false, false), c(true, false, false), c(true, false, true), c(false, false, true)],
        [c(true, false, false), c(false, false, false), c(false, true, false), c(true, true, false)],
        [c(false, false, true), c(true, false, true), c(true, true, true), c(false, true, true)],
        [c(false, false, false), c(false, false, true), c(false, true, true), c(false, true, false)],
        [c(true, false, true), c(true, false, false), c(true, true, false), c(true, true, true)],
    ] {
        mesh.face(face, colour);
    }
}
