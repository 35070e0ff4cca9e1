//! Whether a field of pages stops in the middle of a run: a site that changes its theme meanwhile.
//! Input: which fields the rule found on each page, in the order of arrival. Output: the field that
//! was on nearly all pages and then on nearly none, and since which page. Pages of different
//! sections are watched apart, because a section may lack a field by nature.

use std::collections::{HashMap, VecDeque};

use super::{Listed, url_shape, value};
use crate::messages::Message;

/// The number of latest pages that a field must be missing from.
const LATEST: usize = 10;
/// Pages with the field among them that count as chance, such as a stored copy.
const STRAY: usize = 1;
/// With fewer pages before those, nothing is usual yet.
const EARLIER: u32 = 5;
/// With fewer records of earlier runs, these say nothing about how rare a field is.
const KNOWN: usize = 8;
/// Sections that are watched; a site with more of them has no usual order of fields.
const SECTIONS: usize = 32;

/// The catalogue id of the report.
pub const VANISHED: &str = "detect-drift-page-vanished";

/// A field that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VanishedField {
    /// The field.
    pub field: String,
    /// The address of the first page without it.
    pub since: String,
    /// Pages without it since then.
    pub missing: u32,
    /// All pages of the section since then.
    pub pages: u32,
}

impl VanishedField {
    /// The finding in words.
    pub fn message(&self) -> Message {
        Message::new(VANISHED)
            .with("field", self.field.as_str())
            .with("since", self.since.as_str())
            .with("missing", i64::from(self.missing))
            .with("pages", i64::from(self.pages))
    }
}

/// The fields of the pages of a run.
#[derive(Debug, Default)]
pub struct FieldWatch {
    fields: Vec<String>,
    sections: HashMap<Section, Pages>,
    found: Option<(Section, VanishedField)>,
}

/// Pages of one section: host, first folder, names of parameters.
type Section = (String, String, Vec<String>);

#[derive(Debug, Default)]
struct Pages {
    /// Pages before the latest ones.
    earlier: u32,
    /// How many of those had each field.
    with: Vec<u32>,
    /// The latest pages: address, and which fields they have.
    latest: VecDeque<(String, Vec<bool>)>,
}

impl FieldWatch {
    /// Watches the fields `names`, except those that the records of earlier runs, `before`, show to
    /// be rare.
    pub fn new(names: &[String], before: &[Listed]) -> Self {
        let usual = |name: &&String| {
            let with = before.iter().filter(|one| value(name, one).is_some());
            before.len() < KNOWN || with.count() * 10 >= before.len() * 6
        };
        Self {
            fields: names.iter().filter(usual).cloned().collect(),
            ..Self::default()
        }
    }

    /// Adds the records of one page at `url`; a field is there if any of them has it.
    pub fn note(&mut self, url: &str, records: &[Listed]) {
        if self.fields.is_empty() || records.is_empty() {
            return;
        }
        let (host, _, folder, _, _, keys) = url_shape(url);
        let section = (host, folder, keys);
        if self.sections.len() >= SECTIONS && !self.sections.contains_key(&section) {
            return;
        }
        let fields = self.fields.iter();
        let has = |name: &String| records.iter().any(|one| value(name, one).is_some());
        let has: Vec<bool> = fields.map(has).collect();
        let pages = self.sections.entry(section.clone()).or_default();
        pages.note(url, has.clone());
        match &mut self.found {
            Some((of, found)) if *of == section => {
                let place = self.fields.iter().position(|name| *name == found.field);
                let place = place.unwrap_or_default();
                found.pages += 1;
                found.missing += u32::from(!has.get(place).copied().unwrap_or_default());
                if pages.is_back(place) {
                    self.found = None;
                }
            }
            Some(_) => {}
            None => {
                let vanished = self.fields.iter().enumerate();
                let vanished = vanished.filter_map(|(place, name)| pages.vanished(place, name));
                // The field that has been missing for longest.
                let first = vanished.max_by_key(|found| found.pages);
                self.found = first.map(|found| (section, found));
            }
        }
    }

    /// The field that is gone.
    pub fn vanished(&self) -> Option<&VanishedField> {
        self.found.as_ref().map(|(_, found)| found)
    }
}

