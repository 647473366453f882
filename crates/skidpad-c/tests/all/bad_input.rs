//! Bad input at each function: a status, a message, and nothing changed.

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use skidpad_c::*;

use crate::live::{Live, message, released};

#[test]
fn each_function_refuses_null() {
    let car = Live::new();
    let (mut number, mut size) = (0.0, 0);
    let name: *const c_char = c"x".as_ptr();
    // SAFETY: null and valid pointers are both allowed.
    let found = unsafe {
        [
            ("controls_released", skidpad_controls_released(null_mut())),
            ("surface_asphalt", skidpad_surface_asphalt(null_mut())),
            ("car_options", skidpad_car_options(null_mut())),
            ("from_preset name", skidpad_car_from_preset(null(), null(), &mut null_mut())),
            ("from_preset car", skidpad_car_from_preset(name, null(), null_mut())),
            ("from_toml", skidpad_car_from_toml(null(), null(), &mut null_mut())),
            ("from_file", skidpad_car_from_file(null(), null(), &mut null_mut())),
            ("clone", skidpad_car_clone(null(), &mut null_mut())),
            ("clone out", skidpad_car_clone(car.0, null_mut())),
            ("step car", skidpad_car_step(null_mut(), &released(), 0.01)),
            ("step controls", skidpad_car_step(car.0, null(), 0.01)),
            ("control_fault", skidpad_car_control_fault(car.0, null_mut(), 0, null_mut())),
            ("state", skidpad_car_state(car.0, null_mut())),
            ("wheels", skidpad_car_wheels(car.0, null_mut(), 4, &mut size)),
            ("model", skidpad_car_model(null(), null_mut(), 0, &mut size)),
            ("channel_count", skidpad_car_channel_count(car.0, null_mut())),
            ("channel_info", skidpad_car_channel_info(car.0, 0, null_mut())),
            ("channel_description", skidpad_car_channel_description(car.0, 0, null_mut(), 9, &mut size)),
            ("channel", skidpad_car_channel(car.0, null(), null_mut())),
            ("values", skidpad_car_values(car.0, null(), 1, &mut number)),
            ("value", skidpad_car_value(car.0, null(), &mut number)),
            ("set_surface", skidpad_car_set_surface(car.0, null())),
            ("set_ground", skidpad_car_set_ground(null_mut(), null())),
            ("teleport", skidpad_car_teleport(car.0, null())),
            ("set_motion", skidpad_car_set_motion(car.0, null())),
            ("motion", skidpad_car_motion(car.0, null_mut())),
            ("hash", skidpad_car_hash(car.0, null_mut())),
            ("save", skidpad_car_save(car.0, null_mut())),
            ("restore", skidpad_car_restore(car.0, null())),
            ("to_bytes", skidpad_car_to_bytes(car.0, null_mut(), 10, null_mut())),
            ("from_bytes", skidpad_car_from_bytes(car.0, null(), 10)),
            ("preset_name", skidpad_preset_name(0, null_mut(), 0, null_mut())),
            ("preset_text", skidpad_preset_text(null(), null_mut(), 0, &mut size)),
            ("check_text", skidpad_vehicle_check_text(null())),
            ("check_file", skidpad_vehicle_check_file(null())),
            ("track_load", skidpad_track_load(null(), &mut null_mut())),
            ("track_named", skidpad_track_named(null(), &mut null_mut())),
            ("track_info", skidpad_track_info(null(), null_mut())),
            ("track_name", skidpad_track_name(null(), null_mut(), 0, &mut size)),
            ("track_at", skidpad_track_at(null(), 0.0, null_mut())),
            ("track_locate", skidpad_track_locate(null(), 0.0, 0.0, null_mut())),
            ("ground_new", skidpad_ground_new(null(), null_mut())),
            ("ground_add_patch", skidpad_ground_add_patch(null_mut(), null(), null(), null())),
            ("ground_add_bump", skidpad_ground_add_bump(null_mut(), null(), 0.1)),
            ("ground_add_map", skidpad_ground_add_map(null_mut(), null())),
            ("ground_at", skidpad_ground_at(null(), 0.0, 0.0, null_mut())),
            ("map_options", skidpad_map_options(null_mut())),
            ("site_options", skidpad_site_options(null_mut())),
            ("world_new", skidpad_world_new(null(), null_mut())),
            ("world_add", skidpad_world_add(null_mut(), car.0, &mut 0)),
            ("world_remove", skidpad_world_remove(null_mut(), 0)),
            ("world_set_controls", skidpad_world_set_controls(null_mut(), 0, &released())),
            ("world_step", skidpad_world_step(null_mut(), 0.01)),
            ("world_time", skidpad_world_time(null(), &mut number)),
            ("world_hash", skidpad_world_hash(null(), &mut 0)),
            ("world_car_state", skidpad_world_car_state(null(), 0, null_mut())),
            ("world_car_wheels", skidpad_world_car_wheels(null(), 0, null_mut(), 0, &mut size)),
            ("world_car_clone", skidpad_world_car_clone(null(), 0, &mut null_mut())),
            ("world_take_events", skidpad_world_take_events(null_mut(), null_mut(), 0, &mut size)),
            ("world_progress", skidpad_world_progress(null(), 0, null_mut())),
            ("world_save", skidpad_world_save(null(), &mut null_mut())),
            ("world_restore", skidpad_world_restore(null_mut(), null())),
            ("fleet_options", skidpad_fleet_options(null_mut())),
            ("fleet_new", skidpad_fleet_new(null(), 1, null(), &mut null_mut())),
            ("fleet_new out", skidpad_fleet_new(car.0, 1, null(), null_mut())),
            ("fleet_set_command", skidpad_fleet_set_command(null_mut(), name, &number, 1)),
            ("fleet_step", skidpad_fleet_step(null_mut(), 0.01, 1)),
            ("fleet_states", skidpad_fleet_states(null(), name, &mut number, 1)),
            ("fleet_outputs", skidpad_fleet_outputs(null_mut(), name, &mut number, 1)),
            ("fleet_runs", skidpad_fleet_runs(null(), null_mut(), 1)),
            ("fleet_impacts", skidpad_fleet_impacts(null(), &mut number, null_mut(), 1)),
            ("fleet_cones", skidpad_fleet_cones(null(), 0, null_mut(), 0, &mut size)),
            ("world_cones", skidpad_world_cones(null(), null_mut(), 0, &mut size)),
            ("world_reset_cones", skidpad_world_reset_cones(null_mut())),
            ("tyre_from_car", skidpad_tyre_from_car(null(), 0, &mut null_mut())),
            ("tyre_from_car out", skidpad_tyre_from_car(car.0, 0, null_mut())),
            ("tyre_from_file", skidpad_tyre_from_file(null(), &mut null_mut())),
            ("tyre_from_text", skidpad_tyre_from_text(null(), &mut null_mut())),
            ("tyre_point", skidpad_tyre_point(null(), 1.0, null_mut())),
            ("tyre_forces", skidpad_tyre_forces(null(), null(), 1, null_mut())),
            ("fleet_reset", skidpad_fleet_reset(null_mut(), null(), 1)),
            ("fleet_reset_drawn", skidpad_fleet_reset_drawn(null_mut(), null(), 1, null())),
            ("fleet_reset_to", skidpad_fleet_reset_to(null_mut(), null(), 1, null(), 0, null(), 0)),
            ("fleet_add_vehicle", skidpad_fleet_add_vehicle(null_mut(), car.0)),
            ("fleet_set_rules", skidpad_fleet_set_rules(null_mut(), null())),
            ("fleet_endings", skidpad_fleet_endings(null(), null_mut(), 1)),
            ("fleet_episode_times", skidpad_fleet_episode_times(null(), &mut number, 1)),
            ("episode_rules", skidpad_episode_rules(null_mut())),
            ("draws", skidpad_draws(null_mut())),
        ]
    };
    for (function, status) in found {
        assert_eq!(status, SkidpadStatus::NullPointer, "{function}: {}", message());
    }
}

