//! Logging in by hand: the site is opened in a window of the user's browser, where a person logs in
//! or answers what the site asks. Its cookies then become those of an account. One window at a time.

use std::sync::Arc;

use tokio::sync::mpsc;
use url::Url;

use super::accounts;
use crate::context::{EngineContext, LoginWindowOrder};
use crate::controller::resolve_user_input::find_site;
use crate::crawl::{cookies_name, site_session};
use crate::project_permission::{allow_action, secret_places};
use crate::protocol::{CookiesBrought, EngineError, Event, LoginWindow};
use bowerbird_io::browser::{BrowserWindow, WindowUserAgent};
use bowerbird_io::fetch::Session;
use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{Site, SiteId};
use bowerbird_logic::rules::parse;

/// What a window without cookies has.
const NO_COOKIES: &str = "[]";

/// Opens the window of `site` for the account of `user`, at `url`, or else where the site last
/// stood in the way. An earlier window is closed without its cookies.
pub(super) fn open(
    context: &Arc<EngineContext>,
    site: SiteId,
    user: &str,
    url: Option<&str>,
) -> Result<(), EngineError> {
    let site = find_site(context, site)?;
    context.gate.unless_site_refused(&site.name)?;
    let url = address_of(&site, url)?;
    let (session, _) = site_session(context, &site)?;
    // Not with the cookies of the account that a run would use.
    let session = session.without_cookies();
    // An account that is logged in already is shown as such, and stays so.
    let kept = context.secrets().get(&cookies_name(&site.name, user))?;
    if let Some(kept) = kept
        && let Ok(cookies) = kept.for_url(&url)
    {
        session.set_cookies(cookies);
        session.belong_to_account(kept.scope());
    }
    let window = LoginWindow {
        site: site.id,
        user: user.to_owned(),
        host: url.host_str().unwrap_or_default().to_owned(),
        answers: false,
        is_open: true,
        number: 0,
        is_answered: false,
        fault: None,
    };
    let (number, orders) = context.login_window.replace();
    let window = LoginWindow { number, ..window };
    let context = Arc::clone(context);
    tokio::spawn(async move { attend(&context, orders, window, (session, url)).await });
    Ok(())
}

/// Tells the open window what to do; without one, nothing happens.
pub(super) fn order(context: &EngineContext, order: LoginWindowOrder) {
    context.login_window.send(order);
}

/// Shows the window until the person is done.
async fn attend(
    context: &Arc<EngineContext>,
    mut orders: mpsc::Receiver<LoginWindowOrder>,
    window: LoginWindow,
    (session, url): (Session, Url),
) {
    // A start takes seconds: from here on there is a window that can be closed.
    context.publish(Event::LoginWindow(window.clone()));
    let opened = context
        .pages
        .open_window(&session, &url, WindowUserAgent::Browser)
        .await;
    let browser = match opened {
        Ok(browser) => browser,
        Err(error) => {
            let message = error.explain();
            context.publish(Event::CommandFailed { message });
            return tell_closed(context, window);
        }
    };
    let order = tokio::select! {
        order = orders.recv() => order.unwrap_or(LoginWindowOrder::Discard),
        // A person who closes the window is done; a browser that broke says nothing.
        by_person = browser.closed() => match by_person {
            true => LoginWindowOrder::Take,
            false => LoginWindowOrder::Discard,
        },
    };
    if order == LoginWindowOrder::Take
        && let Err(error) = take(context, &window, &browser).await
    {
        context.publish(Event::CommandFailed { message: error.0 });
    }
    browser.close().await;
    tell_closed(context, window);
}

/// Gives the account the cookies of the window, and the name by which the site knows them.
async fn take(
    context: &Arc<EngineContext>,
    window: &LoginWindow,
    browser: &BrowserWindow,
) -> Result<(), EngineError> {
    let cookies = browser.cookies().await;
    if cookies == NO_COOKIES {
        let brought = CookiesBrought {
            user: window.user.clone(),
            taken: 0,
            left: 0,
            faults: Vec::new(),
        };
        context.publish(Event::CookiesBrought(Box::new(brought)));
        return Ok(());
    }
    let cookies = Secret::new(cookies);
    let agent = browser.user_agent();
    let agent = (!agent.is_empty()).then(|| agent.to_owned());
    // The account is what the person wanted, so runs may use it.
    let bring = || accounts::bring(context, window.site, &window.user, &cookies, agent);
    tokio::task::block_in_place(|| allow_action(&context.store, &context.gate, bring))
}

fn tell_closed(context: &EngineContext, window: LoginWindow) {
    context.publish(Event::LoginWindow(LoginWindow {
        is_open: false,
        ..window
    }));
}

/// The page that a person must see: the one named, the one that caused the site's state, the one
/// with the login form, or the start page.
fn address_of(site: &Site, named: Option<&str>) -> Result<Url, EngineError> {
    let web = |url: &Url| matches!(url.scheme(), "http" | "https");
    let named = named.and_then(|named| Url::parse(named).ok());
    if let Some(url) = named.filter(web) {
        return Ok(url);
    }
    // The state may name a page of any host that a redirect led to.
    let state = site.status.as_ref();
    let state = state.and_then(|status| Url::parse(&status.url).ok());
    if let Some(url) = state.filter(|url| web(url) && secret_places::is_place_of(site, url)) {
        return Ok(url);
    }
    let rule = parse(&site.rule_toml)?;
    let start = rule.start().next();
    let login = rule.file().login.as_ref();
    let login = login.filter(|login| !login.url.is_empty());
    let login = login.and_then(|login| start.as_ref()?.join(&login.url).ok());
    let url = login.or(start);
    url.ok_or_else(|| {
        EngineError(Message::new("account-window-no-page").with("site", site.name.as_str()))
    })
}
