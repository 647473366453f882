//! The scaling factors.

use crate::record;

record! {
    /// The user's scaling factors lambda; 1 leaves the tyre as it was measured.
    pub struct Scaling {
        /// Scaling factor of the nominal load.
        lfzo: "-" [0.001, 100.0],
        /// Scaling factor of the shape factor C_x.
        lcx: "-" [0.001, 100.0],
        /// Scaling factor of the longitudinal peak friction.
        lmux: "-" [0.001, 100.0],
        /// Scaling factor of the curvature factor E_x.
        lex: "-" [0.0, 100.0],
        /// Scaling factor of the longitudinal slip stiffness.
        lkx: "-" [0.001, 100.0],
        /// Scaling factor of the longitudinal horizontal shift.
        lhx: "-" [-100.0, 100.0],
        /// Scaling factor of the longitudinal vertical shift.
        lvx: "-" [-100.0, 100.0],
        /// Scaling factor of the influence of camber on F_x (5.2).
        lgax: "-" [-100.0, 100.0],
        /// Scaling factor of the shape factor C_y.
        lcy: "-" [0.001, 100.0],
        /// Scaling factor of the lateral peak friction.
        lmuy: "-" [0.001, 100.0],
        /// Scaling factor of the curvature factor E_y.
        ley: "-" [0.0, 100.0],
        /// Scaling factor of the cornering stiffness.
        lky: "-" [0.001, 100.0],
        /// Scaling factor of the lateral horizontal shift.
        lhy: "-" [-100.0, 100.0],
        /// Scaling factor of the lateral vertical shift.
        lvy: "-" [-100.0, 100.0],
        /// Scaling factor of the influence of camber on F_y (5.2).
        lgay: "-" [-100.0, 100.0],
        /// Scaling factor of the camber stiffness.
        lkyc: "-" [-100.0, 100.0],
        /// Scaling factor of the residual moment by camber.
        lkzc: "-" [-100.0, 100.0],
        /// Scaling factor of the pneumatic trail.
        ltr: "-" [-100.0, 100.0],
        /// Scaling factor of the residual moment.
        lres: "-" [-100.0, 100.0],
        /// Scaling factor of the influence of camber on M_z (5.2).
        lgaz: "-" [-100.0, 100.0],
        /// Scaling factor of the influence of slip angle on F_x.
        lxal: "-" [0.0, 100.0],
        /// Scaling factor of the influence of slip ratio on F_y.
        lyka: "-" [0.0, 100.0],
        /// Scaling factor of the lateral force by slip ratio.
        lvyka: "-" [-100.0, 100.0],
        /// Scaling factor of the lever of F_x.
        ls: "-" [-100.0, 100.0],
        /// Scaling factor of the longitudinal relaxation length (5.2).
        lsgkp: "-" [0.001, 100.0],
        /// Scaling factor of the lateral relaxation length (5.2).
        lsgal: "-" [0.001, 100.0],
        /// Scaling factor of the overturning moment.
        lmx: "-" [-100.0, 100.0],
        /// Scaling factor of the shift of the overturning moment.
        lvmx: "-" [-100.0, 100.0],
        /// Scaling factor of the rolling resistance moment.
        lmy: "-" [0.0, 100.0],
    }
}
