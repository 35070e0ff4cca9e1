//! The extension as it is given to people, in a real browser: it is paired by the code, and sends a page
//! that scripts made, which becomes a record. Run alone with `cargo test --test behaviour
//! sent_pages::extension`. Without a browser it is skipped, with a word.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bowerbird::engine::types::{RecordFilter, Store};
use bowerbird::engine::{Event, SentPageCommand};
use bowerbird::io::browser::usual_browser_with_window;
use serde_json::{Value, json};

use super::Receiver;
use crate::servers::Pages;

/// Longest wait for anything; never reached when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser that is steered over a pair of pipes.
struct Steered {
    browser: Child,
    orders: File,
    answers: BufReader<File>,
    number: u64,
    _folder: tempfile::TempDir,
}

fn extension() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/browser-extension")
}

impl Steered {
    fn start(program: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (to, from) = (folder.path().join("to"), folder.path().join("from"));
        for pipe in [&to, &from] {
            let made = Command::new("mkfifo").arg(pipe).status().unwrap();
            assert!(made.success());
        }
        // The browser reads orders from descriptor 3 and writes answers to 4.
        let script = "exec \"$0\" --headless=new --no-sandbox --disable-gpu --no-first-run \
            --remote-debugging-pipe --enable-unsafe-extension-debugging \
            --user-data-dir=\"$1\" --load-extension=\"$4\" about:blank 3<\"$2\" 4>\"$3\"";
        let browser = Command::new("sh")
            .args(["-c", script])
            .arg(program)
            .arg(folder.path().join("profile"))
            .args([&to, &from])
            .arg(extension())
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let orders = OpenOptions::new().write(true).open(&to).unwrap();
        let answers = BufReader::new(File::open(&from).unwrap());
        Self {
            browser,
            orders,
            answers,
            number: 0,
            _folder: folder,
        }
    }

    /// Calls the browser, or a page by its session; its answer.
    fn call(&mut self, session: Option<&str>, method: &str, arguments: &Value) -> Value {
        self.number += 1;
        let mut order = json!({ "id": self.number, "method": method, "params": arguments });
        if let Some(session) = session {
            order["sessionId"] = json!(session);
        }
        let mut bytes = order.to_string().into_bytes();
        bytes.push(0);
        self.orders.write_all(&bytes).unwrap();
        loop {
            let mut answer = Vec::new();
            let read = self.answers.read_until(0, &mut answer).unwrap();
            assert!(read > 0, "the browser ended at {method}");
            answer.pop();
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            if answer["id"] == self.number {
                return answer;
            }
        }
    }

    /// Opens a page in a window of its own, and attaches to it.
    fn open(&mut self, url: &str) -> (String, String) {
        let opened = self.call(
            None,
            "Target.createTarget",
            &json!({ "url": url, "newWindow": true }),
        );
        let target = opened["result"]["targetId"].as_str().unwrap().to_owned();
        let session = self.attach(&target);
        (target, session)
    }

    fn attach(&mut self, target: &str) -> String {
        let attached = self.call(
            None,
            "Target.attachToTarget",
            &json!({ "targetId": target, "flatten": true }),
        );
        attached["result"]["sessionId"].as_str().unwrap().to_owned()
    }

    /// The value of an expression on a page.
    fn value(&mut self, session: &str, expression: &str) -> Value {
        let found = self.call(
            Some(session),
            "Runtime.evaluate",
            &json!({ "expression": expression, "awaitPromise": true, "returnByValue": true,
                    "userGesture": true }),
        );
        found["result"]["result"]["value"].clone()
    }

