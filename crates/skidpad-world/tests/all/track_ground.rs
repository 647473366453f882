//! Tracks as ground: heights and banking below wheels, friction beside the road, crossings, and cars that stand and drive there.

use core::f64::consts::TAU;
use std::sync::Arc;

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::surface::Surface;
use skidpad_testing::Random;
use skidpad_world::channel::Sampler;
use skidpad_world::ground::{Ground, Road};
use skidpad_world::track::{
    Side, Station, Strip, StripKind, Track, TrackSpec, TrackWall, track_by_name, track_names,
};
use skidpad_world::world::{Condition, EventKind, Site, World};

use super::ground_driving::{Driven, pedals};
use super::world_support::{dt, member};

fn named(name: &str) -> Arc<Track> {
    Arc::new(Track::new(&track_by_name(name).expect("a track that Skidpad brings")).expect("a sound track"))
}

fn ground(track: &Arc<Track>) -> Ground {
    Ground::default().with_track(Arc::clone(track))
}

/// A closed track of stations at even angles.
fn around(count: usize, station: impl Fn(f64) -> Station) -> TrackSpec {
    let stations = (0..count).map(|at| station(TAU * at as f64 / count as f64)).collect();
    TrackSpec::new("around", true, stations)
}

/// A level ring to the left whose road is banked inwards.
fn banked_ring(radius_m: f64, bank_rad: f64) -> Arc<Track> {
    let spec = around(72, |angle| {
        let (sin, cos) = Real::sin_cos(angle);
        // To the left the inside is on the left, which lies lower.
        let banking_rad = -bank_rad;
        Station { position_m: [radius_m * cos, radius_m * sin], banking_rad, ..Station::flat([8.0, 8.0]) }
    });
    Arc::new(Track::new(&spec).expect("a sound track"))
}

/// A figure of eight whose second passage of the crossing lies 8 m above the first.
fn crossing() -> Arc<Track> {
    let spec = around(120, |angle| {
        let (sin, cos) = Real::sin_cos(angle);
        Station {
            position_m: [150.0 * sin, 150.0 * sin * cos],
            height_m: 4.0 * (1.0 - cos),
            ..Station::flat([5.0, 5.0])
        }
    });
    Arc::new(Track::new(&spec).expect("a sound track"))
}

/// The rise is the slope of the height, on the road, on kerbs, on run-off and where the road goes over into the land.
#[test]
fn heights_rise_as_their_slopes_say() {
    let mut kerbed = track_by_name("hill-climb").expect("a track that Skidpad brings");
    let kerb = |side: Side| Strip {
        width_m: 1.2,
        rise_m: 0.06,
        ..Strip::new(StripKind::Kerb, side, [400.0, 900.0])
    };
    kerbed.strips = Side::ALL.map(kerb).to_vec();
    let kerbed = Arc::new(Track::new(&kerbed).expect("a sound track"));
    let mut random = Random::new(3);
    for track in [kerbed, named("oval"), named("grand-prix"), crossing()] {
        let ground = ground(&track);
        let mut steepest: f64 = 0.0;
        for _ in 0..1500 {
            let distance_m = random.between(1.0, track.length_m() - 1.0);
            let point = track.at(distance_m);
            // Not beyond the centre of the bend, where the nearest stretch is another one.
            let most_m = Real::min(25.0, 0.5 / Real::max(point.curvature_1_m.abs(), 1e-3));
            let offset_m = random.between(-most_m, most_m);
            let [x, y] = track.beside(distance_m, offset_m);
            let before = Some(track.locate(track.beside(distance_m, 0.0), None));
            let at = |x: f64, y: f64| ground.under_from([x, y], before.as_ref());
            let step = 1e-4;
            let slope = |high: f64, low: f64| (high - low) / (2.0 * step);
            let along_x = slope(at(x + step, y).height_m, at(x - step, y).height_m);
            let along_y = slope(at(x, y + step).height_m, at(x, y - step).height_m);
            let rise = at(x, y).rise;
            steepest = steepest.max(rise[0].hypot(rise[1]));
            // The banking of pieces is smooth to its second derivative only within them, and the land has facets.
            let off = (rise[0] - along_x).abs().max((rise[1] - along_y).abs());
            assert!(
                off < 2e-3,
                "{}, {distance_m} m, {offset_m} m: {rise:?}, {along_x} {along_y}",
                track.name()
            );
        }
        assert!(steepest > 0.02, "{}: {steepest}", track.name());
    }
}

