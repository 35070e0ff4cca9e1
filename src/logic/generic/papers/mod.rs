//! Pages of scientific papers: title, authors, abstract, key words, DOI, journal, volume, issue,
//! date and references (the fields of VB-PTC, section V-B). Input: a page with its declarations.
//! Output: a paper if there is evidence of one, else nothing. The paper's regular expressions
//! are in `paper_values`; its recognition of place names (authors) and years (references) is replaced by
//! journals' declarations for search engines, labels and headings. The words are data in
//! `assets/generic/papers.toml`.

mod json_ld;
mod meta_elements;
mod paper_lines;
mod paper_values;
mod sections;
mod words;

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::features::BodyTree;
use super::metadata::declared::Declared;
use super::words::letters;
use crate::page::Page;
use meta_elements::{Metas, plain};
use paper_lines::PaperLine;
use sections::Sections;

/// A paper as its page shows it; empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Paper {
    /// Title.
    pub title: String,
    /// Authors as written, given name first if the page declares them inverted.
    pub authors: Vec<String>,
    /// Abstract, paragraphs separated by newlines.
    #[serde(rename = "abstract")]
    pub summary: String,
    /// Key words.
    pub keywords: Vec<String>,
    /// DOI without the resolver's address.
    pub doi: String,
    /// Journal, or proceedings.
    pub journal: String,
    /// Volume.
    pub volume: String,
    /// Issue.
    pub issue: String,
    /// Pages, "101-119".
    pub pages: String,
    /// Publication as precisely as known: `2021-06-30`, `2021-06` or `2021`.
    pub date: String,
    /// References without their numbers.
    pub references: Vec<String>,
    /// Address of the PDF.
    pub pdf: String,
}

/// Whether a schema.org type is one of papers.
fn is_paper_type(kind: &str) -> bool {
    let kind = kind.rsplit(['/', '#', ':']).next().unwrap_or(kind);
    kind.eq_ignore_ascii_case("ScholarlyArticle")
        || kind.eq_ignore_ascii_case("MedicalScholarlyArticle")
}

/// The paper that the page is about, if any. `title` is the page's title from generic extraction.
pub(super) fn read(
    page: &Page,
    declared: &Declared,
    tree: &BodyTree<'_>,
    title: &str,
) -> Option<Paper> {
    let metas = Metas(&declared.metas);
    let cited = metas.are_of_paper();
    let linked = declared
        .types
        .iter()
        .any(|kind| is_paper_type(kind))
        .then(|| json_ld::paper(page))
        .flatten();
    if !cited && linked.is_none() && !words::is_likely(page.source()) {
        return None;
    }
    let rows = paper_lines::rows(tree);
    let found = sections::sections(&rows);
    if !cited && linked.is_none() && !found.are_of_paper(&rows) {
        return None;
    }
    let han = is_han(title) || is_han(&page.title());
    let mut paper = metas.paper(page, han);
    paper.fill(linked.unwrap_or_default());
    paper.take(found, &rows, title, &metas);
    (!paper.title.is_empty()).then_some(paper)
}

/// Whether a text is Chinese or Japanese.
fn is_han(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9FFF}'))
}

impl Paper {
    /// Fills missing values from `other`.
    fn fill(&mut self, other: Self) {
        let text = |slot: &mut String, value: String| {
            if slot.is_empty() {
                *slot = value;
            }
        };
        text(&mut self.title, other.title);
        text(&mut self.summary, other.summary);
        text(&mut self.doi, other.doi);
        text(&mut self.journal, other.journal);
        text(&mut self.volume, other.volume);
        text(&mut self.issue, other.issue);
        text(&mut self.pages, other.pages);
        text(&mut self.date, other.date);
        text(&mut self.pdf, other.pdf);
        let list = |slot: &mut Vec<String>, values: Vec<String>| {
            if slot.is_empty() {
                *slot = values;
            }
        };
        list(&mut self.authors, other.authors);
        list(&mut self.keywords, other.keywords);
        list(&mut self.references, other.references);
    }

