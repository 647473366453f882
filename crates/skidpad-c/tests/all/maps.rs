//! Grounds of a program's own through C: the bits of the same site in Rust, in worlds and in fleets, and refusals that name the field.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use skidpad::Car;
use skidpad::core::controls::{Controls, Gear, sanitise};
use skidpad::core::math::Vec2;
use skidpad::core::step::Dt;
use skidpad::world::contact::{Barrier, Wall};
use skidpad::world::ground::{Area, Cell, Grid, Ground, Patch, Shape};
use skidpad::world::rolling::Request;
use skidpad::world::world::{Site, World};
use skidpad_c::*;

use crate::live::{Live, message, released, written};

const COLUMNS: usize = 30;
const ROWS: usize = 20;
const NODES: usize = COLUMNS * ROWS;
const ORIGIN_M: [f64; 2] = [-20.0, -24.0];
const SPACING_M: [f64; 2] = [4.0, 2.5];
const STEPS: u32 = 250;
const THROTTLE: f64 = 0.6;
const START: SkidpadPlacement = SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.1, speed_m_s: 14.0 };
const POST: SkidpadPost =
    SkidpadPost { centre_m: [24.0, 3.0], radius_m: 0.4, restitution: 0.2, friction: 0.5 };

/// Lists of a map: rolling land with slippery hollows.
struct Land {
    heights_m: Vec<f64>,
    grips: Vec<f64>,
    rollings: Vec<f64>,
}

impl Land {
    fn new() -> Self {
        let height_m =
            |node: usize| 0.15 * (((node % COLUMNS) * 7 + (node / COLUMNS) * 3) % 11) as f64 / 11.0;
        let heights_m: Vec<f64> = (0..NODES).map(height_m).collect();
        let grips = heights_m.iter().map(|height_m| 0.7 + 2.0 * height_m).collect();
        let rollings = heights_m.iter().map(|height_m| 1.0 + 10.0 * height_m).collect();
        Self { heights_m, grips, rollings }
    }

    fn map(&self) -> SkidpadMap {
        SkidpadMap {
            origin_m: ORIGIN_M,
            spacing_m: SPACING_M,
            columns: COLUMNS,
            rows: ROWS,
            heights_m: self.heights_m.as_ptr(),
            height_count: NODES,
            grips: self.grips.as_ptr(),
            grip_count: NODES,
            rollings: self.rollings.as_ptr(),
            rolling_count: NODES,
            ..written(skidpad_map_options)
        }
    }
}

fn ice() -> SkidpadArea {
    SkidpadArea { centre_m: [12.0, 1.0], heading_rad: 0.4, size_m: [6.0, 5.0], radius_m: 0.0 }
}

/// The ground of a map below a patch of ice.
fn ground_of(map: &SkidpadMap) -> *mut SkidpadGround {
    let mut ground = null_mut();
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(skidpad_ground_new(null(), &mut ground), SkidpadStatus::Ok);
        assert_eq!(skidpad_ground_add_map(ground, map), SkidpadStatus::Ok, "{}", message());
        assert_eq!(skidpad_ground_add_patch(ground, &ice(), &0.2, null()), SkidpadStatus::Ok);
    }
    ground
}

/// The same ground, in Rust.
fn ground_in_rust(land: &Land) -> Ground {
    let cells = (0..NODES).map(|node| Cell {
        grip: land.grips[node],
        rolling: land.rollings[node],
        height_m: land.heights_m[node],
    });
    let grid = Grid::new(ORIGIN_M, SPACING_M, COLUMNS, cells.collect()).unwrap();
    let SkidpadArea { centre_m, heading_rad, size_m, .. } = ice();
    let area = Area { centre_m, heading_rad, shape: Shape::Rectangle { size_m } };
    Ground::from_patches(vec![Patch::Map(grid), Patch::Even { area, grip: Some(0.2), rolling: None }])
}

