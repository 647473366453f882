//! Tyres of cars and of tyre property files, behind one interface and in one set of axes.

use skidpad::Car;
use skidpad::core::math::Vec2;
use skidpad::core::tyre::magic_formula::{MagicFormula, Question};
use skidpad::core::tyre::{Footprint, TyreForce};
use skidpad::world::models::{AnySteadyWheel, has_magic_tyres, lateral_slip, steady_tyre};

use crate::error::{Fault, SkidpadStatus};
use crate::tyre_point::{SkidpadTyreForce, SkidpadTyrePoint};

/// A tyre that slips steadily.
pub(crate) trait TyreLaw: Send + Sync {
    /// Speed at which the tyre was measured, m/s; 0 where the force does not depend on the speed.
    fn speed_m_s(&self) -> f64;
    /// True if the tyre's pressure can be another than its own.
    fn has_pressure(&self) -> bool;
    /// Force and moments at an operating point.
    fn force(&self, at: &SkidpadTyrePoint) -> SkidpadTyreForce;
}

/// The tyre of a car's wheel, as its model steps with it.
pub(crate) fn of_car(car: &Car, is_front: bool, is_left: bool) -> Result<Box<dyn TyreLaw>, Fault> {
    let (name, vehicle, side) = (car.model().name, car.vehicle(), if is_left { 1.0 } else { -1.0 });
    let Some(tyre) = steady_tyre(name, vehicle, is_front) else {
        let message = format!(
            "tyres of the model {name} cannot be evaluated alone: must be of a model that begins with two_track or spatial, of \
             single_track or of straight_line"
        );
        return Err(Fault::new(SkidpadStatus::Refused, message));
    };
    let law = has_magic_tyres(name).then(|| vehicle.magic_formula(is_front));
    let speed_m_s = law.map_or(0.0, |law| law.plain_question(0.0).speed_m_s);
    Ok(Box::new(Mounted { tyre, side, speed_m_s }))
}

/// The tyre of a tyre property file.
pub(crate) fn of_file(tyre: MagicFormula<f64>) -> Box<dyn TyreLaw> {
    Box::new(Measured(tyre))
}

/// A tyre on a side of a car: 1 left, -1 right.
struct Mounted {
    tyre: AnySteadyWheel,
    side: f64,
    speed_m_s: f64,
}

impl TyreLaw for Mounted {
    fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }
    fn has_pressure(&self) -> bool {
        false
    }
    fn force(&self, at: &SkidpadTyrePoint) -> SkidpadTyreForce {
        let slip = Vec2 { x: at.slip_ratio, y: lateral_slip(at.slip_angle_rad) };
        let footprint = Footprint {
            // A law has it positive where the top leans to the left.
            camber_rad: -at.camber_rad,
            speed_m_s: at.speed_m_s,
            ..Footprint::plain(at.load_n, slip)
        };
        let TyreForce { force, overturning_nm, rolling_nm, aligning_nm } =
            self.tyre.at_steady_slip(&footprint, self.side);
        SkidpadTyreForce { force_n: force.into(), overturning_nm, rolling_nm, aligning_nm }
    }
}

/// A tyre of a file, on the side that it was measured for.
struct Measured(MagicFormula<f64>);

impl TyreLaw for Measured {
    fn speed_m_s(&self) -> f64 {
        self.0.plain_question(0.0).speed_m_s
    }
    fn has_pressure(&self) -> bool {
        true
    }
    fn force(&self, at: &SkidpadTyrePoint) -> SkidpadTyreForce {
        let plain = self.0.plain_question(at.load_n);
        let answer = self.0.answer(&Question {
            kappa: at.slip_ratio,
            alpha_rad: at.slip_angle_rad,
            gamma_rad: at.camber_rad,
            speed_m_s: at.speed_m_s,
            pressure_pa: if at.pressure_pa == 0.0 { plain.pressure_pa } else { at.pressure_pa },
            ..plain
        });
        SkidpadTyreForce {
            force_n: [answer.fx_n, answer.fy_n],
            overturning_nm: answer.mx_nm,
            rolling_nm: answer.my_nm,
            aligning_nm: answer.mz_nm,
        }
    }
}
