/* Cars on threads: each drives its own, which the main thread made and frees; all read one car and one tyre at once; each has the message
 * of its own errors. Prints a hash for each thread and compares them with drives one after the other. Usage: threads [THREADS], those
 * of each fleet, 2 where none are given. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <skidpad.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define STEPS 240

static const char *const MODELS[THREADS] = {"two_track", "spatial", "two_track_magic", "two_track_sprung"};

static size_t fleet_threads = 2;

static void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        fprintf(stderr, "error %d: %s\n", (int)status, skidpad_last_error());
        exit(1);
    }
}

static void must(int is_true, const char *what) {
    if (!is_true) {
        fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

/* A thread's own car and fleet, what all threads share, and what the thread found. */
typedef struct {
    int number;
    SkidpadCar *car;
    const SkidpadCar *shared_car;
    const SkidpadTyre *shared_tyre;
    pthread_barrier_t *barrier;
    uint64_t hash;
    double distance_m, force_n;
} Task;

static SkidpadCar *made(int number) {
    SkidpadCar *car = NULL;
    SkidpadCarOptions options;
    check(skidpad_car_options(&options));
    options.model = MODELS[number];
    options.placement.speed_m_s = 5.0 + number;
    check(skidpad_car_from_preset("mx5-nd-2016", &options, &car));
    return car;
}

/* Drives the task's car, and saves, clones and frees on the way, so that handles come and go on all threads at once. */
static void drive(Task *task) {
    SkidpadControls controls;
    int step;
    check(skidpad_controls_released(&controls));
    for (step = 0; step < STEPS; step++) {
        controls.throttle = 0.5;
        controls.steer_rad = 0.0005 * (step % 60) * (task->number + 1);
        check(skidpad_car_step(task->car, &controls, 1.0 / 60.0));
        if (step % 40 == 0) {
            SkidpadSavedCar *saved = NULL;
            SkidpadCar *clone = NULL;
            check(skidpad_car_save(task->car, &saved));
            check(skidpad_car_clone(task->car, &clone));
            check(skidpad_car_step(task->car, &controls, 0.5));
            check(skidpad_car_restore(task->car, saved));
            check(skidpad_saved_car_free(saved));
            check(skidpad_car_free(clone));
        }
    }
    check(skidpad_car_hash(task->car, &task->hash));
}

/* A fleet, with threads of its own. */
static void drive_fleet(Task *task) {
    SkidpadFleet *fleet = NULL;
    SkidpadFleetOptions options;
    double full[9], x_m[9];
    int car;
    check(skidpad_fleet_options(&options));
    options.threads = fleet_threads;
    check(skidpad_fleet_new(task->shared_car, 9, &options, &fleet));
    for (car = 0; car < 9; car++) {
        full[car] = 0.1 * (car + task->number);
    }
    check(skidpad_fleet_set_command(fleet, "throttle", full, 9));
    check(skidpad_fleet_step(fleet, 0.01, 100));
    check(skidpad_fleet_states(fleet, "x_m", x_m, 9));
    check(skidpad_fleet_free(fleet));
    task->distance_m = x_m[8];
}

/* Reads what the threads share. */
static void read_shared(Task *task) {
    SkidpadTyrePoint point;
    SkidpadTyreForce force;
    SkidpadWheel wheels[4];
    double engine_rad_s;
    int turn;
    for (turn = 0; turn < 50; turn++) {
        check(skidpad_tyre_point(task->shared_tyre, 1000.0 * (task->number + 1), &point));
        point.slip_angle_rad = -0.05;
        check(skidpad_tyre_forces(task->shared_tyre, &point, 1, &force));
        check(skidpad_car_value(task->shared_car, "engine_rad_s", &engine_rad_s));
        check(skidpad_car_wheels(task->shared_car, wheels, 4, NULL));
    }
    task->force_n = force.force_n[1] + engine_rad_s + wheels[0].load_n;
}

static void *run(void *argument) {
    Task *task = argument;
    SkidpadCar *none = NULL;
    char name[32];
    snprintf(name, sizeof name, "nobody-%d", task->number);
    must(skidpad_car_from_preset(name, NULL, &none) == SKIDPAD_STATUS_UNKNOWN_NAME, "a preset without a file");
    if (task->barrier != NULL) {
        /* All threads have failed by now. */
        pthread_barrier_wait(task->barrier);
    }
    must(strstr(skidpad_last_error(), name) != NULL, "the message of another thread");
    drive(task);
    drive_fleet(task);
    read_shared(task);
    must(strstr(skidpad_last_error(), name) != NULL, "the message of another thread");
    return NULL;
}

int main(int argc, char **argv) {
    SkidpadCar *shared_car = NULL;
    SkidpadTyre *shared_tyre = NULL;
    Task serial[THREADS], tasks[THREADS];
    pthread_t threads[THREADS];
    pthread_barrier_t barrier;
    int number;
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    fleet_threads = argc > 1 ? strtoul(argv[1], NULL, 10) : fleet_threads;
    shared_car = made(0);
    check(skidpad_tyre_from_file("summer-205-55r16", &shared_tyre));
    must(pthread_barrier_init(&barrier, NULL, THREADS) == 0, "no barrier");
    for (number = 0; number < THREADS; number++) {
        const Task task = {number, made(number), shared_car, shared_tyre, NULL, 0, 0.0, 0.0};
        serial[number] = tasks[number] = task;
        tasks[number].car = made(number);
        tasks[number].barrier = &barrier;
        run(&serial[number]);
    }
    for (number = 0; number < THREADS; number++) {
        must(pthread_create(&threads[number], NULL, run, &tasks[number]) == 0, "no thread");
    }
    for (number = 0; number < THREADS; number++) {
        must(pthread_join(threads[number], NULL) == 0, "a thread that does not end");
    }
    for (number = 0; number < THREADS; number++) {
        const Task *a = &serial[number], *b = &tasks[number];
        uint64_t again;
        must(a->hash == b->hash, "other bits on a thread");
        must(a->distance_m == b->distance_m && a->force_n == b->force_n, "other numbers on a thread");
        /* The car is back on the main thread. */
        check(skidpad_car_hash(b->car, &again));
        must(again == b->hash, "other bits after the thread");
        printf("%s %016llx\n", MODELS[number], (unsigned long long)b->hash);
        check(skidpad_car_free(a->car));
        check(skidpad_car_free(b->car));
    }
    pthread_barrier_destroy(&barrier);
    check(skidpad_tyre_free(shared_tyre));
    check(skidpad_car_free(shared_car));
    return 0;
}
