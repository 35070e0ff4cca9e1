//! The last tier of trust: the usual answers of a site, and how this one differs. Input: the
//! good answers of a site as a few numbers each, in a bounded window stored with the project.
//! Output: evidence about one more answer, and its verdict. Nothing here is certain: pages differ,
//! lists share one title, and the first answers of a site have no baseline. So evidence is weak
//! unless the same page came for several addresses, one piece alone never blocks, and a plausible
//! rule result vetoes all of it.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::RuleOutcome;
use super::evidence::evidence;
use super::fingerprint::{hash_of, title_form};
use crate::model::{Evidence, EvidencePlace, PageState, Simhash, Strength, Verdict};

/// Answers of one sort that are kept.
const WINDOW: usize = 64;
/// With fewer good answers there is no baseline.
const ENOUGH: usize = 12;
/// Sites whose median text is shorter than this, in characters, have short pages: another short
/// page is no evidence.
const SHORT_CHARS: u32 = 240;
/// The same for bytes.
const SHORT_BYTES: u32 = 4_000;
/// Differences below this median, in milliseconds, are not significant.
const QUICK_MS: u32 = 80;
/// An answer slower than this, in milliseconds, and far slower than usual, was delayed on purpose.
const HELD_MS: u32 = 2_000;
/// Points that evidence needs to count against a page; no single piece has that many.
const NEEDED: u32 = 4;
/// Share of a site's pages with a unique title from which a repeated title is evidence.
const OWN_TITLES: f64 = 0.7;
/// Share of a sort's answers with rule results from which an answer without any is evidence.
const USUAL_YIELD: f64 = 0.8;

/// What an answer was requested as; each sort has its own baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageSort {
    /// A list.
    List,
    /// A page of content.
    Content,
    /// A page of a whole-site crawl.
    Page,
}

/// One answer as a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Hash of the address.
    pub url: u64,
    /// Hash of the body.
    pub body: u64,
    /// Hash of the title in the form of [`title_form`]; 0 without a title.
    pub title: u64,
    /// Bytes of the body.
    pub bytes: u32,
    /// Readable characters.
    pub chars: u32,
    /// How long the answer took, in milliseconds; 0 when unknown.
    pub took_ms: u32,
    /// Whether the rule found the required values.
    pub yields: bool,
    /// Whether the same page at another address is no evidence, such as calendar days without
    /// events.
    pub may_repeat: bool,
}

impl Trace {
    /// Builds the trace of an answer.
    pub fn of(
        url: &str,
        body: &str,
        title: &str,
        chars: usize,
        took_ms: u64,
        yields: bool,
    ) -> Self {
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let title = title_form(title);
        Self {
            url: hash_of(url),
            body: hash_of(body),
            title: match title.as_str() {
                "" => 0,
                title => hash_of(title),
            },
            bytes: short(body.len()),
            chars: short(chars),
            took_ms: u32::try_from(took_ms).unwrap_or(u32::MAX),
            yields,
            may_repeat: false,
        }
    }
}

/// The stored history of a site's answers. Bounded: at most 64 answers of each sort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct History {
    sorts: BTreeMap<PageSort, Window>,
}

/// The last answers of one sort, oldest first, each as `[url, body, title, bytes, chars, ms,
/// yields]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct Window(VecDeque<Row>);

type Row = (Simhash, Simhash, Simhash, u32, u32, u32, bool);

impl History {
    /// Records an accepted answer. It replaces an earlier one for the same address, except for
    /// lists, which are requested in every run.
    pub fn note(&mut self, sort: PageSort, trace: &Trace) {
        let rows = &mut self.sorts.entry(sort).or_default().0;
        if sort != PageSort::List {
            rows.retain(|row| row.0.0 != trace.url);
        }
        while rows.len() >= WINDOW {
            rows.pop_front();
        }
        rows.push_back((
            Simhash(trace.url),
            Simhash(trace.body),
            Simhash(trace.title),
            trace.bytes,
            trace.chars,
            trace.took_ms,
            trace.yields,
        ));
    }

    /// The number of stored answers of a sort, with the share on which the rule found something;
    /// `None` while they are too few.
    pub fn usual_yield(&self, sort: PageSort) -> Option<f64> {
        let rows = &self.sorts.get(&sort)?.0;
        let yields = rows.iter().filter(|row| row.6).count();
        (rows.len() >= ENOUGH).then(|| share(yields, rows.len()))
    }

    /// Whether the rule usually finds something on answers of that sort, as far as is known.
    pub fn used_to_yield(&self, sort: PageSort) -> bool {
        let rows = self.sorts.get(&sort).map(|window| &window.0);
        let (all, yields) = rows.map_or((0, 0), |rows| {
            (rows.len(), rows.iter().filter(|row| row.6).count())
        });
        yields >= 3 && share(yields, all) >= USUAL_YIELD
    }

    /// The evidence of how an answer differs from earlier ones.
    pub fn evidence(&self, sort: PageSort, trace: &Trace) -> Vec<Evidence> {
        let Some(Window(rows)) = self.sorts.get(&sort) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        found.extend(repeated_body(sort, rows, trace));
        found.extend(repeated_title(sort, rows, trace));
        let good: Vec<&Row> = rows.iter().filter(|row| row.6).collect();
        if good.len() >= ENOUGH {
            found.extend(size(&good, trace));
            found.extend(latency(&good, trace));
        }
        if !trace.yields
            && self
                .usual_yield(sort)
                .is_some_and(|usual| usual >= USUAL_YIELD)
        {
            found.push(weak("history-yield", ""));
        }
        found
    }
}

