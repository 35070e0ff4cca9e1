//! Title, date, author of a page: what it declares, checked against what it shows. Flows in: a
//! page. Flows out: plain strings, empty where unknown. Never guesses from a clock: relative dates
//! ("3 hours ago") are for rules, which know the present.

use std::cell::LazyCell;
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use regex::Regex;

use super::declared::Declared;
use super::features::Tree;
use super::lines::{self, Line};
use crate::logic::page::Page;
use crate::logic::rules::parse_date_in;

/// What a page says about itself; empty where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Title without the site's name.
    pub title: String,
    /// Publication date, ISO 8601.
    pub date: String,
    /// Author.
    pub author: String,
}

/// Reads the metadata off `page`.
pub fn metadata(page: &Page) -> Metadata {
    read(page, &Declared::of(page), &Tree::of(page))
}

/// As [`metadata`], on a page that is read already.
pub(super) fn read(page: &Page, declared: &Declared, tree: &Tree<'_>) -> Metadata {
    let title = title(page, declared);
    // Most pages declare what is asked: their lines are then not needed.
    let lines = LazyCell::new(|| lines::lines(tree, 0, |_| false));
    let near = LazyCell::new(|| near_title(&lines, &title));
    Metadata {
        date: date(page, declared, &|| *near),
        author: author(declared, &|| *near),
        title: title.clone(),
    }
}

/// The lines from the title on, where dates and names stand.
fn near_title<'l>(lines: &'l [Line], title: &str) -> &'l [Line] {
    let at = lines
        .iter()
        .position(|line| line.heading && !title.is_empty() && title.contains(&line.text))
        .or_else(|| {
            lines
                .iter()
                .position(|line| !title.is_empty() && line.text == title)
        })
        .unwrap_or(0);
    // A date line may stand right above its title.
    lines.get(at.saturating_sub(2)..).unwrap_or_default()
}

// ── Title ────────────────────────────────────────────────────────────────────────────────────

/// Shorter common parts of title and heading are chance (thesis, section 4.3.2.2).
const MIN_COMMON_CHARS: usize = 5;

/// The longest common substring of `<title>` and a heading (thesis, section 4.3.2.2), which cuts
/// off the site's name on either side; where they have nothing in common, what the page declares,
/// else `<title>` without its last part, else the first heading.
fn title(page: &Page, declared: &Declared) -> String {
    let whole = page.title();
    let social = declared.meta_of(&["og:title", "twitter:title"]);
    let headline = Some(declared.article.headline.as_str());
    let shown = |text: &str| !text.is_empty();
    let by_heading = declared
        .headings
        .iter()
        .filter(|(_, heading)| may_be_most_of(&whole, heading))
        .map(|(level, heading)| (common(&whole, heading), *level, heading))
        .filter(|(part, _, heading)| is_most_of(part, heading))
        .max_by_key(|(part, level, _)| (part.chars().count(), std::cmp::Reverse(*level)));
    if let Some((part, level, heading)) = by_heading {
        // The heading is whole; `<title>` may have been cut or worded for search engines.
        return if level == 1 {
            heading.clone()
        } else {
            trimmed(part)
        };
    }
    if let Some(heading) = lone_heading(declared) {
        return heading;
    }
    let declared_title = headline.into_iter().chain(social).find(|t| shown(t));
    if let Some(declared_title) = declared_title {
        let part = common(&whole, declared_title);
        if part.chars().count() >= MIN_COMMON_CHARS {
            return without_site(&trimmed(part));
        }
        return without_site(declared_title);
    }
    if shown(&whole) {
        return without_site(&whole);
    }
    declared
        .headings
        .iter()
        .min_by_key(|(level, _)| *level)
        .map(|(_, text)| text.clone())
        .unwrap_or_default()
}

/// The only h1 of a page, when it is no single word such as the site's name.
fn lone_heading(declared: &Declared) -> Option<String> {
    let mut firsts = declared.headings.iter().filter(|(level, _)| *level == 1);
    let (_, text) = firsts.next().filter(|_| firsts.next().is_none())?;
    let site = declared.meta_of(&["og:site_name"]).unwrap_or_default();
    let long_enough =
        text.split_whitespace().count() > 2 || (!text.is_ascii() && text.chars().count() >= 6);
    (long_enough && text != site).then(|| text.clone())
}

