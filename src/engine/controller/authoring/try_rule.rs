//! Tests a rule on further pages of its site before it is saved: fetched in sequence at the rule's
//! own pace and as robots.txt allows, and not stored. Input: addresses. Output: one event per
//! page. A newer test ends the previous one.

use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use crate::context::page_client::PageWay;
use crate::context::{EngineContext, spawn_cpu_now};
use crate::controller::resolve_user_input::typed_url;
use crate::politeness::pace::{AskedBy, Pace};
use crate::project_permission::allowed_addresses;
use crate::protocol::{EngineError, Event};
use crate::runtime::stop::Stop;
use crate::single_page::rules::read_twice::BETWEEN;
use crate::workbench::{PageReading, PageRole, read_table, read_with};
use bowerbird_io::fetch::{FetchError, GetOptions, RobotsPolicy, Session};
use bowerbird_logic::authoring::article_box::with_article_box;
use bowerbird_logic::authoring::watch_proposals::watch_proposals;
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{DefaultColumn, SiteId};
use bowerbird_logic::page::{Page, decode, without_fragment};
use bowerbird_logic::rules::{Rule, parse};

/// The maximum number of pages of a test.
const MAX_PAGES: usize = 20;
/// The maximum number of articles that are compared for the box of their text.
const MAX_ARTICLES: usize = 3;
/// The newest records of a site that tell what its pages usually have, and the least number of them.
const RECENT: u32 = 60;
const LEAST: usize = 4;
/// How many of ten records have what is usual.
const USUAL_OF_TEN: usize = 8;
/// First status that is an error (RFC 9110 §15).
const FIRST_ERROR: u16 = 400;

/// The current test.
#[derive(Default)]
pub(in crate::controller) struct PageTests(Option<Stop>);

impl PageTests {
    /// Starts a test; the previous one ends.
    pub(in crate::controller) fn start(
        &mut self,
        context: &Arc<EngineContext>,
        session: &Session,
        (site, generation): (Option<SiteId>, u64),
        rule_toml: &str,
        pages: TestedPages,
    ) -> Result<(), EngineError> {
        self.stop();
        if pages.first().is_none() {
            return Ok(());
        }
        let rule = parse(rule_toml).map_err(|faults| EngineError(faults.explain()))?;
        // The person sees the start addresses; the rule's wider access applies once it is saved,
        // and allowed by that.
        let session = session.reaching(session.reach().or(allowed_addresses::of_starts(&rule)));
        let stop = Stop::new();
        self.0 = Some(stop.clone());
        let mut test = Test {
            context: Arc::clone(context),
            session,
            rule: Arc::new(rule),
            generation,
            usual: Vec::new(),
        };
        tokio::spawn(async move {
            let all = async {
                let urls = match pages {
                    TestedPages::Twice(url) => return test.twice(&url).await,
                    TestedPages::Each(urls) => urls,
                };
                test.usual = usual_columns(&test.context, site).await;
                let mut articles = Vec::new();
                for url in urls.into_iter().take(MAX_PAGES) {
                    articles.extend(test.page(url).await);
                    articles.truncate(MAX_ARTICLES);
                }
                test.look_for_box(articles).await;
            };
            tokio::select! {
                () = all => {}
                () = stop.stopped() => {}
            }
        });
        Ok(())
    }

    /// Ends the current test.
    pub(in crate::controller) fn stop(&mut self) {
        if let Some(stop) = self.0.take() {
            stop.stop();
        }
    }
}

struct Test {
    context: Arc<EngineContext>,
    session: Session,
    rule: Arc<Rule>,
    generation: u64,
    /// The columns that the site's records usually have.
    usual: Vec<String>,
}

/// The columns that most of the newest records of a site have.
async fn usual_columns(context: &Arc<EngineContext>, site: Option<SiteId>) -> Vec<String> {
    let Some(site) = site else {
        return Vec::new();
    };
    let context = Arc::clone(context);
    let read = spawn_cpu_now(move || {
        let records = context
            .store
            .latest_records(site, Timestamp::UNIX_EPOCH, RECENT);
        let records = records.unwrap_or_default();
        let is_usual = |column: &DefaultColumn| {
            let with = records
                .iter()
                .filter(|stored| !stored.record.column(*column).trim().is_empty());
            records.len() >= LEAST && with.count() * 10 >= records.len() * USUAL_OF_TEN
        };
        let columns = DefaultColumn::EXTRACTED.iter().filter(|one| is_usual(one));
        columns.map(|column| column.token().to_owned()).collect()
    });
    read.await.unwrap_or_default()
}

/// What is read with the rule.
pub(in crate::controller) enum TestedPages {
    /// Each of these pages once.
    Each(Vec<String>),
    /// One page twice, some seconds apart.
    Twice(String),
}

