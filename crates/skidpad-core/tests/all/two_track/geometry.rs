//! Suspension geometry that is not the library's: it reaches the car by its kinematics, and makes no energy.

use skidpad_core::each_wheel;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::two_track::{
    Curves, IndependentWheels, Kind, LinearGeometry, Parts, RollCentre, SprungCurves, Suspension,
    SuspensionGeometry, SuspensionPosition, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode,
    TwoTrackState, TwoTrackTrace, VehicleAlignment, WheelAlignment,
};
use skidpad_core::record;
use skidpad_core::spec::{TyreLaw, Vehicle};
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;

use super::cars::steered;
use super::sprung_balance::upward_n;
use super::sprung_cars::{Sprung, sprung};
use super::sprung_energy::{any_input, any_state, balance_w, chassis};
use crate::outlined::evaluate;
use crate::support::{Numbers, build, coast, dt, manual};

record! {
    /// Wheels on links of their own, on each axle the same.
    pub struct OnLinks {
        /// Displacement of a contact outwards per travel inwards at rest.
        outwards: "-" [-1.0, 1.0],
        /// Growth of it per travel inwards.
        outwards_1_m: "1/m" [-10.0, 10.0],
        /// Displacement forwards per travel inwards.
        forwards: "-" [-1.0, 1.0],
        /// Toe inwards per travel inwards.
        toe_rad_m: "rad/m" [-2.0, 2.0],
        /// Camber per travel inwards, negative with the top inwards.
        camber_rad_m: "rad/m" [-2.0, 2.0],
        /// Camber per steering angle, of the front wheels, with the top to the left.
        camber_per_steer: "-" [-1.0, 1.0],
    }

    /// The library's own, asked as one that follows the travel.
    pub struct AsBefore {
        /// Nothing.
        unused: "-" [0.0, 0.0],
    }
}

const SIDES: [f64; 4] = [1.0, -1.0, 1.0, -1.0];

impl<R: Real> OnLinks<R> {
    fn per_travel(&self, travel_m: R, side: f64) -> Vec2<R> {
        let outwards = self.outwards - self.outwards_1_m * travel_m;
        Vec2 { x: -self.forwards, y: -(R::lit(side) * outwards) }
    }
}

impl<R: Real> SuspensionGeometry<R> for OnLinks<R> {
    type Linkage = IndependentWheels<R>;

    fn roll_centres_m(&self, vehicle: &Vehicle<R>) -> [R; 2] {
        let (chassis, half) = (vehicle.chassis(), R::lit(0.5));
        [chassis.front_track_m, chassis.rear_track_m].map(|track_m| half * track_m * self.outwards)
    }

    fn alignment(
        &self,
        vehicle: &VehicleAlignment<R>,
        steer: Direction<R>,
        position: &SuspensionPosition<R>,
    ) -> [WheelAlignment<R>; 4] {
        let fixed = LinearGeometry.static_alignment(vehicle, steer);
        let steered = [steer.sin, steer.sin, R::zero(), R::zero()];
        each_wheel!(W => {
            let inwards = -(R::lit(SIDES[W]) * position.travel_m[W]);
            WheelAlignment {
                direction: fixed[W].direction.plus(Direction::at_angle(-(self.toe_rad_m * inwards))),
                camber_rad: fixed[W].camber_rad + self.camber_rad_m * inwards - position.roll_rad
                    + self.camber_per_steer * steered[W],
            }
        })
    }

    fn linkages(&self, _: &Suspension<R>, position: &SuspensionPosition<R>) -> [IndependentWheels<R>; 2] {
        let per_travel = each_wheel!(W => self.per_travel(position.travel_m[W], SIDES[W]));
        [
            IndependentWheels { per_travel: [per_travel[0], per_travel[1]] },
            IndependentWheels { per_travel: [per_travel[2], per_travel[3]] },
        ]
    }
}

impl<R: Real> SuspensionGeometry<R> for AsBefore<R> {
    type Linkage = RollCentre<R>;

    fn roll_centres_m(&self, vehicle: &Vehicle<R>) -> [R; 2] {
        LinearGeometry.roll_centres_m(vehicle)
    }

    fn alignment(
        &self,
        vehicle: &VehicleAlignment<R>,
        steer: Direction<R>,
        position: &SuspensionPosition<R>,
    ) -> [WheelAlignment<R>; 4] {
        LinearGeometry.alignment(vehicle, steer, position)
    }

    fn linkages(&self, suspension: &Suspension<R>, _: &SuspensionPosition<R>) -> [RollCentre<R>; 2] {
        [RollCentre::from_axle(&suspension.front), RollCentre::from_axle(&suspension.rear)]
    }
}

