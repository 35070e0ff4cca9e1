//! How long a run waits for a person.

use std::time::Duration;

/// How long a run waits for a person where only a person can answer the site, if it waits at all.
pub const PERSON_WAIT: Duration = Duration::from_secs(1_800);
