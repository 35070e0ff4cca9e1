//! XPath 1.0, by sxd-xpath on the page's XML copy. sxd's compiled expressions are bound to their
//! thread, so a [`Program`] holds checked text, and each thread keeps what it has compiled.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use sxd_document::Package;
use sxd_document::dom::{Document, Element};
use sxd_xpath::nodeset::{Node, Nodeset};
use sxd_xpath::{Context, Factory, Value, XPath};

use super::xpath_functions::context;
use super::xpath_syntax::{Checked, Token, check};
use super::{Fault, Hit};
use crate::logic::messages::Message;
use crate::logic::page::{ElementIndex, Page, number_of};

/// How many compiled expressions a thread keeps; rules of a whole project fit.
const KEPT_EXPRESSIONS: usize = 512;

thread_local! {
    static COMPILED: RefCell<HashMap<Arc<str>, Rc<XPath>>> = RefCell::new(HashMap::new());
    static CONTEXT: Context<'static> = context();
}

/// A checked expression.
#[derive(Clone, Debug)]
pub struct Program {
    text: Arc<str>,
}

/// Checks and compiles `source`.
///
/// # Errors
/// A fault, with its place where that is known.
pub fn compile(source: &str) -> Result<Program, Fault> {
    let checked = check(source)?;
    let Some(xpath) = build(&checked.text) else {
        return Err(syntax_fault(source, &checked));
    };
    // What does not depend on the page, such as `count('a')`, shows its type faults here.
    let empty = Package::new();
    let root = empty.as_document().root();
    if CONTEXT.with(|context| xpath.evaluate(context, root).is_err()) {
        return Err(Fault::whole(Message::new("select-xpath-type")));
    }
    Ok(Program {
        text: checked.text.into(),
    })
}

