//! The scaling factors.

use crate::record;

record! {
    /// The user's scaling factors lambda; 1 leaves the tyre as it was measured.
    pub struct Scaling {
        /// Of the nominal load.
        lfzo: "-" [0.001, 100.0],
        /// Of C_x.
        lcx: "-" [0.001, 100.0],
        /// Of the longitudinal peak friction.
        lmux: "-" [0.001, 100.0],
        /// Of E_x.
        lex: "-" [0.0, 100.0],
        /// Of slip stiffness.
        lkx: "-" [0.001, 100.0],
        /// Of the longitudinal horizontal shift.
        lhx: "-" [-100.0, 100.0],
        /// Of the longitudinal vertical shift.
        lvx: "-" [-100.0, 100.0],
        /// 5.2: of camber for F_x.
        lgax: "-" [-100.0, 100.0],
        /// Of C_y.
        lcy: "-" [0.001, 100.0],
        /// Of the lateral peak friction.
        lmuy: "-" [0.001, 100.0],
        /// Of E_y.
        ley: "-" [0.0, 100.0],
        /// Of cornering stiffness.
        lky: "-" [0.001, 100.0],
        /// Of the lateral horizontal shift.
        lhy: "-" [-100.0, 100.0],
        /// Of the lateral vertical shift.
        lvy: "-" [-100.0, 100.0],
        /// 5.2: of camber for F_y.
        lgay: "-" [-100.0, 100.0],
        /// Of camber stiffness.
        lkyc: "-" [-100.0, 100.0],
        /// Of the residual moment by camber.
        lkzc: "-" [-100.0, 100.0],
        /// Of the pneumatic trail.
        ltr: "-" [-100.0, 100.0],
        /// Of the residual moment.
        lres: "-" [-100.0, 100.0],
        /// 5.2: of camber for M_z.
        lgaz: "-" [-100.0, 100.0],
        /// Of the influence of slip angle on F_x.
        lxal: "-" [0.0, 100.0],
        /// Of the influence of slip ratio on F_y.
        lyka: "-" [0.0, 100.0],
        /// Of the side force by slip ratio.
        lvyka: "-" [-100.0, 100.0],
        /// Of the lever of F_x.
        ls: "-" [-100.0, 100.0],
        /// 5.2: of the longitudinal relaxation length.
        lsgkp: "-" [0.001, 100.0],
        /// 5.2: of the lateral relaxation length.
        lsgal: "-" [0.001, 100.0],
        /// Of the overturning moment.
        lmx: "-" [-100.0, 100.0],
        /// Of its shift.
        lvmx: "-" [-100.0, 100.0],
        /// Of the rolling resistance moment.
        lmy: "-" [0.0, 100.0],
    }
}
