//! Whether an account's session still lasts during a run. Input: answers. Output: an answer
//! meant for anonymous visitors, turned into a login request. Many sites tell anonymous visitors
//! that a members-only page does not exist. How often a run may log in is in
//! `egress::accounts::run_logins`.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use bowerbird_io::store::Queued;
use bowerbird_logic::model::{EvidencePlace, PageState, RequestId, Verdict};

/// Pages with the rule's login marker after which a page without it is suspicious by itself.
const USUAL: u32 = 3;
/// The maximum number of login page checks per run.
const MAX_CHECKS: usize = 12;

/// A run's knowledge of its session.
#[derive(Debug, Default)]
pub(in crate::crawl) struct SessionCheck {
    /// Pages that showed the login marker.
    signed: u32,
    /// Pages for which the session was checked.
    looked_for: HashSet<RequestId>,
    /// Those at which it had ended.
    over: HashSet<RequestId>,
    /// Whether a new login did not yield a page that seemed to need one.
    misled: bool,
}

impl OutcomeDecider {
    /// The answer, turned into a login request if the session has ended.
    pub(in crate::crawl) async fn check_session(
        &mut self,
        queued: &Queued,
        reading: Reading,
    ) -> Result<Reading, EngineError> {
        if !self.egress.is_logged_in() {
            return Ok(reading);
        }
        if reading.state() == PageState::LoginRequired {
            return self.wanted_login(queued, reading).await;
        }
        let known = &mut self.tally.session_check;
        if reading.signed == Some(true) {
            known.signed = known.signed.saturating_add(1);
            return Ok(reading);
        }
        let good = reading.is_ok();
        let unusual = reading.signed == Some(false) && known.signed >= USUAL;
        let doubtful = match reading.state() {
            _ if good => unusual,
            PageState::Ok | PageState::Empty | PageState::Blocked | PageState::SoftBlock => {
                reading.fault.is_none() && !reading.no_page
            }
            _ => false,
        };
        if !doubtful || known.misled || known.looked_for.len() >= MAX_CHECKS {
            return Ok(reading);
        }
        if !known.looked_for.insert(queued.id) {
            // A page retried after a new login keeps its answer.
            known.misled = known.over.contains(&queued.id);
            return Ok(reading);
        }
        if self.egress.is_session_over().await != Some(true) {
            return Ok(reading);
        }
        self.tally.session_check.over.insert(queued.id);
        self.egress.note_session_over()?;
        let matched = reading.status().to_string();
        tracing::info!(url = %queued.request.url, "the session of the account is over");
        let verdict = Verdict::by_signal(
            PageState::LoginRequired,
            "session-over",
            EvidencePlace::History,
            &matched,
        );
        let url = queued.request.url.clone();
        let mut reading = reading.refused(verdict);
        // Not a page that the site redirected us to.
        reading.url = url;
        reading.answer.fetched_at = Timestamp::now();
        Ok(reading)
    }

    /// An answer that seems to ask for a login during a session. It may be that of a page that asks
    /// for more rights than the account has: if the session lasts, another login would change
    /// nothing.
    async fn wanted_login(
        &mut self,
        queued: &Queued,
        reading: Reading,
    ) -> Result<Reading, EngineError> {
        let known = &mut self.tally.session_check;
        let looks = reading.status() < 400
            && known.looked_for.len() < MAX_CHECKS
            && known.looked_for.insert(queued.id);
        if !looks || self.egress.is_session_over().await != Some(false) {
            self.egress.note_session_over()?;
            return Ok(reading);
        }
        tracing::info!(url = %queued.request.url, "the account may not open the page");
        let said = reading.verdict().evidence.first();
        let said = said.map(|found| found.matched.clone()).unwrap_or_default();
        let verdict = Verdict::by_signal(
            PageState::Empty,
            "kept-from-account",
            EvidencePlace::Body,
            &said,
        );
        Ok(reading.refused(verdict))
    }
}