#[test]
fn numbers_out_of_range_change_nothing() {
    let car = Live::new();
    let before = car.hash();
    let mut asphalt = SkidpadSurface {
        grip: 1.0,
        rolling: 1.0,
        slope_rad: 0.0,
        bank_rad: 0.0,
        air_density_kg_m3: 1.2,
        headwind_m_s: 0.0,
        crosswind_m_s: 0.0,
        gravity_m_s2: 9.8,
    };
    asphalt.grip = f64::NAN;
    let place = SkidpadPlacement { position_m: [f64::NAN, 0.0], heading_rad: 0.0, speed_m_s: 0.0 };
    let motion = SkidpadMotion {
        position_m: [0.0; 2],
        yaw_rad: f64::INFINITY,
        velocity_m_s: [0.0; 2],
        yaw_rate_rad_s: 0.0,
    };
    // SAFETY: all pointers are valid.
    let found = unsafe {
        [
            ("dt is 0", skidpad_car_step(car.0, &released(), 0.0)),
            ("dt is negative", skidpad_car_step(car.0, &released(), -0.1)),
            ("dt is NaN", skidpad_car_step(car.0, &released(), f64::NAN)),
            ("dt is too long", skidpad_car_step(car.0, &released(), 1.5)),
            ("gear 13", skidpad_car_step(car.0, &SkidpadControls { gear: 13, ..released() }, 0.01)),
            ("gear -2", skidpad_car_step(car.0, &SkidpadControls { gear: -2, ..released() }, 0.01)),
            ("grip", skidpad_car_set_surface(car.0, &asphalt)),
            ("place", skidpad_car_teleport(car.0, &place)),
            ("motion", skidpad_car_set_motion(car.0, &motion)),
            ("preset", skidpad_preset_name(skidpad_preset_count(), null_mut(), 0, &mut 0)),
            ("description", skidpad_car_channel_description(car.0, 10_000, null_mut(), 0, &mut 0)),
        ]
    };
    for (what, status) in found {
        assert_eq!(status, SkidpadStatus::OutOfRange, "{what}: {}", message());
        assert_eq!(car.hash(), before, "{what}");
    }
}

