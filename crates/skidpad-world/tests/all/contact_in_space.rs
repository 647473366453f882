//! Bodies in space meet by their heights, roll and pitch by blows, and make no energy.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::math::{Real, Vec3};
use skidpad_core::model::spatial::Symmetric;
use skidpad_testing::Random;
use skidpad_world::contact::{Body, BodyInSpace, BoxPlace, Contacts, Motion, Mover, Outcome, Wall, Walls};
use skidpad_world::scene::{Cone, ConeContacts};

use crate::contact_support::{FRAME_S, car, slab, wall_at};

const UPRIGHT: [Vec3<f64>; 3] =
    [Vec3 { x: 1.0, y: 0.0, z: 0.0 }, Vec3 { x: 0.0, y: 1.0, z: 0.0 }, Vec3 { x: 0.0, y: 0.0, z: 1.0 }];

/// A box that coasts in space without turning its axes: what contact sees of a car within a step.
#[derive(Clone)]
struct Floating {
    body: Body,
    motion: Motion,
    place: BoxPlace,
    /// Principal moments of inertia about the axes of `place`.
    inertia_kg_m2: [f64; 3],
    tilt_rates_rad_s: [f64; 2],
}

impl Floating {
    /// An ordinary car, its centre of mass half a metre over the road at `above_m`.
    fn car(motion: Motion, above_m: f64) -> Self {
        let (sin, cos) = motion.yaw_rad.sin_cos();
        let axes = UPRIGHT.map(|v| Vec3::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y, v.z));
        let place = BoxPlace { axes, yaw_rad: motion.yaw_rad, centre_m: above_m + 0.5, sides_m: [-0.3, 0.8] };
        let body = car();
        let inertia_kg_m2 = [600.0, 2400.0, body.yaw_inertia_kg_m2];
        Self { body, motion, place, inertia_kg_m2, tilt_rates_rad_s: [0.0; 2] }
    }

    fn sum(&self, factors: [f64; 3]) -> Symmetric<f64> {
        let sum = |pick: fn(Vec3<f64>) -> f64| {
            let terms = [0, 1, 2].map(|axis| factors[axis] * pick(self.place.axes[axis]));
            terms[0] + terms[1] + terms[2]
        };
        Symmetric {
            xx: sum(|e| e.x * e.x),
            yy: sum(|e| e.y * e.y),
            zz: sum(|e| e.z * e.z),
            xy: sum(|e| e.x * e.y),
            xz: sum(|e| e.x * e.z),
            yz: sum(|e| e.y * e.z),
        }
    }

    fn in_contact(&self) -> BodyInSpace {
        let inverse = self.sum(self.inertia_kg_m2.map(|inertia| 1.0 / inertia));
        let at = BodyInSpace::new(&self.body, &self.place, inverse);
        BodyInSpace { rates_rad_s: self.tilt_rates_rad_s, ..at }
    }

    fn mover(&self, dt_s: f64) -> Mover {
        let own = Some(self.in_contact());
        Mover::at_start(self.body, self.motion, own).proposing(self.motion.coasting(dt_s), own)
    }

    fn turning(&self) -> Vec3<f64> {
        let [x, y] = self.tilt_rates_rad_s;
        Vec3::new(x, y, self.motion.yaw_rate_rad_s)
    }

    fn energy_j(&self) -> f64 {
        let (v, w) = (self.motion.velocity_m_s, self.turning());
        0.5 * (self.body.mass_kg * v.dot(v) + self.sum(self.inertia_kg_m2).times(w).dot(w))
    }

    /// Momentum along x and y, and angular momentum about both of these axes, to which height is the only arm.
    fn momentum(&self) -> [f64; 4] {
        let p = self.motion.velocity_m_s.scale(self.body.mass_kg);
        let spin = self.sum(self.inertia_kg_m2).times(self.turning());
        [p.x, p.y, spin.x - self.place.centre_m * p.y, spin.y + self.place.centre_m * p.x]
    }
}