    /// Adds what the page shows. Declared values take precedence, except for an abstract, which is
    /// often truncated, and for references.
    fn take(&mut self, found: Sections, rows: &[PaperLine], title: &str, metas: &Metas<'_>) {
        let han = is_han(if self.title.is_empty() {
            title
        } else {
            &self.title
        });
        if self.title.is_empty() {
            let labelled = found.titles.first().cloned();
            let above = || above_names(rows, title);
            self.title = labelled.or_else(above).unwrap_or_else(|| title.to_owned());
        }
        let (volume, issue, date) = found.place(rows);
        let shown = best_abstract(&found.abstracts, han);
        let declared = self.summary.chars().count();
        let better = shown.chars().count() > declared || declared < MIN_ABSTRACT;
        if better && !shown.is_empty() {
            self.summary = shown.to_owned();
        }
        if found.references.len() >= self.references.len() {
            self.references = found.references;
        }
        let long = |text: &&str| text.chars().count() >= MIN_DECLARED;
        let declared = ["dc.description", "og:description", "description"];
        let declared = declared
            .iter()
            .filter_map(|name| Some(metas.first(&[*name], han)).filter(long))
            .next();
        let shown = found
            .keywords
            .iter()
            .find(|words| words.iter().any(|word| is_han(word)) == han)
            .or_else(|| found.keywords.first());
        let authors = found
            .authors
            .into_iter()
            .find(|names| names.iter().any(|name| is_han(name)) == han);
        let rest = Self {
            authors: authors.unwrap_or_else(|| beneath(rows, &self.title)),
            summary: declared.map(plain).unwrap_or_default(),
            keywords: shown.cloned().unwrap_or_default(),
            doi: found
                .dois
                .into_iter()
                .next()
                .or_else(|| {
                    found
                        .about
                        .iter()
                        .filter_map(|at| rows.get(*at))
                        .find_map(|row| paper_values::doi(&row.text))
                })
                .unwrap_or_default(),
            volume: found.volume.or(volume).unwrap_or_default(),
            issue: found.issue.or(issue).unwrap_or_default(),
            date: found
                .published
                .into_iter()
                .next()
                .or(date.filter(|date| date.len() > 4))
                .or_else(|| found.online.into_iter().max_by_key(String::len))
                .unwrap_or_default(),
            ..Self::default()
        };
        self.fill(rest);
        if self.date.is_empty() {
            let year = sections_year(rows, &found.about);
            self.date = year.unwrap_or_default();
        }
    }
}

/// A shorter text is not an abstract.
const MIN_ABSTRACT: usize = 60;

/// A shorter description of the page is a teaser.
const MIN_DECLARED: usize = 200;

/// The longest in the page's own script: the others may be a translation, or tabs of that name.
fn best_abstract(all: &[String], han: bool) -> &str {
    let own = all
        .iter()
        .filter(|text| is_han(text) == han)
        .max_by_key(|text| text.chars().count());
    own.or_else(|| all.iter().max_by_key(|text| text.chars().count()))
        .map_or("", String::as_str)
}

/// The year in the first row with volume or issue.
fn sections_year(rows: &[PaperLine], about: &[usize]) -> Option<String> {
    let rows = about
        .iter()
        .filter_map(|at| rows.get(*at))
        .filter(|row| row.text.chars().count() <= sections::MAX_PLACE);
    let named = rows.filter(|row| {
        let (volume, issue) = paper_values::volume_issue(&row.text);
        volume.is_some() || issue.is_some()
    });
    named.filter_map(|row| paper_values::date(&row.text)).next()
}

/// The names in the rows below the title: before any label, the first rows of names and those right
/// after them.
fn beneath(rows: &[PaperLine], title: &str) -> Vec<String> {
    let wanted = letters(title);
    let is_title =
        |row: &&(usize, &PaperLine)| !wanted.is_empty() && letters(&row.1.text) == wanted;
    let places: Vec<(usize, &PaperLine)> = rows
        .iter()
        .enumerate()
        .filter(|row| is_title(&row))
        .collect();
    let heading = places.iter().filter(|(_, row)| row.heading);
    for (place, _) in heading.chain(&places) {
        let mut found = Vec::new();
        for row in rows.iter().skip(place + 1).take(MAX_BETWEEN) {
            let label = row.labelled().map(|(label, _)| label);
            if matches!(
                label,
                Some(
                    words::PaperLabel::Abstract
                        | words::PaperLabel::Keywords
                        | words::PaperLabel::References
                )
            ) {
                break;
            }
            match sections::names_in(row) {
                Some(names) => found.extend(names),
                None if found.is_empty() || is_marks(row) => {}
                None => break,
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The row above the first names, if the page title is an issue's or is not on the page (old pages
/// have no headings), or if a line with volume or issue is between it and the names, so that it is
/// the journal's.
fn above_names(rows: &[PaperLine], title: &str) -> Option<String> {
    let (volume, issue) = paper_values::volume_issue(title);
    let shown = rows.iter().any(|row| letters(&row.text) == letters(title));
    let mut doubtful = !shown || volume.is_some() || issue.is_some();
    let before_abstract = rows.iter().take_while(|row| {
        let label = row.labelled().map(|(label, _)| label);
        !matches!(
            label,
            Some(words::PaperLabel::Abstract | words::PaperLabel::References)
        )
    });
    let mut above: Option<&PaperLine> = None;
    for row in before_abstract {
        let names = !row.is_linked() && sections::names_in(row).is_some();
        if names {
            return above.filter(|_| doubtful).map(|row| row.text.clone());
        }
        let (volume, issue) = paper_values::volume_issue(&row.text);
        let place = volume.is_some() || issue.is_some();
        if shown {
            doubtful |= place;
            doubtful &= letters(&row.text) != letters(title);
        }
        let plain = row.labelled().is_none() && !row.is_linked() && !place;
        above = Some(row).filter(|row| plain && (6..=300).contains(&row.text.chars().count()));
    }
    None
}

/// The maximum number of rows below a title that are searched for names.
const MAX_BETWEEN: usize = 60;

/// Whether a row only contains marks between names: ",", "&", "1,2".
fn is_marks(row: &PaperLine) -> bool {
    !row.bare.chars().any(char::is_alphabetic) || matches!(row.bare.trim(), "and" | "ORCID")
}
