//! Bowerbird collects content from web sites. The five floors of the house, top to bottom:
//! [`app`] and [`cli`] (two faces), [`engine`] (the only door), [`io`] (disk, network, clock,
//! processes) and [`logic`] (pure and deterministic). Imports point downwards only; a test
//! holds that. ARCHITECTURE.md has the map.

pub mod app;
pub mod cli;
pub mod engine;
pub mod io;
pub mod logic;