/// Declares a kind of car with simple curves and one of these geometries.
macro_rules! led {
    ($kind:ident, $sprung:literal, $geometry:ident { $($number:expr),* }) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct $kind;

        impl Parts for $kind {
            type Geometry<R: Real> = $geometry<R>;
            fn geometry<R: Real>(_: &Vehicle<R>) -> $geometry<R> {
                skidpad_core::record::Record::load(&[$(R::lit($number)),*].as_slice())
            }
            skidpad_core::standard_parts!(aerodynamics, driveline, assists, springs);
        }

        impl Kind for $kind {
            const NAME: &'static str = stringify!($kind);
            const DESCRIPTION: &'static str = "the four-wheel car with a geometry of a test";
            const SPRUNG: bool = $sprung;
            type Parts = Self;
            type Tyre<R: Real> = <Curves as Kind>::Tyre<R>;
            fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
                Curves::tyre(vehicle, is_front)
            }
        }
    };
}

led!(Led, true, OnLinks { 0.15, -0.9, 0.08, 0.3, -0.5, 0.1 });
led!(LedRigid, false, OnLinks { 0.15, -0.9, 0.08, 0.3, -0.5, 0.1 });
led!(Same, true, AsBefore { 0.0 });

type Car<K> = TwoTrackCar<CombinedTyre<f64>, f64, K>;

/// State or mode of a car with the standard parts as that of one with another geometry.
fn with_geometry<K: Parts>(
    state: &TwoTrackState<f64>,
    mode: &TwoTrackMode<f64>,
) -> (TwoTrackState<f64, K>, TwoTrackMode<f64, K>) {
    use skidpad_core::record::converted;
    (converted(state, |number: f64| number), converted(mode, |number: f64| number))
}

/// Whatever the links do: what the motion gains is what the forces give it. A velocity of the contacts that is not by the
/// ratios of the forces would make energy in every heave and roll.
#[test]
fn no_linkage_makes_energy() {
    let standard = sprung(&chassis(TyreLaw::Peaked));
    let mut numbers = Numbers::new(7);
    for _ in 0..10_000 {
        let mut car: Car<Led> = Led::car(&build(&chassis(TyreLaw::Peaked)));
        car.base.geometry.outwards = numbers.between(-0.4, 0.4);
        car.base.geometry.forwards = numbers.between(-0.3, 0.3);
        let (state, mode) = any_state(&mut numbers, &standard);
        let (state, mode) = with_geometry(&state, &mode);
        let input = any_input(&mut numbers);
        let road = Surface { bank_rad: numbers.between(-0.3, 0.3), ..Surface::asphalt() };
        let (rate, trace) = evaluate::<TwoTrack<Led>, f64>(&car, &mode, &state, &input, &road);
        let (gains, given) = balance_w(&car.base, &state, &rate, &trace.car);
        let moves = state.body.velocity_x_m_s.abs() + state.body.velocity_y_m_s.abs();
        let size = trace.wheels.in_a_row().iter().fold(1500.0 * 20.0 * moves, |size, wheel| {
            size + (wheel.force_x_n.abs() + wheel.force_y_n.abs()) * 100.0 + wheel.load_n * 20.0
        }) + trace.car.suspension_power_w.abs()
            + trace.car.brake_power_w.abs()
            + 1.0;
        assert!((gains - given).abs() <= 1e-11 * size, "{gains} W, not {given} W: {state:?} {trace:?}");
        assert!(trace.car.stored_power_w - trace.car.contact_power_w <= 1e-12 * size);
        assert!(trace.car.suspension_stored_power_w - trace.car.suspension_power_w <= 1e-12 * size);
    }
}

/// The force of the links on the body is that by which they press the wheels on the road: the road carries what the body
/// weighs and accelerates.
#[test]
fn the_road_carries_the_body_and_the_links_lift_it_by_what_they_press() {
    let mut spec = chassis(TyreLaw::Peaked);
    spec.chassis.as_mut().unwrap().suspension_friction = 0.0;
    let (standard, car) = (sprung(&spec), Led::car(&build(&spec)));
    let road = Surface::<f64>::asphalt();
    let suspension = &car.base.suspension;
    let unsprung_n =
        2.0 * (suspension.front.unsprung_kg + suspension.rear.unsprung_kg) * road.normal_gravity_m_s2();
    let mut numbers = Numbers::new(8);
    for _ in 0..5_000 {
        let (state, mode) = any_state(&mut numbers, &standard);
        let (state, mode) = with_geometry(&state, &mode);
        let input = any_input(&mut numbers);
        let (rate, trace) = evaluate::<TwoTrack<Led>, f64>(&car, &mode, &state, &input, &road);
        let wheels = trace.wheels.in_a_row();
        let loads_n = wheels.iter().map(|wheel| wheel.load_n).sum::<f64>()
            + upward_n(&input, &state.body, &wheels, &trace.car);
        let carried_n = suspension.body.sprung_mass_kg
            * (rate.body.heave_rate_m_s + road.normal_gravity_m_s2())
            + unsprung_n
            + trace.car.downforce_n;
        assert!((loads_n - carried_n).abs() < 1e-9 * (loads_n + 1e4), "{loads_n} {carried_n}: {trace:?}");
    }
}

