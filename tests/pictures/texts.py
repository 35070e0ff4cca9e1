"""The window's texts by their ids, so that one walk goes through every language."""
import glob, os, re


class Texts:
    def __init__(self, root, language):
        self.entries = {}
        for path in sorted(glob.glob(os.path.join(root, "assets", "messages", language, "*.ftl"))):
            with open(path, encoding="utf-8") as file:
                self.entries.update(re.findall(r"^([a-z][\w-]*) = ?((?:.*)(?:\n[ \t}*\[].*)*)", file.read(), re.M))

    def __call__(self, name, **values):
        """The text of `name`; of a text with plurals the general one. What is not given ends it:
        then the longest piece that stands fast is returned, to be looked for as a part."""
        text = self.entries[name]
        general = re.search(r"\*\[other\] (.*)", text)
        text = (general.group(1) if general else text).strip()
        for key, value in values.items():
            text = text.replace("{ $" + key + " }", str(value))
        return max(re.split(r"\{[^}]*\}", text), key=len).strip()
