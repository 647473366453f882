/*
 * Skidpad: car physics that you can read, trust and drive.
 *
 * Written by a test of the crate skidpad-c; do not edit. Guide: docs/guide/c.md.
 *
 * Frames: ISO 8855, x forwards, y to the left, z up, angles counterclockwise. SI units; the unit ends each name.
 *
 * Errors: each function that can fail returns a SkidpadStatus. On failure nothing was changed or written, except where a function
 * says otherwise, and skidpad_last_error() has the message of this thread. Where a buffer is too small, the needed number is written all
 * the same. No panic crosses the C boundary; memory that cannot be allocated ends the process.
 *
 * Handles: a function that makes one writes it through its last argument; each kind has a function that frees it. A freed handle, or one of
 * another kind, is refused with SKIDPAD_STATUS_INVALID_HANDLE. This is promised until 1024 handles have been freed after it, then
 * the handle may be that of another value. Passing any other pointer is undefined behaviour, and so is a
 * buffer smaller than its stated capacity.
 *
 * Threads: different handles may be used by different threads at once. While no thread changes or frees a handle, any number of threads
 * may pass it as a pointer to const.
 *
 * Strings are UTF-8 and NUL-terminated. For strings that the library copies to a buffer, a null buffer of capacity 0 returns the size.
 */


#ifndef SKIDPAD_H
#define SKIDPAD_H

#include <stddef.h>
#include <stdint.h>

// Version of the structs and functions of this header. It grows with every change that a compiled program would notice.
#define SKIDPAD_ABI_VERSION 3

// Gear of controls: reverse.
#define SKIDPAD_GEAR_REVERSE (-1)

// Gear of controls: none.
#define SKIDPAD_GEAR_NEUTRAL 0

// Gear of controls: the gearbox chooses the forward gear itself.
#define SKIDPAD_GEAR_AUTOMATIC 100

// Run status of a car: driving.
#define SKIDPAD_RUN_RUNNING 0

// Run status of a car: it stays where it is, as its engine is blown.
#define SKIDPAD_RUN_ENGINE_BLOWN 1

// Run status of a car: it stays at its last good state, as a number would not have been finite.
#define SKIDPAD_RUN_QUARANTINED 2

// Run status of a car: it stays where it is, as it has fallen over. Larger numbers are further ends of the model.
#define SKIDPAD_RUN_FALLEN_OVER 3

// Kind of a channel: time.
#define SKIDPAD_CHANNEL_TIME 0

// Kind of a channel: input of the driver.
#define SKIDPAD_CHANNEL_INPUT 1

// Kind of a channel: integrated state.
#define SKIDPAD_CHANNEL_STATE 2

// Kind of a channel: discrete state, such as a gear.
#define SKIDPAD_CHANNEL_MODE 3

// Kind of a channel: computed from the others.
#define SKIDPAD_CHANNEL_OUTPUT 4

// Bytes of a channel's name with its NUL.
#define SKIDPAD_CHANNEL_NAME_SIZE 64

// Bytes of a channel's unit with its NUL.
#define SKIDPAD_CHANNEL_UNIT_SIZE 16

// Kind of an event: the car met `other`.
#define SKIDPAD_EVENT_MET 0

// Kind of an event: a contact with `other` is over.
#define SKIDPAD_EVENT_PARTED 1

// Kind of an event: the car has completed a lap.
#define SKIDPAD_EVENT_LAP 2

// Kind of an event: a condition has begun.
#define SKIDPAD_EVENT_STARTS 3

// Kind of an event: a condition is over.
#define SKIDPAD_EVENT_STOPS 4

// Kind of an event: the run of the car has ended, such as by a blown engine.
#define SKIDPAD_EVENT_ENDED 5

// Kind of an event: a number of the car would not have been finite; it stays where it was.
#define SKIDPAD_EVENT_QUARANTINED 6

// Kind of an event that this version has no number for.
#define SKIDPAD_EVENT_OTHER 7

// Kind of the other in a contact: none.
#define SKIDPAD_PARTY_NONE 0

// Kind of the other in a contact: a car.
#define SKIDPAD_PARTY_CAR 1

// Kind of the other in a contact: a cone.
#define SKIDPAD_PARTY_CONE 2

// Kind of the other in a contact: a wall.
#define SKIDPAD_PARTY_WALL 3

// No condition.
#define SKIDPAD_CONDITION_NONE 0

// The car has spun: it slides tail first.
#define SKIDPAD_CONDITION_SPUN 1

// The engine is stalled.
#define SKIDPAD_CONDITION_STALLED 2

// The car is farther away or faster than contact can compute.
#define SKIDPAD_CONDITION_OUT_OF_RANGE 3

// The car has left the course.
#define SKIDPAD_CONDITION_OFF_COURSE 4

// A wheel carries no load: `corner` says which.
#define SKIDPAD_CONDITION_WHEEL_LIFTED 5

// A wheel does not turn while the car moves: `corner` says which.
#define SKIDPAD_CONDITION_WHEEL_LOCKED 6

// A condition that this version has no number for.
#define SKIDPAD_CONDITION_OTHER 7

// The car's run is over, by an end of its model.
#define SKIDPAD_ENDING_MODEL 1

// The car's numbers were not finite: it stays where it was.
#define SKIDPAD_ENDING_QUARANTINED 2

// The car hit a wall or a post.
#define SKIDPAD_ENDING_HIT 4

// The car left its area.
#define SKIDPAD_ENDING_LEFT_AREA 8

// The time of the episode is over.
#define SKIDPAD_ENDING_TIME_LIMIT 16

// The car hit a cone.
#define SKIDPAD_ENDING_HIT_CONE 32

// Wheel of a car: front left.
#define SKIDPAD_WHEEL_FRONT_LEFT 0

// Wheel of a car: front right.
#define SKIDPAD_WHEEL_FRONT_RIGHT 1

// Wheel of a car: rear left.
#define SKIDPAD_WHEEL_REAR_LEFT 2

// Wheel of a car: rear right.
#define SKIDPAD_WHEEL_REAR_RIGHT 3

// Result of a call. 0 is success; for anything else `skidpad_last_error` has the message.
enum SkidpadStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Success.
  SKIDPAD_STATUS_OK = 0,
  // A pointer that must not be null is null, or is not aligned for its type.
  SKIDPAD_STATUS_NULL_POINTER = 1,
  // A handle that is not alive: freed before, of another kind, or no handle of this library.
  SKIDPAD_STATUS_INVALID_HANDLE = 2,
  // A text that is not UTF-8.
  SKIDPAD_STATUS_INVALID_TEXT = 3,
  // A number that is not finite or out of its range.
  SKIDPAD_STATUS_OUT_OF_RANGE = 4,
  // A buffer or a struct of the wrong size.
  SKIDPAD_STATUS_WRONG_SIZE = 5,
  // An unknown name: the message suggests the nearest ones.
  SKIDPAD_STATUS_UNKNOWN_NAME = 6,
  // A file or text that is wrong or cannot be read: the message lists each problem with its line and column.
  SKIDPAD_STATUS_INVALID_FILE = 7,
  // The model does not take the vehicle, or cannot do this.
  SKIDPAD_STATUS_REFUSED = 8,
  // A saved state or a channel that belongs to another model, or a saved world that has other cars.
  SKIDPAD_STATUS_OTHER_MODEL = 9,
  // A car that is not in the world.
  SKIDPAD_STATUS_NO_SUCH_CAR = 10,
  // A defect of Skidpad: please report the message. The handle may be half-way through a change: free it.
  SKIDPAD_STATUS_INTERNAL = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum SkidpadStatus SkidpadStatus;
