//! Pages in the browser through SOCKS4 and SOCKS4A proxies: what goes to the proxy, and what its
//! refusal is called.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use bowerbird::io::browser::BrowserLimits;
use bowerbird::io::fetch::{FetchError, Fetcher, ProxyRoute, Session};
use bowerbird::logic::model::ProxyId;
use bowerbird::logic::policy::address_policy::Reach;
use url::Url;

use super::live_site::{LiveSite, html, missing};
use super::{browser, is_there, shown, source, with_runtime};

/// A SOCKS4 server that answers with `code`, and leads everything to `site`; what it was asked.
fn proxy(code: u8, site: &LiveSite) -> (u16, Arc<Mutex<Vec<Vec<u8>>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
    let (log, target) = (Arc::clone(&asked), site.url("").replace("http://", ""));
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (log, target) = (Arc::clone(&log), target.clone());
            std::thread::spawn(move || {
                let _ = relay(client, code, &target, &log);
            });
        }
    });
    (port, asked)
}

fn relay(
    mut client: TcpStream,
    code: u8,
    target: &str,
    log: &Mutex<Vec<Vec<u8>>>,
) -> std::io::Result<()> {
    let mut head = [0; 9];
    client.read_exact(&mut head)?;
    let mut message = head.to_vec();
    // A name follows an address that cannot be one.
    if head[4..7] == [0, 0, 0] && head[7] != 0 {
        let mut byte = [1];
        while byte != [0] {
            client.read_exact(&mut byte)?;
            message.push(byte[0]);
        }
    }
    log.lock().unwrap().push(message);
    client.write_all(&[0, code, 0, 0, 0, 0, 0, 0])?;
    if code != 90 {
        return client.shutdown(Shutdown::Both);
    }
    let mut server = TcpStream::connect(target)?;
    let (mut from, mut to) = (client.try_clone()?, server.try_clone()?);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    });
    std::io::copy(&mut server, &mut client)?;
    client.shutdown(Shutdown::Both)
}

fn site() -> LiveSite {
    LiveSite::start(|asked| match asked.path.as_str() {
        "/robots.txt" => missing(),
        _ => html("<div id=a></div><script>a.textContent = 'made by scripts'</script>"),
    })
}

fn through(scheme: &str, port: u16) -> Session {
    let url = Url::parse(&format!("{scheme}://127.0.0.1:{port}")).unwrap();
    let start = Url::parse("http://203.0.113.5/").unwrap();
    Session::new(Some(ProxyRoute::new(ProxyId(1), url, None)), None, None)
        .reaching(Reach::of_start(&start))
}

#[test]
fn pages_come_through_socks_4_and_4a() {
    if !is_there() {
        return;
    }
    let site = site();
    with_runtime(async {
        let (port, asked) = proxy(90, &site);
        let browser = browser(BrowserLimits::default());
        // An address goes as one.
        let page = shown(&browser, &through("socks4", port), "http://203.0.113.5/").await;
        assert!(source(&page.unwrap()).contains("made by scripts"));
        let first = asked.lock().unwrap()[0].clone();
        assert_eq!(first, [4, 1, 0, 80, 203, 0, 113, 5, 0]);
        asked.lock().unwrap().clear();
        // A name is the proxy's to resolve.
        let session = through("socks4a", port);
        let page = shown(&browser, &session, "http://pages.example/").await;
        assert!(source(&page.unwrap()).contains("made by scripts"));
        let first = asked.lock().unwrap()[0].clone();
        assert_eq!(
            first,
            b"\x04\x01\x00\x50\x00\x00\x00\x01\x00pages.example\x00"
        );
        browser.close().await;
        // Plain requests go the same way.
        let url = Url::parse("http://pages.example/").unwrap();
        let fetched = Fetcher::default().get(&session, &url).await.unwrap();
        assert!(String::from_utf8_lossy(&fetched.body).contains("made by scripts"));
    });
}

#[test]
fn a_refusal_of_a_socks_4_proxy_is_its_fault() {
    if !is_there() {
        return;
    }
    let site = site();
    with_runtime(async {
        let (port, _) = proxy(91, &site);
        let session = through("socks4a", port);
        let browser = browser(BrowserLimits::default());
        let failed = shown(&browser, &session, "http://pages.example/").await;
        assert!(
            matches!(failed, Err(FetchError::Proxy { .. })),
            "{failed:?}"
        );
        browser.close().await;
        let url = Url::parse("http://pages.example/").unwrap();
        let failed = Fetcher::default().get(&session, &url).await;
        assert!(
            matches!(failed, Err(FetchError::Proxy { .. })),
            "{failed:?}"
        );
    });
}
