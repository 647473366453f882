//! A tyre of one's own: a table of forces as a test rig gives them, in the four-wheel car. The model that comes of it is
//! driven by its name as any other, alone and in lanes, and logged and replayed.

use skidpad::core::batch::Batch;
use skidpad::core::controls::sanitise;
use skidpad::core::math::{Real, Vec2};
use skidpad::core::model::two_track::{
    Elastic, Kind, StandardParts, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad::core::spec::Vehicle;
use skidpad::core::step::{Dt, Simulation};
use skidpad::core::tyre::{Footprint, SteadyTyre, TyreForce};
use skidpad::prelude::*;
use skidpad::presets::preset;
use skidpad::world::log::{CarLabel, LogReplay, LogSettings, LoggedWorld};
use skidpad::world::models::{ModelInfo, STANDARD};
use skidpad::world::rolling::{Begin, CarChoice, Request};
use skidpad::world::world::{Member, Site, World};

/// Slips at which the rig measured: kappa, or the tangent of the slip angle.
const SLIPS: [f64; 7] = [0.0, 0.02, 0.04, 0.07, 0.10, 0.15, 0.25];
/// Loads at which it measured, N.
const LOADS_N: [f64; 2] = [2000.0, 6000.0];
/// Force over load at these slips, in percent: one row per load. (A made-up tyre: put your own here.)
const PERCENT: [[f64; 7]; 2] =
    [[0.0, 48.0, 82.0, 108.0, 116.0, 114.0, 106.0], [0.0, 40.0, 70.0, 95.0, 105.0, 104.0, 97.0]];

skidpad::core::record! {
    /// The tyre as a vehicle carries it: its numbers differ from car to car of a batch, the table is the same for all.
    pub struct TableTyre {
        /// Grip of this tyre over that of the table.
        grip: "-" [0.1, 3.0],
    }
}

impl<R: Real> TableTyre<R> {
    /// Force over load at a slip, and its slope at slip 0: lines between the measured points. Nothing branches on a
    /// number, so the same code runs in lanes and as derivatives.
    fn force_over_load(&self, row: [f64; 7], slip: R) -> R {
        let mut force = R::zero();
        let mut i = 1;
        while i < SLIPS.len() {
            let width = SLIPS[i] - SLIPS[i - 1];
            let slope = R::lit((row[i] - row[i - 1]) / (100.0 * width));
            force += slope * (slip - R::lit(SLIPS[i - 1])).clamp(R::zero(), R::lit(width));
            i += 1;
        }
        force
    }

    /// How far a load lies from the first measured one to the second; beyond both the table ends.
    fn between_loads(at: &Footprint<R>) -> R {
        let [low, high] = LOADS_N;
        ((at.load_n - R::lit(low)) * R::lit(1.0 / (high - low))).clamp(R::zero(), R::one())
    }

    /// A number of the first row and one of the second, at this load, as a force.
    fn at_load(&self, [low, high]: [R; 2], at: &Footprint<R>) -> R {
        self.grip * at.grip * at.load_n * (low + Self::between_loads(at) * (high - low))
    }
}

impl<R: Real> SteadyTyre<R> for TableTyre<R> {
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        // Longitudinal and lateral slip share the table: the force points along the slip.
        let slip = (at.slip.x * at.slip.x + at.slip.y * at.slip.y).sqrt();
        let force_n = self.at_load(PERCENT.map(|row| self.force_over_load(row, slip)), at);
        let per_slip = force_n / slip.max(R::lit(1e-12));
        TyreForce::from_force(Vec2 { x: per_slip * at.slip.x, y: per_slip * at.slip.y })
    }

    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let largest = PERCENT.map(|row| R::lit(row.into_iter().fold(0.0, Real::max) / 100.0));
        let peak_n = self.at_load(largest, at);
        Vec2 { x: peak_n, y: peak_n }
    }

    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let slopes = PERCENT.map(|row| R::lit(row[1] / (100.0 * SLIPS[1])));
        let stiffness_n = self.at_load(slopes, at);
        Vec2 { x: stiffness_n, y: stiffness_n }
    }
}

/// The four-wheel car on it.
#[derive(Clone, Copy, Debug)]
struct OnTable;

