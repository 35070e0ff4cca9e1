//! An article on several pages: its further pages are fetched one after the other, each in its
//! host's turn, and their text joins the record of the first. Flows in: the reading of the first
//! page. Flows out: one reading of the whole. The request is done only when the whole is stored,
//! so that a run killed in between begins the article anew and nothing is lost or doubled; within
//! a run what has been read so far is remembered, so that a retry asks only for what is missing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use url::Url;

use super::reading::Reading;
use crate::crawl::fetch::answer::{Answered, Exit, Fetching, RunContext, fetch};
use crate::extract::article_pages::{Further, Wanted, Whole};
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::model::{PageState, Record};
use bowerbird_logic::rules::Rule;

/// Articles read in part that are remembered at once.
const MAX_WAITING: usize = 200;

/// Articles that were read in part when an answer was not ok.
#[derive(Default)]
pub(in crate::crawl) struct Articles(Mutex<HashMap<String, Article>>);

impl Articles {
    /// What was read of the article at `url` before.
    pub(in crate::crawl) fn take(&self, url: &str) -> Option<Article> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.remove(url)
    }

    fn keep(&self, url: &str, article: Article) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MAX_WAITING {
            waiting.insert(url.to_owned(), article);
        }
    }
}

/// An article while it is read.
pub(in crate::crawl) struct Article {
    /// What is known of the first page, with the bytes and answers of those read since.
    reading: Reading,
    /// Its record.
    whole: Whole,
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
    fn begin(rule: &Rule, request: &NewRequest, mut reading: Reading, record: Record) -> Self {
        let addresses = [request.url.as_str(), reading.url.as_str()];
        let (single, next) = (reading.single_page.take(), reading.next_part.take());
        Self {
            whole: Whole::begin(rule, record, &addresses, single, next),
            reading,
        }
    }

    /// Takes a good page that was wanted.
    fn take(&mut self, wanted: &Wanted, mut further: Reading) {
        self.reading.bytes += further.bytes;
        self.reading.pages += further.pages;
        let Some(record) = further.records.into_iter().next() else {
            return;
        };
        let part = Further {
            record,
            complete: further.complete,
            url: further.url,
            next: further.next_part,
        };
        if self.whole.take(wanted, part) {
            self.reading.snapshots.append(&mut further.snapshots);
        }
    }

    fn done(mut self) -> Answered {
        self.reading.records.insert(0, self.whole.into_record());
        Answered::Read(Box::new(self.reading))
    }
}

/// The whole of an article, from the reading of its first page on.
pub(in crate::crawl) async fn whole(
    run_context: &Arc<RunContext>,
    request: &NewRequest,
    exit: &Exit,
    answered: Answered,
) -> Answered {
    let mut reading = match answered {
        Answered::Read(reading) => *reading,
        other => return other,
    };
    let good = reading.verdict.state == PageState::Ok && reading.status < 400;
    let further = reading.next_part.is_some() || reading.single_page.is_some();
    let content = request.kind == RequestKind::Content;
    if !good || !further || !content || reading.records.is_empty() {
        return Answered::Read(Box::new(reading));
    }
    let record = reading.records.remove(0);
    let article = Article::begin(&run_context.rule, request, reading, record);
    go_on(run_context, request, exit, article).await
}

/// Reads on where an article was left.
pub(in crate::crawl) async fn go_on(
    run_context: &Arc<RunContext>,
    request: &NewRequest,
    exit: &Exit,
    mut article: Article,
) -> Answered {
    while let Some(wanted) = article.whole.wanted() {
        match read_part(run_context, request, exit, wanted.url(), wanted.is_part()).await {
            Part::Good(reading) => article.take(&wanted, *reading),
            Part::None => {}
            Part::NotNow(answered) => {
                article.whole.put_back(wanted);
                run_context.articles.keep(&request.url, article);
                return answered;
            }
        }
    }
    article.done()
}

async fn read_part(
    run_context: &Arc<RunContext>,
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
    let answered = fetch(run_context, request, exit, Fetching::Further).await;
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
