//! A figure of a source text: what it prints, what the library computes, and whether they agree.

/// A figure that a source text prints, or that follows from its printed inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// A stable name in kebab case.
    pub id: &'static str,
    /// The text: "Monster v1.9", "Monster v1.4", "Palmer", "Hlavacs" or "RARS".
    pub source: &'static str,
    /// The section, equation, table or figure there; `where` in JSON.
    pub location: &'static str,
    /// What it is.
    pub quantity: &'static str,
    /// The number in the text; `None` where the text prints none.
    pub printed: Option<f64>,
    /// The number from the library's functions with the text's own inputs. Of an erratum without a
    /// printed number, what the printed form gives.
    pub computed: f64,
    /// Half of the last digit that counts in the printed number; 0 where none is printed.
    pub half_digit: f64,
    /// The unit of both.
    pub unit: &'static str,
    /// How they compare; computed, too.
    pub verdict: Verdict,
    /// Why they differ, or how the number comes about. May be empty where they agree.
    pub why: &'static str,
}

/// How a printed figure compares with the computed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The computed figure, rounded to the printed digits, is the printed one.
    Reproduced,
    /// It is not, but the text's own rounding on the way explains the difference.
    Rounded,
    /// The text is wrong, or contradicts itself.
    Erratum,
    /// The text prints no figure here; this one follows from its inputs.
    Computed,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Reproduced, Self::Rounded, Self::Erratum, Self::Computed];

    /// In lower case, as files and screens write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Rounded => "rounded",
            Self::Erratum => "erratum",
            Self::Computed => "computed",
        }
    }
}

impl core::fmt::Display for Verdict {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// The largest share of a figure that roundings on the way may make up.
const ROUNDING_SHARE: f64 = 0.02;

/// What a row allows as an explanation of a difference.
#[derive(Clone, Copy, Debug)]
enum Explanation {
    /// None.
    Nothing,
    /// The same computation with the text's roundings on the way gives this.
    Chain(f64),
    /// The text cut the digits off instead of rounding.
    Truncated,
    /// The text says "about", or rounds an input: this much.
    Within(f64),
    /// The text says "over" or "more than".
    AtLeast,
    /// The text prints no number; its form is computed and should give this.
    ShouldBe(f64),
}

/// A figure in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    id: &'static str,
    source: &'static str,
    location: &'static str,
    quantity: &'static str,
    printed: &'static str,
    unit: &'static str,
    explanation: Explanation,
    significant: usize,
}

/// Begins a row: its name, its text and place there, and what it is.
pub(super) fn row(
    id: &'static str,
    (source, location): (&'static str, &'static str),
    quantity: &'static str,
) -> Row {
    let explanation = Explanation::Nothing;
    Row { id, source, location, quantity, printed: "", unit: "", explanation, significant: 0 }
}

impl Row {
    /// The number as the text writes it, so that its digits say how exact it is, and its unit.
    pub fn prints(self, printed: &'static str, unit: &'static str) -> Self {
        Self { printed, unit, ..self }
    }

    /// The text prints no number; only the unit.
    pub fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// So many digits of the printed number count; the zeros after them only hold the place.
    pub fn significant(self, digits: usize) -> Self {
        Self { significant: digits, ..self }
    }

    /// What the library gives for the same with the text's roundings on the way.
    pub fn chain(self, value: f64) -> Self {
        Self { explanation: Explanation::Chain(value), ..self }
    }

    /// The text cuts off instead of rounding.
    pub fn truncated(self) -> Self {
        Self { explanation: Explanation::Truncated, ..self }
    }

    /// How far off the text's own "about" or a rounded input lets it be.
    pub fn within(self, tolerance: f64) -> Self {
        Self { explanation: Explanation::Within(tolerance), ..self }
    }

    /// The text says "over".
    pub fn at_least(self) -> Self {
        Self { explanation: Explanation::AtLeast, ..self }
    }

    /// A form of the text without a printed number is computed, and should give this.
    pub fn should_be(self, value: f64) -> Self {
        Self { explanation: Explanation::ShouldBe(value), ..self }
    }

    /// The number from the library, and why it differs or where it comes from.
    ///
    /// Where a form of the text gives 0/0, what it should give stands in its place.
    pub fn gives(self, value: f64, why: &'static str) -> Figure {
        let verdict = self.verdict(value);
        let computed = match self.explanation {
            Explanation::ShouldBe(right) if !value.is_finite() => right,
            _ => value,
        };
        Figure {
            id: self.id,
            source: self.source,
            location: self.location,
            quantity: self.quantity,
            printed: self.number(),
            computed,
            half_digit: if self.printed.is_empty() {
                0.0
            } else {
                0.5 * last_place(self.printed, self.significant)
            },
            unit: self.unit,
            verdict,
            why,
        }
    }

    /// The printed number; not a number where it cannot be read, which no verdict but erratum
    /// survives.
    fn number(&self) -> Option<f64> {
        (!self.printed.is_empty()).then(|| self.printed.parse().unwrap_or(f64::NAN))
    }

