//! Evidence from title, text, source and structure, together with status and rule. Strong marks
//! decide alone, but only on pages that look like a block page; phrases are scored. A page on which
//! the rule found its required values is accepted (decision rule 2).

use super::refusal_words::Suspicion;
use super::weak_evidence::Weights;
use super::{Answer, RuleOutcome, status};
use crate::detect::evidence::{evidence, from_signal, matched};
use crate::detect::refusal_classifier::features::{self, PageWording, Weighed};
use crate::detect::signals::entry::SignalRole;
use crate::detect::signals::{Signal, SignalTarget};
use crate::detect::visible_parts::{VisibleParts, head_of, source_of, visible_parts};
use crate::detect::{Signals, judge};
use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};

/// Block and challenge pages have little text: below this limit most marks are right in 98 of 100
/// cases, above it in 70 to 80 (measured on collected pages).
pub(crate) const SMALL_CHARS: usize = 1_500;

/// Up to here the words of a page are read as those of a refusal.
const READABLE_CHARS: usize = 4_000;

/// Refusals for programs are short.
const MAX_DATA_BYTES: usize = 4 * 1024;

/// Below this a page is hardly more than one message.
pub(super) const TINY_CHARS: usize = 500;

/// A page with at most this much text is a single message.
pub(super) const MESSAGE_CHARS: usize = 100;

/// A page with at most this much text is a message and a note for clients without scripts.
const BARE_SIGNAL_CHARS: usize = 150;

/// Refusals have hardly any links: to the vendor, a form, the front page.
pub(super) const FEW_LINKS: usize = 8;

/// A page with more links than this is embedded in a site.
const MANY_LINKS: usize = 40;

/// Pieces of evidence kept with a verdict.
const MAX_EVIDENCE: usize = 6;

/// Searches for marks and phrases of blocks, challenges and login walls.
pub(super) fn of_blocks(
    signals: &Signals,
    answer: &Answer<'_>,
    seen: &VisibleParts,
) -> Option<Verdict> {
    if let Some(verdict) = of_own(signals, answer, seen) {
        return Some(verdict);
    }
    let failed = answer.status >= 400;
    if (answer.rule == RuleOutcome::Fits && !failed) || judge::is_data(answer) {
        return None;
    }
    let suspicious = status::is_suspicious(answer.status);
    let with_status = suspicious || answer.status >= 500;
    let small = !seen.partial && seen.chars <= SMALL_CHARS && seen.links <= MANY_LINKS;
    let readable = small || !seen.partial && seen.chars <= READABLE_CHARS;
    let mut marks = title_marks(signals, seen);
    if !readable && !suspicious && marks.is_empty() {
        return None;
    }
    let wording = PageWording::of(seen, None);
    let suspect = wording.is_suspect(small);
    if !small && !suspicious && marks.is_empty() && !suspect {
        return None;
    }
    let source = if small {
        source_of(answer.body)
    } else {
        head_of(answer.body)
    };
    marks.extend(source_marks(signals, answer, seen, source));
    let mut weights = Weights::of(signals, answer, seen, &marks);
    // Most pages have nothing of a refusal.
    if marks.is_empty() && weights.is_empty() && !suspect && !with_status {
        return None;
    }
    let weighed = weighed(signals, &weights, seen, &marks);
    let suspicion = Suspicion::of(signals, answer, seen, wording, weighed);
    let worded = |mut reasons: Vec<Evidence>| {
        reasons.insert(0, suspicion.evidence(seen));
        reasons.push(small_page(seen));
        Some(finish(suspicion.state(), reasons, answer))
    };
    if !small && !suspicious {
        if readable && suspicion.decides() {
            return worded(Vec::new());
        }
        // An article may have the title of a challenge, but none of its scripts.
        let (in_title, in_source) = strong_places(&marks);
        if !in_title || !in_source || seen.links > MANY_LINKS {
            return None;
        }
    }
    if !suspicious && seen.chars > TINY_CHARS && weaken_lone_title(&mut marks) {
        weights = Weights::of(signals, answer, seen, &marks);
    }
    let strong = marks.iter().find(|m| m.strength == Strength::Strong);
    // Ordinary pages carry the scripts of protections too.
    if let Some(strong) = strong.filter(|_| failed || !suspicion.clears()) {
        let state = signals.get(&strong.signal)?.state;
        return Some(finish(state, marks, answer));
    }
    let by_signals = if with_status {
        let state = weights.state_with_status(answer.status);
        // A status of the server's own needs words of a refusal beside it.
        let own_fault = answer.status >= 500 && answer.status != 503;
        state.filter(|state| *state == PageState::Outage || !own_fault || suspicion.confirms())
    } else {
        let about = writes_about_blocks(signals, seen);
        let state = weights.state_alone(answer.rule, seen, about);
        state.filter(|state| *state == PageState::LoginRequired || suspicion.confirms())
    };
    let Some(state) = by_signals else {
        let decides = suspicion.decides() && !matches!(answer.status, 401 | 429);
        return if decides { worded(Vec::new()) } else { None };
    };
    let mut reasons = weights.evidence_for(state);
    if !with_status {
        reasons.push(small_page(seen));
    }
    Some(finish(state, reasons, answer))
}

