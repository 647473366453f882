//! Wind and temperature, the same everywhere in a world.
//!
//! The air of a [`Surface`] is at rest and at 20 degrees C where nothing else is given; weather is added to it.
//!
//! ```
//! use skidpad_core::surface::Surface;
//! use skidpad_world::weather::{Ambient, Weather};
//! // Wind towards positive x, from behind a car of heading 0, on a hot day.
//! let weather = Weather {
//!     wind_m_s: [8.0, 0.0],
//!     ambient: Some(Ambient { temperature_k: 308.15, ..Ambient::STANDARD }),
//!     ..Weather::CALM
//! };
//! let surface = weather.over(&Surface::asphalt(), 0.0);
//! assert_eq!(surface.headwind_m_s, -8.0);
//! assert!(surface.air_density_kg_m3 < 1.15);
//! assert!(weather.faults().is_empty());
//! ```

use core::f64::consts::{FRAC_PI_2, PI};
use core::fmt;
use std::sync::LazyLock;

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

use crate::chance::chance;

/// Weather of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weather {
    /// Mean velocity of the air over the ground along the road's x and y axes, m/s, each [-60, 60].
    pub wind_m_s: [f64; 2],
    /// Gusts; `None`: the wind is steady.
    pub gusts: Option<Gusts>,
    /// State of the air; `None`: the density is the surface's.
    pub ambient: Option<Ambient>,
}

/// Gusts: turbulence of the horizontal wind, as a function of time that follows from a seed.
///
/// Each component is a sum of cosines with phases by the seed (Shinozuka and Jan, "Digital simulation of random processes
/// and its applications", 1972), at frequencies that each carry an equal share of the variance of the longitudinal spectrum
/// (MIL-F-8785C, Dryden form). Over time, where eddies pass the car, that is
///
/// S(w) = (2 T / pi) s^2 / (1 + (T w)^2) for w > 0, with the autocorrelation s^2 exp(-t / T).
///
/// The components have no frequency in common, so that over time they are not correlated.
///
/// A wind at a time needs nothing of the wind before it, so that a world that is put back has the same gusts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gusts {
    /// Seed: another number gives other gusts of the same kind.
    pub seed: u64,
    /// Standard deviation s of each component, m/s, [0, 15].
    pub deviation_m_s: f64,
    /// Time T over which gusts are correlated, s, [0.5, 1000]: the length of the eddies over the speed at which they pass.
    pub time_scale_s: f64,
}

/// State of the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ambient {
    /// Temperature, K, [180, 340].
    pub temperature_k: f64,
    /// Pressure at the place, Pa, [30000, 110000].
    pub pressure_pa: f64,
}

/// A number of a weather that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeatherFault {
    /// Name of the field.
    pub field: &'static str,
    /// Its value.
    pub value: f64,
    /// The least value that is allowed, and the largest.
    pub range: [f64; 2],
}

impl fmt::Display for WeatherFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.range;
        write!(f, "{} = {}: must be {low} to {high}", self.field, self.value)
    }
}

/// Number of cosines of a component.
const HARMONICS: usize = 24;
/// Frequencies of both components times the time scale.
static FREQUENCIES: LazyLock<[[f64; HARMONICS]; 2]> = LazyLock::new(|| {
    // Half a share apart, so that the components have none in common, and both as far from the middle of the shares.
    [0.25, 0.75].map(|place| core::array::from_fn(|harmonic| frequency(harmonic as f64 + place)))
});
/// Wind beyond this is cut off, m/s: the range of a surface.
const STRONGEST_M_S: f64 = 100.0;

impl Weather {
    /// Still air with the density of the surface.
    pub const CALM: Self = Self { wind_m_s: [0.0; 2], gusts: None, ambient: None };

    /// Returns true where air moves over the ground.
    pub fn is_windy(&self) -> bool {
        self.wind_m_s != [0.0; 2] || self.is_gusty()
    }

    /// Returns true where the wind changes with the time.
    pub fn is_gusty(&self) -> bool {
        self.gusts.is_some_and(|gusts| gusts.deviation_m_s > 0.0)
    }

