# preview
preview-too-many-bytes = This page is too large for the picture: it has { $found } bytes, at most { $limit } are drawn. Its structure is shown instead; selectors work on the whole page all the same.
preview-too-many-elements = This page is too large for the picture: it has at least { $found } elements, at most { $limit } are drawn. Its structure is shown instead; selectors work on the whole page all the same.
preview-too-deep = This page is nested too deeply for the picture: { $found } levels, at most { $limit } are drawn. Its structure is shown instead; selectors work on the whole page all the same.
preview-start-failed = The page could not be drawn, because its helper process did not start: { $reason }. Check that the program file is still in its place, then load the page again.
preview-died = The page could not be drawn: the helper process that draws it ended early ({ $status }), mostly because the page asks for too much memory. Its structure is shown instead.
preview-timed-out = The page could not be drawn within { $seconds } seconds, so drawing was stopped. Its structure is shown instead; load it again to retry.
preview-garbled = The page could not be drawn: the helper process gave an answer that makes no sense ({ $detail }). Update or reinstall the program if this happens on every page.
preview-engine-failed = The page could not be drawn: the drawing engine failed on it ({ $detail }). Its structure is shown instead.
preview-no-such-tile = The picture has no part number { $number }. Load the page again.
preview-write-failed = The picture could not be written to { $path }: { $reason }. Choose another place or free some space.
