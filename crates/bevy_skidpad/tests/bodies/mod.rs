//! One specification for all engines of rigid bodies.

pub mod contacts;
pub mod engine;
pub mod ground;
pub mod lives;
pub mod rays;

/// The tests of an engine.
#[macro_export]
macro_rules! specification {
    ($engine:ty) => {
        specification!($engine, ground:
            a_parked_car_stays_on_a_slope, a_car_drives_up_a_ramp_and_jumps, a_height_field_carries_a_car,
            a_car_falls_from_an_edge, rays_meet_neither_the_car_nor_sensors, ice_is_slippery);
        specification!($engine, rays:
            a_car_on_one_face_casts_no_rays, few_rays_are_cast_on_rolling_land, a_fast_car_meets_each_edge_where_it_is,
            a_car_falls_when_its_platform_goes);
        specification!($engine, contacts:
            a_crate_is_pushed_and_momentum_kept, a_wall_stops_a_fast_car, two_cars_collide, a_load_on_the_roof_is_on_the_wheels,
            a_car_comes_to_rest_on_its_roof, a_low_crate_is_pushed_and_not_driven_over, a_glancing_blow_turns_the_car);
        specification!($engine, lives:
            what_touches_nothing_has_its_bits, a_body_goes_with_its_vehicle, a_car_in_the_plane_is_refused,
            a_body_may_have_colliders_of_its_own, a_material_out_of_range_is_refused, another_car_has_its_mass,
            a_ghost_meets_nothing, a_hull_follows_its_vehicle, a_body_may_come_later,
            cars_stand_while_the_engine_is_paused, cars_are_as_slow_as_their_engine);
    };
    ($engine:ty, $room:ident: $($name:ident),+) => {
        $(
            #[test]
            fn $name() {
                $crate::bodies::$room::$name::<$engine>();
            }
        )+
    };
}