/// Whether the common part is long enough and covers the heading but for an ornament.
fn is_most_of(part: &str, heading: &str) -> bool {
    let (part, heading) = (part.chars().count(), heading.chars().count());
    let long_enough = part >= MIN_COMMON_CHARS || (part == heading && part >= 2);
    long_enough && part * 10 >= heading * 7
}

/// Whether `whole` may hold most of the heading, as [`is_most_of`] asks: seven tenths of it, wherever
/// they lie, hold its middle. Most headings of a page need no closer look.
fn may_be_most_of(whole: &str, heading: &str) -> bool {
    let chars = heading.chars().count();
    let start = heading.char_indices().nth(chars * 3 / 10);
    let end = heading.char_indices().nth((chars * 7).div_ceil(10));
    let middle = heading.get(start.map_or(0, |s| s.0)..end.map_or(heading.len(), |e| e.0));
    chars > COMPARED || whole.contains(middle.unwrap_or_default())
}

/// Characters of titles and headings that are compared.
const COMPARED: usize = 300;

fn trimmed(text: &str) -> String {
    let text = text.trim_matches(|c: char| {
        c.is_whitespace() || SEPARATORS.contains(&c) || c == '-' || c == ':'
    });
    text.to_owned()
}

const SEPARATORS: [char; 9] = ['|', '_', '–', '—', '»', '«', '·', '•', '｜'];

/// `title` without the site's name after (or before) a separator: the longest part stays.
fn without_site(title: &str) -> String {
    let marked = title
        .replace(" - ", "\u{1}")
        .replace(" :: ", "\u{1}")
        .replace(SEPARATORS, "\u{1}");
    let longest = marked
        .split('\u{1}')
        .map(str::trim)
        .max_by_key(|part| part.chars().count())
        .unwrap_or_default();
    // A title of many short parts is no title with a site's name.
    if longest.chars().count() * 10 >= title.chars().count() * 4 {
        longest.to_owned()
    } else {
        title.trim().to_owned()
    }
}

/// The longest common substring, by characters; the first of equals. Both are cut to [`COMPARED`].
fn common<'a>(text: &'a str, other: &str) -> &'a str {
    let a: Vec<(usize, char)> = text.char_indices().take(COMPARED).collect();
    let b: Vec<char> = other.chars().take(COMPARED).collect();
    let mut before = vec![0_usize; b.len() + 1];
    let (mut best_len, mut best_end) = (0, 0);
    for (i, (_, x)) in a.iter().enumerate() {
        let mut row = vec![0; b.len() + 1];
        for (j, y) in b.iter().enumerate() {
            if x == y {
                let length = before.get(j).copied().unwrap_or(0) + 1;
                if let Some(cell) = row.get_mut(j + 1) {
                    *cell = length;
                }
                if length > best_len {
                    (best_len, best_end) = (length, i + 1);
                }
            }
        }
        before = row;
    }
    let start = a.get(best_end - best_len).map_or(0, |(at, _)| *at);
    let end = a.get(best_end).map_or(
        if best_end == a.len() && a.len() < COMPARED {
            text.len()
        } else {
            start
        },
        |(at, _)| *at,
    );
    text.get(start..end).unwrap_or_default()
}

// ── Date ─────────────────────────────────────────────────────────────────────────────────────

const PUBLISHED: [&str; 22] = [
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "og:release_date",
    "publishdate",
    "publish_date",
    "publish-date",
    "publication_date",
    "publicationdate",
    "published_time",
    "published-date",
    "pubdate",
    "datepublished",
    "dc.date.issued",
    "dcterms.created",
    "dc.date",
    "dc.date.created",
    "sailthru.date",
    "parsely-pub-date",
    "article.published",
    "citation_publication_date",
    "date",
];

/// Lines after the title in which a date is looked for.
const NEAR_LINES: usize = 12;