/// The verdict by the words of an answer for programs.
pub(super) fn of_data_words(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    if answer.body.len() > MAX_DATA_BYTES {
        return None;
    }
    let seen = VisibleParts::default();
    let suspicion = suspicion(signals, answer, &seen);
    suspicion.decides().then(|| {
        let reasons = vec![suspicion.evidence(&seen)];
        finish(suspicion.state(), reasons, answer)
    })
}

/// How likely an answer is a refusal by what it says.
fn suspicion(signals: &Signals, answer: &Answer<'_>, seen: &VisibleParts) -> Suspicion {
    let data = judge::is_data(answer);
    let wording = PageWording::of(seen, data.then_some(answer.body));
    let weights = Weights::of(signals, answer, seen, &[]);
    let weighed = weighed(signals, &weights, seen, &[]);
    Suspicion::of(signals, answer, seen, wording, weighed)
}

/// Whether a page with an error by which servers say that they are overloaded says that it refuses.
pub(super) fn refuses(signals: &Signals, answer: &Answer<'_>, seen: &VisibleParts) -> bool {
    suspicion(signals, answer, seen).confirms()
}

/// The numbers of an answer for the classifier of refusals, and what they were read from.
pub(in crate::detect) fn refusal_row(
    signals: &Signals,
    answer: &Answer<'_>,
) -> (Vec<f32>, PageWording) {
    let data = judge::is_data(answer);
    let seen = if data {
        VisibleParts::default()
    } else {
        visible_parts(answer.body)
    };
    let mut marks = title_marks(signals, &seen);
    marks.extend(source_marks(signals, answer, &seen, source_of(answer.body)));
    let reading = PageWording::of(&seen, data.then_some(answer.body));
    let weights = Weights::of(signals, answer, &seen, &marks);
    let weighed = weighed(signals, &weights, &seen, &marks);
    let row = features::row(answer.status, answer.body, &seen, &reading, data, weighed);
    (row, reading)
}

/// The weight of the known signals on a page.
#[allow(clippy::cast_precision_loss, reason = "weights are small")]
fn weighed(
    signals: &Signals,
    weights: &Weights<'_>,
    seen: &VisibleParts,
    marks: &[Evidence],
) -> Weighed {
    let of = |state| weights.weight(state) as f32;
    let (title, strong) = strong_places(marks);
    let is = |yes: bool| f32::from(u8::from(yes));
    Weighed {
        strong: is(strong),
        title: is(title),
        challenge: of(PageState::Challenge),
        blocked: of(PageState::Blocked),
        rate_limited: of(PageState::RateLimited),
        login: of(PageState::LoginRequired),
        outage: of(PageState::Outage),
        about: is(writes_about_blocks(signals, seen)),
    }
}

