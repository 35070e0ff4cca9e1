//! Ids of the further words by which a command is found: how people call what it does. The words themselves
//! are in `assets/messages/LANGUAGE/palette.ftl`.

use crate::shortcuts::UiCommand;

/// Id of the further words of a command, if it has some.
pub(super) fn command_words(command: UiCommand) -> Option<&'static str> {
    Some(match command {
        UiCommand::ShowMonitor => "palette-words-monitor",
        UiCommand::ShowSites => "palette-words-sites",
        UiCommand::ShowWorkbench => "palette-words-workbench",
        UiCommand::ShowTasks => "palette-words-tasks",
        UiCommand::ShowResults => "palette-words-results",
        UiCommand::ShowChanges => "palette-words-changes",
        UiCommand::ShowProxies => "palette-words-proxies",
        UiCommand::ShowAccounts => "palette-words-accounts",
        UiCommand::ShowRuns => "palette-words-runs",
        UiCommand::ShowSettings => "palette-words-settings",
        UiCommand::ShowLog => "palette-words-log",
        UiCommand::Export => "palette-words-export",
        UiCommand::ExportRule | UiCommand::ImportRules => "palette-words-rules",
        UiCommand::Permissions => "palette-words-permissions",
        UiCommand::Larger | UiCommand::Smaller | UiCommand::UsualSize => "palette-words-size",
        UiCommand::Guide => "palette-words-guide",
        UiCommand::Diagnostic => "palette-words-diagnostic",
        UiCommand::Forget => "palette-words-forget",
        UiCommand::Tour => "palette-words-tour",
        UiCommand::Shortcuts => "palette-words-shortcuts",
        UiCommand::NewSite => "palette-words-new-site",
        _ => return None,
    })
}
