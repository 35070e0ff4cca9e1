//! How long a proxy rests after faults, and at a site that refused it. Input: the number of
//! consecutive faults or refusals. Output: a rest that grows with each, up to a bound.

use jiff::SignedDuration;

/// Rest after a first fault; doubles with each further consecutive one.
const FIRST_REST: SignedDuration = SignedDuration::from_mins(2);
/// Longest rest after faults.
pub(super) const MAX_REST: SignedDuration = SignedDuration::from_hours(6);
/// Rest of a proxy at a site that refused it; triples with each further consecutive refusal.
const FIRST_REFUSAL: SignedDuration = SignedDuration::from_mins(10);
/// Longest rest at a site.
const MAX_REFUSAL: SignedDuration = SignedDuration::from_hours(24);

/// How long a proxy rests after this many consecutive faults.
pub fn rest_after_faults(faults: u32) -> SignedDuration {
    growing(FIRST_REST, 2, faults, MAX_REST)
}

/// How long a proxy rests at a site after this many consecutive refusals there.
pub(super) fn rest_after_refusals(refusals: u32) -> SignedDuration {
    growing(FIRST_REFUSAL, 3, refusals, MAX_REFUSAL)
}

/// `first`, times `by` with each further one, up to `longest`.
pub(in crate::policy::pools) fn growing(
    first: SignedDuration,
    by: i32,
    times: u32,
    longest: SignedDuration,
) -> SignedDuration {
    let factor = by.saturating_pow(times.saturating_sub(1).min(16));
    first.saturating_mul(factor).min(longest)
}
