//! Asks whether to start over with a new passphrase because the old one is lost. Input: the locked
//! passwords. Output: the decision. Removes nothing itself.

use eframe::egui::{Context, Id, Key, Modal};

use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;

/// The maximum number of proxies and accounts that are named.
const NAMED: usize = 12;

/// Draws the question; the decision once there is one.
pub fn question_ui(ctx: &Context, look: &UiContext, world: &AppState) -> Option<bool> {
    let mut decided = None;
    let shown = Modal::new(Id::unique("start-over")).show(ctx, |ui| {
        ui.set_max_width(480.0);
        ui.strong(look.t("secrets-start-over-title"));
        ui.label(look.t("secrets-start-over-hint"));
        let names = names(world);
        for name in names.iter().take(NAMED) {
            ui.label(format!("• {name}"));
        }
        if let Some(more) = names.len().checked_sub(NAMED).filter(|more| *more > 0) {
            ui.label(look.hint(look.t1("secrets-start-over-more", "count", more)));
        }
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            // The first button loses nothing.
            if look.primary(ui, look.t("app-leaving-cancel")).clicked() {
                decided = Some(false);
            }
            if ui.button(look.t("secrets-start-over-now")).clicked() {
                decided = Some(true);
            }
        });
    });
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    match decided {
        None if shown.should_close() || escaped => Some(false),
        decided => decided,
    }
}

/// The proxies and accounts whose passwords are to be entered again.
fn names(world: &AppState) -> Vec<String> {
    let locked = &world.locked;
    let proxies = world.proxies.iter();
    let proxies = proxies.filter(|proxy| locked.proxies.contains(&proxy.id));
    let accounts = world.accounts.iter();
    let accounts = accounts.filter(|account| locked.accounts.contains(&account.id));
    proxies
        .map(|proxy| proxy.name.clone())
        .chain(accounts.map(|account| format!("{} ({})", account.user, account.site_name)))
        .collect()
}
