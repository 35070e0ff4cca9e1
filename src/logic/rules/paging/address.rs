//! Addresses of the pages of one list: where they contain the page number, and how two addresses
//! relate. Input: addresses. Output: relations and addresses of further pages.

use url::Url;

use super::words::{is_part_with_pages, is_session_key, key_counts_pages};

/// The maximum number of digits in a page number or an offset.
const MAX_DIGITS: usize = 7;
/// The number from which values are ids, unless a key marks them as page numbers.
const FIRST_ID: u64 = 1_000;
/// The number of path segments, from the end, that may contain the page number.
const MAX_SEGMENTS: usize = 3;

/// What a number in an address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountedUnit {
    /// Pages, by its key.
    Pages,
    /// Items, by its key.
    Items,
    /// Unknown.
    Unknown,
}

/// A number in an address that may be the page number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The address with a placeholder for the number; equal for the pages of one list.
    pub frame: String,
    /// The address without the number and the parts that belong to it, if these are optional.
    pub without: Option<String>,
    /// The number.
    pub value: u64,
    /// What it counts.
    pub counts: CountedUnit,
    place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Byte range in the path.
    Path(usize, usize),
    /// Key in the query.
    Query(String),
}

/// A parsed address.
#[derive(Clone, Debug)]
pub struct ParsedAddress {
    url: Url,
    path: String,
    query: Vec<(String, String)>,
    plain: String,
    /// Its numbers.
    pub slots: Vec<Slot>,
}

/// The relation of an address to that of the current page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlRelation {
    /// The same page.
    Itself,
    /// The same except for a number: from the page's own, if it has one, to the other's.
    Page {
        /// The number in the page's own address.
        from: Option<u64>,
        /// The number in the other address.
        to: u64,
        /// What it counts.
        counts: CountedUnit,
    },
    /// The same path with another query.
    SamePath,
    /// Another address with a number that its key marks as a page.
    OtherPaged,
    /// Nothing in common.
    Other,
}

impl ParsedAddress {
    /// Parses `url`.
    pub fn of(url: &Url) -> Self {
        let mut query: Vec<(String, String)> = url
            .query_pairs()
            .filter(|(key, _)| !is_session_key(key))
            .map(|(key, value)| (key.into_owned(), value.into_owned()))
            .collect();
        query.sort();
        let path = normal_path(url.path());
        let mut address = Self {
            plain: format!("{path}?{}", join(&query)),
            url: url.clone(),
            path,
            query,
            slots: Vec::new(),
        };
        address.slots = address.path_slots();
        address.slots.extend(address.query_slots());
        address.slots.sort_by_key(|slot| slot.counts);
        address
    }

    /// The normalised address: equal for two addresses of one page.
    pub fn plain(&self) -> &str {
        &self.plain
    }

    /// The address itself.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The same address with `value` in place of the number of `slot`.
    pub fn with_number(&self, slot: &Slot, value: u64) -> Option<Url> {
        let mut url = self.url.clone();
        match &slot.place {
            Place::Path(start, end) => {
                let path = url.path();
                let old = path.get(*start..*end)?;
                let width = if old.starts_with('0') { old.len() } else { 0 };
                let path = format!(
                    "{}{value:0width$}{}",
                    path.get(..*start)?,
                    path.get(*end..)?
                );
                url.set_path(&path);
            }
            Place::Query(key) => {
                let pairs: Vec<(String, String)> = url
                    .query_pairs()
                    .map(|(k, v)| {
                        let v = if k == *key {
                            value.to_string()
                        } else {
                            v.into_owned()
                        };
                        (k.into_owned(), v)
                    })
                    .collect();
                url.query_pairs_mut().clear().extend_pairs(pairs);
            }
        }
        Some(url)
    }

