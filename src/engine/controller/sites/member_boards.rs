//! Boards that a forum shows to members only: once an account logs in, the front page of a site that
//! begins at boards is looked at again, as a visitor and as that account. Input: a site with an
//! account. Output: an event with the boards that only the account sees. Nothing is stored; a page
//! that cannot be read says nothing.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::address_preview::fetched_page;
use super::site_rules::update;
use crate::context::{EngineContext, spawn_cpu_now};
use crate::controller::resolve_user_input::find_site;
use crate::crawl::PageVisit;
use crate::protocol::{EngineError, Event, FoundBoards, LinkedPage, PageLogin};
use bowerbird_io::fetch::Session;
use bowerbird_logic::detect::{Answer, judge};
use bowerbird_logic::model::{PageState, RuleOrigin, SiteId};
use bowerbird_logic::page::{Page, decode, without_fragment};
use bowerbird_logic::rules::{ShippedRule, parse, rewrite};

/// What addresses of forms to log in contain.
const LOGIN_WORDS: [&str; 4] = ["login", "log-in", "signin", "sign-in"];

/// A look at the forum of a site; there is one at a time.
struct Look {
    context: Arc<EngineContext>,
    site: SiteId,
}

impl Look {
    /// `None` while another goes on.
    fn begin(context: &Arc<EngineContext>, site: SiteId) -> Option<Self> {
        let is_new = context
            .board_looks
            .lock()
            .is_ok_and(|mut all| all.insert(site));
        let context = Arc::clone(context);
        is_new.then_some(Self { context, site })
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        if let Ok(mut all) = self.context.board_looks.lock() {
            all.remove(&self.site);
        }
    }
}

/// Looks for such boards in the background, unless that goes on already.
pub(in crate::controller) fn look_for_boards(context: &Arc<EngineContext>, site: SiteId) {
    let Some(look) = Look::begin(context, site) else {
        return;
    };
    tokio::spawn(async move {
        let context = &look.context;
        if let Some(found) = Box::pin(boards(context, look.site)).await {
            context.publish(Event::BoardsFound(Box::new(found)));
        }
    });
}

/// Lets a site begin at further pages, too.
///
/// # Errors
/// When the site or its rule is gone, or an address is none.
pub(super) fn add_starts(
    context: &Arc<EngineContext>,
    site: SiteId,
    urls: &[String],
) -> Result<(), EngineError> {
    let before = find_site(context, site)?;
    let mut file = parse(&before.rule_toml)?.file().clone();
    for url in urls {
        if !file.site.start.contains(url) {
            file.site.start.push(url.clone());
        }
    }
    let rule_toml = rewrite(&before.rule_toml, &file)?;
    update(context, site, &rule_toml, RuleOrigin::Edited)
}

async fn boards(context: &Arc<EngineContext>, site: SiteId) -> Option<FoundBoards> {
    let site = find_site(context, site).ok()?;
    let rule = parse(&site.rule_toml).ok()?;
    let starts: Vec<Url> = rule.start().map(|url| without_fragment(&url)).collect();
    if rule.file().record.is_none() || rule.file().list.is_none() {
        return None;
    }
    // In quiet hours the site gets no request of the program's own accord.
    if rule.quiet_until(Timestamp::now()).is_some() {
        return None;
    }
    let is_start = |url: &str| {
        let url = Url::parse(url).ok().map(|url| without_fragment(&url));
        url.is_some_and(|url| starts.contains(&url))
    };
    let mut visit = PageVisit::begin(context, &site, PageLogin::LogIn).ok()?;
    let (mut session, _) = visit.session();
    for front in front_pages(&starts) {
        let visitor = session.without_cookies();
        let Some(open) = front_page(context, &front, visitor, rule.delay()).await else {
            continue;
        };
        // Another forum of the host has none of the site's boards.
        if !open.boards.iter().any(|(url, _)| is_start(url)) {
            continue;
        }
        if visit.must_log_in_first() {
            let login = open.login.as_ref().map(Url::as_str);
            if !visit.log_in_for_page(&mut session, login).await.ok()? {
                return None;
            }
        }
        let seen = front_page(context, &front, session, rule.delay()).await?;
        let is_open = |url: &str| open.boards.iter().any(|(known, _)| known == url);
        let further = seen.boards.into_iter();
        let further = further.filter(|(url, _)| !is_start(url) && !is_open(url));
        let boards: Vec<LinkedPage> = further
            .map(|(url, name)| LinkedPage { url, name })
            .collect();
        return (!boards.is_empty()).then_some(FoundBoards {
            site: site.id,
            name: site.name,
            boards,
        });
    }
    None
}

