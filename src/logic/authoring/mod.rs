//! Creates, repairs and compares rules. Input: pages with picks, rules of other programs, rules
//! after a redesign, sample pages. Output: rule files, proposals, differences. Nothing here
//! fetches or writes.
//!
//! `meanings` says what names and labels mean.

pub mod article_box;
pub mod doubtful_values;
pub mod duplicate_rules;
pub mod feed_list;
mod field_words;
pub mod import;
pub mod learn;
pub mod noise_ways;
pub mod repair;
pub mod samples;
pub mod search_engines;
pub mod shared_settings;
pub mod watch_proposals;
