//! Equations of a car in a quasi-steady state, from the model's own.
//!
//! The car moves at a speed v along a path, with an acceleration a_t along it and a_n square to it. Its body keeps its attitude to
//! the path: the rates of its velocity in its own axes are a_t (v_x, v_y) / v, the yaw rate is a_n / v and does not change, the
//! wheels gain speed as the car does, and the tyres' deflections stand. With the model's rates that is one equation for each of
//! these; the unknowns are the lateral velocity, the steering angle, the spins, the deflections, the drive and the two
//! accelerations. The drive is a torque at the crankshaft, as if the engine were always strong enough, or a pressure in the
//! brakes: grip is what limits it.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{
    Kind, SIDES, StandardParts, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad_core::powertrain::driveline::{DifferentialData, DrivelineMode};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{advance_alone, evaluate_alone};
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;
use skidpad_world::roadtest::driven_radius_m;

use super::unknowns::{
    ACROSS, ALONG, DEFLECTIONS, DRIVE, EQUATIONS, Equations, LATERAL, Renewed, SPINS, STEER, StopCondition,
    UNKNOWNS, Unknowns,
};

/// Slip at which an anti-lock system lets half of the pressure reach a brake, and width of the slips over which it does: the
/// threshold of the assist, AbsData::typical, about which its cycles go.
const ANTI_LOCK_SLIP: f64 = 0.13;
const ANTI_LOCK_WIDTH: f64 = 0.02;

/// Engine speeds that are tried for a launch.
const LAUNCH_SPEEDS: usize = 32;

/// A time in which nothing moves, s: the mode that fits a state is what such a step leaves.
const INSTANT_S: f64 = 1e-12;

type Mode = TwoTrackMode<f64, StandardParts>;
type State = TwoTrackState<f64, StandardParts>;

/// A car of a kind at a speed in a gear, on a level road.
pub(super) struct SteadyCar<K: Kind<Parts = StandardParts>> {
    car: <TwoTrack<K> as skidpad_core::model::Model>::Car<f64>,
    speed_m_s: f64,
    gear: u8,
    surface: Surface<f64>,
    /// Torque at the crankshaft that drives the car by 1 m/s^2, N.m.
    per_drive_nm: f64,
    /// Share of the brakes' pressure that slows the car by 1 m/s^2.
    per_drive_pressure: f64,
    /// True if each brake gives way as an anti-lock system lets it, at the slip where its wheel is about to lock.
    anti_lock: bool,
    mode: Mode,
    /// Mode before it was renewed.
    before: Mode,
    /// Cars near this one, of which each state tells how they move from it.
    near: Vec<Self>,
}

impl<K: Kind<Parts = StandardParts>> SteadyCar<K> {
    /// The car of a vehicle at a speed in a forward gear, on a surface.
    pub fn new(vehicle: &Vehicle<f64>, speed_m_s: f64, gear: u8, surface: &Surface<f64>) -> Self {
        let car = K::car(&vehicle.linearisable());
        let anti_lock = vehicle.chassis().abs.is_set();
        let base = &car.base;
        let radius_m = driven_radius_m(vehicle);
        let overall = base.driveline.gears.overall(f64::from(gear)) * base.driveline.layout.efficiency;
        let brakes = &base.brakes.hydraulics;
        let brake_n = 2.0 * (brakes.front_nm / base.front.radius_m + brakes.rear_nm / base.rear.radius_m);
        let mode = TwoTrackMode::in_gear(base, f64::from(gear));
        let per_drive_nm = base.body.mass_kg * radius_m / overall;
        let per_drive_pressure = base.body.mass_kg / Real::max(brake_n, 1.0);
        let mut steady = Self {
            car,
            speed_m_s,
            gear,
            surface: *surface,
            per_drive_nm,
            per_drive_pressure,
            anti_lock,
            mode,
            before: mode,
            near: Vec::new(),
        };
        steady.renew(&steady.rolling());
        steady
    }

    /// The car with others near it, at the same speed in the same gear.
    pub fn beside(self, near: Vec<Self>) -> Self {
        Self { near, ..self }
    }

    pub fn near(&self) -> &[Self] {
        &self.near
    }

    /// Residuals at a state whose driveline slips and locks as that of another car, and all else that is decided once per
    /// sub-step as the state has it.
    fn residuals_as(&self, other: &Self, at: &Unknowns) -> [f64; EQUATIONS] {
        let mut car = Self { mode: other.mode, near: Vec::new(), ..*self };
        let (known, own) = (other.mode.driveline, self.mode.driveline);
        car.mode.driveline = DrivelineMode { overall_ratio: own.overall_ratio, ..known };
        let (mode, state, input) = car.point(at);
        car.mode =
            advance_alone::<TwoTrack<K>, f64>(&car.car, (&mode, &state), &input, &car.surface, INSTANT_S);
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
        car.residuals(at)
    }

