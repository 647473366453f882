//! A specification over another type of number.

use alloc::string::ToString as _;

use super::{ConverterSpec, CouplingSpec, TorqueLine, TorqueSpec, VehicleSpec};
use crate::math::Real;

impl<R: Real> VehicleSpec<R> {
    /// The specification over another type of number. `number` converts each number in turn, always in the same order,
    /// which is how one of them becomes the variable of a derivative:
    ///
    /// ```
    /// use skidpad_core::math::Dual;
    /// # use skidpad_core::spec::{self, VehicleSpec};
    /// # fn derivative(spec: &VehicleSpec) -> Result<(), Vec<spec::SpecError>> {
    /// // Kerb mass is the first number of a specification.
    /// let mut index = 0;
    /// let by_mass = spec.map(|value| {
    ///     index += 1;
    ///     if index == 1 { Dual::<f64, 1>::variable(value, 0) } else { Dual::constant(value) }
    /// });
    /// let vehicle = by_mass.validate()?;
    /// assert_eq!(vehicle.body().mass_kg.derivative, [1.0]);
    /// # Ok(()) }
    /// ```
    pub fn map<Q: Real>(&self, mut number: impl FnMut(R) -> Q) -> VehicleSpec<Q> {
        let number: &mut dyn FnMut(R) -> Q = &mut number;
        VehicleSpec {
            name: self.name.to_string(),
            body: self.body.map(number),
            front: self.front.map(number),
            rear: self.rear.map(number),
            front_tyre: self.front_tyre,
            rear_tyre: self.rear_tyre,
            tyre_law: self.tyre_law,
            engine: self.engine.map(number),
            torque: self.torque.map(number),
            coupling: self.coupling.map(number),
            gearbox_kind: self.gearbox_kind,
            gearbox: self.gearbox.map(number),
            ratios: self.ratios.iter().map(|ratio| number(*ratio)).collect(),
            reverse: number(self.reverse),
            drive: self.drive.map(number),
            chassis: self.chassis.as_ref().map(|section| section.map(number)),
            steering: self.steering.as_ref().map(|section| section.map(number)),
            differentials: self.differentials.as_ref().map(|section| section.map(number)),
            assists: self.assists.as_ref().map(|section| section.map(number)),
            stalling: self.stalling.as_ref().map(|section| section.map(number)),
            bump_stops: self.bump_stops.as_ref().map(|section| section.map(number)),
            space: self.space.as_ref().map(|section| section.map(number)),
            tyres: self.tyres.as_ref().map(|tyres| tyres.map(number)),
        }
    }

    /// The specification's values alone.
    pub fn values(&self) -> VehicleSpec {
        self.map(|number| number.lane(0))
    }
}

impl<R: Real> TorqueSpec<R> {
    fn map<Q: Real>(&self, number: &mut dyn FnMut(R) -> Q) -> TorqueSpec<Q> {
        match self {
            Self::Points(points) => {
                TorqueSpec::Points(points.iter().map(|row| (number(row.0), number(row.1))).collect())
            }
            Self::Lines(lines) => {
                let line = |line: &TorqueLine<R>| TorqueLine {
                    from_rad_s: number(line.from_rad_s),
                    intercept_nm: number(line.intercept_nm),
                    slope_nm_s: number(line.slope_nm_s),
                };
                TorqueSpec::Lines(lines.iter().map(line).collect())
            }
            Self::Motor { torque_nm, power_w } => {
                TorqueSpec::Motor { torque_nm: number(*torque_nm), power_w: number(*power_w) }
            }
        }
    }
}

impl<R: Real> CouplingSpec<R> {
    fn map<Q: Real>(&self, number: &mut dyn FnMut(R) -> Q) -> CouplingSpec<Q> {
        match self {
            Self::Direct => CouplingSpec::Direct,
            Self::Clutch(clutch) => CouplingSpec::Clutch(clutch.map(number)),
            Self::Converter(converter) => CouplingSpec::Converter(ConverterSpec {
                points: converter
                    .points
                    .iter()
                    .map(|row| (number(row.0), number(row.1), number(row.2)))
                    .collect(),
                lock_up_ratio: number(converter.lock_up_ratio),
                lock_up_from_gear: converter.lock_up_from_gear,
            }),
        }
    }
}
