//! The schema's versions and their migrations. Input: a connection.
//!
//! Below: `file_version` (is it a project, and of which version), `steps` (one a version), `migrate`.

mod file_version;
mod migrate;
mod steps;
#[cfg(test)]
mod tests;

pub use file_version::is_project;
pub(super) use file_version::{FormatStatus, format_status};
pub(super) use migrate::{copy_aside, migrate};
pub(super) use steps::{STEPS, fresh, schema_of_steps};
