//! Vehicles and sites of the cars of a group.

use skidpad_core::batch::CarUnderWay;
use skidpad_core::surface::Surface;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::given;
use skidpad_world::world::Site;

use crate::commands::Commands;

/// Vehicles and sites of the cars.
pub(crate) struct Places<M: Drivable> {
    pub vehicles: Vec<M::Car<f64>>,
    sites: Vec<Site>,
    /// Site of each car, its place in `sites`.
    site_of: Vec<usize>,
    /// True where input or surface of a car may change between two of its sub-steps.
    pub change_under_way: bool,
}

impl<M: Drivable> Places<M> {
    /// Cars with these vehicles, each on its site.
    pub fn new(vehicles: Vec<M::Car<f64>>, sites: Vec<Site>, site_of: Vec<usize>) -> Self {
        let has_ground = site_of.iter().any(|site| !sites[*site].ground.is_plain());
        Self { vehicles, sites, site_of, change_under_way: M::INPUT_FOLLOWS_STATE || has_ground }
    }

    /// Site of a car.
    pub fn site(&self, car: usize) -> &Site {
        &self.sites[self.site_of[car]]
    }

    /// Input and surface of a car where it is, as those of a car in a world.
    pub fn given(&self, now: &CarUnderWay<'_, M, f64>, commands: &Commands) -> (M::Input<f64>, Surface<f64>) {
        let car = now.index();
        let (request, road) = (commands.request(car), self.site(car).road());
        given::<M>(&self.vehicles[car], now.state(), &request, road, now.sub_step_s())
    }
}
