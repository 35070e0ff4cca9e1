//! Finds settings by their words, in any of the window's languages.

use eframe::egui::{Align2, TextEdit, Ui};

use crate::state::settings::{SIZES, ThemeChoice};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Catalogue, Language};

/// A part of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The language.
    Language,
    /// The theme.
    Theme,
    /// The scale of the interface.
    Size,
    /// Notifications about sites.
    Notices,
    /// Alert conditions and channels.
    Alerts,
    /// Filters of new records.
    Filters,
    /// The browser for pages that scripts make.
    Browser,
    /// Workers on other machines.
    Workers,
    /// The open project.
    Project,
    /// The project's text settings.
    Texts,
    /// Stored pages, and archives.
    Storage,
    /// Backups of the project.
    Backups,
    /// Answers to other programs.
    Serve,
    /// Pages from the person's own browser.
    SentPages,
    /// The passphrase of the secrets file.
    Secrets,
}

impl Section {
    /// All, from top to bottom.
    pub const ALL: [Self; 15] = [
        Self::Language,
        Self::Theme,
        Self::Size,
        Self::Notices,
        Self::Alerts,
        Self::Filters,
        Self::Browser,
        Self::Workers,
        Self::Project,
        Self::Texts,
        Self::Storage,
        Self::Backups,
        Self::Serve,
        Self::SentPages,
        Self::Secrets,
    ];

    /// Id of its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Language => "app-settings-language",
            Self::Theme => "app-settings-theme",
            Self::Size => "app-settings-size",
            Self::Notices => "notify-settings",
            Self::Alerts => "alert-settings",
            Self::Filters => "filter-settings",
            Self::Browser => "browser-settings",
            Self::Workers => "workers-settings",
            Self::Project => "app-settings-project",
            Self::Texts => "texts-settings",
            Self::Storage => "export-storage",
            Self::Backups => "backup-title",
            Self::Serve => "serve-settings",
            Self::SentPages => "sent-pages-settings",
            Self::Secrets => "app-settings-secrets",
        }
    }

    /// Ids of its texts.
    pub fn texts(self) -> &'static [&'static str] {
        match self {
            Self::Language | Self::Theme | Self::Size => &[],
            Self::Notices => &[
                "notify-settings-hint",
                "notify-settings-on",
                "notify-settings-recoveries",
                "notify-settings-person-wait",
                "notify-settings-desktop",
                "notify-settings-quiet",
                "notify-settings-test",
            ],
            Self::Alerts => &[
                "alert-settings-hint",
                "alert-kind-no-new",
                "alert-kind-low-yield",
                "alert-kind-blocked",
                "alert-kind-missed",
                "alert-kind-disk",
                "alert-add",
                "condition-settings",
                "condition-new",
                "condition-digest-hours",
                "alert-tell",
                "alert-desktop",
                "alert-recoveries",
                "alert-quiet",
                "alert-webhook",
                "alert-webhook-key",
                "alert-mail-host",
                "alert-mail-password",
                "alert-mail-from",
                "alert-mail-to",
                "alert-history",
            ],
            Self::Filters => &["filter-settings-hint", "filter-new", "filter-skipped-open"],
            Self::Browser => &["browser-settings-hint", "browser-path", "browser-find"],
            Self::Workers => &["workers-settings-hint", "workers-server", "workers-connect"],
            Self::Project => &["app-settings-close-project"],
            Self::Texts => &[
                "texts-settings-on",
                "texts-settings-threshold",
                "texts-settings-window",
                "texts-settings-days",
                "texts-settings-hint",
                "texts-service",
                "texts-service-hint",
            ],
            Self::Storage => &[
                "export-storage-days",
                "export-storage-size",
                "export-storage-apply",
                "export-storage-keep-hint",
                "export-storage-archive-hint",
                "export-storage-older",
                "export-storage-period",
                "export-storage-archive",
                "export-storage-warc-to",
                "export-storage-warc",
            ],
            Self::Backups => &[
                "backup-hint",
                "backup-daily",
                "backup-daily-hint",
                "backup-folder",
                "backup-days",
                "backup-weeks",
                "backup-now",
                "backup-restore",
            ],
            Self::Serve => &[
                "serve-settings-hint",
                "serve-settings-on",
                "serve-settings-port",
                "serve-token",
                "serve-new-token",
                "serve-terms",
            ],
            Self::SentPages => &[
                "sent-pages-settings-hint",
                "sent-pages-on",
                "sent-pages-pair",
                "sent-pages-bookmark",
                "sent-pages-how",
            ],
            Self::Secrets => &[
                "app-settings-secrets-hint",
                "app-settings-passphrase",
                "app-settings-use-passphrase",
                "secrets-new-passphrase",
                "secrets-change-passphrase",
            ],
        }
    }

    /// Its searchable text, in lower case.
    fn search_text(self, catalogues: &[Catalogue]) -> String {
        let mut words = String::new();
        for texts in catalogues {
            for id in [self.title()].iter().chain(self.texts()) {
                words.push_str(&texts.get(id));
                words.push('\n');
            }
            for (_, id) in ThemeChoice::ALL.iter().filter(|_| self == Self::Theme) {
                words.push_str(&texts.get(id));
                words.push('\n');
            }
        }
        match self {
            Self::Language => {
                for language in Language::ALL {
                    words.push_str(&format!("{} {}\n", language.own_name(), language.tag()));
                }
            }
            Self::Size => {
                for percent in SIZES {
                    words.push_str(&format!("{percent}%\n"));
                }
            }
            _ => {}
        }
        words.to_lowercase()
    }
}

/// The search.
#[derive(Clone, Debug, Default)]
pub struct SectionSearch {
    /// As typed.
    pub typed: String,
    /// Whether to focus the field in the next frame.
    pub focus: bool,
    /// The searchable text of each section; built on the first search.
    words: Vec<(Section, String)>,
}

impl SectionSearch {
    /// Whether a section contains all typed words.
    pub fn holds(&mut self, section: Section) -> bool {
        let typed = self.typed.trim().to_lowercase();
        if typed.is_empty() {
            return true;
        }
        if self.words.is_empty() {
            let catalogues = Language::ALL.map(Catalogue::new);
            let words = Section::ALL.map(|section| (section, section.search_text(&catalogues)));
            self.words = words.into();
        }
        let of_it = self.words.iter().find(|(of, _)| *of == section);
        of_it.is_some_and(|(_, words)| typed.split_whitespace().all(|word| words.contains(word)))
    }
}

/// Draws the field.
pub fn search_ui(ui: &mut Ui, look: &UiContext, search: &mut SectionSearch) {
    let hint = look.t("settings-search");
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut search.typed)
            .align(Align2::LEFT_CENTER)
            .hint_text(hint.clone())
            .desired_width(320.0);
        let field = ui.add(field).accessible_name(hint);
        if std::mem::take(&mut search.focus) {
            field.request_focus();
        }
        look.edged(ui, field);
        let is_set = !search.typed.is_empty();
        if is_set && look.quiet(ui, look.t("settings-search-clear")).clicked() {
            search.typed.clear();
        }
    });
}
