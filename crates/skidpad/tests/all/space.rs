//! The car in space by itself: on ground that rays find, pushed, and drawn.

use skidpad::core::math::{Real, Vec3};
use skidpad::core::model::spatial::Push;
use skidpad::prelude::*;
use skidpad::world::ground::{Area, Ground, GroundHit, GroundRay, Patch, Shape};

const STEP_S: f64 = 1.0 / 120.0;
const GRAVITY_M_S2: f64 = 9.80665;

fn spatial(speed_m_s: f64) -> Car {
    let at = Placement { speed_m_s, ..Placement::default() };
    Car::builder().model("spatial").at(at).preset("mx5-nd-2016").unwrap()
}

fn drive(car: &mut Car, seconds: f64) {
    for _ in 0..(seconds / STEP_S).round() as usize {
        car.step(&Controls::default(), STEP_S).unwrap();
    }
}

/// The level at z = 0 by rays.
fn level(ray: &GroundRay) -> Option<GroundHit> {
    let ([x, y, z], [dx, dy, dz]) = (ray.from_m, ray.direction);
    let far_m = -z / dz;
    (0.0..=ray.reach_m).contains(&far_m).then_some(GroundHit {
        point_m: [x + far_m * dx, y + far_m * dy, 0.0],
        normal: [0.0, 0.0, 1.0],
        grip: 1.0,
        rolling: 1.0,
    })
}

#[test]
fn on_a_level_that_rays_find_it_has_the_loads_and_the_way_that_it_has_on_the_surface() {
    let (mut by_rays, mut on_plane) = (spatial(20.0), spatial(20.0));
    let controls = Controls { throttle: 0.5, steer_rad: 0.02, gear: Gear::Automatic, ..Controls::default() };
    for _ in 0..240 {
        by_rays.step_over(&level, &controls, STEP_S).unwrap();
        on_plane.step(&controls, STEP_S).unwrap();
    }
    let place_m = |car: &Car| car.pose().position_m;
    for (one, other) in place_m(&by_rays).into_iter().zip(place_m(&on_plane)) {
        assert!((one - other).abs() < 1e-9, "{one} {other}");
    }
    for (one, other) in by_rays.wheels().iter().zip(on_plane.wheels()) {
        assert!((one.load_n - other.load_n).abs() < 1e-6 * other.load_n, "{one:?}");
        assert!(one.load_n > 1000.0);
    }
}

/// A road 1.5 m wide on which only the left wheels are: the others hang in the air, and the car tips over to them.
#[test]
fn what_no_ray_meets_is_air() {
    let mut car = spatial(0.0);
    let left = |ray: &GroundRay| level(ray).filter(|hit| hit.point_m[1] > 0.0);
    for _ in 0..60 {
        car.step_over(&left, &Controls::default(), STEP_S).unwrap();
    }
    assert_eq!([car.wheels()[1].load_n, car.wheels()[3].load_n], [0.0; 2]);
    assert!(car.outputs().get("roll_rad").unwrap() > 0.1, "{:?}", car.pose());
    let found = car.found_ground().unwrap();
    assert!(found[0].wheel.is_some() && found[1].wheel.is_none() && found[1].bodywork.is_none());
}

/// On its roof the rays down the car's own axis go up to the sky.
#[test]
fn on_its_roof_it_lies_on_ground_that_rays_find() {
    let mut car = spatial(0.0);
    let lift = Push {
        displacement_m: Vec3::new(0.0, 0.0, 1.0),
        rotation_rad: Vec3::new(3.1, 0.0, 0.0),
        ..Push::none()
    };
    car.push(&lift);
    for _ in 0..600 {
        car.step_over(&level, &Controls::default(), STEP_S).unwrap();
    }
    let (before, load_n) = (car.pose(), car.outputs().get("bodywork_load_n").unwrap());
    let weight_n = car.vehicle().body().mass_kg * GRAVITY_M_S2;
    // What holds it still takes up to 2 % of its weight.
    assert!((load_n / weight_n - 1.0).abs() < 0.02, "{load_n} of {weight_n} N");
    for _ in 0..120 {
        car.step_over(&level, &Controls::default(), STEP_S).unwrap();
    }
    assert_eq!(car.pose(), before, "and does not move any more");
}

