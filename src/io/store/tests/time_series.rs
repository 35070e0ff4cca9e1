//! Time series.

use std::time::Duration;

use jiff::Timestamp;

use super::*;
use bowerbird_logic::model::{ChartSpan, NetworkFigures, PageState, Tallied};

fn heard(status: u16, bytes: u64, took_ms: u64) -> NetworkFigures {
    NetworkFigures {
        status,
        bytes,
        took: Some(Duration::from_millis(took_ms)),
        proxy: None,
    }
}

/// Commits one page that arrived at `second`.
fn page(
    store: &Store,
    site: SiteId,
    second: i64,
    records: Vec<Record>,
    heard: NetworkFigures,
    state: PageState,
) {
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let queued = Queued {
        id: RequestId(0),
        found_in: run,
        request: list(0),
        attempts: 0,
        again: false,
    };
    let mut outcome = outcome(&queued, records, Vec::new());
    outcome.answer.fetched_at = Timestamp::from_second(second).expect("a time");
    outcome.answer.verdict.state = state;
    outcome.answer.heard = heard;
    store.commit(site, run, vec![outcome]).expect("a commit");
}

/// 2026-01-05T10:00:00Z, a full hour.
const TEN: i64 = 1_767_607_200;

#[test]
fn pages_are_counted_by_minute_hour_and_day() {
    let (store, news) = project();
    let blog = store.add_site(&draft("Blog")).expect("a site");
    let ok = PageState::Ok;
    page(
        &store,
        news,
        TEN - 7_200,
        vec![record("a")],
        heard(200, 10, 40),
        ok,
    );
    page(
        &store,
        news,
        TEN - 120,
        vec![record("b"), record("c")],
        heard(200, 20, 60),
        ok,
    );
    page(
        &store,
        blog,
        TEN - 60,
        vec![record("d")],
        heard(304, 5, 20),
        ok,
    );
    page(
        &store,
        blog,
        TEN - 50,
        Vec::new(),
        heard(403, 7, 20),
        PageState::Blocked,
    );
    page(
        &store,
        blog,
        TEN - 40,
        Vec::new(),
        NetworkFigures::default(),
        PageState::Outage,
    );

    let now = Timestamp::from_second(TEN).expect("a time");
    let midnight = Timestamp::from_second(TEN - 3 * 3_600).expect("a time");
    let of = |span| store.dashboard(span, midnight, now).expect("figures");

    let hour = of(ChartSpan::Hour);
    assert_eq!(hour.buckets.len(), 2, "{:?}", hour.buckets);
    assert_eq!(hour.total(Tallied::Records), 3);
    let day = of(ChartSpan::Day);
    assert_eq!(day.total(Tallied::Pages), 5);
    assert_eq!(day.total(Tallied::Bytes), 42);
    assert_eq!(
        (day.total(Tallied::TookMs), day.total(Tallied::Timed)),
        (140, 4)
    );
    assert_eq!(day.total(Tallied::Status2xx), 2);
    assert_eq!(day.total(Tallied::Status3xx), 1);
    assert_eq!(day.total(Tallied::NoAnswer), 1);
    assert_eq!(day.total(Tallied::State(PageState::Blocked)), 1);
    assert_eq!(day.records_today, 4);
    let names: Vec<_> = day
        .top_sites
        .iter()
        .map(|(_, name, n)| (name.as_str(), *n))
        .collect();
    assert_eq!(names, [("News", 3), ("Blog", 1)]);
    assert_eq!(day.by_kind, [("list".to_owned(), 4)]);
    assert_eq!(of(ChartSpan::All).total(Tallied::Records), 4);

    store.remove_site(news).expect("removed");
    let all = of(ChartSpan::All);
    assert_eq!(all.top_sites.len(), 1);
    assert_eq!(all.total(Tallied::Records), 4, "what was, was");
}

#[test]
fn minutes_are_forgotten_and_days_are_not() {
    let (store, site) = project();
    let ok = PageState::Ok;
    page(&store, site, TEN, vec![record("a")], heard(200, 1, 1), ok);
    page(
        &store,
        site,
        TEN + 40 * 86_400,
        vec![record("b")],
        heard(200, 1, 1),
        ok,
    );
    let rows = |scale: i64| -> i64 {
        store
            .read(|connection| {
                Ok(connection.query_row(
                    "SELECT count(*) FROM tally WHERE scale = ?1 AND site = 0 AND what = 1",
                    [scale],
                    |row| row.get(0),
                )?)
            })
            .expect("counted")
    };
    assert_eq!((rows(60), rows(3_600), rows(86_400)), (1, 1, 2));
}
