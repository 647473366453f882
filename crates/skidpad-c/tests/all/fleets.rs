//! Fleets through C: each car has the bits of a car alone in a world, on any site, and bad input is refused.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use skidpad_c::*;

use crate::live::{Live, message, released, written};

/// Models of fleets with a preset of theirs.
const MODELS: [(&CStr, &CStr); 7] = [
    (c"kinematic", c"mx5-nd-2016"),
    (c"motorcycle", c"cbr1000rr"),
    (c"single_track", c"mx5-nd-2016"),
    (c"spatial", c"mx5-nd-2016"),
    (c"two_track", c"boxster-s"),
    (c"two_track_magic", c"mx5-nd-2016"),
    (c"two_track_sprung", c"fr-s-2013"),
];
const STARTS: [SkidpadPlacement; 3] = [
    SkidpadPlacement { position_m: [0.0, 0.0], heading_rad: 0.0, speed_m_s: 0.0 },
    SkidpadPlacement { position_m: [-5.0, 1.0], heading_rad: 0.2, speed_m_s: 15.0 },
    SkidpadPlacement { position_m: [10.0, -3.0], heading_rad: -0.4, speed_m_s: 25.0 },
];
const THROTTLES: [f64; 3] = [0.9, 0.3, 0.0];
const STEERING_RAD: [f64; 3] = [0.05, -0.02, 0.0];

/// A site: a wet patch, a bump, a wall, a slope, gusts in warm air. Its parts live as long as it.
struct Rough {
    ground: *mut SkidpadGround,
    surface: SkidpadSurface,
    walls: [SkidpadWall; 2],
    weather: SkidpadWeather,
}

impl Rough {
    fn new() -> Self {
        let area = SkidpadArea { centre_m: [12.0, 0.0], heading_rad: 0.3, size_m: [8.0, 6.0], radius_m: 0.0 };
        let bump = SkidpadArea { centre_m: [20.0, 0.0], radius_m: 5.0, ..area };
        let mut ground = null_mut();
        // SAFETY: all pointers are valid.
        unsafe {
            assert_eq!(skidpad_ground_new(null(), &mut ground), SkidpadStatus::Ok);
            assert_eq!(skidpad_ground_add_patch(ground, &area, &0.4, null()), SkidpadStatus::Ok);
            assert_eq!(skidpad_ground_add_bump(ground, &bump, 0.05), SkidpadStatus::Ok);
        }
        let wall = |y_m: f64| SkidpadWall {
            from_m: [-50.0, y_m],
            to_m: [200.0, y_m],
            restitution: 0.2,
            friction: 0.5,
        };
        let weather = SkidpadWeather {
            wind_m_s: [6.0, -3.0],
            gust_deviation_m_s: 2.0,
            gust_time_scale_s: 1.0,
            gust_seed: 7,
            temperature_k: 308.0,
            pressure_pa: 95_000.0,
        };
        let surface = SkidpadSurface { slope_rad: 0.03, ..written(skidpad_surface_asphalt) };
        Self { ground, surface, walls: [wall(-8.0), wall(8.0)], weather }
    }

    fn options(&self) -> SkidpadSiteOptions {
        SkidpadSiteOptions {
            surface: &self.surface,
            ground: self.ground,
            walls: self.walls.as_ptr(),
            wall_count: self.walls.len(),
            weather: &self.weather,
            ..written(skidpad_site_options)
        }
    }
}

impl Drop for Rough {
    fn drop(&mut self) {
        // SAFETY: the ground is alive, and nobody else uses it.
        assert_eq!(unsafe { skidpad_ground_free(self.ground) }, SkidpadStatus::Ok);
    }
}

/// Names of the states of a car's model.
fn states_of(car: &Live) -> Vec<[std::ffi::c_char; SKIDPAD_CHANNEL_NAME_SIZE]> {
    let mut count = 0;
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(skidpad_car_channel_count(car.0, &mut count), SkidpadStatus::Ok);
        let infos = (0..count).map(|index| {
            let mut info = MaybeUninit::<SkidpadChannelInfo>::uninit();
            assert_eq!(skidpad_car_channel_info(car.0, index, info.as_mut_ptr()), SkidpadStatus::Ok);
            info.assume_init()
        });
        infos.filter(|info| info.kind == SKIDPAD_CHANNEL_STATE).map(|info| info.name).collect()
    }
}