/// Moves bodies on by a step.
fn step(contacts: &mut Contacts, bodies: &mut [Floating], walls: &Walls, dt_s: f64) -> Outcome {
    let movers: Vec<Mover> = bodies.iter().map(|body| body.mover(dt_s)).collect();
    let outcome = contacts.step(&movers, walls, dt_s).expect("sound numbers").clone();
    for (place, body) in bodies.iter_mut().enumerate() {
        body.motion = outcome.motions[place];
        body.tilt_rates_rad_s = outcome.tilt_rates_rad_s[place];
    }
    outcome
}

fn no_walls() -> Walls {
    Walls::new(Vec::new()).expect("no walls")
}

#[test]
fn a_car_in_the_air_passes_over_another() {
    for (above_m, meets) in [(0.0, true), (1.0, true), (1.2, false), (5.0, false), (-1.2, false)] {
        let mut bodies = [
            Floating::car(Motion::at_rest(0.0, 0.0, 0.0), 0.0),
            Floating::car(Motion::at_rest(-6.0, 0.3, 0.1).moving(30.0, 0.0, 0.0), above_m),
        ];
        let mut contacts = Contacts::new();
        let mut impacts = 0;
        for _ in 0..30 {
            impacts += step(&mut contacts, &mut bodies, &no_walls(), FRAME_S).impacts.len();
        }
        assert_eq!(impacts > 0, meets, "{above_m} m above");
        assert_eq!(bodies[0].motion.velocity_m_s.x > 0.0, meets);
    }
}

/// A lorry's bumper hits a car above its centre of mass: by v = J (1/m + 1/M + z^2 / I) at the lower end of the heights that they
/// share, the only one that presses, as the car rolls away from the other. It pitches by J z / I.
#[test]
fn a_blow_above_the_centre_of_mass_pitches_a_car_by_the_closed_form() {
    let speed = 10.0;
    let lorry = slab(9000.0, (8.0, 2.4), 0.0, 0.0);
    let mut struck = Floating::car(Motion::at_rest(0.0, 0.0, 0.0), 0.0);
    (struck.body.restitution, struck.body.friction) = (0.0, 0.0);
    let start = Motion::at_rest(-6.3, 0.0, 0.0).moving(speed, 0.0, 0.0);
    let bumper_m = 0.9;
    let coming = Mover { heights_m: [bumper_m, 3.0], ..Mover::new(lorry, start, start.coasting(FRAME_S)) };
    let movers = [struck.mover(FRAME_S), coming];
    let outcome = Contacts::new().step(&movers, &no_walls(), FRAME_S).expect("sound numbers").clone();
    let (m, big, inertia, z) = (struck.body.mass_kg, lorry.mass_kg, struck.inertia_kg_m2[1], bumper_m - 0.5);
    let blow = speed / (1.0 / m + 1.0 / big + z * z / inertia);
    assert!((outcome.motions[0].velocity_m_s.x - blow / m).abs() < 1e-9 * speed);
    assert!(
        (outcome.tilt_rates_rad_s[0][1] - blow * z / inertia).abs() < 1e-9,
        "{:?}",
        outcome.tilt_rates_rad_s
    );
    assert!((outcome.motions[1].velocity_m_s.x - (speed - blow / big)).abs() < 1e-9 * speed);
    assert_eq!(outcome.tilt_rates_rad_s[1], [0.0; 2], "the lorry moves in the plane");
}

/// Both ends of the heights that it shares with the wall hold a car that hits it squarely: it stops upright.
#[test]
fn a_car_that_hits_a_wall_squarely_does_not_pitch() {
    let mut bodies = [Floating::car(Motion::at_rest(0.0, 0.0, 0.0).moving(20.0, 0.0, 0.0), 0.0)];
    bodies[0].body.restitution = 0.0;
    let walls = Walls::new(vec![wall_at(2.4, 0.0, 0.5)]).expect("a wall");
    let mut contacts = Contacts::new();
    for _ in 0..10 {
        step(&mut contacts, &mut bodies, &walls, FRAME_S);
    }
    assert!(bodies[0].motion.velocity_m_s.norm() < 1e-9);
    assert!(bodies[0].turning().norm_squared() < 1e-18, "{:?}", bodies[0].turning());
}

