//! Logs by latitude and longitude: tables and GPX, projected, cut into laps and smoothed.
#![allow(clippy::disallowed_methods)]

use std::f64::consts::TAU;

use skidpad_formats::track::geographic::{self, Coordinates, LocalPlane};
use skidpad_formats::track::{TrackFile, gpx};
use skidpad_testing::Random;
use skidpad_world::track::{Station, Track};

const MIDDLE: Coordinates = Coordinates { latitude_deg: 50.335, longitude_deg: 6.947 };

fn read(text: &str) -> TrackFile {
    geographic::parse("log.csv", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    match geographic::parse("log.csv", text.as_bytes()) {
        Ok(file) => panic!("read with {} stations", file.spec.stations.len()),
        Err(error) => error.to_string(),
    }
}

/// A table of positions in the plane about the middle, with heights.
fn table(points: &[[f64; 3]]) -> String {
    let plane = LocalPlane::new(MIDDLE, 300.0);
    let row = |[x, y, z]: &[f64; 3]| {
        let place = plane.place([*x, *y]);
        format!("{:.9},{:.9},{z}\n", place.latitude_deg, place.longitude_deg)
    };
    "lat,lon,ele\n".to_owned() + &points.iter().map(row).collect::<String>()
}

/// A point of a circle of 100 m about the origin after a share of a lap.
fn on_circle(share: f64) -> [f64; 3] {
    [100.0 * (TAU * share).cos(), 100.0 * (TAU * share).sin(), 300.0]
}

/// Along the equator and a meridian, against the radii of curvature a = 6378.137 km and a (1 - e²) = 6335.439 km; at 10 km the
/// projection loses 4 mm.
#[test]
fn the_projection_has_the_radii_of_the_ellipsoid() {
    let equator = LocalPlane::new(Coordinates { latitude_deg: 0.0, longitude_deg: 179.99 }, 0.0);
    for metres in [100.0, 10_000.0] {
        let east =
            Coordinates { latitude_deg: 0.0, longitude_deg: 179.99 + (metres / 6_378_137.0f64).to_degrees() };
        let north =
            Coordinates { latitude_deg: (metres / 6_335_439.327f64).to_degrees(), longitude_deg: 179.99 };
        let lost = metres - equator.position_m(east)[0];
        assert!(lost.abs() < 1e-6 + 4.2e-3 * (metres / 1e4f64).powi(3), "{lost}");
        assert!(
            (equator.position_m(north)[1] - metres).abs() < 6e-3 * (metres / 1e4),
            "{:?}",
            equator.position_m(north)
        );
    }
    // The same place by a longitude beyond 180 degrees.
    let beyond = equator.position_m(Coordinates { latitude_deg: 0.1, longitude_deg: -179.9 });
    assert!((beyond[0] - 0.11 * 111_319.49).abs() < 0.1, "{beyond:?}");
    // Higher planes are wider.
    let high = LocalPlane::new(Coordinates { latitude_deg: 45.0, longitude_deg: 0.0 }, 6371.0);
    let low = LocalPlane::new(Coordinates { latitude_deg: 45.0, longitude_deg: 0.0 }, 0.0);
    let place = Coordinates { latitude_deg: 45.01, longitude_deg: 0.01 };
    assert!((high.position_m(place)[0] / low.position_m(place)[0] - 1.001).abs() < 1e-5);
}

#[test]
fn places_and_positions_are_inverse() {
    let mut random = Random::new(5);
    for _ in 0..500 {
        let origin = Coordinates {
            latitude_deg: random.between(-80.0, 80.0),
            longitude_deg: random.between(-180.0, 180.0),
        };
        let plane = LocalPlane::new(origin, random.between(-400.0, 4000.0));
        let position = [random.between(-2e4, 2e4), random.between(-2e4, 2e4)];
        let back = plane.position_m(plane.place(position));
        assert!(
            (back[0] - position[0]).hypot(back[1] - position[1]) < 1e-6,
            "{origin:?} {position:?} {back:?}"
        );
    }
}

#[test]
fn a_circle_is_read_with_its_radius() {
    let points: Vec<_> = (0..=100).map(|at| on_circle(f64::from(at) / 100.0)).collect();
    let file = read(&table(&points));
    assert!(file.spec.is_closed && file.spec.name == "log");
    let track = Track::new(&file.spec).unwrap();
    assert!((track.length_m() - TAU * 100.0).abs() < 0.3, "{}", track.length_m());
    for at in 0..100 {
        let point = track.at(track.length_m() * f64::from(at) / 100.0);
        assert!(
            (point.curvature_1_m - 0.01).abs() < 1e-3 && (point.height_m - 300.0).abs() < 0.01,
            "{point:?}"
        );
        assert!(point.widths_m.iter().all(|width| (width - 5.0).abs() < 1e-12));
    }
    for says in [
        "the width of the road is not known",
        "smoothed: the line leaves the points by",
        "projected about latitude 50.33",
    ] {
        assert!(file.notes.iter().any(|note| note.contains(says)), "{says}: {:?}", file.notes);
    }
}

/// Noise of 0.3 m, as of a good receiver: the line is within it, and its curvature near the circle's.
#[test]
fn noise_is_smoothed() {
    let mut random = Random::new(11);
    let noisy = |share: f64, random: &mut Random| {
        let [x, y, z] = on_circle(share);
        [x + random.between(-0.3, 0.3), y + random.between(-0.3, 0.3), z + random.between(-1.0, 1.0)]
    };
    let points: Vec<_> = (0..200).map(|at| noisy(f64::from(at) / 200.0, &mut random)).collect();
    let file = read(&table(&points));
    let track = Track::new(&file.spec).unwrap();
    assert!(file.spec.is_closed);
    let centre = file
        .spec
        .stations
        .iter()
        .fold([0.0; 2], |sum, station| [sum[0] + station.position_m[0], sum[1] + station.position_m[1]]);
    let centre = centre.map(|sum| sum / file.spec.stations.len() as f64);
    for at in 0..200 {
        let point = track.at(track.length_m() * f64::from(at) / 200.0);
        let radius = (point.position_m[0] - centre[0]).hypot(point.position_m[1] - centre[1]);
        assert!(
            (radius - 100.0).abs() < 0.3 && (point.curvature_1_m - 0.01).abs() < 3e-3,
            "{radius} {point:?}"
        );
        assert!((point.height_m - 300.0).abs() < 1.0);
    }
}

/// From the pits, three laps, and half of a fourth: one lap is read.
#[test]
fn one_lap_is_cut_out_of_several() {
    let mut points: Vec<_> =
        (0..20).map(|at| [60.0 + 2.0 * f64::from(at), -80.0 + 4.0 * f64::from(at), 300.0]).collect();
    points.extend((0..350).map(|at| on_circle(f64::from(at) / 100.0 + 0.003)));
    let file = read(&table(&points));
    assert!(file.spec.is_closed);
    let track = Track::new(&file.spec).unwrap();
    assert!((track.length_m() - TAU * 100.0).abs() < 1.0, "{}", track.length_m());
    assert!(
        file.notes.iter().any(|note| note.contains("laps: the one of 628 m is read")),
        "{:?}",
        file.notes
    );
}

#[test]
fn standing_jumping_and_missing_points_are_noted() {
    let mut points: Vec<_> = (0..100).map(|at| on_circle(f64::from(at) / 100.0)).collect();
    // At rest for some points, a jump, and a gap of a tunnel.
    let standing = points[10];
    (0..7).for_each(|at| points.insert(11, [standing[0], standing[1] + 0.01 * f64::from(at), standing[2]]));
    points[50] = [900.0, 900.0, 300.0];
    points.drain(70..85);
    let file = read(&table(&points));
    for says in ["7 points less than 0.3 m", "1 points far from their neighbours", "1 gaps of up to"] {
        assert!(file.notes.iter().any(|note| note.contains(says)), "{says}: {:?}", file.notes);
    }
    assert!(
        file.spec.is_closed && file.spec.stations.iter().all(|station| station.position_m[0].abs() < 130.0)
    );
}

#[test]
fn an_open_road_stays_open_and_heights_may_be_missing() {
    let points: Vec<_> = (0..80)
        .map(|at| [10.0 * f64::from(at), (f64::from(at) / 8.0).sin(), 300.0 + f64::from(at)])
        .collect();
    let text = table(&points);
    let file = read(&text);
    assert!(!file.spec.is_closed && file.notes.iter().any(|note| note.contains("read as open")));
    let track = Track::new(&file.spec).unwrap();
    assert!((track.length_m() - 790.0).abs() < 1.0 && (track.at(400.0).grade - 0.1).abs() < 0.01);
    // Without one height, and without all.
    let one = text.replace(",340\n", ",\n");
    let file = read(&one);
    assert!(file.notes.iter().any(|note| note.contains("1 points have no height")), "{:?}", file.notes);
    assert!((Track::new(&file.spec).unwrap().at(400.0).height_m - 340.0).abs() < 0.1);
    let none: String = text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect();
    let file = read(&none);
    assert!(file.notes.iter().any(|note| note.contains("heights are not given: taken as 0")));
}

#[test]
fn usual_heads_of_tables_are_read() {
    let rows = |separator: &str| {
        let row = |at: i32| {
            [format!("{at}"), format!("50.{:04}", 10 * at + 1000), "7.1".to_owned()].join(separator) + "\n"
        };
        (0..20).map(row).collect::<String>()
    };
    for (head, separator) in [
        ("time,Latitude (deg),Longitude (deg)\n", ","),
        ("time;GPS_Lat;GPS_Long\n", ";"),
        ("# made by a logger\nVersion,3\n\n\"Time\",\"latitude\",\"lng\"\n", ","),
        ("t\tlat_deg\tlon_deg\n", "\t"),
    ] {
        let file = read(&(head.to_owned() + &rows(separator)));
        assert!((Track::new(&file.spec).unwrap().length_m() - 19.0 * 111.2).abs() < 3.0, "{head}");
    }
}

/// A hilly circuit, written and read back: its line within 5 cm, as far as it is smoothed at all.
#[test]
fn a_track_is_written_and_read_back() {
    let station = |at: i32| {
        let angle = TAU * f64::from(at) / 120.0;
        let radius = 300.0 + 60.0 * (3.0 * angle).cos();
        Station {
            position_m: [radius * angle.cos(), radius * angle.sin()],
            height_m: 300.0 + 10.0 * angle.sin(),
            ..Station::flat([5.0; 2])
        }
    };
    let made = Track::closed(&(0..120).map(station).collect::<Vec<_>>()).unwrap();
    let files = [
        read(&geographic::write(&made, MIDDLE)),
        gpx::parse("t.gpx", gpx::write(&made, MIDDLE).as_bytes()).unwrap(),
    ];
    assert_eq!(files[0].spec.stations, files[1].spec.stations);
    let file = &files[0];
    let read = Track::new(&file.spec).unwrap();
    assert!(file.spec.is_closed && (read.length_m() - made.length_m()).abs() < 0.05);
    // The plane's origin is another one: by the place in the notes.
    let note = file.notes.iter().find(|note| note.starts_with("projected about latitude ")).unwrap();
    let numbers: Vec<f64> = note.split([' ', ',', ':']).filter_map(|word| word.parse().ok()).collect();
    let from = LocalPlane::new(Coordinates { latitude_deg: numbers[0], longitude_deg: numbers[1] }, 300.0);
    let to = LocalPlane::new(MIDDLE, 300.0);
    let mut worst = [0.0f64; 2];
    for station in &file.spec.stations {
        let place = made.locate(to.position_m(from.place(station.position_m)), None);
        worst[0] = worst[0].max(place.lateral_offset_m.abs());
        worst[1] = worst[1].max((station.height_m - made.at(place.distance_m).height_m).abs());
    }
    assert!(worst[0] < 0.05 && worst[1] < 0.05, "{worst:?}");
}

#[test]
fn of_a_gpx_file_the_largest_track_or_a_route_is_read() {
    let points = |tag: &str, count: i32| {
        let point = |at: i32| {
            format!("<{tag} lat=\"{}\" lon=\"7\"><ele>1</ele></{tag}>", 50.0 + 1e-3 * f64::from(at))
        };
        (0..count).map(point).collect::<String>()
    };
    let segment = |count| format!("<trkseg>{}</trkseg>", points("trkpt", count));
    let gpx = |inner: &str| {
        gpx::parse(
            "t.gpx",
            format!("<gpx xmlns=\"http://www.topografix.com/GPX/1/1\">{inner}</gpx>").as_bytes(),
        )
    };
    let file =
        gpx(&format!("<trk>{}</trk><trk><name>long &amp; wide</name>{}</trk>", segment(5), segment(30)))
            .unwrap();
    assert_eq!(file.spec.name, "long & wide");
    assert!(file.notes[0].contains("2 tracks: the one of most points"));
    assert!((Track::new(&file.spec).unwrap().length_m() - 29.0 * 111.2).abs() < 5.0);
    assert!(gpx(&format!("<rte>{}</rte>", points("rtept", 10))).is_ok());
    for (inner, says) in [
        ("", "the element <gpx> without a track"),
        ("<trk><trkseg/></trk>", "0 different points; must be at least 4 points"),
        (
            "<trk><trkseg><trkpt lat=\"91\" lon=\"x\"><ele>high</ele></trkpt></trkseg></trk>",
            "trkpt.lat: got `91`; must be a number between -89.9 and 89.9",
        ),
        ("<trk><trkseg><trkpt lat=\"1\"/></trkseg></trk>", "trkpt.lon: missing"),
        ("<trk><trkseg><trkpt lat=\"1\" lon=\"1\"><ele>high</ele></trkpt></trkseg></trk>", "ele: got `high`"),
    ] {
        let error = gpx(inner).unwrap_err().to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn what_is_no_log_is_refused() {
    let same = "lat,lon\n".to_owned() + &"50,7\n".repeat(10);
    for (text, says) in [
        ("", "an empty file"),
        ("x_m,y_m\n1,2\n", "no columns of latitude and longitude"),
        ("lat,lon\n1,2\n", "1 different points"),
        (same.as_str(), "1 different points; must be at least 4"),
        ("lat,lon\n50,7\n50,7.001\n50,7.002\n50,7.003\n50,17\n50,17.001\n", "a line of 71"),
        ("lat,lon,alt\n50,7,x\n95,7,1\n50,nan,1\n", "line 2: height: got `x`"),
        ("lat,lon,alt\n50,7,x\n95,7,1\n50,nan,1\n", "line 3: latitude: got `95`"),
        ("lat,lon,alt\n50,7,x\n95,7,1\n50,nan,1\n", "line 4: longitude: got `nan`"),
    ] {
        let error = error(text);
        assert!(error.contains(says), "{says}: {error}");
    }
    // Half of the earth is no track.
    assert!(error("lat,lon\n0,0\n0,90\n0,180\n0,-90\n10,20\n").contains("must be"));
}
