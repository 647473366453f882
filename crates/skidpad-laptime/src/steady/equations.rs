//! Equations of a car in a quasi-steady state, from the model's own.
//!
//! The car moves at a speed v along a path, with an acceleration a_t along it and a_n square to it. Its body keeps its attitude to
//! the path: the rates of its velocity in its own axes are a_t (v_x, v_y) / v, the yaw rate is a_n / v and does not change, the
//! wheels gain speed as the car does, and the tyres' deflections stand. With the model's rates that is one equation for each of
//! these; the unknowns are the lateral velocity, the steering angle, the spins, the deflections, the drive and the two
//! accelerations. The drive is a torque at the crankshaft, as if the engine were always strong enough, or a pressure in the
//! brakes: grip is what limits it.

use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_world::roadtest::driven_radius_m;

use super::unknowns::{
    ACROSS, ALONG, DRIVE, Equations, LATERAL, Renewed, Residuals, SPIN_RATES, SPINS, STEER, StopCondition,
    Unknowns, deflections, equations,
};

/// Engine speeds that are tried for a launch.
const LAUNCH_SPEEDS: usize = 32;

/// A car by its model, in a gear, with the clutch closed.
pub(super) trait SteadyModel<const U: usize>: Copy + Send + Sync {
    /// Reason for which the model does not take a vehicle.
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String>;

    /// The car of a vehicle in a forward gear.
    fn new(vehicle: &Vehicle<f64>, gear: u8) -> Self;

    fn figures(&self) -> SteadyFigures;

    /// Engine speed with wheels of these spins, rad/s.
    fn engine_rad_s(&self, spins_rad_s: &[f64]) -> f64;

    /// Torque of the engine at a throttle, N.m.
    fn crankshaft_nm(&self, engine_rad_s: f64, throttle: f64) -> f64;

    /// The model's rates: of both velocities of the body in its axes, of the yaw rate, of the spins, and of the deflections.
    fn rates(&self, at: &SteadyPoint<U>, surface: &Surface<f64>) -> Residuals<U>;

    /// Replaces equations of wheels that the driveline joins.
    fn join(&self, at: &SteadyPoint<U>, residuals: &mut Residuals<U>) {
        let _ = (at, residuals);
    }

    /// Renews what the car decides once per sub-step; returns true where parts of the driveline slip in another way.
    fn renew(&mut self, at: &SteadyPoint<U>, surface: &Surface<f64>) -> bool {
        let _ = (at, surface);
        false
    }

    /// Locks the differentials that slip and have friction; with `false`, takes the mode back that was renewed last.
    fn instead(&mut self, locks: bool) {
        let _ = locks;
    }

    /// The car whose driveline slips and locks as that of another one, and all else that is decided once per sub-step as the state
    /// has it.
    fn slipping_as(&self, other: &Self, at: &SteadyPoint<U>, surface: &Surface<f64>) -> Self {
        let _ = (other, at, surface);
        *self
    }
}

/// Figures of a car by its model.
#[derive(Clone, Copy, Debug)]
pub(super) struct SteadyFigures {
    pub mass_kg: f64,
    /// Distances of the axles from the centre of mass, m.
    pub to_front_m: f64,
    pub to_rear_m: f64,
    /// Radii of the front and the rear wheels, m.
    pub radii_m: [f64; 2],
    /// Steering angle at the lock, rad.
    pub lock_rad: f64,
    /// Force of all brakes at full pressure, N.
    pub brake_n: f64,
    /// Engine speed over that of the driven wheels, times the driveline's efficiency.
    pub overall: f64,
    pub redline_rad_s: f64,
}

/// State and commands of a car in a quasi-steady state.
pub(super) struct SteadyPoint<const U: usize> {
    /// Velocity in the body's axes, m/s.
    pub velocity_m_s: [f64; 2],
    pub yaw_rate_rad_s: f64,
    pub steer_rad: f64,
    /// Torque at the crankshaft, N.m; 0 with closed throttle, too: the car coasts with the clutch open.
    pub drive_nm: f64,
    /// Share of the brakes' full pressure.
    pub pressure: f64,
    pub unknowns: Unknowns<U>,
}