fn date<'l>(page: &Page, declared: &Declared, near: &dyn Fn() -> &'l [Line]) -> String {
    let reader = DateReader::of(page, declared);
    let from_lines = || {
        let near = near();
        let near_title = near.iter().take(NEAR_LINES);
        let labelled = near
            .iter()
            .filter(|l| LABELLED_DATE.as_ref().is_some_and(|r| r.is_match(&l.text)));
        near_title
            .chain(labelled)
            .find_map(|line| reader.shown(&line.text))
    };
    reader
        .read(&declared.article.published)
        .or_else(|| reader.read(declared.meta_of(&PUBLISHED)?))
        .or_else(|| {
            let mut values = declared
                .properties_of("datepublished")
                .chain(declared.properties_of("datecreated"));
            values.find_map(|value| reader.read(value))
        })
        .or_else(|| from_address(page))
        .or_else(|| declared.times.iter().find_map(|value| reader.read(value)))
        .or_else(|| declared.dated.iter().find_map(|text| reader.shown(text)))
        .or_else(from_lines)
        .unwrap_or_default()
}

static DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)(19|20)[0-9]{2}\s*(年|[-/.])\s*[0-9]{1,2}\s*(月|[-/.])\s*[0-9]{1,2}(日?[\sT]*[0-9]{1,2}[:：][0-9]{2}([:：][0-9]{2})?)?
        | [0-9]{1,2}[-/.][0-9]{1,2}[-/.](19|20)[0-9]{2}([\s,|]*[0-9]{1,2}:[0-9]{2})?
        | [0-9]{1,2}(st|nd|rd|th|\.|º)?\s*(de\s+)?\p{L}{3,12}\.?,?\s*(de\s+)?(19|20)[0-9]{2}
        | \p{L}{3,12}\.?\s+[0-9]{1,2}(st|nd|rd|th)?\s*,?\s+(19|20)[0-9]{2}",
    )
    .ok()
});

static LABELLED_DATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(发布|发表|更新|时间|日期|出处|来源|發佈|時間|日期|公開日|投稿|posted|published|updated|date)").ok()
});

/// Reads dates as this page means them.
struct DateReader {
    zone: TimeZone,
    language: String,
}

impl DateReader {
    fn of(page: &Page, declared: &Declared) -> Self {
        let mut language = declared.language.to_ascii_lowercase();
        if language.is_empty()
            && page
                .title()
                .chars()
                .any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c))
        {
            language = String::from("zh");
        }
        // Where a language has one zone, its readers mean that one.
        let hours = match language.get(..2) {
            Some("zh") => 8,
            Some("ja" | "ko") => 9,
            _ => 0,
        };
        Self {
            zone: TimeZone::fixed(Offset::from_hours(hours).unwrap_or(Offset::UTC)),
            language,
        }
    }

    /// A declared date. It must carry its year: nothing here knows the present.
    fn read(&self, text: &str) -> Option<String> {
        static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("(19|20)[0-9]{2}").ok());
        if !YEAR.as_ref()?.is_match(text) {
            return None;
        }
        let language = (!self.language.is_empty()).then_some(self.language.as_str());
        let date = parse_date_in(text, Timestamp::UNIX_EPOCH, &self.zone, language)?;
        let year: i32 = date.get(..4)?.parse().ok()?;
        (1990..=2100).contains(&year).then_some(date)
    }

    /// A date in running text: only the part that looks like one is read.
    fn shown(&self, text: &str) -> Option<String> {
        if text.chars().count() > 200 {
            return None;
        }
        DATE.as_ref()?
            .find_iter(text)
            .find_map(|found| self.read(found.as_str()))
    }
}

/// A date in the path, as news sites write it: `/2024/03/05/`, `/2024-03/05/`, `/20240305`.
fn from_address(page: &Page) -> Option<String> {
    static PATH: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new("[/_-](20[0-3][0-9])[/_-]?([01][0-9])[/_-]?([0-3][0-9])([^0-9]|$)").ok()
    });
    let found = PATH.as_ref()?.captures(page.url().path())?;
    let part = |n: usize| found.get(n)?.as_str().parse::<i16>().ok();
    let (month, day) = (i8::try_from(part(2)?).ok()?, i8::try_from(part(3)?).ok()?);
    let date = jiff::civil::Date::new(part(1)?, month, day).ok()?;
    Some(date.to_string())
}

// ── Author ───────────────────────────────────────────────────────────────────────────────────

