//! Live telemetry: packets by the offsets of the published documents, and their addresses.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::step::Dt;
use skidpad_formats::live::{
    Beat, DASH_BYTES, HORIZON_BYTES, MOTORSPORT_BYTES, OUTGAUGE_BYTES, OUTSIM_BYTES, PacketFormat,
    SLED_BYTES, Target,
};
use skidpad_formats::presets::preset;
use skidpad_models::MODELS;
use skidpad_world::live::{LiveCar, LiveSample};
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::track::{Track, track_by_name};
use skidpad_world::world::{Member, Site, World};

/// A car that brakes in a bend to the left, on a heading, after some seconds.
fn sample(model: &str, heading_rad: f64) -> LiveSample {
    let (model, preset) = (MODELS.by_name(model).unwrap(), preset("boxster-s").unwrap());
    let vehicle = preset.spec.validate().unwrap();
    let initial = [(model.speed, 20.0), ("yaw_rad", heading_rad), ("x_m", 30.0), ("y_m", 12.0)];
    let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
    let car = model.begin(&CarChoice::Vehicle(&vehicle), &begin).unwrap();
    let mut world = World::new(Site::asphalt());
    let id = world.add(Member { car, body: None }).unwrap();
    let mut live = LiveCar::new(model, Some(&vehicle));
    let controls = Controls {
        brake: 0.2,
        steer_rad: 0.05,
        handbrake: 0.1,
        gear: Gear::Automatic,
        ..Controls::default()
    };
    world.set_request(id, Request::from_command(sanitise(&controls).0));
    for _ in 0..100 {
        world.step(Dt::new(0.01).unwrap());
        live.follow(&world, id);
    }
    live.sample(&world, id, None).unwrap()
}

struct Read<'a>(&'a [u8]);

impl Read<'_> {
    fn f32(&self, at: usize) -> f64 {
        f64::from(f32::from_le_bytes(self.0[at..at + 4].try_into().unwrap()))
    }
    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.0[at..at + 4].try_into().unwrap())
    }
    fn i32(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.0[at..at + 4].try_into().unwrap())
    }
    fn near(&self, at: usize, expected: f64) {
        let found = self.f32(at);
        assert!((found - expected).abs() < 1e-5 * (1.0 + expected.abs()), "at {at}: {found}, not {expected}");
    }
}

#[test]
fn packets_have_the_lengths_of_their_documents() {
    let sample = sample("two_track", 0.0);
    let lengths = [OUTGAUGE_BYTES, OUTSIM_BYTES, SLED_BYTES, DASH_BYTES, MOTORSPORT_BYTES, HORIZON_BYTES];
    for (format, length) in PacketFormat::ALL.into_iter().zip(lengths) {
        assert_eq!(format.packet(&sample, "boxster-s").len(), length, "{format:?}");
    }
    assert_eq!(lengths, [96, 68, 232, 311, 331, 324]);
}

#[test]
fn outgauge_shows_speed_engine_gear_pedals_and_lamps() {
    let sample = sample("two_track", 0.4);
    let packet = PacketFormat::OutGauge.packet(&sample, "boxster-s");
    let read = Read(&packet);
    assert_eq!((read.u32(0), &packet[4..8]), (1000, b"box\0".as_slice()));
    assert_eq!((packet[10], packet[11]), (sample.gear as u8 + 1, 0));
    read.near(12, sample.speed_m_s());
    read.near(16, sample.engine.speed_rad_s * 60.0 / (2.0 * std::f64::consts::PI));
    // ABS, traction control, battery, handbrake and the shift light are there; the handbrake is on.
    assert_eq!(read.u32(40), 1 + 4 + 16 + 512 + 1024);
    assert_eq!(read.u32(44) & (1 + 4 + 512), 4);
    [(48, 0.0), (52, 0.2), (56, 0.0)].into_iter().for_each(|(at, pedal)| read.near(at, pedal));
}

