//! Whether a list still reads as before. A redesign seldom breaks everything: the rule still finds
//! something, but other links, no dates, authors in place of titles, and a run without new records
//! looks like a quiet day. Input: what the same rule extracts from the page stored on an earlier
//! visit and from the current page. Output: the changes that news cannot explain. Numbers and
//! dates differ every day and single items may lack anything: neither is ever judged. After how
//! many pages without a required field a run says so is in
//! `engine::crawl::decide::site_status::required_fields`.

mod vanished_fields;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use url::Url;

use crate::messages::Message;
use crate::model::DefaultColumn;
pub use vanished_fields::{FieldWatch, VANISHED, VanishedField};

/// With fewer items a list is not judged.
const FEW: usize = 3;
/// With this many items, values that are all equal or far longer than before count as evidence.
const SEVERAL: usize = 5;
/// A field counts as filled before if this share of the earlier items has it, in tenths.
const FULL_TENTHS: usize = 8;
/// It counts as empty now if at most this share of the items has it, in tenths.
const EMPTY_TENTHS: usize = 2;
/// Longest value that is quoted, in characters.
const QUOTED: usize = 60;

/// With fewer pages, the fields of pages are not judged: a list shows many items at once, but pages
/// arrive one by one, and a few may be of another kind.
const PAGES: usize = 8;

/// One item of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The address that it links to; empty without a link.
    pub url: String,
    /// Its fields on the list: name and value.
    pub values: Vec<(String, String)>,
}

/// How a list differs from before.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// Whether its links are no longer the wanted ones, so that none of them may be followed.
    pub lost: bool,
    /// The difference.
    pub why: Message,
}

/// The difference between the lists `now` and `before`, the most serious first. `stands` reports
/// whether the current page links to an address anywhere.
pub fn drift(before: &[Listed], now: &[Listed], stands: impl Fn(&str) -> bool) -> Option<Drift> {
    if before.len() < FEW || now.is_empty() {
        return None;
    }
    links(before, now, stands).or_else(|| {
        let names = names(before);
        let fields = || names.iter().copied();
        let first = fields().find_map(|name| field(name, &names, before, now));
        first.map(|why| Drift { lost: false, why })
    })
}

/// The difference between the records of pages read `now` and `before`, by the fields that the rule
/// itself extracts.
pub fn drift_of_pages(before: &[Listed], now: &[Listed]) -> Option<Message> {
    if before.len() < PAGES || now.len() < PAGES {
        return None;
    }
    of_pages(before, now)
}

/// The same for refetched pages: `now` are the same pages as `before`, each with its address, so a
/// few are enough.
pub fn drift_of_renewed(before: &[Listed], now: &[Listed]) -> Option<Message> {
    (before.len() >= FEW).then(|| of_pages(before, now))?
}

fn of_pages(before: &[Listed], now: &[Listed]) -> Option<Message> {
    let names = names(before);
    let first = names
        .iter()
        .find_map(|name| field(name, &names, before, now))?;
    let id = first.id.replacen("detect-drift-", "detect-drift-page-", 1);
    Some(Message { id, ..first })
}

/// Whether the links are different, or fewer although the earlier ones are still on the page.
fn links(before: &[Listed], now: &[Listed], stands: impl Fn(&str) -> bool) -> Option<Drift> {
    let (old, new) = (urls(before), urls(now));
    if old.len() < FEW || new.is_empty() {
        return None;
    }
    let kept = old.intersection(&new).count();
    let left = old
        .iter()
        .filter(|url| !new.contains(*url) && stands(url))
        .count();
    let mut shapes: HashMap<UrlShape, usize> = HashMap::new();
    for url in &old {
        *shapes.entry(url_shape(url)).or_default() += 1;
    }
    let alike = new
        .iter()
        .filter(|url| shapes.contains_key(&url_shape(url)))
        .count();
    if left >= FEW && left > 3 * kept && alike * 2 < new.len() {
        let why = Message::new("detect-drift-links")
            .with("left", left)
            .with("now", new.len());
        return Some(Drift { lost: true, why });
    }
    // A list of today's items only is short in the morning; its items are then new.
    if kept > 0 && left >= SEVERAL && left >= 3 * kept && new.len() * 2 < left {
        let why = Message::new("detect-drift-fewer")
            .with("left", left)
            .with("now", new.len());
        return Some(Drift { lost: false, why });
    }
    let uniform = shapes.values().max().copied().unwrap_or(0) * 10 >= old.len() * 8;
    if uniform && kept == 0 && new.len() >= FEW && alike * 10 <= new.len() && !same(before, now) {
        let why = Message::new("detect-drift-elsewhere").with("now", new.len());
        return Some(Drift { lost: false, why });
    }
    None
}

