//! Translates the rule language of Legado to selectors: the default form (`class.x.0@tag.a@href`),
//! `@CSS:`, `@XPath:` or `//`, `@Json:` or `$.`, joined by `||`, followed by
//! `##pattern##replacement`. Input: a rule. Output: alternatives and steps, or the reason why
//! it is rejected.

use regex::Regex;

use crate::authoring::import::selectors::{replace_step, xpath_literal};
use crate::rules::TransformStep;
use crate::select::SelectorKind;

/// One way to find something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LegadoSelector {
    /// The selector's language.
    pub kind: SelectorKind,
    /// The selector.
    pub source: String,
    /// The value to take; `None` for the text.
    pub take: Option<String>,
}

/// A parsed rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Read {
    /// Tried in order.
    pub ways: Vec<LegadoSelector>,
    /// Steps applied to the value.
    pub steps: Vec<TransformStep>,
    /// The dropped alternatives, with reasons.
    pub faults: Vec<UnsupportedRule>,
    /// Whether it concatenates the results of several rules.
    pub joined: bool,
}

/// Why a rule, or a part of one, is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnsupportedRule {
    /// It runs program code.
    Code,
    /// It parses the whole page with a pattern.
    AllInOne,
    /// It interleaves lists (`%%`).
    Interleaved,
    /// A part without an equivalent here.
    Part,
    /// A pattern that does not parse here.
    Pattern,
    /// Replacements for only one of several alternatives.
    Replacement,
}

/// Whether a rule contains program code.
pub(super) fn is_code(rule: &str) -> bool {
    let lower = rule.to_ascii_lowercase();
    [
        "<js>", "</js>", "@js:", "{{", "@put:", "@get:", "java.", "eval(",
    ]
    .iter()
    .any(|mark| lower.contains(mark))
}

/// Parses a rule; `page` tells whether it starts at the page rather than in an item.
pub(super) fn read(rule: &str) -> Read {
    let mut read = Read::default();
    if is_code(rule) {
        read.faults.push(UnsupportedRule::Code);
        return read;
    }
    if rule.trim_start().starts_with(':') {
        read.faults.push(UnsupportedRule::AllInOne);
        return read;
    }
    let mut steps: Vec<Option<Vec<TransformStep>>> = Vec::new();
    for part in rule
        .split("||")
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (selector, replacement) = match part.split_once("##") {
            Some((selector, replacement)) => (selector.trim(), Some(replacement)),
            None => (part, None),
        };
        match joined(selector) {
            Ok((found, several)) => {
                read.joined |= several;
                read.ways.push(found);
            }
            Err(fault) => {
                read.faults.push(fault);
                continue;
            }
        }
        match replacement.map(replace).transpose() {
            Ok(step) => steps.push(step),
            Err(fault) => {
                read.faults.push(fault);
                steps.push(None);
            }
        }
    }
    let first = steps.first().cloned().flatten();
    if steps.iter().all(|step| *step == first) {
        read.steps = first.unwrap_or_default();
    } else {
        read.faults.push(UnsupportedRule::Replacement);
    }
    read
}

/// The maximum number of rules joined into one.
const MAX_JOINED: usize = 100;

/// Rules joined by `&&` as one selector, if possible.
fn joined(rule: &str) -> Result<(LegadoSelector, bool), UnsupportedRule> {
    if rule.contains("%%") {
        return Err(UnsupportedRule::Interleaved);
    }
    let mut parts = rule
        .split("&&")
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let first = single(parts.next().ok_or(UnsupportedRule::Part)?)?;
    let mut all = first.clone();
    let (mut several, mut alternatives) = (false, 1_usize);
    for part in parts {
        let next = single(part)?;
        let separator = match next.kind {
            SelectorKind::Css => ", ",
            SelectorKind::XPath => " | ",
            _ => return Err(UnsupportedRule::Part),
        };
        alternatives += 1;
        if next.kind != first.kind || next.take != first.take || alternatives > MAX_JOINED {
            return Err(UnsupportedRule::Part);
        }
        all.source.push_str(separator);
        all.source.push_str(&next.source);
        several = true;
    }
    Ok((all, several))
}

