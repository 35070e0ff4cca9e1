//! What a person can do from anywhere in the window: one enum that holds each command's text,
//! tooltip and keys for buttons, tooltips, the shortcut sheet and the keyboard alike.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::look::Look;

/// The views, in the order of the rail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum View {
    /// Sites and their rules.
    #[default]
    Sites,
    /// Page, rule and data side by side.
    Workbench,
    /// What runs when.
    Tasks,
    /// Records.
    Results,
    /// The proxy pool.
    Proxies,
    /// The account pool.
    Accounts,
    /// Language, theme, project.
    Settings,
}

impl View {
    /// Every view, in the order of the rail.
    pub const ALL: [Self; 7] = [
        Self::Sites,
        Self::Workbench,
        Self::Tasks,
        Self::Results,
        Self::Proxies,
        Self::Accounts,
        Self::Settings,
    ];

    /// The command that shows it.
    pub fn command(self) -> UiCommand {
        match self {
            Self::Sites => UiCommand::ShowSites,
            Self::Workbench => UiCommand::ShowWorkbench,
            Self::Tasks => UiCommand::ShowTasks,
            Self::Results => UiCommand::ShowResults,
            Self::Proxies => UiCommand::ShowProxies,
            Self::Accounts => UiCommand::ShowAccounts,
            Self::Settings => UiCommand::ShowSettings,
        }
    }
}

/// A command of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UiCommand {
    /// Shows a view.
    ShowSites,
    /// Shows a view.
    ShowWorkbench,
    /// Shows a view.
    ShowTasks,
    /// Shows a view.
    ShowResults,
    /// Shows a view.
    ShowProxies,
    /// Shows a view.
    ShowAccounts,
    /// Shows a view.
    ShowSettings,
    /// Puts the cursor into the search field.
    Search,
    /// Puts the cursor into the workbench's address bar.
    Address,
    /// Fetches again what the view shows.
    Reload,
    /// Goes to the page before.
    PageBack,
    /// Goes to the page after.
    PageForward,
    /// Shows the page larger.
    ZoomIn,
    /// Shows the page smaller.
    ZoomOut,
    /// Shows the page in its own size.
    ZoomReset,
    /// Takes the last change of the rule back.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Tries the rule on the page.
    TryRule,
    /// Saves the rule being edited.
    SaveRule,
    /// Begins a new site.
    NewSite,
    /// Exports the records.
    Export,
    /// Shows the keys.
    Shortcuts,
    /// Closes what is open, or stops what loads.
    Escape,
}

impl UiCommand {
    /// Every command, in the order of the shortcut sheet.
    pub const ALL: [Self; 23] = [
        Self::ShowSites,
        Self::ShowWorkbench,
        Self::ShowTasks,
        Self::ShowResults,
        Self::ShowProxies,
        Self::ShowAccounts,
        Self::ShowSettings,
        Self::Search,
        Self::Address,
        Self::Reload,
        Self::PageBack,
        Self::PageForward,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::ZoomReset,
        // Before undo: its keys are those of undo and one more.
        Self::Redo,
        Self::Undo,
        Self::TryRule,
        Self::SaveRule,
        Self::NewSite,
        Self::Export,
        Self::Shortcuts,
        Self::Escape,
    ];

