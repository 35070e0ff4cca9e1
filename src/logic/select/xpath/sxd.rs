//! XPath 1.0 by sxd-xpath on the page's XML copy: the reference for every expression, and the
//! fallback for those the fast evaluator does not support. sxd's compiled expressions are bound to
//! their thread, so a [`SxdProgram`] holds checked text, and each thread caches what it has
//! compiled. sxd counts no steps, so expressions that could take too many are refused before they
//! start.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use sxd_document::Package;
use sxd_document::dom::{Document, Element};
use sxd_xpath::nodeset::{Node, Nodeset};
use sxd_xpath::{Context, Factory, Value, XPath};

use super::functions::for_sxd::context;
use super::parse::syntax::{Checked, XPathToken};
use crate::messages::Message;
use crate::page::{ElementIndex, Page, number_of};
use crate::select::{Hit, SelectorFault, StepCount, TooExpensive};

/// How many compiled expressions a thread caches; enough for all rules of a project.
const KEPT_EXPRESSIONS: usize = 512;

thread_local! {
    static COMPILED: RefCell<HashMap<Arc<str>, Rc<XPath>>> = RefCell::new(HashMap::new());
    static CONTEXT: Context<'static> = context();
}

/// The maximum number of nodes that sxd may visit, by an estimate that is never too low. It takes
/// several hundred times as long per node as the fast evaluator.
const MAX_NODES: u64 = 20_000_000;

/// Bytes of text that count as one more node.
const BYTES_A_NODE: u64 = 1_024;

/// A checked expression.
#[derive(Clone, Debug)]
pub struct SxdProgram {
    text: Arc<str>,
    /// How the visited nodes grow with those of the page: exponent and factor.
    power: u32,
    parts: u64,
}

/// Compiles `source`, which has been checked.
///
/// # Errors
/// A fault, with its place where that is known.
pub fn compile(source: &str, checked: &Checked) -> Result<SxdProgram, SelectorFault> {
    let Some(xpath) = build(&checked.text) else {
        return Err(syntax_fault(source, checked));
    };
    // Parts that do not depend on the page, such as `count('a')`, show their type faults here.
    let empty = Package::new();
    let root = empty.as_document().root();
    if CONTEXT.with(|context| xpath.evaluate(context, root).is_err()) {
        return Err(SelectorFault::whole(Message::new("select-xpath-type")));
    }
    let (power, parts) = growth(checked);
    Ok(SxdProgram {
        text: checked.text.as_str().into(),
        power,
        parts,
    })
}

/// How the cost of an evaluation grows with the nodes of a page. A far-reaching step may visit all
/// of them for each node before it, though the first starts from one node only; conditions are
/// evaluated at each visited node, and start over.
fn growth(checked: &Checked) -> (u32, u64) {
    const NEAR: [&str; 6] = ["child", "parent", "self", "attribute", "namespace", ""];
    let tokens = checked.text.match_indices("//").count();
    let axes = checked.text.match_indices("::").filter(|(at, _)| {
        let before = checked.text.get(..*at).unwrap_or_default();
        let name = before
            .rsplit(|c: char| !(c.is_ascii_lowercase() || c == '-'))
            .next();
        !name.is_some_and(|name| NEAR.contains(&name))
    });
    let far = tokens + axes.count();
    let depth = |token: &XPathToken| token.closers.matches(']').count();
    let deepest = checked.tokens.iter().map(depth).max().unwrap_or(0);
    let levels = u32::try_from(deepest).unwrap_or(u32::MAX).saturating_add(1);
    let power = levels.saturating_mul(if far > 1 { 2 } else { 1 });
    (power, far.max(1) as u64)
}

