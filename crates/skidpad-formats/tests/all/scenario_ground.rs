//! The ground of a scenario: areas, bumps, maps beside the file.

use skidpad_formats::Outside;
use skidpad_formats::scenario::{parse, read};

const GROUND: &str = r#"
car = "c"
model = "m"
dt_s = 0.01
duration_s = 1

[[ground]]
x = "40 m"
y = -2
length = 30
width = "4 m"
heading = "10 deg"
grip = 0.2
height = "-2 cm"

[[ground]]
x = 0
y = 0
radius = 5
rolling = 3

[[controls]]
t_s = 0
"#;

#[test]
fn ground_lies_where_the_file_says() {
    let ground = parse("g.toml", GROUND.as_bytes()).unwrap().ground;
    let [under, disc, beside] = [[40.0, -2.0], [3.0, 3.9], [3.0, 4.1]].map(|place| ground.under(place));
    assert_eq!((under.grip, under.rolling, under.height_m), (0.2, 1.0, -0.02));
    assert_eq!((disc.grip, disc.rolling), (1.0, 3.0));
    assert_eq!((beside.grip, beside.rolling), (1.0, 1.0));
    // Turned by 10 degrees its far end lies to the left.
    assert_eq!(ground.under([54.0, 0.5]).grip, 0.2);
    assert_eq!(ground.under([54.0, -3.5]).grip, 1.0);
}

#[test]
fn ground_that_cannot_be_is_named() {
    for (from, to, says) in [
        ("x = \"40 m\"\n", "", "ground[0].x: missing; must be given"),
        ("width = \"4 m\"", "", "ground[0].width: missing"),
        ("length = 30\n", "", "or radius for a disc"),
        ("grip = 0.2", "grip = -1", "ground[0].grip: got -1; must be"),
        ("grip = 0.2", "grip = nan", "ground[0].grip: got nan"),
        ("grip = 0.2", "gripp = 0.2", "did you mean `grip`?"),
        ("rolling = 3", "", "ground[1].grip: missing; must be given, or rolling, or height"),
        (
            "radius = 5",
            "radius = 5\nwidth = 3",
            "ground[1].width: got 3; must be omitted, as `radius` is given",
        ),
        ("rolling = 3", "map = \"a.csv\"", "ground[1].x: got 0; must be omitted, as `map` is given"),
    ] {
        let text = GROUND.replacen(from, to, 1);
        assert_ne!(text, GROUND);
        let error = parse("g.toml", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn a_map_lies_beside_its_scenario() {
    let folder = std::env::temp_dir().join("skidpad-formats-a-map");
    // What an earlier run left would be found.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (head, tail) = GROUND.split_at(GROUND.find("[[ground]]").unwrap());
    let controls = &tail[tail.find("[[controls]]").unwrap()..];
    let scenario = folder.join("s.toml");
    std::fs::write(&scenario, format!("{head}[[ground]]\nmap = \"m.csv\"\n\n{controls}")).unwrap();
    let missing = read(&scenario, Outside::Refused).unwrap_err().to_string();
    assert!(missing.contains("ground[0].map") && missing.contains("file not found"), "{missing}");
    std::fs::write(folder.join("m.csv"), "x_m,y_m,grip\n0,0,1\n10,0,0.5\n0,10,1\n10,10,0.5\n").unwrap();
    let ground = read(&scenario, Outside::Refused).unwrap().ground;
    assert_eq!(ground.under([5.0, 2.0]).grip, 0.75);
    assert_eq!(ground.under([11.0, 2.0]).grip, 1.0);
    std::fs::write(folder.join("m.csv"), "x_m,y_m,grip\n0,0,1\n10,0,0.5\n0,10,1\n").unwrap();
    let wrong = read(&scenario, Outside::Refused).unwrap_err().to_string();
    assert!(wrong.contains("a node at each of these 4 places"), "{wrong}");
}

/// Maps were declared to have up to 32 MiB each, and refused above 1 MiB as every other text.
#[test]
fn a_map_of_more_than_one_mebibyte_is_read() {
    let folder = std::env::temp_dir().join("skidpad-formats-a-large-map");
    std::fs::create_dir_all(&folder).unwrap();
    let (head, tail) = GROUND.split_at(GROUND.find("[[ground]]").unwrap());
    let controls = &tail[tail.find("[[controls]]").unwrap()..];
    let nodes = (0..200).flat_map(|y| (0..400).map(move |x| format!("{x}.000000,{y}.0,0.5\n")));
    let map: String = std::iter::once(String::from("x_m,y_m,grip\n")).chain(nodes).collect();
    assert!(map.len() > 1 << 20);
    std::fs::write(folder.join("m.csv"), &map).unwrap();
    std::fs::write(folder.join("s.toml"), format!("{head}[[ground]]\nmap = \"m.csv\"\n\n{controls}"))
        .unwrap();
    let scenario = read(&folder.join("s.toml"), Outside::Refused).unwrap();
    assert_eq!(scenario.ground.under([100.0, 100.0]).grip, 0.5);
    assert_eq!(scenario.paths, ["s.toml", "m.csv"].map(|name| folder.join(name)));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A scenario of a few kB could have 1,000 maps of 32 MiB each read into memory.
#[test]
fn all_maps_of_a_scenario_together_have_a_limit() {
    let folder = std::env::temp_dir().join("skidpad-formats-many-maps");
    std::fs::create_dir_all(&folder).unwrap();
    let (head, tail) = GROUND.split_at(GROUND.find("[[ground]]").unwrap());
    let controls = &tail[tail.find("[[controls]]").unwrap()..];
    // Most of a map may be blank, which is read quickly.
    let map = format!("x_m,y_m,grip\n0,0,1\n1,0,1\n0,1,1\n1,1,1{}\n", " ".repeat(12 << 20));
    std::fs::write(folder.join("m.csv"), map).unwrap();
    let scenario = |maps: usize| {
        let maps = "[[ground]]\nmap = \"m.csv\"\n\n".repeat(maps);
        std::fs::write(folder.join("s.toml"), format!("{head}{maps}{controls}")).unwrap();
        read(&folder.join("s.toml"), Outside::Refused)
    };
    assert_eq!(scenario(2).unwrap().paths.len(), 3);
    let error = scenario(3).unwrap_err().to_string();
    assert!(error.contains("ground[2].map") && error.contains("together they may have 32 MiB"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}