    /// Velocity of the air along the road's axes at a time, m/s.
    pub fn wind_at(&self, time_s: f64) -> [f64; 2] {
        let gust_m_s = self.gusts.map_or([0.0; 2], |gusts| gusts.at(time_s));
        [0, 1].map(|axis| self.wind_m_s[axis] + gust_m_s[axis])
    }

    /// Road and air of a surface in this weather at a time, s. In calm weather it is the surface itself, to the bit.
    pub fn over(&self, surface: &Surface<f64>, time_s: f64) -> Surface<f64> {
        let mut over = *surface;
        if self.is_windy() {
            let [x, y] = self.wind_at(time_s);
            let with = |wind_m_s: f64| Real::clamp(wind_m_s, -STRONGEST_M_S, STRONGEST_M_S);
            // A surface counts wind against the axes.
            over.headwind_m_s = with(surface.headwind_m_s - x);
            over.crosswind_m_s = with(surface.crosswind_m_s - y);
        }
        if let Some(ambient) = self.ambient {
            over.air_density_kg_m3 = ambient.density_kg_m3();
        }
        over
    }

    /// All numbers that are out of their ranges.
    pub fn faults(&self) -> Vec<WeatherFault> {
        let [x, y] = self.wind_m_s;
        let mut numbers = vec![("wind_x_m_s", x, [-60.0, 60.0]), ("wind_y_m_s", y, [-60.0, 60.0])];
        if let Some(gusts) = self.gusts {
            numbers.push(("gusts.deviation_m_s", gusts.deviation_m_s, [0.0, 15.0]));
            numbers.push(("gusts.time_scale_s", gusts.time_scale_s, [0.5, 1000.0]));
        }
        if let Some(ambient) = self.ambient {
            numbers.push(("ambient.temperature_k", ambient.temperature_k, [180.0, 340.0]));
            numbers.push(("ambient.pressure_pa", ambient.pressure_pa, [30_000.0, 110_000.0]));
        }
        let is_fault = |(_, value, [low, high]): &(&str, f64, [f64; 2])| !(*low..=*high).contains(value);
        let fault = |(field, value, range)| WeatherFault { field, value, range };
        numbers.into_iter().filter(is_fault).map(fault).collect()
    }
}

impl Gusts {
    /// Velocity of the gust along the road's axes at a time, m/s.
    fn at(&self, time_s: f64) -> [f64; 2] {
        let amplitude_m_s = self.deviation_m_s * Real::sqrt(2.0 / HARMONICS as f64);
        let times = time_s / self.time_scale_s;
        let frequencies = &*FREQUENCIES;
        [0, 1].map(|axis| {
            let cosine = |harmonic: usize| {
                let phase_rad = PI * chance(self.seed, (2 * harmonic + axis) as u64);
                Real::cos(frequencies[axis][harmonic] * times + phase_rad)
            };
            amplitude_m_s * (0..HARMONICS).map(cosine).sum::<f64>()
        })
    }
}

/// Frequency times the time scale below which so many of the [`HARMONICS`] equal shares of the variance are: the part at lower
/// frequencies is (2 / pi) atan(T w).
fn frequency(shares: f64) -> f64 {
    Real::tan(FRAC_PI_2 * shares / HARMONICS as f64)
}

impl Ambient {
    /// 20 degrees C at 101 325 Pa.
    pub const STANDARD: Self = Self { temperature_k: 293.15, pressure_pa: 101_325.0 };
    /// Specific gas constant of dry air, J/(kg K) (ISO 2533).
    const GAS_CONSTANT_J_KG_K: f64 = 287.052_87;

    /// Density of dry air, kg/m^3: p / (R T).
    ///
    /// ```
    /// use skidpad_world::weather::Ambient;
    /// assert!((Ambient::STANDARD.density_kg_m3() - 1.2041).abs() < 1e-4);
    /// ```
    pub fn density_kg_m3(&self) -> f64 {
        self.pressure_pa / (Self::GAS_CONSTANT_J_KG_K * self.temperature_k)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ambient, Gusts, Surface, Weather};

    const GUSTY: Weather = Weather {
        wind_m_s: [3.0, -4.0],
        gusts: Some(Gusts { seed: 7, deviation_m_s: 2.0, time_scale_s: 5.0 }),
        ambient: None,
    };

