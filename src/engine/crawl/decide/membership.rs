//! Whether the session of an account still lasts while a run goes on. Flows in: answers. Flows out: the
//! answer that only a visitor gets, as the request to log in that it is. Many sites say to visitors that a
//! page for members is not there.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::crawl::read::Reading;
use crate::crawl::run::site_run::SiteRun;
use crate::protocol::EngineError;
use bowerbird_io::store::Queued;
use bowerbird_logic::model::{EvidencePlace, PageState, RequestId, Verdict};

/// Pages with the rule's sign of success after which a page without it is suspicious by that alone.
const USUAL: u32 = 3;
/// Looks at the login page that a run takes at most.
const MAX_CHECKS: usize = 12;

/// What a run knows of its session.
#[derive(Debug, Default)]
pub(in crate::crawl) struct Membership {
    /// Pages that showed the sign of success.
    signed: u32,
    /// Pages for which it was looked whether the session lasts.
    looked_for: HashSet<RequestId>,
    /// Those at which it was over.
    over: HashSet<RequestId>,
    /// Whether a new login did not bring a page that seemed to want one.
    misled: bool,
}

impl SiteRun {
    /// The answer, as a request to log in where the session is over.
    pub(in crate::crawl) async fn check_membership(
        &mut self,
        queued: &Queued,
        reading: Reading,
    ) -> Result<Reading, EngineError> {
        if !self.egress.is_logged_in() {
            return Ok(reading);
        }
        if reading.state() == PageState::LoginRequired {
            self.egress.note_session_over()?;
            return Ok(reading);
        }
        let known = &mut self.tally.membership;
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
            // Where it was asked for again after a new login, it is what it was.
            known.misled = known.over.contains(&queued.id);
            return Ok(reading);
        }
        if !self.egress.is_session_over().await {
            return Ok(reading);
        }
        self.tally.membership.over.insert(queued.id);
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
        // No page that the site sent us to.
        reading.url = url;
        reading.answer.fetched_at = Timestamp::now();
        Ok(reading)
    }
}
