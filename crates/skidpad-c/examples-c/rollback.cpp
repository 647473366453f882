// A car in C++: a handle that frees itself, errors as exceptions, and a rollback with the same bits.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <skidpad.h>
#include <stdexcept>

namespace {

void check(SkidpadStatus status) {
    if (status != SKIDPAD_STATUS_OK) {
        throw std::runtime_error(skidpad_last_error());
    }
}

struct Free {
    void operator()(SkidpadCar *car) const { skidpad_car_free(car); }
    void operator()(SkidpadSavedCar *saved) const { skidpad_saved_car_free(saved); }
};

class Car {
  public:
    explicit Car(const char *preset) {
        SkidpadCar *made = nullptr;
        check(skidpad_car_from_preset(preset, nullptr, &made));
        car.reset(made);
    }
    void step(const SkidpadControls &controls, double dt_s) { check(skidpad_car_step(car.get(), &controls, dt_s)); }
    std::unique_ptr<SkidpadSavedCar, Free> save() const {
        SkidpadSavedCar *saved = nullptr;
        check(skidpad_car_save(car.get(), &saved));
        return std::unique_ptr<SkidpadSavedCar, Free>(saved);
    }
    void restore(const SkidpadSavedCar &saved) { check(skidpad_car_restore(car.get(), &saved)); }
    std::uint64_t hash() const {
        std::uint64_t found = 0;
        check(skidpad_car_hash(car.get(), &found));
        return found;
    }

  private:
    std::unique_ptr<SkidpadCar, Free> car;
};

} // namespace

int main() try {
    check(skidpad_check_abi(SKIDPAD_ABI_VERSION));
    Car car("mx5-nd-2016");
    SkidpadControls controls;
    check(skidpad_controls_released(&controls));
    controls.throttle = 0.5;
    for (int step = 0; step < 120; step++) {
        car.step(controls, 1.0 / 60.0);
    }
    const auto saved = car.save();
    car.step(controls, 1.0 / 60.0);
    const std::uint64_t hash = car.hash();
    car.restore(*saved);
    car.step(controls, 1.0 / 60.0);
    if (car.hash() != hash) {
        throw std::runtime_error("other bits after a rollback");
    }
    try {
        Car unknown("boxter-s");
    } catch (const std::runtime_error &error) {
        std::printf("%s\n", error.what());
    }
    std::printf("rolled back\n");
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
