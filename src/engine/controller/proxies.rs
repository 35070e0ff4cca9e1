//! Commands about the proxy pool.

use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use super::sites::typed_url;
use super::{EngineError, Event};
use crate::engine::crawl::route;
use crate::engine::ground::{Ground, think_at_once};
use crate::engine::supervise::{Next, describe, resting_until};
use crate::io::fetch::{FetchError, Fetched, Session};
use crate::io::secrets::Secret;
use crate::logic::detect::{Answer, Fault, RuleOutcome, judge};
use crate::logic::messages::{Explain, Message};
use crate::logic::model::{PageState, Proxy, ProxyHealth, ProxyId};
use crate::logic::page::{Page, decode};

/// Schemes of proxies.
const SCHEMES: [&str; 4] = ["http", "https", "socks5", "socks5h"];

/// What `network.proxy` of a rule says instead of a name.
const WORDS: [&str; 2] = ["none", "pool"];

/// Adds a proxy; credentials in its address move to where they belong.
pub(super) fn add(
    ground: &Arc<Ground>,
    name: &str,
    typed: &str,
    user: Option<String>,
    password: Option<Secret>,
) -> Result<(), EngineError> {
    let name = name.trim();
    if name.is_empty() || WORDS.iter().any(|word| name.eq_ignore_ascii_case(word)) {
        return Err(EngineError(
            Message::new("engine-bad-proxy-name").with("name", name),
        ));
    }
    let (url, user, password) = proper(typed, user, password)?;
    let id = ground
        .store
        .add_proxy(name, url.as_str(), user.as_deref())?;
    if let Some(password) = password
        && let Err(error) = ground.secrets().set(&format!("proxy:{name}"), &password)
    {
        // A proxy without its password would only fail later, and less clearly.
        ground.store.remove_proxy(id)?;
        return Err(error.into());
    }
    ground.tell(Event::PoolsChanged);
    Ok(())
}

/// Removes a proxy with its password.
pub(super) fn remove(ground: &Arc<Ground>, id: ProxyId) -> Result<(), EngineError> {
    let proxy = find(ground, id)?;
    ground.store.remove_proxy(id)?;
    if proxy.user.is_some() {
        // Where the secrets are locked away, the password stays behind unused.
        let _ = ground.secrets().remove(&format!("proxy:{}", proxy.name));
    }
    ground.tell(Event::PoolsChanged);
    Ok(())
}

/// Enables or disables a proxy.
pub(super) fn enable(ground: &Arc<Ground>, id: ProxyId, enabled: bool) -> Result<(), EngineError> {
    ground.store.set_proxy_enabled(id, enabled)?;
    ground.tell(Event::PoolsChanged);
    Ok(())
}

/// Tests a proxy: fetches `typed` through it and judges whose fault a failure is.
pub(super) fn test(ground: &Arc<Ground>, id: ProxyId, typed: &str) -> Result<(), EngineError> {
    let proxy = find(ground, id)?;
    let url = typed_url(typed)?;
    let route = route(ground, &proxy)?;
    let ground = Arc::clone(ground);
    tokio::spawn(async move {
        let session = Session::new(Some(route), None, None);
        let answer = ground.fetcher.get(&session, &url).await;
        let judging = Arc::clone(&ground);
        let target = url.clone();
        let looked = think_at_once(move || look(&judging, &target, answer)).await;
        let Some((state, reason)) = looked else {
            return;
        };
        let (ok, message) = if state == PageState::ProxyFault {
            (
                false,
                Message::new("engine-proxy-fault")
                    .with("proxy", proxy.name.as_str())
                    .with("cause", reason),
            )
        } else {
            (
                true,
                Message::new("engine-proxy-works")
                    .with("proxy", proxy.name.as_str())
                    .with("state", state.token()),
            )
        };
        let (health, rest) = if ok {
            (ProxyHealth::Good, None)
        } else {
            let rest = resting_until(PageState::ProxyFault, Timestamp::now());
            (ProxyHealth::Faulty, rest)
        };
        let fault = (!ok).then_some(&message);
        if let Err(error) = ground.store.set_proxy_health(id, health, rest, fault) {
            let message = error.explain();
            ground.tell(Event::CommandFailed { message });
        }
        ground.tell(Event::PoolsChanged);
        ground.tell(Event::ProxyTested {
            proxy: id,
            ok,
            message,
        });
    });
    Ok(())
}

