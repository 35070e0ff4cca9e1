//! Looks at an address before a site is made of it: one request for it, one for each of the few
//! feeds that it names, one for a sitemap, and one for each of a few articles, at the pace of their
//! host and as robots.txt allows. Input: an address. Output: an event with what the page is, and
//! another one when its feeds are checked, its sitemap, and its articles. Nothing is stored; a newer
//! look ends the previous one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use crate::context::page_client::interface::{self, interface_of};
use crate::context::page_client::{FetchedPage, PageWay};
use crate::context::{EngineContext, spawn_cpu_now};
use crate::controller::resolve_user_input::typed_url;
use crate::crawl::PageVisit;
use crate::politeness::pace::{AskedBy, DELAY_WITHOUT_RULE, Pace};
use crate::project_permission::secret_places::is_place_of;
use crate::protocol::{
    AccountChoice, AddressPreview, EngineError, Event, PageLogin, PreviewedKind, ShownLogin,
    SourceChoice,
};
use crate::runtime::stop::Stop;
use crate::workbench::{
    PreviewAnswer, feed_choice, look_at, sample_pages, unreached, with_boxes, with_feeds,
    with_interface, with_posts, with_sitemap,
};
use bowerbird_io::fetch::{FetchError, Fetched, GetOptions, RobotsPolicy, Session};
use bowerbird_logic::detect::{Answer, judge};
use bowerbird_logic::messages::{Explain as _, Message};
use bowerbird_logic::model::{AccountId, Site};
use bowerbird_logic::page::{Page, decode, foreign};
use bowerbird_logic::policy::address_policy::Reach;

/// How long a feed is waited for.
const FEED_PATIENCE: Duration = Duration::from_secs(15);
/// How long one of the articles is waited for.
const ARTICLE_PATIENCE: Duration = Duration::from_secs(15);

/// The current look.
#[derive(Default)]
pub(in crate::controller) struct AddressPreviews {
    stop: Option<Stop>,
    /// The account that it is made with.
    account: Arc<Mutex<Option<LookAccount>>>,
}

/// An account that a page was looked at with.
pub(in crate::controller) struct LookAccount {
    pub(in crate::controller) id: AccountId,
    /// The address of the page.
    url: Url,
}

impl LookAccount {
    /// Whether a new site is at the host of the page.
    pub(in crate::controller) fn is_for(&self, site: &Site) -> bool {
        let start = Url::parse(&site.start).ok();
        start.is_some_and(|start| start.origin() == self.url.origin())
    }
}

impl AddressPreviews {
    /// Starts a look; the previous one ends.
    pub(in crate::controller) fn start(
        &mut self,
        context: &Arc<EngineContext>,
        generation: u64,
        typed: String,
    ) {
        self.stop();
        let stop = Stop::new();
        self.stop = Some(stop.clone());
        self.account = Arc::default();
        let account = Arc::clone(&self.account);
        let context = Arc::clone(context);
        tokio::spawn(async move {
            let looked = async {
                let (look, reach) =
                    look(&context, &typed, &account)
                        .await
                        .unwrap_or_else(|error| {
                            let look = AddressPreview {
                                url: typed.clone(),
                                kind: PreviewedKind::Unreachable,
                                problem: Some(error.0),
                                ..AddressPreview::default()
                            };
                            (look, Reach::PUBLIC)
                        });
                let report = |look: AddressPreview| {
                    let look = Arc::new(look);
                    context.publish(Event::SiteLooked { generation, look });
                };
                report(look.clone());
                let mut look = look;
                if !look.unchecked_feeds.is_empty() {
                    let feeds = checked_feeds(&context, &look, reach).await;
                    if look.sample_pages.is_empty() {
                        look.sample_pages = feeds.1;
                    }
                    look = with_feeds(look, feeds.0);
                    report(look.clone());
                }
                if let Some(found) = checked_sitemap(&context, look.clone(), reach).await {
                    look = found;
                    report(look.clone());
                }
                if !look.sample_pages.is_empty() {
                    report(with_articles(&context, look, reach).await);
                }
            };
            tokio::select! {
                () = looked => {}
                () = stop.stopped() => {}
            }
        });
    }

