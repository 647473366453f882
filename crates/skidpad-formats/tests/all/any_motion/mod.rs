//! Presets in any motion, and what becomes of it under given pedals, with and without assists.

use skidpad_core::controls::Command;
use skidpad_core::model::two_track::{
    Curves, Kind, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState, WheelRoad, WheelState,
};
use skidpad_core::record::Record;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;
use skidpad_formats::presets::{preset, preset_names};
use skidpad_testing::Random;

/// A preset's four-wheel car.
pub type Car = TwoTrackCar<<Curves as Kind>::Tyre<f64>, f64>;
/// It under way.
pub type Moving = Simulation<TwoTrack<Curves>>;

/// The grip of the road, of its left side, and the highest speed that cars are put on it with, m/s.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "the name is printed with a case that fails")]
pub struct Road(pub &'static str, f64, f64, f64);

pub const ROADS: [Road; 4] = [
    Road("dry", 1.0, 1.0, 40.0),
    Road("wet", 0.6, 0.6, 35.0),
    Road("ice", 0.1, 0.1, 20.0),
    Road("split", 1.0, 0.15, 30.0),
];

/// What is drawn besides the car.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub number: u64,
    pub road: Road,
    velocity_m_s: [f64; 2],
    yaw_rate_rad_s: f64,
    treads_m_s: [f64; 4],
    pub gear: f64,
    pub steer_rad: f64,
    pub handbrake: f64,
}

/// Every preset that has four wheels.
pub fn cars() -> Vec<(&'static str, Car)> {
    let four_wheeled = |name: &'static str| {
        let vehicle = preset(name).ok()?.spec.validate().ok()?;
        Curves::refuses(&vehicle).is_none().then(|| (name, Curves::car(&vehicle)))
    };
    preset_names().filter_map(four_wheeled).collect()
}

impl Case {
    /// The case of a number: a third nearly straight ahead or back, the others any way round, and in a spin; the wheels
    /// rolling, locked, or in between.
    pub fn of(number: u64, car: &Car) -> Self {
        let mut dice = Random::new(0x5eed_0012 ^ (number << 20));
        let road = dice.pick(&ROADS);
        let straight = dice.unit() < 0.33;
        let (speed, way) =
            (road.3 * dice.unit().sqrt(), dice.between(-std::f64::consts::PI, std::f64::consts::PI));
        let way = if straight { 0.03 * way + dice.pick(&[0.0, std::f64::consts::PI]) } else { way };
        let velocity_m_s = [speed * way.cos(), speed * way.sin()];
        let yaw_rate_rad_s = if straight { dice.between(-0.3, 0.3) } else { dice.between(-4.0, 4.0) };
        let held = dice.pick(&[1.0, 1.0, 0.0, 0.5]);
        let base = &car.base;
        let track = [
            base.front.half_track_m,
            base.front.half_track_m,
            base.rear.half_track_m,
            base.rear.half_track_m,
        ];
        let treads_m_s = [0, 1, 2, 3].map(|wheel: usize| {
            let side = if wheel.is_multiple_of(2) { -track[wheel] } else { track[wheel] };
            let turns = if held == 0.5 { dice.unit() } else { held };
            turns * (velocity_m_s[0] + yaw_rate_rad_s * side)
        });
        Self {
            number,
            road,
            velocity_m_s,
            yaw_rate_rad_s,
            treads_m_s,
            gear: dice.pick(&[0.0, 0.0, 1.0, 2.0, 3.0, -1.0]),
            steer_rad: dice.pick(&[0.0, 0.0, 1.0]) * dice.between(-0.5, 0.5),
            handbrake: dice.pick(&[0.0, 0.0, 0.0, 1.0]),
        }
    }

    /// The case at its beginning. Even numbers know nothing of what was before; odd ones have driven into it: fitted
    /// with `known`'s assists for some seconds of any controls, so that their assists have a history.
    pub fn begin(&self, car: &Car, known: &Car) -> Moving {
        if !self.number.is_multiple_of(2) {
            let driven = self.driven(known);
            return Moving::new(*car, *driven.mode(), *driven.state());
        }
        let radii = [
            car.base.front.radius_m,
            car.base.front.radius_m,
            car.base.rear.radius_m,
            car.base.rear.radius_m,
        ];
        let mut state = TwoTrackState::idling(&car.base);
        state.body.velocity_x_m_s = self.velocity_m_s[0];
        state.body.velocity_y_m_s = self.velocity_m_s[1];
        state.body.yaw_rate_rad_s = self.yaw_rate_rad_s;
        let wheels = [0, 1, 2, 3].map(|wheel| WheelState {
            spin_rad_s: self.treads_m_s[wheel] / radii[wheel],
            ..Record::splat(0.0)
        });
        state.wheels = Wheels::from_row(wheels);
        let drive = &car.base.driveline;
        let spins = Wheels::from_row(wheels.map(|wheel| wheel.spin_rad_s));
        let turned = drive.gears.overall(self.gear) * drive.output_rad_s(&spins);
        // Clutches open and engines burst where a gear is far too low.
        let gear = if turned.abs() > 600.0 { 0.0 } else { self.gear };
        state.body.engine_rad_s = f64::max(state.body.engine_rad_s, if gear == 0.0 { 0.0 } else { turned });
        Moving::new(*car, TwoTrackMode::in_gear(&car.base, gear), state)
    }

