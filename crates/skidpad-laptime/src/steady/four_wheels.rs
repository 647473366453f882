//! The four-wheel models in steady states.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::model::two_track::{
    Kind, SIDES, StandardParts, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad_core::powertrain::driveline::{DifferentialData, DrivelineMode};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{advance_alone, evaluate_alone};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::equations::{SteadyFigures, SteadyModel, SteadyPoint};
use super::unknowns::{FOUR_WHEELS, Residuals, SPIN_RATES};

/// Slip at which an anti-lock system lets half of the pressure reach a brake, and width of the slips over which it does: the
/// threshold of the assist, AbsData::typical, about which its cycles go.
const ANTI_LOCK_SLIP: f64 = 0.13;
const ANTI_LOCK_WIDTH: f64 = 0.02;

/// A time in which nothing moves, s: the mode that fits a state is what such a step leaves.
const INSTANT_S: f64 = 1e-12;

type Mode = TwoTrackMode<f64, StandardParts>;
type State = TwoTrackState<f64, StandardParts>;
type Point = SteadyPoint<FOUR_WHEELS>;

/// A car of a kind in a gear.
#[derive(Clone, Copy)]
pub(super) struct FourWheels<K: Kind<Parts = StandardParts>> {
    car: <TwoTrack<K> as Model>::Car<f64>,
    gear: u8,
    command: Command<f64>,
    /// True if each brake gives way as an anti-lock system lets it, at the slip where its wheel is about to lock.
    anti_lock: bool,
    mode: Mode,
    /// Mode before it was renewed.
    before: Mode,
}

impl<K: Kind<Parts = StandardParts>> FourWheels<K> {
    fn state(&self, at: &Point) -> State {
        let mut state: State = Record::splat(0.0);
        [state.body.velocity_x_m_s, state.body.velocity_y_m_s] = at.velocity_m_s;
        state.body.yaw_rate_rad_s = at.yaw_rate_rad_s;
        let mut wheels = state.wheels.in_a_row();
        for (place, wheel) in wheels.iter_mut().enumerate() {
            wheel.spin_rad_s = at.spins_rad_s()[place];
            [wheel.deflection_x, wheel.deflection_y] = at.deflection(place);
        }
        state.wheels = Wheels::from_row(wheels);
        state.body.engine_rad_s = self.engine_rad_s(at.spins_rad_s());
        state
    }

    fn evaluated_at(&self, at: &Point) -> (Mode, State, TwoTrackInput<f64>) {
        let mut mode = self.mode;
        mode.body.front_steer_rad = at.steer_rad;
        let state = self.state(at);
        // What the engine gives with closed throttle is taken back, and the drive is added.
        mode.driveline.engine_back_nm = self.crankshaft_nm(state.body.engine_rad_s, 0.0) - at.drive_nm;
        let mut brakes = mode.brakes.in_a_row();
        for (place, brake) in brakes.iter_mut().enumerate() {
            brake.pressure = at.pressure * self.brake_share(place, &state);
        }
        mode.brakes = Wheels::from_row(brakes);
        let command = Command { steer_rad: at.steer_rad, ..self.command };
        (mode, state, TwoTrackInput::on_even_road(&command))
    }

    /// The mode that fits a state, as a step in which nothing moves leaves it.
    fn fitting(&self, at: &Point, surface: &Surface<f64>) -> (Mode, State) {
        let (mode, state, input) = self.evaluated_at(at);
        let mode = advance_alone::<TwoTrack<K>, f64>(&self.car, (&mode, &state), &input, surface, INSTANT_S);
        (mode, state)
    }

    /// Share of the pressure that reaches the brake of a wheel: all of it, but with an anti-lock system less and less as its
    /// slip passes that system's threshold.
    fn brake_share(&self, place: usize, state: &State) -> f64 {
        if !self.anti_lock {
            return 1.0;
        }
        let base = &self.car.base;
        let wheel = if place < 2 { &base.front } else { &base.rear };
        let hub_m_s =
            state.body.velocity_x_m_s - SIDES[place] * wheel.half_track_m * state.body.yaw_rate_rad_s;
        let spin_rad_s = state.wheels.in_a_row()[place].spin_rad_s;
        let slip = 1.0 - spin_rad_s * wheel.radius_m / Real::max(hub_m_s, 0.1);
        let beyond = (slip - ANTI_LOCK_SLIP) / ANTI_LOCK_WIDTH;
        0.5 * (1.0 - beyond / Real::hypot(1.0, beyond))
    }
}

