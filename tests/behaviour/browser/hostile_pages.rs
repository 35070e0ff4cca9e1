//! Pages that do not want to be read: they never rest, keep the browser busy, crash, open windows,
//! lead in circles, or reach for this machine.

use std::io::Read as _;
use std::net::{TcpListener, UdpSocket};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bowerbird::io::browser::{BrowserLimits, BrowserProblem};
use bowerbird::io::fetch::{FetchError, RobotsPolicy, Session};

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
        .page(
            "/words",
            "<p>x</p><script>const all = []; setInterval(() => { for (let i = 0; i < 2e5; i++) \
            all.push({ word: 'w' + i }); fetch('/x') }, 20)</script>",
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
        for path in ["/memory", "/words"] {
            let page = shown(&browser, &session, &site.url(path)).await;
            let Err(FetchError::Browser { problem, .. }) = page else {
                panic!("{path}: {page:?}");
            };
            assert!(
                matches!(problem, BrowserProblem::Memory | BrowserProblem::Crashed),
                "{path}: {problem:?}"
            );
        }
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
    let page = reaching(http, udp);
    let web = web_proxy(move |address| (address == "http://pages.example/").then(|| page.clone()));
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let page = shown(&browser, &proxied(web), "http://pages.example/")
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

/// What a frame of another site reaches for, told to the page around it.
fn framed(stun: u16) -> String {
    format!(
        "<script>const tell = text => parent.postMessage(text, '*'); (async () => {{ \
        try {{ const p = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{stun}'}}]}}); \
            p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()); tell('REACHED rtc') }} \
        catch (error) {{ tell('no rtc') }} \
        try {{ tell('REACHED ' + top.document.cookie) }} catch (error) {{ tell('no cookie') }} \
        alert('stays'); open('/x'); await new Promise(done => {{ const i = new Image(); \
            i.onload = () => {{ tell('REACHED image'); done() }}; i.onerror = () => {{ tell('no image'); done() }}; \
            i.src = '/image' }}); tell('frame done') }})()</script>"
    )
}

#[test]
fn frames_of_other_sites_are_held_to_the_same_rules() {
    if !is_there() {
        return;
    }
    let stun = UdpSocket::bind("127.0.0.1:0").unwrap();
    let inner = framed(stun.local_addr().unwrap().port());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&seen);
    let web = web_proxy(move |address| {
        heard.lock().unwrap().push(address.to_owned());
        Some(match address {
            "http://pages.example/" => "<pre id=o></pre><script>document.cookie = 'own=1'; \
                addEventListener('message', e => o.append(e.data + '\\n'))</script>\
                <iframe src='http://frames.example/'></iframe>\
                <iframe src='http://frames.example/forbidden'></iframe>"
                .to_owned(),
            "http://frames.example/" => inner.clone(),
            "http://frames.example/robots.txt" => "User-agent: *\nDisallow: /forbidden".to_owned(),
            "http://frames.example/forbidden" => {
                "<script>parent.postMessage('REACHED forbidden', '*')</script>".to_owned()
            }
            _ => return None,
        })
    });
    with_runtime(async {
        let browser = browser(BrowserLimits::default());
        let session = proxied(web).with_robots(RobotsPolicy::Every);
        let page = shown(&browser, &session, "http://pages.example/").await;
        let text = source(&page.unwrap());
        let text = text.split("</pre>").next().unwrap_or_default();
        assert!(
            text.contains("frame done") && !text.contains("REACHED"),
            "{text}"
        );
        browser.close().await;
    });
    let seen = seen.lock().unwrap();
    let asked = |address: &str| seen.iter().any(|seen| seen == address);
    assert!(asked("http://frames.example/robots.txt"), "{seen:?}");
    assert!(!asked("http://frames.example/forbidden"), "{seen:?}");
    assert!(!asked("http://frames.example/image"), "{seen:?}");
    stun.set_nonblocking(true).unwrap();
    assert!(stun.recv(&mut [0; 64]).is_err());
}

/// A visitor who goes through the proxy at `port`.
fn proxied(port: u16) -> Session {
    let secret = bowerbird::io::secrets::Secret::new("s3cret");
    let route = bowerbird::io::fetch::ProxyRoute::new(
        bowerbird::logic::model::ProxyId(1),
        url::Url::parse(&format!("http://127.0.0.1:{port}")).unwrap(),
        Some(("alice".to_owned(), secret)),
    );
    Session::new(Some(route), None, None)
}

/// A proxy that wants a password; what it answers to an address is `page`.
fn web_proxy(page: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> u16 {
    use std::io::Write as _;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let page = Arc::new(page);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let page = Arc::clone(&page);
            std::thread::spawn(move || {
                let mut head = Vec::new();
                let mut byte = [0];
                while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n > 0) {
                    head.push(byte[0]);
                }
                let head = String::from_utf8_lossy(&head).to_lowercase();
                let wanted = head.contains("proxy-authorization: basic ywxpy2u6cznjcmv0");
                let address = head.split_whitespace().nth(1).unwrap_or_default();
                let found = wanted.then(|| page(address));
                let status = match found {
                    None => "407 Who",
                    Some(Some(_)) => "200 OK",
                    Some(None) => "404 No",
                };
                let body = found.flatten().unwrap_or_default();
                let kind = match address.ends_with(".txt") {
                    true => "text/plain",
                    false => "text/html",
                };
                let _ = write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
                    Connection: close\r\n\r\n{body}",
                    body.len()
                );
            });
        }
    });
    port
}
