//! Sites of worlds and fleets.

use std::ffi::c_char;

use skidpad::core::math::Vec2;
use skidpad::world::contact::{Barrier, FARTHEST_M, Wall};
use skidpad::world::scene::Scene;
use skidpad::world::weather::{Ambient, Gusts, Weather};
use skidpad::world::world::Site;

use crate::cone::{SkidpadCone, standing};
use crate::error::{Fault, SkidpadStatus};
use crate::ground::SkidpadGround;
use crate::guard::guard;
use crate::handle;
use crate::memory::{list, optional, optional_text, sized, write};
use crate::state::{SkidpadSurface, within};
use crate::track::SkidpadTrack;

/// A straight wall.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadWall {
    /// Beginning, x and y, m.
    pub from_m: [f64; 2],
    /// End, x and y, m.
    pub to_m: [f64; 2],
    /// Coefficient of restitution, 0 to 1.
    pub restitution: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

/// A round thing that stands still, such as a tree or a bollard.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadPost {
    /// Centre, x and y, m, -1e7 to 1e7.
    pub centre_m: [f64; 2],
    /// Radius, m, 1e-3 to 1e4.
    pub radius_m: f64,
    /// Coefficient of restitution, 0 to 1.
    pub restitution: f64,
    /// Coefficient of friction, 0 to 10.
    pub friction: f64,
}

impl SkidpadPost {
    /// The post at a place in its list.
    fn wall(&self, index: usize) -> Result<Wall, Fault> {
        let Self { centre_m: [x, y], radius_m, restitution, friction } = *self;
        for (name, value, range) in [
            ("centre_m[0]", x, [-FARTHEST_M, FARTHEST_M]),
            ("centre_m[1]", y, [-FARTHEST_M, FARTHEST_M]),
            ("radius_m", radius_m, [1e-3, 1e4]),
            ("restitution", restitution, [0.0, 1.0]),
            ("friction", friction, [0.0, 10.0]),
        ] {
            within(&format!("site.posts[{index}].{name}"), value, range)?;
        }
        let barrier = Barrier::Post { centre_m: Vec2::new(x, y), radius_m };
        Ok(Wall { barrier, restitution, friction })
    }
}

/// Wind and temperature, the same everywhere on a site.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadWeather {
    /// Mean velocity of the air over the ground along the road's x and y axes, m/s, -60 to 60.
    pub wind_m_s: [f64; 2],
    /// Standard deviation of each component of the gusts, m/s, 0 to 15; 0: the wind is steady.
    pub gust_deviation_m_s: f64,
    /// Time over which gusts are correlated, s, 0.5 to 1000; ignored where the wind is steady.
    pub gust_time_scale_s: f64,
    /// Seed of the gusts: another number gives other gusts of the same kind.
    pub gust_seed: u64,
    /// Temperature, K, 180 to 340; 0: the density of the air is the surface's.
    pub temperature_k: f64,
    /// Pressure of the air, Pa, 30,000 to 110,000; ignored where the temperature is 0.
    pub pressure_pa: f64,
}

impl SkidpadWeather {
    fn weather(&self) -> Weather {
        let (deviation_m_s, temperature_k) = (self.gust_deviation_m_s, self.temperature_k);
        let gusts = (deviation_m_s != 0.0).then_some(Gusts {
            seed: self.gust_seed,
            deviation_m_s,
            time_scale_s: self.gust_time_scale_s,
        });
        let ambient =
            (temperature_k != 0.0).then_some(Ambient { temperature_k, pressure_pa: self.pressure_pa });
        Weather { wind_m_s: self.wind_m_s, gusts, ambient }
    }
}

/// Site of a world or a fleet. Begin with `skidpad_site_options`, which sets `size` and the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadSiteOptions {
    /// `sizeof(SkidpadSiteOptions)`: a struct of another version of this header is refused.
    pub size: usize,
    /// Scene by name, such as "slalom", of which the fields below replace parts; null: unbounded asphalt.
    pub scene: *const c_char,
    /// Road and air; null: those of the scene.
    pub surface: *const SkidpadSurface,
    /// Ground instead of the scene's; null: the scene's.
    pub ground: *const SkidpadGround,
    /// Track with its road, walls and laps, below the patches of the ground; null: that of the scene, if it has one.
    pub track: *const SkidpadTrack,
    /// Walls instead of the scene's; may be null where `wall_count` is 0, for the scene's.
    pub walls: *const SkidpadWall,
    /// Number of walls.
    pub wall_count: usize,
    /// Posts beside the walls, those of the scene or of the list: in events their numbers follow those of the walls. May be null where
    /// `post_count` is 0.
    pub posts: *const SkidpadPost,
    /// Number of posts.
    pub post_count: usize,
    /// Cones instead of the scene's; may be null where `cone_count` is 0, for the scene's.
    pub cones: *const SkidpadCone,
    /// Number of cones.
    pub cone_count: usize,
    /// Wind and temperature, over the air of the surface; null: calm.
    pub weather: *const SkidpadWeather,
}

