//! What is being typed in a query: the name of a field, or a value of one.

use std::ops::Range;

use super::lexer::is_quote;
use super::node::Compare;
use super::query_names::is_name;

/// The part of a query that can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryCompletion {
    /// The characters that a completion replaces.
    pub at: Range<usize>,
    /// What they are.
    pub kind: CompletionKind,
}

/// What can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// The name of a field that begins so.
    Field(String),
    /// A value that begins so.
    Value {
        /// Its field.
        field: String,
        /// The beginning.
        prefix: String,
    },
}

impl QueryCompletion {
    /// The query with a name or value in place of what was typed, and where the cursor stands then.
    pub fn apply(&self, typed: &str, chosen: &str) -> (String, usize) {
        let chars: Vec<char> = typed.chars().collect();
        let end = self.at.end.min(chars.len());
        let before: String = chars.iter().take(self.at.start).collect();
        let after: String = chars.iter().skip(end).collect();
        let is_plain = !chosen.is_empty()
            && chosen
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        let plain = chosen.replace(is_quote, " ");
        let chosen = match is_plain {
            true => plain,
            false => format!("\"{plain}\""),
        };
        let end = match &self.kind {
            CompletionKind::Field(_) => ":",
            CompletionKind::Value { .. } => " ",
        };
        // The mark that closes a value is written with it.
        let after = match &self.kind {
            CompletionKind::Value { .. } => {
                let opened = chars.get(self.at.start).copied().is_some_and(is_quote);
                let closed = after.strip_prefix(is_quote).filter(|_| opened);
                closed.unwrap_or(&after).trim_start_matches(' ')
            }
            CompletionKind::Field(_) => after.trim_start_matches([':', '：']),
        };
        let begun = format!("{before}{chosen}{end}");
        let cursor = begun.chars().count();
        (begun + after, cursor)
    }
}

/// What is being typed before the cursor, which stands behind so many characters; `own`: the fields of
/// the rules.
pub fn completion_at(typed: &str, cursor: usize, own: &[String]) -> Option<QueryCompletion> {
    let chars: Vec<char> = typed.chars().take(cursor).collect();
    // Where the part begins, and where a quotation mark of it stands open.
    let (mut start, mut open) = (0, None);
    for (place, c) in chars.iter().copied().enumerate() {
        let ends = c.is_whitespace() || matches!(c, '(' | ')' | '（' | '）');
        match open {
            Some(_) if is_quote(c) => open = None,
            Some(_) => {}
            None if is_quote(c) => open = Some(place),
            None if ends => start = place + 1,
            None => {}
        }
    }
    while matches!(chars.get(start), Some('-' | '－')) {
        start += 1;
    }
    let part = chars.get(start..)?;
    let colon = part.iter().position(|c| matches!(c, ':' | '：'));
    let before_quote = |at: usize| open.is_none_or(|open| start + at < open);
    if let Some(colon) = colon.filter(|at| before_quote(*at)) {
        let name: String = part.iter().take(colon).filter(|c| !is_quote(**c)).collect();
        let begin = start + colon + 1;
        let value: String = chars.get(begin..)?.iter().collect();
        let is_compared = Compare::split(&value).0.is_some();
        if is_compared || value.starts_with("//") || !is_name(&name, own) {
            return None;
        }
        return Some(QueryCompletion {
            at: begin..chars.len(),
            kind: CompletionKind::Value {
                field: name,
                prefix: value.trim_start_matches(is_quote).to_owned(),
            },
        });
    }
    if open.is_some() {
        return None;
    }
    let prefix: String = part.iter().collect();
    Some(QueryCompletion {
        at: start..chars.len(),
        kind: CompletionKind::Field(prefix),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, chosen: &str, expected: &str) {
        let own = ["unit price".to_owned()];
        let completed = completion_at(typed, typed.chars().count(), &own)
            .map(|completion| completion.apply(typed, chosen).0);
        assert_eq!(completed.as_deref(), Some(expected), "{typed}");
    }

    #[test]
    fn names_and_values_take_the_place_of_what_was_typed() {
        check("tram comp", "company", "tram company:");
        check("tram -comp", "company", "tram -company:");
        check("(comp", "company", "(company:");
        check("pri", "unit price", "\"unit price\":");
        check("company:ac", "Acme", "company:Acme ");
        check("company:ac", "Acme Corp", "company:\"Acme Corp\" ");
        check("company:\"Acme C", "Acme Corp", "company:\"Acme Corp\" ");
        check("公司:海", "海港", "公司:海港 ");
        let (typed, cursor) = completion_at("company:ac tram", 10, &[])
            .expect("a value")
            .apply("company:ac tram", "Acme");
        assert_eq!((typed.as_str(), cursor), ("company:Acme tram", 13));
    }

    #[test]
    fn other_parts_are_not_completed() {
        for typed in ["\"an open phrase", "price:<3", "http://a", "12:3"] {
            let found = completion_at(typed, typed.chars().count(), &[]);
            let is_field = matches!(
                &found,
                Some(QueryCompletion {
                    kind: CompletionKind::Field(_),
                    ..
                })
            );
            assert!(
                found.is_none() || is_field && typed.is_empty(),
                "{typed}: {found:?}"
            );
        }
    }
}