    /// The relation of `other` to this address.
    pub fn relation(&self, other: &Self) -> UrlRelation {
        if self.plain == other.plain {
            return UrlRelation::Itself;
        }
        let aligned = other.slots.iter().find_map(|slot| {
            let own = self.slots.iter().find(|own| own.frame == slot.frame)?;
            let id = slot.counts == CountedUnit::Unknown && slot.value.max(own.value) >= FIRST_ID;
            (!id).then_some((Some(own.value), slot))
        });
        let added = || {
            let slot = other.slots.iter().find(|slot| is_first_of(slot, self));
            slot.map(|slot| (None, slot))
        };
        let page = aligned.or_else(added).or_else(|| self.by_key(other));
        if let Some((from, slot)) = page {
            return UrlRelation::Page {
                from,
                to: slot.value,
                counts: slot.counts,
            };
        }
        if let Some(own) = self.slots.iter().find(|s| is_first_of(s, other)) {
            return UrlRelation::Page {
                from: Some(own.value),
                to: u64::from(own.counts != CountedUnit::Items),
                counts: own.counts,
            };
        }
        if self.path == other.path && !self.conflicts(other, None) {
            UrlRelation::SamePath
        } else if other.slots.iter().any(|s| s.counts == CountedUnit::Pages) {
            UrlRelation::OtherPaged
        } else {
            UrlRelation::Other
        }
    }

    /// The same path, and a counting key, regardless of other keys.
    fn by_key<'o>(&self, other: &'o Self) -> Option<(Option<u64>, &'o Slot)> {
        if self.path != other.path {
            return None;
        }
        other.slots.iter().find_map(|slot| {
            let Place::Query(key) = &slot.place else {
                return None;
            };
            if slot.counts == CountedUnit::Unknown || self.conflicts(other, Some(key)) {
                return None;
            }
            let own = self.query.iter().find(|(k, _)| k == key);
            Some((own.and_then(|(_, v)| v.parse().ok()), slot))
        })
    }

    /// Whether a key other than `but` has different numbers in both, such as the id of a thread.
    fn conflicts(&self, other: &Self, but: Option<&str>) -> bool {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let differs = |key: &str, value: &str| {
            Some(key) != but
                && other
                    .query
                    .iter()
                    .any(|(k, v)| k == key && v != value && is_number(v) && is_number(value))
        };
        let lost_id = |key: &str, value: &str| {
            is_number(value)
                && value.len() >= 3
                && key_counts_pages(key).is_none()
                && !other.query.iter().any(|(k, _)| k == key)
        };
        self.query
            .iter()
            .any(|(k, v)| differs(k, v) || lost_id(k, v))
    }

    fn query_slots(&self) -> Vec<Slot> {
        let digits = |v: &str| {
            !v.is_empty() && v.len() <= MAX_DIGITS && v.bytes().all(|b| b.is_ascii_digit())
        };
        self.query
            .iter()
            .filter(|(_, value)| digits(value))
            .filter_map(|(key, value)| {
                let marked = self.query.iter().map(|(k, v)| {
                    let v = if k == key { "{}" } else { v.as_str() };
                    format!("{k}={v}")
                });
                let without: Vec<_> = self
                    .query
                    .iter()
                    .filter(|(k, _)| k != key)
                    .cloned()
                    .collect();
                Some(Slot {
                    frame: format!("{}?{}", self.path, marked.collect::<Vec<_>>().join("&")),
                    without: Some(format!("{}?{}", self.path, join(&without))),
                    value: value.parse().ok()?,
                    counts: counts(last_word(key)),
                    place: Place::Query(key.clone()),
                })
            })
            .collect()
    }

    fn path_slots(&self) -> Vec<Slot> {
        let path = self.url.path();
        let query = join(&self.query);
        digit_runs(path)
            .into_iter()
            .filter_map(|(start, end)| {
                let (before, after) = (path.get(..start)?, path.get(end..)?);
                if after.matches('/').count() > MAX_SEGMENTS {
                    return None;
                }
                let marked = normal_path(&format!("{before}{{}}{after}"));
                let without = without_number(before, after);
                Some(Slot {
                    frame: format!("{marked}?{query}"),
                    without: without.map(|w| format!("{}?{query}", normal_path(&w))),
                    value: path.get(start..end)?.parse().ok()?,
                    counts: path_counts(before),
                    place: Place::Path(start, end),
                })
            })
            .collect()
    }
}

