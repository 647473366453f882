//! Logs without their ghosts.

use super::contents::packed;
use super::{LoggedCar, WorldChange, WorldLog};

impl WorldLog {
    /// The log with its first car alone, whose bits are the same: it is replayed in less time. It has no hashes, which are of all
    /// cars. `None` where another car has a body, which the first may meet, and where the log has no car at its start.
    ///
    /// ```
    /// use skidpad_core::controls::Gear;
    /// use skidpad_core::step::Dt;
    /// use skidpad_models::MODELS;
    /// use skidpad_world::log::{LogReplay, LogSettings, LoggedWorld};
    /// use skidpad_world::rolling::{Begin, CarChoice};
    /// use skidpad_world::world::{Member, Site, World};
    ///
    /// let mut world = World::new(Site::asphalt());
    /// let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
    /// let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
    /// for _ in 0..3 {
    ///     world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
    /// }
    /// let first = world.ids().next().unwrap();
    /// let mut world = LoggedWorld::new(world, LogSettings::default());
    /// (0..50).for_each(|_| world.step(Dt::new(0.01).unwrap()));
    ///
    /// let mut replay = LogReplay::new(world.log().without_ghosts().unwrap());
    /// replay.seek(50)?;
    /// let hash = |world: &World| world.car(first).unwrap().hash();
    /// assert_eq!((replay.cars().len(), hash(replay.world())), (1, hash(world.world())));
    /// # Ok::<(), skidpad_world::log::LogFault>(())
    /// ```
    pub fn without_ghosts(&self) -> Option<Self> {
        let mut contents = self.contents().ok()?;
        let first = contents.cars.first()?.id;
        let is_solid = |car: &LoggedCar| car.member.body.is_some();
        let may_meet = |change: &WorldChange| match change {
            WorldChange::Joined { id, car } | WorldChange::Replaced { id, car } => {
                *id != first && is_solid(car)
            }
            _ => false,
        };
        if contents.cars[1..].iter().any(|start| is_solid(&start.car)) || contents.others.iter().any(may_meet)
        {
            return None;
        }
        let is_kept = |change: &WorldChange| change.car().is_none_or(|id| id == first);
        (contents.packed, contents.others) = packed(self.changes().filter(|(_, change)| is_kept(change)));
        contents.cars.truncate(1);
        (contents.hashes, contents.end_hash, contents.settings.hash_interval) = (Vec::new(), None, 0);
        contents.states.clear();
        Self::from_contents(contents).ok()
    }
}
