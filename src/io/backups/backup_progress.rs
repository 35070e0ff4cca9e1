//! Progress of a backup in bytes, over all of its files and steps.

/// Called with the bytes done and their total; cancels the work by returning false.
pub type ReportProgress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// A byte counter.
pub(super) struct ByteProgress<'a> {
    done: u64,
    of: u64,
    tell: ReportProgress<'a>,
}

impl<'a> ByteProgress<'a> {
    /// A counter up to `of`.
    pub(super) fn new(of: u64, tell: ReportProgress<'a>) -> Self {
        Self { done: 0, of, tell }
    }

    /// The number of bytes done.
    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// Counts `bytes` more; returns whether to continue.
    pub(super) fn add(&mut self, bytes: u64) -> bool {
        self.reach(self.done.saturating_add(bytes))
    }

    /// Sets the number of bytes done; returns whether to continue.
    pub(super) fn reach(&mut self, done: u64) -> bool {
        self.done = done;
        (self.tell)(self.done.min(self.of), self.of)
    }
}
