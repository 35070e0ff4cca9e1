//! Converts our page tree to the document that Blitz lays out. It is built in one walk in the order
//! of the element numbers, so both trees have the same numbers by construction. Blitz's own parser
//! is not used: it treats XHTML doctypes as XML. What Blitz would panic on or mishandle is fixed on
//! the way: invalid addresses, frames, `media` on style sheets, alternate style sheets.

use std::sync::Arc;

use blitz_dom::{
    Attribute, BaseDocument, DocumentConfig, DocumentMutator, NodeId, QualName,
    UserAgentStylesheet, local_name, ns,
};
use blitz_traits::shell::{ColorScheme, Viewport};
use ego_tree::iter::Edge;
use fontique::{Blob, SourceCache};
use parley::FontContext;
use scraper::{ElementRef, Node};
use url::Url;

use super::super::worker_protocol::FromWorker;
use super::super::{Excess, PreviewLimits};
use super::css;
use super::resources::Broker;
use crate::system::fonts::fonts_for;
use bowerbird_logic::page::{ElementIndex, Page};
use bowerbird_logic::text::EastAsian;

/// Texts of a page by which its language is told if it declares none.
const TEXTS_LOOKED_AT: usize = 500;

/// A page as a Blitz document.
pub(super) struct Document {
    /// The document.
    pub base: BaseDocument,
    /// Its elements in the order of their numbers.
    pub elements: Vec<Placed>,
}

/// An element in both trees.
pub(super) struct Placed {
    /// Number in the page tree.
    pub element: ElementIndex,
    /// The node in the document.
    pub node: NodeId,
    /// Index of the parent in [`Document::elements`].
    pub parent: Option<usize>,
    /// Tag name.
    pub tag: String,
}

/// Checks whether the page is small enough to lay out.
pub(super) fn check(page: &Page, limits: &PreviewLimits) -> Result<(), FromWorker> {
    let too_large = |what, found: usize, limit: usize| {
        Err(FromWorker::TooLarge {
            what,
            found: found as u64,
            limit: limit as u64,
        })
    };
    if page.len() > limits.elements {
        return too_large(Excess::Elements, page.len(), limits.elements);
    }
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    for edge in page.html().tree.root().traverse() {
        match edge {
            Edge::Open(node) if node.value().is_element() => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            Edge::Close(node) if node.value().is_element() => depth -= 1,
            _ => {}
        }
    }
    if deepest > limits.depth {
        return too_large(Excess::Depth, deepest, limits.depth);
    }
    Ok(())
}

impl Document {
    /// Builds the document for a window of `window` CSS pixels at `scale` and starts requesting its
    /// resources from `broker`.
    pub(super) fn build(page: &Page, window: (u32, u32), scale: f32, broker: Arc<Broker>) -> Self {
        let pixels = |css: u32| (css as f32 * scale).round() as u32;
        let mut base = BaseDocument::new(DocumentConfig {
            viewport: Some(Viewport::new(
                pixels(window.0),
                pixels(window.1),
                scale,
                ColorScheme::Light,
            )),
            base_url: Some(page.base().to_string()),
            ua_stylesheets: vec![
                UserAgentStylesheet::default_sheet(),
                UserAgentStylesheet::parse(EXTRA_CSS),
            ],
            net_provider: Some(broker),
            font_ctx: Some(font_context(page)),
            ..DocumentConfig::default()
        });
        let elements = fill(&mut base, page);
        Self { base, elements }
    }

    /// Replaces the page's own missing style sheets; the page must be laid out again.
    pub(super) fn style_as_bare(&mut self) {
        self.base
            .add_user_agent_stylesheet(UserAgentStylesheet::parse(BARE_CSS));
    }
}

/// The fonts of the system for the page, and that of list marks, which Blitz adds to its own.
fn font_context(page: &Page) -> FontContext {
    let mut collection = fonts_for(language_of(page));
    let marks = Blob::new(Arc::new(blitz_dom::BULLET_FONT));
    collection.register_fonts(marks, None);
    FontContext {
        collection,
        source_cache: SourceCache::new_shared(),
    }
}

/// Additions to Blitz's default style sheet: old presentational attributes, the look of form
/// controls.
const EXTRA_CSS: &str = include_str!("../../../../assets/preview/extra.css");
/// For pages whose style sheets did not arrive.
const BARE_CSS: &str = include_str!("../../../../assets/preview/bare.css");

