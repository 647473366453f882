//! Parts that are not the library's: each reaches the car by what its trait says, and by nothing else.

use skidpad_core::aero::{Aerodynamics, AirFlow, AirForces};
use skidpad_core::assist::{DriverAssists, Pedals, Sensed};
use skidpad_core::controls::Command;
use skidpad_core::math::{Real, Vec2};
use skidpad_core::model::two_track::{
    CornerForces, Kind, Parts, Springs, SprungCurves, Suspension, SuspensionTravel, TwoTrack, TwoTrackCar,
    TwoTrackInput, TwoTrackMode, TwoTrackState, TwoTrackTrace,
};
use skidpad_core::model::{End, STANDARD_ENDS};
use skidpad_core::powertrain::driveline::{
    Driveline, DrivelineDemand, DrivelineSensors, DrivelineState, DrivelineTorque, FreeWheels, WheelLoads,
};
use skidpad_core::record::{Channels, Empty, Record};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Simulation, Status};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;
use skidpad_core::{each_wheel, joined_record, record, wheel_record};

use crate::outlined::evaluate;
use crate::support::{build, coast, dt, manual};

record! {
    /// Air whose forces are given numbers.
    pub struct GivenAir {
        /// Force forwards.
        forward_n: "N" [-1e4, 1e4],
        /// Force to the left.
        left_n: "N" [-1e4, 1e4],
        /// Yaw moment.
        turning_nm: "N.m" [-1e4, 1e4],
        /// Force upwards per pitch, at the front axle.
        lift_n: "N/rad" [-1e6, 1e6],
    }

    /// Wheels without an engine, with a given torque on each.
    pub struct GivenTorque {
        /// Torque on each wheel.
        given_nm: "N.m" [-1e4, 1e4],
        /// Moment of inertia of each wheel.
        inertia_kg_m2: "kg.m^2" [0.1, 10.0],
        /// How often the wheels may turn before the run is over.
        most_turned_rad: "rad" [0.0, 1e9],
    }

    /// How far a wheel has turned.
    pub struct Turned {
        /// Angle of the rear left wheel.
        turned_rad: "rad" [-1e9, 1e9],
    }

    /// Whether the wheels have turned enough.
    pub struct Wear {
        /// Set once they have.
        worn_out: flag,
    }

    /// A proportioning valve: the rear brakes get a share of the pedal.
    pub struct Valve {
        /// The share.
        rear_share: "-" [0.0, 1.0],
    }

    /// Springs of given numbers, the same at each wheel.
    pub struct GivenSprings {
        /// The force at rest over the weight that rides on it.
        force_share: "-" [0.0, 10.0],
        /// Stiffness.
        stiffness_n_m: "N/m" [0.0, 1e6],
        /// Damping.
        damping_n_s_m: "N.s/m" [0.0, 1e6],
    }
}

joined_record! {
    /// What changes in jumps.
    pub struct GivenMode {
        /// Senses of the wheels.
        wheels: FreeWheels<R>,
        /// Wear.
        wear: Wear<R>,
    }
}

wheel_record! {
    /// Pressure of a brake.
    pub struct ValvePressure {
        /// Over the full one.
        valve_pressure: "-" [0.0, 1.0],
    }
}

impl<R: Real> Aerodynamics<R> for GivenAir<R> {
    fn forces(&self, flow: &AirFlow<R>) -> AirForces<R> {
        AirForces {
            force_n: Vec2 { x: self.forward_n, y: self.left_n },
            yaw_nm: self.turning_nm,
            downforce_n: [-(self.lift_n * flow.pitch_rad), R::zero()],
        }
    }
}

impl<R: Real> Driveline<R> for GivenTorque<R> {
    type Mode = GivenMode<R>;
    type State = Turned<R>;
    type Outputs = Empty;