fn wall() -> SkidpadWall {
    SkidpadWall { from_m: [-50.0, 9.0], to_m: [80.0, 9.0], restitution: 0.2, friction: 0.5 }
}

/// The world of one car, in Rust, after all steps.
fn world_in_rust(model: &str, land: &Land) -> World {
    let [from_m, to_m] = [wall().from_m, wall().to_m];
    let centre_m = Vec2::new(POST.centre_m[0], POST.centre_m[1]);
    let barrier = Barrier::Post { centre_m, radius_m: POST.radius_m };
    let mut walls = Wall::line(&[from_m, to_m], 0.2, 0.5);
    walls.push(Wall { barrier, restitution: POST.restitution, friction: POST.friction });
    let site = Site::asphalt().with_ground(ground_in_rust(land)).with_walls(walls).unwrap();
    let mut world = World::new(site);
    let car = Car::builder().model(model).at((&START).into()).preset("mx5-nd-2016").unwrap();
    let id = world.add(car.into_member()).unwrap();
    let controls = Controls { throttle: THROTTLE, gear: Gear::Automatic, ..Controls::default() };
    world.set_request(id, Request::from_command(sanitise(&controls).0));
    (0..STEPS).for_each(|_| world.step(Dt::new(0.01).unwrap()));
    world
}

