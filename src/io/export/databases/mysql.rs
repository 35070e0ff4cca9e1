//! MySQL and MariaDB: a batch is one statement, which is one transaction.

use std::time::Duration;

use mysql_async::prelude::Queryable as _;
use mysql_async::{Conn, Opts, OptsBuilder, Params, SslOpts, Value};
use tokio::runtime::{Builder, Runtime};

use super::columns::{KEY, Kind, STATE, TableColumn, TableColumns};
use super::target::Server;
use super::tls::certificate_fault;
use super::{Database, Fault, Row};
use crate::secrets::Secret;

/// Patience with a connection, and with one statement.
const CONNECT_TIME: Duration = Duration::from_secs(10);
const STATEMENT_TIME: Duration = Duration::from_secs(120);
/// Values of one statement: it counts them in 16 bits.
const MAX_VALUES: usize = 60_000;
/// Errors that pass: too many connections, a server that shuts down, locks that were waited for.
const PASSING: [u16; 6] = [1040, 1053, 1205, 1213, 1927, 3169];

/// A connection.
pub(super) struct Mysql {
    runtime: Runtime,
    connection: Conn,
    table: String,
}

impl Mysql {
    /// Connects.
    pub(super) fn open(
        server: &Server,
        password: Option<&Secret>,
        table: &str,
    ) -> Result<Self, Fault> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(Fault::lasting)?;
        // Another part of the process may have chosen before; either choice works.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let tls = server.tls.then(|| match &server.root_certificates {
            None => SslOpts::default(),
            Some(path) => SslOpts::default()
                .with_root_certs(vec![path.clone().into()])
                .with_disable_built_in_roots(true),
        });
        let options = OptsBuilder::default()
            .ip_or_hostname(server.host.clone())
            .tcp_port(server.port)
            .user(Some(server.user.clone()))
            .pass(password.map(|password| password.reveal().to_owned()))
            .db_name(Some(server.database.clone()))
            // A connection to this machine would move to its socket, whose users are others.
            .prefer_socket(false)
            .ssl_opts(tls);
        let connecting =
            async { tokio::time::timeout(CONNECT_TIME, Conn::new(Opts::from(options))).await };
        let connection = match runtime.block_on(connecting) {
            Ok(connection) => connection.map_err(fault)?,
            Err(_) => return Err(Fault::no_answer()),
        };
        Ok(Self {
            runtime,
            connection,
            table: table.to_owned(),
        })
    }

    fn execute(&mut self, sql: &str, values: Vec<Value>) -> Result<(), Fault> {
        let parameters = match values.is_empty() {
            true => Params::Empty,
            false => Params::Positional(values),
        };
        let connection = &mut self.connection;
        let work = async {
            tokio::time::timeout(STATEMENT_TIME, connection.exec_drop(sql, parameters)).await
        };
        match self.runtime.block_on(work) {
            Ok(done) => done.map_err(fault),
            Err(_) => Err(Fault::no_answer()),
        }
    }

    fn pairs(&mut self, sql: &str, values: Vec<Value>) -> Result<Vec<(String, String)>, Fault> {
        let connection = &mut self.connection;
        let work = async {
            let read = connection.exec(sql, Params::Positional(values));
            tokio::time::timeout(STATEMENT_TIME, read).await
        };
        match self.runtime.block_on(work) {
            Ok(found) => found.map_err(fault),
            Err(_) => Err(Fault::no_answer()),
        }
    }
}

