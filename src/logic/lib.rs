//! Floor 1, the pure core: pages, selectors, rules, verdicts, schedules. Nothing in here touches
//! the disk, the network, a clock or a thread; time and randomness come in as values.

pub mod address_policy;
pub mod backups;
pub mod dates;
pub mod detect;
pub mod duplicates;
pub mod generic;
pub mod import;
pub mod learn;
pub mod messages;
pub mod model;
pub mod notify;
pub mod page;
pub mod permission;
pub mod pools;
pub mod repair;
pub mod revisions;
pub mod rules;
pub mod samples;
pub mod schedule;
pub mod scope;
pub mod select;
pub mod sources;
pub mod text;
