# generic: what kind of page it is, and why

generic-kind-text = One text stands out, { $count ->
    [one] one character
   *[other] { $count } characters
} long.
generic-kind-teasers = { $count ->
    [0] Short records stand one after the other.
    [one] A headline leads to a page of its own.
   *[other] { $count } headlines lead to pages of their own.
}
generic-kind-posts = { $count ->
    [0] People write to each other.
    [one] One post says who wrote it or when.
   *[other] { $count } posts say who wrote them or when.
}
generic-kind-said = The page itself says so.
generic-kind-forum = It is made by software for forums.
generic-kind-address = Its address is that of a list.
generic-kind-manual = It is a page of a manual.
generic-kind-product = It sells one thing.
generic-kind-nothing = Next to no text stands on it.
generic-not-an-article = This page is a list, not an article: its parts are not glued together. Take the list instead, or open a page that it leads to.
