//! Describes a picked element.

use scraper::ElementRef;
use serde::{Deserialize, Serialize};

use super::{control, similar_elements};
use crate::page::{ElementIndex, Page, inner_text};
use crate::rules::paging::next_link_selector;
use crate::select::SelectorKind;
use crate::select::generation::compound::classes;
use crate::select::generation::unique;

/// Longest text of a picked element, in characters.
const MAX_TEXT_CHARS: usize = 2_000;
/// Longest label of an ancestor, in characters.
const MAX_LABEL_CHARS: usize = 48;

/// A picked element as the workbench shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picked {
    /// Its number.
    pub element: ElementIndex,
    /// Tag name.
    pub tag: String,
    /// Its text, at most 2,000 characters.
    pub text: String,
    /// Attributes in source order.
    pub attributes: Vec<(String, String)>,
    /// Ancestors from `html` down to itself: number and a short label such as `div#main.post`.
    pub path: Vec<(ElementIndex, String)>,
    /// The shortest robust CSS selector that matches only it.
    pub css: String,
    /// An XPath that matches only it.
    pub xpath: String,
    /// A CSS selector that matches it and similar elements (the other items of its list), if any.
    pub css_alike: Option<String>,
    /// For a link: a selector of the next-page link, also on the list's other pages.
    pub next: Option<(SelectorKind, String)>,
    /// For a list to choose from: the texts of its options, without those that choose nothing.
    #[serde(default)]
    pub options: Vec<String>,
    /// The first of them that is not chosen already.
    #[serde(default)]
    pub first_choice: Option<String>,
    /// What the page calls it, if it is a control, or what it says.
    #[serde(default)]
    pub label: Option<String>,
    /// Whether it is a link, a button or a field, acts as one, or stands in one.
    #[serde(default)]
    pub is_control: bool,
}

/// Describes element `index` of `page`; `None` when there is no such element.
pub fn describe(page: &Page, index: ElementIndex) -> Option<Picked> {
    let element = page.element(index)?;
    let steps = unique::steps(page, element);
    Some(Picked {
        element: index,
        tag: element.value().name().to_owned(),
        text: inner_text(page, index)
            .chars()
            .take(MAX_TEXT_CHARS)
            .collect(),
        attributes: attributes(element),
        path: path(page, element),
        css: unique::css(page, index, &steps),
        xpath: unique::xpath(page, index, &steps),
        css_alike: similar_elements::css(page, index),
        next: next_link_selector::selector(page, index),
        options: control::options(element),
        first_choice: control::first_choice(element),
        label: control::control_label(page, index),
        is_control: control::is_control(element),
    })
}

fn attributes(element: ElementRef<'_>) -> Vec<(String, String)> {
    let named = |(name, value): (&html5ever::QualName, &scraper::StrTendril)| {
        let name = match &name.prefix {
            Some(prefix) => format!("{prefix}:{}", name.local),
            None => name.local.to_string(),
        };
        (name, value.to_string())
    };
    element.value().attrs.iter().map(named).collect()
}

fn path(page: &Page, element: ElementRef<'_>) -> Vec<(ElementIndex, String)> {
    let mut path: Vec<_> = std::iter::once(element)
        .chain(element.ancestors().filter_map(ElementRef::wrap))
        .filter_map(|e| Some((page.index_of(e)?, label(e))))
        .collect();
    path.reverse();
    path
}