#else
typedef int32_t SkidpadStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A car that drives.
typedef struct SkidpadCar SkidpadCar;

// Cars of one vehicle and model, each alone on a site, in SIMD lanes and over threads. Its own threads wait between steps.
typedef struct SkidpadFleet SkidpadFleet;

// A ground: patches of another grip, bumps, maps, and a track below them. Cars, worlds and fleets keep the ground as it is when they
// take it.
typedef struct SkidpadGround SkidpadGround;

// State of a car, saved: all that changes while it drives.
typedef struct SkidpadSavedCar SkidpadSavedCar;

// State of a world, saved.
typedef struct SkidpadSavedWorld SkidpadSavedWorld;

// A track: a line with a road around it, kerbs, walls and a start line. It is immutable.
typedef struct SkidpadTrack SkidpadTrack;

// A tyre that slips steadily on dry asphalt: forces and moments at operating points. It is immutable.
typedef struct SkidpadTyre SkidpadTyre;

// Cars that share a site and meet each other, walls and cones.
typedef struct SkidpadWorld SkidpadWorld;

// Controls of a driver. Numbers out of their range are brought into it, and a NaN counts as 0.
typedef struct SkidpadControls {
  // Accelerator pedal, 0 to 1.
  double throttle;
  // Brake pedal, 0 to 1.
  double brake;
  // Handbrake, 0 to 1.
  double handbrake;
  // Steering angle of the front wheels, rad, positive to the left, -1.5 to 1.5.
  double steer_rad;
  // Clutch pedal, 0 to 1: 1 opens the clutch.
  double clutch;
  // Starter, 0 to 1: from above 0.5 it turns an engine that has stalled.
  double starter;
  // Gear: 1 to 12, `SKIDPAD_GEAR_REVERSE`, `SKIDPAD_GEAR_NEUTRAL` or `SKIDPAD_GEAR_AUTOMATIC`.
  int32_t gear;
} SkidpadControls;

// Road and air, the same everywhere. The road is a plane; positions and headings are measured on it.
typedef struct SkidpadSurface {
  // Grip over that of dry asphalt, 0 to 3.
  double grip;
  // Rolling resistance over that of asphalt, 0 to 50.
  double rolling;
  // Rise of the road along its x axis, rad, -1.5 to 1.5; positive uphill.
  double slope_rad;
  // Rise of the road along its y axis, rad, -1.5 to 1.5; positive where the left side is higher.
  double bank_rad;
  // Density of the air, kg/m^3, 0 to 2.
  double air_density_kg_m3;
  // Wind against a car of heading 0, m/s, -100 to 100.
  double headwind_m_s;
  // Wind from the left of a car of heading 0, m/s, -100 to 100.
  double crosswind_m_s;
  // Gravity, m/s^2, 0 to 30.
  double gravity_m_s2;
} SkidpadSurface;

// Lengths of a track.
typedef struct SkidpadTrackInfo {
  // Length of the line in the plane, m.
  double length_m;
  // Distance of the start line along the line, m.
  double start_m;
  // Distance from the start line to the finish line, m.
  double lap_m;
  // 1 for a circuit, 0 for a road with two ends.
  uint32_t is_closed;
  // Number of sectors of a lap.
  uint32_t sector_count;
} SkidpadTrackInfo;

// Figures of a track at a distance along its line.
typedef struct SkidpadTrackPoint {
  // Distance along the line, m.
  double distance_m;
  // Position of the line, x and y, m.
  double position_m[2];
  // Direction of the line, rad.
  double heading_rad;
  // Curvature, 1/m, positive to the left.
  double curvature_1_m;
  // Height of the line, m.
  double height_m;
  // Rise over distance in the plane.
  double grade;
  // Angle by which the road falls to the right, rad.
  double banking_rad;
  // Distance from the line to the left and to the right edge, m.
  double widths_m[2];
} SkidpadTrackPoint;

// A place relative to a track.
typedef struct SkidpadTrackPosition {
  // Distance along the line, m.
  double distance_m;
  // Distance from the line, m, positive to the left.
  double lateral_offset_m;
  // Distance from the nearer edge of the road, m; below 0 beside the road.
  double inside_m;
} SkidpadTrackPosition;

// A part of the ground, on the road's axes: a rectangle where `radius_m` is 0, else a disc.
typedef struct SkidpadArea {
  // Middle, x and y, m, -1e6 to 1e6.
  double centre_m[2];
  // Direction of the length of a rectangle, rad, counterclockwise from the x axis, -1e3 to 1e3.
  double heading_rad;
  // Length and width of a rectangle, m, 1e-3 to 1e6; ignored for a disc.
  double size_m[2];
  // Radius of a disc, m, 1e-3 to 1e6; 0 for a rectangle.
  double radius_m;
} SkidpadArea;

// Ground at a place, relative to the surface.
typedef struct SkidpadSpot {
  // Grip over the surface's.
  double grip;
  // Rolling resistance over the surface's.
  double rolling;
  // Height over the plane of the surface, m.
  double height_m;
  // Rise of the height along the road's x and y axes, as a tangent.
  double rise[2];
} SkidpadSpot;

// A map: values at the nodes of a regular grid on the road's axes, bilinear between them. Node `row * columns + column` of each list is that
// of a row along y and a column along x. Begin with `skidpad_map_options`, which sets `size` and the defaults.
typedef struct SkidpadMap {
  // `sizeof(SkidpadMap)`: a struct of another version of this header is refused.
  size_t size;
  // Place of the first node, x and y, m. All nodes lie within 1e7 m of the axes.
  double origin_m[2];
  // Distance of neighbouring nodes along x and along y, m, 1e-3 to 1e6.
  double spacing_m[2];
  // Number of nodes along x, at least 2.
  size_t columns;
  // Number of nodes along y, at least 2.
  size_t rows;
  // Heights over the plane of the surface, m, -1e4 to 1e4; null: 0 everywhere.
  const double *heights_m;
  // Number of heights, `columns * rows`; ignored for null.
  size_t height_count;
  // Grip over the surface's, 0 to 3; null: 1 everywhere.
  const double *grips;
  // Number of grips, `columns * rows`; ignored for null.
  size_t grip_count;
  // Rolling resistance over the surface's, 0 to 50; null: 1 everywhere.
  const double *rollings;
  // Number of rolling resistances, `columns * rows`; ignored for null.
  size_t rolling_count;
} SkidpadMap;

