//! Triangles with normals and colours, as they are generated.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_skidpad::axes::to_bevy;

/// A point of a generated mesh, along Bevy's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Position, m.
    pub position: Vec3,
    /// Direction away from the surface.
    pub normal: Vec3,
    /// Linear colour.
    pub colour: [f32; 3],
}

/// Smallest area of a triangle, m^2: the inside of a narrow bend has thinner ones, which nobody sees.
const LEAST_AREA_M2: f32 = 1e-4;

/// A generated mesh.
#[derive(Clone, Debug, Default)]
pub struct MeshData {
    /// Its points.
    pub vertices: Vec<Vertex>,
    /// Three points for each triangle, counterclockwise as seen from outside.
    pub indices: Vec<u32>,
}

impl MeshData {
    /// Adds two triangles over four points, counterclockwise as seen from outside. Triangles without area are left out.
    pub fn quad(&mut self, corners: [Vertex; 4]) {
        let first = self.vertices.len() as u32;
        let mut added = false;
        for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
            let [from, to, third] = [a, b, c].map(|at| corners[at].position);
            if 0.5 * (to - from).cross(third - from).length() >= LEAST_AREA_M2 {
                self.indices.extend([a, b, c].map(|at| first + at as u32));
                added = true;
            }
        }
        if added {
            self.vertices.extend(corners);
        }
    }

    /// Adds a flat four-sided face of one colour, counterclockwise as seen from outside.
    pub fn face(&mut self, corners: [Vec3; 4], colour: [f32; 3]) {
        let normal = (corners[2] - corners[0]).cross(corners[3] - corners[1]).normalize_or(Vec3::Y);
        self.quad(corners.map(|position| Vertex { position, normal, colour }));
    }

    /// Positions of the corners of each triangle.
    pub fn triangles(&self) -> impl Iterator<Item = [Vertex; 3]> + '_ {
        self.indices.chunks_exact(3).map(|corners| {
            let at = |place: usize| self.vertices[corners[place] as usize];
            [at(0), at(1), at(2)]
        })
    }

    /// The mesh as Bevy draws it.
    pub fn mesh(self) -> Mesh {
        let column = |part: fn(&Vertex) -> Vec3| self.vertices.iter().map(part).collect::<Vec<_>>();
        let colours: Vec<[f32; 4]> =
            self.vertices.iter().map(|Vertex { colour: [r, g, b], .. }| [*r, *g, *b, 1.0]).collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, column(|vertex| vertex.position))
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, column(|vertex| vertex.normal))
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// Normal, along Bevy's axes, of a ground that rises along Skidpad's x and y axes.
pub fn normal(rise: [f64; 2]) -> Vec3 {
    to_bevy([-rise[0], -rise[1], 1.0]).normalize().as_vec3()
}

/// Number in [0, 1) that looks random, always the same at the same place.
pub fn scatter(x: i64, y: i64) -> f32 {
    let mut bits =
        (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((bits >> 40) as f32) / (1u64 << 24) as f32
}