#[test]
fn a_control_that_is_no_number_counts_as_0_and_is_named() {
    let car = Live::new();
    let mut name = [0 as c_char; 16];
    // SAFETY: all pointers are valid.
    unsafe {
        let controls = SkidpadControls { brake: f64::NAN, ..released() };
        assert_eq!(skidpad_car_step(car.0, &controls, 0.01), SkidpadStatus::Ok);
        assert_eq!(skidpad_car_control_fault(car.0, name.as_mut_ptr(), 16, null_mut()), SkidpadStatus::Ok);
        assert_eq!(CStr::from_ptr(name.as_ptr()), c"brake");
    }
}

#[test]
fn names_texts_and_sizes_are_refused_with_their_reason() {
    let car = Live::new();
    let (mut made, mut value, mut size) = (null_mut(), 0.0, 0);
    // SAFETY: all pointers are valid.
    unsafe {
        let status = skidpad_car_from_preset(c"mx5".as_ptr(), null(), &mut made);
        assert_eq!(status, SkidpadStatus::UnknownName);
        assert!(message().contains("unknown vehicle `mx5`"), "{}", message());
        let status = skidpad_car_from_preset(c"\xff".as_ptr(), null(), &mut made);
        assert_eq!(
            (status, message().as_str()),
            (SkidpadStatus::InvalidText, "name is not UTF-8 at byte 0: pass UTF-8")
        );
        let status = skidpad_car_value(car.0, c"engine_speed".as_ptr(), &mut value);
        assert_eq!(status, SkidpadStatus::UnknownName);
        assert!(message().contains("engine_rad_s"), "{}", message());
        let status = skidpad_car_from_toml(c"name = 1".as_ptr(), null(), &mut made);
        assert_eq!(status, SkidpadStatus::InvalidFile);
        assert!(message().contains("1:"), "a place: {}", message());
        let status = skidpad_vehicle_check_file(c"nowhere.toml".as_ptr());
        assert_eq!(status, SkidpadStatus::InvalidFile);
        assert!(message().contains("nowhere.toml"), "{}", message());
        let mut wheels = [0_u8; size_of::<SkidpadWheel>() * 4];
        let status = skidpad_car_wheels(car.0, wheels.as_mut_ptr().cast(), 0, &mut size);
        assert_ne!(status, SkidpadStatus::Ok);
        assert_eq!(size, 4);
        let status = skidpad_car_from_bytes(car.0, [1_u8, 2, 3].as_ptr(), 3);
        assert_eq!(status, SkidpadStatus::InvalidFile);
        let status = skidpad_check_abi(SKIDPAD_ABI_VERSION + 1);
        assert_eq!(status, SkidpadStatus::Refused);
        assert!(made.is_null(), "no car was made");
    }
}

