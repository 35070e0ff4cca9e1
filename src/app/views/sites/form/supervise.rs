//! The supervision section of a rule's form, for failing sites: which actions, in which order, and
//! how often a closed site is probed.

use eframe::egui::{CollapsingHeader, Ui};

use super::controls::labelled_rows::{self, Row};
use super::controls::{FormContext, heading};
use crate::style::checkboxes_and_radios::Choices as _;
use bowerbird_engine::types::{ActionKind, RuleFile};

/// Draws it.
pub fn supervise_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    heading(ui, cx, "sites-form-supervise");
    let rule = &mut file.supervise;
    let every = Row::short("sites-form-probe-every", "supervise.probe_every", "10m");
    let mut changed = labelled_rows::optional(ui, cx, &every, &mut rule.probe_every);
    let most = Row::short("sites-form-probe-at-most", "supervise.probe_at_most", "6h");
    changed |= labelled_rows::optional(ui, cx, &most, &mut rule.probe_at_most);
    let wait = Row::short("sites-form-longest-wait", "supervise.longest_wait", "2m");
    changed |= labelled_rows::optional(ui, cx, &wait, &mut rule.longest_wait);
    let person = Row::short("sites-form-person-wait", "supervise.wait_for_person", "30m");
    changed |= labelled_rows::optional(ui, cx, &person, &mut rule.wait_for_person);
    let open = CollapsingHeader::new(cx.t("sites-form-actions")).id_salt("supervise-actions");
    open.show(ui, |ui| {
        ui.label(cx.look.hint(cx.t("sites-form-actions-hint")));
        changed |= actions_ui(ui, cx, &mut rule.actions);
    });
    cx.faults_ui(ui, "supervise.actions");
    changed
}

/// The actions in their order, each can be skipped or moved.
fn actions_ui(ui: &mut Ui, cx: &FormContext<'_>, actions: &mut Option<Vec<String>>) -> bool {
    let mut rows = ordered(actions.as_deref());
    let last = rows.len().saturating_sub(1);
    let mut moved = None;
    let mut changed = false;
    for (place, (kind, is_on)) in rows.iter_mut().enumerate() {
        let word = cx.look.text(&kind.name());
        ui.horizontal(|ui| {
            changed |= ui.tick(is_on, word.as_str()).changed();
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
                let button = cx.look.quiet(ui, cx.t(id));
                let button = button.accessible_name(cx.look.t1(name, "action", word.as_str()));
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
