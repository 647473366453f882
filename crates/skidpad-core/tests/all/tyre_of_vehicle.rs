//! The tyre of each law that comes of a vehicle's own figures has the vehicle's stiffness, peak and load; one that is
//! given is taken as it is.
#![allow(clippy::disallowed_methods)]

use crate::magic_formula_support;
use crate::support;
use skidpad_core::math::Vec2;

use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, Kind, MagicTyres, Pacejka89Tyres, TmeasyTyres,
};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::{MagicTyreSpec, OnAxles, TyresSpec, Vehicle, VehicleSpec};
use skidpad_core::tyre::magic_formula::{MagicFormula, Mode, Side, Vertical};
use skidpad_core::tyre::{Footprint, SteadyTyre};
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use support::{automatic, build, electric, manual};

/// What a curve over slip shows: the largest force over load and its slip, and the force at a slip of 2.
struct Shown {
    peak: f64,
    peak_slip: f64,
    sliding: f64,
}

/// Reads one direction of a law, slip by slip.
fn shown<L: SteadyTyre<f64>>(law: &L, load_n: f64, lateral: bool) -> Shown {
    let force = |slip: f64| {
        let slips = if lateral { Vec2 { x: 0.0, y: slip } } else { Vec2 { x: slip, y: 0.0 } };
        let force = law.steady(&Footprint { speed_m_s: 20.0, ..Footprint::plain(load_n, slips) }).force;
        (if lateral { force.y } else { force.x }) / load_n
    };
    let grid = (1..20_000).map(|step| f64::from(step) * 1e-4);
    let (peak_slip, peak) = grid
        .map(|slip| (slip, force(slip)))
        .fold((0.0, 0.0), |best, at| if at.1 > best.1 { at } else { best });
    Shown { peak, peak_slip, sliding: force(2.0) }
}

/// How far a law may be from the vehicle's figures: longitudinal and lateral peak, and their slips, as shares.
struct Bounds {
    peak: (f64, f64),
    slip: (f64, f64),
    sliding: f64,
}

fn close(found: f64, expected: f64, bound: f64, what: &str) {
    assert!((found / expected - 1.0).abs() <= bound, "{what}: {found}, not {expected} within {bound}");
}

fn load_n(vehicle: &Vehicle<f64>, is_front: bool) -> f64 {
    let share = vehicle.body().front_share;
    let share = if is_front { share } else { 1.0 - share };
    0.5 * share * vehicle.body().mass_kg * STANDARD_GRAVITY_M_S2
}

/// The Magic Formula leans as MFeval's example tyre: 1.0 of the load per radian to where its top leans, at any load, and
/// no more force than upright.
#[test]
fn a_leaning_magic_tyre_pushes_to_where_it_leans() {
    for spec in [manual(), automatic(), electric()] {
        let vehicle = build(&spec);
        let (law, rest_n) = (vehicle.magic_formula(true), load_n(&vehicle, true));
        let at = |load_n: f64, camber_rad: f64, slip: f64| {
            let slips = Vec2 { x: 0.0, y: slip };
            let under = Footprint { speed_m_s: 20.0, camber_rad, ..Footprint::plain(load_n, slips) };
            law.steady(&under).force.y
        };
        for load_n in [0.5 * rest_n, rest_n, 2.0 * rest_n] {
            for camber_rad in [-0.05, -0.01, 0.01, 0.05] {
                close(at(load_n, camber_rad, 0.0), 1.001 * load_n * camber_rad, 0.02, &spec.name);
            }
            let most = |camber_rad: f64| {
                (1..2000).map(|s| at(load_n, camber_rad, f64::from(s) * 1e-3)).fold(0.0, f64::max)
            };
            close(most(0.05), most(0.0), 1e-4, &spec.name);
        }
    }
}

/// Slope to 1e-9; peaks, their slips and what is left when all slides as stated; trail a third of the half length.
fn agrees<L: SteadyTyre<f64>>(
    name: &str,
    vehicle: &Vehicle<f64>,
    is_front: bool,
    law: &L,
    (friction, lateral): (f64, f64),
    bounds: &Bounds,
) {
    let axle = if is_front { vehicle.front() } else { vehicle.rear() };
    let load_n = load_n(vehicle, is_front);
    let cornering = axle.combined_tyre().cornering_stiffness_1_rad();
    let slope = law.slip_stiffness_n(&Footprint::plain(load_n, Vec2 { x: 0.0, y: 0.0 }));
    close(slope.x, axle.stiffness * load_n, 1e-9, name);
    close(slope.y, cornering * load_n, 1e-9, name);
    let (x, y) = (shown(law, load_n, false), shown(law, load_n, true));
    // The slope is the force's.
    let at = |x: f64, y: f64| {
        law.steady(&Footprint { speed_m_s: 20.0, ..Footprint::plain(load_n, Vec2 { x, y }) })
    };
    close(at(1e-5, 0.0).force.x, 1e-5 * slope.x, 2e-3, name);
    let pull = at(0.0, 1e-5);
    close(pull.force.y, 1e-5 * slope.y, 2e-3, name);
    close(-pull.aligning_nm / pull.force.y, 0.06 / 3.0, 0.01, name);
    close(x.peak, friction, bounds.peak.0, name);
    close(y.peak, lateral, bounds.peak.1, name);
    if bounds.slip.0 < 1.0 {
        close(x.peak_slip, axle.peak_slip, bounds.slip.0, name);
        close(y.peak_slip, axle.peak_slip_angle_rad.tan(), bounds.slip.1, name);
    }
    close(y.sliding, axle.sliding_share * lateral, bounds.sliding, name);
    // Twice the load has twice the peak.
    let peak = law.peak_n(&Footprint::plain(load_n, Vec2 { x: 0.0, y: 0.0 }));
    let double = law.peak_n(&Footprint::plain(2.0 * load_n, Vec2 { x: 0.0, y: 0.0 }));
    close(double.x, 2.0 * peak.x, 1e-9, name);
    close(double.y, 2.0 * peak.y, 1e-9, name);
}

