//! `[revisit]` and `[schedule] adaptive`: when to revisit. Input: the sections. Output: the
//! values as written, and in seconds.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{Bounds, SourceKind};
use crate::rules::Rule;
use crate::rules::check::reader::{Faults, Section};
use crate::rules::notations::parse_duration;
use crate::rules::sources::kinds::source_of;

/// The minimum interval; shorter ones would overload a site.
const SHORTEST: Duration = Duration::from_secs(60);
/// The maximum interval; longer ones amount to never.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);
/// How much earlier than its interval an article may be fetched again, at most.
const MAX_EARLY: Duration = Duration::from_secs(600);

/// The maximum number of pages that a person may mark.
const MAX_PAGES: usize = 10_000;

/// Says that articles are read again at each run.
pub(super) const EACH_RUN: &str = "run";
/// Says that the articles that a list names are read again at each run.
pub(super) const LISTED: &str = "listed";

/// The maximum number of versions of an article that a rule may keep.
const MAX_VERSIONS: u32 = 10_000;

/// `[schedule] adaptive`: the bounds of the interval.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adaptive {
    /// Shortest interval; ten minutes when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Longest interval; a day when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
}

impl Adaptive {
    /// In seconds. An absent bound yields to the other.
    pub fn bounds(&self) -> Bounds {
        let usual = Bounds::default();
        let seconds = |text: &Option<String>| {
            let time = text.as_deref().and_then(parse_duration)?;
            Some(time.as_secs().max(1))
        };
        let (min, max) = (seconds(&self.min), seconds(&self.max));
        Bounds {
            min_seconds: min
                .unwrap_or_else(|| max.map_or(usual.min_seconds, |max| usual.min_seconds.min(max))),
            max_seconds: max
                .unwrap_or_else(|| min.map_or(usual.max_seconds, |min| usual.max_seconds.max(min))),
        }
    }
}

/// `[revisit]`: which articles are fetched again; none if empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Revisit {
    /// Articles last fetched longer ago than this; `run`: at each run; `listed`: those that a list
    /// names, at each run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub articles: Option<String>,
    /// Only this long after they were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Articles whose list entry reports a change (`updated`, `lastmod`); when absent, only threads
    /// of a list that shows which ones have new posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// The maximum number of versions kept of an article.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versions: Option<u32>,
    /// Pages that a person marked: each run reads them again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
}

impl Revisit {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Rule {
    /// Articles fetched before the first time are fetched again if they were found after the
    /// second; `None` if the rule refetches none by age.
    pub fn fetched_again(&self, now: Timestamp) -> Option<(Timestamp, Option<Timestamp>)> {
        let ago = |time: Duration| {
            let time = SignedDuration::try_from(time).ok()?;
            now.checked_sub(time).ok()
        };
        let revisit = &self.file.revisit;
        let until = revisit.until.as_deref().and_then(parse_duration);
        let articles = revisit.articles.as_deref()?;
        if articles == EACH_RUN {
            return Some((now, until.and_then(ago)));
        }
        let interval = parse_duration(articles)?;
        // An article is fetched some time after its run began: runs at this very interval would
        // otherwise find it too young every second time.
        let early = (interval / 10).min(MAX_EARLY);
        let before = ago(interval.saturating_sub(early))?;
        Some((before, until.and_then(ago)))
    }

