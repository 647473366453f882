//! One car in motion: fixed steps, sub-steps, and a status for each step.
//!
//! A car owns its sub-step: the caller's step is divided into equal parts of at most what the
//! car allows (2 ms or less). Discrete things (gears, clutch, what stands and what turns) change
//! once per sub-step, never inside the integrator; the caller's controls are held over the
//! caller's step, but for a change of steering that a model spreads over it ([`Model::held`]). That is
//! what makes results independent of the caller's rate.

mod clock;
mod status;
mod sub_step;

use core::marker::PhantomData;

use crate::controls::{ControlFault, sanitise_input};
use crate::integrate::Method;
use crate::math::Mask;
use crate::model::Model;
use crate::record::Record;
use crate::surface::Surface;

pub use clock::{Clock, Dt, DtFault};
pub use status::Status;
// For world, the workload and tests: a sub-step without status and clock. No promise holds for them.
#[doc(hidden)]
pub use sub_step::{Motion, advance_alone, evaluate_alone, sub_step, sub_step_alone};

/// One car of one model.
///
/// ```
/// use skidpad_texts::w1::{self, W1};
/// use skidpad_core::step::{Dt, Simulation, Status};
/// use skidpad_core::surface::Surface;
///
/// let (state, input) = w1::workload::start(0);
/// let mut car = Simulation::<W1>::new(skidpad_core::record::Empty, skidpad_core::record::Empty, state);
/// let status = car.step(&input, &Surface::asphalt(), Dt::new(0.01).unwrap());
/// assert_eq!(status, Status::Running);
/// assert_eq!(car.time_s(), 0.01);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Simulation<M: Model> {
    car: M::Car<f64>,
    // What a snapshot holds: `crate::snapshot` reads and writes these five.
    pub(crate) mode: M::Mode<f64>,
    pub(crate) state: M::State<f64>,
    pub(crate) status: Status,
    pub(crate) clock: Clock,
    pub(crate) fault: Option<ControlFault>,
    /// Longest sub-step that the caller chose instead of the vehicle's, s.
    pub(crate) imposed_step_s: Option<f64>,
    method: Method,
    own_step_s: f64,
    model: PhantomData<M>,
}

impl<M: Model> Simulation<M> {
    /// A car with its mode and state at time 0, and the model's own integrator.
    pub fn new(car: M::Car<f64>, mode: M::Mode<f64>, state: M::State<f64>) -> Self {
        Self {
            own_step_s: M::longest_step_s(&car),
            imposed_step_s: None,
            car,
            mode,
            state,
            method: M::INTEGRATOR,
            status: Status::Running,
            clock: Clock::START,
            fault: None,
            model: PhantomData,
        }
    }

    /// Returns the car with another integrator.
    pub fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Returns the car without sub-steps of its own: it takes the step that it is given, to study an
    /// integrator.
    pub fn bare(mut self) -> Self {
        self.imposed_step_s = Some(Dt::LARGEST_S);
        self
    }

    /// Moves the car on by a step.
    ///
    /// A step from which a number would not come back finite is undone and the car quarantined;
    /// a car that is not running does not move.
    ///
    /// Inputs outside the ranges of their channels are clamped, and one that is not a number is 0 and named by
    /// [`fault`](Self::fault): see [`sanitise_input`].
    pub fn step(&mut self, input: &M::Input<f64>, surface: &Surface<f64>, dt: Dt) -> Status {
        let (mut left, _) = self.sub_steps(dt);
        let (input, fault) = sanitise_input::<f64, _>(input);
        self.fault = fault;
        self.advance_over(dt, |car, state| {
            let input = M::held(car, state, &input, f64::from(left));
            left -= 1;
            (input, *surface)
        })
    }

    /// Steps a car whose input or surface changes on the way, such as the road under it: `given` returns them for each
    /// sub-step, from the car and its state at the beginning. So an edge is felt where it lies, whatever the caller's
    /// rate.
    ///
    /// ```
    /// use skidpad_texts::w1::{self, W1};
    /// use skidpad_core::step::{Dt, Simulation};
    /// use skidpad_core::surface::Surface;
    ///
    /// let (state, input) = w1::workload::start(0);
    /// let mut car = Simulation::<W1>::new(skidpad_core::record::Empty, skidpad_core::record::Empty, state);
    /// let (wet, dry) = (Surface { grip: 0.6, ..Surface::asphalt() }, Surface::asphalt());
    /// car.step_over(Dt::new(0.01).unwrap(), |_, state| (input, if state.x_m > 3.0 { wet } else { dry }));
    /// ```
    pub fn step_over(
        &mut self,
        dt: Dt,
        mut given: impl FnMut(&M::Car<f64>, &M::State<f64>) -> (M::Input<f64>, Surface<f64>),
    ) -> Status {
        let mut first = None;
        let status = self.advance_over(dt, |car, state| {
            let (input, surface) = given(car, state);
            let (input, fault) = sanitise_input::<f64, _>(&input);
            first = first.or(fault);
            (input, surface)
        });
        self.fault = first;
        status
    }