/// One rule in one of the notations.
fn single(rule: &str) -> Result<LegadoSelector, UnsupportedRule> {
    let lower = rule.to_ascii_lowercase();
    let after = |prefix: &str| {
        lower
            .starts_with(prefix)
            .then(|| rule.get(prefix.len()..).unwrap_or("").trim())
    };
    if let Some(css) = after("@css:") {
        let (selector, last) = css.rsplit_once('@').unwrap_or((css, "text"));
        return Ok(LegadoSelector {
            kind: SelectorKind::Css,
            source: selector.trim().to_owned(),
            take: take(last)?,
        });
    }
    if let Some(xpath) = after("@xpath:").or_else(|| rule.starts_with('/').then_some(rule)) {
        return Ok(LegadoSelector {
            kind: SelectorKind::XPath,
            source: xpath_inside(xpath),
            take: None,
        });
    }
    if let Some(json) = after("@json:").or_else(|| rule.starts_with("$").then_some(rule)) {
        if json.contains('{') {
            return Err(UnsupportedRule::Part);
        }
        return Ok(LegadoSelector {
            kind: SelectorKind::JsonPath,
            source: if json.starts_with('$') {
                json.to_owned()
            } else {
                format!("$.{json}")
            },
            take: None,
        });
    }
    default_form(rule)
}

/// Legado searches for `//a` inside the item.
fn xpath_inside(xpath: &str) -> String {
    if xpath.starts_with("//") {
        format!(".{xpath}")
    } else {
        xpath.to_owned()
    }
}

/// The value taken from an element, by the rule's last part.
fn take(word: &str) -> Result<Option<String>, UnsupportedRule> {
    match word.trim() {
        "text" | "" => Ok(None),
        "textNodes" | "ownText" => Ok(Some("own_text".to_owned())),
        "html" | "all" => Ok(Some("html".to_owned())),
        name if crate::authoring::import::crawl4ai::is_attribute(name) => Ok(Some(name.to_owned())),
        _ => Err(UnsupportedRule::Part),
    }
}

/// The words that end a rule in the default form.
fn ends_rule(word: &str) -> bool {
    matches!(word, "text" | "textNodes" | "ownText" | "html" | "all")
}

/// `class.x.0@tag.a@href`: steps into the page, then the value to take.
fn default_form(rule: &str) -> Result<LegadoSelector, UnsupportedRule> {
    let rule = rule.trim_start_matches('@').trim();
    let parts: Vec<&str> = rule.split('@').map(str::trim).collect();
    let (steps, last) = match parts.split_last() {
        Some((last, steps)) if !steps.is_empty() && (ends_rule(last) || !is_step(last)) => {
            (steps.to_vec(), Some(*last))
        }
        // A single word is the value taken from the item itself.
        Some((last, [])) if ends_rule(last) || matches!(*last, "href" | "src" | "title") => {
            (Vec::new(), Some(*last))
        }
        _ => (parts.clone(), None),
    };
    let taken = match last {
        Some(word) => take(word)?,
        None => None,
    };
    let typed = steps.iter().all(|step| is_step(step));
    let (kind, source) = if steps.is_empty() {
        (SelectorKind::XPath, ".".to_owned())
    } else if typed {
        (SelectorKind::XPath, xpath_of(&steps)?)
    } else {
        (SelectorKind::Css, css_of(&steps)?)
    };
    Ok(LegadoSelector {
        kind,
        source,
        take: taken,
    })
}

/// Whether a part is a step by class, id, tag, text, or to the children.
fn is_step(part: &str) -> bool {
    let name = part.split(['.', '[', '!']).next().unwrap_or("");
    (matches!(name, "class" | "id" | "tag" | "text") && part.contains('.')) || name == "children"
}