fn vehicles() -> [Vehicle<f64>; 3] {
    let mut soft = electric();
    for axle in [&mut soft.front, &mut soft.rear] {
        (axle.friction, axle.lateral_friction, axle.sliding_share) = (0.8, 0.7, 0.9);
        (axle.peak_slip, axle.stiffness, axle.peak_slip_angle_rad) = (0.12, 20.0, 0.16);
    }
    soft.body.front_weight_share = 0.62;
    [manual(), automatic(), soft].map(|spec| build(&spec))
}

#[test]
fn the_tyre_of_each_law_is_that_of_the_axle() {
    for vehicle in &vehicles() {
        for is_front in [true, false] {
            let axle = if is_front { vehicle.front() } else { vehicle.rear() };
            let own = (axle.friction, axle.lateral_friction);
            let mean = (own.0 * own.1).sqrt();
            // The brush has no peak: it reaches its friction and stays there.
            let brush = Bounds { peak: (1e-9, 1e-9), slip: (1.0, 1.0), sliding: 0.35 };
            agrees("brush", vehicle, is_front, &vehicle.brush_tyre(is_front), own, &brush);
            let magic = Bounds { peak: (1e-3, 1e-3), slip: (0.03, 0.03), sliding: 0.1 };
            agrees("magic", vehicle, is_front, &vehicle.magic_formula(is_front), own, &magic);
            agrees("pacejka89", vehicle, is_front, &vehicle.pacejka89_tyre(is_front), own, &magic);
            // Its slips are over the tread's speed: at a peak of 12 % that is 14 % of the road's.
            let tmeasy = Bounds { peak: (1e-3, 1e-3), slip: (0.15, 1e-2), sliding: 1e-9 };
            agrees("tmeasy", vehicle, is_front, &vehicle.tmeasy_tyre(is_front), own, &tmeasy);
            // One friction for both directions; the longitudinal one is approached and not reached, while it falls.
            let fiala = Bounds { peak: (0.15, 0.01), slip: (1.0, 1.0), sliding: 1e-9 };
            agrees("fiala", vehicle, is_front, &vehicle.fiala_tyre(is_front), (mean, mean), &fiala);
            assert!((own.0 / mean - 1.0).abs() < 0.11 && (own.1 / mean - 1.0).abs() < 0.11);
        }
    }
}

/// The lateral stiffness grows less than the load, by the same rule in each law that knows of it.
#[test]
fn cornering_stiffness_grows_less_than_the_load() {
    for vehicle in &vehicles() {
        let load_n = load_n(vehicle, true);
        let still = Vec2 { x: 0.0, y: 0.0 };
        fn ratio<L: SteadyTyre<f64>>(law: &L, load_n: f64, still: Vec2<f64>) -> f64 {
            let at = |load_n| law.slip_stiffness_n(&Footprint::plain(load_n, still)).y;
            at(2.0 * load_n) / at(load_n)
        }
        let found = [
            ratio(&vehicle.magic_formula(true), load_n, still),
            ratio(&vehicle.tmeasy_tyre(true), load_n, still),
            ratio(&vehicle.pacejka89_tyre(true), load_n, still),
        ];
        found.iter().for_each(|ratio| close(*ratio, 20.0 / 13.0, 1e-9, &format!("{found:?}")));
    }
}

/// Every derived tyre is one that its law's own checks take.
#[test]
fn derived_tyres_are_within_their_ranges() {
    for vehicle in &vehicles() {
        for is_front in [true, false] {
            assert_eq!(vehicle.brush_tyre(is_front).check(), []);
            assert_eq!(vehicle.fiala_tyre(is_front).check(), []);
            assert_eq!(vehicle.tmeasy_tyre(is_front).check(), []);
            assert_eq!(vehicle.pacejka89_tyre(is_front).check(), []);
        }
    }
}

