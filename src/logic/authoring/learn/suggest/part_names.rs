//! Words that describe a part of a record: labels beside it, heads of its column, names in its
//! markup, its link's address. Input: an element. Output: words and names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use scraper::ElementRef;

use super::tree::{At, Tree};
use crate::authoring::field_words::words_of_field;
use crate::page::collapse;
use crate::select::generation::compound::stable_classes;

const FORUM: &str = include_str!("../../../../../assets/learn/forum-words.toml");
const PLAIN: &str = include_str!("../../../../../assets/learn/plain-words.txt");
/// Longest label of a value, in characters.
const MAX_LABEL: usize = 30;
/// The maximum number of rows above a table's head, and of siblings before a term's value.
const MAX_BEFORE: usize = 12;

static FORUM_WORDS: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| toml::from_str(FORUM).unwrap_or_default());

/// Words in class names without meaning for the content.
static PLAIN_WORDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let lines = PLAIN.lines().map(str::trim);
    lines
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .collect()
});

/// The label before `element`: its term, the head of its row, or a text that ends with a colon.
pub fn label(element: ElementRef<'_>) -> Option<String> {
    let mut before = element.prev_siblings().filter_map(ElementRef::wrap);
    let name = element.value().name();
    let found = match name {
        "dd" => before
            .take(MAX_BEFORE)
            .find(|e| e.value().name() == "dt")
            .filter(|e| !holds_link(*e))
            .map(text)?,
        // A head with a link is a value itself.
        "td" => before
            .next()
            .filter(|e| e.value().name() == "th" && !holds_link(*e))
            .map(text)?,
        _ => text_before(element)
            .or_else(|| Some(text(before.next()?)))
            .filter(|text| text.ends_with([':', '：']))?,
    };
    let found = found.trim_end_matches([':', '：', ' ']).to_owned();
    is_label(&found).then_some(found)
}

/// The text directly before an element: "价格：<b>35</b>"; only its last words if it is longer.
fn text_before(element: ElementRef<'_>) -> Option<String> {
    let before = element.prev_sibling()?;
    let text = collapse(before.value().as_text()?);
    let last = text
        .rsplit([',', '，', ';', '；', '|', '·', '。'])
        .next()?
        .trim();
    (!last.is_empty()).then(|| last.to_owned())
}

fn holds_link(element: ElementRef<'_>) -> bool {
    let mut inside = element.descendent_elements().take(12);
    inside.any(|e| e.value().name() == "a" && e.attr("href").is_some())
}

fn is_label(text: &str) -> bool {
    text.chars().count() <= MAX_LABEL && text.chars().any(char::is_alphabetic)
}

/// The text of `element`, up to slightly more than a label.
fn text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for part in element.text().take(8) {
        text.push_str(part);
        if text.len() > 8 * MAX_LABEL {
            break;
        }
    }
    collapse(&text)
}

/// The label with which every value begins: "Units: 3".
pub fn shared_label(values: &[String]) -> Option<String> {
    let own = |value: &String| {
        let (label, rest) = value.split_once([':', '：'])?;
        (!rest.trim().is_empty() && is_label(label) && !rest.starts_with("//"))
            .then(|| label.trim().to_owned())
    };
    let first = own(values.first()?)?;
    let same = values.iter().all(|v| own(v).as_ref() == Some(&first));
    (same && values.len() > 2).then_some(first)
}

/// The head of the table column that contains `at`.
pub fn header(tree: &Tree<'_>, at: At) -> Option<String> {
    let mut up = std::iter::once(at).chain(tree.ancestors(at)).take(6);
    let cell = up.find(|up| matches!(tree.name(*up), "td" | "th"))?;
    let row = tree.parent(cell).filter(|row| tree.name(*row) == "tr")?;
    let table = tree
        .ancestors(row)
        .take(3)
        .find(|up| tree.name(*up) == "table")?;
    let column: usize = before(tree, cell).map(span).sum();
    let head = (table..row)
        .take(20 * MAX_BEFORE)
        .filter(|at| tree.name(*at) == "tr")
        .find(|at| {
            cells(tree, *at)
                .filter(|e| e.value().name() == "th")
                .take(2)
                .count()
                == 2
        })?;
    let mut at = 0;
    for cell in cells(tree, head) {
        let next = at + span(cell);
        if (at..next).contains(&column) {
            let found = text(cell);
            return is_label(&found).then_some(found);
        }
        at = next;
    }
    None
}

fn cells<'a>(tree: &Tree<'a>, row: At) -> impl Iterator<Item = ElementRef<'a>> {
    let row = tree.elements.get(row).copied();
    row.into_iter()
        .flat_map(|row| row.children().filter_map(ElementRef::wrap))
        .filter(|e| matches!(e.value().name(), "td" | "th"))
        .take(100)
}

fn before<'a>(tree: &Tree<'a>, cell: At) -> impl Iterator<Item = ElementRef<'a>> {
    let cell = tree.elements.get(cell).copied();
    cell.into_iter()
        .flat_map(|cell| cell.prev_siblings().filter_map(ElementRef::wrap))
        .filter(|e| matches!(e.value().name(), "td" | "th"))
        .take(100)
}