/// The vertical acceleration by the bend of the road is the second difference of its height along a straight way.
#[test]
fn the_bend_is_the_second_difference_of_the_height() {
    let mut random = Random::new(5);
    for track in [named("hill-climb"), named("oval"), named("grand-prix"), crossing()] {
        let ground = ground(&track);
        let (surface, mut largest): (_, f64) = (Surface::asphalt(), 0.0);
        for _ in 0..800 {
            let distance_m = random.between(1.0, track.length_m() - 1.0);
            let point = track.at(distance_m);
            let offset_m = random.between(-0.9 * point.widths_m[1], 0.9 * point.widths_m[0]);
            let place = Vec2::from(track.beside(distance_m, offset_m));
            let before = track.locate(place.into(), None);
            let axes = Direction::at_angle(point.heading_rad + random.between(-0.5, 0.5));
            let velocity = Vec2::new(30.0, 0.0).to_parent(axes);
            let road = Road::new(&surface, &ground).of_car_at(Some(before));
            let following = road.following(place.into(), velocity.into()).expect("a track");
            let time_s = 2e-4;
            let height_m = |times: f64| road.under((place + velocity.scale(times * time_s)).into()).height_m;
            let found = (height_m(1.0) - 2.0 * height_m(0.0) + height_m(-1.0)) / (time_s * time_s);
            largest = largest.max(found.abs());
            let off = (following.bend_m_s2 - found).abs();
            assert!(
                off < 0.02 + 0.01 * found.abs(),
                "{}, {distance_m} m: {following:?} {found}",
                track.name()
            );
        }
        assert!(largest > 0.5, "{}: {largest} m/s^2", track.name());
    }
}

/// N = m (g cos b + (v^2 / R) sin b) on a banked circle; the loads of the model are its vertical component.
#[test]
fn a_rigid_car_weighs_more_in_a_banked_bend() {
    let (radius_m, speed_m_s) = (100.0, 30.0);
    for bank_rad in [0.0, 0.1, 0.3] {
        let track = banked_ring(radius_m, bank_rad);
        let [x, y] = track.beside(0.0, 0.0);
        let heading_rad = track.at(0.0).heading_rad;
        let states = [
            ("x_m", x),
            ("y_m", y),
            ("yaw_rad", heading_rad),
            ("velocity_x_m_s", speed_m_s),
            ("yaw_rate_rad_s", speed_m_s / radius_m),
        ];
        let car = Driven::in_state("two_track", &states, ground(&track));
        let loads = ["front_left_load_n", "front_right_load_n", "rear_left_load_n", "rear_right_load_n"];
        let numbers = car.read_all(&pedals(0.0), &[&loads[..], &["downforce_n"]].concat());
        let found_n = numbers[..4].iter().sum::<f64>() - numbers[4];
        let (sin, cos) = Real::sin_cos(bank_rad);
        let mass_kg = skidpad_workload::vehicle(super::ground_driving::CAR).body().mass_kg;
        let gravity_m_s2 = Surface::<f64>::asphalt().gravity_m_s2;
        let expected_n = mass_kg * (gravity_m_s2 * cos + speed_m_s * speed_m_s / radius_m * sin) * cos;
        assert!((found_n / expected_n - 1.0).abs() < 2e-3, "{bank_rad} rad: {found_n} N of {expected_n} N");
    }
}

/// A car that goes over the bridge stays on it, and one below stays below, though both are at one place.
#[test]
fn the_history_decides_on_a_crossing() {
    let track = crossing();
    let ground = ground(&track);
    for (passage, height_m) in [(0.0, 0.0), (0.5, 8.0)] {
        let middle_m = passage * track.length_m();
        let mut before = Some(track.locate(track.beside(middle_m - 30.0, 0.0), None));
        for step in -300..=300 {
            let place_m = track.beside(middle_m + 0.1 * f64::from(step), 1.0);
            let spot = ground.under_from(place_m, before.as_ref());
            assert!((spot.height_m - height_m).abs() < 0.5, "{passage}, {step}: {} m", spot.height_m);
            before = ground.position_on_track(place_m, before.as_ref());
        }
    }
    // A car in a world, on springs: from one stretch to the other it would be thrown 8 m.
    for passage in [0.0, 0.5] {
        let mut world = World::new(Site::asphalt().with_track(Track::clone(&track)));
        let at_m = passage * track.length_m() - 10.0;
        let heading_rad = track.at(at_m).heading_rad;
        let id = world
            .add(member("two_track_sprung", track.beside(at_m, 0.0), heading_rad, 15.0))
            .expect("it joins");
        let heave = world.channel(id, "heave_m").expect("a channel");
        let mut sampler = Sampler::new(world.car(id).expect("it is here").layout());
        for _ in 0..120 {
            world.step(dt(100.0));
            let heave_m = world.sample(id, &mut sampler).expect("it is here").at(heave);
            assert!((heave_m - 16.0 * passage).abs() < 0.6, "{passage}: {heave_m} m");
        }
        let saved = world.save();
        (0..20).for_each(|_| world.step(dt(100.0)));
        let hash = world.hash();
        world.restore(&saved).expect("the same world");
        (0..20).for_each(|_| world.step(dt(100.0)));
        assert_eq!(world.hash(), hash);
    }
}