#[test]
fn a_world_and_a_fleet_on_a_map_have_the_bits_of_the_same_site_in_rust() {
    let land = Land::new();
    for model in [c"two_track", c"spatial", c"single_track"] {
        let expected = world_in_rust(model.to_str().unwrap(), &land);
        let ground = ground_of(&land.map());
        let (wall, car) = (wall(), Live::of(c"mx5-nd-2016", model, START));
        let site = SkidpadSiteOptions {
            ground,
            walls: &wall,
            wall_count: 1,
            posts: &POST,
            post_count: 1,
            ..written(skidpad_site_options)
        };
        let options = SkidpadFleetOptions {
            site: &site,
            placements: &START,
            threads: 1,
            ..written(skidpad_fleet_options)
        };
        let (mut world, mut fleet, mut id, mut hash) = (null_mut(), null_mut(), 0, 0);
        let controls = SkidpadControls { throttle: THROTTLE, ..released() };
        // SAFETY: all pointers are valid.
        unsafe {
            assert_eq!(skidpad_world_new(&site, &mut world), SkidpadStatus::Ok, "{}", message());
            assert_eq!(skidpad_fleet_new(car.0, 1, &options, &mut fleet), SkidpadStatus::Ok, "{}", message());
            // The ground may go before its worlds and fleets.
            assert_eq!(skidpad_ground_free(ground), SkidpadStatus::Ok);
            assert_eq!(skidpad_world_add(world, car.0, &mut id), SkidpadStatus::Ok);
            assert_eq!(skidpad_world_set_controls(world, id, &controls), SkidpadStatus::Ok);
            (0..STEPS).for_each(|_| assert_eq!(skidpad_world_step(world, 0.01), SkidpadStatus::Ok));
            assert_eq!(skidpad_world_hash(world, &mut hash), SkidpadStatus::Ok);
            assert_eq!(hash, expected.hash(), "{model:?}");
            let throttle = skidpad_fleet_set_command(fleet, c"throttle".as_ptr(), &THROTTLE, 1);
            assert_eq!(throttle, SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_step(fleet, 0.01, STEPS), SkidpadStatus::Ok);
            let (car, mut states) = (expected.cars().next().unwrap(), Vec::new());
            car.states(&mut states);
            for (channel, expected) in car.layout().states.iter().zip(states) {
                let (name, mut found) = (CString::new(channel.name).unwrap(), 0.0);
                assert_eq!(skidpad_fleet_states(fleet, name.as_ptr(), &mut found, 1), SkidpadStatus::Ok);
                assert_eq!(found.to_bits(), expected.to_bits(), "{model:?} {name:?}: {found} {expected}");
            }
            assert_eq!(skidpad_world_free(world), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        }
    }
}

/// Beside the map there is none of it; a list that is null is level, or as the surface is.
#[test]
fn a_ground_is_read_where_it_lies() {
    let land = Land::new();
    let map = SkidpadMap { grips: null(), grip_count: 0, rollings: null(), ..land.map() };
    let (ground, expected) = (ground_of(&map), ground_in_rust(&land));
    let mut spot = SkidpadSpot { grip: 7.0, rolling: 7.0, height_m: 7.0, rise: [7.0; 2] };
    for place in [[0.0, 0.0], [-19.9, -23.0], [11.0, 1.0], [60.3, 20.0], [-21.0, 0.0]] {
        // SAFETY: all pointers are valid.
        let status = unsafe { skidpad_ground_at(ground, place[0], place[1], &mut spot) };
        let expected = expected.under(place);
        assert_eq!(status, SkidpadStatus::Ok);
        assert_eq!((spot.height_m, spot.rise), (expected.height_m, expected.rise), "{place:?}");
        let grip = if place == [11.0, 1.0] { 0.2 } else { 1.0 };
        assert_eq!((spot.grip, spot.rolling), (grip, 1.0), "{place:?}");
    }
    // SAFETY: the ground is alive.
    unsafe {
        assert_eq!(skidpad_ground_at(ground, f64::NAN, 0.0, &mut spot), SkidpadStatus::OutOfRange);
        assert_eq!(skidpad_ground_at(ground, 0.0, 0.0, null_mut()), SkidpadStatus::NullPointer);
        assert_eq!(skidpad_ground_free(ground), SkidpadStatus::Ok);
    }
}

#[test]
fn what_makes_no_map_is_refused_with_the_name_of_its_field() {
    use SkidpadStatus::{NullPointer, OutOfRange, WrongSize};
    let (land, mut ground) = (Land::new(), null_mut());
    let with = |list: &[f64], value: f64| {
        let mut list = list.to_vec();
        list[17] = value;
        list
    };
    let (no_height, high) = (with(&land.heights_m, f64::NAN), with(&land.heights_m, 2e4));
    let (no_grip, no_rolling) = (with(&land.grips, -0.1), with(&land.rollings, f64::INFINITY));
    let map = land.map();
    let none = SkidpadMap { heights_m: null(), grips: null(), rollings: null(), ..map };
    let unaligned = map.heights_m.wrapping_byte_add(1);
    let cases = [
        (SkidpadMap { size: 8, ..map }, WrongSize, "map.size = 8: must be "),
        (SkidpadMap { origin_m: [0.0, f64::NAN], ..map }, OutOfRange, "map.origin_m[1] = NaN: "),
        (SkidpadMap { origin_m: [2e7, 0.0], ..map }, OutOfRange, "map.origin_m[0] = 20000000: "),
        (SkidpadMap { spacing_m: [0.0, 1.0], ..map }, OutOfRange, "map.spacing_m[0] = 0: "),
        (SkidpadMap { spacing_m: [1.0, f64::INFINITY], ..map }, OutOfRange, "map.spacing_m[1] = inf: "),
        (
            SkidpadMap { spacing_m: [1e6, 1.0], ..map },
            OutOfRange,
            "last node of map along axis 0, m = 28999980: ",
        ),
        (SkidpadMap { columns: 0, ..map }, OutOfRange, "map.columns = 0: must be at least 2"),
        (SkidpadMap { rows: 1, ..map }, OutOfRange, "map.rows = 1: must be at least 2"),
        (SkidpadMap { rows: usize::MAX, ..map }, OutOfRange, "last node of map along axis 1, m = "),
        (SkidpadMap { rows: 21, ..map }, WrongSize, "map.height_count = 600: must be 630"),
        (SkidpadMap { grip_count: NODES + 1, ..map }, WrongSize, "map.grip_count = 601: must be 600"),
        (SkidpadMap { rolling_count: 0, ..map }, WrongSize, "map.rolling_count = 0: must be 600"),
        (SkidpadMap { heights_m: no_height.as_ptr(), ..map }, OutOfRange, "map.heights_m[17] = NaN: "),
        (SkidpadMap { heights_m: high.as_ptr(), ..map }, OutOfRange, "map.heights_m[17] = 20000: "),
        (SkidpadMap { heights_m: unaligned, ..map }, NullPointer, "map.heights_m is null or not aligned"),
        (SkidpadMap { grips: no_grip.as_ptr(), ..map }, OutOfRange, "map.grips[17] = -0.1: must be 0 to 3"),
        (SkidpadMap { rollings: no_rolling.as_ptr(), ..map }, OutOfRange, "map.rollings[17] = inf: "),
        (none, NullPointer, "map.heights_m, map.grips and map.rollings are null"),
    ];
    // SAFETY: all lists are as long as their maps say, or are refused before.
    unsafe {
        assert_eq!(skidpad_ground_new(null(), &mut ground), SkidpadStatus::Ok);
        for (case, status, text) in cases {
            assert_eq!(skidpad_ground_add_map(ground, &case), status, "{text}: {}", message());
            assert!(message().contains(text), "{text}: {}", message());
        }
        let mut spot = written_spot(ground);
        assert_eq!((spot.height_m, spot.grip), (0.0, 1.0), "nothing was laid");
        assert_eq!(skidpad_ground_add_map(ground, &map), SkidpadStatus::Ok);
        spot = written_spot(ground);
        assert!(spot.height_m > 0.0 && spot.grip != 1.0);
        assert_eq!(skidpad_ground_free(ground), SkidpadStatus::Ok);
    }
}

fn written_spot(ground: *const SkidpadGround) -> SkidpadSpot {
    let mut spot = SkidpadSpot { grip: 7.0, rolling: 7.0, height_m: 7.0, rise: [7.0; 2] };
    // SAFETY: the ground is alive.
    assert_eq!(unsafe { skidpad_ground_at(ground, 3.0, 1.0, &mut spot) }, SkidpadStatus::Ok);
    spot
}

#[test]
fn walls_and_posts_out_of_range_are_named() {
    let (nan, mut world) = (f64::NAN, null_mut());
    let posts = |post: SkidpadPost| [POST, post];
    for (post, text) in [
        (SkidpadPost { centre_m: [0.0, nan], ..POST }, "site.posts[1].centre_m[1] = NaN: "),
        (SkidpadPost { radius_m: 0.0, ..POST }, "site.posts[1].radius_m = 0: must be 0.001 to 10000"),
        (SkidpadPost { restitution: 1.5, ..POST }, "site.posts[1].restitution = 1.5: "),
        (SkidpadPost { friction: -1.0, ..POST }, "site.posts[1].friction = -1: "),
    ] {
        let posts = posts(post);
        let site =
            SkidpadSiteOptions { posts: posts.as_ptr(), post_count: 2, ..written(skidpad_site_options) };
        // SAFETY: all pointers are valid.
        assert_eq!(unsafe { skidpad_world_new(&site, &mut world) }, SkidpadStatus::OutOfRange, "{text}");
        assert!(message().contains(text), "{text}: {}", message());
    }
    for (site, status, text) in [
        (
            SkidpadSiteOptions { post_count: 1, ..written(skidpad_site_options) },
            SkidpadStatus::NullPointer,
            "site.posts is null",
        ),
        (
            SkidpadSiteOptions { posts: &POST, post_count: usize::MAX, ..written(skidpad_site_options) },
            SkidpadStatus::WrongSize,
            "site.posts has 18446744073709551615 values",
        ),
    ] {
        // SAFETY: the list is refused before it is read.
        assert_eq!(unsafe { skidpad_world_new(&site, &mut world) }, status, "{text}");
        assert!(message().contains(text), "{text}: {}", message());
    }
    assert!(world.is_null());
}
