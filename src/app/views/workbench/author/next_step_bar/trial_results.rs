//! The rule's results on further pages, for the bar: how many were complete, and what is missing.
//! Input: the readings of these pages. Output: figures and one sentence. The engine
//! determines what a page yields.

use std::collections::{BTreeMap, BTreeSet};

use crate::style::ui_context::UiContext;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{Content, Message, PageReading, ValuesOf, doubtful_values};
use jiff::Zoned;

/// The figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// Number of pages that can still be tested.
    pub waiting: usize,
    /// Number of requested pages.
    pub all: usize,
    /// Number of answered pages.
    pub done: usize,
    /// Number of pages with all fields.
    pub full: usize,
    /// Fields missing on some pages, with the number of those pages.
    pub missing: Vec<(String, usize)>,
    /// Fields that the records of the site usually have.
    pub usual: Vec<String>,
    /// Fields whose values are unlikely to be right, with the reason.
    pub doubtful: Vec<(String, Message)>,
    /// Number of pages that were empty or could not be read.
    pub empty: usize,
    /// Address of the first incomplete page.
    pub first_bad: Option<String>,
    /// Whether the rule changed since.
    pub outdated: bool,
    /// The content section that takes the box with the whole text, where the rule misses a part.
    pub text_box: Option<Content>,
}

impl Trial {
    /// The figures of `pages`: addresses, with their results if known. A column that no page fills
    /// and that is neither one of the rule's `own` fields nor usual for the site is not expected. `site` is the name of the
    /// site.
    pub fn of<'p>(
        pages: impl Iterator<Item = (&'p str, Option<Result<&'p PageReading, &'p Message>>)> + Clone,
        own: &[&str],
        site: &str,
    ) -> Self {
        let doubtful = doubts(pages.clone(), site);
        let mut filled: BTreeMap<&str, bool> = BTreeMap::new();
        for (_, result) in pages.clone() {
            let Some(Ok(reading)) = result else { continue };
            for (place, name) in reading.columns.iter().enumerate() {
                let mut cells = reading.rows.iter().filter_map(|row| row.cells.get(place));
                let some = cells.any(|cell| cell.value.is_some());
                *filled.entry(name).or_default() |= some;
            }
        }
        let readings = pages.clone().filter_map(|(_, result)| result?.ok());
        let usual: BTreeSet<&str> = readings
            .flat_map(|reading| reading.usual.iter().map(String::as_str))
            .collect();
        let counts = |name: &str| {
            own.contains(&name) || filled.get(name) == Some(&true) || usual.contains(name)
        };
        let mut trial = Self {
            doubtful,
            usual: usual.iter().map(|name| (*name).to_owned()).collect(),
            ..Self::default()
        };
        let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
        for (url, result) in pages {
            trial.all += 1;
            let Some(result) = result else { continue };
            trial.done += 1;
            let lacks: Option<Vec<&str>> = result.ok().filter(|r| !r.rows.is_empty()).map(|r| {
                let columns = r.columns.iter().enumerate();
                let lacks = |place: usize| {
                    let mut cells = r.rows.iter().map(|row| row.cells.get(place));
                    cells.any(|cell| cell.is_none_or(|c| c.value.is_none() || c.fault.is_some()))
                };
                let columns = columns.filter(|(place, name)| counts(name) && lacks(*place));
                columns.map(|(_, name)| name.as_str()).collect()
            });
            match lacks {
                Some(lacks) if lacks.is_empty() => trial.full += 1,
                Some(lacks) => {
                    for name in lacks {
                        *missing.entry(name).or_default() += 1;
                    }
                    trial.first_bad.get_or_insert_with(|| url.to_owned());
                }
                None => {
                    trial.empty += 1;
                    trial.first_bad.get_or_insert_with(|| url.to_owned());
                }
            }
        }
        trial.missing = missing
            .into_iter()
            .map(|(name, count)| (name.to_owned(), count))
            .collect();
        trial
    }

    /// Whether answers are pending.
    pub fn running(&self) -> bool {
        self.done < self.all
    }

    /// Whether every page was complete, and no value is in doubt.
    pub fn is_fine(&self) -> bool {
        self.is_full() && self.doubtful.is_empty()
    }

    fn is_full(&self) -> bool {
        self.done > 0 && self.full == self.done
    }

