//! Proxies on loopback, good ones and bad ones. They end with the test process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// A proxy, and how many connections it was asked for.
pub struct Exit {
    pub url: String,
    asked: Arc<AtomicUsize>,
}

impl Exit {
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    /// `host:port`.
    pub fn authority(&self) -> &str {
        self.url.split("://").nth(1).unwrap()
    }
}

fn serve(scheme: &str, serve: impl Fn(TcpStream) + Send + Sync + 'static) -> Exit {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("{scheme}://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let (count, serve) = (Arc::clone(&asked), Arc::new(serve));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            count.fetch_add(1, Ordering::SeqCst);
            let serve = Arc::clone(&serve);
            std::thread::spawn(move || serve(stream));
        }
    });
    Exit { url, asked }
}

/// Accepts and says nothing, for as long as somebody waits.
pub fn hanging() -> Exit {
    serve("http", |mut stream| {
        let mut buffer = [0; 1024];
        while stream.read(&mut buffer).is_ok_and(|n| n > 0) {}
    })
}

/// Accepts and hangs up.
pub fn closing() -> Exit {
    serve("http", |stream| drop(stream.shutdown(Shutdown::Both)))
}

/// Answers what is no HTTP.
pub fn babbling() -> Exit {
    serve("http", |mut stream| {
        let _ = stream.write_all(b"SSH-2.0-OpenSSH_9.2\r\n");
    })
}

/// Answers every request with this, itself.
pub fn answering(status: &'static str, headers: &'static str, body: &'static str) -> Exit {
    serve("http", move |mut stream| {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        while request(&mut reader).is_some() {
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n",
                body.len()
            );
            if stream
                .write_all(format!("{head}{body}").as_bytes())
                .is_err()
            {
                return;
            }
        }
    })
}

/// Where two proxies wait for each other.
#[derive(Default)]
pub struct Meeting {
    came: Mutex<usize>,
    changed: Condvar,
}

impl Meeting {
    /// Comes, and stays until the other has come too, or for so long that nobody will.
    fn attend(&self) {
        let mut came = self.came.lock().unwrap();
        *came += 1;
        self.changed.notify_all();
        let waited = self
            .changed
            .wait_timeout_while(came, Duration::from_secs(30), |came| *came < 2);
        let (mut came, timeout) = waited.unwrap();
        if timeout.timed_out() {
            *came = 0;
        }
    }

    /// Whether both were there at once.
    pub fn both_came(&self) -> bool {
        *self.came.lock().unwrap() >= 2
    }
}

/// A proxy that closes every connection once the other one of `meeting` was asked too.
pub fn meeting_at(meeting: &Arc<Meeting>) -> Exit {
    let meeting = Arc::clone(meeting);
    serve("http", move |stream| {
        meeting.attend();
        drop(stream);
    })
}

/// A network's sign-in page for everything.
pub fn portal() -> Exit {
    answering(
        "200 OK",
        "Content-Type: text/html\r\n",
        "<html><title>Welcome</title><h1>Guest network</h1><form action='http://login.invalid/go'>\
         <p>Please accept the terms to go online.</p><button>Continue</button></form></html>",
    )
}

/// A good forward proxy for plain HTTP; sites see `X-Exit: NAME`.
pub fn forwarding(name: &'static str) -> Exit {
    serve("http", move |stream| {
        let _ = forward(stream, name, None);
    })
}

/// A good one that wants these credentials, in base64, and sends the others away.
pub fn guarded(name: &'static str, basic: &'static str) -> Exit {
    serve("http", move |stream| {
        let _ = forward(stream, name, Some(basic));
    })
}

fn request(reader: &mut BufReader<TcpStream>) -> Option<(String, Vec<String>)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok().filter(|n| *n > 0)?;
        if header.trim().is_empty() {
            return Some((line, headers));
        }
        headers.push(header);
    }
}

fn forward(mut client: TcpStream, name: &str, basic: Option<&str>) -> Option<()> {
    let mut reader = BufReader::new(client.try_clone().ok()?);
    let (line, headers) = request(&mut reader)?;
    if let Some(basic) = basic {
        let wanted = format!("proxy-authorization: Basic {basic}\r\n");
        if !headers.iter().any(|h| h.eq_ignore_ascii_case(&wanted)) {
            let head = "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n";
            return client.write_all(head.as_bytes()).ok();
        }
    }
    let mut parts = line.split_whitespace();
    let (method, target) = (parts.next()?, parts.next()?);
    let url = url::Url::parse(target).ok()?;
    let mut head = format!(
        "{method} {} HTTP/1.1\r\n",
        &url[url::Position::BeforePath..]
    );
    for header in &headers {
        let lower = header.to_ascii_lowercase();
        if !lower.starts_with("proxy-") && !lower.starts_with("connection:") {
            head.push_str(header);
        }
    }
    head.push_str(&format!("X-Exit: {name}\r\nConnection: close\r\n\r\n"));
    let mut server = TcpStream::connect((url.host_str()?, url.port_or_known_default()?)).ok()?;
    server.write_all(head.as_bytes()).ok()?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).ok()?;
    client.write_all(&answer).ok()?;
    client.shutdown(Shutdown::Both).ok()
}

/// A SOCKS5 proxy (RFC 1928, RFC 1929) that wants this user and password.
pub fn socks(user: &'static str, password: &'static str) -> Exit {
    serve("socks5", move |stream| {
        let _ = relay(stream, user, password);
    })
}

fn relay(mut client: TcpStream, user: &str, password: &str) -> Option<()> {
    let mut two = [0; 2];
    client.read_exact(&mut two).ok()?;
    let mut methods = vec![0; usize::from(two[1])];
    client.read_exact(&mut methods).ok()?;
    client.write_all(&[5, 2]).ok()?;
    let word = |client: &mut TcpStream| {
        let mut length = [0; 1];
        client.read_exact(&mut length).ok()?;
        let mut text = vec![0; usize::from(length[0])];
        client.read_exact(&mut text).ok()?;
        String::from_utf8(text).ok()
    };
    client.read_exact(&mut two[..1]).ok()?;
    let (got_user, got_password) = (word(&mut client)?, word(&mut client)?);
    let good = got_user == user && got_password == password;
    client.write_all(&[1, u8::from(!good)]).ok()?;
    let mut head = [0; 4];
    client.read_exact(&mut head).ok()?;
    let host = match head[3] {
        1 => {
            let mut address = [0; 4];
            client.read_exact(&mut address).ok()?;
            std::net::Ipv4Addr::from(address).to_string()
        }
        _ => word(&mut client)?,
    };
    client.read_exact(&mut two).ok()?;
    let mut server = TcpStream::connect((host.as_str(), u16::from_be_bytes(two))).ok()?;
    client.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).ok()?;
    let (mut from, mut to) = (client.try_clone().ok()?, server.try_clone().ok()?);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    });
    std::io::copy(&mut server, &mut client).ok()?;
    client.shutdown(Shutdown::Both).ok()
}
