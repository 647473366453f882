//! Patches of ground over a track, behind a search tree.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_core::snapshot::StateHash;

use super::area::{Area, Bounds, PlacedArea, are_apart, is_outside};
use super::grid::Grid;
use super::index::PatchIndex;
use super::relief::{Following, Relief};
use super::spot::Spot;
use crate::track::{Track, TrackPosition};

/// A part of the ground that differs from the surface.
#[derive(Clone, Debug, PartialEq)]
pub enum Patch {
    /// Another grip and rolling resistance, the same all over an area.
    Even {
        /// Area that the patch covers.
        area: Area,
        /// Grip over the surface's, [0, 3]; `None`: that of what lies below.
        grip: Option<f64>,
        /// Rolling resistance over the surface's, [0, 50]; `None`: that of what lies below.
        rolling: Option<f64>,
    },
    /// A hump or a hollow: (H / 2) (1 + cos(2 pi s)) over an area, with s from -1/2 to 1/2 across it: along the heading
    /// of a rectangle, along the radius of a disc. It begins and ends without a kink.
    Bump {
        /// Area that the bump covers.
        area: Area,
        /// Height of its middle over its edge, m; below 0 a hollow.
        height_m: f64,
    },
    /// Measured or drawn: grip, rolling resistance and height on a grid.
    Map(Grid),
}

/// All patches, one over the other, behind a search tree that is built once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    patches: Vec<Patch>,
    /// Extent of each patch.
    extents: Vec<Extent>,
    index: PatchIndex,
    /// The track below all patches.
    relief: Option<Relief>,
    hash: u64,
}

/// Extent of a patch, computed once.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Extent {
    Area(PlacedArea, Bounds),
    Map(Bounds),
}

static PLAIN: Ground =
    Ground { patches: Vec::new(), extents: Vec::new(), index: PatchIndex::EMPTY, relief: None, hash: 0 };