/// The summer tyre, of a radius that fits the car.
fn measured(side: Option<Side>) -> MagicTyreSpec {
    let coefficients = magic_formula_support::coefficients();
    let vertical = Vertical {
        stiffness_n_m: 2.1e5,
        breff: 8.4,
        dreff: 0.27,
        freff: 0.07,
        q_re0: 1.0,
        ..Record::splat(0.0)
    };
    MagicTyreSpec { coefficients, vertical, side, mode: Mode::Driving }
}

fn on_measured(front: Option<Side>, rear: Option<Side>) -> VehicleSpec {
    let magic = OnAxles { front: measured(front), rear: measured(rear) };
    VehicleSpec { tyres: Some(TyresSpec { magic: Some(magic), ..TyresSpec::default() }), ..manual() }
}

#[test]
fn a_measured_tyre_is_taken_as_it_is_and_mounted_by_its_side() {
    let vehicle = build(&on_measured(Some(Side::Left), Some(Side::Right)));
    let as_file = MagicFormula::new(&measured(None).coefficients, Mode::Driving);
    assert_eq!(vehicle.magic_formula(true), as_file);
    assert_eq!(vehicle.magic_formula(false), as_file.mirrored());
    assert_eq!(
        (MagicTyres::tyre(&vehicle, true).is_mirrored, vehicle.tyres().laws()),
        (Flag::from(true), vec!["magic"])
    );
    let unknown = build(&on_measured(None, None));
    assert_eq!(MagicTyres::tyre(&unknown, false).is_mirrored, Flag::from(false));

    // The springs of the standing tyre are the file's.
    let carcass = MagicTyres::tyre(&vehicle, true).carcass;
    let at = Footprint { speed_m_s: 10.0, ..Footprint::plain(load_n(&vehicle, true), slip()) };
    let lengths = as_file.relaxation_lengths_m(&as_file.loaded(&at));
    let slope = as_file.slip_stiffness_n(&at);
    assert!(lengths.x > 0.0 && lengths.y > 0.0);
    close(carcass.longitudinal_n_m, slope.x / lengths.x, 1e-12, "longitudinal spring");
    close(carcass.lateral_n_m, slope.y / lengths.y, 1e-12, "lateral spring");
}

fn slip() -> Vec2<f64> {
    Vec2 { x: 0.0, y: 0.0 }
}

#[test]
fn a_law_that_is_not_given_is_refused_where_others_are() {
    let (plain, measured) = (build(&manual()), build(&on_measured(None, None)));
    assert_eq!(Brushes::refuses(&plain), None);
    assert_eq!((MagicTyres::refuses(&measured), Curves::refuses(&measured)), (None, None));
    // A kind for one car at a time is for the same vehicles.
    assert_eq!(Alone::<Brushes>::refuses(&measured), Brushes::refuses(&measured));
    assert_eq!(Alone::<Brushes>::refuses(&plain), None);
    for (name, refused) in [
        ("two_track_brush", Brushes::refuses(&measured)),
        ("two_track_fiala", FialaTyres::refuses(&measured)),
        ("two_track_tmeasy", TmeasyTyres::refuses(&measured)),
        ("two_track_pacejka89", Pacejka89Tyres::refuses(&measured)),
    ] {
        let why = refused.expect(name);
        for part in [name, "give `magic`", "drive it with two_track_magic", "add [tyres."] {
            assert!(why.contains(part), "{why}");
        }
    }
}

/// All that is wrong with the tyres at once, by field.
#[test]
fn tyres_that_cannot_be_or_do_not_fit_are_named() {
    let mut spec = manual();
    let brush = build(&spec).brush_tyre(true);
    let bad = skidpad_core::tyre::BrushTyre { friction: -1.0, half_length_m: f64::NAN, ..brush };
    let fiala = build(&spec).fiala_tyre(true);
    let upside = skidpad_core::tyre::FialaTyre { sliding_friction: 2.0, ..fiala };
    spec.tyres = Some(TyresSpec {
        brush: Some(OnAxles { front: brush, rear: bad }),
        fiala: Some(OnAxles { front: upside, rear: fiala }),
        ..TyresSpec::default()
    });
    let errors = spec.validate().unwrap_err();
    let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
    let expected =
        ["tyres.brush.rear.friction", "tyres.brush.rear.half_length_m", "tyres.fiala.front.friction"];
    assert_eq!(fields, expected);

    let says = |change: fn(&mut VehicleSpec)| {
        let mut spec = on_measured(None, None);
        change(&mut spec);
        spec.validate().unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let size = says(|spec| spec.front.radius_m = 0.40);
    assert!(size.contains("tyres.front is 0.3") && size.contains("write front.radius = 0.3"), "{size}");
    let load = says(|spec| spec.body.kerb_mass_kg = 9000.0);
    assert!(load.contains("tyres.rear is") && load.contains("each rear wheel carries at rest"), "{load}");
}
