/* A tyre alone: its lateral force and aligning moment over the slip angle, as comma-separated values, and its peak. Usage: tyre_curve
 * TYRE.tir LOAD */
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>

#define POINTS 61

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

int main(int argc, char **argv) {
    SkidpadTyre *tyre = NULL;
    SkidpadTyrePoint points[POINTS];
    SkidpadTyreForce forces[POINTS];
    int place, peak = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: tyre_curve TYRE.tir LOAD\n");
        return 2;
    }
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    check(skidpad_tyre_from_file(argv[1], &tyre));
    for (place = 0; place < POINTS; place++) {
        check(skidpad_tyre_point(tyre, strtod(argv[2], NULL), &points[place]));
        points[place].slip_angle_rad = -0.005 * place;
    }
    check(skidpad_tyre_forces(tyre, points, POINTS, forces));
    printf("slip_angle_rad,force_y_n,aligning_nm\n");
    for (place = 0; place < POINTS; place++) {
        printf("%.3f,%.17g,%.17g\n", points[place].slip_angle_rad, forces[place].force_n[1], forces[place].aligning_nm);
        peak = forces[place].force_n[1] > forces[peak].force_n[1] ? place : peak;
    }
    printf("peak %.2f at %.3f rad\n", forces[peak].force_n[1] / points[peak].load_n, points[peak].slip_angle_rad);
    check(skidpad_tyre_free(tyre));
    return 0;
}