    /// Id of its text.
    pub fn text_id(self) -> &'static str {
        match self {
            Self::ShowSites => "app-view-sites",
            Self::ShowWorkbench => "app-view-workbench",
            Self::ShowTasks => "app-view-tasks",
            Self::ShowResults => "app-view-results",
            Self::ShowProxies => "app-view-proxies",
            Self::ShowAccounts => "app-view-accounts",
            Self::ShowSettings => "app-view-settings",
            Self::Search => "app-command-search",
            Self::Address => "app-command-address",
            Self::Reload => "app-command-reload",
            Self::PageBack => "app-bench-back",
            Self::PageForward => "app-page-forward",
            Self::ZoomIn => "app-page-zoom-in",
            Self::ZoomOut => "app-page-zoom-out",
            Self::ZoomReset => "app-page-zoom-reset",
            Self::Undo => "app-command-undo",
            Self::Redo => "app-command-redo",
            Self::TryRule => "app-command-try",
            Self::SaveRule => "app-command-save",
            Self::NewSite => "app-command-new-site",
            Self::Export => "app-command-export",
            Self::Shortcuts => "app-command-shortcuts",
            Self::Escape => "app-command-escape",
        }
    }

    /// Id of its tooltip.
    pub fn tooltip_id(self) -> &'static str {
        match self {
            Self::ShowSites => "app-view-sites-tip",
            Self::ShowWorkbench => "app-view-workbench-tip",
            Self::ShowTasks => "app-view-tasks-tip",
            Self::ShowResults => "app-view-results-tip",
            Self::ShowProxies => "app-view-proxies-tip",
            Self::ShowAccounts => "app-view-accounts-tip",
            Self::ShowSettings => "app-view-settings-tip",
            Self::Search => "app-command-search-tip",
            Self::Address => "app-command-address-tip",
            Self::Reload => "app-command-reload-tip",
            Self::PageBack => "app-page-back-tip",
            Self::PageForward => "app-page-forward-tip",
            Self::ZoomIn => "app-page-zoom-in-tip",
            Self::ZoomOut => "app-page-zoom-out-tip",
            Self::ZoomReset => "app-page-zoom-reset-tip",
            Self::Undo => "app-command-undo-tip",
            Self::Redo => "app-command-redo-tip",
            Self::TryRule => "app-command-try-tip",
            Self::SaveRule => "app-command-save-tip",
            Self::NewSite => "app-command-new-site-tip",
            Self::Export => "app-command-export-tip",
            Self::Shortcuts => "app-command-shortcuts-tip",
            Self::Escape => "app-command-escape-tip",
        }
    }

    /// Its keys; the first is the one shown in tooltips.
    pub fn keys(self) -> &'static [KeyboardShortcut] {
        const fn plain(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::NONE, key)
        }
        const fn ctrl(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::COMMAND, key)
        }
        const fn alt(key: Key) -> KeyboardShortcut {
            KeyboardShortcut::new(Modifiers::ALT, key)
        }
        match self {
            Self::ShowSites => const { &[plain(Key::Num1)] },
            Self::ShowWorkbench => const { &[plain(Key::Num2)] },
            Self::ShowTasks => const { &[plain(Key::Num3)] },
            Self::ShowResults => const { &[plain(Key::Num4)] },
            Self::ShowProxies => const { &[plain(Key::Num5)] },
            Self::ShowAccounts => const { &[plain(Key::Num6)] },
            Self::ShowSettings => const { &[plain(Key::Num7)] },
            Self::Search => const { &[ctrl(Key::K), plain(Key::Slash)] },
            Self::Address => const { &[ctrl(Key::L)] },
            Self::Reload => const { &[plain(Key::F5)] },
            Self::PageBack => const { &[alt(Key::ArrowLeft)] },
            Self::PageForward => const { &[alt(Key::ArrowRight)] },
            Self::ZoomIn => const { &[ctrl(Key::Plus), ctrl(Key::Equals)] },
            Self::ZoomOut => const { &[ctrl(Key::Minus)] },
            Self::ZoomReset => const { &[ctrl(Key::Num0)] },
            Self::Undo => const { &[ctrl(Key::Z)] },
            Self::Redo => {
                const WITH_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
                const { &[KeyboardShortcut::new(WITH_SHIFT, Key::Z), ctrl(Key::Y)] }
            }
            Self::TryRule => const { &[ctrl(Key::Enter)] },
            Self::SaveRule => const { &[ctrl(Key::S)] },
            Self::NewSite => const { &[ctrl(Key::N)] },
            Self::Export => const { &[ctrl(Key::E)] },
            Self::Shortcuts => const { &[plain(Key::F1), plain(Key::Questionmark)] },
            Self::Escape => const { &[plain(Key::Escape)] },
        }
    }

    /// Its tooltip with its first key.
    pub fn tooltip(self, look: &Look, ctx: &egui::Context) -> String {
        let keys = self
            .keys()
            .first()
            .map(|key| shown_key(ctx, key))
            .unwrap_or_default();
        format!("{} ({keys})", look.t(self.tooltip_id()))
    }

    /// The commands whose keys were pressed. Keys that a text field would take as text count
    /// only while none has the focus.
    pub fn pressed(ctx: &egui::Context) -> Vec<Self> {
        let typing = ctx.text_edit_focused();
        Self::ALL
            .into_iter()
            .filter(|command| {
                command
                    .keys()
                    .iter()
                    .filter(|key| !typing || !types_text(key))
                    // Escape goes on to menus and text fields, which know better what to close.
                    .any(|key| match command {
                        Self::Escape => !typing && ctx.input(|i| i.key_pressed(key.logical_key)),
                        _ => ctx.input_mut(|i| i.consume_shortcut(key)),
                    })
            })
            .collect()
    }
}

/// A key as a person reads it on the keyboard.
pub fn shown_key(ctx: &egui::Context, key: &KeyboardShortcut) -> String {
    match key.logical_key {
        Key::Slash | Key::Questionmark => key.logical_key.symbol_or_name().to_owned(),
        _ => ctx.format_shortcut(key),
    }
}

fn types_text(key: &KeyboardShortcut) -> bool {
    // A text field has an undo of its own.
    matches!(key.logical_key, Key::Z | Key::Y)
        || key.modifiers.is_none() && !matches!(key.logical_key, Key::F1 | Key::F5 | Key::Escape)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen = BTreeSet::new();
        for command in UiCommand::ALL {
            assert!(!command.keys().is_empty(), "{command:?} has no key");
            for key in command.keys() {
                assert!(seen.insert(format!("{key:?}")), "{key:?} is taken twice");
            }
        }
    }

    #[test]
    fn every_view_has_a_number_key() {
        for (view, key) in View::ALL.into_iter().zip([
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
        ]) {
            assert_eq!(view.command().keys()[0].logical_key, key);
        }
    }
}
