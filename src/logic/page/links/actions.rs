//! Links that do something: mark as read, write, report, log out (`assets/addresses/actions.toml`).
//! Input: addresses, and the words on the links of a page. Output: the word that says so.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use scraper::ElementRef;
use serde::Deserialize;
use url::{Url, form_urlencoded};

use crate::page::{Page, without_fragment};

const FILE: &str = include_str!("../../../../assets/addresses/actions.toml");
/// The length of a part of a path from which a rule names it, in bytes.
const MIN_PART: usize = 4;
/// The maximum length of what is written on such a link, in bytes.
const MAX_LABEL: usize = 80;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    segments: HashSet<String>,
    pairs: HashSet<String>,
    things: HashSet<String>,
    verbs: HashSet<String>,
    after_things: HashSet<String>,
    before_numbers: HashSet<String>,
    parameters: HashSet<String>,
    labels: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| toml::from_str(FILE).unwrap_or_default());

/// The word of an address that does something, as the address has it, in lower case; `None` for
/// addresses that lead to content.
pub fn action_of(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (_, path) = place.split_once('/')?;
    in_path(path).or_else(|| in_query(query))
}

fn in_path(path: &str) -> Option<String> {
    let lower = path.to_lowercase();
    let decoded: Vec<Cow<'_, str>> = lower.split('/').map(decoded).collect();
    let segments = decoded.iter().map(AsRef::as_ref);
    let segments: Vec<&str> = segments.filter(|part| !part.is_empty()).collect();
    let own = segments.iter().find(|part| WORDS.segments.contains(**part));
    if let Some(own) = own {
        return Some((*own).to_owned());
    }
    let pairs = segments.iter().zip(segments.iter().skip(1));
    let mut pairs = pairs.map(|(first, second)| format!("{first}/{second}"));
    if let Some(pair) = pairs.find(|pair| WORDS.pairs.contains(pair)) {
        return Some(pair);
    }
    let after = |part: &&&str| is_number(part) || matches!(**part, "up" | "down");
    let followed = segments.iter().rev().take_while(after).count();
    let end = segments.len().checked_sub(followed + 1)?;
    let verb = *segments.get(end)?;
    let before = |steps| end.checked_sub(steps).and_then(|at| segments.get(at));
    let is_thing = |part: Option<&&str>| part.is_some_and(|part| WORDS.things.contains(*part));
    let on_thing = is_thing(before(1)) || is_thing(before(2));
    let on_number = before(1).is_some_and(|part| names_one(part));
    let acts = (on_thing && WORDS.after_things.contains(verb))
        || ((on_thing || on_number) && WORDS.verbs.contains(verb))
        || (followed > 0 && WORDS.before_numbers.contains(verb));
    acts.then(|| verb.to_owned())
}

fn in_query(query: &str) -> Option<String> {
    let mut pairs = query.split(['&', ';']).map(str::to_lowercase);
    pairs.find(|pair| WORDS.parameters.contains(pair))
}

/// A segment as it is read.
fn decoded(segment: &str) -> Cow<'_, str> {
    if !segment.contains('%') {
        return Cow::Borrowed(segment);
    }
    let mut pairs = form_urlencoded::parse(segment.as_bytes());
    pairs
        .next()
        .map_or(Cow::Borrowed(segment), |(name, _)| name)
}

