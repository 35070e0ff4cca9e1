//! Requests: the rows behind the frontier. `(site, url)` is unique; done requests stay done, except
//! list pages, which a new run reads again.
//!
//! Below: their column values, committing page outcomes, pages kept against a filter (`kept_pages`), missing pages, articles fetched again with
//! their versions, and validators.

pub(crate) mod columns;
pub(super) mod commit;
mod kept_pages;
pub(super) mod list_visits;
pub(super) mod missing_pages;
pub(super) mod prepared_record;
mod record_versions;
pub(super) mod renewals;
mod request_queue;
mod search_results;
pub(super) mod sent_page;
mod site_readings;
pub(super) mod url_claims;
pub(super) mod validators;

pub(super) use kept_pages::queue_kept;
pub(crate) use request_queue::Known;
pub(super) use request_queue::{Listed, add, grow_queue, origin_of};

use request_queue::verdicted;
