//! CommonRoad's parameter sets 1 to 4.
//!
//! Figures of the package commonroad-vehicle-models 3.0.2 (BSD-3-Clause, (c) 2020 TUM), files
//! `parameters/parameters_vehicle1.yaml` to `parameters_vehicle4.yaml` and `parameters_tire.yaml`: tables 6
//! and 7 of Althoff and Wuersching, *CommonRoad: Vehicle Models*, 2020. The doc comment of each field
//! gives its name there.

use core::fmt;

use super::multi_body::Suspension;
use super::{Limits, Tyre};

/// A parameter set, as far as the models use it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Its number.
    pub set: u32,
    /// What it describes.
    pub vehicle: &'static str,
    /// Length, m: `l`.
    pub length_m: f64,
    /// Width, m: `w`.
    pub width_m: f64,
    /// Limits of the inputs: `steering` and `longitudinal`.
    pub limits: Limits<f64>,
    /// Front axle to centre of mass, m: `a`.
    pub front_m: f64,
    /// Centre of mass to rear axle, m: `b`.
    pub rear_m: f64,
    /// Masses and wheels; set 4 gives none.
    pub body: Option<Body>,
    /// The body on its axles, for MB; set 4 gives none.
    pub suspension: Option<Suspension>,
    /// The trailer; set 4 alone has one.
    pub trailer: Option<Trailer>,
    /// The tyre: one for all sets.
    pub tyre: Tyre<f64>,
}

/// What ST, STD and MB know of body and wheels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Mass, kg: `m`.
    pub mass_kg: f64,
    /// Moment of inertia about the vertical axis, kg m^2: `I_z`.
    pub yaw_inertia_kg_m2: f64,
    /// Height of the centre of mass, m: `h_s`, which is the sprung mass's and not `h_cg`; as ST and STD have it.
    pub cg_height_m: f64,
    /// Effective radius of a wheel, m: `R_w`.
    pub wheel_radius_m: f64,
    /// Moment of inertia of a wheel, kg m^2, which STD takes for an axle's: `I_y_w`.
    pub wheel_inertia_kg_m2: f64,
    /// Share of the brake torque on the front axle: `T_sb`.
    pub brake_front_share: f64,
    /// Share of the drive torque on the front axle: `T_se`.
    pub drive_front_share: f64,
}

/// A trailer hitched at the rear axle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trailer {
    /// Length, m: `trailer.l`.
    pub length_m: f64,
    /// Width, m: `trailer.w`.
    pub width_m: f64,
    /// Hitch to the trailer's end, m: `trailer.l_hitch`.
    pub hitch_to_end_m: f64,
    /// Length of car and trailer together, m: `trailer.l_total`.
    pub total_length_m: f64,
    /// Hitch to axle, m: `trailer.l_wb`.
    pub wheelbase_m: f64,
}

/// Figures that a model needs and a parameter set does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Mass, inertia, centre of mass and wheels.
    Body,
    /// Axles, springs and dampers.
    Suspension,
    /// The trailer.
    Trailer,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Body => "the parameter set gives no masses and wheels: take set 1, 2 or 3",
            Self::Suspension => "the parameter set gives no axles, springs and dampers: take set 1, 2 or 3",
            Self::Trailer => "the parameter set has no trailer: take set 4",
        })
    }
}

impl core::error::Error for Missing {}

/// A car of one of CommonRoad's models, made of a parameter set.
pub trait FromParameters: Sized {
    /// The car.
    ///
    /// # Errors
    /// Where the set does not give all that the model needs.
    fn from_parameters(from: &Parameters) -> Result<Self, Missing>;
}

/// The parameter set of a number from 1 to 4.
pub fn parameters(set: u32) -> Option<&'static Parameters> {
    SETS.iter().find(|parameters| parameters.set == set)
}

/// Sets 1 to 4.
pub static SETS: [Parameters; 4] = [FORD_ESCORT, BMW_320I, VW_VANAGON, TRUCK];

/// Set 1: Ford Escort (`parameters_vehicle1.yaml`).
const FORD_ESCORT: Parameters = Parameters {
    set: 1,
    vehicle: "Ford Escort",
    length_m: 4.298,
    width_m: 1.674,
    limits: Limits {
        steer_low_rad: -0.91,
        steer_high_rad: 0.91,
        steer_rate_low_rad_s: -0.4,
        steer_rate_high_rad_s: 0.4,
        speed_low_m_s: -13.9,
        speed_high_m_s: 45.8,
        switch_speed_m_s: 4.755,
        acceleration_m_s2: 11.5,
    },
    front_m: 0.88392,
    rear_m: 1.50876,
    body: Some(Body {
        mass_kg: 1225.8878467253344,
        yaw_inertia_kg_m2: 1538.8533713561394,
        cg_height_m: 0.59436,
        wheel_radius_m: 0.344,
        wheel_inertia_kg_m2: 1.7,
        brake_front_share: 0.76,
        drive_front_share: 1.0,
    }),
    suspension: Some(super::multi_body::FORD_ESCORT),
    trailer: None,
    tyre: TYRE,
};

