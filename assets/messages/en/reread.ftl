# a rule over kept pages
reread-open = Re-extract saved pages…
reread-open-tip = See what the current rule finds on the saved pages, without requests to the site
reread-try = Try on saved pages…
reread-title = { $site }: apply rule to saved pages
reread-of-saved = What the site's rule finds on saved pages, compared with the records. Nothing is changed yet, and nothing is requested from the site.
reread-of-draft = What the rule being edited finds on saved pages, compared with the records. Nothing is changed yet, and nothing is requested from the site.
reread-to-rule = ← Rule
reread-progress = { $done } of { $pages } { $pages ->
    [one] page
   *[other] pages
}
reread-stop = Stop
reread-no-pages = This site has no saved pages. Runs save the pages they read; how long saved pages are kept is set in Settings → Saved pages and archives.
reread-would = { $changed } { $changed ->
    [one] record
   *[other] records
} would change and { $new } would be new; { $pages } { $pages ->
    [one] page was read.
   *[other] pages were read.
}
reread-did = { $changed } { $changed ->
    [one] record was
   *[other] records were
} changed and { $new } added; { $pages } { $pages ->
    [one] page was read.
   *[other] pages were read.
}
reread-shortened = { $count ->
    [one] The text of 1 record becomes less than half as long. Check it before you keep it; Undo restores it.
   *[other] The texts of { $count } records become less than half as long. Check them before you keep them; Undo restores them.
}
reread-lost = { $count ->
    [one] The rule no longer finds 1 stored record. The record is kept.
   *[other] The rule no longer finds { $count } stored records. The records are kept.
}
reread-removed = { $count ->
    [one] 1 record that the rule no longer finds was removed.
   *[other] { $count } records that the rule no longer finds were removed.
}
reread-unfit = { $count ->
    [one] The rule finds nothing on 1 page; its records stay as they are.
   *[other] The rule finds nothing on { $count } pages; their records stay as they are.
}
reread-cut-off = Stopped before all pages were read.
reread-take = Update records
reread-save-and-take = Save rule and update records
reread-drop = Cancel
reread-remove-lost = Also remove records no longer found
reread-undo = Undo
reread-undo-earlier = Undo the update of { $when } ({ $count } { $count ->
    [one] record
   *[other] records
})
reread-keep = Keep
reread-rule-stays = Undo restores the records. To restore the rule, use “Versions”.
reread-close = Close
reread-back = { $count } { $count ->
    [one] record was restored.
   *[other] records were restored.
} { $left ->
    [0] { "" }
    [one] 1 changed again after the update and stays as it is.
   *[other] { $left } changed again after the update and stay as they are.
}
reread-head-field = Field
reread-head-equal = Same
reread-head-changed = Changed
reread-head-gained = New
reread-head-lost = Missing
reread-no-difference = No differences.
cli-rerun-back = { $count ->
    [one] Restored 1 record
   *[other] Restored { $count } records
}{ $left ->
    [0] .
    [one] ; 1 changed again after the update and stays as it is.
   *[other] ; { $left } changed again after the update and stay as they are.
}
cli-rerun-no-undo = Nothing to undo for { $site }: its records were not updated.
