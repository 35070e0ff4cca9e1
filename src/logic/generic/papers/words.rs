//! Labels on journal pages. Input: a text. Output: its label. The lists are data in
//! `assets/generic/papers.toml`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use aho_corasick::packed::Searcher;
use serde::Deserialize;

/// The content that a label announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PaperLabel {
    Title,
    Authors,
    Abstract,
    Keywords,
    Doi,
    Volume,
    Issue,
    /// Journal, volume and issue, or a citation text.
    Where,
    Published,
    /// A date less precise than that of publication.
    Online,
    /// A date before publication.
    Other,
    References,
    /// A list of other papers.
    Others,
    /// Something else.
    End,
    /// A part of an abstract.
    Part,
}

/// The label in `text`; ignores a colon, brackets and spaces.
pub(super) fn label(text: &str) -> Option<PaperLabel> {
    if text.chars().count() > MAX_LABEL {
        return None;
    }
    let named = |text: &str| DATA.labels.get(plain(text).as_str()).copied();
    named(text).or_else(|| {
        named(without_count(text)?).filter(|label| {
            matches!(
                label,
                PaperLabel::References | PaperLabel::Others | PaperLabel::End
            )
        })
    })
}

/// "参考文献(2)", "Cited by (14)": a text without the trailing number in brackets.
fn without_count(text: &str) -> Option<&str> {
    let open = text.rfind(['(', '（'])?;
    let (before, count) = text.split_at_checked(open)?;
    let count =
        count.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '（' | ')' | '）'));
    let number = !count.is_empty() && count.chars().all(|c| c.is_ascii_digit());
    number.then_some(before)
}

/// A longer text is not a label.
pub(super) const MAX_LABEL: usize = 40;

/// Whether `text` in a reference list is a link text: "Google Scholar", "PubMed Crossref".
pub(super) fn is_link(text: &str) -> bool {
    DATA.links.contains(plain(text).as_str())
}

/// Whether a word is not part of a person's name.
pub(super) fn is_nobody(word: &str) -> bool {
    let word = word.to_lowercase();
    DATA.nobody.contains(word.as_str())
        || !word.is_ascii()
            && DATA
                .nobody
                .iter()
                .any(|w| !w.is_ascii() && word.contains(w.as_str()))
}

/// Whether a word is a particle in a name.
pub(super) fn is_particle(word: &str) -> bool {
    DATA.particles.contains(word)
}

/// Whether the words in a page's source suggest a paper: it runs on every page, so it only searches
/// for some words.
pub(super) fn is_likely(source: &str) -> bool {
    let holds = |word: &&String| memchr::memmem::find(source.as_bytes(), word.as_bytes()).is_some();
    // Few pages have a word for an abstract, so one search for all of them usually suffices.
    let summarised = DATA.r#abstract.as_ref();
    let summarised = summarised.map_or_else(
        || DATA.evidence.r#abstract.iter().any(|word| holds(&word)),
        |words| words.find(source).is_some(),
    );
    summarised && DATA.evidence.others.iter().filter(holds).take(2).count() == 2
}

/// Lower case, without spaces and the marks around a label.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '\u{200B}' | '\u{FEFF}'))
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .trim_matches(|c: char| {
            matches!(
                c,
                ':' | '：'
                    | '.'
                    | '。'
                    | '['
                    | ']'
                    | '【'
                    | '】'
                    | '〔'
                    | '〕'
                    | '('
                    | ')'
                    | '（'
                    | '）'
                    | '—'
                    | '–'
                    | '-'
                    | '•'
                    | '›'
                    | '»'
                    | '▼'
                    | '▲'
                    | '+'
                    | ','
            )
        })
        .to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    evidence: Evidence,
    labels: HashMap<String, Vec<String>>,
    links: PaperWords,
    nobody: Nobody,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Evidence {
    r#abstract: Vec<String>,
    others: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperWords {
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nobody {
    words: Vec<String>,
    particles: Vec<String>,
}

#[derive(Default)]
struct Data {
    evidence: Evidence,
    /// Any word for an abstract, searched for with vector instructions where available.
    r#abstract: Option<Searcher>,
    labels: HashMap<String, PaperLabel>,
    links: HashSet<String>,
    nobody: HashSet<String>,
    particles: HashSet<String>,
}

/// Shipped data; a test loads it, so it is never missing.
static DATA: LazyLock<Data> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../assets/generic/papers.toml"))
        .map(Data::of)
        .unwrap_or_default()
});

impl Data {
    fn of(file: File) -> Self {
        let mut data = Self {
            r#abstract: Searcher::new(&file.evidence.r#abstract),
            evidence: file.evidence,
            links: file.links.words.iter().map(|w| plain(w)).collect(),
            nobody: file.nobody.words.into_iter().collect(),
            particles: file.nobody.particles.into_iter().collect(),
            ..Self::default()
        };
        for (name, words) in file.labels {
            let Some(label) = named(&name) else { continue };
            for word in words {
                data.labels.insert(plain(&word), label);
            }
        }
        data
    }
}

fn named(name: &str) -> Option<PaperLabel> {
    Some(match name {
        "title" => PaperLabel::Title,
        "authors" => PaperLabel::Authors,
        "abstract" => PaperLabel::Abstract,
        "keywords" => PaperLabel::Keywords,
        "doi" => PaperLabel::Doi,
        "volume" => PaperLabel::Volume,
        "issue" => PaperLabel::Issue,
        "where" => PaperLabel::Where,
        "published" => PaperLabel::Published,
        "online" => PaperLabel::Online,
        "other" => PaperLabel::Other,
        "references" => PaperLabel::References,
        "others" => PaperLabel::Others,
        "end" => PaperLabel::End,
        "parts" => PaperLabel::Part,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_words_load() {
        let file: File =
            toml::from_str(include_str!("../../../../assets/generic/papers.toml")).unwrap();
        for name in file.labels.keys() {
            assert!(named(name).is_some(), "{name}");
        }
        assert_eq!(label("摘 要："), Some(PaperLabel::Abstract));
        assert_eq!(label("Key Words"), Some(PaperLabel::Keywords));
        assert_eq!(label("【参考文献】"), Some(PaperLabel::References));
        assert_eq!(label("The abstract of it"), None);
        assert_eq!(label("参考文献(12)"), Some(PaperLabel::References));
        assert_eq!(label("Issue (4)"), None);
        assert!(is_link("Google Scholar") && is_nobody("University") && is_nobody("江南大学"));
        assert!(is_particle("van") && !is_particle("Berg"));
    }
}
