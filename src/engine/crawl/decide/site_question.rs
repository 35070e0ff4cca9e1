//! A question of the site that only a person can answer: a captcha, a login, a check of the browser.
//! Input: the answer that would end the run, or pages that were set aside. Output: the question, for
//! which the run waits. Afterwards its pages are requested again, or the run ends as if it had not
//! waited. No question is ever answered here.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::OutcomeDecider;
use super::deferred_pages::HeldPage;
use crate::crawl::read::Reading;
use crate::crawl::run_context::RunContext;
use crate::protocol::EngineError;
use crate::supervise::{Next, asks_for_a_check, describe};
use bowerbird_io::store::Queued;
use bowerbird_logic::messages::{Message, span};
use bowerbird_logic::model::{PageState, SiteQuestion, Verdict};
use bowerbird_logic::policy::defaults::PERSON_WAIT;
use bowerbird_logic::rules::Rule;

/// The minimum time that a person has in an open window.
const WINDOW_TIME: SignedDuration = SignedDuration::from_mins(10);

/// The questions of a run.
pub(super) struct Questions {
    open: Option<OpenQuestion>,
    /// How long the run waits for a person; zero: not at all.
    wait: Duration,
    /// Whether nobody came: the run does not wait again.
    unanswered: bool,
    /// Whether a person was asked about the pages that were set aside. Those that the site refuses again
    /// after the answer need something else.
    asked_at_end: bool,
}

/// The question for which the run waits.
struct OpenQuestion {
    question: SiteQuestion,
    /// The page that asks; `None` if it was set aside with others.
    page: Option<HeldPage>,
}

impl Questions {
    /// The questions of a run that begins.
    pub(super) fn of(run_context: &RunContext) -> Self {
        Self {
            open: None,
            wait: run_context.person_wait,
            unanswered: false,
            asked_at_end: false,
        }
    }

    /// The page whose outcome depends on the answer.
    pub(super) fn held(&self) -> Option<&HeldPage> {
        self.open.as_ref()?.page.as_ref()
    }
}

impl OutcomeDecider {
    /// The question for which the run waits.
    pub(in crate::crawl) fn question(&self) -> Option<&SiteQuestion> {
        self.questions.open.as_ref().map(|open| &open.question)
    }

    /// Shows in the figures whether a window with the question is open. When it opens, the person has
    /// ten minutes at least.
    pub(in crate::crawl) fn note_window(&mut self, is_shown: bool, now: Timestamp) {
        if let Some(open) = &mut self.questions.open {
            open.question.is_shown = is_shown;
            if is_shown && let Ok(until) = now.checked_add(WINDOW_TIME) {
                open.question.until = open.question.until.max(until);
            }
        }
        self.tell_question();
    }

    /// Reports for what, and how long, the run waits.
    pub(in crate::crawl) fn tell_question(&mut self) {
        let Some(question) = self.question().cloned() else {
            return;
        };
        let left = question.until.duration_since(Timestamp::now());
        let left = rounded(Duration::try_from(left).unwrap_or_default());
        let why = Message::new("engine-waiting-question").with("left", span(left));
        self.progress.waits(Some(why), Some(question.until));
        self.progress.figures.question = Some(question);
    }

    /// Whether the run waits for a person instead of ending with this answer.
    pub(super) fn may_ask(&self, reading: &Reading) -> bool {
        self.waits_for_person()
            && self.questions.open.is_none()
            && reading.fault.is_none()
            && is_question(reading.verdict())
    }

    fn waits_for_person(&self) -> bool {
        !self.questions.wait.is_zero() && !self.questions.unanswered
    }

    /// A person wants to answer: the run waits from now on, also one that was not to wait.
    pub(in crate::crawl) fn expect_person(&mut self) {
        if self.questions.wait.is_zero() {
            self.questions.wait = wait_for_answer(Some(&self.run_context.rule));
        }
        self.questions.unanswered = false;
    }

