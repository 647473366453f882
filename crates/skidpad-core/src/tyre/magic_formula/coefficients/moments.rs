//! The coefficients of the moments.

use crate::record;

record! {
    /// Overturning moment M_x.
    pub struct Overturning {
        /// Shift.
        qsx1: "-" [-1e5, 1e5],
        /// By camber.
        qsx2: "-" [-1e5, 1e5],
        /// By side force.
        qsx3: "-" [-1e5, 1e5],
        /// Mixed term of load, side force and camber.
        qsx4: "-" [-1e5, 1e5],
        /// Mixed term: with load.
        qsx5: "-" [-1e5, 1e5],
        /// Mixed term: slope over load.
        qsx6: "-" [-1e5, 1e5],
        /// Mixed term: by camber.
        qsx7: "-" [-1e5, 1e5],
        /// Mixed term: by side force.
        qsx8: "-" [-1e5, 1e5],
        /// Mixed term: slope over side force.
        qsx9: "-" [-1e5, 1e5],
        /// By camber with load.
        qsx10: "-" [-1e5, 1e5],
        /// Slope of that over load.
        qsx11: "-" [-1e5, 1e5],
        /// By camber squared.
        qsx12: "-" [-1e5, 1e5],
        /// By side force, not over the nominal load.
        qsx13: "-" [-1e5, 1e5],
        /// By side force and camber.
        qsx14: "-" [-1e5, 1e5],
        /// By camber, with pressure.
        ppmx1: "-" [-1e5, 1e5],
    }

    /// Rolling resistance moment M_y.
    pub struct RollingCoefficients {
        /// Constant.
        qsy1: "-" [-1e5, 1e5],
        /// By longitudinal force.
        qsy2: "-" [-1e5, 1e5],
        /// By speed.
        qsy3: "-" [-1e5, 1e5],
        /// By speed to the fourth power.
        qsy4: "-" [-1e5, 1e5],
        /// By camber squared.
        qsy5: "-" [-1e5, 1e5],
        /// By load and camber squared.
        qsy6: "-" [-1e5, 1e5],
        /// Exponent of load.
        qsy7: "-" [-10.0, 10.0],
        /// Exponent of pressure.
        qsy8: "-" [-10.0, 10.0],
    }

    /// Aligning moment M_z: pneumatic trail t (index t in the text), residual moment (index r) and lever of F_x.
    pub struct Aligning {
        /// Slope B_t at the nominal load.
        qbz1: "-" [-1e5, 1e5],
        /// Slope with load.
        qbz2: "-" [-1e5, 1e5],
        /// Slope with load squared.
        qbz3: "-" [-1e5, 1e5],
        /// Slope with camber.
        qbz4: "-" [-1e5, 1e5],
        /// Slope with the magnitude of camber.
        qbz5: "-" [-1e5, 1e5],
        /// Slope B_r of the residual moment, constant.
        qbz9: "-" [-1e5, 1e5],
        /// Slope B_r of the residual moment over B_y C_y.
        qbz10: "-" [-1e5, 1e5],
        /// Shape C_t.
        qcz1: "-" [0.0, 3.0],
        /// Peak trail at the nominal load.
        qdz1: "-" [-1e5, 1e5],
        /// Peak trail with load.
        qdz2: "-" [-1e5, 1e5],
        /// Peak trail with camber.
        qdz3: "-" [-1e5, 1e5],
        /// Peak trail with camber squared.
        qdz4: "-" [-1e5, 1e5],
        /// Residual moment at the nominal load.
        qdz6: "-" [-1e5, 1e5],
        /// Residual moment with load.
        qdz7: "-" [-1e5, 1e5],
        /// Residual moment by camber.
        qdz8: "-" [-1e5, 1e5],
        /// Residual moment by camber and load.
        qdz9: "-" [-1e5, 1e5],
        /// Residual moment by camber squared.
        qdz10: "-" [-1e5, 1e5],
        /// Residual moment by camber squared and load.
        qdz11: "-" [-1e5, 1e5],
        /// Curvature E_t at the nominal load.
        qez1: "-" [-1e5, 1e5],
        /// Curvature with load.
        qez2: "-" [-1e5, 1e5],
        /// Curvature with load squared.
        qez3: "-" [-1e5, 1e5],
        /// Curvature on one side against the other.
        qez4: "-" [-1e5, 1e5],
        /// That with camber.
        qez5: "-" [-1e5, 1e5],
        /// Shift of the trail at the nominal load.
        qhz1: "-" [-1.0, 1.0],
        /// Shift of the trail with load.
        qhz2: "-" [-1.0, 1.0],
        /// Shift of the trail by camber.
        qhz3: "-" [-1e5, 1e5],
        /// Shift of the trail by camber and load.
        qhz4: "-" [-1e5, 1e5],
        /// Trail with pressure.
        ppz1: "-" [-1e5, 1e5],
        /// Residual moment with pressure.
        ppz2: "-" [-1e5, 1e5],
        /// Lever of F_x over radius.
        ssz1: "-" [-10.0, 10.0],
        /// That lever with side force.
        ssz2: "-" [-10.0, 10.0],
        /// That lever with camber.
        ssz3: "-" [-1e5, 1e5],
        /// That lever with camber and load.
        ssz4: "-" [-1e5, 1e5],
    }
}
