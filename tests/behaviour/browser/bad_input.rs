//! Browsers that are not as they should be, and pages that do their worst while steps are done.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use bowerbird::io::browser::{BrowserLimits, BrowserProblem, RenderOptions, locate};
use bowerbird::io::fetch::FetchError;
use bowerbird::logic::rules::parse;
use url::Url;

use super::live_site::{LiveSite, html, missing};
use super::{browser, is_there, shown, source, visitor_of, with_runtime};
use crate::command_line::Bench;

/// A program that starts the browser of this machine, and says that it has this version, or the
/// browser's own.
fn wrapper(path: &Path, version: Option<&str>) {
    let real = locate(None).unwrap().path;
    let says = version.map_or(String::new(), |version| {
        format!("[ \"$1\" = --version ] && {{ echo Chromium {version}; exit 0; }}\n")
    });
    let text = format!("#!/bin/sh\n{says}exec {} \"$@\"\n", real.display());
    // As package managers do it: what runs keeps the old file.
    let new = path.with_extension("new");
    std::fs::write(&new, text).unwrap();
    std::fs::set_permissions(&new, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::rename(new, path).unwrap();
}

fn problem(failed: Result<bowerbird::io::browser::Rendered, FetchError>) -> BrowserProblem {
    match failed {
        Err(FetchError::Browser { problem, .. }) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_browser_that_is_too_old_is_named_with_its_version() {
    if !is_there() {
        return;
    }
    let bench = Bench::new();
    let old = bench.path("old-browser");
    wrapper(&old, Some("99.0.4844.51"));
    let site = LiveSite::start(|_| html("<p>fine</p>"));
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        browser.use_program(Some(old));
        let failed = shown(&browser, &visitor_of(&site), &site.url("/")).await;
        let words = failed.as_ref().unwrap_err().to_string();
        assert!(
            words.contains("99.0.4844.51") && words.contains("112"),
            "{words}"
        );
        assert_eq!(problem(failed), BrowserProblem::TooOld);
    });
}

#[test]
fn a_browser_that_is_updated_or_removed_meanwhile_is_found_again() {
    if !is_there() {
        return;
    }
    let bench = Bench::new();
    let program: PathBuf = bench.path("a-browser");
    wrapper(&program, None);
    let site = LiveSite::start(|_| html("<p>fine</p>"));
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        browser.use_program(Some(program.clone()));
        let session = visitor_of(&site);
        shown(&browser, &session, &site.url("/1")).await.unwrap();
        // An update while it runs: it goes on as it is.
        wrapper(&program, None);
        shown(&browser, &session, &site.url("/2")).await.unwrap();
        // In the middle of an update there is none; what runs is not affected.
        std::fs::remove_file(&program).unwrap();
        shown(&browser, &session, &site.url("/3")).await.unwrap();
        let (_, process) = browser.process_ids().await.unwrap();
        let killed = Command::new("kill")
            .args(["-9", &process.to_string()])
            .status();
        assert!(killed.unwrap().success());
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let failed = shown(&browser, &session, &site.url("/4")).await;
        assert_eq!(problem(failed), BrowserProblem::NotThere);
        // The new one is there.
        wrapper(&program, None);
        let page = shown(&browser, &session, &site.url("/5")).await.unwrap();
        assert!(source(&page).contains("fine"));
        browser.close().await;
    });
}

#[test]
fn loops_of_alerts_do_not_stop_a_page() {
    if !is_there() {
        return;
    }
    let site = LiveSite::start(|asked| match asked.path.as_str() {
        "/alerts" => html(
            "<p>before</p><script>onbeforeunload = () => 'stay'; for (let i = 0; i < 5000; i++) \
            { alert(i); confirm(i); prompt(i) } document.body.append('after')</script>",
        ),
        "/frames" => html(
            "<p>before</p><script>const f = document.createElement('iframe'); document.body.append(f); \
            setInterval(() => f.contentWindow.alert('again'), 5); document.body.append('after')</script>",
        ),
        _ => missing(),
    });
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor_of(&site);
        for path in ["/alerts", "/frames"] {
            let page = shown(&browser, &session, &site.url(path)).await.unwrap();
            assert!(source(&page).contains("after"), "{path}: {}", source(&page));
        }
        browser.close().await;
    });
}

#[test]
fn a_page_that_goes_elsewhere_in_the_middle_of_a_step_is_followed() {
    if !is_there() {
        return;
    }
    let site = LiveSite::start(|asked| match asked.path.as_str() {
        // The button goes away with its document, some time after it was clicked.
        "/" => html(
            "<button id=go onclick=\"setTimeout(() => location.href = '/second', 150)\">Go</button>",
        ),
        // The page leaves while somebody types.
        "/second" => html(
            "<input id=q onfocus=\"setTimeout(() => location.href = '/third', 30)\"><p>second</p>",
        ),
        "/third" => html(
            "<input id=q oninput=\"document.title = this.value\"><p>third</p>\
            <button id=again onclick=\"location.reload()\">Again</button>",
        ),
        _ => missing(),
    });
    let rule = "[site]\nname = 'N'\nkind = 'pages'\nstart = ['http://h/']\n\
        [[step]]\ndo = 'click'\ncss = '#go'\n[[step]]\ndo = 'type'\ncss = '#q'\ntext = 'woad'\n\
        [[step]]\ndo = 'type'\ncss = '#q'\ntext = 'madder'\n\
        [[step]]\ndo = 'click'\ncss = '#again'\nrepeat = 3\n";
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = visitor_of(&site);
        let options = RenderOptions {
            steps: parse(rule).unwrap().file().steps.clone(),
            ..RenderOptions::default()
        };
        let url = Url::parse(&site.url("/")).unwrap();
        let page = browser.render(&session, &url, &options).await.unwrap();
        assert!(source(&page).contains("third"), "{}", source(&page));
        let last = page.fetched.url().unwrap().path().to_owned();
        assert_eq!(last, "/third");
        browser.close().await;
    });
}
