//! Date formats found on real pages.

use super::*;

fn now() -> Timestamp {
    // In Shanghai: 2026-03-18 20:30, a Wednesday.
    "2026-03-18T12:30:00Z".parse().unwrap()
}

fn shanghai() -> TimeZone {
    TimeZone::get("Asia/Shanghai").unwrap()
}

fn check_in(language: &str, text: &str, expected: &str) {
    let found = parse_date_in(text, now(), &TimeZone::UTC, Some(language));
    assert_eq!(found.as_deref(), Some(expected), "{text:?} in {language}");
}

fn check(text: &str, expected: &str) {
    let found = parse_date(text, now(), &TimeZone::UTC);
    assert_eq!(found.as_deref(), Some(expected), "{text:?}");
}

fn check_none(text: &str) {
    assert_eq!(parse_date(text, now(), &TimeZone::UTC), None, "{text:?}");
}

#[test]
fn iso_8601() {
    check("2026-08-31T06:53:00+00:00", "2026-08-31T06:53:00+00:00");
    check("2026-08-31T06:53:00Z", "2026-08-31T06:53:00+00:00");
    check(
        "2026-08-31T06:53:00.123456-05:00",
        "2026-08-31T06:53:00-05:00",
    );
    check("2026-08-31T06:53+0530", "2026-08-31T06:53:00+05:30");
    check("2026-08-31T06:53-05:00", "2026-08-31T06:53:00-05:00");
    check("2026-08-31 06:53:07", "2026-08-31T06:53:07+00:00");
    check("2026-08-31", "2026-08-31");
    check("20260831", "2026-08-31");
    check("20260831T065300Z", "2026-08-31T06:53:00+00:00");
    check("2026/8/31 6:53", "2026-08-31T06:53:00+00:00");
    check("2026.08.31", "2026-08-31");
}

#[test]
fn mail_and_web_headers() {
    check(
        "Mon, 05 Jan 2026 10:20:30 +0800",
        "2026-01-05T10:20:30+08:00",
    );
    check("Mon, 05 Jan 2026 10:20:30 GMT", "2026-01-05T10:20:30+00:00");
    check(
        "Monday, 05-Jan-26 10:20:30 GMT",
        "2026-01-05T10:20:30+00:00",
    );
    check("Mon Jan  5 10:20:30 2026", "2026-01-05T10:20:30+00:00");
    check(
        "Mon Jan 05 10:20:30 +0100 2026",
        "2026-01-05T10:20:30+01:00",
    );
    check("5 Jan 2026 10:20 EST", "2026-01-05T10:20:00-05:00");
    check("5 Jan 2026 10:20 UTC+8", "2026-01-05T10:20:00+08:00");
}

#[test]
fn english() {
    check("Published: Mon 31 August 2026", "2026-08-31");
    check("5 January 2026", "2026-01-05");
    check("Mon 05 January 2026", "2026-01-05");
    check("Jan 5, 2026", "2026-01-05");
    check("Jan. 5th, 2026 at 3:07 p.m.", "2026-01-05T15:07:00+00:00");
    check("Jan. 5, 2026, noon", "2026-01-05T12:00:00+00:00");
    check("Jan. 5, 2026, 12 noon", "2026-01-05T12:00:00+00:00");
    check("Jan. 5, 2026, midnight", "2026-01-05T00:00:00+00:00");
    check("5. Januar 2026, mittags", "2026-01-05T12:00:00+00:00");
    check("2026年1月5日 正午", "2026-01-05T12:00:00+00:00");
    check("January 5, 2026, 12:07 AM", "2026-01-05T00:07:00+00:00");
    check("the 5th of January 2026", "2026-01-05");
    check("Sept. 9, 2025, 3 pm", "2025-09-09T15:00:00+00:00");
    check("10:20, 5 January 2026 (UTC)", "2026-01-05T10:20:00+00:00");
    check("Posted by Ann on 5 May 2025 in News", "2025-05-05");
    check("21st Nov 2026 11:11", "2026-11-21T11:11:00+00:00");
}

#[test]
fn bare_numbers_follow_the_language() {
    check_in("en", "05/01/2026", "2026-05-01");
    check_in("en-US", "05/01/2026", "2026-05-01");
    check_in("en-GB", "05/01/2026", "2026-01-05");
    check_in("fr", "05/01/2026", "2026-01-05");
    check_in("en", "31/01/2026", "2026-01-31");
    check_in("fr", "01/31/2026", "2026-01-31");
    check_in("en", "05.01.2026", "2026-01-05");
    check_in("de", "5.1.26", "2026-01-05");
    check_in("zh", "24-03-05", "2024-03-05");
    check("05/01/2026", "2026-01-05");
}