#[test]
fn a_channel_and_a_state_of_another_model_are_refused() {
    let (car, mut other, mut saved) = (Live::new(), null_mut(), null_mut());
    let (mut channel, mut value) = (SkidpadChannel { model: 0, index: 0 }, 0.0);
    // SAFETY: all pointers are valid.
    unsafe {
        let mut options = core::mem::MaybeUninit::uninit();
        assert_eq!(skidpad_car_options(options.as_mut_ptr()), SkidpadStatus::Ok);
        let mut options = options.assume_init();
        options.model = c"single_track".as_ptr();
        let made = skidpad_car_from_preset(c"mx5-nd-2016".as_ptr(), &options, &mut other);
        assert_eq!(made, SkidpadStatus::Ok, "{}", message());
        assert_eq!(skidpad_car_channel(other, c"engine_rad_s".as_ptr(), &mut channel), SkidpadStatus::Ok);
        assert_eq!(skidpad_car_values(car.0, &channel, 1, &mut value), SkidpadStatus::OtherModel);
        assert_eq!(skidpad_car_save(other, &mut saved), SkidpadStatus::Ok);
        let before = car.hash();
        assert_eq!(skidpad_car_restore(car.0, saved), SkidpadStatus::OtherModel);
        assert_eq!(car.hash(), before);
        options.size += 8;
        let status = skidpad_car_from_preset(c"mx5-nd-2016".as_ptr(), &options, &mut null_mut());
        assert_eq!(status, SkidpadStatus::WrongSize);
        assert_eq!(
            (skidpad_car_free(other), skidpad_saved_car_free(saved)),
            (SkidpadStatus::Ok, SkidpadStatus::Ok)
        );
    }
}

#[test]
fn freed_handles_and_those_of_another_kind_are_refused() {
    let (mut ground, mut hash) = (null_mut(), 0);
    // SAFETY: headers of freed handles stay readable.
    unsafe {
        let car = Live::new();
        assert_eq!(skidpad_ground_new(null(), &mut ground), SkidpadStatus::Ok);
        assert_eq!(skidpad_car_hash(ground.cast(), &mut hash), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_ground_free(car.0.cast()), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_ground_free(ground), SkidpadStatus::Ok);
        assert_eq!(skidpad_ground_free(ground), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_car_set_ground(car.0, ground), SkidpadStatus::InvalidHandle);
        assert_eq!(skidpad_ground_free(null_mut()), SkidpadStatus::Ok);
    }
}

#[test]
fn a_world_refuses_cars_that_are_not_there() {
    let (mut world, mut id) = (null_mut(), 0);
    let car = Live::new();
    // SAFETY: all pointers are valid.
    unsafe {
        assert_eq!(skidpad_world_new(null(), &mut world), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_add(world, car.0, &mut id), SkidpadStatus::Ok);
        let mut state = core::mem::MaybeUninit::uninit();
        assert_eq!(skidpad_world_car_state(world, 7, state.as_mut_ptr()), SkidpadStatus::NoSuchCar);
        assert_eq!(skidpad_world_set_controls(world, 7, &released()), SkidpadStatus::NoSuchCar);
        assert_eq!(skidpad_world_remove(world, 7), SkidpadStatus::NoSuchCar);
        assert_eq!(skidpad_world_step(world, f64::NAN), SkidpadStatus::OutOfRange);
        let mut progress = core::mem::MaybeUninit::uninit();
        assert_eq!(skidpad_world_progress(world, id, progress.as_mut_ptr()), SkidpadStatus::Refused);
        let (mut saved, mut before, mut after) = (null_mut(), 0, 0);
        assert_eq!(skidpad_world_save(world, &mut saved), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_step(world, 0.01), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_hash(world, &mut before), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_restore(world, saved), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_step(world, 0.01), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_hash(world, &mut after), SkidpadStatus::Ok);
        assert_eq!(before, after);
        assert_eq!(skidpad_world_remove(world, id), SkidpadStatus::Ok);
        assert_eq!(skidpad_world_restore(world, saved), SkidpadStatus::OtherModel);
        assert_eq!(
            (skidpad_saved_world_free(saved), skidpad_world_free(world)),
            (SkidpadStatus::Ok, SkidpadStatus::Ok)
        );
    }
}