/// The front page of a forum.
struct FrontPage {
    /// Its boards: address and name.
    boards: Vec<(String, String)>,
    /// The page with the form to log in, if it links to one.
    login: Option<Url>,
}

/// The front page of a forum of a known software; `None` if `url` is none.
async fn front_page(
    context: &Arc<EngineContext>,
    url: &Url,
    session: Session,
    delay: Duration,
) -> Option<FrontPage> {
    let answer = fetched_page(context, url, session, delay)
        .await
        .ok()?
        .fetched;
    let (engine, asked) = (Arc::clone(context), url.clone());
    let read = spawn_cpu_now(move || {
        let last = answer.url().cloned().unwrap_or(asked);
        let decoded = decode(&answer.body, answer.header("content-type"));
        let page = Page::parse(&decoded.text, &last);
        let verdict = judge(
            &engine.signals,
            &Answer {
                requested_url: last.as_str(),
                final_url: last.as_str(),
                status: answer.status,
                headers: &answer.headers,
                body: &decoded.text,
                page: Some(&page),
                now_s: Timestamp::now().as_second(),
                ..Answer::default()
            },
        );
        let software = ShippedRule::of_page(&page)?;
        (verdict.state == PageState::Ok).then(|| FrontPage {
            boards: software.boards(&page),
            login: login_link(&page),
        })
    });
    read.await.flatten()
}

/// The first link of a page to a form to log in, at its host.
fn login_link(page: &Page) -> Option<Url> {
    let links = page
        .elements()
        .filter(|element| element.value().name() == "a");
    let mut urls = links.filter_map(|link| page.join(link.attr("href")?));
    urls.find(|url| {
        let place = format!("{}?{}", url.path(), url.query().unwrap_or_default());
        let place = place.to_ascii_lowercase();
        let logs_in = LOGIN_WORDS.iter().any(|word| place.contains(word));
        logs_in && url.origin() == page.url().origin()
    })
}

/// Where the front page of a forum may be: the folder that its boards share, and the host's own page.
fn front_pages(boards: &[Url]) -> Vec<Url> {
    let Some(first) = boards.first() else {
        return Vec::new();
    };
    let shared = boards.iter().skip(1).fold(first.path(), |shared, board| {
        let same = shared.char_indices().zip(board.path().chars());
        let end = same
            .take_while(|((_, one), other)| one == other)
            .last()
            .map_or(0, |((at, letter), _)| at + letter.len_utf8());
        shared.get(..end).unwrap_or_default()
    });
    let shared = match boards.len() {
        // Above the board itself.
        1 => shared.trim_end_matches('/'),
        _ => shared,
    };
    let folder = shared.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found: Vec<Url> = Vec::new();
    for path in ["/".to_owned(), format!("{folder}/")] {
        let mut url = first.clone();
        url.set_path(&path);
        url.set_query(None);
        url.set_fragment(None);
        if !found.contains(&url) {
            found.push(url);
        }
    }
    // The nearer one first.
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_page_is_above_the_boards() {
        let of = |boards: &[&str]| -> Vec<String> {
            let boards: Vec<Url> = boards.iter().map(|url| url.parse().unwrap()).collect();
            front_pages(&boards).into_iter().map(String::from).collect()
        };
        assert_eq!(
            of(&[
                "http://a.example/forum/talk-1/",
                "http://a.example/forum/trade-2/"
            ]),
            ["http://a.example/forum/", "http://a.example/"]
        );
        assert_eq!(
            of(&["http://a.example/forum/talk-1/"]),
            ["http://a.example/forum/", "http://a.example/"]
        );
        assert_eq!(
            of(&[
                "http://a.example/viewforum.php?f=1",
                "http://a.example/viewforum.php?f=2"
            ]),
            ["http://a.example/"]
        );
    }
}
