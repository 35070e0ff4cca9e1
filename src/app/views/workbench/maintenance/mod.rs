//! Maintenance of a rule in the workbench: its samples, tests on further pages, and its repair
//! after a redesign. Input: the rule and the open page, from authoring; the engine's answers.
//! Output: commands. The engine does all judging and learning.

mod pages;
mod pages_ui;
mod repair;
mod repair_ui;
mod samples;
mod samples_ui;

use std::sync::Arc;

use eframe::egui::Ui;

pub use pages::{FurtherPages, Tested, Verdict};
pub use pages_ui::pages_ui;
pub use repair::Repairing;
pub use repair_ui::{old_page_ui, repair_ui};
pub use samples::Samples;
pub use samples_ui::samples_ui;

use super::author::Authoring;
use super::author::data::{Other, PageTarget};
use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::Event;
use bowerbird_engine::types::{DefaultColumn, SiteId};

/// The maintenance state of the current rule.
#[derive(Default)]
pub struct RuleMaintenance {
    /// The rule's samples.
    pub samples: Samples,
    /// Further pages that the rule was tested on.
    pub pages: FurtherPages,
    /// The displayed repair.
    pub repair: Option<Repairing>,
    /// The site to repair once its page is open.
    pub repair_wanted: Option<SiteId>,
}

impl RuleMaintenance {
    /// Whether a repair waits for proposals to be accepted.
    pub fn offers_repair(&self) -> bool {
        self.repair.as_ref().is_some_and(|repair| !repair.done)
    }

    /// Synchronises everything with the rule and the page, once per frame.
    pub fn follow(&mut self, author: &mut Authoring, scale: f32, actions: &mut Vec<Action>) {
        self.samples.follow(author, actions);
        self.pages.follow(author);
        author.trial = self.pages.trial(author);
        if let Some(repair) = &mut self.repair {
            author.test_now |= repair.take_page_test(author);
        }
        if std::mem::take(&mut author.test_now) {
            self.pages.test(author, actions);
        }
        if self.repair_wanted.is_some()
            && self.repair_wanted == author.site
            && author.page.is_some()
        {
            self.repair_wanted = None;
            self.begin_repair(author, actions);
        }
        let here = author.page.as_ref().map(|page| page.ticket);
        let on_it =
            |repair: &Repairing| author.site == Some(repair.site) && here == Some(repair.page);
        // The proposals only apply to the page that was open.
        if self.repair.as_ref().is_some_and(|repair| !on_it(repair)) {
            self.end_repair(actions);
        }
        author.repairing = self.repair.is_some();
        author.unread_samples = self.samples.without_results();
        if let Some(repair) = &mut self.repair {
            repair.follow(scale, actions);
        }
    }

    /// The rule's results on other pages: its samples and tested pages.
    pub fn others(&self, author: &Authoring) -> Vec<Other> {
        let open = author.page.as_ref().map_or("", |page| page.url.as_str());
        let samples = self.samples.iter().filter_map(|(info, result)| {
            let named = !info.title.trim().is_empty();
            Some(Other {
                name: if named { &info.title } else { &info.url }.clone(),
                open: PageTarget::Sample(info.id),
                reading: Arc::clone(result?.reading.as_ref().filter(|_| info.url != open)?),
            })
        });
        let tested = self.pages.rows().iter().filter_map(|row| {
            let reading = row.result.as_ref()?.as_ref().ok();
            Some(Other {
                name: row.url.clone(),
                open: PageTarget::Page(row.url.clone()),
                reading: Arc::clone(reading.filter(|_| row.url != open)?),
            })
        });
        samples.chain(tested).collect()
    }

    /// Requests a repair of the rule on the open page.
    pub fn begin_repair(&mut self, author: &Authoring, actions: &mut Vec<Action>) {
        self.end_repair(actions);
        self.repair = Repairing::begin(author, actions);
    }

    /// Closes the repair.
    pub fn end_repair(&mut self, actions: &mut Vec<Action>) {
        if let Some(mut repair) = self.repair.take() {
            repair.close(actions);
        }
    }

    /// Handles the engine's events; ignores others.
    pub fn take_event(&mut self, event: Event, actions: &mut Vec<Action>) {
        match event {
            Event::SamplesChanged { site, samples } => self.samples.came(site, samples),
            Event::SamplesTested {
                generation,
                results,
            } => self.samples.tested(generation, results),
            Event::PageTested {
                generation,
                url,
                result,
                ms,
            } => self.pages.tested(generation, &url, result, ms),
            Event::TextBoxFound {
                generation,
                content,
            } => self.pages.box_found(generation, *content),
            Event::RepairProposed { ticket, result } => {
                if let Some(repair) = &mut self.repair {
                    repair.proposed(ticket, result, actions);
                }
            }
            _ => {}
        }
    }
}

/// The line above the rule of a saved site: its versions, and its repair.
pub fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    maintenance: &mut RuleMaintenance,
    author: &Authoring,
    actions: &mut Vec<Action>,
) {
    let Some(site) = author.site else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let versions = look.quiet(ui, look.t("app-sites-versions"));
        if versions
            .on_hover_text(look.t("app-versions-open-tip"))
            .clicked()
        {
            actions.push(Action::ShowVersions(site));
        }
        let open = author.page.is_some() && maintenance.repair.is_none();
        ui.add_enabled_ui(open, |ui| {
            let repair = look.quiet(ui, look.t("app-repair-open"));
            if repair
                .on_hover_text(look.t("app-repair-open-tip"))
                .clicked()
            {
                maintenance.begin_repair(author, actions);
            }
        });
    });
}

/// The name of a column, an item's field or a part of a rule.
pub(super) fn name_word(look: &UiContext, name: &str) -> String {
    match name.strip_prefix("item.").unwrap_or(name) {
        name if DefaultColumn::from_token(name).is_some() => look.t(&format!("app-column-{name}")),
        "next" => look.t("app-author-part-next"),
        own => own.to_owned(),
    }
}
