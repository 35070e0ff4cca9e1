//! How a run waits for a person where the site asks what only a person can answer. Input: a question,
//! and a person's commands. Output: the run goes on with what the person did in the browser window,
//! or ends as if it had not waited. Meanwhile nothing is requested and other runs have its slot; a
//! stop, a pause and a cancel end the wait.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::mpsc;
use url::Url;

use super::site_run::SiteRun;
use crate::context::LoginWindowOrder;
use crate::crawl::egress::WindowAnswer;
use crate::crawl::progress::REPORT_EVERY;
use crate::protocol::{EngineError, Event, LoginWindow};
use bowerbird_io::browser::{BrowserWindow, WindowUserAgent};
use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::PageState;

impl SiteRun {
    /// Waits for a person; returns whether there was a question.
    pub(in crate::crawl) async fn wait_for_person(&mut self) -> Result<bool, EngineError> {
        if self.decider.question().is_none() {
            return Ok(false);
        }
        self.hold_requests().await?;
        let stop = self.run_context.stop.clone();
        let before = self.decider.egress.generation();
        while self.decider.question().is_some() {
            if stop.is_stopped() || self.decider.is_over() {
                break;
            }
            self.take_orders().await?;
            if std::mem::take(&mut self.retry_wanted)
                || self.decider.egress.generation() != before
                || (std::mem::take(&mut self.window_wanted) && self.show_question().await?)
            {
                self.decider.answered()?;
                break;
            }
            if self.is_time_up() {
                self.decider.nobody_answered(Timestamp::now())?;
                break;
            }
            self.renew_leases();
            self.decider.tell_question();
            self.decider.progress.report(self.queue.len())?;
            tokio::select! {
                () = tokio::time::sleep(REPORT_EVERY) => {}
                () = stop.stopped() => {}
            }
        }
        // The orders that are left were given for this question.
        (self.window_wanted, self.retry_wanted) = (false, false);
        self.store_batch()?;
        self.decider.progress.skip_time();
        Ok(true)
    }

    /// Whether the time is up that a person has for the question.
    fn is_time_up(&self) -> bool {
        let question = self.decider.question();
        question.is_none_or(|question| Timestamp::now() >= question.until)
    }

    /// Returns the requests in progress to the queue, because the site would answer them with the same
    /// question, and gives the slot to other runs.
    async fn hold_requests(&mut self) -> Result<(), EngineError> {
        while let Some(ended) = self.queue.try_ended() {
            self.take(ended).await?;
        }
        self.queue.call_back().await?;
        self.store_batch()?;
        self.slot.give_up();
        Ok(())
    }

    /// Shows the question in a window of the browser until the person is done; returns whether the
    /// person has answered it.
    async fn show_question(&mut self) -> Result<bool, EngineError> {
        let Some(question) = self.decider.question().cloned() else {
            return Ok(false);
        };
        let Ok(url) = Url::parse(&question.url) else {
            return Ok(false);
        };
        let engine = Arc::clone(&self.run_context.engine);
        let (number, mut orders) = engine.login_window.replace();
        let window = LoginWindow {
            site: self.run_context.site,
            user: self.decider.egress.account_user().unwrap_or_default(),
            host: url.host_str().unwrap_or_default().to_owned(),
            answers: true,
            is_open: true,
            number,
            is_answered: false,
            fault: None,
        };
        engine.publish(Event::LoginWindow(window.clone()));
        self.decider.note_window(true, Timestamp::now());
        let (answered, fault) = match self.attend_window(&url, &mut orders).await {
            Ok(None) => (false, None),
            Ok(Some(browser)) => {
                let asks_login = question.state == PageState::LoginRequired;
                (true, self.take_answer(browser, &url, asks_login).await)
            }
            Err(fault) => (false, Some(fault)),
        };
        self.decider.note_window(false, Timestamp::now());
        // Orders that were given while the window was open: it was shown already, and after an answer
        // another proxy or account would leave the visitor whom the site let in.
        match answered {
            true => drop(engine.orders.take(self.run_context.site)),
            false => engine.orders.drop_answers(self.run_context.site),
        }
        engine.publish(Event::LoginWindow(LoginWindow {
            is_open: false,
            is_answered: answered,
            fault,
            ..window
        }));
        Ok(answered)
    }

    /// Opens the window, through the egress that met the question, until the person is done; `None` if
    /// the person gave up or the time is up. An error says why there is no window.
    async fn attend_window(
        &mut self,
        url: &Url,
        orders: &mut mpsc::Receiver<LoginWindowOrder>,
    ) -> Result<Option<BrowserWindow>, Message> {
        let stop = self.run_context.stop.clone();
        let session = self.decider.egress.session();
        let pages = self.run_context.engine.pages.clone();
        let browser = tokio::select! {
            opened = pages.open_window(&session, url, WindowUserAgent::Session) => {
                opened.map_err(|error| error.explain())?
            }
            () = stop.stopped() => return Ok(None),
        };
        let order = loop {
            tokio::select! {
                order = orders.recv() => break order.unwrap_or(LoginWindowOrder::Discard),
                // A person who closes the window is done; a browser that broke says nothing.
                by_person = browser.closed() => break match by_person {
                    true => LoginWindowOrder::Take,
                    false => LoginWindowOrder::Discard,
                },
                () = stop.stopped() => break LoginWindowOrder::Discard,
                () = tokio::time::sleep(REPORT_EVERY) => {
                    self.renew_leases();
                    self.decider.tell_question();
                    let queued = self.queue.len();
                    self.decider.progress.report(queued).map_err(|error| error.0)?;
                    if self.is_time_up() {
                        break LoginWindowOrder::Discard;
                    }
                }
            }
        };
        if order == LoginWindowOrder::Take {
            return Ok(Some(browser));
        }
        browser.close().await;
        Ok(None)
    }

    /// Goes on with the cookies of the window, and closes it. Returns why they are not kept for later
    /// runs, if they are not.
    async fn take_answer(
        &mut self,
        browser: BrowserWindow,
        url: &Url,
        asks_login: bool,
    ) -> Option<Message> {
        let cookies = Secret::new(browser.cookies().await);
        let answer = WindowAnswer {
            cookies: &cookies,
            url,
            has_session: browser.has_session(),
            asks_login,
        };
        let taken = self.decider.egress.take_answer(&answer);
        browser.close().await;
        taken.err().map(|error| error.0)
    }
}
