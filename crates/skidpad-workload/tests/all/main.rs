//! The tests of batches as one program, so that the crate is linked once and its models are compiled once.

mod batch_alone;
mod batch_golden;
mod batch_identity;
mod batch_inputs;
mod batch_one_differs;
mod batch_outputs;
mod batch_quarantine;
mod batch_roads;
mod batch_snapshot;
mod golden_scenarios;
mod snapshot_continue;
