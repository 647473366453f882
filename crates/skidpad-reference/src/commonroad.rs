//! CommonRoad's models against the numbers that its own package gives (version 3.0.2), and the vectors that its
//! authors published.
//!
//! A derivative may depart by 1e-12 of the largest term of its equation, and of 1. The largest term is taken from
//! below, as the result itself or, for a wheel, as what the tyres do to it.

use serde_json::Value;
use skidpad_commonroad::{
    Camber, CommonRoadKs, CommonRoadKst, CommonRoadMb, CommonRoadSt, CommonRoadStd, FromParameters,
    Parameters, PureCurve, TyreSlip, parameters, rolling_at_centre,
};
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::surface::Surface;
use skidpad_formats::reference::{Data, Lack, array, number, numbers};

use crate::check::{Check, Tally};

/// The vectors of the package, generated with it.
pub const GENERATED: &str = "commonroad/test_vectors_generated_3.0.2.json";
/// The vectors that its authors published.
pub const PUBLISHED: &str = "commonroad/test_vectors_published.json";
/// Vectors of the package, generated a second time by others.
pub const SECOND: &str = "vectors/commonroad/vehicle_derivatives.json";
/// Inputs and how the package limits them.
pub const LIMITS: &str = "commonroad/test_vectors_constraints_3.0.2.json";
/// Forces of the package's tyre.
pub const TYRE: &str = "commonroad/test_vectors_tire_3.0.2.json";
/// Forces of the package's tyre, generated a second time by others.
pub const SECOND_TYRE: &str = "vectors/commonroad/pac_tire_vectors.csv";

/// The keys of the parameter sets 1 to 3 in [`SECOND`].
pub const SETS: [&str; 3] = ["vehicle1_FordEscort", "vehicle2_BMW320i", "vehicle3_VWVanagon"];

const BOUND: f64 = 1e-12;
const MEASURE: &str = "of the largest term, and of 1";

/// A model by the package's name, with the files that have vectors of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The package's name.
    pub model: &'static str,
    /// The files.
    pub files: &'static [&'static str],
}

/// All models. `KS_COG` is KS at the centre of mass, whose limits the package leaves to its caller.
pub const SUBJECTS: [Subject; 6] = [
    Subject { model: "KS", files: &[GENERATED, PUBLISHED, SECOND] },
    Subject { model: "KS_COG", files: &[GENERATED] },
    Subject { model: "KST", files: &[GENERATED, PUBLISHED] },
    Subject { model: "ST", files: &[GENERATED, PUBLISHED, SECOND] },
    Subject { model: "STD", files: &[GENERATED, PUBLISHED, SECOND] },
    Subject { model: "MB", files: &[GENERATED, PUBLISHED] },
];

/// The published vector of STD, with what is known of it.
const STALE: &str = "published before the load transfer: the package of today departs from it by 331 rad/s^2 at a \
                     wheel, and so does Skidpad, by as much";

/// A right-hand side of the reference.
#[derive(Clone, Debug)]
pub struct Row {
    /// The package's name of the model.
    pub model: String,
    /// The parameter set.
    pub set: &'static Parameters,
    /// The state.
    pub state: Vec<f64>,
    /// The input.
    pub input: Vec<f64>,
    /// The derivative.
    pub rates: Vec<f64>,
    /// The file's note.
    pub note: String,
}

/// Skidpad's answer to a right-hand side.
pub struct Found {
    /// The derivative.
    pub rates: Vec<f64>,
    /// The tyres' term of each equation, as far as it is known; 0 elsewhere.
    pub terms: Vec<f64>,
}

/// All right-hand sides of a file.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn rows(data: &Data, file: &str) -> Result<Vec<Row>, Lack> {
    let document = data.json(file)?;
    if file == SECOND {
        return second(file, &document);
    }
    let rates = if file == PUBLISHED { "f_expected" } else { "f" };
    let vectors = array(file, &document["vectors"])?;
    let read = |vector: &Value| {
        let model = vector["model"].as_str().ok_or_else(|| Lack::broken(file, "a vector without `model`"))?;
        let note = vector["note"].as_str().unwrap_or("").to_owned();
        let set = set(file, &vector["vehicle"])?;
        Vector { model, set, note, numbers: [&vector["x"], &vector["u"], &vector[rates]] }.row(file)
    };
    vectors.iter().map(read).collect()
}

fn second(file: &str, document: &Value) -> Result<Vec<Row>, Lack> {
    let mut rows = Vec::new();
    for (index, key) in SETS.into_iter().enumerate() {
        let set = set(file, &Value::from(index + 1))?;
        for entry in array(file, &document[key])? {
            for name in ["ks", "st", "std"] {
                let vector = &entry[name];
                let numbers = [&vector["x"], &entry["u"], &vector["f"]];
                rows.push(
                    Vector { model: &name.to_uppercase(), set, note: String::new(), numbers }.row(file)?,
                );
            }
        }
    }
    Ok(rows)
}

