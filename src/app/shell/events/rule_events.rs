//! Events about rules that changed without a person.

use std::time::Instant;

use crate::Bowerbird;
use crate::action::Notice;
use crate::notices::Topic;
use crate::notices::notice_duration::SITE_UNDO_STAYS;
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
}