#[test]
fn a_model_in_the_plane_refuses_ground_that_rays_find() {
    let mut car = Car::preset("mx5-nd-2016").unwrap();
    let hash = car.hash();
    let error = car.step_over(&level, &Controls::default(), STEP_S).unwrap_err();
    assert!(error.to_string().starts_with("the model two_track moves in the plane of the road"), "{error}");
    let error = spatial(0.0).step_over(&level, &Controls::default(), f64::NAN).unwrap_err();
    assert!(matches!(error, CarError::Dt(_)), "{error}");
    assert_eq!(car.hash(), hash);
}

/// Ground without numbers quarantines the car where it is, as other numbers that are not finite do.
#[test]
fn ground_that_is_not_finite_stops_the_car() {
    let mut car = spatial(10.0);
    car.step_over(&level, &Controls::default(), STEP_S).unwrap();
    let before = car.pose();
    let no_number = |hit: GroundHit| GroundHit { point_m: [0.0, 0.0, f64::NAN], ..hit };
    let no_direction = |hit: GroundHit| GroundHit { normal: [0.0; 3], ..hit };
    let too_long = |hit: GroundHit| GroundHit { normal: [0.0, 0.0, 1e200], ..hit };
    for break_hit in [no_number, no_direction, too_long] {
        let mut car = car.clone();
        let broken = |ray: &GroundRay| level(ray).map(break_hit);
        let status = car.step_over(&broken, &Controls::default(), STEP_S).unwrap();
        assert!(matches!(status, Status::Quarantined), "{status:?}");
        assert_eq!(car.pose(), before);
    }
}

/// Saved on rays and put back, it shows the loads that it had there.
#[test]
fn what_rays_found_is_saved_with_it() {
    let mut car = spatial(10.0);
    let raised = |ray: &GroundRay| {
        let [x, y, z] = ray.from_m;
        let below = level(&GroundRay { from_m: [x, y, z - 5.0], ..*ray })?;
        let [x, y, z] = below.point_m;
        Some(GroundHit { point_m: [x, y, z + 5.0], ..below })
    };
    car.push(&Push { displacement_m: Vec3::new(0.0, 0.0, 5.0), ..Push::none() });
    for _ in 0..60 {
        car.step_over(&raised, &Controls::default(), STEP_S).unwrap();
    }
    let (saved, load_n, hash) = (car.save(), car.wheels()[0].load_n, car.hash());
    drive(&mut car, 0.5);
    car.restore(&saved).unwrap();
    assert!(load_n > 1000.0 && car.wheels()[0].load_n == load_n && car.hash() == hash);
}

/// m dv and I dw: a push at a point changes momentum and angular momentum by the impulse and its moment.
#[test]
fn a_push_changes_the_motion_by_what_it_says() {
    for heading_rad in [0.0, 0.7, -2.5] {
        let at = Placement { heading_rad, speed_m_s: 12.0, ..Placement::default() };
        let mut car = Car::builder().model("spatial").at(at).preset("mx5-nd-2016").unwrap();
        drive(&mut car, 0.3);
        let push = Push {
            displacement_m: Vec3::new(0.1, -0.2, 1.0),
            rotation_rad: Vec3::new(0.4, -0.3, 0.2),
            velocity_m_s: Vec3::new(-1.0, 2.0, 3.0),
            angular_velocity_rad_s: Vec3::new(0.5, 0.1, -0.4),
        };
        let (before, pose) = (car.motion_in_space().unwrap(), car.pose());
        car.push(&push);
        let (after, turned) = (car.motion_in_space().unwrap(), car.pose());
        let close = |one: Vec3<f64>, other: Vec3<f64>| (one - other).norm_squared() < 1e-24;
        assert!(close(after.position_m, before.position_m + push.displacement_m));
        assert!(close(after.velocity_m_s, before.velocity_m_s + push.velocity_m_s));
        assert!(close(
            after.angular_velocity_rad_s,
            before.angular_velocity_rad_s + push.angular_velocity_rad_s
        ));
        // Rodrigues: the car's axes turn about the axis by the angle.
        let angle = Real::sqrt(push.rotation_rad.norm_squared());
        let axis = push.rotation_rad.scale(1.0 / angle);
        for own in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            let [v, w] = [pose, turned].map(|pose| {
                let [x, y, z] = pose.to_world(own);
                Vec3::new(x, y, z)
            });
            let (sin, cos) = Real::sin_cos(angle);
            let expected = v.scale(cos) + axis.cross(v).scale(sin) + axis.scale(axis.dot(v) * (1.0 - cos));
            assert!((w - expected).norm_squared() < 1e-24, "{w:?} {expected:?}");
        }
    }
}