    /// Begins to wait because of an answer that would end the run.
    pub(super) fn ask_person(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let verdict = reading.verdict().clone();
        let url = queued.request.url.clone();
        self.ask(&verdict, url, Some(HeldPage { queued, reading }), now)
    }

    /// Begins to wait because of pages that were set aside, when nothing else is left to request.
    /// Returns whether there are any that a person could open.
    pub(in crate::crawl) fn ask_about_deferred(
        &mut self,
        now: Timestamp,
    ) -> Result<bool, EngineError> {
        if !self.waits_for_person() || self.questions.asked_at_end {
            return Ok(false);
        }
        let comes_in = self.comes_in();
        let page = self.deferred.refused().find(|page| {
            let verdict = page.reading.verdict();
            let is_closed_to_it = verdict.state == PageState::LoginRequired && comes_in;
            page.reading.fault.is_none() && is_question(verdict) && !is_closed_to_it
        });
        let Some(page) = page else {
            return Ok(false);
        };
        let verdict = page.reading.verdict().clone();
        let url = page.queued.request.url.clone();
        self.questions.asked_at_end = true;
        self.ask(&verdict, url, None, now)?;
        Ok(true)
    }

    fn ask(
        &mut self,
        verdict: &Verdict,
        url: String,
        page: Option<HeldPage>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let next = Next::Do(Message::new("engine-next-question"));
        let status = describe(verdict, &url, next, now);
        self.progress.reporter.status(&status)?;
        self.supervisor.await_person(verdict, &url, now)?;
        let wait = self.questions.wait;
        let question = SiteQuestion {
            url,
            state: verdict.state,
            since: now,
            until: now.checked_add(wait).unwrap_or(Timestamp::MAX),
            is_shown: false,
        };
        tracing::info!(url = %question.url, state = question.state.token(), "the run waits for a person");
        self.questions.open = Some(OpenQuestion { question, page });
        Ok(())
    }

    /// A person has answered: the pages that met the question are requested again.
    pub(in crate::crawl) fn answered(&mut self) -> Result<(), EngineError> {
        let Some(open) = self.end_question() else {
            return Ok(());
        };
        if let Some(page) = open.page {
            self.put_back(page.queued, page.reading);
        }
        let asks = |page: &HeldPage| page.is_refused() || is_question(page.reading.verdict());
        for page in self.deferred.take_for_other_route(asks) {
            self.put_back(page.queued, page.reading);
        }
        self.tally.same_login.begin_anew();
        self.supervisor.person_answered(Timestamp::now())
    }

    /// Nobody came in time: the run ends as if it had not waited.
    pub(in crate::crawl) fn nobody_answered(&mut self, now: Timestamp) -> Result<(), EngineError> {
        self.questions.unanswered = true;
        let open = self.end_question();
        self.supervisor.nobody_answered(now)?;
        match open.and_then(|open| open.page) {
            Some(page) => self.end_blocked(page.queued, page.reading, now),
            None => Ok(()),
        }
    }

    fn end_question(&mut self) -> Option<OpenQuestion> {
        self.progress.waits(None, None);
        self.progress.figures.question = None;
        self.questions.open.take()
    }
}

/// Whether the verdict is of a question that a person can answer in a browser.
fn is_question(verdict: &Verdict) -> bool {
    match verdict.state {
        PageState::Challenge | PageState::LoginRequired => true,
        PageState::Blocked | PageState::SoftBlock => asks_for_a_check(&verdict.evidence),
        _ => false,
    }
}

/// How long a run waits for a person who wants to answer, whether or not its rule has runs wait.
pub(crate) fn wait_for_answer(rule: Option<&Rule>) -> Duration {
    let wait = rule.and_then(Rule::person_wait);
    wait.filter(|wait| !wait.is_zero()).unwrap_or(PERSON_WAIT)
}

/// A time that is left, in steps: a change is written down.
fn rounded(left: Duration) -> Duration {
    let step = match left.as_secs() {
        ..120 => 10,
        _ => 60,
    };
    Duration::from_secs(left.as_secs().div_ceil(step) * step)
}
