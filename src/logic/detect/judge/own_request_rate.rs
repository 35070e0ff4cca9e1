//! Whether our own rate of requests may be the cause of an answer. Input: how long ago the last
//! request was. Output: evidence, or nothing.

use std::time::Duration;

use super::Answer;
use crate::detect::evidence::evidence;
use crate::model::{Evidence, EvidencePlace, Strength};

/// Requests closer together than this may cause the site's silence or 503. Known limits count over
/// 10 s or more.
pub(super) const OWN_RATE: Duration = Duration::from_secs(10);

/// Rate limiters answer 503 by default; their windows are longer.
pub(super) const LIMIT_WINDOW: Duration = Duration::from_secs(10);

/// Whether our own request rate may be the cause (decision rule 7).
pub(super) fn asked_lately(answer: &Answer<'_>, within: Duration) -> Option<Evidence> {
    let since = answer.since_last_request.filter(|s| *s <= within)?;
    Some(evidence(
        "own-rate",
        Strength::Weak,
        EvidencePlace::History,
        &format!("{:.1} s", since.as_secs_f64()),
    ))
}