/// On 12 % of the hill climb and across a bank of 17 degrees a braked car moves less than a micrometre.
#[test]
fn a_braked_car_stands_still_on_a_track() {
    let (hill, ring) = (named("hill-climb"), banked_ring(60.0, 0.3));
    let steepest_m = (0..400)
        .map(|at| 10.0 * f64::from(at))
        .max_by(|one, other| hill.at(*one).grade.total_cmp(&hill.at(*other).grade))
        .expect("places");
    assert!(hill.at(steepest_m).grade > 0.07, "{}", hill.at(steepest_m).grade);
    for (track, distance_m) in [(&hill, steepest_m), (&ring, 10.0)] {
        for model in ["two_track", "two_track_sprung"] {
            for rate_hz in [20.0, 60.0, 240.0, 1000.0] {
                let mut world = World::new(Site::asphalt().with_track(Track::clone(track)));
                let heading_rad = track.at(distance_m).heading_rad;
                let member = member(model, track.beside(distance_m, 0.0), heading_rad, 0.0);
                let id = world.add(member).expect("it joins");
                world.set_request(id, pedals(1.0));
                let place =
                    |world: &World| world.car(id).and_then(|car| car.planar()).expect("a place").position_m;
                (0..(5.0 * rate_hz) as u32).for_each(|_| world.step(dt(rate_hz)));
                let from = place(&world);
                (0..(5.0 * rate_hz) as u32).for_each(|_| world.step(dt(rate_hz)));
                let moved = place(&world) - from;
                let moved_m = Real::hypot(moved.x, moved.y);
                assert!(moved_m < 1e-6, "{model}, {rate_hz} Hz, {distance_m} m: {moved_m} m");
            }
        }
    }
}

/// A car in neutral rolls down a hill: motion, height and heat make up for each other, at every rate of steps.
#[test]
fn the_energy_of_a_coasting_car_closes_at_every_rate() {
    let stations: Vec<_> = (0..=60)
        .map(|at| {
            let x = 10.0 * f64::from(at);
            Station {
                position_m: [x, 0.0],
                height_m: 12.0 * Real::cos(TAU * x / 400.0),
                ..Station::flat([6.0, 6.0])
            }
        })
        .collect();
    let track = Arc::new(Track::open(&stations).expect("a sound track"));
    let heat = [
        ("contact_power_w", 1.0),
        ("stored_power_w", -1.0),
        ("brake_power_w", -1.0),
        ("resistance_power_w", -1.0),
        ("drive_power_w", -1.0),
    ];
    let mut ends = Vec::new();
    for rate_hz in [30.0, 240.0, 1000.0] {
        let states = [("x_m", 30.0), ("velocity_x_m_s", 15.0)];
        let mut car = Driven::in_state("two_track", &states, ground(&track));
        let mass_kg = skidpad_workload::vehicle(super::ground_driving::CAR).body().mass_kg;
        let names: Vec<&str> =
            heat.iter().map(|(name, _)| *name).chain(["kinetic_energy_j", "x_m", "velocity_x_m_s"]).collect();
        let look = |car: &Driven| {
            let numbers = car.read_all(&pedals(0.0), &names);
            let heat_w: f64 = heat.iter().zip(&numbers).map(|((_, sign), power)| sign * power).sum();
            let [energy_j, x_m, speed_m_s] = [5, 6, 7].map(|place| numbers[place]);
            let spot = car.ground.under([x_m, 0.0]);
            // The model's kinetic energy is that in the plan.
            let climb_m_s = spot.rise[0] * speed_m_s;
            // Forces along the road are their components in the plan times the root of 1 + r^2, and so are velocities.
            let heat_w = heat_w * (1.0 + spot.rise[0] * spot.rise[0]);
            let vertical_j = 0.5 * mass_kg * climb_m_s * climb_m_s;
            (heat_w, energy_j + vertical_j + mass_kg * car.surface.gravity_m_s2 * spot.height_m, x_m)
        };
        let (mut before_w, begun_j, _) = look(&car);
        let (mut heat_j, mut time_s) = (0.0, 0.0);
        loop {
            car.step(&pedals(0.0), 1.0 / rate_hz);
            time_s += 1.0 / rate_hz;
            let (heat_w, now_j, x_m) = look(&car);
            heat_j += 0.5 * (before_w + heat_w) / rate_hz;
            before_w = heat_w;
            let off_j = now_j + heat_j - begun_j;
            // The wheels bear the car over a chord of the hill, millimetres off the road below its middle.
            assert!(off_j.abs() < 1e-3 * mass_kg * 9.81 * 24.0, "{rate_hz} Hz, {x_m} m: {off_j} J");
            if time_s > 20.0 - 1e-9 {
                ends.push(x_m);
                break;
            }
        }
    }
    assert!(ends[0] > 300.0, "{ends:?}");
    assert!(ends.iter().all(|end| (end / ends[2] - 1.0).abs() < 1e-3), "{ends:?}");
}

