//! One car in motion: fixed steps, sub-steps, and a status for each step.
//!
//! A car owns its sub-step: the caller's step is divided into equal parts of at most what the
//! car allows (2 ms or less). Discrete things (gears, clutch, what stands and what turns) change
//! once per sub-step, never inside the integrator; the caller's controls are held over the
//! caller's step. That is what makes results independent of the caller's rate.

use core::fmt;
use core::marker::PhantomData;

use crate::integrate::{Method, Partitioned, System, advance, advance_from};
use crate::math::{Mask, Real};
use crate::model::Model;
use crate::record::Record;
use crate::surface::Surface;

/// A model with everything that it depends on: what an integrator moves through time.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a, M: Model, R: Real> {
    /// The vehicle.
    pub car: &'a M::Car<R>,
    /// Gears and the like, constant within a sub-step.
    pub mode: &'a M::Mode<R>,
    /// What the driver gives.
    pub input: &'a M::Input<R>,
    /// Road and air.
    pub surface: &'a Surface<R>,
}

impl<M: Model, R: Real> System<R> for Motion<'_, M, R> {
    type State = M::State<R>;
    #[inline(always)]
    fn derivative(&self, _: R, state: &M::State<R>) -> M::State<R> {
        M::evaluate(self.car, self.mode, state, self.input, self.surface).0
    }
}

impl<M: Model, R: Real> Partitioned<R> for Motion<'_, M, R> {
    #[inline(always)]
    fn join(velocities: &M::State<R>, positions: &M::State<R>) -> M::State<R> {
        M::join(velocities, positions)
    }
}

/// A [`Motion`] whose equations are called and not written out at each place that asks for them: for one car at
/// a time, where a call costs next to nothing and a copy for each stage of each method takes the compiler minutes.
struct Called<'a, M: Model, R: Real>(Motion<'a, M, R>);

impl<M: Model, R: Real> System<R> for Called<'_, M, R> {
    type State = M::State<R>;
    #[inline(never)]
    fn derivative(&self, _: R, state: &M::State<R>) -> M::State<R> {
        let Motion { car, mode, input, surface } = self.0;
        if const { has_few_stages::<M>() } {
            evaluate_alone::<M, R>(car, (mode, state), input, surface).0
        } else {
            M::evaluate(car, mode, state, input, surface).0
        }
    }
}

impl<M: Model, R: Real> Partitioned<R> for Called<'_, M, R> {
    #[inline(always)]
    fn join(velocities: &M::State<R>, positions: &M::State<R>) -> M::State<R> {
        M::join(velocities, positions)
    }
}

/// Whether a model has few stages: then a sub-step of one car by the model's own integrator is written out in one
/// function, and shares between the stages all that does not change within. Other integrators are rare, and call what
/// is compiled anyway; so does a debug build, which is compiled more often than it is driven.
const fn has_few_stages<M: Model>() -> bool {
    matches!(M::INTEGRATOR, Method::Heun)
}

/// [`Model::evaluate`] for one car at a time, compiled once.
#[inline(never)]
pub fn evaluate_alone<M: Model, R: Real>(
    car: &M::Car<R>,
    now: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
) -> (M::State<R>, M::Trace<R>) {
    M::evaluate(car, now.0, now.1, input, surface)
}