// Place, heading and speed at which a car is put.
typedef struct SkidpadPlacement {
  // Place of the centre of mass on the road's axes, x and y, m.
  double position_m[2];
  // Heading, rad, counterclockwise from the x axis.
  double heading_rad;
  // Speed, m/s; negative is backwards.
  double speed_m_s;
} SkidpadPlacement;

// Choices for a car. Begin with `skidpad_car_options`, which sets `size` and the defaults.
typedef struct SkidpadCarOptions {
  // `sizeof(SkidpadCarOptions)`: a struct of another version of this header is refused.
  size_t size;
  // Model by name, such as "two_track_sprung"; null: the one that the vehicle file names, else four wheels on rigid suspension.
  const char *model;
  // Place, heading and speed at the start; the origin, at rest.
  struct SkidpadPlacement placement;
  // Gear at the start; `SKIDPAD_GEAR_AUTOMATIC`: the one that fits the speed.
  int32_t gear;
} SkidpadCarOptions;

// Place, attitude and motion of a car at an instant.
typedef struct SkidpadState {
  // Time since the start, s.
  double time_s;
  // The point of the road below the centre of mass, lifted by the springs' heave: x, y, z in the world, m.
  double position_m[3];
  // Attitude: w, x, y, z of the unit quaternion that turns the body's axes into the world's.
  double quaternion[4];
  // Velocity of the centre of mass in the car's frame, forwards and to the left, m/s.
  double velocity_m_s[2];
  // Speed over the ground, m/s, at least 0.
  double speed_m_s;
  // Yaw rate, rad/s, positive to the left.
  double yaw_rate_rad_s;
  // Run status: `SKIDPAD_RUN_RUNNING` or why it has stopped.
  uint32_t run;
  // Number of wheels: 4, 2 or 0.
  uint32_t wheel_count;
} SkidpadState;

// A wheel of a car. A quantity that the model does not compute has the value that it assumes.
typedef struct SkidpadWheel {
  // Centre of the wheel in the world, x, y, z, m.
  double position_m[3];
  // Steering angle of the wheel to the body, rad, positive to the left.
  double steer_rad;
  // Camber to the road, rad, positive where the top leans to the right. Channels of cars with four wheels have the other sign.
  double camber_rad;
  // Angle by which the wheel has turned about its axle, rad, 0 to 2 pi; forwards is positive.
  double spin_angle_rad;
  // Spin, rad/s; forwards is positive.
  double spin_rad_s;
  // Distance by which the body has risen from the wheel against the car at rest, m; negative is compressed.
  double suspension_travel_m;
  // Load, N.
  double load_n;
  // Slip ratio; -1 is locked.
  double slip_ratio;
  // Slip angle, rad, positive where the wheel moves to its left.
  double slip_angle_rad;
  // Force of the road on the tyre, N: forwards and to the left of the wheel.
  double force_n[2];
  // Force of the tyre over the largest in its direction; NaN where the model does not compute it.
  double friction_utilisation;
} SkidpadWheel;

// Motion of a body in the plane of the road, in the world's axes.
typedef struct SkidpadMotion {
  // Centre of mass, x and y, m.
  double position_m[2];
  // Heading, rad, counterclockwise from the x axis.
  double yaw_rad;
  // Velocity of the centre of mass, x and y, m/s.
  double velocity_m_s[2];
  // Yaw rate, rad/s, positive to the left.
  double yaw_rate_rad_s;
} SkidpadMotion;

// Name, unit and range of a channel.
typedef struct SkidpadChannelInfo {
  // Name, which ends in the unit.
  char name[SKIDPAD_CHANNEL_NAME_SIZE];
  // Unit; "-" for a pure number.
  char unit[SKIDPAD_CHANNEL_UNIT_SIZE];
  // Kind: one of `SKIDPAD_CHANNEL_TIME` to `SKIDPAD_CHANNEL_OUTPUT`.
  uint32_t kind;
  // Least usual value, in the unit.
  double low;
  // Largest usual value, in the unit.
  double high;
} SkidpadChannelInfo;

// A channel of a model: good for every car of that model, in every thread, as long as the program runs.
typedef struct SkidpadChannel {
  // Number of the model; private to the library.
  uint32_t model;
  // Place among the channels of the model, as `skidpad_car_channel_info` counts them.
  uint32_t index;
} SkidpadChannel;

// A straight wall.
typedef struct SkidpadWall {
  // Beginning, x and y, m.
  double from_m[2];
  // End, x and y, m.
  double to_m[2];
  // Coefficient of restitution, 0 to 1.
  double restitution;
  // Coefficient of friction.
  double friction;
} SkidpadWall;

// A round thing that stands still, such as a tree or a bollard.
typedef struct SkidpadPost {
  // Centre, x and y, m, -1e7 to 1e7.
  double centre_m[2];
  // Radius, m, 1e-3 to 1e4.
  double radius_m;
  // Coefficient of restitution, 0 to 1.
  double restitution;
  // Coefficient of friction, 0 to 10.
  double friction;
} SkidpadPost;

// A traffic cone, half a metre high, that stands.
typedef struct SkidpadCone {
  // Centre, x and y on the road's axes, m, -1e6 to 1e6.
  double position_m[2];
} SkidpadCone;

// Wind and temperature, the same everywhere on a site.
typedef struct SkidpadWeather {
  // Mean velocity of the air over the ground along the road's x and y axes, m/s, -60 to 60.
  double wind_m_s[2];
  // Standard deviation of each component of the gusts, m/s, 0 to 15; 0: the wind is steady.
  double gust_deviation_m_s;
  // Time over which gusts are correlated, s, 0.5 to 1000; ignored where the wind is steady.
  double gust_time_scale_s;
  // Seed of the gusts: another number gives other gusts of the same kind.
  uint64_t gust_seed;
  // Temperature, K, 180 to 340; 0: the density of the air is the surface's.
  double temperature_k;
  // Pressure of the air, Pa, 30,000 to 110,000; ignored where the temperature is 0.
  double pressure_pa;
} SkidpadWeather;

