//! Generic extraction: content without a rule, one method a file on shared node features. Flows
//! in: a page. Flows out: its main text with title, date and author. Never recurses over the tree
//! and never fails: a page without content has empty content.

mod auto;
mod cevc;
mod declared;
mod features;
mod lines;
mod metadata;
mod noise;
mod words;

pub use metadata::{Metadata, metadata};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Main text, paragraphs separated by newlines; empty when there is none.
    pub text: String,
    /// Title, date, author.
    pub metadata: Metadata,
}

/// Extracts the main content of `page`.
pub fn extract(page: &Page, method: Method) -> Content {
    let freed = freed(page);
    let page = freed.as_ref().unwrap_or(page);
    let tree = features::Tree::of(page);
    let declared = declared::Declared::of(page);
    Content {
        text: match method {
            Method::Cevc => cevc::extract(&tree),
            Method::Auto => auto::extract(&tree, &declared.article.body),
        },
        metadata: metadata::read(page, &declared, &tree),
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
