//! What a record is cited by. Input: a record and the chosen columns. Output: the parts of a reference.

use super::names::{Name, names};
use crate::export::columns::{Cell, Column, HeadedColumn};
use bowerbird_logic::model::{DefaultColumn, StoredRecord};

/// The parts of a reference; empty where unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Reference {
    pub(super) key: String,
    /// Whether it is an article of a journal; else a page.
    pub(super) is_article: bool,
    pub(super) title: String,
    pub(super) authors: Vec<Name>,
    /// Year, month, day, as far as known.
    pub(super) date: Vec<u16>,
    /// When it was read.
    pub(super) read_on: [u16; 3],
    pub(super) container: String,
    pub(super) url: String,
    pub(super) doi: String,
    pub(super) volume: String,
    pub(super) issue: String,
    pub(super) pages: String,
    pub(super) isbn: String,
    pub(super) issn: String,
    pub(super) publisher: String,
    pub(super) summary: String,
    pub(super) keywords: Vec<String>,
    pub(super) language: String,
}

impl Reference {
    /// The reference to a record.
    pub(super) fn of(columns: &[HeadedColumn], stored: &StoredRecord) -> Self {
        let record = &stored.record;
        let has = |column: Column| columns.iter().any(|known| known.column == column);
        let field = |names: &[&str]| field_of(columns, stored, names);
        let first = |names: &[&str]| field(names).into_iter().next().unwrap_or_default();
        let journal = first(&[
            "journal",
            "publication",
            "venue",
            "container",
            "期刊",
            "刊名",
        ]);
        let doi = doi_of(&first(&["doi"])).or_else(|| doi_of(&record.url));
        let mut reference = Self {
            is_article: !journal.is_empty() || doi.is_some(),
            title: match one_line(&record.title) {
                title if title.is_empty() => record.url.clone(),
                title => title,
            },
            container: match (journal.is_empty(), has(Column::Site)) {
                (false, _) => journal,
                (true, true) => one_line(&stored.site_name),
                (true, false) => String::new(),
            },
            url: record.url.clone(),
            doi: doi.unwrap_or_default(),
            volume: first(&["volume", "vol", "卷"]),
            issue: first(&["issue", "number", "no", "期"]),
            pages: first(&["pages", "page", "页码"]),
            isbn: first(&["isbn"]),
            issn: first(&["issn"]),
            publisher: first(&["publisher", "出版社"]),
            summary: first(&["abstract", "summary", "摘要"]),
            keywords: field(&["keywords", "tags", "subjects", "关键词", "标签"]),
            language: first(&["language", "lang", "语言"]),
            ..Self::default()
        };
        if has(Column::Default(DefaultColumn::Author)) {
            reference.authors = names(&one_line(&record.author));
        }
        if has(Column::Default(DefaultColumn::Date)) {
            reference.date = date_of(&record.date);
        }
        let read = date_of(&stored.fetched_at.to_string());
        if let [year, month, day] = read[..] {
            reference.read_on = [year, month, day];
        }
        reference.key = reference.key_of(stored.id.0);
        reference
    }

    /// A key that no other record has: family name, year, number.
    fn key_of(&self, id: i64) -> String {
        let family = self.authors.first().map_or("", |name| name.family.as_str());
        let plain = |c: &char| c.is_ascii_alphanumeric();
        let family: String = family.chars().filter(plain).collect();
        let name = match family.is_empty() {
            true => "record".to_owned(),
            false => family.to_lowercase(),
        };
        let year = self.date.first().map(u16::to_string).unwrap_or_default();
        format!("{name}{year}-{id}")
    }
}

/// The values of the first field that has one of these names, ignoring letter case.
fn field_of(columns: &[HeadedColumn], stored: &StoredRecord, names: &[&str]) -> Vec<String> {
    for wanted in names {
        let named = |column: &&HeadedColumn| match &column.column {
            Column::Field(name) => name.to_lowercase() == *wanted,
            _ => false,
        };
        let values = match columns
            .iter()
            .find(named)
            .map(|column| column.column.cell(stored))
        {
            Some(Cell::One(text)) => vec![one_line(&text)],
            Some(Cell::Many(texts)) => texts.iter().map(|text| one_line(text)).collect(),
            _ => continue,
        };
        let values: Vec<String> = values.into_iter().filter(|text| !text.is_empty()).collect();
        if !values.is_empty() {
            return values;
        }
    }
    Vec::new()
}

/// The DOI in a text or address.
fn doi_of(text: &str) -> Option<String> {
    let start = text.find("10.")?;
    let before = text.get(..start)?;
    let known = before.is_empty() || before.ends_with("doi.org/") || before.ends_with("doi:");
    let known = known || before.ends_with("doi: ");
    let doi = text.get(start..)?.split(char::is_whitespace).next()?;
    let doi = doi.split(['?', '#']).next().unwrap_or_default();
    (known && doi.contains('/')).then(|| doi.to_owned())
}

/// Year, month and day of an ISO 8601 date, as far as it has them.
fn date_of(date: &str) -> Vec<u16> {
    let day = date.split(['T', ' ']).next().unwrap_or_default();
    let parts = day.split('-').map_while(|part| part.parse().ok());
    parts.take(3).collect()
}

/// The text without line breaks and repeated spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_is_found_in_its_usual_forms_only() {
        let doi = Some("10.1000/xyz123".to_owned());
        for text in [
            "10.1000/xyz123",
            "doi:10.1000/xyz123",
            "https://doi.org/10.1000/xyz123?x=1",
        ] {
            assert_eq!(doi_of(text), doi, "{text}");
        }
        for text in ["", "version 10.2/3", "https://a.example/10.5/b"] {
            assert_eq!(doi_of(text), None, "{text}");
        }
        assert_eq!(date_of("2024-05-06T07:08:09Z"), [2024, 5, 6]);
        assert_eq!(date_of("2024"), [2024]);
        assert_eq!(date_of(""), [0_u16; 0]);
    }
}