impl Pages {
    fn note(&mut self, url: &str, has: Vec<bool>) {
        self.latest.push_back((url.to_owned(), has));
        if self.latest.len() <= LATEST {
            return;
        }
        let Some((_, has)) = self.latest.pop_front() else {
            return;
        };
        self.earlier = self.earlier.saturating_add(1);
        self.with.resize(has.len(), 0);
        for (count, has) in self.with.iter_mut().zip(has) {
            *count = count.saturating_add(u32::from(has));
        }
    }

    /// The number of the latest pages that have a field.
    fn latest_with(&self, place: usize) -> usize {
        self.latest.iter().filter(|page| has(page, place)).count()
    }

    fn is_back(&self, place: usize) -> bool {
        self.latest_with(place) * 10 >= LATEST * 8
    }

    fn vanished(&self, place: usize, field: &str) -> Option<VanishedField> {
        let with = self.with.get(place).copied().unwrap_or_default();
        let usual = u64::from(with) * 10 > u64::from(self.earlier) * 8;
        let few = self.latest.len() >= LATEST && self.latest_with(place) <= STRAY;
        if self.earlier < EARLIER || !usual || !few {
            return None;
        }
        let since: Vec<_> = self
            .latest
            .iter()
            .skip_while(|page| has(page, place))
            .collect();
        let missing = since.iter().filter(|page| !has(page, place)).count();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Some(VanishedField {
            field: field.to_owned(),
            since: since.first()?.0.clone(),
            missing: count(missing),
            pages: count(since.len()),
        })
    }
}

fn has(page: &(String, Vec<bool>), place: usize) -> bool {
    page.1.get(place).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(by: bool) -> Vec<Listed> {
        let by = if by { "Ann" } else { "" };
        vec![Listed {
            url: String::new(),
            values: vec![("by".to_owned(), by.to_owned())],
        }]
    }

    /// The address number since which the field is gone, after pages with it where `by` says so.
    fn since(before: &[Listed], by: impl Fn(usize) -> bool, pages: usize) -> Option<String> {
        let mut watch = FieldWatch::new(&["by".to_owned()], before);
        for number in 0..pages {
            watch.note(&format!("http://h/a{number}"), &page(by(number)));
        }
        watch.vanished().map(|found| found.since.clone())
    }

    #[test]
    fn a_field_that_stops_is_told_with_the_page_since_which() {
        let told = Some("http://h/a5".to_owned());
        assert_eq!(since(&[], |n| n < 5, 51), told);
        assert_eq!(since(&[], |n| n < 5 || n == 9, 16), told);
        assert_eq!(since(&[], |n| n < 5, 14), None, "too few pages without it");
        assert_eq!(since(&[], |n| n < 4, 51), None, "too few pages with it");
    }

    #[test]
    fn how_many_pages_lack_it_is_counted_on() {
        let mut watch = FieldWatch::new(&["by".to_owned()], &[]);
        for number in 0..51 {
            watch.note(&format!("http://h/a{number}"), &page(number < 5));
        }
        let found = watch.vanished().unwrap();
        assert_eq!((found.missing, found.pages), (46, 46));
    }

    #[test]
    fn rare_fields_and_those_that_come_back_are_none() {
        for every in [2, 3, 5, 20] {
            assert_eq!(since(&[], |n| n % every == 0, 200), None, "{every}");
            assert_eq!(since(&[], |n| n % every != 0, 200), None, "{every}");
        }
        assert_eq!(since(&[], |n| !(10..25).contains(&n), 60), None);
        let rare: Vec<Listed> = (0..12).flat_map(|n| page(n % 2 == 0)).collect();
        assert_eq!(since(&rare, |n| n < 8, 60), None);
        let usual: Vec<Listed> = (0..12).flat_map(|_| page(true)).collect();
        assert!(since(&usual, |n| n < 8, 60).is_some());
    }

    #[test]
    fn a_section_that_never_had_it_is_none() {
        let mut watch = FieldWatch::new(&["by".to_owned()], &[]);
        for number in 0..30 {
            watch.note(&format!("http://h/news/{number}"), &page(true));
        }
        for number in 0..30 {
            watch.note(&format!("http://h/dates/{number}"), &page(false));
        }
        assert_eq!(watch.vanished(), None);
    }
}
