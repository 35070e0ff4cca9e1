//! What puts the program into the menu of a desktop, and takes it away again.

use std::path::Path;
use std::process::{Command, Output};

fn install(prefix: &Path, more: &[&str]) -> Output {
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/install"))
        .arg("--prefix")
        .arg(prefix)
        .args(["--binary", env!("CARGO_BIN_EXE_bowerbird")])
        .args(more)
        .output()
        .expect("the script starts")
}

#[test]
fn the_program_comes_into_the_menu_and_leaves_it() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("home of ann");
    let done = install(&prefix, &[]);
    assert!(done.status.success(), "{done:?}");
    let program = prefix.join("bin/bowerbird");
    let version = Command::new(&program).arg("--version").output().unwrap();
    assert!(version.status.success());
    let entry = prefix.join("share/applications/bowerbird.desktop");
    let entry = std::fs::read_to_string(entry).unwrap();
    let starts = format!("Exec=\"{}\" %f", program.display());
    assert!(entry.lines().any(|line| line == starts), "{entry}");
    let left = [
        "share/icons/hicolor/scalable/apps/bowerbird.svg",
        "share/mime/packages/bowerbird.xml",
        "share/bowerbird/browser-extension/manifest.json",
    ];
    for file in left {
        assert!(prefix.join(file).exists(), "{file}");
    }

    assert!(install(&prefix, &["--remove"]).status.success());
    for file in left.iter().chain(&["bin/bowerbird"]) {
        assert!(!prefix.join(file).exists(), "{file}");
    }
    assert_eq!(install(&prefix, &["--elsewhere"]).status.code(), Some(2));
}

/// *Help → About* shows it; a package holds the texts too.
#[test]
fn the_list_of_licences_is_that_of_the_libraries_inside() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("packaging/licences"))
        .arg("list")
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .expect("the script starts");
    assert!(output.status.success(), "{output:?}");
    let noted = std::fs::read_to_string(root.join("assets/licences.txt")).unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        noted,
        "write it anew: packaging/licences list >assets/licences.txt"
    );
}