/// Beside the road there is less grip and more rolling resistance: on the kerb, on the strip beyond, and on grass.
#[test]
fn strips_and_grass_are_felt() {
    let stations =
        (0..=20).map(|at| Station { position_m: [20.0 * f64::from(at), 0.0], ..Station::flat([5.0, 4.0]) });
    let mut spec = TrackSpec::new("strip", false, stations.collect());
    let strip =
        |kind: StripKind, width_m: f64| Strip { width_m, ..Strip::new(kind, Side::Left, [100.0, 300.0]) };
    spec.strips = vec![strip(StripKind::Kerb, 1.0), strip(StripKind::Gravel, 3.0)];
    let track = Arc::new(Track::new(&spec).expect("a sound track"));
    let ground = ground(&track);
    let kinds = [
        (200.0, 4.9, None),
        (200.0, 5.5, Some(StripKind::Kerb)),
        (200.0, 7.0, Some(StripKind::Gravel)),
        (200.0, 9.5, Some(StripKind::Grass)),
        (50.0, 5.5, Some(StripKind::Grass)),
        (200.0, -3.9, None),
        (200.0, -4.1, Some(StripKind::Grass)),
    ];
    for (x, y, kind) in kinds {
        let (grip, rolling) = kind.map_or((1.0, 1.0), StripKind::friction);
        let spot = ground.under([x, y]);
        assert_eq!((spot.grip, spot.rolling), (grip, rolling), "{x} {y}");
    }
}

/// A car that drives straight on meets the wall along the track, and has left the course before.
#[test]
fn walls_of_a_track_hold_cars() {
    let mut spec = around(60, |angle| {
        let (sin, cos) = Real::sin_cos(angle);
        Station { position_m: [80.0 * cos, 80.0 * sin], ..Station::flat([5.0, 5.0]) }
    });
    spec.walls = vec![TrackWall { side: Side::Right, stretch_m: [0.0, 502.0], offsets_m: [12.0, 12.0] }];
    let track = Track::new(&spec).expect("a sound track");
    let (place_m, heading_rad) = (track.beside(100.0, 0.0), track.at(100.0).heading_rad);
    let mut world = World::new(Site::asphalt().with_track(track));
    let id = world.add(member("two_track", place_m, heading_rad, 25.0)).expect("it joins");
    world.set_request(id, pedals(0.0));
    (0..300).for_each(|_| world.step(dt(100.0)));
    let events = world.take_events();
    let time_s = |wanted: fn(&EventKind) -> bool| {
        events.iter().find(|event| wanted(&event.kind)).map(|event| event.time_s)
    };
    let left_s =
        time_s(|kind| matches!(kind, EventKind::Starts(Condition::OffCourse))).expect("it leaves the road");
    let met_s = time_s(|kind| matches!(kind, EventKind::Met { .. })).expect("it meets the wall");
    assert!(left_s < met_s, "{left_s} s, {met_s} s");
    let place = world.car(id).and_then(|car| car.planar()).expect("a place").position_m;
    assert!(Real::hypot(place.x, place.y) < 92.0 + 1.0, "{place:?}");
}

/// A piece that began on a straight cut across the corner behind it: all of a wall is within 4 cm of its face, and none on the road.
#[test]
fn walls_follow_corners_that_come_after_straights() {
    for name in track_names() {
        let track = Track::new(&track_by_name(name).unwrap()).unwrap();
        for wall in track.walls() {
            for pair in track.face_m(wall).windows(2) {
                let [[x, y], [to_x, to_y]] = [pair[0], pair[1]];
                let before = track.locate(pair[0], None);
                for share in [0.25, 0.5, 0.75] {
                    let place = track.locate([x + share * (to_x - x), y + share * (to_y - y)], Some(&before));
                    let off_m = place.lateral_offset_m.abs() - track.wall_offset_m(wall, place.distance_m);
                    let from_m = before.distance_m;
                    assert!(off_m.abs() < 0.04, "{name} at {from_m} m: {off_m} m");
                    assert!(track.inside_m(&place) < 0.0, "{name} at {from_m} m: on the road");
                }
            }
        }
    }
}
