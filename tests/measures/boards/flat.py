"""Boards whose posts stand one below the other, most in boxes of one kind."""


def own_box(thread, page):
    """The opening post in a box of its own, with names that no answer has."""
    first, *rest = thread.posts
    answers = "".join(
        f"<li class=answer id=a{p.number}><div class=answer-meta><a class=who href='/people/{p.author}'>{p.author}</a> "
        f"<span class=ago>{p.date('%d %b %Y')}</span></div><div class=answer-said>{p.body()}</div>"
        f"<div class=tools><a href=#>Like</a> <a href=#>Report</a></div></li>" for p in rest)
    return page(thread, (
        f"<main><section class=topic><h1>{thread.title}</h1><div class=topic-starter>Started by "
        f"<a class=starter href='/people/{first.author}'>{first.author}</a> on <time>{first.date('%d %b %Y')}</time></div>"
        f"<div class=topic-text>{first.body()}</div></section><h2>{len(rest)} answers</h2><ul class=answers>{answers}</ul></main>"))


def bare_tables(thread, page):
    """One table, two rows a post, no class that says anything."""
    rows = "".join(
        f"<tr bgcolor=#eeeeee><td width=150><b>{p.author}</b><br><small>Member<br>Posts: {17 * p.number + 40}</small></td>"
        f"<td><small>Posted: {p.date('%d/%m/%Y %H:%M')}</small></td></tr>"
        f"<tr><td>&nbsp;</td><td valign=top>{p.body(None)}</td></tr>" for p in thread.posts)
    return page(thread, (
        f"<center><font size=4><b>{thread.title}</b></font><table border=1 width=95%>"
        f"<tr><th>Author</th><th>Message</th></tr>{rows}</table><a href=/new>New topic</a></center>"), side=False)


def definitions(thread, page):
    """A definition list: who and when in the term, what in the definition."""
    rows = "".join(
        f"<dt id=c{p.number}><a href='/user/{p.author}'>{p.author}</a> wrote on {p.date('%B %d, %Y')}:</dt><dd>{p.body()}</dd>"
        for p in thread.posts)
    return page(thread, f"<div id=content><h1>{thread.title}</h1><dl class=talk>{rows}</dl></div>")


def floors(thread, page):
    """A Chinese board that counts floors; the opening post is that of the host and has its own class."""
    rows = "".join(
        f"<div class='lou {'lz' if p.number == 0 else 'hf'}' id=lou{p.number}><div class=zuozhe><a href='/u/{p.author}'>{p.author}</a>"
        f"<p>等级：{p.number % 5 + 1}</p></div><div class=neirong><div class=xinxi>{'楼主' if p.number == 0 else f'{p.number + 1}楼'} "
        f"发表于 <em>{p.date('%Y-%m-%d %H:%M')}</em></div><div class=wen>{p.body()}</div><div class=an><a href=#>回复</a> <a href=#>举报</a></div></div></div>"
        for p in thread.posts)
    return page(thread, f"<div class=wrap><h1 class=biaoti>{thread.title}</h1>{rows}</div>")


def host_apart(thread, page):
    """A Chinese board whose opening post looks like an article, with answers in a list below."""
    first, *rest = thread.posts
    rows = "".join(
        f"<li><div class=user><a href='/space/{p.author}'>{p.author}</a></div><div class=reply-main><p class=reply-text>{p.text}</p>"
        f"<div class=reply-foot><span class=pubtime>{p.date('%Y-%m-%d %H:%M:%S')}</span> <a href=#>赞</a> <a href=#>回应</a></div></div></li>"
        for p in rest)
    return page(thread, (
        f"<div id=main><h1>{thread.title}</h1><div class=article><h3><span class=from>来自: <a href='/space/{first.author}'>{first.author}</a></span> "
        f"<span class=create>{first.date('%Y-%m-%d %H:%M:%S')}</span></h3><div class=rich>{first.body()}</div>"
        f"<div class=sns><a href=#>收藏</a> <a href=#>分享</a></div></div><ul class=reply-list>{rows}</ul></div>"))


def letters(thread, page):
    """A mailing list's archive: a heading, two lines and a text as it was typed for each."""
    rows = "".join(
        f"<hr><a name=msg{p.number}></a><h3>{'Re: ' if p.number else ''}{thread.title}</h3><ul class=head><li><em>From</em>: {p.author}</li>"
        f"<li><em>Date</em>: {p.date('%d %b %Y %H:%M')}</li></ul><pre>{p.body(None).replace('<br><br>', chr(10) * 2)}</pre>" for p in thread.posts)
    return page(thread, f"<h1>weavers archive</h1>{rows}<hr>", side=False)


