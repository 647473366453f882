//! The numbers of differentials, electric motors and the engine's control.

use crate::math::Real;
use crate::record;
use crate::record::Flag;

record! {
    /// A differential: how it shares torque out, and how it resists a difference of its sides' speeds.
    ///
    /// `moved` is the torque K that friction takes from the faster side and gives to the slower, where the sides
    /// otherwise share the torque T by a fixed split. In a differential with equal shares T1 - T2 = 2 K.
    pub struct DifferentialData {
        /// Share of the torque on the first side: left, or the front axle. 0.5 in an axle.
        share: "-" [0.0, 1.0],
        /// Set where both sides are joined for good.
        is_locked: flag,
        /// Torque that the clutch moves without a torque through the differential.
        preload_nm: "N.m" [0.0, 100000.0],
        /// Torque that the clutch moves in addition, per torque through the differential that drives forwards.
        drive_ramp: "-" [0.0, 0.5],
        /// Torque that the clutch moves in addition, per torque through the differential that drives backwards: the
        /// overrun.
        coast_ramp: "-" [0.0, 0.5],
        /// Torque moved per difference of speed.
        viscous_nm_s: "N.m.s" [0.0, 100000.0],
        /// Torque that the clutch, closed by a controller, can move in addition at full throttle.
        throttle_nm: "N.m" [0.0, 100000.0],
    }

    /// An electric motor beside the engine, at a differential's carrier or at each wheel of an axle. It works where its
    /// torque is not 0.
    pub struct MotorData {
        /// Largest torque at the motor's shaft.
        torque_nm: "N.m" [0.0, 100000.0],
        /// Largest power at the motor's shaft.
        power_w: "W" [0.0, 1e8],
        /// Largest torque at the shaft when it feeds back.
        regeneration_nm: "N.m" [0.0, 100000.0],
        /// Largest power at the shaft when it feeds back.
        regeneration_w: "W" [0.0, 1e8],
        /// Share of the regeneration that acts with the accelerator released.
        lift_off_share: "-" [0.0, 1.0],
        /// Speed of the motor over that of what it drives.
        ratio: "-" [0.0, 100.0],
        /// Moment of inertia of the rotor.
        inertia_kg_m2: "kg.m^2" [0.0, 100.0],
        /// Efficiency of its gears.
        efficiency: "-" [0.3, 1.0],
    }

    /// Stall, starter and speed limits of the engine, and control of clutch and gearbox.
    pub struct ControlData {
        /// Speed below which the engine stalls; 0 where it cannot.
        stall_rad_s: "rad/s" [0.0, 1000.0],
        /// Torque that holds a stopped engine: compression and friction.
        standing_nm: "N.m" [0.0, 10000.0],
        /// Torque of the starter at rest.
        starter_nm: "N.m" [0.0, 10000.0],
        /// Speed at which the starter gives no torque; well above that at which the engine stalls.
        starter_rad_s: "rad/s" [0.1, 2000.0],
        /// Set where a stalled engine starts by itself as soon as the coupling is open.
        starts_itself: flag,
        /// Drop of the speed after which the ignition that the limiter cut comes back; 0 where the limiter closes the
        /// throttle.
        cut_band_rad_s: "rad/s" [0.0, 500.0],
        /// Set where the clutch obeys the pedal alone, at every speed.
        clutch_by_pedal: flag,
        /// Set where a gearbox has two clutches and hands the torque over.
        dual_clutch: flag,
        /// Set where the engine is brought to the coming gear's speed while a shift runs.
        rev_match: flag,
        /// Throttle from which an automatic gearbox kicks down; more than 1 where it does not.
        kick_down_throttle: "-" [0.0, 2.0],
        /// Highest engine speed that a kick-down may lead to, over that of shifting up.
        kick_down_share: "-" [0.0, 1.0],
        /// Largest torque with which a motor in the engine's place feeds back.
        regeneration_nm: "N.m" [0.0, 100000.0],
        /// Largest power with which a motor in the engine's place feeds back.
        regeneration_w: "W" [0.0, 1e8],
        /// Share of that motor's regeneration that acts with the accelerator released.
        lift_off_share: "-" [0.0, 1.0],
    }
}

