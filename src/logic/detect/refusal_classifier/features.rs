//! The numbers of a page that the classifier of refusals looks at. Input: an answer, its readable
//! parts, and the weight of known signals on it. Output: a row of numbers; the names of its columns.

use std::collections::HashSet;

use super::concepts::{Mention, mentions};
use super::markup::MarkupCounts;
use crate::detect::visible_parts::VisibleParts;

/// What a page may talk about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Concept {
    /// Getting at a page.
    Access,
    /// Not being let.
    Denied,
    /// Being kept out.
    Blocked,
    /// A list of those who are kept out.
    Banned,
    /// The visitor.
    You,
    /// What the visitor asked for.
    Request,
    /// The network address of the visitor.
    Address,
    /// Suspicion.
    Unusual,
    /// Programs.
    Automated,
    /// People.
    Human,
    /// A check.
    Verify,
    /// A short wait.
    Wait,
    /// Scripts or cookies to be switched on.
    Enable,
    /// A captcha or proof of work.
    Puzzle,
    /// Too many requests.
    TooMany,
    /// Traffic of a network.
    Traffic,
    /// A product that protects.
    Protection,
    /// The number of an incident, or what was recorded of it.
    Reference,
    /// Whom to ask.
    Contact,
    /// A country or region.
    Place,
    /// A court, an authority, a law.
    Law,
    /// A filter of a company, school or family.
    Policy,
    /// The sign-in page of a network.
    Portal,
    /// Trying again.
    Later,
    /// A proxy, or the browser in use.
    Anonymizer,
    /// A waiting room.
    Queue,
    /// Maintenance.
    Maintenance,
    /// A page that does not exist.
    Missing,
    /// A fault of the server.
    Fault,
    /// A login.
    Login,
    /// Consent to cookies.
    Consent,
    /// A subscription, or an age.
    Subscription,
    /// A form that was sent.
    Thanks,
    /// A text about something.
    Writing,
    /// A shop, or a search.
    Shop,
    /// Parameters of an interface.
    Data,
}

impl Concept {
    /// All, in the order of the columns.
    pub const ALL: [Self; 36] = [
        Self::Access,
        Self::Denied,
        Self::Blocked,
        Self::Banned,
        Self::You,
        Self::Request,
        Self::Address,
        Self::Unusual,
        Self::Automated,
        Self::Human,
        Self::Verify,
        Self::Wait,
        Self::Enable,
        Self::Puzzle,
        Self::TooMany,
        Self::Traffic,
        Self::Protection,
        Self::Reference,
        Self::Contact,
        Self::Place,
        Self::Law,
        Self::Policy,
        Self::Portal,
        Self::Later,
        Self::Anonymizer,
        Self::Queue,
        Self::Maintenance,
        Self::Missing,
        Self::Fault,
        Self::Login,
        Self::Consent,
        Self::Subscription,
        Self::Thanks,
        Self::Writing,
        Self::Shop,
        Self::Data,
    ];

    /// The concept with this name in the file of words.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|concept| concept.name() == name)
    }

    /// Its name in the file of words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Denied => "denied",
            Self::Blocked => "blocked",
            Self::Banned => "banned",
            Self::You => "you",
            Self::Request => "request",
            Self::Address => "address",
            Self::Unusual => "unusual",
            Self::Automated => "automated",
            Self::Human => "human",
            Self::Verify => "verify",
            Self::Wait => "wait",
            Self::Enable => "enable",
            Self::Puzzle => "puzzle",
            Self::TooMany => "toomany",
            Self::Traffic => "traffic",
            Self::Protection => "protection",
            Self::Reference => "reference",
            Self::Contact => "contact",
            Self::Place => "place",
            Self::Law => "law",
            Self::Policy => "policy",
            Self::Portal => "portal",
            Self::Later => "later",
            Self::Anonymizer => "anonymizer",
            Self::Queue => "queue",
            Self::Maintenance => "maintenance",
            Self::Missing => "missing",
            Self::Fault => "fault",
            Self::Login => "login",
            Self::Consent => "consent",
            Self::Subscription => "subscription",
            Self::Thanks => "thanks",
            Self::Writing => "writing",
            Self::Shop => "shop",
            Self::Data => "data",
        }
    }

    /// Its bit in a set of concepts.
    fn bit(self) -> u64 {
        1 << self as u32
    }
}

/// The concepts a refusal is made of.
const CORE: [Concept; 13] = [
    Concept::Access,
    Concept::Denied,
    Concept::Blocked,
    Concept::Banned,
    Concept::Request,
    Concept::Address,
    Concept::Unusual,
    Concept::Automated,
    Concept::Human,
    Concept::Verify,
    Concept::TooMany,
    Concept::Traffic,
    Concept::Protection,
];

/// Those that hardly stand in the title of any other page.
const STRONG_SET: u64 = 1 << Concept::Denied as u32
    | 1 << Concept::Blocked as u32
    | 1 << Concept::Banned as u32
    | 1 << Concept::Unusual as u32
    | 1 << Concept::Human as u32
    | 1 << Concept::Verify as u32
    | 1 << Concept::TooMany as u32;