def profiles(thread, page):
    """Boxes of alternating names with a profile at the side and a signature, as widely used."""
    rows = "".join(
        f"<div id=p{900 + p.number} class='post has-profile bg{p.number % 2 + 1}'><div class=inner><dl class=postprofile id=profile{900 + p.number}>"
        f"<dt><a href='./memberlist.php?mode=viewprofile&amp;u={len(p.author)}' class=username>{p.author}</a></dt><dd class=profile-rank>Weaver</dd>"
        f"<dd><strong>Posts:</strong> {p.number * 31 + 8}</dd><dd><strong>Joined:</strong> Mon Mar 02, 2015 9:17 pm</dd></dl>"
        f"<div class=postbody><div><h3{' class=first' if p.number == 0 else ''}><a href='#p{900 + p.number}'>{'Re: ' if p.number else ''}{thread.title}</a></h3>"
        f"<p class=author><a class=unread href='./viewtopic.php?p={900 + p.number}#p{900 + p.number}'>Post</a> by <strong>"
        f"<a href='./memberlist.php?mode=viewprofile&amp;u={len(p.author)}' class=username>{p.author}</a></strong> » "
        f"<time datetime='{p.when.isoformat()}'>{p.date('%a %b %d, %Y %H:%M')}</time></p><div class=content>{p.body(None)}</div>"
        + ("<div class=signature>Warp first, weft later.</div>" if p.number % 3 == 1 else "") + "</div></div></div></div><hr class=divider>"
        for p in thread.posts)
    return page(thread, f"<div id=page-body><h2 class=topic-title><a href='./viewtopic.php?t=5'>{thread.title}</a></h2>{rows}</div>", side=False)


def old_tables(thread, page):
    """A table for each post, numbered ids, who in a cell of his own."""
    rows = "".join(
        f"<div style='padding:0px 25px'><table id=post{300 + p.number} class=tborder cellpadding=6 width=100%><tr><td class=thead><div style='float:right'>"
        f"#<a href='showpost.php?p={300 + p.number}'><strong>{p.number + 1}</strong></a></div><a name=post{300 + p.number}></a> {p.date('%d-%m-%Y, %H:%M')}</td></tr>"
        f"<tr><td class=alt2><div id=postmenu_{300 + p.number}><a class=bigusername href='member.php?u={len(p.author)}'>{p.author}</a></div>"
        f"<div class=smallfont>Senior Member</div><div class=smallfont>Join Date: Jun 2012<br>Posts: {p.number * 7 + 3}</div></td></tr>"
        f"<tr><td class=alt1 id=td_post_{300 + p.number}><div class=smallfont><strong>{'Re: ' if p.number else ''}{thread.title}</strong></div><hr>"
        f"<div id=post_message_{300 + p.number}>{p.body(None)}</div>"
        + ("<div>__________________<br>Nobody spins alone</div>" if p.number % 4 == 2 else "") + "</td></tr></table></div>"
        for p in thread.posts)
    return page(thread, f"<table width=100%><tr><td><strong>{thread.title}</strong></td></tr></table><div id=posts>{rows}</div>", side=False)


def crawler_view(thread, page):
    """What a board that is a program shows to crawlers: declared parts, the same for all posts."""
    rows = "".join(
        f"<div id=post_{p.number + 1} itemscope itemtype='http://schema.org/DiscussionForumPosting' class='topic-body crawler-post'><div class=crawler-post-meta>"
        f"<span class=creator itemprop=author><a href='/u/{p.author}'><span itemprop=name>{p.author}</span></a></span>"
        f"<span class=crawler-post-infos><time itemprop=datePublished datetime='{p.when.isoformat()}Z' class=post-time>{p.date('%B %d, %Y, %I:%M%p')}</time>"
        f"<span itemprop=position>{p.number + 1}</span></span></div><div class=post itemprop=text>{p.body()}</div>"
        f"<div class=crawler-linkback-list></div></div>" for p in thread.posts)
    return page(thread, f"<div id=main-outlet class=wrap><div id=topic-title><h1><a href=/t/5>{thread.title}</a></h1></div>{rows}</div>", side=False)
