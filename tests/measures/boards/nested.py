"""Boards whose answers stand inside of what they answer, or beside it at a depth."""


def _list(nodes, item, around):
    return around.format("".join(item(post, _list(own, item, around) if own else "") for post, own in nodes))


def branches(thread, page):
    """Answers nested in lists; the opening post in another kind of box."""
    first = thread.posts[0]

    def item(p, inner):
        return (f"<li class=node><div class=speech><div class=by><span class=nick>{p.author}</span>, {p.date('%d.%m.%Y')}</div>"
                f"<div class=txt>{p.body()}</div></div>{inner}</li>")
    return page(thread, (
        f"<div class=board><div class=opening><h1>{thread.title}</h1><div class=op-info><b class=op-name>{first.author}</b> "
        f"<i class=op-day>{first.date('%d.%m.%Y')}</i></div><div class=op-txt>{first.body()}</div></div>"
        f"{_list(thread.tree(), item, '<ul class=branch>{}</ul>')}</div>"))


def votes(thread, page):
    """Links with votes: opening post and answers share the names of some parts, answers are nested."""
    first = thread.posts[0]

    def item(p, inner):
        return (f"<div class='thing comment' id=t1_{p.number}><div class=midcol><div class=arrow></div></div><div class=entry><p class=tagline>"
                f"<a class=author href='/user/{p.author}'>{p.author}</a> <span class=score>{p.number + 3} points</span> "
                f"<time datetime='{p.when.isoformat()}'>{p.date('%d %b %Y')}</time></p><form class=usertext><div class=usertext-body><div class=md>{p.body()}</div></div></form>"
                f"<ul class=buttons><li><a href=#>permalink</a></li><li><a href=#>reply</a></li></ul></div><div class=child>{inner}</div></div>")
    return page(thread, (
        f"<div class=content role=main><div id=siteTable class='sitetable linklisting'><div class='thing link self' id=t3_1><div class=midcol><div class=arrow></div>"
        f"<div class=score>57</div></div><div class=entry><p class=title><a class=title href=/r/5>{thread.title}</a></p><p class=tagline>submitted "
        f"<time datetime='{first.when.isoformat()}'>{first.date('%d %b %Y')}</time> by <a class=author href='/user/{first.author}'>{first.author}</a></p>"
        f"<div class=expando><form class=usertext><div class=usertext-body><div class=md>{first.body()}</div></div></form></div></div></div></div>"
        f"<div class=commentarea>{_list(thread.tree(), item, '<div class=sitetable>{}</div>')}</div></div>"))


def indents(thread, page):
    """One table, a row an answer, its depth an empty picture; the opening post in another table."""
    first, *rest = thread.posts
    rows = "".join(
        f"<tr class='athing comtr' id={4000 + p.number}><td><table border=0><tr><td class=ind><img src=s.gif height=1 width={40 * (p.depth - 1)}></td>"
        f"<td class=votelinks><a href=#>^</a></td><td class=default><div><span class=comhead><a href='user?id={p.author}' class=hnuser>{p.author}</a> "
        f"<span class=age title='{p.when.isoformat()}'><a href='item?id={4000 + p.number}'>on {p.date('%b %d, %Y')}</a></span></span></div><br>"
        f"<div class=comment><div class=commtext>{p.body()}</div><div class=reply><u><a href=#>reply</a></u></div></div></td></tr></table></td></tr>" for p in rest)
    return page(thread, (
        f"<center><table id=hnmain><tr><td><table class=fatitem><tr class=athing id=4000><td class=title><span class=titleline><a href='item?id=4000'>{thread.title}</a></span></td></tr>"
        f"<tr><td class=subtext><span class=subline><span class=score>88 points</span> by <a href='user?id={first.author}' class=hnuser>{first.author}</a> "
        f"<span class=age title='{first.when.isoformat()}'><a href='item?id=4000'>on {first.date('%b %d, %Y')}</a></span> | <a href=#>hide</a></span></td></tr>"
        f"<tr><td><div class=toptext>{first.body()}</div></td></tr></table><br><table class=comment-tree>{rows}</table></td></tr></table></center>"), side=False)


