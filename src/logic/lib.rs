//! Floor 1, the pure core: pages, selectors, rules, verdicts, schedules. Nothing in here touches
//! the disk, the network, a clock or a thread; time and randomness come in as values.

pub mod authoring;
pub mod boosted_trees;
pub mod comparison;
pub mod dates;
pub mod detect;
pub mod generic;
pub mod mask_secrets;
pub mod messages;
pub mod model;
pub mod page;
pub mod policy;
pub mod rules;
pub mod select;
pub mod sources;
pub mod text;
