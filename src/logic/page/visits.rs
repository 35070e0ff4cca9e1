//! How many elements are looked at, so that tests can hold work on large pages to their size without
//! a clock. Flows in: counts, from the few places through which elements are reached. Flows out: a
//! sum for one thread, in tests only; in the program nothing is counted.

/// Notes that `count` elements were looked at.
#[cfg(not(any(test, feature = "counting")))]
#[inline]
pub(crate) fn count_visits(_count: usize) {}

/// Notes that `count` elements were looked at.
#[cfg(any(test, feature = "counting"))]
pub(crate) fn count_visits(count: usize) {
    VISITS.with(|visits| visits.set(visits.get() + count as u64));
}

#[cfg(any(test, feature = "counting"))]
thread_local! {
    static VISITS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// How many elements `work` looks at.
#[cfg(any(test, feature = "counting"))]
pub fn visits_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = VISITS.with(std::cell::Cell::get);
    let done = work();
    (done, VISITS.with(std::cell::Cell::get) - before)
}
