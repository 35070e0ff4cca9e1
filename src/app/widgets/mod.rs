//! Widgets shared by several views: the table, state marks, icons and form fields. They draw and
//! report input; they store no data.

pub mod action_menu;
pub mod address_suggestions;
pub mod alternative_kinds;
pub mod fields;
pub mod icons;
pub mod job_progress;
pub mod login_kinds;
pub mod pools;
pub mod records;
pub mod rule_additions;
pub mod state_marks;
pub mod table;
pub mod toml_text;
pub mod tour_targets;
