//! Events about rules: those that changed without a person, and the workbench's once it was saved.

use std::time::Instant;

use crate::Bowerbird;
use crate::action::{Action, Notice};
use crate::notices::Topic;
use crate::shell::removals::undo_duration::SITE_UNDO_STAYS;
use bowerbird_engine::types::Message;
use bowerbird_engine::{Command, RestoredRule, SiteCommand};

impl Bowerbird {
    /// An earlier version of a rule was restored: says which and why, and offers to undo it.
    pub(super) fn rule_restored(&mut self, restored: &RestoredRule) {
        let site = self.world.site(restored.site);
        let name = site.map(|site| site.name.clone()).unwrap_or_default();
        let back = Command::Site(SiteCommand::RestoreRule {
            site: restored.site,
            version: restored.replaced,
        });
        let now = Instant::now();
        self.removals.offer_undo(back, SITE_UNDO_STAYS, now);
        let told = Message::new("app-versions-restored-by-itself")
            .with("site", name)
            .with("why", restored.why.clone());
        self.notify(Notice::removed(told, SITE_UNDO_STAYS), Topic::Words);
    }

    /// The workbench's rule belongs to the site that it was saved as.
    pub(super) fn adopt_saved(&mut self, actions: &mut Vec<Action>) {
        let author = &mut self.views.workbench.author;
        let Some(saving) = &author.saving else {
            let mut sites = self.world.sites().iter();
            if let Some(site) = sites.find(|site| Some(site.id) == author.site) {
                author.site_has(&site.rule_toml, actions);
            }
            return;
        };
        let mut sites = self.world.sites().iter();
        let Some(site) = sites.find(|site| site.name == saving.name) else {
            return;
        };
        let id = site.id;
        author.saved_as(id, actions);
        self.views.workbench.page.site = Some(id);
        // The end of the last run says nothing about the changed rule.
        self.world.ended.remove(&id);
    }
}
