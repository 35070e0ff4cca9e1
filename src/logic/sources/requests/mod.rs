//! Requests to APIs and searches. Input: templates, answers, headers. Output: addresses and
//! bodies to request, and the next page.

pub(super) mod body;
pub(super) mod link_header;
pub(super) mod parameters;
pub(super) mod query;
pub(super) mod redirector;
