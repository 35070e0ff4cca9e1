//! Pages from the person's own browser: whether they are taken, pairing by a code, a bookmark, and the
//! browsers that are paired.

use eframe::egui::{Label, RichText, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, Secret, printable};
use bowerbird_engine::{
    Command, PageCommand, PairedBrowserLine, SenderKind, SentPageCommand, ShownCode,
};

/// After a second the time that a code is valid is another one.
const SECOND: std::time::Duration = std::time::Duration::from_secs(1);

fn send(command: SentPageCommand, actions: &mut Vec<Action>) {
    actions.push(Action::Send(Command::Page(PageCommand::Sent(command))));
}

/// Draws the section.
pub(in crate::views::settings) fn sent_pages_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    actions: &mut Vec<Action>,
) {
    let state = &world.sent_pages;
    ui.label(look.title(look.t("sent-pages-settings")));
    ui.add(Label::new(look.hint(look.t("sent-pages-settings-hint"))).wrap());
    let mut on = state.on;
    if ui.tick(&mut on, look.t("sent-pages-on")).changed() {
        let language = look.texts.language();
        send(SentPageCommand::Listen { on, language }, actions);
    }
    if let Some(port) = state.port {
        ui.label(look.hint(look.t1("sent-pages-port", "port", port.to_string())));
        pairing_ui(ui, look, state.code.as_ref(), actions);
        if let Some(bookmark) = &state.bookmark {
            bookmark_ui(ui, look, bookmark, actions);
        }
    }
    if state.browsers.is_empty() {
        if state.on {
            ui.label(look.hint(look.t("sent-pages-none")));
        }
        return;
    }
    for browser in &state.browsers {
        browser_ui(ui, look, browser, actions);
    }
}

/// The code while it is open, or the ways to pair.
fn pairing_ui(ui: &mut Ui, look: &UiContext, code: Option<&ShownCode>, actions: &mut Vec<Action>) {
    let seconds = code.map(|code| code.until.as_second() - Timestamp::now().as_second());
    if let Some((code, seconds)) = code.zip(seconds.filter(|seconds| *seconds > 0)) {
        ui.label(look.t("sent-pages-pair-hint"));
        ui.horizontal_wrapped(|ui| {
            let text = RichText::new(code.text.reveal()).monospace().size(22.0);
            ui.label(text.strong());
            if ui.button(look.t("sent-pages-code-end")).clicked() {
                send(SentPageCommand::EndCode, actions);
            }
        });
        ui.label(look.hint(look.t1("sent-pages-code-left", "seconds", seconds)));
        ui.ctx().request_repaint_after(SECOND);
    } else {
        ui.horizontal_wrapped(|ui| {
            if ui.button(look.t("sent-pages-pair")).clicked() {
                send(SentPageCommand::NewCode, actions);
            }
            let make = ui.button(look.t("sent-pages-bookmark"));
            if make
                .on_hover_text(look.t("sent-pages-bookmark-tip"))
                .clicked()
            {
                let name = look.t("sent-pages-bookmark-name");
                send(SentPageCommand::NewBookmark { name }, actions);
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(folder) = bowerbird_engine::project::extension_folder()
            && look.quiet(ui, look.t("sent-pages-folder")).clicked()
        {
            actions.push(Action::OpenWithDesktop(folder));
        }
        if look.quiet(ui, look.t("sent-pages-how")).clicked() {
            actions.push(Action::OpenGuide(look.t("sent-pages-guide")));
        }
    });
}

fn bookmark_ui(ui: &mut Ui, look: &UiContext, bookmark: &Secret, actions: &mut Vec<Action>) {
    ui.add(Label::new(look.t("sent-pages-bookmark-hint")).wrap());
    ui.horizontal_wrapped(|ui| {
        if ui.button(look.t("sent-pages-bookmark-copy")).clicked() {
            actions.push(Action::Copy(bookmark.reveal().to_owned()));
        }
        if ui.button(look.t("sent-pages-bookmark-hide")).clicked() {
            send(SentPageCommand::HideBookmark, actions);
        }
    });
}

fn browser_ui(
    ui: &mut Ui,
    look: &UiContext,
    browser: &PairedBrowserLine,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let name = printable(&browser.name);
        ui.label(RichText::new(name.as_ref()).strong());
        ui.label(look.t(match browser.kind {
            SenderKind::Extension => "sent-pages-browser-extension",
            SenderKind::Bookmark => "sent-pages-browser-bookmark",
        }));
        let used = match browser.used_at {
            Some(at) => look.t1("sent-pages-browser-used", "time", look.time(at)),
            None => look.t("sent-pages-browser-unused"),
        };
        ui.label(look.hint(used));
        let remove = Message::new("sent-pages-remove").with("name", name.into_owned());
        if look.quiet(ui, look.text(&remove)).clicked() {
            let browser = browser.id.clone();
            send(SentPageCommand::Remove { browser }, actions);
        }
    });
}
