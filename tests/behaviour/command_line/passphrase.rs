//! `secrets passphrase`: the file of secrets under another passphrase, as a script changes it.

use std::process::Output;

use bowerbird::io::sample::SampleSite;

use crate::command_line::{Bench, output_text};

/// A project with an account, whose file of secrets has the passphrase in `old`.
fn with_account() -> Bench {
    let bench = Bench::new();
    let site = SampleSite::start(0).expect("the sample site");
    bench.add(&site.rules());
    bench.write("old", "correct horse\n");
    bench.write("new", "battery staple\nonly the first line counts\n");
    bench.write("list", "ann:hunter2-hunter2\n");
    let added = import(&bench, "old");
    assert!(added.status.success(), "{}", output_text(&added));
    bench
}

fn run(bench: &Bench, passphrase: &str, arguments: &[&str]) -> Output {
    let mut command = bench.command();
    command
        .args(arguments)
        .env("BOWERBIRD_PASSPHRASE_FILE", bench.path(passphrase));
    command.output().expect("it runs")
}

/// Whether the secrets open: reading the list writes its password.
fn import(bench: &Bench, passphrase: &str) -> Output {
    run(
        bench,
        passphrase,
        &["account", "import", "Harbour Forum", "list"],
    )
}

fn changed(bench: &Bench, from: &str, to: &str) -> Output {
    run(bench, from, &["secrets", "passphrase", "--new-file", to])
}

#[test]
fn the_new_passphrase_opens_the_secrets_and_the_old_one_does_not() {
    let bench = with_account();
    let done = changed(&bench, "old", "new");
    assert!(done.status.success(), "{}", output_text(&done));
    assert!(
        !output_text(&done).contains("battery"),
        "{}",
        output_text(&done)
    );
    assert!(!import(&bench, "old").status.success());
    let opened = import(&bench, "new");
    assert!(opened.status.success(), "{}", output_text(&opened));
}

#[test]
fn a_wrong_passphrase_changes_nothing() {
    let bench = with_account();
    bench.write("wrong", "wrong horse\n");
    bench.write("empty", "\n");
    for (from, to) in [("wrong", "new"), ("old", "empty"), ("old", "not-there")] {
        let refused = changed(&bench, from, to);
        assert!(
            !refused.status.success(),
            "{from} → {to}: {}",
            output_text(&refused)
        );
    }
    let opened = import(&bench, "old");
    assert!(opened.status.success(), "{}", output_text(&opened));
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let bench = with_account();
    let output = bench.run(&["secrets", "passphrase", "--new-file", "new"]);
    assert_eq!(output.status.code(), Some(2), "{}", output_text(&output));
    let opened = import(&bench, "old");
    assert!(opened.status.success(), "{}", output_text(&opened));
}
