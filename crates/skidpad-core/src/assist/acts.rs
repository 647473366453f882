//! All assists together: who is asked first, and what becomes of the pedals.

use super::abs::{AbsData, AbsMode};
use super::abs_wheel::AbsWheel;
use super::launch::{LaunchData, LaunchMode};
use super::predicted::Known;
use super::reference::{ReferenceData, ReferenceMode};
use super::sensed::{CarFacts, Pedals, Sensed};
use super::speeds::Observed;
use super::stability::{StabilityData, StabilityMode, StabilityWheel};
use super::traction::{TractionData, TractionMode, TractionWheel};
use crate::math::Real;
use crate::record::{Flag, Record};
use crate::wheels::Wheels;
use crate::{compound_record, each_wheel, joined_record, record, wheel_record};

compound_record! {
    /// The assists of a car, and the car's data that they need.
    pub struct Assists {
        /// The car.
        pub car: CarFacts<R>,
        /// The reference speed.
        pub reference: ReferenceData<R>,
        /// Anti-lock.
        pub abs: AbsData<R>,
        /// Traction control.
        pub traction: TractionData<R>,
        /// Stability control.
        pub stability: StabilityData<R>,
        /// Launch control.
        pub launch: LaunchData<R>,
    }
}

joined_record! {
    /// Memory of the assists.
    pub struct AssistMode {
        /// The reference speed.
        reference: ReferenceMode<R>,
        /// Anti-lock memory of the front axle.
        abs: AbsMode<R>,
        /// Traction control's memory for the engine.
        traction: TractionMode<R>,
        /// Stability control's memory for the car.
        stability: StabilityMode<R>,
        /// Launch control.
        launch: LaunchMode<R>,
        /// Anti-lock memory of each wheel.
        abs_wheels: Wheels<AbsWheel<R>>,
        /// Traction control's memory for each wheel.
        traction_wheels: Wheels<TractionWheel<R>>,
        /// Stability control's memory for each wheel.
        stability_wheels: Wheels<StabilityWheel<R>>,
    }
}

wheel_record! {
    /// Actions of the assists on one brake.
    pub struct WheelActs {
        /// Pressure commanded to the brake, over the full one.
        brake: "-" [0.0, 1.0],
        /// Set where the anti-lock system reduces the demanded pressure.
        abs_acts: flag,
        /// Set where traction control brakes the wheel.
        traction_acts: flag,
        /// Set where stability control brakes the wheel.
        stability_acts: flag,
    }
}

record! {
    /// Actions of the assists on the engine, and the reference speed that they are based on.
    pub struct DriveActs {
        /// Throttle commanded to the engine.
        assisted_throttle: "-" [0.0, 1.0],
        /// Share of the driver's throttle that traction control takes.
        traction_cut: "-" [0.0, 1.0],
        /// Share of the driver's throttle that stability control takes.
        stability_throttle_cut: "-" [0.0, 1.0],
        /// Share of the driver's throttle that launch control takes.
        launch_cut: "-" [0.0, 1.0],
        /// The speed of the car by its wheels, positive forwards.
        reference_velocity_m_s: "m/s" [-200.0, 200.0],
    }
}

joined_record! {
    /// Actions of the assists.
    pub struct Acts {
        /// Actions on the brakes.
        wheels: Wheels<WheelActs<R>>,
        /// Actions on the engine.
        drive: DriveActs<R>,
    }
}

impl<R: Real> AssistMode<R> {
    /// Initial memory, for a car at rest and for one in motion: the first sub-step finds out which it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start() -> Self {
        Record::splat(R::zero())
    }
}

impl<R: Real> Acts<R> {
    /// Pressures commanded to the brakes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn brake(&self) -> Wheels<R> {
        let wheels = self.wheels.in_a_row();
        Wheels::from_row(each_wheel!(W => wheels[W].brake))
    }
}

impl<R: Real> Assists<R> {
    /// Anti-lock, traction and stability control with typical values.
    pub fn typical(car: CarFacts<R>) -> Self {
        Self {
            car,
            reference: ReferenceData::typical(),
            abs: AbsData::typical(),
            traction: TractionData::typical(),
            stability: StabilityData::typical(),
            launch: LaunchData::typical(),
        }
    }

    /// Returns the assists with all of them switched off.
    ///
    /// ```
    /// use skidpad_core::assist::{AssistMode, Assists, CarFacts, Pedals, Sensed};
    /// use skidpad_core::record::Flag;
    /// let car = CarFacts {
    ///     wheelbase_m: 2.7, to_front_m: 1.2, front_track_m: 1.5, rear_track_m: 1.5,
    ///     drives_front: Flag::from(false), drives_rear: Flag::from(true), slide_tangent: 0.27,
    ///     front_inverse_peak: 7.0, rear_inverse_peak: 8.0, moved_load_s2_m: 0.07,
    /// };
    /// let off = Assists::typical(car).off();
    /// let pedals = Pedals { throttle: 0.3, brake: 0.2, handbrake: 0.0, clutch: 0.0 };
    /// let (_, acts) = off.advance(&AssistMode::start(), &Sensed::at_rest(), &pedals, 0.002);
    /// assert_eq!((acts.drive.assisted_throttle, acts.wheels.rear_left.brake), (0.3, 0.2));
    /// ```
    #[must_use]
    pub fn off(mut self) -> Self {
        let off = Flag::from(false);
        self.abs.abs_on = off;
        (self.traction.traction_on, self.traction.traction_brake_on) = (off, off);
        self.stability.stability_on = off;
        self.launch.launch_on = off;
        self
    }

