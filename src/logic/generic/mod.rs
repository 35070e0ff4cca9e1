//! Generic extraction: content without a rule, one method per file, on shared node features.
//! Input: a page. Output: its main text with title, date and author. Never recurses over the tree
//! and never fails: a page without content has empty content.

mod article;
mod carried_article;
mod content_by_kind;
mod features;
mod kind;
mod metadata;
mod methods;
mod output;
mod papers;
mod templates;
mod thread;
mod words;

pub use carried_article::{CarriedArticle, carried_article};
pub use kind::{KindOfPage, PageType, kind_of};
pub use metadata::{Metadata, metadata, text_language};
pub use output::{Document, TextFormat, document, document_of};
pub use papers::Paper;
pub use templates::{OfSite, Templates};
pub use thread::page_join::{join, without_repeated};
pub use thread::posts::Post;
pub use thread::posts::post_text::Quote;

use jiff::Timestamp;

use crate::model::DefaultColumn;
use crate::page::Page;

/// The available methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The best available combination.
    Auto,
    /// CEVC (thesis on multi-channel crawling).
    Cevc,
    /// CETD, composite text density and DensitySum.
    Cetd,
    /// CETR, tag ratios by line.
    Cetr,
    /// CEPR, ratios by tag path.
    Cepr,
    /// qRead, text segments by word density.
    Qread,
    /// DGWC, lines by a classifier and blocks by a sliding window.
    Dgwc,
    /// VB-PTC, visual blocks without the site's template and link clusters.
    Vbptc,
    /// PEAN, posts of a forum thread by their times.
    Pean,
    /// MiBAT, posts by similarity around their times.
    Mibat,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 10] = [
        Self::Auto,
        Self::Cevc,
        Self::Cetd,
        Self::Cetr,
        Self::Cepr,
        Self::Qread,
        Self::Dgwc,
        Self::Vbptc,
        Self::Pean,
        Self::Mibat,
    ];

    /// Its name in rule files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cevc => "cevc",
            Self::Cetd => "cetd",
            Self::Cetr => "cetr",
            Self::Cepr => "cepr",
            Self::Qread => "qread",
            Self::Dgwc => "dgwc",
            Self::Vbptc => "vbptc",
            Self::Pean => "pean",
            Self::Mibat => "mibat",
        }
    }

    /// Whether it uses what is known about the site.
    pub fn uses_site(self) -> bool {
        matches!(self, Self::Auto | Self::Vbptc)
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// The result of generic extraction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtractedContent {
    /// Main text, paragraphs separated by newlines; empty if there is none. For a thread, its
    /// posts; for a page that is certainly a list, nothing.
    pub text: String,
    /// The posts of a thread; else empty.
    pub posts: Vec<Post>,
    /// The kind of the page; only with [`Method::Auto`].
    pub kind: Option<KindOfPage>,
    /// Title, date, author.
    pub metadata: Metadata,
    /// The paper, if the page is about one; only with [`Method::Auto`].
    pub paper: Option<Box<Paper>>,
    /// The HTML of the text, if it stands in JSON that the page carries for its scripts.
    pub carried: Option<String>,
}

impl ExtractedContent {
    /// The value of a default column; empty for the address, which is not content.
    pub fn column(&self, column: DefaultColumn) -> &str {
        match column {
            DefaultColumn::Url => "",
            DefaultColumn::Title => &self.metadata.title,
            DefaultColumn::Date => &self.metadata.date,
            DefaultColumn::Author => &self.metadata.author,
            DefaultColumn::Text => &self.text,
        }
    }
}

/// Extracts the main content of `page`.
pub fn extract(page: &Page, method: Method) -> ExtractedContent {
    extract_all(page, method, Known::default(), &mut |_| ())
}

/// As [`extract`], with what is known in addition to the page.
pub fn extract_known(page: &Page, method: Method, known: Known<'_>) -> ExtractedContent {
    extract_all(page, method, known, &mut |_| ())
}

/// As [`extract`]; calls `done` with the name of each stage when it ends, for measuring.
pub fn extract_watched(
    page: &Page,
    method: Method,
    done: &mut dyn FnMut(&'static str),
) -> ExtractedContent {
    extract_all(page, method, Known::default(), done)
}

/// Additional knowledge about a page.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// When the page was fetched, so that posts of "3 hours ago" get a date.
    pub now: Option<Timestamp>,
    /// About its site: text that its other pages also show is not content. Only [`Method::Auto`]
    /// and [`Method::Vbptc`] use it; the other papers only deal with single pages.
    pub site: Option<OfSite<'a>>,
}