// Site of a world or a fleet. Begin with `skidpad_site_options`, which sets `size` and the defaults.
typedef struct SkidpadSiteOptions {
  // `sizeof(SkidpadSiteOptions)`: a struct of another version of this header is refused.
  size_t size;
  // Scene by name, such as "slalom", of which the fields below replace parts; null: unbounded asphalt.
  const char *scene;
  // Road and air; null: those of the scene.
  const struct SkidpadSurface *surface;
  // Ground instead of the scene's; null: the scene's.
  const struct SkidpadGround *ground;
  // Track with its road, walls and laps, below the patches of the ground; null: that of the scene, if it has one.
  const struct SkidpadTrack *track;
  // Walls instead of the scene's; may be null where `wall_count` is 0, for the scene's.
  const struct SkidpadWall *walls;
  // Number of walls.
  size_t wall_count;
  // Posts beside the walls, those of the scene or of the list: in events their numbers follow those of the walls. May be null where
  // `post_count` is 0.
  const struct SkidpadPost *posts;
  // Number of posts.
  size_t post_count;
  // Cones instead of the scene's; may be null where `cone_count` is 0, for the scene's.
  const struct SkidpadCone *cones;
  // Number of cones.
  size_t cone_count;
  // Wind and temperature, over the air of the surface; null: calm.
  const struct SkidpadWeather *weather;
} SkidpadSiteOptions;

// State of a cone.
typedef struct SkidpadConeState {
  // Centre, x and y on the road's axes, m.
  double position_m[2];
  // Angle by which it has turned, rad, counterclockwise.
  double yaw_rad;
  // Velocity, x and y on the road's axes, m/s.
  double velocity_m_s[2];
  // Yaw rate, rad/s.
  double yaw_rate_rad_s;
  // 0: it stands where it stood at first; 1: something has hit it.
  uint32_t is_hit;
  // 1 after it was crushed: it lies there, and nothing meets it any more.
  uint32_t is_flat;
} SkidpadConeState;

// Something that happened to a car. Fields that the kind does not use are 0.
typedef struct SkidpadEvent {
  // Time, s since the world began.
  double time_s;
  // Number of the car; of two that meet the one that joined first.
  uint32_t car;
  // Kind: one of `SKIDPAD_EVENT_MET` to `SKIDPAD_EVENT_OTHER`.
  uint32_t kind;
  // Kind of the other in a contact: one of `SKIDPAD_PARTY_NONE` to `SKIDPAD_PARTY_WALL`.
  uint32_t other_kind;
  // Number of the other in a contact.
  uint32_t other;
  // Condition that begins or ends: one of `SKIDPAD_CONDITION_NONE` to `SKIDPAD_CONDITION_OTHER`.
  uint32_t condition;
  // Wheel of the condition: 0 front left, 1 front right, 2 rear left, 3 rear right.
  uint32_t corner;
  // Number of the completed lap, from 1 on.
  uint32_t lap;
  // 1 where the car stayed on the course throughout the lap.
  uint32_t is_clean;
  // Lap time, s.
  double lap_time_s;
  // Position of the first impact, x and y, m.
  double position_m[2];
  // Speed at which the two approached, m/s.
  double approach_speed_m_s;
  // Impulse along the normal, N s: of the first impact, or of the whole contact when it is over.
  double normal_impulse_n_s;
  // Kinetic energy lost in the contact that is over, J.
  double energy_lost_j;
} SkidpadEvent;

// Progress of a car along the world's track.
typedef struct SkidpadProgress {
  // Distance along the line, m.
  double distance_m;
  // Distance from the line, m, positive to the left.
  double lateral_offset_m;
  // Distance from the nearer edge of the road, m; below 0 beside it.
  double inside_m;
  // Number of laps completed.
  uint32_t laps;
  // Time of the lap under way, s; NaN before the start line.
  double lap_time_s;
  // Time of the last lap, s; NaN before the first is complete.
  double last_lap_s;
} SkidpadProgress;

// Choices for a fleet. Begin with `skidpad_fleet_options`, which sets `size` and the defaults.
typedef struct SkidpadFleetOptions {
  // `sizeof(SkidpadFleetOptions)`: a struct of another version of this header is refused.
  size_t size;
  // Site on which each car drives alone; null: dry, level, unbounded asphalt. Laps of its track are not timed.
  const struct SkidpadSiteOptions *site;
  // Starts, one for each car, to which a reset puts it back; null: at rest at the origin.
  const struct SkidpadPlacement *placements;
  // Number of threads; 0: as many as the machine runs at once. It changes no bits.
  size_t threads;
  // 1: a car meets the walls and cones of its site, and has cones of its own there; 0: it passes through everything.
  uint32_t meets;
} SkidpadFleetOptions;

// Rules by which episodes end, besides the end of a car's run. Begin with `skidpad_episode_rules`, which sets `size` and the defaults.
typedef struct SkidpadEpisodeRules {
  // `sizeof(SkidpadEpisodeRules)`: a struct of another version of this header is refused.
  size_t size;
  // Longest time of an episode, s, above 0; infinity: without end.
  double time_limit_s;
  // Approach speed, m/s, from which on an impact with a wall or a post ends the episode; 0: every one does; infinity: none does.
  double hit_m_s;
  // Approach speed, m/s, from which on an impact with a cone ends the episode; 0: every one does; infinity: none does.
  double cone_hit_m_s;
  // Area that the car's centre of mass must not leave; null: it may be anywhere.
  const struct SkidpadArea *area;
} SkidpadEpisodeRules;

// A state that a reset draws at random, evenly from `low` to `high`.
typedef struct SkidpadDrawnState {
  // Name of the state, such as "y_m".
  const char *name;
  // Its least value.
  double low;
  // Its largest value.
  double high;
} SkidpadDrawnState;

// States and vehicles that a reset draws at random. A car's numbers depend on the seed, its place in the fleet and the number of its resets,
// and on nothing else. Begin with `skidpad_draws`, which sets `size` and the defaults.
typedef struct SkidpadDraws {
  // `sizeof(SkidpadDraws)`: a struct of another version of this header is refused.
  size_t size;
  // Seed.
  uint64_t seed;
  // States that are drawn; may be null where `state_count` is 0.
  const struct SkidpadDrawnState *states;
  // Number of states that are drawn.
  size_t state_count;
  // 1: each car gets one of the vehicles of `skidpad_fleet_add_vehicle`, until its next reset; 0: its own.
  uint32_t vehicle;
} SkidpadDraws;

// Operating point of a tyre. Begin with `skidpad_tyre_point`, which sets the tyre's own speed and pressure.
typedef struct SkidpadTyrePoint {
  // Load, N, 0 to 1e7.
  double load_n;
  // Slip ratio, -100 to 100; -1 is locked.
  double slip_ratio;
  // Slip angle, rad, -1.5 to 1.5, positive where the wheel moves to its left.
  double slip_angle_rad;
  // Camber to the road, rad, -1.5 to 1.5, positive where the top leans to the right. Channels of cars with four wheels have the other sign.
  double camber_rad;
  // Longitudinal speed of the wheel's centre, m/s, -1000 to 1000; negative is backwards.
  double speed_m_s;
  // Inflation pressure, Pa, 1 to 1e9; 0: the tyre's own, which is all that a tyre of a car has.
  double pressure_pa;
} SkidpadTyrePoint;