/// Whether `first` is the address of a list's first page, which lacks the number.
fn is_first_of(slot: &Slot, first: &ParsedAddress) -> bool {
    slot.without.as_deref() == Some(&first.plain)
        && (slot.counts != CountedUnit::Unknown || slot.value < FIRST_ID)
}

fn join(query: &[(String, String)]) -> String {
    let pairs: Vec<String> = query.iter().map(|(k, v)| format!("{k}={v}")).collect();
    pairs.join("&")
}

/// File names that are equivalent to their folder.
const INDEX_NAMES: [&str; 3] = ["index", "default", "Default"];

/// The path without parts that servers add or omit at will: a trailing slash, the name of an index
/// file, and the extension of static files.
fn normal_path(path: &str) -> String {
    let path = [".html", ".htm", ".shtml"]
        .iter()
        .find_map(|end| path.strip_suffix(end))
        .unwrap_or(path);
    let path = path.trim_end_matches('/');
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or_default();
    let path = if INDEX_NAMES.contains(&stem) {
        folder
    } else {
        path
    };
    path.trim_end_matches('/').to_owned()
}

/// The runs of digits in `path` that may be a number of a page.
fn digit_runs(path: &str) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = None;
    let bytes = path.as_bytes();
    for at in 0..=bytes.len() {
        let digit = bytes.get(at).is_some_and(u8::is_ascii_digit);
        match (start, digit) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                start = None;
                // `%2F` is not a number.
                let escaped = from > 0 && bytes.get(from - 1) == Some(&b'%')
                    || from > 1 && bytes.get(from - 2) == Some(&b'%');
                if !escaped && at - from <= MAX_DIGITS {
                    runs.push((from, at));
                }
            }
            _ => {}
        }
    }
    runs
}

/// The trailing letters of `text`.
fn last_word(text: &str) -> &str {
    let text = text.trim_end_matches(['-', '_', '/', '=', ',', '.', ']', ':', '~']);
    let start = text
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphabetic() || *c == '_')
        .last();
    start.and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

fn counts(key: &str) -> CountedUnit {
    let key = key.trim_matches('_');
    let whole = key_counts_pages(key);
    let last = || key_counts_pages(key.rsplit('_').next().unwrap_or_default());
    match whole.or_else(last) {
        Some(true) => CountedUnit::Pages,
        Some(false) => CountedUnit::Items,
        None => CountedUnit::Unknown,
    }
}

/// What the word right before the number in a path counts; single letters name forums and files.
fn path_counts(before: &str) -> CountedUnit {
    let word = last_word(before);
    let spelled = word.len() > 1 || word == "p" || word == "P";
    let folder = before.strip_suffix('/').is_some_and(|b| b.ends_with(word));
    if spelled && (word.len() > 2 || word.eq_ignore_ascii_case("p") || !folder) {
        counts(word)
    } else {
        CountedUnit::Unknown
    }
}

