//! Rule files without a project, one file per command. Input: rule files, pages, picks.
//! Output: rule files and their results.

pub(super) mod duplicates;
pub(super) mod export;
pub(super) mod further_readings;
pub(super) mod import;
pub mod learn;
pub(crate) mod read_twice;
pub(super) mod repair;
pub(super) mod rule_file_name;
pub(super) mod site_conditions;
pub(super) mod suggest;
pub(super) mod test;
pub(super) mod test_page;
