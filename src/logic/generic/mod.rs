//! Generic extraction: content without a rule, one method a file on shared node features. Flows
//! in: a page. Flows out: its main text with title, date and author. Never recurses over the tree
//! and never fails: a page without content has empty content.

mod auto;
mod cevc;
mod declared;
mod evidence;
mod features;
mod groups;
mod kind;
mod kind_words;
mod lines;
mod metadata;
mod noise;
mod posts;
mod signs;
mod words;

pub use kind::{Kind, KindOfPage, kind_of};
pub use metadata::{Metadata, metadata};
pub use posts::Post;

use crate::logic::page::Page;

/// The methods by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The best the program has.
    Auto,
    /// CEVC (thesis on multi-channel crawling).
    Cevc,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 2] = [Self::Auto, Self::Cevc];

    /// Its name in rule files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cevc => "cevc",
        }
    }

    /// The method a name names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// What generic extraction found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    /// Main text, paragraphs separated by newlines; empty when there is none. Of a thread, its
    /// posts; of a page that is surely a list, nothing.
    pub text: String,
    /// The posts of a thread; else empty.
    pub posts: Vec<Post>,
    /// What kind of page it is; [`Method::Auto`] alone asks.
    pub kind: Option<KindOfPage>,
    /// Title, date, author.
    pub metadata: Metadata,
}

/// Extracts the main content of `page`.
pub fn extract(page: &Page, method: Method) -> Content {
    let freed = freed(page);
    let page = freed.as_ref().unwrap_or(page);
    let tree = features::Tree::of(page);
    let declared = declared::Declared::of(page);
    let metadata = metadata::read(page, &declared, &tree);
    match method {
        Method::Cevc => Content {
            text: cevc::extract(&tree),
            metadata,
            ..Content::default()
        },
        Method::Auto => {
            let seen = kind::Seen::of(page, &tree, &declared);
            let (text, posts) = auto::content(&tree, &declared.article.body, &seen);
            Content {
                text,
                posts,
                kind: Some(seen.kind),
                metadata,
            }
        }
    }
}

/// The page that a `<iframe />` or `<title />` written the XML way has swallowed: to an HTML parser
/// all that follows is its text.
fn freed(page: &Page) -> Option<Page> {
    page.elements()
        .filter(|e| {
            matches!(
                e.value().name(),
                "iframe" | "title" | "textarea" | "noembed"
            )
        })
        .map(|swallower| swallower.text().collect::<String>())
        .find(|text| text.len() > page.source().len() / 2 && text.contains("<p"))
        .map(|text| Page::parse(&text, page.url()))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html, &Url::parse("http://example.com/").unwrap())
    }

    #[test]
    fn methods_have_names() {
        for method in Method::ALL {
            assert_eq!(Method::from_name(method.name()), Some(method));
        }
        assert_eq!(Method::from_name("magic"), None);
    }

    #[test]
    fn any_depth_is_fine() {
        let html = format!(
            "<body>{}<p>the vat is kept warm and it is closed</p>",
            "<div>".repeat(3_000)
        );
        for method in Method::ALL {
            assert_eq!(
                extract(&page(&html), method).text,
                "the vat is kept warm and it is closed"
            );
        }
    }

    #[test]
    fn a_swallowed_page_is_freed() {
        let html = format!(
            "<title>Dyes</title><body><iframe src=x /><div>{}</div>",
            "<p>the vat is kept warm and it is closed</p>".repeat(9)
        );
        assert!(extract(&page(&html), Method::Auto).text.contains("the vat"));
    }
}