impl Program {
    /// The matches in document order, with `scope` (else the document) as context node.
    pub fn run(&self, page: &Page, scope: Option<ElementIndex>) -> Vec<Hit> {
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

/// sxd does not say where: it is behind the longest beginning that it can read.
fn syntax_fault(source: &str, checked: &Checked) -> Fault {
    let readable = |token: &Token| {
        let beginning = checked.text.get(..token.end).unwrap_or_default();
        build(&format!("{beginning}{}", token.closers)).is_some()
    };
    let tokens = &checked.tokens;
    let read = tokens.iter().rposition(readable).map_or(0, |at| at + 1);
    match tokens.get(read) {
        Some(first_unread) if read + 1 < tokens.len() => {
            Fault::at(first_unread.start, Message::new("select-xpath-syntax"))
        }
        _ => {
            let end = source.trim_end().chars().count();
            Fault::at(end, Message::new("select-xpath-ends-early"))
        }
    }
}

/// The copied element numbered `index`, found on the way down: numbers grow in preorder.
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
        // The usual case; sxd would walk the whole document for the order.
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

/// A string, number or boolean as a match; an empty string and "not a number" are none.
fn computed(value: &Value<'_>) -> Option<Hit> {
    match value {
        Value::Number(number) if number.is_nan() => None,
        value => Some(value.string())
            .filter(|text| !text.is_empty())
            .map(|text| Hit::Value(None, text)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fault::tests::check_fault;
    use super::super::tests::{page, values};
    use super::super::{Selector, SelectorKind, Take};
    use crate::logic::page::MAX_DEPTH;

    const XPATH: SelectorKind = SelectorKind::XPath;
    const SOURCE: &str = "<html lang=en><title>t</title><body><h1 class='a b'>H</h1>\
        <p>1<a href=x>l1</a></p><p lang=zh-CN id=two>2 <a href=y>l2</a>3</p>\
        <svg><use xlink:href='#i'/></svg><!--c--><o:p>odd</o:p>";

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        assert_eq!(values(XPATH, source, &page(SOURCE)), expected, "{source}");
    }

    #[test]
    fn elements_match_by_plain_and_prefixed_names() {
        check("//h1", &["H"]);
        check("//h:h1 | //html:title", &["t", "H"]);
        check("/html/body/p[2]/a", &["l2"]);
        check("//p[last()]//text()", &["2 ", "l2", "3"]);
        check("//*[contains(concat(' ', @class, ' '), ' b ')]", &["H"]);
        check("//*[name()='o:p']", &["odd"]);
        check("//svg/use/@xlink:href", &["#i"]);
        check("//none", &[]);
    }

    #[test]
    fn attributes_text_and_computed_values_are_the_values() {
        check("//a/@href", &["x", "y"]);
        check("//p/text()", &["1", "2 ", "3"]);
        check("//comment()", &["c"]);
        check("count(//a)", &["2"]);
        check("string(//a[2]/@none)", &[]);
        check("number(//h1)", &[]);
        check("boolean(//h1)", &["true"]);
        check("concat(//h1, '-', //title)", &["H-t"]);
        let page = page(SOURCE);
        let found = Selector::compile(XPATH, "//a/@href")
            .unwrap()
            .select(&page, None, &Take::Html);
        let owners = Selector::compile(SelectorKind::Css, "a")
            .unwrap()
            .matching(&page, None);
        let elements: Vec<_> = found.iter().filter_map(|s| s.element).collect();
        assert_eq!(elements, owners);
    }

    #[test]
    fn id_and_lang_are_there() {
        check("id('two')/a", &["l2"]);
        check("id('one two')/@id", &["two"]);
        check("//p[lang('zh')]/@id", &["two"]);
        check("//h1[lang('en')]", &["H"]);
        check("//p[lang('z')]", &[]);
        check("//@lang[lang('zh-cn')]", &["zh-CN"]);
    }

    #[test]
    fn scopes_are_context_nodes() {
        let page = page(SOURCE);
        let paragraphs = Selector::compile(XPATH, "//p")
            .unwrap()
            .matching(&page, None);
        let inside = |source: &str, scope| {
            let selector = Selector::compile(XPATH, source).unwrap();
            let found = selector.select(&page, Some(scope), &Take::Text);
            found.into_iter().map(|s| s.value).collect::<Vec<_>>()
        };
        assert_eq!(inside("a", paragraphs[1]), ["l2"]);
        assert_eq!(inside("./a/@href", paragraphs[0]), ["x"]);
        assert_eq!(inside("preceding-sibling::h1", paragraphs[1]), ["H"]);
        assert_eq!(inside("self::p/@id", paragraphs[1]), ["two"]);
        assert_eq!(inside("//h1", paragraphs[0]), ["H"]);
        assert!(inside(".", 999).is_empty());
        for (index, element) in (0..).zip(page.elements()) {
            assert_eq!(inside("local-name()", index), [element.value().name()]);
        }
    }

    #[test]
    fn faults_that_only_the_grammar_tells_have_a_place() {
        check_fault(XPATH, "//a/", Some(4), "select-xpath-ends-early");
        check_fault(XPATH, "//a[]", Some(3), "select-xpath-syntax");
        check_fault(XPATH, "//a/@/b", Some(3), "select-xpath-syntax");
        check_fault(XPATH, "//a[1 +]", Some(6), "select-xpath-syntax");
        check_fault(XPATH, "count('a')", None, "select-xpath-type");
        check_fault(XPATH, "'a'/b", None, "select-xpath-type");
    }

    #[test]
    fn deep_and_wide_pages_are_searched() {
        let deep = page(&"<div>".repeat(2_000));
        let count = |source: &str, page: &_| values(XPATH, source, page).len();
        assert_eq!(count("//div", &deep), 2_000);
        assert_eq!(count("string(/)", &deep), 0);
        assert_eq!(
            count("//div[ancestor::div][last()]/..", &deep),
            MAX_DEPTH - 3
        );
        let wide = page(&"<p>x".repeat(5_000));
        assert_eq!(count("//p[position() > 1]", &wide), 4_999);
    }

    proptest! {
        #[test]
        fn anything_typed_is_answered(source in expression()) {
            if let Ok(selector) = Selector::compile(XPATH, &source) {
                selector.select(&page(SOURCE), None, &Take::Text);
            }
        }
    }

    fn expression() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("//"),
            Just("/"),
            Just("a"),
            Just("*"),
            Just("p"),
            Just("@"),
            Just("href"),
            Just("["),
            Just("]"),
            Just("("),
            Just(")"),
            Just("1"),
            Just("."),
            Just(".."),
            Just("'x'"),
            Just(" and "),
            Just(" or "),
            Just("="),
            Just("!="),
            Just("<"),
            Just("|"),
            Just("-"),
            Just("+"),
            Just("text()"),
            Just("node()"),
            Just("last()"),
            Just("position()"),
            Just("count("),
            Just("not("),
            Just("id("),
            Just("string("),
            Just("ancestor::"),
            Just("following::"),
            Just("preceding::"),
            Just("namespace::"),
            Just("self::"),
            Just("h:p"),
            Just(","),
            Just("contains("),
            Just("sum("),
            Just("substring("),
            Just("name("),
            Just("\u{300}"),
            Just("中"),
            Just(":"),
            Just("xml:lang"),
            Just("\""),
            Just("1.5.")
        ];
        prop::collection::vec(part, 1..14).prop_map(|parts| parts.concat())
    }
}
