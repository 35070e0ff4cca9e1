//! Processes of the system by their numbers: who descends from whom, what memory they take, their
//! end. Linux alone; elsewhere the process group has to do.

#[cfg(target_os = "linux")]
use std::fs;
use std::path::Path;

/// All processes that descend from `root`, itself not included.
#[cfg(target_os = "linux")]
pub(super) fn descendants(root: u32) -> Vec<u32> {
    let mut parents: Vec<(u32, u32)> = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // The name in brackets may hold anything, so fields are counted from its end.
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let parent = fields
            .split_whitespace()
            .nth(1)
            .and_then(|field| field.parse().ok());
        if let Some(parent) = parent {
            parents.push((process, parent));
        }
    }
    let mut found = vec![root];
    let mut at = 0;
    while let Some(&process) = found.get(at) {
        found.extend(
            parents
                .iter()
                .filter(|(_, parent)| *parent == process)
                .map(|(p, _)| *p),
        );
        at += 1;
    }
    found.remove(0);
    found
}

/// Resident memory of a process in bytes.
#[cfg(target_os = "linux")]
pub(in crate::browser) fn memory_of(process: u32) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

/// Unknown here.
#[cfg(not(target_os = "linux"))]
pub(in crate::browser) fn memory_of(_process: u32) -> Option<u64> {
    None
}

/// Ends a process at once.
#[cfg(target_os = "linux")]
pub(in crate::browser) fn kill(process: u32) {
    let id = i32::try_from(process)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

/// Ends a process at once.
#[cfg(not(target_os = "linux"))]
pub(in crate::browser) fn kill(process: u32) {
    let _ = std::process::Command::new("kill")
        .args(["-9", &process.to_string()])
        .status();
}

/// Ends the process group of a browser, if it is still the one with this profile.
pub(super) fn kill_group_of(leader: u32, profile: &Path) {
    #[cfg(target_os = "linux")]
    {
        let line = fs::read(format!("/proc/{leader}/cmdline")).unwrap_or_default();
        let profile = profile.as_os_str().as_encoded_bytes();
        if memchr::memmem::find(&line, profile).is_none() {
            return;
        }
    }
    let _ = profile;
    kill_group(leader);
}

/// Ends a process group at once.
pub(super) fn kill_group(leader: u32) {
    #[cfg(target_os = "linux")]
    {
        let id = i32::try_from(leader)
            .ok()
            .and_then(rustix::process::Pid::from_raw);
        if let Some(id) = id {
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = std::process::Command::new("kill")
            .args(["-9", "--", &format!("-{leader}")])
            .status();
    }
}
