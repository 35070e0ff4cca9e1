//! What is collected: sources, further pages, whole sites, pages that change, texts.

mod counting_down;
pub(super) mod entries;
pub(super) mod further;
pub(super) mod new_posts;
mod page_data;
mod page_resources;
pub(super) mod reading_again;
mod redesigns;
pub(super) mod required_fields;
pub(super) mod revisits;
pub(super) mod sample_project;
mod search_engines;
pub(super) mod siblings;
pub(super) mod site_look;
pub(super) mod sources;
pub(super) mod texts;
pub(super) mod traps;
pub(super) mod whole_sites;
