//! Non-text content of single elements: code with its language, pictures, recordings, and whether a
//! table is a data table. Input: node features. Output: plain values, absolute addresses.

use super::super::features::{BodyTree, Item};
use crate::page::{Page, collapse, is_block, shown_picture};

/// The code in element `at` as written, and its language if declared.
pub(super) fn code(tree: &BodyTree<'_>, at: usize) -> (String, String) {
    let end = tree.get(at).map_or(at, |item| item.end);
    let mut code = String::new();
    let mut inner = at + 1;
    while inner < end {
        let Some(item) = tree.get(inner) else { break };
        if item.element.is_none() {
            code.push_str(item.text);
        } else if is_gutter(item) {
            inner = item.end;
            continue;
        } else if (item.name() == "br" || is_block(item.name()))
            && !code.is_empty()
            && !code.ends_with('\n')
        {
            code.push('\n');
        }
        inner += 1;
    }
    let code = code
        .trim_start_matches(['\n', '\r'])
        .trim_end()
        .replace("\r\n", "\n");
    let code: String = code
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect();
    // A column of line numbers beside the code.
    let is_numbers = code.lines().count() > 1
        && code
            .lines()
            .all(|line| line.trim().chars().all(|c| c.is_ascii_digit()));
    if is_numbers {
        return (String::new(), String::new());
    }
    let language = language(tree, at, end);
    (code, language)
}

fn is_gutter(item: &Item<'_>) -> bool {
    let class = item.attr("class").unwrap_or_default().to_ascii_lowercase();
    [
        "lineno",
        "line-number",
        "linenumber",
        "gutter",
        "rouge-gutter",
    ]
    .iter()
    .any(|name| class.contains(name))
}

/// The language declared by the element, the code in it or its surroundings.
fn language(tree: &BodyTree<'_>, at: usize, end: usize) -> String {
    let mut looked = vec![at];
    looked.extend(
        (at + 1..end.min(at + 4)).filter(|n| tree.get(*n).is_some_and(|i| i.name() == "code")),
    );
    let mut above = at;
    for _ in 0..4 {
        above = tree.get(above).map_or(0, |item| item.parent);
        looked.push(above);
    }
    looked
        .into_iter()
        .filter_map(|at| language_of(tree.get(at)?))
        .next()
        .unwrap_or_default()
}

fn language_of(item: &Item<'_>) -> Option<String> {
    let named = |text: &str| {
        let text = text.trim().to_ascii_lowercase();
        let fits = (1..=30).contains(&text.len())
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+#._-".contains(c))
            && !matches!(
                text.as_str(),
                "plaintext" | "text" | "none" | "nohighlight" | "plain" | "txt"
            );
        fits.then_some(text)
    };
    let by_attribute = ["data-lang", "data-language"]
        .iter()
        .find_map(|name| named(item.attr(name)?));
    by_attribute.or_else(|| {
        let class = item.attr("class")?;
        if let Some((_, after)) = class.split_once("brush:") {
            return named(after.trim().split([' ', ';']).next()?);
        }
        class.split_whitespace().find_map(|word| {
            [
                "language-",
                "lang-",
                "highlight-source-",
                "highlight-text-",
                "highlight-",
                "code-",
            ]
            .iter()
            .find_map(|prefix| named(word.strip_prefix(prefix)?))
            .filter(|name| {
                !matches!(
                    name.as_str(),
                    "block" | "wrapper" | "toolbar" | "container" | "box"
                )
            })
        })
    })
}

/// A picture.
pub(super) struct Picture {
    /// Its absolute address.
    pub address: String,
    /// Its description.
    pub alt: String,
    /// Its smaller side, if declared.
    pub pixels: Option<u32>,
    /// Whether it represents a character in the text.
    pub is_sign: bool,
}

/// The picture that element `at` shows, including lazily loaded ones.
pub(super) fn picture(page: &Page, tree: &BodyTree<'_>, at: usize) -> Option<Picture> {
    let end = tree.get(at)?.end;
    let inside = || (at..end).filter_map(|at| tree.get(at));
    let image = inside().find(|item| item.name() == "img");
    let shown = |item: &Item<'_>| {
        let address = shown_picture(item.element?)?;
        let url = page.join(address.trim())?;
        matches!(url.scheme(), "http" | "https").then(|| String::from(url))
    };
    let sources = inside().filter(|item| item.name() == "source");
    let address = image
        .and_then(shown)
        .or_else(|| sources.filter_map(shown).next());
    let attr = |name: &str| image.and_then(|item| item.attr(name)).unwrap_or_default();
    let side = |name: &str| {
        let digits: String = attr(name)
            .trim()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        let percent = attr(name).contains('%');
        digits.parse::<u32>().ok().filter(|_| !percent)
    };
    let pixels = [side("width"), side("height")].into_iter().flatten().min();
    let alt = collapse(attr("alt"));
    let class = attr("class").to_ascii_lowercase();
    let named = ["emoji", "smiley", "emoticon"]
        .iter()
        .any(|n| class.contains(n));
    let small = pixels.is_some_and(|p| p <= 32);
    let is_sign = !alt.is_empty()
        && alt.chars().count() <= 20
        && (named || small && alt.chars().count() <= 2);
    Some(Picture {
        address: address.or_else(|| is_sign.then(String::new))?,
        alt,
        pixels,
        is_sign,
    })
}

/// The address of the video or recording that element `at` plays.
pub(super) fn source(page: &Page, tree: &BodyTree<'_>, at: usize) -> Option<String> {
    let end = tree.get(at)?.end;
    (at..end)
        .filter_map(|at| tree.get(at))
        .filter(|item| matches!(item.name(), "video" | "audio" | "source"))
        .filter_map(|item| page.join(item.attr("src")?.trim()))
        .find(|url| matches!(url.scheme(), "http" | "https"))
        .map(String::from)
}

/// The purpose of a table.
pub(super) struct Table {
    /// Whether it shows data rather than serving layout.
    pub is_data: bool,
}

/// A cell with more characters and several blocks contains an article, not a datum.
const LONG_CELL: usize = 600;

impl Table {
    /// Classifies the table `at`.
    pub fn of(tree: &BodyTree<'_>, at: usize) -> Self {
        let Some(table) = tree.get(at) else {
            return Self { is_data: false };
        };
        let (mut rows, mut cells, mut widest, mut headed) = (0, 0, 0, false);
        let placed = matches!(table.attr("role"), Some("presentation" | "none"));
        for (number, item) in (at..table.end).filter_map(|n| tree.get(n)).enumerate() {
            match item.name() {
                "table" | "pre" | "form" | "textarea" if number > 0 => {
                    return Self { is_data: false };
                }
                "tr" => {
                    rows += 1;
                    cells = 0;
                }
                "td" | "th" => {
                    headed |= item.name() == "th";
                    cells += usize::from(item.chars > 0);
                    widest = widest.max(cells);
                    if item.chars > LONG_CELL && item.name() == "td" {
                        return Self { is_data: false };
                    }
                }
                _ => {}
            }
        }
        Self {
            is_data: !placed && rows >= 2 && widest >= 2
                || headed && rows >= 1 && widest >= 2 && !placed,
        }
    }
}
