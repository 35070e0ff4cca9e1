//! The authors of a page. Input: its declarations, the lines and elements around its title.
//! Output: comma-separated names, empty if nobody is named. A person takes precedence over an
//! account, and an account over the site itself. What a name looks like is in `person_names`.

use super::person_names::{
    WORDS, dated_name, is_certain_name, labelled_name, name_of, signed_name, unlabelled,
};
use super::title::Title;
use super::title_without_site::Sites;
use super::{Near, letters};
use crate::generic::features::lines::TextLine;
use crate::generic::metadata::declared::{Declared, DeclaredText};
use crate::generic::metadata::json_ld::Author;

/// Lines after the title that are searched for a name.
const NEAR_LINES: usize = 12;
/// Elements before and after the title's that count as near.
const BEFORE: usize = 40;
const AFTER: usize = 120;
/// A link is weaker evidence than an author class: it must follow the title more closely.
const SOON: usize = 30;

const METAS: [&str; 10] = [
    "author",
    "article:author",
    "article:author_name",
    "dc.creator",
    "dcterms.creator",
    "sailthru.author",
    "parsely-author",
    "byl",
    "citation_author",
    "twitter:creator_name",
];

/// The people that a page declares as its authors.
pub(super) fn declared_author(declared: &Declared, sites: &Sites) -> Option<String> {
    let person = |name: &String| is_person(name, sites);
    listed(&declared.article.authors, false, sites)
        .or_else(|| joined(by_meta(declared).filter_map(name_of).filter(person)))
        .or_else(|| social_label(declared).filter(person))
        .or_else(|| {
            let mut said = declared.properties_of("author").filter_map(name_of);
            said.find(person)
        })
}

/// The author that the page titled `title` shows, where it declares none; `near` are the lines from
/// the title on.
pub(super) fn shown_author(
    declared: &Declared,
    near: Near<'_, '_>,
    title: &Title,
    sites: &Sites,
) -> String {
    let person = |name: &String| is_person(name, sites);
    let from = |texts: &[DeclaredText], after: usize| {
        let place = title.at.unwrap_or(0);
        texts
            .iter()
            .filter(|said| said.at <= place.saturating_add(after))
            .filter(|said| after == usize::MAX || said.at + BEFORE >= place)
            .find_map(|said| labelled_name(&said.text).or_else(|| unlabelled(&said.text)))
            .filter(person)
    };
    let by_rel = || {
        let mut said = declared.authors.iter().filter(|said| said.by_rel);
        said.find_map(|said| unlabelled(&said.text)).filter(person)
    };
    from(&declared.authors, AFTER)
        .or_else(|| near_lines(near()).filter(person))
        .or_else(|| from(&declared.author_links, SOON))
        .or_else(by_rel)
        .or_else(|| from(&declared.authors, usize::MAX).filter(|name| is_certain_name(name)))
        .or_else(|| {
            let place = title.at.unwrap_or(0);
            let mut near = declared
                .authors
                .iter()
                .filter(|said| said.at <= place.saturating_add(AFTER) && said.at + BEFORE >= place);
            near.find_map(|said| dated_name(&said.text)).filter(person)
        })
        .or_else(|| declared.addresses.iter().find_map(|t| labelled_name(t)))
        .or_else(|| linked_author(declared))
        // A newsroom that signs as such; what else stands in elements for authors is hardly a name.
        .or_else(|| declared_newsroom(&declared.article.authors, sites))
        .or_else(|| from(&declared.authors, usize::MAX))
        .or_else(|| {
            let labelled = near().iter().filter(|line| line.text.contains("作者"));
            labelled
                .filter(|line| line.chars <= 60)
                .find_map(|line| labelled_name(&line.text))
        })
        .or_else(|| near().iter().find_map(|line| signed_name(&line.text)))
        .or_else(|| alone_below(near()).filter(person))
        .or_else(|| listed(&declared.article.contributors, false, sites))
        // The site or an account is better than no author.
        .or_else(|| listed(&declared.article.authors, true, sites))
        .or_else(|| by_meta(declared).find_map(name_of))
        .or_else(|| declared.properties_of("author").find_map(name_of))
        .unwrap_or_default()
}

/// The names of `people`: of persons, or of `all`.
fn listed(people: &[Author], all: bool, sites: &Sites) -> Option<String> {
    let names = people.iter().filter(|a| all || !a.is_organisation);
    let names = names.filter_map(|a| name_of(&a.name));
    joined(names.filter(|name| all || is_person(name, sites)))
}

/// The organisations that a page declares as its authors; the site itself may be one.
fn declared_newsroom(authors: &[Author], sites: &Sites) -> Option<String> {
    let names = authors
        .iter()
        .filter(|a| a.is_organisation || sites.is_site(&a.name));
    joined(names.filter_map(|a| organisation_of(&a.name)))
}