/// The states of a car that drives alone in a world on a site, and whether it met a wall.
fn alone(car: &Live, site: &SkidpadSiteOptions, controls: &SkidpadControls, steps: u32) -> (Vec<f64>, bool) {
    let (mut world, mut id, mut copy, mut events) = (null_mut(), 0, null_mut(), 0);
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(skidpad_world_new(site, &mut world), SkidpadStatus::Ok, "{}", message());
        assert_eq!(skidpad_world_add(world, car.0, &mut id), SkidpadStatus::Ok, "{}", message());
        assert_eq!(skidpad_world_set_controls(world, id, controls), SkidpadStatus::Ok);
        (0..steps).for_each(|_| assert_eq!(skidpad_world_step(world, 0.01), SkidpadStatus::Ok));
        let mut event = [SkidpadEvent::default(); 64];
        assert_eq!(skidpad_world_take_events(world, event.as_mut_ptr(), 64, &mut events), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_car_clone(world, id, &mut copy), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_free(world), SkidpadStatus::Ok);
        let copy = Live(copy);
        let value = |name: &[std::ffi::c_char; SKIDPAD_CHANNEL_NAME_SIZE]| {
            let mut value = 0.0;
            assert_eq!(skidpad_car_value(copy.0, name.as_ptr(), &mut value), SkidpadStatus::Ok);
            value
        };
        let has_met = event[..events].iter().any(|event| event.kind == SKIDPAD_EVENT_MET);
        (states_of(&copy).iter().map(value).collect(), has_met)
    }
}

#[test]
fn each_model_drives_in_a_fleet_as_alone_in_a_world() {
    let mut meetings = 0;
    for (model, preset) in MODELS {
        let (rough, mut fleet) = (Rough::new(), null_mut());
        let site = rough.options();
        let options = SkidpadFleetOptions {
            site: &site,
            placements: STARTS.as_ptr(),
            threads: 2,
            ..written(skidpad_fleet_options)
        };
        let (car, mut walls_m_s, mut most_m_s) = (Live::of(preset, model, STARTS[0]), [0.0; 3], [0.0_f64; 3]);
        // SAFETY: all pointers are valid.
        unsafe {
            assert_eq!(skidpad_fleet_new(car.0, 3, &options, &mut fleet), SkidpadStatus::Ok, "{}", message());
            for (name, values) in [(c"throttle", &THROTTLES), (c"steer_rad", &STEERING_RAD)] {
                let status = skidpad_fleet_set_command(fleet, name.as_ptr(), values.as_ptr(), 3);
                assert_eq!(status, SkidpadStatus::Ok);
            }
            for _ in 0..150 {
                assert_eq!(skidpad_fleet_step(fleet, 0.01, 1), SkidpadStatus::Ok);
                let status = skidpad_fleet_impacts(fleet, walls_m_s.as_mut_ptr(), null_mut(), 3);
                assert_eq!(status, SkidpadStatus::Ok);
                most_m_s =
                    std::array::from_fn(
                        |car| if walls_m_s[car] > 0.0 { walls_m_s[car] } else { most_m_s[car] },
                    );
            }
            for (index, start) in STARTS.into_iter().enumerate() {
                let (throttle, steer_rad) = (THROTTLES[index], STEERING_RAD[index]);
                let controls = SkidpadControls { throttle, steer_rad, ..released() };
                let single = Live::of(preset, model, start);
                let (expected, has_met) = alone(&single, &site, &controls, 150);
                assert_eq!(most_m_s[index] > 0.0, has_met, "{model:?}, car {index}");
                meetings += u32::from(has_met);
                for (name, expected) in states_of(&single).iter().zip(expected) {
                    let mut column = [0.0; 3];
                    let status = skidpad_fleet_states(fleet, name.as_ptr(), column.as_mut_ptr(), 3);
                    assert_eq!(status, SkidpadStatus::Ok, "{}", message());
                    let (found, name) = (column[index], CStr::from_ptr(name.as_ptr()));
                    assert_eq!(
                        found.to_bits(),
                        expected.to_bits(),
                        "{model:?}, car {index}, {name:?}: {found} {expected}"
                    );
                }
            }
            assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        }
    }
    assert!(meetings >= 5, "only {meetings} of 21 cars met a wall");
}