impl<K: Kind<Parts = StandardParts>> SteadyModel<FOUR_WHEELS> for FourWheels<K> {
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        K::refuses(vehicle)
    }

    fn new(vehicle: &Vehicle<f64>, gear: u8) -> Self {
        let car = K::car(&vehicle.linearisable());
        let controls = Controls { gear: Gear::Forward(gear), ..Controls::default() };
        let mode = TwoTrackMode::in_gear(&car.base, f64::from(gear));
        let anti_lock = vehicle.chassis().abs.is_set();
        Self { car, gear, command: sanitise(&controls).0, anti_lock, mode, before: mode }
    }

    fn figures(&self) -> SteadyFigures {
        let base = &self.car.base;
        let (brakes, driveline) = (&base.brakes.hydraulics, &base.driveline);
        SteadyFigures {
            mass_kg: base.body.mass_kg,
            to_front_m: base.wheelbase_m() - base.body.to_rear_m,
            to_rear_m: base.body.to_rear_m,
            radii_m: [base.front.radius_m, base.rear.radius_m],
            lock_rad: base.steering.lock_rad,
            brake_n: 2.0 * (brakes.front_nm / base.front.radius_m + brakes.rear_nm / base.rear.radius_m),
            overall: driveline.gears.overall(f64::from(self.gear)) * driveline.layout.efficiency,
            redline_rad_s: driveline.engine.redline_rad_s,
        }
    }

    fn engine_rad_s(&self, spins_rad_s: &[f64]) -> f64 {
        let driveline = &self.car.base.driveline;
        let spins = Wheels::from_row(core::array::from_fn(|place| spins_rad_s[place]));
        driveline.gears.overall(f64::from(self.gear)) * driveline.output_rad_s(&spins)
    }

    fn crankshaft_nm(&self, engine_rad_s: f64, throttle: f64) -> f64 {
        let driveline = &self.car.base.driveline;
        let full_nm = driveline.engine.full_load_torque(&driveline.curve, engine_rad_s);
        skidpad_core::powertrain::engine_torque_of(&driveline.engine, full_nm, throttle, engine_rad_s)
    }

    fn rates(&self, at: &Point, surface: &Surface<f64>) -> Residuals<FOUR_WHEELS> {
        let (mode, state, input) = self.evaluated_at(at);
        let (rates, _) = evaluate_alone::<TwoTrack<K>, f64>(&self.car, (&mode, &state), &input, surface);
        let (body, wheels) = (&rates.body, rates.wheels.in_a_row());
        let mut row = [0.0; FOUR_WHEELS];
        row[..SPIN_RATES].copy_from_slice(&[body.velocity_x_m_s, body.velocity_y_m_s, body.yaw_rate_rad_s]);
        for (place, wheel) in wheels.iter().enumerate() {
            row[SPIN_RATES + place] = wheel.spin_rad_s;
            row[SPIN_RATES + 4 + 2 * place] = wheel.deflection_x;
            row[SPIN_RATES + 5 + 2 * place] = wheel.deflection_y;
        }
        row
    }

    /// Wheels that a locked differential joins gain speed alike whatever their speeds: these are equal.
    fn join(&self, at: &Point, residuals: &mut Residuals<FOUR_WHEELS>) {
        let driveline = &self.mode.driveline;
        let [front, rear, centre] = differences_rad_s(at.spins_rad_s());
        let locked = [
            (driveline.front_locked, front, FRONT_RIGHT),
            (driveline.rear_locked, rear, REAR_RIGHT),
            (driveline.centre_locked, centre, FRONT_LEFT),
        ];
        for (is_locked, difference_rad_s, place) in locked {
            if is_locked.is_set() {
                residuals[SPIN_RATES + place] = difference_rad_s;
            }
        }
    }

    fn renew(&mut self, at: &Point, surface: &Surface<f64>) -> bool {
        self.before = self.mode;
        self.mode = self.fitting(at, surface).0;
        let (was, driveline) = (&self.before.driveline, &mut self.mode.driveline);
        driveline.engaged = Flag::from(true);
        // Wheels whose difference of speeds changed its sign on the way met in between, and a differential with friction locked.
        let [front, rear, centre] = differences_rad_s(at.spins_rad_s());
        let met = |direction: f64, difference: f64| direction * difference < 0.0;
        driveline.front_locked =
            Flag::from(driveline.front_locked.is_set() || met(was.front_direction, front));
        driveline.rear_locked = Flag::from(driveline.rear_locked.is_set() || met(was.rear_direction, rear));
        driveline.centre_locked =
            Flag::from(driveline.centre_locked.is_set() || met(was.centre_direction, centre));
        self.before.driveline != self.mode.driveline
    }

    fn instead(&mut self, locks: bool) {
        self.mode = self.before;
        if locks {
            let (car, mode) = (&self.car.base.driveline, &mut self.mode.driveline);
            mode.front_locked = Flag::from(mode.front_locked.is_set() || slips(&car.front));
            mode.rear_locked = Flag::from(mode.rear_locked.is_set() || slips(&car.rear));
        }
    }

    fn slipping_as(&self, other: &Self, at: &Point, surface: &Surface<f64>) -> Self {
        let mut car = Self { mode: other.mode, ..*self };
        let (known, own) = (other.mode.driveline, self.mode.driveline);
        car.mode.driveline = DrivelineMode { overall_ratio: own.overall_ratio, ..known };
        car.mode = car.fitting(at, surface).0;
        car.mode.driveline = DrivelineMode {
            engaged: known.engaged,
            centre_locked: known.centre_locked,
            centre_direction: known.centre_direction,
            centre_torque_sign: known.centre_torque_sign,
            front_locked: known.front_locked,
            front_direction: known.front_direction,
            front_torque_sign: known.front_torque_sign,
            rear_locked: known.rear_locked,
            rear_direction: known.rear_direction,
            rear_torque_sign: known.rear_torque_sign,
            ..car.mode.driveline
        };
        car
    }
}

