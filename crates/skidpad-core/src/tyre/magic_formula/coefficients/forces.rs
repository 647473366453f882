//! The coefficients of the forces.

use crate::record;

record! {
    /// Longitudinal force: pure slip (P), combined slip (R) and, in 5.2, relaxation (PT).
    pub struct LongitudinalCoefficients {
        /// Shape C_x.
        pcx1: "-" [0.1, 3.0],
        /// Peak friction at the nominal load.
        pdx1: "-" [-10.0, 10.0],
        /// Peak friction with load.
        pdx2: "-" [-1e5, 1e5],
        /// Peak friction with camber squared.
        pdx3: "-" [-1e5, 1e5],
        /// Curvature E_x at the nominal load.
        pex1: "-" [-1e5, 1e5],
        /// Curvature with load.
        pex2: "-" [-1e5, 1e5],
        /// Curvature with load squared.
        pex3: "-" [-1e5, 1e5],
        /// Curvature, driving against braking.
        pex4: "-" [-1e5, 1e5],
        /// Slip stiffness over load at the nominal load.
        pkx1: "-" [0.1, 1000.0],
        /// Slip stiffness over load, with load.
        pkx2: "-" [-1e5, 1e5],
        /// Slip stiffness over load, exponent with load.
        pkx3: "-" [-20.0, 20.0],
        /// Horizontal shift at the nominal load.
        phx1: "-" [-1.0, 1.0],
        /// Horizontal shift with load.
        phx2: "-" [-1.0, 1.0],
        /// Vertical shift over load at the nominal load.
        pvx1: "-" [-10.0, 10.0],
        /// Vertical shift over load, with load.
        pvx2: "-" [-10.0, 10.0],
        /// Slip stiffness with pressure.
        ppx1: "-" [-1e5, 1e5],
        /// Slip stiffness with pressure squared.
        ppx2: "-" [-1e5, 1e5],
        /// Peak friction with pressure.
        ppx3: "-" [-1e5, 1e5],
        /// Peak friction with pressure squared.
        ppx4: "-" [-1e5, 1e5],
        /// Slope of the weight of combined slip.
        rbx1: "-" [-1e5, 1e5],
        /// That slope with slip ratio.
        rbx2: "-" [-1e5, 1e5],
        /// That slope with camber squared.
        rbx3: "-" [-1e5, 1e5],
        /// Shape of the weight.
        rcx1: "-" [0.0, 3.0],
        /// Curvature of the weight.
        rex1: "-" [-1e5, 1e5],
        /// Curvature of the weight with load.
        rex2: "-" [-1e5, 1e5],
        /// Shift of the weight.
        rhx1: "-" [-1.0, 1.0],
        /// 5.2: relaxation length over load at the nominal load.
        ptx1: "-" [-100.0, 100.0],
        /// 5.2: relaxation length with load.
        ptx2: "-" [-100.0, 100.0],
        /// 5.2: relaxation length, exponent with load.
        ptx3: "-" [-20.0, 20.0],
    }

    /// Lateral force: pure slip (P), combined slip (R) and, in 5.2, relaxation (PT).
    pub struct LateralCoefficients {
        /// Shape C_y.
        pcy1: "-" [0.1, 3.0],
        /// Peak friction at the nominal load.
        pdy1: "-" [-10.0, 10.0],
        /// Peak friction with load.
        pdy2: "-" [-1e5, 1e5],
        /// Peak friction with camber squared.
        pdy3: "-" [-1e5, 1e5],
        /// Curvature E_y at the nominal load.
        pey1: "-" [-1e5, 1e5],
        /// Curvature with load.
        pey2: "-" [-1e5, 1e5],
        /// Curvature on one side against the other.
        pey3: "-" [-1e5, 1e5],
        /// That with camber.
        pey4: "-" [-1e5, 1e5],
        /// Curvature with camber squared.
        pey5: "-" [-1e5, 1e5],
        /// Largest cornering stiffness over the nominal load; below 0 in ISO axes.
        pky1: "-" [-1000.0, 1000.0],
        /// Load over nominal load at which it is reached.
        pky2: "-" [-1e5, 1e5],
        /// Cornering stiffness with camber.
        pky3: "-" [-1e5, 1e5],
        /// Curvature of cornering stiffness over load; 2 in 5.2.
        pky4: "-" [0.1, 3.0],
        /// Load of the largest stiffness with camber squared.
        pky5: "-" [-1e5, 1e5],
        /// Camber stiffness over load.
        pky6: "-" [-1e5, 1e5],
        /// Camber stiffness over load, with load.
        pky7: "-" [-1e5, 1e5],
        /// Horizontal shift at the nominal load.
        phy1: "-" [-1.0, 1.0],
        /// Horizontal shift with load.
        phy2: "-" [-1.0, 1.0],
        /// 5.2: horizontal shift with camber.
        phy3: "-" [-1e5, 1e5],
        /// Vertical shift over load at the nominal load.
        pvy1: "-" [-10.0, 10.0],
        /// Vertical shift over load, with load.
        pvy2: "-" [-10.0, 10.0],
        /// Vertical shift over load with camber.
        pvy3: "-" [-1e5, 1e5],
        /// Vertical shift over load with camber and load.
        pvy4: "-" [-1e5, 1e5],
        /// Cornering stiffness with pressure.
        ppy1: "-" [-1e5, 1e5],
        /// Load of the largest stiffness with pressure.
        ppy2: "-" [-1e5, 1e5],
        /// Peak friction with pressure.
        ppy3: "-" [-1e5, 1e5],
        /// Peak friction with pressure squared.
        ppy4: "-" [-1e5, 1e5],
        /// Camber stiffness with pressure.
        ppy5: "-" [-1e5, 1e5],
        /// Slope of the weight of combined slip.
        rby1: "-" [-1e5, 1e5],
        /// That slope with slip angle.
        rby2: "-" [-1e5, 1e5],
        /// Slip angle at which that slope is largest.
        rby3: "-" [-1e5, 1e5],
        /// That slope with camber squared.
        rby4: "-" [-1e5, 1e5],
        /// Shape of the weight.
        rcy1: "-" [0.0, 3.0],
        /// Curvature of the weight.
        rey1: "-" [-1e5, 1e5],
        /// Curvature of the weight with load.
        rey2: "-" [-1e5, 1e5],
        /// Shift of the weight.
        rhy1: "-" [-1.0, 1.0],
        /// Shift of the weight with load.
        rhy2: "-" [-1.0, 1.0],
        /// Side force by slip ratio over friction.
        rvy1: "-" [-1e5, 1e5],
        /// That with load.
        rvy2: "-" [-1e5, 1e5],
        /// That with camber.
        rvy3: "-" [-1e5, 1e5],
        /// That with slip angle.
        rvy4: "-" [-1e5, 1e5],
        /// That with slip ratio.
        rvy5: "-" [-3.0, 3.0],
        /// That with the arc tangent of slip ratio.
        rvy6: "-" [-1e5, 1e5],
        /// 5.2: largest relaxation length over radius.
        pty1: "-" [-100.0, 100.0],
        /// 5.2: load over nominal load at which it is reached.
        pty2: "-" [-100.0, 100.0],
    }
}
