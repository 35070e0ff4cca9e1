//! The functions of XPath 1.0, section 4, and this program's `id()` and `lang()` for HTML.

use std::borrow::Cow;

use html5ever::LocalName;

use super::{Spent, XPathContext, XPathEvaluation, XPathNode};
use crate::page::{NONE, Space, XLINK_NAMESPACE, XML_NAMESPACE};
use crate::select::xpath::functions::Function;
use crate::select::xpath::value::to_number;
use crate::select::xpath::xpath_plan::Expr;

impl XPathEvaluation<'_> {
    /// Evaluates a function that returns a boolean.
    pub fn call_truth(
        &self,
        function: Function,
        arguments: &[Expr],
        context: XPathContext,
    ) -> Result<bool, Spent> {
        match (function, arguments) {
            (Function::Boolean, [inner]) => self.truth(inner, context),
            (Function::Not, [inner]) => Ok(!self.truth(inner, context)?),
            (Function::True, _) => Ok(true),
            (Function::Contains, [text, part]) => {
                let (text, part) = (self.text(text, context)?, self.text(part, context)?);
                self.charge_text(&text)?;
                Ok(text.contains(&*part))
            }
            (Function::StartsWith, [text, part]) => {
                let (text, part) = (self.text(text, context)?, self.text(part, context)?);
                self.charge_text(&part)?;
                Ok(text.starts_with(&*part))
            }
            (Function::Lang, [wanted]) => {
                let wanted = self.text(wanted, context)?;
                self.is_in_language(&wanted, context.spot)
            }
            _ => Ok(false),
        }
    }

    /// Evaluates a function that returns a number.
    pub fn call_number(
        &self,
        function: Function,
        arguments: &[Expr],
        context: XPathContext,
    ) -> Result<f64, Spent> {
        Ok(match (function, arguments) {
            (Function::Last, _) => context.size as f64,
            (Function::Position, _) => context.position as f64,
            (Function::Count, [nodes]) => self.nodes(nodes, context)?.len() as f64,
            (Function::Sum, [nodes]) => {
                let mut sum = 0.0;
                for spot in self.nodes(nodes, context)?.iter() {
                    let text = self.text_of(*spot);
                    self.charge_text(text)?;
                    sum += to_number(text);
                }
                sum
            }
            (Function::Floor, [number]) => self.number(number, context)?.floor(),
            (Function::Ceiling, [number]) => self.number(number, context)?.ceil(),
            (Function::Round, [number]) => round(self.number(number, context)?),
            (Function::Number, [inner]) => self.number(inner, context)?,
            (Function::Number, _) => {
                let text = self.text_of(context.spot);
                self.charge_text(text)?;
                to_number(text)
            }
            (Function::StringLength, _) => {
                let text = self.first_text(arguments, context)?;
                self.charge_text(&text)?;
                text.chars().count() as f64
            }
            _ => f64::NAN,
        })
    }

    /// Evaluates a function that returns a string.
    pub fn call_text<'s>(
        &'s self,
        function: Function,
        arguments: &'s [Expr],
        context: XPathContext,
    ) -> Result<Cow<'s, str>, Spent> {
        match (function, arguments) {
            (Function::String, _) => self.first_text(arguments, context),
            (Function::NormalizeSpace, _) => {
                let text = self.first_text(arguments, context)?;
                self.charge_text(&text)?;
                Ok(normalized(text))
            }
            (Function::Concat, _) => {
                let mut all = String::new();
                for argument in arguments {
                    let text = self.text(argument, context)?;
                    self.charge_text(&text)?;
                    all.push_str(&text);
                }
                Ok(Cow::Owned(all))
            }
            (Function::SubstringBefore, [text, part]) => {
                let (text, part) = (self.text(text, context)?, self.text(part, context)?);
                self.charge_text(&text)?;
                Ok(match text.split_once(&*part) {
                    Some((before, _)) => Cow::Owned(before.to_owned()),
                    None => Cow::Borrowed(""),
                })
            }
            (Function::SubstringAfter, [text, part]) => {
                let (text, part) = (self.text(text, context)?, self.text(part, context)?);
                self.charge_text(&text)?;
                Ok(match text.split_once(&*part) {
                    Some((_, after)) => Cow::Owned(after.to_owned()),
                    None => Cow::Borrowed(""),
                })
            }
            (Function::Substring, [text, start, rest @ ..]) => {
                let text = self.text(text, context)?;
                self.charge_text(&text)?;
                let start = round(self.number(start, context)?);
                let length = match rest.first() {
                    Some(length) => round(self.number(length, context)?),
                    None => f64::INFINITY,
                };
                Ok(Cow::Owned(substring(&text, start, length)))
            }
            (Function::Translate, [text, from, to]) => {
                let text = self.text(text, context)?;
                let (from, to) = (self.text(from, context)?, self.text(to, context)?);
                self.charge(text.len() / 4)?;
                self.charge(from.len())?;
                Ok(Cow::Owned(translated(&text, &from, &to)))
            }
            (Function::LocalName, _) => Ok(Cow::Borrowed(
                self.asked_spot(arguments, context)?
                    .map_or("", |spot| self.local_name(spot)),
            )),
            (Function::NamespaceUri, _) => {
                let spot = self.asked_spot(arguments, context)?;
                let attribute = spot.and_then(XPathNode::as_attribute);
                let attribute = attribute.and_then(|at| self.flat.attribute(at));
                let space = attribute.map(|a| self.flat.attribute_name_of(a.name).0);
                Ok(Cow::Borrowed(match space {
                    Some(Space::Xml) => XML_NAMESPACE,
                    Some(Space::Xlink) => XLINK_NAMESPACE,
                    Some(Space::Plain) | None => "",
                }))
            }
            _ => Ok(Cow::Borrowed("")),
        }
    }

    /// `id(object)`: the elements with one of these ids, in document order.
    pub fn by_ids(
        &self,
        arguments: &[Expr],
        context: XPathContext,
    ) -> Result<Vec<XPathNode>, Spent> {
        let Some(argument) = arguments.first() else {
            return Ok(Vec::new());
        };
        let mut wanted = String::new();
        if argument.kind() == crate::select::xpath::xpath_plan::ValueType::Nodes {
            for spot in self.nodes(argument, context)?.iter() {
                let text = self.text_of(*spot);
                self.charge_text(text)?;
                wanted.push_str(text);
                wanted.push(' ');
            }
        } else {
            wanted = self.text(argument, context)?.into_owned();
        }
        self.charge_text(&wanted)?;
        let wanted: std::collections::HashSet<&str> = wanted.split_ascii_whitespace().collect();
        let mut found = Vec::new();
        if wanted.is_empty() {
            return Ok(found);
        }
        let name = self.plain_attribute("id");
        for at in self.flat.attributes_between(name, 0, self.flat.len()) {
            self.charge(1)?;
            if let Some(attribute) = self.flat.attribute(*at)
                && wanted.contains(self.flat.value(attribute))
            {
                found.push(XPathNode::node(attribute.owner));
            }
        }
        Ok(found)
    }

    /// Whether the nearest declared language, `xml:lang` before `lang`, starts with `wanted`.
    fn is_in_language(&self, wanted: &str, spot: XPathNode) -> Result<bool, Spent> {
        let name = LocalName::from("lang");
        let xml = self.flat.attribute_name(Space::Xml, &name).unwrap_or(NONE);
        let html = self.plain_attribute("lang");
        let owner = |at| self.flat.attribute(at).map_or(NONE, |a| a.owner);
        let mut node = match spot.as_attribute() {
            Some(at) => owner(at),
            None => spot.as_node().unwrap_or(NONE),
        };
        while node != NONE {
            self.charge(1)?;
            let declared = self.flat.value_named(node, xml);
            if let Some(language) = declared.or_else(|| self.flat.value_named(node, html)) {
                self.charge_text(wanted)?;
                let wanted = wanted.to_ascii_lowercase();
                let language = language.to_ascii_lowercase();
                let rest = language.strip_prefix(&wanted);
                return Ok(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')));
            }
            node = self.flat.entry(node).parent;
        }
        Ok(false)
    }

    fn plain_attribute(&self, name: &str) -> u32 {
        let name = LocalName::from(name);
        self.flat
            .attribute_name(Space::Plain, &name)
            .unwrap_or(NONE)
    }

    /// The string of the first argument, or of the context node when there is none.
    fn first_text<'s>(
        &'s self,
        arguments: &'s [Expr],
        context: XPathContext,
    ) -> Result<Cow<'s, str>, Spent> {
        match arguments.first() {
            Some(argument) => self.text(argument, context),
            None => Ok(Cow::Borrowed(self.text_of(context.spot))),
        }
    }

    /// The first node of the argument, or the context node when there is none.
    fn asked_spot(
        &self,
        arguments: &[Expr],
        context: XPathContext,
    ) -> Result<Option<XPathNode>, Spent> {
        match arguments.first() {
            Some(argument) => self.first(argument, context),
            None => Ok(Some(context.spot)),
        }
    }

    fn local_name(&self, spot: XPathNode) -> &str {
        if let Some(at) = spot.as_attribute() {
            let attribute = self.flat.attribute(at);
            return attribute.map_or("", |a| self.flat.attribute_name_of(a.name).1);
        }
        let name = spot.as_node().and_then(|node| self.flat.entry(node).name());
        name.map_or("", |name| self.flat.name_of(name))
    }
}

