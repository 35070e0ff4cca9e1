//! An account for a page of the workbench: which site it is for, where one logs in, and the way back
//! to the page. A page that belongs to no site gets one, which the rule for the page then is.

use eframe::egui::Ui;

use super::AccountsState;
use crate::action::{AccountPage, Action};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{
    Login, RuleFile, RuleOrigin, Site, SiteSection, SourceKind, Url, parse, rewrite, site_name,
    unused_name,
};
use bowerbird_engine::{
    AccountCommand, AccountDraft, Command, PageEgress, SiteCommand, is_place_of,
};

/// The page that the account of the form is for.
#[derive(Clone, Debug, Default)]
pub struct ForPage {
    page: AccountPage,
    /// The address of the login page, as typed.
    login: String,
    /// The name of the site that is added for it; `None` if it belongs to one.
    pub(super) new_site: Option<String>,
    /// The account that waits for that site.
    waiting: Option<AccountDraft>,
}

impl AccountsState {
    /// Prepares the form for a new account of the site of `page`.
    pub fn add_for_page(&mut self, world: &AppState, page: AccountPage) {
        self.empty();
        let url = Url::parse(&page.url).ok();
        let fits = |site: &&Site| url.as_ref().is_some_and(|url| is_place_of(site, url));
        let opened = page.site.and_then(|id| world.site(id)).filter(fits);
        let site = opened.or_else(|| world.sites().iter().find(fits));
        self.site = site.map(|site| site.id);
        self.focus_user = true;
        let known = site.and_then(|site| parse(&site.rule_toml).ok());
        let known = known.and_then(|rule| rule.file().login.clone());
        let login = known.map(|login| login.url).filter(|url| !url.is_empty());
        let new_site = site.is_none().then(|| {
            let taken: Vec<String> = world.sites().iter().map(|site| site.name.clone()).collect();
            unused_name(&taken, &site_name(&page.title, &page.url))
        });
        self.for_page = Some(ForPage {
            login: login.or(page.login_page.clone()).unwrap_or_default(),
            page,
            new_site,
            waiting: None,
        });
    }

    /// The sites changed: the account that waits for its site is added.
    pub fn sites_came(&mut self, world: &AppState, actions: &mut Vec<Action>) {
        let Some(of_page) = &mut self.for_page else {
            return;
        };
        let mut sites = world.sites().iter();
        let its = sites.find(|site| Some(&site.name) == of_page.new_site.as_ref());
        if let Some(site) = its
            && let Some(mut draft) = of_page.waiting.take()
        {
            draft.site = site.id;
            of_page.page.site = Some(site.id);
            self.site = Some(site.id);
            self.adding = true;
            actions.push(super::order(AccountCommand::Add(draft)));
        }
    }
}

/// The address of the login page, what the account is for, and the way back.
pub(super) fn page_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    let Some(of_page) = &mut state.for_page else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let login = &mut of_page.login;
        fields::code_field(
            ui,
            look,
            "app-accounts-login-page",
            login,
            "https://…",
            320.0,
        )
        .on_hover_text(look.t("app-accounts-login-page-tip"));
        fields::beside(ui, |ui| {
            let url = of_page.page.url.as_str();
            ui.label(look.hint(look.t1("app-accounts-for-page", "url", url)));
        });
    });
    if look
        .quiet(ui, look.t("app-accounts-back-to-page"))
        .clicked()
    {
        back(&of_page.page, actions);
        state.empty();
    }
}

/// Adds the account of the form, and the site that it is for if there is none.
pub(super) fn add(
    world: &AppState,
    state: &mut AccountsState,
    draft: AccountDraft,
    actions: &mut Vec<Action>,
) {
    state.adding = true;
    let Some(of_page) = &mut state.for_page else {
        actions.push(super::order(AccountCommand::Add(draft)));
        return;
    };
    let login = of_page.login.trim().to_owned();
    let login = Login {
        url: login,
        ..Login::default()
    };
    if let Some(site) = state.site.and_then(|id| world.site(id)) {
        if !login.url.is_empty()
            && let Ok(rule) = parse(&site.rule_toml)
            && rule.file().login.is_none()
        {
            let mut file = rule.file().clone();
            file.login = Some(login);
            actions.extend(rewrite(&site.rule_toml, &file).ok().map(|rule_toml| {
                Action::Send(Command::Site(SiteCommand::Update {
                    site: site.id,
                    rule_toml,
                    origin: RuleOrigin::Edited,
                }))
            }));
        }
        actions.push(super::order(AccountCommand::Add(draft)));
        return;
    }
    let file = RuleFile {
        site: SiteSection {
            name: of_page.new_site.clone().unwrap_or_default(),
            kind: SourceKind::Pages,
            start: vec![of_page.page.url.clone()],
            ..SiteSection::default()
        },
        login: Some(login).filter(|login| !login.url.is_empty()),
        ..RuleFile::default()
    };
    if let Ok(rule_toml) = rewrite("", &file) {
        of_page.waiting = Some(draft);
        actions.push(Action::Send(Command::Site(SiteCommand::Add {
            rule_toml,
            origin: RuleOrigin::Added,
        })));
    }
}

/// Opens the page again; a rule that is being made stays.
pub(super) fn back(page: &AccountPage, actions: &mut Vec<Action>) {
    let url = page.url.clone();
    actions.push(match page.site {
        Some(site) => Action::OpenInWorkbench {
            url,
            site: Some(site),
        },
        None => Action::OpenThrough {
            url,
            egress: PageEgress::Usual,
        },
    });
}

impl ForPage {
    /// The page to open again once the account exists.
    pub(super) fn page(&self) -> &AccountPage {
        &self.page
    }
}
