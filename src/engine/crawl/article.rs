//! An article on several pages: its further pages are fetched one after the other, each in its
//! host's turn, and their text joins the record of the first. Flows in: the reading of the first
//! page. Flows out: one reading of the whole. The request is done only when the whole is stored,
//! so that a run killed in between begins the article anew and nothing is lost or doubled; within
//! a run what has been read so far is remembered, so that a retry asks only for what is missing.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use url::Url;

use super::answer::{Answered, Common, Exit, Fetching, fetch};
use super::read::Reading;
use crate::io::store::{NewRequest, RequestKind};
use crate::logic::model::PageState;
use crate::logic::page::without_fragment;

/// Pages of one article at most, unless the rule says so.
const MOST_PARTS: u32 = 200;
/// Articles read in part that are remembered at once.
const MOST_WAITING: usize = 200;

/// Articles that were read in part when an answer was not ok.
#[derive(Default)]
pub(super) struct Articles(Mutex<HashMap<String, Article>>);

impl Articles {
    /// What was read of the article at `url` before.
    pub(super) fn take(&self, url: &str) -> Option<Article> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.remove(url)
    }

    fn keep(&self, url: &str, article: Article) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_WAITING {
            waiting.insert(url.to_owned(), article);
        }
    }
}

/// An article while it is read.
pub(super) struct Article {
    /// The first page, with the text of those read since.
    reading: Reading,
    /// Addresses read or asked for.
    seen: HashSet<Url>,
    /// Texts of its pages.
    texts: HashSet<String>,
    single_page: Option<Url>,
    next: Option<Url>,
    parts: u32,
}

/// How a further page came.
enum Part {
    Good(Box<Reading>),
    /// It is no page of the article; the article ends before it.
    None,
    /// It may come another time.
    NotNow(Answered),
}

impl Article {
    fn begin(request: &NewRequest, mut reading: Reading) -> Self {
        let addresses = [request.url.as_str(), reading.url.as_str()];
        let seen = addresses.iter().filter_map(|url| Url::parse(url).ok());
        Self {
            seen: seen.map(|url| without_fragment(&url)).collect(),
            texts: text_of(&reading).into_iter().collect(),
            single_page: reading.single_page.take(),
            next: reading.next_part.take(),
            parts: 1,
            reading,
        }
    }

    /// Whether a good page adds something; if so it has been added.
    fn add(&mut self, mut part: Reading) -> bool {
        self.reading.bytes += part.bytes;
        self.reading.pages += part.pages;
        let Some(text) = text_of(&part).filter(|text| self.texts.insert(text.clone())) else {
            return false;
        };
        self.parts = self.parts.saturating_add(1);
        self.next = part.next_part.take();
        if let Ok(url) = Url::parse(&part.url) {
            self.seen.insert(without_fragment(&url));
        }
        self.reading.snapshots.append(&mut part.snapshots);
        let further = part.records.into_iter().next();
        if let (Some(record), Some(further)) = (self.reading.records.first_mut(), further) {
            if !record.text.is_empty() {
                record.text.push('\n');
            }
            record.text.push_str(&text);
            for (name, value) in further.fields {
                let known = record.fields.iter().any(|(other, _)| *other == name);
                if !known {
                    if let Some(source) = further.provenance.get(&name) {
                        record.provenance.insert(name.clone(), *source);
                    }
                    record.fields.push((name, value));
                }
            }
        }
        true
    }

    /// Takes the article as it stands on one page, when that is all of it and more.
    fn replace(&mut self, mut whole: Reading) {
        self.reading.bytes += whole.bytes;
        self.reading.pages += whole.pages;
        let longer = text_of(&whole).map_or(0, |text| text.chars().count())
            >= text_of(&self.reading).map_or(0, |text| text.chars().count());
        if !longer || !whole.complete {
            return;
        }
        self.next = None;
        self.reading.snapshots.append(&mut whole.snapshots);
        if let (Some(record), Some(mut better)) = (
            self.reading.records.first_mut(),
            whole.records.into_iter().next(),
        ) {
            // It is known by the address that the list has.
            better.url.clone_from(&record.url);
            *record = better;
        }
    }
}

fn text_of(reading: &Reading) -> Option<String> {
    let text = &reading.records.first()?.text;
    (!text.trim().is_empty()).then(|| text.clone())
}

/// The whole of an article, from the reading of its first page on.
pub(super) async fn whole(
    common: &Arc<Common>,
    request: &NewRequest,
    exit: &Exit,
    answered: Answered,
) -> Answered {
    let reading = match answered {
        Answered::Read(reading) => *reading,
        other => return other,
    };
    let good = reading.verdict.state == PageState::Ok && reading.status < 400;
    let further = reading.next_part.is_some() || reading.single_page.is_some();
    if !good || !further || request.kind != RequestKind::Content {
        return Answered::Read(Box::new(reading));
    }
    let article = Article::begin(request, reading);
    go_on(common, request, exit, article).await
}

/// Reads on where an article was left.
pub(super) async fn go_on(
    common: &Arc<Common>,
    request: &NewRequest,
    exit: &Exit,
    mut article: Article,
) -> Answered {
    if let Some(url) = article.single_page.take() {
        match read_part(common, request, exit, &url, false).await {
            Part::Good(whole) => article.replace(*whole),
            Part::None => {}
            Part::NotNow(answered) => {
                article.single_page = Some(url);
                common.articles.keep(&request.url, article);
                return answered;
            }
        }
    }
    let next = common.rule.file().content.next.as_ref();
    let most = next.and_then(|next| next.max_pages).unwrap_or(MOST_PARTS);
    while let Some(url) = article.next.take() {
        let url = without_fragment(&url);
        if article.parts >= most || !article.seen.insert(url.clone()) {
            break;
        }
        match read_part(common, request, exit, &url, true).await {
            Part::Good(part) => {
                if !article.add(*part) {
                    break;
                }
            }
            Part::None => break,
            Part::NotNow(answered) => {
                article.seen.remove(&url);
                article.next = Some(url);
                common.articles.keep(&request.url, article);
                return answered;
            }
        }
    }
    Answered::Read(Box::new(article.reading))
}

async fn read_part(
    common: &Arc<Common>,
    request: &NewRequest,
    exit: &Exit,
    url: &Url,
    part: bool,
) -> Part {
    let request = NewRequest {
        url: url.to_string(),
        // What the list says belongs to the article, which has it from its first page.
        fields: if part {
            Vec::new()
        } else {
            request.fields.clone()
        },
        ..request.clone()
    };
    let answered = fetch(common, request, exit, Fetching::Further).await;
    let Answered::Read(reading) = answered else {
        return match answered {
            Answered::Disallowed(_) => Part::None,
            other => Part::NotNow(other),
        };
    };
    let state = reading.verdict.state;
    if state == PageState::Ok && reading.status < 400 && !reading.records.is_empty() {
        return Part::Good(reading);
    }
    let gone = matches!(
        state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    // A way to read it all at once is a convenience; the pages themselves are what must come.
    let dispensable = !part && !matches!(state, PageState::RateLimited | PageState::ProxyFault);
    if gone || dispensable {
        return Part::None;
    }
    Part::NotNow(Answered::Read(reading))
}
