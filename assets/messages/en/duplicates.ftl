# duplicates: rules and alternatives that say the same twice
duplicates-same-start = both start at { $url }
duplicates-same-links = both follow the same links on { $host }
duplicates-same-selectors = both use exactly the same selectors
duplicates-written = { $part }: alternative { $later } is the same as alternative { $first }
duplicates-selected = { $part }: alternative { $later } selects the same as alternative { $first } ({ $pages ->
    [one] on 1 page
   *[other] on { $pages } pages
}), so it is not needed
duplicates-nothing-to-merge = No rules to merge. Specify the rule files.
duplicates-kinds = Rules of different kinds ({ $first } and { $other }) cannot be merged. Keep them separate.
duplicates-faulty = The merged rule would not be valid, so it was not written. { $errors }
duplicates-kept-first = { $part }: the rules differ; the first one was kept
duplicates-allow = list.allow: one rule allows every link, so the merged rule does too
