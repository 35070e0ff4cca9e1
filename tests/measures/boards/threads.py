"""Made-up threads: who says what and when, without any site's content. The kinds of boards in this folder show them."""
import datetime, html, random

WORDS = (
    "wool loom dye madder woad shuttle warp weft spindle fleece carder bobbin treadle heddle sett selvedge mordant alum "
    "indigo weld linen flax hemp cotton silk twill tabby basket rib cable purl stitch needle gauge yarn skein ball hank "
    "pattern sleeve collar button hem seam lining pocket thread knot braid tassel fringe felt blanket rug tapestry").split()
SMALL = "the a my this that with for and but then so if when because after before it is was were has had not very too".split()
VERBS = "tried washed dyed spun bought broke mended found lost wound measured cut sewed knitted wove sold kept dried".split()
NAMES = (
    "annelie_w bramble77 Corwin DyeHard elfriede Farlow gwen.m HankOfWool ida_b jorun Kestrel lindqvist Maddermaid noor "
    "OldLoom petra_k Quillan rosamund Shearwater tove Umber vesna Willowby xanthe Yarrow zelda_t").split()
HAN_WORDS = "羊毛 织机 染料 茜草 靛蓝 亚麻 棉线 丝绸 纺锤 梭子 经线 纬线 图案 毛衣 袖子 领口 纽扣 针脚 地毯 围巾 颜色 明矾".split()
HAN_JOINS = "我觉得 其实 不过 因为 所以 如果 然后 一般来说 上次 今年 朋友说 书上写 最好 可以 应该 不要".split()
HAN_VERBS = "试过 洗了 买了 用了 修好 找到 弄丢 剪开 缝上 织完 晾干 染出".split()
HAN_NAMES = "织女星 老裁缝 青衣 小染坊 棉花糖 山里人 针线包 云锦 阿布 蓝印花 纺车 南风 麻姑 锦官城".split()


class Post:
    """One post: its number on the page, who, when, what, and how deep it answers another."""

    def __init__(self, number, author, when, paragraphs, depth):
        self.number, self.author, self.when, self.paragraphs, self.depth = number, author, when, paragraphs, depth
        self.shown = ""

    @property
    def text(self):
        return "\n".join(self.paragraphs)

    def date(self, form):
        """The day as the board writes it; the last form asked for is what is seen."""
        self.shown = self.when.strftime(form).replace(" 0", " ")
        return self.shown

    def body(self, tag="p"):
        """The paragraphs, in elements of `tag` or separated by empty lines."""
        said = [html.escape(line, quote=False) for line in self.paragraphs]
        return "".join(f"<{tag}>{line}</{tag}>" for line in said) if tag else "<br><br>".join(said)


class Thread:
    """A thread with a title and posts, the same for the same seed."""

    def __init__(self, seed, count, han=False):
        chooser = random.Random(seed)
        self.chooser, self.han = chooser, han
        self.title = self._sentence(6).rstrip(".。")
        names = chooser.sample(HAN_NAMES if han else NAMES, min(count, 9))
        when = datetime.datetime(2021, 1, 4, 8, 11) + datetime.timedelta(days=chooser.randrange(700))
        self.posts = []
        depth = 0
        for number in range(count):
            when += datetime.timedelta(minutes=chooser.randrange(40, 4000))
            author = names[0] if number and chooser.random() < 0.15 else names[number % len(names)]
            depth = 0 if number == 0 else max(1, min(4, depth + chooser.choice((-2, -1, 0, 1))))
            lines = chooser.choice((2, 3)) if number == 0 else chooser.choice((1, 1, 1, 2, 3))
            said = [self._paragraph(number == 0) for _ in range(lines)]
            if number and chooser.random() < 0.15:
                said = [self._sentence(3)]
            self.posts.append(Post(number, author, when, said, depth))

    def _sentence(self, long):
        choose = self.chooser.choice
        if self.han:
            parts = [choose(HAN_JOINS) + choose(HAN_WORDS) + choose(HAN_VERBS) + choose(HAN_WORDS) for _ in range(max(1, long // 3))]
            return "，".join(parts) + "。"
        said = ["I", choose(VERBS)]
        for _ in range(long):
            said += [choose(SMALL), choose(WORDS)]
        return " ".join(said) + "."

    def _paragraph(self, opens):
        lengths = [self.chooser.randrange(3, 9) for _ in range(self.chooser.choice((2, 3, 4) if opens else (1, 2, 3)))]
        return (" " if not self.han else "").join(self._sentence(length) for length in lengths)

    def others(self, count):
        """Titles of other threads, for margins."""
        return [self._sentence(self.chooser.randrange(3, 7)).rstrip(".。") for _ in range(count)]

    def tree(self):
        """The answers as (post, answers), by depth."""
        root = []
        open_at = {0: root}
        for post in self.posts[1:]:
            own = []
            above = max(depth for depth in open_at if depth < post.depth)
            open_at[above].append((post, own))
            open_at = {depth: of for depth, of in open_at.items() if depth < post.depth}
            open_at[post.depth] = own
        return root


def page(thread, body, side=True, lang=None):
    """A whole page around `body`: a menu, a margin with other threads, an end."""
    menu = ("首页 版块 搜索 登录" if thread.han else "Home Boards Search Members Help").split()
    margin = "".join(f"<li><a href='/t/{n}'>{title}</a></li>" for n, title in enumerate(thread.others(6)))
    heading = "热门主题" if thread.han else "Related topics"
    return (
        f"<!doctype html><html lang={lang or ('zh' if thread.han else 'en')}><head><meta charset=utf-8><title>{thread.title}</title></head><body>"
        f"<nav><ul>{''.join(f'<li><a href=/{n}>{word}</a></li>' for n, word in enumerate(menu))}</ul></nav>{body}"
        + (f"<aside class=margin><h4>{heading}</h4><ul>{margin}</ul></aside>" if side else "")
        + "<footer><p><a href=/about>About</a> <a href=/terms>Terms</a> <a href=/privacy>Privacy</a></p></footer></body></html>")