    /// The beginning of one of several runs from nearly the same state; copy 0 is the case itself. The others differ by up to
    /// 1 m/s and 0.2 rad/s.
    pub fn begin_near(&self, copy: u64, car: &Car, known: &Car) -> Moving {
        let moving = self.begin(car, known);
        if copy == 0 {
            return moving;
        }
        let mut dice = Random::new(0x0ea5_b1e5 ^ (self.number << 20) ^ (copy << 8));
        let (mode, mut state) = (*moving.mode(), *moving.state());
        state.body.velocity_x_m_s += dice.between(-1.0, 1.0);
        state.body.velocity_y_m_s += dice.between(-1.0, 1.0);
        state.body.yaw_rate_rad_s += dice.between(-0.2, 0.2);
        Moving::new(*car, mode, state)
    }

    /// Some seconds of any controls.
    fn driven(&self, car: &Car) -> Moving {
        let mut dice = Random::new(0x0d12_1e55 ^ (self.number << 20));
        let gear = f64::max(self.gear, 0.0);
        let state = TwoTrackState::rolling(&car.base, dice.between(0.0, self.road.3), gear);
        let mut moving = Moving::new(*car, TwoTrackMode::in_gear(&car.base, gear), state);
        for _ in 0..dice.pick(&[1, 2, 3]) {
            let command = Command {
                gear,
                throttle: dice.pick(&[0.0, 0.0, 1.0]) * dice.unit(),
                brake: dice.pick(&[0.0, 0.0, 0.0, 1.0]) * dice.unit(),
                handbrake: dice.pick(&[0.0, 0.0, 1.0]),
                steer_rad: dice.pick(&[0.0, 1.0, 1.0]) * dice.between(-0.5, 0.5),
                ..Record::splat(0.0)
            };
            for _ in 0..dice.between(20.0, 150.0) as u32 {
                self.drive(&mut moving, &command);
            }
        }
        moving
    }

    /// Whether the road has two sides.
    pub fn is_split(&self) -> bool {
        self.road.1 != self.road.2
    }

    /// The least deceleration that UN Regulation 13-H, annex 6, 5.2, 5.3 and appendix 3, asks of an anti-lock system on what is under the
    /// wheels now, over gravity and the tyres' friction: three quarters of the grip of one road, and on a split road
    /// [`regulated_split`].
    pub fn regulated(&self, moving: &Moving) -> f64 {
        let Road(_, right, left, _) = self.road;
        let places = moving.car().base.wheel_places_m(&moving.state().body);
        match places.iter().filter(|place| place[1] > 0.0).count() {
            0 => UTILISATION * right,
            4 => UTILISATION * left,
            _ => regulated_split(f64::min(left, right), f64::max(left, right)),
        }
    }

    /// A hundredth of a second on the case's road.
    pub fn drive(&self, moving: &mut Moving, command: &Command<f64>) -> Status {
        self.drive_on(moving, command, |_, place| place[1] > 0.0)
    }

    /// A hundredth of a second on the case's road, with the left wheels on its left side whichever way the car turns. On a
    /// split road that lies still, chance decides which side a car that spins comes to, and that decides on the figure.
    pub fn drive_astride(&self, moving: &mut Moving, command: &Command<f64>) -> Status {
        self.drive_on(moving, command, |wheel, _| wheel.is_multiple_of(2))
    }

    /// A hundredth of a second on the case's road, given which wheels are on its left side.
    fn drive_on(
        &self,
        moving: &mut Moving,
        command: &Command<f64>,
        is_left: fn(usize, [f64; 2]) -> bool,
    ) -> Status {
        let Road(_, right, left, _) = self.road;
        moving.step_over(Dt::new(0.01).expect("a step"), |car, state| {
            let places = car.base.wheel_places_m(&state.body);
            let mut input = TwoTrackInput::on_even_road(command);
            let roads = input.roads.in_a_row();
            let grip = |wheel: usize| if is_left(wheel, places[wheel]) { left } else { right };
            input.roads =
                Wheels::from_row([0, 1, 2, 3].map(|wheel| WheelRoad { grip: grip(wheel), ..roads[wheel] }));
            (input, Surface::asphalt())
        })
    }
}

/// The adhesion that an anti-lock system must use, UN Regulation 13-H, annex 6, 5.2.
const UTILISATION: f64 = 0.75;

/// The least deceleration, over gravity, on a road with adhesions k_L at the wheels of one side and k_H at those of the other,
/// UN Regulation 13-H, annex 6, 5.3 and appendix 3: z >= 0.75 (4 k_L + k_H) / 5 and z >= k_L. The rear brakes of a car that is to keep its
/// direction use k_L on both sides, and so does a part of the front ones.
pub fn regulated_split(low: f64, high: f64) -> f64 {
    f64::max(UTILISATION * (4.0 * low + high) / 5.0, low)
}

/// Speed over the ground, m/s.
pub fn speed_m_s(moving: &Moving) -> f64 {
    let body = &moving.state().body;
    body.velocity_x_m_s.hypot(body.velocity_y_m_s)
}
