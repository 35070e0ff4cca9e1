//! Weak evidence weighed by the state it speaks for. Input: the signals found on a page. Output: the
//! state that they make likely, and the evidence for it.

use super::block_page::{FEW_LINKS, MESSAGE_CHARS, TINY_CHARS};
use super::site_own_phrases::is_name_only;
use super::{Answer, RuleOutcome, status};
use crate::detect::Signals;
use crate::detect::evidence::{from_signal, matched};
use crate::detect::signals::entry::SignalRole;
use crate::detect::signals::{Signal, SignalTarget};
use crate::detect::visible_parts::{VisibleParts, head_of};
use crate::model::{Evidence, EvidencePlace, PageState, Strength};

/// Weak evidence scored by state: a phrase in a title or heading counts twice.
pub(super) struct Weights<'s> {
    pieces: Vec<(&'s Signal, u32, Evidence)>,
    /// Whether the page has a place to do what it asks for.
    can_answer: bool,
}

/// What a page has besides fields on which something is asked of the visitor.
const PLACES: [&str; 3] = ["<canvas", "slider", "captcha"];

/// Attributes of what a site is searched with.
const SEARCH_MARKS: [&str; 7] = [
    "role=search",
    "type=search",
    "name=q",
    "name=s",
    "name=query",
    "name=search",
    "name=keyword",
];

/// Whether a source in lower case has a place to do what a page asks for. The search of the site is
/// none.
fn has_place_to_answer(source: &str) -> bool {
    let mut rest = source;
    while let Some((before, form)) = rest.split_once("<form") {
        let (form, after) = form.split_once("</form").unwrap_or((form, ""));
        if is_place(before) || !is_search(form) {
            return true;
        }
        rest = after;
    }
    is_place(rest)
}

/// Whether what stands outside of forms is such a place.
fn is_place(part: &str) -> bool {
    let mut fields = part.split("<input").skip(1);
    PLACES.iter().any(|place| part.contains(place)) || fields.any(|field| !is_search_tag(field))
}

/// Whether a form, from its attributes on, searches the site.
fn is_search(form: &str) -> bool {
    let mut fields = form.split("<input").skip(1);
    let searches = is_search_tag(form) || fields.any(is_search_tag);
    searches && !PLACES.iter().any(|place| form.contains(place))
}

/// Whether a tag, from its attributes on, is of a search.
fn is_search_tag(tag: &str) -> bool {
    let attributes = tag.split('>').next().unwrap_or_default();
    let bare = attributes.replace(['"', '\'', '/'], "");
    let mut marks = bare.split_whitespace();
    marks.clone().all(|mark| mark != "type=hidden")
        && marks.any(|mark| SEARCH_MARKS.contains(&mark))
}

/// The order of states that breaks ties.
const ORDER: [PageState; 6] = [
    PageState::Challenge,
    PageState::Outage,
    PageState::RateLimited,
    PageState::Blocked,
    PageState::LoginRequired,
    PageState::SoftBlock,
];

/// The weight of a phrase in the text. On a page that says little else it is prominent; and two
/// different wordings of one signal are two phrases.
fn weight_in_text(signal: &Signal, seen: &VisibleParts) -> u32 {
    if signal.role == SignalRole::Supporting {
        return 1;
    }
    let matches = signal.distinct_matches(&seen.text);
    let chars = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let said: usize = matches.iter().map(|text| chars(text)).sum();
    let alone = seen.chars <= MESSAGE_CHARS && said * ALONE_PART >= seen.chars;
    if alone || matches.len() > 1 { 2 } else { 1 }
}

/// A phrase says what the whole page says if it makes up at least one part in so many.
const ALONE_PART: usize = 5;

impl<'s> Weights<'s> {
    pub(super) fn of(
        signals: &'s Signals,
        answer: &Answer<'_>,
        seen: &VisibleParts,
        marks: &[Evidence],
    ) -> Self {
        let prominent = format!("{}\n{}", seen.title, seen.headings);
        let mut pieces: Vec<(&Signal, u32, Evidence)> = Vec::new();
        for signal in signals.find(SignalTarget::Text, &prominent) {
            pieces.push((signal, 2, matched(signal, EvidencePlace::Title, &prominent)));
        }
        for signal in signals.find(SignalTarget::Text, &seen.text) {
            if !pieces.iter().any(|(known, ..)| known.id == signal.id) {
                let weight = weight_in_text(signal, seen);
                pieces.push((
                    signal,
                    weight,
                    matched(signal, EvidencePlace::Body, &seen.text),
                ));
            }
        }
        for mark in marks.iter().filter(|m| m.strength == Strength::Weak) {
            if let Some(signal) = signals.get(&mark.signal) {
                let weight = if mark.place == EvidencePlace::Title {
                    2
                } else {
                    1
                };
                pieces.push((signal, weight, mark.clone()));
            }
        }
        for (signal, value) in signals.find_headers(SignalTarget::Header, answer.headers) {
            if signal.strength == Strength::Weak && signal.fits_status(answer.status) {
                pieces.push((signal, 1, from_signal(signal, EvidencePlace::Header, value)));
            }
        }
        pieces.retain(|(signal, ..)| !is_name_only(signals, signal, answer, seen));
        // Forms to log in or to write something may include a captcha without blocking anybody.
        if seen.password || seen.writing {
            pieces.retain(|(signal, ..)| signal.state != PageState::Challenge);
        }
        let source = head_of(answer.body).to_ascii_lowercase();
        Self {
            pieces,
            can_answer: has_place_to_answer(&source),
        }
    }

