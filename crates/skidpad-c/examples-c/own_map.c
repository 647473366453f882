/* A site of the program's own: land with a hill and a frozen pond, a wall around it and a tree. One car drives over the hill in a world, and
 * four do so side by side in a fleet; the first of these has the bits of the one in the world. Prints heights and places. */
#include <math.h>
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 81
#define ROWS 41
#define STEPS 500
#define DT_S 0.01

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

/* Nodes 2 m apart: a hill of 1.5 m around (50, 0), and ice beyond x = 110 m. */
static SkidpadGround *land(void) {
    static double heights_m[ROWS][COLUMNS], grips[ROWS][COLUMNS];
    SkidpadGround *ground = NULL;
    SkidpadMap map;
    int row, column;
    check(skidpad_map_options(&map));
    map.origin_m[0] = -20.0;
    map.origin_m[1] = -40.0;
    map.spacing_m[0] = map.spacing_m[1] = 2.0;
    map.columns = COLUMNS;
    map.rows = ROWS;
    for (row = 0; row < ROWS; row++) {
        for (column = 0; column < COLUMNS; column++) {
            const double x_m = map.origin_m[0] + 2.0 * column, y_m = map.origin_m[1] + 2.0 * row;
            heights_m[row][column] = 1.5 * exp(-((x_m - 50.0) * (x_m - 50.0) + y_m * y_m) / 400.0);
            grips[row][column] = x_m > 110.0 ? 0.15 : 0.9;
        }
    }
    map.heights_m = &heights_m[0][0];
    map.grips = &grips[0][0];
    map.height_count = map.grip_count = ROWS * COLUMNS;
    check(skidpad_ground_new(NULL, &ground));
    check(skidpad_ground_add_map(ground, &map));
    return ground;
}

int main(void) {
    static const double corners_m[5][2] = {{-20, -40}, {140, -40}, {140, 40}, {-20, 40}, {-20, -40}};
    const SkidpadPost tree = {{80.0, 6.0}, 0.3, 0.1, 0.5};
    SkidpadWall walls[4];
    SkidpadGround *ground;
    SkidpadSiteOptions site;
    SkidpadFleetOptions options;
    SkidpadPlacement starts[4] = {{{0.0, 0.0}, 0.0, 15.0}, {{0.0, 3.0}, 0.0, 15.0}, {{0.0, 6.0}, 0.0, 15.0}, {{0.0, 9.0}, 0.0, 15.0}};
    SkidpadCarOptions car_options;
    SkidpadCar *car = NULL, *copy = NULL;
    SkidpadWorld *world = NULL;
    SkidpadFleet *fleet = NULL;
    SkidpadState state;
    SkidpadSpot spot;
    double x_m[4], alone_m, highest_m = 0.0;
    uint32_t id;
    int at;
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    ground = land();
    for (at = 0; at < 4; at++) {
        const SkidpadWall wall = {
            {corners_m[at][0], corners_m[at][1]}, {corners_m[at + 1][0], corners_m[at + 1][1]}, 0.2, 0.5};
        walls[at] = wall;
    }
    check(skidpad_site_options(&site));
    site.ground = ground;
    site.walls = walls;
    site.wall_count = 4;
    site.posts = &tree;
    site.post_count = 1;
    check(skidpad_car_options(&car_options));
    car_options.model = "spatial";
    car_options.placement = starts[0];
    check(skidpad_car_from_preset("mx5-nd-2016", &car_options, &car));
    check(skidpad_world_new(&site, &world));
    check(skidpad_world_add(world, car, &id));
    check(skidpad_fleet_options(&options));
    options.site = &site;
    options.placements = starts;
    check(skidpad_fleet_new(car, 4, &options, &fleet));
    /* World and fleet have what they need of it. */
    check(skidpad_ground_at(ground, 50.0, 0.0, &spot));
    check(skidpad_ground_free(ground));
    for (at = 0; at < STEPS; at++) {
        check(skidpad_world_step(world, DT_S));
        check(skidpad_fleet_step(fleet, DT_S, 1));
        check(skidpad_world_car_state(world, id, &state));
        highest_m = fmax(highest_m, state.position_m[2]);
    }
    check(skidpad_fleet_states(fleet, "x_m", x_m, 4));
    printf("hill %.2f m, car up to %.2f m\n", spot.height_m, highest_m);
    for (at = 0; at < 4; at++) {
        printf("car %d at %.2f m\n", at, x_m[at]);
    }
    check(skidpad_world_car_clone(world, id, &copy));
    check(skidpad_car_value(copy, "x_m", &alone_m));
    if (alone_m != x_m[0]) {
        fprintf(stderr, "other bits in the world\n");
        return 1;
    }
    check(skidpad_car_free(copy));
    check(skidpad_car_free(car));
    check(skidpad_fleet_free(fleet));
    check(skidpad_world_free(world));
    return 0;
}
