//! Forces, moments and torques at an instant, and the rates that come of them.

use super::car::{TwoTrackBase, TwoTrackCar};
use super::hysteresis::{by_wheel, of_wheels, rolling_resistances, standing, wheel_capacities};
use super::kind::Kind;
use super::loads::AxleWeights;
use super::records::{BodyMode, BodyState, TwoTrackInput, TwoTrackMode, TwoTrackState, WheelState};
use super::ride::{Modal, Ride, sway};
use super::tyre::{Pull, SIDES, WheelContact, WheelMotion, WheelTyre};
use super::wheels::{by_axle, over_ground, places};
use crate::aero;
use crate::chassis::PlanarForce;
use crate::each_wheel;
use crate::math::{Direction, Real, Vec2};
use crate::powertrain::driveline::{DrivelineDemand, DrivelineTorque, WheelLoads, solve};
use crate::surface::Surface;
use crate::wheels::Wheels;

/// Where the wheels point and how they move.
pub(super) struct Moving<R> {
    pub steer: Direction<R>,
    /// Directions of the wheels in the body's frame.
    pub axes: [Direction<R>; 4],
    pub motions: [WheelMotion<R>; 4],
}

/// Everything that acts on the car.
pub(super) struct Instant<R> {
    pub rate: TwoTrackState<R>,
    pub moving: Moving<R>,
    pub contacts: [WheelContact<R>; 4],
    pub loads_n: [R; 4],
    /// How fast the road rises under each wheel, m/s.
    pub climb_m_s: [R; 4],
    pub on_wheels: WheelLoads<R>,
    pub drive: DrivelineTorque<R>,
    /// What the hysteresis of standing tyres can hold of the body.
    pub hysteresis: PlanarForce<R>,
    /// What it holds.
    pub held: PlanarForce<R>,
    /// What of that each wheel holds, in the body's axes, N.
    pub held_n: [Vec2<R>; 4],
    /// Everything else on the body: forces with that of the turning frame.
    pub free: PlanarForce<R>,
    pub resistance: Resistance<R>,
    pub weight_n: Vec2<R>,
    /// The suspension.
    pub ride: Ride<R>,
    /// What moves the body on it but its friction.
    pub free_ride: Modal<R>,
    /// What its friction holds.
    pub held_ride: Modal<R>,
    /// Weight on the springs, N.
    pub sprung_weight_n: R,
    /// What an accelerometer reads: the acceleration without gravity, m/s^2.
    pub sensed_m_s2: Vec2<R>,
}

/// The air's forces and the resistance proportional to speed.
#[derive(Clone, Copy)]
pub(super) struct Resistance<R> {
    pub drag_n: Vec2<R>,
    pub linear_n: R,
    pub front_downforce_n: R,
    pub rear_downforce_n: R,
}

/// The mean angle of the front wheels, rad: the command's within the lock, or, with a rate, what the
/// steering has followed of it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn front_steer<R: Real, T>(
    car: &TwoTrackCar<T, R>,
    mode: &BodyMode<R>,
    input: &TwoTrackInput<R>,
) -> R {
    car.base.steering.now_rad(mode.front_steer_rad, input.command.steer_rad)
}

impl<R: Real> Moving<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of<K: Kind>(
        base: &TwoTrackBase<R>,
        state: &TwoTrackState<R>,
        steer_rad: R,
        grips: &[R; 4],
    ) -> Self {
        let steer = Direction::at_angle(steer_rad);
        let axes = base.steering.directions(steer);
        let places = places(base);
        let radii = by_axle(base.front.radius_m, base.rear.radius_m);
        let wheels = state.wheels.in_a_row();
        let velocities = each_wheel!(W => over_ground(&state.body, &places[W]));
        let velocities = if K::SPRUNG {
            let [front, rear] = sway(base, &state.body);
            let sways = by_axle(front, rear);
            each_wheel!(W => velocities[W] + sways[W])
        } else {
            velocities
        };
        let (front, rear) = (base.front.camber_rad, base.rear.camber_rad);
        let leans = [front, -front, rear, -rear];
        let leans = if K::SPRUNG {
            // Right side down the wheels' tops lean to the right.
            let rolled = base.suspension.body.camber_gain * state.body.roll_rad;
            each_wheel!(W => leans[W] - rolled)
        } else {
            leans
        };
        let motions = each_wheel!(W => WheelMotion {
            tread_m_s: wheels[W].spin_rad_s * radii[W],
            hub_m_s: velocities[W].to_child(axes[W]),
            grip: grips[W],
            camber_rad: leans[W],
            side: R::lit(SIDES[W]),
        });
        Self { steer, axes, motions }
    }
}

