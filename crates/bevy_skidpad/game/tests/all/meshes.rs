//! The generated ground against the ground that cars drive on.

use std::collections::HashMap;

use bevy::math::{Vec2, Vec3, Vec3Swizzles};
use bevy_skidpad::skidpad::world::track::Track;
use skidpad_game::car::ChosenCar;
use skidpad_game::course::Course;
use skidpad_game::land_mesh::Land;
use skidpad_game::mesh_data::{MeshData, Vertex, scatter};
use skidpad_game::road_mesh::{ROW_M, road};

const TRACKS: [&str; 3] = ["kart-track", "hill-climb", "grand-prix"];
/// Side of the squares in which triangles are found, m.
const SQUARE_M: f32 = 4.0;

/// Triangles by the squares that they touch, seen from above.
struct Triangles {
    squares: HashMap<[i32; 2], Vec<[Vec3; 3]>>,
}

impl Triangles {
    fn new(meshes: &[MeshData]) -> Self {
        let mut squares = HashMap::<_, Vec<_>>::new();
        for triangle in meshes.iter().flat_map(MeshData::triangles) {
            let corners = triangle.map(|corner| corner.position);
            let [low, high] =
                [Vec3::min, Vec3::max].map(|pick| square(corners.into_iter().reduce(pick).unwrap()));
            for x in low[0]..=high[0] {
                for z in low[1]..=high[1] {
                    squares.entry([x, z]).or_default().push(corners);
                }
            }
        }
        Self { squares }
    }

    /// Height of the highest triangle over a place.
    fn height_m(&self, place: Vec3) -> Option<f32> {
        let found =
            self.squares.get(&square(place))?.iter().filter_map(|corners| height_m(corners, place.xz()));
        found.reduce(f32::max)
    }
}

fn square(place: Vec3) -> [i32; 2] {
    [place.x, place.z].map(|part| (part / SQUARE_M).floor() as i32)
}

/// Height of a triangle over a place of its plan.
fn height_m([a, b, c]: &[Vec3; 3], place: Vec2) -> Option<f32> {
    let (first, second, to) = ((b - a).xz(), (c - a).xz(), place - a.xz());
    let area = first.perp_dot(second);
    let [u, v] = [to.perp_dot(second) / area, first.perp_dot(to) / area];
    let is_inside = u >= -1e-4 && v >= -1e-4 && u + v <= 1.0 + 1e-4;
    is_inside.then_some(a.y + u * (b.y - a.y) + v * (c.y - a.y))
}

#[test]
fn triangles_face_upwards_and_have_an_area() {
    for name in TRACKS {
        let course = Course::open(name).unwrap();
        let land = Land::new(&course).meshes();
        for mesh in road(&course).iter().chain(&land) {
            assert!(
                mesh.vertices
                    .iter()
                    .all(|vertex| vertex.position.is_finite() && vertex.normal.is_normalized())
            );
            for corners in mesh.triangles() {
                let [a, b, c] = corners.map(|corner: Vertex| corner.position);
                let across = (b - a).cross(c - a);
                assert!(across.length() > 1e-4 && across.y > 0.0, "{name}: {a} {b} {c}");
                assert!(corners.iter().all(|corner| corner.normal.y > 0.1), "{name}: {corners:?}");
            }
        }
    }
}

/// True where another part of the road is nearest to a place, or to one that a face's length is away.
fn is_between(track: &Track, [x, y]: [f64; 2], distance_m: f64) -> bool {
    const NEAR_M: f64 = 2.0;
    let around = [[0.0, 0.0], [NEAR_M, 0.0], [-NEAR_M, 0.0], [0.0, NEAR_M], [0.0, -NEAR_M]];
    around.iter().any(|[ahead, left]| {
        let apart_m = (track.locate([x + ahead, y + left], None).distance_m - distance_m).abs();
        let apart_m = if track.is_closed() { apart_m.min(track.length_m() - apart_m) } else { apart_m };
        apart_m > 15.0
    })
}

