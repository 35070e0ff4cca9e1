//! Odd bytes where a parser is reached through a process, a file or a server only: the frames of the preview's
//! child, pages packed in a project, settings, samples, and lines of a server that set cookies.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::mutator::{SeededRandom, mutated};
use crate::command_line::{Bench, output_text};
use crate::engine::support::server::{Ask, Reply, Site};

/// After this a process counts as one that hangs.
const HANG: Duration = Duration::from_secs(60);

/// The output of a process; it is killed where it hangs.
fn finished(mut command: Command, input: &[u8], name: &str) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_vec();
    // One that is refused early hears no more.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let number = child.id();
    let waiting = std::thread::spawn(move || child.wait_with_output());
    let begun = Instant::now();
    while !waiting.is_finished() {
        if begun.elapsed() > HANG {
            let _ = Command::new("kill")
                .args(["-9", &number.to_string()])
                .status();
            panic!("{name} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(writer.join());
    waiting.join().expect("unbroken").expect("an end")
}

fn frame(header: &str, body: &[u8]) -> Vec<u8> {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("small").to_le_bytes();
    let (head, tail) = (length(header.as_bytes()), length(body));
    [b"bwp1".as_slice(), &head, &tail, header.as_bytes(), body].concat()
}

#[test]
fn the_preview_ends_on_whatever_frames_it_is_given() {
    let limits = r#"{"source_bytes":100000,"elements":1000,"depth":100,"resources":3,"resource_bytes":1000,"image_pixels":1000,"page_image_pixels":1000,"resource_time":{"secs":0,"nanos":100},"layout_time":{"secs":5,"nanos":0},"tile_time":{"secs":5,"nanos":0},"memory_bytes":1610612736,"page_height":2000}"#;
    let open = |width: &str, scale: &str| {
        format!(
            r#"{{"type":"open","url":"http://odd.example/","width":{width},"scale":{scale},"limits":{limits}}}"#
        )
    };
    let page = super::seeds::USUAL_PAGE.as_bytes();
    let sound = frame(&open("800", "1.0"), page);
    let tile = frame(r#"{"type":"tile","number":0}"#, b"");
    let resource = frame(r#"{"type":"resource","id":0}"#, b"p { color: red }");
    let seeds = vec![
        [sound.clone(), resource, tile.clone()].concat(),
        [sound.clone(), sound.clone(), tile.clone()].concat(),
        [tile, sound].concat(),
        frame(&open("0", "-1e38"), page),
        frame(
            &open("4294967295", "1e308"),
            b"<table width=99999999><td colspan=999>",
        ),
        frame(r#"{"type":"tile","number":4294967295}"#, b""),
        b"bwp1\xff\xff\xff\xff\xff\xff\xff\xff".to_vec(),
        b"bwp1\x02\0\0\0\xff\xff\xff\x0f{}".to_vec(),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        Vec::new(),
    ];
    let changed = (0..30).map(|seed| mutated(&seeds, seed));
    for (at, input) in seeds.iter().cloned().chain(changed).enumerate() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bowerbird"));
        command.arg("preview-worker");
        let output = finished(command, &input, &format!("input {at}"));
        assert!(output.stdout.len() < 64 << 20, "input {at}");
    }
}

fn rule(start: &str) -> String {
    format!(
        "[site]\nname = \"Odd\"\nkind = \"list\"\nstart = [\"{start}\"]\n\
         [politeness]\ndelay = \"0s\"\nretries = 0\n\
         [list]\nitem = {{ css = \"li\" }}\nlink = {{ css = \"a\" }}\n\
         [[field]]\nname = \"title\"\nselect = [{{ css = \"h1\" }}]\n"
    )
}

#[test]
fn packed_pages_with_any_bytes_in_them_cost_themselves_alone() {
    let links: String = (0..12)
        .map(|n| format!("<li><a href=/p{n}>x</a>"))
        .collect();
    let site = Site::start(move |ask: &Ask| match ask.path.as_str() {
        "/" => Reply::html(format!("<title>List</title><ul>{links}</ul>")),
        path => Reply::html(format!("<h1>Page {path}</h1><p>That says a little.")),
    });
    let bench = Bench::new();
    bench.add(&[("odd.toml".to_owned(), rule(&site.url("/")))]);
    bench.ok(&["run", "Odd"]);
    let file = rusqlite::Connection::open(bench.project()).expect("a project");
    let mut all = file
        .prepare("SELECT rowid, body FROM snapshot WHERE body IS NOT NULL")
        .expect("snapshots");
    let rows = all
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .expect("rows");
    let rows: Vec<(i64, Vec<u8>)> = rows.map(|row| row.expect("a row")).collect();
    drop(all);
    assert!(rows.len() > 5);
    for (row, body) in &rows {
        let seed = u64::try_from(*row).expect("positive");
        let body = mutated(std::slice::from_ref(body), seed);
        file.execute(
            "UPDATE snapshot SET body = ?1 WHERE rowid = ?2",
            (&body, row),
        )
        .expect("doctored");
    }
    drop(file);
    let warc = bench.path("out.warc");
    for arguments in [
        &["storage", "warc", "--out", &warc.to_string_lossy()][..],
        &["run", "Odd", "--refresh"],
        &["rule", "rerun", "Odd"],
        &["storage", "check"],
    ] {
        let mut command = bench.command();
        command.args(arguments);
        let output = finished(command, b"", &format!("{arguments:?}"));
        let said = output_text(&output);
        assert!(output.status.code().is_some(), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
    assert!(bench.ok(&["search", "Page"]).contains("Page /p1"));
}

#[test]
fn lines_that_set_cookies_may_be_of_any_kind() {
    let lines = [
        "=",
        ";",
        "a",
        "=b",
        "a=;",
        "a=b;=;;Path",
        "a=b; Max-Age=99999999999999999999",
        "a=b; Max-Age=-99999999999999999999",
        "a=b; Expires=Thu, 01 Jan 99999 00:00:00 GMT",
        "a=\"b",
        "a=b; Domain=",
        "a=b; Domain=.",
        "a=b; Domain=..",
        "a=b; Path=",
        "a=b; Path=\\",
        "a=b\tc",
        "__Host-=x",
        "a=b; Domain=[::1]",
        "a=b; Domain=127.0.0.1; Domain=com",
        "a=b; Secure=; HttpOnly=\"; SameSite=Odd; Partitioned; a=b=c",
    ];
    let site = Site::start(move |ask: &Ask| {
        let mut dice = SeededRandom::of(ask.total_before as u64);
        let page = match ask.path.as_str() {
            "/" => (0..10)
                .map(|n| format!("<li><a href=/p{n}>x</a>"))
                .collect(),
            path => format!("<h1>Page {path}</h1><p>A text."),
        };
        let reply = lines.iter().fold(Reply::html(page), |reply, line| {
            reply.with("set-cookie", line)
        });
        // What is put together at random, of what a line may hold.
        (0..20).fold(reply, |reply, _| {
            let part = |dice: &mut SeededRandom| lines[dice.below(lines.len())];
            let line = [part(&mut dice), "; ", part(&mut dice), part(&mut dice)].concat();
            reply.with("set-cookie", &line)
        })
    });
    let bench = Bench::new();
    bench.add(&[("odd.toml".to_owned(), rule(&site.url("/")))]);
    let said = bench.ok(&["run", "Odd"]);
    assert!(!said.contains("panicked"), "{said}");
    assert!(bench.ok(&["search", "Page"]).contains("Page /p9"), "{said}");
}

#[test]
fn files_of_settings_and_permissions_with_any_bytes_are_no_trouble() {
    let bench = Bench::new();
    let site = Site::start(|_: &Ask| Reply::html("<title>List</title><li><a href=/a>A</a>"));
    bench.add(&[("odd.toml".to_owned(), rule(&site.url("/")))]);
    let folder = bench.path("");
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    let wanted = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "json");
    let kept: Vec<_> = files.into_iter().filter(wanted).collect();
    assert!(!kept.is_empty(), "permissions are kept in a file");
    for path in kept {
        let sound = std::fs::read(&path).expect("a file");
        for seed in 0..12 {
            let odd = mutated(std::slice::from_ref(&sound), seed);
            std::fs::write(&path, odd).expect("written");
            let mut command = bench.command();
            command.args(["status"]);
            let output = finished(command, b"", "status");
            let said = output_text(&output);
            assert!(output.status.code().is_some(), "change {seed}: {said}");
            assert!(!said.contains("panicked"), "change {seed}: {said}");
        }
        std::fs::write(&path, sound).expect("as it was");
    }
}
