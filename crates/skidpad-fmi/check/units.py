"""Checks units of Skidpad with FMPy: `cargo xtask fmi` runs it with the program and a folder.

FMPy's validator looks at files alone, so what an importer calls is called here: co-simulation beside `skidpad run`, states,
derivatives against differences, events, model exchange by CVODE, wrong references and tokens.
"""

import csv
import math
import pathlib
import subprocess
import sys

import fmpy
from fmpy.fmi3 import FMU3Model, FMU3Slave
from fmpy.validation import validate_fmu

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])

# Cars with models: of each kind of equations one, and a car of a model's own.
UNITS = [
    ("boxster-s", "two_track"), ("mx5-nd-2016", "two_track_sprung"), ("boxster-s", "single_track"),
    ("mx5-nd-2016", "spatial"), ("boxster-s", "straight_line"), ("boxster-s", "kinematic"),
    ("boxster-s", "point_mass"), ("cbr1000rr", "motorcycle"), ("boxster-s", "slip_vector"),
    ("commonroad-2", "commonroad_mb"),
]

# Controls that hold from a time on; the scenario of `skidpad run` and the calls of the unit are both made from it.
CONTROLS = [
    (0.0, {"throttle": 0.9, "brake": 0.0, "steer_rad": 0.0}),
    (3.0, {"throttle": 0.2, "brake": 0.0, "steer_rad": 0.04}),
    (4.5, {"throttle": 0.0, "brake": 0.0, "steer_rad": -0.06}),
    (6.0, {"throttle": 0.0, "brake": 0.8, "steer_rad": 0.01}),
]
STEP_S, STEPS = 0.005, 1600


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stderr}"


class Unit:
    """A unit that `skidpad fmu` wrote."""

    def __init__(self, car, model):
        self.path = str(FOLDER / f"{car}-{model}.fmu")
        run("fmu", car, "--model", model, "--out", self.path)
        self.description = fmpy.read_model_description(self.path)
        self.folder = fmpy.extract(self.path)
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.messages = []

    def __getitem__(self, name):
        return self.references[name]

    def instance(self, kind=FMU3Slave, token=None, **options):
        def note(environment, status, category, message):
            self.messages.append(message.decode())

        token = token or self.description.instantiationToken
        made = kind(guid=token, modelIdentifier="skidpad", unzipDirectory=self.folder, instanceName="check")
        made.instantiate(logMessage=note, **options)
        return made

    def set(self, instance, **values):
        instance.setFloat64([self[name] for name in values], list(values.values()))

    def get(self, instance, name):
        return instance.getFloat64([self[name]])[0]


def fails(unit, part, call):
    """The call must fail with a message that has a part."""
    unit.messages.clear()
    try:
        call()
    except Exception:
        pass
    else:
        raise AssertionError(f"no error: {part}")
    assert any(part in message for message in unit.messages), (part, unit.messages)


def begin(instance):
    instance.enterInitializationMode()
    instance.exitInitializationMode()


def validated():
    for car, model in UNITS:
        unit = Unit(car, model)
        problems = validate_fmu(unit.path)
        assert not problems, (car, model, problems)
        start = {"throttle": 0.5} if "throttle" in unit.references else {}
        for kind, end, options in [
            ("CoSimulation", 1.0, {}), ("CoSimulation", 1.0, {"use_event_mode": True, "early_return_allowed": True}),
            ("ModelExchange", 0.02, {"relative_tolerance": 1e-6}),
        ]:
            result = fmpy.simulate_fmu(
                unit.path, validate=True, fmi_type=kind, stop_time=end, output_interval=end / 5, start_values=start,
                **options)
            assert abs(result["time"][-1] - end) < 1e-9, (car, model, kind)
            assert all(math.isfinite(value) for name in result.dtype.names for value in result[name])
        print(f"{car} by {model}: valid; {len(unit.references)} variables; both interfaces simulated")


