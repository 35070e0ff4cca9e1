//! A paper in the meta elements of its page: the tags for scholarly search engines (`citation_*`),
//! Dublin Core (`dc.*`) and PRISM. Input: meta elements. Output: the declared parts of a
//! paper. Of values in two languages, the one in the page's own is used.

use super::{Paper, is_han, paper_values, words};
use crate::page::Page;

/// Meta elements by lower-case name.
pub(super) struct Metas<'d>(pub &'d [(String, String)]);

impl<'d> Metas<'d> {
    fn all(&self, name: &str) -> impl Iterator<Item = &'d str> {
        self.0
            .iter()
            .filter(move |(known, value)| known == name && !value.is_empty())
            .map(|(_, value)| value.as_str())
    }

    /// The first value of the first name that has one; if there are two languages, the one in the
    /// page's own.
    pub fn first(&self, names: &[&str], han: bool) -> &'d str {
        let found = names.iter().find_map(|name| {
            let wanted = self.all(name).find(|value| is_han(value) == han);
            wanted.or_else(|| self.all(name).next())
        });
        found.unwrap_or_default()
    }

    /// Whether there are tags for scholarly search engines: a title, and one that only papers have.
    pub fn are_of_paper(&self) -> bool {
        let has = |names: &[&str]| names.iter().any(|name| self.all(name).next().is_some());
        has(&["citation_title"])
            && has(&[
                "citation_journal_title",
                "citation_conference_title",
                "citation_dissertation_institution",
                "citation_technical_report_institution",
                "citation_inbook_title",
                "citation_doi",
                "citation_volume",
                "citation_firstpage",
                "citation_abstract",
                "citation_author",
                "citation_authors",
                "citation_arxiv_id",
                "citation_issn",
            ])
    }

    pub fn paper(&self, page: &Page, han: bool) -> Paper {
        let text = |names: &[&str]| self.first(names, han).to_owned();
        let pages = [
            text(&["citation_firstpage", "prism.startingpage"]),
            text(&["citation_lastpage", "prism.endingpage"]),
        ];
        let identifiers = [
            "citation_doi",
            "dc.identifier",
            "dc.identifier.doi",
            "prism.doi",
            "bepress_citation_doi",
            "doi",
            "dcterms.identifier",
        ];
        Paper {
            title: text(&["citation_title", "bepress_citation_title"]),
            authors: self.authors(han),
            summary: plain(self.first(&["citation_abstract", "dcterms.abstract"], han)),
            keywords: self.keywords(han),
            doi: identifiers
                .iter()
                .flat_map(|name| self.all(name))
                .find_map(paper_values::doi)
                .unwrap_or_default(),
            journal: text(&[
                "citation_journal_title",
                "citation_conference_title",
                "prism.publicationname",
                "citation_inbook_title",
                "dc.source",
            ]),
            volume: text(&["citation_volume", "prism.volume", "dc.source.volume"]),
            issue: text(&[
                "citation_issue",
                "prism.number",
                "prism.issue",
                "dc.source.issue",
            ]),
            pages: pages
                .iter()
                .filter(|page| !page.is_empty())
                .cloned()
                .collect::<Vec<_>>()
                .join("-"),
            date: self.date(),
            references: self
                .all("citation_reference")
                .map(reference_of)
                .filter(|text| !text.is_empty())
                .collect(),
            pdf: page
                .join(self.first(&["citation_pdf_url"], han))
                .filter(|_| self.all("citation_pdf_url").next().is_some())
                .map(String::from)
                .unwrap_or_default(),
        }
    }

    /// The authors, in the page's script if both are declared.
    fn authors(&self, han: bool) -> Vec<String> {
        let single = [
            "citation_author",
            "bepress_citation_author",
            "dc.creator.personalname",
            "dc.creator",
            "dc.contributor",
        ];
        let one_each = single.iter().find_map(|name| {
            let all: Vec<String> = self.all(name).flat_map(separate).collect();
            (!all.is_empty()).then_some(all)
        });
        let together = || self.all("citation_authors").flat_map(separate).collect();
        let all: Vec<String> = one_each.unwrap_or_else(together);
        in_script(all, han, is_han)
    }

    fn keywords(&self, han: bool) -> Vec<String> {
        let all: Vec<String> = [
            "citation_keywords",
            "citation_keyword",
            "dc.subject",
            "prism.keyword",
        ]
        .iter()
        .find_map(|name| {
            let all: Vec<String> = self.all(name).flat_map(paper_values::keywords).collect();
            (!all.is_empty()).then_some(all)
        })
        .unwrap_or_default();
        in_script(all, han, is_han)
    }

    /// The date of publication; a more precise one of the same year takes precedence.
    fn date(&self) -> String {
        let names = [
            "citation_publication_date",
            "citation_cover_date",
            "citation_date",
            "prism.publicationdate",
            "citation_online_date",
            "dc.date.issued",
            "dcterms.issued",
            "dc.date",
            "citation_year",
        ];
        let dates: Vec<String> = names
            .iter()
            .flat_map(|name| self.all(name))
            .filter_map(paper_values::date)
            // Programs write 1 January for a year alone.
            .map(|date| date.strip_suffix("-01-01").unwrap_or(&date).to_owned())
            .collect();
        let Some(first) = dates.first() else {
            return String::new();
        };
        let finer = dates.iter().filter(|date| date.starts_with(first.as_str()));
        finer.max_by_key(|date| date.len()).unwrap_or(first).clone()
    }
}

/// Splits names in one meta element at semicolons or Chinese commas.
fn separate(text: &str) -> Vec<String> {
    if let Some(names) = paper_values::names(text).filter(|names| names.len() > 1) {
        return names;
    }
    let parts: Vec<&str> = text.split([';', '；', '、', '，']).collect();
    let many_han = is_han(text) && parts.len() == 1 && text.contains(',');
    let parts = if many_han {
        text.split(',').collect()
    } else {
        parts
    };
    parts
        .iter()
        .map(|part| paper_values::name(part))
        .filter(|name| name.chars().any(char::is_alphabetic))
        .collect()
}

/// The values in the script of the page, if any; else all.
fn in_script(all: Vec<String>, han: bool, test: impl Fn(&str) -> bool) -> Vec<String> {
    if all.iter().any(|one| test(one) == han) {
        all.into_iter().filter(|one| test(one) == han).collect()
    } else {
        all
    }
}

/// Formats a `citation_reference`, which may be `citation_title=…; citation_author=…`.
fn reference_of(text: &str) -> String {
    if !text.contains("citation_") {
        return paper_values::reference(text);
    }
    let parts = text.split(';').filter_map(|part| {
        let (name, value) = part.split_once('=')?;
        let wanted = [
            "author", "title", "journal", "volume", "year", "date", "page",
        ];
        wanted
            .iter()
            .any(|w| name.contains(w))
            .then(|| value.trim())
    });
    parts
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A text without the tags that some pages declare inside it.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                out.push(' ');
            }
            c if !inside => out.push(c),
            _ => {}
        }
    }
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let label = out
        .split_once([':', '：', ' '])
        .filter(|(label, _)| words::label(label) == Some(words::PaperLabel::Abstract));
    label.map_or_else(|| out.clone(), |(_, rest)| rest.trim().to_owned())
}
