//! PostgreSQL: a batch is one statement, its values arrays of texts.

use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls};

use super::columns::{KEY, Kind, MAX_NAME_BYTES, STATE, TableColumn, TableColumns};
use super::target::Server;
use super::tls::{Tls, certificate_fault};
use super::{Database, Fault, Row};
use crate::secrets::Secret;

/// Patience with a connection, and with one statement.
const CONNECT_TIME: Duration = Duration::from_secs(10);
const STATEMENT_TIME: Duration = Duration::from_secs(120);

/// A connection.
pub(super) struct Postgres {
    /// Drives the connection while a statement is waited for.
    runtime: Runtime,
    client: Client,
    /// Schema, if one is named, and table.
    schema: Option<String>,
    table: String,
}

impl Postgres {
    /// Connects; a table may be named with its schema: `press.articles`.
    pub(super) fn open(
        server: &Server,
        password: Option<&Secret>,
        table: &str,
    ) -> Result<Self, Fault> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(Fault::lasting)?;
        let mut config = Config::new();
        config
            .host(&server.host)
            .port(server.port)
            .user(&server.user)
            .dbname(&server.database)
            .application_name("bowerbird")
            .connect_timeout(CONNECT_TIME);
        if let Some(password) = password {
            config.password(password.reveal());
        }
        // The driver's own limit ends with the connection to the port.
        let connecting = async {
            if server.tls {
                config.ssl_mode(tokio_postgres::config::SslMode::Require);
                let tls = Tls::to(server).map_err(Fault::lasting)?;
                let (client, connection) = config.connect(tls).await.map_err(fault)?;
                tokio::spawn(connection);
                return Ok(client);
            }
            config.ssl_mode(tokio_postgres::config::SslMode::Disable);
            let (client, connection) = config.connect(NoTls).await.map_err(fault)?;
            tokio::spawn(connection);
            Ok(client)
        };
        let client = runtime
            .block_on(async { tokio::time::timeout(CONNECT_TIME, connecting).await })
            .map_err(|_| Fault::no_answer())??;
        let (schema, table) = match table.split_once('.') {
            Some((schema, table)) => (Some(schema.to_owned()), table),
            None => (None, table),
        };
        // The server would cut a longer name, and not find it again.
        if table.len() > MAX_NAME_BYTES || schema.as_ref().is_some_and(|s| s.len() > MAX_NAME_BYTES)
        {
            return Err(Fault::lasting(format!(
                "a name of a table has at most {MAX_NAME_BYTES} bytes"
            )));
        }
        Ok(Self {
            runtime,
            client,
            schema,
            table: table.to_owned(),
        })
    }

    fn place(&self) -> String {
        match &self.schema {
            Some(schema) => format!("{}.{}", quoted(schema), quoted(&self.table)),
            None => quoted(&self.table),
        }
    }

    fn run<T>(
        &self,
        work: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Fault> {
        let timed = async { tokio::time::timeout(STATEMENT_TIME, work).await };
        match self.runtime.block_on(timed) {
            Ok(done) => done.map_err(fault),
            Err(_) => Err(Fault::no_answer()),
        }
    }

    /// The columns of the table as it is, none if it is not there.
    fn known(&self) -> Result<Vec<(String, Kind)>, Fault> {
        let sql = "SELECT column_name::text, data_type::text FROM information_schema.columns
                   WHERE table_name = $1 AND CASE WHEN $2::text IS NULL
                     THEN table_schema = current_schema() ELSE table_schema = $2::text END";
        let rows = self.run(self.client.query(sql, &[&self.table, &self.schema]))?;
        let rows = rows.iter().map(|row| {
            let kind: String = row.try_get(1).map_err(fault)?;
            let kind = match kind.as_str() {
                "numeric" | "double precision" | "real" => Kind::Number,
                kind if kind.starts_with("timestamp") => Kind::Time,
                _ => Kind::Text,
            };
            Ok((row.try_get(0).map_err(fault)?, kind))
        });
        rows.collect()
    }
}

