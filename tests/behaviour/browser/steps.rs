//! Steps before a page is read: what a person would do on it, done by the browser.

use bowerbird::io::browser::{Browser, BrowserLimits, BrowserProblem, RenderOptions};
use bowerbird::io::fetch::{FetchError, Session};
use bowerbird::logic::rules::{PageStep, parse};
use url::Url;

use super::{browser, is_there, source, visitor, with_runtime};
use crate::command_line::Bench;
use crate::servers::Pages;

/// A shop with a question about cookies over it, a search, a list to choose from, and more to load.
const SHOP: &str = "<!DOCTYPE html><title>Wares</title><body>\
    <div id=veil style='position:fixed;inset:0;background:#fff;z-index:9'><p>We use cookies for your \
    privacy.</p><button id=yes>Accept all</button><button id=no>Reject all</button></div>\
    <input id=q><select id=s><option value=a>Any</option><option value=b>Blue dyes</option></select>\
    <ul id=u></ul><button id=more>Load more</button><p id=said></p><script>\
    let at = 0; const say = t => said.append(t + ';');\
    no.onclick = () => { say('refused'); veil.remove() }; yes.onclick = () => { say('accepted'); veil.remove() };\
    s.onchange = () => say('chose ' + s.value); q.onkeydown = e => { if (e.key === 'Enter') say('asked ' + q.value) };\
    const add = () => { for (let i = 0; i < 5; i++) { const l = document.createElement('li'); \
        l.textContent = 'Ware ' + ++at; u.append(l) } if (at >= 20) more.remove() };\
    more.onclick = e => { if (e.isTrusted) setTimeout(add, 150) }; add()</script>";

/// A list that goes on when its end is seen, three times.
const ENDLESS: &str = "<!DOCTYPE html><title>Feed</title><body><ul id=u></ul><div id=end style='height:20px'></div>\
    <script>let at = 0; const add = () => { for (let i = 0; i < 30 && at < 90; i++) { \
    const l = document.createElement('li'); l.style.height = '60px'; l.textContent = 'Post ' + ++at; u.append(l) } };\
    new IntersectionObserver(all => { if (all.some(e => e.isIntersecting)) setTimeout(add, 100) }).observe(end);\
    </script>";

fn steps(text: &str) -> Vec<PageStep> {
    let site = "[site]\nname = 'N'\nkind = 'pages'\nstart = ['http://h/']\n";
    parse(&format!("{site}{text}"))
        .unwrap()
        .file()
        .steps
        .clone()
}

async fn read(
    browser: &Browser,
    session: &Session,
    url: &str,
    text: &str,
) -> Result<String, FetchError> {
    let options = RenderOptions {
        steps: steps(text),
        ..RenderOptions::default()
    };
    let url = Url::parse(url).unwrap();
    let page = browser.render(session, &url, &options).await?;
    Ok(source(&page))
}

/// The page as it is when a step fails, and which.
async fn read_until_failure(
    browser: &Browser,
    session: &Session,
    url: &str,
    text: &str,
) -> (String, Option<String>) {
    let options = RenderOptions {
        steps: steps(text),
        until_failure: true,
        ..RenderOptions::default()
    };
    let url = Url::parse(url).unwrap();
    let page = browser.render(session, &url, &options).await.unwrap();
    (source(&page), page.failed_step)
}

fn site() -> Pages {
    Pages::new()
        .page("/shop", SHOP)
        .page("/feed", ENDLESS)
        .page(
            "/zh",
            "<body><div style='position:fixed;bottom:0'>本网站使用 Cookie 以改善体验。<a href='#'>了解更多</a>\
            <button onclick=\"this.parentNode.remove();document.body.append('closed')\">我知道了</button></div><p>内容</p>",
        )
        .start()
}

#[test]
fn steps_are_done_in_order_before_the_page_is_read() {
    if !is_there() {
        return;
    }
    let site = site();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor(&site);
        let all = "[[step]]\ndo = 'close'\n[[step]]\ndo = 'type'\ncss = '#q'\ntext = 'woad'\n\
            [[step]]\ndo = 'press'\nkey = 'Enter'\n[[step]]\ndo = 'choose'\ncss = '#s'\ntext = 'Blue dyes'\n\
            [[step]]\ndo = 'click'\ncss = '#more'\nrepeat = 30\n";
        let page = read(&browser, &session, &site.url("/shop"), all).await;
        let page = page.unwrap();
        assert!(
            page.contains("refused;asked woad;chose b;") && page.contains("Ware 20"),
            "{page}"
        );
        let scroll = "[[step]]\ndo = 'scroll'\n";
        let page = read(&browser, &session, &site.url("/feed"), scroll).await;
        assert!(page.unwrap().contains("Post 90"));
        let close = "[[step]]\ndo = 'close'\n";
        let page = read(&browser, &session, &site.url("/zh"), close).await;
        assert!(page.unwrap().contains("closed"));
        browser.close().await;
    });
}

#[test]
fn a_step_without_its_element_is_named_or_left_out() {
    if !is_there() {
        return;
    }
    let site = site();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor(&site);
        let missing =
            "[[step]]\ndo = 'close'\n[[step]]\ndo = 'click'\ncss = '.gone'\nwait = '1s'\n";
        let failed = read(&browser, &session, &site.url("/shop"), missing).await;
        let Err(error @ FetchError::Browser { problem, .. }) = &failed else {
            panic!("{failed:?}");
        };
        assert_eq!(*problem, BrowserProblem::Step);
        assert!(error.to_string().contains("2 (click .gone)"), "{error}");
        // A person sees the page as it was then.
        let url = site.url("/shop");
        let more = format!("{missing}[[step]]\ndo = 'click'\ncss = '#more'\n");
        let (page, failed) = read_until_failure(&browser, &session, &url, &more).await;
        assert_eq!(failed.as_deref(), Some("2 (click .gone)"));
        assert!(page.contains("refused;") && page.contains("Ware 5") && !page.contains("Ware 6"));
        let optional = format!("{missing}optional = true\n");
        let page = read(&browser, &session, &site.url("/shop"), &optional).await;
        assert!(page.unwrap().contains("Ware 5"));
        browser.close().await;
    });
}

#[test]
fn a_run_collects_what_its_steps_bring() {
    if !is_there() {
        return;
    }
    let (bench, site) = (Bench::new(), site());
    let rule = format!(
        "[site]\nname = \"shop\"\nkind = \"pages\"\nstart = [\"{}\"]\n\n[politeness]\ndelay = \"0s\"\n\n\
        [[step]]\ndo = \"close\"\n\n[[step]]\ndo = \"click\"\ncss = \"#more\"\nrepeat = 30\n\n\
        [record]\nitem = {{ css = \"#u li\" }}\n\n[[field]]\nname = \"title\"\nselect = [{{ xpath = \".\" }}]\n",
        site.url("/shop")
    );
    bench.add(&[("shop.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let out = bench.path("out.csv");
    bench.ok(&["export", "--format", "csv", "--out", out.to_str().unwrap()]);
    let text = std::fs::read_to_string(out).unwrap();
    for number in 1..=20 {
        assert!(text.contains(&format!("Ware {number}")), "{text}");
    }
}