/// What short refusals may be made of beside that.
const BESIDE_SET: u64 = 1 << Concept::Puzzle as u32
    | 1 << Concept::Enable as u32
    | 1 << Concept::Queue as u32
    | 1 << Concept::Place as u32
    | 1 << Concept::Law as u32
    | 1 << Concept::Policy as u32
    | 1 << Concept::Portal as u32;

/// Pairs of concepts that say more in one sentence than apart.
const PAIRS: [(Concept, Concept); 17] = [
    (Concept::Access, Concept::Denied),
    (Concept::Access, Concept::Blocked),
    (Concept::Request, Concept::Blocked),
    (Concept::Request, Concept::Denied),
    (Concept::Verify, Concept::Human),
    (Concept::Unusual, Concept::Traffic),
    (Concept::Automated, Concept::Request),
    (Concept::You, Concept::Blocked),
    (Concept::Address, Concept::Blocked),
    (Concept::TooMany, Concept::Request),
    (Concept::Verify, Concept::Wait),
    (Concept::Law, Concept::Blocked),
    (Concept::Law, Concept::Access),
    (Concept::Policy, Concept::Blocked),
    (Concept::Portal, Concept::Login),
    (Concept::Place, Concept::Denied),
    (Concept::Later, Concept::TooMany),
];

/// Statuses with a column of their own.
const STATUSES: [u16; 17] = [
    200, 202, 401, 403, 404, 405, 406, 410, 418, 429, 444, 451, 500, 502, 503, 504, 511,
];

/// A concept that is named within so many bytes is named at the beginning.
const BEGINNING: usize = 400;

/// Of the text so many bytes are read.
const MAX_TEXT: usize = 24_000;

/// The weight of the known signals found on a page, by what they say.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weighed {
    /// Strong signals in the source or text.
    pub strong: f32,
    /// A strong signal in the title.
    pub title: f32,
    /// Weak ones of a challenge.
    pub challenge: f32,
    /// Weak ones of a block.
    pub blocked: f32,
    /// Weak ones of a rate limit.
    pub rate_limited: f32,
    /// Weak ones of a login.
    pub login: f32,
    /// Weak ones of an outage.
    pub outage: f32,
    /// Whether title, headings or words are those of a text about blocks.
    pub about: f32,
}

/// The readable parts of a page in lower case, with the concepts they name.
pub(crate) struct PageWording {
    /// The title.
    pub title_text: String,
    /// The text.
    pub text: String,
    /// Its concepts.
    pub mentions: Vec<Mention>,
    title: u64,
    headings: u64,
    /// For each sentence: where it ends, and its concepts.
    pub sentences: Vec<(usize, u64)>,
}

impl PageWording {
    /// Reads the parts of a page, or the body of an answer for programs.
    pub fn of(seen: &VisibleParts, data: Option<&str>) -> Self {
        let text = data.unwrap_or(&seen.text);
        let mut end = text.len().min(MAX_TEXT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let lower = |text: &str| text.to_lowercase().replace('’', "'");
        let text = lower(text.get(..end).unwrap_or_default());
        let mentions = mentions(&text);
        let set = |text: &str| {
            let named = super::concepts::mentions(&lower(text));
            named.iter().fold(0, |set, found| set | found.concept.bit())
        };
        let ends = text
            .match_indices(['.', '!', '?', '。', '！', '？', '\n'])
            .map(|(at, mark)| at + mark.len())
            .chain([text.len()]);
        let mut sentences: Vec<(usize, u64)> = ends.map(|end| (end, 0)).collect();
        for found in &mentions {
            let at = sentences.partition_point(|(end, _)| *end <= found.range.0);
            if let Some((_, set)) = sentences.get_mut(at) {
                *set |= found.concept.bit();
            }
        }
        Self {
            mentions,
            title_text: lower(&seen.title),
            title: set(&seen.title),
            headings: set(&seen.headings),
            sentences,
            text,
        }
    }

    /// Whether the page names enough of what refusals are made of to be weighed: a small page anything
    /// of it, another one something telling in its title or headings, or much in one sentence.
    pub fn is_suspect(&self, small: bool) -> bool {
        if !small {
            let core = |(_, set): &(usize, u64)| core_of(*set).count_ones();
            let most = self.sentences.iter().map(core).max().unwrap_or(0);
            return core_of(self.title | self.headings) & STRONG_SET != 0 || most >= 3;
        }
        let named = self.sentences.iter().fold(0, |all, (_, set)| all | set);
        let all = self.title | self.headings | named;
        core_of(all) != 0 || all & BESIDE_SET != 0
    }

    /// Whether a concept is named anywhere.
    pub fn names(&self, concept: Concept) -> bool {
        let bit = concept.bit();
        (self.title | self.headings) & bit != 0
            || self.sentences.iter().any(|(_, set)| set & bit != 0)
    }

    /// How many different words name one of `concepts` in the text.
    pub fn different(&self, concepts: &[Concept]) -> usize {
        let named = self.mentions.iter();
        let words = named.filter(|found| concepts.contains(&found.concept));
        words.map(|found| found.word).collect::<HashSet<_>>().len()
    }

    /// The sentence that names most of what refusals are made of.
    pub fn telling(&self) -> Option<&str> {
        let core = |set: u64| core_of(set).count_ones() + u32::from(set & Concept::You.bit() != 0);
        let best = (0..self.sentences.len())
            .rev()
            .max_by_key(|at| self.sentences.get(*at).map_or(0, |(_, set)| core(*set)))?;
        let (end, set) = self.sentences.get(best)?;
        let start = best
            .checked_sub(1)
            .and_then(|before| self.sentences.get(before))
            .map_or(0, |(end, _)| *end);
        let sentence = self.text.get(start..*end)?.trim();
        (core(*set) > 0 && !sentence.is_empty()).then_some(sentence)
    }
}

fn core_of(set: u64) -> u64 {
    set & CORE.iter().fold(0, |all, concept| all | concept.bit())
}

/// The names of the columns.
pub(crate) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for part in ["named", "words", "share", "title", "heading", "first"] {
        names.extend(Concept::ALL.map(|concept| format!("{part}_{}", concept.name())));
    }
    names.extend(PAIRS.map(|(a, b)| format!("{}+{}", a.name(), b.name())));
    names.extend(STATUSES.map(|status| format!("status_{status}")));
    names.extend(
        [
            "status_4xx",
            "status_5xx",
            "status_52x",
            "status_none",
            "sentence_core",
            "you_core",
            "core",
            "chars",
            "links",
            "headings",
            "password",
            "writing",
            "partial",
            "data",
            "plain",
            "no_title",
            "title_chars",
            "strong",
            "strong_title",
            "challenge",
            "blocked",
            "rate_limited",
            "login",
            "outage",
            "about",
        ]
        .map(str::to_owned),
    );
    names.extend(MarkupCounts::NAMES.map(str::to_owned));
    names
}