impl Database for Postgres {
    fn prepare(&mut self, columns: &TableColumns) -> Result<TableColumns, Fault> {
        let known = self.known()?;
        let has = |name: &str| known.iter().any(|(known, _)| known == name);
        let place = self.place();
        let own = |column: &TableColumn| {
            let kind = match column.kind {
                Kind::Text => "text",
                Kind::Number => "numeric",
                Kind::Time => "timestamptz",
            };
            format!("{} {kind}", quoted(&column.name))
        };
        if known.is_empty() {
            let own: Vec<String> = columns.columns().iter().map(own).collect();
            let all = [
                vec![
                    format!("{KEY} text PRIMARY KEY"),
                    format!("{STATE} text NOT NULL"),
                ],
                own,
            ];
            let sql = format!(
                "CREATE TABLE IF NOT EXISTS {place} ({})",
                all.concat().join(", ")
            );
            self.run(self.client.batch_execute(&sql))?;
            return Ok(columns.clone());
        }
        if !has(KEY) || !has(STATE) {
            return Err(Fault::other_table(&self.table));
        }
        for column in columns.columns().iter().filter(|column| !has(&column.name)) {
            let sql = format!(
                "ALTER TABLE {place} ADD COLUMN IF NOT EXISTS {}",
                own(column)
            );
            self.run(self.client.batch_execute(&sql))?;
        }
        Ok(columns.as_in_table(|name| {
            let found = known.iter().find(|(known, _)| known == name);
            found.map(|(_, kind)| *kind)
        }))
    }

    fn upsert(&mut self, columns: &TableColumns, rows: &[Row]) -> Result<(), Fault> {
        let names: Vec<String> = columns.names().map(quoted).collect();
        let values = columns.kinds().enumerate().map(|(at, kind)| match kind {
            Kind::Text => format!("v{at}"),
            Kind::Number => format!("v{at}::numeric"),
            Kind::Time => format!("v{at}::timestamptz"),
        });
        let values: Vec<String> = values.collect();
        let arrays: Vec<String> = (1..=names.len())
            .map(|at| format!("${at}::text[]"))
            .collect();
        let aliases: Vec<String> = (0..names.len()).map(|at| format!("v{at}")).collect();
        let set = names
            .iter()
            .skip(1)
            .map(|name| format!("{name} = EXCLUDED.{name}"));
        let set: Vec<String> = set.collect();
        let sql = format!(
            "INSERT INTO {} ({}) SELECT {} FROM unnest({}) AS v ({})
             ON CONFLICT ({KEY}) DO UPDATE SET {}",
            self.place(),
            names.join(", "),
            values.join(", "),
            arrays.join(", "),
            aliases.join(", "),
            set.join(", ")
        );
        let cell = |row: usize, at: usize| rows.get(row)?.get(at)?.as_deref();
        let by_column: Vec<Vec<Option<&str>>> = (0..names.len())
            .map(|at| (0..rows.len()).map(|row| cell(row, at)).collect())
            .collect();
        let values: Vec<&(dyn ToSql + Sync)> = by_column
            .iter()
            .map(|column| column as &(dyn ToSql + Sync))
            .collect();
        self.run(self.client.execute(&sql, &values))?;
        Ok(())
    }

    fn absent(&mut self, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        let sql = format!(
            "SELECT {KEY}, {STATE} FROM {} WHERE {STATE} <> 'present' AND starts_with({KEY}, $1)",
            self.place()
        );
        let rows = self.run(self.client.query(&sql, &[&prefix]))?;
        let pair = |row: &tokio_postgres::Row| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(|row| pair(row).map_err(fault)).collect()
    }

    fn set_state(&mut self, keys: &[String], state: &str) -> Result<(), Fault> {
        let sql = format!(
            "UPDATE {} SET {STATE} = $1 WHERE {KEY} = ANY($2) AND {STATE} <> $1",
            self.place()
        );
        self.run(self.client.execute(&sql, &[&state, &keys]))?;
        Ok(())
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "errors are handed over when they are mapped"
)]
fn fault(error: tokio_postgres::Error) -> Fault {
    if let Some(reason) = certificate_fault(&error) {
        return Fault::insecure(reason);
    }
    let reason = match error.as_db_error() {
        Some(told) => told.message().to_owned(),
        None => {
            let cause = std::error::Error::source(&error);
            cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
        }
    };
    // Without a code it is the connection; classes 08 and 57P say so, 40 that another was in the way.
    let passes = error.code().is_none_or(|code: &SqlState| {
        let code = code.code();
        ["08", "40", "57P", "53300", "55P03"]
            .iter()
            .any(|class| code.starts_with(class))
    });
    let cause = std::error::Error::source(&error);
    let is_database = error.as_db_error().is_some();
    let cause = cause.and_then(|cause| cause.downcast_ref::<std::io::Error>());
    if !is_database && cause.is_none() && reason.contains("TLS") {
        // The server offers none.
        return Fault::insecure(reason);
    }
    Fault {
        passes,
        refused: cause.is_some_and(|cause| cause.kind() == std::io::ErrorKind::ConnectionRefused),
        insecure: false,
        reason,
    }
}
