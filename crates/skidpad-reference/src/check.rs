//! Result of a comparison.

use skidpad_formats::reference::Lack;

/// More disagreements than this are counted, not listed.
const MOST_EXAMPLES: usize = 20;

/// A comparison with reference data and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Its name: that of its [`Comparison`](super::Comparison), and where that has several, a further part.
    pub name: String,
    /// The other side: a file inside the reference data, or in words.
    pub source: String,
    /// Number of the values compared.
    pub cases: usize,
    /// The largest departure, as `measure` counts it; NaN where a number was none. 0 where nothing was compared.
    pub worst: f64,
    /// The largest departure that is agreement.
    pub bound: f64,
    /// The unit of departures, in words.
    pub measure: &'static str,
    /// Its outcome.
    pub outcome: Outcome,
    /// A further remark for the reader.
    pub remark: Option<String>,
}

/// Outcome of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// No number departs by more than the bound.
    Agrees,
    /// Numbers depart by more.
    Disagrees {
        /// Number of values that depart by more.
        count: usize,
        /// The one that departs most, in words.
        worst: String,
        /// The first of them, in words.
        examples: Vec<String>,
    },
    /// Left out, for this reason.
    Skipped(String),
    /// Not possible: the data are there and cannot be used.
    Unusable(String),
}

impl Outcome {
    /// In one word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Disagrees { .. } => "disagrees",
            Self::Skipped(_) => "skipped",
            Self::Unusable(_) => "unusable",
        }
    }

    /// True where something is wrong: neither agreement nor left out.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Disagrees { .. } | Self::Unusable(_))
    }
}

impl Check {
    /// A comparison that was not done.
    pub fn skipped(name: &str, source: &str, why: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            source: source.to_owned(),
            cases: 0,
            worst: 0.0,
            bound: 0.0,
            measure: "",
            outcome: Outcome::Skipped(why.into()),
            remark: None,
        }
    }

    /// A comparison without its data.
    pub fn lacking(name: &str, source: &str, lack: Lack) -> Self {
        match lack {
            Lack::Absent(why) => Self::skipped(name, source, why),
            Lack::Broken(why) => {
                Self { outcome: Outcome::Unusable(why), ..Self::skipped(name, source, String::new()) }
            }
        }
    }

    /// The result of a tally, or the lack of its data.
    pub fn new(name: &str, source: &str, tally: Result<Tally, Lack>) -> Self {
        match tally {
            Ok(tally) => tally.into_check(name, source),
            Err(lack) => Self::lacking(name, source, lack),
        }
    }
}

/// Counts departures against a bound.
///
/// ```
/// use skidpad_reference::{Outcome, Tally};
/// let mut tally = Tally::new(1e-9, "of the number");
/// tally.meet(2e-10, || "the first".to_owned());
/// tally.meet(f64::NAN, || "a number that is none".to_owned());
/// let check = tally.into_check("a check", "a file");
/// assert_eq!(check.cases, 2);
/// assert!(matches!(check.outcome, Outcome::Disagrees { count: 1, .. }));
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    bound: f64,
    measure: &'static str,
    cases: usize,
    worst: f64,
    count: usize,
    worst_miss: String,
    examples: Vec<String>,
}

impl Tally {
    /// Nothing compared yet. A departure up to the bound is agreement; `measure` says what it is counted in.
    pub fn new(bound: f64, measure: &'static str) -> Self {
        Self {
            bound,
            measure,
            cases: 0,
            worst: 0.0,
            count: 0,
            worst_miss: String::new(),
            examples: Vec::new(),
        }
    }

    /// Counts a departure; what is not a number disagrees.
    pub fn meet(&mut self, departure: f64, what: impl FnOnce() -> String) {
        self.cases += 1;
        let is_worst = departure.is_nan() || departure > self.worst;
        if is_worst {
            self.worst = departure;
        }
        if departure.is_nan() || departure > self.bound {
            self.miss(what(), is_worst);
        }
    }

    /// Counts a case that has no number on one side.
    pub fn meet_nothing(&mut self, what: String) {
        self.cases += 1;
        self.worst = f64::NAN;
        self.miss(what, true);
    }

    fn miss(&mut self, what: String, is_worst: bool) {
        self.count += 1;
        if is_worst {
            self.worst_miss.clone_from(&what);
        }
        if self.examples.len() < MOST_EXAMPLES {
            self.examples.push(what);
        }
    }

    /// Number of the departures counted.
    pub fn cases(&self) -> usize {
        self.cases
    }

    /// The result. Where nothing was compared the data are at fault.
    pub fn into_check(self, name: &str, source: &str) -> Check {
        let outcome = match self.count {
            _ if self.cases == 0 => Outcome::Unusable(format!("{source}: nothing in it to compare")),
            0 => Outcome::Agrees,
            count => Outcome::Disagrees { count, worst: self.worst_miss, examples: self.examples },
        };
        Check {
            name: name.to_owned(),
            source: source.to_owned(),
            cases: self.cases,
            worst: self.worst,
            bound: self.bound,
            measure: self.measure,
            outcome,
            remark: None,
        }
    }
}
