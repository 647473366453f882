//! Live telemetry while somebody drives.
#![allow(clippy::disallowed_methods)]

use std::net::UdpSocket;
use std::time::Duration;

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::feed::LiveFeed;
use skidpad_core::controls::{Controls, Gear};
use skidpad_formats::live::Target;
use skidpad_world::scene::Scene;

fn full_throttle() -> Controls {
    Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() }
}

/// A dashboard gets the player's car sixty times a second, whatever the frames, also after another model was chosen; and the drive is
/// the same to the bit.
#[test]
fn a_dashboard_sees_the_players_car() {
    let listener = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let target: Target = format!("udp://:{port}/forza-dash").parse().unwrap();
    let car = Choice::preset("two_track", "boxster-s").unwrap();
    let drive = |listens: bool| {
        let mut drive = Drive::new(Scene::straight(), &car).unwrap();
        if listens {
            drive.set_live(LiveFeed::open(std::slice::from_ref(&target)).unwrap());
        }
        let second = |drive: &mut Drive| {
            for _ in 0..72 {
                drive.frame(1.0 / 72.0, &full_throttle());
            }
        };
        second(&mut drive);
        let other = drive.player().choice().in_model("spatial").unwrap();
        drive.tune(&other).unwrap();
        second(&mut drive);
        (drive.hash(), drive.player().seen().speed_m_s())
    };
    let (alone, watched) = (drive(false), drive(true));
    assert_eq!(alone.0, watched.0);
    let (mut buffer, mut packets) = ([0; 400], 0);
    let mut last_m_s = 0.0;
    listener.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    while let Ok(length) = listener.recv(&mut buffer) {
        assert_eq!(length, 311);
        last_m_s = f64::from(f32::from_le_bytes(buffer[244..248].try_into().unwrap()));
        packets += 1;
    }
    assert!((118..=122).contains(&packets), "{packets}");
    assert!((last_m_s - watched.1).abs() < 0.3, "{last_m_s} of {}", watched.1);
}

#[test]
fn a_host_without_an_address_is_refused_by_its_target() {
    let unknown: Target = "udp://no\0host:1/outsim".parse().unwrap();
    let error = LiveFeed::open(&[unknown]).unwrap_err().to_string();
    assert!(error.starts_with("udp://no\0host:1/outsim?rate=60: "), "{error}");
}
