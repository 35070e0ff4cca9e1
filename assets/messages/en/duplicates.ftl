# duplicates: rules and alternatives that say the same twice
duplicates-same-start = both start at { $url }
duplicates-same-links = both follow the same links on { $host }
duplicates-same-selectors = both find everything by the same selectors
duplicates-written = { $part }: alternative { $later } says what alternative { $first } says
duplicates-selected = { $part }: alternative { $later } selects just what alternative { $first } selects ({ $pages ->
    [one] on 1 page
   *[other] on { $pages } pages
}), so it adds nothing
duplicates-nothing-to-merge = There is no rule to merge. Name the rule files.
duplicates-kinds = Rules of different kinds ({ $first } and { $other }) cannot be one rule. Keep them apart.
duplicates-faulty = The merged rule would have faults, so it was not written. { $errors }
duplicates-kept-first = { $part }: the rules differ; the first one's is kept
duplicates-allow = list.allow: one rule lets every link through, so the merged one does