impl<const U: usize> SteadyPoint<U> {
    /// Spins of all wheels, rad/s.
    pub fn spins_rad_s(&self) -> &[f64] {
        &self.unknowns[SPINS..deflections(U)]
    }

    /// Deflections of a wheel's tyre.
    pub fn deflection(&self, wheel: usize) -> [f64; 2] {
        let first = deflections(U) + 2 * wheel;
        [self.unknowns[first], self.unknowns[first + 1]]
    }
}

/// A car at a speed in a gear, on a level road.
pub(super) struct SteadyCar<M: SteadyModel<U>, const U: usize> {
    model: M,
    speed_m_s: f64,
    gear: u8,
    surface: Surface<f64>,
    /// Torque at the crankshaft that drives the car by 1 m/s^2, N.m.
    per_drive_nm: f64,
    /// Share of the brakes' pressure that slows the car by 1 m/s^2.
    per_drive_pressure: f64,
    /// Cars near this one, of which each state tells how they move from it.
    near: Vec<Self>,
}

impl<M: SteadyModel<U>, const U: usize> SteadyCar<M, U> {
    /// The car of a vehicle at a speed in a forward gear, on a surface.
    pub fn new(vehicle: &Vehicle<f64>, speed_m_s: f64, gear: u8, surface: &Surface<f64>) -> Self {
        let model = M::new(vehicle, gear);
        let SteadyFigures { mass_kg, brake_n, overall, .. } = model.figures();
        let mut steady = Self {
            model,
            speed_m_s,
            gear,
            surface: *surface,
            per_drive_nm: mass_kg * driven_radius_m(vehicle) / overall,
            per_drive_pressure: mass_kg / Real::max(brake_n, 1.0),
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

    pub fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }

    pub fn wheelbase_m(&self) -> f64 {
        let SteadyFigures { to_front_m, to_rear_m, .. } = self.model.figures();
        to_front_m + to_rear_m
    }

    /// Distance of the rear axle from the centre of mass, m.
    pub fn to_rear_m(&self) -> f64 {
        self.model.figures().to_rear_m
    }

    /// Unknowns of the car that rolls straight ahead.
    pub fn rolling(&self) -> Unknowns<U> {
        let radii_m = self.model.figures().radii_m;
        let mut unknowns = [0.0; U];
        let wheels = deflections(U) - SPINS;
        for wheel in 0..wheels {
            unknowns[SPINS + wheel] = self.speed_m_s / radii_m[2 * wheel / wheels];
        }
        unknowns
    }

    /// Drive of the engine at full throttle at a state, m/s^2. In first gear the clutch may slip, so that the engine has its
    /// largest torque between this speed and the redline, as in a launch.
    pub fn full_drive_m_s2(&self, unknowns: &Unknowns<U>) -> f64 {
        let redline_rad_s = self.model.figures().redline_rad_s;
        let slowest_rad_s = self.model.engine_rad_s(&unknowns[SPINS..deflections(U)]);
        let at = |share: f64| slowest_rad_s + share * Real::max(redline_rad_s - slowest_rad_s, 0.0);
        let speeds = if self.gear == 1 { LAUNCH_SPEEDS } else { 1 };
        let torques =
            (0..speeds).map(|speed| self.model.crankshaft_nm(at(speed as f64 / LAUNCH_SPEEDS as f64), 1.0));
        torques.fold(f64::NEG_INFINITY, Real::max) / self.per_drive_nm
    }

    /// Share of the brakes' full pressure.
    pub fn pressure(&self, unknowns: &Unknowns<U>) -> f64 {
        Real::max(-unknowns[DRIVE], 0.0) * self.per_drive_pressure
    }

    fn point(&self, unknowns: &Unknowns<U>) -> SteadyPoint<U> {
        let lateral_m_s = unknowns[LATERAL];
        let square = self.speed_m_s * self.speed_m_s - lateral_m_s * lateral_m_s;
        SteadyPoint {
            velocity_m_s: [Real::sqrt(Real::max(square, 0.0)), lateral_m_s],
            yaw_rate_rad_s: unknowns[ACROSS] / self.speed_m_s,
            steer_rad: unknowns[STEER],
            drive_nm: Real::max(unknowns[DRIVE], 0.0) * self.per_drive_nm,
            pressure: self.pressure(unknowns),
            unknowns: *unknowns,
        }
    }

    /// Residuals at a state by a model's car.
    fn residuals_of(&self, model: &M, unknowns: &Unknowns<U>) -> Residuals<U> {
        let at = self.point(unknowns);
        let mut residuals = model.rates(&at, &self.surface);
        let gain_1_s = unknowns[ALONG] / self.speed_m_s;
        residuals[0] -= gain_1_s * at.velocity_m_s[0];
        residuals[1] -= gain_1_s * at.velocity_m_s[1];
        residuals[2] *= self.wheelbase_m();
        for (wheel, spin_rad_s) in at.spins_rad_s().iter().enumerate() {
            residuals[SPIN_RATES + wheel] -= gain_1_s * spin_rad_s;
        }
        model.join(&at, &mut residuals);
        residuals
    }

    /// Residuals at a state whose driveline slips and locks as that of another car.
    fn residuals_as(&self, other: &Self, at: &Unknowns<U>) -> Residuals<U> {
        self.residuals_of(&self.model.slipping_as(&other.model, &self.point(at), &self.surface), at)
    }
}

impl<M: SteadyModel<U>, const U: usize> Renewed<U> for SteadyCar<M, U> {
    fn renew(&mut self, at: &Unknowns<U>) -> bool {
        let point = self.point(at);
        self.model.renew(&point, &self.surface)
    }