// Force and moments of the road on a tyre, in the wheel's axes: x forwards, y to the left, z up. Moments are 0 for tyres whose law has none,
// such as those of the model "two_track".
typedef struct SkidpadTyreForce {
  // Force forwards and to the left, N.
  double force_n[2];
  // Moment about the x axis, N m.
  double overturning_nm;
  // Moment about the y axis, N m: negative where it brakes a wheel that rolls forwards.
  double rolling_nm;
  // Moment about the z axis, N m: positive turns the wheel to the left.
  double aligning_nm;
} SkidpadTyreForce;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library, such as "0.1.0"; valid for the lifetime of the program.
const char *skidpad_version(void);

// Checks that the loaded library matches this header: call `skidpad_check_abi(SKIDPAD_ABI_VERSION)` first.
//
// Errors: `SKIDPAD_STATUS_REFUSED` where they differ.
SkidpadStatus skidpad_check_abi(uint32_t abi_version);

// Returns the message of the last call of this thread that failed, UTF-8; empty before the first. It is valid until another
// call of this thread fails or the thread ends. A call that succeeds leaves it as it is: read the returned status first.
const char *skidpad_last_error(void);

// Writes released controls with an automatic gearbox. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_controls_released(struct SkidpadControls *controls);

// Writes dry, level asphalt in still air at 20 degrees C. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_surface_asphalt(struct SkidpadSurface *surface);

// Returns the number of vehicles that come with Skidpad.
size_t skidpad_preset_count(void);

// Copies the name of a preset, in alphabetical order, to a buffer, and writes the bytes with the NUL to `size`. A null buffer of
// capacity 0 asks for the size alone.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for an index from the number of presets on, `SKIDPAD_STATUS_WRONG_SIZE`.
SkidpadStatus skidpad_preset_name(size_t index,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *size);

// Copies the text of a preset's vehicle file (TOML) to a buffer, and writes the bytes with the NUL to `size`. A null buffer of
// capacity 0 asks for the size alone.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME`, `SKIDPAD_STATUS_WRONG_SIZE`.
SkidpadStatus skidpad_preset_text(const char *name,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *size);

// Checks the text of a vehicle file (TOML).
//
// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, each with its line and column.
SkidpadStatus skidpad_vehicle_check_text(const char *toml);

// Checks a vehicle file, with the tyre files that it names.
//
// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, each with its line and column, or for a file that cannot be read.
SkidpadStatus skidpad_vehicle_check_file(const char *path);

// Loads a track from a file, in any format that Skidpad reads. Free it with `skidpad_track_free`.
//
// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, or for a file that cannot be read.
SkidpadStatus skidpad_track_load(const char *path, struct SkidpadTrack **track);

// Makes a track that comes with Skidpad, such as "oval". Free it with `skidpad_track_free`.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the nearest name.
SkidpadStatus skidpad_track_named(const char *name, struct SkidpadTrack **track);

// Writes the lengths of a track.
SkidpadStatus skidpad_track_info(const struct SkidpadTrack *track, struct SkidpadTrackInfo *info);

// Copies the name of a track to a buffer, and writes the bytes with the NUL to `size`, as `skidpad_preset_name`.
SkidpadStatus skidpad_track_name(const struct SkidpadTrack *track,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *size);

// Writes the figures at a distance along the line, m. On a circuit the distance goes round, on a road it ends at the ends.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a distance beyond 1e9 m, or NaN.
SkidpadStatus skidpad_track_at(const struct SkidpadTrack *track,
                               double distance_m,
                               struct SkidpadTrackPoint *point);

// Writes where a place on the road's axes, m, is relative to the track: at the nearest point of its line.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a place beyond 1e9 m, or NaN.
SkidpadStatus skidpad_track_locate(const struct SkidpadTrack *track,
                                   double x_m,
                                   double y_m,
                                   struct SkidpadTrackPosition *position);

// Frees a track. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_track_free(struct SkidpadTrack *track);

// Makes a ground that is the surface everywhere, above a track where one is given (else null). Free it with
// `skidpad_ground_free`; the track may be freed before.
//
// Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for a track that is not alive.
SkidpadStatus skidpad_ground_new(const struct SkidpadTrack *track,
                                 struct SkidpadGround **ground);

// Lays a patch over the ground. The last one at a place counts.
//
// `grip` is over the surface's, 0 to 3; `rolling` is the rolling resistance over the surface's, 0 to 50; each may be null: that of
// what lies below.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`.
SkidpadStatus skidpad_ground_add_patch(struct SkidpadGround *ground,
                                       const struct SkidpadArea *area,
                                       const double *grip,
                                       const double *rolling);

// Lays a bump over the ground, of a height of -10 to 10 m in its middle; below 0 it is a hollow. Heights add.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`.
SkidpadStatus skidpad_ground_add_bump(struct SkidpadGround *ground,
                                      const struct SkidpadArea *area,
                                      double height_m);

// Writes the ground at a place, x and y on the road's axes, m: that of its patches, bumps, maps and track together.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`.
SkidpadStatus skidpad_ground_at(const struct SkidpadGround *ground,
                                double x_m,
                                double y_m,
                                struct SkidpadSpot *spot);

// Frees a ground. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_ground_free(struct SkidpadGround *ground);

// Writes a map without nodes at the origin, with a spacing of 1 m. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_map_options(struct SkidpadMap *map);

// Lays a map over the ground, which takes a copy of its lists. Its heights add to what lies below; where it lies, its grip and rolling
// resistance count in the place of those below, and beyond its edges nothing of it. Worlds and fleets whose site has the ground share
// one copy.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number that is not finite or out of its range, with its place in its list,
// `SKIDPAD_STATUS_WRONG_SIZE` for a list that has not `columns * rows` values or more than memory has, `SKIDPAD_STATUS_NULL_POINTER`
// where no list is given. Nothing has changed then.
SkidpadStatus skidpad_ground_add_map(struct SkidpadGround *ground,
                                     const struct SkidpadMap *map);

// Writes the default choices for a car. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_car_options(struct SkidpadCarOptions *options);

// Makes a car that comes with Skidpad, such as "mx5-nd-2016". `options` may be null. Free it with `skidpad_car_free`.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a preset or a model, with the nearest name; `SKIDPAD_STATUS_REFUSED` for a model that does
// not take the vehicle; `SKIDPAD_STATUS_OUT_OF_RANGE` for a placement that is not finite. No car is made then.
SkidpadStatus skidpad_car_from_preset(const char *name,
                                      const struct SkidpadCarOptions *options,
                                      struct SkidpadCar **car);

// Makes a car from the text of a vehicle file (TOML). `options` may be null. Free it with `skidpad_car_free`.
//
// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, each with its line and column; else as `skidpad_car_from_preset`.
SkidpadStatus skidpad_car_from_toml(const char *toml,
                                    const struct SkidpadCarOptions *options,
                                    struct SkidpadCar **car);

