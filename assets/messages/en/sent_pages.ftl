# Pages that a person sends from their own browser
sent-pages-settings = Pages from your browser
sent-pages-settings-hint = Send a page as you see it in your browser, for example one that you are logged in to. Bowerbird asks before it takes a page, and requests nothing from the site.
sent-pages-on = Take pages from paired browsers while this window is open
sent-pages-port = Listens on this computer only, at port { $port }.
sent-pages-pair = Pair a browser
sent-pages-pair-hint = Install the extension, click its icon, and enter this code:
sent-pages-code-left = { $seconds ->
    [one] The code is valid for one more second.
   *[other] The code is valid for { $seconds } more seconds.
}
sent-pages-code-end = Cancel
sent-pages-folder = Open extension folder
sent-pages-how = How to install it
sent-pages-guide = Pages from your browser
sent-pages-bookmark = Make a bookmark
sent-pages-bookmark-tip = For a browser without the extension. It does not work on every page.
sent-pages-bookmark-name = Bookmark
sent-pages-bookmark-hint = Copy the address and make a bookmark with it in your browser. The address is not shown again.
sent-pages-bookmark-copy = Copy bookmark address
sent-pages-bookmark-hide = Done
sent-pages-browser-extension = Extension
sent-pages-browser-bookmark = Bookmark
sent-pages-browser-used = last page { $time }
sent-pages-browser-unused = no page yet
sent-pages-remove = Remove { $name }
sent-pages-none = No browser is paired.

sent-pages-question = { $browser } on this computer sent “{ $title }” ({ $url }, { $size }).
sent-pages-question-bookmark = A bookmark in your browser sent “{ $title }” ({ $url }, { $size }). Open it only if you sent it.
sent-pages-waiting = { $count ->
    [one] One more page waits.
   *[other] { $count } more pages wait.
}
sent-pages-open = Open in workbench
sent-pages-save = Save as record of { $site }
sent-pages-save-other = Save as record of another site
sent-pages-save-menu = Save as record of …
sent-pages-discard = Discard
sent-pages-being-kept = Reading the page…
sent-pages-from = Sent from

sent-pages-kept-new = { $new ->
    [one] Saved as a record of { $site }.
   *[other] Saved { $new } records of { $site }.
}
sent-pages-kept-updated = { $updated ->
    [one] One record of { $site } was updated.
   *[other] { $updated } records of { $site } were updated.
}
sent-pages-kept-same = { $site } already has this record with the same content.
sent-pages-kept-withheld = The page says much less than what { $site } has, which stays.
sent-pages-kept-deleted = You deleted this record of { $site }. Restore it under Results, then send the page again.
sent-pages-show = Show record

sent-pages-refused = { $url } was not saved: it is “{ $state }”, not content. Open it in the workbench, or discard it.
sent-pages-nothing = { $url } was not saved: no text was found on it. Open it in the workbench to say what is on it.
sent-pages-gone = This page is no longer there. Send it again from the browser.
sent-pages-off = Pages from your browser are off. Turn them on under Settings.
sent-pages-no-window = Pages from a browser are taken in the window only.
sent-pages-cannot-listen = Pages from your browser cannot be taken: { $reason }. Close the program that uses the ports 8788 to 8797.
sent-pages-no-code = No code can be made: { $reason }.
sent-pages-file = The list of paired browsers in { $path } cannot be used: { $reason }. Delete the file, and pair your browsers again.

sent-pages-bookmark-asked = Bowerbird has the page and asks you in its window what to do with it. You can close this tab.
sent-pages-bookmark-unknown = Bowerbird does not know this bookmark. Make a new one under Settings → Pages from your browser.
sent-pages-bookmark-malformed = This page could not be sent. Try the extension.
sent-pages-bookmark-address = Only pages with an address that begins with http:// or https:// can be sent.
sent-pages-bookmark-large = This page is larger than 16 MB and cannot be sent.
sent-pages-bookmark-waiting = Too many pages wait in the window of Bowerbird. Answer there first, then send this page again.
sent-pages-bookmark-many = Too many pages were sent in a short time. Wait a minute, then send this page again.