#[test]
fn a_push_of_nothing_leaves_the_bits() {
    for model in ["spatial", "two_track", "single_track"] {
        let at = Placement { speed_m_s: 15.0, heading_rad: 0.3, ..Placement::default() };
        let mut car = Car::builder().model(model).at(at).preset("mx5-nd-2016").unwrap();
        drive(&mut car, 0.5);
        let hash = car.hash();
        car.push(&Push::none());
        assert_eq!(car.hash(), hash, "{model}");
    }
}

#[test]
fn a_push_that_is_not_finite_quarantines_the_car() {
    for model in ["spatial", "two_track", "point_mass"] {
        let mut car = Car::builder().model(model).preset("mx5-nd-2016").unwrap();
        let before = car.pose();
        let status = car.push(&Push::by(Vec3::new(f64::NAN, 0.0, 0.0), Vec3::zero()));
        assert_eq!(matches!(status, Status::Quarantined), model != "point_mass", "{model}: {status:?}");
        assert_eq!(car.pose(), before, "{model}");
    }
}

/// A model in the plane takes the part of a push that lies in it.
#[test]
fn a_push_moves_a_car_in_the_plane() {
    let mut car = Car::preset("mx5-nd-2016").unwrap();
    car.push(&Push::by(Vec3::new(2.0, 1.0, 9.0), Vec3::new(3.0, 0.0, 0.5)));
    let motion = car.motion().unwrap();
    assert_eq!((motion.velocity_m_s.x, motion.velocity_m_s.y, motion.yaw_rate_rad_s), (2.0, 1.0, 0.5));
    assert!(car.motion_in_space().is_none());
}

/// The wheels are drawn where the suspension has them: on the ground, and hanging below a car in the air.
#[test]
fn wheels_are_drawn_where_they_are() {
    let mut car = spatial(0.0);
    let on_ground: Vec<f64> = car.wheels().iter().map(|wheel| wheel.position_m[2]).collect();
    let radius_m = car.vehicle().front().radius_m;
    assert!((on_ground[0] - radius_m).abs() < 1e-3, "{on_ground:?}");
    car.push(&Push { displacement_m: Vec3::new(0.0, 0.0, 3.0), ..Push::none() });
    drive(&mut car, 0.5);
    let body_m = car.pose().position_m[2];
    for (wheel, on_ground) in car.wheels().iter().zip(on_ground) {
        let hangs_m = on_ground - (wheel.position_m[2] - body_m);
        assert!((0.03..0.4).contains(&hangs_m), "{hangs_m}");
        assert!((wheel.suspension_travel_m - hangs_m).abs() < 0.01, "{hangs_m} {wheel:?}");
    }
}

