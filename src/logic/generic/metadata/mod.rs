//! Metadata of a page: title, dates, authors, site, language, description, picture, canonical
//! address, tags. Declarations are checked against the visible text. Input: a page. Output:
//! plain strings, empty if unknown. Never guesses from a clock: relative dates ("3 hours ago") are
//! for rules, which know the current time.
//!
//! Below: the page's declarations in meta elements, JSON-LD and microdata.

mod authors;
mod class_words;
mod dates;
pub(super) mod declared;
mod image;
pub(super) mod json_ld;
mod language;
mod person_names;
mod site_name;
mod tags;
mod title;
mod title_parts;
mod title_without_site;

pub use language::text_language;

use std::cell::LazyCell;

use super::features::BodyTree;
use super::features::lines::{self, TextLine};
use super::words::letters;
use crate::model::DefaultColumn;
use crate::page::Page;
use declared::Declared;

/// The metadata of a page; empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Title without the site's name.
    pub title: String,
    /// Publication date, ISO 8601, with the zone if there is a time.
    pub date: String,
    /// When it was last changed, as `date`.
    pub modified: String,
    /// Authors, comma-separated.
    pub author: String,
    /// Name of the site.
    pub site: String,
    /// Language of the text (BCP 47), as declared unless the text is in another.
    pub language: String,
    /// The declared description of the page, in a sentence or two.
    pub description: String,
    /// Absolute address of the picture that represents the page.
    pub image: String,
    /// The declared canonical address of the page, absolute.
    pub canonical: String,
    /// Distinct tags and keywords, in order.
    pub tags: Vec<String>,
    /// Whether the page declares its date, or has it in its address, instead of only showing one.
    pub date_is_declared: bool,
    /// Whether the page declares its author, instead of only showing a name.
    pub author_is_declared: bool,
    /// The names of the site as the page states them, and its host: letters only.
    site_keys: Vec<String>,
    /// The names of persons that the page declares as its authors, as they are: letters only.
    author_keys: Vec<String>,
}

impl Metadata {
    /// The names of its parts besides title, date and author, the same everywhere.
    pub const MORE: [&'static str; 7] = [
        "modified",
        "site",
        "language",
        "description",
        "image",
        "canonical",
        "tags",
    ];

    /// The values of the part `name`: none if it is unknown, several only for `tags`.
    pub fn values(&self, name: &str) -> Vec<String> {
        let value = match name {
            "title" => &self.title,
            "date" => &self.date,
            "modified" => &self.modified,
            "author" => &self.author,
            "site" => &self.site,
            "language" => &self.language,
            "description" => &self.description,
            "image" => &self.image,
            "canonical" => &self.canonical,
            "tags" => return self.tags.clone(),
            _ => return Vec::new(),
        };
        if value.is_empty() {
            Vec::new()
        } else {
            vec![value.clone()]
        }
    }

    /// The value of a default column; empty for the address and the text.
    pub fn column(&self, column: DefaultColumn) -> &str {
        match column {
            DefaultColumn::Title => &self.title,
            DefaultColumn::Date => &self.date,
            DefaultColumn::Author => &self.author,
            DefaultColumn::Url | DefaultColumn::Text => "",
        }
    }

    /// Whether a text is a name of the site.
    pub fn is_site(&self, text: &str) -> bool {
        let own = letters(text);
        !own.is_empty() && self.site_keys.contains(&own)
    }

    /// Whether the page declares a person of this name as one of its authors.
    pub fn declares_author(&self, name: &str) -> bool {
        let own = letters(name);
        !own.is_empty() && self.author_keys.contains(&own) && !self.names_nobody(name)
    }

    /// Whether what stands where an author would names nobody: an address, the site itself, or a
    /// word such as "Home" or "Unknown".
    pub fn names_nobody(&self, author: &str) -> bool {
        authors::is_address(author) || authors::is_role(author) || self.is_site(author)
    }
}

/// Extracts the metadata of `page`.
pub fn metadata(page: &Page) -> Metadata {
    read(page, &Declared::of(page), &BodyTree::of(page))
}

/// As [`metadata`], on a page that is already parsed.
pub(super) fn read(page: &Page, declared: &Declared, tree: &BodyTree<'_>) -> Metadata {
    let sites = title_without_site::Sites::of(page, declared);
    let found = title::title(page, declared, &sites);
    // Most pages declare everything needed: their lines are then not computed.
    let lines = LazyCell::new(|| lines::lines(tree, 0, |_| false));
    let near = LazyCell::new(|| near_title(&lines, &found.text));
    let near: Near<'_, '_> = &|| *near;
    let language = language::language(declared, tree);
    let dates = dates::Dates::of(page, declared, near);
    let declared_author = authors::declared_author(declared, &sites);
    Metadata {
        date: dates.published,
        date_is_declared: dates.is_declared,
        modified: dates.modified,
        author_is_declared: declared_author.is_some(),
        author: declared_author
            .unwrap_or_else(|| authors::shown_author(declared, near, &found, &sites)),
        site: site_name::site(page, declared, &sites, &found.text),
        language,
        description: tags::description(declared),
        image: image::image(page, declared),
        canonical: image::canonical(page, declared),
        tags: tags::tags(declared),
        title: found.text.clone(),
        author_keys: authors::declared_names(declared),
        site_keys: sites.keys,
    }
}

/// Returns the lines from the title on, which are computed on demand.
type Near<'n, 'l> = &'n dyn Fn() -> &'l [TextLine];

/// The lines from the title on, which may contain dates and names.
fn near_title<'l>(lines: &'l [TextLine], title: &str) -> &'l [TextLine] {
    let at = lines
        .iter()
        .position(|line| line.heading && !title.is_empty() && title.contains(&line.text))
        .or_else(|| {
            lines
                .iter()
                .position(|line| !title.is_empty() && line.text == title)
        })
        .unwrap_or(0);
    // A date line may be right above its title.
    lines.get(at.saturating_sub(2)..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
