//! A published quasi-steady lap: TUM's `laptime-simulation`, Formula 1 in Shanghai, 91.405 s.

use crate::reference_support::{agrees, data, there};
use skidpad_laptime::{EllipseCar, EllipseFigures};
use skidpad_reference::Check;
use skidpad_reference::laps::{SHANGHAI, shanghai, tum_f1_figures, tum_shanghai};

#[test]
fn the_lap_of_shanghai_agrees() {
    agrees(&Check::new("laps/tum-shanghai", SHANGHAI, tum_shanghai(&data())), 5);
}

/// TUM's program divides the drive force by the factor of the turning parts. By Newton's law the factor belongs to the mass: drag
/// does not turn the wheels. The car is then two thirds of a second faster, which is most of the difference between programs.
#[test]
fn the_inertia_of_turning_parts_belongs_to_the_mass() {
    let Some(published) = there(shanghai(&data(), &EllipseCar::new(tum_f1_figures()).unwrap())) else {
        return;
    };
    let newton = EllipseFigures { inertia_on_force: false, ..tum_f1_figures() };
    let newton = EllipseCar::new(newton).unwrap();
    let found = there(shanghai(&data(), &newton)).expect("the same file");
    let gain_s = published.time_s - found.time_s;
    println!("{:.3} s, by Newton's law {:.3} s", published.time_s, found.time_s);
    assert!((0.4..0.8).contains(&gain_s), "{gain_s} s");
}

mod long {
    use crate::reference_support::{agrees, data};
    use skidpad_reference::Check;
    use skidpad_reference::limebeer_lap::{CATALUNYA, fastest_lap_catalunya};

    /// The minimum-time lap of fastest-lap: Limebeer's Formula 1 car in Barcelona, 77.791 s.
    #[test]
    #[ignore = "long: some ten seconds"]
    fn the_minimum_time_lap_of_barcelona_agrees() {
        let data = data();
        // Not every folder of reference data has that program's files.
        if !data.path(CATALUNYA).is_file() {
            println!("skipped: {CATALUNYA} is not there");
            return;
        }
        agrees(&Check::new("laps/fastest-lap-catalunya", CATALUNYA, fastest_lap_catalunya(&data)), 3);
    }
}
