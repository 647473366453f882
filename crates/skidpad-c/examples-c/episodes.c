/* Episodes for a learning algorithm: 64 cars are to drive along a corridor between two walls. An episode ends at a wall, at the end of the
 * corridor or after 8 s; then the car begins a new one at random. A simple law steers in the place of a policy. Prints how the episodes
 * ended. Usage: episodes [SEED]. */
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>

#define CARS 64
#define STEPS 2000

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

static SkidpadFleet *made(void) {
    const SkidpadWall walls[2] = {{{-20.0, -5.0}, {200.0, -5.0}, 0.2, 0.5}, {{-20.0, 5.0}, {200.0, 5.0}, 0.2, 0.5}};
    const SkidpadArea corridor = {{75.0, 0.0}, 0.0, {170.0, 20.0}, 0.0};
    SkidpadCar *car = NULL;
    SkidpadFleet *fleet = NULL;
    SkidpadCarOptions car_options;
    SkidpadSiteOptions site;
    SkidpadFleetOptions options;
    SkidpadEpisodeRules rules;
    check(skidpad_car_options(&car_options));
    car_options.model = "single_track";
    check(skidpad_car_from_preset("mx5-nd-2016", &car_options, &car));
    check(skidpad_site_options(&site));
    site.walls = walls;
    site.wall_count = 2;
    check(skidpad_fleet_options(&options));
    options.site = &site;
    check(skidpad_fleet_new(car, CARS, &options, &fleet));
    check(skidpad_car_free(car));
    check(skidpad_episode_rules(&rules));
    rules.time_limit_s = 8.0;
    rules.hit_m_s = 0.0;
    rules.area = &corridor;
    check(skidpad_fleet_set_rules(fleet, &rules));
    return fleet;
}

int main(int argc, char **argv) {
    const SkidpadDrawnState drawn[3] = {{"y_m", -3.0, 3.0}, {"yaw_rad", -0.3, 0.3}, {"velocity_x_m_s", 5.0, 25.0}};
    static double y_m[CARS], yaw_rad[CARS], x_m[CARS], steer_rad[CARS], throttle[CARS];
    static uint8_t ended[CARS];
    SkidpadFleet *fleet;
    SkidpadDraws draws;
    int step, car, hits = 0, arrivals = 0, late = 0;
    double way_m = 0.0;
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    fleet = made();
    check(skidpad_draws(&draws));
    draws.seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    draws.states = drawn;
    draws.state_count = 3;
    for (car = 0; car < CARS; car++) {
        ended[car] = 1;
        throttle[car] = 0.3;
    }
    check(skidpad_fleet_reset_drawn(fleet, ended, CARS, &draws));
    check(skidpad_fleet_set_command(fleet, "throttle", throttle, CARS));
    for (step = 0; step < STEPS; step++) {
        check(skidpad_fleet_states(fleet, "y_m", y_m, CARS));
        check(skidpad_fleet_states(fleet, "yaw_rad", yaw_rad, CARS));
        for (car = 0; car < CARS; car++) {
            steer_rad[car] = -0.02 * y_m[car] - 0.2 * yaw_rad[car];
        }
        check(skidpad_fleet_set_command(fleet, "steer_rad", steer_rad, CARS));
        check(skidpad_fleet_step(fleet, 0.01, 1));
        check(skidpad_fleet_endings(fleet, ended, CARS));
        /* The states are still the last of the episodes that are over. */
        check(skidpad_fleet_states(fleet, "x_m", x_m, CARS));
        for (car = 0; car < CARS; car++) {
            hits += (ended[car] & SKIDPAD_ENDING_HIT) != 0;
            arrivals += (ended[car] & SKIDPAD_ENDING_LEFT_AREA) != 0;
            late += (ended[car] & SKIDPAD_ENDING_TIME_LIMIT) != 0;
            way_m += ended[car] ? x_m[car] : 0.0;
        }
        check(skidpad_fleet_reset_drawn(fleet, ended, CARS, &draws));
    }
    printf("%d at a wall, %d at the end, %d out of time; %.0f m in all\n", hits, arrivals, late, way_m);
    check(skidpad_fleet_free(fleet));
    return 0;
}
