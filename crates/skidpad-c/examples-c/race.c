/* Three cars race on a track; laps and contacts are printed. Usage: race TRACK.csv SECONDS */
#include <math.h>
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>

#define CARS 3

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

static double heading(const SkidpadState *state) {
    const double *q = state->quaternion;
    return atan2(2.0 * (q[0] * q[3] + q[1] * q[2]), 1.0 - 2.0 * (q[2] * q[2] + q[3] * q[3]));
}

/* Steers to a point ahead on the line (pure pursuit), at the speed that the curvature ahead allows. */
static void drive(const SkidpadTrack *track, const SkidpadWorld *world, uint32_t car, SkidpadControls *controls) {
    SkidpadState state;
    SkidpadProgress at;
    SkidpadTrackPoint aim;
    double target_m_s = 35.0, way_m, dx, dy, angle;
    check(skidpad_world_car_state(world, car, &state));
    check(skidpad_world_progress(world, car, &at));
    check(skidpad_track_at(track, at.distance_m + 6.0 + 0.5 * state.speed_m_s, &aim));
    dx = aim.position_m[0] - state.position_m[0];
    dy = aim.position_m[1] - state.position_m[1];
    angle = atan2(dy, dx) - heading(&state);
    controls->steer_rad = atan(2.0 * 2.5 * sin(angle) / hypot(dx, dy));
    for (way_m = 0.0; way_m < 80.0; way_m += 10.0) {
        SkidpadTrackPoint ahead;
        double corner_m_s;
        check(skidpad_track_at(track, at.distance_m + way_m, &ahead));
        corner_m_s = sqrt(5.0 / fmax(fabs(ahead.curvature_1_m), 1e-4) + 2.0 * 4.0 * way_m);
        target_m_s = fmin(target_m_s, corner_m_s);
    }
    target_m_s -= 2.0 * car;
    controls->throttle = fmin(fmax(0.3 * (target_m_s - state.speed_m_s), 0.0), 1.0);
    controls->brake = fmin(fmax(0.1 * (state.speed_m_s - target_m_s - 1.0), 0.0), 0.6);
}

static void print(const SkidpadEvent *event) {
    if (event->kind == SKIDPAD_EVENT_LAP) {
        printf("%6.2f s: car %u, lap %u in %.3f s%s\n", event->time_s, (unsigned)event->car, (unsigned)event->lap,
               event->lap_time_s, event->is_clean ? "" : " (off the course)");
    } else if (event->kind == SKIDPAD_EVENT_MET) {
        printf("%6.2f s: car %u meets %s %u at %.1f m/s\n", event->time_s, (unsigned)event->car,
               event->other_kind == SKIDPAD_PARTY_CAR ? "car" : "wall or cone", (unsigned)event->other,
               event->approach_speed_m_s);
    }
}

int main(int argc, char **argv) {
    static const char *const PRESETS[CARS] = {"boxster-s", "mx5-nd-2016", "fr-s-2013"};
    SkidpadTrack *track = NULL;
    SkidpadWorld *world = NULL;
    SkidpadSiteOptions site;
    SkidpadTrackInfo length;
    SkidpadControls controls;
    uint32_t ids[CARS];
    uint64_t hash;
    int car;
    double time_s = 0.0, end_s;
    if (argc != 3) {
        fprintf(stderr, "usage: race TRACK SECONDS\n");
        return 2;
    }
    end_s = atof(argv[2]);
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    check(skidpad_track_load(argv[1], &track));
    check(skidpad_track_info(track, &length));
    check(skidpad_site_options(&site));
    site.track = track;
    check(skidpad_world_new(&site, &world));
    for (car = 0; car < CARS; car++) {
        SkidpadCar *one = NULL;
        SkidpadCarOptions options;
        SkidpadTrackPoint place;
        check(skidpad_car_options(&options));
        check(skidpad_track_at(track, length.start_m - 10.0 - 10.0 * car, &place));
        options.placement.position_m[0] = place.position_m[0];
        options.placement.position_m[1] = place.position_m[1];
        options.placement.heading_rad = place.heading_rad;
        check(skidpad_car_from_preset(PRESETS[car], &options, &one));
        check(skidpad_world_add(world, one, &ids[car]));
        check(skidpad_car_free(one));
    }
    check(skidpad_controls_released(&controls));
    while (time_s < end_s) {
        SkidpadEvent events[16];
        size_t count = 0, place;
        for (car = 0; car < CARS; car++) {
            drive(track, world, ids[car], &controls);
            check(skidpad_world_set_controls(world, ids[car], &controls));
        }
        check(skidpad_world_step(world, 1.0 / 60.0));
        check(skidpad_world_time(world, &time_s));
        do {
            check(skidpad_world_take_events(world, events, 16, &count));
            for (place = 0; place < count; place++) {
                print(&events[place]);
            }
        } while (count > 0);
    }
    check(skidpad_world_hash(world, &hash));
    printf("hash %016llx\n", (unsigned long long)hash);
    check(skidpad_world_free(world));
    check(skidpad_track_free(track));
    return 0;
}