    /// Whether nothing was found.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn weight(&self, state: PageState) -> u32 {
        self.pieces
            .iter()
            .filter(|(signal, ..)| signal.state == state)
            .map(|(_, weight, _)| weight)
            .sum()
    }

    /// Whether something else than supporting evidence implies `state`.
    fn is_decided(&self, state: PageState) -> bool {
        self.pieces
            .iter()
            .any(|(signal, ..)| signal.state == state && signal.role != SignalRole::Supporting)
    }

    /// The state with the highest score; the first on a tie. What a page asks for comes before what it
    /// says of access: a page of refusal with a captcha is answered by the captcha.
    fn heaviest(&self) -> Option<(PageState, u32)> {
        let refused = |state| matches!(state, PageState::Blocked | PageState::RateLimited);
        let best = self.heaviest_said()?;
        let asked = self
            .pieces
            .iter()
            .find(|(signal, ..)| signal.role == SignalRole::Asking);
        match asked.filter(|_| self.can_answer && refused(best.0)) {
            Some((signal, ..)) => Some((signal.state, self.weight(signal.state))),
            None => Some(best),
        }
    }

    /// The state with the highest score; the first on a tie.
    fn heaviest_said(&self) -> Option<(PageState, u32)> {
        let mut best = None;
        for state in ORDER {
            let weight = if self.is_decided(state) {
                self.weight(state)
            } else {
                0
            };
            if weight > best.map_or(0, |(_, most)| most) {
                best = Some((state, weight));
            }
        }
        best
    }

    /// The blocking state when the status already says that something blocks. `None` leaves it to
    /// the status.
    pub(super) fn state_with_status(&self, status: u16) -> Option<PageState> {
        let (state, weight) = self.heaviest()?;
        match status {
            // These statuses are explicit; only clear evidence of something else overrules them.
            401 | 429 => (state == PageState::Challenge && weight >= 2).then_some(state),
            503 | 520..=530 => (state != PageState::LoginRequired).then_some(state),
            // These are faults of servers: only clear evidence of something else overrules them.
            500..=599 if !status::is_suspicious(status) => {
                (state == PageState::Outage || weight >= 2).then_some(state)
            }
            // The site is up and refuses: a server in trouble returns another status.
            403 if state == PageState::Outage => None,
            _ => Some(state),
        }
    }

    /// The blocking state on a page with a good or unknown status.
    pub(super) fn state_alone(
        &self,
        rule: RuleOutcome,
        seen: &VisibleParts,
        about: bool,
    ) -> Option<PageState> {
        let (state, _) = self.heaviest().filter(|(s, _)| *s != PageState::Outage)?;
        // A wall of consent stands before the page, which is there for the rule.
        if state == PageState::SoftBlock
            && rule != RuleOutcome::Misses
            && seen.chars > MESSAGE_CHARS
        {
            return None;
        }
        let total: u32 = ORDER
            .iter()
            .filter(|s| **s != PageState::Outage)
            .map(|s| self.weight(*s))
            .sum();
        // A page with a menu around its few words offers more than a refusal.
        let needed = match seen.chars <= TINY_CHARS {
            true if seen.links <= FEW_LINKS => 2,
            true => 3,
            false => 4,
        };
        // Such a text names more of it than a single page of refusal says.
        let needed = if about { needed + 3 } else { needed };
        (total >= needed).then_some(state)
    }

    pub(super) fn evidence_for(&self, state: PageState) -> Vec<Evidence> {
        let mut pieces: Vec<&(&Signal, u32, Evidence)> = self
            .pieces
            .iter()
            .filter(|(signal, ..)| ORDER.contains(&signal.state))
            .collect();
        pieces.sort_by_key(|(signal, weight, _)| (signal.state != state, u32::MAX - weight));
        pieces
            .into_iter()
            .map(|(_, _, found)| found.clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::has_place_to_answer;

    #[test]
    fn forms_that_search_are_no_place_to_answer() {
        for search in [
            "<form role=\"search\" action=/find><input type=text name=term></form>",
            "<form action='/find'><input type='text' name='q'/><input type=submit></form>",
            "<form><input type=hidden name=lang><input name=keyword></form>",
            "<input type=\"search\" id=find>",
            "<p>nothing</p>",
        ] {
            assert!(!has_place_to_answer(search), "{search}");
        }
        for place in [
            "<form method=post action=/v><input name=code></form>",
            "<form><input name=q></form><form action=/v><input name=code></form>",
            "<form id=challenge-form><input type=hidden name=q><input name=code></form>",
            "<form><input name=q></form><div class=slider></div>",
            "<input name=code>",
        ] {
            assert!(has_place_to_answer(place), "{place}");
        }
    }
}
