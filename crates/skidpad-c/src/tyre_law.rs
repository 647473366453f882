//! Tyres of cars and of tyre property files, behind one interface and in one set of axes.

use skidpad::Car;
use skidpad::core::math::{Real, Vec2};
use skidpad::core::model::two_track::{
    Brushes, Curves, Elastic, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, TmeasyTyres,
};
use skidpad::core::tyre::magic_formula::{MagicFormula, Question};
use skidpad::core::tyre::{CombinedTyre, Footprint, SteadyTyre};

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

/// The models whose tyres have simple curves.
const ON_CURVES: [&str; 5] = ["spatial", "single_track", "straight_line", "two_track", "two_track_sprung"];
/// The models whose tyres have the Magic Formula.
const ON_MAGIC: [&str; 3] = ["spatial_magic", "two_track_magic", "two_track_sprung_magic"];

/// The tyre of a car's wheel, as its model steps with it.
pub(crate) fn of_car(car: &Car, is_front: bool, is_left: bool) -> Result<Box<dyn TyreLaw>, Fault> {
    let (name, vehicle, side) = (car.model().name, car.vehicle(), if is_left { 1.0 } else { -1.0 });
    Ok(match name {
        _ if ON_CURVES.contains(&name) => Box::new(Curves::tyre(vehicle, is_front)),
        _ if ON_MAGIC.contains(&name) => {
            let tyre = MagicTyres::tyre(vehicle, is_front);
            let speed_m_s = tyre.law.plain_question(0.0).speed_m_s;
            Box::new(Mounted { tyre, side, speed_m_s })
        }
        "two_track_brush" => mounted(Brushes::tyre(vehicle, is_front), side),
        "two_track_fiala" => mounted(FialaTyres::tyre(vehicle, is_front), side),
        "two_track_pacejka89" => mounted(Pacejka89Tyres::tyre(vehicle, is_front), side),
        "two_track_tmeasy" => mounted(TmeasyTyres::tyre(vehicle, is_front), side),
        _ => {
            let message = format!(
                "tyres of the model {name} cannot be evaluated alone: must be of a model that begins with two_track or spatial, of \
                 single_track or of straight_line"
            );
            return Err(Fault::new(SkidpadStatus::Refused, message));
        }
    })
}

/// The tyre of a tyre property file.
pub(crate) fn of_file(tyre: MagicFormula<f64>) -> Box<dyn TyreLaw> {
    Box::new(Measured(tyre))
}

fn mounted<L: SteadyTyre<f64> + Send + Sync + 'static>(tyre: Elastic<L, f64>, side: f64) -> Box<dyn TyreLaw> {
    Box::new(Mounted { tyre, side, speed_m_s: 0.0 })
}

/// The tangent of the slip angle with the sign of the force: a tyre that moves to its left slips to its right.
fn tangent(slip_angle_rad: f64) -> f64 {
    -Real::tan(slip_angle_rad)
}

impl TyreLaw for CombinedTyre<f64> {
    fn speed_m_s(&self) -> f64 {
        0.0
    }
    fn has_pressure(&self) -> bool {
        false
    }
    fn force(&self, at: &SkidpadTyrePoint) -> SkidpadTyreForce {
        let slips = Vec2 { x: at.slip_ratio, y: tangent(at.slip_angle_rad) };
        let per_load = self.steady_force_over_load(1.0, &self.over_peaks(&slips));
        let force_n = [per_load.x * at.load_n, per_load.y * at.load_n];
        SkidpadTyreForce { force_n, overturning_nm: 0.0, rolling_nm: 0.0, aligning_nm: 0.0 }
    }
}

/// A tyre of a law on a side of a car: 1 left, -1 right.
struct Mounted<L> {
    tyre: Elastic<L, f64>,
    side: f64,
    speed_m_s: f64,
}

/// As `skidpad_core::tyre::Carcass` reads a law: on the right a mirrored tyre is its own image, one that rolls backwards front for rear,
/// and slips beyond the law's largest are read there.
impl<L: SteadyTyre<f64> + Send + Sync> TyreLaw for Mounted<L> {
    fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }
    fn has_pressure(&self) -> bool {
        false
    }
    fn force(&self, at: &SkidpadTyrePoint) -> SkidpadTyreForce {
        let law = &self.tyre.law;
        let side = if self.tyre.is_mirrored.is_set() { self.side } else { 1.0 };
        let way = if at.speed_m_s < 0.0 { -1.0 } else { 1.0 };
        let (most, slip_y) = (law.largest_slip(), side * tangent(at.slip_angle_rad));
        let beyond = Real::max(Real::abs(at.slip_ratio) / most.x, Real::abs(slip_y) / most.y);
        let travel = Real::max(1.0, beyond);
        let slip = Vec2 { x: way * at.slip_ratio / travel, y: slip_y / travel };
        let found = law.steady(&Footprint {
            // A law has it positive where the top leans to the left.
            camber_rad: -side * at.camber_rad,
            speed_m_s: Real::abs(at.speed_m_s),
            ..Footprint::plain(at.load_n, slip)
        });
        SkidpadTyreForce {
            force_n: [way * found.force.x, side * found.force.y],
            overturning_nm: side * found.overturning_nm,
            rolling_nm: way * found.rolling_nm,
            aligning_nm: way * side * found.aligning_nm,
        }
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
