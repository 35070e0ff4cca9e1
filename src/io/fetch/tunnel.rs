//! Plain connections for traffic that is not ours: that of the browser. They go where a session may
//! go, through its proxy where it has one, under the same rule about private addresses. Input: a
//! session, a host, a port. Output: a stream of bytes, or a fault.

use std::net::SocketAddr;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use url::{Host, Url};

use super::connection::name_resolution::{OutOfReach, Unresolved, resolve_in_reach};
use super::connection::tls::TLS;
use super::error::{host_of, shown};
use super::exchange::hops::check_reach;
use super::session::ProxyRoute;
use super::{FetchError, Fetcher, Session, Stage};

/// Maximum bytes of a proxy's answer to CONNECT.
const MAX_HEAD: usize = 16 * 1024;

/// A stream of bytes to a host.
pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// A connection.
pub(crate) struct Tunnel {
    /// Its bytes.
    pub(crate) stream: Box<dyn ByteStream>,
    /// Whether it leads to a proxy that expects whole addresses, with the header that opens it.
    pub(crate) forward: Option<Option<String>>,
}

impl Fetcher {
    /// Whether the requests of `session` may go to this address, as far as it can be told before
    /// its name is resolved.
    pub(crate) fn may_reach(&self, session: &Session, url: &Url) -> Result<(), FetchError> {
        check_reach(url, session)
    }

    /// A connection to the host and port of `url`. `whole` for one that carries anything (TLS, web
    /// sockets); otherwise a proxy may want to see each request.
    pub(crate) async fn tunnel(
        &self,
        session: &Session,
        url: &Url,
        whole: bool,
    ) -> Result<Tunnel, FetchError> {
        check_reach(url, session)?;
        let limits = self.limits();
        let patience = limits.name + limits.connect * 2 + limits.secure;
        let opening = async {
            match session.proxy() {
                None => {
                    let stream = self.direct(session, url).await?;
                    Ok(Tunnel {
                        stream: Box::new(stream),
                        forward: None,
                    })
                }
                Some(route) => self.through(session, route, url, whole).await,
            }
        };
        timeout(patience, opening).await.unwrap_or_else(|_| {
            Err(FetchError::Timeout {
                url: shown(url),
                seconds: patience.as_secs(),
                stage: Stage::Connect,
                bytes: 0,
            })
        })
    }

    async fn direct(&self, session: &Session, url: &Url) -> Result<TcpStream, FetchError> {
        let port = url.port_or_known_default().unwrap_or(80);
        let reach = session.reach();
        let found = match url.host() {
            Some(Host::Ipv4(address)) => vec![SocketAddr::from((address, port))],
            Some(Host::Ipv6(address)) => vec![SocketAddr::from((address, port))],
            Some(Host::Domain(name)) => {
                let limit = self.limits().name;
                let found = resolve_in_reach(name, Some(reach), limit, &self.inner.inside).await;
                let mut found = found.map_err(|error| unresolved(url, &error))?;
                found.iter_mut().for_each(|address| address.set_port(port));
                found
            }
            None => Vec::new(),
        };
        let local = session.local_address();
        connect_any(&found, local, self.limits().connect)
            .await
            .map_err(|reason| FetchError::Connect {
                host: host_of(url),
                reason,
            })
    }