impl Kind for OnTable {
    const NAME: &'static str = "two_track_table";
    const DESCRIPTION: &'static str = "the four-wheel car on tyres of a measured table";
    type Parts = StandardParts;
    type Tyre<R: Real> = Elastic<TableTyre<R>, R>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        Elastic::on_axle(vehicle, TableTyre { grip: R::one() }, is_front)
    }

    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R> {
        TwoTrackCar::on_elastic(vehicle, Self::tyre(vehicle, true), Self::tyre(vehicle, false))
    }
}

/// As programs list it: `skidpad_cli::run_with(&[&ON_TABLE])` is the whole command line with this model.
static ON_TABLE: ModelInfo = ModelInfo::new::<TwoTrack<OnTable>>();

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let models = STANDARD.with(&[&ON_TABLE]);
    for model in ["two_track", "two_track_table"] {
        let car = Car::builder().models(&models).model(model).preset("fr-s-2013")?;
        println!("{model:16} reaches {:.2} m/s^2 in a turn that tightens", largest_lateral_m_s2(car)?);
    }

    // In lanes: a hundred cars with tyres of different grip, each as it would be alone.
    let vehicle = preset("fr-s-2013")?.spec.validate().map_err(CarError::from)?;
    let cars: Vec<_> = (0..100).map(|index| with_grip(&vehicle, 0.5 + 0.01 * f64::from(index))).collect();
    let (mode, state) =
        (TwoTrackMode::in_gear(&cars[0].base, 3.0), TwoTrackState::rolling(&cars[0].base, 20.0, 3.0));
    let turn = Controls { throttle: 0.3, steer_rad: 0.05, gear: Gear::Forward(3), ..Controls::default() };
    let input = TwoTrackInput::on_even_road(&sanitise(&turn).0);
    let (dt, mut batch) =
        (Dt::try_from(0.01)?, Batch::<TwoTrack<OnTable>, f64>::new(&cars, &[mode], &[state; 100])?);
    batch.set_inputs(&[input; 100]);
    for _ in 0..200 {
        batch.step(dt);
    }
    for index in [0, 50, 99] {
        let mut alone = Simulation::<TwoTrack<OnTable>>::new(cars[index], mode, state);
        for _ in 0..200 {
            alone.step(&input, &Surface::asphalt(), dt);
        }
        assert_eq!(batch.state(index), *alone.state());
        println!(
            "grip {:.2}: yaw rate {:.3} rad/s",
            cars[index].front_tyre.law.grip,
            alone.state().body.yaw_rate_rad_s
        );
    }

    // Logged, and replayed to the bit.
    let choice = CarChoice::Vehicle(&vehicle);
    let begin = Begin { gear: Gear::Automatic, initial: &[("velocity_x_m_s", 20.0)], method: None };
    let car = ON_TABLE.begin(&choice, &begin).ok_or("a car of the model")?;
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default());
    let id = world.add(Member { car, body: None }, CarLabel::named("fr-s-2013"))?;
    world.set_request(id, Request::from_command(sanitise(&turn).0));
    (0..200).for_each(|_| world.step(dt));
    let verified = LogReplay::new(world.log()).verify()?;
    println!("replayed with the same bits for {} steps", verified.steps);
    Ok(())
}

/// A car whose four tyres have another grip than the table's.
fn with_grip(vehicle: &Vehicle<f64>, grip: f64) -> TwoTrackCar<Elastic<TableTyre<f64>, f64>, f64> {
    let tyre = |is_front| Elastic::on_axle(vehicle, TableTyre { grip }, is_front);
    TwoTrackCar::on_elastic(vehicle, tyre(true), tyre(false))
}

/// The largest lateral acceleration in a turn that tightens, at 20 m/s.
fn largest_lateral_m_s2(mut car: Car) -> Result<f64, Box<dyn std::error::Error>> {
    car.teleport(&Placement { speed_m_s: 20.0, ..Placement::default() })?;
    let lateral = car.output("acceleration_y_m_s2")?;
    let mut largest: f64 = 0.0;
    for step in 0..600 {
        let steer_rad = 0.2 * f64::from(step) / 600.0;
        car.step(
            &Controls { throttle: 0.4, steer_rad, gear: Gear::Forward(3), ..Controls::default() },
            0.01,
        )?;
        largest = Real::max(largest, car.outputs().at(lateral));
    }
    Ok(largest)
}
