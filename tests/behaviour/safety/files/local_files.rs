//! Files of this machine that a rule names: only ordinary ones are read, outside of the project's folder only
//! when the person allowed it, and no run hangs on one that has no end or nobody to write it.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Ask, Reply, Site};
use crate::texts::fixed_part;

/// After this a run counts as one that hangs.
const HANG: Duration = Duration::from_secs(60);

fn site() -> Site {
    Site::start(|ask: &Ask| Reply::html(format!("<h1>Page {}</h1><p>A text.", ask.path)))
}

/// A rule that reads its start pages from `file`.
fn rule(file: &Path) -> String {
    format!(
        "[site]\nname = \"Listed\"\nkind = \"pages\"\n[politeness]\ndelay = \"0s\"\n\
         [pages]\nfile = '{}'\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n",
        file.display()
    )
}

fn with_rule(file: &Path) -> Bench {
    let bench = Bench::new();
    put(&bench, file);
    bench
}

fn put(bench: &Bench, file: &Path) {
    let rule = bench.write("listed.toml", &rule(file));
    bench.ok(&["site", "add", "--yes", &rule.to_string_lossy()]);
}

/// Runs the site with bounded memory, and kills a run that hangs.
fn run(bench: &Bench) -> Output {
    let plain = bench.command();
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg("ulimit -v 3000000; exec \"$0\" \"$@\"");
    command.arg(plain.get_program()).args(plain.get_args());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(bench.path("")).args(["run", "Listed"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.stdin(Stdio::null()).spawn().expect("it starts");
    let begun = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > HANG {
            child.kill().expect("killed");
            panic!("the run hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("an end")
}

fn collects(bench: &Bench, path: &str) -> bool {
    bench
        .ok(&["search", "Page"])
        .contains(&format!("Page {path}"))
}

#[test]
fn what_is_no_ordinary_file_is_not_read_and_the_run_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
    let socket = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    for file in [
        Path::new("/dev/zero"),
        Path::new("/dev/stdin"),
        &link,
        &pipe,
        &socket,
        folder.path(),
    ] {
        let output = run(&with_rule(file));
        let said = output_text(&output);
        assert!(
            output.status.code().is_some_and(|code| code > 0),
            "{file:?}: {said}"
        );
        assert!(
            said.contains(fixed_part("engine-addresses-no-file")),
            "{file:?}: {said}"
        );
    }
}

#[test]
fn a_file_that_is_away_or_huge_ends_the_run_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = output_text(&run(&with_rule(&folder.path().join("none.txt"))));
    assert!(
        said.contains(fixed_part("engine-addresses-unreadable")),
        "{said}"
    );
    let holes = folder.path().join("holes.txt");
    let file = std::fs::File::create(&holes).expect("a file");
    file.set_len(1 << 40).expect("holes");
    let said = output_text(&run(&with_rule(&holes)));
    assert!(
        said.contains(fixed_part("engine-addresses-large")),
        "{said}"
    );
}

#[test]
fn files_of_the_projects_folder_are_read_without_a_question() {
    let site = site();
    let bench = Bench::new();
    bench.write("list.txt", &site.url("/inside"));
    put(&bench, Path::new("list.txt"));
    run(&bench);
    assert!(collects(&bench, "/inside"));
}

#[test]
fn a_strangers_project_reads_no_file_outside_of_its_folder_before_it_is_allowed() {
    let site = site();
    let mine = tempfile::tempdir().expect("a folder");
    let private = mine.path().join("private.txt");
    std::fs::write(&private, site.url("/private")).expect("written");
    let up = Path::new("..").join(private.strip_prefix("/").expect("a full path"));
    let ups = Path::new(&"../".repeat(20)).join(&up);
    for file in [
        private.as_path(),
        &ups,
        Path::new("link.txt"),
        Path::new("folder/list.txt"),
    ] {
        let theirs = with_rule(file);
        // Their file comes as a gift, with links beside it.
        let gift = Bench::new();
        std::fs::copy(theirs.project(), gift.project()).expect("a gift");
        std::os::unix::fs::symlink(&private, gift.path("link.txt")).expect("a link");
        std::os::unix::fs::symlink(mine.path(), gift.path("folder")).expect("a link");
        std::fs::write(mine.path().join("list.txt"), site.url("/private")).expect("written");
        let said = output_text(&run(&gift));
        assert!(said.contains("bowerbird project allow"), "{file:?}: {said}");
        assert_eq!(site.asked("/private"), 0, "{file:?}: {said}");
    }
    let gift = Bench::new();
    std::fs::copy(with_rule(&private).project(), gift.project()).expect("a gift");
    gift.ok(&["project", "allow", &gift.project().display().to_string()]);
    let said = output_text(&run(&gift));
    assert!(collects(&gift, "/private"), "{said}");
}

#[test]
fn a_folder_of_pages_with_a_pipe_in_it_is_tested_without_waiting_for_a_writer() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path("saved/pages")).expect("a folder");
    bench.write(
        "saved/pages/good.html",
        "<h1>A good page</h1><p>It says something.</p>",
    );
    let made = Command::new("mkfifo")
        .arg(bench.path("saved/pages/pipe.html"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    let mut child = bench
        .command()
        .args(["extract", "--batch", "saved", "--out", "out.jsonl"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let begun = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > HANG {
            child.kill().expect("killed");
            panic!("it waits for a writer");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let out = std::fs::read_to_string(bench.path("out.jsonl")).expect("what was found");
    assert!(out.contains("good"), "{out}");
}

#[test]
fn lists_for_the_pools_are_not_waited_for_in_a_pipe() {
    let bench = Bench::new();
    let made = Command::new("mkfifo").arg(bench.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    bench.add(&[(
        "odd.toml".to_owned(),
        "[site]\nname = \"Odd\"\nkind = \"pages\"\nstart = [\"http://127.0.0.1:9/\"]\n".to_owned(),
    )]);
    for arguments in [
        &["proxy", "import", "pipe"][..],
        &["account", "import", "Odd", "pipe"],
    ] {
        let mut child = bench
            .command()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let begun = Instant::now();
        while child.try_wait().expect("a status").is_none() {
            if begun.elapsed() > HANG {
                child.kill().expect("killed");
                panic!("{arguments:?} waits for a writer");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().expect("what it said");
        assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
        assert!(
            output_text(&output).contains("standard input"),
            "{}",
            output_text(&output)
        );
    }
}