fn set(file: &str, value: &Value) -> Result<&'static Parameters, Lack> {
    let set = value.as_u64().and_then(|set| parameters(u32::try_from(set).ok()?));
    set.ok_or_else(|| Lack::broken(file, format!("{value} is no parameter set")))
}

/// A right-hand side as a file has it.
struct Vector<'a> {
    model: &'a str,
    set: &'static Parameters,
    note: String,
    /// State, input and derivative.
    numbers: [&'a Value; 3],
}

impl Vector<'_> {
    /// The right-hand side, where its vectors are as long as the model's.
    fn row(self, file: &str) -> Result<Row, Lack> {
        let Self { model, set, note, numbers: [state, input, rates] } = self;
        let [state, input, rates] = [numbers(file, state)?, numbers(file, input)?, numbers(file, rates)?];
        let lengths = match model {
            "KS" => lengths::<CommonRoadKs>(),
            "KS_COG" => (5, 2),
            "KST" => lengths::<CommonRoadKst>(),
            "ST" => lengths::<CommonRoadSt>(),
            "STD" => lengths::<CommonRoadStd>(),
            "MB" => lengths::<CommonRoadMb>(),
            other => return Err(Lack::broken(file, format!("unknown model {other}"))),
        };
        if (state.len(), input.len()) != lengths || rates.len() != state.len() {
            let what = format!("{model}: a vector of another length than the model's");
            return Err(Lack::broken(file, what));
        }
        Ok(Row { model: model.to_owned(), set, state, input, rates, note })
    }
}

fn lengths<M: Model>() -> (usize, usize) {
    (<M::State<f64> as Record<f64>>::LEN, <M::Input<f64> as Record<f64>>::LEN)
}

/// Skidpad's answer to a row; `None` where the parameter set does not have what the model needs.
pub fn found(row: &Row) -> Option<Found> {
    let plain = |rates: Vec<f64>| Found { terms: vec![0.0; rates.len()], rates };
    Some(match &row.model[..] {
        "KS" => plain(evaluated::<CommonRoadKs>(row)?.0),
        "KS_COG" => plain(rolling(row)),
        "KST" => plain(evaluated::<CommonRoadKst>(row)?.0),
        "ST" => plain(evaluated::<CommonRoadSt>(row)?.0),
        "STD" => drifting(row)?,
        _ => multi_body(row)?,
    })
}

/// Rates and trace.
fn evaluated<M: Model>(row: &Row) -> Option<(Vec<f64>, Vec<f64>)>
where
    M::Car<f64>: FromParameters,
{
    let car = M::Car::from_parameters(row.set).ok()?;
    let (state, input) = (Record::load(&&row.state[..]), Record::load(&&row.input[..]));
    let (rates, trace) = M::evaluate(&car, &Record::splat(0.0), &state, &input, &Surface::asphalt());
    Some((stored(&rates), stored(&trace)))
}

/// A record's numbers.
pub fn stored<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// KS at the centre of mass has its limits applied by its caller.
fn rolling(row: &Row) -> Vec<f64> {
    let from = row.set;
    let [steer, speed, yaw] = [row.state[2], row.state[3], row.state[4]];
    let [x, y, turning] = rolling_at_centre([from.front_m, from.rear_m], steer, speed, yaw);
    let steer_rate = from.limits.steer_rate(steer, row.input[0]);
    vec![x, y, steer_rate, from.limits.acceleration(speed, row.input[1]), turning]
}

/// STD, with the tyres' terms R_w F_x / I_w of both wheels, which are its last states.
fn drifting(row: &Row) -> Option<Found> {
    let (rates, trace) = evaluated::<CommonRoadStd>(row)?;
    let body = row.set.body?;
    let channels = <CommonRoadStd as Model>::Trace::<f64>::CHANNELS;
    let forces = along_the_wheel(channels, &trace).map(|force| force.abs());
    let weight =
        channels.iter().position(|channel| channel.name == "tyre_weight").map_or(1.0, |at| trace[at]);
    let wheels = forces.map(|force| weight * body.wheel_radius_m * force / body.wheel_inertia_kg_m2);
    let mut terms = vec![0.0; 7];
    terms.extend(wheels);
    terms.resize(rates.len(), 0.0);
    Some(Found { rates, terms })
}

