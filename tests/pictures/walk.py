"""The walks through the window: each goes where a person would and takes a picture of every view
that it comes by. Which control is meant is said by the id of its text."""
import os, shutil

from . import stage
from .window import Window

VIEWS = ("monitor", "sites", "workbench", "tasks", "results", "proxies", "accounts", "runs", "settings", "log")
FIRST = "The morning ferry gets a second boat"


class Walk:
    """One language and one theme at one size; pictures go to `take(name, window)`."""

    def __init__(self, options, texts, take):
        self.options, self.texts, self.take = options, texts, take

    def window(self, folder, home, **more):
        config = os.path.join(folder, home)
        os.makedirs(config, exist_ok=True)
        settings = f'language = "{self.options.language}"\ntheme = "{self.options.theme}"\n'
        if self.options.percent:
            settings += f"size = {self.options.percent}\n"
        stage.write(os.path.join(config, "window.toml"), settings)
        return Window(self.options.binary, folder, home, self.options.size, self.options.scale, **more)

    def go(self, window, view):
        window.click(self.texts(f"app-view-{view}"), "button")

    def more(self, window, subject, entry):
        """Picks an entry of the menu of a selected thing."""
        window.click(self.texts("app-more-of", subject=subject))
        window.click(self.texts(entry))

    def snap(self, name, window):
        if self.options.only and name not in self.options.only:
            return
        self.take(name, window)

    # --- nothing there yet ------------------------------------------------------------------

    def empty(self, folder, crier):
        t = self.texts
        with self.window(folder, "fresh") as window:
            window.wait(t("app-start-title"))
            self.snap("start", window)
            window.click(t("app-start-empty"))
            window.wait(t("app-sites-empty"))
            for view in VIEWS[:-1]:
                self.go(window, view)
                window.move((700, 700))
                self.snap(f"{view}-empty", window)

    # --- the views over a project with records ----------------------------------------------

    def views(self, folder, crier):
        t = self.texts
        with self.window(folder, "home") as window:
            window.click(t("app-start-sample"))
            window.wait("Harbour Gazette")
            self.quiet(window)
            self.go(window, "monitor")
            window.wait(t("monitor-today"))
            window.settle()
            self.snap("monitor", window)
            self.sites(window)
            self.go(window, "tasks")
            window.wait("Town Crier")
            self.snap("tasks", window)
            self.go(window, "results")
            window.click(FIRST)
            window.settle()
            self.snap("results", window)
            self.go(window, "proxies")
            window.wait("proxy.example.org")
            self.snap("proxies", window)
            self.go(window, "accounts")
            window.wait("ada")
            self.snap("accounts", window)
            self.go(window, "runs")
            window.wait("Town Crier")
            self.snap("runs", window)
            self.go(window, "settings")
            self.snap("settings", window)
            self.go(window, "log")
            window.wait(t("log-table"))
            window.settle()
            self.snap("log", window)
            self.overlays(window)

    def sites(self, window):
        t = self.texts
        self.go(window, "sites")
        window.click("Town Crier")
        window.wait(t("app-sites-edit"))
        self.snap("sites", window)
        window.click(t("app-health-rule"))
        window.wait(t("app-health-runs"))
        window.settle()
        self.snap("sites-rule", window)
        window.click(t("app-health-site"))
        window.click(t("app-sites-edit"))
        window.wait(t("app-editor-sound"))
        self.snap("sites-edit", window)
        window.click(t("app-editor-back"))
        self.more(window, "Town Crier", "app-sites-versions")
        window.wait(t("app-versions-as-changes"))
        self.snap("versions", window)
        window.click(t("app-editor-back"))
        window.fill(t("app-sites-rule-file"), "book-corner.json")
        window.key("Enter")
        window.wait(t("app-import-notes"))
        self.snap("import", window)
        window.click(t("app-import-none"))

    def overlays(self, window):
        t = self.texts
        window.key("K", ("ctrl",))
        window.wait(t("app-palette-field"))
        window.type("ha")
        window.settle()
        self.snap("palette", window)
        window.key("Escape")
        window.key("F1")
        window.settle()
        self.snap("shortcuts", window)
        window.key("F1")
        window.click(t("app-menu-file") if window.shown(t("app-menu-file")) else t("app-menu"))
        self.snap("menu", window)
        window.key("Escape")

    # --- a run, while it goes on --------------------------------------------------------------

    def live(self, folder, crier):
        t = self.texts
        crier.later = True
        with self.window(folder, "home") as window:
            window.click(t("app-start-sample"))
            window.wait("Harbour Gazette")
            self.quiet(window)
            self.go(window, "sites")
            window.wait(t("app-sites-run-all"))
            window.click("Town Crier")
            window.wait(t("app-sites-edit"))
            window.click(t("app-sites-run-site"))
            self.go(window, "runs")
            window.click("Town Crier")
            window.wait("/story/12")
            self.quiet(window)
            window.wait("410")
            # What it waits for is said between two pages.
            window.wait("robots.txt")
            self.snap("run-live", window)
            self.go(window, "log")
            window.wait(t("log-table"))
            window.settle()
            self.snap("log-run", window)
            self.go(window, "settings")
            window.fill(t("settings-search"), t("alert-settings"))
            window.settle()
            self.snap("alerts", window)
        crier.later = False

    # --- the workbench ----------------------------------------------------------------------

    def workbench(self, folder, crier):
        t = self.texts
        with self.window(folder, "home") as window:
            window.click(t("app-start-sample"))
            window.wait("Harbour Gazette")
            self.quiet(window)
            self.go(window, "sites")
            # The Gazette is at the root of the sample's server, the other sites in its folders.
            gazette = min((node.name for node in window.nodes()
                           if node.name.endswith("/") and node.name.startswith("http://127.0.0.1:")
                           and node.name != crier.url), key=len)
            # A site that is there already would be named; the pictures show one that is new.
            window.click("Harbour Gazette")
            self.more(window, "Harbour Gazette", "app-sites-remove")
            self.quiet(window)
            self.go(window, "workbench")
            window.wait(t("app-bench-blank"))
            window.fill(t("app-bench-address"), "har")
            window.settle()
            self.snap("workbench-addresses", window)
            window.key("Escape")
            window.fill(t("app-bench-address"), gazette)
            window.key("Enter")
            window.wait(t("app-author-use-list"))
            self.still(window)
            self.snap("workbench", window)
            picture = window.wait(t("app-bench-picture"))
            window.press((picture.left + 200, picture.top + 110))
            window.wait(t("app-author-what"))
            window.settle()
            self.snap("workbench-point", window)
            window.key("Escape")
            window.click(t("app-author-use-list"))
            window.click(t("app-author-use-next"))
            window.wait(t("app-author-leads"))
            self.still(window)
            self.snap("workbench-list", window)
            window.click(t("app-author-field-row", field=t("app-column-title")))
            window.wait(t("app-author-kind"))
            self.still(window)
            self.snap("workbench-field", window)
            window.key("Escape")
            window.click(t("app-author-open-one"))
            window.wait(t("app-author-take-generic"))
            window.click(t("app-author-take-generic"))
            window.click(t("app-pages-test"))
            window.wait(t("app-author-save-run"))
            self.still(window)
            self.snap("workbench-article", window)
            self.four_views(window)
            self.samples(window)

    def four_views(self, window):
        t = self.texts
        window.click(t("app-page-info"))
        window.settle()
        self.snap("workbench-info", window)
        window.key("Escape")
        for name in ("tree", "source", "outline"):
            window.click(t(f"app-page-{name}"))
            window.settle()
            self.still(window)
            self.snap(f"workbench-{name}", window)
        window.click(t("app-page-picture"))

    def samples(self, window):
        t = self.texts
        window.click(t("app-samples-title"))
        window.settle()
        self.snap("samples-empty", window)
        window.click(t("app-samples-add"))
        window.wait(t("app-samples-equal"))
        self.still(window)
        self.snap("samples", window)
        window.click(t("app-pages-title"))
        window.click(t("app-pages-test"))
        window.until("tested pages", lambda: window.shown(t("app-pages-again")))
        self.still(window)
        self.snap("further-pages", window)

    # --- what changed on a watched page ---------------------------------------------------------

    def changes(self, folder, crier):
        t = self.texts
        stage.watch(self.options.binary, folder, crier)
        with self.window(folder, "home") as window:
            window.click(t("app-start-sample"))
            window.wait("Harbour Gazette")
            self.quiet(window)
            self.go(window, "changes")
            window.wait("Goat cheese")
            window.settle()
            self.snap("changes-stream", window)
            window.click("−0.15 (−4.8%)")
            window.wait(t("changes-versions"))
            window.settle()
            self.snap("changes", window)
            window.click(t("changes-versions"))
            window.wait(t("compare-pages"))
            window.settle()
            self.quiet(window)
            window.settle()
            self.snap("changes-versions", window)
            window.click(t("compare-pages"))
            window.until("both pages", lambda: not window.shown(t("compare-pages-drawn")))
            window.settle()
            self.snap("changes-pages", window)

    # --- after a redesign -------------------------------------------------------------------

    def repair(self, folder, crier):
        t = self.texts
        crier.new = True
        with self.window(folder, "home") as window:
            window.click(t("app-start-sample"))
            self.quiet(window)
            self.go(window, "sites")

            # Rows move while the runs of the sample end: a click may miss.
            def opened():
                is_open = window.shown(t("app-more-of", subject="Town Crier"))
                if not is_open:
                    window.click("Town Crier")
                    self.still(window)
                return is_open

            window.until("the panel of Town Crier", opened)
            window.click(t("app-sites-open-in-workbench"))
            window.wait(t("app-bench-picture"))
            window.fill(t("app-bench-address"), crier.url + "story/3")
            window.key("Enter")
            window.wait("Library stays open at night")
            self.still(window)
            window.click(t("app-repair-open"))
            window.wait(t("app-repair-accept"))
            # What the sample project says at its start may have come late.
            self.quiet(window)
            window.move((720, 893))
            self.still(window)
            self.snap("repair", window)
            self.versions(window)
        crier.new = False

    def versions(self, window):
        t = self.texts
        window.click(t("app-repair-take"))
        self.still(window)
        window.click(t("app-repair-close"))
        self.still(window)
        self.snap("repair-done", window)

    def quiet(self, window):
        """Takes away what the sample project says at its start."""
        if window.shown(self.texts("app-notice-dismiss")):
            window.click(self.texts("app-notice-dismiss"))

    def still(self, window):
        """Waits until nothing is on its way any more."""
        busy = [self.texts(name) for name in
                ("app-bench-painting", "app-author-looking", "app-author-learning", "app-samples-running")]
        window.until("a window that rests", lambda: not any(map(window.shown, busy)))
        window.settle()


def everything(options, texts, take, scratch):
    """Every view once, in one language and theme."""
    crier = stage.TownCrier()
    folder = os.path.join(scratch, "stage")
    os.makedirs(folder)
    os.environ["BOWERBIRD_PASSPHRASE_FILE"] = os.path.join(folder, "passphrase")
    stage.prepare(options.binary, folder, crier)
    kept = os.path.join(scratch, "kept")
    shutil.copytree(os.path.join(folder, "home"), kept)
    walk = Walk(options, texts, take)
    for part in options.parts:
        shutil.rmtree(os.path.join(folder, "home"))
        shutil.copytree(kept, os.path.join(folder, "home"))
        getattr(walk, part)(folder, crier)
    crier.server.shutdown()