// Makes the car of a vehicle file. `options` may be null. Free it with `skidpad_car_free`.
//
// Errors: as `skidpad_car_from_toml`; a file that cannot be read is `SKIDPAD_STATUS_INVALID_FILE`.
SkidpadStatus skidpad_car_from_file(const char *path,
                                    const struct SkidpadCarOptions *options,
                                    struct SkidpadCar **car);

// Makes a second car that goes on with the same bits. Free it with `skidpad_car_free`.
SkidpadStatus skidpad_car_clone(const struct SkidpadCar *car, struct SkidpadCar **clone);

// Frees a car. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_car_free(struct SkidpadCar *car);

// Moves the car on by a step of `dt_s`, above 0 and at most 1 s, with the controls held constant over the step. The car divides it into sub-steps
// of its own. A car whose run is over stays where it is: `skidpad_car_state` has the reason in `run`.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for the step or the gear. The car has not moved then.
SkidpadStatus skidpad_car_step(struct SkidpadCar *car,
                               const struct SkidpadControls *controls,
                               double dt_s);

// Copies the name of the control of the last step that was not a number, for which 0 was used, to a buffer, and writes the bytes
// with the NUL to `size`, as `skidpad_preset_name`; an empty text where there was none.
SkidpadStatus skidpad_car_control_fault(const struct SkidpadCar *car,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *size);

// Writes place, attitude and motion of the car.
SkidpadStatus skidpad_car_state(const struct SkidpadCar *car, struct SkidpadState *state);

// Copies the wheels: front left, front right, rear left, rear right; or front and rear; or none. Writes their number to `count`.
// A null buffer of capacity 0 returns only the number.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE` where the capacity is below their number.
SkidpadStatus skidpad_car_wheels(const struct SkidpadCar *car,
                                 struct SkidpadWheel *wheels,
                                 size_t capacity,
                                 size_t *count);

// Puts another road and air under and around the car, from the next step on.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`, with the field. Nothing has changed then.
SkidpadStatus skidpad_car_set_surface(struct SkidpadCar *car, const struct SkidpadSurface *surface);

// Puts a copy of a ground under the car's wheels; null: the surface everywhere.
SkidpadStatus skidpad_car_set_ground(struct SkidpadCar *car, const struct SkidpadGround *ground);

// Puts the car at a place as it begins: straight ahead, wheels and engine turning with it, brakes cold. Its clock goes on.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number that is not finite. The car has not moved then.
SkidpadStatus skidpad_car_teleport(struct SkidpadCar *car,
                                   const struct SkidpadPlacement *to);

// Gives the car another motion, such as one that a collision left it with; wheels, engine and gears stay as they are.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number that is not finite, `SKIDPAD_STATUS_REFUSED` for a model without a heading.
SkidpadStatus skidpad_car_set_motion(struct SkidpadCar *car,
                                     const struct SkidpadMotion *motion);

// Writes the motion of the body in the plane of the road.
//
// Errors: `SKIDPAD_STATUS_REFUSED` for a model without a heading.
SkidpadStatus skidpad_car_motion(const struct SkidpadCar *car, struct SkidpadMotion *motion);

// Writes a hash of all that changes while the car drives: equal where the bits are, on every platform.
SkidpadStatus skidpad_car_hash(const struct SkidpadCar *car,
                               uint64_t *hash);

// Copies the name of the model that computes the car, as `skidpad_preset_name`.
SkidpadStatus skidpad_car_model(const struct SkidpadCar *car,
                                char *buffer,
                                size_t capacity,
                                size_t *size);

// Writes the number of channels of the car's model.
SkidpadStatus skidpad_car_channel_count(const struct SkidpadCar *car, size_t *count);

// Writes name, unit and range of a channel by its index, from 0 on.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for an index from the number of channels on.
SkidpadStatus skidpad_car_channel_info(const struct SkidpadCar *car,
                                       size_t index,
                                       struct SkidpadChannelInfo *info);

// Copies the description of a channel by its index, from 0 on, as `skidpad_preset_name`: one sentence for people.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for an index from the number of channels on, `SKIDPAD_STATUS_WRONG_SIZE` for a buffer that is too
// small.
SkidpadStatus skidpad_car_channel_description(const struct SkidpadCar *car,
                                              size_t index,
                                              char *buffer,
                                              size_t capacity,
                                              size_t *size);

// Looks a channel up by name, once for all cars of the model.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it.
SkidpadStatus skidpad_car_channel(const struct SkidpadCar *car,
                                  const char *name,
                                  struct SkidpadChannel *channel);

// Writes the numbers of channels, in the order in which they are listed. The first read after a step evaluates the model once.
//
// Errors: `SKIDPAD_STATUS_OTHER_MODEL` for a channel of another model. Nothing is written then.
SkidpadStatus skidpad_car_values(const struct SkidpadCar *car,
                                 const struct SkidpadChannel *channels,
                                 size_t count,
                                 double *values);

// Writes the number of a channel by its name. `skidpad_car_values` is faster.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it.
SkidpadStatus skidpad_car_value(const struct SkidpadCar *car, const char *name, double *value);

// Saves all that changes while the car drives. Road and vehicle are not in it. Free it with `skidpad_saved_car_free`.
SkidpadStatus skidpad_car_save(const struct SkidpadCar *car,
                               struct SkidpadSavedCar **saved);

// Puts the car back to what was saved of it, or of another car of the same model; it goes on with the same bits.
//
// Errors: `SKIDPAD_STATUS_OTHER_MODEL`. Nothing has changed then.
SkidpadStatus skidpad_car_restore(struct SkidpadCar *car,
                                  const struct SkidpadSavedCar *saved);

// Frees a saved car. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_saved_car_free(struct SkidpadSavedCar *saved);

// Copies the car's state as bytes of Skidpad's snapshot format, which other processes and platforms read, and writes their number
// to `size`. A null buffer of capacity 0 returns only the number. The angles by which wheels have turned, for pictures, are not
// in it; all that moves the car is.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE` where the capacity is too small.
SkidpadStatus skidpad_car_to_bytes(const struct SkidpadCar *car,
                                   uint8_t *bytes,
                                   size_t capacity,
                                   size_t *size);

// Puts the car back to the state in bytes of `skidpad_car_to_bytes`. Where vehicle and road are the same it goes on with the same bits; on a
// track that crosses itself it is on the nearest stretch. Its controls are released; wheels and channels hold from the next step on.
//
// Errors: `SKIDPAD_STATUS_INVALID_FILE` for bytes that are no snapshot, truncated or altered; `SKIDPAD_STATUS_OTHER_MODEL`, also for a number
// that is not finite. Nothing has changed then.
SkidpadStatus skidpad_car_from_bytes(struct SkidpadCar *car,
                                     const uint8_t *bytes,
                                     size_t size);

