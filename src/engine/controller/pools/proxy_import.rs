//! Imports lists of proxies into the pool: rows of the store, and passwords into the secrets, which
//! are stored first: a proxy without its password would only fail later, and less clearly.

use std::collections::HashSet;
use std::sync::Arc;

use url::Url;

use super::proxies::{is_same, secret_name};
use crate::context::EngineContext;
use crate::project_permission::secret_places;
use crate::protocol::{EngineError, Event, ImportedProxies, ProxySource};
use crate::workbench::unused;
use bowerbird_io::files::local_file::{self, LocalFileError};
use bowerbird_io::secrets::{BoundSecret, Secret};
use bowerbird_io::store::NewProxy;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{ProxyChange, ProxyTraits};
use bowerbird_logic::policy::pools::ProxyPolicy;
use bowerbird_logic::policy::pools::proxies::proxy_list::{ProxyEntry, Scheme, read_list};

/// The maximum size of a list in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Imports a list.
pub(in crate::controller) fn import(
    context: &Arc<EngineContext>,
    source: &ProxySource,
    scheme: Scheme,
    change: &ProxyChange,
    dry_run: bool,
) -> Result<(), EngineError> {
    let text = text_of(source)?;
    let list = read_list(text.reveal(), scheme);
    let pool = context.store.proxies()?;
    let mut names: HashSet<String> = pool.iter().map(|proxy| proxy.name.clone()).collect();
    let mut report = ImportedProxies {
        repeated: list.repeated,
        faults: list
            .faults
            .into_iter()
            .map(|fault| (fault.line, fault.message))
            .collect(),
        dry_run,
        ..ImportedProxies::default()
    };
    let (mut new, mut secrets, mut changes) = (Vec::new(), Vec::new(), Vec::new());
    for entry in &list.entries {
        let url = Url::parse(&entry.url()).ok();
        let user = entry.user.as_deref();
        let known = pool
            .iter()
            .find(|proxy| url.as_ref().is_some_and(|url| is_same(proxy, url, user)));
        let name = match known {
            Some(known) => known.name.clone(),
            None => take_name(&wished_name(entry), &mut names),
        };
        if let Some(password) = &entry.password {
            let scope = secret_places::of_address(&entry.url());
            let password = BoundSecret::new(Secret::new(password.as_str()), scope);
            secrets.push((secret_name(&name), password));
        }
        if let Some(known) = known {
            changes.push((known.id, of_entry(entry, change)));
            report.known.push(name);
        } else {
            let mut traits = ProxyTraits::default();
            of_entry(entry, change).apply(&mut traits);
            report.added.push(name.clone());
            new.push(NewProxy {
                name,
                url: format!("{}/", entry.url()),
                user: entry.user.clone(),
                traits,
            });
        }
    }
    if !dry_run {
        context.secrets().set_all(&secrets)?;
        context.store.add_proxies(&new)?;
        for (id, change) in changes.iter().filter(|(_, change)| !change.is_empty()) {
            context.store.change_proxies(&[*id], change)?;
        }
        context.publish(Event::PoolsChanged);
    }
    context.publish(Event::ProxiesImported(Box::new(report)));
    Ok(())
}

fn text_of(source: &ProxySource) -> Result<Secret, EngineError> {
    let path = match source {
        ProxySource::Text(text) => return Ok(text.clone()),
        ProxySource::File(path) => path,
    };
    let about = |id: &'static str| Message::new(id).with("path", path.display().to_string());
    let bytes = local_file::read(path, MAX_BYTES).map_err(|error| {
        EngineError(match error {
            LocalFileError::NotRegular => about("pools-list-no-file"),
            LocalFileError::TooLarge => about("pools-list-large"),
            error => about("pools-list-file").with("reason", error.to_string()),
        })
    })?;
    Ok(Secret::new(
        bowerbird_logic::page::decode(&bytes, None).text,
    ))
}

/// Its own name, or host and port.
fn wished_name(entry: &ProxyEntry) -> String {
    match &entry.name {
        Some(name) if !ProxyPolicy::is_reserved(name) => name.clone(),
        _ => entry.authority(),
    }
}

/// The wished name, with a number if that is taken; from then on it is taken.
pub(super) fn take_name(wished: &str, names: &mut HashSet<String>) -> String {
    let with = |number| format!("{wished} ({number})");
    let name = unused(wished, with, |name| names.contains(name));
    names.insert(name.clone());
    name
}

/// The entry's values, with defaults from the values for all.
fn of_entry(entry: &ProxyEntry, all: &ProxyChange) -> ProxyChange {
    let mut change = all.clone();
    change.add_tags.extend(entry.tags.iter().cloned());
    change.tier = entry.tier.or(change.tier);
    change.country = entry.country.clone().or(change.country);
    change
}
