//! Cars of several models over ground that is not the same everywhere.
#![allow(clippy::disallowed_methods)]

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::model::two_track::{Curves, TwoTrack, TwoTrackInput};
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::ground::{Area, Cell, Grid, Ground, Patch, Road, Shape};
use skidpad_world::log::{LogReplay, LoggedWorld, VerifyError, WorldLog};
use skidpad_world::models::{Drivable, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};
use skidpad_world::scenario::columns;
use skidpad_world::world::{Member, Site, World};

use crate::world_log_support::every_hash;

/// One with tyres that peak, and a track.
pub(super) const CAR: u64 = 4;

/// A car on its own ground.
pub(super) struct Driven {
    model: &'static ModelInfo,
    car: Box<dyn Rolling>,
    pub(super) ground: Ground,
    pub(super) surface: Surface<f64>,
}

impl Driven {
    pub(super) fn at_speed(model: &str, speed_m_s: f64, ground: Ground) -> Self {
        let speed = MODELS.by_name(model).unwrap().speed;
        Self::in_state(model, &[(speed, speed_m_s)], ground)
    }

    pub(super) fn in_state(model: &str, initial: &[(&'static str, f64)], ground: Ground) -> Self {
        let model = MODELS.by_name(model).unwrap();
        let vehicle = vehicle(CAR);
        let begin = Begin { gear: Gear::Neutral, initial, method: None };
        let car = model.begin(&CarChoice::Vehicle(&vehicle), &begin).unwrap();
        Self { model, car, ground, surface: Surface::asphalt() }
    }

    fn road(&self) -> Road<'_> {
        Road::new(&self.surface, &self.ground)
    }

    pub(super) fn step(&mut self, request: &Request, dt_s: f64) {
        let road = Road::new(&self.surface, &self.ground);
        let status = self.car.step(request, road, Dt::new(dt_s).unwrap());
        assert_eq!(status, Status::Running);
    }

    pub(super) fn read(&self, request: &Request, channel: &str) -> f64 {
        self.read_all(request, &[channel])[0]
    }

    pub(super) fn read_all(&self, request: &Request, channels: &[&str]) -> Vec<f64> {
        let mut row = Vec::new();
        self.car.row(request, self.road(), &mut row);
        let columns = columns(self.model);
        let place =
            |channel: &str| columns.iter().position(|column| column.name == channel).expect("a channel");
        channels.iter().map(|channel| row[place(channel)]).collect()
    }
}

pub(super) fn pedals(brake: f64) -> Request {
    let controls = Controls { brake, gear: Gear::Neutral, ..Controls::default() };
    Request::from_command(sanitise(&controls).0)
}

pub(super) fn rectangle(centre_m: [f64; 2], size_m: [f64; 2]) -> Area {
    Area { centre_m, heading_rad: 0.0, shape: Shape::Rectangle { size_m } }
}

/// Throttle or brake in proportion to the speed that is missing, m/s.
pub(super) fn towards(missing_m_s: f64) -> Request {
    let (throttle, brake) = (missing_m_s.clamp(0.0, 1.0), (-missing_m_s).clamp(0.0, 1.0));
    let controls = Controls { throttle, brake, gear: Gear::Automatic, ..Controls::default() };
    Request::from_command(sanitise(&controls).0)
}

fn ice(centre_m: [f64; 2], size_m: [f64; 2]) -> Ground {
    Ground::from_patches(vec![Patch::Even {
        area: rectangle(centre_m, size_m),
        grip: Some(0.1),
        rolling: None,
    }])
}

/// Braking with the right wheels on ice is braking on split grip, as long as no wheel crosses the edge.
#[test]
fn wheels_stand_each_on_its_own_ground() {
    let mut on_ground = Driven::at_speed("two_track", 25.0, ice([0.0, -50.0], [1000.0, 100.0]));
    type Four = TwoTrack<Curves>;
    let car = Four::car(&vehicle(CAR));
    let (mode, state) = Four::start(&car, 25.0, Gear::Neutral);
    let mut on_split = Simulation::<Four>::new(car, mode, state);
    let mut split = TwoTrackInput::on_even_road(&pedals(0.6).command);
    (split.roads.front_right.grip, split.roads.rear_right.grip) = (0.1, 0.1);
    for _ in 0..60 {
        on_ground.step(&pedals(0.6), 0.01);
        on_split.step(&split, &Surface::asphalt(), Dt::new(0.01).unwrap());
    }
    assert_eq!(on_ground.car.hash(), on_split.hash());
    let yaw_rate = on_ground.read(&pedals(0.6), "yaw_rate_rad_s");
    assert!(yaw_rate > 0.05, "it turns towards the side that grips: {yaw_rate}");
}

/// A model that does not know its wheels slides where its own position is on ice, and not before.
#[test]
fn a_single_track_feels_what_lies_under_it() {
    let mut car = Driven::at_speed("single_track", 20.0, ice([15.0, 0.0], [10.0, 10.0]));
    let mut hardest = [0.0_f64; 2];
    for _ in 0..200 {
        car.step(&pedals(1.0), 0.005);
        let (x, slows) = (car.read(&pedals(1.0), "x_m"), -car.read(&pedals(1.0), "acceleration_x_m_s2"));
        let place = usize::from((10.0..20.0).contains(&x));
        hardest[place] = hardest[place].max(slows);
    }
    assert!(hardest[0] > 6.0 && hardest[1] > 0.5 && hardest[1] < 1.6, "{hardest:?}");
}

/// Ice begins where it lies, whatever the caller's rate: a stop across a strip of it is as long at 30 Hz as at 1000 Hz.
#[test]
fn an_edge_is_felt_where_it_lies_at_any_rate() {
    let way = |rate_hz: f64| {
        let mut car = Driven::at_speed("two_track", 25.0, ice([15.0, 0.0], [8.0, 10.0]));
        for _ in 0..(6.0 * rate_hz) as u32 {
            car.step(&pedals(0.5), 1.0 / rate_hz);
        }
        assert_eq!(car.read(&pedals(0.5), "velocity_x_m_s"), 0.0);
        car.read(&pedals(0.5), "x_m")
    };
    let (slow, fast) = (way(30.0), way(1000.0));
    assert!((slow / fast - 1.0).abs() < 1e-3, "{slow} m at 30 Hz, {fast} m at 1000 Hz");
}

/// A map that rises evenly is a slope: the car coasts up it as on a surface with that slope, but for the cosine.
#[test]
fn a_rising_map_slows_as_a_slope() {
    let rise = 0.02;
    let cells = [0, 1].into_iter().flat_map(|_| [0.0, 1000.0 * rise]);
    let cells = cells.map(|height_m| Cell { grip: 1.0, rolling: 1.0, height_m }).collect();
    let map = Grid::new([-500.0, -500.0], [1000.0, 1000.0], 2, cells).unwrap();
    for model in ["two_track", "single_track", "straight_line"] {
        let mut on_map = Driven::at_speed(model, 20.0, Ground::from_patches(vec![Patch::Map(map.clone())]));
        let mut on_slope = Driven::at_speed(model, 20.0, Ground::default());
        on_slope.surface.slope_rad = rise.atan();
        let mut level = Driven::at_speed(model, 20.0, Ground::default());
        for _ in 0..300 {
            [&mut on_map, &mut on_slope, &mut level].into_iter().for_each(|car| car.step(&pedals(0.0), 0.01));
        }
        let speed = |car: &Driven| car.read(&pedals(0.0), car.model.speed);
        let lost = speed(&level) - speed(&on_slope);
        assert!((lost - 0.57).abs() < 0.03, "{model}: {lost} m/s");
        assert!((speed(&on_map) - speed(&on_slope)).abs() < 2e-3 * lost, "{model}");
    }
}

/// Parked nose up on a rising map the four-wheel car leans on its rear wheels as on a slope: the rise acted at the
/// contacts alone, where the tyres held against it, and moved no load.
#[test]
fn a_rising_map_leans_on_the_wheels_below() {
    let rise = 0.1;
    let cells = [0, 1].into_iter().flat_map(|_| [0.0, 10.0 * rise]);
    let cells = cells.map(|height_m| Cell { grip: 1.0, rolling: 1.0, height_m }).collect();
    let map = Grid::new([-5.0, -5.0], [10.0, 10.0], 2, cells).unwrap();
    let mut on_map = Driven::at_speed("two_track", 0.0, Ground::from_patches(vec![Patch::Map(map)]));
    let mut on_slope = Driven::at_speed("two_track", 0.0, Ground::default());
    on_slope.surface.slope_rad = rise.atan();
    let mut level = Driven::at_speed("two_track", 0.0, Ground::default());
    for _ in 0..300 {
        [&mut on_map, &mut on_slope, &mut level].into_iter().for_each(|car| car.step(&pedals(1.0), 0.01));
    }
    let share = |car: &Driven| {
        let load = |axle: &str| car.read(&pedals(1.0), &format!("{axle}_load_n"));
        load("rear") / (load("front") + load("rear"))
    };
    let leans = share(&on_slope) - share(&level);
    assert!(leans > 0.01, "{leans}");
    assert!(
        (share(&on_map) - share(&on_slope)).abs() < 1e-3 * leans,
        "{} {}",
        share(&on_map),
        share(&on_slope)
    );
}

/// Over a hump a car on springs bounces, and loses no more speed than its dampers take.
#[test]
fn springs_feel_a_bump() {
    let bump = |height_m: f64| vec![Patch::Bump { area: rectangle([10.0, 0.0], [3.0, 10.0]), height_m }];
    let mut over = Driven::at_speed("two_track_sprung", 15.0, Ground::from_patches(bump(0.05)));
    let mut level = Driven::at_speed("two_track_sprung", 15.0, Ground::default());
    let (mut highest, mut least, mut most) = (0.0_f64, f64::MAX, 0.0_f64);
    for _ in 0..400 {
        [&mut over, &mut level].into_iter().for_each(|car| car.step(&pedals(0.0), 0.005));
        highest = highest.max(over.read(&pedals(0.0), "heave_m"));
        let load = over.read(&pedals(0.0), "front_load_n");
        (least, most) = (least.min(load), most.max(load));
    }
    assert!((0.01..0.08).contains(&highest), "{highest} m");
    let rests = level.read(&pedals(0.0), "front_load_n");
    assert!(least < 0.8 * rests && most > 1.2 * rests, "{least} to {most} N about {rests} N");
    let [over, level] = [over, level].map(|car| car.read(&pedals(0.0), "velocity_x_m_s"));
    assert!(over < level && over > level - 0.2, "{over} m/s, {level} m/s on the level");
}

#[test]
fn a_log_keeps_its_ground() {
    let driven = Driven::at_speed("two_track", 20.0, ice([10.0, -50.0], [10.0, 100.0]));
    let mut world = World::new(Site::asphalt().with_ground(driven.ground.clone()));
    let id = world.add(Member { car: driven.car, body: None }).unwrap();
    let mut world = LoggedWorld::new(world, every_hash(0));
    world.set_request(id, pedals(0.4));
    (0..100).for_each(|_| world.step(Dt::new(0.01).unwrap()));
    let log = world.log();
    assert_eq!(LogReplay::new(log.clone()).verify().map(|verified| verified.steps), Ok(100));
    let mut contents = log.contents().unwrap();
    contents.site = Site::asphalt();
    let error = LogReplay::new(WorldLog::from_contents(contents).unwrap()).verify();
    assert!(
        matches!(error, Err(VerifyError::Diverged(divergence)) if divergence.step > 10),
        "only on the ice it differs"
    );
    assert_ne!(ice([10.0, -50.0], [10.0, 101.0]).hash(), driven.ground.hash());
}