/// [`Model::advance`] for one car at a time, compiled once.
#[inline(never)]
pub fn advance_alone<M: Model, R: Real>(
    car: &M::Car<R>,
    before: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> M::Mode<R> {
    M::advance(car, before.0, before.1, input, surface, dt_s)
}

/// The discrete things of a sub-step and the rates with what they are, for one car at a time. Both stand in one
/// function, where the compiler sees what a model computes for both and computes it once: what decides which wheel
/// stands is a look at the same forces.
#[inline(never)]
fn begin_alone<M: Model, R: Real>(
    car: &M::Car<R>,
    (mode, state): (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> (M::Mode<R>, M::State<R>) {
    let mode = M::advance(car, mode, state, input, surface, dt_s);
    let (first, _) = M::evaluate(car, &mode, state, input, surface);
    (mode, first)
}

/// [`sub_step`] for one car at a time: the same bits, compiled once for all methods.
pub fn sub_step_alone<M: Model, R: Real>(
    method: Method,
    car: &M::Car<R>,
    before: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> (M::Mode<R>, M::State<R>) {
    if const { has_few_stages::<M>() && !M::IS_CALLED && !cfg!(debug_assertions) } && method == M::INTEGRATOR
    {
        return sub_step::<M, R>(M::INTEGRATOR, car, before, input, surface, dt_s);
    }
    let state = before.1;
    let (mode, first) = if const { has_few_stages::<M>() } {
        let mode = advance_alone::<M, R>(car, before, input, surface, dt_s);
        (mode, evaluate_alone::<M, R>(car, (&mode, state), input, surface).0)
    } else {
        begin_alone::<M, R>(car, before, input, surface, dt_s)
    };
    let motion = Called::<M, R>(Motion { car, mode: &mode, input, surface });
    let after = advance_from(method, &motion, R::zero(), (state, &first), dt_s);
    M::settle(car, &mode, state, &after)
}

/// One sub-step of any model on any kind of number: discrete things, the integrator, constraints.
#[inline(always)]
pub fn sub_step<M: Model, R: Real>(
    method: Method,
    car: &M::Car<R>,
    before: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> (M::Mode<R>, M::State<R>) {
    let (mode, state) = before;
    let mode = M::advance(car, mode, state, input, surface, dt_s);
    let motion = Motion::<M, R> { car, mode: &mode, input, surface };
    let after = advance(method, &motion, R::zero(), state, dt_s);
    M::settle(car, &mode, state, &after)
}

/// A time step that is a usable number: finite, above 0 and at most 1 s.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Dt(f64);

impl Dt {
    /// The largest step, s.
    pub const LARGEST_S: f64 = 1.0;

    /// A step in s; `None` where it is not in (0, 1]. `Dt::try_from` says why.
    pub fn new(dt_s: f64) -> Option<Self> {
        Self::try_from(dt_s).ok()
    }

    /// The step, s.
    pub fn seconds(self) -> f64 {
        self.0
    }

    /// How many equal sub-steps of at most `longest_s` it takes, and how long each is, s.
    pub fn divide(self, longest_s: f64) -> (u32, f64) {
        // A step that is a whole number of sub-steps but for rounding is not divided once more.
        let parts = self.0 / longest_s * (1.0 - 1e-12);
        let mut count = parts as u32;
        if f64::from(count) < parts {
            count += 1;
        }
        let count = count + u32::from(count == 0);
        (count, self.0 / f64::from(count))
    }
}

/// Why a number is no time step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DtFault {
    /// It is not a number.
    NotANumber,
    /// It is 0 or below.
    NotAboveZero,
    /// It is above [`Dt::LARGEST_S`], or infinite.
    TooLong,
}

impl fmt::Display for DtFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = match self {
            Self::NotANumber => "not a number",
            Self::NotAboveZero => "not above 0",
            Self::TooLong => "too long",
        };
        write!(f, "the step dt_s is {is}; it must be above 0 and at most {} s", Dt::LARGEST_S)
    }
}

impl core::error::Error for DtFault {}

impl TryFrom<f64> for Dt {
    type Error = DtFault;
    /// Any bits: a step or the reason why not.
    ///
    /// ```
    /// use skidpad::step::{Dt, DtFault};
    /// assert_eq!(Dt::try_from(f64::NAN), Err(DtFault::NotANumber));
    /// assert_eq!(Dt::try_from(-0.0), Err(DtFault::NotAboveZero));
    /// assert_eq!(Dt::try_from(0.01).map(Dt::seconds), Ok(0.01));
    /// ```
    fn try_from(dt_s: f64) -> Result<Self, DtFault> {
        if dt_s.is_nan() {
            Err(DtFault::NotANumber)
        } else if dt_s <= 0.0 {
            Err(DtFault::NotAboveZero)
        } else if dt_s > Self::LARGEST_S {
            Err(DtFault::TooLong)
        } else {
            Ok(Self(dt_s))
        }
    }
}

/// Time as a count of steps: the number of steps times the step, not a sum that drifts. It starts anew from where it
/// is when the step changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    steps: u64,
    step_s: f64,
    before_s: f64,
}

impl Clock {
    /// The time before any step.
    pub const START: Self = Self { steps: 0, step_s: 0.0, before_s: 0.0 };

    /// A clock from its parts; `None` where they are no time: the step in [0, 1] s, what was before finite and not
    /// below 0, both +0 where they are 0.
    pub fn from_parts(steps: u64, step_s: f64, before_s: f64) -> Option<Self> {
        let is_step = (0.0..=Dt::LARGEST_S).contains(&step_s) && step_s.is_sign_positive();
        let is_before = before_s >= 0.0 && before_s.is_finite() && before_s.is_sign_positive();
        let has_step = step_s > 0.0 || steps == 0;
        (is_step && is_before && has_step).then_some(Self { steps, step_s, before_s })
    }

    /// Counts a step.
    pub fn count(&mut self, dt: Dt) {
        if dt.seconds() != self.step_s {
            *self = Self { steps: 0, step_s: dt.seconds(), before_s: self.time_s() };
        }
        self.steps = self.steps.wrapping_add(1);
    }

    /// Time, s.
    pub fn time_s(&self) -> f64 {
        self.before_s + self.steps as f64 * self.step_s
    }
    /// Number of steps since the step last changed.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// The last step, s; 0 before the first.
    pub fn step_s(&self) -> f64 {
        self.step_s
    }
    /// The time at which the step last changed, s.
    pub fn before_s(&self) -> f64 {
        self.before_s
    }
}

/// How a car is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It drives.
    Running,
    /// Its engine is blown: the run is over.
    EngineBlown,
    /// It has fallen over: the run is over.
    Fallen,
    /// It met a number that is not finite, was put back to its last good state and stopped.
    Quarantined,
}