/// A car on a bank of 0.3 rad that a wall stops: the body's own axes lie askew, and the impulse is level.
#[test]
fn a_wall_stops_a_car_on_a_bank() {
    use skidpad::core::step::Dt;
    use skidpad::world::contact::Wall;
    use skidpad::world::world::{EventKind, Site, World};
    let bank = Patch::Bump {
        area: Area { centre_m: [0.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 60.0 } },
        height_m: 4.0,
    };
    let walls = Wall::line(&[[30.0, -20.0], [30.0, 20.0]], 0.3, 0.5);
    let site = Site::asphalt().with_walls(walls).unwrap();
    let site = Site { ground: Ground::from_patches(vec![bank]).into(), ..site };
    let mut world = World::new(site);
    let id = world.add(spatial(15.0).into_member()).unwrap();
    let mut most_m = 0.0_f64;
    for _ in 0..480 {
        world.step(Dt::new(STEP_S).unwrap());
        let motion = world.car(id).unwrap().planar().unwrap();
        most_m = most_m.max(motion.position_m.x);
    }
    assert!((26.0..29.0).contains(&most_m), "the front of the car meets the wall at 30 m: {most_m}");
    assert!(world.take_events().iter().any(|event| matches!(event.kind, EventKind::Met { .. })));
}

/// A ramp of an angle, rad, from x = 20 m on.
fn ramp(angle_rad: f64) -> impl Fn(&GroundRay) -> Option<GroundHit> {
    let slope = Real::tan(angle_rad);
    move |ray| {
        let [x, y, _] = ray.from_m;
        let on_ramp = x > 20.0;
        Some(GroundHit {
            point_m: [x, y, if on_ramp { (x - 20.0) * slope } else { 0.0 }],
            normal: if on_ramp { [-slope, 0.0, 1.0] } else { [0.0, 0.0, 1.0] },
            grip: 1.0,
            rolling: 1.0,
        })
    }
}

/// The bumper had the ground of the wheel behind it: when that came to a ramp, the bumper was suddenly deep in it, and threw the car up.
#[test]
fn a_bumper_meets_a_ramp_before_the_wheel_and_throws_nothing_up() {
    for (degrees, speed_m_s) in [(10.0_f64, 20.0), (20.0, 15.0), (30.0, 12.0), (50.0, 8.0)] {
        let (ground, mut car) = (ramp(degrees.to_radians()), spatial(speed_m_s));
        let energy_j_kg = |car: &Car| {
            let motion = car.motion_in_space().unwrap();
            0.5 * motion.velocity_m_s.norm_squared() + GRAVITY_M_S2 * motion.position_m.z
        };
        let neutral = Controls { gear: Gear::Neutral, ..Controls::default() };
        let (mut least, mut risen, mut most_load_n) = (energy_j_kg(&car), 0.0_f64, 0.0_f64);
        for _ in 0..480 {
            car.step_over(&ground, &neutral, STEP_S).unwrap();
            let energy = energy_j_kg(&car);
            least = least.min(energy);
            risen = risen.max(energy - least);
            most_load_n = most_load_n.max(car.outputs().get("bodywork_load_n").unwrap());
        }
        // What springs, tyres and bodywork had stored comes back in part: less than from a fall of 15 cm.
        assert!(risen < 0.15 * GRAVITY_M_S2, "{degrees} degrees: {risen} J/kg");
        assert!((1.0..250e3).contains(&most_load_n), "{degrees} degrees: {most_load_n} N on the bodywork");
    }
}

