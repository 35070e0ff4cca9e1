//! What the engine and the loader tell of exports and storage.

use super::Bowerbird;
use super::action::Action;
use super::background::Ask;
use super::export_facts::{ExportAsk, ExportTold};
use super::notices::Topic;
use super::views::sites::Reread;
use crate::engine::ExportNews;
use crate::engine::types::{Message, SiteId};

impl Bowerbird {
    /// Takes in what the engine tells.
    pub(super) fn export_told(&mut self, news: ExportNews, actions: &mut Vec<Action>) {
        match news {
            ExportNews::Progress(progress) => {
                let storage = &mut self.views.settings.storage;
                match storage.busy {
                    true => storage.progress = progress,
                    false => self.views.results.export.progress = progress,
                }
            }
            ExportNews::Written { path, rows, notes } => {
                self.notices.succeeded(Topic::Export);
                let storage = &mut self.views.settings.storage;
                if std::mem::take(&mut storage.busy) {
                    let done = Message::new("export-storage-written")
                        .with("pages", rows)
                        .with("path", path.display().to_string());
                    storage.told = Some(done);
                    return;
                }
                self.views.results.export_runs = false;
                self.views.results.export.notes = notes;
                self.views.results.exported = Some((path.clone(), rows));
                self.settings.last_export = Some(path);
                self.keep_settings();
            }
            ExportNews::SavedChanged => {
                self.notices.succeeded(Topic::Export);
                let site = self.views.results.site;
                actions.push(Action::Ask(Ask::Exports(ExportAsk::Facts(site))));
            }
            ExportNews::Archived { moved } => {
                self.notices.succeeded(Topic::Export);
                let storage = &mut self.views.settings.storage;
                storage.busy = false;
                storage.told = Some(Message::new("export-archived").with("count", moved));
                storage.stale();
                actions.push(Action::Ask(Ask::Beside));
            }
            ExportNews::StorageChanged => {
                self.notices.succeeded(Topic::Export);
                self.views.settings.storage.stale();
            }
        }
    }

    /// Takes in what the loader found.
    pub(super) fn export_facts_came(&mut self, told: ExportTold) {
        match told {
            ExportTold::Facts {
                site,
                columns,
                saved,
            } => {
                let form = &mut self.views.results.export;
                form.columns_came(site, columns);
                form.saved = saved;
                self.hide_exports();
            }
            storage @ ExportTold::Storage { .. } => self.views.settings.storage.came(storage),
        }
    }

    /// The rule over kept pages that is looked at, when it is of this site.
    pub(super) fn reread_of(&mut self, site: SiteId) -> Option<&mut Reread> {
        let reread = self.views.sites.reread.as_mut();
        reread.filter(|reread| reread.site == site)
    }

    /// Leaves out kept exports that wait to be removed.
    pub(super) fn hide_exports(&mut self) {
        let removals = &self.removals;
        let saved = &mut self.views.results.export.saved;
        saved.retain(|export| !removals.waits_export(&export.name));
    }
}
