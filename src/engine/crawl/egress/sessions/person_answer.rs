//! What a person did in a browser window, for the session that met the question: its cookies. Input:
//! the window's cookies. Output: the same visitor with them, kept with its account, or with the
//! site's own sessions.

use jiff::{SignedDuration, Timestamp};
use url::Url;

use super::super::Egress;
use crate::crawl::egress::accounts::cookies_name;
use crate::project_permission::{allow_action, secret_places};
use crate::protocol::{EngineError, Event};
use bowerbird_io::fetch::Session;
use bowerbird_io::secrets::{BoundSecret, Secret};
use bowerbird_logic::policy::pools::cookies::read_cookies;

/// How long a cookie without an end is kept: the browser of a person would keep it while it is open.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// What a person leaves in a browser window.
pub(in crate::crawl) struct WindowAnswer<'a> {
    /// All cookies of the window, as the JSON that browsers export.
    pub(in crate::crawl) cookies: &'a Secret,
    /// The page that it was opened at.
    pub(in crate::crawl) url: &'a Url,
    /// Whether it began with the cookies of the session.
    pub(in crate::crawl) has_session: bool,
    /// Whether the site asked for a login.
    pub(in crate::crawl) asks_login: bool,
}

impl Egress {
    /// Whether the site shows the session what it shows members: an account is logged in, or a person
    /// did it in a window.
    pub(in crate::crawl) fn comes_as_member(&self) -> bool {
        self.is_logged_in() || self.is_person_logged_in
    }

    /// The session in use, for a window that continues its visit.
    pub(in crate::crawl) fn session(&self) -> Session {
        self.session.clone()
    }

    /// User name of the account in use.
    pub(in crate::crawl) fn account_user(&self) -> Option<String> {
        self.account_name().map(str::to_owned)
    }

    /// Continues the visit with the cookies of a window. They are kept as secrets: with the account in
    /// use, else with the site's own session.
    ///
    /// # Errors
    /// When the cookies cannot be kept: without them the next run would be asked again.
    pub(in crate::crawl) fn take_answer(
        &mut self,
        answer: &WindowAnswer<'_>,
    ) -> Result<(), EngineError> {
        let WindowAnswer { cookies, url, .. } = *answer;
        let now = Timestamp::now();
        // Those of an account are kept as they are: their end says how long its login lasts.
        let end = now.checked_add(KEPT_FOR).ok();
        let end = end.filter(|_| self.account_id().is_none());
        let start = self.run_context.rule.start().next();
        let mut hosts: Vec<String> = [Some(url), start.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|url| url.host_str().map(str::to_owned))
            .collect();
        hosts.dedup();
        for host in hosts {
            let (mut found, _) = read_cookies(cookies.reveal(), &host).for_host(&host, now);
            for cookie in &mut found {
                cookie.expires = cookie.expires.or(end);
            }
            match answer.has_session && !found.is_empty() {
                true => self.session.replace_cookies(url, &host, &found),
                false => self.session.bring_cookies(&found),
            };
        }
        if answer.asks_login {
            self.login_fault = None;
            self.is_person_logged_in = true;
        }
        if let Some(visitor) = &mut self.visitor {
            visitor.begin_anew();
        }
        self.new_generation();
        match self.account_id() {
            Some(_) => tokio::task::block_in_place(|| self.keep_with_account(now)),
            None => {
                if let Some(kept) = &mut self.kept_visit {
                    tokio::task::block_in_place(|| kept.keep())?;
                }
                Ok(())
            }
        }
    }

    fn keep_with_account(&self, now: Timestamp) -> Result<(), EngineError> {
        let (Some(account), Some(user)) = (self.account_id(), self.account_name()) else {
            return Ok(());
        };
        let engine = &self.run_context.engine;
        let name = cookies_name(&self.run_context.site_name, user);
        let scope = secret_places::of_rule(&self.run_context.rule);
        let kept = BoundSecret::new(self.session.cookies(&scope), scope);
        let until = self.session.cookies_until();
        // The account is what the person answered for, so runs may use it.
        allow_action(&engine.store, &engine.gate, || {
            engine.secrets().set(&name, &kept)?;
            Ok(engine.store.note_login(account, now, until)?)
        })?;
        engine.publish(Event::PoolsChanged);
        Ok(())
    }
}