def communities(thread, page):
    """Answers as articles inside of list items, nested; the opening post an article of another kind."""
    first = thread.posts[0]

    def item(p, inner):
        return (f"<li class=comment><article id=comment-{p.number} class='comment-node py-2'><div class='d-flex small'><a class=person-listing href='/u/{p.author}'>"
                f"<span>{p.author}</span></a><span class=moment data-when='{p.when.isoformat()}'>{p.date('%Y-%m-%d')}</span></div><div class='comment-content md-div'>{p.body()}</div>"
                f"<div class=bar><button>up</button><button>reply</button></div></article>{inner}</li>")
    return page(thread, (
        f"<main class=post><div class=post-listing><h1 class=h5>{thread.title}</h1><div class=small><a class=person-listing href='/u/{first.author}'><span>{first.author}</span></a> "
        f"<span class=moment data-when='{first.when.isoformat()}'>{first.date('%Y-%m-%d')}</span></div><article id=postContent class='card my-2 md-div'>{first.body()}</article></div>"
        f"{_list(thread.tree(), item, '<ul class=comments>{}</ul>')}</main>"))


def questions(thread, page):
    """A question and answers with their writers below the text, remarks under both."""
    first, *rest = thread.posts
    remark = "<ul class=remarks><li class=remark><span class=remark-copy>Which alum?</span> – <a class=remark-user href=/u/9>sten</a> <span class=remark-date>Mar 1, 2020</span></li></ul>"

    def card(p, what):
        return (f"<div class=user-card><div class=action-time>{what} <span title='{p.when.isoformat()}' class=relativetime>{p.date('%b %d, %Y')}</span></div>"
                f"<div class=user-details><a href='/users/{p.author}'>{p.author}</a><span class=reputation>{p.number * 11 + 1}</span></div></div>")
    answers = "".join(
        f"<div id=answer-{p.number} class=answer><div class=votecell>{p.number}</div><div class=answercell><div class=prose>{p.body()}</div>"
        f"{card(p, 'answered')}</div>{remark if p.number % 3 == 1 else ''}</div>" for p in rest)
    return page(thread, (
        f"<div id=content><h1>{thread.title}</h1><div id=question class=question><div class=votecell>4</div><div class=postcell><div class=prose>{first.body()}</div>"
        f"<div class=tags><a href=/t/1>wool</a></div>{card(first, 'asked')}</div>{remark}</div><h2>{len(rest)} Answers</h2><div id=answers>{answers}</div></div>"))


def under_article(thread, page):
    """Remarks under an article, which is none of them."""
    first, *rest = thread.posts
    rows = "".join(
        f"<div class=cmt data-depth={p.depth}><img class=ava src=/a.png><div class=cmt-body><div class=cmt-top><span class=cmt-name>{p.author}</span> • "
        f"<a class=cmt-when href=#c{p.number}>{p.date('%d %B %Y')}</a></div><div class=cmt-msg>{p.body()}</div><div class=cmt-act>Reply · Share</div></div></div>" for p in rest)
    return page(thread, (
        f"<article class=story><h1>{thread.title}</h1><p class=byline>By <span class=writer>{first.author}</span>, <time datetime='{first.when.isoformat()}'>"
        f"{first.date('%d %B %Y')}</time></p><div class=story-text>{first.body()}{first.body()}</div></article><section id=thread><h3>{len(rest)} comments</h3>{rows}</section>")), rest


def blog(thread, page):
    """Remarks under a weblog's entry, nested in lists."""
    first, rest = thread.posts[0], thread.posts[1:]

    def item(p, inner):
        return (f"<li id=comment-{p.number + 70} class='comment {'even' if p.number % 2 else 'odd'} depth-{p.depth}'><article id=div-comment-{p.number + 70} class=comment-body>"
                f"<footer class=comment-meta><div class='comment-author vcard'><b class=fn>{p.author}</b> <span class=says>says:</span></div><div class=comment-metadata>"
                f"<a href='#comment-{p.number + 70}'><time datetime='{p.when.isoformat()}'>{p.date('%B %d, %Y at %H:%M')}</time></a></div></footer>"
                f"<div class=comment-content>{p.body()}</div><div class=reply><a class=comment-reply-link href=#>Reply</a></div></article>{inner}</li>")
    return page(thread, (
        f"<div id=primary><article id=post-5 class='post type-post hentry'><header class=entry-header><h1 class=entry-title>{thread.title}</h1><div class=entry-meta>"
        f"<span class=posted-on><time class=entry-date>{first.date('%B %d, %Y')}</time></span> <span class='author vcard'><a class='url fn' href=/author/x>{first.author}</a></span></div></header>"
        f"<div class=entry-content>{first.body()}</div></article><div id=comments class=comments-area><h2 class=comments-title>{len(rest)} thoughts</h2>"
        f"{_list(thread.tree(), item, '<ol class=comment-list>{}</ol>')}</div></div>")), rest
