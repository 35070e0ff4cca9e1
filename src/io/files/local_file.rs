//! Local files named by a rule, a sample or a saved page, not by the user. Only regular files are
//! read, never devices, pipes or sockets: those may be endless, or block the reader until somebody
//! writes. The size is bounded. Read only on threads for blocking work, because a file may be on a
//! network.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum LocalFileError {
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a folder, a device, a pipe or a socket.
    #[error("no regular file")]
    NotRegular,
    /// It is larger than allowed.
    #[error("too large")]
    TooLarge,
    /// It is outside of the folder, possibly through a link.
    #[error("outside of the folder")]
    Outside,
}

/// Resolves the file `name`; relative paths begin at `folder`. The returned path contains no links.
/// Unless files may be `anywhere`, nothing outside of the folder is accessed, even for an absolute
/// path or `..`, and no link is followed out of it.
///
/// # Errors
/// [`LocalFileError::Outside`]; those of the system, such as for a missing file.
pub fn find(folder: &Path, name: &Path, anywhere: bool) -> Result<PathBuf, LocalFileError> {
    let path = folder.join(name);
    let below = path.strip_prefix(folder);
    let stays = below.is_ok_and(|below| {
        let mut parts = below.components();
        parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    });
    if !anywhere && !stays {
        return Err(LocalFileError::Outside);
    }
    let found = path.canonicalize()?;
    if anywhere {
        return Ok(found);
    }
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new(".").canonicalize()?,
        false => folder.canonicalize()?,
    };
    match found.starts_with(folder) {
        true => Ok(found),
        false => Err(LocalFileError::Outside),
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// [`LocalFileError::NotRegular`]; those of the system.
pub fn open(path: &Path) -> Result<File, LocalFileError> {
    // Opening a device may have side effects, so it is checked first.
    if !path.metadata()?.is_file() {
        return Err(LocalFileError::NotRegular);
    }
    let mut options = OpenOptions::new();
    options.read(true);
    // A pipe that replaced it meanwhile is opened at once, even without a writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NONBLOCK);
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(LocalFileError::NotRegular),
    }
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// [`LocalFileError::NotRegular`], [`LocalFileError::TooLarge`]; those of the system.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, LocalFileError> {
    let file = open(path)?;
    // Checks the size first, so that no sparse file is read for nothing.
    if file.metadata()?.len() > most {
        return Err(LocalFileError::TooLarge);
    }
    let mut bytes = Vec::new();
    // It may grow meanwhile, or report no size at all.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(LocalFileError::TooLarge),
        false => Ok(bytes),
    }
}

/// `O_NONBLOCK`.
#[cfg(target_os = "linux")]
const NONBLOCK: i32 = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
/// `O_NONBLOCK`, which is the same on macOS and the BSDs.
#[cfg(all(unix, not(target_os = "linux")))]
const NONBLOCK: i32 = 0x4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder_unless_they_may_leave_it() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("in"), folder.path().join("out.txt"));
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(inside.join("a.txt"), "a").unwrap();
        std::fs::write(&outside, "o").unwrap();
        let found = |name: &Path, anywhere| find(&inside, name, anywhere);
        for name in [
            Path::new("a.txt"),
            Path::new("./a.txt"),
            &inside.join("a.txt"),
        ] {
            let path = found(name, false).unwrap();
            assert_eq!(read(&path, 1).unwrap(), b"a", "{name:?}");
        }
        for name in [
            Path::new("../out.txt"),
            outside.as_path(),
            Path::new("../in/a.txt"),
        ] {
            let refused = found(name, false);
            assert!(matches!(refused, Err(LocalFileError::Outside)), "{name:?}");
            assert!(found(name, true).is_ok(), "{name:?}");
        }
        assert!(matches!(
            found(Path::new("b"), false),
            Err(LocalFileError::Io(_))
        ));
        assert!(matches!(open(&inside), Err(LocalFileError::NotRegular)));
        assert!(matches!(read(&outside, 0), Err(LocalFileError::TooLarge)));
    }
}
