//! Pages that do not want to be read: they never rest, keep the browser busy, crash, open windows,
//! lead in circles, or reach for this machine.

use std::io::Read as _;
use std::net::{TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use bowerbird::io::browser::{BrowserLimits, BrowserProblem};
use bowerbird::io::fetch::FetchError;

use super::{browser, is_there, shown, source, visitor, with_runtime};
use crate::servers::Pages;

fn quick() -> BrowserLimits {
    BrowserLimits {
        page: Duration::from_secs(20),
        unrest: Duration::from_secs(2),
        ..BrowserLimits::default()
    }
}

#[test]
fn pages_that_never_end_are_read_as_they_are() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page(
            "/never",
            "<ul id=u></ul><script>setInterval(() => u.innerHTML += '<li>more', 10); \
            setInterval(() => fetch('/x'), 50)</script>",
        )
        .page(
            "/busy",
            "<p>before</p><script>setTimeout(() => { while (true) {} }, 50)</script>",
        )
        .page(
            "/busy-at-once",
            "<p>before</p><script>while (true) {}</script>",
        )
        .page(
            "/windows",
            "<p>opens</p><script>setInterval(() => { const f = \
            document.createElement('iframe'); document.body.append(f); f.contentWindow.open('/x') \
            }, 20)</script>",
        )
        .page("/circle", "<script>location.href = '/round'</script>")
        .page("/round", "<script>location.href = '/circle'</script>")
        .page("/fine", "<p>fine</p>")
        .start();
    with_runtime(async {
        let browser = browser(quick());
        let session = visitor(&site);
        for path in ["/never", "/busy", "/busy-at-once", "/windows"] {
            let began = Instant::now();
            let page = shown(&browser, &session, &site.url(path)).await;
            let page = page.unwrap_or_else(|error| panic!("{path}: {error}"));
            let text = source(&page);
            let expected = ["more", "before", "opens"];
            assert!(
                expected.iter().any(|word| text.contains(word)),
                "{path}: {text}"
            );
            assert!(began.elapsed() < Duration::from_secs(25), "{path}");
        }
        let circle = shown(&browser, &session, &site.url("/circle")).await;
        let Err(FetchError::Browser { problem, .. }) = circle else {
            panic!("{circle:?}");
        };
        assert_eq!(problem, BrowserProblem::Restless);
        let fine = shown(&browser, &session, &site.url("/fine")).await.unwrap();
        assert!(source(&fine).contains("fine"));
        browser.close().await;
    });
}

#[test]
fn a_page_that_takes_too_much_memory_ends_its_tab_only() {
    if !is_there() {
        return;
    }
    let site = Pages::new()
        .page(
            "/memory",
            "<p>x</p><script>const all = []; setInterval(() => { const b = new \
            Uint8Array(3e7); b.fill(1); all.push(b); fetch('/x') }, 20)</script>",
        )
        .page("/fine", "<p>fine</p>")
        .start();
    with_runtime(async {
        let limits = BrowserLimits {
            process_bytes: 500 * 1024 * 1024,
            ..BrowserLimits::default()
        };
        let browser = browser(limits);
        let session = visitor(&site);
        let page = shown(&browser, &session, &site.url("/memory")).await;
        let Err(FetchError::Browser { problem, .. }) = page else {
            panic!("{page:?}");
        };
        assert!(matches!(
            problem,
            BrowserProblem::Memory | BrowserProblem::Crashed
        ));
        let fine = shown(&browser, &session, &site.url("/fine")).await.unwrap();
        assert!(source(&fine).contains("fine"));
        browser.close().await;
    });
}

/// What a page reaches for: files, loopback, services that go past the proxy.
fn reaching(http: u16, stun: u16) -> String {
    format!(
        "<pre id=o></pre><iframe src='file:///etc/hostname'></iframe><iframe src='about:blank'></iframe>\
        <script>(async () => {{ const o = document.getElementById('o'); \
        const attempt = async (name, work) => {{ try {{ o.textContent += name + ' REACHED ' + await work() + '\\n' }} \
        catch (error) {{ o.textContent += name + ' refused\\n' }} }}; \
        await attempt('file', () => fetch('file:///etc/hostname').then(r => r.text())); \
        await attempt('loopback', () => fetch('http://127.0.0.1:{http}/', {{mode: 'no-cors'}}).then(r => r.type)); \
        await attempt('name', () => fetch('http://localhost:{http}/', {{mode: 'no-cors'}}).then(r => r.type)); \
        await attempt('socket', () => new Promise((done, no) => {{ const s = new WebSocket('ws://127.0.0.1:{http}/'); \
            s.onopen = () => done('open'); s.onerror = no }})); \
        await attempt('rtc', () => new Promise((done, no) => {{ const f = document.querySelectorAll('iframe')[1]; \
            const p = new (window.RTCPeerConnection || f.contentWindow.RTCPeerConnection)({{iceServers: [{{urls: 'stun:127.0.0.1:{stun}'}}]}}); \
            p.createDataChannel('x'); p.createOffer().then(x => p.setLocalDescription(x)); setTimeout(() => done('sent'), 800) }})); \
        await attempt('worker', () => navigator.serviceWorker.register('/x.js')); \
        o.textContent += 'done' }})()</script>"
    )
}

#[test]
fn a_page_reaches_neither_files_nor_this_machine() {
    if !is_there() {
        return;
    }
    // The page itself comes through the proxy of the site, from "the web".
    let inside = TcpListener::bind("127.0.0.1:0").unwrap();
    let stun = UdpSocket::bind("127.0.0.1:0").unwrap();
    let (http, udp) = (
        inside.local_addr().unwrap().port(),
        stun.local_addr().unwrap().port(),
    );
    let web = web_proxy(reaching(http, udp));
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let route = bowerbird::io::fetch::ProxyRoute::new(
            bowerbird::logic::model::ProxyId(1),
            url::Url::parse(&format!("http://127.0.0.1:{web}")).unwrap(),
            Some((
                "alice".to_owned(),
                bowerbird::io::secrets::Secret::new("s3cret"),
            )),
        );
        let session = bowerbird::io::fetch::Session::new(Some(route), None, None);
        let page = shown(&browser, &session, "http://pages.example/")
            .await
            .unwrap();
        let text = source(&page);
        let text = text.split("</pre>").next().unwrap_or_default();
        assert!(text.contains("done") && !text.contains("REACHED"), "{text}");
        browser.close().await;
    });
    inside.set_nonblocking(true).unwrap();
    assert!(inside.accept().is_err(), "nobody knocked at loopback");
    stun.set_nonblocking(true).unwrap();
    assert!(
        stun.recv(&mut [0; 64]).is_err(),
        "nobody asked for the address of this machine"
    );
}

/// A proxy that wants a password and has one page for every address.
fn web_proxy(page: String) -> u16 {
    use std::io::Write as _;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let page = page.clone();
            std::thread::spawn(move || {
                let mut head = Vec::new();
                let mut byte = [0];
                while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n > 0) {
                    head.push(byte[0]);
                }
                let head = String::from_utf8_lossy(&head).to_lowercase();
                let wanted = head.contains("proxy-authorization: basic ywxpy2u6cznjcmv0");
                let status = match (wanted, head.starts_with("get http://pages.example/ ")) {
                    (false, _) => "407 Who",
                    (_, true) => "200 OK",
                    _ => "404 No",
                };
                let _ = write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\
                    Connection: close\r\n\r\n{page}",
                    page.len()
                );
            });
        }
    });
    port
}
