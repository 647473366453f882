"""Monte Carlo of braking distances: a car on roads, tyres and loads as they vary, with confidence intervals.

    python braking_distances.py --draws 10000 --executor all --folder distances

Ctrl-C ends it; the same command goes on where it ended.
"""

import argparse

import skidpad
from skidpad.sweeps import Normal, Triangular, Uniform, mean_interval, quantile_interval

# Each range with its reason; none is that of a certain road or driver.
PARAMETERS = {
    # Dry asphalt from polished to rough, over that of the car's tests.
    "grip": Triangular(0.8, 1.0, 1.1),
    # Range of the vehicle file: bought tyres of this kind scatter by some 8 %.
    "friction": Uniform(1.03, 1.209),
    # The driver alone, up to two people with luggage.
    "load_kg": Uniform(75.0, 250.0),
    "speed_km_h": Normal(100.0, 2.0, 90.0, 110.0),
    # Time until the pedal is down: an alert driver who expects it.
    "reaction_s": Normal(0.7, 0.15, 0.3, 1.5),
}


def stop(grip: float, friction: float, load_kg: float, speed_km_h: float, reaction_s: float) -> dict[str, float]:
    """Drives on for the reaction time, then brakes to rest with all force; the anti-lock system of the car works."""
    changes = {"body.load_mass": load_kg, "front.friction": friction, "rear.friction": friction}
    car = skidpad.Car(skidpad.Vehicle("boxster-s", changes), speed_m_s=speed_km_h / 3.6, surface={"grip": grip})
    while car.speed_m_s > 0.05:
        car.step(0.01, brake=1.0, steps=5)
    braking_m = car.position_m[0]
    return {"braking_m": braking_m, "stopping_m": braking_m + reaction_s * speed_km_h / 3.6, "time_s": reaction_s + car.time_s}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--draws", type=int, default=400)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--executor", default="1", help='a number of processes, "all", "dask" or "ray"')
    options.add_argument("--folder")
    given = options.parse_args()
    executor = int(given.executor) if given.executor.isdigit() else given.executor
    found = skidpad.sweep(stop, PARAMETERS, draws=given.draws, seed=given.seed, executor=None if executor == 1 else executor, folder=given.folder)
    print(f"{found.rows} stops of a Porsche Boxster S from about 100 km/h; estimates with intervals of 95 % confidence")
    for name in ("braking_m", "stopping_m"):
        print(f"{name:12} mean {mean_interval(found[name])}   95 % of stops within {quantile_interval(found[name], 0.95)}")


if __name__ == "__main__":
    main()
