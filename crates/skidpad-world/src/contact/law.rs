//! The law of one contact point: Signorini's condition and Coulomb's friction, solved exactly.
//!
//! At a point of contact the impulse P = (n, t) changes the relative velocity u linearly, u = b + A P, where A is
//! symmetric and positive. What is asked is the impulse after which
//!
//! - the bodies do not approach: u_n >= 0, n >= 0, and no impulse where they part (n u_n = 0);
//! - friction holds, u_t = 0 with |t| <= mu N, or slides and opposes what slip is left, t = -mu N sign(u_t),
//!
//! with N = n plus an impulse that is prescribed (the share that restitution gives back). Friction looks at the
//! slip that is left, not at the one before: so the impulse's work, P (u before + u after) / 2 (Thomson and Tait),
//! is P u - P A P / 2 with P u <= 0, and never positive. Newton's restitution with friction by the slip before
//! does not have that property, and creates energy (Kane's paradox).

/// Response of one contact point to an impulse, and the friction of its surfaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Response {
    /// Normal velocity per normal impulse, 1/kg.
    pub nn: f64,
    /// Tangential velocity per tangential impulse, 1/kg.
    pub tt: f64,
    /// Normal velocity per tangential impulse and tangential velocity per normal impulse, 1/kg.
    pub nt: f64,
    /// nn tt - nt^2, without the cancellation.
    pub det: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Response {
    /// The impulse (n, t) for a velocity (b_n, b_t) without it, beside a prescribed normal impulse.
    pub fn impulse(&self, b: [f64; 2], prescribed: f64) -> [f64; 2] {
        let [bn, bt] = b;
        let limit = self.friction * prescribed;
        let t = skidpad_core::math::Real::clamp(-bt / self.tt, -limit, limit);
        if bn + self.nt * t >= 0.0 {
            return [0.0, t];
        }
        let n = (self.nt * bt - self.tt * bn) / self.det;
        let t = (self.nt * bn - self.nn * bt) / self.det;
        if n >= 0.0 && t.abs() <= self.friction * (prescribed + n) {
            return [n, t];
        }
        let towards = if bt < 0.0 { -1.0 } else { 1.0 };
        self.sliding(b, prescribed, towards)
            .or_else(|| self.sliding(b, prescribed, -towards))
            .unwrap_or([skidpad_core::math::Real::max(-bn / self.nn, 0.0), 0.0])
    }

    /// The impulse if the slip that is left has a sign; `None` if it has not.
    fn sliding(&self, [bn, bt]: [f64; 2], prescribed: f64, sign: f64) -> Option<[f64; 2]> {
        let slope = sign * self.friction;
        let below = self.nn - slope * self.nt;
        if below <= 1e-12 * self.nn {
            return None;
        }
        let n = (slope * self.nt * prescribed - bn) / below;
        let t = -slope * (prescribed + n);
        let slip = bt + self.nt * n + self.tt * t;
        (n >= 0.0 && sign * slip >= 0.0).then_some([n, t])
    }
}