/// Live for Speed's car that heads along +y of its world has Skidpad's heading 0.
#[test]
fn outsim_has_the_motion_along_axes_of_its_own() {
    for heading_rad in [0.0, 1.2, -2.0] {
        for model in ["two_track_sprung", "spatial"] {
            let sample = sample(model, heading_rad);
            let packet = PacketFormat::OutSim.packet(&sample, "");
            let read = Read(&packet);
            // It turns to the left, leans to the right, and dives.
            assert!(read.f32(12) > 0.1 && read.f32(24) > 0.005 && read.f32(20) < -0.001, "{model}");
            let [right, ahead] = [read.f32(40), read.f32(44)];
            let heading = read.f32(16);
            let forwards_m_s = -right * heading.sin() + ahead * heading.cos();
            let speed = sample.speed_m_s();
            assert!((forwards_m_s / speed - 1.0).abs() < 0.01, "{model}: {forwards_m_s} of {speed}");
            // The acceleration is to the left, and back.
            let [right, ahead] = [read.f32(28), read.f32(32)];
            let [back, left] = [
                right * heading.sin() - ahead * heading.cos(),
                -right * heading.cos() - ahead * heading.sin(),
            ];
            assert!(left > 1.0 && back > 0.5, "{model}: {left} {back}");
            let [x, y, _] = sample.pose.position_m;
            assert!((f64::from(read.i32(52)) / 65536.0 + y).abs() < 1e-4);
            assert!((f64::from(read.i32(56)) / 65536.0 - x).abs() < 1e-4);
        }
    }
}

#[test]
fn forza_has_the_motion_along_axes_of_the_car() {
    for heading_rad in [0.0, 2.5] {
        for model in ["two_track", "spatial"] {
            let sample = sample(model, heading_rad);
            let packet = PacketFormat::ForzaDash.packet(&sample, "");
            let read = Read(&packet);
            assert_eq!((read.i32(0), read.u32(4)), (1, 1000));
            let rpm = |rad_s: f64| rad_s * 60.0 / (2.0 * std::f64::consts::PI);
            read.near(8, rpm(sample.engine.redline_rad_s));
            read.near(16, rpm(sample.engine.speed_rad_s));
            // To the left is -x; forwards is z; it brakes.
            assert!(read.f32(20) < -1.0 && read.f32(28) < -0.5, "{model}");
            let speed = sample.speed_m_s();
            assert!((read.f32(40) / speed - 1.0).abs() < 0.01, "{model}");
            // The rate of yaw is positive to the right, and so is yaw.
            assert!(read.f32(48) < -0.1, "{model}");
            let [heading, _, _] = sample.attitude_rad();
            read.near(56, -heading);
            if model == "spatial" {
                // It dives and leans to the right.
                assert!(read.f32(60) > 0.001 && read.f32(64) < -0.005, "{model}");
            }
            for (index, wheel) in sample.wheels.iter().enumerate() {
                read.near(100 + 4 * index, wheel.spin_rad_s);
                read.near(84 + 4 * index, wheel.slip_over_peak);
                // In a bend to the left its wheels move to their right.
                assert!(wheel.slip_angle_rad < 0.0 && read.f32(164 + 4 * index) > 0.0, "{model}");
                assert!((0.0..=1.0).contains(&read.f32(68 + 4 * index)), "{model}");
            }
            assert_eq!(read.i32(224), 1, "a car with rear-wheel drive");
            read.near(244, speed);
            read.near(232, -sample.pose.position_m[1]);
            assert_eq!(&packet[303..307], &[0, 51, 0, 26], "throttle, brake, clutch, handbrake");
            assert_eq!(packet[307] as i32, sample.gear);
            assert!((packet[308] as i8) < 0, "steered to the left");
            // Horizon has twelve bytes more before the position.
            let horizon = PacketFormat::ForzaHorizon.packet(&sample, "");
            assert_eq!((&horizon[..232], &horizon[244..323]), (&packet[..232], &packet[232..]));
        }
    }
}