impl Ground {
    /// No patches: the surface everywhere.
    pub fn plain() -> &'static Self {
        &PLAIN
    }

    /// Patches in their order: of the grip and the rolling resistance the last one at a place is felt; heights of bumps
    /// and maps add.
    pub fn from_patches(patches: Vec<Patch>) -> Self {
        let mut hash = StateHash::default();
        patches.iter().for_each(|patch| patch.add_to(&mut hash));
        let hash = if patches.is_empty() { PLAIN.hash } else { hash.value() };
        let extents: Vec<_> = patches.iter().map(Extent::new).collect();
        let index = PatchIndex::new(extents.iter().map(|extent| *extent.bounds()).collect());
        Self { patches, extents, index, relief: None, hash }
    }

    /// The ground with a track below its patches: its heights and bankings, the friction of its kerbs and run-off, grass beyond, and
    /// land around that joins its heights.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use skidpad_world::ground::Ground;
    /// use skidpad_world::track::{Track, track_by_name};
    /// let track = Track::new(&track_by_name("oval").expect("a track that Skidpad brings"))?;
    /// let inside = track.beside(0.0, 0.0);
    /// let ground = Ground::default().with_track(Arc::new(track));
    /// assert_eq!(ground.under(inside).grip, 1.0);
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    #[must_use]
    pub fn with_track(self, track: Arc<Track>) -> Self {
        let relief = Relief::new(track);
        let mut hash = StateHash::default();
        hash.word(self.hash);
        relief.add_to(&mut hash);
        Self { relief: Some(relief), hash: hash.value(), ..self }
    }

    /// The track below the patches.
    pub fn track(&self) -> Option<&Arc<Track>> {
        self.relief.as_ref().map(|relief| &relief.track)
    }

    /// Rise and bend of the track below a body that moves with a velocity along the road's axes, m/s; `None` without a track.
    pub(super) fn following(
        &self,
        place_m: [f64; 2],
        velocity_m_s: [f64; 2],
        before: Option<&TrackPosition>,
    ) -> Option<Following> {
        self.relief.as_ref().map(|relief| relief.followed(place_m, velocity_m_s, before).1)
    }

    /// Position on the track of a car that was at another one a moment ago; `None` without a track.
    pub fn position_on_track(
        &self,
        place_m: [f64; 2],
        before: Option<&TrackPosition>,
    ) -> Option<TrackPosition> {
        self.track().map(|track| track.locate(place_m, before))
    }

    /// Hash of all patches, to tell different grounds apart.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The patches.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// Returns true if the ground is the surface everywhere.
    pub fn is_plain(&self) -> bool {
        self.patches.is_empty() && self.relief.is_none()
    }

    /// The spot at a place of the road, m. On a track it is that of its nearest stretch.
    pub fn under(&self, place_m: [f64; 2]) -> Spot {
        self.under_from(place_m, None)
    }

    /// The spot at a place of the road, m, for a car that was at a position on the track a moment ago.
    pub fn under_from(&self, place_m: [f64; 2], before: Option<&TrackPosition>) -> Spot {
        let below = self.relief.as_ref().map_or(Spot::PLAIN, |relief| relief.under(place_m, before));
        self.with_patches(below, place_m)
    }

    /// [`under_from`](Self::under_from) and [`following`](Self::following) by one look at the track.
    pub(super) fn followed_from(
        &self,
        place_m: [f64; 2],
        velocity_m_s: [f64; 2],
        before: Option<&TrackPosition>,
    ) -> (Spot, Option<Following>) {
        let Some(relief) = &self.relief else { return (self.under_from(place_m, before), None) };
        let (below, following) = relief.followed(place_m, velocity_m_s, before);
        (self.with_patches(below, place_m), Some(following))
    }

    /// The spot with the patches that lie there.
    fn with_patches(&self, below: Spot, place_m: [f64; 2]) -> Spot {
        let near = self.index.at(place_m).iter().map(|patch| (&self.patches[*patch], &self.extents[*patch]));
        let near = near.filter(|(_, extent)| !is_outside(extent.bounds(), place_m));
        near.fold(below, |spot, (patch, extent)| patch.over(extent, &spot, place_m))
    }

    /// Returns true where the ground is the same at all places of the rectangle from `low_m` to `high_m`, m: where no patch
    /// begins or ends in it, and no bump or map lies there. False for one with numbers that are not finite.
    ///
    /// ```
    /// use skidpad_world::ground::{Area, Ground, Patch, Shape};
    /// let area = Area { centre_m: [50.0, 0.0], heading_rad: 0.0, shape: Shape::Rectangle { size_m: [20.0, 8.0] } };
    /// let ground = Ground::from_patches(vec![Patch::Even { area, grip: Some(0.3), rolling: None }]);
    /// assert!(ground.is_even_over([0.0, -2.0], [39.0, 2.0])); // before the patch
    /// assert!(ground.is_even_over([41.0, -2.0], [59.0, 2.0])); // on it
    /// assert!(!ground.is_even_over([39.0, -2.0], [41.0, 2.0])); // over its edge
    /// ```
    pub fn is_even_over(&self, low_m: [f64; 2], high_m: [f64; 2]) -> bool {
        let bounds = [low_m, high_m];
        let is_finite = bounds.iter().flatten().all(|part| part.is_finite());
        is_finite
            && self.relief.is_none()
            && self.index.all_in(&bounds, |patch| self.patches[patch].is_even(&self.extents[patch], &bounds))
    }
}

impl Extent {
    fn new(patch: &Patch) -> Self {
        match patch {
            Patch::Even { area, .. } | Patch::Bump { area, .. } => {
                let area = PlacedArea::new(area);
                Self::Area(area, area.bounds())
            }
            Patch::Map(grid) => Self::Map(grid.bounds()),
        }
    }

    fn bounds(&self) -> &Bounds {
        match self {
            Self::Area(_, bounds) | Self::Map(bounds) => bounds,
        }
    }
}