    fn until(&mut self, session: &str, expression: &str) {
        let begun = Instant::now();
        while self.value(session, expression) != json!(true) {
            let text = self.value(session, "document.body.innerText");
            assert!(begun.elapsed() < PATIENCE, "{expression}; it shows {text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The id that the browser gave the extension.
    fn extension_id(&mut self) -> String {
        let loaded = self.call(
            None,
            "Extensions.loadUnpacked",
            &json!({ "path": extension().to_str().unwrap() }),
        );
        let id = loaded["result"]["id"].as_str();
        id.unwrap_or_else(|| panic!("{loaded}")).to_owned()
    }

    /// Opens the pop-up of the extension over the page in the window in front.
    fn pop_up(&mut self, helper: &str) -> String {
        let opened = self.value(
            helper,
            "chrome.windows.getLastFocused().then((window) =>
                chrome.action.openPopup({ windowId: window.id })).then(() => 'open', String)",
        );
        assert_eq!(opened, "open");
        let begun = Instant::now();
        loop {
            let targets = self.call(None, "Target.getTargets", &json!({}));
            let targets = targets["result"]["targetInfos"].as_array().unwrap().clone();
            let is_popup = |target: &&Value| {
                let url = target["url"].as_str().unwrap_or_default();
                url.ends_with("/popup.html") && target["attached"] == json!(false)
            };
            if let Some(target) = targets.iter().find(is_popup) {
                return self.attach(target["targetId"].as_str().unwrap());
            }
            assert!(begun.elapsed() < PATIENCE, "{targets:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Steered {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}

/// A browser with windows, if this machine has one.
fn program() -> Option<PathBuf> {
    let found = usual_browser_with_window().map(|program| program.path);
    if found.is_none() {
        let is_ci = std::env::var_os("CI").is_some();
        assert!(!is_ci, "tests/run installs a browser");
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: no browser with windows");
        }
    }
    found
}

/// A page that is empty until its script has run.
fn site() -> Pages {
    let html = format!(
        "<html><head><title>Loading</title></head><body><div id=app></div><script>\
         document.title = 'A bridge opens';\
         document.getElementById('app').innerHTML = '<article><h1>A bridge opens</h1><p>{}</p></article>';\
         </script></body></html>",
        "The bridge over the harbour opens to all today. ".repeat(20)
    );
    Pages::new().page("/bridge", &html).start()
}

#[test]
fn the_extension_sends_a_page_made_by_scripts_which_becomes_a_record() {
    let Some(program) = program() else {
        return;
    };
    let (folder, store, site) = (
        tempfile::tempdir().unwrap(),
        Store::temporary().unwrap(),
        site(),
    );
    let receiver = Receiver::on(&store, folder.path());
    let start = site.url("/");
    let rule = format!("[site]\nname = 'News'\nkind = 'pages'\nstart = ['{start}']\n");
    let id = receiver.bench.add(&rule);

    let mut browser = Steered::start(&program);
    let extension = browser.extension_id();
    // A page of the extension, which may open its pop-up as a click on its icon does.
    let (_, helper) = browser.open(&format!("chrome-extension://{extension}/popup.html"));
    browser.until(&helper, "document.readyState === 'complete'");
    browser.until(&helper, "!document.getElementById('pair').hidden");

    // A wrong code is said; the right one pairs.
    let pair = |browser: &mut Steered, code: &str| {
        let port = receiver.port;
        let typed = format!(
            "document.getElementById('code').value = '{code}';
             document.getElementById('port').value = '{port}';
             document.getElementById('pair').requestSubmit(); true"
        );
        browser.value(&helper, &typed);
    };
    let code = receiver.code();
    pair(&mut browser, "0000-0000");
    browser.until(
        &helper,
        "document.getElementById('told').textContent.includes('4')",
    );
    pair(&mut browser, &code);
    browser.until(&helper, "!document.getElementById('ready').hidden");
    let paired = receiver.now().browsers;
    assert_eq!((paired.len(), paired[0].name.as_str()), (1, "Chromium"));

    let url = site.url("/bridge");
    let (target, page) = browser.open(&url);
    browser.until(&page, "document.title === 'A bridge opens'");
    browser.call(
        None,
        "Target.activateTarget",
        &json!({ "targetId": target }),
    );
    let asked = site.hits();
    let pop_up = browser.pop_up(&helper);
    browser.until(&pop_up, "!document.getElementById('ready').hidden");
    browser.value(&pop_up, "document.getElementById('send').click(); true");
    let waiting = receiver.state(|state| !state.waiting.is_empty()).waiting;
    assert_eq!(waiting[0].url, url);
    assert_eq!(waiting[0].title, "A bridge opens");
    assert_eq!(waiting[0].sites, [id]);
    let said = "document.getElementById('told').textContent.startsWith('Sent.')";
    browser.until(&pop_up, said);

    let page = waiting[0].id;
    receiver.command(SentPageCommand::Keep { page, site: id });
    receiver.bench.wait(|event| match event {
        Event::SentPageKept { .. } => Some(()),
        Event::CommandFailed { message } => panic!("{message:?}"),
        _ => None,
    });
    let records = store.records(&RecordFilter::default(), 0, 10).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].record.title, "A bridge opens");
    assert!(records[0].record.text.contains("over the harbour"));
    assert_eq!(site.hits(), asked, "the page was not requested again");
}
