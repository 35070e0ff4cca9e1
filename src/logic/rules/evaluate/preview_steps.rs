//! Applies a field's steps to values one at a time, for a preview beside the steps. Input: a
//! checked rule and values as an alternative takes them. Output: the values after each step, and
//! finally normalised to the field's type.

use jiff::Timestamp;

use super::compiled::Field;
use super::context::EvaluationContext;
use super::field::normalised;
use crate::page::Page;
use crate::rules::{FieldRule, Rule, TransformStep};

impl Rule {
    /// The values after every step of the field `name`, each with the step as written, then those
    /// of its type (`type = "number"`). Fields of the list are named `list.NAME`, nested ones
    /// `FIELD.NAME`. `None` if the rule has no such field.
    pub fn trace_field(
        &self,
        name: &str,
        inputs: &[String],
        page: &Page,
        now: Timestamp,
    ) -> Option<Vec<(String, Vec<String>)>> {
        let (written, field) = self.field_named(name)?;
        let context = self.context(page, None, now);
        Some(traced(written, field, inputs, &context))
    }

    fn field_named(&self, name: &str) -> Option<(&FieldRule, &Field)> {
        if let Some(found) = named(&self.file.fields, &self.fields, name) {
            return Some(found);
        }
        let listed = name.strip_prefix("list.")?;
        let (file, list) = (self.file.list.as_ref()?, self.list.as_ref()?);
        named(&file.fields, &list.fields, listed)
    }
}

fn named<'r>(
    written: &'r [FieldRule],
    compiled: &'r [Field],
    name: &str,
) -> Option<(&'r FieldRule, &'r Field)> {
    let pairs = || written.iter().zip(compiled);
    if let Some(found) = pairs().find(|(_, field)| field.name == name) {
        return Some(found);
    }
    pairs().find_map(|(written, field)| {
        let inner = name.strip_prefix(field.name.as_str())?.strip_prefix('.')?;
        let nested = field.nested.as_ref()?;
        let mut inside = written.fields.iter().zip(&nested.fields);
        inside.find(|(_, field)| field.name == inner)
    })
}

fn traced(
    written: &FieldRule,
    field: &Field,
    inputs: &[String],
    context: &EvaluationContext<'_>,
) -> Vec<(String, Vec<String>)> {
    let mut values = inputs.to_vec();
    let mut trace = Vec::with_capacity(field.steps.len() + 1);
    for (written, step) in written.transform.iter().zip(&field.steps) {
        values = step.apply(values, context);
        trace.push((step_text(written), values.clone()));
    }
    let last = values
        .iter()
        .filter_map(|value| normalised(field, value, context))
        .filter(|value| !value.trim().is_empty())
        .collect();
    let kind = toml::Value::try_from(field.kind).map(|kind| kind.to_string());
    trace.push((format!("type = {}", kind.unwrap_or_default()), last));
    trace
}

/// A step as written in the file, without the braces: `split = ";"`.
fn step_text(step: &TransformStep) -> String {
    let parts: Vec<String> = step
        .iter()
        .map(|(name, argument)| format!("{name} = {argument}"))
        .collect();
    parts.join(", ")
}
