//! Triangles into pixels: what a graphics card does, slowly.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Color32, ImageData, TextureId, TexturesDelta};

/// A picture and the textures that it is painted with.
pub struct Raster {
    /// Width and height.
    pub size: [usize; 2],
    pixels: Vec<[f32; 4]>,
    textures: HashMap<TextureId, ([usize; 2], Vec<Color32>)>,
}

impl Raster {
    pub fn new(size: [usize; 2]) -> Self {
        Self { size, pixels: vec![[0.0, 0.0, 0.0, 1.0]; size[0] * size[1]], textures: HashMap::new() }
    }

    /// Takes textures in as they change.
    pub fn load(&mut self, delta: &TexturesDelta) {
        for (id, changes) in
            delta.set.iter().flat_map(|(id, all)| all.iter().map(move |changes| (id, changes)))
        {
            let ImageData::Color(image) = &changes.image;
            let (size, pixels) = (image.size, &image.pixels);
            let Some([x, y]) = changes.pos else {
                self.textures.insert(*id, (size, pixels.clone()));
                continue;
            };
            if let Some((whole, old)) = self.textures.get_mut(id) {
                for (row, line) in pixels.chunks(size[0]).enumerate() {
                    let start = (y + row) * whole[0] + x;
                    old[start..start + size[0]].copy_from_slice(line);
                }
            }
        }
    }

    pub fn paint(&mut self, primitives: &[ClippedPrimitive], scale: f32) {
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let edge = |value: f32, most: usize| (value * scale).round().clamp(0.0, most as f32) as usize;
            let clip = [
                [edge(clip_rect.min.x, self.size[0]), edge(clip_rect.max.x, self.size[0])],
                [edge(clip_rect.min.y, self.size[1]), edge(clip_rect.max.y, self.size[1])],
            ];
            let texture = self.textures.remove(&mesh.texture_id);
            if let Some(texture) = texture {
                self.mesh(mesh, clip, scale, &texture);
                self.textures.insert(mesh.texture_id, texture);
            }
        }
    }

    fn mesh(&mut self, mesh: &Mesh, clip: [[usize; 2]; 2], scale: f32, texture: &([usize; 2], Vec<Color32>)) {
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|corner| mesh.vertices[corners[corner] as usize]);
            self.triangle(&corners, clip, scale, texture);
        }
    }

    fn triangle(
        &mut self,
        v: &[Vertex; 3],
        clip: [[usize; 2]; 2],
        scale: f32,
        (size, texels): &([usize; 2], Vec<Color32>),
    ) {
        let at = v.map(|vertex| [vertex.pos.x * scale, vertex.pos.y * scale]);
        let cross = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let whole = cross(at[0], at[1], at[2]);
        if whole == 0.0 || !whole.is_finite() {
            return;
        }
        let range = |axis: usize| {
            let low =
                at.iter().map(|place| place[axis]).fold(f32::INFINITY, f32::min).floor().max(0.0) as usize;
            let high = at.iter().map(|place| place[axis]).fold(0.0, f32::max).ceil() as usize;
            low.max(clip[axis][0])..high.min(clip[axis][1])
        };
        for y in range(1) {
            for x in range(0) {
                let point = [x as f32 + 0.5, y as f32 + 0.5];
                let shares = [
                    cross(at[1], at[2], point) / whole,
                    cross(at[2], at[0], point) / whole,
                    cross(at[0], at[1], point) / whole,
                ];
                if shares.iter().any(|share| *share < 0.0) {
                    continue;
                }
                let mix = |of: &dyn Fn(&Vertex) -> f32| {
                    (0..3).map(|corner| shares[corner] * of(&v[corner])).sum::<f32>()
                };
                let u = (mix(&|vertex| vertex.uv.x) * size[0] as f32) as usize;
                let w = (mix(&|vertex| vertex.uv.y) * size[1] as f32) as usize;
                let texel = texels[w.min(size[1] - 1) * size[0] + u.min(size[0] - 1)].to_array();
                let pixel = &mut self.pixels[y * self.size[0] + x];
                let part = |channel: usize| {
                    mix(&|vertex| f32::from(vertex.color.to_array()[channel])) * f32::from(texel[channel])
                        / (255.0 * 255.0)
                };
                let alpha = part(3);
                for (channel, old) in pixel.iter_mut().enumerate() {
                    *old = part(channel) + *old * (1.0 - alpha);
                }
            }
        }
    }

    /// Red, green and blue, 8 bits each.
    pub fn rgb(&self) -> Vec<u8> {
        let byte = |value: &f32| (value * 255.0).round().clamp(0.0, 255.0) as u8;
        self.pixels.iter().flat_map(|pixel| pixel[..3].iter().map(byte)).collect()
    }
}
