//! Tests of the estimator and the interval, and a simulation over sites of known rates.

use proptest::prelude::*;

use super::*;

const BOUNDS: Bounds = Bounds {
    min_seconds: 600,
    max_seconds: 86_400,
};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).expect("a time")
}

fn wait_s(pulses: &[ListVisitStatistics], from: Timestamp) -> i64 {
    let next = News::of(pulses).next_visit(from, BOUNDS);
    next.duration_since(from).as_secs()
}

/// Visits every `every_s` seconds that find `found` each.
fn steady(every_s: i64, found: u64, visits: i64) -> ListVisitStatistics {
    let mut pulse = ListVisitStatistics::default();
    for visit in 0..visits {
        pulse.visited(at(visit * every_s), found);
    }
    pulse
}

#[test]
fn an_unknown_list_begins_in_the_middle_of_the_bounds() {
    // The geometric mean of 10 minutes and a day is two hours.
    assert_eq!(wait_s(&[], at(0)), 7_200);
    assert_eq!(wait_s(&[ListVisitStatistics::default()], at(0)), 7_200);
    assert_eq!(News::of(&[]).per_day(), None);
}

#[test]
fn a_steady_list_gives_its_rate_and_the_root_of_it() {
    let pulse = steady(3_600, 1, 24 * 60);
    let per_day = News::of(std::slice::from_ref(&pulse))
        .per_day()
        .expect("a rate");
    assert!((per_day - 24.0).abs() < 0.1, "{per_day}");
    let wait = wait_s(std::slice::from_ref(&pulse), at(0));
    assert!((3_500..3_700).contains(&wait), "{wait}");
    // Four times as many items means visits twice as often.
    let wait = wait_s(&[steady(3_600, 4, 24 * 60)], at(0));
    assert!((1_750..1_850).contains(&wait), "{wait}");
    // One visit reads both lists and finds four times as many items as one of half of them.
    let both = [steady(3_600, 2, 24 * 60), steady(3_600, 2, 24 * 60)];
    let wait = wait_s(&both, at(0));
    assert!((1_750..1_850).contains(&wait), "{wait}");
}

#[test]
fn busy_and_dead_lists_keep_to_the_bounds() {
    assert_eq!(wait_s(&[steady(600, 500, 200)], at(0)), 600);
    assert_eq!(wait_s(&[steady(86_400, 0, 60)], at(0)), 86_400);
}

#[test]
fn further_pages_count_to_the_visit_that_read_them() {
    let mut parts = steady(3_600, 1, 50);
    let mut whole = steady(3_600, 1, 49);
    parts.found_more(7);
    whole.visited(at(49 * 3_600), 8);
    let close = |a: &[f64; DAY], b: &[f64; DAY]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(close(&parts.found, &whole.found));
    // The first visit gives only its time.
    let mut first = ListVisitStatistics::default();
    first.visited(at(0), 30);
    first.found_more(30);
    assert_eq!(first.found, [0.0; DAY]);
}

#[test]
fn a_site_that_sleeps_at_night_is_left_alone_at_night() {
    let mut pulse = ListVisitStatistics::default();
    for hour in 0..24 * 28 {
        let time = at(hour * 3_600);
        let day = (8..20).contains(&hour_of(time));
        pulse.visited(time, if day { 6 } else { 0 });
    }
    let midnight: Timestamp = "2026-03-01T00:10:00Z".parse().expect("a time");
    let noon: Timestamp = "2026-03-01T12:00:00Z".parse().expect("a time");
    let (night, day) = (
        wait_s(std::slice::from_ref(&pulse), midnight),
        wait_s(std::slice::from_ref(&pulse), noon),
    );
    assert!(night > 2 * day, "{night} {day}");
}