impl Status {
    /// All of them, at the place of their [`code`](Self::code).
    pub const ALL: [Self; 4] = [Self::Running, Self::EngineBlown, Self::Quarantined, Self::Fallen];

    /// The number that files and batches keep it as.
    pub const fn code(self) -> u8 {
        match self {
            Self::Running => 0,
            Self::EngineBlown => 1,
            Self::Quarantined => 2,
            Self::Fallen => 3,
        }
    }

    /// The status of a number.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

/// One car of one model.
///
/// ```
/// use skidpad::model::{W1, w1};
/// use skidpad::step::{Dt, Simulation, Status};
/// use skidpad::surface::Surface;
///
/// let (state, input) = w1::workload::start(0);
/// let mut car = Simulation::<W1>::new(skidpad::model::Fixed, skidpad::model::Fixed, state);
/// let status = car.step(&input, &Surface::asphalt(), Dt::new(0.01).unwrap());
/// assert_eq!(status, Status::Running);
/// assert_eq!(car.time_s(), 0.01);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Simulation<M: Model> {
    car: M::Car<f64>,
    // What a snapshot holds: `crate::snapshot` reads and writes these four.
    pub(crate) mode: M::Mode<f64>,
    pub(crate) state: M::State<f64>,
    pub(crate) status: Status,
    pub(crate) clock: Clock,
    method: Method,
    longest_step_s: f64,
    model: PhantomData<M>,
}

impl<M: Model> Simulation<M> {
    /// A car with its mode and state at time 0, and the model's own integrator.
    pub fn new(car: M::Car<f64>, mode: M::Mode<f64>, state: M::State<f64>) -> Self {
        Self {
            longest_step_s: M::longest_step_s(&car),
            car,
            mode,
            state,
            method: M::INTEGRATOR,
            status: Status::Running,
            clock: Clock::START,
            model: PhantomData,
        }
    }