/// Each car of a world may have its own rays: it has the bits that it has alone on them, and its outputs are those there. Others drive on
/// the ground of the site.
#[test]
fn in_a_world_each_car_has_rays_of_its_own() {
    use skidpad::core::step::Dt;
    use skidpad::world::ground::GroundCasts;
    use skidpad::world::world::{CarGrounds, CarId, Site, World};
    struct Ramps<F>(F);
    impl<F: GroundCasts> CarGrounds for Ramps<F> {
        fn of_car(&self, car: CarId) -> Option<&dyn GroundCasts> {
            (car.index() == 1).then_some(&self.0)
        }
    }
    let ramps = Ramps(ramp(0.2));
    let beside = Placement { position_m: [0.0, 10.0], speed_m_s: 15.0, ..Placement::default() };
    let in_plane = Car::builder().at(beside).preset("mx5-nd-2016").unwrap();
    let mut world = World::new(Site::asphalt());
    let planar = world.add(in_plane.clone().into_member()).unwrap();
    let id = world.add(spatial(15.0).into_member()).unwrap();
    let (mut alone, mut planar_alone) = (spatial(15.0), in_plane);
    let controls = Controls { gear: Gear::Neutral, ..Controls::default() };
    let request = skidpad::core::controls::sanitise(&controls).0;
    for car in [planar, id] {
        world.set_request(car, skidpad::world::rolling::Request::from_command(request));
    }
    for _ in 0..240 {
        world.step_over(Dt::new(STEP_S).unwrap(), &ramps);
        alone.step_over(&ramps.0, &controls, STEP_S).unwrap();
        planar_alone.step(&controls, STEP_S).unwrap();
    }
    let seen = Car::in_world(&world, id).unwrap();
    assert_eq!((seen.hash(), seen.pose()), (alone.hash(), alone.pose()));
    assert!(seen.pose().position_m[2] > 0.5 && seen.wheels()[0].load_n > 1000.0);
    assert_eq!(seen.wheels()[0].load_n, alone.wheels()[0].load_n);
    let load = alone.output("front_left_load_n").unwrap();
    let mut row = Vec::new();
    world.row(id, world.request(id).unwrap(), &mut row);
    assert_eq!(row[load.index()], alone.outputs().at(load));
    assert_eq!(Car::in_world(&world, planar).unwrap().hash(), planar_alone.hash());
}

/// The ground as an engine has it: solid from above, and nothing for a ray that begins in it or comes from below.
fn solid(ray: &GroundRay) -> Option<GroundHit> {
    level(ray).filter(|_| ray.from_m[2] > 0.0 && ray.direction[2] < 0.0)
}

/// A ray that began at the bumper itself found no ground as soon as the bumper was in it: a car fell through on its nose.
#[test]
fn a_car_that_falls_on_its_nose_or_its_side_is_caught_by_its_bodywork() {
    for rotation_rad in [Vec3::new(0.0, 1.5, 0.0), Vec3::new(0.0, -1.4, 0.3), Vec3::new(1.6, 0.2, 0.0)] {
        let mut car = spatial(0.0);
        let displacement_m = Vec3::new(0.0, 0.0, 2.5);
        car.push(&Push { displacement_m, rotation_rad, ..Push::none() });
        let (mut least_m, mut most_n) = (f64::INFINITY, 0.0_f64);
        for _ in 0..240 {
            car.step_over(&solid, &Controls::default(), STEP_S).unwrap();
            least_m = least_m.min(car.motion_in_space().unwrap().position_m.z);
            most_n = most_n.max(car.outputs().get("bodywork_load_n").unwrap());
        }
        assert!(most_n > 20e3, "{rotation_rad:?}: {most_n} N on the bodywork");
        assert!(least_m > 0.3, "{rotation_rad:?}: down to {least_m} m");
    }
}

/// Put elsewhere, or put back in a world, a car has not the loads of the ground that rays found before.
#[test]
fn ground_that_rays_found_is_forgotten_where_the_car_is_put_elsewhere() {
    let raised = |ray: &GroundRay| {
        let [x, y, _] = ray.from_m;
        Some(GroundHit { point_m: [x, y, 5.0], normal: [0.0, 0.0, 1.0], grip: 1.0, rolling: 1.0 })
    };
    let mut car = spatial(0.0);
    car.push(&Push { displacement_m: Vec3::new(0.0, 0.0, 5.0), ..Push::none() });
    car.step_over(&raised, &Controls::default(), STEP_S).unwrap();
    car.teleport(&Placement { position_m: [50.0, 0.0], ..Placement::default() }).unwrap();
    let weight_n = car.vehicle().body().mass_kg * GRAVITY_M_S2;
    let load_n: f64 = car.wheels().iter().map(|wheel| wheel.load_n).sum();
    assert!(
        (load_n / weight_n - 1.0).abs() < 0.01 && car.found_ground().is_none(),
        "{load_n} of {weight_n} N"
    );
}

