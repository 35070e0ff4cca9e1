//! The supervision section of a rule's form, for failing sites: which actions, in which order, and
//! how often a closed site is probed.

use eframe::egui::{CollapsingHeader, Ui};

use super::heading;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{ActionKind, RuleFile};

/// Draws it.
pub(super) fn supervise_ui(ui: &mut Ui, look: &UiContext, file: &mut RuleFile) -> bool {
    heading(ui, look, "sites-form-supervise");
    let rule = &mut file.supervise;
    let mut changed = false;
    ui.horizontal_wrapped(|ui| {
        for (label, tip, value, usual) in [
            (
                "sites-form-probe-every",
                "sites-form-probe-every-tip",
                &mut rule.probe_every,
                "10m",
            ),
            (
                "sites-form-probe-at-most",
                "sites-form-probe-at-most-tip",
                &mut rule.probe_at_most,
                "6h",
            ),
            (
                "sites-form-longest-wait",
                "sites-form-longest-wait-tip",
                &mut rule.longest_wait,
                "2m",
            ),
        ] {
            changed |= time_ui(ui, look, (label, tip), value, usual);
        }
    });
    let open = CollapsingHeader::new(look.t("sites-form-actions")).id_salt("supervise-actions");
    open.show(ui, |ui| {
        ui.label(look.hint(look.t("sites-form-actions-hint")));
        changed |= actions_ui(ui, look, &mut rule.actions);
    });
    changed
}

/// A duration; `None` for the default.
fn time_ui(
    ui: &mut Ui,
    look: &UiContext,
    (label, tip): (&str, &str),
    value: &mut Option<String>,
    usual: &str,
) -> bool {
    let mut text = value.clone().unwrap_or_default();
    let field = fields::code_field(ui, look, label, &mut text, usual, 110.0);
    let field = field.on_hover_text(look.t(tip));
    if field.changed() {
        *value = (!text.trim().is_empty()).then_some(text);
    }
    field.changed()
}

/// The actions in their order, each can be skipped or moved.
fn actions_ui(ui: &mut Ui, look: &UiContext, actions: &mut Option<Vec<String>>) -> bool {
    let mut rows = ordered(actions.as_deref());
    let last = rows.len().saturating_sub(1);
    let mut moved = None;
    let mut changed = false;
    for (place, (kind, is_on)) in rows.iter_mut().enumerate() {
        let word = look.text(&kind.name());
        ui.horizontal(|ui| {
            changed |= ui.checkbox(is_on, word.as_str()).changed();
            for (id, name, there, usable) in [
                (
                    "sites-form-earlier",
                    "sites-form-earlier-name",
                    place.wrapping_sub(1),
                    place > 0,
                ),
                (
                    "sites-form-later",
                    "sites-form-later-name",
                    place + 1,
                    place < last,
                ),
            ] {
                if !usable {
                    continue;
                }
                let button = look.quiet(ui, look.t(id));
                let button = button.accessible_name(look.t1(name, "action", word.as_str()));
                if button.clicked() {
                    moved = Some((place, there));
                }
            }
        });
    }
    if let Some((from, to)) = moved {
        rows.swap(from, to);
        changed = true;
    }
    if changed {
        *actions = written(&rows);
    }
    changed
}

/// The rule's actions in their order, then the skipped ones.
fn ordered(actions: Option<&[String]>) -> Vec<(ActionKind, bool)> {
    let Some(actions) = actions else {
        return ActionKind::ALL.map(|kind| (kind, true)).to_vec();
    };
    let known = actions
        .iter()
        .filter_map(|name| ActionKind::from_token(name));
    let mut rows: Vec<(ActionKind, bool)> = known.map(|kind| (kind, true)).collect();
    for kind in ActionKind::ALL {
        if rows.iter().all(|(listed, _)| *listed != kind) {
            rows.push((kind, false));
        }
    }
    rows
}

/// The list as written in a rule; `None` for the defaults.
fn written(rows: &[(ActionKind, bool)]) -> Option<Vec<String>> {
    let on = rows.iter().filter(|(_, is_on)| *is_on);
    let kinds: Vec<ActionKind> = on.map(|(kind, _)| *kind).collect();
    let names = kinds.iter().map(|kind| kind.token().to_owned()).collect();
    (kinds != ActionKind::ALL).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_order_is_not_written_and_others_come_back_as_they_were() {
        assert_eq!(written(&ordered(None)), None);
        let actions = ["other_proxy", "retry_after"].map(str::to_owned);
        let rows = ordered(Some(&actions));
        assert_eq!(rows.len(), ActionKind::ALL.len());
        assert_eq!(rows[0], (ActionKind::OtherProxy, true));
        assert!(rows[2..].iter().all(|(_, is_on)| !is_on));
        assert_eq!(written(&rows), Some(actions.to_vec()));
        assert_eq!(written(&[(ActionKind::Probe, false)]), Some(Vec::new()));
    }
}
