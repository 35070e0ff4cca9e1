//! The tags and the description that a page declares. Input: declarations. Output: plain strings.

use super::letters;
use crate::generic::metadata::declared::Declared;

/// The maximum number of tags.
const MAX_TAGS: usize = 30;
/// Maximum length of a tag, in characters.
const MAX_TAG: usize = 60;

/// The declared description of the page.
pub(super) fn description(declared: &Declared) -> String {
    let names = [
        "og:description",
        "description",
        "twitter:description",
        "dc.description",
        "dcterms.abstract",
        "citation_abstract",
    ];
    let by_meta = declared.meta_of(&names).unwrap_or_default();
    let by_json = declared.article.description.as_str();
    let by_property = declared.properties_of("description").next();
    [Some(by_meta), Some(by_json), by_property]
        .into_iter()
        .flatten()
        .find(|text| !text.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// Splits tags at commas; in Chinese also at spaces, if there are no commas.
fn parts_of(text: &str) -> Vec<&str> {
    let commas = [',', '，', '、', ';', '；', '|'];
    let spaced = !text.is_ascii() && !text.contains(commas) && text.matches(' ').count() >= 2;
    if spaced {
        text.split_whitespace().collect()
    } else {
        text.split(commas).collect()
    }
}

/// Tags and keywords: those of the article before those of the page.
pub(super) fn tags(declared: &Declared) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    let listed = declared
        .metas_of("article:tag")
        .chain(declared.metas_of("og:article:tag"))
        .chain(declared.metas_of("citation_keywords"));
    let keywords = declared
        .metas_of("news_keywords")
        .chain(declared.metas_of("keywords"))
        .chain(declared.metas_of("parsely-tags"))
        .chain(declared.metas_of("sailthru.tags"));
    let shown = declared.tag_links.iter().map(String::as_str);
    let given = declared.article.tags.iter().map(String::as_str);
    for text in given.chain(listed).chain(shown).chain(keywords) {
        for tag in parts_of(text) {
            let tag = tag.trim().trim_start_matches('#').trim();
            let key = letters(tag);
            if key.is_empty() || tag.chars().count() > MAX_TAG || known.contains(&key) {
                continue;
            }
            if tags.len() >= MAX_TAGS {
                return tags;
            }
            tags.push(tag.to_owned());
            known.push(key);
        }
    }
    tags
}
