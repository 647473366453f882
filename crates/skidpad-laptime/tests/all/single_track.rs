//! Envelopes of the model `single_track` against closed forms and against the model driven.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::{SingleTrackCar, TrackAxle};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_formats::presets::preset;
use skidpad_laptime::{Envelope, ModelEnvelope, Point};
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::{Subject, constant_radius};
use skidpad_world::models::SINGLE_TRACK;
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::world::{Member, Site, World};

fn vehicle(name: &str) -> Vehicle<f64> {
    preset(name).unwrap().spec.validate().unwrap()
}

fn envelope(vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> ModelEnvelope {
    ModelEnvelope::new("single_track", vehicle, surface).unwrap()
}

/// Figures of a car on a straight level road, from which its limits follow in closed form.
struct Straight {
    car: SingleTrackCar<f64>,
    grip: f64,
    gravity_m_s2: f64,
    /// Air and resistance, N.
    drag_n: f64,
}

impl Straight {
    fn new(vehicle: &Vehicle<f64>, surface: &Surface<f64>, speed_m_s: f64) -> Self {
        let car = SingleTrackCar::from(vehicle);
        let drag_n = 0.5 * surface.air_density_kg_m3 * car.body.drag_area_m2 * speed_m_s * speed_m_s
            + car.body.linear_resistance_n_s_m * speed_m_s;
        Self { car, grip: surface.grip, gravity_m_s2: surface.gravity_m_s2, drag_n }
    }

    /// Loads of both axles under a sum of tyre forces along the car, N: their moment about the road is that of the height.
    fn loads_n(&self, forces_n: f64) -> [f64; 2] {
        let weight_n = self.car.body.mass_kg * self.gravity_m_s2;
        let rear_n = weight_n * self.car.body.to_front_m / self.car.wheelbase_m()
            + forces_n * self.car.body.height_over_wheelbase;
        [weight_n - rear_n, rear_n]
    }

    fn largest_n(&self, axle: &TrackAxle<f64>, load_n: f64) -> f64 {
        axle.tyre.largest_n(self.grip, load_n).x
    }

    /// Sums of forces at which x = f(x).
    fn settled(of: impl Fn(f64) -> f64) -> f64 {
        (0..200).fold(0.0, |forces_n, _| 0.5 * (forces_n + of(forces_n)))
    }

    /// Acceleration at which the rear wheels drive with all of their grip: the front ones roll, and take what turns them faster.
    fn rear_traction_m_s2(&self) -> f64 {
        let SingleTrackCar { body, front, rear, .. } = &self.car;
        let acceleration = |forces_n: f64| (forces_n - self.drag_n) / body.mass_kg;
        let forces_n = Self::settled(|forces_n| {
            let [front_n, rear_n] = self.loads_n(forces_n);
            let turning_kg =
                1.0 / (front.wheels.mobility_1_kg_m2 * front.wheels.radius_m * front.wheels.radius_m);
            self.largest_n(rear, rear_n)
                - front.wheels.rolling_resistance * front_n
                - turning_kg * acceleration(forces_n)
        });
        acceleration(forces_n)
    }

    /// Deceleration at which the first axle brakes with all of its grip: the pressure reaches both by their brakes' torques. The engine of
    /// a car with one gear turns with the rear wheels.
    fn braking_m_s2(&self) -> f64 {
        let SingleTrackCar { body, front, rear, engine, gears, .. } = &self.car;
        let engine_kg_m2 = engine.inertia_kg_m2 * gears.overall(1.0).powi(2);
        let mass_of = |axle: &TrackAxle<f64>, more_kg_m2: f64| {
            (1.0 / axle.wheels.mobility_1_kg_m2 + more_kg_m2) / axle.wheels.radius_m.powi(2)
        };
        let axles = [(front, mass_of(front, 0.0)), (rear, mass_of(rear, engine_kg_m2))];
        let acceleration = |forces_n: f64| (forces_n - self.drag_n) / body.mass_kg;
        let by_first = |first: usize| {
            acceleration(Self::settled(|forces_n| {
                let loads_n = self.loads_n(forces_n);
                let (limited, turning_kg) = &axles[first];
                let wheels = &limited.wheels;
                // Force of the tyre: brakes and rolling resistance, less what the wheels' inertia gives.
                let pressure = (self.largest_n(limited, loads_n[first])
                    - wheels.rolling_resistance * loads_n[first]
                    - turning_kg * acceleration(forces_n))
                    * wheels.radius_m
                    / wheels.brake_torque_nm;
                let force_n = |place: usize| {
                    let (axle, turning_kg) = &axles[place];
                    -pressure * axle.wheels.brake_torque_nm / axle.wheels.radius_m
                        - axle.wheels.rolling_resistance * loads_n[place]
                        - turning_kg * acceleration(forces_n)
                };
                force_n(0) + force_n(1)
            }))
        };
        Real::max(by_first(0), by_first(1))
    }
}

#[test]
fn traction_and_braking_end_at_the_grip_of_an_axle_by_its_load() {
    for (name, grip) in [("boxster-s", 1.0), ("boxster-s", 0.6), ("tesla-model-3-rwd", 1.0)] {
        let (vehicle, surface) = (vehicle(name), Surface { grip, ..Surface::asphalt() });
        let found = envelope(&vehicle, &surface);
        for speed_m_s in [12.0, 25.0, 45.0] {
            let straight = Straight::new(&vehicle, &surface, speed_m_s);
            let range = found.range(&Point::level(speed_m_s, 0.0)).unwrap();
            let (traction, expected) = (range.traction_m_s2, straight.rear_traction_m_s2());
            println!("{name}: traction {traction} {expected}");
            assert!((traction / expected - 1.0).abs() < 3e-3, "{name} {grip}: {traction} of {expected}");
            let (braking, expected) = (range.braking_m_s2, straight.braking_m_s2());
            println!("{name}: braking {braking} {expected}");
            if vehicle.shift().gears == 1.0 {
                assert!((braking / expected - 1.0).abs() < 3e-3, "{name} {grip}: {braking} of {expected}");
            }
        }
    }
}

/// Both axles hold the lateral force of their share of the weight, up to their tyres' friction. It acts across wheels that point away from
/// their way by the slip angle at the peak, so that its cosine is left across the path. Its sine brakes: what that moves of the load, or
/// the drive against it, takes the rest.
#[test]
fn corners_end_at_the_lateral_friction_of_an_axle() {
    for grip in [1.0, 0.5] {
        let (vehicle, surface) = (vehicle("boxster-s"), Surface { grip, ..Surface::asphalt() });
        let car = SingleTrackCar::from(&vehicle);
        let friction = [&car.front, &car.rear].map(|axle| axle.tyre.largest_n(grip, 1.0).y);
        let slip_angle_rad = (1.0 / car.rear.tyre.inverse_peak_tangent).atan();
        let least = Real::min(friction[0], friction[1]) * surface.gravity_m_s2 * slip_angle_rad.cos();
        let most = envelope(&vehicle, &surface).lateral_m_s2(&Point::level(30.0, 0.0));
        println!("{friction:?} {slip_angle_rad} rad {most} {least}");
        assert!((0.98..1.0).contains(&(most / least)), "{grip}: {most} of {least}");
    }
}

#[test]
fn corners_are_those_of_the_driven_model() {
    for name in ["boxster-s", "focus-st-2013"] {
        let vehicle = vehicle(name);
        let found = envelope(&vehicle, &Surface::asphalt());
        let driven = constant_radius(&Subject::vehicle(&SINGLE_TRACK, &vehicle), 50.0).unwrap().largest_m_s2;
        let found = found.lateral_m_s2(&Point::level(Real::sqrt(50.0 * driven), 0.0));
        println!("{name} {found} {driven}");
        assert!((0.99..1.03).contains(&(found / driven)), "{name}: {found} to {driven} m/s^2");
    }
}

/// Mean deceleration with a pedal from 25 m/s on, after the tyres have taken their force; `None` where a wheel slips beyond its peak.
fn braked_m_s2(vehicle: &Vehicle<f64>, pedal: f64) -> Option<f64> {
    let begin = Begin { gear: Gear::Forward(4), initial: &[("velocity_x_m_s", 25.0)], method: None };
    let member = Member {
        car: MODELS.by_name("single_track").unwrap().begin(&CarChoice::Vehicle(vehicle), &begin).unwrap(),
        body: None,
    };
    let mut world = World::new(Site::asphalt());
    let id = world.add(member).unwrap();
    let controls = Controls { brake: pedal, clutch: 1.0, gear: Gear::Forward(4), ..Controls::default() };
    world.set_request(id, Request::from_command(sanitise(&controls).0));
    let car = SingleTrackCar::from(vehicle);
    let least_rad_s_m =
        [&car.front, &car.rear].map(|axle| (1.0 - 1.0 / axle.tyre.inverse_peak_slip) / axle.wheels.radius_m);
    let mut speeds_m_s = Vec::new();
    for _ in 0..800 {
        world.step(Dt::new(0.001).unwrap());
        let telltales = world.car(id).unwrap().telltales();
        let speed_m_s = telltales.motion.velocity_x_m_s;
        let [front, _, rear, _] = telltales.spins_rad_s.unwrap();
        if front < least_rad_s_m[0] * speed_m_s || rear < least_rad_s_m[1] * speed_m_s {
            return None;
        }
        speeds_m_s.push(speed_m_s);
    }
    Some((speeds_m_s[299] - speeds_m_s[799]) / 0.5)
}

/// The hardest braking is that of the largest pedal with which no wheel of the driven model slips beyond its peak. In the envelope the
/// engine turns with the wheels, in the highest gear, and what slows it comes from the road: about 1 %.
#[test]
fn braking_is_that_of_the_driven_model() {
    for name in ["boxster-s", "mx5-nd-2016"] {
        let vehicle = vehicle(name);
        let found =
            -envelope(&vehicle, &Surface::asphalt()).range(&Point::level(20.0, 0.0)).unwrap().braking_m_s2;
        let pedals = (30..=100).map(|percent| f64::from(percent) / 100.0);
        let driven = pedals.filter_map(|pedal| braked_m_s2(&vehicle, pedal)).fold(0.0, Real::max);
        println!("{name} {found} {driven}");
        assert!((0.98..1.01).contains(&(found / driven)), "{name}: {found} to {driven} m/s^2");
    }
}
