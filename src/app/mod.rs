//! Floor 4: the window, one file a view.
