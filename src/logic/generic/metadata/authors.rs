//! The authors of a page. Input: its declarations, the lines and elements around its title.
//! Output: comma-separated names, empty if nobody is named. A person takes precedence over an
//! account, and an account over the site itself. The words are data in `assets/generic/names.toml`
//! and, as in rule learning, `assets/learn/bylines.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

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
            .find_map(|said| labelled_name(&said.text).or_else(|| name_of(&said.text)))
            .filter(person)
    };
    let by_rel = || {
        let mut said = declared.authors.iter().filter(|said| said.by_rel);
        said.find_map(|said| name_of(&said.text)).filter(person)
    };
    from(&declared.authors, AFTER)
        .or_else(|| near_lines(near()).filter(person))
        .or_else(|| from(&declared.author_links, SOON))
        .or_else(by_rel)
        .or_else(|| from(&declared.authors, usize::MAX))
        .or_else(|| declared.addresses.iter().find_map(|t| labelled_name(t)))
        .or_else(|| linked_author(declared))
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
    !is_account && !sites.is_site(name) && !is_handle(name)
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
            && let Some(name) = lines.peek().and_then(|next| name_of(&next.text))
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
            name_of(&name.text).filter(|name| name.contains(' ') || !name.is_ascii())
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
        .filter_map(|said| name_of(&said.text));
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// The reporter or writer named at the end of a Chinese report: "……(总台记者 张倩)", "文:眉间尺".
pub(super) fn signed_name(text: &str) -> Option<String> {
    static SIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[（(][^（()）]{0,8}(?:记者|通讯员|作者|記者)[ :：/]*([\u{4E00}-\u{9FFF}]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}]{2,4}){0,4})\s*[)）]|^[□■◎●\s]*(?:本报|本網|本网|本刊|特约|实习)?(?:记者|記者|通讯员|作者)[ :：/]+([\u{4E00}-\u{9FFF}·]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}·]{2,4}){0,4})\s*$|^[（(]?\s*(?:文|作者|撰文|责任编辑|責任編輯)[:：]\s*([\u{4E00}-\u{9FFF}·]{2,8})\s*[)）]?$").ok()
    });
    let found = SIGNED.as_ref()?.captures(text)?;
    name_of(found.iter().skip(1).flatten().next()?.as_str())
}

static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(article\s+by|story\s+by|text\s+by|written\s+by|posted\s+by|words\s+by|published\s+by|by|von|par|por|di|authors?|autor|auteur|作者|撰文|文|记者|通讯员)\s*[:：/／|]?\s+|^(作者|撰文|文|记者|責任編輯|责任编辑|编辑)\s*[:：/／|]\s*").ok()
});

/// A name after a label in a line of text: "By Ann Lee", "2024-03-05 作者:王小明 来源:…". The label "By"
/// may be in a separate element right before the name.
pub(super) fn labelled_name(text: &str) -> Option<String> {
    static IN_LINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:作者|撰文|記者|记者|文)\s*[:：/／]\s*([^\s\d|/／:：,，。()（）\[\]]{2,20})|^(?:(?i:(?:article |story |text |written |posted |words )?by):?\s+|By)(\p{Lu}[\p{L}'’.-]+(?:\s+(?:(?:de|van|von|der|la|di|and|&)\s+)*\p{Lu}[\p{L}'’.-]*){1,5})").ok()
    });
    if text.chars().count() > 160 {
        return None;
    }
    if let Some(names) = chinese_names(text) {
        return name_of(&names);
    }
    let found = IN_LINE.as_ref()?.captures(text)?;
    name_of(found.get(1).or_else(|| found.get(2))?.as_str())
}

