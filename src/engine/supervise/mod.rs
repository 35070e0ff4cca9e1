//! Decisions after a verdict: slow down, another proxy, log in, wait and probe, give up.
