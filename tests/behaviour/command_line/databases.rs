//! Exports into databases: real servers of PostgreSQL and MariaDB in temporary folders, read back by
//! their own clients; connections that are cut in the middle.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tempfile::TempDir;

use crate::command_line::{exports, output_text};
use crate::texts::{fixed_part, t};

const PATIENCE: Duration = Duration::from_secs(60);
pub(super) const PASSWORD: &str = "hunter2-hunter2";
/// The user and group without rights on every Debian system.
pub(super) const NOBODY: u32 = 65_534;

/// A running server.
pub(super) struct Database {
    folder: TempDir,
    child: Child,
    pub(super) port: u16,
    is_postgres: bool,
}

pub(super) fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().expect("id");
    output.stdout == b"0\n"
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// A program of PostgreSQL, which Debian keeps in folders by version.
fn postgres_program(name: &str) -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let programs = folders.map(|folder| folder.expect("a folder").path().join("bin").join(name));
    programs.filter(|path| path.exists()).max().expect(name)
}

/// A command as a user without rights, if this one is root, whom servers refuse.
fn as_nobody(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let user = NOBODY.to_string();
    command.args(["--reuid", &user, "--regid", &user, "--clear-groups", "--"]);
    command.arg(program);
    command
}

fn succeeds(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(
        output.status.success(),
        "{command:?} {}",
        output_text(&output)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn server_folder() -> TempDir {
    let folder = tempfile::Builder::new()
        .prefix("db")
        .tempdir_in("/tmp")
        .expect("a folder");
    if is_root() {
        chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("it is given away");
    }
    folder
}

impl Database {
    fn postgres() -> Self {
        Self::postgres_with(|_| Vec::new())
    }

    /// With further options of the server, which may name files in its folder.
    pub(super) fn postgres_with(options: impl Fn(&Path) -> Vec<String>) -> Self {
        let (folder, port) = (server_folder(), free_port());
        let data = folder.path().join("data");
        let password = folder.path().join("password");
        std::fs::write(&password, PASSWORD).expect("a file");
        succeeds(
            as_nobody(&postgres_program("initdb"))
                .args([
                    "-U",
                    "ann",
                    "-A",
                    "scram-sha-256",
                    "-E",
                    "UTF8",
                    "--locale=C",
                    "-N",
                ])
                .arg("--pwfile")
                .arg(&password)
                .arg("-D")
                .arg(&data)
                .current_dir(folder.path()),
        );
        let child = as_nobody(&postgres_program("postgres"))
            .args(["-p", &port.to_string(), "-h", "127.0.0.1", "-F", "-k"])
            .arg(folder.path())
            .arg("-D")
            .arg(&data)
            .args(options(folder.path()))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let database = Self {
            folder,
            child,
            port,
            is_postgres: true,
        };
        database.wait("postgres");
        succeeds(
            database
                .client("postgres")
                .args(["-c", "CREATE DATABASE news"]),
        );
        database
    }

    fn mariadb() -> Self {
        Self::mariadb_with(|_| Vec::new())
    }

    pub(super) fn mariadb_with(options: impl Fn(&Path) -> Vec<String>) -> Self {
        let (folder, port) = (server_folder(), free_port());
        let data = folder.path().join("data");
        succeeds(
            as_nobody(Path::new("mariadb-install-db"))
                .arg("--no-defaults")
                .arg(format!("--datadir={}", data.display()))
                .args(["--auth-root-authentication-method=normal", "--skip-test-db"])
                .current_dir(folder.path()),
        );
        let child = as_nobody(Path::new("/usr/sbin/mariadbd"))
            .arg("--no-defaults")
            .arg(format!("--datadir={}", data.display()))
            .arg(format!("--socket={}", folder.path().join("s").display()))
            .arg(format!(
                "--pid-file={}",
                folder.path().join("pid").display()
            ))
            .args([&format!("--port={port}"), "--bind-address=127.0.0.1"])
            .args(options(folder.path()))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let database = Self {
            folder,
            child,
            port,
            is_postgres: false,
        };
        let socket = database.folder.path().join("s");
        let root = |sql: &str| {
            let mut command = Command::new("mariadb");
            command
                .args(["--no-defaults", "-u", "root", "-e", sql, "-S"])
                .arg(&socket);
            command.output().is_ok_and(|output| output.status.success())
        };
        let begin = Instant::now();
        while !root("SELECT 1") {
            assert!(begin.elapsed() < PATIENCE, "MariaDB answers");
            std::thread::sleep(Duration::from_millis(100));
        }
        assert!(root(&format!(
            "CREATE DATABASE news; CREATE USER ann@'127.0.0.1' IDENTIFIED BY '{PASSWORD}'; \
             GRANT ALL ON news.* TO ann@'127.0.0.1'"
        )));
        database
    }

    fn wait(&self, name: &str) {
        let begin = Instant::now();
        while !self
            .client(name)
            .args(["-c", "SELECT 1"])
            .output()
            .is_ok_and(|o| o.status.success())
        {
            assert!(begin.elapsed() < PATIENCE, "the server answers");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn client(&self, name: &str) -> Command {
        let port = self.port.to_string();
        if self.is_postgres {
            let mut command = Command::new("psql");
            command.args([
                "-X",
                "-A",
                "-t",
                "-h",
                "127.0.0.1",
                "-p",
                &port,
                "-U",
                "ann",
                "-d",
                name,
            ]);
            command.env("PGPASSWORD", PASSWORD);
            return command;
        }
        let mut command = Command::new("mariadb");
        let password = format!("-p{PASSWORD}");
        command.args([
            "--no-defaults",
            "-N",
            "-B",
            "--default-character-set=utf8mb4",
        ]);
        command.args([
            "-h",
            "127.0.0.1",
            "-P",
            &port,
            "-u",
            "ann",
            &password,
            "-D",
            name,
        ]);
        command
    }

    /// The rows that the database's own client sees, cells separated by `|`.
    pub(super) fn rows(&self, sql: &str) -> Vec<String> {
        let flag = if self.is_postgres { "-c" } else { "-e" };
        let text = succeeds(self.client("news").args([flag, sql]));
        let lines = text.lines().map(|line| line.replace('\t', "|"));
        lines.collect()
    }

    pub(super) fn address(&self, port: u16) -> String {
        let scheme = if self.is_postgres {
            "postgres"
        } else {
            "mysql"
        };
        format!("{scheme}://ann:{PASSWORD}@127.0.0.1:{port}/news")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands connections on, and cuts the first ones after so many bytes of the client.
struct Cutter {
    port: u16,
    cut: Arc<AtomicUsize>,
}

impl Cutter {
    fn before(port: u16, cuts: usize, bytes: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let own = listener.local_addr().expect("an address").port();
        let cut = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&cut);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let address = SocketAddr::from(([127, 0, 0, 1], port));
                let server = TcpStream::connect(address).expect("the server");
                let limit = match counted.load(Ordering::SeqCst) < cuts {
                    true => bytes,
                    false => usize::MAX,
                };
                let counted = Arc::clone(&counted);
                let (mut from, mut to) = (
                    server.try_clone().expect("it"),
                    client.try_clone().expect("it"),
                );
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut from, &mut to);
                });
                std::thread::spawn(move || hand_on(client, server, limit, &counted));
            }
        });
        Self { port: own, cut }
    }
}