/// `text` as the name of an organisation: unlike a person's it may have a domain or "news" in it.
fn organisation_of(text: &str) -> Option<String> {
    let chars = text.chars().count();
    let is_name = (2..=60).contains(&chars)
        && !is_address(text)
        && !is_role(text)
        && !text.contains(['@', '{', '<', '?', '!'])
        && text.chars().any(char::is_alphabetic);
    is_name.then(|| text.to_owned())
}

/// The letters of the names of all persons that are declared as authors, whatever they look like.
pub(super) fn declared_names(declared: &Declared) -> Vec<String> {
    let people = declared.article.authors.iter();
    let people = people.filter(|author| !author.is_organisation);
    let named = people.map(|author| author.name.as_str());
    let names = named.chain(by_meta(declared)).take(MAX_AUTHORS);
    names.map(letters).filter(|name| !name.is_empty()).collect()
}

fn by_meta(declared: &Declared) -> impl Iterator<Item = &str> {
    METAS.iter().flat_map(|name| declared.metas_of(name))
}

/// Whether a text is an address of a page instead of a name.
pub(super) fn is_address(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace)
        && ["http://", "https://", "www.", "//"]
            .iter()
            .any(|start| text.starts_with(start))
}

/// Whether a text stands where a name would and is none.
pub(super) fn is_role(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    WORDS.as_ref().is_some_and(|w| w.roles.contains(&lower))
}

/// The maximum number of authors; papers of large groups have thousands.
const MAX_AUTHORS: usize = 40;

fn joined(names: impl Iterator<Item = String>) -> Option<String> {
    let mut known: Vec<String> = Vec::new();
    for name in names.take(MAX_AUTHORS) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    (!known.is_empty()).then(|| known.join(", "))
}

/// Whether a name is neither the site's nor an account's.
fn is_person(name: &str, sites: &Sites) -> bool {
    let lower = name.to_lowercase();
    let is_account = WORDS.as_ref().is_some_and(|w| w.accounts.contains(&lower));
    let first = name.split(", ").next().unwrap_or(name);
    !is_account && !sites.is_site(first) && !is_handle(name)
}

/// `ann.lee`, `annl77`, `AnnL`: a word that is not a name in any language.
fn is_handle(name: &str) -> bool {
    let one_word = name.is_ascii() && !name.contains(' ');
    let begins_lower = name.starts_with(|c: char| c.is_ascii_lowercase());
    let upper = name.chars().filter(char::is_ascii_uppercase).count();
    let inner_upper = upper > 1 && upper < name.chars().count();
    one_word && (begins_lower || name.contains(['_', '.', '@']) || inner_upper)
}

/// "Written by" and a name in the labels of a social network card.
fn social_label(declared: &Declared) -> Option<String> {
    (1..=3).find_map(|number| {
        let label = format!("twitter:label{number}");
        let data = format!("twitter:data{number}");
        let label = declared.metas_of(&label).next()?;
        is_label(label)
            .then(|| declared.metas_of(&data).next().and_then(name_of))
            .flatten()
    })
}

/// A name after a label in one of the first lines, or alone on the line after it.
fn near_lines(near: &[TextLine]) -> Option<String> {
    let mut lines = near.iter().take(NEAR_LINES + 1).peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = labelled_name(&line.text) {
            return Some(name);
        }
        if is_label(&line.text)
            && let Some(name) = lines.peek().and_then(|next| unlabelled(&next.text))
        {
            return Some(name);
        }
    }
    None
}

/// A label alone on its line, with the name on the next, anywhere below.
fn alone_below(near: &[TextLine]) -> Option<String> {
    let pairs = near.iter().zip(near.iter().skip(1));
    pairs
        .filter(|(label, _)| label.chars <= 24 && is_label(&label.text))
        .find_map(|(_, name)| {
            unlabelled(&name.text).filter(|name| name.contains(' ') || !name.is_ascii())
        })
        .or_else(|| {
            let headings = near.iter().filter(|line| line.heading);
            headings
                .filter(|line| line.text.to_lowercase().starts_with("written by"))
                .find_map(|line| labelled_name(&line.text))
        })
}

/// Whether a text is only a label.
fn is_label(text: &str) -> bool {
    let text = text
        .trim()
        .trim_end_matches([':', '：'])
        .trim()
        .to_lowercase();
    !text.is_empty() && text.len() <= 40 && WORDS.as_ref().is_some_and(|w| w.is_label(&text))
}

/// The only author that the page links to, wherever the link is. Several linked authors belong to
/// further reading.
fn linked_author(declared: &Declared) -> Option<String> {
    let mut names = declared
        .author_links
        .iter()
        .filter_map(|said| unlabelled(&said.text));
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}
