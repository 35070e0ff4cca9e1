//! The scopes of secrets: the places of sites, proxies, alerts and exports at the time a person
//! types a secret for them. Used only when a user decides, and once for secrets of earlier
//! versions; never to decide whether a secret may be sent.

use std::collections::HashMap;

use url::Url;

use super::super::EngineError;
use bowerbird_io::export::Format;
use bowerbird_io::secrets::{Secret, Secrets};
use bowerbird_io::store::{Store, StoreReader};
use bowerbird_logic::model::{
    AlertChannel, AlertPlan, MailSecurity, MailServer, Proxy, Site, SiteId,
};
use bowerbird_logic::policy::pools::secret_scope::{SecretPlace, SecretScope};
use bowerbird_logic::rules::{Rule, parse};

/// The maximum number of start pages of a site whose hosts are checked.
const MAX_STARTS: usize = 10_000;

/// The secrets of an open project.
///
/// # Errors
/// When the project has no id.
pub(crate) fn open(
    store: &StoreReader,
    passphrase: Option<Secret>,
) -> Result<Secrets, EngineError> {
    let (id, home) = (store.project_id()?, store.home());
    let store = store.clone();
    let real = home.clone();
    let known = move || {
        // A dry run does not know its whole project, and unknown secrets are bound to no place.
        let found = match real == store.path() {
            true => known(&store),
            false => Store::open_read_only(&real)
                .map_err(EngineError::from)
                .and_then(|store| known(&store)),
        };
        found.map_err(|error| error.to_string())
    };
    Ok(Secrets::open(&home, &id, passphrase, Box::new(known)))
}

/// The sites of the start pages of a rule and of its login page.
pub(crate) fn of_rule(rule: &Rule) -> SecretScope {
    // A search may have any number of start addresses; its engines come first.
    let starts: Vec<Url> = rule.start().take(MAX_STARTS).collect();
    let login = rule.file().login.as_ref();
    let login = login.zip(starts.first());
    let login = login.and_then(|(login, start)| start.join(&login.url).ok());
    SecretScope::of_sites(starts.iter().chain(&login))
}

/// The same for a site; empty if its rule is invalid.
pub(crate) fn of_site(site: &Site) -> SecretScope {
    parse(&site.rule_toml).map_or_else(|_| SecretScope::default(), |rule| of_rule(&rule))
}

/// The hosts to which an account's password is scoped now, in readable form.
pub fn hosts_of(site: &Site) -> String {
    of_site(site).shown()
}

/// Whether `url` is among the places of a site, so that its accounts may be used there.
pub fn is_place_of(site: &Site, url: &Url) -> bool {
    of_site(site).allows(url)
}

/// Host and port of a proxy or of a webhook.
pub(crate) fn of_address(address: &str) -> SecretScope {
    let url = Url::parse(address).ok();
    SecretScope::only(url.as_ref().and_then(SecretPlace::exact))
}

/// Host and port of a mail server.
pub(crate) fn of_mail(way: &MailServer) -> Option<SecretPlace> {
    let port = way.port.unwrap_or_else(|| way.security.port());
    let secure = way.security != MailSecurity::None;
    SecretPlace::at(secure, &way.host, port)
}

/// The destination of alerts through a channel with a secret.
pub(crate) fn of_channel(plan: &AlertPlan, channel: AlertChannel) -> SecretScope {
    match channel {
        AlertChannel::Desktop => SecretScope::default(),
        AlertChannel::Webhook => of_address(plan.webhook.as_deref().unwrap_or_default()),
        AlertChannel::Mail => SecretScope::only(plan.mail.as_ref().and_then(of_mail)),
        AlertChannel::Service(id) => {
            let service = plan.service(id);
            service.map_or_else(SecretScope::default, |one| of_address(&one.origin))
        }
    }
}

/// Names and places of all secrets that a project may have.
fn known(store: &StoreReader) -> Result<Vec<(String, SecretScope)>, EngineError> {
    let mut known = Vec::new();
    let sites: HashMap<SiteId, SecretScope> = store
        .sites()?
        .iter()
        .map(|site| (site.id, of_site(site)))
        .collect();
    for account in store.accounts()? {
        let scope = sites.get(&account.site).cloned().unwrap_or_default();
        for kind in ["account", "cookies"] {
            let name = format!("{kind}:{}:{}", account.site_name, account.user);
            known.push((name, scope.clone()));
        }
    }
    let with_user = |proxy: &Proxy| proxy.user.is_some();
    for proxy in store.proxies()?.into_iter().filter(with_user) {
        known.push((format!("proxy:{}", proxy.name), of_address(&proxy.url)));
    }
    let plan = store.alert_plan()?;
    for channel in plan.channels() {
        let scope = of_channel(&plan, channel);
        if !scope.is_empty() {
            known.push((channel.secret_name(), scope));
        }
    }
    for export in crate::project::saved_exports::saved(store)? {
        if matches!(export.job.format, Format::Webhook | Format::Database) {
            let scope = of_address(&export.job.target);
            known.push((
                crate::project::saved_exports::secret_name(&export.name),
                scope,
            ));
        }
    }
    Ok(known)
}
