//! The whole window, and what holds for every view.

mod alert_services;
pub(super) mod backups;
mod clipping;
mod conditions;
mod diagnostic;
mod feeds;
pub(super) mod files;
mod filters;
mod focus_ring;
mod forget;
mod keyboard;
pub(super) mod layout;
pub(super) mod leaving;
mod letters;
pub(super) mod literals;
mod locked_proxies;
mod many_sites;
pub(super) mod panels;
pub(super) mod permissions;
pub(super) mod redesigned;
pub(super) mod sample;
mod scrolling;
mod sent_pages;
mod shell;
pub(super) mod top_bar_and_rail;
pub(super) mod versions;
pub(super) mod words;