    fn in_gear(&self, _: R) -> GivenMode<R> {
        Record::splat(R::zero())
    }
    fn begin(
        &self,
        mode: &GivenMode<R>,
        now: &DrivelineState<R, Turned<R>>,
        _: &DrivelineDemand<R>,
        _: &DrivelineSensors<R>,
        _: R,
    ) -> GivenMode<R> {
        let is_worn = now.own.turned_rad.gt(self.most_turned_rad);
        GivenMode {
            wheels: FreeWheels::turning(&now.speeds.wheels_rad_s),
            wear: Wear { worn_out: mode.wear.worn_out.or(is_worn) },
        }
    }
    fn solve(
        &self,
        mode: &GivenMode<R>,
        now: &DrivelineState<R, Turned<R>>,
        loads: &WheelLoads<R>,
        demand: &DrivelineDemand<R>,
    ) -> DrivelineTorque<R, Turned<R>, Empty> {
        let drive_nm = Wheels::all(self.given_nm * demand.throttle);
        let (wheel_rate_rad_s2, brake_nm) = mode.wheels.rates(&self.wheel_inertia_kg_m2(), &drive_nm, loads);
        DrivelineTorque {
            engine_rate_rad_s2: R::zero(),
            wheel_rate_rad_s2,
            drive_nm,
            brake_nm,
            own_rate: Turned { turned_rad: now.speeds.wheels_rad_s.rear_left },
            inside: Empty,
        }
    }
    fn decide(
        &self,
        mode: &GivenMode<R>,
        _: &DrivelineState<R, Turned<R>>,
        loads: &WheelLoads<R>,
        torque: &DrivelineTorque<R, Turned<R>, Empty>,
        _: &DrivelineDemand<R>,
    ) -> GivenMode<R> {
        GivenMode { wheels: mode.wheels.released(&torque.drive_nm, loads), ..*mode }
    }
    fn settle(
        &self,
        mode: &GivenMode<R>,
        after: &DrivelineState<R, Turned<R>>,
    ) -> (GivenMode<R>, DrivelineState<R, Turned<R>>) {
        let mut after = *after;
        after.speeds.wheels_rad_s = mode.wheels.stopped(&after.speeds.wheels_rad_s);
        (*mode, after)
    }
    fn wheel_directions(mode: &GivenMode<R>) -> Wheels<R> {
        mode.wheels.directions()
    }
    fn wheel_inertia_kg_m2(&self) -> Wheels<R> {
        Wheels::all(self.inertia_kg_m2)
    }
    fn ended(mode: &GivenMode<R>) -> R {
        mode.wear.worn_out.number() * R::lit(3.0)
    }
}

impl<R: Real> DriverAssists<R> for Valve<R> {
    type Mode = Empty;
    type Acts = Wheels<ValvePressure<R>>;

    fn advance(&self, _: &Empty, _: &Sensed<R>, pedals: &Pedals<R>, _: R) -> (Empty, Self::Acts) {
        let front = ValvePressure { valve_pressure: pedals.brake };
        let rear = ValvePressure { valve_pressure: self.rear_share * pedals.brake };
        (Empty, Wheels::of_axles(front, rear))
    }
    fn handed_on(pedals: &Pedals<R>) -> Self::Acts {
        Wheels::all(ValvePressure { valve_pressure: pedals.brake })
    }
    fn brake(acts: &Self::Acts) -> Wheels<R> {
        Wheels::from_row(acts.in_a_row().map(|wheel| wheel.valve_pressure))
    }
    fn throttle(_: &Self::Acts) -> R {
        R::one()
    }
}

impl<R: Real> Springs<R> for GivenSprings<R> {
    type Mode = Empty;
    type State = Empty;

    fn forces(
        &self,
        suspension: &Suspension<R>,
        _: &Empty,
        _: &Empty,
        travel: &SuspensionTravel<R>,
    ) -> CornerForces<R> {
        let (front, rear) = (suspension.front.preload_n, suspension.rear.preload_n);
        let preload_n = [front, front, rear, rear];
        CornerForces {
            spring_n: each_wheel!(W => {
                self.force_share * preload_n[W] - self.stiffness_n_m * travel.travel_m[W]
            }),
            damper_n: travel.rate_m_s.map(|rate_m_s| -(self.damping_n_s_m * rate_m_s)),
        }
    }
}

/// The car of these parts, on springs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Own;

impl Parts for Own {
    type Aerodynamics<R: Real> = GivenAir<R>;
    type Driveline<R: Real> = GivenTorque<R>;
    type Assists<R: Real> = Valve<R>;
    type Springs<R: Real> = GivenSprings<R>;
    fn aerodynamics<R: Real>(_: &Vehicle<R>) -> GivenAir<R> {
        Record::splat(R::zero())
    }
    fn driveline<R: Real>(_: &Vehicle<R>) -> GivenTorque<R> {
        GivenTorque { given_nm: R::zero(), inertia_kg_m2: R::lit(2.0), most_turned_rad: R::lit(1e9) }
    }
    fn assists<R: Real>(_: &Vehicle<R>) -> Valve<R> {
        Valve { rear_share: R::lit(0.4) }
    }
    fn springs<R: Real>(_: &Vehicle<R>) -> GivenSprings<R> {
        GivenSprings { force_share: R::one(), stiffness_n_m: R::lit(30e3), damping_n_s_m: R::lit(3e3) }
    }
    skidpad_core::standard_parts!(geometry);
}

