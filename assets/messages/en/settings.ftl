# Settings
settings-search = Find a setting
settings-search-clear = Show all
settings-search-none = No setting has these words. Try one of them alone.
