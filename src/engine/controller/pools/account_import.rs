//! Imports a list of accounts into the pool. Input: the text of the list. Output: accounts in
//! the pool, their passwords in the secrets, and a report.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::context::EngineContext;
use crate::controller::resolve_user_input::find_site;
use crate::project_permission::secret_places;
use crate::protocol::{EngineError, Event, ImportedAccounts};
use bowerbird_io::secrets::{BoundSecret, Secret};
use bowerbird_logic::model::{AccountTerms, LoginState, SiteId};
use bowerbird_logic::policy::pools::account_list::{AccountEntry, read_accounts};

/// Imports `text`. The password of an existing account is replaced; values not in the list stay.
pub(in crate::controller) fn import(
    context: &EngineContext,
    site: SiteId,
    text: &Secret,
    dry_run: bool,
) -> Result<(), EngineError> {
    let site = find_site(context, site)?;
    let list = read_accounts(text.reveal());
    let pool = context.store.accounts()?;
    let find = |user: &str| {
        let mut own = pool.iter().filter(|account| account.site == site.id);
        own.find(|account| account.user == user)
    };
    let mut report = ImportedAccounts {
        faults: list.faults,
        dry_run,
        ..ImportedAccounts::default()
    };
    for entry in &list.entries {
        let user = entry.user.clone();
        match find(&user) {
            Some(_) => report.known.push(user),
            None => report.added.push(user),
        }
    }
    if !dry_run {
        let scope = secret_places::of_site(&site);
        let named = |entry: &AccountEntry| {
            let name = format!("account:{}:{}", site.name, entry.user);
            let password = Secret::new(entry.password.as_str());
            (name, BoundSecret::new(password, scope.clone()))
        };
        let secrets: Vec<(String, BoundSecret)> = list.entries.iter().map(named).collect();
        context.secrets().set_all(&secrets)?;
        for entry in &list.entries {
            let known = find(&entry.user);
            let id = match known {
                Some(known) => {
                    // The site refused the old password.
                    let store = &context.store;
                    store.set_account_state(known.id, LoginState::Untried, None, None)?;
                    known.id
                }
                None => context.store.add_account(site.id, &entry.user)?,
            };
            let before = known.map(|known| known.terms.clone()).unwrap_or_default();
            let terms = terms_of(entry, before.clone());
            if terms != before {
                context.store.set_account_terms(id, &terms)?;
            }
        }
        context.publish(Event::PoolsChanged);
    }
    context.publish(Event::AccountsImported(Box::new(report)));
    Ok(())
}

/// The values of the list, over the existing ones.
fn terms_of(entry: &AccountEntry, before: AccountTerms) -> AccountTerms {
    let ends = entry.ends.and_then(|day| {
        let begins = day.to_zoned(TimeZone::system()).ok()?;
        Some(Timestamp::from(begins))
    });
    AccountTerms {
        day_limit: entry.day_limit.or(before.day_limit),
        expires: ends.or(before.expires),
        ..before
    }
}
