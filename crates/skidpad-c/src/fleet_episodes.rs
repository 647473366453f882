//! Episodes of a fleet's cars: rules that end them, their endings and times.

use skidpad::fleet::EpisodeRules;

use crate::error::{Fault, SkidpadStatus};
use crate::fleet::{SkidpadFleet, check_count};
use crate::ground::SkidpadArea;
use crate::guard::guard;
use crate::handle;
use crate::memory::{copy_out, numbers_mut, optional, sized, write};
use crate::state::within;

/// The car's run is over, by an end of its model.
pub const SKIDPAD_ENDING_MODEL: u8 = 1;
/// The car's numbers were not finite: it stays where it was.
pub const SKIDPAD_ENDING_QUARANTINED: u8 = 2;
/// The car hit a wall or a post.
pub const SKIDPAD_ENDING_HIT: u8 = 4;
/// The car left its area.
pub const SKIDPAD_ENDING_LEFT_AREA: u8 = 8;
/// The time of the episode is over.
pub const SKIDPAD_ENDING_TIME_LIMIT: u8 = 16;
/// The car hit a cone.
pub const SKIDPAD_ENDING_HIT_CONE: u8 = 32;

/// Rules by which episodes end, besides the end of a car's run. Begin with `skidpad_episode_rules`, which sets `size` and the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SkidpadEpisodeRules {
    /// `sizeof(SkidpadEpisodeRules)`: a struct of another version of this header is refused.
    pub size: usize,
    /// Longest time of an episode, s, above 0; infinity: without end.
    pub time_limit_s: f64,
    /// Approach speed, m/s, from which on an impact with a wall or a post ends the episode; 0: every one does; infinity: none does.
    pub hit_m_s: f64,
    /// Approach speed, m/s, from which on an impact with a cone ends the episode; 0: every one does; infinity: none does.
    pub cone_hit_m_s: f64,
    /// Area that the car's centre of mass must not leave; null: it may be anywhere.
    pub area: *const SkidpadArea,
}

/// Writes rules that end no episode. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
///
/// # Safety
/// Valid memory for the struct, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_episode_rules(rules: *mut SkidpadEpisodeRules) -> SkidpadStatus {
    let defaults = SkidpadEpisodeRules {
        size: size_of::<SkidpadEpisodeRules>(),
        time_limit_s: f64::INFINITY,
        hit_m_s: f64::INFINITY,
        cone_hit_m_s: f64::INFINITY,
        area: core::ptr::null(),
    };
    // SAFETY: as promised by the caller.
    guard(|| unsafe { write(rules, "rules", defaults) })
}

/// Sets the rules by which the episodes of a fleet end, from the next step on; null: only the end of a car's run ends one. Episodes that
/// are over stay so.
///
/// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`. The rules stay as they are then.
///
/// # Safety
/// A fleet of this library; rules as of `skidpad_episode_rules`, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_set_rules(
    fleet: *mut SkidpadFleet,
    rules: *const SkidpadEpisodeRules,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let (body, rules) =
            unsafe { (handle::get_mut(fleet)?, sized(rules, "rules", "skidpad_episode_rules")?) };
        // SAFETY: as promised by the caller.
        let rules = rules.map_or(Ok(EpisodeRules::default()), |rules| unsafe { rules.rules() })?;
        body.group_mut().set_rules(rules);
        Ok(())
    })
}

impl SkidpadEpisodeRules {
    /// # Safety
    /// A valid area, or null.
    unsafe fn rules(&self) -> Result<EpisodeRules, Fault> {
        within("rules.time_limit_s", self.time_limit_s, [f64::MIN_POSITIVE, f64::INFINITY])?;
        within("rules.hit_m_s", self.hit_m_s, [0.0, f64::INFINITY])?;
        within("rules.cone_hit_m_s", self.cone_hit_m_s, [0.0, f64::INFINITY])?;
        let limit = |value: f64| value.is_finite().then_some(value);
        // SAFETY: as promised by the caller.
        let area = unsafe { optional(self.area, "rules.area")? };
        Ok(EpisodeRules {
            time_limit_s: limit(self.time_limit_s),
            hit_m_s: limit(self.hit_m_s),
            cone_hit_m_s: limit(self.cone_hit_m_s),
            area: area.map(SkidpadArea::area).transpose()?,
        })
    }
}

/// Copies the reasons why the episode of each car is over, `SKIDPAD_ENDING_MODEL` and the others added up; 0 while it goes on. They stay
/// until the car is reset: as the mask of a reset they begin new episodes of the cars whose episode is over. Until then the states of such
/// a car are the last of its episode where the fleet makes one step at a time; in further steps it drives on, as far as its run has not
/// ended.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
///
/// # Safety
/// A fleet of this library; memory for `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_endings(
    fleet: *const SkidpadFleet,
    endings: *mut u8,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let group = unsafe { handle::get(fleet)? }.group();
        check_count("endings", count, group.len())?;
        // SAFETY: as promised by the caller.
        unsafe { copy_out(group.endings(), endings, count, core::ptr::null_mut(), "endings") }
    })
}

/// Copies the time of the episode of each car, s. It stands still while the car does not run.
///
/// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
///
/// # Safety
/// A fleet of this library; memory for `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_fleet_episode_times(
    fleet: *const SkidpadFleet,
    times_s: *mut f64,
    count: usize,
) -> SkidpadStatus {
    guard(|| {
        // SAFETY: as promised by the caller.
        let group = unsafe { handle::get(fleet)? }.group();
        check_count("times_s", count, group.len())?;
        // SAFETY: as promised by the caller.
        let times_s = unsafe { numbers_mut(times_s, count, "times_s")? };
        times_s.iter_mut().enumerate().for_each(|(car, time_s)| *time_s = group.episode_time_s(car));
        Ok(())
    })
}