#[test]
fn clock_jumps_leave_a_list_usable() {
    let usual = wait_s(&[steady(3_600, 1, 500)], at(0));
    let mut jumped = steady(3_600, 1, 500);
    // A machine that boots in 1970, is corrected, jumps ahead a century and back.
    let end = 500 * 3_600;
    jumped.visited(Timestamp::UNIX_EPOCH, 3);
    jumped.visited(at(end), 3);
    jumped.visited(at(end + 3_153_600_000), 0);
    jumped.visited(at(end + 3_600), 5);
    let after = wait_s(std::slice::from_ref(&jumped), at(end));
    assert!((600..=86_400).contains(&after), "{after}");
    for visit in 2..200 {
        jumped.visited(at(end + visit * 3_600), 1);
    }
    let again = wait_s(&[jumped], at(end));
    assert!((again - usual).abs() < usual / 4, "{again} {usual}");
}

fn visits() -> impl Strategy<Value = Vec<(i64, u64)>> {
    prop::collection::vec((-100_000_i64..1_000_000, 0_u64..2_000), 0..40)
}

fn walked(visits: &[(i64, u64)], more_at: Option<(usize, u64)>) -> ListVisitStatistics {
    let (mut pulse, mut time) = (ListVisitStatistics::default(), 0);
    for (number, (gap, found)) in visits.iter().enumerate() {
        time += gap;
        let more = more_at.filter(|(at, _)| *at == number).map_or(0, |m| m.1);
        pulse.visited(at(time), found + more);
    }
    pulse
}

proptest! {
    #[test]
    fn more_news_never_means_a_longer_wait(
        history in visits(),
        place in 0_usize..40,
        more in 1_u64..5_000,
        from in 0_i64..200_000,
    ) {
        let few = walked(&history, None);
        let many = walked(&history, Some((place, more)));
        prop_assert!(wait_s(&[many], at(from)) <= wait_s(&[few], at(from)));
    }

    #[test]
    fn waits_stay_inside_any_bounds(
        history in visits(),
        second in -60_000_000_000_i64..200_000_000_000,
        min_seconds in 0_u64..u64::MAX,
        max_seconds in 0_u64..u64::MAX,
    ) {
        let bounds = Bounds { min_seconds: min_seconds >> 20, max_seconds: max_seconds >> 20 };
        let from = Timestamp::from_second(second).expect("a time");
        let next = News::of(&[walked(&history, None)]).next_visit(from, bounds);
        let (least, most) = held(bounds);
        let wait = next.duration_since(from).as_secs_f64();
        prop_assert!(next == Timestamp::MAX || (wait >= least - 1.0 && wait <= most + 1.0));
    }

    #[test]
    fn what_is_kept_comes_back_the_same(history in visits()) {
        let pulse = walked(&history, None);
        let json = serde_json::to_string(&pulse).expect("json");
        let back: ListVisitStatistics = serde_json::from_str(&json).expect("a pulse");
        prop_assert_eq!(back.visits, pulse.visits);
        prop_assert!(back.found.iter().chain(&back.hours).all(|value| value.is_finite()));
        prop_assert_eq!(wait_s(&[back], at(9)), wait_s(&[pulse], at(9)));
    }
}

/// Reproducible random numbers (splitmix64).
struct SeededRandom(u64);

impl SeededRandom {
    /// Above 0, at most 1.
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (f64::from(u32::try_from(mixed >> 32).unwrap_or_default()) + 1.0) / 4_294_967_296.0
    }
}

const DAYS: f64 = 21.0;
/// The first days are for learning and not counted.
const LEARNING_S: f64 = 7.0 * 86_400.0;
const END_S: f64 = DAYS * 86_400.0;

/// The times of a site's items, in seconds: a Poisson process of `per_day`, three times as dense as
/// the mean by day and nearly silent at night if it sleeps.
fn items(dice: &mut SeededRandom, per_day: f64, sleeps: bool) -> Vec<f64> {
    let top = if sleeps { 2.0 } else { 1.0 };
    let mut times = Vec::new();
    let mut time = 0.0;
    loop {
        time += -dice.roll().ln() * 86_400.0 / (per_day * top);
        if time >= END_S {
            return times;
        }
        let hour = (time / HOUR_S) % 24.0;
        let share = match (sleeps, (7.0..19.0).contains(&hour)) {
            (true, true) => 0.95,
            (true, false) => 0.05,
            (false, _) => 1.0,
        };
        if dice.roll() <= share {
            times.push(time);
        }
    }
}