/// Writes the default site: dry, level, unbounded asphalt. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_site_options(options: *mut SkidpadSiteOptions) -> SkidpadStatus {
    let defaults = SkidpadSiteOptions {
        size: size_of::<SkidpadSiteOptions>(),
        scene: core::ptr::null(),
        surface: core::ptr::null(),
        ground: core::ptr::null(),
        track: core::ptr::null(),
        walls: core::ptr::null(),
        wall_count: 0,
        posts: core::ptr::null(),
        post_count: 0,
        cones: core::ptr::null(),
        cone_count: 0,
        weather: core::ptr::null(),
    };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(options, "options", defaults) })
}

fn contact_walls(walls: &[SkidpadWall]) -> Vec<Wall> {
    let line = |wall: &SkidpadWall| Wall::line(&[wall.from_m, wall.to_m], wall.restitution, wall.friction);
    walls.iter().flat_map(line).collect()
}

fn out_of_range(error: impl ToString) -> Fault {
    Fault::new(SkidpadStatus::OutOfRange, error)
}

/// The site with the walls and posts of some options.
///
/// # Safety
/// As of [`site`], and not null.
unsafe fn with_walls(mut site: Site, options: &SkidpadSiteOptions) -> Result<Site, Fault> {
    // SAFETY: as promised by the caller.
    let walls = unsafe { list(options.walls, options.wall_count, "site.walls")? };
    if !walls.is_empty() {
        site = site.with_walls(contact_walls(walls)).map_err(out_of_range)?;
    }
    // SAFETY: as promised by the caller.
    let posts = unsafe { list(options.posts, options.post_count, "site.posts")? };
    if !posts.is_empty() {
        let posts = posts.iter().enumerate().map(|(index, post)| post.wall(index));
        let walls = site.walls.list().iter().copied().map(Ok).chain(posts).collect::<Result<_, _>>()?;
        site = site.with_walls(walls).map_err(out_of_range)?;
    }
    Ok(site)
}

/// The site of some options; asphalt for null.
///
/// # Safety
/// Options as of `skidpad_site_options` with handles of this library, or null.
pub(crate) unsafe fn site(options: *const SkidpadSiteOptions) -> Result<Site, Fault> {
    // SAFETY: as promised by the caller.
    let Some(options) = (unsafe { sized(options, "site", "skidpad_site_options")? }) else {
        return Ok(Site::asphalt());
    };
    // SAFETY: as promised by the caller.
    let mut site = match unsafe { optional_text(options.scene, "site.scene")? } {
        Some(name) => {
            let scene = Scene::by_name(name).map_err(|e| Fault::new(SkidpadStatus::UnknownName, e))?;
            Site::from(&scene)
        }
        None => Site::asphalt(),
    };
    // Its barriers would stand across another road.
    let has_road = site.ground.track().is_some();
    // SAFETY: as promised by the caller.
    if let Some(surface) = unsafe { optional(options.surface, "site.surface")? } {
        site.surface = surface.surface()?;
    }
    if !options.ground.is_null() {
        // SAFETY: as promised by the caller.
        site.ground = unsafe { handle::get(options.ground)? }.ground();
    }
    // SAFETY: as promised by the caller.
    site = unsafe { with_walls(site, options)? };
    // SAFETY: as promised by the caller.
    let cones = unsafe { list(options.cones, options.cone_count, "site.cones")? };
    if !cones.is_empty() {
        site = site.with_cones(standing(cones)?);
    }
    if !options.track.is_null() && has_road {
        let message =
            "the scene of the site has a track: must be null or another scene where site.track is given";
        return Err(Fault::new(SkidpadStatus::Refused, message));
    }
    if !options.track.is_null() {
        // SAFETY: as promised by the caller.
        site = site.with_track(unsafe { handle::get(options.track)? }.as_ref().clone());
    }
    // SAFETY: as promised by the caller.
    if let Some(weather) = unsafe { optional(options.weather, "site.weather")? } {
        site = site.with_weather(weather.weather()).map_err(out_of_range)?;
    }
    Ok(site)
}