/// A strong signal of the user's own decides regardless of the rule: users know their sites.
fn of_own(signals: &Signals, answer: &Answer<'_>, seen: &VisibleParts) -> Option<Verdict> {
    signals.own().next()?;
    let source = head_of(answer.body);
    let places = [
        (
            SignalTarget::Title,
            EvidencePlace::Title,
            seen.title.as_str(),
        ),
        (SignalTarget::Text, EvidencePlace::Body, seen.text.as_str()),
        (SignalTarget::Source, EvidencePlace::Body, source),
    ];
    places.into_iter().find_map(|(target, place, text)| {
        let found = signals.find(target, text).into_iter().find(|signal| {
            signal.strength == Strength::Strong
                && signal.fits_status(answer.status)
                && fits_bareness(signal, seen)
                && signals.own().any(|own| own.id == signal.id)
        })?;
        Some(finish(
            found.state,
            vec![matched(found, place, text)],
            answer,
        ))
    })
}

fn small_page(seen: &VisibleParts) -> Evidence {
    let size = seen.chars.to_string();
    evidence(
        "small-page",
        Strength::Weak,
        EvidencePlace::Structure,
        &size,
    )
}

fn finish(state: PageState, mut reasons: Vec<Evidence>, answer: &Answer<'_>) -> Verdict {
    reasons.sort_by_key(|e| e.strength != Strength::Strong);
    if answer.status >= 400 {
        reasons.truncate(MAX_EVIDENCE - 1);
        reasons.push(status::evidence(answer.status));
    }
    reasons.truncate(MAX_EVIDENCE);
    judge::with(state, reasons)
}

/// Whether title, headings or words are those of a text about blocks.
fn writes_about_blocks(signals: &Signals, seen: &VisibleParts) -> bool {
    let mut lines = seen.headings.lines().chain([seen.title.as_str()]);
    lines.any(|line| signals.is_against(SignalTarget::Title, line.trim()))
        || signals.is_against(SignalTarget::Text, &seen.text)
}

/// Whether the page is bare enough for `signal`: fields for a password or a text have a purpose of
/// their own.
fn fits_bareness(signal: &Signal, seen: &VisibleParts) -> bool {
    signal.role != SignalRole::Bare
        || seen.chars <= BARE_SIGNAL_CHARS && !seen.password && !seen.writing
}

fn title_marks(signals: &Signals, seen: &VisibleParts) -> Vec<Evidence> {
    signals
        .find(SignalTarget::Title, &seen.title)
        .into_iter()
        .filter(|signal| fits_bareness(signal, seen))
        .map(|signal| from_signal(signal, EvidencePlace::Title, &seen.title))
        .collect()
}

fn strong_places(marks: &[Evidence]) -> (bool, bool) {
    let strong_at = |in_title: bool| {
        marks.iter().any(|m| {
            m.strength == Strength::Strong && (m.place == EvidencePlace::Title) == in_title
        })
    };
    (strong_at(true), strong_at(false))
}

/// A title above some paragraphs, without any challenge scripts, may be that of a short article
/// about challenges: it counts as a phrase. Returns whether there was one.
fn weaken_lone_title(marks: &mut [Evidence]) -> bool {
    let (in_title, in_source) = strong_places(marks);
    if !in_title || in_source {
        return false;
    }
    for mark in marks.iter_mut().filter(|m| m.place == EvidencePlace::Title) {
        mark.strength = Strength::Weak;
    }
    true
}

/// Marks in the source. A mark that is readable on the page is its topic.
fn source_marks(
    signals: &Signals,
    answer: &Answer<'_>,
    seen: &VisibleParts,
    source: &str,
) -> Vec<Evidence> {
    let mut marks: Vec<Evidence> = signals
        .find(SignalTarget::Source, source)
        .into_iter()
        .filter(|s| s.fits_status(answer.status) && fits_bareness(s, seen))
        .filter(|s| !s.statuses.is_empty() || !s.is_match(&seen.text))
        .map(|signal| matched(signal, EvidencePlace::Body, source))
        .collect();
    marks.extend(
        signals
            .find(SignalTarget::Text, &seen.text)
            .into_iter()
            .filter(|s| s.strength == Strength::Strong)
            .map(|signal| matched(signal, EvidencePlace::Body, &seen.text)),
    );
    marks
}