/// Adjacent Chinese names after a label: "作者:宋怡 杨志华 来源:…".
fn chinese_names(text: &str) -> Option<String> {
    static NAMES: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?:作者|撰文|記者|记者)\s*[:：]\s*([\u{4E00}-\u{9FFF}·]{2,4}(?:[ 、][\u{4E00}-\u{9FFF}·]{2,4}){1,5})([^\u{4E00}-\u{9FFF}]|$)").ok()
    });
    let found = NAMES.as_ref()?.captures(text)?;
    let names = found.get(1)?.as_str();
    // Text before a colon is the next label.
    let is_label = found
        .get(2)
        .is_some_and(|after| matches!(after.as_str(), ":" | "："));
    let names = match names.rsplit_once([' ', '、']) {
        Some((before, _)) if is_label => before,
        _ => names,
    };
    Some(names.to_owned())
}

/// Where a name in a line ends and something else starts.
static AFTER_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\s+(?:[|•·]|(?:on|in|at|updated|published|posted|reviewed|last|staff writer|senior|contributing)\b).*$").ok()
});

/// `text` as a name without label and ornaments; `None` if it is an address, a sentence or a date.
pub(super) fn name_of(text: &str) -> Option<String> {
    let words = WORDS.as_ref()?;
    let bare = LABEL.as_ref()?.replace(text.trim(), "");
    let bare = AFTER_NAME.as_ref()?.replace(&bare, "");
    let bare = bare
        .split(['|', '•', '·', '\u{2003}'])
        .next()
        .unwrap_or_default()
        .trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ':' | '：' | '-' | '–' | '(' | ')' | '/')
        });
    // A title of office may follow a name.
    let bare = match bare.split_once(", ") {
        Some((name, _)) if bare.chars().count() > 60 && name.contains(' ') => name,
        _ => bare,
    };
    let chars = bare.chars().count();
    let count = bare.split_whitespace().count();
    let is_name = (2..=90).contains(&chars)
        && (count <= 8 || bare.contains(", ") && count <= 14)
        && !bare.contains("://")
        && !bare.contains(['@', '!', '?', '—', '。', '{', '<'])
        && !bare.contains("www.")
        && bare.matches('.').count() <= count + 1
        && !(bare.ends_with('.') && count > 4)
        && !bare.chars().any(|c| c.is_ascii_digit())
        && bare.chars().any(char::is_alphabetic)
        && !words.is_no_name(bare);
    is_name.then(|| bare.to_owned())
}

/// The words used to recognise names.
#[derive(Debug)]
pub(super) struct NameVocabulary {
    labels: HashSet<String>,
    roles: HashSet<String>,
    accounts: HashSet<String>,
    no_name: HashSet<String>,
    /// Words that end the name of a Chinese site.
    pub site_endings: Vec<String>,
}

impl NameVocabulary {
    fn is_label(&self, lower: &str) -> bool {
        self.labels.contains(lower)
    }

    /// Whether a text is a label or a role, or contains a word that is not part of a name.
    fn is_no_name(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.roles.contains(&lower)
            || self.labels.contains(&lower)
            || lower
                .split(|c: char| !c.is_alphabetic())
                .any(|word| self.no_name.contains(word))
    }
}

/// Shipped data; a test loads it, so it is never missing.
pub(super) static WORDS: LazyLock<Option<NameVocabulary>> = LazyLock::new(|| {
    read(
        include_str!("../../../../assets/generic/names.toml"),
        include_str!("../../../../assets/learn/bylines.toml"),
    )
    .ok()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Own {
    labels: Vec<String>,
    roles: HashSet<String>,
    accounts: HashSet<String>,
    no_name: HashSet<String>,
    site_endings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bylines {
    by: Vec<String>,
    no_name: HashSet<String>,
}

pub(super) fn read(own: &str, bylines: &str) -> Result<NameVocabulary, String> {
    let own: Own = toml::from_str(own).map_err(|e| e.to_string())?;
    let bylines: Bylines = toml::from_str(bylines).map_err(|e| e.to_string())?;
    Ok(NameVocabulary {
        labels: own.labels.into_iter().chain(bylines.by).collect(),
        roles: own.roles,
        accounts: own.accounts,
        no_name: &own.no_name | &bylines.no_name,
        site_endings: own.site_endings,
    })
}
