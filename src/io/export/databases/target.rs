//! Addresses of databases: `postgres://user@host/database`, `mysql://…`, `mariadb://…`, `sqlite:path`.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use url::Url;

use crate::export::ExportError;
use crate::secrets::Secret;
use bowerbird_logic::mask_secrets::without_credentials;

/// A database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseTarget {
    /// A server of PostgreSQL.
    Postgres(Server),
    /// A server of MySQL or MariaDB.
    Mysql(Server),
    /// A file of SQLite.
    Sqlite(PathBuf),
}

/// A server, and the database on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name or address; for PostgreSQL also the folder of its socket.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The user.
    pub user: String,
    /// The database.
    pub database: String,
    /// Whether the connection is encrypted.
    pub tls: bool,
    /// A file with the certificates that are trusted in place of the system's.
    pub root_certificates: Option<PathBuf>,
}

/// Ports of servers unless another is said.
const POSTGRES_PORT: u16 = 5432;
const MYSQL_PORT: u16 = 3306;

impl DatabaseTarget {
    /// Whether a text is meant as the address of a database.
    pub fn is_address(text: &str) -> bool {
        let scheme = text.trim().split(':').next().unwrap_or_default();
        let schemes = ["postgres", "postgresql", "mysql", "mariadb", "sqlite"];
        text.contains(':') && schemes.contains(&scheme.to_ascii_lowercase().as_str())
    }

    /// The database at an address.
    ///
    /// # Errors
    /// [`ExportError::Database`] when it is none, or has a password, which belongs to the secrets.
    pub fn parse(address: &str) -> Result<Self, ExportError> {
        let address = address.trim();
        Self::read(address).ok_or_else(|| ExportError::Database {
            address: masked(address),
        })
    }

    fn read(address: &str) -> Option<Self> {
        let (scheme, rest) = address.split_once(':')?;
        let scheme = scheme.to_ascii_lowercase();
        if scheme == "sqlite" {
            let path = rest.strip_prefix("//").unwrap_or(rest);
            return (!path.is_empty()).then(|| Self::Sqlite(PathBuf::from(path)));
        }
        let url = Url::parse(address).ok()?;
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let host = decoded(url.host_str()?);
        let host = host
            .trim_start_matches('[')
            .trim_end_matches(']')
            .to_owned();
        let is_here = host.starts_with('/')
            || host == "localhost"
            || host
                .parse::<std::net::IpAddr>()
                .is_ok_and(|ip| ip.is_loopback());
        let mut tls = !is_here;
        let mut root_certificates = None;
        for (name, value) in url.query_pairs() {
            match (name.as_ref(), value.as_ref()) {
                ("sslmode", "disable") => tls = false,
                ("sslmode", "require" | "verify-full") => tls = true,
                ("sslrootcert", path) => root_certificates = Some(PathBuf::from(path)),
                _ => return None,
            }
        }
        let server = |port| Server {
            host,
            port: url.port().unwrap_or(port),
            user: decoded(url.username()),
            database: decoded(url.path().trim_start_matches('/')),
            tls,
            root_certificates,
        };
        let target = match scheme.as_str() {
            "postgres" | "postgresql" => Self::Postgres(server(POSTGRES_PORT)),
            "mysql" | "mariadb" => Self::Mysql(server(MYSQL_PORT)),
            _ => return None,
        };
        let complete = match &target {
            Self::Postgres(server) | Self::Mysql(server) => {
                !server.user.is_empty() && !server.database.is_empty()
            }
            Self::Sqlite(_) => true,
        };
        (complete && url.password().is_none()).then_some(target)
    }

    /// What it is called in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Postgres(server) | Self::Mysql(server) => server.host.clone(),
            Self::Sqlite(path) => path.display().to_string(),
        }
    }

    /// Where its server listens: `host:port`; the path of a file.
    pub(super) fn place(&self) -> String {
        match self {
            Self::Postgres(server) | Self::Mysql(server) if server.host.contains(':') => {
                format!("[{}]:{}", server.host, server.port)
            }
            Self::Postgres(server) | Self::Mysql(server) => {
                format!("{}:{}", server.host, server.port)
            }
            Self::Sqlite(_) => self.name(),
        }
    }
}

/// An address that cannot be read, without all that may be a user and a password in it.
fn masked(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://…@{place}"),
        _ => without_credentials(address).into_owned(),
    }
}

/// Takes the password out of an address, which is stored where everybody who has the project can read it.
pub fn take_password(address: &str) -> (String, Option<Secret>) {
    let parsed = Url::parse(address.trim()).ok();
    let parsed = parsed.filter(|_| DatabaseTarget::is_address(address));
    let Some(mut url) = parsed else {
        return (address.to_owned(), None);
    };
    let password = url.password().map(|password| {
        Secret::new(
            percent_decode_str(password)
                .decode_utf8_lossy()
                .into_owned(),
        )
    });
    match password {
        Some(password) if url.set_password(None).is_ok() => (url.to_string(), Some(password)),
        _ => (address.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_passwords_are_taken_out() {
        let (address, password) = take_password("postgres://ann:p%40ss@db.lan:6000/news");
        assert_eq!(address, "postgres://ann@db.lan:6000/news");
        assert_eq!(password.expect("a password").reveal(), "p@ss");
        let Ok(DatabaseTarget::Postgres(server)) = DatabaseTarget::parse(&address) else {
            panic!("a server");
        };
        assert_eq!(
            (server.host.as_str(), server.port, server.tls),
            ("db.lan", 6000, true)
        );
        let Ok(DatabaseTarget::Mysql(server)) =
            DatabaseTarget::parse("mariadb://ann@127.0.0.1/news")
        else {
            panic!("a server");
        };
        assert_eq!((server.port, server.tls), (3306, false), "this machine");
        let plain = DatabaseTarget::parse("postgresql://ann@db.lan/news?sslmode=disable");
        assert!(matches!(plain, Ok(DatabaseTarget::Postgres(server)) if !server.tls));
        let socket = DatabaseTarget::parse("postgres://ann@%2Frun%2Fpostgresql/news");
        assert!(
            matches!(socket, Ok(DatabaseTarget::Postgres(server)) if server.host == "/run/postgresql")
        );
        for (address, path) in [("sqlite:a/b.db", "a/b.db"), ("sqlite:///a/b.db", "/a/b.db")] {
            let target = DatabaseTarget::parse(address).expect("a file");
            assert_eq!(target, DatabaseTarget::Sqlite(PathBuf::from(path)));
        }
        for wrong in [
            "postgres://ann:pw@host/db",
            "postgres://host/db",
            "mysql://ann@host",
            "mysql://ann@host/db?sslmode=maybe",
            "oracle://ann@host/db",
            "sqlite:",
            "news.db",
        ] {
            let fault = DatabaseTarget::parse(wrong).expect_err(wrong).to_string();
            assert!(!fault.contains("pw"), "{fault}");
        }
    }
}
