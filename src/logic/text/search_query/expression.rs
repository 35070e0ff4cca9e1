//! What the full-text index is asked for a query, and what is left to be asked of the records. The
//! expressions have no syntax errors, whatever was typed.

use super::index_tokens::phrase;
use super::indexed_terms::{filled_term, tagged};
use super::node::{FilledWith, QueryField, QueryNode, QueryWords};

/// How the parts of a query are looked for; all of it must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryPlan {
    /// What the full-text index must have, as an FTS5 expression.
    pub find: Option<String>,
    /// What it must not have.
    pub without: Option<String>,
    /// What else must hold.
    pub rest: Vec<QueryNode>,
}

impl QueryPlan {
    /// The plan for a query.
    pub(super) fn of(root: Option<&QueryNode>) -> Self {
        let mut parts = Vec::new();
        flatten(root, &mut parts);
        let (mut find, mut without, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            match (part, index_expression(part)) {
                (_, Some(expression)) => find.push(expression),
                (QueryNode::Not(inner), None) => match index_expression(inner) {
                    Some(expression) => without.push(expression),
                    None => rest.push(part.clone()),
                },
                (_, None) => rest.push(part.clone()),
            }
        }
        Self {
            find: joined(find, " AND "),
            without: joined(without, " OR "),
            rest,
        }
    }
}

/// The parts that all must hold.
fn flatten<'a>(node: Option<&'a QueryNode>, out: &mut Vec<&'a QueryNode>) {
    match node {
        Some(QueryNode::All(parts)) => {
            for part in parts {
                flatten(Some(part), out);
            }
        }
        Some(node) => out.push(node),
        None => {}
    }
}

/// A part as an FTS5 expression, if the index alone answers it.
pub fn index_expression(node: &QueryNode) -> Option<String> {
    match node {
        QueryNode::Words(words) => words_expression(words),
        QueryNode::Filled(QueryField::Own(name), with) => {
            Some(format!("\"{}\"", filled_term(name, *with)))
        }
        QueryNode::Filled(QueryField::Author, _) => Some(format!(
            "\"{}\"",
            filled_term("author", FilledWith::Anything)
        )),
        QueryNode::Filled(..) | QueryNode::Test(_) | QueryNode::Not(_) => None,
        QueryNode::Any(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(index_expression).collect();
            joined(parts?, " OR ")
        }
        QueryNode::All(parts) => {
            let (mut find, mut without) = (Vec::new(), Vec::new());
            for part in parts {
                match part {
                    QueryNode::Not(inner) => without.push(index_expression(inner)?),
                    part => find.push(index_expression(part)?),
                }
            }
            let find = joined(find, " AND ")?;
            Some(match joined(without, " OR ") {
                Some(without) => format!("({find} NOT {without})"),
                None => find,
            })
        }
    }
}

fn words_expression(words: &QueryWords) -> Option<String> {
    let phrases = words.phrases.iter().filter_map(|(text, prefix)| {
        let plain = phrase(text, *prefix)?;
        Some(match &words.field {
            None => plain,
            Some(QueryField::Title) => format!("title : {plain}"),
            Some(QueryField::Text) => format!("text : {plain}"),
            Some(field) => tagged_phrase(field.name(), &plain),
        })
    });
    joined(phrases.collect(), " AND ")
}

/// A phrase of words of a field: each with the mark of the field.
fn tagged_phrase(field: &str, plain: &str) -> String {
    let (words, star) = match plain.strip_suffix('*') {
        Some(words) => (words, "*"),
        None => (plain, ""),
    };
    let words: Vec<String> = words
        .trim_matches('"')
        .split(' ')
        .map(|word| tagged(field, word))
        .collect();
    format!("\"{}\"{star}", words.join(" "))
}

/// Joins several expressions in parentheses; returns a single one unchanged.
fn joined(mut parts: Vec<String>, by: &str) -> Option<String> {
    match parts.len() {
        0 => None,
        1 => parts.pop(),
        _ => Some(format!("({})", parts.join(by))),
    }
}
