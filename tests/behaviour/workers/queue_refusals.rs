//! Servers that cannot be used: each is refused with a word that says what to do.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use super::{Redis, is_there};
use crate::command_line::{Bench, output_text};
use crate::texts::t;

fn rule() -> (String, String) {
    let text = "[site]\nname = \"any\"\nkind = \"list\"\nstart = [\"http://127.0.0.1:1/\"]\n\n\
        [list]\nlink = { css = \"a\" }\n";
    ("any.toml".to_owned(), text.to_owned())
}

fn refused(bench: &Bench, address: &str) -> String {
    let owner = bench.fails(1, &["workers", "use", address]);
    let worker = bench.run(&["worker", "--redis", address, "--name", "w"]);
    assert!(!worker.status.success(), "{}", output_text(&worker));
    owner + &output_text(&worker)
}

#[test]
fn a_server_that_would_lose_messages_or_wants_a_password_is_refused_with_a_word() {
    if !is_there() {
        return;
    }
    let redis = Redis::start(&[]);
    let bench = Bench::new();
    bench.add(&[rule()]);
    let words = refused(&bench, "no address at all");
    assert!(words.contains("redis://HOST:PORT"), "{words}");
    redis.ask(&["CONFIG", "SET", "maxmemory-policy", "allkeys-lru"]);
    let words = refused(&bench, &redis.url());
    assert_eq!(words.matches("noeviction").count(), 2, "{words}");
    redis.ask(&["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
    redis.ask(&["SET", "bowerbird:{workers}", "another program"]);
    let worker = bench.run(&["worker", "--redis", &redis.url(), "--name", "w"]);
    let words = output_text(&worker);
    assert!(
        !worker.status.success() && words.contains("bowerbird:{workers}"),
        "{words}"
    );
    redis.ask(&["DEL", "bowerbird:{workers}"]);
    redis.ask(&["CONFIG", "SET", "requirepass", "a long password"]);
    let words = refused(&bench, &redis.url());
    assert!(
        words.contains("password") && !words.contains("a long password"),
        "{words}"
    );
    let wrong = format!("redis://:wrong%20word@127.0.0.1:{}", redis.port);
    let words = refused(&bench, &wrong);
    assert!(
        words.contains("password") && !words.contains("wrong word"),
        "{words}"
    );
    // Nobody is there.
    let gone = bench.fails(1, &["workers", "use", "redis://127.0.0.1:1"]);
    assert!(gone.contains("127.0.0.1:1"), "{gone}");
}

#[test]
fn an_old_server_is_refused_by_its_version() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("redis://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut writer = stream.try_clone().unwrap();
                let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
                while let Some(line) = lines.next() {
                    // The word of a command follows its length; the rest is skipped.
                    if let Some(count) = line.strip_prefix('*') {
                        let count: usize = count.parse().unwrap_or(0);
                        let words: Vec<String> =
                            (0..2 * count).filter_map(|_| lines.next()).collect();
                        let is_info = words.iter().any(|word| word == "INFO");
                        let info = "# Server\r\nredis_version:6.2.1\r\n";
                        let answer = match is_info {
                            true => format!("${}\r\n{info}\r\n", info.len()),
                            false => "+OK\r\n".to_owned(),
                        };
                        if writer.write_all(answer.as_bytes()).is_err() {
                            return;
                        }
                    }
                }
            });
        }
    });
    let bench = Bench::new();
    bench.add(&[rule()]);
    let words = refused(&bench, &address);
    assert_eq!(words.matches("6.2.1").count(), 2, "{words}");
    assert!(t!("queue-version").contains("Redis 7"));
}
