//! Entries that are parts of a page: comments, changes of one document. Input: the entries of a
//! feed. Output: the same, those marked with `part`, each with an address of its own. The page that
//! they link to is the same for several of them, so it is not the record of any.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The key of an entry that is a part of the page that it links to.
pub(crate) const PART: &str = "part";

/// Marks the entries that are parts: those that share their page with others and differ in the
/// fragment of their address or in their id. In such a feed a fragment always names a part, also
/// that of the only one of its page.
pub(super) fn mark_parts(entries: &mut [Value]) {
    let mut pages: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for entry in entries.iter() {
        if let Some((page, fragment)) = address(entry) {
            let own = (fragment.to_owned(), text(entry, "id").to_owned());
            pages.entry(page.to_owned()).or_default().insert(own);
        }
    }
    let differ = |own: &BTreeSet<(String, String)>| {
        let fragments: BTreeSet<&str> = own.iter().map(|(fragment, _)| fragment.as_str()).collect();
        fragments.len() > 1
    };
    let named_by_fragment = pages.values().any(differ);
    for entry in entries.iter_mut() {
        let Some((page, fragment)) = address(entry) else {
            continue;
        };
        let is_shared = pages.get(page).is_some_and(|own| own.len() > 1);
        let id = text(entry, "id");
        // Without a fragment, an entry of a page is its own by its id only.
        let own = match (fragment, is_shared) {
            ("", false) => continue,
            ("", true) if named_by_fragment || id.is_empty() => continue,
            ("", true) => format!("{page}#{id}"),
            (_, shared) if !shared && !named_by_fragment => continue,
            (fragment, _) if pages.get(page).is_some_and(|own| same(own, fragment)) => {
                format!("{page}#{fragment}:{id}")
            }
            (fragment, _) => format!("{page}#{fragment}"),
        };
        if let Value::Object(entry) = entry {
            entry.insert("url".to_owned(), Value::String(own));
            entry.insert(PART.to_owned(), Value::Bool(true));
        }
    }
}

/// Whether several entries of a page have this fragment.
fn same(own: &BTreeSet<(String, String)>, fragment: &str) -> bool {
    own.iter()
        .filter(|(other, _)| other == fragment)
        .nth(1)
        .is_some()
}

/// The address of an entry without its fragment, and that; one that leads a script (`#!/a`) is none.
fn address(entry: &Value) -> Option<(&str, &str)> {
    let url = text(entry, "url");
    if url.is_empty() {
        return None;
    }
    match url.split_once('#') {
        Some((_, fragment)) if fragment.starts_with(['!', '/']) => Some((url, "")),
        Some((page, fragment)) => Some((page, fragment)),
        None => Some((url, "")),
    }
}

fn text<'e>(entry: &'e Value, key: &str) -> &'e str {
    entry.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn marked(entries: &[(&str, &str)]) -> Vec<(String, bool)> {
        let of = |(url, id): &(&str, &str)| json!({ "url": url, "id": id });
        let mut entries: Vec<Value> = entries.iter().map(of).collect();
        mark_parts(&mut entries);
        let said = |entry: &Value| (text(entry, "url").to_owned(), entry.get(PART).is_some());
        entries.iter().map(said).collect()
    }

    #[test]
    fn comments_on_one_page_are_parts_and_articles_are_not() {
        let found = marked(&[
            ("http://a.example/p#comment-1", "c1"),
            ("http://a.example/p#comment-2", "c2"),
            ("http://a.example/q#comment-3", "c3"),
            ("http://a.example/r", "r"),
        ]);
        let parts: Vec<bool> = found.iter().map(|(_, part)| *part).collect();
        assert_eq!(parts, [true, true, true, false]);
        let articles = marked(&[
            ("http://a.example/p#more", "p"),
            ("http://a.example/q#more", "q"),
            ("http://a.example/q#more", "q"),
            ("http://a.example/#!/a", "a"),
            ("http://a.example/#!/b", "b"),
        ]);
        assert!(articles.iter().all(|(_, part)| !part), "{articles:?}");
    }

    #[test]
    fn entries_of_one_page_without_fragments_differ_in_their_ids() {
        let found = marked(&[
            ("http://a.example/changes", "v1"),
            ("http://a.example/changes", "v2"),
            ("http://a.example/other", "o"),
        ]);
        let expected = [
            ("http://a.example/changes#v1".to_owned(), true),
            ("http://a.example/changes#v2".to_owned(), true),
            ("http://a.example/other".to_owned(), false),
        ];
        assert_eq!(found, expected);
    }
}