impl<R: Real> Resistance<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(base: &TwoTrackBase<R>, state: &BodyState<R>, heading: Direction<R>, surface: &Surface<R>) -> Self {
        let (body, one) = (&base.body, R::one());
        let air = state.velocity() + surface.wind(heading);
        let factor = aero::drag_factor(one, body.drag_area_m2, surface.air_density_kg_m3);
        let pressure = R::lit(0.5) * surface.air_density_kg_m3 * (air.x * air.x);
        Self {
            drag_n: aero::monster_drag(factor, air),
            linear_n: aero::linear_resistance(body.linear_resistance_n_s_m, state.velocity_x_m_s),
            front_downforce_n: pressure * body.front_downforce_area_m2,
            rear_downforce_n: pressure * body.rear_downforce_area_m2,
        }
    }
}

/// What the tyre pulls in the body's frame, and what the rise of the road below it takes of its load: the normal of a
/// road that rises by r per way leans back by r.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turned<R: Real>(pull: &Pull<R>, axes: Direction<R>, rise: &Vec2<R>) -> Pull<R> {
    Pull { per_load: pull.per_load.to_parent(axes) - *rise, fixed_n: pull.fixed_n.to_parent(axes) }
}

/// How fast the road rises under each wheel, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn climbs<R: Real>(moving: &Moving<R>, rises: &[Vec2<R>; 4]) -> [R; 4] {
    each_wheel!(W => {
        let velocity = moving.motions[W].hub_m_s.to_parent(moving.axes[W]);
        rises[W].dot(velocity)
    })
}

/// The tyre of each wheel.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tyres<R: Real, T: WheelTyre<R>>(car: &TwoTrackCar<T, R>) -> [&T; 4] {
    [&car.front_tyre, &car.front_tyre, &car.rear_tyre, &car.rear_tyre]
}

/// What the engine and its coupling are asked for: the driver's wishes, with the throttle that the assists
/// leave of his.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn demand<R: Real>(mode: &TwoTrackMode<R>, input: &TwoTrackInput<R>) -> DrivelineDemand<R> {
    let throttle = mode.acts.drive.assisted_throttle;
    DrivelineDemand { throttle, ..DrivelineDemand::of(&input.command) }
}

/// Deflections of the tyres.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn treads<R: Real>(state: &TwoTrackState<R>) -> [Vec2<R>; 4] {
    let wheels = state.wheels.in_a_row();
    each_wheel!(W => wheels[W].tread())
}