#[test]
fn cars_that_meet_nothing_pass_through_walls() {
    let (rough, car) = (Rough::new(), Live::new());
    let (site, start) =
        (rough.options(), SkidpadPlacement { position_m: [0.0; 2], heading_rad: 1.0, speed_m_s: 20.0 });
    let lateral_m = [1, 0].map(|meets| {
        let options =
            SkidpadFleetOptions { site: &site, placements: &start, meets, ..written(skidpad_fleet_options) };
        let (mut fleet, mut y_m, mut impact_m_s, mut run) = (null_mut(), 0.0, 1.0, 9);
        // SAFETY: all pointers are valid.
        unsafe {
            assert_eq!(skidpad_fleet_new(car.0, 1, &options, &mut fleet), SkidpadStatus::Ok, "{}", message());
            assert_eq!(skidpad_fleet_step(fleet, 0.01, 100), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_states(fleet, c"y_m".as_ptr(), &mut y_m, 1), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_impacts(fleet, null_mut(), &mut impact_m_s, 1), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_runs(fleet, &mut run, 1), SkidpadStatus::Ok);
            assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        }
        assert_eq!((impact_m_s, run), (0.0, SKIDPAD_RUN_RUNNING), "there are no cones");
        y_m
    });
    assert!(lateral_m[0] < 8.0 && lateral_m[1] > 12.0, "{lateral_m:?}");
}

#[test]
fn a_fleet_refuses_models_sites_and_numbers_with_their_reason() {
    let (car, mut fleet) = (Live::new(), null_mut());
    let brush = Live::of(c"mx5-nd-2016", c"two_track_brush", STARTS[0]);
    let (rough, plain) = (Rough::new(), written(skidpad_fleet_options));
    let (mut bad, mut windy) = (STARTS, rough.options());
    bad[2].heading_rad = f64::NAN;
    let hot = SkidpadWeather { temperature_k: 400.0, ..rough.weather };
    let hot = SkidpadSiteOptions { weather: &hot, ..rough.options() };
    let site = |site: &SkidpadSiteOptions| SkidpadFleetOptions { site, ..plain };
    let large = SkidpadSiteOptions { size: 8, ..rough.options() };
    type Case<'a> = (&'a Live, SkidpadFleetOptions, SkidpadStatus, &'a str);
    let cases: [Case<'_>; 7] = [
        (
            &brush,
            plain,
            SkidpadStatus::Refused,
            "no fleets of the model two_track_brush: make the car with one of kinematic, ",
        ),
        (&car, SkidpadFleetOptions { size: 1, ..plain }, SkidpadStatus::WrongSize, "options.size = 1"),
        (
            &car,
            SkidpadFleetOptions { threads: 1025, ..plain },
            SkidpadStatus::OutOfRange,
            "options.threads = 1025",
        ),
        (&car, SkidpadFleetOptions { meets: 2, ..plain }, SkidpadStatus::OutOfRange, "options.meets = 2"),
        (
            &car,
            SkidpadFleetOptions { placements: bad.as_ptr(), ..plain },
            SkidpadStatus::OutOfRange,
            "options.placements[2].heading_rad = NaN: must be finite",
        ),
        (&car, site(&hot), SkidpadStatus::OutOfRange, "temperature_k"),
        (&car, site(&large), SkidpadStatus::WrongSize, "site.size = 8"),
    ];
    for (car, options, status, reason) in cases {
        // SAFETY: all pointers are valid.
        let found = unsafe { skidpad_fleet_new(car.0, 3, &options, &mut fleet) };
        assert_eq!(found, status, "{reason}: {}", message());
        assert!(message().contains(reason), "{reason}: {}", message());
        assert!(fleet.is_null());
    }
    // A struct of an earlier header may be shorter: its size alone is read.
    let short = size_of::<usize>();
    // SAFETY: what is passed begins with its own size.
    let found = unsafe { skidpad_fleet_new(car.0, 3, (&raw const short).cast(), &mut fleet) };
    assert_eq!(found, SkidpadStatus::WrongSize, "{}", message());
    let mut freed = null_mut();
    // SAFETY: headers of freed handles stay readable.
    unsafe {
        assert_eq!(skidpad_ground_new(null(), &mut freed), SkidpadStatus::Ok);
        assert_eq!(skidpad_ground_free(freed), SkidpadStatus::Ok);
        windy.ground = freed;
        assert_eq!(skidpad_fleet_new(car.0, 3, &site(&windy), &mut fleet), SkidpadStatus::InvalidHandle);
        let (mut numbers, mut runs) = ([7.0; 3], [7; 3]);
        assert_eq!(skidpad_fleet_new(car.0, 3, &plain, &mut fleet), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_runs(fleet, runs.as_mut_ptr(), 2), SkidpadStatus::WrongSize);
        assert_eq!(skidpad_fleet_runs(fleet, null_mut(), 3), SkidpadStatus::NullPointer);
        let status = skidpad_fleet_impacts(fleet, numbers.as_mut_ptr(), null_mut(), 2);
        assert_eq!((status, numbers, runs), (SkidpadStatus::WrongSize, [7.0; 3], [7; 3]));
        assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_runs(fleet, runs.as_mut_ptr(), 3), SkidpadStatus::InvalidHandle);
    }
}

