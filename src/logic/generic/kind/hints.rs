//! What a page claims to be: by its address, its declared types, the software it names, its title
//! and headings. Input: declarations and features. Output: plain answers for the evidence of
//! its kind. Scores nothing.

use super::node_signals::Signs;
use crate::generic::features::{BodyTree, attr, ratio};
use crate::generic::metadata::declared::Declared;
use crate::generic::words::kind_words::{DeclaredKind, WORDS};
use crate::page::Page;

/// Length of the text at the end of a page that may name its software, in bytes.
const END: usize = 1_500;
/// The placeholder address of pages without one: it is no evidence.
const NOWHERE: &str = "http://localhost/";

/// Whether the address is that of a thread, a list, an article.
pub(super) fn address(page: &Page) -> [bool; 3] {
    let url = page.url();
    if url.as_str() == NOWHERE {
        return [false; 3];
    }
    let address = format!("{}?{}", url.path(), url.query().unwrap_or_default()).to_lowercase();
    let address = address.trim_end_matches('?');
    WORDS.as_ref().map_or([false; 3], |words| {
        words.address(url.host_str().unwrap_or_default(), address)
    })
}

/// Whether the page declares a publication date.
pub(super) fn is_dated(declared: &Declared) -> bool {
    let names = [
        "article:published_time",
        "pubdate",
        "publishdate",
        "publish_date",
        "datepublished",
        "date",
        "dc.date",
        "dc.date.issued",
        "parsely-pub-date",
        "sailthru.date",
    ];
    !declared.article.published.is_empty() || declared.meta_of(&names).is_some()
}

/// Whether the page declares an author.
pub(super) fn is_signed(declared: &Declared) -> bool {
    !declared.article.authors.is_empty()
        || declared.meta_of(&["author", "article:author"]).is_some()
}

/// How often the page declares each type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KindMentions {
    /// A text.
    pub article: usize,
    /// A thread.
    pub thread: usize,
    /// A list.
    pub list: usize,
    /// Something to buy.
    pub product: usize,
    /// Whether OpenGraph declares an article.
    pub og_article: bool,
    /// Whether OpenGraph declares something else.
    pub og_other: bool,
}

impl KindMentions {
    /// Reads the declarations of `page`.
    pub fn of(page: &Page, declared: &Declared) -> Self {
        let mut saying = Self::default();
        let Some(words) = WORDS.as_ref() else {
            return saying;
        };
        let mut add = |name: &str, times: usize| match words.declared(name) {
            Some(DeclaredKind::Article) => saying.article += times,
            Some(DeclaredKind::Thread) => saying.thread += times,
            Some(DeclaredKind::List) => saying.list += times,
            Some(DeclaredKind::Product) => saying.product += times,
            None => {}
        };
        for name in &declared.types {
            add(name, 1);
        }
        for element in page.elements() {
            if let Some(kind) = attr(element.value(), "itemtype") {
                let name = kind.trim().rsplit(['/', '#']).next().unwrap_or_default();
                add(&name.to_lowercase(), 1);
            }
        }
        let og = declared
            .meta_of(&["og:type"])
            .unwrap_or_default()
            .to_lowercase();
        if og.starts_with("product") || og == "og:product" {
            add("product", 1);
        }
        saying.og_other = !og.is_empty() && !og.contains("article");
        saying.og_article =
            og.contains("article") || declared.meta_of(&["article:published_time"]).is_some();
        saying
    }
}

/// The evidence in the headings.
pub(super) struct HeadingHints {
    /// Whether `<title>` starts with the first h1 (or h2), which is not a link.
    pub titled: bool,
    /// Share of the headings in the content that are links to other pages.
    pub linked: f64,
    /// Columns of the title without the site's name; wide characters take two.
    pub columns: usize,
}

impl HeadingHints {
    /// Reads the headings of `page`.
    pub fn of(page: &Page, declared: &Declared, tree: &BodyTree<'_>, signs: &Signs) -> Self {
        let title = page.title();
        let titled = declared
            .headings
            .iter()
            .filter(|(level, text)| *level <= 2 && text.chars().count() >= 5)
            .any(|(_, text)| {
                title.starts_with(text.as_str())
                    && title.chars().count() <= text.chars().count() + 60
            });
        let (mut all, mut linked) = (0, 0);
        for (at, item) in tree.items.iter().enumerate() {
            let beside = signs.beside.get(at).copied().unwrap_or(false);
            if !beside && item.chars > 4 && matches!(item.name(), "h1" | "h2" | "h3" | "h4") {
                all += 1;
                linked += usize::from(signs.between(at, item.end).far > 0 || item.in_link);
            }
        }
        Self {
            titled,
            linked: ratio(linked, all),
            columns: title_columns(&title, declared),
        }
    }
}

/// The longest heading contained in `<title>`, else the longest part of `<title>`, in columns.
fn title_columns(title: &str, declared: &Declared) -> usize {
    let columns = |text: &str| -> usize {
        let shown = text.chars().filter(|c| !c.is_whitespace());
        shown
            .map(|c| if u32::from(c) >= 0x2E80 { 2 } else { 1 })
            .sum()
    };
    let headings = declared.headings.iter().filter(|(level, text)| {
        *level <= 2 && text.chars().nth(1).is_some() && title.contains(text.as_str())
    });
    let shown = headings.map(|(_, text)| columns(text)).max();
    shown.unwrap_or_else(|| {
        let marked = title.replace(" - ", "|").replace(": ", "|");
        let parts = marked.split(['|', '_', '–', '—', '»', '｜', '·']);
        parts.map(columns).max().unwrap_or(0)
    })
}

/// Whether the page names forum software, and whether it names documentation software.
pub(super) fn software(page: &Page, tree: &BodyTree<'_>, declared: &Declared) -> (bool, bool) {
    let Some(words) = WORDS.as_ref() else {
        return (false, false);
    };
    let generator = declared
        .meta_of(&["generator"])
        .unwrap_or_default()
        .to_lowercase();
    let mut end = String::new();
    for item in tree
        .items
        .iter()
        .rev()
        .filter(|item| item.element.is_none())
    {
        if end.len() > END {
            break;
        }
        end.push_str(&item.text.to_lowercase());
        end.push(' ');
    }
    // "Powered by" at the end of the page is as good as the generator.
    let powered = end.contains("powered by") && words.is_forum(&end);
    let class = page
        .elements()
        .find(|element| element.value().name() == "html")
        .and_then(|element| element.attr("id").or(element.attr("class")))
        .unwrap_or_default()
        .to_lowercase();
    (
        powered || (!generator.is_empty() && words.is_forum(&generator)) || words.is_forum(&class),
        !generator.is_empty() && words.is_documentation(&generator),
    )
}
