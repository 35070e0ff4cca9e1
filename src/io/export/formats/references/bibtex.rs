//! BibTeX: one entry a record. Characters with a meaning in TeX are written so that they print; others
//! stay as they are (UTF-8, as biber and newer BibTeX read it).

use super::names::Name;
use super::reference::Reference;

/// The entry of a reference.
pub(super) fn entry(reference: &Reference) -> String {
    let kind = if reference.is_article {
        "article"
    } else {
        "misc"
    };
    let container = if reference.is_article {
        "journal"
    } else {
        "howpublished"
    };
    let mut out = format!("@{kind}{{{},\n", reference.key);
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("  {name} = {{{value}}},\n"));
        }
    };
    field("title", &printed(&reference.title));
    let authors: Vec<String> = reference.authors.iter().map(author).collect();
    field("author", &authors.join(" and "));
    let date = &reference.date;
    field(
        "year",
        &date.first().map(u16::to_string).unwrap_or_default(),
    );
    field(
        "month",
        &date.get(1).map(u16::to_string).unwrap_or_default(),
    );
    field("day", &date.get(2).map(u16::to_string).unwrap_or_default());
    field(container, &printed(&reference.container));
    field("volume", &printed(&reference.volume));
    field("number", &printed(&reference.issue));
    field("pages", &printed(&reference.pages.replace('–', "--")));
    field("publisher", &printed(&reference.publisher));
    field("isbn", &printed(&reference.isbn));
    field("issn", &printed(&reference.issn));
    field("doi", &plain(&reference.doi));
    field("url", &plain(&reference.url));
    let [year, month, day] = reference.read_on;
    field("urldate", &format!("{year:04}-{month:02}-{day:02}"));
    field("language", &printed(&reference.language));
    field("keywords", &printed(&reference.keywords.join(", ")));
    field("abstract", &printed(&reference.summary));
    out.push_str("}\n\n");
    out
}

/// A name; one of a single part in braces, so that it is not taken apart.
fn author(name: &Name) -> String {
    match name.given.is_empty() {
        true => format!("{{{}}}", printed(&name.family)),
        false => format!("{}, {}", printed(&name.family), printed(&name.given)),
    }
}

/// The text as TeX prints it.
fn printed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            // A backslash does not keep a brace from being counted.
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '%' | '&' | '#' | '_' | '$' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// An address: TeX reads it as it is, but braces would end the value.
fn plain(text: &str) -> String {
    text.replace('{', "%7B")
        .replace('}', "%7D")
        .replace('\\', "%5C")
}