fn author<'l>(declared: &Declared, near: &dyn Fn() -> &'l [Line]) -> String {
    let joined = |names: &[String]| {
        let names: Vec<String> = names.iter().filter_map(|n| name_of(n)).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    joined(&declared.article.authors)
        .or_else(|| {
            let names = [
                "author",
                "article:author_name",
                "dc.creator",
                "dcterms.creator",
                "sailthru.author",
                "parsely-author",
                "byl",
                "twitter:creator_name",
            ];
            name_of(declared.meta_of(&names)?)
        })
        .or_else(|| declared.properties_of("author").find_map(name_of))
        .or_else(|| {
            near()
                .iter()
                .take(NEAR_LINES)
                .find_map(|line| labelled_name(&line.text))
        })
        .or_else(|| {
            declared
                .authors
                .iter()
                .find_map(|text| labelled_name(text).or_else(|| name_of(text)))
        })
        .or_else(|| declared.addresses.iter().find_map(|t| labelled_name(t)))
        .or_else(|| linked_author(declared))
        .or_else(|| near().iter().find_map(|line| signed_name(&line.text)))
        .unwrap_or_default()
}

/// The only author that the page links to, wherever that stands. Where it links to several, they
/// wrote what else there is to read.
fn linked_author(declared: &Declared) -> Option<String> {
    let mut names = declared.author_links.iter().filter_map(|t| name_of(t));
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// The reporter or writer named at the end of a Chinese report: "……(总台记者 张倩)", "文:眉间尺".
fn signed_name(text: &str) -> Option<String> {
    static SIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[（(][^（()）]{0,8}(?:记者|通讯员|作者|記者)[ :：/]*([\u{4E00}-\u{9FFF}]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}]{2,4}){0,4})\s*[)）]|^[（(]?\s*(?:文|作者|撰文|责任编辑|責任編輯)[:：]\s*([\u{4E00}-\u{9FFF}·]{2,8})\s*[)）]?$").ok()
    });
    let found = SIGNED.as_ref()?.captures(text)?;
    name_of(found.get(1).or_else(|| found.get(2))?.as_str())
}

static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(written\s+by|posted\s+by|words\s+by|by|von|par|por|di|author|autor|auteur|作者|撰文|文|记者|通讯员)\s*[:：/／|]?\s+|^(作者|撰文|文|记者|責任編輯|责任编辑|编辑)\s*[:：/／|]\s*").ok()
});

/// A name after a label in a line of text: "By Ann Lee", "2024-03-05 作者:王小明 来源:…".
fn labelled_name(text: &str) -> Option<String> {
    static IN_LINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:作者|撰文|記者|记者|文)\s*[:：/／]\s*([^\s\d|/／:：,，。()（）\[\]]{2,20})|^(?i:(?:written |posted |words )?by):?\s+(\p{Lu}[\p{L}'’.-]+(?:\s+(?:(?:de|van|von|der|la|di|and|&)\s+)*\p{Lu}[\p{L}'’.-]*){1,5})").ok()
    });
    if text.chars().count() > 160 {
        return None;
    }
    let found = IN_LINE.as_ref()?.captures(text)?;
    name_of(found.get(1).or_else(|| found.get(2))?.as_str())
}

/// `text` as a name: label and ornaments gone; `None` when it is an address, a sentence or a date.
fn name_of(text: &str) -> Option<String> {
    let label = LABEL.as_ref()?;
    let bare = label.replace(text.trim(), "");
    let bare = bare
        .split(['|', '•', '·', '\u{2003}'])
        .next()
        .unwrap_or_default()
        .trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ':' | '：' | '-' | '–' | '(' | ')' | '/')
        });
    let chars = bare.chars().count();
    let words = bare.split_whitespace().count();
    let is_name = (2..=60).contains(&chars)
        && words <= 8
        && !bare.contains("://")
        && !bare.contains('@')
        && !bare.contains("www.")
        && !bare.chars().any(|c| c.is_ascii_digit())
        && bare.chars().any(char::is_alphabetic);
    is_name.then(|| bare.to_owned())
}

#[cfg(test)]
#[path = "metadata_tests.rs"]
mod tests;
