//! Files that only the user who runs the program may read or write: projects with their companion
//! files, logs, settings, stored samples, backups. On Unix they have the mode 0600 and their
//! folders 0700 from their creation, whatever the umask is. On Windows, files below the user's
//! profile inherit an access list that only admits the user, administrators and the system; nothing
//! is added to it, so a project elsewhere is as accessible as its folder. Nothing here follows a
//! link at the path of a file to be created.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Suffixes of the files that belong to a project, appended to its name.
const COMPANIONS: [&str; 8] = [
    "-wal",
    "-shm",
    "-journal",
    "-lock",
    "-secrets",
    "-archive-",
    ".version-",
    ".before-",
];
/// Number of retries for a file that appears and disappears.
const TRIES: usize = 8;

/// Options to create a private file for writing.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a new private file, for reading and writing.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] when anything has the name, including a dangling link; those of the
/// system.
pub fn create_new(path: &Path) -> io::Result<File> {
    private().read(true).create_new(true).open(path)
}

/// Creates an empty private file if there is none, so that a library which creates its own files
/// finds one with the right mode.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] where a dangling link has the name; those of the system.
pub fn ensure(path: &Path) -> io::Result<()> {
    match create_new(path) {
        // A dangling link has the name: a file created through it would be open to others.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match path.try_exists()? {
            true => Ok(()),
            false => Err(no_regular_file()),
        },
        made => made.map(drop),
    }
}

/// Opens a permanent file (a lock) for writing, and creates a private one if there is none.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] where the name is not a regular file, including links; those of the
/// system.
pub fn open_or_create(path: &Path) -> io::Result<File> {
    for _ in 0..TRIES {
        match create_new(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            other => return other,
        }
        match fs::symlink_metadata(path) {
            Ok(found) if !found.is_file() => return Err(no_regular_file()),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        match OpenOptions::new().write(true).open(path) {
            // The file may have been replaced since it was checked.
            Ok(file) if is_at(&file, path)? => return Ok(file),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Err(no_regular_file())
}

fn no_regular_file() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "not a regular file")
}

/// Whether `path` is still this open file, and not another one or a link.
///
/// # Errors
/// Those of the system.
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let here = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(there) => Ok(there.is_file() && are_one(&here, &there)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn are_one(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Without inode numbers, two regular files with the same name count as one: an open file cannot be
/// removed there.
#[cfg(not(unix))]
fn are_one(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Creates a folder and its parents. New ones are private, existing ones are unchanged.
///
/// # Errors
/// Those of the system.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a folder that only this program uses. An existing one of the user is made private.
///
/// # Errors
/// Those of creating it.
pub fn own_folder(folder: &Path) -> io::Result<()> {
    create_folders(folder)?;
    tighten(folder);
    Ok(())
}

/// Removes all rights of others from a file or folder that belongs to the user. Links, and files of
/// other users, are left alone. If the system refuses, it stays unchanged.
///
/// The file is not opened for this: closing any handle of a database releases this process's locks
/// on it.
pub fn tighten(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let Ok(found) = fs::symlink_metadata(path) else {
            return;
        };
        let mode = found.permissions().mode();
        if mode & 0o077 == 0 || found.is_symlink() || !is_ours(&found) {
            return;
        }
        if let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700)) {
            tracing::warn!(path = %path.display(), %error, "others may read this file");
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Tightens a project that is about to be written, and its companion files.
pub fn tighten_with_companions(project: &Path) {
    tighten(project);
    let (Some(folder), Some(name)) = (project.parent(), project.file_name()) else {
        return;
    };
    let name = name.as_encoded_bytes();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let rest = found.as_encoded_bytes().strip_prefix(name);
        let is_companion = |rest: &[u8]| COMPANIONS.iter().any(|c| rest.starts_with(c.as_bytes()));
        if rest.is_some_and(is_companion) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            tighten(&entry.path());
        }
    }
}

/// Whether a file belongs to the user; outside Linux, the system's refusal decides.
#[cfg(unix)]
fn is_ours(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    user().is_none_or(|user| found.uid() == user)
}

/// The id of the user that this process runs as, if the system provides it.
#[cfg(unix)]
fn user() -> Option<u32> {
    #[cfg(target_os = "linux")]
    return Some(rustix::process::geteuid().as_raw());
    #[cfg(not(target_os = "linux"))]
    None
}

/// Replaces a file by a private one with these bytes: at any time, one of the two is complete.
///
/// # Errors
/// Those of the system; then the existing file stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (part, mut file) = create_part(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let done = written.and_then(|()| fs::rename(&part, path));
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    done
}

/// Creates a private file beside `path`, with an unpredictable name that nobody can occupy.
///
/// # Errors
/// Those of the system.
pub fn create_part(path: &Path) -> io::Result<(PathBuf, File)> {
    let number = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))?;
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{number:016x}.part"));
    let part = PathBuf::from(part);
    let file = create_new(&part)?;
    Ok((part, file))
}