/// Set 2: BMW 320i (`parameters_vehicle2.yaml`).
const BMW_320I: Parameters = Parameters {
    set: 2,
    vehicle: "BMW 320i",
    length_m: 4.508,
    width_m: 1.61,
    limits: Limits {
        steer_low_rad: -1.066,
        steer_high_rad: 1.066,
        steer_rate_low_rad_s: -0.4,
        steer_rate_high_rad_s: 0.4,
        speed_low_m_s: -13.9,
        speed_high_m_s: 50.8,
        switch_speed_m_s: 7.319,
        acceleration_m_s2: 11.5,
    },
    front_m: 1.1561957064,
    rear_m: 1.4227170936,
    body: Some(Body {
        mass_kg: 1093.2952334674046,
        yaw_inertia_kg_m2: 1791.5995300122856,
        cg_height_m: 0.61373004,
        wheel_radius_m: 0.344,
        wheel_inertia_kg_m2: 1.7,
        brake_front_share: 0.66,
        drive_front_share: 0.0,
    }),
    suspension: Some(super::multi_body::BMW_320I),
    trailer: None,
    tyre: TYRE,
};

/// Set 3: VW Vanagon (`parameters_vehicle3.yaml`).
const VW_VANAGON: Parameters = Parameters {
    set: 3,
    vehicle: "VW Vanagon",
    length_m: 4.569,
    width_m: 1.844,
    limits: Limits {
        steer_low_rad: -1.023,
        steer_high_rad: 1.023,
        steer_rate_low_rad_s: -0.4,
        steer_rate_high_rad_s: 0.4,
        speed_low_m_s: -11.2,
        speed_high_m_s: 41.7,
        switch_speed_m_s: 7.824,
        acceleration_m_s2: 11.5,
    },
    front_m: 1.1507916024,
    rear_m: 1.3211363976000001,
    body: Some(Body {
        mass_kg: 1478.8979637767998,
        yaw_inertia_kg_m2: 2473.1176915564442,
        cg_height_m: 0.804490644,
        wheel_radius_m: 0.344,
        wheel_inertia_kg_m2: 1.7,
        brake_front_share: 0.64,
        drive_front_share: 0.0,
    }),
    suspension: Some(super::multi_body::VW_VANAGON),
    trailer: None,
    tyre: TYRE,
};

/// Set 4: a truck with its semitrailer, for KS and KST (`parameters_vehicle4.yaml`).
const TRUCK: Parameters = Parameters {
    set: 4,
    vehicle: "truck with a semitrailer",
    length_m: 5.1,
    width_m: 2.55,
    limits: Limits {
        steer_low_rad: -0.55,
        steer_high_rad: 0.55,
        steer_rate_low_rad_s: -0.7103,
        steer_rate_high_rad_s: 0.7103,
        speed_low_m_s: -2.78,
        speed_high_m_s: 22.22,
        switch_speed_m_s: 7.824,
        acceleration_m_s2: 11.5,
    },
    front_m: 1.8,
    rear_m: 1.8,
    body: None,
    suspension: None,
    trailer: Some(Trailer {
        length_m: 13.6,
        width_m: 2.55,
        hitch_to_end_m: 12.0,
        total_length_m: 16.5,
        wheelbase_m: 8.1,
    }),
    tyre: TYRE,
};

/// The tyre of all sets: coefficients of the ADAMS handbook (`parameters_tire.yaml`).
const TYRE: Tyre<f64> = Tyre {
    p_cx1: 1.6411,
    p_dx1: 1.1739,
    p_dx3: 0.0,
    p_ex1: 0.46403,
    p_kx1: 22.303,
    p_hx1: 0.0012297,
    p_vx1: -8.8098e-06,
    r_bx1: 13.276,
    r_bx2: -13.778,
    r_cx1: 1.2568,
    r_ex1: 0.65225,
    r_hx1: 0.0050722,
    p_cy1: 1.3507,
    p_dy1: 1.0489,
    p_dy3: -2.8821,
    p_ey1: -0.0074722,
    p_ky1: -21.92,
    p_hy1: 0.0026747,
    p_hy3: 0.031415,
    p_vy1: 0.037318,
    p_vy3: -0.32931,
    r_by1: 7.1433,
    r_by2: 9.1916,
    r_by3: -0.027856,
    r_cy1: 1.0719,
    r_ey1: -0.27572,
    r_hy1: 5.7448e-06,
    r_vy1: -0.027825,
    r_vy3: -0.27568,
    r_vy4: 12.12,
    r_vy5: 1.9,
    r_vy6: -10.704,
};
