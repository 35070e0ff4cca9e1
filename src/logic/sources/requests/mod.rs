//! Requests to interfaces and searches. Flows in: templates, answers, headers. Flows out: addresses
//! and bodies to ask for, the next page, and how much may be asked.

pub(super) mod body;
pub(super) mod limits;
pub(super) mod link_header;
pub(super) mod parameters;
pub(super) mod query;
pub(super) mod redirector;
