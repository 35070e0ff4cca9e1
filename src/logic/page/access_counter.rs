//! Counts element accesses, so that tests can check that work on large pages is proportional to
//! their size without a clock. Input: counts, from the few places that access elements.
//! Output: a sum per thread, in tests only; the program itself does not count.

/// Records that `count` elements were accessed.
#[cfg(not(any(test, feature = "counting")))]
#[inline]
pub(crate) fn count_visits(_count: usize) {}

/// Records that `count` elements were accessed.
#[cfg(any(test, feature = "counting"))]
pub(crate) fn count_visits(count: usize) {
    VISITS.with(|visits| visits.set(visits.get() + count as u64));
}

#[cfg(any(test, feature = "counting"))]
thread_local! {
    static VISITS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// The number of elements that `work` accesses.
#[cfg(any(test, feature = "counting"))]
pub fn visits_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = VISITS.with(std::cell::Cell::get);
    let done = work();
    (done, VISITS.with(std::cell::Cell::get) - before)
}
