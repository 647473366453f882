//! A policy: a network and what it sees and does.

use skidpad_tasks::ACTIONS;

use crate::description::Description;
use crate::error::PolicyError;
use crate::network::Network;
use crate::reading;

/// Key of the entry of an ONNX file's metadata that says, as JSON, what the policy sees and does.
pub const METADATA: &str = "skidpad";

/// A policy that learnt to drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    network: Network,
    description: Description,
}

impl Policy {
    /// Reads a policy from an ONNX file. Its network is as [`Network::read`] takes it, with two results: the actions. Its metadata has
    /// the entry [`METADATA`]:
    ///
    /// ```json
    /// {
    ///   "model": "single_track", "car": "boxster-s", "control_step_s": 0.05,
    ///   "observations": ["velocity_x_m_s", "lateral_offset_m", ["curvature_ahead_1_m", {"points": 30, "spacing_m": 6.0}]],
    ///   "actions": {"kind": "steer_rate", "steer_rate_rad_s": 1.0}
    /// }
    /// ```
    ///
    /// # Errors
    /// A file that is no such policy.
    pub fn read(onnx: &[u8]) -> Result<Self, PolicyError> {
        let file = reading::file(onnx)?;
        let network = reading::network(&file)?;
        let entry = file.metadata.iter().find(|entry| entry.key == METADATA);
        let missing =
            || PolicyError::Description(String::from("is missing: it names the observations and actions"));
        let description = Description::read(&entry.ok_or_else(missing)?.value)?;
        if network.outputs() != ACTIONS {
            let why = format!("has {} results, must have {ACTIONS}, the actions", network.outputs());
            return Err(PolicyError::Network(why));
        }
        Ok(Self { network, description })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Its observations and actions, and the car in which it learnt.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The actions for observations.
    ///
    /// # Panics
    /// If there are more or fewer observations than the network takes.
    pub fn act(&self, observations: &[f32]) -> [f32; ACTIONS] {
        let found = self.network.run(observations);
        core::array::from_fn(|action| found[action])
    }
}
