//! Files the person hands to the window, and removals that can be taken back: the parts of the
//! shell's work that span both the engine and the window. Flows in: paths, undo. Flows out:
//! questions to the loader, commands, notices.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::action::{Action, Notice};
use super::background::Ask;
use super::command::View;
use super::notices::Topic;
use super::shell::Bowerbird;
use super::views::sites::Versions;
use crate::engine::Command;
use crate::engine::types::{ImportFormat, Message, SiteId};

impl Bowerbird {
    /// Opens the file at `path` by what its name says it is.
    pub(super) fn open_file(
        &mut self,
        path: PathBuf,
        format: Option<ImportFormat>,
        further: &mut Vec<Action>,
    ) {
        let kind = kind_of(&path);
        if kind == Kind::Project {
            further.push(Action::OpenProject(path));
            return;
        }
        if self.project.is_none() {
            let hint = Message::new("app-drop-no-project");
            self.tell(Notice::info(hint), Topic::Other);
            return;
        }
        match kind {
            Kind::Rule if format.is_none() => further.push(Action::AddRuleFile(path)),
            Kind::Page => self.open_page_file(&path),
            _ => further.push(Action::Ask(Ask::Import { path, format })),
        }
    }

    /// Opens a page that lies on disk in the workbench.
    fn open_page_file(&mut self, path: &Path) {
        let told = Message::new("app-drop-page").with("path", path.display().to_string());
        self.tell(Notice::info(told), Topic::Other);
    }

    /// Takes the last removal back.
    pub(super) fn undo_removal(&mut self, further: &mut Vec<Action>) {
        let Some((removal, resume)) = self.removals.undo() else {
            return;
        };
        self.notices.dismiss_undo();
        if let Some(Command::RemoveSample { id, .. }) = removal {
            self.views.workbench.care.samples.unhide(id);
        }
        if let (Some(resume), Some(project)) = (resume, &self.project) {
            project.engine.send(resume);
        }
        further.extend([Ask::Tasks, Ask::Pools].map(Action::Ask));
    }

    /// Shows the versions of a site's rule.
    pub(super) fn show_versions(&mut self, site: SiteId, further: &mut Vec<Action>) {
        let Some(site) = self.world.site(site) else {
            return;
        };
        let versions = Versions::open(site, further);
        let row = self
            .world
            .sites()
            .iter()
            .position(|s| s.id == versions.site);
        if let Some(row) = row {
            self.views.sites.table.select(row);
        }
        self.views.sites.editor = None;
        self.views.sites.versions = Some(versions);
        further.push(Action::Show(View::Sites));
    }

    /// Tells the engine about the removals whose time to be taken back is over, or about all.
    pub(super) fn carry_out_removals(&mut self, all: bool) {
        let due = if all {
            self.removals.all()
        } else {
            self.removals.due(Instant::now())
        };
        if let Some(project) = &self.project {
            for removal in due {
                project.engine.send(removal);
            }
        }
    }
}

/// What a file is by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Project,
    Rule,
    Page,
    Other,
}

fn kind_of(path: &Path) -> Kind {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("bower") => Kind::Project,
        Some("toml") => Kind::Rule,
        Some("html" | "htm" | "xhtml") => Kind::Page,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_file_is() {
        for (name, kind) in [
            ("press.bower", Kind::Project),
            ("news.TOML", Kind::Rule),
            ("page.htm", Kind::Page),
            ("sitemap.json", Kind::Other),
            ("example.org.txt", Kind::Other),
            ("feeds", Kind::Other),
        ] {
            assert_eq!(kind_of(Path::new(name)), kind, "{name}");
        }
    }
}
