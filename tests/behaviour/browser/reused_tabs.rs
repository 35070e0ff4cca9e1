//! A tab that showed one page shows the next: nothing of the first goes on or is seen there.

use std::time::Duration;

use bowerbird::io::browser::BrowserLimits;
use bowerbird::io::fetch::{FetchError, RobotsPolicy};

use super::live_site::{LiveSite, html, missing};
use super::{browser, is_there, shown, source, visitor_of, with_runtime};

fn site() -> LiveSite {
    LiveSite::start(|asked| match asked.path.as_str() {
        "/first" => html(
            "<p id=p>first</p><script>window.name = 'kept'; sessionStorage.k = 'kept'; \
            history.pushState({}, '', '/first#a'); history.pushState({}, '', '/first#b'); \
            setInterval(() => new Image().src = '/ping', 10); setTimeout(() => fetch('/late'), 900)</script>",
        ),
        "/second" => html(
            "<p id=p></p><script>p.textContent = `name ${window.name}, storage ${sessionStorage.k}.`</script>",
        ),
        "/robots.txt" => (
            200,
            "text/plain",
            "User-agent: *\nDisallow: /private".to_owned(),
        ),
        "/gone" => (404, "text/html", "<h1>gone</h1>".to_owned()),
        "/drops" => (0, "", String::new()),
        _ => missing(),
    })
}

#[test]
fn nothing_of_a_page_is_seen_by_the_next_one_in_its_tab() {
    if !is_there() {
        return;
    }
    let site = site();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor_of(&site).with_robots(RobotsPolicy::Redirects);
        let first = shown(&browser, &session, &site.url("/first"))
            .await
            .unwrap();
        assert!(source(&first).contains("first"));
        tokio::time::sleep(Duration::from_millis(300)).await;
        site.forget();
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(site.asked().is_empty(), "it goes on: {:?}", site.asked());
        let second = shown(&browser, &session, &site.url("/second"))
            .await
            .unwrap();
        let text = source(&second);
        assert!(text.contains("name , storage undefined."), "{text}");
        assert_eq!(second.fetched.url().unwrap().as_str(), site.url("/second"));
        // Only its own requests are recorded.
        assert!(second.requests.is_empty(), "{:?}", second.requests);
        browser.close().await;
    });
}

#[test]
fn pages_that_fail_in_a_used_tab_are_told_as_in_a_new_one() {
    if !is_there() {
        return;
    }
    let site = site();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor_of(&site);
        for round in 0..2 {
            shown(&browser, &session, &site.url("/second"))
                .await
                .unwrap();
            let gone = shown(&browser, &session, &site.url("/gone")).await.unwrap();
            assert_eq!(gone.fetched.status, 404, "{round}");
            let drops = shown(&browser, &session, &site.url("/drops")).await;
            assert!(drops.is_err(), "{round}: {drops:?}");
            let heeds = session.with_robots(RobotsPolicy::Every);
            shown(&browser, &heeds, &site.url("/second")).await.unwrap();
            let refused = shown(&browser, &heeds, &site.url("/private/a")).await;
            let is_refused = matches!(refused, Err(FetchError::Disallowed { .. }));
            assert!(is_refused, "{round}: {refused:?}");
        }
        browser.close().await;
    });
}