impl Kind for Own {
    const NAME: &'static str = "own";
    const DESCRIPTION: &'static str = "the four-wheel car with given parts";
    const SPRUNG: bool = true;
    const ENDS: &'static [&'static str] = &[STANDARD_ENDS[0], STANDARD_ENDS[1], "worn out"];
    type Parts = Self;
    type Tyre<R: Real> = <SprungCurves as Kind>::Tyre<R>;
    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        SprungCurves::tyre(vehicle, is_front)
    }
}

type Model = TwoTrack<Own>;
type Car = TwoTrackCar<<Own as Kind>::Tyre<f64>, f64, Own>;
type State = TwoTrackState<f64, Own>;
type Outputs = TwoTrackTrace<f64, Own>;

/// A car without dry friction in its suspension, which would hold what the tests move.
fn own() -> Car {
    let mut car = Own::car(&build(&manual()));
    car.base.suspension.body.suspension_friction = 0.0;
    car
}

fn rolling(car: Car, speed_m_s: f64) -> Simulation<Model> {
    let state = TwoTrackState::rolling(&car.base, speed_m_s, 1.0);
    Simulation::new(car, TwoTrackMode::in_gear(&car.base, 1.0), state)
}

/// Rates and outputs of a car that rolls at 20 m/s, with a part or a state changed.
fn at_20(change: impl FnOnce(&mut Car, &mut State)) -> (State, Outputs) {
    let mut car = own();
    let mut state = *rolling(car, 20.0).state();
    change(&mut car, &mut state);
    let mut mode = *rolling(car, 20.0).mode();
    mode.driveline.wheels = FreeWheels::turning(&Wheels::all(1.0));
    evaluate::<Model, f64>(
        &car,
        &mode,
        &state,
        &TwoTrackInput::on_even_road(&coast(1.0)),
        &Surface::asphalt(),
    )
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found} instead of {expected}");
}

#[test]
fn forces_and_the_moment_of_the_air_reach_the_body() {
    let (still, _) = at_20(|_, _| {});
    let (rate, outputs) = at_20(|car, _| {
        car.base.aero = GivenAir { forward_n: 700.0, left_n: -300.0, turning_nm: 450.0, lift_n: 0.0 };
    });
    let body = own().base.body;
    near(rate.body.velocity_x_m_s - still.body.velocity_x_m_s, 700.0 / body.mass_kg);
    near(rate.body.velocity_y_m_s - still.body.velocity_y_m_s, -300.0 / body.mass_kg);
    near(rate.body.yaw_rate_rad_s - still.body.yaw_rate_rad_s, 450.0 * body.inverse_yaw_inertia_1_kg_m2);
    assert_eq!((outputs.car.drag_x_n, outputs.car.drag_y_n), (700.0, -300.0));
}

/// Without the body's attitude in the flow, a map over ride heights would have nothing to look up.
#[test]
fn the_air_knows_how_the_body_stands_on_its_springs() {
    let lifted = |lift_n: f64| {
        at_20(|car, state| {
            car.base.aero.lift_n = lift_n;
            state.body.pitch_rad = -0.02;
        })
    };
    let (rate, outputs) = lifted(50e3);
    near(outputs.car.downforce_n, 1000.0);
    let inverse_mass = own().base.suspension.body.inverse_sprung_mass_1_kg;
    near(rate.body.heave_rate_m_s - lifted(0.0).0.body.heave_rate_m_s, -1000.0 * inverse_mass);
}

#[test]
fn the_power_of_the_moment_is_in_the_books_of_energy() {
    let power_w = |turning_nm: f64| {
        let (_, outputs) = at_20(|car, state| {
            car.base.aero.turning_nm = turning_nm;
            state.body.yaw_rate_rad_s = 0.3;
        });
        outputs.car.resistance_power_w
    };
    near(power_w(200.0) - power_w(0.0), 60.0);
}