/// An outline has all points of its box: of a car on its side it is as wide as the car is high.
#[test]
fn an_outline_holds_its_box_in_any_attitude() {
    let mut random = Random::new(11);
    for _ in 0..2000 {
        let floating = anything(&mut random, 3.0);
        let own = floating.in_contact();
        let skidpad_world::contact::Shape::Box { length_m, width_m, ahead_m } = own.shape else { continue };
        let (sin, cos) = (floating.motion.yaw_rad + own.turned_rad).sin_cos();
        let mut reached = [0.0_f64; 3];
        for corner in 0..8 {
            let of_bit = |bit: usize| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let skidpad_world::contact::Shape::Box {
                length_m: own_length,
                width_m: own_width,
                ahead_m: own_ahead,
            } = floating.body.shape
            else {
                continue;
            };
            let [low, high] = floating.place.sides_m;
            let along = [
                own_ahead + 0.5 * of_bit(0) * own_length,
                0.5 * of_bit(1) * own_width,
                if corner & 4 == 4 { high } else { low },
            ];
            let axes = floating.place.axes;
            let at = axes[0].scale(along[0]) + axes[1].scale(along[1]) + axes[2].scale(along[2]);
            let x = (cos * at.x + sin * at.y - ahead_m) / (0.5 * length_m);
            let y = (cos * at.y - sin * at.x - own.left_m) / (0.5 * width_m);
            let z = floating.place.centre_m + at.z;
            let middle = 0.5 * (own.heights_m[0] + own.heights_m[1]);
            let z = (z - middle) / (0.5 * (own.heights_m[1] - own.heights_m[0]));
            for (axis, share) in [x, y, z].into_iter().enumerate() {
                assert!(share.abs() <= 1.0 + 1e-9, "corner {corner}, axis {axis}: {share}");
                reached[axis] = Real::max(reached[axis], share.abs());
            }
        }
        assert!(reached.iter().all(|share| *share > 1.0 - 1e-9), "no larger than its box: {reached:?}");
    }
}

/// Any axes, mass, inertia, surface, and motion.
fn anything(random: &mut Random, reach_m: f64) -> Floating {
    let mass_kg = random.magnitude(10.0, 1e4);
    let size = (random.magnitude(0.3, 6.0), random.magnitude(0.3, 3.0));
    let body = slab(mass_kg, size, random.unit(), random.magnitude(0.01, 5.0));
    let motion = Motion::at_rest(
        random.between(-reach_m, reach_m),
        random.between(-reach_m, reach_m),
        random.between(-3.0, 3.0),
    )
    .moving(random.between(-20.0, 20.0), random.between(-20.0, 20.0), random.between(-5.0, 5.0));
    let high_m = random.between(0.2, 2.0);
    let place = BoxPlace {
        axes: any_axes(random),
        yaw_rad: motion.yaw_rad,
        centre_m: random.between(-1.0, 1.0),
        sides_m: [-random.between(0.1, 0.9) * high_m, high_m],
    };
    let inertia_kg_m2 = [0, 1, 2].map(|_| mass_kg * random.magnitude(0.05, 5.0));
    let tilt_rates_rad_s = [random.between(-5.0, 5.0), random.between(-5.0, 5.0)];
    Floating { body, motion, place, inertia_kg_m2, tilt_rates_rad_s }
}

/// A frame of three unit vectors.
fn any_axes(random: &mut Random) -> [Vec3<f64>; 3] {
    let any = |random: &mut Random| Vec3::new(random.noise(), random.noise(), random.noise());
    let unit = |v: Vec3<f64>| v.scale(1.0 / v.norm_squared().sqrt());
    let first = unit(any(random));
    let other = any(random);
    let second = unit(other - first.scale(first.dot(other)));
    [first, second, first.cross(second)]
}

