//! The two functions of XPath 1.0 that sxd-xpath lacks: `id()` and `lang()`.

use sxd_document::QName;
use sxd_xpath::context::Evaluation;
use sxd_xpath::function::{Args, Error, Function};
use sxd_xpath::nodeset::{Node, Nodeset};
use sxd_xpath::{Context, Value};

use crate::page::{XLINK_NAMESPACE, XML_NAMESPACE};

/// A context with all functions and prefixes.
pub fn context() -> Context<'static> {
    let mut context = Context::new();
    context.set_function("id", Id);
    context.set_function("lang", Lang);
    context.set_namespace("xml", XML_NAMESPACE);
    context.set_namespace("xlink", XLINK_NAMESPACE);
    context
}

/// `id(object)`: the elements with one of these ids (XPath 1.0, section 4.1). In HTML the
/// attribute `id` is the id.
struct Id;

impl Function for Id {
    fn evaluate<'c, 'd>(
        &self,
        context: &Evaluation<'c, 'd>,
        args: Vec<Value<'d>>,
    ) -> Result<Value<'d>, Error> {
        let mut args = Args(args);
        args.exactly(1)?;
        let wanted = match args.0.pop() {
            Some(Value::Nodeset(nodes)) => {
                let values: Vec<_> = nodes.iter().map(|n| n.string_value()).collect();
                values.join(" ")
            }
            Some(value) => value.into_string(),
            None => String::new(),
        };
        let wanted: Vec<&str> = wanted.split_ascii_whitespace().collect();
        let mut found = Nodeset::new();
        let mut stack = vec![Node::Root(context.node.document().root())];
        while let Some(node) = stack.pop() {
            if let Node::Element(element) = node
                && element
                    .attribute_value("id")
                    .is_some_and(|id| wanted.contains(&id))
            {
                found.add(node);
            }
            stack.extend(node.children());
        }
        Ok(Value::Nodeset(found))
    }
}

/// `lang(string)`: whether the context node is in that language or a variety of it (XPath 1.0,
/// section 4.3), by `xml:lang` or HTML's `lang`.
struct Lang;

impl Function for Lang {
    fn evaluate<'c, 'd>(
        &self,
        context: &Evaluation<'c, 'd>,
        args: Vec<Value<'d>>,
    ) -> Result<Value<'d>, Error> {
        let mut args = Args(args);
        args.exactly(1)?;
        let wanted = args.pop_string()?.to_ascii_lowercase();
        let mut node = Some(context.node);
        while let Some(current) = node {
            if let Some(language) = declared_language(current) {
                let language = language.to_ascii_lowercase();
                let fits = language
                    .strip_prefix(&wanted)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
                return Ok(Value::Boolean(fits));
            }
            node = current.parent();
        }
        Ok(Value::Boolean(false))
    }
}

fn declared_language<'d>(node: Node<'d>) -> Option<&'d str> {
    let Node::Element(element) = node else {
        return None;
    };
    let xml_lang = QName::with_namespace_uri(Some(XML_NAMESPACE), "lang");
    element
        .attribute_value(xml_lang)
        .or_else(|| element.attribute_value("lang"))
}