/// Whether a field is missing or has values of another sort.
fn field(name: &str, names: &[&str], before: &[Listed], now: &[Listed]) -> Option<Message> {
    if now.len() < FEW {
        return None;
    }
    let (old, new) = (values(name, before), values(name, now));
    let was_full = match now.len() {
        SEVERAL.. => old.len() * 10 >= before.len() * FULL_TENTHS,
        _ => old.len() == before.len(),
    };
    if was_full && new.len() * 10 <= now.len() * EMPTY_TENTHS {
        return Some(
            Message::new("detect-drift-empty")
                .with("field", name)
                .with("empty", now.len() - new.len())
                .with("now", now.len()),
        );
    }
    if old.len() < FEW || new.len() < FEW || is_numeric(&old) {
        return None;
    }
    let telling = distinct(&old) * 10 >= old.len() * 7;
    if telling && old.len() >= SEVERAL && new.len() >= SEVERAL {
        let first = new.first().copied().unwrap_or_default();
        if distinct(&new) == 1 && !old.contains(&first) {
            return Some(
                Message::new("detect-drift-alike")
                    .with("field", name)
                    .with("value", quoted(first))
                    .with("now", new.len()),
            );
        }
    }
    if let Some(other) = swapped(name, names, before, (&old, &new)) {
        return Some(
            Message::new("detect-drift-swapped")
                .with("field", name)
                .with("other", other),
        );
    }
    if name == DefaultColumn::Title.token()
        && telling
        && let Some(why) = renamed(before, now)
    {
        return Some(why);
    }
    let far = telling && old.len() >= SEVERAL && new.len() >= SEVERAL;
    let longer = far.then(|| length_jump(&old, &new)).flatten()?;
    let id = match longer {
        true => "detect-drift-longer",
        false => "detect-drift-shorter",
    };
    let first = new.first().copied().unwrap_or_default();
    Some(
        Message::new(id)
            .with("field", name)
            .with("value", quoted(first)),
    )
}

/// The field whose earlier values match `new`, although `old` did not.
fn swapped<'n>(
    name: &str,
    names: &[&'n str],
    before: &[Listed],
    (old, new): (&[&str], &[&str]),
) -> Option<&'n str> {
    let others = names.iter().copied().filter(|other| *other != name);
    let mut fitting = others.filter(|other| {
        let known: HashSet<String> = values(other, before).into_iter().map(folded).collect();
        let among = |all: &[&str]| {
            let all = all.iter().map(|value| folded(value));
            all.filter(|value| !value.is_empty() && known.contains(value))
                .count()
        };
        among(new) * 10 >= new.len() * 8 && among(old) * 10 <= old.len() * 2
    });
    fitting.next()
}

/// Whether the titles of known items have changed: unlike the view count or the last reply, a title
/// belongs to its address.
fn renamed(before: &[Listed], now: &[Listed]) -> Option<Message> {
    let title = |item: &Listed| value(DefaultColumn::Title.token(), item).map(str::to_owned);
    let old: HashMap<&str, String> = before
        .iter()
        .filter(|item| !item.url.is_empty())
        .filter_map(|item| Some((item.url.as_str(), title(item)?)))
        .collect();
    let both: Vec<(String, String)> = now
        .iter()
        .filter_map(|item| Some((old.get(item.url.as_str())?.clone(), title(item)?)))
        .collect();
    let other: Vec<&(String, String)> = both
        .iter()
        .filter(|(was, is)| {
            let (was, is) = (folded(was), folded(is));
            // Truncated, or with a marker next to it.
            !was.contains(&is) && !is.contains(&was)
        })
        .collect();
    if both.len() < FEW || other.len() * 10 < both.len() * 8 {
        return None;
    }
    let (was, is) = other.first()?;
    Some(
        Message::new("detect-drift-renamed")
            .with("changed", other.len())
            .with("known", both.len())
            .with("before", quoted(was))
            .with("after", quoted(is)),
    )
}