/// Returns true for a differential with friction.
fn slips(of: &DifferentialData<f64>) -> bool {
    of.preload_nm + of.drive_ramp + of.coast_ramp + of.throttle_nm > 0.0
}

/// Places of wheels.
const FRONT_LEFT: usize = 0;
const FRONT_RIGHT: usize = 1;
const REAR_RIGHT: usize = 3;

/// Differences of speeds over the front and the rear differential, left less right, and over the centre, front less rear, rad/s.
fn differences_rad_s(spins_rad_s: &[f64]) -> [f64; 3] {
    let [a, b, c, d] = core::array::from_fn(|place| spins_rad_s[place]);
    [a - b, c - d, 0.5 * (a + b) - 0.5 * (c + d)]
}

#[cfg(test)]
mod tests {
    use skidpad_core::model::two_track::Curves;
    use skidpad_core::record::Flag;
    use skidpad_core::surface::Surface;
    use skidpad_formats::presets::preset;

    use super::{FRONT_LEFT, FourWheels, Point, SteadyModel};
    use crate::steady::unknowns::{FOUR_WHEELS, SPINS, deflections};

    #[test]
    fn a_differential_with_friction_locks_where_its_wheels_meet() {
        let vehicle = preset("civic-type-r-2018").expect("a preset").spec.validate().expect("a vehicle");
        let is_locked_with = |left_rad_s: f64| {
            let mut car = FourWheels::<Curves>::new(&vehicle, 3);
            let driveline = &mut car.mode.driveline;
            (driveline.front_locked, driveline.front_direction) = (Flag::from(false), 1.0);
            let mut unknowns = [0.0; FOUR_WHEELS];
            unknowns[SPINS..deflections(FOUR_WHEELS)].fill(60.0);
            unknowns[SPINS + FRONT_LEFT] = left_rad_s;
            let at = Point {
                velocity_m_s: [20.0, 0.0],
                yaw_rate_rad_s: 0.0,
                steer_rad: 0.0,
                drive_nm: 0.0,
                pressure: 0.0,
                unknowns,
            };
            car.renew(&at, &Surface::asphalt());
            car.mode.driveline.front_locked.is_set()
        };
        assert!(!is_locked_with(60.1), "the left wheel is the faster one, as before");
        assert!(is_locked_with(59.9), "the left wheel has become the slower one");
    }
}
