//! The protocols that a proxy may speak. A new one is a variant here, and a case where the client is
//! built (`io::fetch::connection`).

use serde::{Deserialize, Serialize};

/// A scheme of proxies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    /// Plain HTTP to the proxy.
    #[default]
    Http,
    /// TLS to the proxy.
    Https,
    /// SOCKS5 (RFC 1928); names resolve at the proxy here as well.
    Socks5,
    /// SOCKS5, names resolve at the proxy.
    Socks5h,
    /// SOCKS4: without passwords, for sites with an IPv4 address; names resolve here.
    Socks4,
    /// SOCKS4A: names resolve at the proxy.
    Socks4a,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Http,
        Self::Https,
        Self::Socks5,
        Self::Socks5h,
        Self::Socks4,
        Self::Socks4a,
    ];

    /// Its name in an address.
    pub fn token(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
            Self::Socks5 => "socks5",
            Self::Socks5h => "socks5h",
            Self::Socks4 => "socks4",
            Self::Socks4a => "socks4a",
        }
    }

    /// Whether such a proxy may ask for a user and a password.
    pub fn takes_password(self) -> bool {
        !matches!(self, Self::Socks4 | Self::Socks4a)
    }

    /// Parses a scheme; `socks` means SOCKS5.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_ascii_lowercase();
        match lower.as_str() {
            "socks" => Some(Self::Socks5),
            _ => Self::ALL.into_iter().find(|scheme| scheme.token() == lower),
        }
    }
}
