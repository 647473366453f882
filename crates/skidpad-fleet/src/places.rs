//! Vehicles and sites of the cars of a group, and the weather of the sites.

use skidpad_core::batch::CarUnderWay;
use skidpad_core::record::Record;
use skidpad_core::surface::Surface;
use skidpad_world::ground::Road;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::given;
use skidpad_world::track::TrackPosition;
use skidpad_world::world::Site;

use crate::commands::Commands;
use crate::convert::Convert;

/// Numbers of road and air.
const SURFACE: usize = <Surface<f64> as Record<f64>>::LEN;

/// Vehicles and sites of the cars.
pub(crate) struct Places<M: Drivable> {
    pub vehicles: Vec<M::Car<f64>>,
    sites: Vec<Site>,
    /// Road and air of each site in the weather of the present time.
    surfaces: Vec<Surface<f64>>,
    /// Sites of cars of the group whose air changes with the time.
    gusty: Vec<usize>,
    /// Site of each car, its place in `sites`.
    site_of: Vec<usize>,
    /// True where input or surface of a car may change between two of its sub-steps.
    pub change_under_way: bool,
    /// True where the site of any car has a track.
    pub have_tracks: bool,
    /// Position of each car on its site's track at the beginning of a step; `None` where it has none or is not known.
    on_track: Vec<Option<TrackPosition>>,
}

impl<M: Drivable> Places<M> {
    /// Cars with these vehicles, each on its site.
    pub fn new(vehicles: Vec<M::Car<f64>>, sites: Vec<Site>, site_of: Vec<usize>) -> Self {
        let has_ground = site_of.iter().any(|site| !sites[*site].ground.is_plain());
        let is_gusty = |site: &usize| sites[*site].weather.is_gusty() && site_of.contains(site);
        Self {
            surfaces: sites.iter().map(|site| site.weather.over(&site.surface, 0.0)).collect(),
            gusty: (0..sites.len()).filter(is_gusty).collect(),
            have_tracks: site_of.iter().any(|site| sites[*site].ground.track().is_some()),
            on_track: vec![None; vehicles.len()],
            vehicles,
            sites,
            site_of,
            change_under_way: M::INPUT_FOLLOWS_STATE || has_ground,
        }
    }

    /// Sets the weather to that of a time, s. Returns true where it changes with the time.
    pub fn set_weather(&mut self, time_s: f64) -> bool {
        for site in &self.gusty {
            let Site { weather, surface, .. } = &self.sites[*site];
            self.surfaces[*site] = weather.over(surface, time_s);
        }
        !self.gusty.is_empty()
    }

    /// Sets road and air of the first site. Returns true where they are others than before.
    pub fn set_surface(&mut self, surface: &Surface<f64>) -> bool {
        let is_new = bits(&self.surfaces[0]) != bits(surface);
        self.surfaces[0] = *surface;
        is_new
    }

    /// Road and air of a car's site at the present time.
    pub fn surface(&self, car: usize) -> &Surface<f64> {
        &self.surfaces[self.site_of[car]]
    }

    /// Surface and ground of a car's site.
    pub fn road(&self, car: usize) -> Road<'_> {
        Road::new(self.surface(car), &self.site(car).ground).of_car_at(self.on_track[car])
    }

    /// Sets the position of a car on its track; `None`: it is found at the nearest stretch.
    pub fn set_on_track(&mut self, car: usize, position: Option<TrackPosition>) {
        self.on_track[car] = position;
    }

    /// True where the air of any car changes with the time.
    pub fn is_gusty(&self) -> bool {
        !self.gusty.is_empty()
    }

    /// Finds the position of a car on its track, from the one that was known before.
    pub fn find_on_track(&mut self, car: usize, place_m: [f64; 2]) {
        let found = self.site(car).ground.position_on_track(place_m, self.on_track[car].as_ref());
        self.on_track[car] = found;
    }

    /// Site of a car.
    pub fn site(&self, car: usize) -> &Site {
        &self.sites[self.site_of[car]]
    }

    /// Input and surface of a car where it is, as those of a car in a world.
    pub fn given<T: Convert>(
        &self,
        now: &CarUnderWay<'_, M, T>,
        commands: &Commands<T>,
    ) -> (M::Input<T>, Surface<T>) {
        let car = now.index();
        let (request, road) = (commands.request(car), self.road(car));
        let (state, sub_step_s) = (T::widened::<M>(now.state()), now.sub_step_s().lane(0));
        let (input, surface) = given::<M>(&self.vehicles[car], &state, &request, road, sub_step_s);
        (T::input::<M>(&input), T::surface(&surface))
    }
}

/// The bits of road and air: by values 0 and -0 are the same.
fn bits(surface: &Surface<f64>) -> [u64; SURFACE] {
    let mut numbers = [0.0; SURFACE];
    surface.store(&mut &mut numbers[..]);
    numbers.map(f64::to_bits)
}
