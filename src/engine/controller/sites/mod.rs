//! Commands about sites and rulings on them: rules, exceptions, signals, permissions, the sample.
//! Input: commands. Output: changes to the store.

pub(in crate::controller) mod account_sharing;
pub(in crate::controller) mod address_preview;
pub(in crate::controller) mod demonstration;
pub(in crate::controller) mod exceptions;
pub(in crate::controller) mod member_boards;
pub(in crate::controller) mod project_permission;
pub(in crate::controller) mod sample;
mod search_proposal;
pub(crate) mod signals;
mod site_batch;
pub(crate) mod site_commands;
pub(in crate::controller) mod site_rules;
pub(in crate::controller) mod whole_text_of_feed;
