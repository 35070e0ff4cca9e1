//! Traces how a rule derives its values on a page: the matches of every alternative, and the result
//! of each transform step. For display and comparison; extraction does not use it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::compiled::{Field, Finder};
use super::context::{EvaluationContext, SelectionScope};
use super::field::field_value;
use crate::page::{ElementIndex, Page};
use crate::rules::Rule;

/// The matches of a part's alternatives on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PartMatches {
    /// `field NAME`, `list.field NAME` or `content`.
    pub part: String,
    /// By alternative: the matches in page order, with the number of their item or record.
    pub alternatives: Vec<Vec<(usize, Option<ElementIndex>, String)>>,
}

/// The results of a field's steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldSteps {
    /// The field.
    pub field: String,
    /// The winning alternative, counted from 0.
    pub alternative: u32,
    /// The values it took.
    pub taken: Vec<String>,
    /// The values after each step.
    pub steps: Vec<Vec<String>>,
}

impl Rule {
    /// The matches on `page` of every alternative, for parts with more than one.
    pub fn matches(&self, page: &Page, now: Timestamp) -> Vec<PartMatches> {
        let context = self.context(page, None, now);
        let mut parts = Vec::new();
        let records = match &self.record {
            Some(record) => record.item.scopes(&context, SelectionScope::Whole),
            None => vec![SelectionScope::Whole],
        };
        for field in &self.fields {
            let name = format!("field {}", field.name);
            parts.extend(part(name, &field.alternatives, &context, &records));
        }
        let select = &self.content.select;
        parts.extend(part("content".to_owned(), select, &context, &records));
        if let Some(list) = &self.list {
            let items = match &list.item {
                Some(item) => item.scopes(&context, SelectionScope::Whole),
                None => vec![SelectionScope::Whole],
            };
            for field in &list.fields {
                let name = format!("list.field {}", field.name);
                parts.extend(part(name, &field.alternatives, &context, &items));
            }
        }
        parts
    }

    /// The results of the steps of fields that have any, a list for each record that
    /// [`Rule::extract`] yields.
    pub fn steps(&self, page: &Page, now: Timestamp) -> Vec<Vec<FieldSteps>> {
        let context = self.context(page, None, now);
        let Some(record) = &self.record else {
            return vec![self.steps_in(&context, SelectionScope::Whole)];
        };
        let complete = |scope: &SelectionScope<'_>| {
            let mut required = self.fields.iter().filter(|field| field.required);
            required.all(|f| f.default.is_some() || field_value(f, &context, *scope).is_some())
        };
        let scopes = record
            .item
            .scopes(&context, SelectionScope::Whole)
            .into_iter();
        let complete = scopes.filter(complete);
        complete
            .map(|scope| self.steps_in(&context, scope))
            .collect()
    }

    /// The results of the steps of list fields that have any, a list for each item.
    pub fn list_steps(&self, page: &Page, now: Timestamp) -> Vec<Vec<FieldSteps>> {
        let Some(list) = &self.list else {
            return Vec::new();
        };
        let context = self.context(page, None, now);
        let items = match &list.item {
            Some(item) => item.scopes(&context, SelectionScope::Whole),
            None => vec![SelectionScope::Whole],
        };
        let items = items.into_iter();
        items
            .map(|scope| steps_in(&list.fields, &context, scope))
            .collect()
    }

    fn steps_in(
        &self,
        context: &EvaluationContext<'_>,
        scope: SelectionScope<'_>,
    ) -> Vec<FieldSteps> {
        steps_in(&self.fields, context, scope)
    }
}

fn steps_in(
    fields: &[Field],
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Vec<FieldSteps> {
    let with_steps = fields.iter().filter(|field| !field.steps.is_empty());
    with_steps
        .filter_map(|field| steps_of(field, context, scope))
        .collect()
}

fn part(
    name: String,
    alternatives: &[Finder],
    context: &EvaluationContext<'_>,
    scopes: &[SelectionScope<'_>],
) -> Option<PartMatches> {
    if alternatives.len() < 2 {
        return None;
    }
    let of = |finder: &Finder| {
        let mut matches = Vec::new();
        for (number, scope) in scopes.iter().enumerate() {
            let found = finder.select(context, *scope).into_iter();
            matches.extend(found.map(|match_| (number, match_.element, match_.value)));
        }
        matches
    };
    Some(PartMatches {
        part: name,
        alternatives: alternatives.iter().map(of).collect(),
    })
}

fn steps_of(
    field: &Field,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<FieldSteps> {
    let (_, alternative) = field_value(field, context, scope)?;
    let finder = field.alternatives.get(usize::try_from(alternative).ok()?)?;
    let taken = finder.values(context, scope);
    let mut values = taken.clone();
    let steps = field.steps.iter().map(|step| {
        values = step.apply(std::mem::take(&mut values), context);
        values.clone()
    });
    Some(FieldSteps {
        field: field.name.clone(),
        alternative,
        steps: steps.collect(),
        taken,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_matches_are_told() {
        let rule = crate::rules::parse(
            r#"
[site]
name = "A"
kind = "pages"
start = ["http://a.example/"]
[[field]]
name = "by"
select = [ { css = ".by" }, { xpath = "//p[@class='by']" } ]
transform = [ { replace = ['^By ', ""] }, { case = "upper" } ]
"#,
        )
        .expect("a rule");
        let url = url::Url::parse("http://a.example/").expect("a URL");
        let page = Page::parse("<p class=by>By Ann</p>", &url);
        let steps = rule.steps(&page, Timestamp::UNIX_EPOCH);
        assert_eq!(steps[0][0].taken, ["By Ann"]);
        assert_eq!(steps[0][0].steps, [["Ann"], ["ANN"]]);
        let matches = rule.matches(&page, Timestamp::UNIX_EPOCH);
        assert_eq!(matches[0].part, "field by");
        assert_eq!(matches[0].alternatives[0], matches[0].alternatives[1]);
    }

    #[test]
    fn steps_of_a_list_are_told_item_by_item() {
        let rule = crate::rules::parse(
            r#"
[site]
name = "A"
kind = "list"
start = ["http://a.example/"]
[list]
item = { css = "li" }
link = { css = "a" }
[[list.field]]
name = "tag"
select = [ { css = "b" } ]
transform = [ { case = "upper" }, { prefix = "+" } ]
[[list.field]]
name = "title"
select = [ { css = "a" } ]
"#,
        )
        .expect("a rule");
        let url = url::Url::parse("http://a.example/").expect("a URL");
        let page = Page::parse("<li><a href=1>x</a><li><a href=2>y</a><b>new</b>", &url);
        let steps = rule.list_steps(&page, Timestamp::UNIX_EPOCH);
        assert_eq!((steps.len(), steps[0].len(), steps[1].len()), (2, 0, 1));
        assert_eq!(steps[1][0].taken, ["new"]);
        assert_eq!(steps[1][0].steps, [["NEW"], ["+NEW"]]);
    }
}
