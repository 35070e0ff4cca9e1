"""Pages of boards of many kinds, made up, with their posts known. Input: nothing. Output: pages and posts."""
from . import flat, nested
from .threads import Thread, page

KINDS = [flat.own_box, flat.bare_tables, flat.definitions, flat.floors, flat.host_apart, flat.letters, flat.profiles, flat.old_tables,
         flat.crawler_view, nested.branches, nested.votes, nested.indents, nested.communities, nested.questions, nested.under_article, nested.blog]
HAN = {flat.floors, flat.host_apart}
COUNTS = (11, 7)


def pages():
    """(kind, number, html, posts) for two pages of every kind."""
    for seed, kind in enumerate(KINDS):
        for number, count in enumerate(COUNTS):
            thread = Thread(100 * seed + number, count + seed % 3, han=kind in HAN)
            made = kind(thread, page)
            source, posts = made if isinstance(made, tuple) else (made, thread.posts)
            named = [{"text": post.text, "user": post.author, "date": post.shown} for post in posts]
            yield kind.__name__, number, source, named