/// Without springs a model has no height of its own: OutSim had such a car on the plane below its hill.
#[test]
fn a_car_on_a_hill_is_as_high_as_its_road() {
    let track = Track::new(&track_by_name("hill-climb").unwrap()).unwrap();
    let at = track.at(0.5 * track.length_m());
    let model = MODELS.by_name("two_track").unwrap();
    let vehicle = preset("boxster-s").unwrap().spec.validate().unwrap();
    let [x_m, y_m] = at.position_m;
    let initial = [("x_m", x_m), ("y_m", y_m), ("yaw_rad", at.heading_rad)];
    let begin = Begin { gear: Gear::Neutral, initial: &initial, method: None };
    let car = model.begin(&CarChoice::Vehicle(&vehicle), &begin).unwrap();
    let mut world = World::new(Site::asphalt().with_track(track));
    let id = world.add(Member { car, body: None }).unwrap();
    let pose = LiveCar::new(model, Some(&vehicle)).sample(&world, id, None).unwrap().pose;
    assert!((pose.position_m[2] - at.height_m).abs() < 0.01, "{pose:?} at {} m", at.height_m);
    let [_, _, climbs] = pose.to_world([1.0, 0.0, 0.0]);
    assert!(
        (climbs - at.grade / Real::hypot(at.grade, 1.0)).abs() < 1e-3,
        "{climbs}, the grade is {}",
        at.grade
    );
}

#[test]
fn addresses_are_read_and_wrong_ones_are_refused_with_what_is_right() {
    let target: Target = "udp://:4444/outsim".parse().unwrap();
    assert_eq!(target.to_string(), "udp://127.0.0.1:4444/outsim?rate=60");
    let target: Target = "udp://[::1]:9/forza-dash?rate=30".parse().unwrap();
    assert_eq!((target.host.as_str(), target.rate_hz), ("::1", 30));
    assert_eq!(target.to_string().parse::<Target>().unwrap(), target);
    for (wrong, says) in [
        ("localhost:4444/outsim", "must begin with udp://"),
        ("tcp://localhost:4444/outsim", "must begin with udp://"),
        ("udp://localhost:4444", "no format; must be one of outgauge, outsim, forza-sled"),
        ("udp://localhost/outsim", "no port"),
        ("udp://localhost:0/outsim", "the port must be a number from 1 to 65535"),
        ("udp://localhost:99999/outsim", "the port must be"),
        ("udp://localhost:1/outsims", "unknown format; must be one of"),
        ("udp://localhost:1/outsim?rate=0", "rate=HZ, from 1 to 1000"),
        ("udp://localhost:1/outsim?id=4", "rate=HZ, from 1 to 1000"),
    ] {
        let error = wrong.parse::<Target>().unwrap_err().to_string();
        assert!(error.contains(says) && error.contains(wrong), "{error}");
    }
}

/// On the beat whatever the steps; at once after a pause, and for a car that is put back to its start.
#[test]
fn packets_are_due_at_their_rate() {
    for steps_hz in [60, 72, 120, 1000] {
        let mut beat = Beat::new(50);
        let times: Vec<f64> = (0..=steps_hz).map(|step| f64::from(step) / f64::from(steps_hz)).collect();
        let due: Vec<f64> = times.into_iter().filter(|time_s| beat.is_due(*time_s)).collect();
        assert_eq!(due.len(), 51, "{steps_hz} Hz");
        let near = |pair: &[f64]| (pair[1] - pair[0] - 0.02).abs() <= 1.001 / f64::from(steps_hz);
        assert!(due.windows(2).all(near), "{due:?}");
    }
    let mut beat = Beat::new(60);
    assert!(beat.is_due(0.0) && beat.is_due(5.0) && !beat.is_due(5.005) && beat.is_due(0.0));
}
