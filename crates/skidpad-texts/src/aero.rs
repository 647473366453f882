//! Resistance of the air as the texts print it. In its right form: [`skidpad_core::aero`].

use skidpad_core::math::Real;

/// Palmer 8.3 as printed: the size F_D = Cd rho v^2 A / 2, N. Subtracted from the drive force
/// as 8.5 has it, it pushes a reversing car on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn palmer_drag_as_printed<R: Real>(factor_n_s2_m2: R, speed_m_s: R) -> R {
    factor_n_s2_m2 * speed_m_s * speed_m_s
}

/// Monster v1.4 as printed: |v| taken for each component alone, N. On a diagonal the drag is
/// 1 / sqrt(2) of what it should be.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn monster_drag_v1_4_as_printed<R: Real>(factor_n_s2_m2: R, velocity_m_s: [R; 2]) -> [R; 2] {
    let [x, y] = velocity_m_s;
    [-(factor_n_s2_m2 * x * x.abs()), -(factor_n_s2_m2 * y * y.abs())]
}
