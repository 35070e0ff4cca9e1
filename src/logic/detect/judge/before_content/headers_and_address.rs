//! What headers and the final address say: marks of a block in them, a redirect to an address of one, or to
//! another host.

use url::Url;

use crate::detect::Signals;
use crate::detect::evidence::{evidence, from_signal};
use crate::detect::judge::Answer;
use crate::detect::judge::reason::SENT_ON;
use crate::detect::signals::SignalTarget;
use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};

/// Evidence that the request was redirected to another host, which returned this verdict.
pub(in crate::detect::judge) fn of_another_host(
    verdict: &Verdict,
    answer: &Answer<'_>,
) -> Option<Evidence> {
    let of_host = matches!(
        verdict.state,
        PageState::RateLimited | PageState::Challenge | PageState::Blocked | PageState::Outage
    );
    let host = |url: &str| Url::parse(url).ok()?.host_str().map(str::to_owned);
    let (asked, ended) = (host(answer.requested_url)?, host(answer.final_url)?);
    (of_host && asked != ended).then(|| {
        evidence(
            SENT_ON,
            Strength::Weak,
            EvidencePlace::Url,
            answer.final_url,
        )
    })
}

pub(in crate::detect::judge) fn of_headers(
    signals: &Signals,
    answer: &Answer<'_>,
) -> Option<Verdict> {
    let (signal, value) = signals
        .find_headers(SignalTarget::Header, answer.headers)
        .into_iter()
        .find(|(s, _)| s.strength == Strength::Strong && s.fits_status(answer.status))?;
    let shown = format!("{}: {value}", signal.header);
    Some(Verdict::because(
        signal.state,
        from_signal(signal, EvidencePlace::Header, &shown),
    ))
}

/// The final address after a redirect: only evidence that the requested address does not already
/// contain counts.
pub(in crate::detect::judge) fn of_address(
    signals: &Signals,
    answer: &Answer<'_>,
) -> Option<Verdict> {
    if answer.requested_url.is_empty() {
        return None;
    }
    let ended = ended_at(answer);
    if ended == answer.requested_url {
        return None;
    }
    let signal = signals
        .find(SignalTarget::Url, &ended)
        .into_iter()
        .find(|signal| !signal.is_match(answer.requested_url))?;
    Some(Verdict::because(
        signal.state,
        from_signal(signal, EvidencePlace::Url, &ended),
    ))
}

/// The final address, or the target of an unfollowed redirect.
fn ended_at(answer: &Answer<'_>) -> String {
    if !(300..400).contains(&answer.status) {
        return answer.final_url.to_owned();
    }
    let location = answer
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("location"));
    let base = Url::parse(answer.final_url).or_else(|_| Url::parse(answer.requested_url));
    match (location, base) {
        (Some((_, to)), Ok(base)) => base
            .join(to)
            .map_or_else(|_| answer.final_url.to_owned(), String::from),
        _ => answer.final_url.to_owned(),
    }
}