fn span(cell: ElementRef<'_>) -> usize {
    let own = cell.attr("colspan").and_then(|n| n.trim().parse().ok());
    own.unwrap_or(1).clamp(1, 100)
}

/// The known name that a label denotes.
pub fn word_of(label: &str) -> Option<String> {
    let label = label.to_lowercase();
    let words: Vec<&str> = label
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    // A label of many words has a meaning of its own.
    (words.len() <= 2).then_some(())?;
    // In Chinese and Japanese the head noun comes last, without a space: 发布日期.
    let is_wide =
        |known: &str| known.chars().count() >= 2 && known.starts_with(|c| c >= '\u{2E80}');
    let says = |word: &str, known: &str| word == known || (is_wide(known) && word.ends_with(known));
    let fits = |list: &Vec<String>| {
        words
            .iter()
            .any(|w| list.iter().any(|known| says(w, known)))
    };
    ORDER
        .into_iter()
        .find(|name| words_of_field(name).is_some_and(fits))
        .map(str::to_owned)
}

/// Whether a text is a word over a column of a forum, such as "Topics" or "Last post".
pub fn is_column(text: &str) -> bool {
    let text = text
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let list = FORUM_WORDS.get("columns");
    list.is_some_and(|list| list.contains(&text))
}

/// Whether an element is in a box that shows the latest answer to a topic, by its names.
pub fn is_of_last(tree: &Tree<'_>, at: At) -> bool {
    is_in_box(tree, at, "last")
}

/// Whether an element is in a box that shows when a person joined, by its names.
pub fn is_of_joining(tree: &Tree<'_>, at: At) -> bool {
    is_in_box(tree, at, "joined")
}

/// Whether an element is a link to a further page of a record, by the names of the box around it.
pub fn is_of_pages(tree: &Tree<'_>, at: At) -> bool {
    tree.name(at) == "a" && is_in_box(tree, at, "paging-boxes")
}

/// Whether a name of an element, or of one of the nearest boxes around it, is in a list.
fn is_in_box(tree: &Tree<'_>, at: At, list: &str) -> bool {
    let list = FORUM_WORDS.get(list);
    let levels = std::iter::once(at).chain(tree.ancestors(at)).take(4);
    levels
        .filter_map(|up| tree.elements.get(up))
        .flat_map(|e| ["class", "id"].into_iter().filter_map(|name| e.attr(name)))
        .flat_map(|names| names.split(|c: char| !c.is_ascii_alphabetic()))
        .any(|word| {
            list.is_some_and(|list| list.iter().any(|known| known.eq_ignore_ascii_case(word)))
        })
}

/// Whether a label stands before links to further pages, such as "Go to page".
pub fn is_of_paging(label: &str) -> bool {
    let label = label.to_lowercase();
    let list = FORUM_WORDS.get("paging");
    let words = label.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    words.any(|word| list.is_some_and(|list| list.iter().any(|known| known == word)))
}

/// A label as a field's name.
pub fn slug(label: &str) -> String {
    let label = label.to_lowercase();
    let words = label.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|w| !w.is_empty()).take(4).collect();
    words.join("_")
}

/// The name that a stable class or a metadata attribute gives the element, or a box with no other
/// content; may be empty.
pub fn meaningful_name(tree: &Tree<'_>, at: At) -> String {
    let alone = |up: &At| tree.chars(*up) == tree.chars(at) && tree.end(*up) - up <= 4;
    let around = tree.ancestors(at).take(2).take_while(alone);
    let mut names = std::iter::once(at)
        .chain(around)
        .map(|up| own_name(tree, up));
    names.find(|name| !name.is_empty()).unwrap_or_default()
}

