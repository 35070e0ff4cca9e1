//! Notes the commit that is built, for *Help → About*: `BOWERBIRD_COMMIT` if it is set, else the one
//! that is checked out here, else `unknown`, as in an archive of the sources.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=BOWERBIRD_COMMIT");
    let commit = std::env::var("BOWERBIRD_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty())
        .or_else(checked_out)
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=BOWERBIRD_COMMIT={commit}");
}

/// The commit of this folder, if it is a clone itself and not merely inside of another one.
fn checked_out() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    if Path::new(&top).canonicalize().ok()? != here {
        return None;
    }
    // Grows with each commit, and with each change of the branch.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if here.join(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
