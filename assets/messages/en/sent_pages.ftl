# Pages that a person sends from their own browser
sent-pages-settings = Pages from your browser
sent-pages-settings-hint = Send a page to Bowerbird as you see it in your browser, for example one that needs a login. Bowerbird asks before it accepts a page, and sends no requests to the site.
sent-pages-on = Accept pages from paired browsers while this window is open
sent-pages-port = Listens only on this computer, on port { $port }.
sent-pages-pair = Pair a browser
sent-pages-pair-hint = Install the extension, click its icon, and enter this code:
sent-pages-code-left = { $seconds ->
    [one] The code is valid for 1 more second.
   *[other] The code is valid for { $seconds } more seconds.
}
sent-pages-code-end = Cancel
sent-pages-folder = Open extension folder
sent-pages-how = How to install the extension
sent-pages-guide = Pages from your browser
sent-pages-bookmark = Create bookmark…
sent-pages-bookmark-tip = For browsers without the extension. Does not work on every page.
sent-pages-bookmark-name = Bookmark
sent-pages-bookmark-hint = Copy this address and create a bookmark with it in your browser. The address is shown only once.
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
    [one] 1 more page is waiting.
   *[other] { $count } more pages are waiting.
}
sent-pages-open = Open in workbench
sent-pages-save = Save as record of { $site }
sent-pages-save-other = Save as record of another site
sent-pages-save-menu = Save as record of…
sent-pages-discard = Discard
sent-pages-being-kept = Reading the page…
sent-pages-from = Sent from

sent-pages-kept-new = { $new ->
    [one] Saved as a record of { $site }.
   *[other] Saved { $new } records of { $site }.
}
sent-pages-kept-updated = { $updated ->
    [one] 1 record of { $site } was updated.
   *[other] { $updated } records of { $site } were updated.
}
sent-pages-kept-same = { $site } already has this record with the same content.
sent-pages-kept-withheld = The page has far less text than the record in { $site }, so the record was not changed.
sent-pages-kept-deleted = You deleted this record of { $site }. Restore it in Results, then send the page again.
sent-pages-show = Show record

sent-pages-refused = { $url } was not saved, because the page has no content to save (state: { $state }). Open it in the workbench, or discard it.
sent-pages-nothing = { $url } was not saved, because no text was found on it. Open it in the workbench to pick its content, or discard it.
sent-pages-gone = This page is no longer available. Send it again from the browser.
sent-pages-off = Bowerbird is not accepting pages from your browser. Turn this on in Settings → Pages from your browser.
sent-pages-no-window = Only an open Bowerbird window can accept pages from a browser.
sent-pages-cannot-listen = Couldn't start accepting pages from your browser: { $reason }. Close the program that uses ports 8788 to 8797.
sent-pages-no-code = Couldn't create a code: { $reason }. Try again.
sent-pages-file = Couldn't read or write the list of paired browsers, { $path }: { $reason }. Delete the file, then pair your browsers again.

sent-pages-bookmark-asked = Bowerbird has received the page and asks in its window what to do with it. You can close this tab.
sent-pages-bookmark-unknown = Bowerbird does not know this bookmark. Create a new one in Settings → Pages from your browser.
sent-pages-bookmark-malformed = This page could not be sent by the bookmark. Try the extension instead.
sent-pages-bookmark-address = Only pages whose address starts with http:// or https:// can be sent.
sent-pages-bookmark-large = This page is larger than 16 MB and cannot be sent.
sent-pages-bookmark-waiting = Too many pages are waiting in the Bowerbird window. Deal with them first, then send this page again.
sent-pages-bookmark-many = Too many pages were sent in a short time. Wait a minute, then send this page again.
