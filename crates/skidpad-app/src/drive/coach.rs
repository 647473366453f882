//! State of the search for an ideal lap, and of the driver who follows its line.

use std::sync::Arc;

use skidpad_policy::PolicyDriver;
use skidpad_world::line_driver::LineDriver;

use crate::beside::BackgroundWork;
use crate::choice::Choice;
use crate::ideal::IdealLap;
use crate::run::Run;

/// An ideal lap, or the reason why there is none.
type IdealOutcome = Result<Arc<IdealLap>, String>;

/// The ideal lap of a drive, as far as it is known, and who drives it.
#[derive(Default)]
pub(super) struct Coach {
    /// The car for which it was found, or not, with the reason.
    pub(super) ideal: Option<(Arc<Choice>, IdealOutcome)>,
    pub(super) search: Option<(Arc<Choice>, BackgroundWork<IdealLap>)>,
    /// True if the opponent is to drive as soon as there is a line.
    pub(super) wants_rival: bool,
    pub(super) rival: Option<BackgroundWork<Run>>,
    pub(super) why_no_rival: Option<String>,
    /// True if the driver of the line drives while the player's hands are off.
    pub(super) takes_over: bool,
    /// A policy that drives in place of the player.
    pub(super) policy: Option<PolicyDriver>,
    pub(super) driver: Option<LineDriver>,
    /// True if he drove the last step.
    pub(super) drives: bool,
}