/// Rounds halves up, with the arithmetic of sxd-xpath.
fn round(number: f64) -> f64 {
    let floor = number.floor();
    if floor == number {
        return number;
    }
    let rounded = (2.0 * number - floor).floor();
    if rounded.is_sign_negative() == number.is_sign_negative() {
        rounded
    } else {
        -rounded
    }
}

fn substring(text: &str, start: f64, length: f64) -> String {
    let inside = |position: f64| position >= start && position < start + length;
    (1_u32..)
        .zip(text.chars())
        .filter(|(position, _)| inside(f64::from(*position)))
        .map(|(_, c)| c)
        .collect()
}

fn normalized(text: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_space = |byte: &u8| crate::select::xpath::is_space(char::from(*byte));
    let is_gap = |pair: &[u8]| match pair {
        [one, two] => is_space(one) && (*one != b' ' || is_space(two)),
        _ => false,
    };
    let ends = bytes.first().is_some_and(is_space) || bytes.last().is_some_and(is_space);
    if !ends && !bytes.windows(2).any(is_gap) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for word in text
        .split(crate::select::xpath::is_space)
        .filter(|word| !word.is_empty())
    {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    Cow::Owned(out)
}

fn translated(text: &str, from: &str, to: &str) -> String {
    // The first of two equal characters counts.
    let mut ascii = [None; 128];
    let mut others = std::collections::HashMap::new();
    let mut targets = to.chars();
    for c in from.chars() {
        let target = targets.next();
        match ascii.get_mut(c as usize) {
            Some(slot) => {
                slot.get_or_insert(target);
            }
            None => {
                others.entry(c).or_insert(target);
            }
        }
    }
    let replaced = |c: char| {
        let known = match ascii.get(c as usize) {
            Some(known) => *known,
            None => others.get(&c).copied(),
        };
        known.unwrap_or(Some(c))
    };
    text.chars().filter_map(replaced).collect()
}
