//! One table of all commands with their texts, default keyboard shortcuts and groups. A new command
//! is one entry of it and two texts.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::super::style::ui_context::UiContext;
use super::keys::shown_key;

/// The group of a command in the shortcut sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// In every view.
    Everywhere,
    /// In the workbench.
    Workbench,
    /// On the picture of a page.
    Page,
    /// Under Sites.
    Sites,
    /// Under Results.
    Results,
    /// In every table.
    Tables,
}

impl Group {
    /// Every group, in the order of the sheet.
    pub const ALL: [Self; 6] = [
        Self::Everywhere,
        Self::Workbench,
        Self::Page,
        Self::Sites,
        Self::Results,
        Self::Tables,
    ];

    /// Id of its title.
    pub fn text_id(self) -> &'static str {
        match self {
            Self::Everywhere => "app-group-everywhere",
            Self::Workbench => "app-view-workbench",
            Self::Page => "app-group-page",
            Self::Sites => "app-view-sites",
            Self::Results => "app-view-results",
            Self::Tables => "app-group-tables",
        }
    }
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

/// Generates the enum, the list of all commands and their data from one table, so that none can
/// lack a command.
macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $name:ident: $group:ident, $text:literal, [$($key:expr),*];)+) => {
        /// A command of the window.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum UiCommand {
            $($(#[doc = $doc])+ $name,)+
        }

        impl UiCommand {
            /// Every command, in the order of the shortcut sheet.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Id of its text.
            pub fn text_id(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// Where it belongs.
            pub fn group(self) -> Group {
                match self { $(Self::$name => Group::$group,)+ }
            }

            /// Its keys; menus and tooltips show the first one.
            pub fn keys(self) -> &'static [KeyboardShortcut] {
                match self { $(Self::$name => const { &[$($key),*] },)+ }
            }
        }
    };
}

commands! {
    /// Opens the command palette.
    Palette: Everywhere, "app-command-palette", [ctrl(Key::K)];
    /// Opens the palette for searching the records.
    Search: Everywhere, "app-command-search", [plain(Key::Slash)];
    /// Shows a view.
    ShowMonitor: Everywhere, "app-view-monitor", [plain(Key::Num1)];
    /// Shows a view.
    ShowSites: Everywhere, "app-view-sites", [plain(Key::Num2)];
    /// Shows a view.
    ShowWorkbench: Everywhere, "app-view-workbench", [plain(Key::Num3)];
    /// Shows a view.
    ShowTasks: Everywhere, "app-view-tasks", [plain(Key::Num4)];
    /// Shows a view.
    ShowResults: Everywhere, "app-view-results", [plain(Key::Num5)];
    /// Shows a view.
    ShowChanges: Everywhere, "app-view-changes", [plain(Key::Num6)];
    /// Shows a view.
    ShowProxies: Everywhere, "app-view-proxies", [plain(Key::Num7)];
    /// Shows a view.
    ShowAccounts: Everywhere, "app-view-accounts", [plain(Key::Num8)];
    /// Shows a view.
    ShowRuns: Everywhere, "app-view-runs", [plain(Key::Num9)];
    /// Shows a view.
    ShowSettings: Everywhere, "app-view-settings", [plain(Key::Num0)];
    /// Shows a view.
    ShowLog: Everywhere, "app-view-log", [plain(Key::Minus)];
    /// Creates a project.
    NewProject: Everywhere, "app-command-new-project", [ctrl_shift(Key::N)];
    /// Opens a project.
    OpenProject: Everywhere, "app-command-open-project", [ctrl(Key::O)];
    /// Shows what the project may do automatically.
    Permissions: Everywhere, "app-command-permissions", [];
    /// Finds everything about a person or a word, and removes it for good.
    Forget: Everywhere, "app-command-forget", [];
    /// Closes the project.
    CloseProject: Everywhere, "app-command-close-project", [];
    /// Reads rules of this or another program from a file.
    ImportRules: Everywhere, "app-command-import", [ctrl(Key::I)];
    /// Opens a page from disk.
    OpenPage: Everywhere, "app-command-open-page", [ctrl_shift(Key::O)];
    /// Writes rules to files.
    ExportRule: Everywhere, "app-command-export-rule", [ctrl_shift(Key::E)];
    /// Undoes the last change.
    Undo: Everywhere, "app-command-undo", [ctrl(Key::Z)];
    /// Redoes the last undone change.
    Redo: Everywhere, "app-command-redo", [ctrl_shift(Key::Z), ctrl(Key::Y)];
    /// Reloads the content of the view.
    Reload: Everywhere, "app-command-reload", [plain(Key::F5)];
    /// Collapses or expands the side panels.
    ToggleSides: Everywhere, "app-command-toggle-sides", [ctrl(Key::B)];
    /// Collapses or expands the bottom panels.
    ToggleBottom: Everywhere, "app-command-toggle-bottom", [ctrl(Key::J)];
    /// Resets all panels and columns.
    ResetLayout: Everywhere, "app-command-reset-layout", [];
    /// Makes everything larger.
    Larger: Everywhere, "app-command-larger", [];
    /// Makes everything smaller.
    Smaller: Everywhere, "app-command-smaller", [];
    /// Resets the scale of everything.
    UsualSize: Everywhere, "app-command-usual-size", [];
    /// Shows the shortcut sheet.
    Shortcuts: Everywhere, "app-command-shortcuts", [plain(Key::F1), plain(Key::Questionmark)];
    /// Shows the guide, at the chapter about the view.
    Guide: Everywhere, "app-command-guide", [ctrl(Key::F1)];
    /// Starts the tour for new users.
    Tour: Everywhere, "app-command-tour", [];
    /// Shows what a diagnostic file has, and writes it.
    Diagnostic: Everywhere, "app-command-diagnostic", [];
    /// Closes what is open, or cancels loading.
    Escape: Everywhere, "app-command-escape", [plain(Key::Escape)];
    /// Ends the program.
    Quit: Everywhere, "app-command-quit", [ctrl(Key::Q)];
    /// Puts the cursor into the workbench's address bar.
    Address: Workbench, "app-command-address", [ctrl(Key::L)];
    /// Goes to the previous page.
    PageBack: Workbench, "app-command-back", [alt(Key::ArrowLeft)];
    /// Goes to the next page.
    PageForward: Workbench, "app-command-forward", [alt(Key::ArrowRight)];
    /// Zooms the page in; everything, in other views.
    ZoomIn: Workbench, "app-page-zoom-in", [ctrl(Key::Plus), ctrl(Key::Equals)];
    /// Zooms the page out; everything, in other views.
    ZoomOut: Workbench, "app-page-zoom-out", [ctrl(Key::Minus)];
    /// Resets the page's zoom; everything's, in other views.
    ZoomReset: Workbench, "app-page-zoom-reset", [ctrl(Key::Num0)];
    /// Finds words in the page.
    Find: Workbench, "app-command-find", [ctrl(Key::F)];
    /// Tries the rule on the page.
    TryRule: Workbench, "app-command-try", [ctrl(Key::Enter)];
    /// Saves the page as a sample of the rule.
    AddSample: Workbench, "app-command-sample", [ctrl(Key::D)];
    /// Saves the rule being edited.
    SaveRule: Workbench, "app-command-save", [ctrl(Key::S)];
    /// Begins a new site.
    NewSite: Sites, "app-command-new-site", [ctrl(Key::N)];
    /// Exports the records.
    Export: Results, "app-command-export", [ctrl(Key::E)];
}

