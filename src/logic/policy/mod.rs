//! Decides what is allowed, when, and with what. Input: settings, plans, history and the current
//! time, as plain values. Output: decisions. Nothing in here acts.

pub mod address_policy;
pub mod alert_conditions;
pub mod alert_services;
pub mod backup_retention;
pub mod caching_headers;
pub mod defaults;
pub mod delivery;
pub mod pools;
pub mod project_permission;
pub mod record_conditions;
pub mod schedule;
pub mod scope;
pub mod site_change_notifications;
pub mod wait_headers;