    async fn through(
        &self,
        session: &Session,
        route: &ProxyRoute,
        url: &Url,
        whole: bool,
    ) -> Result<Tunnel, FetchError> {
        let failed = |unreachable: bool, reason: String| FetchError::Proxy {
            proxy: shown(&route.url),
            unreachable,
            reason,
        };
        let host = route.url.host_str().unwrap_or_default();
        let port = route.url.port_or_known_default().unwrap_or(1080);
        let limits = self.limits();
        // A proxy may be anywhere, as for every other request.
        let found = resolve_in_reach(host, None, limits.name, &self.inner.inside).await;
        let mut found = found.map_err(|_| failed(true, format!("unknown host {host}")))?;
        found.iter_mut().for_each(|address| address.set_port(port));
        let stream = connect_any(&found, session.local_address(), limits.connect).await;
        let stream = stream.map_err(|reason| failed(true, reason))?;
        route.meter.asked();
        let mut stream: Box<dyn ByteStream> = match route.url.scheme() {
            "https" => Box::new(secured(stream, host).await.map_err(|e| failed(false, e))?),
            _ => Box::new(stream),
        };
        let credentials = route.credentials.as_ref();
        let credentials = credentials.map(|(user, password)| (user.as_str(), password.reveal()));
        if route.url.scheme().starts_with("socks5") {
            let done = socks5(&mut stream, url, credentials).await;
            done.map_err(|reason| failed(false, reason))?;
            return Ok(Tunnel {
                stream,
                forward: None,
            });
        }
        if route.url.scheme().starts_with("socks4") {
            let names_here = route.url.scheme() == "socks4";
            let address = match url.host() {
                Some(Host::Domain(name)) if names_here => {
                    let reach = Some(session.reach());
                    let found =
                        resolve_in_reach(name, reach, limits.name, &self.inner.inside).await;
                    let found = found.map_err(|error| unresolved(url, &error))?;
                    let found = found.into_iter().find(SocketAddr::is_ipv4);
                    // A name would be resolved by the proxy, which is not asked to here.
                    let unsupported = || failed(false, "address type not supported".to_owned());
                    Some(found.ok_or_else(unsupported)?)
                }
                _ => None,
            };
            let done = socks4(&mut stream, url, address).await;
            done.map_err(|reason| failed(false, reason))?;
            return Ok(Tunnel {
                stream,
                forward: None,
            });
        }
        let header = credentials.map(|(user, password)| {
            let text = STANDARD.encode(format!("{user}:{password}"));
            format!("Basic {text}")
        });
        if !whole {
            return Ok(Tunnel {
                stream,
                forward: Some(header),
            });
        }
        let done = connect(&mut stream, url, header.as_deref()).await;
        done.map_err(|reason| failed(false, reason))?;
        Ok(Tunnel {
            stream,
            forward: None,
        })
    }
}

fn unresolved(url: &Url, error: &Unresolved) -> FetchError {
    let host = host_of(url);
    match *error {
        Unresolved::OutOfReach(OutOfReach { address, space }) => FetchError::OutOfReach {
            host,
            address: Some(address),
            space,
        },
        Unresolved::Late(seconds) => FetchError::Timeout {
            url: shown(url),
            seconds,
            stage: Stage::Name,
            bytes: 0,
        },
        Unresolved::Unknown => FetchError::Dns { host },
    }
}

/// Connects to the first address that answers.
async fn connect_any(
    addresses: &[SocketAddr],
    local: Option<std::net::IpAddr>,
    limit: Duration,
) -> Result<TcpStream, String> {
    let mut fault = "no address".to_owned();
    for address in addresses.iter().take(4) {
        match timeout(limit, connect_one(*address, local)).await {
            Ok(Ok(stream)) => {
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Ok(Err(error)) => fault = error.to_string(),
            Err(error) => fault = error.to_string(),
        }
    }
    Err(fault)
}

async fn connect_one(
    address: SocketAddr,
    local: Option<std::net::IpAddr>,
) -> std::io::Result<TcpStream> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    if let Some(local) = local.filter(|local| local.is_ipv4() == address.is_ipv4()) {
        socket.bind(SocketAddr::new(local, 0))?;
    }
    socket.connect(address).await
}

/// TLS to a proxy.
async fn secured(
    stream: TcpStream,
    host: &str,
) -> Result<tokio_rustls::client::TlsStream<TcpStream>, String> {
    let mut config = TLS.clone();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    let connector = tokio_rustls::TlsConnector::from(std::sync::Arc::new(config));
    let stream = connector.connect(name, stream).await;
    stream.map_err(|error| error.to_string())
}

fn authority(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or(80);
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

/// Asks an HTTP proxy for a tunnel (RFC 9110 §9.3.6).
async fn connect(
    stream: &mut (impl ByteStream + ?Sized),
    url: &Url,
    header: Option<&str>,
) -> Result<(), String> {
    let target = authority(url);
    let mut request = format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n");
    if let Some(header) = header {
        request.push_str(&format!("Proxy-Authorization: {header}\r\n"));
    }
    request.push_str("\r\n");
    let io = |error: std::io::Error| error.to_string();
    stream.write_all(request.as_bytes()).await.map_err(io)?;
    let mut head = Vec::new();
    // Byte by byte: what follows the head belongs to the tunnel.
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.map_err(io)?);
        if head.len() > MAX_HEAD {
            return Err("invalid HTTP".to_owned());
        }
    }
    let head = String::from_utf8_lossy(&head);
    let status = head.split_whitespace().nth(1).unwrap_or_default();
    match status {
        _ if !head.starts_with("HTTP/") => Err("invalid HTTP".to_owned()),
        "407" => Err("proxy authorization required".to_owned()),
        status if status.starts_with('2') => Ok(()),
        status => Err(format!("status {status}")),
    }
}