impl TestedPages {
    /// The first page.
    pub(in crate::controller) fn first(&self) -> Option<&str> {
        match self {
            Self::Each(urls) => urls.first().map(String::as_str),
            Self::Twice(url) => Some(url),
        }
    }
}

impl Test {
    /// Reads a page twice, and tells what to know before it is watched.
    async fn twice(&self, url: &str) {
        let both = async {
            let (first, ..) = self.read(url).await?;
            tokio::time::sleep(self.rule.delay().max(BETWEEN)).await;
            let (second, ..) = self.read(url).await?;
            let (first, second) = (read_table(&first), read_table(&second));
            Ok::<_, EngineError>(watch_proposals(self.rule.file(), &first, &second))
        };
        let result = both.await.map_err(|error| error.0);
        self.context.publish(Event::WatchProposed {
            generation: self.generation,
            result,
        });
    }

    /// Tests a page; returns it if it is an article.
    async fn page(&self, typed: String) -> Option<Page> {
        let (result, ms, page) = match self.read(&typed).await {
            Ok((mut reading, ms, page)) => {
                reading.usual.clone_from(&self.usual);
                (Ok(Arc::new(reading)), ms, page)
            }
            Err(error) => (Err(error.0), 0, None),
        };
        self.context.publish(Event::PageTested {
            generation: self.generation,
            url: typed,
            result,
            ms,
        });
        page
    }

    /// Tells where the whole text of the articles is, if they agree and the rule leaves it open.
    async fn look_for_box(&self, articles: Vec<Page>) {
        let rule = Arc::clone(&self.rule);
        let found = spawn_cpu_now(move || {
            let articles: Vec<&Page> = articles.iter().collect();
            with_article_box(rule.file(), &articles, Timestamp::now())
        });
        if let Some(better) = found.await.flatten() {
            self.context.publish(Event::TextBoxFound {
                generation: self.generation,
                content: Box::new(better.content),
            });
        }
    }

    async fn read(&self, typed: &str) -> Result<(PageReading, u64, Option<Page>), EngineError> {
        let url = typed_url(typed)?;
        let politeness = &self.rule.file().politeness;
        let mut pace = Pace {
            delay: self.rule.delay(),
            asked_by: AskedBy::Rule,
            at_once: politeness.concurrency,
            adaptive: false,
        };
        if politeness.robots {
            let robots = self.context.fetcher.robots(&self.session, &url).await;
            if let Some(fault @ FetchError::OutOfReach { .. }) = robots.fault {
                return Err(fault.into());
            }
            if !robots.allowed {
                return Err(EngineError(
                    Message::new("engine-bench-robots").with("url", url.as_str()),
                ));
            }
            pace = pace.with_crawl_delay(robots.crawl_delay);
        }
        let turn = self.context.hosts.turn(&url, None, pace, |_, _| {}).await;
        let session = self.session.with_robots(match politeness.robots {
            true => RobotsPolicy::Redirects,
            false => RobotsPolicy::Ignored,
        });
        let way = PageWay::of_page(&self.rule, pace.delay, &url).without_picture();
        let pages = &self.context.pages;
        let fetched = pages
            .get(&session, &url, GetOptions::default(), way)
            .await?;
        drop(turn);
        if fetched.status >= FIRST_ERROR {
            return Err(EngineError(
                Message::new("engine-page-status")
                    .with("url", url.as_str())
                    .with("status", fetched.status),
            ));
        }
        let last = fetched.url().cloned().unwrap_or_else(|| url.clone());
        let ms = u64::try_from(fetched.elapsed.as_millis()).unwrap_or(u64::MAX);
        let rule = Arc::clone(&self.rule);
        let asked = url.clone();
        let read = spawn_cpu_now(move || {
            let decoded = decode(&fetched.body, fetched.header("content-type"));
            let page = Page::parse(&decoded.text, &last);
            let role = role_of(&rule, &asked);
            let reading = read_with(&rule, role, &page, Timestamp::now());
            (reading, (role == PageRole::Article).then_some(page))
        });
        let (reading, page) = read.await.ok_or_else(|| {
            EngineError(Message::new("engine-page-unreadable").with("url", url.as_str()))
        })?;
        Ok((reading, ms, page))
    }
}

/// Start addresses of a list are lists; any other page is content.
fn role_of(rule: &Rule, url: &Url) -> PageRole {
    let here = without_fragment(url);
    let starts = || {
        rule.start()
            .take(1_000)
            .any(|start| without_fragment(&start) == here)
    };
    match &rule.file().record {
        _ if rule.has_list() && starts() => PageRole::List,
        Some(_) => PageRole::Records,
        None => PageRole::Article,
    }
}
