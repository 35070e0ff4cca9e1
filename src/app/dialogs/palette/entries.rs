//! The palette's entries, collected when it opens: commands, the panels of the view, sites, recent
//! pages and projects, themes, sizes and languages. Each also has its English words, so that it is
//! found in either language.

use eframe::egui::Context;

use super::keyword_messages::command_words;
use crate::action::Action;
use crate::dialogs::guide::headings;
use crate::shortcuts::{UiCommand, View};
use crate::state::app_state::AppState;
use crate::state::layout::{self, Dock, PanelAction};
use crate::state::settings::{SIZES, ThemeChoice};
use crate::style::ui_context::UiContext;
use crate::views::settings::Section;
use bowerbird_engine::types::{
    Catalogue, Language, RunOptions, SiteStatus, SiteSupervisionCommand, SummaryLength,
};
use bowerbird_engine::{Command, RunCommand, SiteCommand, TextCommand};

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
    /// A longer text about it, in small letters; not shown.
    pub body: String,
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
        gather.runs(world);
        gather.panels(ctx, view);
        gather.sites(world);
        gather.pages(world);
        gather.reposts();
        gather.texts();
    }
    gather.projects(world);
    gather.sample();
    gather.settings();
    gather.choices();
    gather.version();
    gather.guide();
    gather.found
}