fn extract_all(
    page: &Page,
    method: Method,
    known: Known<'_>,
    done: &mut dyn FnMut(&'static str),
) -> ExtractedContent {
    let freed = freed(page);
    let page = freed.as_ref().unwrap_or(page);
    let tree = features::BodyTree::of(page);
    done("features");
    let declared = metadata::declared::Declared::of(page);
    done("declared");
    let metadata = metadata::read(page, &declared, &tree);
    done("metadata");
    let of_text = |text: String| ExtractedContent {
        text,
        ..ExtractedContent::default()
    };
    let content = match method {
        Method::Auto => {
            let seen = kind::DetectedKind::of(page, &tree, &declared);
            done("kind");
            let article = (declared.article.body.as_str(), metadata.title.as_str());
            let said = thread::thread_lines::MODEL.as_ref();
            let (mut text, mut posts) = content_by_kind::content(&tree, article, &seen, said);
            // Posts of a thread need no template to be told from their surroundings.
            if let Some(site) = known.site.filter(|_| posts.is_empty()) {
                if let Some(own) = site.own_lines(&tree, &text) {
                    text = own;
                } else if let Some(tree) = site.without_template(&tree) {
                    (text, posts) = content_by_kind::content(&tree, article, &seen, said);
                }
            }
            thread::posts::post_dates::date_posts(&mut posts, &declared.language, known.now);
            for post in posts.iter_mut().filter(|post| !post.link.is_empty()) {
                post.link = page.join(&post.link).map_or_else(String::new, String::from);
            }
            ExtractedContent {
                text,
                posts,
                kind: Some(seen.kind),
                paper: papers::read(page, &declared, &tree, &metadata.title).map(Box::new),
                ..ExtractedContent::default()
            }
        }
        Method::Cevc => of_text(methods::cevc::extract(&tree)),
        Method::Cetd => of_text(methods::cetd::extract(&tree)),
        Method::Cetr => of_text(methods::cetr::extract(&tree)),
        Method::Cepr => of_text(methods::cepr::extract(&tree)),
        Method::Qread => of_text(methods::qread::extract(&tree, &metadata.title)),
        Method::Dgwc => of_text(methods::dgwc::extract(&tree)),
        Method::Vbptc => {
            let marks = known.site.map(|site| site.marks(&tree));
            of_text(methods::vbptc::extract(&tree, &marks.unwrap_or_default()))
        }
        Method::Pean => whole_posts(&tree, &methods::pean::posts(&tree)),
        Method::Mibat => whole_posts(&tree, &methods::mibat::posts(&tree)),
    };
    done("content");
    let mut content = ExtractedContent {
        metadata,
        ..content
    };
    carried_article::fill(page, &mut content);
    content
}

/// For the training of DGWC: lines with their features, and the text selected by a model.
pub mod training {
    use super::features::BodyTree;
    use crate::page::Page;

    pub use super::methods::dgwc::{DgwcModel, FEATURES};

    /// The lines of `page` with their features.
    #[must_use]
    pub fn lines(page: &Page) -> Vec<(String, [f64; 5])> {
        super::methods::dgwc::lines(&BodyTree::of(page))
    }

    /// The text that `model` extracts from `page`.
    #[must_use]
    pub fn extract(page: &Page, model: &DgwcModel) -> String {
        super::methods::dgwc::extract_with(&BodyTree::of(page), model)
    }
}

/// For the training of the line classifier.
pub mod training_lines {
    use std::collections::HashSet;

    use super::article::line_features::{self, Blocks};
    use super::article::{line_classifier, line_selection};
    use super::features::{BodyTree, lines};
    use super::metadata::declared;
    use super::{content_by_kind, freed, kind, metadata};
    use crate::page::Page;

    pub use super::article::line_classifier::ArticleModel;
    pub use super::article::line_features::Worth;
    pub use crate::boosted_trees::{BoostedTrees, DecisionTree as SplitTree};

    /// The number of features of a line, those of the list of names, and those of the second round.
    pub const WIDTHS: (usize, usize, usize) = (
        line_features::WIDTH,
        line_features::WIDTH_NAMED,
        line_features::WIDTH_AGAIN,
    );

    /// The title of `page` and the text of [`super::Method::Auto`]; `said` scores the lines of
    /// threads, if given.
    #[must_use]
    pub fn thread_text(page: &Page, said: Option<&ArticleModel>) -> (String, String) {
        let freed = freed(page);
        let page = freed.as_ref().unwrap_or(page);
        let tree = BodyTree::of(page);
        let declared = declared::Declared::of(page);
        let title = metadata::read(page, &declared, &tree).title;
        let seen = kind::DetectedKind::of(page, &tree, &declared);
        let article = (declared.article.body.as_str(), title.as_str());
        let (text, _) = content_by_kind::content(&tree, article, &seen, said);
        (title, text)
    }

    /// A page's lines with their features.
    pub struct Lines(Blocks);

    /// A line as needed for training.
    pub struct TrainingLine<'l> {
        /// Its text.
        pub text: &'l str,
        /// Whether it is worded like a place, a date or a byline.
        pub head: bool,
        /// The number of words.
        pub words: f32,
        /// Whether rules keep it.
        pub rough: bool,
    }

    impl Lines {
        /// The lines of `page`, its title, and the article text that it declares.
        #[must_use]
        pub fn of(page: &Page) -> (Self, String, String) {
            let freed = freed(page);
            let page = freed.as_ref().unwrap_or(page);
            let tree = BodyTree::of(page);
            let declared = declared::Declared::of(page);
            let title = metadata::read(page, &declared, &tree).title;
            let body = declared.article.body;
            (Self(Blocks::of(&tree, &body, &title)), title, body)
        }

        /// The lines.
        pub fn lines(&self) -> impl Iterator<Item = TrainingLine<'_>> {
            let parts = self.0.lines.iter().zip(&self.0.words).zip(&self.0.rough);
            parts
                .enumerate()
                .map(|(at, ((line, words), rough))| TrainingLine {
                    text: &line.text,
                    head: words.head,
                    words: self.0.weight(at),
                    rough: *rough,
                })
        }

        /// The features of the first round by line.
        pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
            self.0.rows()
        }

        /// The features of the second round, concatenated by line.
        #[must_use]
        pub fn again(&self, likely: &[f32]) -> Vec<f32> {
            self.0.again(likely)
        }

        /// The scores of names above the lines, concatenated by line.
        #[must_use]
        pub fn named(&self, worth: &Worth) -> Vec<f32> {
            self.0.named(worth)
        }

        /// The words of class and id above line `at`.
        #[must_use]
        pub fn words_above(&self, at: usize) -> HashSet<&str> {
            self.0.words_above(at)
        }

        /// The lines' likelihood of being text by one forest; `again` is empty in the first round.
        #[must_use]
        pub fn likely(&self, forest: &BoostedTrees, named: &[f32], again: &[f32]) -> Vec<f32> {
            line_classifier::round(forest, &self.0, named, Some(again))
        }

        /// The combined likelihood of both rounds that the lines are text.
        #[must_use]
        pub fn both(first: &[f32], second: &[f32]) -> Vec<f32> {
            line_classifier::both(first, second)
        }

        /// The text that is kept if lines are this `likely`.
        #[must_use]
        pub fn text(&self, likely: &[f32]) -> String {
            let (kept, _) = line_selection::choose(&self.0, likely);
            let lines = self.0.lines.iter().zip(kept).filter(|(_, kept)| *kept);
            lines::join(lines.map(|(line, _)| line))
        }
    }
}

