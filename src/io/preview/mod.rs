//! The picture of a page. Input: the decoded source of a fetched page with its address.
//! Output: picture tiles and the rectangle of every element, numbered as in
//! [`logic::page`](bowerbird_logic::page), so that a click, a CSS match and an XPath match refer to
//! the same element. Layout and painting run in a child process (`bowerbird preview-worker`),
//! because hostile pages may overflow its stack, exhaust its memory or run forever: the parent
//! turns each of these into a [`PreviewError`] and shows [`page_structure`] instead. The child never
//! opens a connection; style sheets and images come from the parent's [`ResourceLoader`]. The types
//! here do not depend on the rendering engine, so it can be replaced.

mod element_at_point;
mod error;
mod limits;
mod page_structure;
mod png;
mod resource_answers;
mod session;
mod types;
mod worker;
mod worker_protocol;

pub use element_at_point::hit;
pub use error::{Excess, PreviewError};
pub use limits::PreviewLimits;
pub use page_structure::{StructureItem, StructureKind, structure};
pub use png::{Picture, write_png};
pub use session::PreviewSession;
pub use types::{
    ElementBox, Layout, NoResources, PreviewRequest, PreviewTiming, ResourceLoader, Tile,
};
pub use worker::worker_main;
