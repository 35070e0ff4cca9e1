//! System information about this machine: disk space, memory of this program. Nothing is shown
//! where it is unavailable.

use std::path::Path;

/// Free bytes for this user on the disk of `path`.
#[cfg(target_os = "linux")]
pub fn free_bytes(path: &Path) -> Option<u64> {
    let said = rustix::fs::statvfs(path).ok()?;
    said.f_bavail.checked_mul(said.f_frsize)
}

/// Free bytes for this user on the disk of `path`.
#[cfg(not(target_os = "linux"))]
pub fn free_bytes(_path: &Path) -> Option<u64> {
    None
}

/// Resident memory of this program in bytes (proc(5), `/proc/pid/status`).
pub fn memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_both() {
        assert!(memory_bytes().is_some_and(|bytes| bytes > 1_000_000));
        assert!(free_bytes(Path::new(".")).is_some());
        assert_eq!(free_bytes(Path::new("/no/such/place")), None);
    }
}