/// A label such as `div#main.post`; with full names, for display and not for matching.
fn label(element: ElementRef<'_>) -> String {
    let mut label = element.value().name().to_owned();
    if let Some(id) = element.attr("id").filter(|id| !id.is_empty()) {
        label.push('#');
        label.push_str(id);
    }
    for class in classes(element).take(2) {
        label.push('.');
        label.push_str(class);
    }
    if label.chars().count() > MAX_LABEL_CHARS {
        label = label.chars().take(MAX_LABEL_CHARS - 1).collect();
        label.push('…');
    }
    label
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::*;
    use crate::page::without_fragment;
    use crate::select::Selector;

    const LIST: &str = r#"<html><body class="page-7 home"><div id="main">
        <article class="post post-101 first"><h2 class="title css-1a2b3c"><a href="/1">One</a></h2>
            <p class="meta"><span>1 May</span><span>Ann</span></p></article>
        <article class="post post-102"><h2 class="title css-1a2b3c"><a href="/2">Two</a></h2>
            <p class="meta"><span>2 May</span><span>Bob</span></p></article>
        <article class="post post-103 last"><h2 class="title css-1a2b3c"><a href="/3">Three</a></h2>
            <p class="meta"><span>3 May</span><span>Cid</span></p></article>
        </div><aside><h2>More</h2><table><tr><td>a<td>1<tr><td>b<td>2<tr><td>c<td>3</table>
        <ul><li>x<li>y</ul></aside><h1 itemprop="headline">News</h1></body></html>"#;

    fn page(source: &str) -> Page {
        Page::parse(source, &Url::parse("http://example.org/").unwrap())
    }

    fn matching(page: &Page, kind: SelectorKind, source: &str) -> Vec<ElementIndex> {
        Selector::compile(kind, source)
            .unwrap()
            .matching(page, None)
    }

    /// Picks the first element that `css` matches.
    fn pick(page: &Page, css: &str) -> Picked {
        describe(page, matching(page, SelectorKind::Css, css)[0]).unwrap()
    }

    #[track_caller]
    fn check(css: &str, expected: &str, alike: Option<&str>) {
        let page = page(LIST);
        let picked = pick(&page, css);
        assert_eq!(picked.css, expected);
        assert_eq!(picked.css_alike.as_deref(), alike);
    }

    #[test]
    fn selectors_rest_on_names_that_stay() {
        check("#main", "#main", None);
        check("h1", "h1[itemprop=\"headline\"]", None);
        check("aside h2", "aside h2", None);
        check("body", "body.home", None);
    }

    #[test]
    fn positions_are_the_last_resort() {
        check(
            "article:nth-of-type(2)",
            "#main > article:nth-of-type(2)",
            Some("article.post"),
        );
        check(
            "article:nth-of-type(2) a",
            "#main > article:nth-of-type(2) > h2 > a",
            Some("article.post a"),
        );
    }

    #[test]
    fn likes_are_the_same_place_in_other_items() {
        let page = page(LIST);
        let texts = |css: &str| {
            let alike = pick(&page, css).css_alike.unwrap();
            let found = matching(&page, SelectorKind::Css, &alike);
            found
                .into_iter()
                .map(|e| inner_text(&page, e))
                .collect::<Vec<_>>()
        };
        assert_eq!(texts("article:nth-of-type(2) h2"), ["One", "Two", "Three"]);
        assert_eq!(texts("span"), ["1 May", "2 May", "3 May"]);
        assert_eq!(
            texts("tr:nth-of-type(3) td:nth-of-type(2)"),
            ["1", "2", "3"]
        );
        assert_eq!(texts("li"), ["x", "y"]);
    }

    #[test]
    fn a_pick_is_described() {
        let page = page("<div id=main class='post a b'><p lang=en class=x>中文 <b>t</b></div>");
        let picked = pick(&page, "p");
        assert_eq!((picked.tag.as_str(), picked.text.as_str()), ("p", "中文 t"));
        assert_eq!(picked.attributes[0], ("lang".to_owned(), "en".to_owned()));
        let labels: Vec<_> = picked
            .path
            .iter()
            .map(|(_, label)| label.as_str())
            .collect();
        assert_eq!(labels, ["html", "body", "div#main.post.a", "p.x"]);
        assert_eq!(
            picked.path.last().map(|(index, _)| *index),
            Some(picked.element)
        );
        assert_eq!(describe(&page, 99), None);
    }

    #[test]
    fn deep_pages_are_described() {
        let page = page(&"<div class=a>".repeat(600));
        let last = ElementIndex::try_from(page.len() - 1).unwrap();
        let picked = describe(&page, last).unwrap();
        assert_eq!(matching(&page, SelectorKind::Css, &picked.css), [last]);
        assert_eq!(matching(&page, SelectorKind::XPath, &picked.xpath), [last]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn selectors_match_what_they_say(parts in prop::collection::vec(part(), 1..30)) {
            selectors_match(&parts.concat());
        }
    }

    #[test]
    fn selectors_of_links_in_links_match_what_they_say() {
        selectors_match("<a>text<a href=\"o:p\">text");
    }

    fn selectors_match(html: &str) {
        let page = page(html);
        for index in 0..ElementIndex::try_from(page.len()).unwrap() {
            let picked = describe(&page, index).unwrap();
            let css = matching(&page, SelectorKind::Css, &picked.css);
            assert_eq!(css, [index], "{}", picked.css);
            let xpath = matching(&page, SelectorKind::XPath, &picked.xpath);
            assert_eq!(xpath, [index], "{}", picked.xpath);
            if let Some((kind, source)) = picked.next {
                let found = matching(&page, kind, &source);
                let href = |e: &ElementIndex| page.element(*e).and_then(|e| e.attr("href"));
                let address = |e: &ElementIndex| match href(e).map(|h| page.join(h)) {
                    Some(Some(url)) => Some(without_fragment(&url).to_string()),
                    _ => href(e).map(str::to_owned),
                };
                let same = found.iter().all(|e| address(e) == address(&found[0]));
                assert!(!found.is_empty() && same, "{source}");
            }
            if let Some(alike) = picked.css_alike {
                let likes = matching(&page, SelectorKind::Css, &alike);
                assert!(likes.len() > 1 && likes.contains(&index), "{alike}");
            }
        }
    }

    fn part() -> impl Strategy<Value = String> {
        let name = || {
            prop::sample::select(vec![
                "a",
                "b",
                "item",
                "标题",
                "x y",
                "it's",
                "a\"b",
                "it's \"q\"",
                "\\",
                "1st",
                "o:p",
                "-",
                "",
                "active",
                "css-1a2b",
                "p\u{301}q",
                "a\nb",
                "]",
                "&",
            ])
        };
        let tag = || {
            prop::sample::select(vec![
                "div",
                "p",
                "a",
                "ul",
                "li",
                "span",
                "o:p",
                "svg",
                "lineargradient",
                "table",
                "td",
                "template",
                "h1",
                "meta",
                "x-y",
                "a\"b",
                "title",
            ])
        };
        let attribute =
            prop::sample::select(vec!["id", "class", "rel", "itemprop", "name", "href"]);
        let value = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;");
        let attribute =
            (attribute, name()).prop_map(move |(a, v)| format!(" {a}=\"{}\"", value(v)));
        prop_oneof![
            4 => (tag(), prop::collection::vec(attribute, 0..3))
                .prop_map(|(tag, attributes)| format!("<{tag}{}>", attributes.concat())),
            2 => tag().prop_map(|tag| format!("</{tag}>")),
            1 => Just("text".to_owned()),
        ]
    }
}