    /// Whether each run reads all pages again that a list names.
    pub fn rereads_listed(&self) -> bool {
        self.has_list() && self.file.revisit.articles.as_deref() == Some(LISTED)
    }
}

pub(crate) fn read_revisit(
    faults: &mut Faults<'_>,
    root: &Section<'_, '_>,
    kind: Option<SourceKind>,
) -> Revisit {
    let keys = ["articles", "until", "changed", "versions", "pages"];
    let section = root.section(faults, "revisit", &keys);
    let Some(section) = section else {
        return Revisit::default();
    };
    let articles = articles(faults, &section, kind);
    let until = interval(faults, &section, "until");
    let by_age = section.node("articles").is_some() && articles.as_deref() != Some(LISTED);
    if until.is_some() && !by_age {
        let message = Message::new("rules-revisit-until");
        faults.add(section.key_start("until"), message);
    }
    let changed = section.flag(faults, "changed");
    if changed == Some(true) && kind.is_some_and(|kind| !source_of(kind).reports_changes()) {
        let message = Message::new("rules-revisit-changed");
        faults.add(section.key_start("changed"), message);
    }
    let versions = section.number(faults, "versions", 2..=MAX_VERSIONS);
    Revisit {
        articles,
        until,
        changed,
        versions,
        pages: pages(faults, &section),
    }
}

/// Which articles are read again: a word, or an interval.
fn articles(
    faults: &mut Faults<'_>,
    section: &Section<'_, '_>,
    kind: Option<SourceKind>,
) -> Option<String> {
    let word = section
        .node("articles")
        .and_then(|node| node.get_ref().as_str());
    match word {
        Some(EACH_RUN | LISTED) => {}
        _ => return interval(faults, section, "articles"),
    }
    if word == Some(LISTED) && kind.is_some_and(|kind| !source_of(kind).has_lists()) {
        let message = Message::new("rules-revisit-listed");
        faults.add(section.key_start("articles"), message);
    }
    word.map(str::to_owned)
}

/// The marked pages: addresses of the web.
fn pages(faults: &mut Faults<'_>, section: &Section<'_, '_>) -> Vec<String> {
    let mut pages = Vec::new();
    for page in section.texts(faults, "pages") {
        let url = url::Url::parse(&page.value).ok();
        if !url.is_some_and(|url| matches!(url.scheme(), "http" | "https"))
            || pages.len() >= MAX_PAGES
        {
            let message = Message::new("rules-revisit-page").with("url", page.value.as_str());
            faults.add(page.span.start, message);
            continue;
        }
        pages.push(page.value);
    }
    pages
}

/// Reads `adaptive` of `[schedule]`.
pub(crate) fn read_adaptive(
    faults: &mut Faults<'_>,
    schedule: &Section<'_, '_>,
    kind: Option<SourceKind>,
) -> Option<Adaptive> {
    let node = schedule.node("adaptive")?;
    let section = Section::open(faults, "adaptive", node, &["min", "max"])?;
    let adaptive = Adaptive {
        min: interval(faults, &section, "min"),
        max: interval(faults, &section, "max"),
    };
    let bounds = adaptive.bounds();
    if bounds.min_seconds > bounds.max_seconds {
        let message = Message::new("rules-adaptive-bounds");
        faults.add(section.key_start("min"), message);
    }
    if schedule.node("cron").is_some() {
        let message = Message::new("rules-adaptive-cron");
        faults.add(schedule.key_start("adaptive"), message);
    }
    if kind.is_some_and(|kind| !source_of(kind).has_lists()) {
        let message = Message::new("rules-adaptive-pages");
        faults.add(schedule.key_start("adaptive"), message);
    }
    Some(adaptive)
}

/// An interval between two visits.
fn interval(faults: &mut Faults<'_>, section: &Section<'_, '_>, key: &str) -> Option<String> {
    let text = section.text(faults, key)?;
    let good = parse_duration(&text.value).is_some_and(|time| (SHORTEST..=LONGEST).contains(&time));
    if good {
        return Some(text.value);
    }
    let message = Message::new("rules-interval").with("text", text.value.as_str());
    faults.add(text.span.start, message);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{parse, write};

    fn rule(kind: &str, lines: &str) -> String {
        let list = if kind == "list" {
            "[list]\nlink = { css = \"a\" }\n"
        } else {
            ""
        };
        format!(
            "[site]\nname = \"N\"\nkind = \"{kind}\"\nstart = [\"http://127.0.0.1/\"]\n{list}{lines}\n\
             [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n"
        )
    }

    fn faults(kind: &str, lines: &str) -> Vec<String> {
        match parse(&rule(kind, lines)) {
            Ok(_) => Vec::new(),
            Err(errors) => errors
                .0
                .into_iter()
                .map(|e| e.message.id.to_string())
                .collect(),
        }
    }

    #[test]
    fn what_comes_again_is_read_and_written_back() {
        let text = rule(
            "feed",
            "[revisit]\narticles = \"7d\"\nuntil = \"60d\"\nchanged = true\nversions = 9\n\
             [schedule]\nadaptive = { min = \"10m\", max = \"1.5d\" }\npriority = 7",
        );
        let rule = parse(&text).expect("a rule");
        let now: Timestamp = "2026-03-31T00:00:00Z".parse().expect("a time");
        let (before, since) = rule.fetched_again(now).expect("articles");
        // Ten minutes early at most, for the time that a run takes.
        assert_eq!(before, "2026-03-24T00:10:00Z".parse().expect("a time"));
        assert_eq!(since, Some("2026-01-30T00:00:00Z".parse().expect("a time")));
        assert_eq!(rule.file().revisit.versions, Some(9));
        let schedule = rule.file().schedule.as_ref().expect("a schedule");
        let bounds = schedule.adaptive.as_ref().expect("bounds").bounds();
        assert_eq!((bounds.min_seconds, bounds.max_seconds), (600, 129_600));
        let again = parse(&write(rule.file())).expect("a rule");
        assert_eq!(again.file(), rule.file());
    }

    #[test]
    fn runs_at_the_interval_of_a_revisit_fetch_each_time() {
        let rule = parse(&rule("list", "[revisit]\narticles = \"1m\"")).expect("a rule");
        let now: Timestamp = "2026-03-31T00:01:00Z".parse().expect("a time");
        let (before, _) = rule.fetched_again(now).expect("articles");
        let fetched = |text: &str| text.parse::<Timestamp>().expect("a time") < before;
        assert!(fetched("2026-03-31T00:00:05Z"), "by the run a minute ago");
        assert!(!fetched("2026-03-31T00:00:30Z"), "half a minute ago");
    }

    #[test]
    fn a_bound_that_is_left_out_gives_way() {
        let bounds = |min: Option<&str>, max: Option<&str>| {
            let text = |text: &str| text.to_owned();
            let bounds = Adaptive {
                min: min.map(text),
                max: max.map(text),
            }
            .bounds();
            (bounds.min_seconds, bounds.max_seconds)
        };
        assert_eq!(bounds(None, None), (600, 86_400));
        assert_eq!(bounds(Some("2d"), None), (172_800, 172_800));
        assert_eq!(bounds(None, Some("5m")), (300, 300));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let check = |kind: &str, lines: &str, id: &str| {
            assert_eq!(faults(kind, lines), [id], "{lines}");
        };
        check("list", "[revisit]\narticles = \"5s\"", "rules-interval");
        check("list", "[revisit]\narticles = \"never\"", "rules-interval");
        check("list", "[revisit]\nuntil = \"9d\"", "rules-revisit-until");
        check(
            "pages",
            "[revisit]\nchanged = true",
            "rules-revisit-changed",
        );
        check("list", "[revisit]\nfeeds = true", "rules-unknown-key");
        let adaptive = |bounds: &str| format!("[schedule]\nadaptive = {bounds}");
        check("list", &adaptive("true"), "rules-wrong-type");
        check("list", &adaptive("{ min = \"1s\" }"), "rules-interval");
        check(
            "list",
            &adaptive("{ min = \"2d\", max = \"1d\" }"),
            "rules-adaptive-bounds",
        );
        check(
            "list",
            &adaptive("{}\ncron = \"@daily\""),
            "rules-adaptive-cron",
        );
        check("pages", &adaptive("{}"), "rules-adaptive-pages");
        check("list", "[schedule]\npriority = 3", "rules-missing-key");
        assert!(faults("list", &adaptive("{}")).is_empty());
    }
}