/// Whether a text of the settings is the name of one: not a sentence that explains it, nor a word
/// that says nothing alone.
pub(super) fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    let least = if text.is_ascii() { 4 } else { 2 };
    let ends = text.ends_with(['.', '。', '…', '!', '?']);
    (least..=MAX_SETTING).contains(&length) && !ends && !text.contains(['{', '。'])
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
                let words = command_words(command).map(|id| self.words(id));
                // “Run all” must not find the end of the program by what it says of runs.
                let detail = match command {
                    UiCommand::Quit => String::new(),
                    _ => self.look.t(&command.tooltip_id()),
                };
                self.found.push(Entry {
                    text: self.look.t(command.text_id()),
                    detail,
                    keys: command.key_text(ctx),
                    also: format!(
                        "{} {}",
                        self.english.get(command.text_id()),
                        words.unwrap_or_default()
                    ),
                    body: String::new(),
                    action: Action::Ui(command),
                });
            }
        }
    }

    /// What starts and stops the runs of all sites, while that does something.
    fn runs(&mut self, world: &AppState) {
        let all = RunCommand::Start {
            sites: Vec::new(),
            options: RunOptions::default(),
        };
        let any = world.sites().iter().any(|site| site.enabled);
        let commands = [
            (any, "app-sites-run-all", all),
            (
                !world.live.is_empty(),
                "app-sites-stop-all",
                RunCommand::StopAll,
            ),
        ];
        for (_, id, command) in commands.into_iter().filter(|(useful, ..)| *useful) {
            let view = self.look.t("app-view-sites");
            let action = Action::Send(Command::Run(command));
            self.add(self.look.t(id), &view, self.english.get(id), action);
        }
    }

    fn add(&mut self, text: String, detail: &str, also: String, action: Action) {
        self.found.push(Entry {
            text,
            detail: detail.to_owned(),
            keys: String::new(),
            also,
            body: String::new(),
            action,
        });
    }

    /// The further words of the message `id`, in the window's language and in English.
    fn words(&self, id: &str) -> String {
        format!("{} {}", self.look.t(id), self.english.get(id))
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
            let edit = format!("{name}: {}", self.look.t("app-sites-edit"));
            let also = self.words("palette-words-edit");
            self.add(edit, &detail, also, Action::EditRule(site.id));
            let versions = self.look.t1("app-versions-title", "site", name);
            let also = self.words("palette-words-versions");
            self.add(versions, &detail, also, Action::ShowVersions(site.id));
            if world.question(site.id).is_some() {
                let id = "sites-act-answer";
                let answer = format!("{name}: {}", self.look.t(id));
                let order = SiteSupervisionCommand::Answer;
                let site = site.id;
                let command = Command::Site(SiteCommand::Supervise { site, order });
                self.add(answer, &detail, self.english.get(id), Action::Send(command));
            }
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

    fn reposts(&mut self) {
        let detail = self.look.t("app-results-reposts-tip");
        let also = self.words("palette-words-reposts");
        let text = self.look.t("app-results-reposts");
        self.add(text, &detail, also, Action::ShowReposts);
    }

    /// What Results does with the texts of records.
    fn texts(&mut self) {
        let text = self.look.t("app-results-fold-later");
        let detail = self.look.t("app-results-fold-later-tip");
        let also = self.words("palette-words-find-reposts");
        let find = Action::Send(Command::Texts(TextCommand::FoldLater));
        self.add(text, &detail, also, find);
        let detail = self.look.t("palette-summarise");
        for count in SummaryLength::SENTENCE_CHOICES {
            let text = self.look.t1("app-results-summarise", "count", count as u64);
            let also = self.words("palette-words-summarise");
            let length = SummaryLength::Sentences(count);
            self.add(text, &detail, also, Action::Summarise(length));
        }
    }

    /// The version; choosing it copies a report with it.
    fn version(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        let text = self.look.t1("app-menu-version", "version", version);
        let detail = self.look.t("palette-version");
        let also = self.words("palette-words-version");
        self.add(text, &detail, also, Action::CopyReport);
    }

    /// The headings of the guide, found by all words below them.
    fn guide(&mut self) {
        let detail = self.look.t("app-command-guide");
        for heading in headings(self.look.texts.language()) {
            self.found.push(Entry {
                text: heading.title.clone(),
                detail: detail.clone(),
                keys: String::new(),
                also: String::new(),
                body: heading.words,
                action: Action::OpenGuide(heading.title),
            });
        }
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
                let is_name = is_name(&name);
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
            let words = self.words("palette-words-size");
            let also = format!("{} {words}", english.get("app-settings-size"));
            self.add(text, "", also, Action::SetSize(percent));
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::Theme;

    use super::super::rank;
    use super::*;

    /// The texts of the first entries for `words` in a window of `language`.
    fn found(language: Language, words: &str) -> Vec<Action> {
        let look = UiContext::new(language, Theme::Light);
        let world = AppState {
            project: Some("/nowhere/a.bower".into()),
            ..AppState::default()
        };
        let all = entries(&Context::default(), &look, &world, View::Sites);
        let ranked = rank(&all, words).into_iter();
        ranked
            .map(|ranked| all[ranked.entry].action.clone())
            .collect()
    }

    #[test]
    fn usual_words_find_what_they_mean_in_both_languages() {
        let (english, chinese) = (Language::English, Language::Chinese);
        for (language, words, command) in [
            (english, "export", UiCommand::Export),
            (english, "csv", UiCommand::Export),
            (english, "proxy", UiCommand::ShowProxies),
            (english, "schedule", UiCommand::ShowTasks),
            (english, "cron", UiCommand::ShowTasks),
            (english, "not a block", UiCommand::ShowSites),
            (english, "delete site", UiCommand::ShowSites),
            (english, "guide", UiCommand::Guide),
            (english, "help", UiCommand::Guide),
            (english, "diagnostic", UiCommand::Diagnostic),
            (english, "crash", UiCommand::Diagnostic),
            (english, "bug report", UiCommand::Diagnostic),
            (chinese, "诊断", UiCommand::Diagnostic),
            (chinese, "崩溃", UiCommand::Diagnostic),
            (english, "text size", UiCommand::Larger),
            (chinese, "导出", UiCommand::Export),
            (chinese, "帮助", UiCommand::Guide),
            (chinese, "指南", UiCommand::Guide),
            (chinese, "字号", UiCommand::Larger),
            (chinese, "定时", UiCommand::ShowTasks),
            (chinese, "间隔", UiCommand::ShowTasks),
            (chinese, "运行记录", UiCommand::ShowRuns),
            (chinese, "代理", UiCommand::ShowProxies),
        ] {
            let found = found(language, words);
            let place = found
                .iter()
                .position(|action| *action == Action::Ui(command));
            let place = place.unwrap_or_else(|| panic!("{words} does not find {command:?}"));
            assert!(place < 3, "{words}: {command:?} is in place {place}");
        }
        for (language, words, action) in [
            (english, "duplicates", Action::ShowReposts),
            (english, "version", Action::CopyReport),
            (chinese, "版本", Action::CopyReport),
            (chinese, "重复", Action::ShowReposts),
        ] {
            assert!(found(language, words).contains(&action), "{words}");
        }
        for (language, words) in [
            (english, "robots"),
            (english, "delay"),
            (english, "repair"),
            (english, "password"),
            (chinese, "修复"),
        ] {
            let found = found(language, words);
            let is_guide = |action: &Action| matches!(action, Action::OpenGuide(_));
            assert!(found.iter().any(is_guide), "{words} is not in the guide");
        }
    }

    #[test]
    fn the_first_hit_for_work_on_texts_does_it() {
        let reposts = Action::Send(Command::Texts(TextCommand::FoldLater));
        let summarise = Action::Summarise(SummaryLength::Sentences(1));
        for (language, words, expected) in [
            (Language::English, "find dup", &reposts),
            (Language::English, "find reposts", &reposts),
            (Language::English, "summar", &summarise),
            (Language::Chinese, "查找重复", &reposts),
            (Language::Chinese, "概括", &summarise),
        ] {
            let first = found(language, words).into_iter().next();
            assert_eq!(first.as_ref(), Some(expected), "{words}");
        }
    }

    #[test]
    fn the_first_hit_for_export_writes_records() {
        for (language, words) in [(Language::English, "export"), (Language::Chinese, "导出")] {
            let first = found(language, words).into_iter().next();
            assert_eq!(first, Some(Action::Ui(UiCommand::Export)), "{words}");
        }
    }
}
