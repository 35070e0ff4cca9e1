//! The methods of papers, one a file. Flows in: the features of a page. Flows out: its text, or the
//! boxes of its posts.

pub(super) mod cepr;
pub(super) mod cetd;
pub(super) mod cetr;
pub(super) mod cevc;
pub(super) mod dgwc;
pub(super) mod mibat;
pub(super) mod pean;
pub(super) mod qread;
pub(super) mod stats;
pub(super) mod vbptc;
