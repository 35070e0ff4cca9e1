//! Extracted content with its structure: headings, lists, tables, code, quotes, links, pictures,
//! footnotes. Input: a page and its extracted content, or elements that a rule selects.
//! Output: a [`Document`], which serialises itself as Markdown, clean HTML or plain text. It never
//! recurses over the tree, and whatever the page contains, its HTML executes nothing and its
//! addresses are absolute.
//!
//! From the page: `page_content` (what is kept, in order; with `data_tables`, `footnotes`, `pictures`,
//! `code`), `builder`. To text: `html`, `plain`, `markdown` (with `markdown_inline`), and for the last two
//! `block_layout` (lists and their numbers, quotes, empty lines).

mod block_layout;
mod builder;
mod code;
mod data_tables;
mod footnotes;
mod html;
mod locate_text;
mod markdown;
mod markdown_inline;
mod page_content;
mod pictures;
mod plain;

use super::article::noise;
use super::features::BodyTree;
use super::{ExtractedContent, Metadata, Post, freed};
use crate::page::{ElementIndex, Page};
use builder::Builder;
use page_content::ContentWalker;

/// A structured text, as a flat list of opening, content and closing pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pieces: Vec<OutputEvent>,
    links: Vec<String>,
}

/// One piece of a document.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OutputEvent {
    /// A block begins.
    Open(BlockKind),
    /// It ends.
    Close(BlockKind),
    /// Words, in a block for words.
    Run(String, Style),
    /// A line break inside such a block.
    Break,
    /// A picture: absolute address, description, and the link it is in.
    Image {
        address: String,
        alt: String,
        link: Option<usize>,
    },
    /// A video (`true`) or a recording with its absolute address.
    Media(bool, String),
    /// Code as written, and its language.
    Code(String, String),
    /// A horizontal rule.
    Rule,
    /// A mark that links to the note with that number.
    NoteMark(usize),
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Words.
    Paragraph,
    /// A heading; 1 to 6.
    Heading(u8),
    /// A list: with the number of its first item, or with bullets.
    List(Option<u32>),
    /// An item of a list.
    Item,
    /// A quotation.
    Quote,
    /// A data table.
    Table,
    /// A row of it.
    Row,
    /// A cell: whether it is a header cell, and how many columns it spans.
    Cell(bool, u32),
    /// A picture with its caption.
    Figure,
    /// The caption of a picture or a table.
    Caption,
    /// Terms with their definitions.
    Definitions,
    /// A term.
    Term,
    /// Its definition.
    Meaning,
    /// A post: its author and date.
    Post(String, String),
    /// The note with that number.
    Note(usize),
}

impl BlockKind {
    /// Whether it directly contains words.
    pub(super) fn holds_words(&self) -> bool {
        matches!(
            self,
            Self::Paragraph | Self::Heading(_) | Self::Caption | Self::Term
        )
    }
}

/// The style of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks that may stand together in any way"
)]
pub(super) struct Style {
    /// The number of the link they are in.
    pub link: Option<usize>,
    pub strong: bool,
    pub emphasis: bool,
    pub struck: bool,
    pub raised: bool,
    pub lowered: bool,
    pub code: bool,
}

impl Style {
    /// The style that both have in common.
    pub(super) fn both(self, other: Self) -> Self {
        Self {
            link: self.link.filter(|_| self.link == other.link),
            strong: self.strong && other.strong,
            emphasis: self.emphasis && other.emphasis,
            struck: self.struck && other.struck,
            raised: self.raised && other.raised,
            lowered: self.lowered && other.lowered,
            code: self.code && other.code,
        }
    }
}

/// The output formats of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextFormat {
    /// Only words, with an empty line between paragraphs.
    #[default]
    Text,
    /// CommonMark with GitHub's tables and footnotes.
    Markdown,
    /// HTML without the page's scripts, styles and classes.
    Html,
}

impl TextFormat {
    /// Its name in rule files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Text, Self::Markdown, Self::Html]
            .into_iter()
            .find(|format| format.name() == name)
    }
}