fn hand_on(mut client: TcpStream, mut server: TcpStream, limit: usize, cut: &AtomicUsize) {
    let mut left = limit;
    let mut buffer = [0; 4096];
    loop {
        let read = client.read(&mut buffer).unwrap_or(0);
        let passed = read.min(left);
        if read == 0 || server.write_all(&buffer[..passed]).is_err() {
            break;
        }
        left -= passed;
        if left == 0 {
            cut.fetch_add(1, Ordering::SeqCst);
            break;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
}

/// What an export into a server must do.
fn is_written_by_key(database: &Database) {
    let bench = exports::collected();
    let address = database.address(database.port);
    let to = ["export", "--to", &address, "--table", "press"];
    bench.ok(&to);
    let titles = "SELECT title, price, record_state FROM press ORDER BY title";
    let all = [
        "标题 0|10|present",
        "标题 1|11|present",
        "标题 2|12|present",
    ];
    assert_eq!(database.rows(titles), all);
    // Once more, and the same rows.
    bench.ok(&to);
    assert_eq!(database.rows(titles), all);
    assert_eq!(
        database.rows("SELECT count(DISTINCT record_key) FROM press"),
        ["3"]
    );
    // Saved, it goes on from where it was; a new field is a new column.
    bench.write("passphrase", "correct horse\n");
    let with_passphrase = |arguments: &[&str]| {
        let mut command = bench.command();
        command
            .args(arguments)
            .env("BOWERBIRD_PASSPHRASE_FILE", bench.path("passphrase"));
        succeeds(&mut command)
    };
    with_passphrase(&[to.as_slice(), &["--save", "nightly"]].concat());
    let told = with_passphrase(&["export", "run", "nightly"]);
    assert!(told.contains('3'), "{told}");
    bench.ok(&[
        "record",
        "edit",
        "--query",
        "标题 1",
        "--set",
        "title=By hand",
        "--set",
        "colour=red",
    ]);
    bench.ok(&["record", "delete", "--query", "标题 2"]);
    with_passphrase(&["export", "run", "nightly"]);
    let rows = database
        .rows("SELECT title, record_state, coalesce(colour, '-') FROM press ORDER BY price");
    assert_eq!(
        rows,
        [
            "标题 0|present|-",
            "By hand|present|red",
            "标题 2|deleted|-"
        ]
    );
    bench.ok(&["record", "restore", "--query", "标题 2"]);
    with_passphrase(&["export", "run", "nightly"]);
    assert_eq!(
        database.rows("SELECT count(*) FROM press WHERE record_state = 'present'"),
        ["3"]
    );
    // No file of the project has the password in the open.
    let listed = bench.ok(&["export", "list"]);
    assert!(
        listed.contains("nightly") && !listed.contains(PASSWORD),
        "{listed}"
    );
    for file in std::fs::read_dir(bench.path("")).expect("the folder") {
        let path = file.expect("a file").path();
        let holds = path.is_file()
            && std::fs::read(&path)
                .expect("it")
                .windows(PASSWORD.len())
                .any(|w| w == PASSWORD.as_bytes());
        assert!(!holds, "{}", path.display());
    }
    // A table that another program made is left alone.
    database.rows("CREATE TABLE other (a int)");
    let fails = bench.fails(1, &["export", "--to", &address, "--table", "other"]);
    assert!(
        fails.contains("record_key") && !fails.contains(PASSWORD),
        "{fails}"
    );
    // A wrong password is said, and not tried again and again.
    let wrong = address.replace(PASSWORD, "wrong");
    let begin = Instant::now();
    let fails = bench.fails(1, &["export", "--to", &wrong]);
    assert!(
        begin.elapsed() < Duration::from_secs(8) && !fails.contains("wrong@"),
        "{fails}"
    );
}

/// A connection that is cut anywhere: nothing lost, nothing doubled.
fn a_cut_connection_costs_nothing(database: &Database) {
    let bench = exports::collected();
    for (round, bytes) in [40, 300, 700, 1_100, 1_500].into_iter().enumerate() {
        let cutter = Cutter::before(database.port, 2, bytes);
        let table = format!("cut{round}");
        bench.ok(&[
            "export",
            "--to",
            &database.address(cutter.port),
            "--table",
            &table,
        ]);
        let count = format!("SELECT count(*), count(DISTINCT record_key) FROM {table}");
        assert_eq!(database.rows(&count), ["3|3"], "after {bytes} bytes");
        assert!(cutter.cut.load(Ordering::SeqCst) <= 2);
    }
    // Cut each time: it fails in words, and the next export writes all.
    let cutter = Cutter::before(database.port, usize::MAX, 900);
    let address = database.address(cutter.port);
    let fails = bench.fails(
        1,
        &[
            "export",
            "--to",
            &address,
            "--table",
            "never",
            "--since-last",
        ],
    );
    assert!(fails.contains("127.0.0.1"), "{fails}");
    bench.ok(&[
        "export",
        "--to",
        &database.address(database.port),
        "--table",
        "never",
        "--since-last",
    ]);
    assert_eq!(
        database.rows("SELECT count(*), count(DISTINCT record_key) FROM never"),
        ["3|3"]
    );
}

#[test]
fn records_are_rows_of_postgresql() {
    let database = Database::postgres();
    is_written_by_key(&database);
    let types = "SELECT data_type FROM information_schema.columns
                 WHERE table_name = 'press' AND column_name = 'fetched_at'";
    assert_eq!(database.rows(types), ["timestamp with time zone"]);
    a_cut_connection_costs_nothing(&database);
}

#[test]
fn records_are_rows_of_mariadb() {
    let database = Database::mariadb();
    is_written_by_key(&database);
    let types = "SELECT data_type FROM information_schema.columns
                 WHERE table_name = 'press' AND column_name = 'fetched_at'";
    assert_eq!(database.rows(types), ["datetime"]);
    a_cut_connection_costs_nothing(&database);
}

#[test]
fn records_are_rows_of_a_sqlite_file_and_never_of_a_project() {
    let bench = exports::collected();
    let path = bench.path("news.db");
    let to = format!("sqlite:{}", path.display());
    bench.ok(&["export", "--to", &to]);
    bench.ok(&["record", "delete", "--query", "标题 2"]);
    bench.ok(&["export", "--to", &to]);
    let read = || -> Vec<(String, String)> {
        let file = Connection::open(&path).expect("the file");
        let mut rows = file
            .prepare("SELECT title, record_state FROM records ORDER BY title")
            .expect("the table");
        let pairs = rows
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .expect("rows");
        pairs.map(|pair| pair.expect("a row")).collect()
    };
    let pair = |title: &str, state: &str| (title.to_owned(), state.to_owned());
    let all = [
        pair("标题 0", "present"),
        pair("标题 1", "present"),
        pair("标题 2", "deleted"),
    ];
    assert_eq!(read(), all);
    let project = format!("sqlite:{}", bench.project().display());
    bench.fails(1, &["export", "--to", &project]);
    let fails = bench.fails(2, &["export", "--to", "news.csv"]);
    assert!(fails.contains(fixed_part("export-database")), "{fails}");
}

#[test]
fn a_database_that_is_not_there_is_told_at_once() {
    let bench = exports::collected();
    let port = free_port();
    for scheme in ["postgres", "mysql"] {
        let address = format!("{scheme}://ann@127.0.0.1:{port}/news");
        let output = bench.run(&["export", "--to", &address]);
        assert!(!output.status.success());
        let said = output_text(&output);
        let expected = t!("export-no-database", place = format!("127.0.0.1:{port}"));
        assert!(said.contains(expected), "{said}");
    }
}
