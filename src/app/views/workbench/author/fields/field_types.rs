//! The names of the field types.

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{FieldRule, FieldType};

/// Every type, the most common first.
pub const KINDS: [FieldType; 7] = [
    FieldType::Text,
    FieldType::Date,
    FieldType::Number,
    FieldType::Url,
    FieldType::Image,
    FieldType::Bool,
    FieldType::Html,
];

/// The effective type of a field: the date column contains dates even if the type is omitted.
pub fn real_kind(field: &FieldRule) -> FieldType {
    if field.name == "date" && field.kind == FieldType::Text {
        FieldType::Date
    } else {
        field.kind
    }
}

/// The name of a type.
pub fn kind_word(look: &UiContext, kind: FieldType) -> String {
    look.t(match kind {
        FieldType::Text => "app-author-kind-text",
        FieldType::Number => "app-author-kind-number",
        FieldType::Date => "app-author-kind-date",
        FieldType::Url => "app-author-kind-url",
        FieldType::Html => "app-author-kind-html",
        FieldType::Image => "app-author-kind-image",
        FieldType::Bool => "app-author-kind-bool",
    })
}
