//! The names of the kinds of alternatives. Those of languages are the same in every language.

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::AlternativeKind;

/// The name of a kind.
pub fn alternative_kind_word(look: &UiContext, kind: AlternativeKind) -> String {
    match kind {
        AlternativeKind::Css => "CSS".to_owned(),
        AlternativeKind::XPath => "XPath".to_owned(),
        AlternativeKind::JsonPath => "JSONPath".to_owned(),
        AlternativeKind::Regex => look.t("app-author-kind-regex"),
        AlternativeKind::Label => look.t("app-author-kind-label"),
        AlternativeKind::Constant => look.t("form-kind-constant"),
        AlternativeKind::Page => look.t("form-kind-page"),
    }
}