    /// [`step_over`](Self::step_over) with inputs that are usable.
    fn advance_over(
        &mut self,
        dt: Dt,
        mut given: impl FnMut(&M::Car<f64>, &M::State<f64>) -> (M::Input<f64>, Surface<f64>),
    ) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let (count, part_s) = self.sub_steps(dt);
        let (mut mode, mut state) = (self.mode, self.state);
        for _ in 0..count {
            let (input, surface) = given(&self.car, &state);
            (mode, state) =
                sub_step_alone::<M, f64>(self.method, &self.car, (&mode, &state), &input, &surface, part_s);
        }
        self.go_on(dt, mode, state)
    }

    /// Goes on from where a step ends, unless a number there is not finite.
    pub(crate) fn go_on(&mut self, dt: Dt, mode: M::Mode<f64>, state: M::State<f64>) -> Status {
        if !(mode.all_finite() & state.all_finite()).all() {
            self.status = Status::Quarantined;
            return self.status;
        }
        self.clock.count(dt);
        (self.mode, self.state) = (mode, state);
        self.status = Status::of_finite::<M>(M::ended(&mode));
        self.status
    }

    /// Advances the discrete state as a sub-step of `part_s` begins, and leaves the state: for a solver of another program, which
    /// integrates [`look`](Self::look)'s rates in the place of the car's own integrator and then calls
    /// [`end_sub_step`](Self::end_sub_step).
    ///
    /// A discrete state that would not be finite quarantines the car, and a car that is not running stays as it is.
    pub fn begin_sub_step(&mut self, input: &M::Input<f64>, surface: &Surface<f64>, part_s: f64) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let (input, fault) = sanitise_input::<f64, _>(input);
        self.fault = fault;
        let before = (&self.mode, &self.state);
        let mode = advance_alone::<M, f64>(&self.car, before, &input, surface, part_s);
        if mode.all_finite().all() {
            self.mode = mode;
        } else {
            self.status = Status::Quarantined;
        }
        self.status
    }

    /// Ends a sub-step that a solver of another program integrated from the state `before`: applies the constraints to the state that
    /// it has set, and counts the time.
    pub fn end_sub_step(&mut self, before: &M::State<f64>, input: &M::Input<f64>, part: Dt) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let (input, _) = sanitise_input::<f64, _>(input);
        let (mode, state) = settle_alone::<M>(&self.car, &self.mode, before, &self.state, &input);
        self.go_on(part, mode, state)
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
    /// Run status.
    pub fn status(&self) -> Status {
        self.status
    }
    /// The first input of the last step that was not a number, and was taken as 0.
    ///
    /// ```
    /// use skidpad_core::record::Empty;
    /// use skidpad_texts::w1::{self, W1, W1Input};
    /// use skidpad_core::step::{Dt, Simulation, Status};
    /// use skidpad_core::surface::Surface;
    ///
    /// let (state, input) = w1::workload::start(0);
    /// let mut car = Simulation::<W1>::new(Empty, Empty, state);
    /// let broken = W1Input { steer_rad: f64::NAN, ..input };
    /// assert_eq!(car.step(&broken, &Surface::asphalt(), Dt::new(0.01).unwrap()), Status::Running);
    /// assert_eq!(car.fault().unwrap().field, "steer_rad");
    /// ```
    pub fn fault(&self) -> Option<ControlFault> {
        self.fault
    }
    /// The derivative of the state and everything computed on the way, at this instant.
    pub fn look(&self, input: &M::Input<f64>, surface: &Surface<f64>) -> (M::State<f64>, M::Trace<f64>) {
        let (input, _) = sanitise_input::<f64, _>(input);
        evaluate_alone::<M, f64>(&self.car, (&self.mode, &self.state), &input, surface)
    }
    /// Returns true where integrator and sub-steps are those of model and vehicle, not the caller's.
    pub fn is_as_its_model(&self) -> bool {
        self.method == M::INTEGRATOR && self.imposed_step_s.is_none()
    }
    /// Number of sub-steps of a step, and their length, s.
    pub fn sub_steps(&self, dt: Dt) -> (u32, f64) {
        dt.divide(self.imposed_step_s.unwrap_or(self.own_step_s))
    }
}

/// [`Model::settle`] for one car at a time, compiled once.
#[inline(never)]
fn settle_alone<M: Model>(
    car: &M::Car<f64>,
    mode: &M::Mode<f64>,
    before: &M::State<f64>,
    after: &M::State<f64>,
    input: &M::Input<f64>,
) -> (M::Mode<f64>, M::State<f64>) {
    M::settle(car, mode, before, after, input)
}
