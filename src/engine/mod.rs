//! Floor 3: the engine, the only door for the two faces above it.