/// Combines a verdict with the history. Blocks with stronger evidence, pages on which the rule
/// found what it needs, and pages that state themselves that they have nothing keep their verdict.
pub fn with_history(
    verdict: Verdict,
    rule: RuleOutcome,
    history: &History,
    sort: PageSort,
    trace: &Trace,
) -> Verdict {
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    let says_so = verdict.state == PageState::Empty
        && verdict
            .evidence
            .iter()
            .any(|found| found.place == EvidencePlace::Body);
    if !mild || says_so {
        return verdict;
    }
    let mut found = history.evidence(sort, trace);
    let strong = found.iter().any(|e| e.strength == Strength::Strong);
    let against = found.iter().map(points).sum::<u32>() >= NEEDED && found.len() > 1;
    if !strong && (rule == RuleOutcome::Fits || !against) {
        return verdict;
    }
    found.sort_by_key(|e| (e.strength != Strength::Strong, u32::MAX - points(e)));
    found.extend(verdict.evidence);
    Verdict {
        state: PageState::SoftBlock,
        evidence: found,
        retry_after: verdict.retry_after,
    }
}

/// The points of a piece of evidence.
fn points(found: &Evidence) -> u32 {
    match found.signal.as_str() {
        "history-body-repeats" | "history-title-repeats" | "history-little-text" => 2,
        "history-yield" | "history-small" | "history-quick" => 1,
        _ => 0,
    }
}

fn weak(signal: &str, matched: &str) -> Evidence {
    evidence(signal, Strength::Weak, EvidencePlace::History, matched)
}

/// The same body at other addresses. With one, it may be a page with two addresses; with several,
/// it is served in place of pages.
fn repeated_body(sort: PageSort, rows: &VecDeque<Row>, trace: &Trace) -> Option<Evidence> {
    if sort == PageSort::List || trace.chars == 0 || trace.may_repeat {
        return None;
    }
    let others = rows
        .iter()
        .filter(|row| row.1.0 == trace.body && row.0.0 != trace.url)
        .count();
    let strength = match others {
        0 => return None,
        1 => Strength::Weak,
        _ => Strength::Strong,
    };
    let matched = others.to_string();
    Some(evidence(
        "history-body-repeats",
        strength,
        EvidencePlace::History,
        &matched,
    ))
}

/// The same title at other addresses, on a site whose pages have unique titles.
fn repeated_title(sort: PageSort, rows: &VecDeque<Row>, trace: &Trace) -> Option<Evidence> {
    if sort == PageSort::List || trace.title == 0 || trace.may_repeat || rows.len() < ENOUGH {
        return None;
    }
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.2.0).or_default() += 1;
    }
    let own = counts.values().filter(|count| **count == 1).count();
    let others = rows
        .iter()
        .filter(|row| row.2.0 == trace.title && row.0.0 != trace.url)
        .count();
    let usually_own = share(own, rows.len()) >= OWN_TITLES;
    (others >= 2 && usually_own).then(|| weak("history-title-repeats", &others.to_string()))
}

/// Far less text or a far smaller body than any recent good answer.
fn size(good: &[&Row], trace: &Trace) -> Option<Evidence> {
    let chars = sorted(good, |row| row.4);
    let (usual, low) = (quantile(&chars, 0.5), quantile(&chars, 0.05));
    if usual >= SHORT_CHARS && trace.chars < usual / 5 && trace.chars < low / 2 {
        let matched = format!("{} < {usual}", trace.chars);
        return Some(weak("history-little-text", &matched));
    }
    let bytes = sorted(good, |row| row.3);
    let (usual, low) = (quantile(&bytes, 0.5), quantile(&bytes, 0.05));
    let small = usual >= SHORT_BYTES && trace.bytes < usual / 5 && trace.bytes < low / 2;
    small.then(|| weak("history-small", &format!("{} < {usual}", trace.bytes)))
}

/// Far faster than ever: no page was generated. Far slower: the answer was delayed on purpose.
fn latency(good: &[&Row], trace: &Trace) -> Option<Evidence> {
    let known: Vec<&Row> = good.iter().copied().filter(|row| row.5 > 0).collect();
    if known.len() < ENOUGH || trace.took_ms == 0 {
        return None;
    }
    let times = sorted(&known, |row| row.5);
    let usual = quantile(&times, 0.5);
    let matched = format!("{} ms, {usual} ms", trace.took_ms);
    if usual >= QUICK_MS && trace.took_ms < usual / 8 && trace.took_ms < quantile(&times, 0.05) / 2
    {
        return Some(weak("history-quick", &matched));
    }
    let slow = trace.took_ms >= HELD_MS
        && trace.took_ms / 4 > quantile(&times, 0.95)
        && trace.took_ms / 10 > usual;
    slow.then(|| weak("history-slow", &matched))
}

fn sorted(rows: &[&Row], of: impl Fn(&Row) -> u32) -> Vec<u32> {
    let mut values: Vec<u32> = rows.iter().map(|row| of(row)).collect();
    values.sort_unstable();
    values
}

/// The quantile `share` of sorted values; 0 without values.
fn quantile(sorted: &[u32], share: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a window has 64 values at most"
    )]
    let place = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(place).copied().unwrap_or(0)
}

fn share(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a window has 64 values at most")]
    let share = part as f64 / whole.max(1) as f64;
    share
}

#[cfg(test)]
mod tests;
