//! Behaviour of the whole program through its public seams: command line, loopback servers,
//! project files, windows. One binary, one module an area.

mod preview;