    fn verdict(&self, computed: f64) -> Verdict {
        let Some(printed) = self.number() else {
            return match self.explanation {
                Explanation::ShouldBe(right) if agree(computed, right) => Verdict::Reproduced,
                Explanation::ShouldBe(_) => Verdict::Erratum,
                _ => Verdict::Computed,
            };
        };
        let unit = last_place(self.printed, self.significant);
        // The sum of roundings in the comparison itself.
        let half = 0.5 * unit * (1.0 + 1e-9);
        let near = |value: f64| (value - printed).abs() <= half;
        let explained = match self.explanation {
            Explanation::Chain(value) => {
                near(value) && (computed - printed).abs() <= ROUNDING_SHARE * printed.abs()
            }
            Explanation::Truncated => {
                computed.abs() >= printed.abs() && computed.abs() < printed.abs() + unit
            }
            Explanation::Within(tolerance) => (computed - printed).abs() <= tolerance,
            Explanation::Nothing | Explanation::AtLeast | Explanation::ShouldBe(_) => false,
        };
        let bound = matches!(self.explanation, Explanation::AtLeast) && computed >= printed;
        if near(computed) || bound {
            Verdict::Reproduced
        } else if explained {
            Verdict::Rounded
        } else {
            Verdict::Erratum
        }
    }
}

/// Whether two computed numbers are the same up to rounding.
fn agree(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (a.abs() + b.abs())
}

/// The unit of the last digit that counts in a printed number: 0.01 of "2.83", 1 of "2051",
/// 1e-6 of "-2.59e-4", 100 of "3300" with two significant digits.
fn last_place(printed: &str, significant: usize) -> f64 {
    let (digits, exponent) = printed.split_once('e').unwrap_or((printed, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
    let count = digits.chars().filter(char::is_ascii_digit).count();
    let zeros = if significant == 0 { 0 } else { count.saturating_sub(significant) };
    power_of_ten(exponent - decimals as i32 + zeros as i32)
}

fn power_of_ten(exponent: i32) -> f64 {
    let scale = (0..exponent.unsigned_abs()).fold(1.0, |scale, _| scale * 10.0);
    if exponent < 0 { 1.0 / scale } else { scale }
}

#[cfg(test)]
mod tests {
    use super::{Row, Verdict, last_place, row};

    fn a_row() -> Row {
        row("a", ("S", "where"), "quantity")
    }

    #[test]
    fn the_last_place_is_read_from_the_digits() {
        let cases = [
            ("2.83", 0, 0.01),
            ("2051", 0, 1.0),
            ("-2.59e-4", 0, 1e-6),
            ("1.92e5", 0, 1e3),
            ("3300", 2, 100.0),
            ("1460", 3, 10.0),
            (".447", 0, 1e-3),
        ];
        for (printed, significant, unit) in cases {
            let found = last_place(printed, significant);
            assert!((found - unit).abs() < 1e-12 * unit, "{printed}: {found}");
        }
    }

    #[test]
    fn a_verdict_is_computed() {
        let verdict = |row: Row, value: f64| row.gives(value, "").verdict;
        let printed = a_row().prints("2.8", "N");
        assert_eq!(verdict(printed, 2.8499), Verdict::Reproduced);
        assert_eq!(verdict(printed, 2.8501), Verdict::Erratum);
        assert_eq!(verdict(printed, f64::NAN), Verdict::Erratum);
        assert_eq!(verdict(printed.truncated(), 2.8501), Verdict::Rounded);
        assert_eq!(verdict(printed.truncated(), 2.7), Verdict::Erratum);
        assert_eq!(verdict(printed.chain(2.81), 2.8501), Verdict::Rounded);
        assert_eq!(verdict(printed.chain(2.81), 2.95), Verdict::Erratum, "more than roundings make");
        assert_eq!(verdict(printed.chain(2.9), 2.8501), Verdict::Erratum, "the chain must reproduce it");
        assert_eq!(verdict(printed.within(0.2), 2.95), Verdict::Rounded);
        assert_eq!(verdict(printed.at_least(), 3.5), Verdict::Reproduced);
        assert_eq!(verdict(printed.at_least(), 2.7), Verdict::Erratum);
        assert_eq!(verdict(a_row().prints("nonsense", "N"), 1.0), Verdict::Erratum);
        assert_eq!(verdict(a_row().unit("N"), 1.0), Verdict::Computed);
        assert_eq!(verdict(a_row().should_be(1.0), 1.0), Verdict::Reproduced);
        assert_eq!(verdict(a_row().should_be(1.0), 0.7), Verdict::Erratum);
    }

    #[test]
    fn nothing_over_nothing_is_reported_as_what_it_should_be() {
        let figure = a_row().should_be(0.0).gives(f64::NAN, "");
        assert_eq!((figure.verdict, figure.computed), (Verdict::Erratum, 0.0));
    }
}
