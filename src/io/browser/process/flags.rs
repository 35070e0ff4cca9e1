//! The command line of the browser: what it must not do by itself.

use std::path::Path;

/// How the browser is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::browser) enum Display<'a> {
    /// Not at all: its pages are read by us.
    Hidden,
    /// In a window, for a person; under this user agent, or its own.
    Window(Option<&'a str>),
}

/// Switches of a browser that nobody sees.
const HIDDEN: [&str; 5] = [
    "--headless=new",
    // A person in a window is warned of a page that asks for passwords in another's name.
    "--disable-client-side-phishing-detection",
    "--hide-scrollbars",
    "--mute-audio",
    // A name that reached the resolver would be one that goes past the proxy. A window would warn
    // its user of this switch.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/// Switches of every start. No background traffic, no updates, no first-run pages; nothing goes
/// past the proxy: no QUIC, no direct WebRTC, no name is resolved by the browser itself.
const SWITCHES: [&str; 29] = [
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--no-pings",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-quic",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--proxy-bypass-list=<-loopback>",
    "--window-size=1280,1024",
    // A frame of another site runs in a process of its own, on machines with little memory too: it
    // must not read what the page's visitor is logged in to.
    "--site-per-process",
];

/// Features that are turned off: guesses about where the user goes next, translations, media
/// controls; and a new process for each document of a tab, which costs more than the page.
const FEATURES_OFF: &str = "--disable-features=AcceptCHFrame,AutofillServerCommunication,\
    BackForwardCache,CertificateTransparencyComponentUpdater,DialMediaRouteProvider,\
    DestroyProfileOnBrowserClose,GlobalMediaControls,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,\
    InterestFeedContentSuggestions,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,\
    OptimizationHints,PaintHolding,Prerender2,PreconnectToSearch,PrivacySandboxSettings4,RenderDocument,\
    SpareRendererForSitePerProcess,Translate,WebTransport";

/// The arguments of a start with this profile, whose traffic goes through the proxy at `port`.
pub(super) fn arguments(
    profile: &Path,
    port: u16,
    heap_mib: u64,
    display: Display<'_>,
) -> Vec<String> {
    let mut all: Vec<String> = SWITCHES.iter().map(|&switch| switch.to_owned()).collect();
    match display {
        Display::Hidden => all.extend(HIDDEN.iter().map(|&switch| switch.to_owned())),
        // A switch, so that frames and workers send it too.
        Display::Window(Some(agent)) => all.push(format!("--user-agent={agent}")),
        Display::Window(None) => {}
    }
    all.push(FEATURES_OFF.to_owned());
    all.push(format!("--proxy-server=http://127.0.0.1:{port}"));
    all.push(format!("--js-flags=--max-old-space-size={heap_mib}"));
    all.push(format!("--user-data-dir={}", profile.display()));
    if runs_as_root() {
        // The sandbox of Chromium does not run as root; systems refuse the start otherwise.
        all.push("--no-sandbox".to_owned());
    }
    all.push("about:blank".to_owned());
    all
}

#[cfg(target_os = "linux")]
fn runs_as_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(target_os = "linux"))]
fn runs_as_root() -> bool {
    false
}