// Writes the default site: dry, level, unbounded asphalt. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_site_options(struct SkidpadSiteOptions *options);

// Copies the states of a world's cones, in the order of its site, and writes their number to `count`. Events have the same numbers. A
// null buffer of capacity 0 returns only the number.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE` where the capacity is below their number.
SkidpadStatus skidpad_world_cones(const struct SkidpadWorld *world,
                                  struct SkidpadConeState *cones,
                                  size_t capacity,
                                  size_t *count);

// Puts all cones of a world back to where they stood at first.
SkidpadStatus skidpad_world_reset_cones(struct SkidpadWorld *world);

// Copies the states of the cones of a fleet's site as one of its cars left them, by its index from 0 on, as `skidpad_world_cones`: none
// where the cars meet nothing. A reset of the car puts them back.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_WRONG_SIZE`.
SkidpadStatus skidpad_fleet_cones(const struct SkidpadFleet *fleet,
                                  size_t car,
                                  struct SkidpadConeState *cones,
                                  size_t capacity,
                                  size_t *count);

// Makes a world without cars on a site; null: dry, level, unbounded asphalt. Free it with `skidpad_world_free`.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a scene, with the nearest name; `SKIDPAD_STATUS_OUT_OF_RANGE` for a number of the site;
// `SKIDPAD_STATUS_REFUSED` for a track on a scene that has one.
SkidpadStatus skidpad_world_new(const struct SkidpadSiteOptions *site,
                                struct SkidpadWorld **world);

// Frees a world. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_world_free(struct SkidpadWorld *world);

// Lets a copy of a car join, with the body of its vehicle, and writes its number: 0 for the first. Road and air are the world's from
// then on; its controls are released, with an automatic gearbox. The handle of the car stays the caller's.
//
// Errors: `SKIDPAD_STATUS_REFUSED` for a car that cannot join, such as one without aerodynamics on a windy site.
SkidpadStatus skidpad_world_add(struct SkidpadWorld *world,
                                const struct SkidpadCar *car,
                                uint32_t *id);

// Takes a car out. Its number is not given to another.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`.
SkidpadStatus skidpad_world_remove(struct SkidpadWorld *world, uint32_t id);

// Sets the controls of a car from the next step on, until others are set. Numbers out of their range are brought into it.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_OUT_OF_RANGE` for the gear.
SkidpadStatus skidpad_world_set_controls(struct SkidpadWorld *world,
                                         uint32_t id,
                                         const struct SkidpadControls *controls);

// Moves all cars on by a step of `dt_s`, above 0 and at most 1 s.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`. Nothing has moved then.
SkidpadStatus skidpad_world_step(struct SkidpadWorld *world, double dt_s);

// Writes the time since the world began, s.
SkidpadStatus skidpad_world_time(const struct SkidpadWorld *world, double *time_s);

// Writes a hash of the bits of all cars and cones and of the number of steps: to compare replays.
SkidpadStatus skidpad_world_hash(const struct SkidpadWorld *world, uint64_t *hash);

// Writes place, attitude and motion of a car.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`.
SkidpadStatus skidpad_world_car_state(const struct SkidpadWorld *world,
                                      uint32_t id,
                                      struct SkidpadState *state);

// Copies the wheels of a car, as `skidpad_car_wheels`.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_WRONG_SIZE`.
SkidpadStatus skidpad_world_car_wheels(const struct SkidpadWorld *world,
                                       uint32_t id,
                                       struct SkidpadWheel *wheels,
                                       size_t capacity,
                                       size_t *count);

// Makes a copy of a car of the world as it is now, with the road below it: to read its channels, or to drive on alone. Free it with
// `skidpad_car_free`.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`.
SkidpadStatus skidpad_world_car_clone(const struct SkidpadWorld *world,
                                      uint32_t id,
                                      struct SkidpadCar **car);

// Takes up to `capacity` events, at least 1, the oldest first, and writes their number to `count`: call it until that is 0. At most 10,000
// pending events are kept; the oldest are dropped.
SkidpadStatus skidpad_world_take_events(struct SkidpadWorld *world,
                                        struct SkidpadEvent *events,
                                        size_t capacity,
                                        size_t *count);

// Writes where a car is on the world's track, and its laps.
//
// Errors: `SKIDPAD_STATUS_NO_SUCH_CAR`, `SKIDPAD_STATUS_REFUSED` for a world without a track.
SkidpadStatus skidpad_world_progress(const struct SkidpadWorld *world,
                                     uint32_t id,
                                     struct SkidpadProgress *progress);

// Saves all that changes in the world. Free it with `skidpad_saved_world_free`.
SkidpadStatus skidpad_world_save(const struct SkidpadWorld *world,
                                 struct SkidpadSavedWorld **saved);

// Puts everything that moves the cars back to what was saved of the world; it goes on with the same bits. Only the spin angles of wheels,
// which matter for drawing alone, stay as they are.
//
// Errors: `SKIDPAD_STATUS_OTHER_MODEL` where the world has other cars or cones than when it was saved. Nothing has changed then.
SkidpadStatus skidpad_world_restore(struct SkidpadWorld *world,
                                    const struct SkidpadSavedWorld *saved);

// Frees a saved world. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_saved_world_free(struct SkidpadSavedWorld *saved);

// Writes the default choices for a fleet. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_fleet_options(struct SkidpadFleetOptions *options);

// Makes a fleet of `count` cars with the vehicle and model of `car`; `options` may be null. Motion, road and controls of `car` are
// ignored. Each car has the bits of a car that is alone in a world on the site. Controls are released, with an automatic gearbox. Free
// it with `skidpad_fleet_free`.
//
// Errors: `SKIDPAD_STATUS_REFUSED` for a car of a model that fleets do not drive, with those that they do, and for a model without
// aerodynamics on a windy site; `SKIDPAD_STATUS_OUT_OF_RANGE` for no cars, for more than 10,000,000, for more than 1024 threads, and for
// a number of a placement or of the site; errors of the site as `skidpad_world_new`.
SkidpadStatus skidpad_fleet_new(const struct SkidpadCar *car,
                                size_t count,
                                const struct SkidpadFleetOptions *options,
                                struct SkidpadFleet **fleet);

// Frees a fleet and its threads. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_fleet_free(struct SkidpadFleet *fleet);

// Moves all cars on by `steps` steps of `dt_s`, above 0 and at most 1 s, with the commands held. A car whose run is over stays where
// it is.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`. Nothing has moved then.
SkidpadStatus skidpad_fleet_step(struct SkidpadFleet *fleet,
                                 double dt_s,
                                 uint32_t steps);

// Sets a command of all cars, one value for each, from the next step on: "throttle", "brake", "handbrake", "steer_rad", "clutch", "gear"
// (-1 reverse, 0 neutral), "automatic" (1 or 0), "starter". A value that is not a number counts as 0.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
SkidpadStatus skidpad_fleet_set_command(struct SkidpadFleet *fleet,
                                        const char *name,
                                        const double *values,
                                        size_t count);

