//! A page read twice a few seconds apart, before it is watched: which field says which row it is, and
//! what changes at every reading. The field that identifies rows is used at once, since rows that are known by
//! their place all seem to change when one is added; other proposals are accepted by one click.

use std::sync::atomic::{AtomicU64, Ordering};

use eframe::egui::Ui;

use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::records::column_word;
use bowerbird_engine::types::{KeyProposal, Message, NoiseWay, SiteId, WatchProposals};
use bowerbird_engine::{AuthoringCommand, Command};

/// The number of the newest request of any part of the window.
static NEWEST: AtomicU64 = AtomicU64::new(0);
/// Longest value shown, in characters.
const MAX_VALUE: usize = 60;

/// The two readings of a page, and what they propose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadTwice {
    generation: u64,
    waits: bool,
    result: Option<Result<WatchProposals, Message>>,
    /// The proposed key that is in use.
    used: Option<KeyProposal>,
}

/// What becomes of the proposals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwiceAnswer {
    /// What is accepted.
    pub accepted: WatchProposals,
    /// The field that is no longer to identify rows.
    pub drops_key: Option<String>,
}

impl ReadTwice {
    /// Reads the page at `url` twice with the rule.
    pub fn begin(
        &mut self,
        site: Option<SiteId>,
        (rule_toml, url): (&str, &str),
        actions: &mut Vec<Action>,
    ) {
        *self = Self {
            generation: NEWEST.fetch_add(1, Ordering::Relaxed) + 1,
            waits: true,
            result: None,
            used: None,
        };
        actions.push(Action::Send(Command::Authoring(
            AuthoringCommand::ReadTwice {
                generation: self.generation,
                site,
                rule_toml: rule_toml.to_owned(),
                url: url.to_owned(),
            },
        )));
    }

    /// Takes the answer, if it is its own.
    pub fn came(&mut self, generation: u64, result: &Result<WatchProposals, Message>) {
        if self.waits && generation == self.generation {
            self.waits = false;
            self.result = Some(result.clone());
        }
    }

    /// Draws what is proposed; returns what becomes of it. A rule that is not saved yet `takes_key` by itself.
    pub fn proposals_ui(
        &mut self,
        ui: &mut Ui,
        look: &UiContext,
        takes_key: bool,
    ) -> Option<TwiceAnswer> {
        if self.waits {
            ui.horizontal_wrapped(|ui| {
                ui.spinner();
                ui.label(look.hint(look.t("watch-reading-twice")));
            });
            return None;
        }
        let proposals = match self.result.as_mut()? {
            Ok(proposals) => proposals,
            Err(why) => {
                ui.label(look.coloured(look.text(why), look.tokens.warn));
                return None;
            }
        };
        let mut answer = TwiceAnswer::default();
        let is_taken = takes_key
            || proposals.key.as_ref().is_some_and(|key| {
                let field = column_word(look, &key.field);
                ui.horizontal_wrapped(|ui| {
                    ui.label(look.text(&key.why));
                    ui.button(look.t1("watch-use-key", "field", field))
                        .clicked()
                })
                .inner
            });
        if let Some(key) = proposals.key.take_if(|_| is_taken) {
            self.used = Some(key.clone());
            answer.accepted.key = Some(key);
        }
        if let Some(key) = &self.used {
            let field = column_word(look, &key.field);
            let drop = look.t1("watch-drop-key", "field", field);
            let is_dropped = ui
                .horizontal_wrapped(|ui| {
                    ui.label(look.text(&key.why));
                    look.quiet(ui, drop).clicked()
                })
                .inner;
            if is_dropped {
                answer.drops_key = self.used.take().map(|key| key.field);
            }
        } else if *proposals == WatchProposals::default() {
            ui.label(look.hint(look.t("watch-quiet")));
        }
        let mut taken = None;
        for (number, noise) in proposals.noise.iter().enumerate() {
            let field = column_word(look, &noise.field);
            let differs = Message::new("watch-noise")
                .with("field", field.as_str())
                .with("count", noise.changed)
                .with("all", noise.rows)
                .with("before", shortened(&noise.example.0))
                .with("after", shortened(&noise.example.1));
            ui.horizontal_wrapped(|ui| {
                ui.label(look.text(&differs));
                let (id, tip) = match &noise.way {
                    NoiseWay::KeepWatched => {
                        ui.label(look.hint(look.t1("watch-keep", "field", field.as_str())));
                        return;
                    }
                    NoiseWay::LeaveOut => ("watch-leave-out", String::new()),
                    NoiseWay::AsSet => ("watch-as-set", String::new()),
                    NoiseWay::Ignore(pattern) => ("watch-ignore", pattern.clone()),
                };
                let button = ui.button(look.t1(id, "field", field.as_str()));
                let button = match tip.is_empty() {
                    true => button,
                    false => button.on_hover_text(tip),
                };
                if button.clicked() {
                    taken = Some(number);
                }
            });
        }
        if let Some(number) = taken {
            answer.accepted.noise.push(proposals.noise.remove(number));
        }
        (answer != TwiceAnswer::default()).then_some(answer)
    }
}

fn shortened(value: &str) -> String {
    let mut short: String = value.chars().take(MAX_VALUE).collect();
    if value.chars().nth(MAX_VALUE).is_some() {
        short.push('…');
    }
    short
}
