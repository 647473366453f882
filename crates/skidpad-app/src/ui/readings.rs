//! Readings of the drive for the panels and the top view.

use skidpad_core::controls::Gear;
use skidpad_world::laps::Laps;

use super::panels::{Choices, Instruments, LapsShown, LineState, Pedals, Plotted, Rival, Runs};
use super::plan::{DrawnCar, TopView};
use crate::drive::{Drive, Entrant};
use crate::plots::Whose;

/// The cars, the scene and the step rate that are driven now.
pub fn choices(drive: &Drive) -> Choices<'_> {
    Choices {
        player: drive.player().choice(),
        gear: drive.player().seen().gear(),
        ghosts: drive.entrants().iter().skip(1).map(Entrant::choice).collect(),
        is_solid: drive.is_solid(),
        scene: drive.scene().title(),
        rate_hz: drive.rate_hz(),
    }
}

/// The commands to the player's car, with the gear that it is asked for and what it is doing.
pub fn pedals<'a>(drive: &'a Drive, gear: Gear, sentence: &'a str) -> Pedals<'a> {
    let car = drive.player().choice();
    Pedals { requested: drive.asked(), applied: drive.command(), car, gear, sentence }
}

/// The player's car with the gear that is shown.
pub fn instruments(drive: &Drive, gear: Option<Gear>) -> Instruments<'_> {
    Instruments { player: drive.player(), scene: drive.scene(), gear }
}

/// The channels of all cars over time.
pub fn plotted(drive: &Drive) -> Plotted<'_> {
    let (player, scene) = (drive.player(), drive.scene());
    let laps = drive
        .laps()
        .map(|_| LapsShown { traces: drive.lap_traces(), ideal: drive.ideal().map(AsRef::as_ref) });
    Plotted { past: drive.past(), now_s: drive.time_s(), player, scene, laps }
}

/// The driver of the ideal line.
pub fn line(drive: &Drive) -> LineState<'_> {
    LineState {
        has_course: drive.laps().is_some(),
        takes_over: drive.has_line_driver(),
        drives: drive.line_driver_drives(),
        note: drive.ideal_note(),
    }
}

/// The run under way, and the one that is raced against.
pub fn runs(drive: &Drive) -> Runs<'_> {
    let rival = drive.rival().map(|rival| Rival {
        car: &rival.car().choice().name,
        is_over: rival.is_over(),
        search_share: drive.lap_search_share(),
    });
    Runs { time_s: drive.time_s(), is_cut: drive.run_is_cut(), playback: drive.playback(), rival }
}

/// The scene and the cars as they are drawn between the last two steps.
pub fn top_view(drive: &Drive, gear: Option<Gear>) -> TopView<'_> {
    let alpha = drive.alpha();
    let drawn = |entrant: &'_ Entrant| entrant.drawn(alpha);
    let ghosts = drive.entrants().iter().enumerate().skip(1);
    let mut others: Vec<_> = ghosts
        .map(|(index, ghost)| (Whose::Ghost(index), DrawnCar { entrant: ghost, pose: drawn(ghost) }))
        .collect();
    if let (Some(rival), Some(pose)) = (drive.rival(), drive.rival_drawn(alpha)) {
        others.push((Whose::Rival, DrawnCar { entrant: rival.car(), pose }));
    }
    // As far before the last step as the picture is.
    let before_s = (1.0 - alpha) / f64::from(drive.rate_hz());
    let ideal = drive.ideal();
    let lap_s = drive.laps().and_then(Laps::time_s);
    TopView {
        scene: drive.scene(),
        cones: drive.cones(),
        player: DrawnCar { entrant: drive.player(), pose: drawn(drive.player()) },
        others,
        laps: drive.laps(),
        best_lap: drive.laps().and_then(|laps| laps.ghost(before_s)),
        ideal: ideal.map(AsRef::as_ref),
        optimal: lap_s.zip(ideal).map(|(lap_s, ideal)| ideal.pose_at(lap_s - before_s)),
        gear,
        is_replay: drive.playback().is_some(),
    }
}