impl UiCommand {
    /// Id of its tooltip.
    pub fn tooltip_id(self) -> String {
        format!("{}-tip", self.text_id())
    }

    /// The label of its first key; empty when it has none.
    pub fn key_text(self, ctx: &egui::Context) -> String {
        let first = self.keys().first();
        first.map(|key| shown_key(ctx, key)).unwrap_or_default()
    }

    /// Its tooltip with its first key.
    pub fn tooltip(self, look: &UiContext, ctx: &egui::Context) -> String {
        let (tip, keys) = (look.t(&self.tooltip_id()), self.key_text(ctx));
        if keys.is_empty() {
            tip
        } else {
            format!("{tip} ({keys})")
        }
    }

    /// Whether it works without a project.
    pub fn without_project(self) -> bool {
        matches!(
            self,
            Self::Palette
                | Self::NewProject
                | Self::OpenProject
                | Self::ZoomIn
                | Self::ZoomOut
                | Self::ZoomReset
                | Self::Larger
                | Self::Smaller
                | Self::UsualSize
                | Self::ResetLayout
                | Self::Shortcuts
                | Self::Guide
                | Self::Tour
                | Self::Diagnostic
                | Self::Escape
                | Self::Quit
        )
    }
}

/// Keys that are not window commands but belong to the focused widget, for the sheet. Each is the
/// id of the keys' text; the id of the description ends in `-tip`.
pub const FURTHER_KEYS: [(Group, &str); 10] = [
    (Group::Everywhere, "app-keys-tab"),
    (Group::Sites, "app-keys-site-run"),
    (Group::Sites, "app-keys-site-remove"),
    (Group::Tables, "app-keys-arrows"),
    (Group::Tables, "app-keys-pages"),
    (Group::Tables, "app-keys-copy"),
    (Group::Workbench, "app-keys-fields"),
    (Group::Page, "app-keys-canvas"),
    (Group::Page, "app-keys-examples"),
    (Group::Page, "app-keys-follow"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::View;
    use super::*;
    use bowerbird_engine::types::{Catalogue, Language};

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen = BTreeSet::new();
        for command in UiCommand::ALL {
            for key in command.keys() {
                assert!(seen.insert(format!("{key:?}")), "{key:?} is taken twice");
            }
        }
    }

    #[test]
    fn every_command_has_its_texts_in_both_languages() {
        for language in Language::ALL {
            let texts = Catalogue::new(language);
            let mut ids: Vec<String> = Vec::new();
            for command in UiCommand::ALL {
                ids.extend([command.text_id().to_owned(), command.tooltip_id()]);
            }
            ids.extend(Group::ALL.map(|group| group.text_id().to_owned()));
            for (_, id) in FURTHER_KEYS {
                ids.extend([id.to_owned(), format!("{id}-tip")]);
            }
            for id in ids {
                assert_ne!(texts.get(&id), format!("[{id}]"), "{language:?}");
            }
        }
    }

    #[test]
    fn the_keys_of_the_views_are_in_the_order_of_the_rail() {
        // The key beside the ten digits is that of the last one.
        for (view, key) in View::ALL.into_iter().zip([
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
            Key::Num0,
            Key::Minus,
        ]) {
            assert_eq!(view.command().keys()[0].logical_key, key);
        }
    }
}