fn trace_of<K: Kind<Parts = K> + Parts>(
    car: &TwoTrackCar<K::Tyre<f64>, f64, K>,
    change: impl FnOnce(&mut TwoTrackState<f64, K>),
    steer_rad: f64,
) -> (TwoTrackState<f64, K>, TwoTrackTrace<f64, K>) {
    let mut state = TwoTrackState::rolling(&car.base, 20.0, 0.0);
    change(&mut state);
    let mode = TwoTrackMode::in_gear(&car.base, 0.0);
    let input = TwoTrackInput::on_even_road(&steered(steer_rad));
    evaluate::<TwoTrack<K>, f64>(car, &mode, &state, &input, &Surface::asphalt())
}

/// Outer wheels pull more than inner ones: on links whose wheels spring outwards that lifts the body (jacking).
#[test]
fn lateral_forces_jack_the_body_up() {
    let mut car: Car<Led> = Led::car(&build(&manual()));
    car.base.suspension.body.suspension_friction = 0.0;
    let at = |outwards: f64| {
        let mut car = car;
        (car.base.geometry.outwards, car.base.geometry.forwards) = (outwards, 0.0);
        trace_of::<Led>(
            &car,
            |state| {
                state.body.roll_rad = 0.03;
                let wheels = &mut state.wheels;
                for wheel in [&mut wheels.front_left, &mut wheels.front_right, &mut wheels.rear_left] {
                    wheel.deflection_y = 0.5;
                }
                wheels.rear_right.deflection_y = 0.5;
            },
            0.0,
        )
    };
    let (rate, trace) = at(0.2);
    let (level, _) = at(0.0);
    assert!(rate.body.heave_rate_m_s > level.body.heave_rate_m_s + 0.05, "{rate:?} {level:?}");
    let wheels = trace.wheels.in_a_row();
    assert!(wheels[1].force_y_n > wheels[0].force_y_n && wheels[0].force_y_n > 500.0, "{trace:?}");
}

#[test]
fn wheels_point_and_lean_as_the_geometry_says() {
    let mut spec = manual();
    spec.derive_section("chassis");
    (spec.chassis.as_mut().unwrap().front_camber_rad, spec.chassis.as_mut().unwrap().rear_camber_rad) =
        (-0.02, -0.01);
    let near = |found: [f64; 4], expected: [f64; 4]| {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
    };
    let car: Car<Led> = Led::car(&build(&spec));
    // All wheels 40 mm inwards: front and rear wheels toe in by 0.3 rad/m and lean inwards by 0.5 rad/m.
    let (_, sunk) = trace_of::<Led>(&car, |state| state.body.heave_m = -0.04, 0.0);
    let wheels = sunk.wheels.in_a_row();
    near(wheels.map(|wheel| wheel.steer_rad), [-0.012, 0.012, -0.012, 0.012]);
    near(wheels.map(|wheel| wheel.camber_rad), [-0.04, 0.04, -0.03, 0.03]);
    // On the rigid level what depends on steering alone remains.
    let rigid: Car<LedRigid> = LedRigid::car(&build(&spec));
    let (_, steered) = trace_of::<LedRigid>(&rigid, |_| {}, 0.1);
    let leans = 0.1 * 0.1_f64.sin();
    near(steered.wheels.in_a_row().map(|wheel| wheel.camber_rad), [-0.02 + leans, 0.02 + leans, -0.01, 0.01]);
}

/// On the rigid level the loads move by the heights of the roll centres: each axle bears Y z_R itself.
#[test]
fn roll_centres_of_the_geometry_move_the_loads_of_a_rigid_car() {
    let vehicle = build(&manual());
    let (own, standard) = (LedRigid::car(&vehicle).base.stance, Curves::car(&vehicle).base.stance);
    let (chassis, share) = (vehicle.chassis(), vehicle.chassis().roll_stiffness_front_share);
    let higher_m = 0.5 * 0.15 * chassis.front_track_m - chassis.front_roll_centre_m;
    let expected = standard.front_by_front + higher_m * (1.0 - share) / chassis.front_track_m;
    assert!((own.front_by_front - expected).abs() < 1e-12, "{} {expected}", own.front_by_front);
}

/// The library's numbers by way of a geometry of one's own: the same bits.
#[test]
fn the_standard_geometry_returned_by_another_has_its_bits() {
    let vehicle = build(&manual());
    let (here, there) = (SprungCurves::car(&vehicle), Same::car(&vehicle));
    let mut here = Simulation::<Sprung>::new(
        here,
        TwoTrackMode::in_gear(&here.base, 2.0),
        TwoTrackState::rolling(&here.base, 15.0, 2.0),
    );
    let mut there = Simulation::<TwoTrack<Same>>::new(
        there,
        TwoTrackMode::in_gear(&there.base, 2.0),
        TwoTrackState::rolling(&there.base, 15.0, 2.0),
    );
    for step in 0..300 {
        let steer_rad = 0.1 * f64::from(step % 50) / 50.0;
        let mut input = TwoTrackInput::on_even_road(&skidpad_core::controls::Command {
            steer_rad,
            throttle: 0.4,
            ..coast(2.0)
        });
        input.roads.front_left.height_m = 0.005 * f64::from(step % 3);
        here.step(&input, &Surface::asphalt(), dt(0.01));
        there.step(&input, &Surface::asphalt(), dt(0.01));
        assert_eq!((here.state().body, here.state().wheels), (there.state().body, there.state().wheels));
    }
}
