//! Replays that resume from a checkpoint equal replays from the deal.

mod checkpoints;
mod counterfactual;
