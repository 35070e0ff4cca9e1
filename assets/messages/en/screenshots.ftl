# Screenshots of the pages that records were read from

screenshots-no-browser = { $count ->
    [1] 1 record was stored without a screenshot: no browser could show its page. Install Chromium, Chrome, Edge or Brave, or choose a browser in Settings.
   *[other] { $count } records were stored without a screenshot: no browser could show their pages. Install Chromium, Chrome, Edge or Brave, or choose a browser in Settings.
}
screenshots-not-taken = { $count ->
    [1] 1 record was stored without a screenshot: none was taken of its page. It may be a file, too large, or too slow.
   *[other] { $count } records were stored without a screenshot: none was taken of their pages. These may be files, too large, or too slow.
}
screenshots-storage = { $count ->
    [0] No screenshots stored.
    [1] 1 screenshot stored ({ $size }).
   *[other] { $count } screenshots stored ({ $size }).
}
screenshots-exported = { $count ->
    [1] 1 screenshot written to { $path }.
   *[other] { $count } screenshots written to { $path }.
}
screenshots-not-in = Screenshots cannot be written beside a webhook or a database. Choose a file format.
screenshots-stored = { $count ->
    [1] 1 screenshot stored ({ $megabytes } MB)
   *[other] { $count } screenshots stored ({ $megabytes } MB)
}; all are kept.
screenshots-stored-limited = { $count ->
    [1] 1 screenshot stored ({ $megabytes } MB)
   *[other] { $count } screenshots stored ({ $megabytes } MB)
}; at most { $most } MB are kept.
screenshots-limit-wrong = “{ $text }” is not a number of MB. Write a number, or all.
app-screenshots-most = Screenshots, MB (empty: no limit)
form-screenshot = Keep a screenshot of each record's page
form-screenshot-tip = Stored with the record, and shown when you open it
form-screenshot-cost = Pages of records are then shown in your browser with their images: several times slower than a plain request, and about 100 to 500 KB each. Without a browser, records are stored without a screenshot.
app-screenshot-of = Screenshot of the page, { $time }
app-screenshot-open = Open screenshot
app-screenshot-loading = Loading the screenshot…
app-screenshot-failed = The stored screenshot could not be shown.
app-screenshot-fit = Fit width
app-screenshot-zoom = { $percent }%
app-screenshot-smaller = Zoom out
app-screenshot-larger = Zoom in
app-screenshot-hint = + and − zoom, 0 fits the width, Escape closes.
