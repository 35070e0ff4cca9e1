//! Requests to APIs and searches. Input: templates, answers, headers. Output: addresses and
//! bodies to request, the next page, and rate limits.

pub(super) mod body;
pub(super) mod link_header;
pub(super) mod parameters;
pub(super) mod query;
pub(super) mod rate_limit_headers;
pub(super) mod redirector;
