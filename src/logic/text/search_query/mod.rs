//! The language of searches: words and `"phrases"`, `word*`, `and`, `or`, `not`, `-`, brackets, and
//! fields: `title:`, `author:`, `site:`, `tag:`, `lang:`, `date:`, `fetched:`, `after:`, `before:`, and
//! every field of a rule by its name, with words, numbers (`price:<3`) and days (`until:2026-11`). Input:
//! what a person typed. Output: a tree, what is wrong with it, what the full-text index is asked
//! for (without syntax errors, whatever was typed), and the texts to mark.
//!
//! Below: `lexer` (parts), `query_names` (`title`, `site`, … in both languages), `parser` and `node` (tree), `index_tokens`
//! (pairs of Chinese characters, words), `expression` (for the index), `indexed_terms` (what the index
//! has of a record), `completion` (while typing), `former_syntax` (searches saved by earlier versions), `mentions`
//! (where a word stands, in whatever spelling).

mod completion;
mod evaluate;
mod expression;
mod former_syntax;
pub(super) mod index_tokens;
mod indexed_terms;
mod lexer;
mod mentions;
mod node;
mod parser;
mod problem;
mod query_names;
#[cfg(test)]
mod tests;
mod values;

pub use completion::{CompletionKind, QueryCompletion, completion_at};
pub use evaluate::QuerySubject;
pub use expression::{QueryPlan, index_expression};
pub use former_syntax::from_former_syntax;
pub use indexed_terms::{RecordTerms, number_key};
pub use mentions::Mentions;
pub use node::{DayRange, FilledWith, NumberRange, QueryField, QueryNode, QueryTest, QueryWords};
pub use problem::{QueryProblem, QueryProblemKind};
pub use query_names::QUERY_NAMES;
pub use values::{first_number, stored_day};

/// A day as a number that grows by one a day, as the index has it.
pub fn day_value(day: jiff::civil::Date) -> f64 {
    values::day_number(day)
}

/// The term by which records are found that have a value in a field.
pub fn filled_expression(field: &str) -> String {
    format!(
        "\"{}\"",
        indexed_terms::filled_term(field, FilledWith::Anything)
    )
}

/// A text to mark in what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedWords {
    /// The field that it is marked in; `None`: in any.
    pub field: Option<String>,
    /// A word or phrase.
    pub text: String,
    /// Whether it is the beginning of a word.
    pub prefix: bool,
}

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// What is asked; `None` when nothing is, or when a mistake leaves no sense in it.
    pub root: Option<QueryNode>,
    /// Mistakes, by their places.
    pub problems: Vec<QueryProblem>,
    /// Texts to mark.
    pub marked: Vec<MarkedWords>,
}

impl Query {
    /// Parses the input; any name may be a field of a rule.
    pub fn parse(typed: &str) -> Self {
        Self::of(typed, &[], false)
    }

    /// Parses the input; `query_names`: the fields of the rules. Other names are mistakes.
    pub fn parse_with(typed: &str, fields: &[String]) -> Self {
        Self::of(typed, fields, true)
    }

    /// Parses the input; `query_names`: the fields of the rules, which come before names of this language in
    /// Chinese. Other names may be fields, too.
    pub fn parse_beside(typed: &str, fields: &[String]) -> Self {
        Self::of(typed, fields, false)
    }

    /// Whether a query may have names that mean something else where a rule has a field of that name.
    pub fn depends_on_fields(typed: &str) -> bool {
        let mut names = QUERY_NAMES.iter();
        names.any(|(_, chinese)| typed.contains(chinese))
    }

    fn of(typed: &str, fields: &[String], is_strict: bool) -> Self {
        let (root, problems) = parser::parse(typed, fields, is_strict);
        let mut marked = Vec::new();
        if let Some(root) = &root {
            mark(root, &mut marked);
        }
        Self {
            root,
            problems,
            marked,
        }
    }

    /// Whether the query asks for nothing: then nothing is found.
    pub fn is_blank(&self) -> bool {
        self.root.is_none()
    }

    /// How it is looked for.
    pub fn plan(&self) -> QueryPlan {
        QueryPlan::of(self.root.as_ref())
    }

    /// The same words in any field, without the tests: for what has no fields.
    pub fn words_only(&self) -> QueryPlan {
        QueryPlan::of(self.root.as_ref().and_then(without_fields).as_ref())
    }
}

fn mark(node: &QueryNode, marked: &mut Vec<MarkedWords>) {
    match node {
        QueryNode::All(parts) | QueryNode::Any(parts) => {
            for part in parts {
                mark(part, marked);
            }
        }
        QueryNode::Words(words) => {
            let field = words.field.as_ref().map(|field| field.name().to_owned());
            marked.extend(words.phrases.iter().map(|(text, prefix)| MarkedWords {
                field: field.clone(),
                text: text.clone(),
                prefix: *prefix,
            }));
        }
        QueryNode::Not(_) | QueryNode::Filled(..) | QueryNode::Test(_) => {}
    }
}

fn without_fields(node: &QueryNode) -> Option<QueryNode> {
    let parts = |parts: &[QueryNode]| -> Vec<QueryNode> {
        parts.iter().filter_map(without_fields).collect()
    };
    match node {
        QueryNode::All(inner) => Some(QueryNode::All(parts(inner))),
        QueryNode::Any(inner) => Some(QueryNode::Any(parts(inner))),
        QueryNode::Not(inner) => Some(QueryNode::Not(Box::new(without_fields(inner)?))),
        QueryNode::Words(words) => Some(QueryNode::Words(QueryWords {
            field: None,
            phrases: words.phrases.clone(),
        })),
        QueryNode::Filled(..) | QueryNode::Test(_) => None,
    }
}
