# Settings
settings-search = Find a setting
settings-search-clear = Show all
settings-search-none = No setting matches. Try fewer words.

# The browser for pages that scripts make
browser-settings = Browser
browser-settings-hint = Pages that are empty until scripts fill them are shown in a browser on this computer, with a temporary profile. All other pages need no browser.
browser-path = Program
browser-path-hint = Found automatically if empty
browser-find = Find
browser-looking = Looking for a browser…
browser-found = { $version } at { $path }
