//! The columns that every record has, independent of the rule.

use super::Record;

/// A column that every record has; a rule's field of the same name fills it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultColumn {
    /// Address of the page.
    Url,
    /// Title.
    Title,
    /// Publication date.
    Date,
    /// Author.
    Author,
    /// Content as text.
    Text,
}

impl DefaultColumn {
    /// All, in the order of every export.
    pub const ALL: [Self; 5] = [Self::Url, Self::Title, Self::Date, Self::Author, Self::Text];

    /// Those that extraction fills: all but the address.
    pub const EXTRACTED: [Self; 4] = [Self::Title, Self::Date, Self::Author, Self::Text];

    /// Its name in rules, samples and exports.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Title => "title",
            Self::Date => "date",
            Self::Author => "author",
            Self::Text => "text",
        }
    }

    /// The column of that name.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.token() == token)
    }
}

impl Record {
    /// The value of a default column; empty when unknown.
    pub fn column(&self, column: DefaultColumn) -> &str {
        match column {
            DefaultColumn::Url => &self.url,
            DefaultColumn::Title => &self.title,
            DefaultColumn::Date => &self.date,
            DefaultColumn::Author => &self.author,
            DefaultColumn::Text => &self.text,
        }
    }

    /// The same, mutable.
    pub fn column_mut(&mut self, column: DefaultColumn) -> &mut String {
        match column {
            DefaultColumn::Url => &mut self.url,
            DefaultColumn::Title => &mut self.title,
            DefaultColumn::Date => &mut self.date,
            DefaultColumn::Author => &mut self.author,
            DefaultColumn::Text => &mut self.text,
        }
    }
}
