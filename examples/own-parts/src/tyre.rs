//! A tyre from a look-up table of measured forces.

use std::sync::LazyLock;

use skidpad::core::compound_record;
use skidpad::core::math::{Real, Vec2};
use skidpad::core::record::converted;
use skidpad::core::tyre::{Footprint, SteadyTyre, TyreForce};

use crate::table::{between, numbers};

/// Loads at which a rig measured, N.
pub const LOADS_N: [f64; 4] = [1500.0, 3500.0, 5500.0, 8000.0];
/// Slips at which it measured: slip ratio, and tangent of the slip angle.
pub const SLIPS: [f64; 9] = [0.0, 0.02, 0.04, 0.06, 0.09, 0.13, 0.2, 0.4, 1.0];
/// Nodes of a table.
const NODES: usize = LOADS_N.len() * SLIPS.len();
/// Heading of the file.
const HEADING: &str = "load_n,slip,longitudinal_n,lateral_n";

compound_record! {
    /// Measured forces over load: a row of slips for each load. They are numbers of the car, and so every car of a batch may
    /// have tyres of its own, and derivatives with respect to a measured force are to be had.
    pub struct TableTyre {
        /// Longitudinal force over load at pure longitudinal slip.
        pub longitudinal: [R; NODES],
        /// Lateral force over load at pure lateral slip.
        pub lateral: [R; NODES],
        /// Slips at which they are largest, longitudinal and lateral.
        pub peak_slips: [R; 2],
    }
}

/// The tyre of `data/tyre.csv`. (Its forces are made up, in the form in which a test rig reports them: put your own there.)
pub static MEASURED: LazyLock<TableTyre<f64>> = LazyLock::new(|| {
    TableTyre::read(include_str!("../data/tyre.csv")).expect("the table of this crate is complete")
});

impl TableTyre<f64> {
    /// The tyre of a table with a line for each load and slip, in any order.
    ///
    /// # Errors
    /// A line that is not four numbers, and a load or slip that is missing or not one of the table's, each by its place.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, heading)| heading.trim()) != Some(HEADING) {
            return Err(format!("line 1: must be `{HEADING}`"));
        }
        let mut nodes = [None; NODES];
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let at = |why: &str| format!("line {}: {why}", number + 1);
            let cells = numbers(line);
            let Some(&[load_n, slip, x_n, y_n]) = cells.as_deref() else {
                return Err(at("must be four numbers"));
            };
            let load = LOADS_N.iter().position(|node| *node == load_n);
            let slip = SLIPS.iter().position(|node| *node == slip);
            let (Some(load), Some(slip)) = (load, slip) else {
                return Err(at(&format!("loads must be {LOADS_N:?}, slips {SLIPS:?}")));
            };
            if nodes[load * SLIPS.len() + slip].replace([x_n / load_n, y_n / load_n]).is_some() {
                return Err(at("a second line for this load and slip"));
            }
        }
        if let Some(node) = nodes.iter().position(Option::is_none) {
            let (load_n, slip) = (LOADS_N[node / SLIPS.len()], SLIPS[node % SLIPS.len()]);
            return Err(format!("no line for load {load_n}, slip {slip}"));
        }
        let column = |axis: usize| nodes.map(|node| node.map_or(0.0, |force: [f64; 2]| force[axis]));
        let (longitudinal, lateral) = (column(0), column(1));
        Ok(Self { peak_slips: [peak_slip(&longitudinal), peak_slip(&lateral)], longitudinal, lateral })
    }
}

/// The slip at which the force of a middle load is largest.
fn peak_slip(table: &[f64; NODES]) -> f64 {
    let row = &table[SLIPS.len()..2 * SLIPS.len()];
    let peak = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(1, |(slip, _)| slip);
    SLIPS[peak]
}

impl<R: Real> TableTyre<R> {
    /// The measured tyre, over any kind of number.
    pub fn measured() -> Self {
        converted(&*MEASURED, R::lit)
    }

    /// Rows of a table at a load: force over load at each slip. Beyond the measured loads it is the last one's.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_load(table: &[R; NODES], load_n: R) -> [R; SLIPS.len()] {
        let mut row = [R::zero(); SLIPS.len()];
        let mut slip = 0;
        while slip < SLIPS.len() {
            let mut column = [R::zero(); LOADS_N.len()];
            let mut load = 0;
            while load < LOADS_N.len() {
                column[load] = table[load * SLIPS.len() + slip];
                load += 1;
            }
            row[slip] = between(&LOADS_N, &column, load_n);
            slip += 1;
        }
        row
    }

    /// Largest force over load of a table at a load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn largest(table: &[R; NODES], load_n: R) -> R {
        let row = Self::at_load(table, load_n);
        let mut largest = R::zero();
        let mut slip = 0;
        while slip < SLIPS.len() {
            largest = largest.max(row[slip]);
            slip += 1;
        }
        largest
    }

    /// Slope of a table at rest, per slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slope(table: &[R; NODES], load_n: R) -> R {
        Self::at_load(table, load_n)[1] * R::lit(1.0 / SLIPS[1])
    }

    /// Something of both directions, per load, as a force under a footprint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn force(at: &Footprint<R>, over_load: Vec2<R>) -> Vec2<R> {
        over_load.scale(at.grip * at.load_n)
    }
}

impl<R: Real> SteadyTyre<R> for TableTyre<R> {
    /// Combined slip by similarity (Pacejka, Tyre and Vehicle Dynamics, 4.3.1): with slips over those of their peaks, the force
    /// points along the slip, and has in each direction the share of what the table has there at that length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        let [peak_x, peak_y] = self.peak_slips;
        let slip = Vec2 { x: at.slip.x / peak_x, y: at.slip.y / peak_y };
        let length = (slip.x * slip.x + slip.y * slip.y).sqrt();
        let inverse = R::one() / length.max(R::lit(1e-12));
        let x = between(&SLIPS, &Self::at_load(&self.longitudinal, at.load_n), length * peak_x);
        let y = between(&SLIPS, &Self::at_load(&self.lateral, at.load_n), length * peak_y);
        TyreForce::from_force(Self::force(at, Vec2 { x: slip.x * inverse * x, y: slip.y * inverse * y }))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let load_n = at.load_n;
        Self::force(
            at,
            Vec2 { x: Self::largest(&self.longitudinal, load_n), y: Self::largest(&self.lateral, load_n) },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let load_n = at.load_n;
        Self::force(
            at,
            Vec2 { x: Self::slope(&self.longitudinal, load_n), y: Self::slope(&self.lateral, load_n) },
        )
    }
}
