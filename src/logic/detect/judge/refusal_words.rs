//! What the words of a page say of a refusal, whoever wrote them. Input: the reading of a page and how
//! likely it is a refusal. Output: the state that its words name, and the sentence as evidence.

use super::{Answer, is_data};
use crate::detect::Signals;
use crate::detect::evidence::evidence;
use crate::detect::refusal_classifier::features::{self, Concept, PageWording, Weighed};
use crate::detect::visible_parts::VisibleParts;
use crate::model::{Evidence, EvidencePlace, PageState, Strength};

/// The signal of a page that is worded as a refusal.
pub(crate) const REFUSAL_WORDS: &str = "refusal-words";

/// The same where the words are those of a network on the way: a filter, a provider, a sign-in page.
pub(crate) const NETWORK_WORDS: &str = "network-words";

/// So many different words of filters, courts and portals are those of a network: of pages judged
/// for this, 47 of networks had them and 6 of sites.
const NETWORK: usize = 3;

/// From here on the words alone decide: on pages that are one message, and on longer ones.
const DECIDES: f32 = 0.65;
const DECIDES_LONG: f32 = 0.8;
/// A page with more readable characters is more than one message.
const MESSAGE_CHARS: usize = 500;
/// From here on they confirm phrases that could be those of a text about blocks.
const CONFIRMS: f32 = 0.3;
/// Up to here they clear a page that carries the scripts of a protection.
const CLEARS: f32 = 0.12;

/// How likely a page is a refusal, with what it says.
pub(super) struct Suspicion {
    /// 0 to 1.
    pub likely: f32,
    /// What was read.
    pub reading: PageWording,
}

impl Suspicion {
    /// Asks the classifier.
    pub fn of(
        signals: &Signals,
        answer: &Answer<'_>,
        seen: &VisibleParts,
        reading: PageWording,
        weighed: Weighed,
    ) -> Self {
        let data = is_data(answer);
        let row = features::row(answer.status, answer.body, seen, &reading, data, weighed);
        Self {
            likely: signals.refusals().likely(&row, &reading),
            reading,
        }
    }

    /// Whether the words alone make it a refusal.
    pub fn decides(&self) -> bool {
        // A page without words is no refusal by its words.
        if self.reading.telling().is_none() {
            return false;
        }
        let long = self.reading.text.chars().nth(MESSAGE_CHARS).is_some();
        self.likely >= if long { DECIDES_LONG } else { DECIDES }
    }

    /// Whether the words agree with weak evidence.
    pub fn confirms(&self) -> bool {
        self.likely >= CONFIRMS
    }

    /// Whether the words speak against strong evidence in the source.
    pub fn clears(&self) -> bool {
        self.likely <= CLEARS
    }

    /// The state that the words name.
    pub fn state(&self) -> PageState {
        let names = |concept| self.reading.names(concept);
        let any = |concepts: &[Concept]| concepts.iter().any(|c| names(*c));
        if names(Concept::TooMany) && !names(Concept::Puzzle) {
            PageState::RateLimited
        } else if any(&[
            Concept::Puzzle,
            Concept::Enable,
            Concept::Human,
            Concept::Queue,
        ]) || names(Concept::Wait)
            && !any(&[Concept::Denied, Concept::Blocked, Concept::Banned])
        {
            PageState::Challenge
        } else {
            PageState::Blocked
        }
    }

    /// Whether the words are those of a network on the way, not of the site.
    fn is_network(&self) -> bool {
        let of_sites = [Concept::Puzzle, Concept::Human, Concept::TooMany];
        let of_networks = [Concept::Policy, Concept::Portal, Concept::Law];
        let words = self.reading.different(&of_networks);
        words >= NETWORK && !of_sites.into_iter().any(|c| self.reading.names(c))
    }

    /// The sentence that says most, as it stands on the page.
    pub fn evidence(&self, seen: &VisibleParts) -> Evidence {
        let told = self.reading.telling().unwrap_or(&seen.title);
        // Lower case has the same length but for a few letters.
        let range = self.reading.text.find(told).map(|at| at..at + told.len());
        let same = self.reading.text.len() == seen.text.len();
        let written = range
            .filter(|_| same)
            .and_then(|range| seen.text.get(range));
        let strength = if self.decides() {
            Strength::Strong
        } else {
            Strength::Weak
        };
        let signal = if self.is_network() {
            NETWORK_WORDS
        } else {
            REFUSAL_WORDS
        };
        evidence(
            signal,
            strength,
            EvidencePlace::Body,
            written.unwrap_or(told),
        )
    }
}