// Copies a state or mode of all cars by its name, such as "x_m" or "velocity_x_m_s", one value for each car.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
SkidpadStatus skidpad_fleet_states(const struct SkidpadFleet *fleet,
                                   const char *name,
                                   double *values,
                                   size_t count);

// Copies an output of all cars by its name, such as "kinetic_energy_j", one value for each car: that of the present states and commands.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` with the names near it, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
SkidpadStatus skidpad_fleet_outputs(struct SkidpadFleet *fleet,
                                    const char *name,
                                    double *values,
                                    size_t count);

// Copies the run status of all cars: `SKIDPAD_RUN_RUNNING` or why it has stopped.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
SkidpadStatus skidpad_fleet_runs(const struct SkidpadFleet *fleet, uint32_t *runs, size_t count);

// Copies the largest approach speed of each car's impacts in the last step, m/s, with walls and with cones; 0 without impacts.
// Either buffer may be null.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
SkidpadStatus skidpad_fleet_impacts(const struct SkidpadFleet *fleet,
                                    double *walls_m_s,
                                    double *cones_m_s,
                                    size_t count);

// Writes rules that end no episode. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_episode_rules(struct SkidpadEpisodeRules *rules);

// Sets the rules by which the episodes of a fleet end, from the next step on; null: only the end of a car's run ends one. Episodes that
// are over stay so.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE`. The rules stay as they are then.
SkidpadStatus skidpad_fleet_set_rules(struct SkidpadFleet *fleet,
                                      const struct SkidpadEpisodeRules *rules);

// Copies the reasons why the episode of each car is over, `SKIDPAD_ENDING_MODEL` and the others added up; 0 while it goes on. They stay
// until the car is reset: as the mask of a reset they begin new episodes of the cars whose episode is over. Until then the states of such
// a car are the last of its episode where the fleet makes one step at a time; in further steps it drives on, as far as its run has not
// ended.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
SkidpadStatus skidpad_fleet_endings(const struct SkidpadFleet *fleet,
                                    uint8_t *endings,
                                    size_t count);

// Copies the time of the episode of each car, s. It stands still while the car does not run.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing is written then.
SkidpadStatus skidpad_fleet_episode_times(const struct SkidpadFleet *fleet,
                                          double *times_s,
                                          size_t count);

// Puts the cars whose value in `mask` is not 0 back to their starts, with the vehicle of the fleet, and begins a new episode of each. Their
// cones stand again where they stood at first. Commands stay.
//
// Errors: `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
SkidpadStatus skidpad_fleet_reset(struct SkidpadFleet *fleet,
                                  const uint8_t *mask,
                                  size_t count);

// Writes draws of nothing, with the seed 0. Errors: `SKIDPAD_STATUS_NULL_POINTER`.
SkidpadStatus skidpad_draws(struct SkidpadDraws *draws);

// Begins a new episode of each car whose value in `mask` is not 0: as `skidpad_fleet_reset`, with states and vehicles drawn at random.
// Wheels and engine turn with a speed that is drawn.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a name that is no state of the model, `SKIDPAD_STATUS_OUT_OF_RANGE`,
// `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
SkidpadStatus skidpad_fleet_reset_drawn(struct SkidpadFleet *fleet,
                                        const uint8_t *mask,
                                        size_t count,
                                        const struct SkidpadDraws *draws);

// Begins a new episode of each car whose value in `mask` is not 0: as `skidpad_fleet_reset`, with values of some states. `values` has those
// of the first state for all cars, then those of the second; those of other cars are ignored. Wheels and engine turn with a speed that is
// given.
//
// Errors: `SKIDPAD_STATUS_UNKNOWN_NAME` for a name that is no state of the model, `SKIDPAD_STATUS_OUT_OF_RANGE` for a value that is not
// finite, `SKIDPAD_STATUS_WRONG_SIZE`. Nothing has changed then.
SkidpadStatus skidpad_fleet_reset_to(struct SkidpadFleet *fleet,
                                     const uint8_t *mask,
                                     size_t count,
                                     const char *const *states,
                                     size_t state_count,
                                     const double *values,
                                     size_t value_count);

// Adds the vehicle of `car` to those that resets draw (`SkidpadDraws`). What walls and cones meet stays the outline of the vehicle with
// which the fleet was made.
//
// Errors: `SKIDPAD_STATUS_OTHER_MODEL` for a car of another model than the fleet's.
SkidpadStatus skidpad_fleet_add_vehicle(struct SkidpadFleet *fleet,
                                        const struct SkidpadCar *car);

// Makes the tyre of a car's wheel, `SKIDPAD_WHEEL_FRONT_LEFT` to `SKIDPAD_WHEEL_REAR_RIGHT`, with the law of the car's model. Free it
// with `skidpad_tyre_free`; the car may be freed before.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for another wheel, `SKIDPAD_STATUS_REFUSED` for a model whose tyres cannot be
// evaluated alone, with those whose can.
SkidpadStatus skidpad_tyre_from_car(const struct SkidpadCar *car,
                                    uint32_t wheel,
                                    struct SkidpadTyre **tyre);

// Makes the tyre of a tyre property file (`.tir`: Magic Formula 5.2, 6.1 or 6.2), or of a tyre that comes with Skidpad, such as
// "summer-205-55r16", on the side of the car that the file is for. Free it with `skidpad_tyre_free`.
//
// Errors: `SKIDPAD_STATUS_INVALID_FILE` with every problem, or for a file that cannot be read.
SkidpadStatus skidpad_tyre_from_file(const char *path,
                                     struct SkidpadTyre **tyre);

// Makes the tyre of the text of a tyre property file, as `skidpad_tyre_from_file`.
SkidpadStatus skidpad_tyre_from_text(const char *tir, struct SkidpadTyre **tyre);

// Writes the operating point of an upright tyre without slip at a load, at the tyre's own pressure and at the speed at which it was measured; 0 where its forces
// do not depend on the speed.
SkidpadStatus skidpad_tyre_point(const struct SkidpadTyre *tyre,
                                 double load_n,
                                 struct SkidpadTyrePoint *point);

// Writes force and moments at each of `count` operating points.
//
// Errors: `SKIDPAD_STATUS_OUT_OF_RANGE` for a number of a point, with the point's index, and for points at which a force would not be
// finite. Nothing is written then.
SkidpadStatus skidpad_tyre_forces(const struct SkidpadTyre *tyre,
                                  const struct SkidpadTyrePoint *points,
                                  size_t count,
                                  struct SkidpadTyreForce *forces);

// Frees a tyre. Null is ignored. Errors: `SKIDPAD_STATUS_INVALID_HANDLE` for one that was freed before.
SkidpadStatus skidpad_tyre_free(struct SkidpadTyre *tyre);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SKIDPAD_H */
