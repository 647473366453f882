//! Gates of a track's laps.

use super::Track;
use super::gate::Gate;

impl Track {
    /// The gate across the road at a distance along the line, m.
    pub fn gate(&self, distance_m: f64) -> Gate {
        let point = self.at(distance_m);
        let [left, right] = point.widths_m;
        Gate {
            position_m: self.beside(distance_m, 0.5 * (left - right)),
            heading_rad: point.heading_rad,
            half_width_m: 0.5 * (left + right),
        }
    }

    /// The gates of a lap in the order in which they are passed: the start line, the ends of all sectors but the last one, and of an
    /// open track the finish line. A lap of a closed track ends at its start line.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Finds the gates of the start line and the sectors.
    pub(super) fn lap_gates(&self) -> Vec<Gate> {
        let sectors = self.sectors_m();
        let ends = if self.is_closed() { &sectors[..sectors.len() - 1] } else { sectors };
        let all = core::iter::once(&0.0).chain(ends);
        all.map(|since_m| self.gate(self.start_m() + since_m)).collect()
    }
}
