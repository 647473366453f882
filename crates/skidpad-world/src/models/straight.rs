//! The models that drive along a straight road.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::{StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::powertrain::{Gears, ShiftData};
use skidpad_core::spec::{TwoAxleCar, Vehicle};
use skidpad_core::surface::Surface;
use skidpad_special::{PointMass, PointMassMode, PointMassState, TractionRule};

use super::{Abilities, Drivable, RoadEntry, RoadTested};

/// The gear that is in at the start. The automatic begins in the lowest gear in which it would not
/// shift up at full throttle; a gear that the vehicle does not have is not put in: neutral.
pub(super) fn first_gear((gears, shift): (&Gears<f64>, &ShiftData<f64>), axle_rad_s: f64, gear: Gear) -> f64 {
    let top = shift.gears;
    match gear {
        Gear::Reverse => -1.0,
        Gear::Neutral => 0.0,
        Gear::Forward(gear) if f64::from(gear) <= top => f64::from(gear),
        Gear::Forward(_) => 0.0,
        Gear::Automatic => {
            let engine = |gear: f64| axle_rad_s * gears.overall(gear);
            let mut gear = 1.0;
            while gear < top && engine(gear) >= shift.shift_up_rad_s {
                gear += 1.0;
            }
            gear
        }
    }
}

/// The gear that is in at the start of a vehicle at a speed, m/s. The wheel speed is that of the smaller of its two radii.
pub(super) fn first_gear_of(car: &TwoAxleCar<f64>, speed_m_s: f64, gear: Gear) -> f64 {
    let radius_m = Real::min(car.front().radius_m, car.rear().radius_m);
    first_gear((car.gears(), car.shift()), speed_m_s / radius_m, gear)
}

impl<T: TractionRule> Drivable for PointMass<T> {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoAxleCar<R> {
        *vehicle.two_axles()
    }
    fn start(car: &TwoAxleCar<f64>, speed_m_s: f64, gear: Gear) -> (PointMassMode<f64>, PointMassState<f64>) {
        let gear = first_gear_of(car, speed_m_s, gear);
        (PointMassMode::in_gear(gear), PointMassState { position_m: 0.0, speed_m_s })
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    const INPUT_IS_COMMAND: bool = true;
    // Its wheels roll: the road grips without end.
    const ABILITIES: Abilities = Abilities { steers: false, ..Abilities::ROLLS };
    const ROAD: Option<RoadEntry> = Some(RoadEntry::new::<Self>());
}

impl Drivable for StraightLine {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoAxleCar<R> {
        *vehicle.two_axles()
    }
    fn start(
        car: &TwoAxleCar<f64>,
        speed_m_s: f64,
        gear: Gear,
    ) -> (StraightLineMode<f64>, StraightLineState<f64>) {
        let gear = first_gear_of(car, speed_m_s, gear);
        (StraightLineMode::in_gear(gear), StraightLineState::rolling(car, speed_m_s, gear))
    }
    fn input(command: &Command<f64>) -> Command<f64> {
        *command
    }
    const INPUT_IS_COMMAND: bool = true;
    const ABILITIES: Abilities = Abilities { steers: false, ..Abilities::ALL };
    const ROAD: Option<RoadEntry> = Some(RoadEntry::new::<Self>());
}

impl<T: TractionRule> RoadTested for PointMass<T> {
    const CUTS_DRIVE: bool = T::IS_PRINTED;
    fn effective_mass_kg(vehicle: &Vehicle<f64>) -> f64 {
        vehicle.body().mass_kg
    }
    fn drive_limit_n(car: &TwoAxleCar<f64>, surface: &Surface<f64>) -> f64 {
        let [_, forwards] = T::limits(car, surface);
        forwards
    }
}

impl RoadTested for StraightLine {}
