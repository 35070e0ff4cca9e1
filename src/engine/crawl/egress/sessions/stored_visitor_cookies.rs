//! Persistent cookies of anonymous visitors, kept between program starts. They are secrets like
//! those of accounts, go only to the same hosts, and expire when the site says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use url::Url;

use crate::context::EngineContext;
use crate::crawl::run_context::RunContext;
use crate::project_permission::secret_places;
use crate::protocol::EngineError;
use bowerbird_io::fetch::Session;
use bowerbird_io::secrets::{BoundSecret, Secret};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::policy::pools::MAX_SESSIONS;
use bowerbird_logic::policy::pools::secret_scope::SecretScope;

/// The cookies of the current session. New ones are stored on drop.
pub(in crate::crawl::egress) struct KeptVisit {
    context: Arc<EngineContext>,
    site: SiteId,
    number: u64,
    scope: SecretScope,
    start: Option<Url>,
    session: Session,
    /// Its stored cookies.
    kept: String,
}

impl KeptVisit {
    /// The cookies of session `number`; `None` in a dry run, which stores nothing.
    pub(in crate::crawl::egress) fn of(
        run_context: &RunContext,
        number: u64,
        session: &Session,
    ) -> Option<Self> {
        let store = &run_context.engine.store;
        (store.home() == store.path()).then(|| Self {
            context: Arc::clone(&run_context.engine),
            site: run_context.site,
            number,
            scope: secret_places::of_rule(&run_context.rule),
            start: run_context.rule.start().next(),
            session: session.clone(),
            kept: String::new(),
        })
    }

    /// Restores the stored cookies of the session.
    pub(in crate::crawl::egress) fn bring_back(&mut self) {
        let all = self.all_kept();
        if let Some(cookies) = all.get(&self.number) {
            self.session.set_cookies(&Secret::new(cookies.as_str()));
            self.kept.clone_from(cookies);
        }
    }

    /// The stored cookies of the site's sessions, by number.
    fn all_kept(&self) -> BTreeMap<u64, String> {
        let known = || {
            // No passphrase or keychain prompt if nothing is stored.
            let marked = self.context.store.setting(&marker(self.site)).ok()??;
            (!marked.is_empty()).then_some(())?;
            let secret = self.context.secrets().get(&name(self.site)).ok()??;
            let text = secret.for_url(self.start.as_ref()?).ok()?;
            serde_json::from_str(text.reveal()).ok()
        };
        known().unwrap_or_default()
    }

    /// Stores its cookies if they changed.
    ///
    /// # Errors
    /// When the secrets cannot be written.
    pub(super) fn keep(&mut self) -> Result<(), EngineError> {
        let cookies = self.session.lasting_cookies(&self.scope);
        let cookies = cookies.reveal();
        if cookies == self.kept || (cookies == NONE && self.kept.is_empty()) {
            return Ok(());
        }
        let secrets = self.context.secrets();
        let mut all = self.all_kept();
        all.insert(self.number, cookies.to_owned());
        while all.len() > MAX_SESSIONS {
            all.pop_first();
        }
        let Ok(text) = serde_json::to_string(&all) else {
            return Ok(());
        };
        let secret = BoundSecret::new(Secret::new(text), self.scope.clone());
        secrets.set(&name(self.site), &secret)?;
        // If that fails, the cookies are merely not looked up.
        let _ = self.context.store.set_setting(&marker(self.site), "1");
        Ok(())
    }
}

impl Drop for KeptVisit {
    fn drop(&mut self) {
        // A failure costs only a new visit.
        if let Err(EngineError(message)) = self.keep() {
            tracing::debug!(reason = %message.id, "cookies of a visit are not kept");
        }
    }
}

/// Removes the cookies of a removed site.
///
/// # Errors
/// From the store.
pub(crate) fn forget_visits(context: &EngineContext, site: SiteId) -> Result<(), EngineError> {
    // No passphrase or keychain prompt if nothing is stored.
    if context
        .store
        .setting(&marker(site))?
        .is_none_or(|kept| kept.is_empty())
    {
        return Ok(());
    }
    if let Err(error) = context.secrets().remove(&name(site)) {
        tracing::warn!(%error, "a secret stays behind");
    }
    Ok(context.store.set_setting(&marker(site), "")?)
}

/// Serialised cookies, when there are none.
const NONE: &str = "[]";

/// The name of a site's cookies among the secrets.
fn name(site: SiteId) -> String {
    format!("visits:{}", site.0)
}

/// The setting that says whether any are stored.
fn marker(site: SiteId) -> String {
    format!("visits-kept:{}", site.0)
}
