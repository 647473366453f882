/* A car drives off: 0 to 100 km/h. */
#include <skidpad.h>
#include <stdio.h>

int main(void) {
    SkidpadCar *car = NULL;
    SkidpadControls controls;
    SkidpadState state;
    if (skidpad_check_abi(SKIDPAD_ABI_VERSION) != SKIDPAD_STATUS_OK ||
        skidpad_car_from_preset("boxster-s", NULL, &car) != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "%s\n", skidpad_last_error());
        return 1;
    }
    skidpad_controls_released(&controls);
    controls.throttle = 1.0;
    do {
        if (skidpad_car_step(car, &controls, 1.0 / 60.0) != SKIDPAD_STATUS_OK ||
            skidpad_car_state(car, &state) != SKIDPAD_STATUS_OK) {
            fprintf(stderr, "%s\n", skidpad_last_error());
            skidpad_car_free(car);
            return 1;
        }
    } while (state.speed_m_s < 100.0 / 3.6 && state.run == SKIDPAD_RUN_RUNNING);
    printf("0 to 100 km/h in %.2f s\n", state.time_s);
    skidpad_car_free(car);
    return 0;
}
