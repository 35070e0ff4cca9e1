//! Tasks that run after other tasks. Input: which task follows which. Output: the cycle that
//! a new link would close, since its tasks would wait for each other forever.

use crate::model::TaskId;

/// The tasks of the cycle that closes when `task` follows `after`, from `task` on; `None` if there
/// is none. `before` returns the task that a task follows.
pub fn circle(
    task: TaskId,
    after: TaskId,
    before: impl Fn(TaskId) -> Option<TaskId>,
) -> Option<Vec<TaskId>> {
    let mut chain = vec![task];
    let mut next = Some(after);
    while let Some(id) = next {
        if id == task {
            return Some(chain);
        }
        // An existing cycle that does not include this task is not caused by it.
        if chain.contains(&id) {
            return None;
        }
        chain.push(id);
        next = before(id);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found_and_chains_are_none() {
        // 3 follows 2, 2 follows 1; 8 and 9 follow each other.
        let before = |task: TaskId| match task.0 {
            3 => Some(TaskId(2)),
            2 => Some(TaskId(1)),
            8 => Some(TaskId(9)),
            9 => Some(TaskId(8)),
            _ => None,
        };
        let check = |task, after, expected: Option<&[i64]>| {
            let found = circle(TaskId(task), TaskId(after), before);
            let found = found.map(|c| c.iter().map(|id| id.0).collect::<Vec<_>>());
            assert_eq!(found.as_deref(), expected, "{task} after {after}");
        };
        check(1, 3, Some(&[1, 3, 2]));
        check(1, 1, Some(&[1]));
        check(4, 3, None);
        check(4, 8, None);
    }
}
