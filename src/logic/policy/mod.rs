//! What may be done, when, and with what. Flows in: wishes, plans and the past as plain values, the
//! present too. Flows out: decisions. Nothing in here acts.

pub mod address_policy;
pub mod backups;
pub mod notify;
pub mod permission;
pub mod pools;
pub mod schedule;
pub mod scope;
