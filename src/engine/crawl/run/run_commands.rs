//! User commands for a running run: another proxy, another account, an answer.

use jiff::Timestamp;

use super::site_run::SiteRun;
use crate::protocol::EngineError;
use crate::protocol::Event;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{ActionKind, SiteSupervisionCommand};

impl SiteRun {
    /// Executes the commands received since the last check.
    pub(in crate::crawl) async fn take_orders(&mut self) -> Result<(), EngineError> {
        for order in self.run_context.engine.orders.take(self.run_context.site) {
            let now = Timestamp::now();
            let done = match order {
                SiteSupervisionCommand::OtherProxy => {
                    let name = self.decider.egress.switch_proxy(now)?;
                    self.note_order(ActionKind::OtherProxy, name.is_some(), now)?
                }
                SiteSupervisionCommand::OtherAccount => {
                    let done = self.decider.egress.log_in(None, now).await?;
                    self.note_order(ActionKind::OtherAccount, done, now)?
                }
                SiteSupervisionCommand::Answer => {
                    self.window_wanted = true;
                    self.decider.expect_person();
                    true
                }
                SiteSupervisionCommand::RetryNow => {
                    self.retry_wanted = self.decider.question().is_some();
                    true
                }
                _ => true,
            };
            if !done {
                let id = match order {
                    SiteSupervisionCommand::OtherProxy => "supervise-no-proxy-left",
                    _ => "supervise-no-account-left",
                };
                let site = self.run_context.site_name.as_str();
                let message = Message::new(id).with("site", site);
                self.run_context
                    .engine
                    .publish(Event::CommandFailed { message });
            }
        }
        Ok(())
    }

    fn note_order(
        &mut self,
        kind: ActionKind,
        done: bool,
        now: Timestamp,
    ) -> Result<bool, EngineError> {
        if done {
            self.decider.supervisor.ordered(kind, now)?;
        }
        Ok(done)
    }
}
