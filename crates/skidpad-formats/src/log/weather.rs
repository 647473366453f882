//! Weather of a log.
//!
//! | bytes | content |
//! |---|---|
//! | 2 x 8 | wind along x and y |
//! | 1; 8 and 2 x 8 | 1 where there are gusts: seed, deviation, time scale |
//! | 1; 2 x 8 | 1 where the air has a state of its own: temperature, pressure |

use skidpad_world::weather::{Ambient, Gusts, Weather};

use super::contact::flag;
use crate::bytes::{ByteError, Reader, put_number};

const WEATHER: &str = "weather";

pub(super) fn put(bytes: &mut Vec<u8>, weather: &Weather) {
    weather.wind_m_s.into_iter().for_each(|number| put_number(bytes, number));
    bytes.push(u8::from(weather.gusts.is_some()));
    if let Some(Gusts { seed, deviation_m_s, time_scale_s }) = weather.gusts {
        bytes.extend(seed.to_le_bytes());
        [deviation_m_s, time_scale_s].into_iter().for_each(|number| put_number(bytes, number));
    }
    bytes.push(u8::from(weather.ambient.is_some()));
    if let Some(Ambient { temperature_k, pressure_pa }) = weather.ambient {
        [temperature_k, pressure_pa].into_iter().for_each(|number| put_number(bytes, number));
    }
}

pub(super) fn take(r: &mut Reader) -> Result<Weather, ByteError> {
    let wind_m_s = [r.number(WEATHER)?, r.number(WEATHER)?];
    let gusts = match flag(r, WEATHER)? {
        true => Some(Gusts {
            seed: r.word(WEATHER)?,
            deviation_m_s: r.number(WEATHER)?,
            time_scale_s: r.number(WEATHER)?,
        }),
        false => None,
    };
    let ambient = match flag(r, WEATHER)? {
        true => Some(Ambient { temperature_k: r.number(WEATHER)?, pressure_pa: r.number(WEATHER)? }),
        false => None,
    };
    let weather = Weather { wind_m_s, gusts, ambient };
    if weather.faults().is_empty() { Ok(weather) } else { Err(r.invalid(WEATHER)) }
}