/// A rotation whose square is no number of double precision brings no NaN.
#[test]
fn a_push_by_the_smallest_rotation_changes_nothing() {
    let mut car = spatial(5.0);
    let pose = car.pose();
    let status = car.push(&Push { rotation_rad: Vec3::new(1e-200, 0.0, 0.0), ..Push::none() });
    assert_eq!((status, car.pose()), (Status::Running, pose));
}

/// On a slope and a bank, too, a car has the pose at which it was put, and its velocities along its own axes.
#[test]
fn a_car_that_is_put_somewhere_has_that_pose() {
    use skidpad::core::model::Pose;
    let mut car = spatial(7.0);
    car.set_surface(Surface { slope_rad: 0.2, bank_rad: -0.1, ..Surface::asphalt() });
    let unit = |q: [f64; 4]| {
        let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
        q.map(|part| part / length)
    };
    for quaternion in
        [[1.0, 0.0, 0.0, 0.0], [0.5, -0.7, 0.4, 0.9], [0.1, 1.0, 0.0, 0.0], [-0.7, 0.0, 0.7, 0.0]]
    {
        let pose = Pose { position_m: [3.0, -4.0, 5.0], quaternion: unit(quaternion) };
        assert_eq!(car.put(&pose).unwrap(), Status::Running);
        let now = car.pose();
        let same: f64 = (0..4).map(|part| now.quaternion[part] * pose.quaternion[part]).sum();
        assert!((same.abs() - 1.0).abs() < 1e-12, "{quaternion:?}: {:?}", now.quaternion);
        for axis in 0..3 {
            assert!((now.position_m[axis] - pose.position_m[axis]).abs() < 1e-12, "{:?}", now.position_m);
        }
        assert_eq!(car.velocity_m_s(), [7.0, 0.0]);
        // The heading is that of its longitudinal axis.
        let outputs = car.outputs();
        assert!(outputs.get("yaw_rad").unwrap().is_finite());
    }
    assert!(Car::preset("mx5-nd-2016").unwrap().put(&car.pose()).is_err());
    let nowhere = Pose { position_m: [f64::NAN, 0.0, 0.0], ..car.pose() };
    assert_eq!(car.put(&nowhere).unwrap(), Status::Quarantined);
}

/// Put back, a world's car shows the outputs of the request with which it was saved; it showed those of the one that came later.
#[test]
fn a_car_of_a_world_that_is_put_back_has_the_outputs_that_it_had() {
    use skidpad::core::controls::sanitise;
    use skidpad::core::step::Dt;
    use skidpad::world::rolling::Request;
    use skidpad::world::world::{Site, World};
    let mut world = World::new(Site::asphalt());
    let car = Car::builder().at(Placement { speed_m_s: 20.0, ..Placement::default() }).preset("mx5-nd-2016");
    let id = world.add(car.unwrap().into_member()).unwrap();
    let steer = |world: &mut World, steer_rad: f64| {
        let controls = Controls { steer_rad, gear: Gear::Automatic, ..Controls::default() };
        world.set_request(id, Request::from_command(sanitise(&controls).0));
        (0..30).for_each(|_| world.step(Dt::new(STEP_S).unwrap()));
    };
    steer(&mut world, 0.05);
    let saved = world.save();
    let wheels = |world: &World| Car::in_world(world, id).unwrap().wheels().to_vec();
    let before = wheels(&world);
    steer(&mut world, -0.2);
    world.restore(&saved).unwrap();
    for (before, after) in before.iter().zip(wheels(&world)) {
        assert_eq!((before.steer_rad, before.force_n), (after.steer_rad, after.force_n));
    }
}