#[test]
fn chinese() {
    let here = |text: &str, expected: &str| {
        let found = parse_date_in(text, now(), &shanghai(), Some("zh-CN"));
        assert_eq!(found.as_deref(), Some(expected), "{text:?}");
    };
    here("2024年3月5日 10:20", "2024-03-05T10:20:00+08:00");
    here(
        "发布时间：2024年3月5日10:20 来源：日报",
        "2024-03-05T10:20:00+08:00",
    );
    here(
        "2024年03月05日 星期二 下午3:07",
        "2024-03-05T15:07:00+08:00",
    );
    here("2024年3月5日上午10点20分", "2024-03-05T10:20:00+08:00");
    here("2024-03-05 10:20:30", "2024-03-05T10:20:30+08:00");
    here("２０２４年３月５日", "2024-03-05");
    here("二〇二四年三月二十五日", "2024-03-25");
    here("3小时前", "2026-03-18T17:30:00+08:00");
    here("发表于 3 小时前", "2026-03-18T17:30:00+08:00");
    here("两小时前", "2026-03-18T18:30:00+08:00");
    here("半小时前", "2026-03-18T20:00:00+08:00");
    here("5分钟前", "2026-03-18T20:25:00+08:00");
    here("3天前", "2026-03-15");
    here("2个月前", "2026-01-18");
    here("刚刚", "2026-03-18T20:30:00+08:00");
    here("昨天 10:20", "2026-03-17T10:20:00+08:00");
    here("前天", "2026-03-16");
    here("今天 08:05", "2026-03-18T08:05:00+08:00");
    here("3月5日 10:20", "2026-03-05T10:20:00+08:00");
    here("12月25日", "2025-12-25");
    here("03-05 10:20", "2026-03-05T10:20:00+08:00");
    here("2026-01-05 10:20 CST", "2026-01-05T10:20:00+08:00");
}

#[test]
fn japanese_and_korean() {
    check("2024年3月5日(火) 10時20分", "2024-03-05T10:20:00+00:00");
    check("3時間前", "2026-03-18T09:30:00+00:00");
    check(
        "2024년 3월 5일 화요일 오후 3:07",
        "2024-03-05T15:07:00+00:00",
    );
    check("3시간 전", "2026-03-18T09:30:00+00:00");
}

#[test]
fn european_languages() {
    check(
        "Montag, 5. Januar 2026, 10:20 Uhr",
        "2026-01-05T10:20:00+00:00",
    );
    check("5. März 2026 um 10.20 Uhr", "2026-03-05T10:20:00+00:00");
    check("vor 3 Stunden", "2026-03-18T09:30:00+00:00");
    check("vor einem Tag", "2026-03-17");
    check("gestern, 10:20 Uhr", "2026-03-17T10:20:00+00:00");
    check("lundi 5 janvier 2026 à 10h20", "2026-01-05T10:20:00+00:00");
    check("1er août 2025", "2025-08-01");
    check("mar 3 mars 2026", "2026-03-03");
    check("il y a environ 3 heures", "2026-03-18T09:30:00+00:00");
    check("aujourd’hui à 8h05", "2026-03-18T08:05:00+00:00");
    check("avant-hier", "2026-03-16");
    check("lunes, 5 de enero de 2026", "2026-01-05");
    check("5 ago 2025", "2025-08-05");
    check("hace 3 horas", "2026-03-18T09:30:00+00:00");
    check(
        "lunedì 5 gennaio 2026 alle 10:20",
        "2026-01-05T10:20:00+00:00",
    );
    check("3 ore fa", "2026-03-18T09:30:00+00:00");
    check("5 de janeiro de 2026 às 10h20", "2026-01-05T10:20:00+00:00");
    check("há 3 dias", "2026-03-15");
    check(
        "maandag 5 januari 2026 om 10:20",
        "2026-01-05T10:20:00+00:00",
    );
    check("3 dagen geleden", "2026-03-15");
    check("5 января 2026 г., 10:20", "2026-01-05T10:20:00+00:00");
    check("3 часа назад", "2026-03-18T09:30:00+00:00");
    check("вчера в 10:20", "2026-03-17T10:20:00+00:00");
    check("5 січня 2026", "2026-01-05");
    check("5 stycznia 2026", "2026-01-05");
    check("5. ledna 2026", "2026-01-05");
    check("5 januari 2026 kl. 10.20", "2026-01-05T10:20:00+00:00");
    check("5. januar 2026", "2026-01-05");
    check("5. tammikuuta 2026", "2026-01-05");
    check("2026. január 5.", "2026-01-05");
    check("5 Ιανουαρίου 2026", "2026-01-05");
    check("5 Şubat 2026", "2026-02-05");
}