/// The posts in the boxes `roots`, with all their text: the papers only return boxes.
fn whole_posts(tree: &features::BodyTree<'_>, roots: &[usize]) -> ExtractedContent {
    let posts: Vec<Post> = roots
        .iter()
        .map(|root| {
            let text = features::lines::join(&features::lines::lines(tree, *root, |_| false));
            Post {
                whole: text.clone(),
                text,
                ..Post::default()
            }
        })
        .collect();
    let texts: Vec<&str> = posts.iter().map(|post| post.text.as_str()).collect();
    ExtractedContent {
        text: texts.join("\n"),
        posts,
        ..ExtractedContent::default()
    }
}

/// The page as readers see it, if the source differs: sent in parts, or swallowed.
fn freed(page: &Page) -> Option<Page> {
    let unswallowed = unswallowed(page);
    let assembled = features::streamed_pages::assembled(unswallowed.as_ref().unwrap_or(page));
    assembled.or(unswallowed)
}

/// The page swallowed by a `<iframe />` or `<title />` written the XML way: an HTML parser reads
/// everything after it as text.
fn unswallowed(page: &Page) -> Option<Page> {
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
            let text = extract(&page(&html), method).text;
            // Post methods find none, and a line of eight words is too short for DGWC.
            let nothing = matches!(method, Method::Pean | Method::Mibat | Method::Dgwc);
            let expected = "the vat is kept warm and it is closed";
            assert_eq!(text, if nothing { "" } else { expected }, "{method:?}");
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