    /// The same car with another integrator.
    pub fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// The same car without sub-steps of its own: it takes the step that it is given, to study an
    /// integrator.
    pub fn bare(mut self) -> Self {
        self.longest_step_s = Dt::LARGEST_S;
        self
    }

    /// Moves the car on by a step.
    ///
    /// A step from which a number would not come back finite is undone and the car quarantined;
    /// a car that is not running does not move.
    pub fn step(&mut self, input: &M::Input<f64>, surface: &Surface<f64>, dt: Dt) -> Status {
        self.step_over(dt, |_, _| (*input, *surface))
    }

    /// The same where what the car is given changes on the way, such as the road under it: `given` says it for each
    /// sub-step, from the car and its state at the beginning. So an edge is felt where it lies, whatever the caller's
    /// rate.
    ///
    /// ```
    /// use skidpad::model::{W1, w1};
    /// use skidpad::step::{Dt, Simulation};
    /// use skidpad::surface::Surface;
    ///
    /// let (state, input) = w1::workload::start(0);
    /// let mut car = Simulation::<W1>::new(skidpad::model::Fixed, skidpad::model::Fixed, state);
    /// let (wet, dry) = (Surface { grip: 0.6, ..Surface::asphalt() }, Surface::asphalt());
    /// car.step_over(Dt::new(0.01).unwrap(), |_, state| (input, if state.x_m > 3.0 { wet } else { dry }));
    /// ```
    pub fn step_over(
        &mut self,
        dt: Dt,
        mut given: impl FnMut(&M::Car<f64>, &M::State<f64>) -> (M::Input<f64>, Surface<f64>),
    ) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let (count, part_s) = dt.divide(self.longest_step_s);
        let (mut mode, mut state) = (self.mode, self.state);
        for _ in 0..count {
            let (input, surface) = given(&self.car, &state);
            (mode, state) =
                sub_step_alone::<M, f64>(self.method, &self.car, (&mode, &state), &input, &surface, part_s);
        }
        if !(mode.all_finite() & state.all_finite()).all() {
            self.status = Status::Quarantined;
            return self.status;
        }
        self.clock.count(dt);
        (self.mode, self.state) = (mode, state);
        let ended = M::ended(&mode);
        if ended > 0.5 {
            self.status = if ended > 1.5 { Status::Fallen } else { Status::EngineBlown };
        }
        self.status
    }

    /// Puts another state in, such as one that contact corrected; mode and time stay. One that is not finite is not
    /// taken, and the car quarantined.
    pub fn set_state(&mut self, state: M::State<f64>) -> Status {
        if state.all_finite().all() {
            self.state = state;
        } else {
            self.status = Status::Quarantined;
        }
        self.status
    }

    /// Time, s.
    pub fn time_s(&self) -> f64 {
        self.clock.time_s()
    }
    /// Time as a count of steps.
    pub fn clock(&self) -> Clock {
        self.clock
    }
    /// The integrator.
    pub fn method(&self) -> Method {
        self.method
    }
    /// The vehicle.
    pub fn car(&self) -> &M::Car<f64> {
        &self.car
    }
    /// The state.
    pub fn state(&self) -> &M::State<f64> {
        &self.state
    }
    /// Gears and the like.
    pub fn mode(&self) -> &M::Mode<f64> {
        &self.mode
    }
    /// How the car is.
    pub fn status(&self) -> Status {
        self.status
    }
    /// The derivative of the state and everything computed on the way, at this instant.
    pub fn look(&self, input: &M::Input<f64>, surface: &Surface<f64>) -> (M::State<f64>, M::Trace<f64>) {
        evaluate_alone::<M, f64>(&self.car, (&self.mode, &self.state), input, surface)
    }
    /// How many sub-steps a step has, and how long each is, s.
    pub fn sub_steps(&self, dt: Dt) -> (u32, f64) {
        dt.divide(self.longest_step_s)
    }
}
