//! Rules as people make, import, repair and try them: the real program on real files.

pub(super) mod import;
pub(super) mod list_pages;
pub(super) mod papers;
pub(super) mod repair;
pub(super) mod rerun;
pub(super) mod samples;
pub(super) mod selecting;
pub(super) mod suggest;
pub(super) mod whole_articles;
pub(super) mod xpath_proof;
