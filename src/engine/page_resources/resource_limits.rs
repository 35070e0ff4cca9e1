//! How many style sheets and pictures of a previewed page are fetched and stored, how large and for
//! how long.

use std::time::Duration;

use bowerbird_io::fetch::FetchLimits;
use bowerbird_io::store::MAX_KEPT_BYTES;

/// The maximum size of one resource in bytes.
const MAX_RESOURCE_BYTES: u64 = 8 * 1024 * 1024;
/// The maximum total size of the resources of a page in bytes.
pub(super) const MAX_TOTAL_BYTES: u64 = 32 * 1024 * 1024;
/// The maximum number of resources of a page.
pub(super) const MAX_RESOURCES: u64 = 300;
/// The number of resources fetched at once, as in browsers.
pub(super) const AT_ONCE: usize = 6;

/// The limits of one request for a resource.
pub(super) fn limits() -> FetchLimits {
    FetchLimits {
        name: Duration::from_secs(4),
        connect: Duration::from_secs(4),
        secure: Duration::from_secs(4),
        idle: Duration::from_secs(4),
        total: Duration::from_secs(8),
        max_bytes: MAX_RESOURCE_BYTES,
        max_redirects: 4,
    }
}

/// Larger pictures and fonts are not stored: they cost much and hardly affect the layout.
pub(super) const SMALL_BYTES: usize = 96 * 1024;
/// The maximum total size of one page's resources in bytes, decompressed.
pub(super) const PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The maximum size in bytes of a file in a saved page's folder.
pub(super) const MAX_FILE_BYTES: u64 = 8 * MAX_KEPT_BYTES as u64;
/// The maximum number of files checked in a saved page's folder.
pub(super) const MAX_FILES: usize = 500;