impl Patch {
    fn add_to(&self, hash: &mut StateHash) {
        match self {
            Self::Even { area, grip, rolling } => {
                hash.word(0);
                area.add_to(hash);
                // No grip is below 0.
                [grip, rolling].iter().for_each(|share| hash.number(share.unwrap_or(-1.0)));
            }
            Self::Bump { area, height_m } => {
                hash.word(1);
                area.add_to(hash);
                hash.number(*height_m);
            }
            Self::Map(grid) => {
                hash.word(2);
                grid.add_to(hash);
            }
        }
    }

    /// Spot at a place within the bounds of the patch, over the spot below.
    fn over(&self, extent: &Extent, below: &Spot, place_m: [f64; 2]) -> Spot {
        match (self, extent) {
            (Self::Even { grip, rolling, .. }, Extent::Area(area, _)) if area.contains(place_m) => {
                Spot { grip: grip.unwrap_or(below.grip), rolling: rolling.unwrap_or(below.rolling), ..*below }
            }
            (Self::Bump { height_m, .. }, Extent::Area(area, _)) if area.contains(place_m) => {
                let (share, rise) = bump(area, place_m);
                raised(below, height_m * share, rise.map(|rise| height_m * rise))
            }
            (Self::Map(grid), _) => grid.at(place_m).map_or(*below, |(cell, rise)| {
                let spot = raised(below, cell.height_m, rise);
                Spot { grip: cell.grip, rolling: cell.rolling, ..spot }
            }),
            _ => *below,
        }
    }

    /// Returns true where the patch is the same at all places within some bounds, or nowhere in them.
    fn is_even(&self, extent: &Extent, within: &Bounds) -> bool {
        match (self, extent) {
            (Self::Even { .. }, Extent::Area(area, _)) => area.misses(within) || area.encloses(within),
            (_, Extent::Area(area, _)) => area.misses(within),
            (_, Extent::Map(bounds)) => are_apart(bounds, within),
        }
    }
}

fn raised(below: &Spot, height_m: f64, rise: [f64; 2]) -> Spot {
    let rise = [below.rise[0] + rise[0], below.rise[1] + rise[1]];
    Spot { height_m: below.height_m + height_m, rise, ..*below }
}

/// Share of a bump's height at a place of its area, and how it rises along the axes, 1/m.
fn bump(area: &PlacedArea, place_m: [f64; 2]) -> (f64, [f64; 2]) {
    let (across, gradient) = area.across(place_m);
    let (sin, cos) = Real::sin_cos(core::f64::consts::TAU * across);
    let slope = -core::f64::consts::PI * sin;
    (0.5 * (1.0 + cos), gradient.map(|part| slope * part))
}

#[cfg(test)]
mod tests {
    use skidpad_testing::Random;

    use super::{Area, Grid, Ground, Patch, Spot};
    use crate::ground::{Cell, Shape};

    fn disc(centre_m: [f64; 2], radius_m: f64) -> Area {
        Area { centre_m, heading_rad: 0.0, shape: Shape::Disc { radius_m } }
    }

    fn strip(heading_rad: f64) -> Area {
        Area { centre_m: [10.0, 5.0], heading_rad, shape: Shape::Rectangle { size_m: [2.0, 4.0] } }
    }

    #[test]
    fn the_upper_patch_is_felt() {
        let wet = Patch::Even { area: disc([0.0, 0.0], 10.0), grip: Some(0.6), rolling: Some(1.5) };
        let ice = Patch::Even { area: disc([3.0, 0.0], 1.0), grip: Some(0.1), rolling: None };
        let ground = Ground::from_patches(vec![wet, ice]);
        let felt = [[0.0, 0.0], [3.5, 0.0], [11.0, 0.0]].map(|place| ground.under(place));
        assert_eq!(felt.map(|spot| spot.grip), [0.6, 0.1, 1.0]);
        assert_eq!(felt.map(|spot| spot.rolling), [1.5, 1.5, 1.0]);
        assert_eq!(ground.under([20.0, 0.0]), Spot::PLAIN);
    }