    /// Advances the assists by a sub-step of at most 2 ms: returns their memory and their actions.
    ///
    /// Stability and traction control demand pressure beside the driver, and the largest of the three demands counts;
    /// the anti-lock system has the last word at each wheel, for no wheel is to lock for another assist's sake. During
    /// a launch, launch control controls the slip, and traction control leaves the throttle to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(
        &self,
        mode: &AssistMode<R>,
        sensed: &Sensed<R>,
        pedals: &Pedals<R>,
        dt_s: R,
    ) -> (AssistMode<R>, Acts<R>) {
        let zero = R::zero();
        let sensed = &sensed.bounded();
        let (traction, stability) = (&mode.traction_wheels, &mode.stability_wheels);
        let car = &self.car;
        let held = holds(traction, stability);
        let known =
            Known { car, pedals, brakes: &mode.abs_wheels, cut: mode.traction.traction_integral, held };
        let (reference, speeds) = self.reference.advance(&mode.reference, sensed, &known, dt_s);
        let observed = &Observed { car, speeds: &speeds, sensed };
        let (launch, launch_cut) = self.launch.advance(&mode.launch, observed, pedals, dt_s);
        let (engine, traction_cut) = self.traction.throttle(&mode.traction, observed, pedals, dt_s);
        let launches = launch.launch_phase.gt(R::lit(0.5));
        let traction_cut = R::select(launches, zero, traction_cut);
        let traction = self.traction.brakes(traction, observed, pedals, dt_s);
        let (yaw, stability) = self.stability.advance(&mode.stability, stability, observed, dt_s);
        let demand = demand(pedals.brake, &traction, &stability);
        let (axle, abs, given) = self.abs.advance(&mode.abs, &mode.abs_wheels, observed, &demand, dt_s);

        let wheels = acts_of_wheels(&given, &demand, &traction, &stability);
        let one = R::one();
        let left = (one - traction_cut) * (one - launch_cut) * (one - yaw.stability_cut);
        let drive = DriveActs {
            assisted_throttle: pedals.throttle * left,
            traction_cut,
            stability_throttle_cut: yaw.stability_cut,
            launch_cut,
            reference_velocity_m_s: speeds.direction * speeds.car_m_s,
        };
        let mode = AssistMode {
            reference,
            abs: axle,
            traction: engine,
            stability: yaw,
            launch,
            abs_wheels: abs,
            traction_wheels: traction,
            stability_wheels: stability,
        };
        (mode, Acts { wheels, drive })
    }
}

/// Interventions at each wheel. `given`: the pressures that the anti-lock system allows of the demand.
#[cfg_attr(not(debug_assertions), inline(always))]
fn acts_of_wheels<R: Real>(
    given: &Wheels<R>,
    demand: &Wheels<R>,
    traction: &Wheels<TractionWheel<R>>,
    stability: &Wheels<StabilityWheel<R>>,
) -> Wheels<WheelActs<R>> {
    let zero = R::zero();
    let (given, demand) = (given.in_a_row(), demand.in_a_row());
    let (traction, stability) = (traction.in_a_row(), stability.in_a_row());
    Wheels::from_row(each_wheel!(W => WheelActs {
        brake: given[W],
        abs_acts: Flag::new(given[W].lt(demand[W])),
        traction_acts: Flag::new(traction[W].traction_pressure.gt(zero)),
        stability_acts: Flag::new(stability[W].stability_pressure.gt(zero)),
    }))
}

/// True where an assist brakes a wheel.
#[cfg_attr(not(debug_assertions), inline(always))]
fn holds<R: Real>(traction: &Wheels<TractionWheel<R>>, stability: &Wheels<StabilityWheel<R>>) -> R::Mask {
    demand(R::zero(), traction, stability).largest().gt(R::zero())
}

/// Pressure that is demanded at each wheel: the most of what driver, traction and stability control demand.
#[cfg_attr(not(debug_assertions), inline(always))]
fn demand<R: Real>(
    brake: R,
    traction: &Wheels<TractionWheel<R>>,
    stability: &Wheels<StabilityWheel<R>>,
) -> Wheels<R> {
    let (traction, stability) = (traction.in_a_row(), stability.in_a_row());
    Wheels::from_row(each_wheel!(W => {
        brake.max(traction[W].traction_pressure.max(stability[W].stability_pressure))
    }))
}
