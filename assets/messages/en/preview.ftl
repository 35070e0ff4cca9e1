# preview
preview-too-many-bytes = This page is too large to render: it has { $found } bytes, and the limit is { $limit }. Its outline is shown instead; selectors still work on the whole page.
preview-too-many-elements = This page is too large to render: it has at least { $found } elements, and the limit is { $limit }. Its outline is shown instead; selectors still work on the whole page.
preview-too-deep = This page is nested too deeply to render: it has { $found } levels, and the limit is { $limit }. Its outline is shown instead; selectors still work on the whole page.
preview-start-failed = Couldn't render the page, because the rendering process did not start: { $reason }. Check that the Bowerbird program file is still in place, then reload the page.
preview-died = Couldn't render the page: the rendering process ended early ({ $status }), usually because the page needs too much memory. Its outline is shown instead.
preview-timed-out = Rendering the page took longer than { $seconds } seconds and was stopped. Its outline is shown instead; reload it to retry.
preview-garbled = Couldn't render the page: the rendering process sent an invalid response ({ $detail }). Update or reinstall Bowerbird if this happens on every page.
preview-engine-failed = Couldn't render the page: the rendering engine failed ({ $detail }). Its outline is shown instead.
preview-no-such-tile = The page image has no part { $number }. Reload the page.
preview-write-failed = Couldn't write the image to { $path }: { $reason }. Choose another location, or free some space.
