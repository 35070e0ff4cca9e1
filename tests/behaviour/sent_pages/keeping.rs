//! What becomes of a page that was sent: a record of its site by the rule, a generic one of another
//! site, or nothing where it is no content; and the workbench.

use bowerbird::engine::records::rerun::{RerunOptions, rerun};
use bowerbird::engine::types::{Message, RecordFilter, Store, StoredRecord};
use bowerbird::engine::{Command, Event, PageCommand, PageTicket, SentPageCommand, SentPageId};

use bowerbird::io::export::warc;

use super::{Receiver, page};

const RULE: &str = "[site]\nname = 'News'\nkind = 'pages'\nstart = ['http://news.example/']\n\n\
    [[field]]\nname = 'title'\nselect = [{ css = 'h1' }]\n\n\
    [[field]]\nname = 'price'\nselect = [{ css = '.price' }]\n";
const URL: &str = "http://news.example/a";

fn article(price: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><meta charset='gbk'><title>港口</title></head><body><article>\
         <h1>港口开放</h1><b class='price'>{price}</b><p>{}</p></article></body></html>",
        "港口今天开放，很多船只驶入港口。".repeat(20)
    )
}

struct Stage {
    receiver: Receiver,
    store: Store,
    token: String,
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::temporary().unwrap();
        let receiver = Receiver::on(&store, folder.path());
        let (_, token) = receiver.pair();
        Self {
            receiver,
            store,
            token,
            folder,
        }
    }

    fn sends(&self, url: &str, html: &str) -> SentPageId {
        let said = self
            .receiver
            .post("/page", Some(&self.token), &page(url, "A page", html));
        assert_eq!(said.status, 202);
        let state = self.receiver.state(|state| !state.waiting.is_empty());
        state.waiting.last().unwrap().id
    }

    /// Keeps a page; what is said of it, whether it was kept or not.
    fn keep(&self, page: SentPageId, rule: &str) -> (bool, Message) {
        let sites = self.store.sites().unwrap();
        let known = sites.iter().find(|site| site.name == rule);
        let site = known.expect("a site").id;
        self.receiver.command(SentPageCommand::Keep { page, site });
        self.receiver.bench.wait(|event| match event {
            Event::SentPageKept { told, .. } => Some((true, told)),
            Event::CommandFailed { message } => Some((false, message)),
            _ => None,
        })
    }

    fn records(&self) -> Vec<StoredRecord> {
        let filter = RecordFilter::default();
        self.store.records(&filter, 0, 10).unwrap()
    }
}

fn value(record: &StoredRecord, name: &str) -> String {
    let mut fields = record.record.fields.iter();
    let found = fields.find(|(known, _)| known == name);
    found.map(|(_, value)| value.joined()).unwrap_or_default()
}

#[test]
fn a_page_becomes_a_record_of_its_site_by_the_rule_without_a_request() {
    let stage = Stage::new();
    stage.receiver.bench.add(RULE);
    let sent = stage.sends(URL, &article("3"));
    let waiting = stage.receiver.now().waiting;
    let site = stage.store.sites().unwrap()[0].id;
    assert_eq!(waiting[0].sites, [site], "its rule is for this address");
    let (kept, told) = stage.keep(sent, "News");
    assert!(kept && told.id == "sent-pages-kept-new", "{told:?}");
    let records = stage.records();
    assert_eq!(records.len(), 1);
    let record = &records[0];
    assert_eq!(record.record.title, "港口开放");
    assert_eq!(
        (record.record.url.as_str(), value(record, "price").as_str()),
        (URL, "3")
    );
    assert!(record.record.text.contains("很多船只"));
    assert!(stage.receiver.now().waiting.is_empty());
    // The page is stored as it came, and says how it came; its own charset is not asked.
    let kept = stage
        .store
        .newest_good(site, URL)
        .unwrap()
        .expect("the page");
    assert_eq!(kept.meta.sent_from.as_deref(), Some("Chromium"));
    assert_eq!(kept.body, article("3").as_bytes());

    // The same again, then another price: the earlier content stays as a version.
    let sent = stage.sends(URL, &article("3"));
    assert_eq!(stage.keep(sent, "News").1.id, "sent-pages-kept-same");
    let sent = stage.sends(URL, &article("4"));
    assert_eq!(stage.keep(sent, "News").1.id, "sent-pages-kept-updated");
    let records = stage.records();
    assert_eq!(
        (records.len(), value(&records[0], "price").as_str()),
        (1, "4")
    );
    let versions = stage.store.record_versions(records[0].id).unwrap();
    assert_eq!(versions.len(), 1);

    // What a person deleted stays deleted, and that is said.
    let now = jiff::Timestamp::now();
    stage
        .store
        .delete_records(vec![records[0].id], now)
        .unwrap();
    let sent = stage.sends(URL, &article("5"));
    assert_eq!(stage.keep(sent, "News").1.id, "sent-pages-kept-deleted");
    assert!(stage.records().is_empty());
}