    /// Mean of a product of two components, the second later, over times long enough for the slowest cosine.
    fn correlation(weather: &Weather, [first, second]: [usize; 2], later_s: f64) -> f64 {
        let gust = |axis: usize, time_s: f64| weather.wind_at(time_s)[axis] - weather.wind_m_s[axis];
        let count = 40_000;
        let product = |time_s: f64| gust(first, time_s) * gust(second, time_s + later_s);
        (0..count).map(|at| product(0.5 * f64::from(at))).sum::<f64>() / f64::from(count)
    }

    /// The tolerance is the error of 24 cosines for an exponential, below 5 % of the variance at these times, and of the mean.
    #[test]
    fn gusts_have_their_deviation_and_an_exponential_autocorrelation() {
        for (axis, later_s) in
            [0, 1].into_iter().flat_map(|axis| [0.0, 2.5, 5.0, 10.0].map(|later_s| (axis, later_s)))
        {
            let expected = 4.0 * (-later_s / 5.0_f64).exp();
            let found = correlation(&GUSTY, [axis, axis], later_s);
            assert!((found - expected).abs() < 0.2, "{axis} {later_s} s: {found}, expected {expected}");
        }
    }

    /// Below 2 % of the variance for every seed. With frequencies in common it would be the mean cosine of 24 random phases, 14 %.
    #[test]
    fn the_components_of_gusts_are_not_correlated() {
        for seed in 0..8 {
            let gusts = GUSTY.gusts.map(|gusts| Gusts { seed, ..gusts });
            let found = correlation(&Weather { gusts, ..GUSTY }, [0, 1], 0.0);
            assert!(found.abs() < 0.02 * 4.0, "{seed}: {found}");
        }
    }

    #[test]
    fn gusts_follow_from_their_seed_and_the_time_alone() {
        let other = |seed| Weather { gusts: GUSTY.gusts.map(|gusts| Gusts { seed, ..gusts }), ..GUSTY };
        assert_eq!(GUSTY.wind_at(12.0), other(7).wind_at(12.0));
        assert_ne!(GUSTY.wind_at(12.0), other(8).wind_at(12.0));
        let [x, y] = GUSTY.wind_at(12.0);
        assert_ne!(x - 3.0, y + 4.0, "both components differ");
    }

    #[test]
    fn wind_is_added_to_that_of_the_surface() {
        let surface = Surface { headwind_m_s: 1.0, ..Surface::asphalt() };
        let steady = Weather { gusts: None, ..GUSTY };
        let over = steady.over(&surface, 5.0);
        assert_eq!((over.headwind_m_s, over.crosswind_m_s), (-2.0, 4.0));
        assert_eq!(over.air_density_kg_m3, surface.air_density_kg_m3);
        assert_eq!(Weather::CALM.over(&surface, 5.0), surface);
    }

    /// ISO 2533, table 5: 1.2250 kg/m^3 at sea level and 15 degrees C, 1.00649 at a geopotential height of
    /// 2,000 m, 275.150 K and 79,495 Pa.
    #[test]
    fn density_is_that_of_the_standard_atmosphere() {
        for (temperature_k, pressure_pa, expected) in
            [(288.15, 101_325.0, 1.225), (275.15, 79_495.2, 1.006_49)]
        {
            let found = Ambient { temperature_k, pressure_pa }.density_kg_m3();
            assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
        }
    }

    #[test]
    fn every_number_out_of_its_range_is_named() {
        let gusts = Some(Gusts { seed: 0, deviation_m_s: -1.0, time_scale_s: 0.0 });
        let ambient = Some(Ambient { temperature_k: 20.0, pressure_pa: f64::INFINITY });
        let bad = Weather { wind_m_s: [f64::NAN, 61.0], gusts, ambient };
        let fields: Vec<_> = bad.faults().iter().map(|fault| fault.field).collect();
        assert_eq!(fields.len(), 6, "{fields:?}");
        assert_eq!(bad.faults()[4].to_string(), "ambient.temperature_k = 20: must be 180 to 340");
        assert!(GUSTY.faults().is_empty());
    }
}
