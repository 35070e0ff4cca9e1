//! The section of a rule's form with its own signals: what block pages of this site look like.

use eframe::egui::{Id, Ui};

use super::controls::labelled_rows::{self, Row};
use super::controls::{FormContext, section};
use bowerbird_engine::types::{PageState, RuleFile, SignalEntry, SignalPlace};

/// The states that a signal may stand for.
const STATES: [PageState; 8] = [
    PageState::Blocked,
    PageState::RateLimited,
    PageState::Challenge,
    PageState::LoginRequired,
    PageState::SoftBlock,
    PageState::Empty,
    PageState::Outage,
    PageState::ProxyFault,
];

/// Draws it.
pub fn signals_ui(ui: &mut Ui, cx: &FormContext<'_>, file: &mut RuleFile) -> bool {
    let signals = &mut file.signals;
    let title = cx.look.t1("form-signals", "count", signals.len());
    section(ui, cx, "signal", title, |ui| {
        ui.label(cx.look.hint(cx.t("form-signals-hint")));
        let mut changed = false;
        let mut removed = None;
        for (index, signal) in signals.iter_mut().enumerate() {
            ui.push_id(("signal", index), |ui| {
                ui.separator();
                ui.horizontal(|ui| {
                    ui.strong(&signal.id);
                    let name = cx
                        .look
                        .t1("form-signal-remove", "signal", signal.id.as_str());
                    let remove = cx.look.quiet(ui, cx.t("app-remove"));
                    if remove.accessible_name(name).clicked() {
                        removed = Some(index);
                    }
                });
                let path = format!("signal.{index}");
                cx.section_faults_ui(ui, &path);
                changed |= signal_ui(ui, cx, &path, signal);
            });
        }
        if let Some(index) = removed {
            signals.remove(index);
            changed = true;
        }
        if ui.button(cx.t("form-signal-add")).clicked() {
            let example = cx.t("form-example-denied");
            signals.push(new_signal(signals, example));
            changed = true;
        }
        changed
    })
}

/// A signal with a name that is not taken, for pages that say `example`.
fn new_signal(signals: &[SignalEntry], example: String) -> SignalEntry {
    let mut number = signals.len() + 1;
    while signals
        .iter()
        .any(|known| known.id == format!("own-{number}"))
    {
        number += 1;
    }
    SignalEntry {
        id: format!("own-{number}"),
        place: SignalPlace::Text.token().to_owned(),
        header: String::new(),
        pattern: example,
        only_errors: false,
        statuses: Vec::new(),
        state: PageState::Blocked.token().to_owned(),
        strength: "strong".to_owned(),
        vendor: None,
        language: String::new(),
        source: String::new(),
        date: String::new(),
    }
}

fn signal_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, signal: &mut SignalEntry) -> bool {
    let at = |key: &str| format!("{path}.{key}");
    let dashed = |token: &str| token.replace('_', "-");
    let id = at("id");
    let mut changed = labelled_rows::text(
        ui,
        cx,
        &Row::short("form-signal-id", &id, ""),
        &mut signal.id,
    );
    let places = SignalPlace::ALL.map(|place| {
        let word = cx.t(&format!("form-place-{}", dashed(place.token())));
        (place.token().to_owned(), word)
    });
    let place = at("place");
    let place = Row::new("form-signal-place", &place, "");
    let written = signal.place.clone();
    changed |= labelled_rows::choice(ui, cx, &place, (&mut signal.place, &written), &places);
    let in_header = matches!(
        SignalPlace::from_token(&signal.place),
        Some(SignalPlace::Header | SignalPlace::ProxyHeader)
    );
    if in_header {
        let header = at("header");
        let header = Row::short("form-signal-header", &header, "server");
        changed |= labelled_rows::text(ui, cx, &header, &mut signal.header);
    } else if changed {
        signal.header.clear();
    }
    let pattern = at("pattern");
    let example = cx.t("form-example-denied");
    let pattern = Row::new("form-signal-pattern", &pattern, &example);
    changed |= labelled_rows::text(ui, cx, &pattern, &mut signal.pattern);
    let states = STATES.map(|state| {
        let word = cx.t(&format!("app-state-{}", dashed(state.token())));
        (state.token().to_owned(), word)
    });
    let state = at("state");
    let state = Row::new("form-signal-state", &state, "");
    let written = signal.state.clone();
    changed |= labelled_rows::choice(ui, cx, &state, (&mut signal.state, &written), &states);
    let strengths =
        ["strong", "weak"].map(|token| (token.to_owned(), cx.t(&format!("form-strength-{token}"))));
    let strength = at("strength");
    let strength = Row::new("form-signal-strength", &strength, "");
    let written = signal.strength.clone();
    changed |= labelled_rows::choice(
        ui,
        cx,
        &strength,
        (&mut signal.strength, &written),
        &strengths,
    );
    changed |= statuses_ui(ui, cx, &at("statuses"), &mut signal.statuses);
    let only = at("only_errors");
    changed | labelled_rows::flag(ui, cx, "form-signal-errors", &only, &mut signal.only_errors)
}

/// The statuses with which the signal counts, with commas between them. The text stays as it is
/// typed while it means the same.
fn statuses_ui(ui: &mut Ui, cx: &FormContext<'_>, path: &str, statuses: &mut Vec<u16>) -> bool {
    let id = Id::unique(("form-statuses", cx.editor, path));
    let typed: Option<String> = ui.data(|data| data.get_temp(id));
    let typed = typed.filter(|typed| read_statuses(typed).0 == *statuses);
    let mut text = typed.unwrap_or_else(|| {
        let words: Vec<String> = statuses.iter().map(u16::to_string).collect();
        words.join(", ")
    });
    let row = Row::short("form-signal-statuses", path, "403, 503");
    let changed = labelled_rows::text(ui, cx, &row, &mut text);
    let (found, wrong) = read_statuses(&text);
    if let Some(wrong) = wrong {
        cx.fault_ui(ui, &cx.look.t1("form-signal-no-status", "text", wrong));
    }
    if !changed {
        return false;
    }
    ui.data_mut(|data| data.insert_temp(id, text));
    let differs = found != *statuses;
    *statuses = found;
    differs
}

/// The statuses in a text, and the first word that is none.
fn read_statuses(text: &str) -> (Vec<u16>, Option<String>) {
    let (mut found, mut wrong) = (Vec::new(), None);
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、' | ';'));
    for word in words.filter(|word| !word.is_empty()) {
        match word.parse::<u16>() {
            Ok(status) if (100..=599).contains(&status) => found.push(status),
            _ => wrong = wrong.or_else(|| Some(word.to_owned())),
        }
    }
    (found, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_numbers_between_commas() {
        assert_eq!(read_statuses("403, 503"), (vec![403, 503], None));
        assert_eq!(read_statuses("403，"), (vec![403], None));
        let wrong = Some("4o3".to_owned());
        assert_eq!(read_statuses("4o3 503"), (vec![503], wrong));
        assert_eq!(read_statuses("99").1.as_deref(), Some("99"));
    }
}
