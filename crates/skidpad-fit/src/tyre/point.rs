//! Measured points and their channels.

/// Forces and moment of a tyre, measured at one load, slip, camber and pressure. Axes are those of tyre property files
/// (ISO-W): a positive slip angle gives a negative lateral force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TyrePoint {
    /// Load, N; above 0.
    pub fz_n: f64,
    /// Slip ratio.
    pub kappa: f64,
    /// Slip angle, rad.
    pub alpha_rad: f64,
    /// Camber, rad.
    pub gamma_rad: f64,
    /// Inflation pressure, Pa; `None`: that of the tyre.
    pub pressure_pa: Option<f64>,
    /// Longitudinal force, N; `None`: not measured.
    pub fx_n: Option<f64>,
    /// Lateral force, N; `None`: not measured.
    pub fy_n: Option<f64>,
    /// Aligning moment, N m; `None`: not measured.
    pub mz_nm: Option<f64>,
}

/// Measured force or moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TyreChannel {
    /// Longitudinal force Fx.
    Longitudinal,
    /// Lateral force Fy.
    Lateral,
    /// Aligning moment Mz.
    Aligning,
}

impl TyreChannel {
    /// All three, in the order in which they are fitted: each builds on those before.
    pub const ALL: [Self; 3] = [Self::Longitudinal, Self::Lateral, Self::Aligning];

    /// The name of its field: `fx_n`, `fy_n` or `mz_nm`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Longitudinal => "fx_n",
            Self::Lateral => "fy_n",
            Self::Aligning => "mz_nm",
        }
    }

    /// Its value at a point, where it was measured.
    pub fn value(self, point: &TyrePoint) -> Option<f64> {
        match self {
            Self::Longitudinal => point.fx_n,
            Self::Lateral => point.fy_n,
            Self::Aligning => point.mz_nm,
        }
    }
}