/// The other user involved with a lock file, if known: the owner of the file, or of the process
/// that holds its lock. A name or a number.
pub fn foreign_user_of(lock: &Path) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let found = fs::symlink_metadata(lock).ok()?;
        let own = user()?;
        let foreign = match found.uid() == own {
            true => holder(&found).filter(|holder| *holder != own)?,
            false => found.uid(),
        };
        Some(name_of(foreign))
    }
    #[cfg(not(unix))]
    {
        let _ = lock;
        None
    }
}

/// The user whose process holds the lock of a file (proc(5), `/proc/locks`).
#[cfg(unix)]
fn holder(file: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let (major, minor) = (device_major(file.dev()), device_minor(file.dev()));
    let place = format!("{major:02x}:{minor:02x}:{}", file.ino());
    let process = locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [_, "FLOCK", _, _, process, found, ..] if *found == place => process.parse().ok(),
            _ => None,
        }
    });
    let process: u32 = process?;
    let of = fs::metadata(format!("/proc/{process}")).ok()?;
    Some(of.uid())
}

/// The parts of a device number as combined by Linux (makedev(3)).
#[cfg(unix)]
fn device_major(device: u64) -> u64 {
    ((device >> 8) & 0xfff) | ((device >> 32) & 0xffff_f000)
}

#[cfg(unix)]
fn device_minor(device: u64) -> u64 {
    (device & 0xff) | ((device >> 12) & 0xffff_ff00)
}

/// The user's name, or their number if the name is unknown.
#[cfg(unix)]
fn name_of(user: u32) -> String {
    let number = user.to_string();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)? == number).then(|| name.to_owned())
    });
    name.unwrap_or(number)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn open_to_all(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }

    #[test]
    fn what_is_made_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/file");
        create_folders(path.parent().unwrap()).unwrap();
        ensure(&path).unwrap();
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        fs::write(&path, "kept").unwrap();
        ensure(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"kept");
        open_to_all(&path);
        replace(&path, b"new").unwrap();
        assert_eq!(
            (mode(&path), fs::read(&path).unwrap()),
            (0o600, b"new".to_vec())
        );
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_project_is_tightened_with_what_belongs_to_it_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let names = [
            "p.bower",
            "p.bower-wal",
            "p.bower-archive-2024",
            "p.bower.csv",
            "q.bower",
        ];
        for name in names {
            fs::write(at(name), "").unwrap();
            open_to_all(&at(name));
        }
        fs::write(at("theirs"), "").unwrap();
        open_to_all(&at("theirs"));
        std::os::unix::fs::symlink(at("theirs"), at("p.bower-shm")).unwrap();
        tighten_with_companions(&at("p.bower"));
        let modes: Vec<u32> = names.iter().map(|name| mode(&at(name))).collect();
        assert_eq!(modes, [0o600, 0o600, 0o600, 0o644, 0o644]);
        assert_eq!(mode(&at("theirs")), 0o644, "links lead elsewhere");
    }

    #[test]
    fn no_link_is_followed_to_a_lock() {
        let folder = tempfile::tempdir().unwrap();
        let (lock, elsewhere) = (folder.path().join("lock"), folder.path().join("elsewhere"));
        std::os::unix::fs::symlink(&elsewhere, &lock).unwrap();
        assert!(open_or_create(&lock).is_err());
        assert!(!elsewhere.exists());
        fs::write(&elsewhere, "").unwrap();
        assert!(open_or_create(&lock).is_err());
        fs::remove_file(&lock).unwrap();
        let file = open_or_create(&lock).unwrap();
        assert!(is_at(&file, &lock).unwrap());
        fs::remove_file(&lock).unwrap();
        assert!(!is_at(&file, &lock).unwrap());
        let again = open_or_create(&lock).unwrap();
        assert!(is_at(&again, &lock).unwrap() && !is_at(&file, &lock).unwrap());
    }

    #[test]
    fn the_holder_of_a_lock_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let lock = open_or_create(&folder.path().join("lock")).unwrap();
        lock.lock().unwrap();
        let meta = lock.metadata().unwrap();
        // Overlay file systems number devices differently; then nothing is reported.
        if let Some(found) = holder(&meta) {
            assert_eq!(Some(found), user());
        }
        assert_eq!(foreign_user_of(&folder.path().join("lock")), None);
        assert_eq!(name_of(0), "root");
        assert_eq!(name_of(4_000_000_000), "4000000000");
    }
}
