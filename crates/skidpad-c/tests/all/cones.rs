//! Cones through C: laid out, hit, read and put back.

use std::ptr::null_mut;

use skidpad_c::*;

use crate::live::{Live, message, released, written};

const CONES: [SkidpadCone; 3] = [
    SkidpadCone { position_m: [12.0, 0.2] },
    SkidpadCone { position_m: [20.0, 6.0] },
    SkidpadCone { position_m: [30.0, -0.3] },
];
const NONE: SkidpadConeState = SkidpadConeState {
    position_m: [7.0; 2],
    yaw_rad: 7.0,
    velocity_m_s: [7.0; 2],
    yaw_rate_rad_s: 7.0,
    is_hit: 7,
    is_flat: 7,
};
const FAST: SkidpadPlacement = SkidpadPlacement { position_m: [0.0; 2], heading_rad: 0.0, speed_m_s: 20.0 };

fn site() -> SkidpadSiteOptions {
    SkidpadSiteOptions { cones: CONES.as_ptr(), cone_count: 3, ..written(skidpad_site_options) }
}

fn standing() -> [SkidpadConeState; 3] {
    CONES.map(|cone| SkidpadConeState {
        position_m: cone.position_m,
        yaw_rad: 0.0,
        velocity_m_s: [0.0; 2],
        yaw_rate_rad_s: 0.0,
        is_hit: 0,
        is_flat: 0,
    })
}

#[test]
fn a_car_throws_the_cones_in_its_way_in_a_world_as_in_a_fleet() {
    let (car, mut world, mut fleet, site) =
        (Live::of(c"mx5-nd-2016", c"two_track", FAST), null_mut(), null_mut(), site());
    let options =
        SkidpadFleetOptions { site: &site, placements: &FAST, threads: 1, ..written(skidpad_fleet_options) };
    let (mut id, mut count, mut states, mut of_fleet) = (0, 0, [NONE; 3], [NONE; 3]);
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(skidpad_world_new(&site, &mut world), SkidpadStatus::Ok, "{}", message());
        assert_eq!(skidpad_world_cones(world, states.as_mut_ptr(), 3, &mut count), SkidpadStatus::Ok);
        assert_eq!((count, states), (3, standing()));
        assert_eq!(skidpad_world_add(world, car.0, &mut id), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_set_controls(world, id, &released()), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_new(car.0, 1, &options, &mut fleet), SkidpadStatus::Ok, "{}", message());
        let (mut hits, mut cone_m_s) = (0, 0.0);
        for _ in 0..150 {
            assert_eq!(skidpad_world_step(world, 0.01), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_step(fleet, 0.01, 1), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_impacts(fleet, null_mut(), &mut cone_m_s, 1), SkidpadStatus::Ok);
            hits += u32::from(cone_m_s > 0.0);
        }
        assert!(hits >= 2, "{hits} steps with a cone");
        assert_eq!(skidpad_world_cones(world, states.as_mut_ptr(), 3, &mut count), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_cones(fleet, 0, of_fleet.as_mut_ptr(), 3, &mut count), SkidpadStatus::Ok);
        assert_eq!(states, of_fleet);
        assert_eq!(states.map(|cone| cone.is_hit), [1, 0, 1]);
        assert!(states[0].position_m[0] > 12.5 && states[1] == standing()[1], "{states:?}");
        let mut hashes = [0; 2];
        assert_eq!(skidpad_world_hash(world, &mut hashes[0]), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_reset_cones(world), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_hash(world, &mut hashes[1]), SkidpadStatus::Ok);
        assert_ne!(hashes[0], hashes[1], "cones are a part of the world");
        assert_eq!(skidpad_fleet_reset(fleet, &1, 1), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_cones(world, states.as_mut_ptr(), 3, &mut count), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_cones(fleet, 0, of_fleet.as_mut_ptr(), 3, &mut count), SkidpadStatus::Ok);
        assert_eq!((states, of_fleet), (standing(), standing()));
        assert_eq!(
            (skidpad_world_free(world), skidpad_fleet_free(fleet)),
            (SkidpadStatus::Ok, SkidpadStatus::Ok)
        );
    }
}

#[test]
fn cones_are_refused_where_they_cannot_stand_or_be_copied() {
    let (car, mut world, mut fleet, mut count, mut states) =
        (Live::new(), null_mut(), null_mut(), 0, [NONE; 3]);
    let mut bad = CONES;
    bad[1].position_m[1] = f64::NAN;
    // SAFETY: all pointers are valid; headers of freed handles stay readable.
    unsafe {
        let on = SkidpadSiteOptions { cones: bad.as_ptr(), ..site() };
        assert_eq!(skidpad_world_new(&on, &mut world), SkidpadStatus::OutOfRange);
        assert_eq!(message(), "site.cones[1].position_m[1] = NaN: must be -1000000 to 1000000");
        let on = SkidpadSiteOptions { cones: std::ptr::null(), ..site() };
        assert_eq!(skidpad_world_new(&on, &mut world), SkidpadStatus::NullPointer);
        assert!(world.is_null());
        let site = site();
        assert_eq!(skidpad_world_new(&site, &mut world), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_cones(world, states.as_mut_ptr(), 2, &mut count), SkidpadStatus::WrongSize);
        assert_eq!((count, states), (3, [NONE; 3]));
        let plain = SkidpadFleetOptions { site: &site, ..written(skidpad_fleet_options) };
        for (meets, cones) in [(1, 3), (0, 0)] {
            let options = SkidpadFleetOptions { meets, ..plain };
            assert_eq!(skidpad_fleet_new(car.0, 2, &options, &mut fleet), SkidpadStatus::Ok, "{}", message());
            assert_eq!(skidpad_fleet_cones(fleet, 1, null_mut(), 0, &mut count), SkidpadStatus::Ok);
            assert_eq!(count, cones);
            assert_eq!(skidpad_fleet_cones(fleet, 2, null_mut(), 0, &mut count), SkidpadStatus::NoSuchCar);
            assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        }
        assert_eq!(skidpad_fleet_cones(fleet, 0, null_mut(), 0, &mut count), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_world_free(world), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_reset_cones(world), SkidpadStatus::InvalidHandle);
        assert_eq!(
            skidpad_world_cones(world, states.as_mut_ptr(), 3, &mut count),
            SkidpadStatus::InvalidHandle
        );
    }
}