impl<R: Real> Instant<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of<K: Kind>(
        car: &TwoTrackCar<K::Tyre<R>, R>,
        mode: &TwoTrackMode<R>,
        state: &TwoTrackState<R>,
        input: &TwoTrackInput<R>,
        surface: &Surface<R>,
    ) -> Self {
        let (base, body) = (&car.base, &car.base.body);
        let heading = Direction::at_angle(state.body.yaw_rad);
        let steer_rad = front_steer(car, &mode.body, input);
        let roads = input.roads.in_a_row();
        let grips = each_wheel!(W => surface.grip * roads[W].grip);
        let moving = Moving::of::<K>(base, state, steer_rad, &grips);
        let resistance = Resistance::of(base, &state.body, heading, surface);

        let (tyres, treads, motions) = (tyres(car), treads(state), &moving.motions);
        let grasps = each_wheel!(W => tyres[W].grasp(&treads[W], &motions[W]));
        // In the body's frame, as its heading turns the road's.
        let rises = each_wheel!(W => Vec2 { x: roads[W].rise_x, y: roads[W].rise_y }.to_child(heading));
        let climb_m_s = climbs(&moving, &rises);
        // A rigid body lies along the road that rises below it, and on it the tyres' own pulls move the loads: parked on
        // a rise they hold its weight, whose moment about the road leans on the wheels below.
        let level = Vec2::zero();
        let pulls = each_wheel!(W => turned(
            &tyres[W].pull(&grasps[W], &treads[W]),
            moving.axes[W],
            if K::SPRUNG { &rises[W] } else { &level },
        ));
        let weight_n = body.mass_kg * surface.normal_gravity_m_s2();
        let (front_share, rear_share) = base.weight_shares();
        let weights = AxleWeights {
            front_n: (front_share * weight_n + resistance.front_downforce_n).max(R::zero()),
            rear_n: (rear_share * weight_n + resistance.rear_downforce_n).max(R::zero()),
        };
        let ride = if K::SPRUNG {
            Ride::of(base, &state.body, (&roads, &climb_m_s), surface.normal_gravity_m_s2())
        } else {
            Ride::rigid()
        };
        let loads_n = if K::SPRUNG { ride.loads(base, &pulls) } else { base.stance.loads(&weights, &pulls) };
        let contacts = each_wheel!(W => tyres[W].contact(&grasps[W], loads_n[W], &treads[W], &motions[W]));

        let weight = surface.gravity(heading).scale(body.mass_kg);
        let grades_n = each_wheel!(W => -rises[W].scale(loads_n[W]));
        let push = Push::of(base, &moving.axes, &contacts, &grades_n);
        let (vx, vy, yaw_rate) =
            (state.body.velocity_x_m_s, state.body.velocity_y_m_s, state.body.yaw_rate_rad_s);
        let turning = body.mass_kg * yaw_rate;
        let free = PlanarForce {
            x_n: push.force_n.x + (resistance.drag_n.x + resistance.linear_n + (weight.x + turning * vy)),
            y_n: push.force_n.y + (resistance.drag_n.y + (weight.y - turning * vx)),
            yaw_nm: push.yaw_nm,
        };
        let sprung_weight_n = base.suspension.body.sprung_mass_kg * surface.normal_gravity_m_s2();
        let (free_ride, held_ride) = if K::SPRUNG {
            let air_and_weight = (resistance.front_downforce_n, resistance.rear_downforce_n, sprung_weight_n);
            let free_ride = ride.free(base, state.body.roll_rad, &push.axles_n, air_and_weight);
            (free_ride, ride.held(&mode.body, &free_ride))
        } else {
            (Modal::none(), Modal::none())
        };

        let directions = mode.driveline.wheel_directions().in_a_row();
        let spares = each_wheel!(W => contacts[W].spare_n);
        let rolling_n = rolling_resistances(base, &roads, surface, &loads_n);
        let hysteresis_n = of_wheels(&directions, &spares, &rolling_n);
        let axles = standing(base, &hysteresis_n);
        let hysteresis = axles.capacity();
        let held = mode.body.senses().held(&free, &hysteresis);
        let held_n = by_wheel(&axles, &hysteresis_n, &held);

        let radii = by_axle(base.front.radius_m, base.rear.radius_m);
        let holding_nm = wheel_capacities(base, &mode.brakes, input, &rolling_n);
        // What the road does to each wheel: the hysteresis of a standing tyre has the tyre's lever.
        let road_nm = each_wheel!(W => {
            -((contacts[W].force_n.x + held_n[W].to_child(moving.axes[W]).x) * radii[W])
        });
        let on_wheels =
            WheelLoads { torque_nm: Wheels::from_row(road_nm), holding_nm: Wheels::from_row(holding_nm) };
        let demand = demand(mode, input);
        let drive = solve(&base.driveline, &mode.driveline, &state.speeds(), &on_wheels, &demand);
        let spin_rates = drive.wheel_rate_rad_s2.in_a_row();

        let inverse_mass = R::one() / body.mass_kg;
        let zero = R::zero();
        // Mass times acceleration is the forces without the turning frame's.
        let sensed_m_s2 = Vec2 {
            x: (free.x_n + held.x_n - (weight.x + turning * vy)) * inverse_mass,
            y: (free.y_n + held.y_n - (weight.y - turning * vx)) * inverse_mass,
        };
        let velocity = Vec2 { x: vx, y: vy }.to_parent(heading);
        let body_rate = BodyState {
            x_m: velocity.x,
            y_m: velocity.y,
            yaw_rad: yaw_rate,
            velocity_x_m_s: (free.x_n + held.x_n) * inverse_mass,
            velocity_y_m_s: (free.y_n + held.y_n) * inverse_mass,
            yaw_rate_rad_s: (free.yaw_nm + held.yaw_nm) * body.inverse_yaw_inertia_1_kg_m2,
            engine_rad_s: drive.engine_rate_rad_s2,
            heave_m: zero,
            roll_rad: zero,
            pitch_rad: zero,
            heave_rate_m_s: zero,
            roll_rate_rad_s: zero,
            pitch_rate_rad_s: zero,
        };
        let body_rate = if K::SPRUNG {
            let springs = &base.suspension.body;
            BodyState {
                heave_m: state.body.heave_rate_m_s,
                roll_rad: state.body.roll_rate_rad_s,
                pitch_rad: state.body.pitch_rate_rad_s,
                heave_rate_m_s: (free_ride.heave + held_ride.heave) * springs.inverse_sprung_mass_1_kg,
                roll_rate_rad_s: (free_ride.roll + held_ride.roll) * springs.inverse_roll_inertia_1_kg_m2,
                pitch_rate_rad_s: (free_ride.pitch + held_ride.pitch) * springs.inverse_pitch_inertia_1_kg_m2,
                ..body_rate
            }
        } else {
            body_rate
        };
        let wheel_rates = each_wheel!(W => WheelState {
            spin_rad_s: spin_rates[W],
            deflection_x: contacts[W].rate_1_s.x,
            deflection_y: contacts[W].rate_1_s.y,
        });
        let rate = TwoTrackState { body: body_rate, wheels: Wheels::from_row(wheel_rates) };
        Self {
            rate,
            moving,
            contacts,
            loads_n,
            climb_m_s,
            on_wheels,
            drive,
            hysteresis,
            held,
            held_n,
            free,
            resistance,
            weight_n: weight,
            ride,
            free_ride,
            held_ride,
            sprung_weight_n,
            sensed_m_s2,
        }
    }
}