impl Database for Mysql {
    fn prepare(&mut self, columns: &TableColumns) -> Result<TableColumns, Fault> {
        let known = self.pairs(
            "SELECT CAST(column_name AS CHAR), CAST(data_type AS CHAR)
             FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?",
            vec![Value::from(self.table.as_str())],
        )?;
        let find = |name: &str| {
            known
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name))
        };
        let place = quoted(&self.table);
        let own = |column: &TableColumn| {
            let kind = match column.kind {
                Kind::Text => "LONGTEXT CHARACTER SET utf8mb4",
                Kind::Number => "DOUBLE",
                Kind::Time => "DATETIME",
            };
            format!("{} {kind}", quoted(&column.name))
        };
        if known.is_empty() {
            let own: Vec<String> = columns.columns().iter().map(own).collect();
            let all = [
                vec![
                    format!("{KEY} VARCHAR(80) CHARACTER SET ascii NOT NULL PRIMARY KEY"),
                    format!("{STATE} VARCHAR(16) CHARACTER SET ascii NOT NULL"),
                ],
                own,
            ];
            let sql = format!(
                "CREATE TABLE IF NOT EXISTS {place} ({})",
                all.concat().join(", ")
            );
            self.execute(&sql, Vec::new())?;
            return Ok(columns.clone());
        }
        if find(KEY).is_none() || find(STATE).is_none() {
            return Err(Fault::other_table(&self.table));
        }
        for column in columns.columns() {
            if find(&column.name).is_none() {
                let sql = format!("ALTER TABLE {place} ADD COLUMN {}", own(column));
                self.execute(&sql, Vec::new())?;
            }
        }
        Ok(columns.as_in_table(|name| {
            find(name).map(|(_, kind)| match kind.to_ascii_lowercase().as_str() {
                "double" | "decimal" | "float" => Kind::Number,
                "datetime" | "timestamp" => Kind::Time,
                _ => Kind::Text,
            })
        }))
    }

    fn upsert(&mut self, columns: &TableColumns, rows: &[Row]) -> Result<(), Fault> {
        let names: Vec<String> = columns.names().map(quoted).collect();
        let kinds: Vec<Kind> = columns.kinds().collect();
        let set = names
            .iter()
            .skip(1)
            .map(|name| format!("{name} = VALUES({name})"));
        let set: Vec<String> = set.collect();
        let marks = format!("({})", vec!["?"; names.len()].join(", "));
        for rows in rows.chunks((MAX_VALUES / names.len().max(1)).max(1)) {
            let sql = format!(
                "INSERT INTO {} ({}) VALUES {} ON DUPLICATE KEY UPDATE {}",
                quoted(&self.table),
                names.join(", "),
                vec![marks.as_str(); rows.len()].join(", "),
                set.join(", ")
            );
            let values = rows.iter().flat_map(|row| row.iter().zip(&kinds));
            let values = values.map(|(cell, kind)| match (cell, kind) {
                (None, _) => Value::NULL,
                (Some(text), Kind::Time) => Value::from(plain_time(text)),
                (Some(text), _) => Value::from(text.as_str()),
            });
            self.execute(&sql, values.collect())?;
        }
        Ok(())
    }

    fn absent(&mut self, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        let sql = format!(
            "SELECT {KEY}, {STATE} FROM {} WHERE {STATE} <> 'present' AND LEFT({KEY}, ?) = ?",
            quoted(&self.table)
        );
        self.pairs(&sql, vec![Value::from(prefix.len()), Value::from(prefix)])
    }

    fn set_state(&mut self, keys: &[String], state: &str) -> Result<(), Fault> {
        let sql = format!(
            "UPDATE {} SET {STATE} = ? WHERE {KEY} IN ({})",
            quoted(&self.table),
            vec!["?"; keys.len()].join(", ")
        );
        let mut values = vec![Value::from(state)];
        values.extend(keys.iter().map(|key| Value::from(key.as_str())));
        self.execute(&sql, values)
    }
}

/// A time in UTC as these databases write it.
fn plain_time(text: &str) -> String {
    text.trim_end_matches('Z').replacen('T', " ", 1)
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "errors are handed over when they are mapped"
)]
fn fault(error: mysql_async::Error) -> Fault {
    if let Some(reason) = certificate_fault(&error) {
        return Fault::insecure(reason);
    }
    if let mysql_async::Error::Driver(mysql_async::DriverError::NoClientSslFlagFromServer) = &error
    {
        return Fault::insecure(error.to_string());
    }
    let passes = match &error {
        mysql_async::Error::Server(told) => PASSING.contains(&told.code),
        mysql_async::Error::Io(_) => true,
        mysql_async::Error::Driver(told) => {
            matches!(told, mysql_async::DriverError::ConnectionClosed)
        }
        _ => false,
    };
    let reason = match &error {
        mysql_async::Error::Server(told) => told.message.clone(),
        // Its own words say no more than those of the system, twice.
        mysql_async::Error::Io(mysql_async::IoError::Io(error)) => error.to_string(),
        other => other.to_string(),
    };
    let refused = match &error {
        mysql_async::Error::Io(mysql_async::IoError::Io(error)) => {
            error.kind() == std::io::ErrorKind::ConnectionRefused
        }
        _ => false,
    };
    Fault {
        passes,
        refused,
        insecure: false,
        reason,
    }
}
