//! The kind of login of a site's accounts, chosen here and written into the rule. Input: the
//! rule of the selected site. Output: a changed rule.

use eframe::egui::Ui;

use super::AccountsState;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::login_kinds::LOGIN_KINDS;
use bowerbird_engine::types::{Login, LoginKind, RuleOrigin, SiteId, parse, rewrite};
use bowerbird_engine::{Command, SiteCommand};

/// The kind of login, as typed.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The site.
    site: SiteId,
    /// Whether the rule defines a login at all.
    named: bool,
    /// The rule's current login.
    before: Login,
    /// The typed login.
    typed: Login,
}

/// Draws the section for the site of the form.
pub(super) fn recipe_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    let Some(site) = state.site.and_then(|id| world.site(id)) else {
        ui.label(look.hint(look.t("account-recipe-no-site")));
        return;
    };
    let Ok(rule) = parse(&site.rule_toml) else {
        ui.label(look.coloured(look.t("account-recipe-bad-rule"), look.tokens.bad));
        return;
    };
    let said = rule.file().login.clone();
    let known = state.recipe.as_ref();
    let fresh = known.is_none_or(|known| {
        known.site != site.id || known.before != said.clone().unwrap_or_default()
    });
    if fresh {
        let before = said.clone().unwrap_or_default();
        state.recipe = Some(Recipe {
            site: site.id,
            named: said.is_some(),
            typed: before.clone(),
            before,
        });
    }
    let Some(recipe) = &mut state.recipe else {
        return;
    };
    let hint = match recipe.named {
        true => "account-recipe-hint",
        false => "account-recipe-none",
    };
    ui.label(look.hint(look.t(hint)));
    ui.horizontal_wrapped(|ui| {
        let options = LOGIN_KINDS.map(|(kind, id)| (kind, look.t(id)));
        let kind = &mut recipe.typed.kind;
        fields::choice(ui, look, "account-recipe-kind", kind, &options, 220.0);
        let tip = match recipe.typed.kind {
            LoginKind::Form => "account-recipe-form-tip",
            _ => "account-recipe-members-tip",
        };
        let url = &mut recipe.typed.url;
        fields::code_field(ui, look, "account-recipe-url", url, "https://…", 220.0)
            .on_hover_text(look.t(tip));
        if recipe.typed.kind == LoginKind::Header {
            text(
                ui,
                look,
                "account-recipe-header",
                &mut recipe.typed.header,
                "X-Api-Key",
            );
            text(
                ui,
                look,
                "account-recipe-prefix",
                &mut recipe.typed.prefix,
                "",
            );
        } else {
            (recipe.typed.header, recipe.typed.prefix) = (None, None);
        }
        fields::beside(ui, |ui| {
            let mut file = rule.file().clone();
            file.login = Some(recipe.typed.clone());
            let written = rewrite(&site.rule_toml, &file);
            let changed = !recipe.named || recipe.typed != recipe.before;
            let usable = changed && written.is_ok();
            let save = look.primary_if(ui, usable, look.t("account-recipe-save"));
            if save.clicked()
                && let Ok(rule_toml) = written
            {
                actions.push(Action::Send(Command::Site(SiteCommand::Update {
                    site: site.id,
                    rule_toml,
                    origin: RuleOrigin::Edited,
                })));
            }
        });
    });
}

/// A field for an optional text.
fn text(ui: &mut Ui, look: &UiContext, id: &str, value: &mut Option<String>, hint: &str) {
    let mut typed = value.clone().unwrap_or_default();
    fields::text_field(ui, look, id, &mut typed, hint, 110.0);
    *value = (!typed.is_empty()).then_some(typed);
}