/// The numbers of an answer, in the order of [`names`].
#[allow(clippy::cast_precision_loss, reason = "counts are small")]
pub(crate) fn row(
    status: u16,
    body: &str,
    seen: &VisibleParts,
    reading: &PageWording,
    data: bool,
    weighed: Weighed,
) -> Vec<f32> {
    let is = |yes: bool| f32::from(u8::from(yes));
    let log = |count: usize| (count as f32).ln_1p();
    let chars = if data {
        reading.text.chars().filter(|c| !c.is_whitespace()).count()
    } else {
        seen.chars
    };
    let mut counts = [(0_usize, 0_usize, false); Concept::ALL.len()];
    let mut last = [usize::MAX; Concept::ALL.len()];
    let mut heard = HashSet::new();
    for found in &reading.mentions {
        let (concept, start) = (found.concept as usize, found.range.0);
        let (Some((times, words, first)), Some(last)) =
            (counts.get_mut(concept), last.get_mut(concept))
        else {
            continue;
        };
        // Several words may begin at one place: "deny" and "denied".
        *times += usize::from(*last != start);
        *last = start;
        *words += usize::from(heard.insert(found.word));
        *first |= start < BEGINNING;
    }
    let mut row: Vec<f32> = Vec::with_capacity(320);
    row.extend(counts.map(|(times, ..)| is(times > 0)));
    row.extend(counts.map(|(_, words, _)| words.min(4) as f32));
    row.extend(counts.map(|(times, ..)| (times as f32 * 60.0 / (chars as f32 + 60.0)).min(1.0)));
    row.extend(Concept::ALL.map(|c| is(reading.title & c.bit() != 0)));
    row.extend(Concept::ALL.map(|c| is(reading.headings & c.bit() != 0)));
    row.extend(counts.map(|(.., first)| is(first)));
    row.extend(PAIRS.map(|(a, b)| {
        let both = a.bit() | b.bit();
        is(reading.sentences.iter().any(|(_, set)| set & both == both))
    }));
    row.extend(STATUSES.map(|known| is(status == known)));
    let you = Concept::You.bit();
    let addressed = |set: &u64| set & you != 0 && core_of(*set) != 0;
    let sets = || reading.sentences.iter().map(|(_, set)| set);
    row.extend([
        is((400..500).contains(&status)),
        is((500..600).contains(&status)),
        is((520..=530).contains(&status)),
        is(status == 0),
        sets()
            .map(|set| core_of(*set).count_ones())
            .max()
            .unwrap_or(0) as f32,
        sets().filter(|set| addressed(set)).count().min(4) as f32,
        core_of(sets().fold(0, |all, set| all | set)).count_ones() as f32,
        log(chars),
        log(seen.links),
        log(seen
            .headings
            .lines()
            .filter(|line| !line.trim().is_empty())
            .count()),
        is(seen.password),
        is(seen.writing),
        is(seen.partial),
        is(data),
        is(!data && !body.trim_start().starts_with('<')),
        is(seen.title.is_empty()),
        log(seen.title.chars().count()),
        weighed.strong,
        weighed.title,
        weighed.challenge,
        weighed.blocked,
        weighed.rate_limited,
        weighed.login,
        weighed.outage,
        weighed.about,
    ]);
    row.extend(MarkupCounts::of(body).numbers());
    row
}