/// The barriers of the scene's track stood across the other one.
#[test]
fn a_scene_with_a_track_takes_no_other() {
    let (car, mut fleet, mut track) = (Live::new(), null_mut(), null_mut());
    // SAFETY: a name that ends in a NUL, and valid memory.
    assert_eq!(unsafe { skidpad_track_named(c"grand-prix".as_ptr(), &mut track) }, SkidpadStatus::Ok);
    for (scene, status) in [(c"oval", SkidpadStatus::Refused), (c"slalom", SkidpadStatus::Ok)] {
        let site = SkidpadSiteOptions { scene: scene.as_ptr(), track, ..written(skidpad_site_options) };
        let options = SkidpadFleetOptions { site: &site, ..written(skidpad_fleet_options) };
        // SAFETY: all pointers are valid.
        let found = unsafe { skidpad_fleet_new(car.0, 3, &options, &mut fleet) };
        assert_eq!(found, status, "{scene:?}: {}", message());
    }
    // SAFETY: both are alive, and nobody else uses them.
    unsafe {
        assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        assert_eq!(skidpad_track_free(track), SkidpadStatus::Ok);
    }
}

#[test]
fn a_fleet_drives_in_columns_as_single_cars_do() {
    let (car, mut fleet) = (Live::new(), null_mut());
    let (throttle, automatic, mut x_m) = ([0.2, 0.5, 0.9], [1.0; 3], [0.0; 3]);
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(skidpad_fleet_new(car.0, 0, null(), &mut fleet), SkidpadStatus::OutOfRange);
        assert_eq!(skidpad_fleet_new(car.0, 3, null(), &mut fleet), SkidpadStatus::Ok, "{}", message());
        let status = skidpad_fleet_set_command(fleet, c"throttle".as_ptr(), throttle.as_ptr(), 2);
        assert_eq!(status, SkidpadStatus::WrongSize);
        let status = skidpad_fleet_set_command(fleet, c"throtle".as_ptr(), throttle.as_ptr(), 3);
        assert_eq!(status, SkidpadStatus::UnknownName);
        for (name, values) in [(c"throttle", &throttle), (c"automatic", &automatic)] {
            assert_eq!(
                skidpad_fleet_set_command(fleet, name.as_ptr(), values.as_ptr(), 3),
                SkidpadStatus::Ok
            );
        }
        assert_eq!(skidpad_fleet_step(fleet, f64::NAN, 1), SkidpadStatus::OutOfRange);
        assert_eq!(skidpad_fleet_step(fleet, 0.01, 100), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_states(fleet, c"x_m".as_ptr(), x_m.as_mut_ptr(), 3), SkidpadStatus::Ok);
        for _ in 0..100 {
            let controls = SkidpadControls { throttle: 0.5, ..released() };
            assert_eq!(skidpad_car_step(car.0, &controls, 0.01), SkidpadStatus::Ok);
        }
        let mut alone_m = 0.0;
        assert_eq!(skidpad_car_value(car.0, c"x_m".as_ptr(), &mut alone_m), SkidpadStatus::Ok);
        assert_eq!(x_m[1].to_bits(), alone_m.to_bits(), "{x_m:?}");
        assert!(x_m[0] < x_m[1] && x_m[1] < x_m[2], "{x_m:?}");
        let mut energy = [0.0; 3];
        let status = skidpad_fleet_outputs(fleet, c"kinetic_energy_j".as_ptr(), energy.as_mut_ptr(), 3);
        assert_eq!((status, energy[2] > 0.0), (SkidpadStatus::Ok, true));
        assert_eq!(skidpad_fleet_reset(fleet, [0_u8, 1, 0].as_ptr(), 3), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_states(fleet, c"x_m".as_ptr(), x_m.as_mut_ptr(), 3), SkidpadStatus::Ok);
        assert!(x_m[1] == 0.0 && x_m[2] > 0.0, "{x_m:?}");
        assert_eq!(skidpad_fleet_free(fleet), SkidpadStatus::Ok);
        assert_eq!(skidpad_fleet_step(fleet, 0.01, 1), SkidpadStatus::InvalidHandle);
    }
}
