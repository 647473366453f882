//! The coefficients of the formula.

use alloc::vec::Vec;

use crate::record;
use crate::tyre::fault::{TyreFault, out_of_range};

record! {
    /// The coefficients, in the paper's units: kN, per cent, degrees; camber g in degrees.
    pub struct Pacejka89Tyre {
        /// Lateral force: shape factor C.
        a0: "-" [0.5, 3.0],
        /// Lateral force: peak over load, per kN of load.
        a1: "-" [-1e6, 1e6],
        /// Lateral force: peak over load at no load.
        a2: "-" [-1e6, 1e6],
        /// Lateral force: largest slope of the force, N/deg.
        a3: "-" [-1e6, 1e6],
        /// Lateral force: load of that slope, kN.
        a4: "-" [1e-3, 1e6],
        /// Lateral force: loss of slope per degree of camber.
        a5: "-" [-1e6, 1e6],
        /// Lateral force: curvature E per kN of load.
        a6: "-" [-1e6, 1e6],
        /// Lateral force: curvature E at no load.
        a7: "-" [-1e6, 1e6],
        /// Lateral force: horizontal shift per degree of camber.
        a8: "-" [-1e6, 1e6],
        /// Lateral force: horizontal shift per kN of load, deg.
        a9: "-" [-1e6, 1e6],
        /// Lateral force: horizontal shift, deg.
        a10: "-" [-1e6, 1e6],
        /// Lateral force: vertical shift per kN of load and degree of camber, N.
        a11: "-" [-1e6, 1e6],
        /// Lateral force: vertical shift per kN of load, N.
        a12: "-" [-1e6, 1e6],
        /// Lateral force: vertical shift, N.
        a13: "-" [-1e6, 1e6],
        /// Longitudinal force: shape factor C.
        b0: "-" [0.5, 3.0],
        /// Longitudinal force: peak over load, per kN of load.
        b1: "-" [-1e6, 1e6],
        /// Longitudinal force: peak over load at no load.
        b2: "-" [-1e6, 1e6],
        /// Longitudinal force: slope over load, per kN of load.
        b3: "-" [-1e6, 1e6],
        /// Longitudinal force: slope over load at no load.
        b4: "-" [-1e6, 1e6],
        /// Longitudinal force: decay of the slope with load, 1/kN.
        b5: "-" [-1e6, 1e6],
        /// Longitudinal force: curvature E per square of load.
        b6: "-" [-1e6, 1e6],
        /// Longitudinal force: curvature E per kN of load.
        b7: "-" [-1e6, 1e6],
        /// Longitudinal force: curvature E at no load.
        b8: "-" [-1e6, 1e6],
        /// Longitudinal force: horizontal shift per kN of load, %.
        b9: "-" [-1e6, 1e6],
        /// Longitudinal force: horizontal shift, %.
        b10: "-" [-1e6, 1e6],
        /// Aligning moment: shape factor C.
        c0: "-" [0.5, 3.0],
        /// Aligning moment: peak over load, per kN of load.
        c1: "-" [-1e6, 1e6],
        /// Aligning moment: peak over load at no load.
        c2: "-" [-1e6, 1e6],
        /// Aligning moment: slope over load, per kN of load.
        c3: "-" [-1e6, 1e6],
        /// Aligning moment: slope over load at no load.
        c4: "-" [-1e6, 1e6],
        /// Aligning moment: decay of the slope with load, 1/kN.
        c5: "-" [-1e6, 1e6],
        /// Aligning moment: loss of slope per degree of camber.
        c6: "-" [-1e6, 1e6],
        /// Aligning moment: curvature E per square of load.
        c7: "-" [-1e6, 1e6],
        /// Aligning moment: curvature E per kN of load.
        c8: "-" [-1e6, 1e6],
        /// Aligning moment: curvature E at no load.
        c9: "-" [-1e6, 1e6],
        /// Aligning moment: loss of curvature per degree of camber.
        c10: "-" [-1e6, 1e6],
        /// Aligning moment: horizontal shift per degree of camber.
        c11: "-" [-1e6, 1e6],
        /// Aligning moment: horizontal shift per kN of load, deg.
        c12: "-" [-1e6, 1e6],
        /// Aligning moment: horizontal shift, deg.
        c13: "-" [-1e6, 1e6],
        /// Aligning moment: vertical shift per square of load and degree of camber, N m.
        c14: "-" [-1e6, 1e6],
        /// Aligning moment: vertical shift per kN of load and degree of camber, N m.
        c15: "-" [-1e6, 1e6],
        /// Aligning moment: vertical shift per kN of load, N m.
        c16: "-" [-1e6, 1e6],
        /// Aligning moment: vertical shift, N m.
        c17: "-" [-1e6, 1e6],
    }
}

impl Pacejka89Tyre<f64> {
    /// Every field that is out of its range, and the peaks that are not positive at a load of 1 kN.
    pub fn check(&self) -> Vec<TyreFault> {
        let mut faults = out_of_range(self);
        for (field, peak) in [("a2", self.a1 + self.a2), ("b2", self.b1 + self.b2)] {
            if peak <= 0.0 {
                let must = alloc::string::String::from("such that the peak at 1 kN is positive");
                faults.push(TyreFault { field, value: peak, must });
            }
        }
        faults
    }
}
