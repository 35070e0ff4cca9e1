//! Floor 2: disk, network, clock, processes.
