//! The dates of publication and last change. Input: the page's declarations, its address, the
//! lines after its title. Output: ISO 8601, with a zone if there is a time.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use regex::Regex;

use super::Near;
use crate::dates::parse_date_in;
use crate::generic::metadata::declared::Declared;
use crate::generic::words::kind_words::plain_words;
use crate::page::Page;

/// The dates of a page; empty where unknown.
#[derive(Debug, Default)]
pub(super) struct Dates {
    /// Of publication.
    pub published: String,
    /// Whether that one is declared, or in the address, instead of only shown.
    pub is_declared: bool,
    /// Of the last change.
    pub modified: String,
}

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

const MODIFIED: [&str; 13] = [
    "article:modified_time",
    "og:article:modified_time",
    "og:updated_time",
    "article:updated_time",
    "datemodified",
    "dateupdated",
    "dcterms.modified",
    "dc.date.modified",
    "modified_time",
    "last-modified",
    "lastmod",
    "article.updated",
    "revised",
];

/// Lines after the title that are searched for a date.
const NEAR_LINES: usize = 12;

impl Dates {
    /// The dates of `page`; `near` are the lines from its title on.
    pub fn of(page: &Page, declared: &Declared, near: Near<'_, '_>) -> Self {
        let reader = DateReader::of(page, declared);
        let stated = reader.declared(page, declared);
        Self {
            is_declared: stated.is_some(),
            published: stated
                .or_else(|| reader.displayed(declared, near))
                .unwrap_or_default(),
            modified: reader.modified(declared, near).unwrap_or_default(),
        }
    }
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

/// Words before the date of a change.
static CHANGED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&plain_words(r"(?i)(last\s+(updated|modified|reviewed|edited|changed|revised)|\bupdated?\b|\bmodified\b|\brevised\b|最后(更新|修改|编辑)|最後(更新|修改|編輯)|更新(时间|時間|日期|于|於|日)?\s*[:：]|更新日|最終更新|aktualisiert|zuletzt\s+(geändert|bearbeitet)|mis\s+à\s+jour|actualizado|aggiornato|atualizado)")).ok()
});

/// Parses dates by this page's conventions.
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
        // A language with one zone implies that zone.
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

    /// The date of publication that a page declares or has in its address.
    fn declared(&self, page: &Page, declared: &Declared) -> Option<String> {
        self.read(&declared.article.published)
            .or_else(|| self.read(declared.meta_of(&PUBLISHED)?))
            .or_else(|| {
                let mut values = declared
                    .properties_of("datepublished")
                    .chain(declared.properties_of("datecreated"));
                values.find_map(|value| self.read(value))
            })
            .or_else(|| from_address(page))
    }

    /// The date that a page without a declared one shows.
    fn displayed(&self, declared: &Declared, near: Near<'_, '_>) -> Option<String> {
        let from_lines = || {
            let near = near();
            let near_title = near.iter().take(NEAR_LINES);
            let labelled = near
                .iter()
                .filter(|l| LABELLED_DATE.as_ref().is_some_and(|r| r.is_match(&l.text)));
            near_title
                .chain(labelled)
                .find_map(|line| self.shown(&line.text))
        };
        let mut times = declared.times.iter();
        times
            .find_map(|value| self.read(value))
            .or_else(|| declared.dated.iter().find_map(|text| self.shown(text)))
            .or_else(from_lines)
    }

    fn modified(&self, declared: &Declared, near: Near<'_, '_>) -> Option<String> {
        let labelled = |text: &str| {
            let label = CHANGED.as_ref()?.find(text)?;
            self.shown(text.get(label.end()..)?)
        };
        self.read(&declared.article.modified)
            .or_else(|| {
                MODIFIED
                    .iter()
                    .flat_map(|name| declared.metas_of(name))
                    .find_map(|value| self.read(value))
            })
            .or_else(|| {
                let mut values = declared.properties_of("datemodified");
                values.find_map(|value| self.read(value))
            })
            .or_else(|| declared.changes.iter().find_map(|value| self.read(value)))
            .or_else(|| declared.dated.iter().find_map(|text| labelled(text)))
            .or_else(|| {
                let mut lines = near().iter().take(NEAR_LINES);
                lines.find_map(|line| labelled(&line.text))
            })
    }

    /// Parses a declared date. It must include the year: the current date is unknown here.
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

    /// Parses a date in running text: only the part that looks like one.
    fn shown(&self, text: &str) -> Option<String> {
        if text.chars().count() > 200 {
            return None;
        }
        DATE.as_ref()?
            .find_iter(text)
            .find_map(|found| self.read(found.as_str()))
    }
}

/// A date in the path, a format of news sites: `/2024/03/05/`, `/2024-03/05/`, `/20240305`.
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
