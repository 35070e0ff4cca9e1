//! When and how fast hosts may be requested, over all runs. Input: pending requests. Output:
//! turns. The waits that a site asks for in headers (`Retry-After`, rate limits of APIs) are read by
//! [`bowerbird_logic::policy::wait_headers`]; how long of such a wait a run takes at most is decided in
//! `engine::supervise::retry_policy`; that a site gets fewer requests at a time after it refused some, and more
//! again, in `engine::supervise::adaptive_concurrency`; the default delay,
//! concurrency and retries are in [`bowerbird_logic::policy::defaults`], a rule's `[politeness]` in
//! `logic::rules::sections_and_defaults::politeness`.

mod adaptive_delay;
pub(crate) mod chosen_pace;
pub(crate) mod host_delay;
pub(crate) mod pace;
mod turn_order;
pub(crate) mod unavailable_robots;
pub(crate) mod wait_reasons;