fn xpath_of(steps: &[&str]) -> Result<String, UnsupportedRule> {
    let mut path = Vec::new();
    for step in steps {
        let (name, index) = split_index(step)?;
        let (kind, value) = name.split_once('.').unwrap_or((name, ""));
        let axis = match kind {
            "children" => "*".to_owned(),
            "tag" if is_tag(value) => format!("descendant-or-self::{value}"),
            "class" => {
                let classes: Option<Vec<String>> = value
                    .split_whitespace()
                    .map(|class| {
                        let literal = xpath_literal(&format!(" {class} "))?;
                        Some(format!(
                            "contains(concat(' ', normalize-space(@class), ' '), {literal})"
                        ))
                    })
                    .collect();
                let classes = classes
                    .filter(|all| !all.is_empty())
                    .ok_or(UnsupportedRule::Part)?;
                format!("descendant-or-self::*[{}]", classes.join(" and "))
            }
            "id" => {
                let literal = xpath_literal(value).ok_or(UnsupportedRule::Part)?;
                format!("descendant-or-self::*[@id={literal}]")
            }
            "text" => {
                let literal = xpath_literal(value).ok_or(UnsupportedRule::Part)?;
                format!("descendant-or-self::*[text()[contains(., {literal})]]")
            }
            _ => return Err(UnsupportedRule::Part),
        };
        path.push(format!("{axis}{index}"));
    }
    Ok(path.join("/"))
}

fn is_tag(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// A step without its index, and the index as a predicate. Indexes count from 0, negative ones from
/// the end; `!` excludes.
fn split_index(step: &str) -> Result<(&str, String), UnsupportedRule> {
    if step.contains('[') {
        return Err(UnsupportedRule::Part);
    }
    if let Some((name, left_out)) = step.split_once('!') {
        let tests: Option<Vec<String>> = left_out
            .split(':')
            .map(|number| Some(format!("position() != {}", place(number)?)))
            .collect();
        let tests = tests.ok_or(UnsupportedRule::Part)?;
        return Ok((name, format!("[{}]", tests.join(" and "))));
    }
    if let Some((name, number)) = step.rsplit_once('.')
        && (name.contains('.') || name == "children")
        && number.split(':').all(|n| n.parse::<i32>().is_ok())
    {
        let tests: Option<Vec<String>> = number
            .split(':')
            .map(|number| Some(format!("position() = {}", place(number)?)))
            .collect();
        let tests = tests.ok_or(UnsupportedRule::Part)?;
        return Ok((name, format!("[{}]", tests.join(" or "))));
    }
    Ok((step, String::new()))
}

fn place(number: &str) -> Option<String> {
    let number: i32 = number.trim().parse().ok()?;
    Some(match number {
        0.. => (i64::from(number) + 1).to_string(),
        -1 => "last()".to_owned(),
        _ => format!("last() - {}", i64::from(number).abs() - 1),
    })
}

/// Steps that include CSS: all converted to CSS, with an index in jQuery notation.
fn css_of(steps: &[&str]) -> Result<String, UnsupportedRule> {
    let mut parts = Vec::new();
    for step in steps {
        let number = step
            .rsplit_once('.')
            .filter(|(name, number)| !name.is_empty() && number.parse::<i32>().is_ok());
        let (name, index) = match number {
            Some((name, "-1")) => (name, ":last".to_owned()),
            Some((_, number)) if number.starts_with('-') => return Err(UnsupportedRule::Part),
            Some((name, number)) => (name, format!(":eq({number})")),
            None => (*step, String::new()),
        };
        let css = match name.split_once('.') {
            Some(("class", value)) => {
                let classes: Vec<&str> = value.split_whitespace().collect();
                format!(".{}", classes.join("."))
            }
            Some(("tag", value)) => value.to_owned(),
            Some(("id", value)) => format!("#{value}"),
            Some(("text", _)) => return Err(UnsupportedRule::Part),
            _ if name == "children" => "> *".to_owned(),
            _ => name.to_owned(),
        };
        parts.push(format!("{css}{index}"));
    }
    Ok(crate::authoring::import::selectors::css(&parts.join(" ")))
}

/// `pattern##replacement`, with an empty replacement if there is none.
fn replace(text: &str) -> Result<Vec<TransformStep>, UnsupportedRule> {
    let mut parts = text.splitn(3, "##");
    let pattern = parts.next().unwrap_or("");
    let by = parts.next().unwrap_or("");
    if pattern.is_empty() {
        return Ok(Vec::new());
    }
    Regex::new(pattern).map_err(|_| UnsupportedRule::Pattern)?;
    Ok(vec![replace_step(pattern, by)])
}
