//! Exports into databases over TLS: real servers with the certificates of `tests/behaviour/tls`, trusted by
//! an authority's file, and refused where they are wrong.

use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::databases::{Database, NOBODY, PASSWORD, is_root};
use crate::command_line::exports;
use crate::texts::fixed_part;

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour/tls");
    std::fs::read(folder.join(name)).expect(name)
}

/// Writes a file of the server as PEM, which only the server can read.
fn pem(folder: &Path, name: &str, label: &str) -> PathBuf {
    let body = STANDARD.encode(fixture(&format!("{name}.der")));
    let lines: Vec<&str> = (0..body.len())
        .step_by(64)
        .map(|at| &body[at..body.len().min(at + 64)])
        .collect();
    let body = lines.join("\n");
    let path = folder.join(format!("{name}.pem"));
    let text = format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n");
    std::fs::write(&path, text).expect("written");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).expect("private");
    if is_root() {
        chown(&path, Some(NOBODY), Some(NOBODY)).expect("it is given away");
    }
    path
}

fn options(folder: &Path, certificate: &str, of_postgres: bool) -> Vec<String> {
    let certificate = pem(folder, certificate, "CERTIFICATE");
    let key = pem(folder, "key", "PRIVATE KEY");
    let (certificate, key) = (certificate.display(), key.display());
    match of_postgres {
        true => vec![
            "-c".to_owned(),
            "ssl=on".to_owned(),
            "-c".to_owned(),
            format!("ssl_cert_file={certificate}"),
            "-c".to_owned(),
            format!("ssl_key_file={key}"),
        ],
        false => vec![
            format!("--ssl-cert={certificate}"),
            format!("--ssl-key={key}"),
        ],
    }
}

fn database(certificate: &str, of_postgres: bool) -> Database {
    match of_postgres {
        true => Database::postgres_with(|folder| options(folder, certificate, true)),
        false => Database::mariadb_with(|folder| options(folder, certificate, false)),
    }
}

/// Every connection of a good server is encrypted; of a wrong one nothing is trusted.
fn is_held_to_its_certificate(of_postgres: bool) {
    let bench = exports::collected();
    let authority = bench.path("authority.pem");
    std::fs::write(&authority, fixture("authority.pem")).expect("written");
    let address = |database: &Database, mode: &str, with_authority: bool| {
        let mut address = format!("{}?sslmode={mode}", database.address(database.port));
        if with_authority {
            address.push_str(&format!("&sslrootcert={}", authority.display()));
        }
        address
    };
    let good = database("good", of_postgres);
    let to = address(&good, "verify-full", true);
    bench.ok(&["export", "--to", &to, "--table", "press"]);
    assert_eq!(good.rows("SELECT count(*) FROM press"), ["3"]);
    // Nobody said that this authority is to be trusted.
    let untrusted = address(&good, "require", false);
    let said = bench.fails(1, &["export", "--to", &untrusted, "--table", "other"]);
    assert!(
        said.contains(fixed_part("export-database-insecure")),
        "{said}"
    );
    assert!(!said.contains(PASSWORD), "{said}");
    drop(good);
    // For another host; and one that signed itself.
    for certificate in ["other", "own"] {
        let wrong = database(certificate, of_postgres);
        let to = address(&wrong, "verify-full", true);
        let said = bench.fails(1, &["export", "--to", &to, "--table", "press"]);
        assert!(
            said.contains(fixed_part("export-database-insecure")),
            "{certificate}: {said}"
        );
        assert!(
            said.contains("certificate") && !said.contains(PASSWORD),
            "{said}"
        );
    }
}

#[test]
fn postgres_is_held_to_its_certificate() {
    is_held_to_its_certificate(true);
}

#[test]
fn mariadb_is_held_to_its_certificate() {
    is_held_to_its_certificate(false);
}

#[test]
fn a_server_without_encryption_gets_nothing_when_it_is_asked_for() {
    let bench = exports::collected();
    let plain = Database::postgres_with(|_| Vec::new());
    let to = format!("{}?sslmode=require", plain.address(plain.port));
    let said = bench.fails(1, &["export", "--to", &to, "--table", "press"]);
    assert!(
        said.contains(fixed_part("export-database-insecure")),
        "{said}"
    );
    assert!(!said.contains(PASSWORD), "{said}");
}
