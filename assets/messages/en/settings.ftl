# Settings
settings-search = Find a setting
settings-search-clear = Show all
settings-search-none = No setting matches. Try fewer words.
