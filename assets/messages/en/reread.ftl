# a rule over kept pages
reread-open = Read kept pages again…
reread-open-tip = See what the rule as it is now makes of the pages that are kept, without asking the site for anything
reread-try = Try on kept pages…
reread-title = { $site }: the rule over kept pages
reread-of-saved = What the site’s rule makes of the pages that are kept, beside what is stored. Nothing is changed yet, and the site is not asked.
reread-of-draft = What the rule being edited makes of the pages that are kept, beside what is stored. Nothing is changed yet, and the site is not asked.
reread-to-rule = ← Rule
reread-progress = { $done } of { $pages } { $pages ->
    [one] page
   *[other] pages
}
reread-stop = Stop
reread-no-pages = No page of this site is kept. Pages are kept when a run reads them; how long is said in Settings, Storage.
reread-would = { $changed } { $changed ->
    [one] record
   *[other] records
} would change and { $new } would be new, on { $pages } { $pages ->
    [one] page.
   *[other] pages.
}
reread-did = { $changed } { $changed ->
    [one] record was
   *[other] records were
} changed and { $new } added, from { $pages } { $pages ->
    [one] page.
   *[other] pages.
}
reread-lost = { $count ->
    [one] One stored record is no longer found by the rule. It stays.
   *[other] { $count } stored records are no longer found by the rule. They stay.
}
reread-removed = { $count ->
    [one] One record that the rule no longer finds was removed.
   *[other] { $count } records that the rule no longer finds were removed.
}
reread-unfit = { $count ->
    [one] On one page the rule finds nothing; its records stay as they are.
   *[other] On { $count } pages the rule finds nothing; their records stay as they are.
}
reread-cut-off = This was stopped before all pages were read.
reread-take = Change the records
reread-save-and-take = Save the rule and change the records
reread-drop = Leave all as it is
reread-remove-lost = Also remove records that are no longer found
reread-undo = Undo
reread-undo-earlier = Undo the change of { $when } ({ $count } { $count ->
    [one] record
   *[other] records
})
reread-keep = Keep
reread-rule-stays = Undo puts the records back. The rule itself goes back under “Versions”.
reread-close = Close
reread-back = { $count } { $count ->
    [one] record is as it was.
   *[other] records are as they were.
} { $left ->
    [0] { "" }
    [one] One was changed since and stays as it is now.
   *[other] { $left } were changed since and stay as they are now.
}
reread-head-field = Field
reread-head-equal = Same
reread-head-changed = Changed
reread-head-gained = New
reread-head-lost = Missing
reread-no-difference = No value differs.
cli-rerun-back = { $count ->
    [one] 1 record is as it was before
   *[other] { $count } records are as they were before
}; { $left ->
    [one] 1 was changed since and stays.
   *[other] { $left } were changed since and stay.
}
cli-rerun-no-undo = Nothing of { $site } can be taken back: its records were not rewritten.
