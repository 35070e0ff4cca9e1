//! How long a site asks to be left alone, read from the headers of its answers: `Retry-After` and the
//! rate limits of APIs. Input: headers, the clock as a value. Output: a wait, below a ceiling
//! that only keeps it plausible. Who waits, and how hosts take turns, is in the engine's
//! `politeness`; how long a run waits at most, in its `supervise::retry_policy`.

mod rate_limit;
mod retry_after;

pub use rate_limit::pause_asked;
pub use retry_after::retry_after;
