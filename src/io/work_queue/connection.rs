//! The connection to a server, checked once: its version, its password, what it does when its memory
//! is full. Input: an address and a password. Output: a connection for commands.

use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ErrorKind, FromRedisValue,
    IntoConnectionInfo, RedisConnectionInfo, RedisError, ServerErrorKind,
};

use super::{QueueAddress, QueueError};
use crate::secrets::Secret;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an answer may take, beyond the time for which a command waits on purpose.
const RESPONSE: Duration = Duration::from_secs(20);
/// The oldest major version of Redis; Valkey's first is as new.
const OLDEST: u32 = 7;
/// The only policy under which nothing is dropped.
const NO_EVICTION: &str = "noeviction";

/// A connection. Cheap to clone; clones share it. Commands that wait need one of their own.
#[derive(Clone)]
pub struct QueueConnection {
    pub(super) redis: MultiplexedConnection,
    address: String,
}

/// Connects to a server and checks that it can be used.
///
/// # Errors
/// [`QueueError`].
pub async fn connect(
    address: &QueueAddress,
    password: Option<&Secret>,
) -> Result<QueueConnection, QueueError> {
    let shown = address.shown().to_owned();
    let failed = |error: &RedisError| explained(&shown, error);
    // Another part of the process may have chosen before; either choice works.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (host, port) = (address.host().to_owned(), address.port());
    let addr = match address.is_secure() {
        true => ConnectionAddr::TcpTls {
            host,
            port,
            insecure: false,
            tls_params: None,
        },
        false => ConnectionAddr::Tcp(host, port),
    };
    let mut login = RedisConnectionInfo::default()
        .set_db(address.database())
        .set_skip_set_lib_name();
    if let Some(user) = address.user() {
        login = login.set_username(user);
    }
    if let Some(password) = password {
        login = login.set_password(password.reveal());
    }
    let info = addr
        .into_connection_info()
        .map_err(|error| failed(&error))?
        .set_redis_settings(login);
    let client = Client::open(info).map_err(|error| failed(&error))?;
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(CONNECT))
        .set_response_timeout(Some(RESPONSE));
    let redis = client
        .get_multiplexed_async_connection_with_config(&config)
        .await
        .map_err(|error| failed(&error))?;
    let connection = QueueConnection {
        redis,
        address: shown.clone(),
    };
    connection.check().await?;
    Ok(connection)
}

impl QueueConnection {
    /// Checks the version and the policy.
    async fn check(&self) -> Result<(), QueueError> {
        let server: String = self.ask(redis::cmd("INFO").arg("server")).await?;
        let valkey = line_of(&server, "valkey_version");
        let version = valkey.or_else(|| line_of(&server, "redis_version"));
        let version = version.unwrap_or_default();
        let major = version
            .split('.')
            .next()
            .and_then(|major| major.parse::<u32>().ok());
        if major.is_none_or(|major| major < OLDEST) {
            return Err(QueueError::Version {
                address: self.address.clone(),
                version: version.to_owned(),
            });
        }
        let memory: String = self.ask(redis::cmd("INFO").arg("memory")).await?;
        let policy = line_of(&memory, "maxmemory_policy").unwrap_or(NO_EVICTION);
        match policy {
            NO_EVICTION => Ok(()),
            policy => Err(QueueError::Eviction {
                address: self.address.clone(),
                policy: policy.to_owned(),
            }),
        }
    }

    /// The address of this machine as the server sees it.
    pub async fn own_address(&self) -> Option<String> {
        let info: String = self.ask(redis::cmd("CLIENT").arg("INFO")).await.ok()?;
        let address = info
            .split_whitespace()
            .find_map(|part| part.strip_prefix("addr="))?;
        let (host, _) = address.rsplit_once(':')?;
        Some(host.trim_matches(['[', ']']).to_owned())
    }

    /// Sends a command.
    pub(super) async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, QueueError> {
        let mut redis = self.redis.clone();
        let answer = command.query_async(&mut redis).await;
        answer.map_err(|error| explained(&self.address, &error))
    }

    /// Something of another kind is stored under `key`, if that is what `error` says.
    pub(super) fn about(key: &str, error: QueueError) -> QueueError {
        match error {
            QueueError::Refused { reason, .. } if reason.contains("WRONGTYPE") => {
                QueueError::Foreign {
                    key: key.to_owned(),
                }
            }
            other => other,
        }
    }
}

/// The value of a line `NAME:VALUE`.
fn line_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut lines = text.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(str::trim))
}

fn explained(address: &str, error: &RedisError) -> QueueError {
    let address = address.to_owned();
    let reason = error.to_string();
    let code = error.code().unwrap_or_default();
    let says = |word: &str| code == word || reason.contains(word);
    if says("NOAUTH") || says("WRONGPASS") || error.kind() == ErrorKind::AuthenticationFailed {
        return QueueError::Password { address };
    }
    if says("OOM") {
        return QueueError::Memory { address };
    }
    if error.kind() == ErrorKind::Server(ServerErrorKind::NoPerm) || says("NOPERM") {
        return QueueError::Permission { address, reason };
    }
    // The word of rustls; other faults of a certificate are told as they are.
    if says("UnknownIssuer") {
        return QueueError::Certificate { address, reason };
    }
    match error.is_io_error()
        || error.is_timeout()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
    {
        true => QueueError::Away { address, reason },
        false => QueueError::Refused { address, reason },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_whole_name() {
        let text = "# Server\r\nredis_version:7.0.15\r\nredis_version_x:1\r\n";
        assert_eq!(line_of(text, "redis_version"), Some("7.0.15"));
        assert_eq!(line_of(text, "valkey_version"), None);
    }
}
