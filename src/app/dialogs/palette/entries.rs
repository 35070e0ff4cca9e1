//! The palette's entries, collected when it opens: commands, the panels of the view, sites, recent
//! pages and projects, themes, sizes and languages. Each also has its English words, so that it is
//! found in either language.

use eframe::egui::Context;

use crate::action::Action;
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::state::layout::{self, Dock, PanelAction};
use crate::state::settings::{SIZES, ThemeChoice};
use crate::style::ui_context::UiContext;
use crate::views::settings::Section;
use bowerbird_engine::types::{Catalogue, Language, RunOptions, SiteStatus};
use bowerbird_engine::{Command, RunCommand};

/// Maximum length of the name of a setting, in characters; longer texts explain one.
const MAX_SETTING: usize = 40;

/// An entry that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its text.
    pub text: String,
    /// Its group or description, shown dimmed.
    pub detail: String,
    /// Its key.
    pub keys: String,
    /// Further search words; not shown.
    pub also: String,
    /// Its action.
    pub action: Action,
}

/// All entries while `view` is shown.
pub fn entries(ctx: &Context, look: &UiContext, world: &AppState, view: View) -> Vec<Entry> {
    let english = Catalogue::new(Language::English);
    let mut gather = Gather {
        look,
        english: &english,
        found: Vec::new(),
    };
    let open = world.project.is_some();
    gather.commands(ctx, open);
    if open {
        gather.panels(ctx, view);
        gather.sites(world);
        gather.pages(world);
    }
    gather.projects(world);
    gather.sample();
    gather.settings();
    gather.choices();
    gather.found
}

struct Gather<'a> {
    look: &'a UiContext,
    english: &'a Catalogue,
    found: Vec<Entry>,
}

impl Gather<'_> {
    fn commands(&mut self, ctx: &Context, open: bool) {
        for command in UiCommand::ALL.iter().copied() {
            if matches!(command, UiCommand::Palette | UiCommand::Escape) {
                continue;
            }
            if open || command.without_project() {
                self.found.push(Entry {
                    text: self.look.t(command.text_id()),
                    detail: self.look.t(&command.tooltip_id()),
                    keys: command.key_text(ctx),
                    also: self.english.get(command.text_id()),
                    action: Action::Ui(command),
                });
            }
        }
    }

    fn add(&mut self, text: String, detail: &str, also: String, action: Action) {
        self.found.push(Entry {
            text,
            detail: detail.to_owned(),
            keys: String::new(),
            also,
            action,
        });
    }

    fn panels(&mut self, ctx: &Context, view: View) {
        for (spec, place) in layout::panels(ctx, view.key()) {
            let title = self.look.t(spec.title);
            let also = self.english.get(spec.title);
            let mut ways = vec![if place.hidden {
                ("app-dock-show", PanelAction::Show)
            } else {
                ("app-dock-hide", PanelAction::Hide)
            }];
            let sides = Dock::ALL.into_iter().filter(|dock| *dock != place.dock);
            ways.extend(sides.map(|dock| (dock.text_id(), PanelAction::Move(dock))));
            for (id, what) in ways {
                let way = self.look.t(id);
                let action = Action::Panel {
                    view,
                    key: spec.key.to_owned(),
                    what,
                };
                let detail = self.look.t("app-palette-panel");
                self.add(
                    self.look.pair(title.as_str(), way),
                    &detail,
                    also.clone(),
                    action,
                );
            }
        }
    }

    fn sites(&mut self, world: &AppState) {
        for site in world.sites() {
            let show = Action::ShowSite(site.id);
            self.add(site.name.clone(), &site.start, String::new(), show);
            let name = site.name.as_str();
            let run = self.look.t1("app-sites-run-one", "site", name);
            let options = RunOptions::default();
            let sites = vec![site.id];
            let action = Action::Send(Command::Run(RunCommand::Start { sites, options }));
            let detail = self.look.t("app-view-sites");
            self.add(run, &detail, format!("run {name}"), action);
            if site.status.as_ref().is_some_and(SiteStatus::needs_repair) {
                let id = "app-palette-repair";
                let mut also = self.english.get("app-repair-open");
                also.push_str(name);
                let repair = self.look.t1(id, "site", name);
                self.add(repair, &detail, also, Action::RepairSite(site.id));
            }
        }
    }

    fn pages(&mut self, world: &AppState) {
        for page in &world.recent.pages {
            let open = Action::OpenInWorkbench {
                url: page.url.clone(),
                site: None,
            };
            let text = if page.title.is_empty() {
                page.url.clone()
            } else {
                page.title.clone()
            };
            self.add(text, &page.url, String::new(), open);
        }
    }

    fn projects(&mut self, world: &AppState) {
        let others = world.recent.projects.iter();
        for path in others.filter(|path| world.project.as_ref() != Some(path)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let text = self.look.t1("app-palette-project", "name", name.as_ref());
            let also = format!("open project {name}");
            let place = path.display().to_string();
            self.add(text, &place, also, Action::OpenProject(path.clone()));
        }
    }

    fn sample(&mut self) {
        let id = "app-start-sample";
        let also = self.english.get(id);
        self.add(self.look.t(id), "", also, Action::OpenSampleProject);
    }

    fn settings(&mut self) {
        let view = "app-view-settings";
        for section in Section::ALL {
            let title = self.look.t(section.title());
            let also = format!(
                "{} {}",
                self.english.get(view),
                self.english.get(section.title())
            );
            let text = self.look.pair(self.look.t(view), title.as_str());
            self.add(text, "", also, Action::FindSetting(title.clone()));
            // The single settings; their explanations are not names to search for.
            for id in section.texts() {
                let name = self.look.t(id);
                let is_name = !name.contains('{') && name.chars().count() <= MAX_SETTING;
                if name != title && is_name {
                    let text = self.look.pair(self.look.t(view), name.as_str());
                    let also = self.english.get(id);
                    self.add(text, &title, also, Action::FindSetting(name));
                }
            }
        }
    }

    fn choices(&mut self) {
        let (theme, english) = ("app-settings-theme", self.english);
        for (choice, id) in ThemeChoice::ALL {
            let text = self.look.pair(self.look.t(theme), self.look.t(id));
            let also = format!("{} {}", english.get(theme), english.get(id));
            self.add(text, "", also, Action::SetTheme(choice));
        }
        for language in Language::ALL {
            let title = self.look.t("app-settings-language");
            let text = self.look.pair(title, language.own_name());
            let also = format!("language {}", language.tag());
            self.add(text, "", also, Action::SetLanguage(language));
        }
        for percent in SIZES {
            let size = self.look.t("app-settings-size");
            let text = self.look.pair(size, format!("{percent}%"));
            let also = format!("{} zoom", english.get("app-settings-size"));
            self.add(text, "", also, Action::SetSize(percent));
        }
    }
}