    /// The result as text; `None` before there is one.
    pub fn sentence(&self, look: &UiContext) -> Option<String> {
        if self.done == 0 || self.running() {
            return None;
        }
        let id = if self.is_full() {
            "app-author-tested-all"
        } else {
            "app-author-tested-some"
        };
        let figures = Message::new(id)
            .with("full", self.full)
            .with("all", self.done);
        let mut words = vec![look.text(&figures)];
        for (name, count) in &self.missing {
            let id = match self.usual.contains(name) {
                true => "app-author-tested-usual",
                false => "app-author-tested-missing",
            };
            let found = self.done.saturating_sub(self.empty + *count);
            let lacking = Message::new(id)
                .with("field", column_word(look, name))
                .with("found", found)
                .with("all", self.done)
                .with("count", *count);
            words.push(look.text(&lacking));
        }
        for (name, why) in &self.doubtful {
            let doubt = Message::new("app-author-tested-doubtful")
                .with("field", column_word(look, name))
                .with("why", why.clone());
            words.push(look.text(&doubt));
        }
        if self.empty > 0 {
            words.push(look.t1("app-author-tested-empty", "count", self.empty));
        }
        Some(words.join(" "))
    }
}

/// The columns in doubt: the first record of each page counts, since posts of a thread share a title.
fn doubts<'p>(
    pages: impl Iterator<Item = (&'p str, Option<Result<&'p PageReading, &'p Message>>)>,
    site: &str,
) -> Vec<(String, Message)> {
    let mut columns: Vec<(&str, Vec<String>)> = Vec::new();
    for (_, result) in pages {
        let Some(Ok(reading)) = result else { continue };
        let Some(row) = reading.rows.first() else {
            continue;
        };
        for (name, cell) in reading.columns.iter().zip(&row.cells) {
            let Some(value) = &cell.value else { continue };
            let value = value.joined();
            match columns.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(value),
                None => columns.push((name, vec![value])),
            }
        }
    }
    doubtful_values(&columns, ValuesOf::Pages, site, &Zoned::now())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_engine::types::{PageRole, ReadCell, ReadRow, Value};

    fn page(values: &[Option<&str>]) -> PageReading {
        let cell = |value: &Option<&str>| ReadCell {
            value: value.map(|text| Value::One(text.to_owned())),
            ..ReadCell::default()
        };
        PageReading {
            role: PageRole::Article,
            columns: ["title", "price", "author"].map(str::to_owned).to_vec(),
            rows: vec![ReadRow {
                cells: values.iter().map(cell).collect(),
                ..ReadRow::default()
            }],
            ..PageReading::default()
        }
    }

    #[test]
    fn what_no_page_has_and_the_rule_does_not_ask_for_is_not_missing() {
        let (full, poor) = (
            page(&[Some("a"), Some("1"), None]),
            page(&[Some("b"), None, None]),
        );
        let gone = Message::new("app-tasks-bad-time");
        let pages = [
            ("1", Some(Ok(&full))),
            ("2", Some(Ok(&poor))),
            ("3", Some(Err(&gone))),
            ("4", None),
        ];
        let trial = Trial::of(pages.into_iter(), &["price"], "");
        assert_eq!(
            (trial.all, trial.done, trial.full, trial.empty),
            (4, 3, 1, 1)
        );
        assert_eq!(trial.missing, [("price".to_owned(), 1)]);
        assert_eq!(trial.first_bad.as_deref(), Some("2"));
        assert!(trial.running() && !trial.is_fine());
        let asked = Trial::of(pages.into_iter(), &["price", "author"], "");
        assert_eq!(asked.full, 0, "the rule asks for an author");
    }

    #[test]
    fn what_the_records_usually_have_is_missed_on_all_pages() {
        let one = PageReading {
            usual: vec!["author".to_owned()],
            ..page(&[Some("a"), Some("1"), None])
        };
        let pages = [("1", Some(Ok(&one))), ("2", Some(Ok(&one)))];
        let trial = Trial::of(pages.into_iter(), &[], "");
        assert_eq!((trial.full, trial.is_fine()), (0, false));
        assert_eq!(trial.missing, [("author".to_owned(), 2)]);
        assert_eq!(trial.usual, ["author"]);
    }

    #[test]
    fn values_that_are_the_same_everywhere_are_not_fine() {
        let one = page(&[Some("The Harbour Review"), Some("1"), Some("Ann")]);
        let pages = [("1", Some(Ok(&one))), ("2", Some(Ok(&one)))];
        let trial = Trial::of(pages.into_iter(), &[], "The Harbour Review");
        assert_eq!((trial.full, trial.is_fine()), (2, false));
        let names: Vec<&str> = trial.doubtful.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names, ["title"]);
    }
}
