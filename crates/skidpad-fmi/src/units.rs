//! Units as powers of the base units of SI.

/// A unit: powers of kilogram, metre, second and kelvin, and of radian, which FMI keeps beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BaseUnit {
    /// Power of the kilogram.
    pub kg: i32,
    /// Power of the metre.
    pub m: i32,
    /// Power of the second.
    pub s: i32,
    /// Power of the kelvin.
    pub kelvin: i32,
    /// Power of the radian.
    pub rad: i32,
}

impl BaseUnit {
    /// The base units of a unit as channels and fields write it, such as `N.m.s^2` or `kg/m^3`; `None` where it is not known.
    ///
    /// ```
    /// use skidpad_fmi::units::BaseUnit;
    /// assert_eq!(BaseUnit::parse("m/s^2"), Some(BaseUnit { m: 1, s: -2, ..BaseUnit::default() }));
    /// assert_eq!(BaseUnit::parse("furlong"), None);
    /// ```
    pub fn parse(unit: &str) -> Option<Self> {
        let mut all = Self::default();
        let (above, below) = unit.split_once('/').map_or((unit, ""), |(above, below)| (above, below));
        for (part, sign) in [(above, 1), (below, -1)] {
            for factor in part.split('.').filter(|factor| !matches!(*factor, "" | "1" | "-")) {
                let (symbol, power) = factor.split_once('^').unwrap_or((factor, "1"));
                all.multiply(&Self::from_symbol(symbol)?, sign * power.parse::<i32>().ok()?);
            }
        }
        Some(all)
    }

    fn from_symbol(symbol: &str) -> Option<Self> {
        let of = |kg, m, s| Self { kg, m, s, ..Self::default() };
        Some(match symbol {
            "kg" => of(1, 0, 0),
            "m" => of(0, 1, 0),
            "s" => of(0, 0, 1),
            "K" => Self { kelvin: 1, ..Self::default() },
            "rad" => Self { rad: 1, ..Self::default() },
            "N" => of(1, 1, -2),
            "J" => of(1, 2, -2),
            "W" => of(1, 2, -3),
            "Pa" => of(1, -1, -2),
            "Hz" => of(0, 0, -1),
            _ => return None,
        })
    }

    fn multiply(&mut self, other: &Self, power: i32) {
        self.kg += power * other.kg;
        self.m += power * other.m;
        self.s += power * other.s;
        self.kelvin += power * other.kelvin;
        self.rad += power * other.rad;
    }
}

/// Unit of the rate of a number in a unit: one power of the second less.
///
/// ```
/// use skidpad_fmi::units::rate;
/// assert_eq!(["m", "m/s", "N.m.s", "1/m", "-"].map(rate), ["m/s", "m/s^2", "N.m", "1/m.s", "1/s"]);
/// ```
pub fn rate(unit: &str) -> String {
    let (above, below) = unit.split_once('/').unwrap_or((unit, ""));
    let factors = |part: &str| -> Vec<(String, i32)> {
        let factors = part.split('.').filter(|factor| !matches!(*factor, "" | "1" | "-"));
        factors
            .map(|factor| {
                let (symbol, power) = factor.split_once('^').unwrap_or((factor, "1"));
                (symbol.to_owned(), power.parse().unwrap_or(1))
            })
            .collect()
    };
    let (mut above, mut below) = (factors(above), factors(below));
    let is_second = |(symbol, _): &(String, i32)| symbol == "s";
    if let Some(place) = above.iter().position(is_second) {
        above[place].1 -= 1;
    } else if let Some(place) = below.iter().position(is_second) {
        below[place].1 += 1;
    } else {
        below.push(("s".to_owned(), 1));
    }
    let written = |factors: &[(String, i32)]| {
        let factors = factors.iter().filter(|(_, power)| *power != 0);
        let factors = factors.map(|(symbol, power)| match power {
            1 => symbol.clone(),
            _ => format!("{symbol}^{power}"),
        });
        factors.collect::<Vec<_>>().join(".")
    };
    match (written(&above), written(&below)) {
        (above, below) if above.is_empty() && below.is_empty() => "-".to_owned(),
        (above, below) if above.is_empty() => format!("1/{below}"),
        (above, below) if below.is_empty() => above,
        (above, below) => format!("{above}/{below}"),
    }
}