/// Places all along the road, from barrier to barrier or some metres into the grass: road, kerbs, run-off, verge.
#[test]
fn the_mesh_lies_where_cars_drive() {
    const BESIDE_M: f64 = 5.0;
    const MOST_INSIDE: f64 = 0.7;
    for name in TRACKS {
        let course = Course::open(name).unwrap();
        let track = &course.track;
        let road = Triangles::new(&road(&course));
        let land = Triangles::new(&Land::new(&course).meshes());
        let (mut most_m, mut sum_m, mut count, mut between) = (0.0_f32, 0.0, 0, 0);
        for at in 0..20_000_i64 {
            let distance_m = f64::from(scatter(at, 1)) * (track.length_m() - ROW_M);
            let [left_m, right_m] = track.at(distance_m).widths_m;
            let (low, high) = (-right_m - BESIDE_M, left_m + BESIDE_M);
            let [x, y] = track.beside(distance_m, low + f64::from(scatter(at, 2)) * (high - low));
            // Between two parts of a road that lie side by side, and around the centre of a bend, the ground itself has steps.
            let lateral_m = track.locate([x, y], None).lateral_offset_m;
            if is_between(track, [x, y], distance_m)
                || track.at(distance_m).curvature_1_m * lateral_m > MOST_INSIDE
            {
                between += 1;
                continue;
            }
            let place = course.on_ground([x, y]).as_vec3();
            let drawn = road
                .height_m(place)
                .unwrap_or_else(|| panic!("{name}: a hole at {distance_m:.1} m, {place}"));
            let off_m = (drawn - place.y).abs();
            (most_m, sum_m, count) = (most_m.max(off_m), sum_m + off_m, count + 1);
            assert!(
                off_m < 0.01,
                "{name}: {off_m} m off at {distance_m:.1} m, {lateral_m:.2} m to the left, {:?}",
                track.at(distance_m)
            );
            let above_m = land.height_m(place).map_or(-1.0, |land| land - drawn);
            assert!(above_m < 0.0, "{name}: the land shows {above_m} m above the road at {distance_m:.1} m");
        }
        assert!(2 * between < count, "{name}: {between} places were left out, {count} compared");
        println!(
            "{name}: {:.2} mm off at most, {:.3} mm on average, {between} of {} places left out",
            1e3 * most_m,
            1e3 * sum_m / count as f32,
            between + count
        );
    }
}

/// Beside tracks of more than 12.8 km2 the land's nodes are more than 8 m apart. It was left out or lowered up to two nodes from the road, and the
/// road's own meshes ended after 12 m: holes and trenches lay between.
#[test]
fn the_ground_beside_a_large_track_has_no_holes() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("diagonal.toml");
    let text = "name = \"diagonal\"\nclosed = false\n[line]\nheading = \"45 deg\"\nleft = 5\nright = 5\n[[segment]]\nlength = 6400\n\
                [[strip]]\nkind = \"asphalt\"\nside = \"left\"\nfrom = 1000\nto = 3000\nwidth = 8\n";
    std::fs::write(&path, text).unwrap();
    let course = Course::open(path.to_str().unwrap()).unwrap();
    let land = Land::new(&course);
    assert!(land.node_m() > 10.0, "{} m", land.node_m());
    // Without the horizon, whose triangles lie in a million squares.
    let mut land = land.meshes();
    land.pop();
    let (road, land) = (Triangles::new(&road(&course)), Triangles::new(&land));
    for at in 0..20_000_i64 {
        let distance_m = f64::from(scatter(at, 1)) * 6400.0;
        let lateral_m = 120.0 * f64::from(scatter(at, 2)) - 60.0;
        let place = course.on_ground(course.track.beside(distance_m, lateral_m)).as_vec3();
        let drawn = [&road, &land].iter().filter_map(|mesh| mesh.height_m(place)).reduce(f32::max);
        let drawn =
            drawn.unwrap_or_else(|| panic!("a hole at {distance_m:.1} m, {lateral_m:.1} m to the left"));
        let off_m = (drawn - place.y).abs();
        assert!(off_m < 0.05, "{off_m} m off at {distance_m:.1} m, {lateral_m:.1} m to the left");
    }
}

/// A wheel is convex, and so is each block of a car: whatever is drawn faces away from the middle.
#[test]
fn a_wheel_is_closed_and_faces_outwards() {
    let shape = ChosenCar::open("boxster-s", "spatial").unwrap().shape;
    for is_rear in [false, true] {
        let wheel = shape.wheel(is_rear);
        let mut volume_m3 = 0.0;
        for corners in wheel.triangles() {
            let [a, b, c] = corners.map(|corner| corner.position);
            let across = (b - a).cross(c - a);
            assert!(across.dot(a + b + c) > 0.0, "{a} {b} {c}");
            assert!(corners.iter().all(|corner| corner.normal.dot(across) > 0.0), "{corners:?}");
            volume_m3 += a.dot(b.cross(c)) / 6.0;
        }
        let radius_m = shape.radii[usize::from(is_rear)];
        let cylinder_m3 = core::f32::consts::PI * radius_m * radius_m * 0.22;
        assert!((volume_m3 / cylinder_m3 - 1.0).abs() < 0.01, "{volume_m3} of {cylinder_m3}");
    }
    let body = shape.body();
    let [front, rear] = shape.ends();
    let within = |part: Vec3| part.x.abs() <= 0.5 * shape.size[0] + 1e-3 && part.y <= shape.size[1] + 1e-3;
    assert!(body.vertices.iter().all(|vertex| within(vertex.position)));
    assert!(rear - front > 3.5 && rear - front < 5.0, "{front} to {rear}");
}
