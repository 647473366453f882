/* A car drives by a file of controls, one step of 1/60 s a line (throttle, brake, steering angle in rad), and prints a hash of its
 * bits after each. Usage: replay VEHICLE.toml MODEL SPEED GEAR CONTROLS */
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

int main(int argc, char **argv) {
    SkidpadCar *car = NULL;
    SkidpadCarOptions options;
    SkidpadControls controls;
    uint64_t hash;
    FILE *script;
    if (argc != 6 || (script = fopen(argv[5], "r")) == NULL) {
        fprintf(stderr, "usage: replay VEHICLE.toml MODEL SPEED GEAR CONTROLS\n");
        return 2;
    }
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    check(skidpad_car_options(&options));
    options.model = argv[2];
    options.placement.speed_m_s = strtod(argv[3], NULL);
    options.gear = atoi(argv[4]);
    check(skidpad_car_from_file(argv[1], &options, &car));
    check(skidpad_controls_released(&controls));
    while (fscanf(script, "%lf %lf %lf", &controls.throttle, &controls.brake, &controls.steer_rad) == 3) {
        check(skidpad_car_step(car, &controls, 1.0 / 60.0));
        check(skidpad_car_hash(car, &hash));
        printf("%016llx\n", (unsigned long long)hash);
    }
    fclose(script);
    check(skidpad_car_free(car));
    return 0;
}
