//! Other units of mass, length and time, and what a record reads in them.

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::spec::{LONGEST_STEP_S, Quantity, Section, TorqueSpec, VehicleSpec};

/// How many of the other unit make one kilogram, one metre and one second. All are powers of two, so that a number in the
/// other units has the same bits but for its exponent, and a run in them ends at the same bits as well.
#[derive(Clone, Copy)]
pub struct Units {
    pub per_kg: f64,
    pub per_m: f64,
    pub per_s: f64,
}

/// As many lengths to a metre as times to a second squared leave 1 m/s^2 what it is: so a vehicle whose rules know
/// standard gravity is the same vehicle.
pub const LONGER: Units = Units { per_kg: 8.0, per_m: 0.25, per_s: 0.5 };
/// The other way, for what is so small that longer units bring it below the least that may be written.
pub const SHORTER: Units = Units { per_kg: 8.0, per_m: 4.0, per_s: 2.0 };

/// Powers of two leave all digits but those of what bounds of 1e-30 and the like change.
pub const ROUNDING: f64 = 1e-9;

impl Units {
    /// The number that 1 of a unit is in the other units. Angles, temperatures and shares stay what they are.
    pub fn factor(&self, unit: &str) -> f64 {
        let mut parts = unit.split('/');
        let over = self.product(parts.next().expect("a unit"));
        parts.fold(over, |over, under| over / self.product(under))
    }

    fn product(&self, units: &str) -> f64 {
        let force = self.per_kg * self.per_m / self.per_s.powi(2);
        let each = units.trim_matches(['(', ')']).split(['.', ' ']);
        each.map(|unit| {
            let (name, power) = unit
                .split_once('^')
                .map_or((unit, 1), |(name, power)| (name, power.parse::<i32>().expect("a whole exponent")));
            let one = match name {
                "-" | "1" | "rad" | "K" => 1.0,
                "kg" => self.per_kg,
                "m" => self.per_m,
                "s" => self.per_s,
                "N" => force,
                "J" => force * self.per_m,
                "W" => force * self.per_m / self.per_s,
                "Pa" => force / self.per_m.powi(2),
                other => panic!("the unit {other} of {units}"),
            };
            one.powi(power)
        })
        .product()
    }

    /// The factors of a record's numbers.
    pub fn factors<X: Channels>(&self) -> Vec<f64> {
        X::CHANNELS.iter().map(|channel| self.factor(channel.unit)).collect()
    }

    /// A record in the other units.
    pub fn of<X: Record<f64> + Channels>(&self, record: &X) -> X {
        let scaled: Vec<f64> =
            numbers(record).iter().zip(self.factors::<X>()).map(|(x, by)| x * by).collect();
        X::load(&&scaled[..])
    }

    fn of_section<S: Section>(&self, section: &mut S) {
        for (index, field) in S::FIELDS.iter().enumerate() {
            let unit = match (field.quantity, field.name) {
                (Quantity::Ratio, "front_ride_frequency" | "rear_ride_frequency" | "largest_rate") => "1/s",
                (quantity, _) => quantity.si_unit(),
            };
            section.set(index, section.get(index) * self.factor(unit));
        }
    }

    /// A vehicle in the other units, as far as its sections say it in numbers.
    pub fn of_spec(&self, spec: &VehicleSpec) -> VehicleSpec {
        let mut other = spec.clone();
        self.of_section(&mut other.body);
        self.of_section(&mut other.front);
        self.of_section(&mut other.rear);
        self.of_section(&mut other.engine);
        self.of_section(&mut other.gearbox);
        self.of_section(&mut other.drive);
        other.chassis.iter_mut().for_each(|section| self.of_section(section));
        other.steering.iter_mut().for_each(|section| self.of_section(section));
        other.differentials.iter_mut().for_each(|section| self.of_section(section));
        other.stalling.iter_mut().for_each(|section| self.of_section(section));
        other.bump_stops.iter_mut().for_each(|section| self.of_section(section));
        other.space.iter_mut().for_each(|section| self.of_section(section));
        other.assists.iter_mut().for_each(|section| self.of_section(section));
        let (spin, torque, power) = (self.factor("1/s"), self.factor("N.m"), self.factor("W"));
        match &mut other.torque {
            TorqueSpec::Points(points) => {
                points.iter_mut().for_each(|point| *point = (point.0 * spin, point.1 * torque));
            }
            TorqueSpec::Lines(lines) => lines.iter_mut().for_each(|line| {
                line.from_rad_s *= spin;
                line.intercept_nm *= torque;
                line.slope_nm_s *= torque / spin;
            }),
            TorqueSpec::Motor { torque_nm, power_w } => {
                (*torque_nm, *power_w) = (*torque_nm * torque, *power_w * power);
            }
        }
        match &mut other.coupling {
            skidpad_core::spec::CouplingSpec::Direct => {}
            skidpad_core::spec::CouplingSpec::Clutch(clutch) => self.of_section(clutch),
            skidpad_core::spec::CouplingSpec::Converter(converter) => {
                converter.points.iter_mut().for_each(|row| row.2 *= torque / spin.powi(2));
            }
        }
        other
    }
}

/// Figures that rules give to every car, whatever it is, with their units: the longest step, and the damping of a tread.
const OF_EVERY_CAR: [(f64, &str); 2] = [(LONGEST_STEP_S, "s"), (0.01, "s")];

/// The other car of the same vehicle. What rules give to every car, or choose by the largest speed of any car, is set to
/// what it is in the first.
pub fn same_car<C: Record<f64>>(units: &Units, one: &C, other: &C, more: &[(f64, &str)]) -> C {
    let exact = |ratio: f64| ratio > 0.0 && ratio.is_finite() && ratio.log2().fract() == 0.0;
    let same = numbers(one).into_iter().zip(numbers(other)).map(|(one, other)| {
        let given = OF_EVERY_CAR
            .iter()
            .chain(more)
            .find(|(value, _)| one == *value || (other == *value && one < other));
        match given {
            Some((_, unit)) => one * units.factor(unit),
            None if one == other || exact(other / one) => other,
            // The only rules by the largest speed are those of the longest step.
            None => one * units.per_s,
        }
    });
    C::load(&&same.collect::<Vec<f64>>()[..])
}

/// The numbers of a record.
pub fn numbers<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers
}

/// The first number that is not the same quantity in both units, within rounding of the largest number of its unit.
pub fn first_other(
    channels: &[Channel],
    (one, other): (&[f64], &[f64]),
    factors: &[f64],
    rounding: f64,
) -> Option<String> {
    (0..channels.len()).find_map(|place| {
        let unit = channels[place].unit;
        let expected = one[place] * factors[place];
        // What remains where terms cancel is the rounding of the terms, and less than so much of a unit is nothing.
        let size = (0..channels.len())
            .filter(|other| channels[*other].unit == unit)
            .fold(0.0, |size: f64, at| size.max((one[at] * factors[at]).abs()));
        let same =
            (other[place] - expected).abs() <= rounding * (expected.abs() + factors[place] + 1e-3 * size);
        let boundless = one[place].min(other[place]) >= 1e9;
        // A rider decides and moves within a person's time.
        let of_the_rider =
            ["rider", "shoulder", "wanted"].iter().any(|name| channels[place].name.starts_with(name));
        (!same && !boundless && !of_the_rider).then(|| {
            format!(
                "{} = {} {unit} reads {} and not {expected}",
                channels[place].name, one[place], other[place]
            )
        })
    })
}