fn is_number(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a segment is the number of one thing, alone or at the end of its name. A year is none.
fn names_one(part: &str) -> bool {
    match part.rsplit_once(['-', '.']) {
        Some((_, number)) => !number.is_empty() && is_number(number),
        None => is_number(part) && !(part.len() == 4 && part.starts_with(['1', '2'])),
    }
}

/// The links of a page that do something, by what is written on all links to their address.
#[derive(Debug, Default)]
pub struct ActionLinks(HashMap<Url, String>);

impl ActionLinks {
    /// Those of `page`.
    pub fn of(page: &Page) -> Self {
        let links = page.elements().filter(|link| link.value().name() == "a");
        let links = links.filter_map(|link| Some((link, link.attr("href")?)));
        let (acting, others): (Vec<_>, Vec<_>) = links
            .map(|(link, href)| (label_of(&beginning_of(link)), href))
            .partition(|(label, _)| label.is_some());
        // Most pages have none: then no address is resolved.
        if acting.is_empty() {
            return Self::default();
        }
        let resolved = |href: &str| page.join(href).map(|url| without_fragment(&url));
        let mut found: HashMap<Url, String> = HashMap::new();
        for (label, href) in acting {
            if let (Some(label), Some(url)) = (label, resolved(href)) {
                found.entry(url).or_insert(label);
            }
        }
        // A thread may have "reply" beside its title, both to the same page.
        for (_, href) in others {
            if let Some(url) = resolved(href) {
                found.remove(&url);
            }
        }
        Self(found)
    }

    /// Whether the link to `url` does something, and `named`, the text of a rule in lower case, has
    /// no word for that: neither the one in the address, nor what is written on the link, nor a part
    /// of the path.
    pub fn holds(&self, url: &Url, named: &str) -> bool {
        match (action_of(url.as_str()), self.0.get(url)) {
            (Some(word), _) => !named.contains(&word),
            (None, Some(label)) => !named.contains(label) && !names_part(url, named),
            (None, None) => false,
        }
    }
}

/// Whether `named` has a part of the path that is no number.
fn names_part(url: &Url, named: &str) -> bool {
    let path = url.path().to_lowercase();
    path.split('/')
        .any(|part| part.len() >= MIN_PART && !is_number(part) && named.contains(part))
}

/// The text of a link, up to the first piece with which it is too long for a label.
fn beginning_of(link: ElementRef<'_>) -> String {
    let mut text = String::new();
    for piece in link.text() {
        if text.len() > MAX_LABEL {
            break;
        }
        text.push_str(piece.get(..MAX_LABEL + 1).unwrap_or(piece));
    }
    text
}

/// The label without marks around it, if it is one of those.
fn label_of(text: &str) -> Option<String> {
    if text.len() > MAX_LABEL {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    WORDS.labels.contains(text).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_actions_is_read_whole() {
        let words: Words = toml::from_str(FILE).unwrap();
        let all = words.segments.iter().chain(&words.labels);
        assert!(all.clone().count() > 100);
        assert!(
            all.chain(&words.parameters)
                .all(|word| *word == word.to_lowercase())
        );
    }

    #[test]
    fn addresses_that_act_are_told_from_those_that_lead_to_content() {
        let check = |path: &str, acts: bool| {
            let found = action_of(&format!("https://e.org:81{path}"));
            assert_eq!(found.is_some(), acts, "{path}: {found:?}");
        };
        check("/tracking/mark/forum/3/topics/", true);
        check("/forum/members-3/topic/create/", true);
        check("/topic/some-thread-42/reply/", true);
        check("/posts/42/edit", true);
        check("/edit/42", true);
        check("/comment/42/vote/up", true);
        check("/forum/newreply.php?t=5", true);
        check("/posting.php?mode=reply&t=5", true);
        check("/viewforum.php?f=2&mark=topics", true);
        check("/forum.php?mod=post&action=newthread&fid=2", true);
        check("/account/logout", true);
        check("/%E9%80%80%E5%87%BA%E7%99%BB%E5%BD%95", true);
        check("/", false);
        check("/mark/my-trip", false);
        check("/news/2024/report", false);
        check("/report/2024", false);
        check("/match/71233/report", false);
        check("/post/71233/report", true);
        check("/post/42", false);
        check("/docs/cli/create/", false);
        check("/topic/create-a-disk-42/", false);
        check("/forum.php?mod=viewthread&tid=2", false);
        check("/how-to-vote", false);
    }

    #[test]
    fn a_link_acts_by_what_is_written_on_it() {
        let page = Page::parse(
            "<a href=/x/1>Mark topics read</a><a href=/x/2>» 回复</a><a href=/x/3>Reply</a>\
             <a href=/x/3#post>The thread</a><a href=/x/4>How to reply</a>",
            &Url::parse("http://h/").unwrap(),
        );
        let links = ActionLinks::of(&page);
        let acts = |path: &str, named: &str| links.holds(&page.join(path).unwrap(), named);
        assert!(acts("/x/1", "") && acts("/x/2", "a.topic"));
        assert!(!acts("/x/3", "") && !acts("/x/4", ""));
        assert!(!acts("/x/2", "a:contains('回复')"));
        assert!(acts("/topic/new", "a.topic") && !acts("/topic/new", "a[href*='/new']"));
    }
}
