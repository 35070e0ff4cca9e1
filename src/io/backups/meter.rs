//! How far a backup has come, in bytes, over all of its files and steps.

/// Called with the bytes that are done, and of how many; ends the work by returning false.
pub type ReportProgress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// A count of bytes.
pub(super) struct ByteProgress<'a> {
    done: u64,
    of: u64,
    tell: ReportProgress<'a>,
}

impl<'a> ByteProgress<'a> {
    /// A count up to `of`.
    pub(super) fn new(of: u64, tell: ReportProgress<'a>) -> Self {
        Self { done: 0, of, tell }
    }

    /// So many are done.
    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// Counts `bytes` more; whether to go on.
    pub(super) fn add(&mut self, bytes: u64) -> bool {
        self.reach(self.done.saturating_add(bytes))
    }

    /// `done` are done in all; whether to go on.
    pub(super) fn reach(&mut self, done: u64) -> bool {
        self.done = done;
        (self.tell)(self.done.min(self.of), self.of)
    }
}