    fn instead(&mut self, locks: bool) {
        self.model.instead(locks);
    }

    fn moves(&self, at: &Unknowns<U>) -> Vec<Residuals<U>> {
        let here = if self.near.is_empty() { [0.0; U] } else { self.residuals_as(self, at) };
        let moved = |near: &Self| {
            let there = near.residuals_as(self, at);
            core::array::from_fn(|row| there[row] - here[row])
        };
        self.near.iter().map(moved).collect()
    }

    fn stop_condition(&self, at: &Unknowns<U>) -> StopCondition<U> {
        let (lock_rad, base) = (self.model.figures().lock_rad, self.per_drive_pressure);
        let is_steering = Real::abs(at[STEER]) / lock_rad >= self.pressure(at);
        let mut row = [0.0; U];
        if is_steering {
            row[STEER] = Real::copysign(1.0, at[STEER]);
        } else {
            row[DRIVE] = -base;
        }
        let moved = |near: &Self| {
            if is_steering {
                lock_rad - near.model.figures().lock_rad
            } else {
                (base - near.per_drive_pressure) * at[DRIVE]
            }
        };
        StopCondition { row, moves: self.near.iter().map(moved).collect() }
    }

    fn stop(&self, from: &Unknowns<U>, to: &Unknowns<U>) -> Option<f64> {
        let passes = |before: f64, after: f64, most: f64| {
            (after >= most).then(|| Real::clamp((most - before) / Real::max(after - before, 1e-12), 0.0, 1.0))
        };
        let lock = passes(Real::abs(from[STEER]), Real::abs(to[STEER]), self.model.figures().lock_rad);
        let brakes = passes(self.pressure(from), self.pressure(to), 1.0);
        match (lock, brakes) {
            (Some(one), Some(other)) => Some(Real::min(one, other)),
            (one, other) => one.or(other),
        }
    }
}

impl<M: SteadyModel<U>, const U: usize> Equations<U> for SteadyCar<M, U> {
    /// Sizes of changes of the unknowns that count alike.
    fn scales(&self) -> Unknowns<U> {
        let mut scales = [0.01; U];
        scales[LATERAL] = 0.05 * self.speed_m_s;
        scales[STEER] = 0.05;
        scales[DRIVE..SPINS].fill(1.0);
        scales[SPINS..deflections(U)].fill(0.05 * self.speed_m_s / self.model.figures().radii_m[1]);
        scales
    }

    /// Residuals of the equations, 0 in a quasi-steady state, m/s^2 or the tyre's own measure over s.
    fn residuals(&self, unknowns: &Unknowns<U>) -> Residuals<U> {
        debug_assert_eq!(equations(U), SPIN_RATES + U - SPINS);
        self.residuals_of(&self.model, unknowns)
    }
}