fn own_name(tree: &Tree<'_>, at: At) -> String {
    let Some(element) = tree.elements.get(at) else {
        return String::new();
    };
    let attributes = [
        "itemprop",
        "data-testid",
        "data-field",
        "data-role",
        "data-label",
    ];
    let by_attribute = attributes.into_iter().filter_map(|name| element.attr(name));
    let classes = stable_classes(*element);
    let names = by_attribute.chain(classes).map(plain);
    names
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

/// A class as a field's name: the last part of a compound one, without parts too short to be
/// meaningful or that only describe style or position; empty if nothing is left.
pub fn plain(class: &str) -> String {
    let (block, part) = class.rsplit_once("__").unwrap_or(("", class));
    let part = part.split("--").next().unwrap_or(part);
    let mixed = part.len() <= 6
        && part.chars().any(|c| c.is_ascii_lowercase())
        && part.chars().any(|c| c.is_ascii_uppercase());
    let part = if mixed { block } else { part };
    let mut spaced = String::new();
    for c in part.chars() {
        if c.is_ascii_uppercase() {
            spaced.push('_');
        }
        spaced.push(c.to_ascii_lowercase());
    }
    let words = spaced.split(|c: char| !c.is_ascii_alphabetic());
    let words: Vec<&str> = words
        .filter(|w| w.len() > 2 && !PLAIN_WORDS.contains(w))
        .take(3)
        .collect();
    words.join("_")
}

/// Names by how reliably their words indicate them.
const ORDER: [&str; 10] = [
    "date", "author", "price", "rating", "replies", "views", "likes", "title", "category",
    "summary",
];

/// The name that words on the element, its parents or its address suggest.
pub fn name_from_words(tree: &Tree<'_>, at: At) -> Option<String> {
    let is_link = |up: &At| tree.name(*up) == "a";
    let link = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    let href = link.into_iter().find(is_link).and_then(|up| {
        let element = tree.elements.get(up)?;
        element.attr("href")
    });
    if href.is_some_and(is_of_person) {
        return Some("author".to_owned());
    }
    let levels = std::iter::once(at).chain(tree.ancestors(at)).take(3);
    levels.enumerate().find_map(|(level, up)| {
        let element = tree.elements.get(up)?;
        let names = ["itemprop", "class", "id", "rel"];
        let texts = names.into_iter().filter_map(|n| element.attr(n));
        let words = words(texts.flat_map(|t| t.split(|c: char| !c.is_alphabetic())));
        let path = element
            .attr("href")
            .filter(|_| level == 0)
            .unwrap_or_default();
        let path = words_of_path(path);
        ORDER
            .into_iter()
            .find(|name| {
                let list = words_of_field(name);
                list.is_some_and(|list| {
                    words.iter().any(|w| list.contains(w))
                        || *name == "category" && path.iter().any(|w| list.contains(w))
                })
            })
            .map(str::to_owned)
    })
}

/// Whether an address is a person's page: a folder of people, or a person's number.
pub fn is_of_person(href: &str) -> bool {
    let href = href.split('#').next().unwrap_or_default();
    let (path, query) = href.split_once('?').unwrap_or((href, ""));
    let in_list = |name: &str, word: &str| {
        let list = FORUM_WORDS.get(name);
        list.is_some_and(|list| list.iter().any(|known| known == word))
    };
    let mut segments = path.split('/').filter(|s| !s.is_empty());
    let file = segments.next_back().unwrap_or_default().to_lowercase();
    let stem = file.split('.').next().unwrap_or_default();
    let by_query = || {
        query.split('&').any(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // The value of a link for sharing is an address.
            let is_name = !value.is_empty() && !value.contains(['/', ':']) && !value.contains("%2");
            in_list("person-keys", name) && is_name || in_list("person-files", value)
        }) || (!query.is_empty() && in_list("person-files", stem))
    };
    file.starts_with('@')
        || segments.any(|folder| in_list("person-folders", &folder.to_lowercase()))
        || stem.split('-').any(|word| in_list("person-parts", word))
        || by_query()
}

fn words<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<String> {
    parts
        .filter(|p| !p.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words of an address that describe its target: all but the last, which is a name.
fn words_of_path(href: &str) -> Vec<String> {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    words(folders.split(|c: char| !c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_has_words() {
        let further = [
            "person-folders",
            "person-files",
            "person-keys",
            "person-parts",
            "columns",
            "paging",
            "last",
            "joined",
            "paging-boxes",
        ];
        assert!(PLAIN_WORDS.len() > 100 && PLAIN_WORDS.contains("wrap"));
        for name in ORDER {
            assert!(
                words_of_field(name).is_some_and(|w| !w.is_empty()),
                "{name}"
            );
        }
        for name in further {
            let words = FORUM_WORDS.get(name);
            assert!(words.is_some_and(|w| !w.is_empty()), "{name}");
        }
    }

    #[test]
    fn classes_and_labels_become_names() {
        for (class, name) in [
            ("course-item__units", "units"),
            ("productTitle", "product_title"),
            ("u-txt-sm", ""),
            ("submenuItems__nboYq", "submenu"),
            ("col-price", "price"),
            ("literal", ""),
            ("left-wrap", ""),
            ("c1", ""),
        ] {
            assert_eq!(plain(class), name, "{class}");
        }
        assert_eq!(word_of("Published").as_deref(), Some("date"));
        assert_eq!(word_of("作者").as_deref(), Some("author"));
        assert_eq!(word_of("ISBN"), None);
        assert_eq!(slug("No. of pages"), "no_of_pages");
        assert_eq!(slug("出版社"), "出版社");
    }

    #[test]
    fn pages_of_people_are_known_by_their_address() {
        for href in [
            "/users/12/ann",
            "https://a.example/@ann",
            "member.php?u=12",
            "./memberlist.php?mode=viewprofile&u=50",
            "user?id=ann",
            "space-uid-30.html",
            "home.php?mod=space&uid=9",
            "/timeline?y=f&u=ann.b",
        ] {
            assert!(is_of_person(href), "{href}");
        }
        for href in [
            "/posts/user-guide",
            "/u",
            "viewtopic.php?t=5",
            "item?id=3",
            "https://b.example/share?u=https%3A%2F%2Fa.example",
            "/about",
        ] {
            assert!(!is_of_person(href), "{href}");
        }
    }
}