/// What the tyres do to the body together.
pub(super) struct Push<R> {
    pub force_n: Vec2<R>,
    pub yaw_nm: R,
    /// Of each axle's tyres.
    pub axles_n: [Vec2<R>; 2],
}

impl<R: Real> Push<R> {
    /// The whole force of each tyre in the body's frame and that of the grade below it, with its lever, and the aligning
    /// moments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(
        base: &TwoTrackBase<R>,
        axes: &[Direction<R>; 4],
        contacts: &[WheelContact<R>; 4],
        grades_n: &[Vec2<R>; 4],
    ) -> Self {
        let force = each_wheel!(W => contacts[W].force_n.to_parent(axes[W]) + grades_n[W]);
        let (front, rear) = (&base.front, &base.rear);
        let front_x = force[0].x + force[1].x;
        let rear_x = force[2].x + force[3].x;
        let front_y = force[0].y + force[1].y;
        let rear_y = force[2].y + force[3].y;
        let couple =
            front.half_track_m * (force[1].x - force[0].x) + rear.half_track_m * (force[3].x - force[2].x);
        let aligning = (contacts[0].aligning_nm + contacts[1].aligning_nm)
            + (contacts[2].aligning_nm + contacts[3].aligning_nm);
        Self {
            force_n: Vec2 { x: front_x + rear_x, y: front_y + rear_y },
            axles_n: [Vec2 { x: front_x, y: front_y }, Vec2 { x: rear_x, y: rear_y }],
            yaw_nm: base.body.to_front_m * front_y - base.body.to_rear_m * rear_y + (couple + aligning),
        }
    }
}
