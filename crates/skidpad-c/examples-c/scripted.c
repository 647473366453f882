/* A car drives for 8 s by a script, goes on from bytes in a second car, and prints a hash of its bits. */
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

int main(void) {
    SkidpadCar *car = NULL;
    SkidpadCar *other = NULL;
    SkidpadControls controls;
    SkidpadChannel engine;
    SkidpadWheel wheels[4];
    size_t count, size, index;
    char description[256];
    unsigned char *bytes;
    uint64_t hash;
    double engine_rad_s, by_name_rad_s;
    int step;
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    check(skidpad_car_from_preset("fr-s-2013", NULL, &car));
    check(skidpad_car_channel(car, "engine_rad_s", &engine));
    check(skidpad_controls_released(&controls));
    for (step = 0; step < 480; step++) {
        controls.throttle = step < 240 ? 0.8 : 0.0;
        controls.brake = step < 360 ? 0.0 : 0.9;
        controls.steer_rad = step < 240 ? 0.0 : 0.001 * (step % 60 - 30);
        check(skidpad_car_step(car, &controls, 1.0 / 60.0));
        if (step == 300) {
            check(skidpad_car_to_bytes(car, NULL, 0, &size));
            bytes = malloc(size);
            check(skidpad_car_to_bytes(car, bytes, size, &size));
            check(skidpad_car_from_preset("fr-s-2013", NULL, &other));
            check(skidpad_car_from_bytes(other, bytes, size));
            free(bytes);
            check(skidpad_car_free(car));
            car = other;
        }
    }
    check(skidpad_car_values(car, &engine, 1, &engine_rad_s));
    check(skidpad_car_value(car, "engine_rad_s", &by_name_rad_s));
    check(skidpad_car_wheels(car, wheels, 4, &count));
    if (count != 4 || wheels[0].load_n <= 0.0 || engine_rad_s != by_name_rad_s) {
        fprintf(stderr, "wrong wheels or outputs\n");
        return 1;
    }
    check(skidpad_car_channel_count(car, &count));
    for (index = 0; index < count; index++) {
        check(skidpad_car_channel_description(car, index, description, sizeof description, &size));
        if (size < 2) {
            fprintf(stderr, "channel %d has no description\n", (int)index);
            return 1;
        }
    }
    check(skidpad_car_hash(car, &hash));
    check(skidpad_car_free(car));
    if (skidpad_car_free(car) != SKIDPAD_STATUS_INVALID_HANDLE ||
        skidpad_car_step(car, &controls, 0.01) != SKIDPAD_STATUS_INVALID_HANDLE) {
        fprintf(stderr, "a freed car was taken\n");
        return 1;
    }
    printf("hash %016llx\n", (unsigned long long)hash);
    return 0;
}