/// The path without the number between `before` and `after`, where the number ends the name.
fn without_number(before: &str, after: &str) -> Option<String> {
    let ending = after.strip_suffix('/').unwrap_or(after);
    let is_ending = ending.is_empty()
        || (ending.starts_with('.') && ending.len() <= 6 && !ending.contains('/'));
    if !is_ending {
        return None;
    }
    let word = last_word(before);
    let trimmed = before.trim_end_matches(['-', '_', '=', ',', '.', ':', '~']);
    if key_counts_pages(word).is_some() {
        let rest = trimmed.trim_end_matches('/').strip_suffix(word)?;
        let bare = rest.trim_end_matches(['-', '_', ',', '.', ':', ';']);
        // The word was separate: `/page/2`, `/page2`, `name-page-2`.
        if bare.len() < rest.len() || rest.ends_with('/') || rest.is_empty() {
            return Some(match bare.rsplit_once('/') {
                Some((_, "")) => bare.to_owned(),
                Some((folder, name)) if is_part_with_pages(name) => format!("{folder}/"),
                _ => format!("{bare}{ending}"),
            });
        }
    }
    if before.ends_with('/') {
        return Some(before.to_owned());
    }
    // `index2.html` follows `index.html`, whose name is usually omitted.
    let parted = trimmed.len() < before.len() || INDEX_NAMES.contains(&word);
    parted.then(|| format!("{trimmed}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(own: &str, other: &str) -> UrlRelation {
        let at = |path: &str| {
            ParsedAddress::of(&Url::parse(&format!("http://a.example{path}")).unwrap())
        };
        at(own).relation(&at(other))
    }

    /// `other` is page `to` of the list whose page `own` is page `from`.
    #[track_caller]
    fn check(own: &str, other: &str, from: Option<u64>, to: u64) {
        let found = relation(own, other);
        let UrlRelation::Page { from: f, to: t, .. } = found else {
            panic!("{own} {other}: {found:?}");
        };
        assert_eq!((f, t), (from, to), "{own} {other}");
    }

    #[test]
    fn numbers_of_pages_are_found_wherever_they_stand() {
        for (first, second, third) in [
            ("/news", "/news?page=2", "/news?page=3"),
            ("/news/", "/news/page/2/", "/news/page/3/"),
            ("/", "/page/2", "/page/3"),
            ("/", "/index2.html", "/index3.html"),
            ("/list?c=4", "/list?c=4&p=2", "/list?c=4&p=3"),
            (
                "/t.php?t=1234",
                "/t.php?t=1234&start=2",
                "/t.php?start=3&t=1234",
            ),
            ("/a/story.html", "/a/story-2.html", "/a/story-3.html"),
            ("/a/12345.shtml", "/a/12345_2.shtml", "/a/12345_3.shtml"),
            (
                "/list/index.html",
                "/list/index_2.html",
                "/list/index_3.html",
            ),
            ("/a/story/", "/a/story/2/", "/a/story/3/"),
            (
                "/threads/x.77/",
                "/threads/x.77/page-2",
                "/threads/x.77/page-3",
            ),
            (
                "/f5/topic-7.html",
                "/f5/topic-7-page2.html",
                "/f5/topic-7-page3.html",
            ),
            ("/b", "/b/p2", "/b/p3"),
            ("/a,1.html", "/a,1,2.html", "/a,1,3.html"),
            (
                "/x?sid=ab1&id=900",
                "/x?id=900&page=2&sid=cd2",
                "/x?id=900&page=3",
            ),
        ] {
            check(first, second, None, 2);
            check(second, third, Some(2), 3);
        }
        check("/thread-77-1-1.html", "/thread-77-2-1.html", Some(1), 2);
        check("/x?id=900&sort=a", "/x?id=900&page=2", None, 2);
    }

    #[test]
    fn other_pages_are_told_apart() {
        assert_eq!(relation("/a?b=1", "/a/?b=1"), UrlRelation::Itself);
        assert_eq!(relation("/a/index.php?s=1", "/a/"), UrlRelation::Itself);
        assert_eq!(relation("/list", "/list?after=t3_x"), UrlRelation::SamePath);
        assert_eq!(relation("/t?id=12345", "/t?id=12346"), UrlRelation::Other);
        assert_eq!(
            relation("/t/12345.html", "/t/12346.html"),
            UrlRelation::Other
        );
        assert_eq!(relation("/a/one", "/a/two"), UrlRelation::Other);
        assert_eq!(relation("/t?id=123", "/t?page=2"), UrlRelation::OtherPaged);
        assert_eq!(relation("/a", "/b?page=2"), UrlRelation::OtherPaged);
    }

    #[test]
    fn further_pages_are_made_from_one() {
        let made = |url: &str, value| {
            let address = ParsedAddress::of(&Url::parse(url).unwrap());
            let slot = address.slots.first().cloned().unwrap();
            address.with_number(&slot, value).unwrap().to_string()
        };
        assert_eq!(
            made("http://a.example/l?c=x&page=2", 3),
            "http://a.example/l?c=x&page=3"
        );
        assert_eq!(
            made("http://a.example/p_09.html", 10),
            "http://a.example/p_10.html"
        );
    }
}