impl SxdProgram {
    /// The matches in document order, with `scope` (else the document) as context node.
    ///
    /// # Errors
    /// [`TooExpensive`] when it could visit too many nodes of this page.
    pub fn run(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, TooExpensive> {
        // The text of a node may be read on each visit.
        let text = page.source().len() as u64 / BYTES_A_NODE;
        let nodes = (u64::from(page.flat().len()) + text).checked_pow(self.power);
        let nodes = nodes.and_then(|nodes| nodes.checked_mul(self.parts));
        let nodes = nodes.filter(|nodes| *nodes <= MAX_NODES);
        steps.add(nodes.ok_or(TooExpensive)?);
        Ok(self.evaluate(page, scope))
    }

    /// The same, without a limit.
    pub fn evaluate(&self, page: &Page, scope: Option<ElementIndex>) -> Vec<Hit> {
        let Some(xpath) = self.compiled() else {
            return Vec::new();
        };
        page.with_xml(|document| {
            let start: Node<'_> = match scope {
                None => document.root().into(),
                Some(index) => match element(document, index) {
                    Some(element) => element.into(),
                    None => return Vec::new(),
                },
            };
            match CONTEXT.with(|context| xpath.evaluate(context, start)) {
                Ok(Value::Nodeset(nodes)) => hits(&nodes),
                Ok(value) => computed(&value).into_iter().collect(),
                Err(_) => Vec::new(),
            }
        })
    }

    fn compiled(&self) -> Option<Rc<XPath>> {
        COMPILED.with_borrow_mut(|kept| {
            if let Some(xpath) = kept.get(&self.text) {
                return Some(Rc::clone(xpath));
            }
            let xpath = Rc::new(build(&self.text)?);
            if kept.len() >= KEPT_EXPRESSIONS {
                kept.clear();
            }
            kept.insert(Arc::clone(&self.text), Rc::clone(&xpath));
            Some(xpath)
        })
    }
}

fn build(text: &str) -> Option<XPath> {
    Factory::new().build(text).ok().flatten()
}

/// sxd gives no position: the fault follows the longest prefix that it can parse.
fn syntax_fault(source: &str, checked: &Checked) -> SelectorFault {
    let readable = |token: &XPathToken| {
        let beginning = checked.text.get(..token.end).unwrap_or_default();
        build(&format!("{beginning}{}", token.closers)).is_some()
    };
    let tokens = &checked.tokens;
    let read = tokens.iter().rposition(readable).map_or(0, |at| at + 1);
    match tokens.get(read) {
        Some(first_unread) if read + 1 < tokens.len() => {
            SelectorFault::at(first_unread.start, Message::new("select-xpath-syntax"))
        }
        _ => {
            let end = source.trim_end().chars().count();
            SelectorFault::at(end, Message::new("select-xpath-ends-early"))
        }
    }
}

/// The copied element numbered `index`, found by descending: numbers grow in preorder.
fn element(document: Document<'_>, index: ElementIndex) -> Option<Element<'_>> {
    let mut level: Vec<Element<'_>> = document
        .root()
        .children()
        .into_iter()
        .filter_map(|c| c.element())
        .collect();
    loop {
        let mut containing = None;
        for element in level {
            match number_of(element) {
                Some(number) if number == index => return Some(element),
                Some(number) if number < index => containing = Some(element),
                _ => {}
            }
        }
        let children = containing?.children();
        level = children.into_iter().filter_map(|c| c.element()).collect();
    }
}

fn hits(nodes: &Nodeset<'_>) -> Vec<Hit> {
    let elements: Option<Vec<_>> = nodes
        .iter()
        .map(|n| n.element().and_then(number_of))
        .collect();
    if let Some(mut elements) = elements {
        // The usual case; sxd would walk the whole document to sort.
        elements.sort_unstable();
        return elements.into_iter().map(Hit::Element).collect();
    }
    nodes.document_order().into_iter().filter_map(hit).collect()
}

fn hit(node: Node<'_>) -> Option<Hit> {
    let owned = |owner: Option<Element<'_>>, value: &str| {
        Some(Hit::Value(owner.and_then(number_of), value.to_owned()))
    };
    match node {
        Node::Root(_) => Some(Hit::Element(0)),
        Node::Element(element) => number_of(element).map(Hit::Element),
        Node::Attribute(attribute) => owned(attribute.parent(), attribute.value()),
        Node::Text(text) => owned(text.parent(), text.text()),
        Node::Comment(comment) => {
            let parent = comment.parent().and_then(|p| p.element());
            owned(parent, comment.text())
        }
        Node::ProcessingInstruction(_) | Node::Namespace(_) => None,
    }
}

/// A string, number or boolean as a match; an empty string and NaN are not matches.
fn computed(value: &Value<'_>) -> Option<Hit> {
    match value {
        Value::Number(number) if number.is_nan() => None,
        value => Some(value.string())
            .filter(|text| !text.is_empty())
            .map(|text| Hit::Value(None, text)),
    }
}
