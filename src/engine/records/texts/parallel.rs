//! Processes many texts at once. Input: items. Output: each item with its result.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Fewer items than this are processed on the calling thread.
const FEW: usize = 8;

/// Applies `work` to each item on as many threads as half of the cores, in order. A text on which
/// it panics has no result: its neighbours and the rest are unaffected.
pub(super) fn in_parallel<T: Send, R: Send>(
    items: Vec<T>,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<(T, Option<R>)> {
    let threads = (crate::runtime::threads::cores() / 2).clamp(1, 4);
    on_threads(threads, items, &|item| {
        let made = catch_unwind(AssertUnwindSafe(|| work(item)));
        if made.is_err() {
            tracing::error!("the work on a text broke; it is passed over");
        }
        made.ok()
    })
}

fn on_threads<T: Send, R: Send>(
    threads: usize,
    items: Vec<T>,
    work: &(impl Fn(&T) -> Option<R> + Sync),
) -> Vec<(T, Option<R>)> {
    let each = |item| {
        let made = work(&item);
        (item, made)
    };
    if threads == 1 || items.len() < FEW {
        return items.into_iter().map(each).collect();
    }
    let size = items.len().div_ceil(threads);
    let mut rest = VecDeque::from(items);
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        chunks.push(rest.drain(..size.min(rest.len())).collect::<Vec<T>>());
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = chunks
            .into_iter()
            .map(|chunk| scope.spawn(move || chunk.into_iter().map(each).collect::<Vec<_>>()))
            .collect();
        // A panic stays within its item, so every thread finishes.
        let done = running.into_iter().filter_map(|thread| thread.join().ok());
        done.flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_work_breaks_on_costs_nobody_else() {
        for threads in [1, 3] {
            let work = |n: &usize| {
                let made = catch_unwind(|| {
                    assert_ne!(n % 7, 3, "breaks");
                    n * 10
                });
                made.ok()
            };
            let done = on_threads(threads, (0..40).collect(), &work);
            assert_eq!(done.len(), 40);
            for (place, (item, made)) in done.into_iter().enumerate() {
                assert_eq!(item, place);
                assert_eq!(made, (item % 7 != 3).then_some(item * 10));
            }
        }
    }

    #[test]
    fn every_item_comes_back_though_all_break() {
        let done = in_parallel((0..20).collect(), |n: &i32| -> i32 { panic!("text {n}") });
        let items: Vec<i32> = done.iter().map(|(item, _)| *item).collect();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
        assert!(done.iter().all(|(_, made)| made.is_none()));
    }
}
