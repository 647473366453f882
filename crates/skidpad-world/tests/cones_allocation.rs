//! The search for cones near a car allocates nothing.

use skidpad_core::math::Vec2;
use skidpad_testing::{CountingAllocator, allocations};
use skidpad_world::contact::Motion;
use skidpad_world::scene::{Cone, Cones, Vicinity};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Far from all cones not even the first search allocates; among them, none does once the list has its capacity, and neither
/// does a cone that slides from cell to cell.
#[test]
fn a_search_allocates_nothing() {
    let at = |index: usize| Cone { position_m: [(index % 100) as f64, (index / 100) as f64] };
    let mut cones = Cones::new(&(0..10_000).map(at).collect::<Vec<_>>());
    let body = |x: f64| [Vicinity { position_m: Vec2::new(x, 50.0), radius_m: 9.0 }];
    let mut awake = Vec::new();
    let far = allocations(|| {
        for step in 0..1000 {
            cones.find_awake(&body(-5000.0 + f64::from(step)), 0.004, &mut awake);
        }
    });
    assert!(awake.is_empty());
    awake.reserve(2000);
    let mut most = 0;
    let among = allocations(|| {
        for step in 0..100 {
            let x = f64::from(step);
            cones.find_awake(&body(x), 0.004, &mut awake);
            most = most.max(awake.len());
            let sliding = Motion::at_rest(x, 50.0 + 0.2 * x, 0.0).moving(3.0, 0.0, 0.0);
            cones.set(5000 + step as usize, sliding, true);
        }
    });
    assert!((300..2000).contains(&most), "{most}");
    assert_eq!((far, among), (0, 0));
}
