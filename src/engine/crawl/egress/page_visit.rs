//! A person's visit to a page of a site that has accounts: logged in as a run of the site would be,
//! or without an account if the person wants that. Input: the site, how to visit it. Output: the
//! session, and as whom the page is shown.

use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::Egress;
use crate::context::EngineContext;
use crate::crawl::run_context::RunContext;
use crate::protocol::{AccountChoice, EngineError, PageLogin, ShownLogin};
use crate::runtime::stop::Stop;
use bowerbird_io::fetch::Session;
use bowerbird_io::secrets::asks_passphrase;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Account, Site};
use bowerbird_logic::rules::parse;

/// A visit to one page.
pub(crate) struct PageVisit {
    egress: Egress,
    login: PageLogin,
    /// The accounts of the site.
    accounts: Vec<Account>,
    site: Site,
    /// Why the last login failed.
    fault: Option<Message>,
}

impl PageVisit {
    /// Begins a visit of `site`.
    ///
    /// # Errors
    /// As for the session of a run.
    pub(crate) fn begin(
        context: &Arc<EngineContext>,
        site: &Site,
        login: PageLogin,
    ) -> Result<Self, EngineError> {
        let rule = parse(&site.rule_toml)?;
        let run_context = Arc::new(RunContext::new(context, site, rule, Stop::new()));
        let mut egress = Egress::with(&run_context, false)?;
        let mut accounts = context.store.accounts()?;
        accounts.retain(|account| account.site == site.id && account.enabled);
        if login == PageLogin::Without {
            egress.account = None;
            egress.session = egress.session.without_cookies();
        }
        Ok(Self {
            egress,
            login,
            accounts,
            site: site.clone(),
            fault: None,
        })
    }

    /// The session of the visit, and the proxy it uses.
    pub(crate) fn session(&self) -> (Session, Option<String>) {
        let proxy = self.egress.proxy_name().map(str::to_owned);
        (self.egress.session.clone(), proxy)
    }

    /// Whether to log in before the first request: the rule or the person wants it.
    pub(crate) fn must_log_in_first(&self) -> bool {
        let wanted = self.login == PageLogin::LogIn && !self.egress.is_logged_in();
        self.login != PageLogin::Without && (wanted || self.egress.must_log_in_first())
    }

    /// Whether the visitor was sent from `asked` to the login page of the rule.
    pub(crate) fn is_sent_to_login(&self, asked: &Url, ended: &Url) -> bool {
        let rule = &self.egress.run_context.rule;
        rule.login_redirect(asked.as_str(), ended.as_str())
            .is_some()
    }

    /// Logs `session` in after the page asked for it; `login_page` is where the site sent the
    /// visitor, if it did. Returns whether it is logged in now.
    ///
    /// # Errors
    /// When the password is locked: the page waits for the passphrase.
    pub(crate) async fn log_in_for_page(
        &mut self,
        session: &mut Session,
        login_page: Option<&str>,
    ) -> Result<bool, EngineError> {
        if self.login == PageLogin::Without {
            return Ok(false);
        }
        if self.egress.is_logged_in() {
            // What was stored is no session any more.
            self.egress.note_session_over()?;
        }
        let logged_in = self.log_in(session, login_page).await?;
        match self.fault.take_if(|fault| asks_passphrase(fault)) {
            Some(locked) => Err(EngineError(locked)),
            None => Ok(logged_in),
        }
    }

    /// Logs `session` in. Returns whether it is logged in now; if not, the visit goes on without.
    ///
    /// # Errors
    /// When the project cannot be read.
    pub(crate) async fn log_in(
        &mut self,
        session: &mut Session,
        login_page: Option<&str>,
    ) -> Result<bool, EngineError> {
        self.egress.session = session.clone();
        let logged_in = self.egress.log_in(login_page, Timestamp::now()).await?;
        self.fault = match logged_in {
            true => None,
            false => self.egress.login_fault.take().or_else(|| self.hindrance()),
        };
        if logged_in {
            *session = self.egress.session.clone();
        } else {
            self.egress.account = None;
        }
        Ok(logged_in)
    }

    /// Why no account could be tried: the only ones are in use elsewhere, or they rest.
    fn hindrance(&self) -> Option<Message> {
        let in_use = self.egress.run_context.engine.accounts_in_use.all();
        let mut accounts = self.accounts.iter();
        let user = accounts.find(|account| in_use.contains(&account.id))?;
        Some(Message::new("page-account-in-use").with("user", user.user.as_str()))
    }

    /// As whom the page is shown; `None` if the site has no account.
    pub(crate) fn shown_as(&self) -> Option<AccountChoice> {
        let in_use = self.egress.account_id();
        let mut accounts = self.accounts.iter();
        let account = accounts
            .find(|account| Some(account.id) == in_use)
            .or_else(|| self.accounts.first())?;
        let login = match (in_use, &self.fault, self.login) {
            (Some(_), ..) => ShownLogin::LoggedIn,
            (None, Some(fault), _) => ShownLogin::Failed(fault.clone()),
            (None, None, PageLogin::Without) => ShownLogin::Without,
            (None, None, _) => ShownLogin::NotAsked,
        };
        Some(AccountChoice {
            account: account.id,
            user: account.user.clone(),
            site: self.site.id,
            site_name: self.site.name.clone(),
            login,
        })
    }
}