#[derive(Default)]
struct Figures {
    visits: f64,
    empty: f64,
    /// Items and the seconds until they were found.
    items: f64,
    waited_s: f64,
    /// Seconds in which a site had no unfound item, over all sites.
    fresh_s: f64,
    watched_s: f64,
}

impl Figures {
    /// Simulates a site; `next` returns the next visit after one that found this many.
    fn watch(&mut self, items: &[f64], first_s: f64, mut next: impl FnMut(f64, u64) -> f64) {
        let (mut visit, mut before, mut seen) = (first_s, 0.0_f64, 0);
        while visit < END_S {
            let came = items[seen..]
                .iter()
                .take_while(|time| **time <= visit)
                .count();
            let new = &items[seen..seen + came];
            if visit > LEARNING_S {
                let stale = new.first().map_or(0.0, |first| visit - first);
                self.visits += 1.0;
                self.empty += if came == 0 { 1.0 } else { 0.0 };
                self.items += f64::from(u32::try_from(came).expect("few"));
                self.waited_s += new.iter().map(|time| visit - time).sum::<f64>();
                self.fresh_s += (visit - before) - stale;
                self.watched_s += visit - before;
            }
            seen += came;
            before = visit;
            visit = next(visit, u64::try_from(came).expect("few"));
        }
    }

    fn delay_min(&self) -> f64 {
        self.waited_s / self.items / 60.0
    }
}

/// Two hundred sites, from two items a month to five hundred a day, half of them asleep at night.
#[test]
fn at_the_same_number_of_visits_items_are_found_sooner() {
    let mut dice = SeededRandom(7);
    let sites: Vec<Vec<f64>> = (0..200)
        .map(|site| {
            let per_day = 10.0_f64.powf(-1.2 + 3.9 * dice.roll());
            items(&mut dice, per_day, site % 2 == 0)
        })
        .collect();
    let begin = Timestamp::from_second(1_700_006_400).expect("a midnight");
    let moment = |second: f64| begin + SignedDuration::from_secs_f64(second);

    let mut adaptive = Figures::default();
    for items in &sites {
        let mut pulse = ListVisitStatistics::default();
        adaptive.watch(items, 60.0, |visit, found| {
            pulse.visited(moment(visit), found);
            let next = News::of(std::slice::from_ref(&pulse)).next_visit(moment(visit), BOUNDS);
            next.duration_since(begin).as_secs_f64()
        });
    }
    let every_s = 200.0 * (END_S - LEARNING_S) / adaptive.visits;
    let mut fixed = Figures::default();
    for items in &sites {
        // Start times are spread.
        let first_s = every_s * dice.roll();
        fixed.watch(items, first_s, |visit, _| visit + every_s);
    }

    for (name, figures) in [("adaptive", &adaptive), ("fixed", &fixed)] {
        println!(
            "{name}: {:.0} visits ({:.1} a day and site), {:.0} items found after {:.1} min in the \
             mean, fresh {:.1} % of the time, {:.1} % of the visits found nothing, {:.2} items a visit",
            figures.visits,
            figures.visits / 200.0 / (DAYS - 7.0),
            figures.items,
            figures.delay_min(),
            100.0 * figures.fresh_s / figures.watched_s,
            100.0 * figures.empty / figures.visits,
            figures.items / figures.visits,
        );
    }
    assert!((adaptive.visits / fixed.visits - 1.0).abs() < 0.02);
    assert!(adaptive.delay_min() < 0.6 * fixed.delay_min());
    assert!(adaptive.empty < fixed.empty);
}
