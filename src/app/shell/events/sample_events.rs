//! Events about the sample site, and the way back from its project to the own one.

use std::path::PathBuf;

use crate::Bowerbird;
use crate::action::{Action, Notice};
use crate::notices::Topic;
use crate::notices::notice_duration::OPEN_AGAIN_STAYS;
use bowerbird_engine::types::Message;

impl Bowerbird {
    /// Closes the project; after the sample project, the own one that was left for it is opened again,
    /// so that its tasks go on.
    pub(in crate::shell) fn leave_project(&mut self) {
        let is_sample = self.world.project.as_ref() == Some(&self.sample);
        self.close_project();
        match self.settings.last_project.clone() {
            Some(own) if is_sample && own != self.sample && own.is_file() => self.open_project(own),
            _ => {
                self.settings.last_project = None;
                self.keep_settings();
            }
        }
    }

    /// Remembers the open project for the next start. The sample project is only looked at: the own
    /// one that was left for it is opened next, and can be gone back to.
    pub(super) fn remember_project(&mut self, path: PathBuf) {
        let own = self.settings.last_project.as_ref();
        let Some(own) = own.filter(|own| path == self.sample && **own != path && own.is_file())
        else {
            self.settings.last_project = Some(path);
            return;
        };
        let name = own.file_name().unwrap_or_default().to_string_lossy();
        let told = Message::new("app-sample-left").with("project", name.as_ref());
        let back = Action::OpenProject(own.clone());
        let notice = Notice {
            stay: Some(OPEN_AGAIN_STAYS),
            ..Notice::info(told).offering("app-sample-back", back)
        };
        self.notify(notice, Topic::Other);
    }

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
