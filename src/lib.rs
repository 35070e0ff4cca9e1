//! Bowerbird collects content from web sites. The five floors of the house, top to bottom:
//! [`app`] and [`cli`] (two faces), [`engine`] (the only door), [`io`] (disk, network, clock,
//! processes) and [`logic`] (pure and deterministic). Each is a crate of its own, so that imports
//! can only point downwards. ARCHITECTURE.md has the map.

pub use bowerbird_app as app;
pub use bowerbird_cli as cli;
pub use bowerbird_engine as engine;
pub use bowerbird_io as io;
pub use bowerbird_logic as logic;