    pub fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }

    pub fn wheelbase_m(&self) -> f64 {
        self.car.base.wheelbase_m()
    }

    /// Distance of the rear axle from the centre of mass, m.
    pub fn to_rear_m(&self) -> f64 {
        self.car.base.body.to_rear_m
    }

    /// Unknowns of the car that rolls straight ahead.
    pub fn rolling(&self) -> Unknowns {
        let base = &self.car.base;
        let mut unknowns = [0.0; UNKNOWNS];
        for (place, radius_m) in
            [base.front.radius_m, base.front.radius_m, base.rear.radius_m, base.rear.radius_m]
                .into_iter()
                .enumerate()
        {
            unknowns[SPINS + place] = self.speed_m_s / radius_m;
        }
        unknowns
    }

    /// Drive of the engine at full throttle at a state, m/s^2. In first gear the clutch may slip, so that the engine has its
    /// largest torque between this speed and the redline, as in a launch.
    pub fn full_drive_m_s2(&self, unknowns: &Unknowns) -> f64 {
        let engine = &self.car.base.driveline.engine;
        let slowest_rad_s = self.state(unknowns).body.engine_rad_s;
        let at = |share: f64| slowest_rad_s + share * Real::max(engine.redline_rad_s - slowest_rad_s, 0.0);
        let speeds = if self.gear == 1 { LAUNCH_SPEEDS } else { 1 };
        let torques =
            (0..speeds).map(|speed| self.crankshaft_nm(at(speed as f64 / LAUNCH_SPEEDS as f64), 1.0));
        torques.fold(f64::NEG_INFINITY, Real::max) / self.per_drive_nm
    }

    /// Torque of the engine at a throttle, N.m.
    fn crankshaft_nm(&self, engine_rad_s: f64, throttle: f64) -> f64 {
        let driveline = &self.car.base.driveline;
        let full_nm = driveline.engine.full_load_torque(&driveline.curve, engine_rad_s);
        skidpad_core::powertrain::engine_torque_of(&driveline.engine, full_nm, throttle, engine_rad_s)
    }

    /// Share of the brakes' full pressure.
    pub fn pressure(&self, unknowns: &Unknowns) -> f64 {
        Real::max(-unknowns[DRIVE], 0.0) * self.per_drive_pressure
    }

    /// Renews what the car decides once per sub-step: which way parts of the driveline slip.
    pub fn renew(&mut self, unknowns: &Unknowns) {
        let (mode, state, input) = self.point(unknowns);
        let renewed =
            advance_alone::<TwoTrack<K>, f64>(&self.car, (&mode, &state), &input, &self.surface, INSTANT_S);
        self.mode = renewed;
        let driveline = &mut self.mode.driveline;
        driveline.engaged = Flag::from(true);
        // Wheels whose difference of speeds changed its sign on the way met in between, and a differential with friction locked.
        let [front, rear, centre] = differences_rad_s(&state);
        let met = |direction: f64, difference: f64| direction * difference < 0.0;
        driveline.front_locked =
            Flag::from(driveline.front_locked.is_set() || met(driveline.front_direction, front));
        driveline.rear_locked =
            Flag::from(driveline.rear_locked.is_set() || met(driveline.rear_direction, rear));
        driveline.centre_locked =
            Flag::from(driveline.centre_locked.is_set() || met(driveline.centre_direction, centre));
    }

    fn state(&self, unknowns: &Unknowns) -> State {
        let mut state: State = Record::splat(0.0);
        let lateral_m_s = unknowns[LATERAL];
        let square = self.speed_m_s * self.speed_m_s - lateral_m_s * lateral_m_s;
        state.body.velocity_x_m_s = Real::sqrt(Real::max(square, 0.0));
        state.body.velocity_y_m_s = lateral_m_s;
        state.body.yaw_rate_rad_s = unknowns[ACROSS] / self.speed_m_s;
        let mut wheels = state.wheels.in_a_row();
        for (place, wheel) in wheels.iter_mut().enumerate() {
            wheel.spin_rad_s = unknowns[SPINS + place];
            wheel.deflection_x = unknowns[DEFLECTIONS + 2 * place];
            wheel.deflection_y = unknowns[DEFLECTIONS + 2 * place + 1];
        }
        state.wheels = Wheels::from_row(wheels);
        let spins = Wheels::from_row(wheels.map(|wheel| wheel.spin_rad_s));
        let driveline = &self.car.base.driveline;
        state.body.engine_rad_s =
            driveline.gears.overall(f64::from(self.gear)) * driveline.output_rad_s(&spins);
        state
    }

    fn point(&self, unknowns: &Unknowns) -> (Mode, State, TwoTrackInput<f64>) {
        let (steer_rad, drive) = (unknowns[STEER], unknowns[DRIVE]);
        let controls = Controls { steer_rad, gear: Gear::Forward(self.gear), ..Controls::default() };
        let command: Command<f64> = sanitise(&controls).0;
        let mut mode = self.mode;
        mode.body.front_steer_rad = steer_rad;
        let state = self.state(unknowns);
        // The car coasts with the clutch open: what the engine gives with closed throttle is taken back.
        let closed_nm = self.crankshaft_nm(state.body.engine_rad_s, 0.0);
        mode.driveline.engine_back_nm = closed_nm - Real::max(drive, 0.0) * self.per_drive_nm;
        let pressure = self.pressure(unknowns);
        let mut brakes = mode.brakes.in_a_row();
        for (place, brake) in brakes.iter_mut().enumerate() {
            brake.pressure = pressure * self.brake_share(place, &state);
        }
        mode.brakes = Wheels::from_row(brakes);
        (mode, state, TwoTrackInput::on_even_road(&command))
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

impl<K: Kind<Parts = StandardParts>> Renewed for SteadyCar<K> {
    fn renew(&mut self, at: &Unknowns) -> bool {
        self.before = self.mode;
        Self::renew(self, at);
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

    fn moves(&self, at: &Unknowns) -> Vec<[f64; EQUATIONS]> {
        let here = if self.near.is_empty() { [0.0; EQUATIONS] } else { self.residuals_as(self, at) };
        let moved = |near: &Self| {
            let there = near.residuals_as(self, at);
            core::array::from_fn(|row| there[row] - here[row])
        };
        self.near.iter().map(moved).collect()
    }

    fn stop_condition(&self, at: &Unknowns) -> StopCondition {
        let (lock_rad, base) = (self.car.base.steering.lock_rad, self.per_drive_pressure);
        let is_steering = Real::abs(at[STEER]) / lock_rad >= self.pressure(at);
        let mut row = [0.0; UNKNOWNS];
        if is_steering {
            row[STEER] = Real::copysign(1.0, at[STEER]);
        } else {
            row[DRIVE] = -base;
        }
        let moved = |near: &Self| {
            if is_steering {
                lock_rad - near.car.base.steering.lock_rad
            } else {
                (base - near.per_drive_pressure) * at[DRIVE]
            }
        };
        StopCondition { row, moves: self.near.iter().map(moved).collect() }
    }

    fn stop(&self, from: &Unknowns, to: &Unknowns) -> Option<f64> {
        let passes = |before: f64, after: f64, most: f64| {
            (after >= most).then(|| Real::clamp((most - before) / Real::max(after - before, 1e-12), 0.0, 1.0))
        };
        let lock = passes(Real::abs(from[STEER]), Real::abs(to[STEER]), self.car.base.steering.lock_rad);
        let brakes = passes(self.pressure(from), self.pressure(to), 1.0);
        match (lock, brakes) {
            (Some(one), Some(other)) => Some(Real::min(one, other)),
            (one, other) => one.or(other),
        }
    }
}

impl<K: Kind<Parts = StandardParts>> Equations for SteadyCar<K> {
    /// Sizes of changes of the unknowns that count alike.
    fn scales(&self) -> Unknowns {
        let mut scales = [0.01; UNKNOWNS];
        scales[LATERAL] = 0.05 * self.speed_m_s;
        scales[STEER] = 0.05;
        scales[SPINS..DEFLECTIONS].fill(0.05 * self.speed_m_s / self.car.base.rear.radius_m);
        scales[DRIVE..].fill(1.0);
        scales
    }

    /// Residuals of the equations, 0 in a quasi-steady state, m/s^2 or the tyre's own measure over s.
    fn residuals(&self, unknowns: &Unknowns) -> [f64; EQUATIONS] {
        let (mode, state, input) = self.point(unknowns);
        let (rates, _) =
            evaluate_alone::<TwoTrack<K>, f64>(&self.car, (&mode, &state), &input, &self.surface);
        let gain_1_s = unknowns[ALONG] / self.speed_m_s;
        let (body, wheelbase_m) = (&rates.body, self.car.base.wheelbase_m());
        let mut residuals = [0.0; EQUATIONS];
        residuals[0] = body.velocity_x_m_s - gain_1_s * state.body.velocity_x_m_s;
        residuals[1] = body.velocity_y_m_s - gain_1_s * state.body.velocity_y_m_s;
        residuals[2] = body.yaw_rate_rad_s * wheelbase_m;
        let (wheels, spins) = (rates.wheels.in_a_row(), state.wheels.in_a_row());
        for place in 0..4 {
            residuals[3 + place] = wheels[place].spin_rad_s - gain_1_s * spins[place].spin_rad_s;
            residuals[7 + 2 * place] = wheels[place].deflection_x;
            residuals[8 + 2 * place] = wheels[place].deflection_y;
        }
        // Wheels that a locked differential joins gain speed alike whatever their speeds: these are equal.
        let driveline = &self.mode.driveline;
        let [front, rear, centre] = differences_rad_s(&state);
        let locked = [
            (driveline.front_locked, front, FRONT_RIGHT),
            (driveline.rear_locked, rear, REAR_RIGHT),
            (driveline.centre_locked, centre, FRONT_LEFT),
        ];
        for (is_locked, difference_rad_s, place) in locked {
            if is_locked.is_set() {
                residuals[3 + place] = difference_rad_s;
            }
        }
        residuals
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
fn differences_rad_s(state: &State) -> [f64; 3] {
    let [a, b, c, d] = state.wheels.in_a_row().map(|wheel| wheel.spin_rad_s);
    [a - b, c - d, 0.5 * (a + b) - 0.5 * (c + d)]
}
