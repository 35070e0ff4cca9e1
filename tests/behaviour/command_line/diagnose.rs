//! The diagnostic file: what it tells and what it never tells, and panics in it.

use std::path::Path;
use std::process::{Command, Stdio};

use bowerbird::io::log::panics;
use bowerbird::io::sample::SampleSite;

use super::{Bench, csv_rows, output_text};
use crate::texts::fixed_part;

/// Set in a process that is to panic; its value is the message.
const PANICS: &str = "BEHAVIOUR_TEST_PANICS";

/// Runs a process with its settings in `config` that panics in a thread of its own, and goes on.
pub fn panic_in(config: &Path, message: &str) {
    let test = "command_line::diagnose::a_process_panics_when_it_is_asked_to";
    let status = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", test, "--nocapture"])
        .env(PANICS, message)
        .env("BOWERBIRD_CONFIG_DIR", config)
        .env_remove("BOWERBIRD_STATE_DIR")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("a process");
    assert!(status.success(), "{status}");
}

#[test]
fn a_process_panics_when_it_is_asked_to() {
    let Ok(message) = std::env::var(PANICS) else {
        return;
    };
    panics::watch("abc123");
    let thread = std::thread::Builder::new().name("broken".to_owned());
    let thread = thread.spawn(move || panic!("{message}")).expect("a thread");
    assert!(thread.join().is_err());
}

#[test]
fn the_file_has_states_and_counts_and_nothing_of_the_sites_unless_asked() {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    bench.add(&site.rules());
    bench.ok(&["run"]);
    let passphrase = bench.write("passphrase", "a long passphrase");
    let proxy = "http://proxyuser:proxypass@127.0.0.1:9";
    let added = bench
        .command()
        .args(["proxy", "add", "exitname", proxy])
        .env("BOWERBIRD_PASSPHRASE_FILE", &passphrase)
        .output()
        .expect("the program starts");
    assert!(added.status.success(), "{}", output_text(&added));
    // A failure is in the log too, with its address.
    bench.run(&["extract", "http://127.0.0.1:9/nothing-is-here"]);
    let csv = bench.path("all.csv");
    bench.ok(&["export", "--out", &csv.to_string_lossy()]);
    let (head, rows) = csv_rows(&csv);
    let title = head
        .iter()
        .position(|name| name == "title")
        .expect("titles");

    let text = bench.ok(&["diagnose"]);
    for part in [
        concat!("version ", env!("CARGO_PKG_VERSION")),
        "2 sites, ",
        "site 2: list ok, phase healthy",
        "1 proxies, 1 enabled",
        "run 1 of site ",
        "log-run-ended",
        "pages=",
        "No panic recorded",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let mut never = vec![
        "Harbour",
        "127.0.0.1",
        "http",
        "proxyuser",
        "proxypass",
        "exitname",
        "nothing-is-here",
        "test.bower",
    ];
    never.extend(rows.iter().map(|row| row[title].as_str()));
    let folder = bench.path("").display().to_string();
    never.push(&folder);
    for word in never.iter().filter(|word| !word.is_empty()) {
        assert!(!text.contains(word), "{word} is in\n{text}");
    }

    let named = bench.ok(&["diagnose", "--with-addresses"]);
    assert!(
        named.contains("Harbour Gazette <http://127.0.0.1:"),
        "{named}"
    );
    assert!(!named.contains("proxypass") && !named.contains("proxyuser"));
    let full = bench.ok(&["diagnose", "--with-log"]);
    assert!(full.contains("[Harbour Gazette] run "), "{full}");
    assert!(!full.contains("proxypass"));
}

#[test]
fn a_file_is_written_once_and_replaces_nothing() {
    let bench = Bench::new();
    let file = bench.path("report.txt");
    let name = file.to_string_lossy().into_owned();
    bench.ok(&["diagnose", "-o", &name]);
    let text = std::fs::read_to_string(&file).expect("the file");
    // Without a project there is the rest.
    assert!(text.contains("No project"), "{text}");
    let said = bench.fails(1, &["diagnose", "-o", &name]);
    assert!(said.contains(fixed_part("diagnostic-exists")), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), text);
}

#[test]
fn a_panic_of_another_process_is_in_the_file_without_what_it_quotes() {
    let bench = Bench::new();
    let config = bench.path("config");
    panic_in(
        &config,
        "no host in \"the title\" at https://news.example/a?token=abc",
    );
    let output = bench
        .command()
        .arg("diagnose")
        .env("BOWERBIRD_CONFIG_DIR", &config)
        .env_remove("BOWERBIRD_STATE_DIR")
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "Last panic",
        "commit abc123",
        "thread broken at ",
        "diagnose.rs:",
        "no host in",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    for part in ["the title", "news.example", "token"] {
        assert!(!text.contains(part), "{part} is in\n{text}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let file = config.join("state/last-panic.json");
        let mode = file.metadata().expect("the record").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
