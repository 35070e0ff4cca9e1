//! Anchor nodes: the elements that state when a post was written (thesis, section 3.3.2). Input:
//! node features. Output: marks. The formats are data in `assets/generic/post-times.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::generic::features::BodyTree;
use crate::generic::words::kind_words::plain_words;
use crate::generic::words::wording::Wording;

/// A longer text mentions a time but does not state one.
const MAX_CHARS: usize = 120;

/// Whether each item is an anchor: the innermost element with a time in its text (definition 3.5),
/// or a `<time>` that carries one.
pub(crate) fn anchors(tree: &BodyTree<'_>) -> Vec<bool> {
    let mut marks = vec![false; tree.items.len()];
    for (at, item) in tree.items.iter().enumerate() {
        let anchor = if item.element.is_some() {
            (item.name() == "time" && item.attr("datetime").is_some()).then_some(at)
        } else {
            holds_time(item.text).then_some(item.parent)
        };
        if let Some(mark) = anchor.and_then(|at| marks.get_mut(at)) {
            *mark = true;
        }
    }
    marks
}

/// The number of anchors inside every item, including itself (Pivots of section 3.3.2).
pub(crate) fn counts(tree: &BodyTree<'_>, anchors: &[bool]) -> Vec<usize> {
    let mut counts: Vec<usize> = anchors.iter().map(|a| usize::from(*a)).collect();
    for (at, item) in tree.items.iter().enumerate().skip(1).rev() {
        let own = counts.get(at).copied().unwrap_or(0);
        if let Some(above) = counts.get_mut(item.parent) {
            *above += own;
        }
    }
    counts
}

/// Whether a short text states a time.
pub(in crate::generic) fn holds_time(text: &str) -> bool {
    let text = text.trim();
    text.len() >= 4
        && text.len() <= 4 * MAX_CHARS
        && text.bytes().any(|b| b.is_ascii_digit() || b >= 0x80)
        && text.chars().count() <= MAX_CHARS
        && FORMATS.as_ref().is_some_and(|set| set.is_match(text))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    patterns: Vec<String>,
}

/// Shipped data; a test loads it, so it is never missing.
static FORMATS: LazyLock<Option<Wording>> =
    LazyLock::new(|| read(include_str!("../../../../assets/generic/post-times.toml")).ok());

fn read(source: &str) -> Result<Wording, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    Wording::of(file.patterns.iter().map(|pattern| plain_words(pattern)))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    #[test]
    fn the_shipped_data_loads() {
        read(include_str!("../../../../assets/generic/post-times.toml")).unwrap();
    }

    #[test]
    fn times_in_many_words() {
        for text in [
            "2014-06-12 10:10:20",
            "发表于 2014/6/12 10:10",
            "2014年6月12日 10:10",
            "Posted on Mar 5th, 2010, 3:20 pm",
            "05.03.2010, 15:20",
            "3 Okt. 2011",
            "2 hours ago",
            "半小时前",
            "昨天 12:30",
            "Gestern, 18:02",
        ] {
            assert!(holds_time(text), "{text}");
        }
        for text in [
            "",
            "Join Date",
            "Posts: 1,204",
            "12:30",
            "version 2.1",
            "#14",
        ] {
            assert!(!holds_time(text), "{text}");
        }
        assert!(!holds_time(&format!("{} 2014-06-12", "woad ".repeat(40))));
    }

    #[test]
    fn anchors_are_innermost() {
        let html = "<body><div><p><b>2014-06-12 10:10</b> by me</p></div><p><time datetime=2014-01-01>New Year</time></p>";
        let page = Page::parse(html, &Url::parse("http://example.com/").unwrap());
        let tree = BodyTree::of(&page);
        let marks = anchors(&tree);
        let names: Vec<&str> = (0..marks.len())
            .filter(|at| marks[*at])
            .map(|at| tree.items[at].name())
            .collect();
        assert_eq!(names, ["b", "time"]);
        assert_eq!(counts(&tree, &marks)[0], 2);
    }
}