#[test]
fn relative_to_the_present() {
    check("3 hours ago", "2026-03-18T09:30:00+00:00");
    check("an hour ago", "2026-03-18T11:30:00+00:00");
    check("1 hour, 5 minutes ago", "2026-03-18T11:25:00+00:00");
    check("5m ago", "2026-03-18T12:25:00+00:00");
    check("2 weeks ago", "2026-03-04");
    check("1 month ago", "2026-02-18");
    check("yesterday at 10:20", "2026-03-17T10:20:00+00:00");
    check("Today, 9:05 am", "2026-03-18T09:05:00+00:00");
    check("just now", "2026-03-18T12:30:00+00:00");
    check("an hour ago 3 comments", "2026-03-18T11:30:00+00:00");
}

#[test]
fn without_a_year_it_is_the_latest_one() {
    check("Jan 5", "2026-01-05");
    check("5 December, 10:20", "2025-12-05T10:20:00+00:00");
    check("Mar 19", "2026-03-19");
    check("29 February", "2024-02-29");
}

#[test]
fn seconds_since_1970() {
    check("1767608430", "2026-01-05T10:20:30+00:00");
    check("1767608430123", "2026-01-05T10:20:30+00:00");
}

#[test]
fn other_texts_are_no_dates() {
    for text in [
        "",
        "   ",
        "no date here",
        "5 comments",
        "version 1.2.3",
        "2026-13-45",
        "2026-02-30",
        "31/31/2026",
        "99999999999999999999",
        "12:30",
        "may",
        "3 hours",
        "1.5",
        "ISBN 978-3-16-148410-0",
        "5分",
    ] {
        check_none(text);
    }
}

#[test]
fn a_range_of_times_has_no_offset() {
    check("2026-01-05 08:00-12:00", "2026-01-05T08:00:00+00:00");
    check(
        "5 January 2026 10:20 - 12 comments",
        "2026-01-05T10:20:00+00:00",
    );
}

#[test]
fn a_time_that_summer_time_skips_runs_on() {
    let berlin = TimeZone::get("Europe/Berlin").unwrap();
    let found = parse_date("2026-03-29 02:30", now(), &berlin);
    assert_eq!(found.as_deref(), Some("2026-03-29T03:30:00+02:00"));
}

#[test]
fn offsets_of_local_mean_time_lose_their_seconds() {
    let found = parse_date("1 May 1900 10:20:00", now(), &shanghai());
    assert_eq!(found.as_deref(), Some("1900-05-01T10:19:17+08:05"));
}

#[test]
fn formats_of_the_rule() {
    let check = |text: &str, format: &str, expected: Option<&str>| {
        let found = parse_date_as(text, format, &shanghai());
        assert_eq!(found.as_deref(), expected, "{text:?} as {format:?}");
    };
    check("05|01|2026", "%d|%m|%Y", Some("2026-01-05"));
    check(
        " 05/01/2026 10:20 ",
        "%d/%m/%Y %H:%M",
        Some("2026-01-05T10:20:00+08:00"),
    );
    check("5 Jan", "%d|%m|%Y", None);
    check("x", "%", None);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}") {
        parse_date(&text, now(), &shanghai());
    }

    #[test]
    fn no_pieces_of_dates_make_it_panic(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "2026", "99999999999999999999", "0", "31", "29", "5", "12", "24", "60", "-", "/", ".",
                ":", "年", "月", "日", "点", "分", "前", "小时", "years", "ago", "vor", "hace", "Jan",
                "February", "mar", "pm", "T", "Z", "UTC", "+", "0800", "yesterday", "昨天", "今天", " ",
                ",", "半", "十", "二", "just now", "h", "the day before yesterday", "9999", "1000",
            ]),
            0..12,
        ),
        now_seconds in Timestamp::MIN.as_second()..Timestamp::MAX.as_second(),
    ) {
        let now = Timestamp::from_second(now_seconds).unwrap();
        let text = pieces.concat();
        if let Some(date) = parse_date(&text, now, &shanghai()) {
            proptest::prop_assert!(date.len() == 10 || date.len() == 25, "{text:?}: {date}");
        }
    }
}