/// Whether all values are far longer (or, `false`, far shorter) than any earlier one.
fn length_jump(old: &[&str], new: &[&str]) -> Option<bool> {
    let range = |all: &[&str]| {
        let lengths = || all.iter().map(|value| value.chars().count());
        Some((lengths().min()?, lengths().max()?))
    };
    let ((least, most), (now_least, now_most)) = (range(old)?, range(new)?);
    if now_least * 2 > most * 5 {
        return Some(true);
    }
    (now_most * 5 < least * 2).then_some(false)
}

/// Whether the items are the same under other addresses: the site has moved, the rule fits.
fn same(before: &[Listed], now: &[Listed]) -> bool {
    names(before).into_iter().any(|name| {
        let old: HashSet<&str> = values(name, before).into_iter().collect();
        let telling = !is_numeric(&values(name, before)) && old.len() * 2 > before.len();
        let new = values(name, now);
        telling && new.iter().filter(|value| old.contains(*value)).count() >= FEW
    })
}

fn names(items: &[Listed]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in items.iter().flat_map(|item| &item.values) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

fn urls(items: &[Listed]) -> HashSet<&str> {
    let urls = items.iter().map(|item| item.url.as_str());
    urls.filter(|url| !url.is_empty()).collect()
}

fn value<'i>(name: &str, item: &'i Listed) -> Option<&'i str> {
    let own = item.values.iter().find(|(own, _)| own == name);
    own.map(|(_, value)| value.trim())
        .filter(|value| !value.is_empty())
}

fn values<'i>(name: &str, items: &'i [Listed]) -> Vec<&'i str> {
    items.iter().filter_map(|item| value(name, item)).collect()
}

fn distinct(values: &[&str]) -> usize {
    let folded: HashSet<String> = values.iter().copied().map(folded).collect();
    folded.len()
}

/// Letters only, because counts and times next to them change.
fn folded(value: &str) -> String {
    let letters = value.chars().filter(|c| c.is_alphabetic());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether values are numbers, dates and the like rather than words.
fn is_numeric(values: &[&str]) -> bool {
    let all = values.iter().flat_map(|value| value.chars());
    let (mut letters, mut digits) = (0_usize, 0_usize);
    for c in all {
        digits += usize::from(c.is_numeric());
        letters += usize::from(c.is_alphabetic());
    }
    digits * 5 > (digits + letters) * 2
}

fn quoted(value: &str) -> String {
    match value.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

/// The address pattern of pages of one kind: host, depth, first folder, whether the last segment
/// has digits, its extension, the parameter names.
pub(super) type UrlShape = (String, usize, String, bool, String, Vec<String>);

pub(super) fn url_shape(url: &str) -> UrlShape {
    let Ok(url) = Url::parse(url) else {
        return UrlShape::default();
    };
    let steps: Vec<&str> = url.path().split('/').filter(|s| !s.is_empty()).collect();
    let last = steps.last().copied().unwrap_or_default();
    let folder = match steps.len() {
        0 | 1 => String::new(),
        // A year is not the folder of a page kind.
        _ => steps
            .first()
            .filter(|step| !step.contains(|c: char| c.is_ascii_digit()))
            .map(|step| (*step).to_owned())
            .unwrap_or_default(),
    };
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut keys: Vec<String> = url.query_pairs().map(|(key, _)| key.into_owned()).collect();
    keys.sort_unstable();
    (
        url.host_str().unwrap_or_default().to_owned(),
        steps.len(),
        folder,
        last.contains(|c: char| c.is_ascii_digit()),
        ending.to_owned(),
        keys,
    )
}

#[cfg(test)]
mod tests;