/// The structured `content` of `page`, from which it was extracted: includes the pictures, tables,
/// lists and code between kept texts. A text that is not on the page, such as one that only a
/// script declares, becomes paragraphs.
pub fn document(page: &Page, content: &ExtractedContent) -> Document {
    let freed = freed(page);
    let page = freed.as_ref().unwrap_or(page);
    let tree = BodyTree::of(page);
    let texts: Vec<&str> = if content.posts.is_empty() {
        vec![content.text.as_str()]
    } else {
        content.posts.iter().map(Post::all).collect()
    };
    let found = locate_text::find(&tree, &texts);
    let marks = noise::mark(&tree);
    let mut builder = Builder::default();
    for (number, text) in texts.iter().enumerate() {
        let post = content.posts.get(number);
        let depth = builder.depth();
        if let Some(post) = post {
            builder.open(BlockKind::Post(post.author.clone(), post.date.clone()));
        }
        match found.get(number).filter(|found| found.is_most()) {
            Some(found) => ContentWalker::of(page, &tree, &marks, &found.texts).write(&mut builder),
            None => builder.paragraphs(text),
        }
        if post.is_some() {
            builder.close_to(depth);
        }
    }
    builder.finish()
}

/// The structured content of `elements` of `page`.
pub fn document_of(page: &Page, elements: &[ElementIndex]) -> Document {
    let tree = BodyTree::of(page);
    let marks = vec![false; tree.items.len()];
    let mut builder = Builder::default();
    let mut end = 0;
    for element in elements {
        let Some(element) = page.element(*element) else {
            continue;
        };
        let own: &scraper::node::Element = element.value();
        let at = tree
            .items
            .iter()
            .position(|item| item.element.is_some_and(|e| std::ptr::eq(e, own)));
        // Content of an element that is already written is not repeated.
        let Some(at) = at.filter(|at| *at >= end) else {
            continue;
        };
        end = tree.get(at).map_or(at, |item| item.end);
        ContentWalker::whole(page, &tree, &marks, at).write(&mut builder);
        builder.boundary();
    }
    builder.finish()
}

impl Document {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Its pictures in order: absolute address and description.
    pub fn pictures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pieces.iter().filter_map(|piece| match piece {
            OutputEvent::Image { address, alt, .. } if !address.is_empty() => {
                Some((address.as_str(), alt.as_str()))
            }
            _ => None,
        })
    }

    /// Serialises it in `format`.
    pub fn write(&self, format: TextFormat) -> String {
        match format {
            TextFormat::Text => self.text(),
            TextFormat::Markdown => self.markdown(),
            TextFormat::Html => self.html(),
        }
    }

    /// Its words, with an empty line between paragraphs.
    pub fn text(&self) -> String {
        plain::write(self)
    }

    /// It as Markdown.
    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// It as HTML: a fragment, to be put into a page.
    pub fn html(&self) -> String {
        html::write(self)
    }

    /// The document preceded by its title, authors, date and address.
    #[must_use]
    pub fn headed(&self, metadata: &Metadata, url: &str) -> Self {
        let mut builder = Builder::default();
        builder.open(BlockKind::Heading(1));
        builder.text(&metadata.title, Style::default());
        builder.close_to(0);
        let named = [metadata.author.as_str(), metadata.date.as_str()];
        for text in named.into_iter().filter(|text| !text.is_empty()) {
            builder.text(text, Style::default());
            builder.text(", ", Style::default());
        }
        let own = Some(metadata.canonical.as_str()).filter(|own| !own.is_empty());
        let address = own.unwrap_or(url);
        let style = Style {
            link: Some(builder.link(address.to_owned())),
            ..Style::default()
        };
        builder.text(address, style);
        let mut headed = builder.finish();
        // Its own links come after the one of the head.
        let moved = headed.links.len();
        headed.links.extend(self.links.iter().cloned());
        headed
            .pieces
            .extend(self.pieces.iter().cloned().map(|piece| match piece {
                OutputEvent::Run(text, style) => OutputEvent::Run(
                    text,
                    Style {
                        link: style.link.map(|link| link + moved),
                        ..style
                    },
                ),
                OutputEvent::Image { address, alt, link } => OutputEvent::Image {
                    address,
                    alt,
                    link: link.map(|link| link + moved),
                },
                piece => piece,
            }));
        headed
    }

    fn link(&self, number: Option<usize>) -> Option<&str> {
        self.links.get(number?).map(String::as_str)
    }
}

#[cfg(test)]
mod tests;