/// Asks a SOCKS4 proxy for a tunnel to `address`, or to what the host of `url` is; a name goes to the
/// proxy as SOCKS4A says.
async fn socks4(
    stream: &mut (impl ByteStream + ?Sized),
    url: &Url,
    address: Option<SocketAddr>,
) -> Result<(), String> {
    let io = |error: std::io::Error| error.to_string();
    let port = url.port_or_known_default().unwrap_or(80);
    let mut message = vec![4, 1];
    message.extend(port.to_be_bytes());
    match (address, url.host()) {
        (Some(SocketAddr::V4(address)), _) => {
            message.extend(address.ip().octets());
            message.push(0);
        }
        (_, Some(Host::Ipv4(address))) => {
            message.extend(address.octets());
            message.push(0);
        }
        // An address that cannot be one says that a name follows.
        (None, Some(Host::Domain(name))) => {
            message.extend([0, 0, 0, 1, 0]);
            message.extend(name.as_bytes());
            message.push(0);
        }
        _ => return Err("address type not supported".to_owned()),
    }
    stream.write_all(&message).await.map_err(io)?;
    let mut answer = [0; 8];
    stream.read_exact(&mut answer).await.map_err(io)?;
    match answer {
        [0, 90, ..] => Ok(()),
        [0, 91, ..] => Err("connection not allowed".to_owned()),
        [0, 92 | 93, ..] => Err("proxy authorization required".to_owned()),
        _ => Err("failed parsing server response".to_owned()),
    }
}

/// Asks a SOCKS proxy for a tunnel (RFC 1928, RFC 1929). Names resolve at the proxy.
async fn socks5(
    stream: &mut (impl ByteStream + ?Sized),
    url: &Url,
    credentials: Option<(&str, &str)>,
) -> Result<(), String> {
    let io = |error: std::io::Error| error.to_string();
    let short = |text: &str| u8::try_from(text.len()).map_err(|_| "too long".to_owned());
    let methods: &[u8] = match credentials {
        Some(_) => &[5, 2, 0, 2],
        None => &[5, 1, 0],
    };
    stream.write_all(methods).await.map_err(io)?;
    let mut chosen = [0; 2];
    stream.read_exact(&mut chosen).await.map_err(io)?;
    match (chosen, credentials) {
        ([5, 0], _) => {}
        ([5, 2], Some((user, password))) => {
            let mut message = vec![1, short(user)?];
            message.extend(user.as_bytes());
            message.push(short(password)?);
            message.extend(password.as_bytes());
            stream.write_all(&message).await.map_err(io)?;
            stream.read_exact(&mut chosen).await.map_err(io)?;
            if chosen != [1, 0] {
                return Err("credentials not accepted".to_owned());
            }
        }
        ([5, _], _) => return Err("proxy authorization required".to_owned()),
        _ => return Err("failed parsing server response".to_owned()),
    }
    let mut message = vec![5, 1, 0];
    match url.host() {
        Some(Host::Ipv4(address)) => {
            message.push(1);
            message.extend(address.octets());
        }
        Some(Host::Ipv6(address)) => {
            message.push(4);
            message.extend(address.octets());
        }
        Some(Host::Domain(name)) => {
            message.extend([3, short(name)?]);
            message.extend(name.as_bytes());
        }
        None => return Err("no host".to_owned()),
    }
    message.extend(url.port_or_known_default().unwrap_or(80).to_be_bytes());
    stream.write_all(&message).await.map_err(io)?;
    let mut answer = [0; 4];
    stream.read_exact(&mut answer).await.map_err(io)?;
    let rest = match answer {
        [5, 0, _, 1] => 6,
        [5, 0, _, 4] => 18,
        [5, 0, _, 3] => usize::from(stream.read_u8().await.map_err(io)?) + 2,
        [5, 2, ..] => return Err("connection not allowed".to_owned()),
        [5, 3, ..] => return Err("network unreachable".to_owned()),
        [5, 4, ..] => return Err("host unreachable".to_owned()),
        [5, 5, ..] => return Err("connection refused".to_owned()),
        _ => return Err("failed parsing server response".to_owned()),
    };
    let mut bound = vec![0; rest];
    stream.read_exact(&mut bound).await.map_err(io)?;
    Ok(())
}