/// Builds all nodes, detached, then attaches the root: only then does Blitz process style sheets
/// and images, with every attribute in place.
fn fill(base: &mut BaseDocument, page: &Page) -> Vec<Placed> {
    let root = base.root_node().id;
    let mut mutator = base.mutate();
    let mut placed: Vec<Placed> = Vec::with_capacity(page.len());
    // The open elements: node, and index in `placed`.
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut top = Vec::new();
    let mut skipped = 0_usize;
    for edge in page.html().tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                // The contents of a template are not part of the page.
                Node::Fragment => skipped += 1,
                _ if skipped > 0 => {}
                Node::Element(_) => {
                    let Some((element, index)) = ElementRef::wrap(node)
                        .and_then(|element| Some((element, page.index_of(element)?)))
                    else {
                        continue;
                    };
                    let id = create(&mut mutator, page.base(), element);
                    placed.push(Placed {
                        element: index,
                        node: id,
                        parent: open.last().map(|(_, place)| *place),
                        tag: element.value().name().to_owned(),
                    });
                    open.push((id, placed.len() - 1));
                }
                Node::Text(text) => {
                    if let Some((parent, place)) = open.last()
                        && let Some(parent_tag) = placed.get(*place).map(|p| p.tag.as_str())
                        && parent_tag != "script"
                    {
                        let style = (parent_tag == "style").then(|| node.parent()).flatten();
                        let id = match style.and_then(ElementRef::wrap) {
                            Some(style) => {
                                let media = style.value().attr("media").unwrap_or_default();
                                mutator.create_text_node(&css::inline(text, media, page.base()))
                            }
                            None => mutator.create_text_node(text),
                        };
                        mutator.append_children(*parent, &[id]);
                    }
                }
                _ => {}
            },
            Edge::Close(node) => match node.value() {
                Node::Fragment => skipped -= 1,
                _ if skipped > 0 => {}
                Node::Element(_) => {
                    if let Some((id, _)) = open.pop() {
                        match open.last() {
                            Some((parent, _)) => mutator.append_children(*parent, &[id]),
                            None => top.push(id),
                        }
                    }
                }
                _ => {}
            },
        }
    }
    mutator.append_children(root, &top);
    drop(mutator);
    placed
}

fn create(mutator: &mut DocumentMutator<'_>, base: &Url, element: ElementRef<'_>) -> NodeId {
    let value = element.value();
    let mut name = value.name.clone();
    let mut attributes: Vec<Attribute> = Vec::new();
    let is_sheet = value.name() == "link" && is_style_sheet(element);
    for (attribute, content) in &value.attrs {
        if let Some(content) = kept(value.name(), is_sheet, &attribute.local, content, base) {
            attributes.push(Attribute {
                name: attribute.clone(),
                value: content,
            });
        }
    }
    if is_sheet && let Some(import) = media_import(element, base) {
        // Blitz ignores `media` on links, but not on imports.
        name = QualName::new(None, ns!(html), local_name!("style"));
        let style = mutator.create_element(name, attributes);
        let text = mutator.create_text_node(&import);
        mutator.append_children(style, &[text]);
        return style;
    }
    attributes.extend(shown_placeholder(element).into_iter().flatten());
    mutator.create_element(name, attributes)
}

/// The language of a page, as it declares it or as its texts tell it.
fn language_of(page: &Page) -> EastAsian {
    let mut roots = page.html().tree.root().children();
    let root = roots.find_map(ElementRef::wrap);
    let declared = root.and_then(|root| root.value().attr("lang"));
    let of_texts = || {
        let parts = root.into_iter().flat_map(|root| root.children());
        let body = parts.filter_map(ElementRef::wrap);
        let body = body.filter(|part| part.value().name() == "body");
        let texts = body.flat_map(|body| body.text()).take(TEXTS_LOOKED_AT);
        EastAsian::of_text(&texts.collect::<String>())
    };
    declared
        .and_then(EastAsian::of_tag)
        .or_else(of_texts)
        .unwrap_or(EastAsian::Simplified)
}

/// Blitz draws values but no placeholders.
fn shown_placeholder(field: ElementRef<'_>) -> Option<[Attribute; 2]> {
    let field = field.value();
    let text = field.attr("placeholder")?;
    let free = field.name() == "input" && [None, Some("")].contains(&field.attr("value"));
    if !free || field.attr("style").is_some() {
        return None;
    }
    let attribute = |name, value: &str| Attribute {
        name: QualName::new(None, ns!(), name),
        value: value.to_owned(),
    };
    Some([
        attribute(local_name!("value"), text),
        attribute(local_name!("style"), "color:#757575"),
    ])
}

/// The value of an attribute passed to Blitz; `None` when Blitz must not see it.
fn kept(tag: &str, is_sheet: bool, name: &str, value: &str, base: &Url) -> Option<String> {
    match (tag, name) {
        // Blitz panics on invalid addresses, and would load frames.
        ("img" | "canvas", "src") => base.join(value).is_ok().then(|| value.to_owned()),
        ("iframe", "src" | "srcdoc") => None,
        // Blitz loads every link with this single keyword, including alternates.
        ("link", "rel") if is_sheet => Some("stylesheet".to_owned()),
        ("link", "href") => (is_sheet && base.join(value).is_ok()).then(|| value.to_owned()),
        _ => Some(value.to_owned()),
    }
}

fn is_style_sheet(link: ElementRef<'_>) -> bool {
    let rel = link.value().attr("rel").unwrap_or_default();
    let has = |word: &str| {
        rel.split_ascii_whitespace()
            .any(|w| w.eq_ignore_ascii_case(word))
    };
    has("stylesheet") && !has("alternate") && link.value().attr("disabled").is_none()
}

/// A link with a meaningful `media`, as an import rule.
fn media_import(link: ElementRef<'_>, base: &Url) -> Option<String> {
    let media = css::meaningful_media(link.value().attr("media")?)?;
    let url = base.join(link.value().attr("href")?).ok()?;
    // A parsed address has its quotes and line ends escaped.
    Some(format!("@import url(\"{url}\") {media};"))
}