#[test]
fn a_changed_rule_reads_the_stored_page_again_and_evidence_says_how_it_came() {
    let stage = Stage::new();
    stage.receiver.bench.add(RULE);
    let sent = stage.sends(URL, &article("3"));
    assert!(stage.keep(sent, "News").0);
    let site = stage.store.sites().unwrap()[0].id;
    // The page declares another charset than it was sent in.
    let changed = RULE.replace("css = 'h1'", "css = 'article p'");
    let rule = bowerbird::logic::rules::parse(&changed).unwrap();
    let options = RerunOptions::default();
    let report = rerun(&stage.store, site, &rule, options, &mut |_| true).unwrap();
    assert_eq!((report.records_changed, report.pages_unfit), (1, 0));
    assert!(stage.records()[0].record.title.starts_with("港口今天开放"));

    let path = stage.folder.path().join("pages.warc");
    warc(&stage.store, Some(site), &path, &mut |_| true).unwrap();
    let written = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
    // What the server said is not known: it is a resource, not a response.
    assert!(written.contains("WARC-Type: resource") && written.contains(URL));
    assert!(!written.contains("WARC-Type: response"));
}

#[test]
fn a_page_of_elsewhere_is_read_generically_and_what_is_no_content_is_refused() {
    let stage = Stage::new();
    stage.receiver.bench.add(RULE);
    let sent = stage.sends("https://other.example/b", &article("3"));
    assert!(stage.receiver.now().waiting[0].sites.is_empty());
    let (kept, _) = stage.keep(sent, "News");
    let records = stage.records();
    assert!(kept && records[0].record.text.contains("很多船只"));
    assert_eq!(value(&records[0], "price"), "", "the rule is not for it");
    // A challenge never passes for content; the page still waits.
    let challenge = "<html><head><title>Just a moment...</title></head><body>\
        <div id='challenge-running'>Checking your browser before accessing</div>\
        <script src='/cdn-cgi/challenge-platform/x.js'></script></body></html>";
    let sent = stage.sends(URL, challenge);
    let (kept, told) = stage.keep(sent, "News");
    assert!(!kept && told.id == "sent-pages-refused", "{told:?}");
    let waiting = stage.receiver.now().waiting;
    assert!(waiting.len() == 1 && !waiting[0].is_being_kept);
    stage.receiver.command(SentPageCommand::Discard(sent));
    let sent = stage.sends(
        "https://other.example/c",
        "<html><body><img src=x></body></html>",
    );
    let (kept, told) = stage.keep(sent, "News");
    assert!(!kept, "{told:?}");
    assert_eq!(stage.records().len(), 1);
}

#[test]
fn a_page_is_opened_in_the_workbench_and_again() {
    let stage = Stage::new();
    let sent = stage.sends(URL, &article("3"));
    for number in [1, 2] {
        let ticket = PageTicket(number);
        stage
            .receiver
            .bench
            .send(Command::Page(PageCommand::OpenSent {
                ticket,
                page: sent,
                width: 800,
                scale: 1.0,
            }));
        let opened = stage.receiver.bench.wait(|event| match event {
            Event::PageOpened { page, .. } => Some(page),
            Event::PageFailed { message, .. } => panic!("{message:?}"),
            _ => None,
        });
        assert_eq!((opened.url.as_str(), opened.title.as_str()), (URL, "港口"));
        assert_eq!(opened.sent_from.as_deref(), Some("Chromium"));
        assert!(opened.from_store, "no request was sent");
    }
    assert!(stage.receiver.now().waiting.is_empty(), "it is answered");
}
