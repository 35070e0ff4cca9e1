//! The bar that asks what to do with a page that a browser sent: open it in the workbench, save it as a
//! record, or discard it. Several are asked about one after the other. Nothing is taken without a click.

use eframe::egui::{Align, Frame, Label, Layout, Margin, Panel, ScrollArea, Ui};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::workbench::page::SentAddress;
use crate::widgets::state_marks::{self, MarkShape};
use bowerbird_engine::types::{Message, SiteId, printable};
use bowerbird_engine::{Command, PageCommand, SentPageCommand, WaitingPage};

/// The longest address in the question, in characters.
const MAX_ADDRESS: usize = 120;
/// Height of the menu with the sites, in points.
const MENU_HEIGHT: f32 = 320.0;

/// Draws the bar while a page waits.
pub fn sent_pages_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    let waiting = &world.sent_pages.waiting;
    let Some(first) = waiting.first() else {
        return;
    };
    let frame = Frame::new()
        .fill(look.tokens.panel)
        .inner_margin(Margin::symmetric(12, 6));
    Panel::top("sent-pages").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            state_marks::mark_ui(ui, MarkShape::Diamond, look.tokens.accent);
            ui.add(Label::new(question(look, first)).wrap());
        });
        ui.horizontal_wrapped(|ui| {
            buttons_ui(ui, look, world, first, actions);
            let more = waiting.len() - 1;
            if more > 0 {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(look.hint(look.t1("sent-pages-waiting", "count", more)));
                });
            }
        });
    });
}

fn question(look: &UiContext, page: &WaitingPage) -> String {
    let url: String = page.url.chars().take(MAX_ADDRESS).collect();
    let cut = if url.len() < page.url.len() {
        "…"
    } else {
        ""
    };
    let title = match page.title.is_empty() {
        true => &page.url,
        false => &page.title,
    };
    let id = match page.by_bookmark {
        true => "sent-pages-question-bookmark",
        false => "sent-pages-question",
    };
    let asked = Message::new(id)
        .with("browser", printable(&page.browser).into_owned())
        .with("title", printable(title).into_owned())
        .with("url", format!("{}{cut}", printable(&url)))
        .with("size", look.bytes(page.bytes));
    look.text(&asked)
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    page: &WaitingPage,
    actions: &mut Vec<Action>,
) {
    if page.is_being_kept {
        ui.spinner();
        ui.label(look.t("sent-pages-being-kept"));
        return;
    }
    let send = |command| Action::Send(Command::Page(PageCommand::Sent(command)));
    let keep = |site| {
        send(SentPageCommand::Keep {
            page: page.id,
            site,
        })
    };
    if look.primary(ui, look.t("sent-pages-open")).clicked() {
        let url = SentAddress::of(page.id, &page.url).to_string();
        let site = page.sites.first().copied();
        actions.push(Action::OpenInWorkbench { url, site });
    }
    let own = page.sites.first().and_then(|site| world.site(*site));
    if let Some(site) = own {
        let save = look.t1("sent-pages-save", "site", site.name.as_str());
        if ui.button(save).clicked() {
            actions.push(keep(site.id));
        }
    }
    let others = others(world, page, own.map(|site| site.id));
    let mut menu = |ui: &mut Ui, text: String, name: &str| {
        let menu = ui.menu_button(text, |ui| {
            let list = ScrollArea::vertical().max_height(MENU_HEIGHT);
            list.show(ui, |ui| {
                for (site, name) in &others {
                    let save = look.t1("sent-pages-save", "site", *name);
                    if ui.button(save).clicked() {
                        actions.push(keep(*site));
                        ui.close();
                    }
                }
            });
        });
        menu.response.accessible_name(look.t(name));
    };
    let is_elsewhere = own.is_none() && !others.is_empty();
    if is_elsewhere {
        let text = look.t("sent-pages-save-menu");
        menu(ui, text, "sent-pages-save-menu");
    }
    let discard = ui.button(look.t("sent-pages-discard"));
    if own.is_some() && !others.is_empty() {
        menu(ui, "…".to_owned(), "sent-pages-save-other");
    }
    if discard.clicked() {
        actions.push(send(SentPageCommand::Discard(page.id)));
    }
}

/// The sites beside `own`: those whose rules are for the address first.
fn others<'w>(
    world: &'w AppState,
    page: &WaitingPage,
    own: Option<SiteId>,
) -> Vec<(SiteId, &'w str)> {
    let sites = world.sites.iter().flatten();
    let mut sites: Vec<_> = sites
        .filter(|site| Some(site.id) != own)
        .map(|site| (site.id, site.name.as_str()))
        .collect();
    sites.sort_by_key(|(site, _)| !page.sites.contains(site));
    sites
}