    #[test]
    fn bumps_add_to_what_lies_below_and_keep_its_grip() {
        let wet = Patch::Even { area: disc([0.0, 0.0], 10.0), grip: Some(0.6), rolling: Some(1.5) };
        let bumps = [0.0, 0.5].map(|x| Patch::Bump { area: disc([x, 0.0], 2.0), height_m: 0.1 });
        let ground = Ground::from_patches([vec![wet], bumps.to_vec()].concat());
        let spot = ground.under([0.0, 0.0]);
        assert_eq!((spot.grip, spot.rolling), (0.6, 1.5));
        let second = 0.05 * (1.0 + (core::f64::consts::PI * 0.25).cos());
        assert!((spot.height_m - 0.1 - second).abs() < 1e-15);
    }

    #[test]
    fn a_bump_rises_as_its_height_does_and_has_no_kink_at_its_edge() {
        for area in [strip(0.0), strip(0.7), disc([10.0, 5.0], 2.0)] {
            let ground = Ground::from_patches(vec![Patch::Bump { area, height_m: 0.08 }]);
            let height = |x: f64, y: f64| ground.under([x, y]).height_m;
            let step = 1e-6;
            for (x, y) in [(10.1, 5.0), (9.6, 5.3), (10.0, 4.2), (10.7, 5.6)] {
                let rise = ground.under([x, y]).rise;
                let along = (height(x + step, y) - height(x - step, y)) / (2.0 * step);
                let aside = (height(x, y + step) - height(x, y - step)) / (2.0 * step);
                assert!((rise[0] - along).abs() < 1e-8 && (rise[1] - aside).abs() < 1e-8, "{area:?} {x} {y}");
            }
        }
        let ground = Ground::from_patches(vec![Patch::Bump { area: strip(0.0), height_m: 0.08 }]);
        assert_eq!(ground.under([10.0, 5.0]).height_m, 0.08);
        let edge = ground.under([11.0 - 1e-9, 5.0]);
        assert!(edge.height_m < 1e-12 && edge.rise[0].abs() < 1e-6);
    }

    /// The last of the patches at a place counts, as in a walk through all of them.
    #[test]
    fn the_search_tree_finds_what_a_walk_through_all_patches_finds() {
        let mut random = Random::new(4);
        let patches: Vec<_> = (0..400)
            .map(|at| {
                let [x, y] = [0; 2].map(|_| random.between(-40.0, 40.0));
                let size_m = [0; 2].map(|_| random.between(0.5, 12.0));
                let shape = Shape::Rectangle { size_m };
                let area = Area { centre_m: [x, y], heading_rad: random.between(-3.0, 3.0), shape };
                let cell = |grip: f64| Cell { grip, rolling: 2.0, height_m: 0.01 * grip };
                match at % 4 {
                    0 => Patch::Even { area, grip: Some(random.between(0.1, 1.5)), rolling: None },
                    1 => Patch::Even { area: disc([x, y], size_m[0]), grip: None, rolling: Some(1.5) },
                    2 => Patch::Bump { area, height_m: random.between(-0.1, 0.1) },
                    _ => Patch::Map(
                        Grid::new([x, y], size_m, 2, [0.2, 0.9, 0.4, 0.7].map(cell).to_vec()).unwrap(),
                    ),
                }
            })
            .collect();
        let ground = Ground::from_patches(patches);
        let mut overlapping = 0;
        for _ in 0..4000 {
            let place_m = [0; 2].map(|_| random.between(-60.0, 60.0));
            let all = ground.patches.iter().zip(&ground.extents);
            let walked = all.fold(Spot::PLAIN, |spot, (patch, extent)| {
                let over = patch.over(extent, &spot, place_m);
                overlapping += usize::from(over != spot && spot != Spot::PLAIN);
                over
            });
            assert_eq!(ground.under(place_m), walked, "{place_m:?}");
        }
        assert!(overlapping > 2000, "{overlapping}");
    }

    #[test]
    fn a_place_that_is_no_number_is_plain() {
        let ground = Ground::from_patches(vec![Patch::Even {
            area: disc([0.0; 2], 1e6),
            grip: Some(0.6),
            rolling: Some(1.5),
        }]);
        assert_eq!(ground.under([f64::NAN, 0.0]), Spot::PLAIN);
    }
}