    /// Ends the current look.
    pub(in crate::controller) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.stop();
        }
    }

    /// The account that the current look was made with.
    pub(in crate::controller) fn take_account(&mut self) -> Option<LookAccount> {
        let account = std::mem::take(&mut self.account);
        account
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

/// Looks at an address that a person typed, who may mean a page of their own network; with what
/// the look may reach.
async fn look(
    context: &Arc<EngineContext>,
    typed: &str,
    account: &Mutex<Option<LookAccount>>,
) -> Result<(AddressPreview, Reach), EngineError> {
    let url = typed_url(typed)?;
    let reach = context.fetcher.reach_of_named(&url).await;
    let sites = context.store.sites()?;
    let taken: Vec<String> = sites.iter().map(|site| site.name.clone()).collect();
    let member = member_visit(context, &sites, &url);
    let session = match &member {
        Some((visit, _)) => visit.session().0,
        None => Session::new(None, None, None),
    };
    let look = answer(context, (&url, session.reaching(reach)), &taken).await;
    let mut look = look.unwrap_or_else(|error| {
        let kind = kind_of(&error);
        unreached(&url, kind, error.explain(), &taken)
    });
    if let Some((_, shown)) = member {
        let used = LookAccount {
            id: shown.account,
            url,
        };
        *account.lock().unwrap_or_else(PoisonError::into_inner) = Some(used);
        look.shown_as = Some(shown);
    }
    Ok((look, reach))
}

/// A visit with the account of another site of the same place, if it is logged in.
fn member_visit(
    context: &Arc<EngineContext>,
    sites: &[Site],
    url: &Url,
) -> Option<(PageVisit, AccountChoice)> {
    let accounts = context.store.accounts().ok()?;
    let has_account = |site: &&Site| accounts.iter().any(|a| a.site == site.id && a.enabled);
    let mut places = sites.iter().filter(|site| is_place_of(site, url));
    let site = places.find(has_account)?;
    let visit = PageVisit::begin(context, site, PageLogin::Usual).ok()?;
    let shown = visit.shown_as()?;
    (shown.login == ShownLogin::LoggedIn).then_some((visit, shown))
}

/// What a failed request says about an address.
pub(in crate::controller) fn kind_of(error: &FetchError) -> PreviewedKind {
    match error {
        FetchError::Disallowed { .. } | FetchError::OutOfReach { .. } => PreviewedKind::Refused,
        _ => PreviewedKind::Unreachable,
    }
}

async fn answer(
    context: &Arc<EngineContext>,
    (url, session): (&Url, Session),
    taken: &[String],
) -> Result<AddressPreview, FetchError> {
    let page = fetched_page(context, url, session, DELAY_WITHOUT_RULE).await?;
    let (fetched, requests) = (page.fetched, page.requests);
    let (engine, asked, names) = (Arc::clone(context), url.clone(), taken.to_vec());
    let looked = spawn_cpu_now(move || {
        let last = fetched.url().cloned().unwrap_or_else(|| asked.clone());
        if foreign(&fetched.body).is_some() {
            let why = Message::new("look-why-file");
            return unreached(&last, PreviewedKind::Nothing, why, &names);
        }
        let decoded = decode(&fetched.body, fetched.header("content-type"));
        let page = Page::parse(&decoded.text, &last);
        let now = Timestamp::now();
        let verdict = judge(
            &engine.signals,
            &Answer {
                requested_url: asked.as_str(),
                final_url: last.as_str(),
                status: fetched.status,
                headers: &fetched.headers,
                body: &decoded.text,
                page: Some(&page),
                now_s: now.as_second(),
                ..Answer::default()
            },
        );
        let answer = PreviewAnswer {
            page: &page,
            status: fetched.status,
            verdict: &verdict,
        };
        let look = look_at(&answer, &names, now);
        match interface_of(&page, &requests) {
            Some(interface) => with_interface(look, &interface, now),
            None => look,
        }
    });
    let unread = || {
        unreached(
            url,
            PreviewedKind::Nothing,
            Message::new("look-why-nothing"),
            taken,
        )
    };
    Ok(looked.await.unwrap_or_else(unread))
}

/// Fetches an address as a crawl would, without its requests for data.
pub(super) async fn fetched(
    context: &Arc<EngineContext>,
    url: &Url,
    reach: Reach,
) -> Result<Fetched, FetchError> {
    let session = Session::new(None, None, None).reaching(reach);
    let page = fetched_page(context, url, session, DELAY_WITHOUT_RULE).await?;
    Ok(page.fetched)
}

/// Fetches an address as a crawl would, with this delay between requests to its host.
pub(super) async fn fetched_page(
    context: &Arc<EngineContext>,
    url: &Url,
    session: Session,
    delay: Duration,
) -> Result<FetchedPage, FetchError> {
    let robots = context.fetcher.robots(&session, url).await;
    if !robots.allowed && !robots.unreachable {
        return Err(FetchError::Disallowed {
            url: url.to_string(),
            rule: robots.rule.unwrap_or_default(),
        });
    }
    let pace = Pace {
        delay,
        asked_by: AskedBy::Rule,
        at_once: 1,
        adaptive: false,
    };
    let pace = pace.with_crawl_delay(robots.crawl_delay);
    let turn = context.hosts.turn(url, None, pace, |_, _| {}).await;
    let session = session.with_robots(RobotsPolicy::Redirects);
    let way = PageWay::without_rule(pace.delay);
    let pages = &context.pages;
    let options = GetOptions::default();
    let page = pages.get_page(&session, url, options, way, true).await;
    drop(turn);
    let mut page = page?;
    page.requests = interface::allowed(&context.fetcher, &session, page.requests).await;
    Ok(page)
}

/// The feeds of a look that hold entries, and a few pages of the first one. They reach no further
/// than the page that names them.
async fn checked_feeds(
    context: &Arc<EngineContext>,
    look: &AddressPreview,
    reach: Reach,
) -> (Vec<SourceChoice>, Vec<Url>) {
    let mut choices = Vec::new();
    let mut samples = Vec::new();
    for named in &look.unchecked_feeds {
        let Ok(url) = Url::parse(&named.url) else {
            continue;
        };
        let answer = tokio::time::timeout(FEED_PATIENCE, fetched(context, &url, reach)).await;
        let Ok(Ok(answer)) = answer else {
            continue;
        };
        let (named, name) = (named.clone(), look.name.clone());
        let choice = spawn_cpu_now(move || {
            let last = answer.url().cloned().unwrap_or(url);
            let decoded = decode(&answer.body, answer.header("content-type"));
            let page = Page::parse(&decoded.text, &last);
            let choice = feed_choice(&named, &page, &name, Timestamp::now())?;
            let pages = sample_pages(&choice.rule_toml, &page, Timestamp::now());
            Some((choice, pages))
        });
        let Some((choice, pages)) = choice.await.flatten() else {
            continue;
        };
        choices.push(choice);
        if samples.is_empty() {
            samples = pages;
        }
    }
    (choices, samples)
}

/// The look with what a few of its articles say about where their text is, or that they are threads.
pub(super) async fn with_articles(
    context: &Arc<EngineContext>,
    look: AddressPreview,
    reach: Reach,
) -> AddressPreview {
    let mut answers = Vec::new();
    for url in &look.sample_pages {
        let answer = tokio::time::timeout(ARTICLE_PATIENCE, fetched(context, url, reach)).await;
        // What a site refuses one of is not asked of it again.
        let Ok(Ok(answer)) = answer else {
            break;
        };
        if answer.status != 200 {
            break;
        }
        answers.push((url.clone(), answer));
    }
    let mut unread = look.clone();
    unread.sample_pages.clear();
    let read = spawn_cpu_now(move || {
        let pages = answers.into_iter().filter_map(|(asked, answer)| {
            let last = answer.url().cloned().unwrap_or(asked);
            if foreign(&answer.body).is_some() {
                return None;
            }
            let decoded = decode(&answer.body, answer.header("content-type"));
            Some(Page::parse(&decoded.text, &last))
        });
        let pages: Vec<Page> = pages.collect();
        let now = Timestamp::now();
        with_posts(with_boxes(look, &pages, now), &pages, now)
    });
    read.await.unwrap_or(unread)
}

/// The look with the sitemap of its site: the one that the page or robots.txt names, else the one at
/// the usual place.
async fn checked_sitemap(
    context: &Arc<EngineContext>,
    look: AddressPreview,
    reach: Reach,
) -> Option<AddressPreview> {
    if !look.kind.is_page() {
        return None;
    }
    let page = Url::parse(&look.url).ok()?;
    let session = Session::new(None, None, None).reaching(reach);
    let named = match look.named_sitemap.clone() {
        Some(named) => Some(named),
        None => {
            let by_robots = context.fetcher.sitemaps(&session, &page).await;
            by_robots.into_iter().next()
        }
    };
    let place = named.unwrap_or_else(|| "/sitemap.xml".to_owned());
    let url = page.join(place.trim()).ok()?;
    let answer = tokio::time::timeout(FEED_PATIENCE, fetched(context, &url, reach)).await;
    let answer = answer.ok()?.ok().filter(|answer| answer.status == 200)?;
    let looked = spawn_cpu_now(move || {
        let decoded = decode(&answer.body, answer.header("content-type"));
        let page = Page::parse(&decoded.text, &url);
        with_sitemap(look, &url, &page)
    });
    looked.await.flatten()
}