/// Three boxes of any attitude, mass and inertia among walls and without: energy never grows; without walls momentum and, about the axes
/// in the plane, angular momentum are those before.
#[test]
fn blows_in_space_keep_momentum_and_make_no_energy() {
    let wall = |x: f64, restitution: f64| wall_at(x, restitution, 0.7);
    let (mut blows, mut rolled) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut bodies: Vec<Floating> = (0..3).map(|_| anything(&mut random, 6.0)).collect();
        let fence: Vec<Wall> = if seed % 2 == 0 { vec![] } else { vec![wall(8.0, random.unit())] };
        let walls = Walls::new(fence).expect("a wall");
        let first: f64 = bodies.iter().map(Floating::energy_j).sum();
        let mut contacts = Contacts::new();
        for _ in 0..40 {
            let sums = |bodies: &[Floating]| {
                let momenta = bodies.iter().map(Floating::momentum);
                momenta.fold([0.0; 4], |sum, own| [0, 1, 2, 3].map(|axis| sum[axis] + own[axis]))
            };
            let size: f64 = bodies.iter().flat_map(Floating::momentum).map(f64::abs).sum();
            let (energy, momentum) = (bodies.iter().map(Floating::energy_j).sum::<f64>(), sums(&bodies));
            let before: Vec<_> = bodies.iter().map(|body| body.tilt_rates_rad_s).collect();
            let outcome = step(&mut contacts, &mut bodies, &walls, FRAME_S);
            let after: f64 = bodies.iter().map(Floating::energy_j).sum();
            assert!(
                after <= energy * (1.0 + 1e-12) + 1e-15 * first,
                "seed {seed}: {energy} J, then {after} J"
            );
            if walls.is_empty() {
                let now = sums(&bodies);
                let off = [0, 1, 2, 3].map(|axis| (now[axis] - momentum[axis]).abs() / (size + 1e-300));
                assert!(off.iter().all(|share| *share < 1e-12), "seed {seed}: {off:?}");
            }
            blows += outcome.impacts.len();
            rolled +=
                bodies.iter().zip(&before).filter(|(body, rates)| body.tilt_rates_rad_s != **rates).count();
        }
    }
    assert!(blows > 2000 && rolled > 1000, "{blows} blows, {rolled} rolled");
}

/// Both heights at which a car in space meets a cone are one blow, which a low car with its centre of mass between them gives in two halves:
/// as fast as a car in the plane it crushes one.
#[test]
fn a_cone_is_crushed_by_one_blow() {
    let crushes = |in_space: bool, speed_m_s: f64| {
        let motion = Motion::at_rest(0.0, 0.0, 0.0).moving(speed_m_s, 0.0, 0.0);
        let mut car = Floating::car(motion, 0.0);
        (car.place.centre_m, car.place.sides_m) = (0.5 * Cone::HEIGHT_M, [-0.5 * Cone::HEIGHT_M, 0.8]);
        let mut met = ConeContacts::default();
        met.movers.push(if in_space {
            car.mover(FRAME_S)
        } else {
            Mover::coasting(car.body, motion, FRAME_S)
        });
        let cone = Mover::coasting(Cone::body(), Motion::at_rest(2.6, 0.1, 0.0), FRAME_S);
        met.movers.push(Mover { heights_m: [0.0, Cone::HEIGHT_M], ..cone });
        !met.try_step(1, &no_walls(), FRAME_S)
    };
    let least_m_s = [false, true].map(|in_space| {
        let (mut whole, mut flat) = (50.0, 500.0);
        assert!(crushes(in_space, flat) && !crushes(in_space, whole));
        for _ in 0..20 {
            let middle = 0.5 * (whole + flat);
            *(if crushes(in_space, middle) { &mut flat } else { &mut whole }) = middle;
        }
        flat
    });
    assert!((least_m_s[1] / least_m_s[0] - 1.0).abs() < 0.01, "{least_m_s:?} m/s");
}