/// MB, with R_w F_x / I_w of the tyre that pushes most for each wheel.
fn multi_body(row: &Row) -> Option<Found> {
    let (rates, trace) = evaluated::<CommonRoadMb>(row)?;
    let body = row.set.body?;
    let channels = <CommonRoadMb as Model>::Trace::<f64>::CHANNELS;
    let largest_n = along_the_wheel(channels, &trace).fold(0.0, |most, force| Real::max(most, force.abs()));
    let wheel = body.wheel_radius_m * largest_n / body.wheel_inertia_kg_m2;
    let states = <CommonRoadMb as Model>::State::<f64>::CHANNELS.iter();
    let terms = states.map(|state| if state.name.ends_with("wheel_rad_s") { wheel } else { 0.0 }).collect();
    Some(Found { rates, terms })
}

/// The forces of the tyres along their wheels, N.
fn along_the_wheel<'a>(channels: &'a [Channel], trace: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    let all = channels.iter().zip(trace);
    all.filter(|(channel, _)| channel.name.ends_with("_force_x_n")).map(|(_, force)| *force)
}

/// A model against a file's right-hand sides.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn derivatives(data: &Data, file: &str, model: &str) -> Result<Tally, Lack> {
    let mut tally = Tally::new(BOUND, MEASURE);
    for row in rows(data, file)?.iter().filter(|row| row.model == model) {
        let set = row.set.set;
        let Some(Found { rates, terms }) = found(row) else {
            return Err(Lack::broken(file, format!("{model}: set {set} does not have all figures")));
        };
        for (index, (found, expected)) in rates.iter().zip(&row.rates).enumerate() {
            let allowed = Real::max(Real::max(expected.abs(), terms[index]), 1.0);
            let departure = (found - expected).abs() / allowed;
            tally.meet(departure, || {
                let (state, input) = (&row.state, &row.input);
                format!("set {set}, rate {index}: {found}, not {expected} (state {state:?}, input {input:?})")
            });
        }
    }
    Ok(tally)
}

/// A model against all files that have vectors of it.
pub fn checks(data: &Data, name: &str, subject: &Subject) -> Vec<Check> {
    let check = |file: &&str| match (subject.model, *file) {
        ("STD", PUBLISHED) => Check::skipped(name, PUBLISHED, STALE),
        (model, file) => Check::new(name, file, derivatives(data, file, model)),
    };
    subject.files.iter().map(check).collect()
}

/// The limits of inputs: to the last bit or two.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn limits(data: &Data) -> Result<Tally, Lack> {
    let document = data.json(LIMITS)?;
    let mut tally = Tally::new(1e-15, "of the number");
    for row in array(LIMITS, &document["rows"])? {
        let limits = set(LIMITS, &row[1])?.limits;
        let [state, asked, expected] =
            [number(LIMITS, &row[2])?, number(LIMITS, &row[3])?, number(LIMITS, &row[4])?];
        let found = match row[0].as_str() {
            Some("acc") => limits.acceleration(state, asked),
            Some("steer") => limits.steer_rate(state, asked),
            _ => return Err(Lack::broken(LIMITS, format!("unknown constraint {}", row[0]))),
        };
        // Where 0 is expected, 0 must be found.
        let off = (found - expected).abs();
        let departure = if off == 0.0 { 0.0 } else { off / expected.abs() };
        tally.meet(departure, || format!("{row}: {found}"));
    }
    Ok(tally)
}

/// The package's tyre: five numbers for each row of load, camber, slip and slip angle.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn tyre(data: &Data, file: &str) -> Result<Tally, Lack> {
    let mut tally = Tally::new(1e-13, "of the load, and of 1 N");
    if file == SECOND_TYRE {
        for row in data.table(file)?.numbers::<9>()? {
            let [load, slip, angle, camber, rest @ ..] = row;
            meet_tyre(&mut tally, [load, camber, slip, angle], rest);
        }
        return Ok(tally);
    }
    for row in array(file, &data.json(file)?["rows"])? {
        let row = <[f64; 9]>::try_from(numbers(file, row)?)
            .map_err(|row| Lack::broken(file, format!("a row of {} numbers; must be 9", row.len())))?;
        let [load, camber, slip, angle, rest @ ..] = row;
        meet_tyre(&mut tally, [load, camber, slip, angle], rest);
    }
    Ok(tally)
}

/// Pure forces, lateral friction, forces.
fn meet_tyre(tally: &mut Tally, at: [f64; 4], expected: [f64; 5]) {
    let [load_n, camber, braking_slip, slip_angle_rad] = at;
    let (Some(set), camber) = (parameters(2), Camber(camber)) else { return };
    let slip = TyreSlip { braking_slip, slip_angle_rad };
    let found = set.tyre.curves(camber).forces(load_n, &slip);
    let friction = PureCurve::lateral(&set.tyre, camber).friction;
    let found = [found.pure_x_n, found.pure_y_n, friction, found.x_n, found.y_n];
    for (found, expected) in found.into_iter().zip(expected) {
        // The terms are as large as the load.
        let departure = (found - expected).abs() / Real::max(load_n, 1.0);
        tally.meet(departure, || format!("{at:?}: {found}, not {expected}"));
    }
}
