//! Ordinary pages: what scripts made is there, cookies and redirects count, data is recorded.

use bowerbird::io::browser::BrowserLimits;
use bowerbird::io::fetch::{FetchError, RobotsPolicy};

use super::{browser, is_there, shown, source, visitor, with_runtime};
use crate::servers::Pages;

const APP: &str = "<div id=app></div><noscript>Enable JavaScript</noscript><script>\
    fetch('/api?page=1').then(r => r.json()).then(all => { \
    document.getElementById('app').innerHTML = all.map(n => `<p class=row>Row ${n}</p>`).join('') })\
    </script>";

#[test]
fn a_page_is_as_its_scripts_made_it_and_its_data_is_recorded() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page("/app", APP)
        .page("/api", "[1,2,3]")
        .page("/api?page=1", "[1,2,3]")
        .page(
            "/shadow",
            "<x-a><b slot=s>slotted</b></x-a><script>customElements.define('x-a', \
            class extends HTMLElement { connectedCallback() { this.attachShadow({mode: 'open'})\
            .innerHTML = '<h1>in shadow</h1><slot name=s></slot>' } })</script>",
        )
        .page(
            "/go",
            "<p>one</p><script>setTimeout(() => location.href = '/went', 200)</script>",
        )
        .page(
            "/went",
            "<p>went there</p><script>document.cookie = 'seen=1'</script>",
        )
        .page(
            "/cookie",
            "<p id=c></p><script>c.textContent = document.cookie</script>",
        )
        .page(
            "/alert",
            "<body><script>alert(1); document.body.innerHTML = '<p>' + confirm(2) + \
            prompt(3) + '</p>'</script>",
        )
        .start();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor(&site);
        let app = shown(&browser, &session, &site.url("/app")).await.unwrap();
        let text = source(&app);
        assert!(text.contains("<p class=\"row\">Row 3</p>"), "{text}");
        assert!(!text.contains("Enable JavaScript"), "{text}");
        assert_eq!(
            app.fetched.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert!(app.rested && app.received > 0);
        let data = &app.requests[0];
        assert_eq!(
            (data.method.as_str(), data.url.as_str()),
            ("GET", &*site.url("/api?page=1"))
        );
        assert_eq!(data.answer.as_ref().unwrap().body, b"[1,2,3]");

        let shadow = shown(&browser, &session, &site.url("/shadow"))
            .await
            .unwrap();
        let text = source(&shadow);
        assert!(
            text.contains("in shadow") && text.contains("slotted"),
            "{text}"
        );

        let went = shown(&browser, &session, &site.url("/go")).await.unwrap();
        assert!(source(&went).contains("went there"));
        assert_eq!(went.fetched.url().unwrap().as_str(), site.url("/went"));
        // What one page sets, the next one and plain requests send.
        let cookie = shown(&browser, &session, &site.url("/cookie"))
            .await
            .unwrap();
        assert!(source(&cookie).contains("seen=1"));
        let home = url::Url::parse(&site.url("/")).unwrap();
        assert!(session.has_cookies(&home));
        let other = shown(&browser, &session.without_cookies(), &site.url("/cookie")).await;
        assert!(!source(&other.unwrap()).contains("seen=1"));

        let alert = shown(&browser, &session, &site.url("/alert"))
            .await
            .unwrap();
        assert!(source(&alert).contains("falsenull"), "{}", source(&alert));
        browser.close().await;
    });
}

#[test]
fn robots_txt_and_reach_count_for_every_document() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page("/robots.txt", "User-agent: *\nDisallow: /private")
        .page(
            "/to-private",
            "<script>location.href = '/private/a'</script>",
        )
        .page("/private/a", "<p>secret</p>")
        .page("/frame", "<p>page</p><iframe src=/private/b></iframe>")
        .page("/private/b", "<p>secret</p>")
        .start();
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor(&site).with_robots(RobotsPolicy::Redirects);
        let led = shown(&browser, &session, &site.url("/to-private")).await;
        assert!(matches!(led, Err(FetchError::Disallowed { .. })), "{led:?}");
        let before = site.hits();
        let frame = shown(&browser, &session, &site.url("/frame"))
            .await
            .unwrap();
        assert!(source(&frame).contains("page"));
        assert_eq!(site.hits(), before + 1, "the frame was not fetched");
        // A visitor of the public web does not get to loopback.
        let public = bowerbird::io::fetch::Session::new(None, None, None);
        let refused = shown(&browser, &public, &site.url("/frame")).await;
        assert!(
            matches!(refused, Err(FetchError::OutOfReach { .. })),
            "{refused:?}"
        );
        browser.close().await;
    });
}
