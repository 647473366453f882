//! What MB knows of a car beyond the other models: parameter sets 1 to 3.
//!
//! Figures of the package commonroad-vehicle-models 3.0.2 (BSD-3-Clause, (c) 2020 TUM), files
//! `parameters/parameters_vehicle1.yaml` to `parameters_vehicle3.yaml`: table 6 of Althoff and Wuersching,
//! *CommonRoad: Vehicle Models*, 2020. The doc comment of each field gives its name there, with `_f` for
//! the front's.

use skidpad_core::record;

record! {
    /// An axle on springs.
    pub struct SprungAxle {
        /// Unsprung mass: `m_uf`.
        mass_kg: "kg" [1.0, 10000.0],
        /// Its moment of inertia about the longitudinal axis: `I_uf`.
        lean_inertia_kg_m2: "kg.m^2" [0.1, 10000.0],
        /// Rate of a spring: `K_sf`.
        spring_n_m: "N/m" [0.0, 1e7],
        /// Rate of a damper: `K_sdf`.
        damper_n_s_m: "N.s/m" [0.0, 1e6],
        /// Track: `T_f`.
        track_m: "m" [0.1, 5.0],
        /// What the axle's torsion adds to its roll stiffness, as published below 0: `K_tsf`.
        torsion_nm_rad: "N.m/rad" [-1e6, 1e6],
        /// Height of the roll axis above ground: `h_raf`.
        roll_axis_m: "m" [-2.0, 2.0],
        /// Camber by travel: `D_f`.
        camber_rad_m: "rad/m" [-10.0, 10.0],
        /// Camber by the square of the travel: `E_f`.
        camber_rad_m2: "rad/m^2" [-100.0, 100.0],
    }

    /// The body on its axles.
    pub struct Sprung {
        /// Sprung mass: `m_s`.
        mass_kg: "kg" [10.0, 150000.0],
        /// Its moment of inertia in roll: `I_Phi_s`.
        lean_inertia_kg_m2: "kg.m^2" [1.0, 1e6],
        /// Its moment of inertia in pitch: `I_y_s`.
        pitch_inertia_kg_m2: "kg.m^2" [1.0, 1e6],
        /// Its product of inertia: `I_xz_s`.
        product_kg_m2: "kg.m^2" [-1e5, 1e5],
        /// Lateral spring rate of the joint between body and axle: `K_ras`.
        joint_spring_n_m: "N/m" [0.0, 1e8],
        /// Its damping rate: `K_rad`.
        joint_damper_n_s_m: "N.s/m" [0.0, 1e7],
        /// Vertical spring rate of a tyre: `K_zt`.
        tyre_spring_n_m: "N/m" [1e3, 1e7],
        /// How far a tyre yields to the side: `K_lt`.
        tyre_yield_m_n: "m/N" [0.0, 1e-3],
    }
}

/// Body and axles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspension {
    /// The body.
    pub body: Sprung<f64>,
    /// The front axle.
    pub front: SprungAxle<f64>,
    /// The rear axle.
    pub rear: SprungAxle<f64>,
}

/// Set 1: Ford Escort.
pub(in super::super) const FORD_ESCORT: Suspension = Suspension {
    body: Sprung {
        mass_kg: 1094.542720290477,
        lean_inertia_kg_m2: 244.04723069965206,
        pitch_inertia_kg_m2: 1342.2597688480864,
        product_kg_m2: 0.0,
        joint_spring_n_m: 175186.65943700788,
        joint_damper_n_s_m: 10215.732056044453,
        tyre_spring_n_m: 189785.5477234252,
        tyre_yield_m_n: 1.0278264878518764e-05,
    },
    front: SprungAxle {
        mass_kg: 65.67256321742863,
        lean_inertia_kg_m2: 32.53963075995361,
        spring_n_m: 21898.332429625985,
        damper_n_s_m: 1459.3902937206362,
        track_m: 1.389888,
        torsion_nm_rad: -12880.270509148304,
        roll_axis_m: 0.0,
        camber_rad_m: -0.6233595800524934,
        camber_rad_m2: 0.0,
    },
    rear: SprungAxle {
        mass_kg: 65.67256321742863,
        lean_inertia_kg_m2: 32.53963075995361,
        spring_n_m: 21898.332429625985,
        damper_n_s_m: 1459.3902937206362,
        track_m: 1.423416,
        torsion_nm_rad: 0.0,
        roll_axis_m: 0.0,
        camber_rad_m: -0.20997375328083986,
        camber_rad_m2: 0.0,
    },
};

/// Set 2: BMW 320i.
pub(in super::super) const BMW_320I: Suspension = Suspension {
    body: Sprung {
        mass_kg: 965.7108098804363,
        lean_inertia_kg_m2: 207.26524557936952,
        pitch_inertia_kg_m2: 1565.8178787125541,
        product_kg_m2: 0.0,
        joint_spring_n_m: 175186.65943700788,
        joint_damper_n_s_m: 10215.732056044453,
        tyre_spring_n_m: 158294.1398119115,
        tyre_yield_m_n: 1.6430724599974725e-05,
    },
    front: SprungAxle {
        mass_kg: 63.7921826056784,
        lean_inertia_kg_m2: 30.673279563178017,
        spring_n_m: 24453.137879749014,
        damper_n_s_m: 1786.2441002440723,
        track_m: 1.38684,
        torsion_nm_rad: -6914.881688272133,
        roll_axis_m: 0.0,
        camber_rad_m: -0.39370078740157477,
        camber_rad_m2: 0.0,
    },
    rear: SprungAxle {
        mass_kg: 63.7921826056784,
        lean_inertia_kg_m2: 29.670408143156248,
        spring_n_m: 19635.504745231297,
        damper_n_s_m: 1649.0833034887382,
        track_m: 1.36398,
        torsion_nm_rad: -2643.6009520155308,
        roll_axis_m: 0.0,
        camber_rad_m: -0.905511811023622,
        camber_rad_m2: 0.0,
    },
};

/// Set 3: VW Vanagon.
pub(in super::super) const VW_VANAGON: Suspension = Suspension {
    body: Sprung {
        mass_kg: 1316.6086552490374,
        lean_inertia_kg_m2: 479.88430581318335,
        pitch_inertia_kg_m2: 2204.322715845899,
        product_kg_m2: 0.0,
        joint_spring_n_m: 175186.65943700788,
        joint_damper_n_s_m: 10215.732056044453,
        tyre_spring_n_m: 212641.56722464017,
        tyre_yield_m_n: 1.2231329122034703e-05,
    },
    front: SprungAxle {
        mass_kg: 81.14428941630796,
        lean_inertia_kg_m2: 50.276902138127426,
        spring_n_m: 33577.44305875984,
        damper_n_s_m: 2405.564099800005,
        track_m: 1.574292,
        torsion_nm_rad: -33948.217142834066,
        roll_axis_m: 0.0,
        camber_rad_m: -0.32808398950131235,
        camber_rad_m2: 0.0,
    },
    rear: SprungAxle {
        mass_kg: 81.14428941630796,
        lean_inertia_kg_m2: 48.34891545742069,
        spring_n_m: 39125.020607598424,
        damper_n_s_m: 2769.727219182409,
        track_m: 1.5438120000000002,
        torsion_nm_rad: -7731.374238208578,
        roll_axis_m: 0.0,
        camber_rad_m: -0.32808398950131235,
        camber_rad_m2: 0.0,
    },
};
