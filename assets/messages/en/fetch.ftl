# fetch