impl<R: Real> DifferentialData<R> {
    /// Equal shares and no friction.
    ///
    /// ```
    /// use skidpad_core::powertrain::driveline::DifferentialData;
    /// assert_eq!(DifferentialData::<f64>::open().share, 0.5);
    /// ```
    pub fn open() -> Self {
        Self { share: R::lit(0.5), ..crate::record::Record::splat(R::zero()) }
    }
    /// Both sides joined for good: a spool, or a rigid shaft between the axles.
    pub fn locked() -> Self {
        Self { is_locked: Flag::from(true), ..Self::open() }
    }
    /// With plates: the torque moved without a torque through it, and the locking values on drive and overrun as they
    /// are published, |T1 - T2| / (T1 + T2), 0 to 1.
    pub fn limited_slip(preload_nm: R, drive_locking: R, coast_locking: R) -> Self {
        let half = R::lit(0.5);
        Self {
            preload_nm,
            drive_ramp: half * drive_locking,
            coast_ramp: half * coast_locking,
            ..Self::open()
        }
    }
    /// With worm or helical gears: the bias ratio is the larger torque over the smaller, 1 or more. From
    /// T1 / T2 = (1/2 + r) / (1/2 - r) comes r = (b - 1) / (2 (b + 1)).
    pub fn torque_biasing(bias_ratio: R) -> Self {
        let ramp = R::lit(0.5) * (bias_ratio - R::one()) / (bias_ratio + R::one());
        Self { drive_ramp: ramp, coast_ramp: ramp, ..Self::open() }
    }
    /// With a viscous coupling between the sides.
    pub fn viscous(viscous_nm_s: R) -> Self {
        Self { viscous_nm_s, ..Self::open() }
    }
    /// Returns the differential with another share on its first side.
    #[must_use]
    pub fn with_share(self, share: R) -> Self {
        Self { share, ..self }
    }

    /// Returns true where the differential has a clutch or friction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn has_friction(&self) -> R::Mask {
        (self.preload_nm + self.drive_ramp + self.coast_ramp + self.throttle_nm).gt(R::zero())
    }
    /// The torque that friction can move without a torque through it, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn base_nm(&self, throttle: R) -> R {
        self.preload_nm + self.throttle_nm * throttle
    }
    /// Torque that friction can move in addition, per torque through the differential.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn ramp(&self, through_sign: R) -> R {
        R::select(through_sign.lt(R::zero()), self.coast_ramp, self.drive_ramp)
    }
    /// The torque that friction can move, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cap_nm(&self, throttle: R, through_nm: R) -> R {
        self.base_nm(throttle) + self.ramp(through_nm) * through_nm.abs()
    }
}

impl<R: Real> MotorData<R> {
    /// No motor.
    pub fn none() -> Self {
        Self { ratio: R::one(), efficiency: R::one(), ..crate::record::Record::splat(R::zero()) }
    }

    /// Returns true where there is a motor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn works(&self) -> R::Mask {
        (self.torque_nm + self.regeneration_nm).gt(R::zero())
    }
    /// Inertia of the rotor as reflected to the part that it drives, kg m^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reflected_kg_m2(&self) -> R {
        self.ratio * self.ratio * self.inertia_kg_m2
    }
}

impl<R: Real> ControlData<R> {
    /// An engine that cannot stall with a clutch that works by itself: what vehicles without further data have.
    pub fn plain() -> Self {
        Self {
            starter_rad_s: R::lit(100.0),
            kick_down_throttle: R::lit(2.0),
            kick_down_share: R::lit(0.9),
            ..crate::record::Record::splat(R::zero())
        }
    }
}