def beside_run():
    """All columns of `skidpad run` are those of the unit, to the bit."""
    for car, model in [("boxster-s", "two_track"), ("mx5-nd-2016", "spatial"), ("boxster-s", "single_track")]:
        rows = "".join(
            f"\n[[controls]]\nt_s = {time}\ngear = \"auto\"\nthrottle = {at['throttle']}\nbrake = {at['brake']}\n"
            f"steer = {at['steer_rad']}\n" for time, at in CONTROLS)
        scenario, table = FOLDER / "script.toml", FOLDER / "script.csv"
        scenario.write_text(
            f'car = "{car}"\nmodel = "{model}"\ndt_s = {STEP_S}\nduration = "{STEPS * STEP_S} s"\n{rows}')
        run("run", str(scenario), "--out", str(table), "--quiet")
        with open(table, newline="") as file:
            lines = list(csv.reader(file))
        names, rows = lines[0], lines[1:]
        unit = Unit(car, model)
        outputs = {v.name for v in unit.description.modelVariables if v.causality == "output" and v.type == "Float64"}
        places = [place for place, name in enumerate(names) if name in outputs]
        references = [unit[names[place]] for place in places]
        instance = unit.instance()
        unit.set(instance, step_s=STEP_S)
        begin(instance)
        assert len(rows) == STEPS + 1 and len(places) > 60, (len(rows), len(places))
        for step, row in enumerate(rows):
            time = step * STEP_S
            unit.set(instance, **[at for since, at in CONTROLS if since <= time + 1e-9][-1])
            found = instance.getFloat64(references)
            for place, value in zip(places, found):
                assert float(row[place]) == value, (car, model, time, names[place], row[place], value)
            if step < STEPS:
                instance.doStep(time, STEP_S)
        instance.terminate()
        instance.freeInstance()
        print(f"{car} by {model}: {len(rows)} rows of {len(places)} channels equal those of skidpad run")


def states_and_references():
    unit = Unit("boxster-s", "two_track")
    instance = unit.instance()
    unit.set(instance, throttle=1.0)
    begin(instance)
    instance.doStep(0.0, 1.0)
    state = instance.getFMUState()
    data = instance.serializeFMUState(state)
    instance.doStep(1.0, 1.0)
    expected = instance.getUInt64([unit["hash"]])
    for again in [state, instance.deserializeFMUState(data)]:
        instance.setFMUState(again)
        instance.doStep(1.0, 1.0)
        assert instance.getUInt64([unit["hash"]]) == expected
        instance.freeFMUState(again)
    fails(unit, "no saved state", lambda: instance.setFMUState(state))
    fails(unit, "serializedState", lambda: instance.deserializeFMUState(data[:-1]))
    fails(unit, "value reference 100000 is unknown", lambda: instance.getFloat64([100000]))
    fails(unit, "throttle is Float64", lambda: instance.getInt32([unit["throttle"]]))
    fails(unit, "throttle = NaN", lambda: unit.set(instance, throttle=math.nan))
    fails(unit, "must be a whole number of steps", lambda: instance.doStep(2.0, 0.0033))
    fails(unit, "called in Step Mode", lambda: instance.exitInitializationMode())
    instance.reset()
    assert unit.get(instance, "throttle") == 0.0
    unit.set(instance, throttle=1.0)
    begin(instance)
    instance.doStep(0.0, 2.0)
    assert instance.getUInt64([unit["hash"]]) == expected
    fails(unit, "belongs to another unit", lambda: unit.instance(token="{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}"))
    print("states, references, numbers, phases, tokens: as the standard has it")


def derivatives():
    unit = Unit("boxster-s", "two_track")
    instance = unit.instance(FMU3Model)
    unit.set(instance, **{"initial.velocity_x_m_s": 25.0, "steer_rad": 0.02})
    begin(instance)
    instance.updateDiscreteStates()
    instance.enterContinuousTimeMode()
    for known in ["velocity_y_m_s", "yaw_rate_rad_s"]:
        place = [v.derivative.name for v in unit.description.modelVariables if v.derivative].index(known)
        count = len(unit.description.derivatives)
        states = (fmpy.fmi3.fmi3Float64 * count)()
        instance.getContinuousStates(states, count)
        for unknown in ["der(velocity_y_m_s)", "der(yaw_rate_rad_s)", "front_left_slip_angle_rad"]:
            def at(change):
                moved = (fmpy.fmi3.fmi3Float64 * count)(*states)
                moved[place] += change
                instance.setContinuousStates(moved, count)
                return unit.get(instance, unknown)

            difference = (at(1e-6) - at(-1e-6)) / 2e-6
            instance.setContinuousStates(states, count)
            found = instance.getDirectionalDerivative([unit[unknown]], [unit[known]], [1.0])[0]
            assert abs(found - difference) <= 1e-4 * max(1.0, abs(found)), (unknown, known, found, difference)
    print("directional derivatives: those of differences")