#[test]
fn the_torque_of_a_driveline_turns_its_wheels() {
    let (still, _) = at_20(|_, _| {});
    let mut turned = own();
    turned.base.driveline.given_nm = 130.0;
    let mut car = rolling(turned, 20.0);
    car.step(&TwoTrackInput::on_even_road(&coast(1.0)), &Surface::asphalt(), dt(0.001));
    // The valve asks for full throttle, whatever the driver does.
    let (_, outputs) = car.look(&TwoTrackInput::on_even_road(&coast(1.0)), &Surface::asphalt());
    assert!(outputs.wheels.in_a_row().iter().all(|wheel| wheel.drive_torque_nm == 130.0));
    let (rate, _) = at_20(|car, state| {
        car.base.driveline.inertia_kg_m2 = 4.0;
        state.wheels.rear_left.spin_rad_s += 1.0;
    });
    assert!(rate.wheels.rear_left.spin_rad_s < still.wheels.rear_left.spin_rad_s);
    assert_eq!(rate.driveline.turned_rad, still.driveline.turned_rad + 1.0);
}

#[test]
fn a_drivelines_own_state_is_integrated_and_ends_the_run() {
    let mut car = own();
    car.base.driveline.most_turned_rad = 80.0;
    let mut car = rolling(car, 20.0);
    let radius_m = car.car().base.rear.radius_m;
    let input = TwoTrackInput::on_even_road(&coast(1.0));
    for _ in 0..100 {
        assert_eq!(car.step(&input, &Surface::asphalt(), dt(0.01)), Status::Running);
    }
    let turned_rad = car.state().driveline.turned_rad;
    assert!((turned_rad / (car.state().body.x_m / radius_m) - 1.0).abs() < 0.01, "{turned_rad}");
    let mut status = Status::Running;
    for _ in 0..100 {
        status = car.step(&input, &Surface::asphalt(), dt(0.01));
    }
    assert_eq!(status, Status::Ended(End::at(2, Own::ENDS).unwrap()));
}

#[test]
fn free_wheels_come_to_rest_and_stand_on_a_slope() {
    let mut car = rolling(own(), 10.0);
    let braked = TwoTrackInput::on_even_road(&Command { brake: 0.8, ..coast(1.0) });
    let uphill = Surface { slope_rad: 0.1, ..Surface::asphalt() };
    for _ in 0..400 {
        car.step(&braked, &uphill, dt(0.01));
    }
    let place_m = car.state().body.x_m;
    for _ in 0..100 {
        car.step(&braked, &uphill, dt(0.01));
    }
    assert_eq!((car.state().body.velocity_x_m_s, car.state().body.x_m), (0.0, place_m));
    assert!(car.state().wheels.in_a_row().iter().all(|wheel| wheel.spin_rad_s == 0.0));
    // Released, they roll back.
    for _ in 0..100 {
        car.step(&TwoTrackInput::on_even_road(&coast(1.0)), &uphill, dt(0.01));
    }
    assert!(car.state().body.velocity_x_m_s < -0.3);
}

#[test]
fn assists_set_the_pressure_of_each_brake() {
    let mut car = rolling(own(), 30.0);
    let braked = TwoTrackInput::on_even_road(&Command { brake: 0.2, ..coast(1.0) });
    car.step(&braked, &Surface::asphalt(), dt(0.001));
    let brakes = car.mode().brakes;
    near(brakes.front_left.pressure, 0.2);
    near(brakes.rear_right.pressure, 0.08);
}

#[test]
fn springs_carry_the_body() {
    let heave_rate =
        |force_share: f64| at_20(|car, _| car.base.springs.force_share = force_share).0.body.heave_rate_m_s;
    let suspension = own().base.suspension;
    let preload_n = 2.0 * (suspension.front.preload_n + suspension.rear.preload_n);
    near(heave_rate(1.2) - heave_rate(1.0), 0.2 * preload_n * suspension.body.inverse_sprung_mass_1_kg);
    assert!(heave_rate(1.0).abs() < 0.05, "at rest on the level they carry it");
}

#[test]
fn the_channels_are_those_of_the_parts() {
    let names = |channels: &[skidpad_core::record::Channel]| -> Vec<_> {
        channels.iter().map(|channel| channel.name).collect()
    };
    assert_eq!(names(State::CHANNELS).last(), Some(&"turned_rad"));
    assert_eq!(<State as Record<f64>>::LEN, State::CHANNELS.len());
    let modes = names(TwoTrackMode::<f64, Own>::CHANNELS);
    assert!(modes.contains(&"worn_out") && modes.contains(&"rear_left_valve_pressure"));
    assert!(!modes.contains(&"engaged") && !modes.contains(&"abs_phase"));
    assert_eq!(<TwoTrackMode<f64, Own> as Record<f64>>::LEN, modes.len());
}
