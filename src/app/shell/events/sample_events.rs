//! Events about the sample site.

use crate::Bowerbird;
use crate::action::Notice;
use crate::notices::Topic;
use bowerbird_engine::types::Message;

impl Bowerbird {
    /// The sample site is served; `collecting` when its sites run by themselves now.
    pub(super) fn sample_ready(&mut self, url: String, collecting: bool) {
        let hint = match collecting {
            true => "app-sample-collecting",
            false => "app-sample-hint",
        };
        self.notify(Notice::info(Message::new(hint)), Topic::Other);
        self.views.workbench.page.address.clone_from(&url);
        self.world.sample = Some(url);
    }

    /// The demonstration of the sample site is over.
    pub(super) fn sample_collected(&mut self) {
        let told = Message::new("app-sample-collected");
        self.notify(Notice::success(told), Topic::Other);
    }
}
