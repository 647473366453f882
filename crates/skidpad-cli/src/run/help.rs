//! The scenario file in `--help`.

/// The format of scenarios.
macro_rules! format {
    () => {
        "\
A scenario is a TOML file:

  car = \"boxster-s\"             # a preset (skidpad cars list), or a vehicle file, from this file's folder
  model = \"single_track\"        # skidpad models
  dt = \"5 ms\"                   # or dt_s = 0.005: a row of the result each
  duration = \"8 s\"
  interpolate = \"linear\"        # between the rows; default \"hold\"
  integrator = \"rk4\"            # optional; default: the model's own

  [initial]                     # states of the model by name; default: in balance
  speed_m_s = 20

  [surface]                     # default: dry, level asphalt
  grip = 0.8
  slope = \"5 %\"                 # and bank, headwind, crosswind, rolling, air_density, gravity

  [weather]                     # default: still air
  wind = [0, \"8 m/s\"]          # along the road's x and y axes
  gusts = { deviation = \"2 m/s\", time_scale = \"4 s\", seed = 1 }

  [[ground]]                    # where the road differs: any number, the last one on top
  x = 60                        # centre of a rectangle; or radius = 5 for a disc
  y = -2
  length = 100
  width = 4
  grip = 0.1                    # or rolling, or the height of a bump; or map = \"grip.csv\" instead

  [contact]                     # of the car, and the default of walls and further cars
  restitution = 0.25            # Palmer's e of 8.42; of two that meet the lower counts

  [[wall]]                      # as many as you like
  from = [60, -5]               # from one point to another; or point = [60, 0] and normal = [-1, 0]: solid behind a
  to = [60, 5]                  # line; or x, y and radius: a post; and name, restitution, friction

  [[cone]]                      # cars throw them about
  from = [20, 0]                # a row; or x and y: a single one
  to = [92, 0]
  count = 5

  [[traffic]]                   # further cars
  name = \"ram\"                  # its columns begin with it: ram.x_m
  vehicle = \"corvette-c5\"       # as car; and a model of its own
  x = 40                        # its centre of mass at the start
  y = 2
  heading = \"180 deg\"           # and speed, restitution, friction

  [traffic.driver]              # its driver; or its rows, [[traffic.controls]]; default: neutral, no pedal
  speed = \"30 km/h\"             # by throttle and brake, which the rows then leave out
  path = \"lane-change\"          # by the steering; or \"line\"; or \"circle\" with radius, negative to the right
  from = \"60 m\"                 # from the start, to the left by an offset
  length = \"40 m\"
  offset = \"3.5 m\"

  [shaping]                     # the controls are those of keys or a pad, and are shaped
  kind = \"keyboard\"             # or \"pad\", or \"direct\"
  lock = \"35 deg\"               # of the front wheels at full stick
  steer = { attack = 2 }        # and throttle, brake, handbrake: dead_zone, curve, attack, return, smoothing, ...
  grip = { peak_slip = \"8 deg\", front_arm = \"1.2 m\" } # steer by friction utilisation

  [[controls]]                  # rows in order of time; the first at 0
  t_s = 0
  throttle = 0.2                # 0 to 1, as brake, handbrake, clutch and starter
  gear = 3                      # -1 to 12, \"reverse\", \"neutral\" or \"auto\"

  [[controls]]                  # what is omitted keeps its value
  t_s = 1
  stick = 0.2                   # -1 to 1, positive to the left; without [shaping] it is
                                # steer = \"2 deg\", of the front wheels, or steer_rad = 0.035

The car itself has a driver with [driver], in place of [shaping]. [[controls]] are then optional.

A scenario that goes on from a log has [start], and neither a car nor a scene of its own:

  dt = \"5 ms\"
  duration = \"8 s\"

  [start]
  log = \"run.skidlog\"           # from this file's folder
  time = \"4 s\"                  # default: its end
  car = \"ram\"                   # the car that is driven; default: the first

Without [[controls]] and [driver] it goes on as in the log, as all other cars do.

The model slip_vector takes friction = \"exponential\", or hyperbolic, piecewise-linear or falling; with other figures
friction = { law = \"exponential\", largest = 1.05, slip_speed = 0.61 }.

Models without pedals take acceleration_m_s2 = 2 or acceleration = \"0.2 g\"."
    };
}

/// Text below the options of `skidpad compare --help`.
pub const HELP: &str = format!();

/// Text below the options of `skidpad run --help`.
pub const RUN_HELP: &str = concat!(
    "\
A field is named by its path in the scenario (surface.grip, duration, initial.yaw_rad, controls[1].steer, model, car) or
in the car's vehicle file (body.kerb_mass, front.tyre, gearbox.ratios[0]; skidpad cars show lists them). Values are
written as in the file. Fields joined by commas take the same value.

  skidpad run s.toml --out run.csv --set body.kerb_mass=\"1400 kg\" --set front.tyre=205/55R16
  skidpad run s.toml --sweep surface.grip=0.6:1.2:13
  skidpad run s.toml --sweep front.friction,rear.friction=0.9:1.2:7 --sweep car=boxster-s,corvette-c5 --out table.csv
  skidpad run s.toml --sweep body.load_mass=\"0 kg:200 kg:5\" --column yaw_rate_rad_s --column x_m:final --json

A sweep exits with 1 where a variant could not be driven (its row has the reason), with 2 where none could.

",
    format!()
);