/// What an answer through a proxy says, and why.
fn look(ground: &Ground, url: &Url, answer: Result<Fetched, FetchError>) -> (PageState, Message) {
    let (fetched, fault, explained): (_, Option<Fault>, _) = match answer {
        Ok(fetched) => (Some(fetched), None, None),
        Err(error) => (None, Some(error.fault()), Some(error.explain())),
    };
    let empty = Vec::new();
    let (status, headers, body, last) = match &fetched {
        Some(fetched) => (
            fetched.status,
            &fetched.headers,
            decode(&fetched.body, fetched.header("content-type")).text,
            fetched.url().unwrap_or(url),
        ),
        None => (0, &empty, String::new(), url),
    };
    let page = fetched.as_ref().map(|_| Page::parse(&body, last));
    let verdict = judge(
        &ground.signals,
        &Answer {
            fault: fault.as_ref(),
            requested_url: url.as_str(),
            final_url: last.as_str(),
            status,
            headers,
            through_proxy: true,
            body: &body,
            page: page.as_ref(),
            rule: RuleOutcome::Unknown,
            body_repeats: false,
            since_last_request: None,
            took: None,
            now_s: Timestamp::now().as_second(),
        },
    );
    let reason = explained.unwrap_or_else(|| {
        describe(&verdict, url.as_str(), Next::Nothing, Timestamp::now()).reason
    });
    (verdict.state, reason)
}

fn find(ground: &Ground, id: ProxyId) -> Result<Proxy, EngineError> {
    let proxies = ground.store.proxies()?;
    let found = proxies.into_iter().find(|proxy| proxy.id == id);
    found.ok_or_else(|| {
        EngineError(Message::new("engine-no-such-proxy").with("name", id.0.to_string()))
    })
}

/// An address without credentials, and the credentials.
fn proper(
    typed: &str,
    user: Option<String>,
    password: Option<Secret>,
) -> Result<(Url, Option<String>, Option<Secret>), EngineError> {
    let typed = typed.trim();
    // The password in a wrongly typed address must not come back in a message.
    let failed = || EngineError(Message::new("engine-bad-proxy"));
    let with_scheme = if typed.contains("://") {
        typed.to_owned()
    } else {
        format!("http://{typed}")
    };
    let mut url = Url::parse(&with_scheme).map_err(|_| failed())?;
    if !SCHEMES.contains(&url.scheme()) || url.host_str().is_none_or(str::is_empty) {
        return Err(failed());
    }
    let user = user.or_else(|| (!url.username().is_empty()).then(|| url.username().to_owned()));
    let password = password.or_else(|| url.password().map(Secret::new));
    url.set_username("").map_err(|()| failed())?;
    url.set_password(None).map_err(|()| failed())?;
    // A proxy has no path: what stands there may be a password after a mistyped scheme.
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(failed());
    }
    Ok((url, user, password))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_never_stay_in_the_address() {
        let (url, user, password) = proper("http://ann:s3cret@127.0.0.1:8080", None, None).unwrap();
        assert_eq!(url.as_str(), "http://127.0.0.1:8080/");
        assert_eq!(user.as_deref(), Some("ann"));
        assert_eq!(password.unwrap().reveal(), "s3cret");
        let (url, user, _) = proper("127.0.0.1:3128", None, None).unwrap();
        assert_eq!((url.scheme(), user), ("http", None));
        for wrong in ["ftp://h:1", "socks5://", "http://"] {
            assert!(proper(wrong, None, None).is_err(), "{wrong}");
        }
    }
}