def exchanged():
    """A launch by CVODE beside the car's own steps."""
    unit = Unit("boxster-s", "two_track")
    end = 1.0
    options = {"stop_time": end, "output_interval": 0.1, "start_values": {"throttle": 1.0}}
    own = fmpy.simulate_fmu(unit.path, fmi_type="CoSimulation", output=["velocity_x_m_s", "x_m"], **options)
    solved = fmpy.simulate_fmu(
        unit.path, fmi_type="ModelExchange", output=["velocity_x_m_s", "x_m"], relative_tolerance=1e-7,
        record_events=False, **options)
    speed = [result["velocity_x_m_s"][-1] for result in (own, solved)]
    difference = abs(speed[1] - speed[0]) / speed[0]
    # The guide has it.
    assert 1e-6 < difference < 2.5e-5, speed
    print(f"model exchange by CVODE after {end} s: {speed[1]:.6f} m/s, own steps {speed[0]:.6f} m/s ({difference:.1e})")


def events():
    """Early returns, with and without the callback, end in the same bits."""
    unit = Unit("boxster-s", "two_track")
    ends, seen = [], []
    for stops_at in [None, 0.5]:
        def update(environment, time, set_requested, get_allowed, finished, can_return, requested, at):
            seen.append(time)
            if stops_at is not None and can_return and abs(time - stops_at) < 1e-9:
                requested[0], at[0] = True, time

        instance = unit.instance(earlyReturnAllowed=True, intermediateUpdate=update)
        unit.set(instance, throttle=1.0)
        begin(instance)
        time = 0.0
        while time < 1.0 - 1e-9:
            _, _, early, reached = instance.doStep(time, 1.0 - time)
            assert early == (stops_at == reached), (early, reached)
            time = reached
        ends.append(instance.getUInt64([unit["hash"]]))
    assert ends[0] == ends[1] and len(seen) == 2 * 500, len(seen)
    result = fmpy.simulate_fmu(
        unit.path, stop_time=8, output_interval=1.0, start_values={"throttle": 1.0}, use_event_mode=True,
        early_return_allowed=True, output=["event.gear"])
    assert sorted(set(result["event.gear"])) == [1, 2, 3] and len(result) > 9, result
    print("events: early returns at shifts and by the callback")


def by_fmi2():
    """A unit by FMI 2.0 is valid and has the numbers of FMI 3.0."""
    for car, model in [("boxster-s", "two_track"), ("commonroad-2", "commonroad_mb")]:
        path = str(FOLDER / f"{car}-{model}-2.fmu")
        run("fmu", car, "--model", model, "--fmi", "2", "--out", path)
        problems = validate_fmu(path)
        assert not problems, problems
        start = {"throttle": 0.7} if model == "two_track" else {"acceleration_m_s2": 2.0}
        options = {"stop_time": 4.0, "output_interval": 0.5, "start_values": start}
        two = fmpy.simulate_fmu(path, validate=True, **options)
        three = fmpy.simulate_fmu(Unit(car, model).path, fmi_type="CoSimulation", **options)
        assert two.dtype.names == three.dtype.names and len(two) == len(three) == 9
        assert all((two[name] == three[name]).all() for name in two.dtype.names)
        assert two["velocity_x_m_s"][-1] > 5.0
    print("FMI 2.0: valid, with the numbers of FMI 3.0")


def guide():
    """The programs of the guide run as they are shown."""
    text = pathlib.Path("docs/guide/fmi.md").read_text()
    programs = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert len(programs) >= 2
    run("fmu", "boxster-s", "--out", str(FOLDER / "boxster.fmu"))
    for program in programs:
        done = subprocess.run([sys.executable, "-c", program], cwd=FOLDER, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        print("guide:", done.stdout.strip() or "ok")


for check in [validated, beside_run, states_and_references, derivatives, exchanged, events, by_fmi2, guide]:
    check()
