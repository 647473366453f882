//! The scenario file in `--help`.

/// What `--help` says below the options, here and of `skidpad compare`.
pub const HELP: &str = "\
A scenario is a TOML file:

  car = \"boxster-s\"             # a preset (skidpad cars list), or a vehicle file, from this file's folder
  model = \"single_track\"        # skidpad models
  dt = \"5 ms\"                   # or dt_s = 0.005: a row of the result each
  duration = \"8 s\"
  interpolate = \"linear\"        # between the rows; \"hold\" otherwise
  integrator = \"rk4\"            # or leave it out: the model's own

  [initial]                     # states of the model by name; what is left out is in balance
  speed_m_s = 20

  [surface]                     # dry, level asphalt otherwise
  grip = 0.8
  slope = \"5 %\"                 # and bank, headwind, crosswind, rolling, air_density, gravity

  [[ground]]                    # where the road is otherwise: as many as you like, the last one on top
  x = 60                        # the middle of a rectangle; or radius = 5 for a disc
  y = -2
  length = 100
  width = 4
  grip = 0.1                    # or rolling, or the height of a bump; or map = \"grip.csv\" instead of all

  [shaping]                     # the controls are those of keys or a pad, shaped on their way
  kind = \"keyboard\"             # or \"pad\", or \"direct\"
  lock = \"35 deg\"               # of the front wheels at full stick
  steer = { attack = 2 }        # and throttle, brake, handbrake: dead_zone, curve, attack, return, smoothing, ...
  grip = { peak_slip = \"8 deg\", front_arm = \"1.2 m\" } # steer by a share of the grip

  [[controls]]                  # rows in order of time; the first at 0
  t_s = 0
  throttle = 0.2                # 0 to 1, as brake, handbrake, clutch and starter
  gear = 3                      # -1 to 12, \"reverse\", \"neutral\" or \"auto\"

  [[controls]]                  # what is left out stays as it is
  t_s = 1
  stick = 0.2                   # -1 to 1, positive to the left; without [shaping] it is
                                # steer = \"2 deg\", of the front wheels, or steer_rad = 0.035

Models without pedals take acceleration_m_s2 = 2 or acceleration = \"0.2 g\" instead.";
