//! Pages that scripts make: shown in the browser of this machine, by the real guard process. Run
//! alone with `cargo test --test behaviour browser::`. Without a browser they are skipped, with a
//! word.

#[cfg(unix)]
mod bad_input;
mod hostile_pages;
mod imported_steps;
mod interfaces;
mod live_site;
#[cfg(target_os = "linux")]
mod login_window;
mod pages;
mod processes;
#[cfg(target_os = "linux")]
mod question_window;
mod reused_tabs;
mod runs;
mod screenshots;
mod script_lists;
mod socks_proxies;
mod steps;
mod value_steps;

use std::path::PathBuf;

use bowerbird::io::browser::{Browser, BrowserLimits, RenderOptions, Rendered, locate};
use bowerbird::io::fetch::{FetchError, Fetcher, Session};
use url::Url;

use crate::servers::Pages;

/// Whether there is a browser. On a developer's machine without one the test ends here.
pub fn is_there() -> bool {
    match locate(None) {
        Ok(_) => true,
        Err(error) => {
            let is_ci = std::env::var_os("CI").is_some();
            assert!(!is_ci, "tests/run installs a browser: {error}");
            #[allow(clippy::print_stderr)]
            {
                eprintln!("skipped: {error}");
            }
            false
        }
    }
}

/// A browser with the guard of the program under test.
pub fn browser(limits: BrowserLimits) -> Browser {
    let guard = PathBuf::from(env!("CARGO_BIN_EXE_bowerbird"));
    Browser::new(guard, Fetcher::default(), limits)
}

/// A visitor that may reach the loopback servers of the tests, as one who typed their addresses.
pub fn visitor(site: &Pages) -> Session {
    let start = Url::parse(&site.url("/")).unwrap();
    let reach = bowerbird::logic::policy::address_policy::Reach::of_start(&start);
    Session::new(None, None, None).reaching(reach)
}

/// The same for a site that answers by what it is asked.
pub fn visitor_of(site: &live_site::LiveSite) -> Session {
    let start = Url::parse(&site.url("/")).unwrap();
    let reach = bowerbird::logic::policy::address_policy::Reach::of_start(&start);
    Session::new(None, None, None).reaching(reach)
}

/// Runs a test with a runtime.
pub fn with_runtime(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(work);
}

/// A page as it is after its scripts.
pub async fn shown(
    browser: &Browser,
    session: &Session,
    url: &str,
) -> Result<Rendered, FetchError> {
    let url = Url::parse(url).unwrap();
    browser
        .render(
            session,
            &url,
            &RenderOptions {
                record: true,
                ..RenderOptions::default()
            },
        )
        .await
}

pub fn source(rendered: &Rendered) -> String {
    String::from_utf8(rendered.fetched.body.clone()).unwrap()
}
