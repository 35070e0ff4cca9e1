//! How often the crawl of a whole site tries a page again, and how long it waits before. It has no
//! project, and so no rule with a retry policy.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use bowerbird_io::fetch::Fetched;
use bowerbird_logic::policy::wait_headers::retry_after;

/// The number of tries for a page with a transient failure.
pub(super) const TRIES: u32 = 3;
/// First wait before a failed page is retried; doubles from there.
const FIRST_RETRY: Duration = Duration::from_millis(300);
/// First wait for a host that rate-limits us, for one page; doubles from there.
const FIRST_WAIT: Duration = Duration::from_secs(2);
/// The longest of these waits.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(60);

/// Waits before a retry: longer each time, and spread out for simultaneous failures.
pub(super) async fn again_after(url: &Url, tries: u32) {
    let mut hasher = DefaultHasher::new();
    (url.as_str(), tries).hash(&mut hasher);
    let wait = FIRST_RETRY * 2_u32.saturating_pow(tries.saturating_sub(1));
    let part = u32::try_from(hasher.finish() % 256).unwrap_or(0);
    tokio::time::sleep(wait + wait / 4 * part / 256).await;
}

/// The wait that the site asks for with an answer, or a longer one each time.
pub(super) fn asked_wait(fetched: &Fetched, tries: u32) -> Duration {
    let asked = retry_after(&fetched.headers, Timestamp::now().as_second());
    asked
        .unwrap_or(FIRST_WAIT * 2_u32.saturating_pow(tries - 1))
        .min(MAX_WAIT)
}
